"""A person's keys and password, and codes for another device."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.widget import Widget

from core.house.people import LINK_SECONDS
from core.person import PASSWORD_LEAST, PASSWORD_MOST
from core.refusal import Refused
from core.words.door import qr
from tui.app.services import SessionServices
from tui.screens.dialogs import AskLine, Confirm, Dialog, Pick, ReadDialog
from tui.widgets.choices import Choices, Row
from tui.words import text

LONGEST_KEY = 1200
"""Characters of a public key with its comment; RSA keys have up to a thousand."""


def show_link(app: SessionServices) -> None:
    """Make a code for another device, replacing an earlier one, and show it once. If browsers are let in, a link is
    shown too."""
    code = app.people.link(app.who)
    within = f"within {LINK_SECONDS / 60:.0f} minutes"
    rows: list[text.Part] = []
    link = app.door.link(code)
    if link:
        rows += [*qr(link), f"Open this {within} in the browser that shall let you in:", (link, "$key"), ""]
    rows += [
        text.line("A terminal" if link else "On the other device", ": ", (app.door.command("join"), "$key")),
        text.line("with the code: ", (code, "$strong"), f" {within}. That device's key then opens the door, too."),
        "",
        ("It works once. A new one takes its place.", "$faint"),
    ]
    app.push_screen(Shown("Another device", rows, link or code))


class Shown(ReadDialog):
    BINDINGS = [Binding("y", "copy", "copy", id="shown.copy", tooltip="Copy this to the clipboard.")]

    def __init__(self, title: text.Part, rows: Sequence[text.Part], to_copy: str) -> None:
        super().__init__(title, rows)
        self._to_copy = to_copy

    def text_to_copy(self) -> str:
        return self._to_copy


class KeysScreen(Dialog[None]):
    """Keys, browsers and password. The last way in cannot be removed."""

    BROAD = True
    AUTO_FOCUS = "#own-keys"
    TOPIC = """\
Your keys, browsers and password. Enter on a key or a browser forgets it, Enter on the password sets another; the
last way in cannot be removed. l makes a code for another device, and a link if browsers are let in. a adds an SSH
key, o logs out all other browsers."""
    BINDINGS = [
        Binding("l", "link", "link a device", id="keys.link", tooltip="A code that lets another device in."),
        Binding("a", "add", "add a key", id="keys.add", tooltip="Paste a public key: ssh opens the door by it."),
        Binding("o", "others", "log out others", id="keys.others", tooltip="Forget all your browsers but this one."),
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
        if person.browsers:
            rows.append(Row("browsers", "Browsers", heading=True))
        for browser in person.browsers:
            own = "this one, " if browser.digest == self._session.browser else ""
            note = (f"{own}since {text.moment(browser.added, now, zone)}", "$faint")
            rows.append(Row(f"browser {browser.id}", text.fit(browser.name, 40), note=note))
        state = ("set", "$good") if person.password else ("none", "$faint")
        return [*rows, Row("word", "Password", heading=True), Row("password", "Your password", note=state)]

    def _refresh(self) -> None:
        for choices in self.query(Choices):
            choices.show(self._rows())

    def on_choices_picked(self, message: Choices.Picked) -> None:
        if message.row.id == "password":
            self.action_password()
        else:
            self._forget(message.row.id)

    def _forget(self, row: str) -> None:
        people, who = self._session.people, self._session.who
        browser = row.removeprefix("browser ") if row.startswith("browser ") else ""

        def confirmed(_: bool) -> None:
            forget = (lambda: people.drop_browser(who, browser)) if browser else lambda: people.drop_key(who, row)
            self.attempt(forget, "Forgotten.")
            self._refresh()

        if browser:
            name = next((own.name for own in self._session.person.browsers if own.id == browser), browser)
            rows = [name, "It will not be let in as you any more, and what it has open is closed at once."]
        else:
            rows = [row, "The device with this key will not be let in as you any more."]
        self.services.ask(Confirm(f"Forget this {'browser' if browser else 'key'}?", rows), confirmed)

    def action_others(self) -> None:
        def confirmed(_: bool) -> None:
            people, session = self._session.people, self._session
            self.attempt(lambda: people.drop_other_browsers(session.who, session.browser), "Logged out.")
            self._refresh()

        others = [own.name for own in self._session.person.browsers if own.digest != self._session.browser]
        if others:
            rows = [f"{text.joined(others)}: what they have open is closed at once. This one stays."]
            self.services.ask(Confirm("Log out all others?", rows), confirmed)
        else:
            self.tell("No other browser is let in as you.")

    def action_add(self) -> None:
        """Add an SSH key, so that a browser user can use a terminal too."""

        def pasted(line: str) -> None:
            read_key, people = self._session.door.read_key, self._session.people
            if line and read_key is not None:
                self.attempt(lambda: people.add_key(self._session.who, read_key(line)), "This key opens the door now.")
                self._refresh()

        if self._session.door.read_key is None:
            self.tell("Keys are added where the house is served.", "warn")
        else:
            question = "Paste your public key: one line, as the file ~/.ssh/id_ed25519.pub has it."
            self.services.ask(AskLine("A key of SSH", question, longest=LONGEST_KEY), pasted)

    # --- the password
    def action_password(self) -> None:
        if self._session.door.hash_password is None:
            self.tell("This house takes no passwords.", "warn")
        elif self._session.person.password is None:
            self._new_password()
        else:
            only_way_in = (
                None if self._session.person.keys else "You have no key, so your password is your only way in."
            )

            def chosen(row: str) -> None:
                if row == "change":
                    self._new_password()
                elif row == "forget":
                    self.attempt(lambda: self._session.people.set_password(self._session.who, None), "Forgotten.")
                    self._refresh()

            rows = [Row("change", "set another"), Row("forget", "forget it", only_way_in)]
            self.services.ask(Pick("Your password", rows), chosen)

    def _new_password(self) -> None:
        def typed(first: str) -> None:
            repeat = AskLine("Once more", "The same again.", secret=True, longest=PASSWORD_MOST)
            self.services.ask(repeat, lambda second: compare(first, second))

        def compare(first: str, second: str) -> None:
            if first != second:
                self.tell("These two are not the same; type it twice.", "bad")
                return
            self.run_worker(self._keep_password(first), exclusive=True)

        question = f"For devices without a key. At least {PASSWORD_LEAST} characters."
        self.services.ask(AskLine("A new password", question, secret=True, longest=PASSWORD_MOST), typed)

    async def _keep_password(self, password: str) -> None:
        hash_password = self._session.door.hash_password  # takes a moment, so it runs in the background
        assert hash_password is not None
        try:
            self._session.people.set_password(self._session.who, await hash_password(password))
        except Refused as refusal:
            self.refuse(refusal)
        else:
            self.tell("Your new password is kept.", "good")
            self._refresh()

    def action_link(self) -> None:
        show_link(self._session)
