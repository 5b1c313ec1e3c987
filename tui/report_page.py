"""The page after a close, laid out for its room: the words, and where there is much of it the seat's curves under them
and beside them what its reader wants to see next (`GamePanel.beside`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content

from core.seat import Seat
from core.story.parts import Story
from tui import text
from tui.games import panel_class
from tui.plot import hues, plot

BESIDE, WORDS_WIDE = 152, 72
"""From how many columns on something stands beside the words, and how many these have then."""
GAP = 3
TALL = 30
"""Rows of the page from which a curve may be drawn large; with fewer it stands small in the words."""
HEAD = 2
"""Rows over what stands beside: the title of the words, and an empty one."""
LEAST, MOST = 9, 20
"""Rows of a large curve with its title."""
WIDEST = 104
LIVELY = 4
"""How many different values a second curve must have to be worth drawing."""


def laid_out(
    seat: Seat,
    told: Story,
    words: Callable[[bool], Sequence[text.Part]],
    drawn: Callable[[int, int], Sequence[Content]],
    width: int,
    height: int,
) -> list[text.Part]:
    """`words(small)`: the words of one close, with its small curve or without; `drawn(width, height)`: what the game's
    drawing shows of it, beside them, else the panel's own. For `width` by `height` cells; more rows than that are gone
    through."""
    wide, tall = width >= BESIDE - 6, height >= TALL
    if not wide and not tall:
        return [*words(True)]
    left = WORDS_WIDE if wide else min(width - 2, WIDEST)
    right = width - left - GAP
    near = _near(seat, drawn, right, height - HEAD) if wide else []
    found = _without_end(text.hung(text.lines(words(False)), left))
    under = _curve(told, 0, seat.name, left, height - len(found) - 1) if tall else []
    if under:
        found += [text.line(""), *under]
    rest = height - HEAD - len(near) - 1
    if wide and tall and (beside := _curve(told, 1 if under else 0, seat.name, min(right, left), rest)):
        near += [*([text.line("")] if near else []), *beside]
        under = under or beside
    if not under:
        found = text.hung(text.lines(words(True)), left)
    if not near:
        return [*found]
    return [*text.beside([found, [*[""] * HEAD, *near]], [left, right], GAP)]


def _near(seat: Seat, drawn: Callable[[int, int], Sequence[Content]], width: int, height: int) -> list[Content]:
    picture = list(drawn(width, height))
    return picture or _without_end(text.hung(text.lines(panel_class(seat.frame().game).beside(seat, width)), width))


def _without_end(rows: Sequence[Content]) -> list[Content]:
    """Without empty rows at the end."""
    end = next((n for n in range(len(rows), 0, -1) if rows[n - 1].plain.strip()), 0)
    return list(rows[:end])


def _curve(told: Story, number: int, you: str | None, width: int, height: int) -> list[Content]:
    """What the game counts first (0), or the next thing that has gone up and down (1), in at most so many rows under
    its title; empty where nothing has moved yet, and where there is too little room."""
    lively = [s for s in told.series[1:] if len({v for curve in s.curves.values() for v in curve}) >= LIVELY]
    series = [*told.series[:1], *lively][number : number + 1]
    if not series or height < LEAST:
        return []
    drawn = plot(series[0], width, min(height, MOST) - 1, hues(told.seats), you)
    head = text.line((series[0].title, "$accent"), (f" by {told.round_word}", "$faint"))
    return [head, *drawn] if drawn else []
