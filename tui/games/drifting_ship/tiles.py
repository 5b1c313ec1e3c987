"""The Drifting Ship's board as tiles: what each room shows, now or as it was at the end of an earlier round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.games.drifting_ship.board import neighbour
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import BONUSES, PARASITE_ROOM, STARTS, VAULT, is_component
from core.games.drifting_ship.structs import Page, View
from core.games.drifting_ship.words import room_title
from core.story.drawing import initials
from tui.games.drifting_ship.board import Tile
from tui.games.drifting_ship.draft import end, order_of
from tui.games.drifting_ship.rows import FRESH, HOLLOW, MINE, SOLID, TAKEN, hue
from tui.words import text

SHORT = {
    "R": "Rosé", "S": "Meme", "T": "Toe", "U": "Urgot", "W": "Wiwaxia", "X": "Device", "Y": "Banana", "Z": "Record",
    PARASITE_ROOM: "Parasite", VAULT: "Vault",
}  # fmt: skip
"""What a large room says of itself."""

Tags = dict[str, list[text.Part]]
NAMES_FIT = 8
"""Columns for the names of others in a large room."""


def tiles_now(
    view: View, orders: Mapping[str, Any], chosen: int, ways: Mapping[str, Reached], large: bool
) -> dict[str, Tile]:
    """The board of the open round, with the draft on it. Rooms in `ways` are lit, in the pregame the starts."""
    own, others = _own_tags(view, orders, chosen, large), _seen_tags(view, large)
    rounds = [news for news in view.news if news.round == view.round - 1]
    fresh = rounds[-1].activated if rounds else ()
    own_reach = view.own is not None
    found = {}
    for room in (room for row in view.chart.board for room in row):
        way = ways.get(room)
        lit = view.own is None or way is not None or (view.round == 0 and room in STARTS)
        found[room] = Tile(
            label=room,
            style=_style(view, room, lit, room in view.chart.activated),
            mark=_mark(view, room, view.chart.activated),
            mark_style=_mark_style(view, room),
            left=str(way.left) if way is not None else "○" if lit and view.round == 0 and view.own is not None else "",
            own=tuple(own.get(room, ())),
            others=tuple(others.get(room, ())),
            foot=_foot(view, room, view.chart.activated, room in fresh, large),
            name=room_name(room),
            lit=own_reach and lit,
        )
    return found


def room_name(room: str) -> str:
    """`Cognitive Bias` for 12A; what a tool or a place is called."""
    return room_title(room).partition(" ")[2] if is_component(room) else BONUSES.get(room) or SHORT.get(room, "")


def paths(view: View, orders: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The steps of both crewmates as they are drafted, from a room to the next."""
    found: list[tuple[str, str]] = []
    board = view.chart.board
    places = {room: (y, x) for y, row in enumerate(board) for x, room in enumerate(row)}
    for index in (0, 1):
        if view.own is None or not view.own.crew:
            continue
        order = order_of(orders, index)
        stops = [view.own.crew[index].room, *([order["move"]] if order.get("move") in places else [])]
        goal = end(view, index, order)[0]
        for start, stop in zip(stops, [*stops[1:], goal], strict=True):
            found += _steps(board, places, start, stop)
    return tuple(found)


def _steps(
    board: Sequence[Sequence[str]], places: Mapping[str, tuple[int, int]], start: str, stop: str
) -> list[tuple[str, str]]:
    """Room by room along a row or a column."""
    (y, x), (to_y, to_x) = places[start], places[stop]
    found = []
    while (y, x) != (to_y, to_x):
        if y != to_y and x != to_x:
            return []
        there = y + (to_y > y) - (to_y < y), x + (to_x > x) - (to_x < x)
        found.append((board[y][x], board[there[0]][there[1]]))
        y, x = there
    return found


def tiles_then(view: View, page: Page, large: bool) -> dict[str, Tile]:
    """The board at the end of an earlier round: where one stood, whom one saw, what was activated."""
    later = {room for news in view.news if news.round > page.round for room in news.activated}
    activated = tuple(room for room in view.chart.activated if room not in later)
    own, met_in = Tags(), dict[str, list[Tag]]()
    for index, room in enumerate(page.rooms):
        own.setdefault(room, []).append((SOLID[index], "$key"))
    for met in page.report.met:
        met_in.setdefault(met.room, []).append(Tag(met.player, met.player[:6], now=True))
    others = _drawn_tags(view, met_in, large)
    found = {}
    for room in (room for row in view.chart.board for room in row):
        fresh = room in page.report.activated
        found[room] = Tile(
            label=room,
            style="$good" if fresh else _style(view, room, True, room in activated),
            mark=FRESH if fresh else _mark(view, room, activated),
            mark_style="$good" if fresh else _mark_style(view, room),
            own=tuple(own.get(room, ())),
            others=tuple(others.get(room, ())),
            foot=_foot(view, room, activated, fresh, large),
            name=room_name(room),
        )
    return found


def walls_then(view: View, page: Page | None) -> tuple[tuple[str, str], ...]:
    """The walls that stood at the end of that round; all of them now."""
    later = {wall for news in view.news if page is not None and news.round > page.round for wall in news.walls}
    return tuple(wall for wall in view.chart.walls if wall not in later)


# --- marks -------------------------------------------------------------------------------------------------------
def _style(view: View, room: str, lit: bool, activated: bool) -> str:
    """The colour of its Sequence, everywhere; muted where it cannot be reached, faint where nothing is left to get."""
    if activated:
        return "bold $faint" if lit else "$closed"
    return f"bold {hue(room)}" if lit else f"dim {hue(room)}"


def _mark(view: View, room: str, activated: tuple[str, ...]) -> str:
    if room in activated:
        return MINE if view.seat is not None and view.owners.get(room) == view.seat else TAKEN
    disabled = None if view.own is None else view.own.disable
    return "!" if disabled is not None and disabled.room == room and disabled.last >= view.round else " "


def _mark_style(view: View, room: str) -> str:
    return "$key" if view.seat is not None and view.owners.get(room) == view.seat else "$faint"


def _foot(view: View, room: str, activated: tuple[str, ...], fresh: bool, named: bool) -> text.Part:
    """Whose it is; where the room has no columns for its name (`named`), in short what it gives."""
    if room in SHORT and room not in activated and not named:
        return (SHORT[room], "$faint")
    if room not in activated:
        return ""
    owner = view.owners.get(room)
    who = (
        "mine"
        if owner is not None and owner == view.seat
        else owner or ("" if not fresh else "just now" if named else "now")
    )
    return (who, "$faint")


def _own_tags(view: View, orders: Mapping[str, Any], chosen: int, large: bool) -> Tags:
    """One's crew: where it stands, and where the draft leads with what it does there."""
    found: Tags = {}
    if view.own is None:
        return found
    for index in (0, 1):
        order = order_of(orders, index)
        style = "$key" if index == chosen else "$strong"
        if not view.own.crew:
            if order.get("start"):
                found.setdefault(order["start"], []).append((SOLID[index], style))
            continue
        crewmate, goal = view.own.crew[index], end(view, index, order)[0]
        if goal != crewmate.room:
            found.setdefault(crewmate.room, []).append((HOLLOW[index], "$faint"))
        does = "!" if order.get("disable") is True else str(order.get("activate", ""))
        name = f" {crewmate.name}" if large and not does else ""
        piece = f"{SOLID[index]}{does}{name}"
        found.setdefault(goal, []).append(text.line((piece[:9], f"reverse {style}" if index == chosen else style)))
    return found


def _seen_tags(view: View, large: bool) -> Tags:
    """Others where each was last seen: big letters for the last round, small ones for earlier rounds."""
    found: dict[str, list[Tag]] = {}
    last = {(seen.player, seen.name): seen for seen in view.sightings}
    for (player, _), seen in last.items():
        now = seen.round == view.round - 1
        word = f"{player[:5]}{'' if now else f':{seen.round}'}"
        found.setdefault(seen.room, []).append(Tag(player, word, now))
    return _drawn_tags(view, found, large)


class Tag(NamedTuple):
    """Somebody else in a room."""

    player: str
    word: str
    """The name as far as a large room has space for one, with the round if it is not the last."""
    now: bool


def _drawn_tags(view: View, found: Mapping[str, Sequence[Tag]], large: bool) -> Tags:
    """Names in large rooms where all of them fit, else a letter for each seat: nobody who was met is left out."""
    letters, drawn = initials(view.seats), Tags()
    for room, everyone in found.items():
        tags = list(dict.fromkeys(everyone))
        words = large and sum(len(tag.word) + 1 for tag in tags) - 1 <= NAMES_FIT
        parts: list[text.Part] = []
        for tag in tags:
            letter = letters[tag.player] if tag.now else letters[tag.player].lower()
            part = (tag.word if words else letter, "bold reverse $accent" if tag.now else "$faint")
            parts += [part] if part not in parts else []
        drawn[room] = parts
    return drawn


def walls_planned(view: View, orders: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The walls that the draft puts up, drawn apart from those that stand."""
    found = []
    for index in (0, 1):
        side = order_of(orders, index).get("wall")
        if view.own is not None and view.own.crew and side is not None:
            room = end(view, index, order_of(orders, index))[0]
            other = neighbour(view.chart.board, room, side)
            found += [(room, other)] if other is not None else []
    return tuple(found)
