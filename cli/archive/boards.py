"""A round of each game as SVG. What a step brings carries its number (`data-step`): the page's script shows it then;
without scripts everything that the round brought is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from cli.archive.charts import colours
from cli.archive.svg import picture, tag, words
from core.games.day_of_mercury.spec import LOCATIONS
from core.games.drifting_ship.spec import LETTERS, is_component, letter
from core.games.pantheic_runes import spec as runes
from core.games.sinners_secret.spec import are_allies
from core.story.parts import Scene, Story
from core.story.turning import number

KINDS = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}
CELL = 44
ROOM = 62


def board(story: Story, place: int) -> str:
    """The drawing of one round; empty where the game has none."""
    drawing = DRAWINGS.get(story.game)
    scene = story.scenes[place]
    before = story.scenes[place - 1].picture if place else story.start
    return drawing(story, scene, before or scene.picture) if drawing is not None and scene.picture else ""


def _title(story: Story, scene: Scene) -> str:
    return f"{story.game_title}, {story.round_word} {scene.round}"


# --- trading ---------------------------------------------------------------------------------------------------------
def _trading(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    """Giver by receiver: what was given, and what was not returned."""
    seats, hue = story.seats, colours(story.seats)
    left, top = 90, 70
    parts = []
    for n, seat in enumerate(seats):
        parts.append(words(left - 8, top + CELL * n + 27, seat, f"name c{hue[seat]}", "end"))
        parts.append(tag("text", escape(seat), x=0, y=0, class_=f"name c{hue[seat]}",
                         transform=f"translate({left + CELL * n + 26},{top - 8}) rotate(-45)"))  # fmt: skip
        for m, _ in enumerate(seats):
            parts.append(tag("rect", x=left + CELL * m, y=top + CELL * n, width=CELL - 2, height=CELL - 2,
                             class_="cell self" if n == m else "cell"))  # fmt: skip
    index = {seat: n for n, seat in enumerate(seats)}
    for step, done in enumerate(scene.steps, 1):
        if done.kind == "swap":
            a, b = done.data["a"], done.data["b"]
            parts.append(_given(left, top, index[a], index[b], done.data["a_gave"], True, step))
            parts.append(_given(left, top, index[b], index[a], done.data["b_gave"], True, step))
        elif done.kind == "failed":
            parts.append(
                _given(left, top, index[done.data["by"]], index[done.data["to"]], done.data["give"], False, step)
            )
    width = left + CELL * len(seats)
    score: Mapping[str, int] = scene.picture.get("score", {})
    for seat, points in score.items():
        change = points - before.get("score", {}).get(seat, points)
        moved = f" ({'+' if change > 0 else ''}{number(change)})" if change else ""
        parts.append(words(width + 14, top + CELL * index[seat] + 27, f"{number(points)}{moved}", "score"))
    return picture(width + 110, top + CELL * len(seats) + 4, parts, f"Swaps of {_title(story, scene)}")


def _given(left: int, top: int, row: int, column: int, kind: str, met: bool, step: int) -> str:
    x, y = left + CELL * column, top + CELL * row
    piece = tag("rect", x=x + 9, y=y + 5, width=24, height=24, rx=4, class_=f"piece k-{KINDS.get(kind, kind)}")
    under = words(x + 21, y + 39, kind[:6] if met else f"{kind[:4]} \u2717", "kind" if met else "kind bad", "middle")
    return tag("g", piece + under, data_step=step)


# --- Day of Mercury --------------------------------------------------------------------------------------------------
def _mercury(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    hue = colours(story.seats)
    there: dict[str, list[tuple[str, int]]] = {p: [] for p in LOCATIONS}
    for step, done in enumerate(scene.steps, 1):
        if done.kind == "visit":
            for place in done.data["places"]:
                there[place] += [(seat, step) for seat in done.seats if seat not in dict(there[place])]
    width, tall = 180, 150
    parts = []
    for n, (place, about) in enumerate(LOCATIONS.items()):
        x, y = (n % 4) * (width + 8), (n // 4) * (tall + 8)
        parts.append(tag("rect", x=x, y=y, width=width, height=tall, rx=8, class_="place"))
        parts.append(words(x + 10, y + 20, about.title[:1].upper() + about.title[1:], "title"))
        parts.append(words(x + 10, y + 36, about.sin or "all sin to points", "faint"))
        for m, (seat, step) in enumerate(there[place]):
            parts.append(words(x + 10 + (m % 3) * 56, y + 58 + (m // 3) * 18, seat, f"name c{hue[seat]}", step=step))
    for step, done in enumerate(scene.steps, 1):
        if done.kind == "commit" and done.data.get("location") in LOCATIONS and done.data.get("ok"):
            n = list(LOCATIONS).index(done.data["location"])
            x, y = (n % 4) * (width + 8), (n // 4) * (tall + 8)
            parts.append(words(x + 10, y + tall - 8, f"{done.seats[0]} against {done.seats[-1]}", "bad", step=step))
    return picture(4 * (width + 8), 2 * (tall + 8), parts, f"Places of {_title(story, scene)}")


# --- A Sinner's Secret -----------------------------------------------------------------------------------------------
def _sinner(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    hue, size, left, top = colours(story.seats), 20, 150, 24
    owner = {one: seat for seat, own in scene.picture["letters"].items() for one in own}
    letters = sorted(owner)
    if not scene.picture["pairs"]:
        return ""
    pairs = scene.picture["pairs"]
    made = {(a, b): ok for a, b, round_, ok in scene.picture["locks"] if round_ < scene.round}
    now = {
        (s.data["letter"], s.data["locked"]): (s.data.get("ok"), n)
        for n, s in enumerate(scene.steps, 1)
        if s.kind == "lock"
    }
    parts = [tag("rect", x=left - 1, y=top - 1, width=size * len(letters), height=size * len(letters), class_="place")]
    for n, one in enumerate(letters):
        parts.append(words(left - 8, top + size * n + 15, f"{owner[one]} {one}", f"name c{hue[owner[one]]}", "end"))
        parts.append(words(left + size * n + 10, top - 6, one, "faint", "middle"))
        for m, other in enumerate(letters):
            x, y = left + size * m, top + size * n
            if one in pairs and other in pairs and one != other and are_allies(pairs[one], pairs[other]):
                parts.append(tag("rect", x=x, y=y, width=size - 2, height=size - 2, class_="cell ally"))
            if (one, other) in made:
                parts.append(_lock(x, y, made[one, other], None))
            if (one, other) in now:
                ok, step = now[one, other]
                parts.append(_lock(x, y, ok, step))
    return picture(left + size * len(letters), top + size * len(letters), parts, f"Locks after {_title(story, scene)}")


def _lock(x: int, y: int, ok: bool | None, step: int | None) -> str:
    mark, style = ("\u25a0", "") if ok is None else ("\u2713", "good") if ok else ("\u2717", "bad")
    return words(x + 9, y + 14, mark, style, "middle", step)


# --- The Drifting Ship -----------------------------------------------------------------------------------------------
def _ship(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    rows, hue = scene.picture["board"], colours(story.seats)
    at = {room: (c * ROOM, r * ROOM) for r, row in enumerate(rows) for c, room in enumerate(row)}
    owners = {**before.get("owners", {}), **before.get("bonuses", {})}
    claimed = {s.data["room"]: (s.data["winners"][0]["seat"], n) for n, s in enumerate(scene.steps, 1)
               if s.kind == "activate" and s.data.get("winners")}  # fmt: skip
    parts = []
    for room, (x, y) in at.items():
        sequence = f" s-{letter(room)}" if is_component(room) and letter(room) in LETTERS else " s-other"
        owner = owners.get(room)
        taken = " taken" if owner is None and room in before.get("activated", ()) else ""
        parts.append(tag("rect", x=x, y=y, width=ROOM - 2, height=ROOM - 2,
                         class_=f"room{sequence}{taken}" + (f" own c{hue[owner]}" if owner else "")))  # fmt: skip
        if room in claimed:
            seat, step = claimed[room]
            parts.append(tag("rect", x=x, y=y, width=ROOM - 2, height=ROOM - 2, class_=f"room own fresh c{hue[seat]}",
                             data_step=step))  # fmt: skip
        parts.append(words(x + 5, y + 15, room, "label"))
    for a, b in scene.picture.get("walls", ()):
        parts.append(_wall(at, a, b))
    for step, done in enumerate(scene.steps, 1):
        if done.kind == "move" and "path" in done.data:
            points = " ".join(
                f"{at[r][0] + ROOM / 2:.0f},{at[r][1] + ROOM / 2:.0f}" for r in done.data["path"] if r in at
            )
            parts.append(tag("polyline", points=points, class_=f"path c{hue.get(done.seats[0], 0)}", data_step=step))
        elif done.kind == "contest" and done.data.get("room") in at and done.data.get("bids"):
            x, y = at[done.data["room"]]
            parts.append(words(x + ROOM - 10, y + 16, "\u2717", "bad", "middle", step))
    spot: dict[str, int] = {}
    for mate in scene.picture.get("crews", ()):
        x, y = at[mate["room"]]
        n = spot[mate["room"]] = spot.get(mate["room"], -1) + 1
        cx, cy = x + 14 + (n % 4) * 11, y + 34 + (n // 4) * 12
        shape = (
            f"{cx - 6},{cy + 6} {cx + 6},{cy + 6} {cx},{cy - 6}"
            if mate["crew"] == 0
            else (f"{cx - 6},{cy - 6} {cx + 6},{cy - 6} {cx},{cy + 6}")
        )
        hint = tag("title", escape(f"{mate['seat']}'s {mate['name']}, {mate['energy']} energy"))
        parts.append(tag("polygon", hint, points=shape, class_=f"crew c{hue.get(mate['seat'], 0)}"))
    side = len(rows) * ROOM
    for n, seat in enumerate(story.seats):
        parts.append(words(side + 12, 20 + n * 20, seat, f"name c{hue[seat]}"))
    return picture(side + 110, side, parts, f"The ship in {_title(story, scene)}")


def _wall(at: Mapping[str, tuple[int, int]], a: str, b: str) -> str:
    (ax, ay), (bx, by) = at[a], at[b]
    if ay == by:
        x = max(ax, bx) - 1
        return tag("line", x1=x, x2=x, y1=ay, y2=ay + ROOM - 2, class_="wall")
    y = max(ay, by) - 1
    return tag("line", x1=ax, x2=ax + ROOM - 2, y1=y, y2=y, class_="wall")


# --- Pantheic Runes --------------------------------------------------------------------------------------------------
def _runes(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    hue = colours(story.seats)
    parts, y = [], 0
    temple = before.get("temple") or []
    picks = {s.data["place"]: (s.data["got"], n) for n, s in enumerate(scene.steps, 1) if s.kind == "pick"}
    if temple:
        parts.append(words(0, 24, "Temple", "title"))
        for n, tableau in enumerate(temple):
            parts.append(_tableau(100 + n * 64, 2, tableau))
            if n in picks:
                got, step = picks[n]
                parts.append(
                    words(122 + n * 64, 62, got or "nobody", f"name c{hue[got]}" if got else "bad", "middle", step)
                )
        y = 76
    for seat in story.seats:
        player = scene.picture.get("players", {}).get(seat)
        if player is None:
            continue
        parts.append(words(0, y + 18, seat, f"name c{hue[seat]}"))
        mana = "unlimited" if player["mana"] is None else number(player["mana"])
        parts.append(words(0, y + 36, f"{player['points']} points, {mana} mana", "faint"))
        for n, tableau in enumerate(player["tableaux"][:9]):
            parts.append(_tableau(150 + n * 54, y + 2, tableau))
        blessed = ", ".join(runes.BY_ID[deity].name for deity in player["blessings"])
        parts.append(words(150, y + 62, blessed, "faint"))
        y += 74
    return picture(700, max(80, y), parts, f"Hands after {_title(story, scene)}")


def _tableau(x: int, y: int, tableau: str) -> str:
    cells = [tag("rect", x=x, y=y, width=44, height=44, rx=5, class_="card")]
    for n, rune in enumerate(tableau):
        if rune != ".":
            names = {"+": "plus", "o": "ring", "x": "cross"}
            cells.append(words(x + 12 + (n % 2) * 20, y + 18 + (n // 2) * 20, rune, f"rune r-{names[rune]}", "middle"))
    return "".join(cells)


# --- duels -----------------------------------------------------------------------------------------------------------
def _duel(story: Story, scene: Scene, before: Mapping[str, Any]) -> str:
    hue, size = colours(story.seats), 58
    parts = []
    for row, seat in enumerate(story.seats):
        y = row * (size + 34)
        parts.append(words(0, y + 34, seat, f"name c{hue[seat]}"))
        parts.append(words(0, y + 56, f"{scene.picture['score'].get(seat, 0)} points", "score"))
        for n, pair in enumerate(scene.picture["pairs"]):
            x = 110 + n * (size + 6)
            colour = pair["colours"][seat]
            parts.append(tag("rect", x=x, y=y, width=size, height=size, rx=6, class_=f"tile t-{colour}"))
            face = pair["numbers"].get(seat)
            parts.append(words(x + size / 2, y + 36, "?" if face is None else str(face), f"face f-{colour}", "middle"))
            if pair["taken"] == seat:
                parts.append(words(x + size / 2, y + size + 18, "took it", "good", "middle"))
    return picture(110 + 9 * (size + 6), 2 * (size + 34), parts, f"Played until {_title(story, scene)}")


DRAWINGS: dict[str, Callable[[Story, Scene, Mapping[str, Any]], str]] = {
    "black_and_white": _duel,
    "day_of_mercury": _mercury,
    "drifting_ship": _ship,
    "exodus": _trading,
    "famine": _trading,
    "ninety_nine": _duel,
    "pantheic_runes": _runes,
    "sinners_secret": _sinner,
}
"""By game; others are told in steps."""
