"""The panel of Pantheic Runes: tableau editor, altar, temple and deities, by keys and by mouse.

The panel joins its parts: the draft orders (`draft`), the workbench (`Bench`), the position made of both and the
View (`Sight`), the panes, and the dialogs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import DeitySeen, View
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Deal, Message
from tui.app.memory import SeatMemory
from tui.games.base import GamePanel
from tui.games.pantheic_runes import draft_state, partners, rows
from tui.games.pantheic_runes import partners as patterns
from tui.games.pantheic_runes.detail import detail_head
from tui.games.pantheic_runes.draft import EMPTY, Draft, fruitless
from tui.games.pantheic_runes.draft_state import KEYS, TOPIC
from tui.games.pantheic_runes.editor import Bench
from tui.games.pantheic_runes.panes import (
    NO_ROOM,
    AltarPane,
    BenchPane,
    DetailPane,
    GodsPane,
    HandPane,
    TemplePane,
    board,
    told,
)
from tui.games.pantheic_runes.rows import Tidings
from tui.games.pantheic_runes.view_model import PANES, TABLE, Searched, Sight, is_slim, table
from tui.screens.dialogs import ReadDialog
from tui.widgets.block import Block
from tui.widgets.choices import Choices
from tui.widgets.layout import Room, Table
from tui.widgets.shelf import Shelf
from tui.widgets.threads import TermsStart
from tui.words import text

FULL_WIDTH = 66
FULL_HEIGHT = 99


class RunesPanel(GamePanel[Orders, View, Report]):
    LEAST = (40, 11)
    LOOKS = frozenset({"aim", "view", "focus", "deity"})
    SECRET = (
        "Hands, points and blessings are secret until the end: guess from what the temple shows and who combines with "
        "whom. Who is the first to please a god has a point more."
    )
    TOPIC = TOPIC
    BINDINGS = KEYS

    DEFAULT_CSS = """
    RunesPanel { height: 1fr; }
    RunesPanel .runes-box { border-top: solid $line; border-title-color: $ink; }
    RunesPanel .runes-box:focus-within { border-top: solid $line-live; }
    RunesPanel Shelf { height: 1fr; }
    """
    PAGES: ClassVar[Mapping[str, str]] = {
        "hand": "Actions",
        "temple": "The temple",
        "gods": "The gods and their rituals",
    }
    TABLE = TABLE

    def __init__(self, seat: Seat[Orders, View, Report], memory: SeatMemory, *, read_only: bool = False) -> None:
        super().__init__(seat, memory, read_only=read_only)
        self.bench = Bench(at=0)
        self.result = ""
        """Tableau made by the last action: the cursor goes to it."""
        self.seen_hand: tuple[int, tuple[str, ...]] = (-1, ())
        """Round and hand for which the workbench was laid out."""
        self.patterns = False
        """True if the deities' list shows patterns instead of distances where room is scarce."""
        self.aims: dict[str, int] = {}
        """Number of the pattern chosen among its targets, by deity."""
        self.searched = Searched()
        self.pane = "hand"
        self.rooms: Mapping[str, Room] = {}
        self.tidings = Tidings()

    # --- putting it together -----------------------------------------------------------------------------------------
    def empty(self) -> Json:
        return dict(EMPTY)

    def compose(self) -> ComposeResult:
        yield Block(id="asked", classes="-bare")
        yield HandPane()
        yield BenchPane("Workbench", id="bench")
        yield AltarPane("Altar", id="altar")
        yield TemplePane()
        yield Block("Blessings", id="held")
        yield GodsPane()
        yield DetailPane("", id="detail")

    def table(self) -> Table:
        width, height = self.size or self.LEAST
        return table(self.seat.view(), width, height, self.pane)

    def preferred_focus(self) -> Widget | None:
        if self.slim and self.pane in ("temple", "gods"):
            return self.query_one(f"#{self.pane}")
        return self.hand

    @property
    def slim(self) -> bool:
        return bool(self.size) and is_slim(*self.size)

    # --- what is before the player -----------------------------------------------------------------------------------
    @property
    def hand(self) -> Shelf:
        return self.query_one("#hand", Shelf)

    @property
    def temple(self) -> Shelf:
        return self.query_one("#temple", Shelf)

    @property
    def gods(self) -> Choices:
        return self.query_one("#gods", Choices)

    @property
    def sight(self) -> Sight:
        return Sight(
            self.seat.view(),
            self.seat.asks,
            Draft.of(self.orders),
            self.seat.sealed(),
            self.bench,
            self.aims,
            self.searched,
            live=not self.read_only,
        )

    def deity(self, sight: Sight) -> DeitySeen | None:
        row = self.gods.row
        return None if row is None else sight.deity(row.id)

    def shut(self, sight: Sight) -> bool:
        """Return True and say why if nothing can be done now."""
        if self.read_only:
            self.tell("Nothing can be done here.", "warn")
            return True
        if sight.view.round == 0 or not sight.asks.orders:
            self.tell("Before round 1 players only talk.", "warn", "PR-01")
            return True
        return False

    # --- what changes it (`Desk`) ------------------------------------------------------------------------------------
    def order(self, draft: Draft) -> None:
        self.edit(draft.orders)

    def say(self, to: str, words: str, give: str, want: str) -> None:
        self.attempt(lambda: self.seat.say([to], words, Deal(give=give, want=want)), "Said.")

    def do_now(self, action: Json) -> bool:
        succeeded = super().do_now(action)
        if succeeded:
            notices = self.seat.log()[-1].notices
            self.remember("heard", [self.seat.frame().round, len(notices)])
            if notices:
                self.tell(notices[-1].text, "good")
                self.result = str(notices[-1].data.get("result", ""))
            self._prune()
        return succeeded

    def _prune(self) -> None:
        sight, draft = self.sight, self.seat.draft()
        if sight.mine is None or draft is None:
            return
        pruned = sight.draft.pruned(sight.mine)
        if pruned != sight.draft:
            self.attempt(lambda: self.seat.keep_draft(pruned.orders, draft.counts))

    @classmethod
    def watched(cls, seat: Seat[Orders, View, Report], width: int, height: int) -> Sequence[text.Part]:
        return board(seat.view(), width, height)

    def warnings(self) -> Sequence[str]:
        """Return rituals without a blessing, as far as this seat knows, and unused picks and rituals."""
        sight = self.sight
        return [
            *fruitless(sight.draft.laid, rows.gains(sight.view, sight.draft.laid)),
            *rows.unused(sight.view, sight.distances, len(sight.draft.temple)),
        ]

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        self._follow_hand(self.sight)
        self.rearrange()
        sight, self.rooms = self.sight, self.arrangement.rooms
        self.query_one(HandPane).look(sight, self._room("hand-box"))
        refusal = self.preview() if sight.live and sight.asks.orders else None
        self.query_one(AltarPane).look(sight, self._room("altar"), refusal, self._ways("altar"))
        self.query_one(TemplePane).look(sight, self._room("temple-box"))
        self.query_one(GodsPane).show(sight, self._room("gods-box"), self.patterns, self._ways("gods"))
        self.show_bench(sight)
        if sight.mine is not None:
            self.query_one("#asked", Block).show(rows.asked_rows(sight.mine))
            self.query_one("#held", Block).show(rows.held_rows(sight.view, sight.mine, self._room("held").width - 2))
        if not self.read_only:
            self._listen()

    def _ways(self, *panes: str) -> text.Part:
        return rows.ways(self.rooms, PANES) if self.slim and self.pane in panes else ""

    def _room(self, part: str) -> Room:
        return self.rooms.get(part, NO_ROOM)

    def _listen(self) -> None:
        """Say news since the seat's last look, and ring for other seats' actions."""
        log, mine = self.seat.log(), self.seat.view().mine
        notices = log[-1].notices if log else ()
        position = [self.seat.frame().round, len(notices)]
        before = self.remembered("heard", [0, 0])
        news = self.tidings.told(before, position, notices, () if mine is None else mine.asked_by)
        if position != before:
            self.remember("heard", position)
        if news.words:
            self.call_after_refresh(lambda: self.tell(news.words, "warn"))
        if news.rings:
            self.app.bell()

    def _follow_hand(self, sight: Sight) -> None:
        """After a change of hand or round, clear the workbench and move the cursor to the new tableau."""
        mine = sight.mine
        if mine is None or (sight.view.round, mine.tableaux) == self.seen_hand:
            return
        place = mine.tableaux.index(self.result) if self.result in mine.tableaux else self.hand.at
        self.seen_hand, self.result = (sight.view.round, mine.tableaux), ""
        self.bench = Bench(at=max(0, min(place, len(mine.tableaux) - 1)))
        self.hand.at = self.bench.at or 0

    def show_bench(self, sight: Sight | None = None) -> None:
        """Paint the workbench and the deity, which follow the cursor."""
        sight = sight or self.sight
        self.query_one(DetailPane).look(sight, self.deity(sight), self._room("detail"))
        place = self.temple.at if self.temple.has_focus else None
        self.query_one(BenchPane).look(sight, self._room("bench"), place, self._ways("hand", "temple"))

    # --- the workbench -----------------------------------------------------------------------------------------------
    def prepare(self, bench: Bench) -> None:
        """Put something on the workbench, move the hand's cursor to its tableau, and show both."""
        self.bench, self.hand.at = bench, bench.at or 0
        sight = self.sight
        self.query_one(HandPane).look(sight, self._room("hand-box"))
        self.show_bench(sight)

    def action_turn(self, by: int) -> None:
        draft_state.turn(self, by)

    def action_adjust(self) -> None:
        draft_state.adjust(self)

    def action_rune(self, symbol: str) -> None:
        draft_state.rune(self, symbol)

    def action_clear(self) -> None:
        draft_state.clear(self)

    def action_lay(self) -> None:
        draft_state.lay(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc leaves the table unless the workbench holds something; left and right work in the deities' list only."""
        if not super().check_action(action, parameters):
            return False
        if action == "clear" and self.is_mounted:
            return not self.bench.rests
        if action == "aim" and self.is_mounted:
            return self.gods.has_focus
        if action == "focus" and parameters == ("altar",):
            return self.slim
        return True

    def on_shelf_nudged(self, message: Shelf.Nudged) -> None:
        message.stop()
        self.prepare(self.bench.nudged(message.down, message.right))

    def on_shelf_moved(self, message: Shelf.Moved) -> None:
        message.stop()
        if message.shelf is self.hand:
            self.tell("")
            self.prepare(Bench(at=message.place, first=self.bench.first))
        else:
            self.tell(draft_state.pick_words(self.sight, message.place))
            self.show_bench()

    def on_shelf_over(self, message: Shelf.Over) -> None:
        message.stop()
        if message.shelf is self.hand and message.down > 0:
            self.go("temple")
        elif message.shelf is self.temple and message.down < 0:
            self.go("hand")

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if self.is_mounted:
            self.show_bench()

    def on_shelf_picked(self, message: Shelf.Picked) -> None:
        message.stop()
        if message.shelf is self.temple:
            draft_state.pick(self, message.place)
        else:
            draft_state.enter(self, message.place)

    # --- deities -----------------------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self.show_bench()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Enter on a deity: prepare the first step towards its pattern, or lay its ritual, or take it back."""
        message.stop()
        if (deity := self.deity(self.sight)) is not None:
            draft_state.approach(self, deity)
        else:
            self.shut(self.sight)

    def action_aim(self, by: int) -> None:
        sight = self.sight
        deity = self.deity(sight)
        wanted = () if deity is None else sight.targets(deity)
        if deity is not None and wanted:
            pattern, _ = sight.aim(deity)
            self.aims[deity.id] = (wanted.index(pattern) + by) % len(wanted)
            self.show_bench()

    def action_deity(self) -> None:
        sight = self.sight
        if (deity := self.deity(sight)) is None:
            self.tell("The deities and their rituals are shown when round 1 starts.")
            return
        wants = text.wrapped(detail_head(deity), FULL_WIDTH)
        self.ask(ReadDialog(deity.name, [*wants, "", *told(sight, deity, FULL_WIDTH, FULL_HEIGHT)]), lambda _: None)

    def action_view(self) -> None:
        self.patterns = not self.patterns
        self.show()

    def action_forbid(self) -> None:
        if not self.shut(self.sight):
            patterns.forbid(self)

    def action_create(self) -> None:
        if not self.shut(self.sight):
            patterns.create(self)

    # --- with other seats --------------------------------------------------------------------------------------------
    def action_partners(self) -> None:
        if not self.shut(self.sight) and self.sight.mine is not None:
            partners.pick_partner(self)

    def deals(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the own tableaux for talk. The wanted tableau is typed (`propose`)."""
        mine = self.sight.mine
        held = () if mine is None else tuple(dict.fromkeys(mine.tableaux))
        return held, held

    def under(self) -> TermsStart:
        return TermsStart("leave", (("to", str(self.temple.at)),) if self.temple.has_focus else ())

    def propose(self, to: str) -> bool:
        """Propose in talk: my tableau for yours, with the result of both."""
        partners.propose_in_talk(self, to, self.deals()[0])
        return True

    def accept(self, message: Message) -> None:
        """Take a deal of talk: answer its speaker's proposal with the wanted tableau, or propose it to them."""
        self.hand.at = partners.place_for(self.sight, message)
        self.bench = Bench(at=self.hand.at)
        self.show()
        partners.take_up(self, message.by)

    # --- going about -------------------------------------------------------------------------------------------------
    def step_back(self) -> bool:
        if not self.bench.rests:
            self.action_clear()
        elif self.patterns:
            self.action_view()
        elif self.slim and self.pane != "hand":
            self.go("hand")
        else:
            return False
        return True

    def action_focus(self, name: str) -> None:
        self.go(name)

    def go(self, name: str) -> None:
        """Go to a pane; where room is scarce it replaces others. The altar key focuses the hand."""
        if name != self.pane:
            self.pane = name
            if self.slim:
                self.show()
        self.query_one("#hand" if name == "altar" else f"#{name}").focus()

    def action_number(self, number: int) -> None:
        if self.temple.has_focus:
            if number < len(self.temple.cards):
                self.temple.point(number)
                self.tell(draft_state.pick_words(self.sight, number))
            else:
                self.screen_.refuse(Refused("no_such_number", f"The temple has no place {number}."))
            return
        self.go("altar" if self.pane == "altar" else "hand")
        place = (number or 10) - 1
        if place < len(self.hand.cards):
            self.hand.inner = False
            self.hand.point(place)
        else:
            held = text.counted(len(self.hand.cards), "tableau", "tableaux")
            self.screen_.refuse(Refused("no_such_number", f"You hold {held}."))
