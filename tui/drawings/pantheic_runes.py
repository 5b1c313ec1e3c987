"""A round of Pantheic Runes: every hand with its tableaux, the temple, who has pleased which deity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from core.games.pantheic_runes import spec
from tui import text
from tui.drawings import Frame

RUNES = {"+": "$yellow", "o": "$blue", "x": "$red", ".": "$faint"}


def draw(frame: Frame) -> list[Content]:
    """The temple above, a hand for each seat, the deities below."""
    rows = _temple(frame)
    players: Mapping[str, Any] = frame.picture.get("players", {})
    for seat in frame.story.seats:
        if seat in players:
            rows += _hand(frame, seat, players[seat])
    return [*rows, *_deities(players, frame)]


def _temple(frame: Frame) -> list[Content]:
    temple = frame.before.get("temple") or []
    if not temple:
        return []
    wanted: dict[int, list[str]] = {}
    got: dict[int, str | None] = {}
    for step in frame.done:
        if step.kind == "pick":
            wanted[step.data["place"]], got[step.data["place"]] = step.data["wanted"], step.data["got"]
    top: list[text.Part] = [("Temple ", "$accent")]
    low: list[text.Part] = ["       "]
    names: list[text.Part] = ["       "]
    for place, tableau in enumerate(temple):
        first, second = picture(tableau)
        top += [first, "     "]
        low += [second, "     "]
        who = got.get(place)
        said = who if who else "nobody" if place in wanted else ""
        names.append(text.fit((said, "$good" if who else "$bad"), 8))
    return [text.line(*top), text.line(*low), text.line(*names)]


def picture(tableau: str) -> tuple[Content, Content]:
    """A tableau in two lines of two runes, spaced like a square."""
    cells = [(rune, f"bold {RUNES[rune]}" if rune != "." else RUNES[rune]) for rune in tableau]
    return text.line(cells[0], " ", cells[1]), text.line(cells[2], " ", cells[3])


def _hand(frame: Frame, seat: str, player: Mapping[str, Any]) -> list[Content]:
    mana = "unlimited" if player["mana"] is None else str(player["mana"])
    top: list[text.Part] = [frame.name(seat, 12), (f"{player['points']:>2} points  ", "$strong")]
    low: list[text.Part] = [" " * 12, (f"{mana:>2} mana    "[:11], "$faint")]
    used = frame.step.data.get("tableau") if frame.step is not None and seat in frame.step.seats[:1] else None
    room = max(1, (frame.width - 23) // 6)
    shown = player["tableaux"][:room]
    for tableau in shown:
        first, second = picture(tableau)
        lit = tableau == used
        top += [("\u25b8" if lit else " ", "$key"), first, "  "]
        low += [" ", second, "  "]
    if len(player["tableaux"]) > room:
        top.append(("\u2026", "$faint"))
    return [text.line(*top), text.line(*low)]


def _deities(players: Mapping[str, Any], frame: Frame) -> list[Content]:
    found = []
    for deity in spec.DEITIES:
        holders = [seat for seat in frame.story.seats if deity.id in players.get(seat, {}).get("blessings", ())]
        if holders:
            names: list[text.Part] = []
            for seat in holders:
                names += [(seat, frame.tone[seat]), " "]
            found.append(text.line(text.fit((deity.name, "$strong"), 12), *names))
    if not found:
        return []
    half = (len(found) + 1) // 2 if frame.width >= 70 else len(found)
    pairs = text.beside([found[:half], found[half:]], [frame.width // 2 - 1] * 2, 2) if half < len(found) else found
    return [text.line(("Blessings", "$accent")), *pairs]
