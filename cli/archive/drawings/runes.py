"""Pantheic Runes: the temple with who took what, every hand, points, mana and blessings."""

from __future__ import annotations

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, picture, tag, words
from core.games.pantheic_runes import spec
from core.story.turning import number

LEGEND = "Above, the temple, with who got each tableau. Below, what every hand holds after the round; gods in colour \
gave their blessing in it."
LEFT, STEP, PER_ROW = 150, 54, 10
NAMES = {"+": "plus", "o": "ring", "x": "cross"}


def draw(frame: Frame) -> str:
    """The temple, then seat by seat."""
    hue, parts, y = frame.hue, [], 0
    temple = frame.before.get("temple") or []
    picks = {done.data["place"]: (done.data["got"], step) for step, done in frame.steps("pick")}
    if temple:
        parts.append(words(0, 26, "Temple", "title"))
        for n, tableau in enumerate(temple):
            parts.append(_tableau(LEFT + n * 72, 2, tableau))
            if n in picks:
                got, step = picks[n]
                style = f"name c{hue[got]}" if got else "bad"
                parts.append(words(LEFT + 22 + n * 72, 62, fit(got or "nobody", 10), style, "middle", step))
        y = 84
    given = {(done.seats[0], done.data["deity"]): step for step, done in frame.steps("blessing")}
    for seat in frame.seats:
        if (player := frame.picture.get("players", {}).get(seat)) is not None:
            y += _hand(frame, parts, seat, player, y, given)
    return picture(LEFT + STEP * PER_ROW, max(80, y), parts, f"Hands after {frame.title}")


def _hand(frame: Frame, parts: list[str], seat: str, player: dict, y: int, given: dict) -> int:  # type: ignore[type-arg]
    """One seat; how tall it is."""
    mana = "unlimited" if player["mana"] is None else number(player["mana"])
    change = player["points"] - frame.before.get("players", {}).get(seat, player)["points"]
    moved = f" ({'+' if change > 0 else ''}{number(change)})" if change else ""
    parts.append(words(0, y + 18, fit(seat, 16), f"name c{frame.hue[seat]}"))
    parts.append(words(0, y + 36, f"{_counted(player['points'], 'point')}{moved}", "score"))
    parts.append(words(0, y + 52, f"{mana} mana, {_counted(player['rituals'], 'ritual')}", "faint"))
    hand = player["tableaux"]
    rows = max(1, -(-len(hand) // PER_ROW))
    for n, tableau in enumerate(hand):
        parts.append(_tableau(LEFT + (n % PER_ROW) * STEP, y + 2 + (n // PER_ROW) * 50, tableau))
    x, low = LEFT, y + 12 + rows * 50
    for deity in player["blessings"]:
        name = spec.BY_ID[deity].name
        step = given.get((seat, deity))
        parts.append(words(x, low, name, "good" if step else "faint", step=step))
        x += 9 * len(name) + 12
    return rows * 50 + 30


def _counted(amount: float, one: str) -> str:
    return f"{number(amount)} {one}{'' if amount == 1 else 's'}"


def _tableau(x: int, y: int, tableau: str) -> str:
    cells = [tag("rect", x=x + 1, y=y, width=44, height=44, rx=5, class_="card")]
    for n, rune in enumerate(tableau):
        if rune in NAMES:
            at = (x + 12 + (n % 2) * 20, y + 18 + (n // 2) * 20)
            cells.append(words(*at, rune, f"rune r-{NAMES[rune]}", "middle"))
    return "".join(cells)
