"""The two trading games: who gave what to whom, what was not returned, and which agreement was not kept."""

from __future__ import annotations

from html import escape

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, group, picture, squares, tag, words
from core.story.turning import number

LEGEND = (
    "A row gave, a column received. A crossed piece was offered and nothing came back; a dashed frame is an agreement "
    "that its row did not keep. At the right the score, and what the round changed."
)
KINDS = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}
CELL, LEFT, TOP = 46, 110, 74


def draw(frame: Frame) -> str:
    """Givers down, receivers across."""
    seats, hue = frame.seats, frame.hue
    index = {seat: n for n, seat in enumerate(seats)}
    parts = []
    for n, seat in enumerate(seats):
        parts.append(words(LEFT - 8, TOP + CELL * n + 28, fit(seat), f"name c{hue[seat]}", "end"))
        parts.append(tag("text", escape(fit(seat, 11)), class_=f"name c{hue[seat]}",
                         transform=f"translate({LEFT + CELL * n + 24},{TOP - 8}) rotate(-40)"))  # fmt: skip
    cells = ((LEFT + CELL * m, TOP + CELL * n) for n in index.values() for m in index.values() if n != m)
    parts.append(squares(cells, CELL - 2, "cell"))
    for step, done in frame.steps("swap"):
        a, b = done.data["a"], done.data["b"]
        parts.append(_given(index[a], index[b], done.data["a_gave"], True, step))
        parts.append(_given(index[b], index[a], done.data["b_gave"], True, step))
    for step, done in frame.steps("failed"):
        parts.append(_given(index[done.data["by"]], index[done.data["to"]], done.data["give"], False, step))
    for turn in frame.broken:
        if turn.round == frame.scene.round:
            row, column = index[turn.seats[0]], index[turn.seats[1]]
            hint = tag("title", escape(turn.text))
            parts.append(tag("rect", hint, x=LEFT + CELL * column + 1, y=TOP + CELL * row + 1, width=CELL - 4,
                             height=CELL - 4, rx=3, class_="promise"))  # fmt: skip
    width = LEFT + CELL * len(seats)
    was = frame.before.get("score", {})
    for seat, points in frame.picture.get("score", {}).items():
        change = points - was.get(seat, points)
        moved = f" ({'+' if change > 0 else ''}{number(change)})" if change else ""
        parts.append(words(width + 12, TOP + CELL * index[seat] + 28, f"{number(points)}{moved}", "score"))
    return picture(width + 92, TOP + CELL * len(seats) + 4, parts, f"Swaps of {frame.title}")


def _given(row: int, column: int, kind: str, met: bool, step: int) -> str:
    x, y = LEFT + CELL * column, TOP + CELL * row
    piece = tag("rect", x=x + 11, y=y + 5, width=22, height=22, rx=4,
                class_=f"piece k-{KINDS.get(kind, kind)}" + ("" if met else " lost"))  # fmt: skip
    under = words(x + 22, y + 39, fit(kind, 8), "kind" if met else "kind bad", "middle")
    cross = "" if met else tag("path", d=f"M{x + 8} {y + 2}l28 28m0 -28l-28 28", class_="cross")
    return group((piece, cross, under), step)
