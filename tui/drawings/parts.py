"""The parts of a drawing as rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from textual.content import Content
from textual.style import Style

from core.games.duel.course import Colour
from core.story.drawing import (
    AnyPart,
    Board,
    Box,
    Boxes,
    Cell,
    Hand,
    Hands,
    Link,
    Links,
    Matrix,
    Moment,
    NamedCells,
    Piece,
    Table,
    Tile,
    Word,
    Words,
    initials,
)
from tui.drawings.tiles import FACES, big, chip
from tui.games.drifting_ship import board as ship
from tui.widgets.shelf import FRAME, frame_lines
from tui.words import text
from tui.words.plot import DOTS, hues

NAME = 9
"""Columns of a seat's name, with its mark."""
HEAD, FIGURE, UNDER = 14, 8, 12
"""Columns beside a hand, of its large figure, and below a piece."""
LEAST_HEAD = 5
"""Columns of a table's head that are left when it is shortened."""
CELL, SHORT = 5, 3
"""Columns of a matrix cell; letters of its content."""
WIDE = 100
"""Columns from which a matrix shows more about its rows."""
BOX, FULL = 30, 124
"""Least columns of a box; columns from which four fit side by side."""
SAID, BRIEF, LINES = 17, 8, 16
"""Columns of a link's words, in full and in brief; least columns of the lines between two sides."""
MOST = 96
"""Columns from which more are of no use to those lines."""
ASKS, TOLD, BOTH = "\u25cf", "\u25b6", "\u25c9"
"""Marks at the ends of lines: asked, was told, both."""
NEW = "\u2022"
"""Marks a room taken in this round."""


class Paint:
    def __init__(
        self, seats: tuple[str, ...], width: int, height: int, round_word: str = "round", at: int = 0,
        about: tuple[str, ...] = (), choosable: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Args: at: number of steps so far. about: seats of the last step. choosable: names of cells that can be
        chosen, each with the style of its name."""
        self.at, self.width, self.height = at, width, height
        self._seats = seats
        self._tone: Mapping[str, str] = hues(seats)
        self._about = about
        self._round = round_word
        self._choosable = choosable or {}

    @classmethod
    def of(cls, moment: Moment, width: int, height: int) -> Paint:
        about = () if moment.step is None else moment.step.seats
        return cls(moment.seats, width, height, moment.story.round_word, moment.at, about)

    # --- words
    def is_shown(self, item: Any) -> bool:
        return item.step is None or item.step <= self.at

    def lit(self, item: Any) -> bool:
        return item.step is not None and item.step == self.at

    def word(self, word_: Word) -> Content:
        style = self._tone.get(word_.seat, "$ink") if word_.seat else f"${word_.tone}" if word_.tone else ""
        is_lit = self.lit(word_) or (word_.mark and word_.seat in self._about)
        styled = (word_.text, f"bold {style}".strip() if is_lit else style)
        return text.line(("\u25b8" if is_lit else " ", "$key"), styled) if word_.mark else text.line(styled)

    def words(self, words_: Words, width: int = 0) -> Content:
        joined = text.line(*(self.word(word_) for word_ in words_ if self.is_shown(word_)))
        return text.fit(joined, width) if width else joined

    # --- parts
    def least(self, part: AnyPart) -> int:
        if isinstance(part, Table):
            return max((sum(widths) + len(widths) - 1 for widths in [self._columns(part, range(99))]), default=0)
        if isinstance(part, Matrix):
            return sum(self._heads(part)) + len(part.across) * (2 if part.small else CELL)
        if isinstance(part, NamedCells):
            return self._cell_width(part) * max(map(len, part.rows), default=0)
        if isinstance(part, Boxes):
            return 2 * BOX + 2
        if isinstance(part, Board):
            return ship.board_size(ship.SMALL if self._fits(part, ship.SMALL) else ship.FLAT, len(part.rooms[0]))[0]
        if isinstance(part, Links):
            return 2 * (NAME + SAID) + LINES
        return HEAD + FIGURE + 40

    def is_about(self, part: AnyPart) -> bool:
        items = part.cells.values() if isinstance(part, Matrix) else part.links if isinstance(part, Links) else ()
        return any(self.lit(item) for item in items)

    def rows(self, part: AnyPart, width: int, height: int, cut: bool = False) -> list[Content]:
        """Return a part in `width` columns. `cut`: only `height` rows, around the latest item."""
        if isinstance(part, Table):
            return self._table(part, width, height)
        if isinstance(part, Matrix):
            return self._matrix(part, width, height if cut else 0)
        if isinstance(part, NamedCells):
            return self._cells(part)
        if isinstance(part, Boxes):
            return self._boxes(part, width, height)
        if isinstance(part, Board):
            return self._board(part, width, height)
        if isinstance(part, Links):
            return self._links(part, min(width, MOST))
        return self._hands(part, width, height)

    # --- named cells
    def _cell_width(self, part: NamedCells) -> int:
        texts = [cell.text for cell in part.cells.values()]
        wide = max((len(word) for word in (*texts, *(name for row in part.rows for name in row))), default=1)
        return wide + 2 + wide % 2  # even, so that hexagons shift by half a cell

    def _cells(self, part: NamedCells) -> list[Content]:
        wide = self._cell_width(part)
        rows: list[Content] = []
        for number, row in enumerate(part.rows):
            pad = " " * int(part.shift(number) * wide)
            names = [_as_choice(text.fit((name, self._choosable.get(name, "$faint")), wide), name) for name in row]
            faces = [self._cell_face(part.cells.get(name, Cell()), name, wide) for name in row]
            rows += [text.line(pad, *names), text.line(pad, *faces)]
        return rows

    def _cell_face(self, cell: Cell, name: str, wide: int) -> Content:
        style = f"bold {self._tone.get(cell.seat, f'${cell.tone}' if cell.tone else '')}".rstrip()
        return _as_choice(text.fit((cell.text, style) if self.is_shown(cell) else "", wide), name)

    # --- tables
    def _columns(self, part: Table, shown: Iterable[int]) -> list[int]:
        shown = list(shown)
        cells = [row for row in part.rows if len(row) > 1]
        count = max((len(row) for row in cells), default=0)
        widths = [
            max(self.words(row[n]).cell_length for row in cells if n < len(row)) for n in range(count) if n in shown
        ]
        over = max((self.words(row[0]).cell_length for row in part.rows if len(row) == 1), default=0)
        spare = over - sum(widths) - max(0, len(widths) - 1)
        return [*widths[:-1], widths[-1] + max(0, spare)] if widths else [over]

    def _table(self, part: Table, width: int, height: int) -> list[Content]:
        every = range(max((len(row) for row in part.rows), default=0))
        full = self._columns(part, every)
        shown = [n for n in every if n not in part.more]
        halves = self._halves(part, width, shown)
        if sum(full) + len(full) - 1 <= width and (len(part.rows) <= height or not halves):
            shown, halves = list(every), False
        widths = self._columns(part, shown)
        if sum(widths) + len(widths) - 1 > width and part.rows and not part.rows[0][0]:
            return self._narrow(part, shown, width)
        rows = [self._row(part, row, shown, widths) for row in part.rows]
        if not halves:
            return rows
        head = rows[:1] if not part.rows[0][0] else []
        body = rows[len(head) :]
        half = (len(body) + 1) // 2
        return text.beside([[*head, *body[:half]], [*head, *body[half:]]], [width // 2 - 1] * 2, 2)

    def _narrow(self, part: Table, shown: Sequence[int], width: int) -> list[Content]:
        """Shorten the heads of a table to the cells below them. Columns that still do not fit follow below, behind the
        first one again."""
        heads, body = (self._columns(Table(rows=rows), shown) for rows in (part.rows[:1], part.rows[1:]))
        widths = {n: max(wide, min(head, LEAST_HEAD)) for n, head, wide in zip(shown, heads, body, strict=False)}
        first, *rest = widths
        blocks: list[list[int]] = [[first]]
        for n in rest:
            if len(blocks[-1]) > 1 and sum(widths[m] + 1 for m in (*blocks[-1], n)) - 1 > width:
                blocks.append([first])
            blocks[-1].append(n)
        rows: list[Content] = []
        for block in blocks:
            rows += [text.line("")] if rows else []
            rows += [self._row(part, row, block, [widths[n] for n in block]) for row in part.rows]
        return rows

    def _halves(self, part: Table, width: int, shown: Sequence[int]) -> bool:
        widths = self._columns(part, shown)
        each = sum(widths) + len(widths) - 1
        return len(part.rows) > 5 and all(len(row) > 1 for row in part.rows) and width >= 2 * each + 2

    def _row(self, part: Table, row: Sequence[Words], shown: Sequence[int], widths: Sequence[int]) -> Content:
        if len(row) == 1:
            return self.words(row[0])
        cells: list[text.Part] = []
        for n, width in zip(shown, widths, strict=False):
            drawn = self.words(row[n]) if n < len(row) else text.line("")
            cells += [" "] if cells else []
            spare = width - drawn.cell_length
            cells.append(drawn.pad_left(spare) if n in part.right and spare > 0 else text.fit(drawn, width))
        return text.line(*cells)

    # --- hands
    def _hands(self, part: Hands, width: int, height: int) -> list[Content]:
        large = self._all_hands(part, width, True)
        return large if len(large) <= height else self._all_hands(part, width, False)

    def _all_hands(self, part: Hands, width: int, large: bool) -> list[Content]:
        pieces = [[self._piece(piece, large) for piece in hand.pieces if self.is_shown(piece)] for hand in part.hands]
        most = max(map(len, pieces), default=0)
        alike = [max(own[n][0].cell_length for own in pieces if n < len(own)) for n in range(most)]
        rows: list[Content] = []
        for hand, own in zip(part.hands, pieces, strict=True):
            even = hand.figure is not None
            rows += self._hand(hand, [[text.fit(row, alike[n]) for row in piece_rows] if even else piece_rows
                                      for n, piece_rows in enumerate(own)], width)  # fmt: skip
        return rows

    def _hand(self, hand: Hand, pieces: Sequence[list[Content]], width: int) -> list[Content]:
        heads = [self.words(row) for row in hand.head]
        head = max(HEAD, *(row.cell_length + 1 for row in heads))
        columns, widths = [heads], [min(head, max(HEAD, width // 3))]
        if hand.figure is not None:
            columns.append(big(hand.figure, self._tone.get(hand.seat, "$strong")))
            widths.append(FIGURE)
        room = width - sum(widths) - len(widths)
        rows = text.beside([*columns, self._flow(pieces, room)], [*widths, room], 1)
        rows += [row for foot_words in hand.foot for row in text.hung(self.words(foot_words), width)]
        return [*rows, text.line("")] if hand.figure is not None else rows

    def _flow(self, pieces: Sequence[list[Content]], width: int) -> list[Content]:
        rows: list[Content] = []
        line: list[list[Content]] = []
        for piece in pieces:
            if line and sum(placed[0].cell_length + 1 for placed in line) + piece[0].cell_length > width:
                rows += _side_by_side(line)
                line = []
            line.append(piece)
        return [*rows, *_side_by_side(line)]

    def _piece(self, piece: Piece, large: bool) -> list[Content]:
        lit = piece.lit or self.lit(piece)
        faces = [self.words(row) for row in piece.face]
        ground = FACES.get(piece.ground)
        if ground is not None:
            colour: Colour = "black" if piece.ground == "black" else "white"
            drawn = [chip(int(faces[0].plain) if faces[0].plain.isdigit() else None, colour, 4)]
        elif large:
            spaced = [self._spaced_words(row) for row in piece.face]
            drawn = frame_lines(spaced, max(row.cell_length for row in spaced) + FRAME,
                           (piece.head, "$faint"), style="$key" if lit else "$faint", heavy=lit)  # fmt: skip
        elif len(faces) == 1:
            drawn = [text.line((f" {faces[0].plain} ", "$pick" if lit else "$badge"))]
        else:
            drawn = [text.line(("\u25b8" if lit and not n else " ", "$key"), self._spaced_words(row), " ")
                     for n, row in enumerate(piece.face)]  # fmt: skip
        under = self._rows_under(piece)
        width = max(row.cell_length for row in [*drawn, *under])
        return [text.fit(row, width) for row in [*drawn, *under]]

    def _spaced_words(self, row: Words) -> Content:
        parts: list[text.Part] = []
        for word_ in row:
            parts += [" ", self.word(word_)] if parts else [self.word(word_)]
        return text.line(*parts)

    def _rows_under(self, piece: Piece) -> list[Content]:
        rows: list[Content] = []
        for words_ in piece.under:
            drawn = self.words(words_)
            if not drawn.plain:
                continue
            if rows and rows[-1].cell_length + 1 + drawn.cell_length < UNDER:
                rows[-1] = text.line(rows[-1], " ", drawn)
            else:
                rows.append(drawn)
        return rows

    # --- a matrix
    def _heads(self, part: Matrix) -> list[int]:
        more = [max(self.words(row[n]).cell_length + 2 for row in part.down) for n in range(1, len(part.down[0]))]
        return [NAME, *(more if self.width >= WIDE else more[:1])] if part.down else [NAME]

    def _matrix(self, part: Matrix, width: int, height: int) -> list[Content]:
        heads, wide = self._heads(part), 2 if part.small else CELL
        if not part.small and sum(heads) + wide * len(part.across) > width:
            wide -= 1
        if sum(heads) + wide * len(part.across) > width:
            heads[0] = max((self.words(row[0]).cell_length + 1 for row in part.down), default=NAME)
        lit = next((row for (row, _), cell in part.cells.items() if self.lit(cell)), 0)
        rows = []
        for row, head in enumerate(part.down):
            cells = [self._cell(part.cells.get((row, n)), wide) for n in range(len(part.across))]
            before = [self.words(words_, width) for words_, width in zip(head, heads, strict=False)]
            rows.append(text.line(*before, *cells))
        first, corner = 0, part.corner
        if 0 < height < len(rows) + 1:
            first = max(0, min(lit - (height - 1) // 2, len(rows) - height + 1))
            rows = rows[first : first + height - 1]
            ends = (part.down[n][-1 if len(part.down[n]) < 2 else 1] for n in (first, first + len(rows) - 1))
            corner = " to ".join(self.words(end).plain for end in ends)
        over = [self.words(_shorten(words_, wide - 1), wide) for words_ in part.across]
        return [text.line(text.fit((f" {corner}" if part.small else corner, "$faint"), sum(heads)), *over), *rows]

    def _cell(self, cell: Cell | None, wide: int) -> Content:
        exists = cell is not None and self.is_shown(cell)
        if cell is not None and cell.ground == "own":
            return text.fit(("\u2572", "$faint"), wide)
        if cell is None or not exists or not cell.text:
            empty = cell is not None and cell.ground == "pair"
            return text.fit(("\u00b7", "$ink" if empty else "$faint") if empty or wide > 2 else "", wide)
        style = f"${cell.piece or cell.tone}" if cell.piece or cell.tone else "$ink"
        shown = cell.text[:SHORT] if wide > 2 else cell.text
        mark = ("\u2717" if cell.lost else "", "$bad")
        return text.fit(text.line((shown, f"bold {style}" if self.lit(cell) else style), mark), wide)

    # --- boxes
    def _boxes(self, part: Boxes, width: int, height: int) -> list[Content]:
        columns = 4 if width >= FULL else 2 if width >= 2 * BOX or width >= 36 else 1
        each = (width - 2 * (columns - 1)) // columns
        full = self._box_rows(part.boxes, columns, each, True)
        return full if len(full) <= height else self._box_rows(part.boxes, columns, each, False)

    def _box_rows(self, boxes: Sequence[Box], columns: int, each: int, full: bool) -> list[Content]:
        rows: list[Content] = []
        for first in range(0, len(boxes), columns):
            drawn = [self._box(box, each, full) for box in boxes[first : first + columns]]
            rows += text.beside(drawn, [each] * len(drawn), 2)
        return rows

    def _box(self, box: Box, width: int, full: bool) -> list[Content]:
        under = self.words(box.under)
        title = text.line(("\u25b8" if box.lit else " ", "$key"), self.words(box.title))
        if title.cell_length + 1 + under.cell_length > width:
            title = title.truncate(max(8, width - under.cell_length - 1), ellipsis=True)
        names: list[text.Part] = ["  "]
        for person in box.there:
            if self.is_shown(person):
                names += [self.word(person), " "]
        people = text.hung(text.line(*names), width, 2) if len(names) > 1 else [text.line("")]
        people = [people[0], text.fit(text.line("  ", *people[1:]), width)] if len(people) > 1 and not full else people
        lines = [text.line("  ", self.words(words_)) for words_ in box.lines] if full else []
        return [text.line(title, " ", under), *people, *lines]

    # --- a board
    def _fits(self, part: Board, inside: tuple[int, int]) -> bool:
        width, height = ship.board_size(inside, len(part.rooms[0]))
        return self.width >= width and self.height >= height

    def _board(self, part: Board, width: int, height: int) -> list[Content]:
        large = width >= ship.board_size(ship.LARGE, len(part.rooms[0]))[0]
        large = large and height >= ship.board_size(ship.LARGE, len(part.rooms[0]))[1]
        inside = ship.LARGE if large else ship.SMALL if self._fits(part, ship.SMALL) else ship.FLAT
        walls = [(wall.one, wall.other) for wall in part.walls if self.is_shown(wall)]
        tiles = {room: self._tile(room, tile, large) for room, tile in part.tiles.items()}
        rows = ship.board_rows(part.rooms, tiles, walls, inside)
        if any(tile.fresh is not None for tile in part.tiles.values()):
            rows.append(text.line((NEW, "bold $good"), (f" new in this {self._round}", "$faint")))
        return rows

    def _tile(self, room: str, tile: Tile, large: bool) -> ship.Tile:
        letters = initials(self._seats)
        hue = self._tone.get(tile.owner) or ("$faint" if tile.taken else f"${tile.tone}")
        new = tile.fresh is not None
        called = {each.seat: each.seat[:5] if large else letters[each.seat] for each in tile.people}
        who: list[text.Part] = [
            (f"{each.mark}{called[each.seat]}", self._tone.get(each.seat, "$strong")) for each in tile.people
        ]
        whose = "\u00d7" if tile.taken else " " if large else letters.get(tile.owner, " ")
        return ship.Tile(
            label=room,
            style=f"bold {hue}" if tile.lit or new else hue,
            mark="\u25b8" if tile.lit else whose,
            mark_style="$key" if tile.lit else self._tone.get(tile.owner, "$faint"),
            left=NEW if new else "",
            own=tuple(who[:1]),
            others=tuple(who[1:]),
            foot=self.words(tile.foot),
        )

    # --- links between two sides
    def _links(self, part: Links, width: int) -> list[Content]:
        high = max(len(side) for side in part.sides)
        places = {seat: _row(n, len(side), high) for side in part.sides for n, seat in enumerate(side)}
        links = [link for link in part.links if self.is_shown(link)]
        wide = SAID if width >= 2 * (NAME + SAID) + LINES else BRIEF
        room = width - 2 * (NAME + wide + 2)
        web = Web(room, high)
        for link in sorted(links, key=self.lit):  # the last one is drawn over the others
            ends = (places[link.by], places[link.to])
            style = "bold $key" if self.lit(link) else self._tone[link.by]
            web.line(*(ends if link.by in part.sides[0] else ends[::-1]), style)
        left, right = (self.word(title) for title in part.titles)
        legend = self._legend(part, next((link for link in links if self.lit(link)), None), room + 4)
        rows = [text.line(text.fit(left, NAME + wide), text.centred(legend, room + 4),
                          right.pad_left(NAME + wide - right.cell_length))]  # fmt: skip
        for y, middle in enumerate(web.rows()):
            sides = [next((seat for seat in side if places[seat] == y), None) for side in part.sides]
            ends_ = [self._end(seat, links, wide, n) for n, seat in enumerate(sides)]
            rows.append(text.line(*ends_[0], " ", *middle, " ", *ends_[1][::-1]))
        return rows

    def _legend(self, part: Links, last: Link | None, room: int) -> text.Part:
        if last is None:
            return (f"{ASKS} {part.asks}  {TOLD} {part.told}", "$faint")
        short = f"{last.by} {TOLD} {last.to}"
        full = f"{short}: {last.about}" if last.about else short
        return (full if len(full) <= room else short, "bold $key")

    def _end(self, seat: str | None, links: Sequence[Link], wide: int, lead: int) -> list[text.Part]:
        if seat is None:
            return [" " * NAME, " " * wide, " "]
        own = next((link for link in links if link.by == seat), None)
        was_told = any(link.to == seat for link in links)
        mark = (BOTH if was_told else ASKS) if own is not None else TOLD if was_told else "\u00b7"
        hot = any(self.lit(link) and seat in (link.by, link.to) for link in links)
        style = "bold $key" if hot else self._tone[seat] if own is not None or was_told else "$faint"
        words_: Words = () if own is None else own.said if wide == SAID else own.brief
        who = self.words((Word(text=seat, seat=seat, mark=True),), NAME)
        return [who, text.fit(text.line(" " * lead, self.words(words_)), wide), (mark, style)]


def _as_choice(content: Content, name: str) -> Content:
    return content.stylize(Style.from_meta({"cell": name}))


def _shorten(words_: Words, width: int) -> Words:
    return tuple(
        word
        if len(word.text) <= width
        else Word(text=f"{word.text[: width - 1]}\u2026", tone=word.tone, seat=word.seat)
        for word in words_
    )


def _row(place: int, seats: int, high: int) -> int:
    return ((2 * place + 1) * high) // (2 * seats)


def _side_by_side(pieces: Sequence[list[Content]]) -> Iterator[Content]:
    high = max((len(piece) for piece in pieces), default=0)
    for n in range(high):
        parts: list[text.Part] = []
        for piece in pieces:
            parts += [" "] if parts else []
            parts.append(piece[n] if n < len(piece) else " " * piece[0].cell_length)
        yield text.line(*parts)


class Web:
    """Lines from the left edge to the right, in dots of a quarter of a row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(2, width), height
        self._dots: dict[tuple[int, int], int] = {}
        self._tone: dict[tuple[int, int], str] = {}

    def line(self, left: int, right: int, tone: str) -> None:
        last = 2 * self.width - 1
        for x in range(2 * self.width):
            y = round(4 * left + 1.5 + 4 * (right - left) * x / last)
            cell = (x // 2, y // 4)
            self._dots[cell] = self._dots.get(cell, 0) | DOTS[y % 4][x % 2]
            self._tone[cell] = tone

    def rows(self) -> list[list[text.Part]]:
        return [
            runs(
                (chr(0x2800 + self._dots[x, y]), self._tone[x, y]) if (x, y) in self._dots else (" ", "")
                for x in range(self.width)
            )
            for y in range(self.height)
        ]


def runs(cells: Iterable[tuple[str, str]]) -> list[text.Part]:
    """Join neighbouring cells of one style: each run costs as much as a long one. Blank cells take the style before
    them."""
    joined: list[tuple[str, str]] = []
    for words, style in cells:
        if joined and (style == joined[-1][1] or not words.strip()):
            joined[-1] = (joined[-1][0] + words, joined[-1][1])
        else:
            joined.append((words, style))
    return [run if run[1] else run[0] for run in joined]
