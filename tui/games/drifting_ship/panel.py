"""The Drifting Ship's panel: orders given on the board, by keys, in the list and by mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from core.contract import Asks
from core.games.drifting_ship.spec import LONGEST_NAME, PARASITE_ROOM, PLANT_LEAST, STARTS, VAULT, is_component
from core.games.drifting_ship.structs import Orders, Report, View
from core.json import Json
from core.table.seat import Seat
from tui.games.base import GamePanel
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship import panes as pickers
from tui.games.drifting_ship.board import ShipBoard
from tui.games.drifting_ship.panes import CrewPane, OrdersPane, board, paint_board, paint_past, paint_room
from tui.games.drifting_ship.view_model import NOBODY_TO_CALL, PAST, TABLE, ShipSight, bar_rows, sight_of, table_for
from tui.screens.dialogs import AskLine
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import Table
from tui.widgets.threads import TermsStart
from tui.words import text


class DriftingShipPanel(GamePanel[Orders, View, Report]):
    """Both crewmates of one seat, one of them chosen: the board, the crew, and the sightings."""

    PAGES: ClassVar[Mapping[str, str]] = {"board": "Who gets a room", "orders": "Orders for one crewmate"}
    TABLE = TABLE
    LEAST = (40, 11)
    LOOKS = frozenset({"look", "seen"})
    SECRET = (
        "Which rooms were activated is public, by whom is not: guess from who could walk there, and from rooms that "
        "stay open though many want them. Equal bids strike each other out."
    )
    TOPIC = (
        "The board lights the rooms that the chosen crewmate can reach; the digit is the energy it has left there. c "
        "takes the other crewmate. Arrows and Enter walk to a room (in words below), Enter there again or a digit "
        "bids, + and - change the bid, 0 takes it back, x clears the crewmate's orders. The capital letters use the "
        "tools that it carries.\n\n"
        "▲ ▼ are your crewmates where the draft leads, with the bid behind them, △ ▽ where they stand now. ■ is yours, "
        "× activated by others, ! disabled by you, heavy lines are walls. A capital is a seat whose crewmate you stood "
        "beside last round, a small letter one you saw earlier. < and > look back at what you saw, v lists it.\n\n"
        "Under the board the Sequences: [7] is yours, ×7 taken, 7 free; then pieces=value and how many are left."
    )
    BINDINGS = [
        Binding("c", "swap", "crewmate", id="ship.swap", tooltip="Order the other crewmate."),
        Binding("e", "name", "name", id="ship.name", tooltip="Before the start: name the crewmate."),
        Binding("plus", "raise_bid(1)", "bid", id="ship.more", tooltip="Bid one more. Digits bid at once."),
        Binding("minus", "raise_bid(-1)", "bid", id="ship.less", tooltip="Bid one less."),
        *(Binding(str(n), f"bid({n})", "bid", show=False, id=f"ship.bid{n}", tooltip=f"Bid {n}.") for n in range(10)),
        Binding("x", "clear", "clear", id="ship.clear", tooltip="Take all orders of the chosen crewmate back."),
        Binding("less_than_sign", "look(-1)", "look back", id="ship.earlier", tooltip="The round before."),
        Binding("greater_than_sign", "look(1)", "look back", id="ship.later", tooltip="The round after."),
        Binding("v", "seen", "who was seen", id="ship.seen", tooltip="Everyone you saw, where and when."),
        Binding(
            "m", "lists", "board, orders", show=False, id="ship.lists",
            tooltip="Board or lists, where there is no room for both.",
        ),
        Binding("b", "turn('disable')", "disable", show=False, id="ship.disable", tooltip="Disable its room."),
        Binding("g", "cap", "raise the cap", show=False, id="ship.cap", tooltip="Spend garnets on the cap, or not."),
        Binding("P", "plant", "plant", show=False, id="ship.plant", tooltip="Plant the Parasite in the Vault."),
        Binding("Y", "turn('eat')", "eat", show=False, id="ship.eat", tooltip="Eat the Yellow Banana first."),
        Binding("W", "turn('drain')", "drain", show=False, id="ship.drain", tooltip="Drain with the Wiwaxia."),
        Binding("S", "side('wall')", "wall", show=False, id="ship.wall", tooltip="A wall by Summoner's Meme."),
        Binding("T", "side('step')", "step", show=False, id="ship.step", tooltip="A step by the Take Back Toe."),
        Binding("X", "call", "call", show=False, id="ship.call", tooltip="Open a channel with the device, now."),
    ]  # fmt: skip

    # --- putting it together -----------------------------------------------------------------------------------------
    @classmethod
    def watched(cls, seat: Seat[Orders, View, Report], width: int, height: int) -> Sequence[text.Part]:
        return board(seat.view(), seat.story(), width, height)

    def compose(self) -> ComposeResult:
        self.chosen = 0
        self.looked_at: int | None = None
        """Page of the seat's own past that the board shows, or None for the present."""
        self.listing = False
        self.lists = False
        self.opened = -1
        self.said = ""
        yield ShipBoard(id="board")
        yield CrewPane("Crew", id="crew")
        yield OrdersPane(id="orders-box", classes="house-box")
        yield Block("Room", id="room")
        yield Block("Last round", id="page")
        yield Block("Seen, round:room", id="seen")
        yield Block("Activated, round by round", id="news")
        yield Block(id="words", classes="-bare")
        yield Block(id="bars", classes="-bare")

    def preferred_focus(self) -> Widget | None:
        shown = [self.board, *self.query("#orders-box"), *self.query("#orders")]
        return self.board if self.board.display else shown[-1] if shown[1].display else None

    def table(self) -> Table:
        width, height = self.size or self.LEAST
        if not self.is_mounted:
            return self.TABLE
        seen = sight_of(self.view, {}, self.chosen, back=self.looked_at, reach=False)
        return table_for(seen, width, height, listing=self.listing, lists=self.lists)

    @property
    def board(self) -> ShipBoard:
        return self.query_one("#board", ShipBoard)

    def under(self) -> TermsStart:
        return TermsStart("leave", (("to", self.board.room),))

    @property
    def view(self) -> View:
        return self.seat.view()

    @property
    def order(self) -> Json:
        return draft.order_of(self.orders, self.chosen)

    @property
    def sight(self) -> ShipSight:
        return sight_of(self.view, self.orders, self.chosen, back=self.looked_at)

    def show(self) -> None:
        view, orders = self.view, self.orders
        pages = () if view.own is None else view.own.pages
        if self.looked_at is not None and self.looked_at >= len(pages):
            self.looked_at = None
        asks = Asks(orders=False) if self.read_only else self.seat.asks()
        refusal = None if self.read_only or not orders else self.preview()
        seen = sight_of(view, orders, self.chosen, back=self.looked_at, asks=asks, refusal=refusal)
        self.rearrange()
        arrangement = self.arrangement
        paint_board(self.board, seen, arrangement.form("board"))
        crew = arrangement.rooms.get("crew")
        self.query_one(CrewPane).paint(seen, 0 if crew is None else crew.width - 2)
        self.query_one(OrdersPane).paint(seen, read_only=self.read_only, way="" if self.board.display else "board")
        width = (self.size.width or self.LEAST[0]) - 2
        alone = self.chosen if crew is None else None
        self.query_one("#words", Block).show(rows.word_rows(view, orders, refusal, width, alone))
        self.query_one("#bars", Block).show(bar_rows(view, arrangement.form("bars"), width))
        page, met, news = (self.query_one(f"#{name}", Block) for name in PAST)
        paint_past(page, met, news, seen)
        self._paint_room(seen)
        if self.opened != view.round and view.own is not None:
            self.opened = view.round
            self.board.point(view.crew[self.chosen].room if view.crew else STARTS[0])

    # --- the board and the list --------------------------------------------------------------------------------------
    def on_ship_board_moved(self, message: ShipBoard.Moved) -> None:
        message.stop()
        self._paint_room(self.sight)

    def _paint_room(self, sight: ShipSight) -> None:
        given = self.arrangement.rooms
        way = "orders" if "board" in given and "orders-box" not in given and not self.read_only else ""
        paint_room(self.query_one("#room", Block), sight, self.board.room, given.get("room"), way)

    def on_ship_board_picked(self, message: ShipBoard.Picked) -> None:
        message.stop()
        view = self.view
        if self._frozen_now():
            return
        if view.round == 0:
            self._start(message.room)
        elif message.room == draft.end(view, self.chosen, self.order)[0]:
            self.action_raise_bid(1)
        else:
            self._walk(view, message.room)

    def _frozen_now(self) -> bool:
        if self.read_only:
            self.tell("Nothing can be ordered here.", "warn")
        elif self.looked_at is not None:
            self.tell("You are looking back: > returns to this round.", "warn")
        return self.read_only or self.looked_at is not None

    def _walk(self, view: View, room: str) -> None:
        name = rows.names_of(view, self.orders)[self.chosen]

        def change() -> Json:
            changed = draft.walk(view, self.chosen, self.order, room)
            self.said = f"{name} goes to {room}" + "".join(f", {words}" for words in changed.lost) + "."
            return draft.with_order(self.orders, self.chosen, changed.order)

        self.said = ""
        if self.change(change):
            hint = "" if "activate" in self.order else self._bid_hint(view, room)
            self.tell(f"{self.said}{hint}")

    def _bid_hint(self, view: View, room: str) -> str:
        if not draft.biddable(view, view.crew[self.chosen], room):
            return ""
        return " P plants." if room == VAULT else " Enter or a digit bids."

    def change(self, change: Callable[[], Json]) -> bool:
        if self._frozen_now():
            return False
        results: list[Json] = []
        if not self.attempt(lambda: results.append(change())):
            return False
        self.edit(results[0])
        return True

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        row: Row = message.row
        if row.id == "walk" and not self.board.display:
            self._ask_way()
        elif row.id == "walk":
            self.board.point(draft.end(self.view, self.chosen, self.order)[0])
            self.board.focus()
        elif row.id == "bid":
            self.action_raise_bid(1)
        elif row.id in ("disable", "eat", "drain"):
            self.action_turn(row.id)
        elif row.id in ("wall", "step"):
            self.action_side(row.id)
        elif row.id.startswith("name."):
            self.chosen = int(row.id[-1])
            self.action_name()
        else:
            {"plant": self.action_plant, "device": self.action_call, "cap": self.action_cap}[row.id]()

    def on_crew_pane_chosen(self, message: CrewPane.Chosen) -> None:
        message.stop()
        if message.index != self.chosen:
            self.action_swap()

    def _ask_way(self) -> None:
        if self._no_round():
            return
        view = self.view
        goal = draft.end(view, self.chosen, self.order)[0]
        self.ask(pickers.pick_way(self.sight.ways, goal), lambda room: self._walk(view, room))

    # --- keys --------------------------------------------------------------------------------------------------------
    def restated(self) -> list[text.Part]:
        view = self.view
        return rows.sealed_rows(view, self.orders) if view.crew else []

    def warnings(self) -> list[str]:
        return rows.overflow_sentences(self.view, self.orders)

    def action_swap(self) -> None:
        self.chosen = 1 - self.chosen
        self.tell("")  # clear the message about the other crewmate
        view = self.view
        self.show()
        if view.crew and self.looked_at is None:
            self.board.point(draft.end(view, self.chosen, self.order)[0])

    def action_bid(self, energy: int) -> None:
        if self._no_round():
            return
        view = self.view
        if energy and draft.end(view, self.chosen, self.order)[0] == VAULT and "plant" not in self.order:
            self.action_plant(energy)
            return
        self.change(
            lambda: draft.with_order(self.orders, self.chosen, draft.bid(view, self.chosen, self.order, energy))
        )

    def action_raise_bid(self, by: int) -> None:
        if self._no_round():
            return
        room = draft.end(self.view, self.chosen, self.order)[0]
        least, now = draft.lowest(room, PLANT_LEAST), int(self.order.get("activate", 0))
        wanted = now + by if now else least * (by > 0)
        self.action_bid(0 if wanted < least else wanted)

    def _no_round(self) -> bool:
        if not self._frozen_now() and self.view.round > 0:
            return False
        if not self.read_only and self.view.round == 0:
            self.tell("Before the start crewmates are only named and placed.", "warn", "SH-02")
        return True

    def action_plant(self, energy: int = 0) -> None:
        if self._no_round():
            return
        view, order = self.view, self.order
        wanted = energy or max(PLANT_LEAST, int(order.get("activate", 0)))
        self.ask(
            pickers.pick_sequence(view, self.chosen, order, wanted),
            lambda letter: self.change(
                lambda: draft.with_order(
                    self.orders, self.chosen, draft.plant(view, self.chosen, self.order, letter, wanted)
                )
            ),
        )

    def action_turn(self, key: str) -> None:
        if not self._no_round():
            self.change(lambda: draft.toggle(self.view, self.orders, self.chosen, key))

    def action_side(self, key: str) -> None:
        if self._no_round():
            return
        view, order = self.view, self.order
        picks = pickers.side_rows(view, self.chosen, order, key)
        if all(row.closed for row in picks):  # the tool is missing or used up, or every side is closed
            self.tell(picks[0].closed or "", "warn", picks[0].ruling)
            return
        self.ask(
            pickers.pick_side(view, self.chosen, order, key, picks),
            lambda side: self.change(
                lambda: draft.with_order(
                    self.orders, self.chosen, draft.toggle_side(view, self.chosen, self.order, key, side)
                )
            ),
        )

    def action_cap(self) -> None:
        if not self._no_round():
            self.change(lambda: draft.with_caps(self.orders, draft.next_caps(self.view, self.orders)))

    def action_clear(self) -> None:
        if not self._frozen_now():
            self.edit(draft.with_order(self.orders, self.chosen, {}))
            self.action_swap()
            self.action_swap()

    def action_call(self) -> None:
        slot = f"action.open_channel.{self.chosen}"
        calls = [choice for choice in self.seat.asks().choices if choice.slot == slot]
        if not calls or self.read_only:
            self.tell("This crewmate does not carry the XCommunications Device.", "warn", "SH-24")
            return

        def call(seat: str) -> None:
            rows = [
                f"The device opens a private channel with {seat} at once.",
                "It stays open until this round closes; only you two learn of it. The device has one use.",
            ]
            self.do({"kind": "open_channel", "crew": self.chosen, "player": seat}, rows, "Open the channel?")

        if all(choice.closed for choice in calls):
            own = self.view.own
            used_up = own is not None and own.crew[self.chosen].bonuses.get("X") == 0
            self.tell(calls[0].closed or "" if used_up else NOBODY_TO_CALL, "warn", calls[0].ruling)
            return
        self.ask(pickers.pick_call(calls), call)

    def action_look(self, by: int) -> None:
        view = self.view
        count = 0 if view.own is None else len(view.own.pages)
        if not count:
            self.tell("There is nothing to look back at yet.")
            return
        at = max(0, min(count, (count if self.looked_at is None else self.looked_at) + by))
        self.looked_at = None if at == count else at
        self.tell("" if self.looked_at is None else "The board as you knew it then; > comes back.")
        self.show()

    def page(self) -> str:
        focused = self.screen.focused
        if isinstance(focused, ShipBoard) and self.seat.frame().phase == "round":
            if focused.room in (PARASITE_ROOM, VAULT):
                return "The Parasite"
            if not is_component(focused.room):
                return "Tools"
            return super().page()
        return super().page() if self.seat.frame().phase == "round" else "Pregame"

    def step_back(self) -> bool:
        if self.looked_at is None and not self.listing:
            if self.lists and not self.board.display:
                self.action_lists()
                return True
            return False
        if self.looked_at is not None:
            self.looked_at = None
            self.tell("")
        else:
            self.listing = False
        self.show()
        return True

    def action_lists(self) -> None:
        self.lists = not self.lists
        self.listing, self.looked_at = False, None
        self.show()
        if shown := self.preferred_focus():
            shown.focus()

    def action_seen(self) -> None:
        self.listing = not self.listing
        self.show()

    # --- the pregame -------------------------------------------------------------------------------------------------
    def _start(self, room: str) -> None:
        choice = next((c for c in self.seat.asks().choices if c.slot == "start" and c.value == room), None)
        if choice is None or choice.closed is not None:
            self.tell("" if choice is None else choice.closed or "", "warn", "SH-02")
            return
        self.edit(draft.with_pregame_field(self.seat.you, self.orders, self.chosen, start=room))
        if not draft.order_of(self.orders, 1 - self.chosen).get("start"):
            self.action_swap()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("name", "raise_bid") and self.is_mounted and (action == "name") == (self.view.round > 0):
            return False  # names are given before the start, bids after it
        return super().check_action(action, parameters)

    def action_name(self) -> None:
        if self._frozen_now():
            return
        if self.view.round > 0:
            self.tell("Names were given before the start.", "warn", "SH-02")
            return
        now = draft.with_pregame_field(self.seat.you, self.orders, self.chosen)["crew"][self.chosen]["name"]
        self.ask(
            AskLine("A name for this crewmate", f"1 to {LONGEST_NAME} characters", now, longest=LONGEST_NAME),
            lambda name: self.edit(
                draft.with_pregame_field(self.seat.you, self.orders, self.chosen, name=name.strip())
            ),
        )
