"""A round of a match as SVG, from its game's `Drawing` (`core.story.drawing`). Parts of a step carry its number
(`data-step`) for the page's script; without scripts the whole round is visible."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from cli.archive.svg import group, picture, shortened, squares, tag, text_at
from core.games import draw_moment
from core.story.drawing import (
    AnyPart,
    Board,
    Box,
    Boxes,
    Cell,
    Drawing,
    Hand,
    Hands,
    Links,
    Matrix,
    Moment,
    NamedCells,
    Piece,
    Table,
    Tile,
    Walk,
    Wall,
    Word,
    Words,
    moment_of,
)
from core.story.parts import Story, Turn

LETTER, ROW = 8.0, 18
GAP, LEAST, WIDEST = 24, 520, 1000
"""Gap between parts; least width of a picture, so that its letters stay small; most width with parts side by side."""
CLASSES = {"strong": "title", "key": "title", "faint": "faint", "good": "good", "bad": "bad"}
BOX, TILE, CARD, ROOM, CELL, SMALL = 196, 56, 44, 64, 46, 20


MANY = 8
"""Words of a line above which it counts as a row of figures."""


class Drawn(NamedTuple):
    parts: list[str]
    width: float
    height: float


def board(story: Story, place: int, hue: dict[str, int], broken: tuple[Turn, ...] = ()) -> str:
    """Drawing of a round; empty if the game has none. `broken`: agreements that were not kept."""
    moment = moment_of(story, place, broken=broken)
    drawing = draw_moment(moment)
    if drawing is None or not drawing.parts:
        return ""
    tabled = any(isinstance(part, Table) for part in drawing.parts)
    earlier = [draw_moment(moment._replace(at=at)) for at in range(moment.at)] if tabled else []
    return _Page(moment, hue, [before for before in earlier if before is not None]).whole(drawing)


def legend(story: Story) -> str:
    drawings = (draw_moment(moment_of(story, place)) for place in range(len(story.scenes)))
    return next((drawing.legend for drawing in drawings if drawing is not None), "")


class _Page:
    def __init__(self, moment: Moment, hue: dict[str, int], earlier: Sequence[Drawing] = ()) -> None:
        """`earlier`: the drawing before each step, for tables."""
        self._hue, self._seats, self._earlier = hue, moment.seats, earlier
        self._last = len(moment.scene.steps)
        when = f"{moment.story.when(moment.scene.round)}" if moment.scene.round else "before the start"
        self._title = f"{moment.story.game_title}, {when}"

    def whole(self, drawing: Drawing) -> str:
        first, *rest = (self._part(part, place) for place, part in enumerate(drawing.parts))
        across = max((part.width for part in rest), default=0)
        beside = bool(rest) and not drawing.over and first.width + GAP + across <= WIDEST
        parts, x, y = [*first.parts], first.width + GAP if beside else 0, 0 if beside else first.height + GAP
        for part in rest:
            parts.append(tag("g", "".join(part.parts), transform=f"translate({x:.0f},{y:.0f})"))
            y += part.height + GAP
        width = first.width + GAP + across if beside else max(first.width, across)
        return picture(max(LEAST, width), max(first.height, y - GAP), parts, self._title)

    def _part(self, part: AnyPart, place: int) -> Drawn:
        match part:
            case Hands():
                return self._hands(part)
            case Matrix():
                return self._small(part) if part.small else self._pieces(part)
            case NamedCells():
                return self._cells(part)
            case Boxes():
                return self._boxes(part)
            case Board():
                return self._board(part)
            case Links():
                return self._links(part)
            case Table():
                before = (drawing.parts[place : place + 1] for drawing in self._earlier)
                return self._table(part, [*(tables[0] if tables else Table(rows=()) for tables in before), part])

    # --- words
    def _class(self, word: Word | Cell) -> str:
        if word.seat:
            return f"name c{self._hue.get(word.seat, 0)}"
        return CLASSES.get(word.tone, f"h-{word.tone}" if word.tone else "")

    def _line(self, x: float, y: float, line: Words, right: bool = False) -> list[str]:
        """Words in a line that begins at `x`, or ends there if `right`. Long lines get columns of equal width."""
        if not any(word.text.strip() for word in line):
            return []
        x, y, anchor = round(x), round(y), "end" if right else None
        if len(line) == 1:
            return [text_at(x, y, line[0].text, self._class(line[0]), anchor, line[0].step)]
        runs = groupby((word for word in line if word.text), key=lambda word: (self._class(word), word.step))
        spans = [(look, step, "".join(word.text for word in run).replace(" ", "\u00a0")) for (look, step), run in runs]
        inside = (
            escape(run) if not look and step is None else tag("tspan", escape(run), class_=look or None, data_step=step)
            for look, step, run in spans
        )
        look = "even" if len(line) > MANY else None
        return [tag("text", "".join(inside), x=x, y=y, class_=look, text_anchor=anchor)]

    # --- parts
    def _table(self, part: Table, by_step: Sequence[AnyPart]) -> Drawn:
        """Draw a table without the columns in `more`: the page's steps say the same. Each line has what stood in it
        before each step; the script shows the present one, a page without it the last."""
        tables = [
            [tuple(cell for n, cell in enumerate(row) if n not in table.more) for row in table.rows]
            if isinstance(table, Table)
            else []
            for table in by_step
        ]
        lines = [[rows[n] if n < len(rows) else () for rows in tables] for n in range(len(tables[-1]))]
        full = [row for line in lines for row in line if len(row) > 1]
        count = max((len(row) for row in full), default=0)
        widths = [max(_width(row[n]) for row in full if n < len(row)) + 14 for n in range(count)]
        parts: list[str] = []
        for number, line in enumerate(lines):
            runs = [(row, [*places]) for row, places in groupby(range(len(line)), key=line.__getitem__)]
            for row, places in runs:
                shown = (
                    row if len(runs) == 1 else tuple(tuple(replace(word, step=None) for word in cell) for cell in row)
                )
                cells = self._row(shown, 16 + number * ROW, widths, part.right)
                if len(runs) == 1:
                    parts += cells
                elif cells:
                    last = places[-1] == len(line) - 1
                    parts.append(tag("g", "".join(cells), class_=None if last else "then", data_from=places[0],
                                     data_until=None if last else places[-1]))  # fmt: skip
        over = max((_width(row[0]) for line in lines for row in line if len(row) == 1), default=0)
        return Drawn(parts, max(sum(widths), over), 6 + len(lines) * ROW)

    def _row(self, row: tuple[Words, ...], y: float, widths: Sequence[float], right: Sequence[int]) -> list[str]:
        x, parts = 0.0, list[str]()
        for n, cell in enumerate(row):
            ends = n in right and len(row) > 1
            parts += self._line(x + widths[n] - 14 if ends else x, y, cell, ends)
            x += widths[n] if len(row) > 1 else 0
        return parts

    def _hands(self, part: Hands) -> Drawn:
        left = max(100.0, *(_width(line) + 16 for hand in part.hands for line in hand.head))
        left += 40 if any(hand.figure is not None for hand in part.hands) else 0
        parts: list[str] = []
        y, width = 0.0, left
        for hand in part.hands:
            across, high = self._hand(hand, parts, left, y)
            width, y = max(width, across), y + high
        return Drawn(parts, width, y)

    def _hand(self, hand: Hand, parts: list[str], left: float, y: float) -> tuple[float, float]:
        """Draw a hand. Returns its right edge and its height."""
        for n, line in enumerate(hand.head):
            first = replace(line[0], text=line[0].text.lstrip())  # without the mark that only screens show
            parts += self._line(0, y + 18 + n * 17, (first, *line[1:]))
        if hand.figure is not None:
            parts.append(text_at(left - 20, y + 34, str(hand.figure), "figure", "end"))
        x, top, high, widest = left, y + 2, 0.0, left
        for piece in hand.pieces:
            across, tall = self._piece(piece, None, 0, 0)
            if x > left and x + across > WIDEST - 200:
                x, top, high = left, top + high + 4, 0.0
            self._piece(piece, parts, x, top)
            x, high = x + across + 6, max(high, tall)
            widest = max(widest, x)
        low = max(top + high, y + 8 + 17 * len(hand.head))
        for line in hand.foot:
            parts += self._line(left, low + 14, line)
            low += ROW
        return widest, low + 10 - y

    def _piece(self, piece: Piece, parts: list[str] | None, x: float, y: float) -> tuple[float, float]:
        """Width and height of a piece with the lines under it; drawn if `parts` is given."""
        tile = piece.ground in ("black", "white")
        under = [row for row in piece.under if row]
        size = TILE if tile else max(CARD, 14 + 11 * max(len("".join(w.text for w in row)) for row in piece.face))
        width = max(size, *(_width(row) for row in under)) if under else size
        if parts is not None:
            kind = f"tile t-{piece.ground}" if tile else "card lit" if piece.lit or piece.step else "card"
            high = TILE if tile else CARD
            inside = [tag("rect", x=x + 1, y=y + 1, width=size, height=high, rx=6, class_=kind)]
            for n, row in enumerate(piece.face):
                line = y + 1 + high * (n + 0.5) / len(piece.face) + 7
                for m, word in enumerate(row if len(row) > 1 else row[:1]):
                    at = x + size * (m + 0.5) / max(1, len(row))
                    look = f"face f-{piece.ground}" if tile else f"rune {self._class(word)}"
                    inside.append(text_at(at, line, word.text, look, "middle"))
            parts.append(group(inside, piece.step))
            for n, row in enumerate(under):
                parts += self._line(x, y + high + 17 + n * 14, row)
        return width, (TILE if tile else CARD) + 6 + 14 * len(under)

    def _small(self, part: Matrix) -> Drawn:
        heads = [max(_width(head[n]) for head in part.down) + 10 for n in range(len(part.down[0]))]
        left, top, count = sum(heads), 24, len(part.across)
        parts: list[str] = [tag("rect", x=left - 1, y=top - 1, width=SMALL * count, height=SMALL * len(part.down),
                                class_="place")]  # fmt: skip

        def at(row: int, column: int) -> tuple[int, int]:
            return round(left) + SMALL * column, top + SMALL * row

        for n, letter in enumerate(part.across):
            parts.append(text_at(left + SMALL * n + 9, top - 6, letter[0].text, "title", "middle"))
        for row, head in enumerate(part.down):
            x = 0.0
            for n, letter in enumerate(head):
                parts += self._line(x, top + SMALL * row + 14, letter)
                x += heads[n]
        parts.append(squares((at(n, n) for n in range(count)), SMALL - 2, "cell"))
        pairs = (at(*place) for place, cell in part.cells.items() if cell.ground == "pair")
        parts.append(squares(pairs, SMALL - 2, "ally"))
        for place, cell in part.cells.items():
            if cell.text and cell.tone:
                x, y = at(*place)
                parts.append(text_at(x + 9, y + 14, cell.text, CLASSES.get(cell.tone, ""), "middle", cell.step))
        return Drawn(parts, left + SMALL * count + 2, top + SMALL * len(part.down) + 2)

    def _pieces(self, part: Matrix) -> Drawn:
        left, top = 110, 74
        parts: list[str] = []
        for n, head in enumerate(part.down):
            word = head[0][0]
            parts.append(text_at(left - 8, top + CELL * n + 28, shortened(word.text), self._class(word), "end"))
        for n, name in enumerate(part.across):
            parts.append(tag("text", escape(shortened(name[0].text, 11)), class_=self._class(name[0]),
                             transform=f"translate({left + CELL * n + 24},{top - 8}) rotate(-40)"))  # fmt: skip
        every = ((row, n) for row in range(len(part.down)) for n in range(len(part.across)))
        free = (
            (left + CELL * n, top + CELL * row) for row, n in every if part.cells.get((row, n), Cell()).ground != "own"
        )
        parts.append(squares(free, CELL - 2, "cell"))
        for (row, n), cell in part.cells.items():
            parts += self._cell(left + CELL * n, top + CELL * row, cell)
        return Drawn(parts, left + CELL * len(part.across), top + CELL * len(part.down) + 4)

    def _cell(self, x: int, y: int, cell: Cell) -> list[str]:
        parts = []
        if cell.text:
            look = f"piece k-{cell.piece}" + (" lost" if cell.lost else "")
            piece = tag("rect", x=x + 11, y=y + 5, width=22, height=22, rx=4, class_=look)
            under = text_at(x + 22, y + 39, shortened(cell.text, 7), "kind bad" if cell.lost else "kind", "middle")
            cross = tag("path", d=f"M{x + 8} {y + 2}l28 28m0 -28l-28 28", class_="cross") if cell.lost else ""
            parts.append(group((piece, cross, under), cell.step))
        if cell.ground == "promise":
            parts.append(tag("rect", tag("title", escape(cell.note)), x=x + 1, y=y + 1, width=CELL - 4,
                             height=CELL - 4, rx=3, class_="promise",
                             data_step=self._last if cell.step is None else cell.step))  # fmt: skip
        return parts

    def _cells(self, part: NamedCells) -> Drawn:
        parts: list[str] = []
        for number, row in enumerate(part.rows):
            for place, name in enumerate(row):
                x, y, cell = round(CELL * (place + part.shift(number))), CELL * number, part.cells.get(name, Cell())
                look = self._class(cell)
                parts.append(squares([(x, y)], CELL - 2, "cell"))
                parts.append(text_at(x + 4, y + 13, shortened(name, 6), "faint"))
                parts.append(
                    group((text_at(x + CELL // 2, y + 34, shortened(cell.text, 6), look, "middle"),), cell.step)
                )
        return Drawn(parts, CELL * max(map(len, part.rows), default=0), CELL * len(part.rows) + 4)

    def _boxes(self, part: Boxes) -> Drawn:
        tall = max(60 + 17 * (-(-len(box.there) // 2) + len(box.lines)) for box in part.boxes)
        parts: list[str] = []
        for n, box in enumerate(part.boxes):
            parts += self._box(box, (n % 4) * (BOX + 8), (n // 4) * (tall + 8), tall)
        return Drawn(parts, 4 * (BOX + 8), -(-len(part.boxes) // 4) * (tall + 8))

    def _box(self, box: Box, x: int, y: int, tall: int) -> list[str]:
        parts = [tag("rect", x=x + 1, y=y + 1, width=BOX, height=tall, rx=8, class_="place")]
        parts += self._line(x + 10, y + 20, box.title) + self._line(x + 10, y + 36, box.under)
        for n, word in enumerate(box.there):
            at = (x + 10 + (n % 2) * 94, y + 56 + (n // 2) * 17)
            parts.append(text_at(*at, shortened(word.text, 12), self._class(word), step=word.step))
        for n, line in enumerate(box.lines):
            parts += self._line(x + 10, y + tall - 8 - 17 * (len(box.lines) - 1 - n), line)
        return parts

    def _board(self, part: Board) -> Drawn:
        at = {room: (n * ROOM, row * ROOM) for row, rooms in enumerate(part.rooms) for n, room in enumerate(rooms)}
        parts: list[str] = []
        for room, (x, y) in at.items():
            parts += self._room(part.tiles[room], x, y)
        parts.append(group((text_at(x + 6, y + 17, room) for room, (x, y) in at.items()), class_="label"))
        parts += [_wall(at, wall) for wall in part.walls]
        parts += [self._walk(at, walk) for walk in part.walks]
        for room, (x, y) in at.items():
            parts += self._people(part.tiles[room], x, y)
        return Drawn(parts, len(part.rooms[0]) * ROOM, len(part.rooms) * ROOM)

    def _room(self, tile: Tile, x: int, y: int) -> list[str]:
        old = tile.owner and tile.fresh is None
        kind = f" s-{tile.tone}" if tile.tone in ("blue", "green", "violet") else ""
        look = f"room{kind}{' taken' if tile.taken else ''}"
        look += f" own c{self._hue[tile.owner]}" if old else ""
        parts = [tag("rect", x=x, y=y, width=ROOM - 2, height=ROOM - 2, class_=look)]
        if tile.owner and tile.fresh is not None:
            parts.append(tag("rect", x=x + 2, y=y + 2, width=ROOM - 6, height=ROOM - 6, data_step=tile.fresh,
                             class_=f"room own fresh c{self._hue[tile.owner]}"))  # fmt: skip
        if tile.lost is not None:
            parts.append(text_at(x + ROOM - 12, y + 18, "\u2717", "bad", "middle", tile.lost))
        if tile.off:
            parts.append(tag("path", d=f"M{x + 3} {y + 3}l{ROOM - 8} {ROOM - 8}", class_="off"))
        return parts

    def _walk(self, at: dict[str, tuple[int, int]], walk: Walk) -> str:
        hue = self._hue.get(walk.seat, 0)
        shift = 4 * (hue - 2) + 2 * walk.way  # keeps ways along the same wall apart
        points = [(at[room][0] + ROOM / 2 + shift, at[room][1] + ROOM / 2 + shift) for room in walk.rooms if room in at]
        line = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
        return tag("polyline", points=line, class_=f"path c{hue}", data_step=walk.step)

    def _people(self, tile: Tile, x: int, y: int) -> list[str]:
        parts = []
        for n, person in enumerate(tile.people):
            cx, cy = x + 13 + (n % 4) * 12, y + 34 + (n // 4) * 14
            tip, foot = (cy - 6, cy + 6) if person.mark == "\u25b2" else (cy + 6, cy - 6)
            look = f"crew c{self._hue.get(person.seat, 0)}{' parasite' if person.odd else ''}"
            parts.append(tag("polygon", tag("title", escape(person.told)), class_=look,
                             points=f"{cx - 6},{foot} {cx + 6},{foot} {cx},{tip}"))  # fmt: skip
        return parts

    def _links(self, part: Links) -> Drawn:
        high = 30 * max(len(side) for side in part.sides) + 26
        left, right = 250, 600
        parts = [*self._line(0, 16, (part.titles[0],)), *self._line(right + 250, 16, (part.titles[1],), True)]
        places: dict[str, float] = {}
        for n, side in enumerate(part.sides):
            for m, seat in enumerate(side):
                y = places[seat] = 26 + (high - 26) * (m + 0.5) / len(side)
                look = f"name c{self._hue.get(seat, 0)}"
                parts.append(text_at(right + 250 if n else 0, y + 4, shortened(seat), look, "end" if n else None))
        for link in part.links:
            ours = link.by in part.sides[0]
            ends = (places[link.by], places[link.to]) if ours else (places[link.to], places[link.by])
            line = tag("path", d=f"M{left} {ends[0]:.0f}L{right} {ends[1]:.0f}",
                       class_=f"line c{self._hue.get(link.by, 0)}")  # fmt: skip
            head = tag("circle", cx=left if not ours else right, cy=round(places[link.to]), r=4, class_="end")
            label = self._line(left - 8 if ours else right + 8, places[link.by] + 4, link.said, ours)
            parts.append(group((line, head, *label), link.step))
        return Drawn(parts, right + 252, high)


def _width(words: Sequence[Word]) -> float:
    return LETTER * (1.15 if len(words) > MANY else 1) * sum(len(word.text) + word.mark for word in words)


def _wall(at: dict[str, tuple[int, int]], wall: Wall) -> str:
    (ax, ay), (bx, by) = at[wall.one], at[wall.other]
    if ay == by:
        x = max(ax, bx) - 1
        return tag("line", x1=x, x2=x, y1=ay, y2=ay + ROOM - 2, class_="wall", data_step=wall.step)
    y = max(ay, by) - 1
    return tag("line", x1=ax, x2=ax + ROOM - 2, y1=y, y2=y, class_="wall", data_step=wall.step)
