"""A seat that the host has opened: its table as it stands, in the game's own panel, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.match import Match
from core.seat import Seat
from tui import text
from tui.games import panel_class
from tui.games.place import HoldsPanel
from tui.memory import Forgetful, SeatMemory
from tui.repainting import Repainting
from tui.replaying import FrozenTable
from tui.screens.base import GarnetScreen
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.words import Paper


class OpenedSeat(HoldsPanel, GarnetScreen[None]):
    """What a seat sees, at the moment it was opened. The opening is on record before this page is made."""

    TOPIC = """\
The table as this seat sees it, with its sealed orders, at the moment you opened it; its drafts, talk and notes stay its
own. Enter changes to the same in words, with its reports. It is on record that you looked."""
    BINDINGS = [
        Binding("enter", "turn", "table or words", id="opened.turn", tooltip="The table, or orders and reports."),
        Binding("R", "rules", "rules", id="opened.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, match: Match, name: str, at: float, rows: list[text.Part], recorded: str) -> None:
        """`rows` say it in words; `recorded` is told above them."""
        super().__init__(id="opened")
        self.name_of_seat = name
        self._seat = Seat(FrozenTable(match, at), name)
        self._rows: list[text.Part] = [(f"What {name} sees", "$strong"), (recorded, "$warn"), "", *rows]
        self._recorded = recorded
        # Where the rounds are over there is no table to show.
        self._words = match.phase not in ("briefing", "pregame", "round")
        self._paint = Repainting(self._build)

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Vertical(id="opened-body", classes="house-pane")

    async def on_mount(self) -> None:
        await self._paint()
        self.tell(self._recorded, "warn")

    async def _build(self) -> None:
        shown = "in words" if self._words else "the table"
        head = text.line(" ", (f"What {self.name_of_seat} sees", "$strong"), (" \u00b7 ", "$faint"), shown)
        self.query_one("#frame", Paper).update(head)
        body = self.query_one("#opened-body")
        await body.remove_children()
        if self._words:
            words = Paper(text.lines(self._rows), id="opened-text", classes="house-words")
            scroll = VerticalScroll(words, id="opened-scroll", classes="house-pane")
            await body.mount(scroll)
            scroll.focus()
            return
        frame = self._seat.frame()
        # What the player expected or remembered is theirs alone: these eyes remember nothing.
        memory = SeatMemory(Forgetful(), frame.match, self.name_of_seat)
        await body.mount(panel_class(frame.game)(self._seat, memory, read_only=True))
        self.set_focus(None)  # Tab goes into the panel

    async def action_turn(self) -> None:
        self._words = not self._words
        await self._paint()

    def action_rules(self) -> None:
        self.garnet.open_rules(self._seat.frame().game)

    def copied(self) -> str:
        return text.lines(self._rows).plain
