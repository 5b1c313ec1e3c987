"""A round of either trading game: who gave whom what, with what came back and what did not; hands and scores beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from core.games import game as find_game
from core.json import Json
from core.story.turning import number
from tui.drawings import Frame
from tui.words import text
from tui.words.pieces import letter

CELL = 5
LETTERED = 22
"""Columns of scores and hands in letters, in the rows of the matrix itself."""
NOT_BACK = "\u2717"
FAMINE = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}


def hue(kind: str) -> str:
    """The colour of a cube or gemstone; its letters say the same."""
    return f"${FAMINE.get(kind, kind)}"


def tag(kind: str) -> str:
    """A kind in three letters."""
    return kind[:3]


def draw(frame: Frame) -> list[Content]:
    """Giver by receiver, the last step lit; beside or below it what everybody holds."""
    seats = _known(frame)
    matrix, held = _matrix(frame, seats), _hands(frame)
    across = 9 + CELL * len(seats)
    if frame.width >= across + 40:
        return text.beside([matrix, held], [across, frame.width - across - 3], 3)
    if frame.width >= across + LETTERED and {*seats} == {*_positions(frame)[0]}:
        return text.beside([matrix, _lettered(frame, seats)], [across, frame.width - across - 2], 2)
    return [*matrix, text.line(""), *held]


def _known(frame: Frame) -> Sequence[str]:
    """Whom the drawing has rows for: all, or those of whom the reader knows something."""
    return frame.story.seats


def _matrix(frame: Frame, seats: Sequence[str]) -> list[Content]:
    given: dict[tuple[str, str], tuple[str, bool]] = {}
    for step in frame.done:
        data = step.data
        if step.kind == "swap":
            given[data["a"], data["b"]] = (data["a_gave"], True)
            given[data["b"], data["a"]] = (data["b_gave"], True)
        elif step.kind == "failed":
            given[data["by"], data["to"]] = (data["give"], False)
    lit = frame.step.seats if frame.step is not None and frame.step.kind in ("swap", "failed") else ()
    head: list[text.Part] = [("gives to ", "$faint")]
    head += [text.line((f"{_short(seat, CELL - 1):<{CELL}}", frame.tone[seat])) for seat in seats]
    rows = [text.line(*head)]
    for giver in seats:
        cells: list[text.Part] = [frame.name(giver, 9)]
        for receiver in seats:
            cells.append(_cell(given.get((giver, receiver)), giver == receiver, giver in lit and receiver in lit))
        rows.append(text.line(*cells))
    return rows


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}\u2026"


def _cell(found: tuple[str, bool] | None, oneself: bool, lit: bool) -> Content:
    if oneself:
        return text.fit(("\u2572", "$faint"), CELL)
    if found is None:
        return text.fit(("\u00b7", "$faint"), CELL)
    kind, met = found
    style = f"bold {hue(kind)}" if lit else hue(kind)
    return text.fit(text.line((tag(kind), style), ("" if met else NOT_BACK, "$bad")), CELL)


def _positions(frame: Frame) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Everybody's score and hand: before the close, with what each step has moved so far."""
    score, held = dict(frame.before.get("score", {})), {s: dict(h) for s, h in frame.before.get("held", {}).items()}
    for step in frame.done:
        _apply(step.kind, step.data, score, held, step.seats)
    if frame.over:
        score, held = dict(frame.picture.get("score", score)), dict(frame.picture.get("held", held))
    return score, held


def _change(frame: Frame, seat: str, score: Mapping[str, int]) -> text.Part:
    change = score[seat] - frame.before.get("score", {}).get(seat, score[seat])
    tone = "$good" if change > 0 else "$bad" if change < 0 else "$faint"
    return (f"{('+' if change > 0 else '') + number(change) if change else '':>5} ", tone)


def _lettered(frame: Frame, seats: Sequence[str]) -> list[Content]:
    """Score and hand of each seat in the order of the matrix, kinds by their letters."""
    goods = find_game(frame.story.game).desk.goods  # type: ignore[attr-defined]
    score, held = _positions(frame)
    rows = [text.line((f"{goods.score.capitalize():>6}", "$faint"))]
    for seat in seats:
        own = held.get(seat, {})
        pieces: list[text.Part] = []
        for kind in goods.kinds:
            pieces.append((letter(kind) * own.get(kind, 0), hue(kind)))
        rows.append(text.line((f"{number(score[seat]):>6}", "$strong"), _change(frame, seat, score), *pieces))
    return rows


def _hands(frame: Frame) -> list[Content]:
    """Everybody's score and hand, best first."""
    goods = find_game(frame.story.game).desk.goods  # type: ignore[attr-defined]
    score, held = _positions(frame)
    order = sorted(score, key=lambda seat: -score[seat])
    rows = [text.line((f"{'':10}{goods.score.capitalize():>7}  holds", "$faint"))]
    for seat in order:
        kinds = [(kind, held.get(seat, {}).get(kind, 0)) for kind in goods.kinds]
        pieces: list[text.Part] = []
        for kind, n in kinds:
            if n:
                pieces += [(f"{n}", "$strong"), (tag(kind), hue(kind)), " "]
        rows.append(
            text.line(
                frame.name(seat, 10), (f"{number(score[seat]):>7}", "$strong"), _change(frame, seat, score), *pieces
            )
        )
    return rows


def _apply(kind: str, data: Json, score: dict[str, int], held: Json, seats: Sequence[str]) -> None:
    if kind == "swap":
        for giver, receiver, gave in ((data["a"], data["b"], data["a_gave"]), (data["b"], data["a"], data["b_gave"])):
            if giver in held:
                held[giver][gave] = held[giver].get(gave, 0) - 1
            if receiver in held:
                held[receiver][gave] = held[receiver].get(gave, 0) + 1
    elif kind == "scored":
        score[seats[0]] = data["to"]
