"""The panes of Pantheic Runes, each independent of the others, and the spectators' page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.content import Content

from core.games.pantheic_runes.spec import SPEC
from core.games.pantheic_runes.views import DeitySeen, View
from core.refusal import Refused
from tui.games.pantheic_runes import cards, editor, rows
from tui.games.pantheic_runes.cards import BARE, FRAMED, LARGE
from tui.games.pantheic_runes.detail import detail_head, detail_rows, drawn, route_rows
from tui.games.pantheic_runes.view_model import SHRINE, TALL, Sight
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.cards import CardList
from tui.widgets.choices import CURSOR
from tui.widgets.layout import Room
from tui.widgets.shelf import Card, Shelf
from tui.words import text


class Shrine(NamedTuple):
    name: text.Part
    tail: text.Part
    patterns: tuple[text.Part, text.Part]
    told: tuple[text.Part, text.Part]
    """Text beside the patterns: the hand's distance and what it lacks."""
    gives: str
    style: str = "$faint"


def drawn_shrine(shrine: Shrine, width: int, lines: int, at_cursor: bool, live: bool) -> list[Content]:
    """Draw a shrine: a roof with the name, pillars, and steps with the part of the gift that has no room above."""
    stone = "$key" if at_cursor and live else shrine.style
    corners = "╔╗╚╝═" if at_cursor else "╓╖╙╜─"
    mark: text.Part = (f"{CURSOR} ", "$pick" if live else "$held") if at_cursor else " "
    tail = text.line(shrine.tail)
    tail = text.line(" ", tail, " ") if tail.plain else tail
    name = text.line(mark, shrine.name, " ").truncate(width - 3 - tail.cell_length, ellipsis=True)
    across = corners[4] * (width - 3 - name.cell_length - tail.cell_length)
    rows = [text.line((corners[0], stone), name, (across, stone), tail, (corners[4] + corners[1], stone))]
    room = width - 4
    for pattern, side in zip(shrine.patterns, shrine.told, strict=True):
        drawn = text.line(pattern)
        words = text.line(side).truncate(max(1, room - drawn.cell_length - 1), ellipsis=True)
        rows.append(text.line(("║ ", stone), text.fit(text.line(drawn, " ", words), room), (" ║", stone)))
    gives = text.wrapped((shrine.gives, "$faint"), room)
    for place in range(lines - SHRINE[1]):
        words = gives[place] if place < len(gives) else text.line("")
        rows.append(text.line(("║ ", stone), text.fit(words, room), (" ║", stone)))
    left = " ".join(words.plain for words in gives[lines - SHRINE[1] :])
    foot = text.line((f" {left} " if left else "", "$faint")).truncate(width - 3, ellipsis=True)
    across = corners[4] * (width - 3 - foot.cell_length)
    return [*rows, text.line((corners[2] + corners[4], stone), foot, (across + corners[3], stone))]


def shrine_of(sight: Sight, deity: DeitySeen) -> Shrine:
    wanted, far = sight.aim(deity)
    part = f" {deity.done}/{deity.need}" if deity.need > 1 and deity.blessing is None else ""
    name = text.line((deity.name, "$strong"), (part, "$faint"))
    if deity.blessing is not None:
        points = text.counted(deity.blessing.points, "point")
        held = text.line(("◆ ", "$good"), (deity.name, "$good"))
        return Shrine(held, (points, "$good"), drawn(deity, ""), (("held", "$good"), ""), deity.gives, "$good")
    patterns = drawn(deity, wanted)
    if not text.line(patterns[0]).plain:
        patterns = (("secret", "$faint"), "")
    if far is None:
        return Shrine(name, "", patterns, ("", ""), deity.gives)
    route = far.route
    ready = route is not None and not route.steps
    label: text.Part = ("✓ ready", "$good") if ready else (rows.near_label(far.label, 9), "" if route else "$faint")
    lacks: text.Part = (f"lacks {rows.abbreviate(far.short)}", "$warn") if far.short else ""
    tail = editor.short_price(route.mana, route.tokens) if route is not None and route.steps else ""
    return Shrine(name, (tail, "$key"), patterns, (label, lacks), deity.gives, "$good" if ready else "$faint")


PADDING = 2
ROUTE_ROWS = 10
"""Lines from which the way to a deity is shown step by step."""
NO_ROOM = Room(0, 0, 43, 5)


class ShelfPane(Vertical):
    """A shelf of cards under a title: the hand or the temple."""

    def __init__(self, name: str, empty: str, *, keeps: bool = True) -> None:
        super().__init__(id=f"{name}-box", classes="house-box")
        self._shelf = Shelf(id=name, empty=empty, keeps=keeps)

    def compose(self) -> ComposeResult:
        yield self._shelf

    def fill(self, cards: Sequence[Card], title: text.Part, size: int) -> None:
        """`size`: card size."""
        self.border_title = text.line(title)
        self._shelf.styles.padding = (0, 1) if size == BARE else 0
        self._shelf.show(cards, framed=size > BARE)


class HandPane(ShelfPane):
    def __init__(self) -> None:
        super().__init__("hand", "You hold no tableau: pick from the temple.")

    def paint(self, sight: Sight, room: Room) -> None:
        if sight.mine is None:
            return
        size = min(room.form, LARGE)
        self._shelf.inner = sight.bench.cell is not None
        cards = rows.hand_cards(sight.mine, *sight.marks, sight.bench.first, size)
        self.fill(cards, rows.hand_head(sight.mine), size)


class TemplePane(ShelfPane):
    def __init__(self) -> None:
        super().__init__("temple", "Shown when round 1 starts.", keeps=False)

    def paint(self, sight: Sight, room: Room) -> None:
        size, picks = min(room.form, LARGE), sight.draft.temple
        self.fill(rows.temple_cards(sight.view, picks, size), rows.temple_head(sight.view, len(picks)), size)


class GodsPane(Vertical):
    def __init__(self) -> None:
        super().__init__(id="gods-box", classes="house-box")

    def compose(self) -> ComposeResult:
        yield CardList(id="gods", empty="The deities and their rituals are shown when round 1 starts.")

    def show(self, sight: Sight, room: Room, patterns: bool, ways: text.Part = "") -> None:
        """Paint the deities. `patterns`: shown instead of distances where both do not fit. `ways`: keys of hidden
        panes."""
        wide, columns = room.width >= rows.WIDE, room.form + 1 if room.form > 0 else 0
        self.border_title = text.line(rows.head(sight.mine, wide, short=bool(ways)), ways)
        listed = rows.deity_rows(sight.view, sight.distances, wide, patterns, room.width)
        shrines = [shrine_of(sight, deity) for deity in sight.view.deities] if columns else []

        def drawn(number: int, width: int, lines: int, at_cursor: bool, live: bool) -> list[Content]:
            return drawn_shrine(shrines[number], width, lines, at_cursor, live)

        draw = drawn if shrines else None
        self.query_one(CardList).draw(listed, draw, max(1, columns), SHRINE[1], TALL)


class BenchPane(Block):
    """The prepared action, or the use of a temple place."""

    def paint(self, sight: Sight, room: Room, place: int | None, ways: text.Part = "") -> None:
        """Paint the bench. `place`: temple place under the cursor, or None. `ways`: keys of hidden panes."""
        width = room.width - PADDING
        if place is not None and sight.view.temple:
            self.head(text.line(f"Place {place}" if ways else f"Temple, place {place}", ways))
            nearer, picked = sight.deities_nearer(place), place in sight.draft.temple
            self.show(rows.place_rows(sight.view, place, nearer, width, room.form, picked))
            return
        self.head(text.line("Workbench", ways))
        bound = (sight.why_barred or "") if sight.live else ""
        shown = editor.bench_rows(sight.bench, sight.prepared_deed, sight.view, bound, room.form, width)
        self.show(line for row in shown for line in (text.wrapped(row, width) if row is shown[-1] else [row]))


class AltarPane(Block):
    def paint(self, sight: Sight, room: Room, refusal: Refused | None, ways: text.Part = "") -> None:
        """Paint the altar. `refusal`: why the orders could not be sealed. `ways`: keys of hidden panes."""
        rituals = sight.draft.rituals
        title = "Altar" if not rituals else f"Altar · {text.counted(len(rituals), 'ritual')}"
        self.head(text.line(title, ways or (" at the close" if rituals else "")))
        shown = rows.altar_rows(sight.view, rituals, max(1, room.height - 1 - (refusal is not None)))
        if refusal is not None:
            shown += [(f"× {refusal.message}", "$warn")]
        self.show(shown)


class DetailPane(Block):
    def paint(self, sight: Sight, deity: DeitySeen | None, room: Room) -> None:
        if deity is None:
            self.head("" if sight.view.deities else "How a round goes")
            self.show([] if sight.view.deities else course(room.width - PADDING))
            return
        self.head(detail_head(deity))
        shown = shrine_rows(sight, deity, room.width - PADDING, room.height - 1)
        left = room.height - 1
        if len(shown) > left > 0:
            shown = [*shown[: left - 1], text.line(("… ", "$faint"), ("i", "$key"), (" shows all", "$faint"))]
        self.show(shown)


COURSE = (
    (
        ("1. ", "$accent"),
        "Act: turn a tableau, adjust a cell, combine two (A + B = C). It costs mana and counts at once.",
    ),
    (
        ("2. ", "$accent"),
        "Lay down what a deity wants to see, exactly so (",
        ("l", "$key"),
        "): for that it blesses you.",
    ),
    (("3. ", "$accent"), "Pick from the temple (", ("m", "$key"), "): you get what nobody else picked."),
    (("4. ", "$accent"), "Seal your orders (", ("s", "$key"), "), and say that you are ready (", ("r", "$key"), ")."),
    (("Blessings are points. ", "$strong"), (f"The most points after round {SPEC.rounds} win.", "$faint")),
)


def course(width: int) -> list[text.Part]:
    return [row for words in COURSE for row in text.hung(text.line(*words), width, 3)]


def shrine_rows(sight: Sight, deity: DeitySeen, width: int, height: int) -> list[text.Part]:
    wanted, far = sight.aim(deity)
    if sight.mine is not None and height >= ROUTE_ROWS:
        for size in (FRAMED, BARE):
            full = route_rows(deity, wanted, far, sight.mine, sight.bench.at, width, size)
            if len(full) <= height:
                return full
        return [row for row in full if text.line(row).plain]  # without blank lines between the parts
    return detail_rows(deity, wanted, far, sight.mine, width)


GAP = 2


def board(view: View, width: int, height: int) -> list[Content]:
    gods = _gods(view, width)
    for size in (cards.LARGE, cards.FRAMED, cards.BARE):
        rows = _temple(view, width, size)
        if len(rows) + 1 + len(gods) <= height or size == cards.BARE:
            break
    left = max(0, height - len(rows) - 1)
    if len(gods) > left:
        gods = _gods(view, width, short=True)
    return [*rows, text.line(""), *text.cut(gods, left)][:height]


def _temple(view: View, width: int, size: int) -> list[Content]:
    if not view.temple:
        return [text.line(("The temple opens with round 1.", "$faint"))]
    each = cards.WIDTHS[size] + GAP + (2 if size == cards.BARE else 0)
    across = max(1, (width + GAP) // each)
    rows = [text.line(("The temple", "$accent"), (": you get a place if no other seat picks it", "$faint"))]
    for first in range(0, len(view.temple), across):
        pieces = []
        for place in range(first, min(len(view.temple), first + across)):
            if size > cards.BARE:
                pieces.append(cards.card(view.temple[place], size, (str(place), "$key")))
            else:
                top, low = cards.picture(view.temple[place])
                pieces.append([text.line((f"{place} ", "$key"), top), text.line("  ", low)])
        rows += text.beside(pieces, [each - GAP] * len(pieces), GAP)
    return rows


def _gods(view: View, width: int, *, short: bool = False) -> list[Content]:
    """A row for each god: rituals and gift. `short`: two gods a row, without gifts."""
    if not view.deities:
        return []
    rows = [text.line(("The gods", "$accent"), (" and the rituals that please them", "$faint"))]
    most = max(len(god.patterns) for god in view.deities)
    gods = [_god(god.name, god.patterns, god.gives, 0 if short else most) for god in view.deities]
    if short:
        half, each = (len(gods) + 1) // 2, (width - 1) // 2
        return [*rows, *text.beside([gods[:half], gods[half:]], [each, each], 1)]
    return [*rows, *(text.fit(row, width) for row in gods)]


def _god(name: str, patterns: tuple[str, ...], gives: str, most: int) -> Content:
    """`most`: patterns with room before the gift; 0 leaves the gift out."""
    runes: list[text.Part] = []
    for pattern in patterns:
        runes += [cards.inline(pattern), " "]
    known: text.Part = text.line(*runes[:-1]) if patterns else ("secret", "$faint")
    if not most:
        return text.line(text.fit((name, "$strong"), 11), known)
    return text.line(text.fit((name, "$strong"), 11), text.fit(known, 5 * most + 1), (gives, "$faint"))
