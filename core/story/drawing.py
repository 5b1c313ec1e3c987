"""A round of the past, drawn: what is in the picture, said once for every screen and page.

A game's `draw` turns a `Moment` of a story into a `Drawing`: hands, a matrix, boxes, a board, links, tables, of words
and pieces. Nothing here knows columns or pixels: `tui.drawings` makes rows of text from it, `cli.archive.drawings` a
picture for a page. A moment has what its reader knows, so a drawing knows no more.

What a step of the round brings carries the number of that step: it is left out before, and lit when it has just
happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from core.story.parts import Scene, Step, Story, StoryPart, Turn
from core.story.turning import number


class Moment(NamedTuple):
    """One moment of a closed round, as the reader of the story knows it."""

    story: Story
    scene: Scene
    before: Mapping[str, Any]
    """The position before the close (`Scene.picture` of the round before)."""
    at: int
    """How many steps have happened, 0 to all of them."""
    broken: tuple[Turn, ...] = ()
    """Agreements that were not kept, where the reader may know all of them."""

    @property
    def over(self) -> bool:
        """Have all steps happened?"""
        return self.at >= len(self.scene.steps)

    @property
    def picture(self) -> Mapping[str, Any]:
        """The position: before the close, and after it once all steps have happened."""
        return self.scene.picture if self.over else self.before

    @property
    def step(self) -> Step | None:
        """The step that has just happened."""
        return self.scene.steps[self.at - 1] if 0 < self.at <= len(self.scene.steps) else None

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order."""
        return self.story.seats

    def steps(self, *kinds: str) -> Iterator[tuple[int, Step]]:
        """The steps of these kinds that have happened, with their numbers from 1; of all kinds without one."""
        done = enumerate(self.scene.steps[: self.at], 1)
        return ((n, step) for n, step in done if not kinds or step.kind in kinds)


def moment_of(story: Story, place: int, at: int | None = None, broken: tuple[Turn, ...] = ()) -> Moment:
    """The moment after `at` steps of the scene at `place`; after all of them with None."""
    scene = story.scenes[place]
    before = story.scenes[place - 1].picture if place % len(story.scenes) else story.start
    return Moment(story, scene, before or scene.picture, len(scene.steps) if at is None else at, broken)


# --- words ------------------------------------------------------------------------------------------------------------
class Word(StoryPart, frozen=True):
    """Some text of one look."""

    text: str
    tone: str = ""
    """`strong`, `faint`, `good`, `bad`, `warn`, `accent`, `key`, or a colour: `red`, `blue`, `green`, `yellow`,
    `white`, `black`, `cyan`, `violet`."""
    seat: str = ""
    """Whose colour it has."""
    mark: bool = False
    """Is it the name of the seat, with a mark beside it when the last step concerns them?"""
    step: int | None = None


Words = tuple[Word, ...]
Said = str | tuple[str, str] | Word


def say(*parts: Said) -> Words:
    """Words from plain text, (text, tone) and ready words."""
    pairs = (part if not isinstance(part, str) else (part, "") for part in parts)
    return tuple(pair if isinstance(pair, Word) else Word(text=pair[0], tone=pair[1]) for pair in pairs)


def name(seat: str, step: int | None = None) -> Word:
    """A seat's name in its colour."""
    return Word(text=seat, seat=seat, mark=True, step=step)


def change(now: float, before: float | None, step: int | None = None) -> Word:
    """What was won or lost: `+3`; nothing where nothing was."""
    moved = 0 if before is None else now - before
    return Word(text=f"{'+' if moved > 0 else ''}{number(moved)}" if moved else "", tone="good" if moved > 0 else "bad",
                step=step)  # fmt: skip


def initials(seats: Sequence[str]) -> dict[str, str]:
    """One character for each seat: the first letter where no other seat has it, else the seat's number."""
    heads = [seat[:1].upper() for seat in seats]
    return {
        seat: head if heads.count(head) == len(head) == 1 and east_asian_width(head) not in ("W", "F") else str(at)
        for at, (seat, head) in enumerate(zip(seats, heads, strict=True), 1)
    }


# --- what is drawn ----------------------------------------------------------------------------------------------------
class Table(StoryPart, frozen=True):
    """Rows of words in columns. A row of one cell goes over all of them."""

    rows: tuple[tuple[Words, ...], ...]
    right: tuple[int, ...] = ()
    """The columns that stand at their right edge: figures."""
    more: tuple[int, ...] = ()
    """Columns that are left out where there is little room."""


class Piece(StoryPart, frozen=True):
    """A card, tile or token."""

    face: tuple[Words, ...]
    """One line, or several below each other."""
    ground: str = ""
    """A colour of its own."""
    under: tuple[Words, ...] = ()
    """Lines below it."""
    head: str = ""
    """In the rim of its frame, where it has one: its number."""
    step: int | None = None
    lit: bool = False


class Hand(StoryPart, frozen=True):
    """Pieces in a row, with what is said of them beside and below."""

    head: tuple[Words, ...]
    pieces: tuple[Piece, ...] = ()
    figure: int | None = None
    """A number that is drawn large."""
    seat: str = ""
    foot: tuple[Words, ...] = ()


class Hands(StoryPart, frozen=True):
    """Hands, one below the other."""

    hands: tuple[Hand, ...]


class Cell(StoryPart, frozen=True):
    """A cell of a matrix."""

    text: str = ""
    tone: str = ""
    piece: str = ""
    """The colour of a piece that lies in it; its text says what it is."""
    lost: bool = False
    """Did nothing come of it? It is crossed out."""
    ground: str = ""
    """`own` for what cannot be, `pair` for what belongs together, `promise` for an agreement that was not kept."""
    note: str = ""
    """What a page says of it where the mouse rests."""
    step: int | None = None


class Matrix(StoryPart, frozen=True):
    """Rows by columns."""

    corner: str
    across: tuple[Words, ...]
    down: tuple[tuple[Words, ...], ...]
    """What stands before each row, in columns: a name, a letter, more where there is room."""
    cells: Mapping[tuple[int, int], Cell]
    """By row and column; others are empty."""
    small: bool = False
    """Is one character enough for a cell?"""


class Box(StoryPart, frozen=True):
    """A place with what is in it."""

    title: Words
    under: Words = ()
    there: Words = ()
    """Names and the like, as many beside one another as there is room for."""
    lines: tuple[Words, ...] = ()
    lit: bool = False


class Boxes(StoryPart, frozen=True):
    """Places, up to four beside one another."""

    boxes: tuple[Box, ...]


class Person(StoryPart, frozen=True):
    """Somebody in a room."""

    seat: str
    mark: str
    told: str = ""
    odd: bool = False
    """Is there something about them?"""


class Tile(StoryPart, frozen=True):
    """A room of a board."""

    tone: str = "faint"
    """The colour of its kind."""
    owner: str = ""
    taken: bool = False
    """Is it nobody's any more, or somebody's whom the reader does not know?"""
    fresh: int | None = None
    """The step that gave it to its owner."""
    foot: Words = ()
    off: bool = False
    lit: bool = False
    people: tuple[Person, ...] = ()
    lost: int | None = None
    """The step in which nobody got it."""


class Wall(NamedTuple):
    """Between two rooms."""

    one: str
    other: str
    step: int | None = None


class Walk(NamedTuple):
    """From room to room."""

    seat: str
    rooms: tuple[str, ...]
    step: int
    way: int = 0
    """Which of its seat's: those along one another are drawn apart."""


class Board(StoryPart, frozen=True):
    """Square rooms side by side."""

    rooms: tuple[tuple[str, ...], ...]
    tiles: Mapping[str, Tile]
    walls: tuple[Wall, ...] = ()
    walks: tuple[Walk, ...] = ()


class Link(StoryPart, frozen=True):
    """From one seat to another."""

    by: str
    to: str
    said: Words = ()
    brief: Words = ()
    """The same where there is little room."""
    about: str = ""
    step: int | None = None


class Links(StoryPart, frozen=True):
    """Two sides, and lines between them."""

    titles: tuple[Word, Word]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    links: tuple[Link, ...]
    asks: str = "asked"
    told: str = "was told"


AnyPart = Hands | Matrix | Boxes | Board | Links | Table


class Drawing(StoryPart, frozen=True):
    """One moment."""

    parts: tuple[AnyPart, ...]
    legend: str = ""
    """How it is read, in a sentence or two, for pages."""
    over: bool = False
    """Does the first part stand over the second wherever both have the height, even where they have the width?"""
