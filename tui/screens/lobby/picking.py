"""Choosing a game with the facts about it, and finding a match among many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from typing import Any

from textual.widget import Widget
from textual.widgets import Input

from core.bots.coach import Position
from core.games import game as find_game
from core.games import ids
from core.house.house import House
from core.match.seating import bot_words, is_bot
from core.match.summary import Summary, found_by
from core.parts import Spec
from core.refusal import Refused
from core.table.table import Table
from core.training.lessons import lessons
from core.training.practice import LESSON, START, position
from tui.app.memory import DocumentShelf, SeatMemory
from tui.screens.base import USUAL, GarnetScreen
from tui.screens.dialogs import Dialog, Pick, SearchedPick, with_cursor
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import STAGES
from tui.widgets.lines import Paper
from tui.widgets.writing import Field
from tui.words import text

FACTS, FACTS_SMALL = 6, 3
"""Lines reserved for the facts. A small terminal omits the sentence about the game."""


def specs() -> dict[str, Spec]:
    """Return the Spec of every playable game by id; a game that cannot be loaded is left out."""
    playable = {}
    for game in ids():
        try:
            playable[game] = find_game(game).spec
        except (Refused, ImportError, AttributeError):
            continue
    return playable


def easiest() -> str | None:
    """Return the game to begin with: the first easy match with a lesson; None without one."""
    easy = (game for game, spec in specs().items() if spec.learning.startswith("easy") and not spec.duel)
    return next((game for game in easy if lessons(game)), None)


def game_rows(start: str | None = None) -> list[Row]:
    """`start`: the game marked as the one to begin with."""
    matches: list[Row] = []
    duels: list[Row] = []
    for game, spec in specs().items():
        hard = spec.learning.partition(":")[0]
        learning = ("start here  ", "$good") if game == start else (f"{hard}  " if hard else "", "$faint")
        note = text.line(learning, (f"{spec.seat_words:>2} seats", "$faint"))
        (duels if spec.duel else matches).append(Row(game, spec.title, note=note))
    return [Row("matches", "Matches", heading=True), *matches, Row("duels", "Duels", heading=True), *duels]


def facts(spec: Spec) -> list[text.Part]:
    rows: list[text.Part] = [spec.blurb]
    labelled = (
        ("Seats", spec.seat_words),
        ("Length", spec.length),
        ("To learn", spec.learning),
        ("Best", spec.best_for),
    )
    seats, *others = [text.line((f"{word}  ", "$faint"), value) for word, value in labelled if value]
    return [*rows, *[text.line(seats, "   ", others[0]), *others[1:]]]


class PickGame(Dialog[str]):
    """A choice of a game, or of `more` rows, with facts about the game under the cursor; the answer is the row's id."""

    BROAD = True
    AUTO_FOCUS = "#pick"

    def __init__(self, title: text.Part, more: Sequence[Row] = (), *, start: str | None = None) -> None:
        """`start`: the game marked as the one to begin with; the cursor stands on it."""
        super().__init__(title)
        self._start = start
        self._more = more
        self._specs = specs()

    def body(self) -> Iterable[Widget]:
        yield with_cursor(Choices([*game_rows(self._start), *self._more], id="pick"))
        about = Paper(id="about-game")
        about.styles.margin = (1, 0, 0, 0)
        yield about

    @property
    def _small(self) -> bool:
        columns, rows = self.app.size
        return columns < USUAL[0] or rows < USUAL[1]

    def on_mount(self) -> None:
        if self._start is not None:
            self.query_one("#pick", Choices).point(self._start)
        self._describe()

    def on_resize(self) -> None:
        super().on_resize()
        if self.is_mounted:
            self._describe()

    def on_choices_moved(self, message: Choices.Moved) -> None:
        self._describe()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(message.row.id)

    def _describe(self) -> None:
        row = self.query_one("#pick", Choices).row
        spec = None if row is None else self._specs.get(row.id)
        rows: list[text.Part] = [""] if spec is None else facts(spec)
        if self._small and len(rows) > 1:  # the facts for the choice; the rule book has the rest
            rows = [text.fit(row, self.app.size.width - 6) for row in rows[1:]]
        about = self.query_one("#about-game", Paper)
        about.styles.height = FACTS_SMALL if self._small else FACTS
        about.update(text.lines(rows))


def ask_level(screen: GarnetScreen[None], game: str, count: int, take: Callable[[str], None]) -> None:
    rows = [Row(level, f"{level} bots", note=(bot_words(f"bot:{level}"), "$faint")) for level in find_game(game).levels]

    screen.services.ask(Pick(f"Fill {count} free seat{'s' * (count != 1)} with", rows), take)


Begin = Callable[[str, Position | None], object]
"""Called with the game and the position; None for the start."""


SOLVED = "lessons"
"""Memory key for a person's solved exercises, by game."""


def solved_ids(memory: DocumentShelf, game: str) -> list[str]:
    ids_solved: list[str] = memory.get(SOLVED).get(game, [])
    return ids_solved


Teach = Callable[[str], object]


def choose_practice(screen: GarnetScreen[Any], begin: Begin, teach: Teach, of: str | None = None) -> None:
    """Ask for a game (unless it is `of` one), then for its lesson, a match from the start, or a position. Refusals
    of `teach` and `begin` are shown."""

    def chosen(game: str) -> None:
        positions, taught = find_game(game).positions, lessons(game)
        if not positions and not taught:
            screen.attempt(lambda: begin(game, None))
            return
        spec = find_game(game).spec
        rows = [Row(START, "From the start, without a clock"), *(Row(item.id, item.title) for item in positions)]
        if taught:
            count = len({item.id for item in taught} & set(solved_ids(screen.services.memory, game)))
            note = (f"{count} of {len(taught)} solved", "$good" if count == len(taught) else "$faint")
            words = f"The lesson: {len(taught)} exercises, ten minutes"
            rows.insert(0, Row(LESSON, words, note=note))
        screen.services.ask(PracticePick(f"Practise {spec.title}", rows), lambda at: from_there(game, at))

    def from_there(game: str, row_id: str) -> None:
        if row_id == LESSON:
            teach(game)
        else:
            screen.attempt(lambda: begin(game, position(game, row_id)))

    if of is not None:
        chosen(of)
    else:
        title = "Practise which match? Alone, with bots, without a clock"
        screen.services.ask(PickGame(title, start=easiest()), chosen)


class PracticePick(Pick):
    BROAD = True


def with_coach(memory: DocumentShelf, table: Table, seat: str) -> None:
    """Let the coach speak from the first round, even to a person coached before."""
    SeatMemory(memory, table.match.header.match, seat).put("coach", 0)


FEW = 10
"""Matches up to this number need no search line."""


def match_row(summary: Summary, day: str) -> Row:
    """Return a match as a row with public facts only. `day`: when it was made or has ended."""
    people = [seat for seat in summary.seats if not is_bot(summary.holders.get(seat, ""))]
    bots = len(summary.seats) - len(people)
    who = ", ".join([*people, *([text.counted(bots, "bot")] if bots else [])])
    if summary.finished:
        where = summary.ended_how if not summary.winners else f"won by {_few(summary.winners)}"
    else:
        where = STAGES.get(summary.phase, summary.progress(summary.round))
    game = f"{summary.game_title}  " if summary.title != summary.game_title else ""
    label = text.line((summary.title, "$strong"), "  ", game, (who, "$faint"))
    return Row(summary.match, label, note=text.line((where, "$accent"), "  ", (day, "$faint")))


def _few(names: Sequence[str]) -> str:
    return text.joined(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


def day_of(summary: Summary, house: House, zone: tzinfo | None) -> str:
    """Return the day on which a match ended, or was made."""
    at = summary.made_at if summary.finished_at is None else summary.finished_at
    return text.day(at, house.clock(), zone)


class PickMatch(SearchedPick):
    """A choice of a match, newest first; with many matches a search line is shown."""

    def __init__(self, title: str, matches: Sequence[Summary], day: Callable[[Summary], str]) -> None:
        """`matches`: oldest first. `day(match)`: when it was made or has ended, in words."""
        super().__init__(title)
        self._called = title
        self._matches = list(reversed(matches))
        self._day = day
        self._rows_by_match: dict[str, Row] = {}

    def body(self) -> Iterable[Widget]:
        has_search = len(self._matches) > FEW
        if has_search:
            yield Field(placeholder="type to find: title, game, seat or person", id="find")
        yield with_cursor(Choices(self._rows(""), id="pick", empty="No match has all these words."))

    def on_mount(self) -> None:
        self._count(len(self._matches))

    def _rows(self, wanted: str) -> list[Row]:
        return [self._row(summary) for summary in found_by(wanted, self._matches)]

    def _row(self, summary: Summary) -> Row:
        """Cached: every key searches through a thousand."""
        if summary.match not in self._rows_by_match:
            self._rows_by_match[summary.match] = match_row(summary, self._day(summary))
        return self._rows_by_match[summary.match]

    def _count(self, count: int) -> None:
        if len(self._matches) > FEW:
            of = "" if count == len(self._matches) else f"{count:,} of "
            self.query_one("#dialog").border_title = f"{self._called} ({of}{len(self._matches):,})"

    def on_input_changed(self, message: Input.Changed) -> None:
        rows = self._rows(message.value)
        self.query_one("#pick", Choices).show(rows, keep=False)
        self._count(len(rows))
