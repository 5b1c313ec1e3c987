"""Black and White's panel: tiles in hand, the other seat's rest, the table, and past tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UnsetType
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from core.games.black_and_white.rules import is_decided
from core.games.black_and_white.spec import TILES, colour
from core.games.black_and_white.structs import Orders, Report, View
from core.json import Json
from tui.drawings.tiles import CARD, SLIM, Scale, backs, card, row_of, slim_card, together
from tui.games.duel import DuelPanel
from tui.widgets.lines import Lines
from tui.words import text

COLOURS = {"black": sum(colour(t) == "black" for t in TILES), "white": sum(colour(t) == "white" for t in TILES)}


class Tiles(Lines, can_focus=True):
    """Nine places with the tiles that are not spent. The chosen tile lies higher, the cursor is below."""

    BINDINGS = [
        Binding("left", "move(-1)", "left", show=False, id="tiles.left", tooltip="The next tile to the left."),
        Binding("right", "move(1)", "right", show=False, id="tiles.right", tooltip="The next tile to the right."),
        Binding("enter,space", "pick", "play it", id="tiles.pick", key_display="Enter", tooltip="Play this tile."),
    ]

    @dataclass
    class Picked(Message):
        tile: int

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.held: tuple[int, ...] = ()
        self.cursor = 0
        self.chosen: int | None = None
        self.live = False
        """True if a tile may be played now."""
        self.scale: Scale = "usual"

    def show(self, held: tuple[int, ...], chosen: int | None, live: bool, scale: Scale) -> None:
        larger = scale != self.scale
        self.held, self.chosen, self.live, self.scale = held, chosen, live, scale
        if held and self.cursor not in held:
            self.cursor = min(held, key=lambda tile: abs(tile - self.cursor))
        self.redraw(layout=larger)

    def point(self, tile: int) -> None:
        if tile in self.held:
            self.cursor = tile
            self.redraw()

    def action_move(self, by: int) -> None:
        ahead = [tile for tile in self.held if (tile - self.cursor) * by > 0]
        if ahead:
            self.point(min(ahead, key=lambda tile: abs(tile - self.cursor)))

    def action_pick(self) -> None:
        if self.cursor in self.held:
            self.post_message(self.Picked(self.cursor))

    def on_click(self, event: events.Click) -> None:
        tile = event.get_content_offset_capture(self).x // self._step
        if tile in self.held:
            repeated = tile == self.cursor
            self.point(tile)
            if repeated:
                self.action_pick()

    @property
    def _step(self) -> int:
        return SLIM[0] if self.scale == "small" else CARD[self.scale][0] + 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return SLIM[1] + 1 if self.scale == "small" else CARD[self.scale][1] + 2

    def drawn(self) -> Sequence[Content]:
        if self.scale == "small":
            return [*row_of([self._slim(tile) for tile in TILES], 0), self._marks()]
        columns = [self._column(tile) for tile in TILES]
        return [*row_of(columns), self._marks()]

    def _slim(self, tile: int) -> list[Content]:
        if tile in self.held:
            return slim_card(str(tile), colour(tile))
        return [text.centred((word, "$faint"), SLIM[0]) for word in ("", "\u00b7", "")]

    def _column(self, tile: int) -> list[Content]:
        width, height = CARD[self.scale]
        blank = [text.line(" " * width)]
        if tile not in self.held:
            spent = [text.line(" " * width)] * height
            spent[height // 2] = text.centred(("\u00b7", "$faint"), width)
            return [*blank, *spent]
        drawn = card(str(tile), colour(tile), self.scale)
        return [*drawn, *blank] if tile == self.chosen else [*blank, *drawn]

    def _marks(self) -> Content:
        marks: list[text.Part] = []
        for tile in TILES:
            at_cursor = tile == self.cursor and tile in self.held and self.live
            word = "\u25b2" if at_cursor else "\u25c6" if tile == self.chosen else ""
            style = "$pick" if at_cursor and self.has_focus else "$key"
            gap = "" if self.scale == "small" else " "
            marks += [text.centred((word, style), self._step - len(gap)), gap]
        return text.line(*marks)


class BlackAndWhitePanel(DuelPanel[Orders, View, Report]):
    WHAT, THING = "trick", "tile"
    PASSED = "You sealed nothing in time, so your lowest tile was played."
    is_over = staticmethod(is_decided)
    TOPIC = (
        "0 to 8, or left and right, choose a tile; Enter plays it, and asks once more. The tile that you have chosen "
        "lies a little higher.\n\n"
        "In the middle is the table: the colour that was led, or how the last trick came out. Below are the tricks "
        "so far: \u203a led, * took the point, = nobody did; of your own tiles you see the numbers. Beside the names "
        "are the points, and what each still holds by colour: b is black (even), w is white (odd)."
    )
    BINDINGS = [
        Binding(str(tile), f"tile({tile})", "choose", show=False, id=f"tiles.{tile}", tooltip=f"The {tile}.")
        for tile in TILES
    ]

    def empty(self) -> Json:
        return {"tile": None}

    def hand(self) -> Widget:
        return Tiles()

    def show_hand(self) -> None:
        view = self.seat.view()
        if view.seat is None:
            return
        assert not isinstance(view.hand, UnsetType)
        live = self.seat.asks().orders and not self.read_only
        self.query_one("#hand", Tiles).show(view.hand, self.orders.get("tile") if live else None, live, self.scale)

    def rest_rows(self, name: str, view: View) -> list[text.Part]:
        if view.seat == name:
            assert not isinstance(view.hand, UnsetType)
            white = sum(colour(tile) == "white" for tile in view.hand)
            black = len(view.hand) - white
        elif view.seat is not None:
            assert not isinstance(view.other, UnsetType)
            black, white = view.other.black, view.other.white
        elif self._unknown_pairs(view):
            return []
        else:
            shown = [past.colours[name] for past in view.past]
            shown += [view.table] if view.table is not None and view.leader == name else []
            black, white = (COLOURS[shade] - shown.count(shade) for shade in ("black", "white"))
        if self.scale == "small":
            return [together(black, white)]
        return [text.line(backs(black, white)), (f"{black} black, {white} white", "$faint")]

    def action_tile(self, tile: int) -> None:
        hand = self.query_one("#hand", Tiles)
        hand.point(tile)
        if tile not in hand.held:
            self._shut(tile)

    def on_tiles_picked(self, message: Tiles.Picked) -> None:
        if self._shut(message.tile) or self.read_only:
            return
        self.edit({"tile": message.tile})
        self.action_play()

    def _shut(self, tile: int) -> bool:
        choice = next((c for c in self.seat.asks().choices if c.value == tile), None)
        if choice is None or choice.closed is None:
            return False
        self.tell(choice.closed, "warn", choice.ruling)
        return True
