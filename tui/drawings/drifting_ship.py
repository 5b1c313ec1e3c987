"""A round on the ship: the board with owners and walls, all eight crewmates on their ways, the bids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from core.games.drifting_ship.spec import LETTERS, TITLES, is_component, letter
from tui import text
from tui.drawings import Frame
from tui.games.drifting_ship.rows import HUES, hue, initials
from tui.widgets.ship_board import LARGE, SMALL, Tile, board_rows


def draw(frame: Frame) -> list[Content]:
    """The board, and beside or below it the crews with their energy and what each Sequence has come to."""
    board = frame.picture["board"] if "board" in frame.picture else frame.before["board"]
    side = len(board[0])
    large = frame.width >= (LARGE[0] + 1) * side + 36 and frame.height >= (LARGE[1] + 1) * side + 1
    width = ((LARGE if large else SMALL)[0] + 1) * side + 1
    rows = board_rows(board, _tiles(frame, board, large), _walls(frame), LARGE if large else SMALL)
    if frame.width >= width + 30:
        return text.beside([rows, _side(frame)], [width, frame.width - width - 2], 2)
    return [*rows, *_side(frame)]


def _crews(frame: Frame) -> dict[tuple[str, int], dict[str, Any]]:
    """Every crewmate as the steps so far have left it."""
    crews = {(c["seat"], c["crew"]): dict(c) for c in frame.picture.get("crews", ())}
    if frame.over:
        return crews
    for step in frame.done:
        if "crew" in step.data and "room" in step.data and step.kind != "activate":
            key = (step.data.get("seat", step.seats[0]), step.data["crew"])
            crews.setdefault(key, {}).update({k: v for k, v in step.data.items() if k in ("room", "energy", "name")})
        for bid in step.data.get("bids", ()):
            crew = crews.get((bid["seat"], bid["crew"]))
            if crew is not None and "energy" in crew:
                crew["energy"] = max(0, crew["energy"] - bid["bid"])
    return crews


def _owners(frame: Frame) -> dict[str, str]:
    owners = {**frame.picture.get("owners", {}), **frame.picture.get("bonuses", {})}
    for step in frame.done:
        if step.kind == "activate" and step.data.get("winners"):
            owners.setdefault(step.data["room"], step.data["winners"][0]["seat"])
    return owners


def _walls(frame: Frame) -> list[tuple[str, str]]:
    return [(a, b) for a, b in (frame.scene.picture if frame.over else frame.before).get("walls", ())]


def _tiles(frame: Frame, board: list[list[str]], large: bool) -> dict[str, Tile]:
    owners, crews, letters = _owners(frame), _crews(frame), initials(frame.story.seats)
    activated = {*frame.picture.get("activated", ()), *owners}
    standing: dict[str, list[text.Part]] = {}
    for (seat, at), mate in crews.items():
        mark = "\u25b2" if at == 0 else "\u25bc"
        word = f"{mark}{seat[:5]}" if large else f"{mark}{letters[seat]}"
        standing.setdefault(mate.get("room", ""), []).append((word, frame.tone.get(seat, "$strong")))
    lit = frame.step.data.get("room") if frame.step is not None else None
    path = frame.step.data.get("path", ()) if frame.step is not None else ()
    tiles = {}
    for room in (room for row in board for room in row):
        owner = owners.get(room)
        style = frame.tone[owner] if owner in frame.tone else "$faint" if room in activated else hue(room)
        here = room == lit or room in path
        who = standing.get(room, ())
        tiles[room] = Tile(
            label=room,
            style=f"bold {style}" if here else style,
            mark="\u25b8" if here else letters.get(owner or "", "\u00d7" if room in activated else " "),
            mark_style="$key" if here else frame.tone.get(owner or "", "$faint"),
            own=tuple(who[:1]),
            others=tuple(who[1:]),
            foot=(owner or "", frame.tone.get(owner or "", "$faint")),
        )
    return tiles


def _side(frame: Frame) -> list[Content]:
    """Crews with energy, then how far each Sequence is."""
    rows: list[Content] = []
    crews = _crews(frame)
    for seat in frame.story.seats:
        own = [mate for (name, _), mate in sorted(crews.items()) if name == seat]
        if not own:
            continue
        rows.append(text.line(frame.name(seat)))
        for at, mate in enumerate(own):
            carried = " ".join([*mate.get("bonuses", ()), *(["Parasite"] if mate.get("parasite") else [])])
            rows.append(
                text.line(
                    ("  \u25b2 " if at == 0 else "  \u25bc ", frame.tone[seat]),
                    text.fit(str(mate.get("name", "")), 10),
                    (f"{mate.get('room', ''):>3} ", "$strong"),
                    (f"{mate.get('energy', '?')} energy ", "$good"),
                    (carried, "$warn"),
                )
            )
    return [*rows, text.line(""), *_sequences(frame, _owners(frame))]


def _sequences(frame: Frame, owners: Mapping[str, str]) -> list[Content]:
    letters = initials(frame.story.seats)
    rows = []
    for a in LETTERS:
        cells: list[text.Part] = []
        for n in range(1, 14):
            owner = next((s for room, s in owners.items() if is_component(room) and room == f"{n}{a}"), None)
            cells.append((letters[owner], frame.tone[owner]) if owner in letters else ("\u00b7", "$faint"))
        done = sum(1 for room in owners if is_component(room) and letter(room) == a)
        rows.append(text.line(text.fit((TITLES[a], HUES[a]), 11), *cells, (f" {done}/13", "$strong")))
    return rows
