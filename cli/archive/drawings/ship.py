"""The Drifting Ship: the board with owners, walls, paths and crews."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, picture, tag, words
from core.games.drifting_ship.spec import LETTERS, PARASITE_ROOM, TITLES, is_component, letter

LEGEND = "A filled room belongs to the seat of its colour; a thick frame was taken in this round. Dashed lines are the \
ways of the crews, triangles where they ended, heavy bars are walls, \u2717 a room that nobody got."
ROOM = 64


def draw(frame: Frame) -> str:
    """The board as the reader knows it after the round."""
    now, hue, rows = frame.picture, frame.hue, frame.picture["board"]
    at = {room: (c * ROOM, r * ROOM) for r, row in enumerate(rows) for c, room in enumerate(row)}
    owners = {**frame.before.get("owners", {}), **frame.before.get("bonuses", {})}
    parts = [_room(frame, room, x, y, owners.get(room)) for room, (x, y) in at.items()]
    for step, done in frame.steps("activate"):
        if done.data.get("winners") and done.data["room"] in at:
            x, y = at[done.data["room"]]
            parts.append(tag("rect", x=x + 2, y=y + 2, width=ROOM - 6, height=ROOM - 6, rx=4, data_step=step,
                             class_=f"room own fresh c{hue[done.data['winners'][0]['seat']]}"))  # fmt: skip
    parts += [words(x + 6, y + 17, room, "label") for room, (x, y) in at.items()]
    parts += _walls(frame, at)
    for step, done in frame.steps("move"):
        middle = [(at[r][0] + ROOM / 2, at[r][1] + ROOM / 2) for r in done.data.get("path", ()) if r in at]
        if len(middle) > 1:
            shift = 4 * (hue.get(done.seats[0], 0) - 2) + 2 * done.data.get("crew", 0)  # ways along one wall are seen
            line = " ".join(f"{x + shift:.0f},{y + shift:.0f}" for x, y in middle)
            parts.append(tag("polyline", points=line, class_=f"path c{hue.get(done.seats[0], 0)}", data_step=step))
    for step, done in frame.steps("contest"):
        if done.data.get("room") in at:
            x, y = at[done.data["room"]]
            parts.append(words(x + ROOM - 12, y + 18, "\u2717", "bad", "middle", step))
    for room in now.get("disabled", ()):
        if room in at:
            x, y = at[room]
            parts.append(tag("path", d=f"M{x + 3} {y + 3}l{ROOM - 8} {ROOM - 8}", class_="off"))
    parts += _crews(frame, at)
    side = len(rows[0]) * ROOM
    parts += _key(frame, side + 14)
    return picture(side + 190, max(len(rows) * ROOM, 330), parts, f"The ship in {frame.title}")


def _room(frame: Frame, room: str, x: int, y: int, owner: str | None) -> str:
    kind = f"s-{letter(room)}" if is_component(room) and letter(room) in LETTERS else "s-other"
    used = " taken" if owner is None and room in frame.before.get("activated", ()) else ""
    mine = f" own c{frame.hue[owner]}" if owner in frame.hue else ""
    return tag("rect", x=x, y=y, width=ROOM - 2, height=ROOM - 2, rx=4, class_=f"room {kind}{used}{mine}")


def _walls(frame: Frame, at: Mapping[str, tuple[int, int]]) -> list[str]:
    """Those of this round appear with their steps, where there is one for each."""
    before = [list(wall) for wall in frame.before.get("walls", ())]
    walls = [list(wall) for wall in frame.picture.get("walls", ())]
    new = [wall for wall in walls if wall not in before]
    steps = [step for step, _ in frame.steps("wall")]
    when = {tuple(wall): step for wall, step in zip(new, steps, strict=False)} if len(new) == len(steps) else {}
    return [_wall(at, a, b, when.get((a, b))) for a, b in walls]


def _wall(at: Mapping[str, tuple[int, int]], a: str, b: str, step: int | None) -> str:
    (ax, ay), (bx, by) = at[a], at[b]
    if ay == by:
        x = max(ax, bx) - 1
        return tag("line", x1=x, x2=x, y1=ay, y2=ay + ROOM - 2, class_="wall", data_step=step)
    y = max(ay, by) - 1
    return tag("line", x1=ax, x2=ax + ROOM - 2, y1=y, y2=y, class_="wall", data_step=step)


def _crews(frame: Frame, at: Mapping[str, tuple[int, int]]) -> list[str]:
    found: list[str] = []
    spot: dict[str, int] = {}
    for mate in frame.picture.get("crews", ()):
        x, y = at[mate["room"]]
        n = spot[mate["room"]] = spot.get(mate["room"], -1) + 1
        cx, cy = x + 13 + (n % 4) * 12, y + 34 + (n // 4) * 14
        up = mate["crew"] == 0
        tip, foot = (cy - 6, cy + 6) if up else (cy + 6, cy - 6)
        hint = tag("title", escape(f"{mate['seat']}'s {mate['name']}, {mate['energy']} energy"))
        shape = f"{cx - 6},{foot} {cx + 6},{foot} {cx},{tip}"
        parasite = " parasite" if mate.get("parasite") else ""
        found.append(tag("polygon", hint, points=shape, class_=f"crew c{frame.hue.get(mate['seat'], 0)}{parasite}"))
    return found


def _key(frame: Frame, x: int) -> list[str]:
    """Seats with their crews' energy, and what the frames of the sequences mean."""
    found, y = [], 20
    energy: dict[str, list[str]] = {}
    for mate in frame.picture.get("crews", ()):
        energy.setdefault(mate["seat"], []).append(f"{mate['name']} {mate['energy']}")
    for seat in frame.seats:
        found.append(words(x, y, fit(seat, 18), f"name c{frame.hue[seat]}"))
        found += [words(x, y + 16, ", ".join(energy[seat]), "faint")] if seat in energy else []
        y += 40
    for one in LETTERS:
        found.append(tag("rect", x=x, y=y - 11, width=14, height=14, rx=3, class_=f"room s-{one}"))
        found.append(words(x + 20, y, f"{one}: {TITLES[one]}", "faint"))
        y += 20
    if any(PARASITE_ROOM in row for row in frame.picture["board"]):
        found.append(words(x, y + 6, f"{PARASITE_ROOM}: the Parasite", "faint"))
    return found
