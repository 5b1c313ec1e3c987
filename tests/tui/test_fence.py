"""A panel leaves to the house what is the house's, at whatever moment and on whatever screen; and the house's style
sheet leaves to the panel what is the panel's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.color import Color
from textual.widgets import Static

from tests.kit.depth import games, paired
from tests.kit.packages import offer, on_the_path
from tests.kit.quiet import drawing
from tests.kit.screens import LARGE, SMALL, position, show, sit
from tests.tui.test_replay import screen
from tui.games.base import GamePanel
from tui.games.fence import SCREEN_IDS, TABLE_IDS, clashing_ids, taken
from tui.games.generic import GenericPanel
from tui.screens.host.seat import OpenedSeat, Rewriting
from tui.widgets.block import Block


class Clashing(GenericPanel):
    """With a widget that is called as the table calls its side."""

    def compose(self):
        yield from super().compose()
        yield Block("Mine", id="side")


class Later(GenericPanel):
    """Comes to it only while it is played."""

    def show(self):
        super().show()
        if self.orders.get("offers") and not self.query("#pinned"):
            self.mount(Static("mine", id="pinned"))


class Choices(Static):
    """Not the house's: a class of the game's own."""

    DEFAULT_CSS = "Choices { display: none; }"


class Named(GenericPanel):
    def compose(self):
        yield from super().compose()
        yield Choices("mine")


class Everywhere(GenericPanel):
    """Whose style is for every screen."""

    SCOPED_CSS = False
    DEFAULT_CSS = "#frame { display: none; }"


class Row(Static):
    """A name that no widget of the house has."""


class Own(GamePanel):
    """With classes of CSS that the house has under other names, and with its own that style them."""

    DEFAULT_CSS = "Own .result { color: red; }"

    def compose(self):
        yield Row("mine", classes="pane result dialog words menu")
        yield Static("plain")

    def show(self):
        pass


TOLD = {
    Clashing: "names a widget #side, which is the table's.",
    Named: "has a widget of its own called Choices, as one of the house is.",
    Everywhere: "has a Everywhere whose style is for every screen (SCOPED_CSS = False).",
}


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("kind", TOLD)
async def test_a_panel_that_takes_what_is_the_house_s_is_refused_in_words_and_the_general_one_plays(
    monkeypatch, kind, size
):
    monkeypatch.setattr("tui.games.place.panel_class", lambda game: kind)
    async with sit("exodus", size=size) as at:
        assert type(at.screen.panel) is GenericPanel
        assert f"The screen of The Exodus Game {TOLD[kind]}" in at.find("#status").message
        assert at.find("#frame").display
        assert at.find("#choices").display
        at.find("#choices").focus()
        await at.press("enter")
        assert at.screen.panel.orders["offers"]


async def test_what_is_mounted_while_it_is_played_is_looked_at_too(monkeypatch):
    monkeypatch.setattr("tui.games.place.panel_class", lambda game: Later)
    async with sit("exodus") as at:
        assert type(at.screen.panel) is Later
        at.find("#choices").focus()
        await at.press("enter")
        assert type(at.screen.panel) is GenericPanel
        assert "#pinned" in at.find("#status").message
        assert at.screen.panel.orders["offers"], "nothing of the draft is lost"


async def test_a_panel_is_refused_in_replays_and_where_a_host_looks_and_corrects(monkeypatch):
    _, table = position("exodus", setup={"round": 4})
    for where, opening in (
        ("host.seat", lambda: OpenedSeat(table.match, "Ada", 0.0, [], "On record.")),
        ("host.seat", lambda: Rewriting("Ada", table.match, "Ada", 0.0, lambda *_: None)),
        ("result.replay", lambda: screen("exodus", at="Ada")),
    ):
        monkeypatch.setattr(f"tui.screens.{where}.panel_class", lambda game: Clashing)
        async with show(opening) as at:
            if where == "result.replay":
                await at.press("right", "enter")
            assert [type(panel) for panel in at.screen.query(GenericPanel)] == [GenericPanel], where
            said = at.find("#status").message
            assert "#side" in said or said == "On record.", where


async def test_the_style_sheet_of_the_house_does_not_reach_what_a_panel_calls_its_own(monkeypatch):
    monkeypatch.setattr("tui.games.place.panel_class", lambda game: Own)
    async with sit("exodus", size=LARGE) as at:
        assert type(at.screen.panel) is Own
        mine, plain = (dict(widget.styles.get_rules()) for widget in at.screen.panel.children)
        assert mine.pop("color") == Color.parse("red")
        plain.pop("color", None)
        mine.pop("auto_color", None)
        assert mine == plain


@pytest.mark.parametrize("game", games("famine", "sinners_secret", "pantheic_runes", "refereed"))
async def test_no_panel_of_the_house_has_an_id_of_the_table(game):
    async with sit(game, size=LARGE) as at:
        panel = at.screen.panel
        assert clashing_ids(panel) == ()
        around = {each.id for each in at.screen.query("*") if each.id and panel not in each.ancestors_with_self}
        assert around <= TABLE_IDS


# --- one that fails ---------------------------------------------------------------------------------------------------
class Failing(GenericPanel):
    """An author's mistake, at the moment that `where` says."""

    where, shown = "", 0
    BINDINGS = [Binding("f", "fail", "fail", id="failing.fail", tooltip="Fails.")]

    def compose(self):
        self.fails("compose")
        yield from super().compose()
        yield Painted(self)

    def show(self):
        self.fails("show")
        super().show()
        self.shown += 1
        if self.shown > 2:
            self.fails("show, later")

    def tick(self):
        self.fails("tick")

    def on_resize(self, event):
        self.fails("a message")

    def action_fail(self):
        self.fails("a key")

    def fails(self, where):
        if where == self.where:
            raise ZeroDivisionError


class Painted(Static):
    def __init__(self, panel):
        super().__init__("mine")
        self.panel = panel

    def on_mount(self):
        self.panel.fails("a part of it")


@pytest.mark.parametrize("where", ["compose", "show", "show, later", "a message", "a key", "a part of it", "tick"])
async def test_a_panel_that_fails_gives_way_to_the_general_one_and_the_session_goes_on(monkeypatch, where):
    monkeypatch.setattr("tui.games.place.panel_class", lambda game: Failing)
    monkeypatch.setattr(Failing, "where", where)
    async with sit("exodus") as at:
        if where == "a key":
            await at.press("f")
        elif where == "show, later":
            at.find("#choices").focus()
            await at.press("enter")
            while not at.app._keyboard.idle:  # the key is waited for where it went, which is gone
                await at.settle()
        elif where == "tick":
            at.screen.tick()
            await at.settle()
        assert type(at.screen.panel) is GenericPanel
        assert "failed (ZeroDivisionError)" in at.find("#status").message
        at.find("#choices").focus()
        await at.press(*(() if where == "show, later" else ("enter",)), "s", "enter")  # it has drafted that by now
        assert at.seat("Ada").sealed() is not None


FAULTS = {
    "a line of its own widget": """
class Broken(Static):
    def render(self):
        raise ZeroDivisionError
""",
    "the height of its own widget": """
class Broken(Static):
    def get_content_height(self, *given):
        raise ZeroDivisionError
""",
    "the width of its own widget": """
class Broken(Static):
    def on_mount(self):
        self.styles.width = "auto"
    def get_content_width(self, *given):
        raise ZeroDivisionError
""",
    "a style that is none": """
class Broken(Block):
    def __init__(self, said):
        super().__init__("Mine", id="mine")
        self.show([("words", 5)])
""",
    "a row that is none": """
class Broken(Block):
    def __init__(self, said):
        super().__init__("Mine", id="mine")
        self.show([None])
""",
    "a later line": """
class Broken(Static):
    times = 0
    def render(self):
        self.times += 1
        if self.times > 1:
            raise ZeroDivisionError
        self.call_later(self.refresh)
        return "once"
""",
}


@pytest.mark.parametrize(("where", "size"), paired(tuple(FAULTS), (SMALL, LARGE)))
async def test_a_panel_that_cannot_be_painted_gives_way_and_the_session_goes_on(monkeypatch, tmp_path, where, size):
    name = f"guest_panel_{list(FAULTS).index(where)}_{size[0]}"
    offer(tmp_path, panel=f"{name}:Painting")
    (tmp_path / f"{name}.py").write_text(PAINTING + FAULTS[where])
    with on_the_path(tmp_path), drawing():
        async with sit("guest", size=size) as at:
            for _ in range(20):
                if type(at.screen.panel) is GenericPanel and "failed" in at.find("#status").message:
                    break
                await at.settle()
            assert type(at.screen.panel) is GenericPanel
            assert "failed (" in at.find("#status").message
            at.find("#choices").focus()
            await at.press("?", "escape")
            assert at.find("#frame").display
        async with sit("guest", size=size) as at:
            assert type(at.screen.panel) is GenericPanel


PAINTING = """
from textual.widgets import Static
from tui.games.base import GamePanel
from tui.widgets.block import Block
from tui.words import text

class Painting(GamePanel):
    def compose(self):
        yield Broken("mine")
    def show(self):
        pass
"""


# --- the style sheet --------------------------------------------------------------------------------------------------
def spoken() -> list[list[str]]:
    """The selectors of the house's style sheet, each in its words."""
    sheet = re.sub(r"/\*.*?\*/", "", Path("themes/garnet.tcss").read_text(encoding="utf-8"), flags=re.S)
    return [line.split() for rule in re.findall(r"([^{}]+)\{", sheet) for line in rule.split(",")]


def test_no_panel_can_take_an_id_that_the_style_sheet_speaks_of_wherever_it_is():
    named = [(words, re.findall(r"#([\w-]+)", " ".join(words))) for words in spoken()]
    # `#host-body #seats` and `.house-menu #next` are of one screen: a panel has neither around it
    free = {ids[0] for words, ids in named if len(ids) == 1 and ".house-menu" not in words}
    assert len(free) > 20
    assert free <= TABLE_IDS | SCREEN_IDS


def test_every_class_in_the_style_sheet_is_called_the_house_s():
    """`-bare` and its like say how a widget of the house, or what stands around it, is just now."""
    for words in spoken():
        for name in re.findall(r"\.([\w-]+)", " ".join(words)):
            assert name.startswith(("house-", "input--", "-")), f"a panel may call something of its own .{name}"
        alone = re.fullmatch(r"(\.-[\w-]+)+", words[-1])
        assert not alone, f"{' '.join(words)} speaks of whatever is in that state"


def test_every_widget_that_the_style_sheet_names_is_the_house_s_or_textual_s():
    named = {name for words in spoken() for word in words for name in re.findall(r"^[A-Z]\w+", word)}
    assert named <= taken()
