"""Effects of Pantheic Runes' keys at the workbench, on the altar and in the temple, and the interface that its
dialogs need from the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from core.games.pantheic_runes import runes
from core.games.pantheic_runes.routes import LAID_DOWN
from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import DeitySeen, View
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from tui.games.pantheic_runes import editor as benches
from tui.games.pantheic_runes import rows
from tui.games.pantheic_runes.draft import Draft
from tui.games.pantheic_runes.editor import Bench, Deed
from tui.games.pantheic_runes.view_model import Sight
from tui.widgets.frame import Tone
from tui.words import text

T = TypeVar("T")


class Desk(Protocol):
    """The panel as its dialogs use it."""

    @property
    def seat(self) -> Seat[Orders, View, Report]: ...

    @property
    def sight(self) -> Sight:
        """Present position; computed anew after each change."""
        ...

    def order(self, draft: Draft) -> None:
        """Replace the draft orders."""
        ...

    def say(self, to: str, words: str, give: str, want: str) -> None:
        """Say to a seat that a tableau is offered for another."""
        ...

    def do(self, action: Json, rows: Sequence[text.Part], title: str = ...) -> None:
        """Perform a live action after a question."""
        ...

    def do_now(self, action: Json) -> bool:
        """Perform a live action without a question."""
        ...

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog; `then` gets the answer."""
        ...

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """Write a sentence into the status line."""
        ...


QUESTIONS = {"rotate": "Turn now?", "adjust": "Adjust now?", "combine": "Combine now?"}


class Worktop(Desk, Protocol):
    """The panel as the workbench keys use it."""

    def prepare(self, bench: Bench) -> None:
        """Put something on the workbench, move the hand's cursor to its tableau, and show both."""
        ...

    def go(self, name: str) -> None:
        """Go to a pane."""
        ...

    def shut(self, sight: Sight) -> bool:
        """Return True and say why if nothing can be done now."""
        ...


def ready(top: Worktop) -> bool:
    """Return True if the tableau under the cursor is free in an open round; else say why not."""
    sight = top.sight
    if top.shut(sight):
        return False
    if (why := sight.barred) is not None:
        top.tell(why, "warn", "PR-20")
        return False
    top.go("hand")
    top.tell("")
    return True


def clear(top: Worktop) -> None:
    top.prepare(Bench(at=top.sight.bench.at))
    top.tell("")


def turn(top: Worktop, by: int) -> None:
    """Prepare a turn by `by` more degrees clockwise."""
    if ready(top):
        top.prepare(top.sight.bench.turned(by))


def adjust(top: Worktop) -> None:
    """Start choosing a cell to adjust, or stop."""
    bench = top.sight.bench
    if bench.cell is not None:
        clear(top)
    elif ready(top):
        top.prepare(Bench(at=bench.at, cell=0))


def rune(top: Worktop, symbol: str) -> None:
    """Prepare that symbol for the chosen cell."""
    if ready(top):
        top.prepare(top.sight.bench.setting(symbol))


def enter(top: Worktop, place: int) -> None:
    """Perform the prepared action, or make this tableau the first of two."""
    sight = top.sight
    if top.shut(sight):
        return
    deed = sight.prepared
    if deed is not None:
        _confirm(top, deed)
    elif sight.bench.cell is not None:
        top.tell("Set a rune first: + o x, or . for empty.", "warn")
    elif sight.bench.first == place:
        top.prepare(Bench(at=place))
    elif ready(top):
        top.prepare(Bench(at=place, first=place))


def _confirm(top: Worktop, deed: Deed) -> None:
    sight = top.sight
    assert sight.mine is not None
    if deed.reason is not None:
        top.tell(deed.reason[0], "warn", deed.reason[1])
        return
    rows_shown = benches.restated(deed, sight.mine, sight.view)
    used = [place for place in (sight.bench.first, sight.bench.at) if place is not None]
    if any(sight.marks.found[place] == rows.ALTAR for place in used):
        rows_shown.append(("It is on the altar of your draft, which loses it.", "$warn"))
    top.do(deed.action, rows_shown, QUESTIONS[deed.kind])


def lay(top: Worktop) -> None:
    sight = top.sight
    tableau, at = sight.under, sight.bench.at
    if top.shut(sight) or tableau is None or at is None:
        return
    mark, closed = sight.marks.found[at], sight.closed("rituals", tableau)
    if mark == rows.ALTAR:
        top.order(sight.draft.lifting(tableau))
        top.tell(f"{tableau} is off the altar; l lays it down.")
    elif mark == rows.ASIDE or (closed is not None and runes.is_full(tableau)):
        top.tell(sight.barred or (closed.closed if closed else "") or "", "warn", "PR-20")
    elif closed is not None:
        top.tell(closed.closed or "", "warn", closed.ruling)
    else:
        top.prepare(Bench(at=at))
        top.order(sight.draft.laying(tableau))
        top.tell(f"{tableau} lies on the altar; l takes it back.", "good")


def pick(top: Worktop, place: int) -> None:
    sight = top.sight
    if top.shut(sight) or sight.mine is None:
        return
    try:
        draft = sight.draft.picking(place, sight.mine.picks)
    except Refused as refusal:
        top.tell(refusal.message, "warn", refusal.ruling)
        return
    top.order(draft)
    instead = [other for other in sight.draft.temple if other not in draft.temple and other != place]
    if place not in draft.temple:
        top.tell(f"Place {place} is not picked any more; Enter picks it.")
    else:
        top.tell(f"Place {place} is picked{f', not {instead[0]}' if instead else ''}; Enter takes it back.", "good")


def pick_words(sight: Sight, place: int) -> str:
    """Return the effect of Enter at a place of the temple; empty if nothing can be picked."""
    if not sight.live or sight.view.round in (0, sight.view.rounds):
        return ""
    return f"Place {place}: Enter {'takes it back' if place in sight.draft.temple else 'picks it'}."


def approach(top: Worktop, deity: DeitySeen) -> None:
    """Prepare the first step towards a deity's pattern, or lay its ritual down, or take it back."""
    sight = top.sight
    if top.shut(sight) or sight.mine is None:
        return
    pattern, far = sight.aim(deity)
    marked = [*zip(sight.mine.tableaux, sight.marks.found, strict=True)]
    laid = next((p for p, entry in enumerate(marked) if entry == (pattern, rows.ALTAR)), None)
    if laid is not None and far is not None and far.label == LAID_DOWN:
        top.prepare(Bench(at=laid))
        lay(top)
        return
    route = None if far is None else far.route
    if route is None:
        top.tell(f"{deity.name}: {far.label if far is not None else 'unknown'}.", "faint")
    elif not route.steps:
        place = next((p for p, (t, mark) in enumerate(marked) if t == route.pattern and mark == " "), None)
        if place is not None:
            top.prepare(Bench(at=place))
            lay(top)
    elif (bench := benches.of_step(route.steps[0], sight.mine, sight.marks.barred)) is None:
        top.tell("That takes a tableau of your sealed orders: seal others first.", "warn", "PR-20")
    else:
        top.go("hand")
        top.prepare(bench)


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
