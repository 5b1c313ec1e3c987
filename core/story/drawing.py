"""A drawing of a past round, for every screen and page.

A game's `draw` turns a `Moment` into a `Drawing`, without columns or pixels; `tui.drawings` renders it as rows of text,
`cli.archive.drawings` as a picture. It holds only what the reader knows. A part has the number of the step that brings
it: hidden before that step, highlighted just after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from core.story.parts import Scene, Step, Story, StoryPart, Turn
from core.story.turning import number


class Moment(NamedTuple):
    """A moment of a closed round, as the reader of the story knows it."""

    story: Story
    scene: Scene
    before: Mapping[str, Any]
    """Position before the close (`Scene.picture` of the round before)."""
    at: int
    """Number of steps so far; one more than there are: all, none of them the last."""
    broken: tuple[Turn, ...] = ()
    """Broken agreements, if the reader may know all."""

    @property
    def over(self) -> bool:
        return self.at >= len(self.scene.steps)

    @property
    def picture(self) -> Mapping[str, Any]:
        """Position before the close, or after it once all steps are done."""
        return self.scene.picture if self.over else self.before

    @property
    def step(self) -> Step | None:
        return self.scene.steps[self.at - 1] if 0 < self.at <= len(self.scene.steps) else None

    @property
    def seats(self) -> tuple[str, ...]:
        return self.story.seats

    def steps(self, *kinds: str) -> Iterator[tuple[int, Step]]:
        """Return the steps of these kinds (none: all) so far, numbered from 1."""
        numbered = enumerate(self.scene.steps[: self.at], 1)
        return ((n, step) for n, step in numbered if not kinds or step.kind in kinds)


def moment_of(story: Story, place: int, at: int | None = None, broken: tuple[Turn, ...] = ()) -> Moment:
    """Return the moment after `at` steps (None: all) of the scene at `place`."""
    scene = story.scenes[place]
    before = story.scenes[place - 1].picture if place % len(story.scenes) else story.start
    count = len(scene.steps) if at is None else at
    known = before or (scene.picture if count >= len(scene.steps) else {})  # no position after the close before it
    return Moment(story, scene, known, count, broken)


# --- words ------------------------------------------------------------------------------------------------------------
class Word(StoryPart, frozen=True):
    """Text of one look."""

    text: str
    tone: str = ""
    """`strong`, `faint`, `good`, `bad`, `warn`, `accent`, `key`, or a colour: `red`, `blue`, `green`, `yellow`,
    `white`, `black`, `cyan`, `violet`."""
    seat: str = ""
    """Seat with the colour."""
    mark: bool = False
    """True for a seat's name, which is marked if the last step concerns it."""
    step: int | None = None


Words = tuple[Word, ...]
Said = str | tuple[str, str] | Word


def say(*parts: Said) -> Words:
    """Make words from plain text, (text, tone) and ready words."""
    pairs = (part if not isinstance(part, str) else (part, "") for part in parts)
    return tuple(pair if isinstance(pair, Word) else Word(text=pair[0], tone=pair[1]) for pair in pairs)


def name(seat: str, step: int | None = None) -> Word:
    return Word(text=seat, seat=seat, mark=True, step=step)


def change(now: float, before: float | None, step: int | None = None) -> Word:
    """Return a change: `+3`; empty for none."""
    moved = 0 if before is None else now - before
    return Word(text=f"{'+' if moved > 0 else ''}{number(moved)}" if moved else "", tone="good" if moved > 0 else "bad",
                step=step)  # fmt: skip


def initials(seats: Sequence[str]) -> dict[str, str]:
    """Return one character for each seat: its first letter if unique, else its number."""
    heads = [seat[:1].upper() for seat in seats]
    return {
        seat: head if heads.count(head) == len(head) == 1 and east_asian_width(head) not in ("W", "F") else str(number)
        for number, (seat, head) in enumerate(zip(seats, heads, strict=True), 1)
    }


# --- what is drawn ----------------------------------------------------------------------------------------------------
class Table(StoryPart, frozen=True):
    """Rows of words in columns. A row of one cell spans all."""

    rows: tuple[tuple[Words, ...], ...]
    right: tuple[int, ...] = ()
    """Right-aligned columns."""
    more: tuple[int, ...] = ()
    """Columns left out in little room."""


class Piece(StoryPart, frozen=True):
    face: tuple[Words, ...]
    """Lines on it."""
    ground: str = ""
    under: tuple[Words, ...] = ()
    head: str = ""
    """Number in its frame, if it has one."""
    step: int | None = None
    lit: bool = False


class Hand(StoryPart, frozen=True):
    """Pieces in a row, with text beside and below."""

    head: tuple[Words, ...]
    pieces: tuple[Piece, ...] = ()
    figure: int | None = None
    """A number drawn large."""
    seat: str = ""
    foot: tuple[Words, ...] = ()


class Hands(StoryPart, frozen=True):
    hands: tuple[Hand, ...]


class Cell(StoryPart, frozen=True):
    text: str = ""
    tone: str = ""
    seat: str = ""
    """Seat with the colour, on a board of named cells."""
    piece: str = ""
    """Colour of a piece in it; its text names the piece."""
    lost: bool = False
    """True if nothing came of it; it is crossed out."""
    ground: str = ""
    """`own` for an impossible cell, `pair` for one of a pair, `promise` for a broken agreement."""
    note: str = ""
    """Hover text on a page."""
    step: int | None = None


class Matrix(StoryPart, frozen=True):
    corner: str
    across: tuple[Words, ...]
    down: tuple[tuple[Words, ...], ...]
    """Columns before each row: a name, a letter, more if there is room."""
    cells: Mapping[tuple[int, int], Cell]
    """NamedCells by row and column; others are empty."""
    small: bool = False
    """True if a cell needs one character."""


class NamedCells(StoryPart, frozen=True):
    """A board of named cells in rows. At the table a player chooses a cell that is the value of an open choice. A cell
    that a typed choice's slot ends with opens its box."""

    rows: tuple[tuple[str, ...], ...]
    cells: Mapping[str, Cell] = {}
    """Contents by name; others are empty."""
    hexagons: bool = False
    """True if rows are shifted by half a cell, each row against the longest one in the middle."""

    def shift(self, row: int) -> float:
        """Return by how many cells a row is moved to the right."""
        longest = max(map(len, self.rows), default=0)
        return (longest - len(self.rows[row])) / 2 if self.hexagons else 0


class Box(StoryPart, frozen=True):
    """A place with its contents."""

    title: Words
    under: Words = ()
    there: Words = ()
    """Names, as many in a line as fit."""
    lines: tuple[Words, ...] = ()
    lit: bool = False


class Boxes(StoryPart, frozen=True):
    """Places, up to four in a row."""

    boxes: tuple[Box, ...]


class Person(StoryPart, frozen=True):
    """A player in a room."""

    seat: str
    mark: str
    told: str = ""
    odd: bool = False
    """True if something is special about them."""


class Tile(StoryPart, frozen=True):
    """A room of a board."""

    tone: str = "faint"
    """Colour of its kind."""
    owner: str = ""
    taken: bool = False
    """True if its owner is gone, or unknown to the reader."""
    fresh: int | None = None
    """Step that gave it to its owner."""
    foot: Words = ()
    off: bool = False
    lit: bool = False
    people: tuple[Person, ...] = ()
    lost: int | None = None
    """Step in which no player got it."""


class Wall(NamedTuple):
    one: str
    other: str
    step: int | None = None


class Walk(NamedTuple):
    seat: str
    rooms: tuple[str, ...]
    step: int
    way: int = 0
    """Number among its seat's ways, which are drawn apart."""


class Board(StoryPart, frozen=True):
    rooms: tuple[tuple[str, ...], ...]
    tiles: Mapping[str, Tile]
    walls: tuple[Wall, ...] = ()
    walks: tuple[Walk, ...] = ()


class Link(StoryPart, frozen=True):
    """A line from one seat to another."""

    by: str
    to: str
    said: Words = ()
    brief: Words = ()
    """Text for little room."""
    about: str = ""
    step: int | None = None


class Links(StoryPart, frozen=True):
    titles: tuple[Word, Word]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    links: tuple[Link, ...]
    asks: str = "asked"
    told: str = "was told"


AnyPart = Hands | Matrix | NamedCells | Boxes | Board | Links | Table


class Drawing(StoryPart, frozen=True):
    parts: tuple[AnyPart, ...]
    legend: str = ""
    """Explanation for pages, in a sentence or two."""
    over: bool = False
    """True if the first part stands over the second wherever there is height, even if there is width."""
