"""How a person comes in: keys, the password, and codes that let another device in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.house.people import LINK_SECONDS
from core.house.person import PASSWORD_LEAST, PASSWORD_MOST
from core.refusal import Refused
from tui.app.services import SessionServices
from tui.screens.dialogs import Ask, Confirm, Dialog, Pick, Read
from tui.widgets.choices import Choices, Row
from tui.words import text


def show_link(app: SessionServices) -> None:
    """Make a code for another device, in place of an earlier one, and show it this once."""
    code = app.people.link(app.who)
    rows: list[text.Part] = [
        text.line("Your code: ", (code, "$strong")),
        "",
        text.line("On the other device: ", (app.door.command("join"), "$key")),
        f"and type the code within {LINK_SECONDS / 60:.0f} minutes. That device's key then opens the door, too.",
        "",
        ("The code works once. A new one takes its place.", "$faint"),
    ]
    app.push_screen(Read("Another device", rows))


class KeysScreen(Dialog[None]):
    """Every key with its fingerprint, and the password; Enter on one changes it. The last way in stays."""

    BROAD = True
    AUTO_FOCUS = "#own-keys"
    TOPIC = """\
What opens the door for you. Enter on a key forgets it, Enter on the password sets another; the last way in cannot be
taken away. l makes a code for another device."""
    BINDINGS = [
        Binding("l", "link", "link a device", id="keys.link", tooltip="A code that lets another device in."),
        Binding("p", "password", "password", id="keys.password", tooltip="Set, change or forget your password."),
    ]

    def __init__(self, session: SessionServices) -> None:
        super().__init__("How you come in")
        self._session = session

    def body(self) -> Iterable[Widget]:
        yield Choices(self._rows(), id="own-keys")

    def _rows(self) -> list[Row]:
        zone, now, person = self.services.zone, self._session.house.clock(), self._session.person
        rows = [Row("keys", "Keys" if person.keys else "Keys: none", heading=True)]
        for key in person.keys:
            note = (text.moment(key.added, now, zone), "$faint")
            rows.append(Row(key.fingerprint, text.fit(key.fingerprint, 50), note=note))
        state = ("set", "$good") if person.password else ("none", "$faint")
        return [*rows, Row("word", "Password", heading=True), Row("password", "Your password", note=state)]

    def _again(self) -> None:
        for choices in self.query(Choices):
            choices.show(self._rows())

    def on_choices_picked(self, message: Choices.Picked) -> None:
        if message.row.id == "password":
            self.action_password()
        else:
            self._forget(message.row.id)

    def _forget(self, fingerprint: str) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self.attempt(lambda: self._session.people.drop_key(self._session.who, fingerprint), "Forgotten.")
                self._again()

        rows = [fingerprint, "The device with this key will not be let in as you any more."]
        self.app.push_screen(Confirm("Forget this key?", rows), sure)

    # --- the password
    def action_password(self) -> None:
        if self._session.door.hash_password is None:
            self.tell("This house takes no passwords.", "warn")
        elif self._session.person.password is None:
            self._new_password()
        else:
            last = None if self._session.person.keys else "You have no key, so your password is your only way in."

            def chosen(what: str | None) -> None:
                if what == "change":
                    self._new_password()
                elif what == "forget":
                    self.attempt(lambda: self._session.people.set_password(self._session.who, None), "Forgotten.")
                    self._again()

            rows = [Row("change", "set another"), Row("forget", "forget it", last)]
            self.app.push_screen(Pick("Your password", rows), chosen)

    def _new_password(self) -> None:
        def once(first: str | None) -> None:
            if first is not None:
                self.app.push_screen(
                    Ask("Once more", "The same again.", secret=True, longest=PASSWORD_MOST), again(first)
                )

        def again(first: str) -> Callable[[str | None], None]:
            def compare(second: str | None) -> None:
                if second is None:
                    return
                if first != second:
                    self.tell("These two are not the same; type it twice.", "bad")
                    return
                self.run_worker(self._keep_password(first), exclusive=True)

            return compare

        what = f"For devices without a key. At least {PASSWORD_LEAST} characters."
        self.app.push_screen(Ask("A new password", what, secret=True, longest=PASSWORD_MOST), once)

    async def _keep_password(self, password: str) -> None:
        """Hashing takes a moment, and is done elsewhere: nobody waits for it."""
        hashing = self._session.door.hash_password
        assert hashing is not None
        try:
            self._session.people.set_password(self._session.who, await hashing(password))
        except Refused as refusal:
            self.refuse(refusal)
        else:
            self.tell("Your new password is kept.", "good")
            self._again()

    def action_link(self) -> None:
        show_link(self._session)
