"""The duels: every pair played so far, one column each, with who took it."""

from __future__ import annotations

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, group, picture, tag, words

LEGEND = "A column is a pair; who took it is written below the number. A question mark is a number that was not shown."
SIZE, LEFT = 56, 116


def draw(frame: Frame) -> str:
    """Two rows of tiles."""
    parts, pairs = list[str](), frame.picture["pairs"]
    steps = [step for step, _ in frame.steps("taken", "equal")]
    answered = {seat: step for step, answer in frame.steps("answer") for seat in answer.seats}
    fresh = len(pairs) - 1 if steps and len(pairs) > len(frame.before.get("pairs", ())) else None
    for row, seat in enumerate(frame.seats):
        y = row * (SIZE + 40)
        parts.append(words(0, y + 26, fit(seat), f"name c{frame.hue[seat]}"))
        score = frame.picture["score"].get(seat, 0)
        points = f"{score} point{'' if score == 1 else 's'}"
        parts.append(words(0, y + 44, points, "score"))
        for n, pair in enumerate(pairs):
            x, colour, face = LEFT + n * (SIZE + 6), pair["colours"][seat], pair["numbers"].get(seat)
            step = answered.get(seat) if n == fresh else None
            parts.append(_tile(x, y, colour, face, step))
            if pair["taken"] == seat:
                step = steps[0] if n == fresh else None
                parts.append(words(x + SIZE / 2, y + SIZE + 20, "took it", "good", "middle", step))
        for step, led in frame.steps("lead"):
            if seat in led.seats:
                parts.append(_tile(LEFT + len(pairs) * (SIZE + 6), y, led.data["colour"], led.data.get("number"), step))
    return picture(LEFT + 9 * (SIZE + 6), 2 * (SIZE + 40), parts, f"Played until {frame.title}")


def _tile(x: float, y: float, colour: str, face: int | None, step: int | None) -> str:
    """A tile or stake: its number where it is known; it appears with its step."""
    said = "?" if face is None else str(face)
    return group(
        [
            tag("rect", x=x + 1, y=y + 1, width=SIZE, height=SIZE, rx=6, class_=f"tile t-{colour}"),
            words(x + SIZE / 2, y + 37, said, f"face f-{colour}", "middle"),
        ],
        step,
    )
