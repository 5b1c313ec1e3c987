"""The console of a match that its host judges: read, write, look, publish, take back, end."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games.refereed.script import Script, options_of
from core.house.scripts import Scripts
from core.match import journal as j
from core.match.seating import NAMES
from core.table.host_controls import HostControls
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import LARGE, SMALL, drive, sit
from tests.rulings.refereed.hosted import FORM, FULL
from tests.tui.keyboard import hotseat
from tui.screens.host.console import Console
from tui.screens.host.results import RoundResults


@pytest.fixture
def hall():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match("refereed", judged=True, options={"form": FORM, "points": "public"}, round_seconds=3600.0)
    hall.seat(table, "Ada").seal({"answers": {**FULL, "why": "zq-why"}})
    HostControls(table).close()
    return hall


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_72_a_host_judges_a_round_by_keys(hall, size):
    table = hall.house.table("refereed-1")
    async with hall.enter("Gwen", size) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        assert isinstance(at.screen, Console)
        assert "waits for your results" in at.text
        assert "closes when all are ready" not in at.text
        assert "zq-why" not in at.text
        await at.press("c")
        assert isinstance(at.screen, RoundResults)
        assert "How much do you request? 700" in at.text
        assert "zq-why" in at.text
        await at.press("enter", "backspace")
        await at.type("x")
        await at.press("enter")
        assert "Type a whole number" in at.text
        await at.press("backspace")
        await at.type("12")
        await at.press("enter")
        assert "+12" in at.text
        await at.press("up", "right", "right", "enter", "backspace")
        await at.type("2")
        await at.press("enter", "up", "right", "enter")
        await at.type("Well done.")
        await at.press("enter")
        assert "+2" in at.text
        assert "nothing sent" in at.text, "the cursor is at Bo"
        await at.press("a")
        await at.type("One of you gained.")
        await at.press("enter", "escape")
        await at.press("c", "c")  # what was written is there again
        for words in ("Ada would read:", "You get 12 points.", "Well done."):
            assert words in at.text
        assert table.match.phase == "judging"
        await at.press("enter")
        assert isinstance(at.screen, Console)
        assert "Published." in at.text
        assert table.match.round == 2
        assert hall.seat(table, "Ada").view().own_words == "Well done."
        assert [(line.seat, line.coin, line.amount) for line in table.match.state.ledger] == [("Ada", "garnet", 2)]
        await at.press("u")
        assert "Take the results back?" in at.text
        await at.type("A slip of mine.")
        await at.press("enter")
        assert "The host took the results of round 1 back." in at.text
        assert "A slip of mine." in at.text
        await at.press("enter")
        assert table.match.phase == "judging"
        assert "A slip of mine." in table.match.news[-1].text
        await at.press("c")  # everything is a draft again
        for words in ("+12", "+2"):
            assert words in at.text
        for words in ("Ada will read: Well done.", "All will read: One of you gained."):
            assert words in at.text


async def test_HH_72_results_by_command_are_a_draft_too_once_a_key_takes_them_back(hall):
    table = hall.house.table("refereed-1")
    HostControls(table).judge({"points": {"Ada": 7}, "public": "Seven.", "finish": None})
    async with hall.enter("Gwen", LARGE) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("u", "enter", "enter")
        assert table.match.phase == "judging"
        await at.press("c")
        assert "+7" in at.text
        assert "Seven." in at.text


async def test_HH_72_results_on_which_players_have_built_are_not_asked_about(hall):
    table = hall.house.table("refereed-1")
    HostControls(table).judge({})
    hall.seat(table, "Ada").seal({"answers": FULL})
    async with hall.enter("Gwen", LARGE) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("u")
        assert "a player has sealed or chosen" in at.text
        assert "Take the results back?" not in at.text


async def test_HH_72_a_draft_that_is_not_sealed_is_named_to_the_host_and_told_to_its_seat(hall):
    table = hall.house.table("refereed-1")
    desk = HostControls(table)
    desk.judge({})
    desk.rewind(1)
    async with hall.enter("Gwen", LARGE) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "Drafts that do not count unless they are sealed: Ada" in at.text
        await at.press("enter", "c")
        assert "a draft, not sealed" in at.text
        assert "zq-why" not in at.text
        await at.press("down")
        assert "nothing sent" in at.text
        assert "zq-why" not in at.text
    desk.judge({})
    ada, bo = (hall.seat(table, name).closed_rounds()[0].notices for name in ("Ada", "Bo"))
    assert [notice.text for notice in ada] == ["Your draft was not sealed, so it did not count."]
    assert bo == ()
    desk.take_results_back()
    desk.judge({})
    assert len(hall.seat(table, "Ada").closed_rounds()[0].notices) == 1, "it is told once"


POWER = Path(__file__).parents[1] / "kit" / "power.txt"
SIZES = [(40, 15), SMALL, LARGE]


@pytest.fixture
def scripted():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    script = Script("power.py", POWER.read_text("utf-8"))
    table = hall.match("refereed", judged=True, options=options_of(script))
    Scripts(hall.house.store).keep("refereed-1", script)
    for seat, room in (("Ada", "kitchen"), ("Bo", "library"), ("Cy", "garden")):
        table.submit(
            j.Sealed(author=seat, orders={"answers": {"room": room, **({"worth": 1} if room == "garden" else {})}})
        )
    HostControls(table).close()
    return hall


@pytest.mark.parametrize("size", SIZES)
async def test_RF_14_a_host_changes_a_cell_of_what_the_script_proposes_and_publishes_by_keys(scripted, size):
    table = scripted.house.table("refereed-1")
    async with scripted.enter("Gwen", size) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "0\u219212" in at.text
        await at.press("enter", "ctrl+u")
        await at.type("11")
        await at.press("enter")
        assert "0\u219211" in at.text
        await at.press("escape", "c")  # nothing typed is lost
        assert "0\u219211" in at.text
    async with scripted.enter("Gwen", size) as at:  # nor by a dropped line
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "0\u219211" in at.text
        await at.press("c", "enter")
        assert table.match.round == 2
        power = {seat: amount for seat, amount in table.match.state.values["power"].items() if amount}
        assert power == {"Ada": 11, "Cy": 12}
        await at.press("u", "enter", "enter", "c")
        assert "0\u219211" in at.text
        await at.press("p", "enter")
        assert "0\u219211" not in at.text


async def test_RF_14_a_fault_of_the_script_stands_on_the_hosts_page_and_cells_can_be_typed(scripted):
    Scripts(scripted.house.store).keep("refereed-1", Script("power.py", "def judge(now):\n    now.power['x'] += 1\n"))
    async with scripted.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "The script failed with KeyError: 'x' (power.py, line 2)." in " ".join(at.text.split())
        await at.press("enter", "ctrl+u")
        await at.type("5")
        await at.press("enter")
        assert "0\u21925" in at.text
        Scripts(scripted.house.store).keep(
            "refereed-1", Script("power.py", "def judge(now):\n    now.power['Bo'] = 7\n")
        )
        await at.press("p", "escape", "p", "enter")
        assert "0\u21927" in at.text
        assert "KeyError" not in at.text


async def test_RF_14_what_was_half_typed_is_there_again_after_a_dropped_line(scripted):
    for words in ("Stormy", ""):
        async with scripted.enter("Gwen") as at:
            at.app.host_match("refereed-1")
            await at.settle()
            await at.press("c", "a")
            if words:
                await at.press("ctrl+u")
                await at.type(words)
            assert "Stormy" in at.text
    async with scripted.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c", "a", "escape", "a")  # a line that is left is the published one again
        assert "Stormy" not in at.text
        assert "1 of you were in the kitchen." in at.text


async def test_RF_14_the_table_names_its_round_and_the_columns_beside_it_and_takes_no_decimals(scripted):
    async with scripted.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "Power and Influence, round 1: Ada sent" in at.text
        assert "publish" in at.text.splitlines()[-1]
        assert "+kitchen" in at.text
        first = at.text.splitlines()[0]
        assert "\u203a" in first
        await at.press(*["right"] * 9)
        assert "\u2039" in at.text.splitlines()[0]
        assert "told" in at.text.splitlines()[0]
        await at.press(*["left"] * 9, "right", "right", "enter", "ctrl+u")
        await at.type("5,5")
        await at.press("enter")
        assert "Type a whole number" in at.text


async def test_RF_14_words_to_seats_take_the_room_that_is_left(scripted):
    async with scripted.enter("Gwen", (160, 45)) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        assert "0 others were with you." in at.text.splitlines()[1]


async def test_RF_14_a_tap_chooses_the_cell_and_another_opens_it(scripted):
    async with scripted.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c")
        place = at.text.splitlines()[0].index("Influence") + 1
        await at.pilot.click(offset=(place, 2))
        await at.settle()
        assert at.text.splitlines()[2][place - 2] == "\u203a"
        assert "Bo: Influence" not in at.text
        await at.pilot.click(offset=(place, 2))
        await at.settle()
        assert "Bo: Influence" in at.text


async def test_RF_14_at_forty_columns_the_cursor_reaches_each_column(scripted):
    async with scripted.enter("Gwen", (40, 15)) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c", *["right"] * 9)
        assert "told" in at.text
        assert "0 others were" in at.text
        await at.press(*["left"] * 9)
        assert "room" in at.text
        await at.press("enter")
        assert "That is an answer" in at.text


async def test_RF_08_a_host_ends_the_match_by_keys(hall):
    table = hall.house.table("refereed-1")
    async with hall.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("c", "E", "down", "down", "enter")
        assert "Publish this, and end the match for good?" in at.text
        await at.press("end", "enter")
        assert table.match.state.ending.candidate == NAMES[1]
        assert NAMES[1] not in table.match.state.ending.winners


async def test_RF_01_questions_that_are_not_set_yet_are_there_after_a_dropped_line(hall):
    was = hall.house.table("refereed-1").match.state.later.form
    for typed in (True, False):
        async with hall.enter("Gwen") as at:
            at.app.host_match("refereed-1")
            await at.settle()
            await at.press("F")
            if typed:
                await at.press(*["x"] * len(was), "enter")
                await at.type("How many chips?")
                await at.press("enter")
                at.find("#pick").point("number")
                await at.press("enter")
                await at.type("0 to 9")
                await at.press("enter")
            assert str(at.find("#questions").rows[0].label) == "How many chips?"
            assert "Every seat is asked from the next round on, once you set it:" in at.text
    assert hall.house.table("refereed-1").match.state.later.form == was
    async with hall.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("F", "u", "q", "F")
        assert str(at.find("#questions").rows[0].label) == was[0].ask
        assert "once you set it" not in at.text


async def test_RF_13_a_question_that_is_worded_anew_keeps_its_condition_and_its_bound(scripted):
    async with scripted.enter("Gwen") as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("F")
        at.find("#questions").point("1")
        await at.press("enter", "ctrl+u")
        await at.type("How dear?")
        await at.press("enter", "enter")
        assert "0 to garnets" in at.text
        await at.press("enter", "s")
    field = scripted.house.table("refereed-1").match.state.later.form[1]
    assert (field.ask, field.when, field.least, field.most) == ("How dear?", "room = garden", 0, "garnets")


async def test_players_and_spectators_read_that_the_host_reads(hall):
    for name in ("Ada", "Gwen"):
        async with hall.enter(name, LARGE) as at:
            at.app.sit("refereed-1", "Ada") if name == "Ada" else at.app.spectate("refereed-1")
            await at.settle()
            assert "the host reads" in at.text


async def test_HH_72_around_one_keyboard_the_host_judges_from_the_curtain():
    house = open_house()
    holders = {"Ada": "local", "Bo": "local", "Cy": "bot:random"}
    table = house.make("refereed", tuple(holders), holders=holders, options={"form": FORM})
    async with drive(hotseat(house, match_id="refereed-1")) as at:
        await at.press("c", "enter")
        assert table.match.phase == "judging"
        assert "The host reads what you sent." in at.text
        await at.press("c")
        assert isinstance(at.screen, RoundResults)
        await at.press("c", "enter")
        assert table.match.round == 2
        table.stop()


@pytest.mark.parametrize("size", ends((40, 15), SMALL, LARGE))
async def test_RF_01_a_host_writes_the_next_form_by_keys(hall, size):
    state = lambda: hall.house.table("refereed-1").match.state  # noqa: E731
    async with hall.enter("Gwen", size) as at:
        at.app.host_match("refereed-1")
        await at.settle()
        await at.press("F")
        was = [field.ask for field in state().later.form]
        assert [str(row.label) for row in at.find("#questions").rows][: len(was)] == was
        for _ in was:
            await at.press("x")
        assert at.find("#questions").row.id == "add"
        await at.press("enter")
        await at.type("How many chips?")
        await at.press("enter")
        assert at.find("#pick").point("number")
        await at.press("enter")
        await at.type("9 to 0")
        await at.press("enter")
        assert "RF-02" in at.text
        await at.press("ctrl+u")
        await at.type("0 to 9")
        await at.press("enter", "end", "up", "enter")
        await at.type("Which colour?")
        await at.press("enter")
        assert at.find("#pick").point("choice")
        await at.press("enter")
        await at.type("red, green")
        await at.press("enter")
        assert at.find("#questions").point("1")
        await at.press("l")
        assert "choice red, green, may be left out" in at.text
        assert [field.ask for field in state().later.form] == was, "nothing changes before it is set"
        await at.press("s")
        assert "Every seat is asked 2 questions from the next round on." in " ".join(at.text.split())
        form = state().later.form
        assert [(field.id, field.ask, field.kind, field.need) for field in form] == [
            ("how_many_chips", "How many chips?", "number", True),
            ("which_colour", "Which colour?", "choice", False),
        ]
        assert (form[0].least, form[0].most, form[1].options) == (0, 9, ("red", "green"))
        await at.press("F", "v")
        assert at.find("#pick").point("Ada")
        await at.press("enter", "x", "s")
        assert "Ada is asked 1 question" in " ".join(at.text.split())
    assert [field.id for field in state().later.of("Ada")] == ["which_colour"]
    assert len(state().later.of("Bo")) == 2


async def test_RF_12_ten_columns_at_eighty_stand_below_each_other_and_do_not_wrap():
    labels = ("Power", "Influence", "Debts", "Rooms", "Gold", "Wood", "Stone", "Bread", "Honour", "Fame")
    options = {"columns": [{"id": f"c{n}", "label": label, "see": "all"} for n, label in enumerate(labels)]}
    async with sit("refereed", "Ada", options=options, players=NAMES[:10]) as at:
        rows = [row[:38].split() for row in at.text.splitlines()]
        assert ["Ada", *"00000"] in rows
        assert sum(row[:1] == ["Ada"] for row in rows) == 2
        assert "Power Infl\u2026 Debts" in at.text
        await at.press("v")
        assert any("Power" in row and "Fame" in row for row in at.text.splitlines()), at.text
