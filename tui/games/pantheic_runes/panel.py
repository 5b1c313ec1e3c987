"""The panel of Pantheic Runes: tableau editor, altar, temple and deities, by keys and mouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from core.games.pantheic_runes import runes
from core.games.pantheic_runes.routes import LAID_DOWN
from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import DeitySeen, View
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Message
from tui.games.pantheic_runes import editor, partners, rows
from tui.games.pantheic_runes.desk import RunesDesk
from tui.games.pantheic_runes.detail import detail_head
from tui.games.pantheic_runes.draft import EMPTY, fruitless
from tui.games.pantheic_runes.editor import Bench, Deed
from tui.games.pantheic_runes.panes import (
    NO_ROOM,
    AltarPane,
    BenchPane,
    DetailPane,
    GodsPane,
    HandPane,
    TemplePane,
    board,
    shrine_rows,
)
from tui.games.pantheic_runes.view_model import PANES, TABLE, Sight, table
from tui.screens.dialogs import ReadDialog
from tui.widgets.block import Block
from tui.widgets.choices import Choices
from tui.widgets.layout import Room, Table
from tui.widgets.shelf import Shelf
from tui.widgets.threads import TermsStart
from tui.words import text

FULL_WIDTH = 66
FULL_HEIGHT = 99


QUESTIONS = {"rotate": "Turn now?", "adjust": "Adjust now?", "combine": "Combine now?"}
TOPIC = (
    "Left your tableaux, numbered. Go to one with arrows or its number. < and > turn it, a adjusts it (arrows "
    "choose the cell, + o x . the rune), Enter makes it A: the workbench then shows A + B for the tableau you go "
    "to. Everything is shown with its cost; Enter does it after a question, Backspace lays it back.\n\n"
    "l lays a full tableau on the altar or takes it back, f names what a ritual of Artemis forbids, p combines "
    "with another seat (and answers those who ask), c creates Demeter's tableau. In the temple (m) a digit goes to a "
    "place, and Enter picks it or takes it back. On a small terminal h, m, g and b show hand, temple, gods and altar "
    "one at a time.\n\n"
    "Right the deities (g), with how far your hand is: 1 turn, combine 4+6 (your numbers), adjust 1 cell; 3m 1t is "
    "3 mana and 1 token, and ! 1t means that you lack 1 token. Left and right choose among a deity's patterns, "
    "Enter puts the first step on the workbench, v shows patterns instead of distances, i all about the deity.\n\n"
    "Marks: ▼ on the altar, » set aside for a proposal, A to be combined, ◆ picked or held. Grey tableaux are "
    "bound by sealed orders or a proposal."
)
KEYS: list[BindingType] = [
    Binding("greater_than_sign", "turn(90)", "turn", id="runes.turn", tooltip="Turn clockwise, on the workbench."),
    Binding("less_than_sign", "turn(-90)", "turn", id="runes.back", tooltip="Turn the other way round."),
    Binding("a", "adjust", "adjust", id="runes.adjust", tooltip="Set one cell: arrows choose it, + o x . set it."),
    Binding("l", "lay", "lay down", id="runes.lay", tooltip="Lay the tableau on the altar, or take it back."),
    Binding("p", "partners", "partner", id="runes.partner", tooltip="Combine with another seat; answer one."),
    Binding("m", "focus('temple')", "temple", id="runes.temple", tooltip="Go to the temple: digits go, Enter picks."),
    Binding("g", "focus('gods')", "gods", id="runes.gods", tooltip="Go to the deities."),
    Binding("b", "focus('altar')", "altar", id="runes.altar", tooltip="The altar and your blessings."),
    Binding("h", "focus('hand')", "hand", show=False, id="runes.hand", tooltip="Go to your tableaux."),
    Binding("f", "forbid", "forbid", show=False, id="runes.forbid", tooltip="What the ritual of Artemis forbids."),
    Binding("c", "create", "create", show=False, id="runes.create", tooltip="Create a tableau for everybody."),
    Binding("i", "deity", "deity in full", show=False, id="runes.deity", tooltip="All about the deity you are at."),
    Binding("v", "view", "patterns", show=False, id="runes.view", tooltip="Patterns instead of distances."),
    Binding("left", "aim(-1)", "pattern", show=False, id="runes.aim-back", tooltip="Another pattern of the deity."),
    Binding("right", "aim(1)", "pattern", show=False, id="runes.aim", tooltip="Another pattern of the deity."),
    Binding("backspace,escape", "clear", "put back", show=False, id="runes.clear", tooltip="Empty the workbench."),
    Binding("plus", "rune('+')", "rune", show=False, id="runes.plus", tooltip="Set the cell to +."),
    Binding("o", "rune('o')", "rune", show=False, id="runes.o", tooltip="Set the cell to o."),
    Binding("x", "rune('x')", "rune", show=False, id="runes.x", tooltip="Set the cell to x."),
    Binding("full_stop", "rune('.')", "rune", show=False, id="runes.empty", tooltip="Set the cell to empty."),
    *(
        Binding(str(n), f"number({n})", "number", show=False, id=f"runes.{n}", tooltip=f"Number {n} of the shelf.")
        for n in range(10)
    ),
]  # fmt: skip


class RunesPanel(RunesDesk):
    LEAST = (40, 11)
    LOOKS = frozenset({"aim", "view", "focus", "deity"})
    SECRET = (
        "Hands, points and blessings are secret until the end: guess from what the temple shows and who combines with "
        "whom. Who is the first to please a god has a point more."
    )
    TOPIC = TOPIC
    BINDINGS = KEYS

    DEFAULT_CSS = "RunesPanel Shelf { height: 1fr; }"
    PAGES: ClassVar[Mapping[str, str]] = {
        "hand": "Actions",
        "temple": "The temple",
        "gods": "The gods and their rituals",
    }
    TABLE = TABLE

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

    @classmethod
    def watched(cls, seat: Seat[Orders, View, Report], width: int, height: int) -> Sequence[text.Part]:
        return board(seat.view(), width, height)

    def warnings(self) -> Sequence[str]:
        """Return rituals without a blessing, as far as this seat knows, and unused picks and rituals."""
        sight = self.sight
        return [
            *fruitless(sight.draft.laid, rows.gains(sight.view, sight.draft.laid)),
            *rows.unused_words(sight.view, sight.distances, len(sight.draft.temple)),
        ]

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        self._follow_hand(self.sight)
        self.rearrange()
        sight, self.rooms = self.sight, self.arrangement.rooms
        self.query_one(HandPane).paint(sight, self._room("hand-box"))
        refusal = self.preview() if sight.live and sight.asks.orders else None
        self.query_one(AltarPane).paint(sight, self._room("altar"), refusal, self._ways("altar"))
        self.query_one(TemplePane).paint(sight, self._room("temple-box"))
        self.query_one(GodsPane).show(sight, self._room("gods-box"), self.patterns, self._ways("gods"))
        self.show_bench(sight)
        if sight.mine is not None:
            self.query_one("#asked", Block).show(rows.asked_rows(sight.mine))
            self.query_one("#held", Block).show(rows.held_rows(sight.view, sight.mine, self._room("held").width - 2))
        if not self.read_only:
            self._tell_news()

    def _ways(self, *panes: str) -> text.Part:
        return rows.ways(self.rooms, PANES) if self.slim and self.pane in panes else ""

    def _room(self, part: str) -> Room:
        return self.rooms.get(part, NO_ROOM)

    def _tell_news(self) -> None:
        log, mine = self.seat.log(), self.seat.view().mine
        notices = log[-1].notices if log else ()
        position = [self.seat.frame().round, len(notices)]
        before = self.remembered("heard", [0, 0])
        news = self.tidings.spoken_news(before, position, notices, () if mine is None else mine.asked_by)
        if position != before:
            self.remember("heard", position)
        if news.words:
            self.call_after_refresh(lambda: self.tell(news.words, "warn"))
        if news.rings:
            self.app.bell()

    def _follow_hand(self, sight: Sight) -> None:
        mine = sight.mine
        if mine is None or (sight.view.round, mine.tableaux) == self.seen_hand:
            return
        place = mine.tableaux.index(self.result) if self.result in mine.tableaux else self.hand.at
        self.seen_hand, self.result = (sight.view.round, mine.tableaux), ""
        self.bench = Bench(at=max(0, min(place, len(mine.tableaux) - 1)))
        self.hand.at = self.bench.at or 0

    def show_bench(self, sight: Sight | None = None) -> None:
        sight = sight or self.sight
        self.query_one(DetailPane).paint(sight, self.deity(sight), self._room("detail"))
        place = self.temple.at if self.temple.has_focus else None
        self.query_one(BenchPane).paint(sight, self._room("bench"), place, self._ways("hand", "temple"))

    # --- the workbench -----------------------------------------------------------------------------------------------
    def prepare(self, bench: Bench) -> None:
        """Put something on the workbench, move the hand's cursor to its tableau, and show both."""
        self.bench, self.hand.at = bench, bench.at or 0
        sight = self.sight
        self.query_one(HandPane).paint(sight, self._room("hand-box"))
        self.show_bench(sight)

    def _ready(self) -> bool:
        sight = self.sight
        if self.shut(sight):
            return False
        if (why := sight.why_barred) is not None:
            self.tell(why, "warn", "PR-20")
            return False
        self.go("hand")
        self.tell("")
        return True

    def action_clear(self) -> None:
        self.prepare(Bench(at=self.sight.bench.at))
        self.tell("")

    def action_turn(self, by: int) -> None:
        if self._ready():
            self.prepare(self.sight.bench.with_turn(by))

    def action_adjust(self) -> None:
        bench = self.sight.bench
        if bench.cell is not None:
            self.action_clear()
        elif self._ready():
            self.prepare(Bench(at=bench.at, cell=0))

    def action_rune(self, symbol: str) -> None:
        if self._ready():
            self.prepare(self.sight.bench.with_rune(symbol))

    def _enter(self, place: int) -> None:
        sight = self.sight
        if self.shut(sight):
            return
        deed = sight.prepared_deed
        if deed is not None:
            self._confirm(deed)
        elif sight.bench.cell is not None:
            self.tell("Set a rune first: + o x, or . for empty.", "warn")
        elif sight.bench.first == place:
            self.prepare(Bench(at=place))
        elif self._ready():
            self.prepare(Bench(at=place, first=place))

    def _confirm(self, deed: Deed) -> None:
        sight = self.sight
        assert sight.mine is not None
        if deed.reason is not None:
            self.tell(deed.reason[0], "warn", deed.reason[1])
            return
        rows_shown = editor.restated(deed, sight.mine, sight.view)
        used = [place for place in (sight.bench.first, sight.bench.at) if place is not None]
        if any(sight.marks.found[place] == rows.ALTAR for place in used):
            rows_shown.append(("It is on the altar of your draft, which loses it.", "$warn"))
        self.do(deed.action, rows_shown, QUESTIONS[deed.kind])

    def action_lay(self) -> None:
        sight = self.sight
        tableau, at = sight.tableau_at_cursor, sight.bench.at
        if self.shut(sight) or tableau is None or at is None:
            return
        mark, closed = sight.marks.found[at], sight.closed_choice("rituals", tableau)
        if mark == rows.ALTAR:
            self.order(sight.draft.without_ritual(tableau))
            self.tell(f"{tableau} is off the altar; l lays it down.")
        elif mark == rows.ASIDE or (closed is not None and runes.is_full(tableau)):
            self.tell(sight.why_barred or (closed.closed if closed else "") or "", "warn", "PR-20")
        elif closed is not None:
            self.tell(closed.closed or "", "warn", closed.ruling)
        else:
            self.prepare(Bench(at=at))
            self.order(sight.draft.with_ritual(tableau))
            self.tell(f"{tableau} lies on the altar; l takes it back.", "good")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc leaves the table unless the workbench holds something; left and right work in the deities' list only."""
        if not super().check_action(action, parameters):
            return False
        if action == "clear" and self.is_mounted:
            return not self.bench.is_empty
        if action == "aim" and self.is_mounted:
            return self.gods.has_focus
        if action == "focus" and parameters == ("altar",):
            return self.slim
        return True

    def on_shelf_nudged(self, message: Shelf.Nudged) -> None:
        message.stop()
        self.prepare(self.bench.with_cell_moved(message.down, message.right))

    def on_shelf_moved(self, message: Shelf.Moved) -> None:
        message.stop()
        if message.shelf is self.hand:
            self.tell("")
            self.prepare(Bench(at=message.place, first=self.bench.first))
        else:
            self.tell(self.sight.pick_words(message.place))
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
            self._pick(message.place)
        else:
            self._enter(message.place)

    def _pick(self, place: int) -> None:
        sight = self.sight
        if self.shut(sight) or sight.mine is None:
            return
        try:
            draft = sight.draft.with_pick(place, sight.mine.picks)
        except Refused as refusal:
            self.tell(refusal.message, "warn", refusal.ruling)
            return
        self.order(draft)
        instead = [other for other in sight.draft.temple if other not in draft.temple and other != place]
        if place not in draft.temple:
            self.tell(f"Place {place} is not picked any more; Enter picks it.")
        else:
            self.tell(
                f"Place {place} is picked{f', not {instead[0]}' if instead else ''}; Enter takes it back.", "good"
            )

    # --- deities -----------------------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self.show_bench()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Enter on a deity: prepare the first step towards its pattern, or lay its ritual, or take it back."""
        message.stop()
        if (deity := self.deity(self.sight)) is not None:
            self._approach(deity)
        else:
            self.shut(self.sight)

    def _approach(self, deity: DeitySeen) -> None:
        sight = self.sight
        if self.shut(sight) or sight.mine is None:
            return
        pattern, far = sight.aim(deity)
        marked = [*zip(sight.mine.tableaux, sight.marks.found, strict=True)]
        laid = next((p for p, entry in enumerate(marked) if entry == (pattern, rows.ALTAR)), None)
        if laid is not None and far is not None and far.label == LAID_DOWN:
            self.prepare(Bench(at=laid))
            self.action_lay()
            return
        route = None if far is None else far.route
        if route is None:
            self.tell(f"{deity.name}: {far.label if far is not None else 'unknown'}.", "faint")
        elif not route.steps:
            place = next((p for p, (t, mark) in enumerate(marked) if t == route.pattern and mark == " "), None)
            if place is not None:
                self.prepare(Bench(at=place))
                self.action_lay()
        elif (bench := editor.bench_for_step(route.steps[0], sight.mine, sight.marks.barred)) is None:
            self.tell("That uses a tableau of your sealed orders: seal other orders first.", "warn", "PR-20")
        else:
            self.go("hand")
            self.prepare(bench)

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
        self.ask(
            ReadDialog(deity.name, [*wants, "", *shrine_rows(sight, deity, FULL_WIDTH, FULL_HEIGHT)]), lambda _: None
        )

    def action_view(self) -> None:
        self.patterns = not self.patterns
        self.show()

    def action_forbid(self) -> None:
        if not self.shut(self.sight):
            partners.forbid(self)

    def action_create(self) -> None:
        if not self.shut(self.sight):
            partners.create(self)

    # --- with other seats --------------------------------------------------------------------------------------------
    def action_partners(self) -> None:
        if not self.shut(self.sight) and self.sight.mine is not None:
            partners.pick_partner(self)

    def deals(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        mine = self.sight.mine
        held = () if mine is None else tuple(dict.fromkeys(mine.tableaux))
        return held, held

    def under(self) -> TermsStart:
        return TermsStart("leave", (("to", str(self.temple.at)),) if self.temple.has_focus else ())

    def propose(self, to: str) -> bool:
        partners.propose_in_talk(self, to, self.deals()[0])
        return True

    def accept(self, message: Message) -> None:
        """Take a deal of talk: answer its speaker's proposal with the wanted tableau, or propose it to them."""
        self.hand.at = partners.place_for(self.sight, message)
        self.bench = Bench(at=self.hand.at)
        self.show()
        partners.answer_proposal(self, message.sender)

    # --- going about -------------------------------------------------------------------------------------------------
    def step_back(self) -> bool:
        if not self.bench.is_empty:
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
                self.tell(self.sight.pick_words(number))
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
