"""One seat's orders written by its host on the game's own panel: to correct them, or to try a closed round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from core.json import Json
from core.match import journal as j
from core.match.closing import called
from core.match.corrections import WhatIf
from core.match.state import Match, change
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from tui.app.memory import Forgetful, SeatMemory
from tui.games import panel_class
from tui.games.base import GamePanel
from tui.games.place import HoldsPanel, let
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Read
from tui.screens.host.preview import ask_to_do
from tui.screens.result.past_tables import Unwritten
from tui.screens.table.ordering import restated
from tui.widgets.boxes import Vertical
from tui.widgets.lines import Paper
from tui.words import text

Written = Json | None
"""Orders as JSON; None for nothing sealed."""


class Blotter(Table):
    """A table on which a draft can be written and nothing else; nobody hears of it, and nothing is kept."""

    def __init__(self, match: Match, at: float) -> None:
        bare = change(match, holders={}, deadline=None, said=(), waiting=(), notes={}, drafts={}, ready=())
        super().__init__(bare, Unkept(), lambda: at)

    def submit(self, entry: j.AnyEntry) -> None:
        if not isinstance(entry, j.Drafted):
            raise Refused("only_orders", "Only orders are written here: s is done, q leaves everything as it is.")
        super().submit(entry)


class Unkept(Unwritten):
    """A store that forgets at once."""

    def append(self, match: str, *entries: Json) -> None:
        """Forget them."""


class Rewriting(HoldsPanel, GarnetScreen[None]):
    """The panel of a seat, with what it has sealed; `s` gives what is written to `take`."""

    TOPIC = """\
The table as this seat sees it. Write the orders as the seat would; s is done with them, w takes the seal away, q leaves
everything as it is. What is done live stays as it was done. It is on record that you looked."""
    BINDINGS = [
        Binding("s", "done", "done", id="rewriting.done", tooltip="These orders."),
        Binding("w", "nothing", "no orders", id="rewriting.nothing", tooltip="Nothing sealed at all."),
        Binding("u", "undo", "undo", id="rewriting.undo", tooltip="Take the last change back."),
        Binding("R", "rules", "rules", id="rewriting.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, head: str, match: Match, name: str, at: float, take: Callable[[Written, list[text.Part]], None]):
        super().__init__(id="rewriting")
        self._head = head
        self._seat = Seat(Blotter(match, at), name)
        self._take = take

    def body(self) -> Iterable[Widget]:
        frame = self._seat.frame()
        yield Paper(id="frame")
        memory = SeatMemory(Forgetful(), frame.match, self._seat.name)
        yield Vertical(panel_class(frame.game)(self._seat, memory), id="opened-body", classes="house-pane")

    @property
    def panel(self) -> GamePanel[Any, Any, Any]:
        """The game's panel."""
        return self.query_one(GamePanel)

    def on_mount(self) -> None:
        self.query_one("#frame", Paper).update(text.line(" ", (self._head, "$strong")))
        let(self.panel, self.panel.show)
        if (first := self.panel.preferred_focus()) is not None:
            first.focus()

    def action_done(self) -> None:
        panel, orders = self.panel, self.panel.orders
        refusal = panel.preview()
        if refusal is not None:
            self.refuse(refusal)
            return
        self._take(orders, list(panel.restated()) or restated(self._seat, orders))

    def action_nothing(self) -> None:
        self._take(None, [("Nothing.", "$warn")])

    def action_undo(self) -> None:
        self.panel.undo()

    def action_back(self) -> None:
        if not self.panel.step_back():
            self.dismiss()

    def action_rules(self) -> None:
        self.services.open_rules(self._seat.frame().game)

    def help_text(self) -> str:
        return "\n\n".join(filter(None, (self.TOPIC, self.panel.TOPIC)))


def correct_seat(screen: GarnetScreen[Any], desk: HostControls, seat: str) -> None:
    """Correct a seat's orders for the open round (HH-40). The looking is recorded."""
    desk.open_seat(seat)
    match = desk.table.match
    word = match.game.spec.round_word

    def take(orders: Written, rows: list[text.Part]) -> None:
        page = screen.app.screen
        if not screen.services.attempt(lambda: desk.preview(lambda desk: desk.correct(seat, orders, "-", match.round))):
            return  # said before anybody writes a reason for it

        def given(reason: str | None) -> None:
            if reason is not None:
                ask_to_do(
                    screen.services, desk, f"Correct {seat}'s orders?",
                    lambda desk: desk.correct(seat, orders, reason, match.round), f"{seat}'s orders are corrected.",
                    [(f"Sealed for {seat} from now on:", "$accent"), *(text.line("  ", row) for row in rows)],
                    after=page.dismiss,
                )  # fmt: skip

        def fits(reason: str) -> None:
            desk.preview(lambda desk: desk.correct(seat, orders, reason, match.round))

        about = "Why? Everybody is told the reason; name nobody whose orders are to stay secret."
        screen.app.push_screen(Ask(f"Correct {seat}'s orders", about, longest=300, take=fits), given)

    head = f"Correcting {seat}'s orders for {called(word, match.round)}"
    screen.app.push_screen(Rewriting(head, match, seat, desk.table.clock(), take))


def what_if_seat(screen: GarnetScreen[Any], desk: HostControls, seat: str, number: int) -> None:
    """What a closed round would have brought with other orders of a seat (HH-41). The looking is recorded."""
    before = desk.position(number, seat)
    word = before.game.spec.round_word

    def take(orders: Written, rows: list[text.Part]) -> None:
        try:
            found = desk.what_if(number, seat, orders)
        except Refused as refusal:
            screen.services.refuse(refusal)
            return
        screen.app.push_screen(Read(f"What if, in {called(word, number)}", what_if_rows(found, word)))

    head = f"What if {seat} had ordered otherwise in {called(word, number)}"
    screen.app.push_screen(Rewriting(head, before, seat, desk.table.clock(), take))


def what_if_rows(found: WhatIf, word: str) -> list[text.Part]:
    """What a round would have brought, beside what it brought."""
    rows: list[text.Part] = [("Nothing is changed; it is on record that you looked.", "$warn"), ""]
    rows += [text.line((f"{found.seat} would have ordered", "$strong")), *_lines(found.instead)]
    rows += [text.line(("in place of", "$faint")), *_lines(found.ordered)]
    for seat, differs in found.seats.items():
        rows += ["", (seat, "$accent"), ("was told", "$faint"), *_lines(differs.was)]
        rows += [("would have been told", "$faint"), *_lines(differs.would)]
    if found.public is not None and (found.public.was or found.public.would):
        rows += ["", ("Everybody", "$accent"), ("was told", "$faint"), *_lines(found.public.was)]
        rows += [("would have been told", "$faint"), *_lines(found.public.would)]
    elif found.public is not None:
        rows += ["", "Everybody would have been told otherwise."]
    if not found.seats:
        rows += ["", "Every seat would have been told the same."]
    if found.ending is not None:
        rows += ["", text.line(("It would have ended there, won by ", "$accent"), text.joined(found.ending.winners))]
    elif found.ended:
        rows += ["", f"It would not have ended with that {word}."]
    return rows


def _lines(told: tuple[str, ...]) -> list[text.Part]:
    return [text.line("  ", line) for line in told or ("nothing",)]
