"""A duel laid open: the pairs that are over, number against number as far as the reader knows, points and rests."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from core.json import Json
from core.story.turning import number
from tui.drawings import Frame
from tui.games.duel.drawing import big, chip
from tui.words import text


def draw(frame: Frame) -> list[Content]:
    """Points in big figures, then one row a seat with what it played in every pair; who took it is marked."""
    picture = frame.picture
    score: Mapping[str, int] = picture.get("score", {})
    rows: list[Content] = []
    for seat in frame.story.seats:
        figures = big(score.get(seat, 0), frame.tone[seat])
        rest = picture.get("rest", {}).get(seat)
        left = "" if rest is None else f"{number(rest)} left"
        rows += text.beside(
            [[frame.name(seat), ("  " + left, "$faint"), ""], figures, _played(frame, picture.get("pairs", ()), seat)],
            [14, 8, max(10, frame.width - 26)],
        )
        rows.append(text.line(""))
    return rows


def _played(frame: Frame, pairs: list[Json], seat: str) -> list[Content]:
    """What a seat played, pair by pair: the number or a question mark, with its colour; a star where it took it."""
    top: list[text.Part] = []
    low: list[text.Part] = []
    for pair in pairs:
        played = chip(pair["numbers"].get(seat), pair["colours"][seat], 4)
        top += [text.fit(played, 5), " "]
        low.append(text.fit(("  *" if pair["taken"] == seat else "  =" if pair["taken"] is None else "", "$good"), 6))
    step = frame.step
    if step is not None and step.kind == "lead" and seat in step.seats and not frame.over:
        top.append((f"{step.data.get('number') if step.data.get('number') is not None else '?'} ...", "$key"))
    return [text.line(*top), text.line(*low)]
