"""The panes, the board's tiles now and earlier, and the spectators' page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message

from core.contract import Choice
from core.games.drifting_ship.board import neighbour
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import BONUSES, LETTERS, PARASITE_ROOM, STARTS, TITLES, VAULT, is_component
from core.games.drifting_ship.story import own_picture
from core.games.drifting_ship.structs import Page, View
from core.games.drifting_ship.words import room_title
from core.refusal import Refused
from core.story.drawing import initials
from core.story.parts import Scene, Story
from tui.drawings import SceneFrame, draw
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship.board import SIZES, TALL, ShipBoard, Tile
from tui.games.drifting_ship.draft import end, order_of
from tui.games.drifting_ship.rows import FRESH, HOLLOW, MINE, SOLID, TAKEN, hue
from tui.games.drifting_ship.view_model import ShipSight, order_rows
from tui.screens.dialogs import Pick
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import Room
from tui.words import text


def board(view: View, story: Story, width: int, height: int) -> list[Content]:
    steps = story.scenes[-1].steps if story.scenes else ()
    picture = own_picture(view)
    scene = Scene(round=story.scenes[-1].round if story.scenes else 0, steps=steps, picture=picture)
    rows = draw(SceneFrame(story, scene, picture, len(steps), width, height))
    if len(rows) <= height:
        return rows
    return [row for row in rows if row.plain.strip() and not row.plain.startswith("\u2022")]  # all three Sequences


SHORT = {
    "R": "Rosé", "S": "Meme", "T": "Toe", "U": "Urgot", "W": "Wiwaxia", "X": "Device", "Y": "Banana", "Z": "Record",
    PARASITE_ROOM: "Parasite", VAULT: "Vault",
}  # fmt: skip

Tags = dict[str, list[text.Part]]
NAMES_FIT = 8


def tiles_now(
    view: View, orders: Mapping[str, Any], chosen: int, ways: Mapping[str, Reached], large: bool
) -> dict[str, Tile]:
    """Return the tiles of the open round with the draft. Rooms in `ways` are lit; in the pregame the starts."""
    own, others = _own_tags(view, orders, chosen, large), _seen_tags(view, large)
    rounds = [news for news in view.news if news.round == view.round - 1]
    fresh = rounds[-1].activated if rounds else ()
    own_reach = view.own is not None
    tiles = {}
    for room in (room for row in view.chart.board for room in row):
        way = ways.get(room)
        lit = view.own is None or way is not None or (view.round == 0 and room in STARTS)
        tiles[room] = Tile(
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
    return tiles


def room_name(room: str) -> str:
    """Return `Cognitive Bias` for 12A; for other rooms the name of the tool or place."""
    return room_title(room).partition(" ")[2] if is_component(room) else BONUSES.get(room) or SHORT.get(room, "")


def paths(view: View, orders: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    steps: list[tuple[str, str]] = []
    board = view.chart.board
    places = {room: (y, x) for y, row in enumerate(board) for x, room in enumerate(row)}
    for index in (0, 1):
        if not view.crew:
            continue
        order = order_of(orders, index)
        stops = [view.crew[index].room, *([order["move"]] if order.get("move") in places else [])]
        goal = end(view, index, order)[0]
        for start, stop in zip(stops, [*stops[1:], goal], strict=True):
            steps += _steps(board, places, start, stop)
    return tuple(steps)


def _steps(
    board: Sequence[Sequence[str]], places: Mapping[str, tuple[int, int]], start: str, stop: str
) -> Iterator[tuple[str, str]]:
    (y, x), (to_y, to_x) = places[start], places[stop]
    while (y, x) != (to_y, to_x):
        if y != to_y and x != to_x:
            return
        after = y + (to_y > y) - (to_y < y), x + (to_x > x) - (to_x < x)
        yield (board[y][x], board[after[0]][after[1]])
        y, x = after


def tiles_then(view: View, page: Page, large: bool) -> dict[str, Tile]:
    later = {room for news in view.news if news.round > page.round for room in news.activated}
    activated = tuple(room for room in view.chart.activated if room not in later)
    own, met_in = Tags(), dict[str, list[Tag]]()
    for index, room in enumerate(page.rooms):
        own.setdefault(room, []).append((SOLID[index], "$key"))
    for met in page.report.met:
        met_in.setdefault(met.room, []).append(Tag(met.player, met.player[:6], now=True))
    others = _drawn_tags(view, met_in, large)
    tiles = {}
    for room in (room for row in view.chart.board for room in row):
        fresh = room in page.report.activated
        tiles[room] = Tile(
            label=room,
            style="$good" if fresh else _style(view, room, True, room in activated),
            mark=FRESH if fresh else _mark(view, room, activated),
            mark_style="$good" if fresh else _mark_style(view, room),
            own=tuple(own.get(room, ())),
            others=tuple(others.get(room, ())),
            foot=_foot(view, room, activated, fresh, large),
            name=room_name(room),
        )
    return tiles


def walls_then(view: View, page: Page | None) -> tuple[tuple[str, str], ...]:
    """Return the walls at the end of that round; without a page, all present walls."""
    later = {wall for news in view.news if page is not None and news.round > page.round for wall in news.walls}
    return tuple(wall for wall in view.chart.walls if wall not in later)


# --- marks -------------------------------------------------------------------------------------------------------
def _style(view: View, room: str, lit: bool, activated: bool) -> str:
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
    tags: Tags = {}
    if view.own is None:
        return tags
    for index in (0, 1):
        order = order_of(orders, index)
        style = "$key" if index == chosen else "$strong"
        if not view.crew:
            if order.get("start"):
                tags.setdefault(order["start"], []).append((SOLID[index], style))
            continue
        crewmate, goal = view.crew[index], end(view, index, order)[0]
        if goal != crewmate.room:
            tags.setdefault(crewmate.room, []).append((HOLLOW[index], "$faint"))
        does = "!" if order.get("disable") is True else str(order.get("activate", ""))
        name = f" {crewmate.name}" if large and not does else ""
        piece = f"{SOLID[index]}{does}{name}"
        tags.setdefault(goal, []).append(text.line((piece[:9], f"reverse {style}" if index == chosen else style)))
    return tags


def _seen_tags(view: View, large: bool) -> Tags:
    tags: dict[str, list[Tag]] = {}
    last = {(seen.player, seen.name): seen for seen in view.sightings}
    for (player, _), seen in last.items():
        now = seen.round == view.round - 1
        word = f"{player[:5]}{'' if now else f':{seen.round}'}"
        tags.setdefault(seen.room, []).append(Tag(player, word, now))
    return _drawn_tags(view, tags, large)


class Tag(NamedTuple):
    player: str
    word: str
    """Name cut for a large room, with the round if it is not the last."""
    now: bool


def _drawn_tags(view: View, met_in: Mapping[str, Sequence[Tag]], large: bool) -> Tags:
    letters, drawn = initials(view.seats), Tags()
    for room, everyone in met_in.items():
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
    walls = []
    for index in (0, 1):
        side = order_of(orders, index).get("wall")
        if view.crew and side is not None:
            room = end(view, index, order_of(orders, index))[0]
            other = neighbour(view.chart.board, room, side)
            walls += [(room, other)] if other is not None else []
    return tuple(walls)


class CrewPane(Block):
    """Both crewmates with their energy. Posts `Chosen` when a crewmate is clicked."""

    @dataclass
    class Chosen(Message):
        index: int

    def paint(self, sight: ShipSight, width: int) -> None:
        """Paint the crew. `width`: columns of text, passed because the layout may not be applied yet."""
        self.head(rows.crew_title(sight.view, sight.orders))
        self.show(rows.crew_rows(sight.view, sight.orders, sight.chosen, max(33, width)))

    def on_click(self, event: events.Click) -> None:
        line = event.screen_y - self.region.y - 2
        if line in (0, 1):
            self.post_message(self.Chosen(line))


class OrdersPane(Vertical):
    """The list of the chosen crewmate's orders, under the names of both."""

    def compose(self) -> ComposeResult:
        yield Choices(id="orders", empty="Nothing can be ordered now.").add_class("-fill")

    def paint(self, sight: ShipSight, *, read_only: bool, way: str = "") -> None:
        """Paint the orders. `way`: destination of the key shown at the end of the title; empty for none."""
        listed = [] if read_only else order_rows(sight.view, sight.asks, sight.orders, sight.chosen)
        self.query_one("#orders", Choices).show(listed)
        names = rows.names_of(sight.view, sight.orders)
        self.border_title = text.line(
            (f"{rows.SOLID[sight.chosen]} {names[sight.chosen]}", "$strong"), " · ", ("c", "$key"),
            f" {names[1 - sight.chosen]}", *((" · ", ("m", "$key"), f" {way}") if way else ()),
        )  # fmt: skip


def paint_board(board: ShipBoard, sight: ShipSight, form: int) -> None:
    """Paint the board, now or as it was. `form` -1 means hidden; it is then painted in the smallest size."""
    view, inside = sight.view, SIZES[max(0, form)]
    large = inside[0] > TALL[0]
    if sight.page is None:
        tiles = tiles_now(view, sight.orders, sight.chosen, sight.ways, large)
        planned, ways = walls_planned(view, sight.orders), paths(view, sight.orders)
    else:
        tiles, planned, ways = tiles_then(view, sight.page, large), (), ()
    board.show(view.chart.board, tiles, walls_then(view, sight.page), inside, planned, ways)


def paint_room(pane: Block, sight: ShipSight, room: str, pane_room: Room | None = None, way: str = "") -> None:
    """Paint the room under the cursor; in a single row if `pane_room` has one. `way` as in `OrdersPane.paint`."""
    tail = text.line(*((" · ", ("m", "$key"), f" {way}") if way else ()))
    room_words = text.line(rows.room_head(room) if room else "Room")
    if pane_room is not None:
        room_words = text.fit(room_words, min(room_words.cell_length, pane_room.width - 4 - tail.cell_length))
    pane.head(text.line(room_words, tail))
    brief = pane_room is not None and pane_room.form == 0
    closed = sight.why_closed(room)
    room_rows = rows.room_rows(sight.view, room, sight.ways, sight.chosen, closed, brief=brief) if room else []
    if brief and pane_room is not None and room_rows:
        spaced = [piece for row in room_rows for piece in (row, " ")]
        room_rows = [text.fit(text.line(*spaced), pane_room.width - 2)]
    pane.show(room_rows)


def paint_past(page: Block, met: Block, news: Block, sight: ShipSight) -> None:
    if sight.last_page is not None:
        when = f"Round {sight.last_page.round}" if sight.last_page.round else "Before the start"
        page.head((f"{when}: what you saw", "$strong"), "> forward" if sight.page else "< back")
        page.show(rows.page_rows(sight.view, sight.last_page))
    met.show(rows.seen_rows(sight.view))
    news.show(rows.news_rows(sight.view))


SIDES = ("north", "east", "south", "west")


def pick_way(ways: Mapping[str, Reached], goal: str) -> Pick:
    """Return a list of goals, most energy left first. `goal`: end of the draft."""
    picks = []
    for room in sorted(ways, key=lambda room: (-ways[room].left, room)):
        words, left = text.line((room, rows.hue(room)), f" {room_name(room)}"), (f"{ways[room].left} left", "$good")
        picks.append(Row(room, words, note=left, chosen=room == goal))
    return Pick("Walk to which room?", picks, goal)


def pick_sequence(view: View, index: int, order: Mapping[str, Any], energy: int) -> Pick:
    bars = {bar.letter: bar for bar in view.sequences}
    picks = []
    for letter in LETTERS:
        planted = {**draft.without(order, "disable"), "activate": energy, "plant": letter}
        words = text.line((f"{letter} {TITLES[letter]}", rows.HUES[letter]))
        left = (f"{len(bars[letter].free)} left", "$faint")
        closed = draft.why_closed(view, index, planted)
        picks.append(_pick_row(letter, words, closed, left, order.get("plant") == letter))
    return Pick("Which Sequence will be complete at this very close?", picks, order.get("plant"))


def side_rows(view: View, index: int, order: Mapping[str, Any], key: str) -> list[Row]:
    """Return the sides for a `wall` or a `step` of one crewmate. The drafted side can be removed."""
    picks = []
    for side in SIDES:
        chosen = order.get(key) == side
        shut = None if chosen else draft.why_closed(view, index, {**order, key: side})
        picks.append(_pick_row(side, side, shut, "take back" if chosen else "", chosen))
    return picks


def pick_side(view: View, index: int, order: Mapping[str, Any], key: str, picks: Sequence[Row]) -> Pick:
    """Ask for a side of the room where the draft ends. `picks` come from `side_rows`."""
    room = draft.end(view, index, order)[0]
    title = f"A wall on which side of {room}?" if key == "wall" else "One step more, to which side?"
    return Pick(title, picks, order.get(key))


def pick_call(calls: Iterable[Choice]) -> Pick:
    picks = [Row(str(choice.value), str(choice.value), choice.closed, choice.ruling) for choice in calls]
    return Pick("Call whom? Who shared its room last", picks)


def _pick_row(key: str, words: text.Part, shut: Refused | None, note: text.Part, chosen: bool) -> Row:
    reason, ruling = (None, None) if shut is None else (shut.message, shut.ruling)
    return Row(key, words, reason, ruling, note, chosen)
