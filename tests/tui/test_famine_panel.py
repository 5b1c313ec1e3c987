"""The Seven Years' Famine at the trade desk."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.table.seat import Seat
from core.talk.channels import Deal
from tests.kit.house import Clock
from tests.kit.screens import LARGE, SMALL, OneScreen, position, sit
from tui.app.memory import StoredShelf
from tui.screens.table.screen import TableScreen

SEATS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
HANDS = {
    **{seat: [] for seat in SEATS},
    "Ada": ["diamond", "diamond", "ruby", "topaz", "onyx", "onyx"],
    "Bo": ["sapphire", "topaz"],
    "Cy": ["emerald"],
    "Flo": ["ruby"],
}
MET = [["Ada", "Flo", 1], ["Ada", "Gus", 2], ["Ada", "Hal", 1]]
THREE = {"round": 3, "hands": HANDS, "favor": {"Ada": 31, "Bo": 12}, "partners": MET}


def after_a_year(table):
    """Ada gave Bo a diamond and Cy a ruby in year 3; Flo proposes a swap in year 4."""
    Seat(table, "Ada").seal({"offers": [{"to": "Bo", "give": "diamond"}, {"to": "Cy", "give": "ruby"}]})
    Seat(table, "Bo").seal({"offers": [{"to": "Ada", "give": "sapphire"}]})
    Seat(table, "Cy").seal({"offers": [{"to": "Ada", "give": "emerald"}]})
    table.submit(j.Closed(cause="host"))
    Seat(table, "Flo").say(["Ada"], "sapphire for my ruby?", Deal(give="ruby", want="sapphire"))


def four(**more):
    return sit("famine", "Ada", setup=THREE, before=after_a_year, **more)


def partner(at, name):
    return next(row for row in at.find("#partners").rows if row.id == name)


async def test_three_slots_and_all_six_gemstones():
    async with sit("famine", setup=THREE) as at:
        assert len(at.find("#offers").cells) == 3
        assert "Offers 0/3" in at.text
        for word in ("ruby", "sapphire", "emerald", "topaz", "diamond", "onyx"):
            assert word in at.text
        assert "You: 31 Favor" in at.text


async def test_FA_02_partners_of_last_year_are_grey_and_say_why():
    async with four() as at:
        assert [row.id for row in at.find("#partners").rows if row.closed] == ["Bo", "Cy"]
        assert "\u00d7 Bo" in at.text
        at.find("#partners").focus()
        await at.press("down", "enter")
        status = at.find("#status")
        assert status.message == "You traded with Cy last year; offer to Cy again next year."
        assert "FA-02" in at.text
        assert at.seat("Ada").draft() is None


async def test_FA_06_it_shows_who_is_still_needed_for_years_3_and_6():
    async with sit("famine", setup={**THREE, "partners": [["Ada", "Bo", 1], ["Ada", "Bo", 3], *MET], "round": 5}) as at:
        rows = {row.id: str(row.label) for row in at.find("#partners").rows}
        assert "\u25cf\u25cf" in rows["Bo"], "twice: no more needed"
        assert "\u25cf\u25cb" in rows["Flo"], "once more"
        assert "\u25cb\u25cb" in rows["Cy"], "never met"
        assert "+25 out of reach" in at.find("#reminders").plain
    async with sit("famine", setup=THREE) as at:
        assert "Year 3: \u221220, no trade with 4." in at.find("#reminders").plain
        assert "Year 6: 11 more swaps for +25." in at.find("#reminders").plain
        assert "None by the end of year 3: \u22125." in at.find("#about").plain


async def test_FA_04_the_topaz_stepper_feeds_matrix_and_preview_and_is_explained():
    async with sit("famine", setup=THREE) as at:
        assert "Topaz: 16/n, n = all given in year 3" in at.text
        assert "others 0 (- +): n 1, pays 16" in at.find("#topaz").plain
        await at.press("plus", "plus", "plus")
        assert "others 3 (- +): n 4, pays 4" in at.find("#topaz").plain
        assert str(at.find("#matrix").cells[3][0].label).startswith("4/")
        await at.press("minus", "minus", "minus", "minus")
        assert "others 0" in at.find("#topaz").plain
        panel = at.find("#panel")
        panel.edit({"offers": [{"to": "Bo", "give": "topaz"}]})
        panel.keep(panel.draft.with_expectation("Bo", "topaz"))
        await at.press("plus")
        assert "n = my swaps 2 + others 1 (- +) = 3: pays 5" in at.find("#topaz").plain


async def test_FA_06_the_preview_counts_the_end_of_the_year():
    async with sit("famine", setup=THREE) as at:
        panel = at.find("#panel")
        panel.edit({"offers": [{"to": "Bo", "give": "ruby"}, {"to": "Cy", "give": "onyx"}]})
        panel.keep(panel.draft.with_expectation("Bo", "sapphire"))
        await at.settle()
        rows = at.find("#outlook").plain.splitlines()
        assert rows[0].split()[:3] == ["as", "expected", "\u22127"], "13 less 5, and 15 for three strangers"
        assert "1 with anything: not counted" in rows[0]
        assert rows[1].startswith("at best")
        assert rows[2].split()[2] == "\u221220"


async def test_FA_03_a_gemstone_promised_twice_is_told_in_place_of_what_it_would_bring():
    async with sit("famine", setup=THREE) as at:
        at.find("#panel").edit({"offers": [{"to": "Bo", "give": "ruby"}, {"to": "Cy", "give": "ruby"}]})
        await at.settle()
        assert at.find("#outlook").plain.startswith("! You hold 1 ruby and offered 2.")
        await at.press("x")
        assert at.find("#outlook").plain.startswith("as expected")


async def test_FA_12_the_risk_of_onyx_is_told_while_one_holds_any():
    async with sit("famine", setup=THREE) as at:
        assert "Most onyx: Candidate. You: 2." in at.text
    async with sit("famine", setup={"round": 6, "hands": {s: ["ruby"] for s in SEATS}}) as at:
        assert "Candidate" not in at.find("#reminders").plain


async def test_FA_07_what_diamonds_told_stands_with_the_player_and_in_the_dossier():
    async with four() as at:
        assert "After y3: rank 1 by Favor" in at.find("#about").plain or "After y3: rank 2" in at.find("#about").plain
        await at.press("i")
        assert "What your diamonds told you" in at.text
        assert "Bo       After y3: rank" in at.text
        await at.press("q")
        at.find("#partners").focus()
        await at.press("down")
        assert "rank" not in at.find("#about").plain, "Cy got no diamond"


async def test_FA_07_with_much_room_the_dossier_has_the_width_of_its_pane_from_the_start():
    async with sit("famine", setup=THREE, before=after_a_year, size=LARGE) as at:
        assert any("Bo       After y3: rank" in line and "by Favor" in line for line in at.text.splitlines())


async def test_FA_07_nobody_else_has_it_in_its_dossier():
    for seat in ("Bo", "Cy"):
        async with sit("famine", seat, setup=THREE, before=after_a_year, size=LARGE) as at:
            assert "rank" not in at.text
            assert "Nothing yet" in at.find("#dossier").plain


async def test_FA_08_a_locked_diamond_is_marked_and_closed_where_all_are():
    async with sit("famine", setup={"round": 6, "hands": HANDS, "locked_diamonds": {"Ada": 1}}) as at:
        assert "diamond 2*" in at.text
        assert "1 diamond locked this year." in at.text
        await at.press("enter", "enter", "enter")
        assert "1 to give" in at.text
    async with sit("famine", setup={"round": 6, "hands": HANDS, "locked_diamonds": {"Ada": 2}}) as at:
        await at.press("enter", "enter", "enter")
        assert "\u00d7 diamond" in at.text
        await at.press("down", "down", "down", "down")
        assert "of which 2 cannot be given away this year" in at.find("#status").message


async def test_other_years_are_one_key_away():
    async with four() as at:
        await at.press("greater_than_sign")
        assert "Year 5 (not now)" in at.text
        assert "Topaz: 20/n" in at.text
        await at.press("e")
        assert "At the end, owning at least 3 onyx: +20." in at.text
        await at.press("end")
        assert "[5]" in at.text
        assert "alike" in at.text


async def test_a_proposal_is_shown_with_its_partner_and_sealed():
    async with four() as at:
        assert "\u21c4 sapp.\u2192ruby" in at.text
        at.find("#partners").focus()
        at.find("#partners").point("Flo")
        await at.settle()
        assert "g agrees, and tells Flo so." in at.find("#about").plain
        await at.press("a")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Flo", "give": "sapphire"}]}
        await at.press("s")
        assert "I offer Flo 1 sapphire." in at.text
        await at.press("enter")
        assert "SEALED" in at.text


async def test_g_takes_the_proposal_and_tells_the_partner_so():
    async with four() as at:
        await at.press("g")
        assert [row.id for row in at.find("#pick").rows] == ["Flo"], "none at Bo: those there are"
        await at.press("q")
        at.find("#partners").focus()
        at.find("#partners").point("Flo")
        await at.press("g")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Flo", "give": "sapphire"}]}
        heard = at.seat("Flo").messages()[-1]
        assert (heard.sender, heard.text) == ("Ada", "Agreed: my sapphire for your ruby.")
        assert heard.deal == Deal(give="sapphire", want="ruby")
        assert "ruby" in [cell.label[0] for cell in at.find("#offers").cells[0][:3]]
        await at.press("g")
        assert len(at.seat("Flo").messages()) == 2, "said once"


async def test_FA_03_a_proposal_for_what_is_promised_already_is_not_taken():
    async with four() as at:
        at.seat("Hal").say(["Ada"], "please", Deal(give="onyx", want="sapphire"))
        await at.settle()
        at.find("#partners").focus()
        at.find("#partners").point("Flo")
        await at.press("a", "end", "a")
        assert "You can give 1 sapphire and promised it to Flo" in at.find("#status").message
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Flo", "give": "sapphire"}]}


async def test_a_partner_with_a_proposal_comes_into_a_slot_with_what_one_would_give():
    async with four() as at:
        at.find("#partners").focus()
        at.find("#partners").point("Flo")
        await at.press("enter", "enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Flo", "give": "sapphire"}]}
        at.seat("Ada").say(["Hal"], "mine", Deal(give="sapphire", want="onyx"))
        await at.settle()
        at.find("#partners").focus()
        at.find("#partners").point("Hal")
        await at.press("enter")
        assert at.seat("Ada").draft().orders["offers"][1] == {"to": "Hal", "give": ""}, "the one sapphire is promised"
        await at.press("x")
        at.find("#panel").edit({"offers": []})
        at.find("#partners").focus()
        await at.press("enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Hal", "give": "sapphire"}]}


async def test_the_list_of_partners_to_choose_from_tells_who_is_needed():
    async with four() as at:
        await at.press("enter")
        assert "\u25cb\u25cb" in at.screen.query_one("#pick").rows[2].label.plain
        await at.press("end", "enter", "enter")
        assert "1 to give" in at.text


async def test_a_spectator_sees_the_tables_and_nothing_else():
    async with sit("famine", None, setup=THREE, size=LARGE) as at:
        assert "Year 3" in at.text
        assert "Favor and gems are secret" in at.text
        assert not at.screen.query("#you")


# --- pictures ---------------------------------------------------------------------------------------------------------
def desk() -> OneScreen:
    house, table = position("famine", setup=THREE)
    assert isinstance(house.clock, Clock)
    after_a_year(table)
    return OneScreen(lambda: TableScreen(Seat(table, "Ada")), memory=StoredShelf(house.store))


async def take_the_deal(pilot):
    await pilot.pause()
    for key in ("a", "plus", "plus"):
        await pilot.press(key)
    await pilot.pause()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
def test_the_desk_of_a_merchant(snap_compare, size):
    """You should see: DRAFT; the matrix of year 4, `sapphire` for `ruby` 3/9; one offer, sapphire to Flo expecting
    ruby; topaz with 2 given by others; Bo and Cy closed, pips beside every partner; what is known of Flo; three
    reminders and the onyx. Wide: all years side by side with [4] marked, how year 4 pays, Bo's rank in the dossier,
    and what year 3 brought."""
    assert snap_compare(desk(), terminal_size=size, run_before=take_the_deal)
