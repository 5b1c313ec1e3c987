"""The keys by which the house knows a person, and codes that let another device in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.widget import Widget

from core.people import LINK_SECONDS
from tui import text
from tui.screens.dialogs import Confirm, Dialog, Read
from tui.widgets.choices import Choices, Row

if TYPE_CHECKING:
    from tui.session import SessionApp


def show_link(app: SessionApp) -> None:
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
    """Every key with its fingerprint; Enter forgets one, l makes a code for another device."""

    BROAD = True
    AUTO_FOCUS = "#own-keys"
    TOPIC = "The keys that open the door for you. Enter forgets the one you are at; l makes a code for another device."
    BINDINGS = [Binding("l", "link", "link a device", id="keys.link", tooltip="A code that lets another device in.")]

    def __init__(self, session: SessionApp) -> None:
        super().__init__("Your keys")
        self._session = session

    def body(self) -> Iterable[Widget]:
        yield Choices(self._rows(), id="own-keys", empty="You have no keys; you come in with your password.")

    def _rows(self) -> list[Row]:
        zone, now = self.garnet.zone, self._session.house.clock()
        return [
            Row(
                key.fingerprint,
                text.fit(key.fingerprint, 50),
                note=(f"{key.public.split()[0].removeprefix('ssh-')}, {text.moment(key.added, now, zone)}", "$faint"),
            )
            for key in self._session.person.keys
        ]

    def on_choices_picked(self, message: Choices.Picked) -> None:
        fingerprint = message.row.id

        def sure(yes: bool | None) -> None:
            if yes:
                self.attempt(lambda: self._session.people.drop_key(self._session.who, fingerprint), "Forgotten.")
                self.query_one(Choices).show(self._rows())

        rows = [fingerprint, "The device with this key will not be let in as you any more."]
        self.app.push_screen(Confirm("Forget this key?", rows), sure)

    def action_link(self) -> None:
        show_link(self._session)
