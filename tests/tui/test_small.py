"""Phones and split windows: from 40x15 to 80x24 the table is lists, one at a time, and everything is played there."""

import pytest

from core.games import ids
from core.table.host_controls import HostControls
from tests.kit.depth import deep, games
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.games import panel_class
from tui.games.base import GamePanel
from tui.games.generic import GenericPanel
from tui.screens.dialogs import TooSmall
from tui.screens.lobby.screen import Lobby
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen
from tui.words import text

PHONE = (40, 15)
WALK = deep(
    ((120, 40), (80, 24), (40, 12), (60, 20), (40, 15), (160, 45), (79, 24), (80, 23), (80, 24)),
    ((120, 40), (40, 12), (40, 15), (79, 24), (80, 24)),
)


def shown(at) -> GamePanel:
    """The one panel that is displayed."""
    panels = [panel for panel in at.screen.query(GamePanel) if panel.display]
    assert len(panels) == 1
    return panels[0]


def fits(at) -> None:
    """Nothing sticks out at the right, and the line of keys is there."""
    width, height = at.app.size
    rows = at.text.splitlines()
    assert len(rows) == height
    assert rows[-1].startswith(" ? help")
    for widget in at.screen.query("*"):
        if widget.display and widget.region:
            assert widget.region.right <= width, widget


async def draft_something(at) -> dict:
    """Put the first open choice into the orders, by the list; where the panel is the game's own, from outside."""
    panel = shown(at)
    choices = [c for c in panel.seat.asks().choices if c.closed is None and c.probe and "action" not in c.slot]
    if isinstance(panel, GenericPanel):
        row = next(number for number, c in enumerate(panel.seat.asks().choices) if c == choices[0])
        panel.query_one("#choices").point(str(row))
        panel.query_one("#choices").focus()
        await at.press("enter")
        if choices[0].entry is not None:
            await at.press("x", "enter")
    else:
        panel.edit(choices[0].probe)
        await at.settle()
    assert panel.preview() is None
    return panel.orders


@pytest.mark.parametrize("game", ids())
async def test_every_game_plays_a_round_at_40x15(game):
    async with sit(game, size=PHONE, setup={"round": 1}) as at:
        fits(at)
        if at.seat("Ada").can_act:
            await draft_something(at)
            fits(at)
            await at.press("s")
            fits(at)
            await at.press("enter")
            done = at.seat("Ada").sealed() is not None or not at.seat("Ada").can_act  # a duel's turn is over at once
            assert done, at.find("#status").message
        await at.press("t")
        fits(at)
        await at.press("escape")
        HostControls(at.table).close()
        await at.settle()
        if isinstance(at.screen, ReportScreen):
            fits(at)
            await at.press("enter")
        assert isinstance(at.screen, TableScreen)
        fits(at)


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "ninety_nine"))
async def test_resizing_through_everything_keeps_the_draft_and_what_can_be_undone(game):
    async with sit(game, size=PHONE, setup={"round": 1}) as at:
        if not at.seat("Ada").can_act:
            pytest.skip("nothing to order in this position")
        before = shown(at).orders
        drafted = await draft_something(at)
        for size in WALK:
            await at.pilot.resize_terminal(*size)
            await at.settle()
            small = size[0] < PHONE[0] or size[1] < PHONE[1]
            assert isinstance(at.screen, TooSmall) == small, size
            if not small:
                assert shown(at).orders == drafted, size
                assert at.screen.focused is not None, size
                fits(at)
        assert type(shown(at)) is panel_class(game)
        await at.press("u")
        assert shown(at).orders == before


async def test_the_own_panel_comes_back_as_it_was_left(monkeypatch):
    """A panel that says nothing of small terminals has the general one in its place there."""
    monkeypatch.setattr(panel_class("exodus"), "LEAST", GamePanel.LEAST)
    async with sit("exodus") as at:
        own = shown(at)
        await at.pilot.resize_terminal(60, 20)
        await at.settle()
        assert isinstance(shown(at), GenericPanel)
        assert shown(at).id == "stand-in"
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        assert shown(at) is own
        assert not at.screen.query("#stand-in")


async def test_a_swap_is_offered_from_the_matrix_at_40x15():
    hands = {name: ["red", "green"] for name in NAMES[:9]}
    async with sit("exodus", size=PHONE, setup={"round": 4, "hands": hands}) as at:
        assert type(shown(at)) is panel_class("exodus")
        assert "you have R G" in at.text
        await at.press("m", "right", "enter")  # red for blue
        assert "blue" in at.text
        await at.press("A")  # to the first who is there, without a word
        assert shown(at).orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "Offers 1/2" in at.text, "the matrix gives its room to the offers again"
        fits(at)
        await at.press("s", "enter")
        assert at.seat("Ada").sealed() is not None


@pytest.mark.parametrize(
    ("game", "key", "wanted"), [("black_and_white", "3", {"tile": 3}), ("ninety_nine", "3", {"bid": 3})]
)
async def test_a_duel_is_played_on_its_own_table_at_40x15(game, key, wanted):
    async with sit(game, size=PHONE) as at:
        for name in at.table.match.seats:
            at.seat(name).ready()
        turn = at.seat("Ada").view().turn
        if turn != "Ada":
            at.seat(turn).seal({next(iter(wanted)): 8})
        await at.settle()
        assert type(shown(at)) is panel_class(game)
        await at.press(key, "enter", "enter")
        fits(at)
        assert [entry.orders for entry in at.seat("Ada").closed_rounds()][-1] is not None


async def test_what_one_knows_is_a_key_away_and_q_comes_back(monkeypatch):
    monkeypatch.setattr(panel_class("pantheic_runes"), "LEAST", GamePanel.LEAST)
    async with sit("pantheic_runes", size=PHONE) as at:
        await at.press("v")
        assert "What you know" in at.text
        assert "tableaux: " in at.text
        fits(at)
        await at.press("q")
        assert isinstance(at.screen, TableScreen)
        assert "Your orders" in at.text


@pytest.mark.parametrize("keys", [["question_mark"], ["R"], ["L"], ["n"], ["colon"], ["e"], ["t", "G"], ["t", "p"]])
async def test_pages_and_questions_fit_at_40x15(keys):
    async with sit("exodus", size=PHONE, setup={"round": 4}) as at:
        await at.press(*keys)
        width, height = at.app.size
        for widget in at.screen.query("*"):
            if widget.display and widget.region:
                assert widget.region.right <= width, widget
                assert widget.is_scrollable or widget.region.bottom <= height or any(
                    node.is_scrollable for node in widget.ancestors if hasattr(node, "is_scrollable")
                ), widget  # fmt: skip


async def test_a_message_is_said_and_read_at_40x15():
    async with sit("exodus", size=PHONE, setup={"round": 4}) as at:
        at.seat("Cy").say(["Ada"], "psst")
        await at.settle()
        await at.press("t")
        rows = [row.id for row in at.find("#threads").rows]
        assert rows[0] == "lounge"
        assert rows[1].endswith("Cy"), "who has written comes first"
        assert at.find("#threads").row.id.endswith("Cy"), "t opens what is unread"
        await at.press("enter")
        assert "psst" in at.text
        await at.type("yes")
        await at.press("enter")
        assert [message.text for message in at.seat("Cy").messages()] == ["psst", "yes"]


async def test_thirteen_names_fit_at_120x40_those_with_something_unread_first():
    async with sit("day_of_mercury", size=(120, 40)) as at:
        at.seat("Lou").say(["Ada"], "here")
        await at.settle()
        listed = at.find("#threads")
        assert listed.size.height == len(listed.rows) == 15  # and what is only between a seat and its hosts
        assert [row.id.rpartition("\n")[2] for row in listed.rows[:3]] == ["lounge", "Lou", "Bo"]


async def test_the_lobby_and_the_start_menu_fit_at_40x15():
    hall = Hall("Ada", "Bo")
    hall.match()
    async with hall.enter("Bo", size=PHONE) as at:
        while not isinstance(at.screen, Lobby):
            await at.press("q")
        fits(at)
    async with drive(HotseatApp(open_house()), size=PHONE) as at:
        fits(at)


async def test_a_match_ends_at_40x15():
    seats = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
    holders = {seat: "local" if seat == "Ada" else "bot:random" for seat in seats}
    house = open_house()
    table = house.make("exodus", seats, holders=holders, seed=5, setup={"round": 7})
    async with drive(HotseatApp(house, match_id="exodus-1"), size=PHONE) as at:
        for _ in range(30):
            await table.quiet()
            fits(at)
            if table.match.phase == "finished" and at.screen.id == "curtain":
                break
            await at.press(*(("s", "enter") if at.screen.id == "table" else ("enter",)))
        assert table.match.phase == "finished"


async def press_in_turn(at, panes: dict[str, str]) -> None:
    """Press each key and find the part that it brings; everything fits meanwhile."""
    for key, part in panes.items():
        await at.press(key)
        assert at.find(f"#{part}").display, key
        assert shown(at) in at.screen.focused.ancestors, key
        fits(at)


async def test_runes_are_turned_combined_picked_and_laid_down_at_40x15():
    setup = {"round": 2, "tableaux": {"Ada": ["+oo+", "oooo", "x+ox"]}, "mana": {"Ada": 9}}
    async with sit("pantheic_runes", size=PHONE, setup=setup) as at:
        await press_in_turn(at, {"m": "temple", "g": "gods", "b": "altar", "h": "bench"})
        assert "g gods" in at.text
        await at.press("1", "enter", "2")
        assert [line[:19] for line in at.text.splitlines()[6:8]] == ["  1 + o  2 o o   x ", "    o + +  o o = . "], (
            at.text
        )
        await at.press("g", "greater_than_sign")  # from wherever one is, to the workbench
        assert at.find("#bench").display
        await at.press("backspace", "3", "l", "m", "1", "enter")
        orders = shown(at).orders
        assert [ritual["tableau"] for ritual in orders["rituals"]] == ["x+ox"]
        assert orders["temple"] == [1]
        await at.press("escape")
        assert at.find("#hand").has_focus, "Esc goes back to the hand before it leaves the table"
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        assert shown(at).orders == orders


async def test_the_sinners_grid_is_gone_through_and_all_its_panes_are_reached_at_40x15():
    async with sit("sinners_secret", size=PHONE, setup={"round": 3}) as at:
        await press_in_turn(at, {"2": "query", "3": "answers", "4": "sent", "5": "heard", "1": "letters"})
        grid = at.find("#letters")
        for row in range(len(grid.cells)):
            assert grid.at[0] == row
            title = text.line(grid.titles[row]).plain
            assert any(line.startswith(title) for line in at.text.splitlines()), title
            await at.press("down")
        assert "".join(head.letter for head in grid.heads) == at.text.splitlines()[3].replace(" ", "")
        await at.press("g")
        theirs = [seat for seat, realm in at.seat("Ada").view().realms.items() if realm != at.seat("Ada").view().realm]
        last = at.seat("Ada").view().letters[theirs[-1]][0]
        assert last in at.text
        fits(at)
