"""A host's actions on one seat: open, hand over, rename, mute, and correct its orders on the game's own panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from core.json import Json
from core.match import journal as j
from core.match.corrections import WhatIf
from core.match.renaming import EARLY
from core.match.seating import OPEN
from core.match.state import Match, change, takes_orders
from core.refusal import Refused
from core.table.host_controls import ROOMS, HostControls, Room
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import rooms_words
from core.words.deadlines import match_zone
from core.words.moments import moment_in_zone, read_moment
from tui.app.fitting import Repainting
from tui.app.memory import Forgetful, SeatMemory
from tui.app.services import SessionServices
from tui.games import panel_class
from tui.games.base import GamePanel
from tui.games.place import HoldsPanel, let
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Pick, PickMany, ReadDialog
from tui.screens.host.invitations import invite
from tui.screens.host.newmatch import holder_rows
from tui.screens.host.pages import RECORDED, seat_rows
from tui.screens.host.preview import ask_to_do, ask_to_hand_over, seat_by_seat
from tui.screens.result.past_tables import FrozenTable, ReplayStore
from tui.screens.table.ordering import restated
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Row
from tui.widgets.lines import Paper
from tui.words import text

Written = Json | None
"""Orders as JSON; None for nothing sealed."""


class ScratchTable(Table):
    """A table that takes drafts only. It sends and stores nothing."""

    def __init__(self, match: Match, at: float) -> None:
        bare = change(match, holders={}, deadline=None, messages=(), queued=(), notes={}, drafts={}, ready=())
        super().__init__(bare, Unkept(), lambda: at)

    def submit(self, entry: j.AnyEntry) -> None:
        if not isinstance(entry, j.Drafted):
            raise Refused("only_orders", "Only orders are written here: s is done, q leaves everything as it is.")
        super().submit(entry)


class Unkept(ReplayStore):
    def append(self, match: str, *entries: Json) -> None:
        """Forget them."""


class Rewriting(HoldsPanel, GarnetScreen[None]):
    """A seat's panel with its sealed orders. `s` passes the written orders to `take`."""

    TOPIC = """\
The table as this seat sees it. Write the orders as the seat would; s finishes, w takes the seal away, q leaves
everything as it is. Live actions stay. It is recorded that you looked."""
    BINDINGS = [
        Binding("s", "done", "done", id="rewriting.done", tooltip="These orders."),
        Binding("w", "nothing", "no orders", id="rewriting.nothing", tooltip="Nothing sealed at all."),
        Binding("u", "undo", "undo", id="rewriting.undo", tooltip="Take the last change back."),
        Binding("R", "rules", "rules", id="rewriting.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, head: str, match: Match, name: str, at: float, take: Callable[[Written, list[text.Part]], None]):
        super().__init__(id="rewriting")
        self._head = head
        self._seat = Seat(ScratchTable(match, at), name)
        self._take = take

    def body(self) -> Iterable[Widget]:
        frame = self._seat.frame()
        yield Paper(id="frame")
        memory = SeatMemory(Forgetful(), frame.match, self._seat.name)
        yield Vertical(panel_class(frame.game)(self._seat, memory), id="opened-body", classes="house-pane")

    @property
    def panel(self) -> GamePanel[Any, Any, Any]:
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
        self.services.open_rules(self._seat.frame().game, spec=self._seat.spec)

    def help_text(self) -> str:
        return "\n\n".join(filter(None, (self.TOPIC, self.panel.TOPIC)))


def correct_seat(screen: GarnetScreen[Any], desk: HostControls, seat: str) -> None:
    """Correct a seat's orders for the open round (HH-40). Looking at it is recorded."""
    desk.open_seat(seat)
    match = desk.table.match

    def take(orders: Written, rows: list[text.Part]) -> None:
        page = screen.app.screen
        if not screen.services.attempt(lambda: desk.preview(lambda desk: desk.correct(seat, orders, "-", match.round))):
            return  # said before anybody writes a reason for it

        def given(reason: str) -> None:
            ask_to_do(
                screen.services, desk, f"Correct {seat}'s orders?",
                lambda desk: desk.correct(seat, orders, reason, match.round), f"{seat}'s orders are corrected.",
                [(f"Sealed for {seat} from now on:", "$accent"), *(text.line("  ", row) for row in rows)],
                after=page.dismiss,
            )  # fmt: skip

        def fits(reason: str) -> None:
            desk.preview(lambda desk: desk.correct(seat, orders, reason, match.round))

        about = "Why? Everybody is told the reason; name nobody whose orders are to stay secret."
        screen.services.ask(AskLine(f"Correct {seat}'s orders", about, longest=300, take=fits), given)

    head = f"Correcting {seat}'s orders for {match.spec.when(match.round)}"
    screen.app.push_screen(Rewriting(head, match, seat, desk.table.clock(), take))


def what_if_seat(screen: GarnetScreen[Any], desk: HostControls, seat: str, number: int) -> None:
    """Show the result of a closed round with other orders of a seat (HH-41). Looking at it is recorded."""
    before = desk.position(number, seat)
    word = before.spec.round_word

    def take(orders: Written, rows: list[text.Part]) -> None:
        result = screen.services.result_of(lambda: desk.what_if(number, seat, orders))
        if result is not None:
            screen.app.push_screen(ReadDialog(f"What if, in {before.spec.when(number)}", what_if_rows(result, word)))

    head = f"What if {seat} had ordered otherwise in {before.spec.when(number)}"
    screen.app.push_screen(Rewriting(head, before, seat, desk.table.clock(), take))


def what_if_rows(result: WhatIf, word: str) -> list[text.Part]:
    rows: list[text.Part] = [("Nothing is changed; it is on record that you looked.", "$warn"), ""]
    rows += [text.line((f"{result.seat} would have ordered", "$strong")), *_lines(result.instead)]
    rows += [text.line(("in place of", "$faint")), *_lines(result.ordered)]
    for seat, differs in result.seats.items():
        rows += ["", (seat, "$accent"), ("was told", "$faint"), *_lines(differs.was)]
        rows += [("would have been told", "$faint"), *_lines(differs.would)]
    if result.public is not None and (result.public.was or result.public.would):
        rows += ["", ("Everybody", "$accent"), ("was told", "$faint"), *_lines(result.public.was)]
        rows += [("would have been told", "$faint"), *_lines(result.public.would)]
    elif result.public is not None:
        rows += ["", "Everybody would have been told otherwise."]
    if not result.seats:
        rows += ["", "Every seat would have been told the same."]
    if result.ending is not None:
        rows += ["", text.line(("It would have ended there, won by ", "$accent"), text.joined(result.ending.winners))]
    elif result.ended:
        rows += ["", f"It would not have ended with that {word}."]
    return rows


def _lines(lines: tuple[str, ...]) -> list[text.Part]:
    return [text.line("  ", line) for line in lines or ("nothing",)]


def ask_to_mute(screen: GarnetScreen[Any], desk: HostControls, seat: str) -> None:
    rows = [
        Row(room, rooms_words((room,)), chosen=True)
        for room in ROOMS
        if (room != "realm" or desk.table.match.spec.policy == "realms")
    ]

    def chosen(rooms: tuple[str, ...]) -> None:
        _ask_until(screen, desk, seat, tuple(room for room in ROOMS if room in rooms))

    screen.services.ask(PickMany(f"Mute {seat}", rows, 1, len(rows)), chosen)


def _ask_until(screen: GarnetScreen[Any], desk: HostControls, seat: str, rooms: tuple[Room, ...]) -> None:
    now, zone = desk.table.clock(), screen.services.zone

    def until(given: str) -> tuple[float | None, str]:
        days_by = match_zone(desk.table.match, now, zone)
        moment = read_moment(given, now, zone, days_by=days_by) if given.strip() else None
        if moment is None and given.strip():
            raise Refused("bad_moment", "Write +30m, 21:00, Fri 21:00; leave it empty for the rest of the match.")
        return moment, "" if moment is None else moment_in_zone(moment, now, zone)

    def take(given: str) -> None:
        desk.preview(lambda desk: desk.mute(seat, rooms, *until(given)))

    def taken(given: str) -> None:
        ask_to_do(
            screen.services, desk, f"Mute {seat}?", lambda desk: desk.mute(seat, rooms, *until(given)),
            f"{seat} is muted, and was told so.",
        )  # fmt: skip

    question = "+30m, 21:00, Fri 21:00. Empty: for the rest of the match."
    screen.services.ask(AskLine(f"Mute {seat} until", question, "+30m", longest=60, take=take), taken)


def unmute(screen: GarnetScreen[Any], desk: HostControls, seat: str) -> None:
    ask_to_do(screen.services, desk, f"Let {seat} speak again?", lambda desk: desk.mute(seat, ()), f"{seat} may speak.")


class OpenedSeat(HoldsPanel, GarnetScreen[None]):
    """A seat's view at the moment it was opened; the opening is on record."""

    TOPIC = """\
The table as this seat sees it, with its sealed orders, at the moment you opened it, without its drafts, talk and
notes. Enter shows it in words, with its reports. It is recorded that you looked."""
    BINDINGS = [
        Binding("enter", "turn", "table or words", id="opened.turn", tooltip="The table, or orders and reports."),
        Binding("R", "rules", "rules", id="opened.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, match: Match, name: str, at: float, rows: Iterable[text.Part], recorded: str) -> None:
        """`rows`: the view in words; `recorded`: the sentence above them."""
        super().__init__(id="opened")
        self.name_of_seat = name
        self._seat = Seat(FrozenTable(match, at), name)
        self._rows: list[text.Part] = [(f"What {name} sees", "$strong"), (recorded, "$warn"), "", *rows]
        self._recorded = recorded
        # After the last round there is no table to show.
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
        # The player's expectations and memory stay private: this panel remembers nothing.
        memory = SeatMemory(Forgetful(), frame.match, self.name_of_seat)
        await body.mount(panel_class(frame.game)(self._seat, memory, read_only=True))
        self.set_focus(None)  # Tab goes into the panel

    async def action_turn(self) -> None:
        self._words = not self._words
        await self._paint()

    def action_rules(self) -> None:
        self.services.open_rules(self._seat.frame().game, spec=self._seat.spec)

    def text_to_copy(self) -> str:
        return text.lines(self._rows).plain


class SeatMenu:
    """The menu of one seat over a host's screen. Opening private contents is recorded."""

    def __init__(self, screen: GarnetScreen[Any], session: SessionServices, desk: HostControls, seat: str) -> None:
        self._screen = screen
        self._session = session
        self._desk = desk
        self._seat = seat
        self._match = desk.table.match
        """Match at the moment when the menu was opened."""
        self._word = self._match.spec.round_word

    def open(self) -> None:
        screen, desk, seat, id_ = self._screen, self._desk, self._seat, self._match.header.match
        over = "This match has finished." if self._match.phase == "finished" else None
        renamed = f"Seats are renamed before {self._word} 1 begins; afterwards they keep their names."
        keeps = None if self._match.phase in EARLY else renamed
        rows = [
            Row("hand", "hand it over", over),
            Row("invite", "an invitation to it", over),
            Row("rename", "give it another name", keeps, "HH-10"),
            Row("look", "open what it sees", note=("recorded", "$warn")),
            Row(
                "correct",
                "correct its orders",
                None if takes_orders(self._match) else "Orders are corrected while they are taken: not now.",
                "HH-40",
                note=("recorded", "$warn"),
            ),
            Row(
                "what_if",
                "what if it had ordered otherwise",
                None if self._match.rounds else f"No {self._word} has closed yet.",
                note=("recorded", "$warn"),
            ),
            self._mute_row(over),
        ]
        doing: dict[str, Callable[[], object]] = {
            "look": self._open_seat,
            "hand": self._hand_over,
            "invite": lambda: invite(self._session, id_, (seat,)),
            "rename": self._rename,
            "correct": lambda: screen.attempt(lambda: correct_seat(screen, desk, seat)),
            "what_if": self._what_if,
            "mute": lambda: ask_to_mute(screen, desk, seat),
            "unmute": lambda: unmute(screen, desk, seat),
        }

        screen.services.ask(Pick(seat, rows), lambda key: doing[key]())

    # --- what is closed, and why -------------------------------------------------------------------------------------

    def _mute_row(self, over: str | None) -> Row:
        muted = self._match.muted.get(self._seat)
        if muted is None:
            return Row("mute", "mute it", over, note=("its line to you stays open", "$faint"))
        until = f" until {muted.words}" if muted.words else ""
        return Row("unmute", "let it speak again", over, note=(f"muted{until}", "$warn"))

    # --- doing it ----------------------------------------------------------------------------------------------------
    def _open_seat(self) -> None:
        view = self._desk.open_seat(self._seat)
        rows, match = seat_rows(self._desk, self._seat, view), self._desk.table.match
        self._screen.app.push_screen(OpenedSeat(match, self._seat, self._desk.table.clock(), rows, RECORDED))

    def _hand_over(self) -> None:
        people, seat, match = self._session.people, self._seat, self._desk.table.match

        def chosen(holder: str) -> None:
            ask_to_hand_over(self._screen.services, self._desk, people, seat, holder)

        rows = holder_rows(people, spare=match.holders.get(seat, OPEN))
        self._screen.services.ask(Pick(f"{seat} is played by", seat_by_seat(rows, match, seat)), chosen)

    def _rename(self) -> None:
        seat, screen = self._seat, self._screen
        what = f"What this seat is called, at most 24 characters. Everybody is told: {seat} is called NAME now."
        ask = AskLine(
            f"{seat} is called", what, seat, longest=40, take=lambda name: self._desk.rename(seat, name.strip())
        )
        screen.services.ask(ask, lambda _: screen.tell("Renamed.", "good"))

    def _what_if(self) -> None:
        screen, desk, seat = self._screen, self._desk, self._seat
        rounds = [record.round for record in desk.table.match.rounds]
        rows = [Row(str(number), self._match.spec.when(number, exact=True)) for number in reversed(rounds)]

        def chosen(number: str) -> None:
            screen.attempt(lambda: what_if_seat(screen, desk, seat, int(number)))

        screen.services.ask(Pick(f"What if {seat} had ordered otherwise in", rows), chosen)
