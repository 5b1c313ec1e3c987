"""The deities of Pantheic Runes: a list, or shrines where there is room, each with pattern, distance and gift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content

from core.games.pantheic_runes.views import DeitySeen
from tui import text
from tui.games.pantheic_runes import bench, detail, rows
from tui.games.pantheic_runes.room import SHRINE, TALL
from tui.games.pantheic_runes.sight import Sight
from tui.widgets.choices import CURSOR, Choices, Row


class Shrine(NamedTuple):
    """What stands on one shrine."""

    name: text.Part
    tail: text.Part
    """At the right end of the roof: what the way there costs."""
    patterns: tuple[text.Part, text.Part]
    told: tuple[text.Part, text.Part]
    """Beside the patterns: how far the hand is, and what it lacks."""
    gives: str
    style: str = "$faint"
    """Of the stone; the words say what it says."""


def drawn_shrine(shrine: Shrine, width: int, lines: int, here: bool, live: bool) -> list[Content]:
    """A shrine: a roof with the name, pillars, steps with what the deity gives as far as there is no room above."""
    stone = "$key" if here and live else shrine.style
    corners = "╔╗╚╝═" if here else "╓╖╙╜─"
    mark: text.Part = (f"{CURSOR} ", "$pick" if live else "$held") if here else " "
    tail = text.line(shrine.tail)
    tail = text.line(" ", tail, " ") if tail.plain else tail
    name = text.line(mark, shrine.name, " ").truncate(width - 3 - tail.cell_length, ellipsis=True)
    across = corners[4] * (width - 3 - name.cell_length - tail.cell_length)
    rows = [text.line((corners[0], stone), name, (across, stone), tail, (corners[4] + corners[1], stone))]
    room = width - 4
    for pattern, told in zip(shrine.patterns, shrine.told, strict=True):
        drawn = text.line(pattern)
        words = text.line(told).truncate(max(1, room - drawn.cell_length - 1), ellipsis=True)
        rows.append(text.line(("║ ", stone), text.fit(text.line(drawn, " ", words), room), (" ║", stone)))
    gives = text.wrapped((shrine.gives, "$faint"), room)
    for place in range(lines - SHRINE[1]):
        words = gives[place] if place < len(gives) else text.line("")
        rows.append(text.line(("║ ", stone), text.fit(words, room), (" ║", stone)))
    left = " ".join(words.plain for words in gives[lines - SHRINE[1] :])
    foot = text.line((f" {left} " if left else "", "$faint")).truncate(width - 3, ellipsis=True)
    across = corners[4] * (width - 3 - foot.cell_length)
    return [*rows, text.line((corners[2] + corners[4], stone), foot, (across + corners[3], stone))]


class Shrines(Choices):
    """The list; with `columns` it stands as shrines, one column after the other."""

    def __init__(self, *, id: str, empty: str) -> None:
        super().__init__(id=id, empty=empty)
        self.add_class("-fill")
        self.shrines: tuple[Shrine, ...] = ()
        self.columns = 0

    def stand(self, rows: Sequence[Row], shrines: Sequence[Shrine], columns: int) -> None:
        """Other rows, and for each its shrine. `columns` 0: a plain list."""
        self.shrines, self.columns = tuple(shrines), columns if len(shrines) == len(rows) else 0
        self.show(rows)

    @property
    def _down(self) -> int:
        """Shrines in a column."""
        return -(-len(self.rows) // self.columns)

    @property
    def _lines(self) -> int:
        """Lines of a shrine: more where there is room for all that a deity gives."""
        return max(SHRINE[1], min(TALL, self.size.height // self._down))

    def drawn(self) -> Sequence[Content]:
        if not self.columns or not self.rows:
            return super().drawn()
        wide, lines = self.size.width // self.columns, self._lines
        found: list[Content] = []
        for line in range(self._down):
            places = range(line, len(self.rows), self._down)
            pieces = [
                drawn_shrine(self.shrines[place], wide, lines, place == self.cursor, self.has_focus) for place in places
            ]
            found += [text.line(*(piece[layer] for piece in pieces)) for layer in range(lines)]
        return found[: self.size.height]

    def on_click(self, event: events.Click) -> None:
        if not self.columns or not self.rows:
            return  # a list: `Choices` does it
        event.prevent_default()
        offset = event.get_content_offset_capture(self)
        column, line = offset.x // (self.size.width // self.columns), offset.y // self._lines
        place = column * self._down + line
        if line < self._down and column < self.columns and place < len(self.rows):
            again = place == self.cursor
            self._go(place)
            if again:
                self.action_pick()


def shrine_of(sight: Sight, deity: DeitySeen) -> Shrine:
    """A deity as it stands before the seat: patterns (the one looked at in brackets), distance, price, gift."""
    wanted, far = sight.aim(deity)
    part = f" {deity.done}/{deity.need}" if deity.need > 1 and deity.blessing is None else ""
    name = text.line((deity.name, "$strong"), (part, "$faint"))
    if deity.blessing is not None:
        points = text.counted(deity.blessing.points, "point")
        held = text.line(("◆ ", "$good"), (deity.name, "$good"))
        return Shrine(held, (points, "$good"), detail.drawn(deity, ""), (("held", "$good"), ""), deity.gives, "$good")
    patterns = detail.drawn(deity, wanted)
    if not text.line(patterns[0]).plain:
        patterns = (("secret", "$faint"), "")
    if far is None:
        return Shrine(name, "", patterns, ("", ""), deity.gives)
    route = far.route
    ready = route is not None and not route.steps
    label: text.Part = ("✓ ready", "$good") if ready else (rows.near_label(far.label, 9), "" if route else "$faint")
    lacks: text.Part = (f"lacks {rows.briefly(far.short)}", "$warn") if far.short else ""
    tail = bench.short(route.mana, route.tokens) if route is not None and route.steps else ""
    return Shrine(name, (tail, "$key"), patterns, (label, lacks), deity.gives, "$good" if ready else "$faint")
