"""What a host can do with one seat of a match: open, hand over, name, correct, mute it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.closing import called
from core.host_desk import HostDesk
from core.match import takes_orders
from core.renaming import EARLY
from core.seating import OPEN
from tui.screens.base import GarnetScreen
from tui.screens.console.pages import RECORDED, seat_rows
from tui.screens.correcting import correct_seat, what_if_seat
from tui.screens.dialogs import Ask, Pick
from tui.screens.handing import ask_to_hand_over, seat_by_seat
from tui.screens.hosted_match import holder_rows
from tui.screens.invitations import invite
from tui.screens.muting import ask_to_mute, unmute
from tui.screens.opened import OpenedSeat
from tui.visit import Visit
from tui.widgets.choices import Row


class SeatMenu:
    """The menu of one seat, over a host's screen. What it shows of the seat is opened on record."""

    def __init__(self, screen: GarnetScreen[Any], session: Visit, desk: HostDesk, seat: str) -> None:
        self._screen = screen
        self._session = session
        self._desk = desk
        self._seat = seat
        self._match = desk.table.match
        """As it was when the menu was opened."""
        self._word = self._match.game.spec.round_word

    def open(self) -> None:
        """Show what can be done, with the reason where something cannot."""
        screen, desk, seat, id_ = self._screen, self._desk, self._seat, self._match.header.match
        over = "This match has finished." if self._match.phase == "finished" else None
        rows = [
            Row("look", "open what it sees", note=("recorded", "$warn")),
            Row("hand", "hand it over", over),
            Row("invite", "an invitation to it", over),
            Row("rename", "give it another name", self._keeps_its_name(), "HH-10"),
            Row("correct", "correct its orders", self._no_orders_now(), "HH-40", note=("recorded", "$warn")),
            Row("what_if", "what if it had ordered otherwise", self._nothing_closed(), note=("recorded", "$warn")),
            self._mute_row(over),
        ]
        doing: dict[str, Callable[[], object]] = {
            "look": self._look,
            "hand": self._hand_over,
            "invite": lambda: invite(self._session, id_, (seat,)),
            "rename": self._rename,
            "correct": lambda: screen.attempt(lambda: correct_seat(screen, desk, seat)),
            "what_if": self._what_if,
            "mute": lambda: ask_to_mute(screen, desk, seat),
            "unmute": lambda: unmute(screen, desk, seat),
        }

        def chosen(key: str | None) -> None:
            if key is not None:
                doing[key]()

        screen.app.push_screen(Pick(seat, rows), chosen)

    # --- what is closed, and why -------------------------------------------------------------------------------------
    def _keeps_its_name(self) -> str | None:
        if self._match.phase in EARLY:
            return None
        return f"Seats are renamed before {self._word} 1 begins; afterwards they keep their names."

    def _no_orders_now(self) -> str | None:
        return None if takes_orders(self._match) else "Orders are corrected while they are taken: not now."

    def _nothing_closed(self) -> str | None:
        return None if self._match.rounds else f"No {self._word} has closed yet."

    def _mute_row(self, over: str | None) -> Row:
        muted = self._match.muted.get(self._seat)
        if muted is None:
            return Row("mute", "mute it", over, note=("its line to you stays open", "$faint"))
        until = f" until {muted.words}" if muted.words else ""
        return Row("unmute", "let it speak again", over, note=(f"muted{until}", "$warn"))

    # --- doing it ----------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        view = self._desk.open_seat(self._seat)
        rows, match = seat_rows(self._desk, self._seat, view), self._desk.table.match
        self._screen.app.push_screen(OpenedSeat(match, self._seat, self._desk.table.clock(), rows, RECORDED))

    def _hand_over(self) -> None:
        people, seat, match = self._session.people, self._seat, self._desk.table.match

        def chosen(holder: str | None) -> None:
            if holder is not None:
                ask_to_hand_over(self._screen.garnet, self._desk, people, seat, holder)

        rows = holder_rows(people, spare=match.holders.get(seat, OPEN))
        self._screen.app.push_screen(Pick(f"{seat} is played by", seat_by_seat(rows, match, seat)), chosen)

    def _rename(self) -> None:
        seat, screen = self._seat, self._screen
        what = f"What this seat is called, at most 24 characters. Everybody is told: {seat} is called NAME now."
        ask = Ask(f"{seat} is called", what, seat, longest=40, take=lambda name: self._desk.rename(seat, name.strip()))
        screen.app.push_screen(ask, lambda name: screen.tell("Renamed.", "good") if name is not None else None)

    def _what_if(self) -> None:
        screen, desk, seat = self._screen, self._desk, self._seat
        rounds = [record.round for record in desk.table.match.rounds]
        rows = [Row(str(number), called(self._word, number)) for number in reversed(rounds)]

        def chosen(number: str | None) -> None:
            if number is not None:
                screen.attempt(lambda: what_if_seat(screen, desk, seat, int(number)))

        screen.app.push_screen(Pick(f"What if {seat} had ordered otherwise in", rows), chosen)
