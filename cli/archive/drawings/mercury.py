"""Day of Mercury: the places, who went there, and who committed a sin against whom."""

from __future__ import annotations

from collections.abc import Mapping

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, picture, tag, words
from core.games.day_of_mercury.spec import LOCATIONS
from core.story.turning import number

LEGEND = "Each box is a place with the sin it holds and who went there; below them who sinned there, against whom, and \
whether it came off."
WIDE, GAP, LINE = 196, 8, 17
CAME_OFF, FAILED = "\u2713", "\u2717"


def draw(frame: Frame) -> str:
    """Eight places, four in a row; below them the points."""
    hue = frame.hue
    there: dict[str, dict[str, int]] = {p: {} for p in LOCATIONS}
    for step, done in frame.steps("visit"):
        for place in done.data["places"]:
            for seat in done.seats:
                there[place].setdefault(seat, step)
    sins = [(step, done) for step, done in frame.steps("commit") if done.data.get("location") in LOCATIONS]
    tall = max(_height(there[p], sum(d.data["location"] == p for _, d in sins)) for p in LOCATIONS)
    parts = []
    for n, (place, about) in enumerate(LOCATIONS.items()):
        x, y = (n % 4) * (WIDE + GAP), (n // 4) * (tall + GAP)
        parts.append(tag("rect", x=x + 1, y=y + 1, width=WIDE, height=tall, rx=8, class_="place"))
        parts.append(words(x + 10, y + 20, about.title[:1].upper() + about.title[1:], "title"))
        parts.append(words(x + 10, y + 36, about.sin or "all sin to points", "faint"))
        for m, (seat, step) in enumerate(there[place].items()):
            at = (x + 10 + (m % 2) * 94, y + 56 + (m // 2) * LINE)
            parts.append(words(*at, fit(seat, 12), f"name c{hue[seat]}", step=step))
        here = [(step, done) for step, done in sins if done.data["location"] == place]
        for m, (step, done) in enumerate(here):
            ok = done.data.get("ok")
            told = f"{fit(done.seats[0], 10)} \u2192 {fit(done.data['target'], 10)} {CAME_OFF if ok else FAILED}"
            low = y + tall - 8 - LINE * (len(here) - 1 - m)
            parts.append(words(x + 10, low, told, "good" if ok else "bad", step=step))
    rows = -(-len(LOCATIONS) // 4)
    return picture(4 * (WIDE + GAP), rows * (tall + GAP) + _points(frame, parts, rows * (tall + GAP)), parts,
                   f"Places of {frame.title}")  # fmt: skip


def _height(there: Mapping[str, int], sins: int) -> int:
    return 48 + LINE * (-(-len(there) // 2)) + LINE * sins + 12


def _points(frame: Frame, parts: list[str], top: int) -> int:
    """Everybody's points after the round, with what it changed."""
    points = frame.picture.get("points", {})
    for n, (seat, now) in enumerate(points.items()):
        change = now - frame.before.get("points", {}).get(seat, now)
        moved = f" ({'+' if change > 0 else ''}{number(change)})" if change else ""
        x, y = 10 + (n % 5) * 162, top + 22 + (n // 5) * 20
        parts.append(words(x, y, fit(seat, 10), f"name c{frame.hue[seat]}"))
        parts.append(words(x + 82, y, f"{number(now)}{moved}", "score"))
    return 34 + 20 * (max(0, len(points) - 1) // 5) if points else 0
