"""A round of Pantheic Runes: every hand with its tableaux, the temple, who has pleased which deity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from core.games.pantheic_runes import spec
from tui.drawings import Frame
from tui.games.pantheic_runes import cards
from tui.words import text

TALL = 34
"""Rows from which tableaux are drawn as cards."""
NAMES = 12
"""Columns of a place of the temple, with the names of who wanted it."""


def draw(frame: Frame) -> list[Content]:
    """The temple above, a hand for each seat, the deities below."""
    size = cards.FRAMED if frame.height >= TALL else cards.BARE
    rows = _temple(frame, size)
    players: Mapping[str, Any] = frame.picture.get("players", {})
    for seat in frame.story.seats:
        if seat in players:
            rows += _hand(frame, seat, players[seat], size)
    return [*rows, *_deities(players, frame, frame.height - len(rows))]


def _temple(frame: Frame, size: int) -> list[Content]:
    """Every place with who got it, and who wanted it too."""
    temple = frame.before.get("temple") or []
    wanted = {step.data["place"]: step.data for step in frame.done if step.kind == "pick"}
    across = max(1, (frame.width - 1) // NAMES)
    rows: list[Content] = [text.line(("Temple", "$accent"))] if temple else []
    for start in range(0, len(temple), across):
        places = range(start, min(len(temple), start + across))
        pieces = [_piece(temple[place], size, str(place)) for place in places]
        pieces = [[*piece, *_wanted(frame, wanted.get(place))] for piece, place in zip(pieces, places, strict=True)]
        high = max(len(piece) for piece in pieces)
        for layer in range(high):
            cells = [text.fit(piece[layer] if layer < len(piece) else "", NAMES) for piece in pieces]
            rows.append(text.line(" ", *cells))
    return rows


def _piece(tableau: str, size: int, number: str = "", lit: bool = False) -> list[Content]:
    if size > cards.BARE:
        return cards.card(tableau, size, (number, "$faint"), style="$key" if lit else "$faint", heavy=lit)
    return [text.line(row) for row in cards.face(tableau, size)]


def _wanted(frame: Frame, picked: Mapping[str, Any] | None) -> list[Content]:
    """Who got a place, and who wanted it in vain: each with its mark, beside one another as far as there is room."""
    if picked is None:
        return []
    got, rows = picked["got"], [text.line("")]
    for seat in sorted(picked["wanted"], key=lambda seat: seat != got):
        mark: text.Part = ("\u2713", "$good") if seat == got else ("\u2717", "$bad")
        one = text.line(mark, (seat, frame.tone.get(seat, "$ink")))
        before = rows[-1]
        if not before.plain:
            rows[-1] = one
        elif before.cell_length + 1 + one.cell_length < NAMES:
            rows[-1] = text.line(before, " ", one)
        else:
            rows.append(one)
    return rows


def _hand(frame: Frame, seat: str, player: Mapping[str, Any], size: int) -> list[Content]:
    mana = "unlimited" if player["mana"] is None else str(player["mana"])
    side: list[Content] = [
        text.line(
            frame.name(seat, 12),
            (f"{player['points']:>2} {'point ' if player['points'] == 1 else 'points'}  ", "$strong"),
        ),
        text.line(" " * 12, (f"{mana:>2} mana    "[:11], "$faint")),
    ]
    used = frame.step.data.get("tableau") if frame.step is not None and seat in frame.step.seats[:1] else None
    step = cards.WIDTHS[size] + (1 if size > cards.BARE else 3)
    room = max(1, (frame.width - 24) // step)
    pieces = [_piece(tableau, size, lit=tableau == used) for tableau in player["tableaux"][:room]]
    rows = []
    for layer in range(cards.HEIGHTS[size]):
        parts: list[text.Part] = [side[layer] if layer < len(side) else " " * side[0].cell_length]
        for tableau, piece in zip(player["tableaux"], pieces, strict=False):
            lit = size == cards.BARE and layer == 0 and tableau == used
            parts += [("\u25b8" if lit else " ", "$key"), piece[layer], "" if size > cards.BARE else "  "]
        if layer == 0 and len(player["tableaux"]) > room:
            parts.append(("\u2026", "$faint"))
        rows.append(text.line(*parts))
    return rows


def _deities(players: Mapping[str, Any], frame: Frame, room: int) -> list[Content]:
    """Who has pleased which deity: two beside one another, or in few rows one after the other."""
    found = []
    for deity in spec.DEITIES:
        holders = [seat for seat in frame.story.seats if deity.id in players.get(seat, {}).get("blessings", ())]
        if holders:
            names: list[text.Part] = []
            for seat in holders:
                names += [(seat, frame.tone[seat]), " "]
            found.append((text.line((deity.name, "$strong")), text.line(*names)))
    if not found:
        return []
    known: text.Part = "" if set(frame.story.seats) <= set(players) else ("   as far as known", "$faint")
    half = (len(found) + 1) // 2 if frame.width >= 70 else len(found)
    if half + 1 > room:
        after: list[text.Part] = [("Blessings  ", "$accent")]
        for name, seats in found:
            after += [name, " ", seats, " "]
        return text.wrapped(text.line(*after, known), frame.width - 1)
    each = min(frame.width // 2 - 1, 40)
    listed = [text.line(text.fit(name, 12), seats) for name, seats in found]
    pairs = text.beside([listed[:half], listed[half:]], [each] * 2, 2) if half < len(listed) else listed
    return [text.line(("Blessings", "$accent"), known), *pairs]
