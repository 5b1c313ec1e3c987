"""A round on the ship: the board with owners and walls, all eight crewmates on their ways, the bids."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from core.games.drifting_ship.spec import LETTERS, TITLES, is_component, letter
from core.json import Json
from tui.drawings import Frame
from tui.games.drifting_ship.board import (
    FLAT,
    LARGE,
    SMALL,
    Tile,
    board_rows,
    board_size,
)
from tui.games.drifting_ship.rows import HUES, hue, initials
from tui.words import text

MARKS = ("\u25b2", "\u25bc")
"""The first and the second of a crew."""
NEW = "\u2022"
"""In a room that was activated in this round."""
ROOMY = 46
"""Columns of the crews from which what a crewmate carries stands in its own line."""


def draw(frame: Frame) -> list[Content]:
    """The board, and beside or below it the crews with their energy and what each Sequence has come to."""
    board = frame.picture["board"] if "board" in frame.picture else frame.before["board"]
    side = len(board[0])
    wide, high = board_size(LARGE, side)
    under = frame.width >= wide and frame.height >= high + len(
        _side(frame, frame.width)
    )  # large, with the rest below it
    large = under or (frame.width >= wide + 36 and frame.height >= high)
    inside = LARGE if large else SMALL if frame.height >= board_size(SMALL, side)[1] else FLAT
    width = board_size(inside, side)[0]
    rows = board_rows(board, _tiles(frame, board, large), _walls(frame), inside)
    if frame.width >= width + 30:
        left = frame.width - width - 2
        return text.beside([rows, _side(frame, left)], [width, left], 2)
    return [*rows, *_side(frame, frame.width)]


def _crews(frame: Frame) -> dict[tuple[str, int], Json]:
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
    fresh = _fresh(frame)
    activated = {*frame.picture.get("activated", ()), *owners, *fresh}
    standing: dict[str, list[text.Part]] = {}
    for (seat, at), mate in crews.items():
        mark = MARKS[at]
        word = f"{mark}{seat[:5]}" if large else f"{mark}{letters[seat]}"
        standing.setdefault(mate.get("room", ""), []).append((word, frame.tone.get(seat, "$strong")))
    when = _when(frame)
    lit = frame.step.data.get("room") if frame.step is not None else None
    path = frame.step.data.get("path", ()) if frame.step is not None else ()
    tiles = {}
    for room in (room for row in board for room in row):
        owner = owners.get(room)
        style = frame.tone[owner] if owner in frame.tone else "$faint" if room in activated else hue(room)
        here = room == lit or room in path
        new = room in fresh
        who = standing.get(room, ())
        whose = letters.get(owner or "", "\u00d7" if room in activated else " ")
        if large and owner:
            whose = " "  # the room's last line says it in full
        tiles[room] = Tile(
            label=room,
            style=f"bold {style}" if here or new else style,
            mark="\u25b8" if here else whose,
            mark_style="$key" if here else frame.tone.get(owner or "", "$faint"),
            left=NEW if new else "",
            own=tuple(who[:1]),
            others=tuple(who[1:]),
            foot=(owner or when.get(room, ""), frame.tone.get(owner or "", "$faint")),
        )
    return tiles


def _when(frame: Frame) -> dict[str, str]:
    """When a room was activated, for whoever knows nothing else of it: a spectator."""
    if frame.story.reader is not None or frame.story.whole:
        return {}
    word = frame.story.round_word
    return {step.data["room"]: f"{word} {scene.round}"
            for scene in frame.story.scenes for step in scene.steps if step.kind == "told"}  # fmt: skip


def _fresh(frame: Frame) -> set[str]:
    """The rooms that the steps so far have activated in this round."""
    return {step.data["room"] for step in frame.done if step.kind in ("activate", "told", "plant")}


def _side(frame: Frame, width: int) -> list[Content]:
    """Crews with energy and what they carry, then how far each Sequence is. In few columns what is carried stands
    beside the seat's name, where there is room for the whole word."""
    rows: list[Content] = []
    crews = _crews(frame)
    for seat in frame.story.seats:
        own = [mate for (name, _), mate in sorted(crews.items()) if name == seat]
        if not own:
            continue
        head: list[text.Part] = [frame.name(seat)]
        lines: list[Content] = []
        for at, mate in enumerate(own):
            mark = (MARKS[at], frame.tone[seat])
            carried = " ".join([*mate.get("bonuses", ()), *(["Parasite"] if mate.get("parasite") else [])])
            if carried and width < ROOMY:
                head += ["  ", mark, (f" {carried}", "$warn")]
            lines.append(
                text.line(
                    "  ",
                    mark,
                    " ",
                    text.fit(str(mate.get("name", "")), 10),
                    (f"{mate.get('room', ''):>3} ", "$strong"),
                    (f"{mate.get('energy', '?')} energy ", "$good"),
                    (carried if width >= ROOMY else "", "$warn"),
                )
            )
        rows += [text.line(*head), *lines]
    new = (
        [text.line((NEW, "bold $good"), (f" new in this {frame.story.round_word}", "$faint"))] if _fresh(frame) else []
    )
    return [*rows, *([text.line("")] if rows else []), *_sequences(frame, _owners(frame)), *new]


def _sequences(frame: Frame, owners: Mapping[str, str]) -> list[Content]:
    """Each Sequence with its owners by their initials; claimed by somebody the reader does not know: a cross."""
    letters = initials(frame.story.seats)
    claimed = {room for room in (*frame.picture.get("activated", ()), *owners, *_fresh(frame)) if is_component(room)}
    rows = []
    for a in LETTERS:
        cells: list[text.Part] = []
        for n in range(1, 14):
            owner = owners.get(f"{n}{a}")
            unknown = "\u00d7" if f"{n}{a}" in claimed else "\u00b7"
            cells.append((letters[owner], frame.tone[owner]) if owner in letters else (unknown, "$faint"))
        done = sum(1 for room in claimed if letter(room) == a)
        rows.append(text.line(text.fit((TITLES[a], HUES[a]), 11), *cells, (f" {done}/13", "$strong")))
    return rows
