"""Invitations: made, shown once, listed, revoked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual.binding import Binding
from textual.widget import Widget

from core.match.seating import is_unnamed
from core.person import Invitation
from core.words.door import Door, paste, qr
from tui.app.services import SessionServices
from tui.screens.dialogs import Confirm, Dialog, Pick, ReadDialog
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text


def invite(
    session: SessionServices, match: str | None = None, seats: tuple[str, ...] = (), *, host: bool = False
) -> None:
    codes = [(seat, session.people.invite(session.called, match, seat, host=host)[1]) for seat in seats or (None,)]
    header = None if match is None else session.house.table(match).match.header
    at = "" if header is None else f"{header.title} ({match})" if header.title else header.match
    session.push_screen(
        Codes(session.door, [Code(seat, code, _purpose(seat, at, host=host)) for seat, code in codes], at)
    )


def _purpose(seat: str | None, at: str, *, host: bool) -> str:
    if seat is None:
        return "the house, as a host" if host else "the house"
    return f"a seat at {at}" if is_unnamed(seat) else f"the seat {seat} at {at}"


class Code(NamedTuple):
    seat: str | None
    code: str
    what: str


class Codes(Dialog[None]):
    """Codes to hand out, with connection instructions. `y` copies the text for the row under the cursor: one
    invitation, or the list of all."""

    BROAD = True
    AUTO_FOCUS = "#codes"
    BINDINGS = [
        Binding("y", "copy", "copy", id="codes.copy", tooltip="Copy this to the clipboard."),
        Binding("v", "show", "QR code", id="codes.show", tooltip="The link of this one, for a phone's camera."),
    ]
    TOPIC = """\
Each code lets one person in, once. y copies the letter for the one you are at, to be sent to that person alone; on the
last row, the list of all. v shows a link for a phone's camera, where browsers are let in. Codes are not kept and cannot
be shown again."""

    def __init__(self, door: Door, codes: Sequence[Code], at: str) -> None:
        super().__init__("Invitations" if len(codes) > 1 else "Invitation")
        self._door = door
        self._codes = codes
        self._at = at

    def body(self) -> Iterable[Widget]:
        rows = [
            Row(str(place), text.line(*(text.fit(code.seat or code.what, 26), (code.code, "$key"))))
            for place, code in enumerate(self._codes)
        ]
        if len(rows) > 1:
            rows.append(Row(ALL, "all of them, for a list"))
        codes = Choices(rows, id="codes")
        letter = VerticalScroll(Paper(text.lines(self._letter()), id="dialog-text"), can_focus=False)
        codes.styles.max_height, letter.styles.max_height = LISTED, SHOWN  # the hint below them stays visible
        yield codes
        yield letter
        yield Paper(("y copies this. Codes are not kept and cannot be shown again.", "$faint"))

    def _letter(self) -> list[text.Part]:
        lists = list(self.query(Choices))
        row = lists[0].row if lists else None
        if row is not None and row.id == ALL:
            return [*paste(self._door, f"seats at {self._at}", [(code.seat, code.code) for code in self._codes])]
        code = self._codes[0 if row is None else int(row.id)]
        return [*paste(self._door, code.what, [(code.seat, code.code)])]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._door.web) if action == "show" else True

    def action_show(self) -> None:
        row = self.query_one(Choices).row
        if row is not None and row.id != ALL:
            code = self._codes[int(row.id)]
            link = self._door.link(code.code)
            self.app.push_screen(ReadDialog(f"For {code.seat or code.what}", [*qr(link), "", (link, "$key")]))

    def on_choices_moved(self, message: Choices.Moved) -> None:
        self.query_one("#dialog-text", Paper).update(text.lines(self._letter()))

    def on_choices_picked(self) -> None:
        self.action_copy()

    def text_to_copy(self) -> str:
        return text.lines(self._letter()).plain


ALL = "all"
LISTED, SHOWN = 8, 7
"""Rows of codes and of the letter that are visible at once on 24 rows."""


class Invitations(Dialog[None]):
    """Invitations made, the newest first; Enter revokes one."""

    BROAD = True
    AUTO_FOCUS = "#invitations"
    TOPIC = """\
An invitation is a code that lets one person in, once: to the house, or to a seat of a match. Enter revokes the one
you are at, as long as nobody has used it. Invitations to a seat are made at the console of its match."""
    BINDINGS = [Binding("n", "new", "new", id="invitations.new", tooltip="A new invitation to the house.")]

    def __init__(self, session: SessionServices, match: str | None = None) -> None:
        """`match`: list only invitations to its seats."""
        super().__init__("Invitations")
        self._session = session
        self._match = match

    def body(self) -> Iterable[Widget]:
        yield Choices(self._rows(), id="invitations", empty="None was made yet: n makes one.")

    def _rows(self) -> list[Row]:
        listed = [
            invitation for invitation in self._session.people.invitations() if self._match in (None, invitation.match)
        ]
        return [self._row(invitation) for invitation in reversed(listed)]

    def _row(self, invitation: Invitation) -> Row:
        what = (
            f"{invitation.seat} at {invitation.match}"
            if invitation.match
            else "a host"
            if invitation.host
            else "the house"
        )
        made_at = text.moment(invitation.made, self._session.house.clock(), self.services.zone)
        state, closed = ("open", "$good"), None
        if invitation.used_by is not None:
            state, closed = (f"used by {invitation.used_by}", "$faint"), f"{invitation.used_by} has used it."
        elif invitation.revoked:
            state, closed = ("revoked", "$faint"), "It is revoked already."
        label = text.line(
            text.fit(f"#{invitation.id}", 5), text.fit(what, 30), (f"{made_at}, {invitation.inviter}", "$faint")
        )
        return Row(invitation.id, label, closed, note=state)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        number = message.row.id

        def sure(_: bool) -> None:
            self.attempt(lambda: self._session.people.revoke(number), "Revoked.")
            self.query_one(Choices).show(self._rows())

        self.services.ask(Confirm(f"Revoke invitation #{number}?", ["Its code will open nothing."]), sure)

    def action_copy(self) -> None:
        self.tell("A code is shown once, when it is made, and is not kept: revoke this one and make another.")

    def action_new(self) -> None:
        def chosen(kind: str) -> None:
            invite(self._session, host=kind == "host")
            self.query_one(Choices).show(self._rows())

        rows = [Row("house", "to the house: they take a free seat"), Row("host", "to the house, as another host")]
        if self._match is not None:
            self.tell("At the console: Enter on a seat, then the invitation.")
            return
        self.services.ask(Pick("An invitation", rows), chosen)
