"""The report of the last close, and a seat's log round by round (CM-10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.content import Content
from textual.widget import Widget

from core.contract import NoOrders
from core.story.parts import Story
from core.table.seat import Seat
from tui.games import panel_class
from tui.screens.dialogs import ReadDialog, ReadScreen
from tui.widgets.lines import Words
from tui.widgets.motion import CloseMotion, draw_close
from tui.words import text
from tui.words.log_rows import (
    PICTURED_BESIDE,
    announced_rows,
    course_of,
    drawn_rows,
    picture_rows,
    round_rows,
    watched_rows,
)
from tui.words.plot import hues, plot

BESIDE, WORDS_WIDE = 118, 72
"""Columns from which a drawing is beside the words, and columns of the words then."""
GAP = 3
TALL = 30
"""Rows of the page from which a curve is drawn large; below, it is small and among the words."""
HEAD = 2
"""Rows above the drawing: the title of the words, and an empty one."""
LEAST, MOST = 9, 20
"""Rows of a large curve with its title."""
WIDEST = 104
EARLY = 3
"""Curves of up to so many values, the start included, are not drawn: they would be straight lines."""
LIVELY = 4
"""Least number of different values of a second curve."""


def laid_out(
    seat: Seat,
    story: Story,
    words: Callable[[bool], Sequence[text.Part]],
    drawn: Callable[[int, int], Sequence[Content]],
    width: int,
    height: int,
) -> list[text.Part]:
    """Lay out a close in `width` by `height` cells; more rows scroll. `words(small)` and `drawn(width, height)` return
    words and drawing; without the latter the panel's own is used."""
    wide, tall = width >= BESIDE - 6, height >= TALL
    if not wide and not tall:
        return [*words(True)]
    left = min(WORDS_WIDE, (width - GAP) * 11 // 20) if wide else min(width - 2, WIDEST)
    right = width - left - GAP
    near = _board(seat, drawn, right, height - HEAD) if wide else []
    left_rows = _without_end(text.hung(text.lines(words(False)), left))
    under = _curve(story, 0, seat.name, left, height - len(left_rows) - 1) if tall else []
    if under:
        left_rows += [text.line(""), *under]
    if tall and not wide and not under and (instead := _board(seat, drawn, left, height - len(left_rows) - 2)):
        return [*text.hung(text.lines(words(True)), left), *instead]
    rest = height - HEAD - len(near) - 1
    if wide and tall and (beside := _curve(story, 1 if under else 0, seat.name, min(right, left), rest)):
        near += [*([text.line("")] if near else []), *beside]
        under = under or beside
    if not under:
        left_rows = text.hung(text.lines(words(True)), left)
    if not near:
        return [*left_rows]
    return [*text.beside([left_rows, [*[""] * HEAD, *near]], [left, right], GAP)]


def _board(seat: Seat, drawn: Callable[[int, int], Sequence[Content]], width: int, height: int) -> list[Content]:
    picture = list(drawn(width, height))
    return picture or _without_end(text.hung(text.lines(panel_class(seat.frame().game).beside(seat, width)), width))


def _without_end(rows: Sequence[Content]) -> list[Content]:
    end = next((n for n in range(len(rows), 0, -1) if rows[n - 1].plain.strip()), 0)
    return list(rows[:end])


def _curve(story: Story, number: int, you: str | None, width: int, height: int) -> list[Content]:
    """The game's first series (0), or the next lively one (1), in at most `height` rows. Empty if it has not changed
    yet or there is no room."""
    lively = [s for s in story.series[1:] if len({v for curve in s.curves.values() for v in curve}) >= LIVELY]
    series = [*story.series[:1], *lively][number : number + 1]
    if not series or height < LEAST or len(series[0].rounds) <= EARLY:
        return []
    drawn = plot(series[0], width, min(height, MOST) - 1, hues(story.seats), you)
    head = text.line((series[0].title, "$accent"), (f" by {story.round_word}", "$faint"))
    return [head, *drawn] if drawn else []


ROWS_FOR_MOTION = 20
"""Terminal rows below which a report is words alone."""


def went_back(seat: Seat, announced: str) -> ReadDialog:
    frame, draft = seat.frame(), seat.draft()
    now = frame.when(frame.round)
    own = (
        f"Your orders of {now} are your draft: s seals them, as they are or changed."
        if draft is not None
        else f"You had ordered nothing in {now}."
        if seat.game.Orders is not NoOrders
        else f"{now.capitalize()} is open again."
    )
    rows: list[text.Part] = [
        announced,
        "",
        own,
        "Talk and notes stay.",
        "",
        ("Enter closes this; L has your log.", "$faint"),
    ]
    return ReadDialog(f"Back at the start of {now}", rows)


class LogScreen(ReadScreen):
    TOPIC = "Everything you ordered, were told, and were publicly told; the latest round first."

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat

    def rows(self) -> list[text.Part]:
        seat = self._seat
        rows: list[text.Part] = [("What is public" if seat.name is None else f"{seat.name}'s log", "$strong"), ""]
        if seat.name is None:
            rows += watched_rows(seat)
        for entry in reversed(seat.log()):
            rows += round_rows(seat, entry)
        drawn = drawn_rows(seat, self.app.size.width - 6) if seat.name is None else []
        return [*rows, *announced_rows(seat, self.services.zone), *([""] if drawn else []), *drawn]


class ReportScreen(ReadScreen):
    """The report of the last close: public part, then this seat's."""

    TOPIC = """\
What the last close brought: first what the preview of your orders had promised, against what came and why. Then each
of your orders, \u2713 done or \u2717 failed, what others did and what you saw, what changed with a small curve of your
rounds, and after \u203a what holds next. Enter goes on; L has all rounds."""

    def __init__(self, seat: Seat, since: int | None = None) -> None:
        """`since`: number of closed rounds seen before; None shows only the last one."""
        super().__init__(id="report")
        self._seat = seat
        closed = len(seat.closed_rounds())
        self._since = max(0, closed - 1) if since is None else since

    def body(self) -> Iterable[Widget]:
        story = self._seat.story()
        steps = story.scenes[-1].steps if self._one and story.scenes else ()
        if steps and self._moves() and draw_close(story, 0, self.app.size.width - 2, self.app.size.height):
            yield CloseMotion(story, moving=self._moves, on_end=self._end_motion)
        yield from super().body()

    def _moves(self) -> bool:
        return bool(self.services.settings().get("motion")) and self.app.size.height >= ROWS_FOR_MOTION

    def _end_motion(self) -> None:
        self.query(CloseMotion).remove()
        self.query_one("#read").display = True
        self.query_one("#read").focus()

    def action_back(self) -> None:
        if self.query(CloseMotion):
            self.query_one(CloseMotion).end()
        else:
            super().action_back()

    def again(self) -> None:
        for moving in self.query(CloseMotion):  # motion shows one close only
            moving.end()
        for words in self.query("#read-text").results(Words):  # none yet: it will be painted with this close
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        seat = self._seat
        shown = seat.closed_rounds()[self._since :]
        busy_words = f" while you were busy, {len(shown)} {seat.spec.round_word}s" if len(shown) > 1 else ""
        head: list[text.Part] = [(f"{seat.name}: what happened{busy_words}", "$strong"), ""]
        if not shown:
            return [*head, "What stood here is undone: the host went back."]
        memory = self.services.seat_memory(seat.frame().match, seat.name)
        story = seat.story()
        width, height = self.app.size.width - 6, self.app.size.height - 4  # without edges and keys
        courses = {entry.round: course_of(story, seat, entry.round) for entry in shown}

        def words(small: bool) -> list[text.Part]:
            rows = list(head)
            for entry in shown:
                rows += round_rows(seat, entry, memory, courses[entry.round] if small else None)
                rows += [] if self._is_beside else picture_rows(story, entry.round, width)
            return rows

        def drawn(room: int, high: int) -> list[Content]:
            return [*map(text.line, picture_rows(story, shown[-1].round, room, PICTURED_BESIDE, high))]

        return laid_out(seat, story, words, drawn, width, height) if self._one else words(True)

    @property
    def _one(self) -> bool:
        return len(self._seat.closed_rounds()[self._since :]) == 1

    @property
    def _is_beside(self) -> bool:
        return self._one and self.app.size.width >= BESIDE

    def reflow(self) -> None:
        super().reflow()
        self._fit_text_width()

    def _fit_text_width(self) -> None:
        self.query_one("#read-text").styles.max_width = "100%" if self._is_beside else None

    def on_mount(self) -> None:
        self.query_one("#read").display = not self.query(CloseMotion)
        if self._is_beside:
            self._fit_text_width()
