"""Invitations: made, shown once, listed, revoked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.widget import Widget

from core.people import Invitation
from tui import text
from tui.screens.dialogs import Confirm, Dialog, Pick, Read
from tui.widgets.choices import Choices, Row

if TYPE_CHECKING:
    from tui.door import Door
    from tui.session import SessionApp


def invite(session: SessionApp, match: str | None = None, seats: tuple[str, ...] = (), *, host: bool = False) -> None:
    """Make invitations, one for each seat (or one for the house), and show their codes this once."""
    made = [(seat, session.people.invite(session.called, match, seat, host=host)[1]) for seat in seats or (None,)]
    what = "the house, as a host" if host else "a seat at " + _title(session, match) if match else "the house"
    session.push_screen(Codes("Invitations" if len(made) > 1 else "Invitation", paste(session.door, what, made)))


def _title(session: SessionApp, match: str) -> str:
    header = session.house.table(match).match.header
    return f"{header.title} ({match})" if header.title else match


def paste(door: Door, what: str, made: Sequence[tuple[str | None, str]]) -> list[str]:
    """What to paste into a chat or a letter: how to connect, the house's key to compare, a code for each person."""
    one = len(made) == 1
    lines = [f"You are invited to {what}. Connect with:", f"  {door.command('join')}"]
    if door.fingerprint:
        lines += ["The first time ssh asks about the house's key. It should be:", f"  {door.fingerprint}"]
    lines.append("Then type your code, which works once:" if one else "Then type your code; each works once:")
    return [*lines, *(f"  {code}" if seat is None else f"  {seat:<24} {code}" for seat, code in made)]


class Codes(Read):
    """Codes to hand out, with how to connect; `y` copies what there is to paste, and nothing else."""

    BINDINGS = [Binding("y", "copy", "copy", id="codes.copy", tooltip="Copy this to the clipboard.")]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__(
            title, [*lines, "", ("y copies this. Codes are not kept and cannot be shown again.", "$faint")]
        )
        self._lines = lines

    def copied(self) -> str:
        return "\n".join(self._lines)


class Invitations(Dialog[None]):
    """Those that were made, the newest first; Enter revokes one."""

    BROAD = True
    AUTO_FOCUS = "#invitations"
    TOPIC = """\
An invitation is a code that lets one person in, once: to the house, or to a seat of a match. Enter revokes the one
you are at, as long as nobody has used it. Invitations to a seat are made at the console of its match."""
    BINDINGS = [Binding("n", "new", "new", id="invitations.new", tooltip="A new invitation to the house.")]

    def __init__(self, session: SessionApp, match: str | None = None) -> None:
        """`match`: only those to its seats."""
        super().__init__("Invitations")
        self._session = session
        self._match = match

    def body(self) -> Iterable[Widget]:
        yield Choices(self._rows(), id="invitations", empty="None was made yet: n makes one.")

    def _rows(self) -> list[Row]:
        found = [one for one in self._session.people.invitations() if self._match in (None, one.match)]
        return [self._row(one) for one in reversed(found)]

    def _row(self, one: Invitation) -> Row:
        what = f"{one.seat} at {one.match}" if one.match else "a host" if one.host else "the house"
        made = text.moment(one.made, self._session.house.clock(), self.garnet.zone)
        state, closed = ("open", "$good"), None
        if one.used_by is not None:
            state, closed = (f"used by {one.used_by}", "$faint"), f"{one.used_by} has used it."
        elif one.revoked:
            state, closed = ("revoked", "$faint"), "It is revoked already."
        label = text.line(text.fit(f"#{one.id}", 5), text.fit(what, 30), (f"{made}, {one.by}", "$faint"))
        return Row(one.id, label, closed, note=state)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        number = message.row.id

        def sure(yes: bool | None) -> None:
            if yes:
                self.attempt(lambda: self._session.people.revoke(number), "Revoked.")
                self.query_one(Choices).show(self._rows())

        self.app.push_screen(Confirm(f"Revoke invitation #{number}?", ["Its code will open nothing."]), sure)

    def action_new(self) -> None:
        def chosen(kind: str | None) -> None:
            if kind is not None:
                invite(self._session, host=kind == "host")
                self.query_one(Choices).show(self._rows())

        rows = [Row("house", "to the house: they take a free seat"), Row("host", "to the house, as another host")]
        if self._match is not None:
            self.tell("At the console: Enter on a seat, then the invitation.")
            return
        self.app.push_screen(Pick("An invitation", rows), chosen)
