"""What a terminal shows is what a fresh paint would show: lines that a key changed, and no others that should have.

Screens are painted line by line (`tui.widgets.lines`), covered screens not at all. Here a terminal is kept as the
app's updates draw it; after random keys, clicks and sizes everything is forgotten, laid out and painted anew, and
nothing may look different. For more: `GARNET_KEYS=5000 pytest tests/tui/test_painting.py -n0`.
"""

from __future__ import annotations

import gc
import os
import random
from datetime import UTC

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, TextArea

from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.depth import games
from tests.kit.hall import Hall
from tests.kit.screens import LARGE, NAMED_KEYS, SMALL, OneScreen, drive, position, sit
from tests.tui.test_random_keys import GAMES, WORDS, seated
from tui.app.hotseat import HotseatApp
from tui.app.memory import StoredShelf
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import ReadDialog
from tui.screens.keys import KeysScreen
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen
from tui.textual_seam.painting import DivisibleStrip, join_stacked
from tui.widgets import lines
from tui.widgets.frame import FrameLine
from tui.widgets.grid import Grid
from tui.widgets.lines import Lines, Paper, Words

pytestmark = pytest.mark.usefixtures("drawn")

KEYS = int(os.environ.get("GARNET_KEYS", "16"))
"""How many keys each wanderer presses."""
SEED = int(os.environ.get("GARNET_KEYS_SEED", "1"))
SIZES = (SMALL, LARGE, (120, 34), (100, 30), (79, 24))
THEMES = ("garnet", "daylight", "contrast", "monochrome")
CHARACTERS = {name: char for char, name in NAMED_KEYS.items()}


class Drawn:
    """Mixed into an app: keeps what a terminal shows that gets all its updates, cell by cell."""

    def _display(self, screen, renderable):
        if self._running and not self._batch_count and renderable is not None:
            self.terminal = getattr(self, "terminal", {})
            if isinstance(renderable, LayoutUpdate):
                for y, strips in enumerate(renderable.strips, renderable.region.y):
                    x = renderable.region.x
                    for strip in strips:
                        x = self._put(x, y, strip)
            elif isinstance(renderable, ChopsUpdate):  # as it writes itself to a terminal
                for y, begin, end in renderable.spans:
                    for stop, (x, strip) in zip(renderable.chop_ends[y], renderable.chops[y].items(), strict=False):
                        if strip is not None and x <= end and stop > begin:
                            whole = begin <= x < end and stop <= end
                            self._put(x, y, strip if whole else strip.crop(0, min(stop, end) - x))
        super()._display(screen, renderable)

    def _put(self, x, y, strip):
        for text, style, control in strip:
            if control:
                continue
            look = None if style is None else (
                style.color, style.bgcolor, style.bold, style.dim, style.italic, style.underline, style.reverse,
                style.strike,
            )  # fmt: skip
            for char in text:
                self.terminal[x, y] = char, look
                x += cell_len(char)
        return x

    def lines(self):
        """The terminal's text and looks, line by line."""
        width, height = self.size
        return [[self.terminal.get((x, y)) for x in range(width)] for y in range(height)]


class DrawnScreen(Drawn, OneScreen):
    pass


class DrawnHotseat(Drawn, HotseatApp):
    pass


def forget(app):
    """Everything that is shown is to be styled, laid out and painted anew."""
    for screen in (*app._background_screens, app.screen):
        screen._compositor._dirty_regions.clear()
        for widget in screen.walk_children(with_self=True):
            if isinstance(widget, Paper):
                widget._fitted = (-1, [])
            if isinstance(widget, Grid):
                widget._kept.clear()
            if isinstance(widget, Lines):
                widget._shown_size = None
            widget.clear_cached_dimensions()
            widget._clear_arrangement_cache()
            widget.refresh(layout=True)
        app.stylesheet.update(screen)


class Wanderer:
    """Presses keys drawn from a seed, and compares now and then."""

    def __init__(self, at, seed):
        self.at, self.seed = at, seed
        self.dice = random.Random(seed)
        self.last = []

    async def step(self):
        kind = self.dice.random()
        app = self.at.app
        if kind < 0.05:
            size = self.dice.choice(SIZES)
            self.last.append(f"size {size}")
            await self.at.pilot.resize_terminal(*size)
        elif kind < 0.09:
            spot = self.dice.randrange(app.size.width), self.dice.randrange(app.size.height)
            self.last.append(f"click {spot}")
            await self.at.pilot.click(offset=spot)
        elif kind < 0.11:
            name = self.dice.choice(THEMES)
            self.last.append(f"theme {name}")
            app.use_theme(name)
        else:
            key = self.dice.choice(WORDS)
            self.last.append(key)
            event = events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))
            event.set_sender(app)
            app._driver.send_message(event)
        await self.settle()

    async def settle(self):
        """Until every key has been dealt with, and everything that they caused is on the screen."""
        await self.at.settle()
        while not self.at.app._keyboard.idle:
            await self.at.settle()
        if not self.at.app._exit:
            self.at.screen._on_timer_update()

    async def compare(self):
        app = self.at.app
        for blinking in (*app.screen.query(Input), *app.screen.query(TextArea)):
            blinking.cursor_blink = False
            blinking._cursor_visible = True
        await self.settle()
        shown = app.lines()
        forget(app)
        await self.settle()
        fresh = app.lines()
        different = [
            f"line {y}: {_text(one)!r}\n  fresh: {_text(other)!r}"
            for y, (one, other) in enumerate(zip(shown, fresh, strict=True))
            if one != other
        ]
        told = "\n".join(different)
        assert not different, f"seed {self.seed}, {app.screen} at {app.size} after {' '.join(self.last[-30:])}:\n{told}"


def _text(line):
    return "".join(" " if cell is None else cell[0] for cell in line).rstrip()


async def wander(opening, house, keys, seed):
    left = keys
    while left > 0:
        app = opening()
        async with drive(app) as at:
            wanderer = Wanderer(at, seed * 100_000 + left)
            while left > 0 and not app._exit:
                left -= 1
                if wanderer.dice.random() < 0.02:
                    house.clock.advance(200)
                    for clock in (clock for screen in app.screen_stack for clock in screen.query(FrameLine)):
                        clock.redraw()  # as their screens' timers would
                await wanderer.step()
                if not app._exit and wanderer.dice.random() < 0.4:
                    await wanderer.compare()


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "sinners_secret"))
async def test_what_is_shown_is_what_a_fresh_paint_shows(game):
    seed = SEED + GAMES.index(game)
    house, match = seated(game, 2, seed)
    house.start()
    await wander(
        lambda: DrawnScreen(lambda: TableScreen(house.seat(match, "Ada")), memory=StoredShelf(house.store)),
        house,
        KEYS,
        seed,
    )
    house.stop()


async def test_what_is_shown_around_one_keyboard_is_what_a_fresh_paint_shows():
    house, match = seated("exodus", 3, SEED + 100, setup={"round": 6}, round_seconds=600.0)
    await wander(lambda: DrawnHotseat(house, zone=UTC, match_id=match), house, KEYS, SEED + 100)
    house.stop()


async def test_a_size_that_came_while_all_was_covered_reaches_what_lies_under_a_dialog():
    async with sit("day_of_mercury", size=SMALL) as at:
        await at.press("v", "question_mark")
        await at.pilot.resize_terminal(*LARGE)
        await at.press("escape")
        assert at.find("#dialog")
        table = at.app.screen_stack[-2]
        room = table.panel.arrangement.rooms["places-box"]
        assert table.query_one("#places-box").outer_size.width == room.width > SMALL[0] // 2, "the cards of the places"
        assert table.query_one("#side").size.width == 46 - 1  # its border


async def test_cells_that_a_size_made_narrower_are_all_there_at_the_next():
    async with sit("exodus", "Ada", size=SMALL) as at:
        before = at.text
        await at.pilot.resize_terminal(160, 45)
        await at.settle()
        await at.pilot.resize_terminal(*SMALL)
        await at.settle()
        assert at.text == before


async def test_a_table_that_changed_under_a_page_is_painted_when_the_page_is_left(monkeypatch):
    shown = []
    async with sit("parley-open", "Ada", size=SMALL) as at:
        monkeypatch.setattr(at.app.screen.panel, "show", lambda: shown.append(at.table.match.round))
        await at.press("R")
        at.seat("Bo").say("lounge", "unread under the rules")
        await at.settle()
        assert not shown, "nobody can see it"
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        assert not shown
        await at.press("enter", "q")
        assert isinstance(at.screen, TableScreen)
        assert shown == [2], "once, and as it stands"
        assert "round 2/3" in at.text


async def test_a_page_that_is_left_asks_for_no_layout_of_what_lies_below(monkeypatch):
    laid = []
    async with sit("parley-open", "Ada", size=SMALL) as at:
        asked = TableScreen.may_lay_out
        monkeypatch.setattr(TableScreen, "may_lay_out", lambda screen: laid.append(screen) or asked(screen))
        await at.press("R", "q")
        assert isinstance(at.screen, TableScreen)
        assert not laid


async def test_a_theme_that_came_under_a_page_is_worn_below_it():
    async with sit("parley-open", "Ada", size=SMALL) as at:
        table = at.screen
        before = table.styles.background
        await at.press("R")
        at.app.use_theme("daylight")
        await at.settle()
        await at.press("q")
        assert at.screen is table
        assert table.styles.background != before


async def test_what_changes_under_two_dialogs_shows_through_both():
    async with sit("exodus", size=SMALL, round_seconds=600.0) as at:
        await at.press("enter", "colon")
        assert len(at.app.screen_stack) == 4
        assert "10m left" in at.text
        at.clock.advance(120)
        at.app.screen_stack[1].tick()
        await at.settle()
        assert "8m left" in at.text


async def test_dialogs_over_dialogs_show_what_lies_below_each_however_their_pictures_were_kept():
    async with Hall("Ada").enter("Ada") as at:
        for number in range(4):
            await at.app.push_screen(ReadDialog(f"Box {number}", ["word"] * (10 - 2 * number)))
            await at.settle()
        for dialog in (*at.app.screen_stack[2:], *at.app.screen_stack[:1:-1]):
            dialog.refresh()  # the others keep theirs
            await at.settle()
            assert all(f"Box {number}" in at.text for number in range(4)), "each shows the frame of the one below"
        await at.pilot.resize_terminal(60, 20)
        await at.settle()


async def test_the_commands_open_once_whatever_lies_over_them():
    async with Hall("Ada").enter("Ada") as at:
        await at.press("K", "colon", "tab", "colon")
        assert at.app.focused.id == "find", "they are open: one goes back to typing"
        await at.press("tab", "question_mark", "colon", "tab", "colon")
        assert [screen.id for screen in at.app.screen_stack].count("palette") == 1
        await at.pilot.resize_terminal(60, 20)
        await at.settle()
        await at.press("escape", "escape")
        assert isinstance(at.screen, KeysScreen)


async def test_a_dialog_that_changes_together_with_the_table_below_is_painted_too():
    house, table = position("sinners_secret")
    async with drive(DrawnScreen(lambda: TableScreen(Seat(table, "Ada")), memory=StoredShelf(house.store))) as at:
        wanderer = Wanderer(at, SEED)
        at.app._driver.send_message(events.Key("g", "g"))
        for letter in ("e", "j", "l"):
            await wanderer.settle()
            at.app._driver.send_message(events.Key(letter, letter))
        await wanderer.settle()
        shown = "\n".join(_text(line) for line in at.app.lines())
        assert "› have" in shown
        assert "p pride" in shown
    table.stop()


async def test_a_change_under_a_dialog_paints_that_change_alone_however_often_it_comes(monkeypatch):
    async with sit("exodus", size=SMALL, round_seconds=600.0) as at:
        await at.press("enter")
        await at.settle()
        whole = []
        paint = Compositor.render_full_update
        monkeypatch.setattr(Compositor, "render_full_update", lambda self, **g: whole.append(self) or paint(self, **g))
        for left in ("8m left", "6m left", "4m left"):
            at.clock.advance(120)
            at.app.screen_stack[1].tick()
            await at.settle()
            assert left in at.text
        assert not whole


class LongPage(App):
    """A page of which a few rows are seen."""

    def compose(self):
        rows = [f"{row:03} words that are a little longer than the page is wide" for row in range(300)]
        with VerticalScroll():
            yield Words(Content("\n".join(rows)))


async def test_a_key_asks_nothing_that_lies_behind_what_it_changed(monkeypatch):
    asked, render_lines = set(), Widget.render_lines

    def noted(self, crop):
        asked.add(type(self))
        return render_lines(self, crop)

    async with sit("sinners_secret", size=SMALL) as at:
        await at.press("down", "up")
        monkeypatch.setattr(Widget, "render_lines", noted)
        await at.press("down")
        assert asked
        assert all(issubclass(one, Lines) for one in asked), asked  # no pane, no panel, no screen


def test_a_line_that_is_cut_at_its_end_waits_for_no_collector():
    """Thousands a second are painted: one of Textual's own would hold itself as the piece that is left of it."""
    line = Strip([Segment(" " * 40)], 40)
    painter = DivisibleStrip(line, None)
    assert list(painter.divide([40])) == [line]
    assert [part.cell_length for part in painter.divide([10, 40])] == [10, 30]
    gc.freeze()  # what other tests left need not be walked over
    gc.disable()
    try:
        del line, painter
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_what_touches_is_one_change_and_nothing_else_is_in_it():
    found = join_stacked(
        [Region(0, 3, 5, 1), Region(0, 2, 5, 1), Region(0, 7, 5, 2), Region(1, 4, 5, 1), Region(0, 8, 5, 3)]
    )
    assert found == [Region(0, 2, 5, 2), Region(0, 7, 5, 4), Region(1, 4, 5, 1)]


async def test_of_a_long_page_only_what_is_seen_is_painted_and_it_is_what_textual_paints(monkeypatch):
    seen = []
    for corner in (lines.LEFT_TOP, ("nowhere", "else")):  # the second: no row of its own
        monkeypatch.setattr(lines, "LEFT_TOP", corner)
        async with LongPage().run_test(size=(50, 12)) as pilot:
            words = pilot.app.query_one(Words)
            assert words.size.height == 600
            for line in (0, 250, 588):
                pilot.app.query_one(VerticalScroll).scroll_to(y=line, animate=False)
                await pilot.pause()
                strips = pilot.app.screen._compositor.render_strips()
                seen.append([[(one.text, one.style.clear_meta_and_links()) for one in strip] for strip in strips])
            assert (len(words._painted) < 100) == (corner == lines.LEFT_TOP == ("left", "top"))
    assert seen[:3] == seen[3:]


async def test_what_is_selected_with_the_mouse_begins_where_textual_would_begin(monkeypatch):
    found = []
    for corner in (lines.LEFT_TOP, ("nowhere", "else")):
        monkeypatch.setattr(lines, "LEFT_TOP", corner)
        async with sit("exodus") as at:
            at.screen.tell("\u65e5\u672c and more")  # two cells each
            await at.settle()
            width, height = at.app.size
            ask = GarnetScreen if corner == lines.LEFT_TOP == ("left", "top") else Screen
            for widget in at.screen.query(Lines):
                widget.refresh()
            await at.settle()
            cells = [(x, y) for y in range(height) for x in range(width)]
            places = (ask.get_widget_and_offset_at(at.screen, x, y) for x, y in cells)
            found.append([(type(widget), place) for widget, place in places])
    ours, theirs = found
    asked = [(one, other) for one, other in zip(ours, theirs, strict=True) if other[1] is not None]
    assert len(asked) > 500
    assert [one for one, _ in asked] == [other for _, other in asked]
