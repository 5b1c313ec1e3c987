"""The panel of Day of Mercury: a plan made with a few keys, counters, closed choices, the Shrine, trades, sightings."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Deal
from tests.kit.screens import LARGE, SMALL, OneScreen, Sitting, position, sit
from tests.kit.script import NAMES
from tui.app.memory import StoredShelf
from tui.games.day_of_mercury import draft as plan
from tui.games.day_of_mercury.deals import RoundTalk
from tui.games.day_of_mercury.layout import PANES, card_lines, spots
from tui.screens.table.screen import TableScreen

MID = {
    "round": 4,
    "sin": {"Ada": {"pride": 5, "greed": 3, "lust": 3, "wrath": 1}},
    "points": {"Ada": 34},
    "visited": {"Ada": ["ringed_city", "catacombs", "lost_district"]},
}
IDLE = {"visits": [{"location": "shrine_of_flies"}, {"location": "weeping_cathedral"}]}


def drafted(at: Sitting) -> dict[str, Any]:
    found = at.seat("Ada").draft()
    return {} if found is None else found.orders


def said(at: Sitting) -> str:
    return at.find("#status").message


def row(at: Sitting, name: str, list_: str = "plan") -> Any:
    return next(r for r in at.find(f"#{list_}").rows if r.id == name)


async def close(at: Sitting, orders: dict[str, dict[str, Any]]) -> None:
    """Everyone seals (what is not given: nothing at all), the round closes, and Ada has read what happened."""
    for seat in NAMES[:13]:
        at.seat(seat).seal(orders.get(seat, IDLE))
    for seat in NAMES[:13]:
        at.seat(seat).ready()
    await at.settle()
    await at.press("q")


# --- a plan -----------------------------------------------------------------------------------------------------------
async def test_a_round_takes_a_few_keys():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("2", "g", "g", "8", "o", "s")
        assert "The Drowned Tower: gather and gather." in at.text
        assert "The Shrine of Flies: offer all your sin." in at.text
        await at.press("enter")
        assert at.seat("Ada").frame().orders == "SEALED"
        assert drafted(at) == {}


async def test_everything_can_be_done_with_arrows_and_enter():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("down", "enter", "down", "enter", "enter", "down", "enter", "enter")
        assert drafted(at)["visits"] == [
            {"location": "drowned_tower", "actions": []},
            {"location": "catacombs", "actions": [{"do": "gather"}, {"do": "gather"}]},
        ]
        await at.press("x", "left", "up", "x")
        assert drafted(at)["visits"] == [{"location": "catacombs", "actions": [{"do": "gather"}]}]
        await at.press("u", "u")
        assert len(drafted(at)["visits"]) == 2


async def test_the_counters_follow_and_a_full_place_says_why():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("2", "g", "g")
        assert "Plan: actions 2/3" in at.text
        assert "here 2/2" in str(row(at, "drowned_tower").note)
        assert row(at, "drowned_tower:commit").ruling == "DM-02"
        await at.press("g")
        assert said(at) == "At most 2 actions in one location: take one back with x first."
        await at.press("7", "g", "g")
        assert said(at) == "At most 3 actions this round: take one back with x first."
        assert row(at, "lakeside_garden:gather").closed is None
        assert row(at, "lakeside_garden:offer").ruling == "DM-02"


async def test_a_third_place_asks_instead_of_which():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("2", "g", "7", "5", "enter")
        assert plan.places(drafted(at)["visits"]) == ["weeping_cathedral", "lakeside_garden"]
        await at.press("less_than_sign")
        await at.press("7", "less_than_sign")
        assert plan.places(drafted(at)["visits"]) == ["lakeside_garden", "weeping_cathedral"]


async def test_what_is_missing_is_said_before_sealing():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("2", "s")
        assert said(at) == "Visit exactly 2 locations this round; you named 1."
        assert "you named 1" in at.find("#outlook").plain


async def test_the_maidens_and_a_forced_visit_are_in_the_counters_and_pinned():
    async with sit("day_of_mercury", setup={"sin": {"Ada": {"lust": 2}}}) as at:
        offer = {"visits": [{"location": "abigails_quarters", "actions": [{"do": "offer"}]}, IDLE["visits"][0]]}
        sent = {"do": "commit", "target": "Ada", "location": "lakeside_garden"}
        away = {"visits": [{"location": "lost_district", "actions": [sent]}, IDLE["visits"][0]]}
        await close(at, {"Ada": offer, "Bo": away})
        assert "must 0/2" in str(row(at, "lakeside_garden").note)
        assert "Plan: actions 0/4" in at.text
        await at.press("7")
        assert "You must visit it this round." in at.find("#about").plain
        assert drafted(at) == {}
        await at.press("7", "x")
        assert said(at) == "You must visit the Lakeside Garden this round: put it into your plan."
        await at.press("1", "3")
        assert plan.places(drafted(at)["visits"]) == ["lakeside_garden", "ringed_city", "catacombs"]
        await at.press("5", "home", "enter")
        assert said(at) != ""  # the forced place cannot be the one to give way
        await at.press("down", "enter")
        assert plan.places(drafted(at)["visits"]) == ["lakeside_garden", "weeping_cathedral", "catacombs"]
        await at.press("right", "x")
        await at.press("s", "enter")
        assert at.seat("Ada").frame().orders == "SEALED"


# --- pickers ----------------------------------------------------------------------------------------------------------
async def test_targets_tried_or_named_are_closed_and_say_why():
    async with sit("day_of_mercury", setup=MID) as at:
        against = {"do": "commit", "target": "Bo"}
        await close(at, {"Ada": {"visits": [{"location": "ringed_city", "actions": [against]}, IDLE["visits"][0]]}})
        await at.press("1", "c", "enter")
        assert drafted(at)["visits"][0]["actions"] == [{"do": "commit", "target": "Cy"}]
        await at.press("c")
        closed = {r.id: r.closed for r in at.find("#pick").rows}
        assert "in round 4" in closed["Bo"]
        assert closed["Cy"] == "You name Cy in this plan already: a target can be named once."
        assert "yourself" in closed["Ada"]
        assert closed["Di"] is None
        await at.press("up", "enter")
        assert said(at) == closed["Cy"]


async def test_nothing_is_committed_at_the_shrine_and_nobody_is_sent_there():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("8", "c")
        assert said(at) == "No sin can be committed from the Shrine of Flies."
        await at.press("6", "c", "enter", "end", "enter")
        assert "Nobody can be sent to the Shrine" in said(at)
        await at.press("up", "enter")
        assert drafted(at)["visits"][1]["actions"] == [{"do": "commit", "target": "Bo", "location": "lakeside_garden"}]


async def test_two_sins_for_abigails_and_a_gift_in_the_garden():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("4", "c", "enter", "enter", "down", "enter", "s")
        await at.press("7", "o", "down", "enter", "enter")
        assert [visit["actions"][0] for visit in drafted(at)["visits"]] == [
            {"do": "commit", "target": "Bo", "sins": ["pride", "greed"]},
            {"do": "offer", "player": "Cy", "sin": "pride"},
        ]
        assert "needs 1 gluttony; you expect 0" in at.find("#outlook").plain.replace("\n", " ")


# --- the Shrine -------------------------------------------------------------------------------------------------------
async def test_the_shrine_is_spelled_out_for_now_and_for_the_plan():
    async with sit("day_of_mercury", setup=MID) as at:
        table = at.find("#sins").plain.splitlines()
        assert table[1].split() == ["pride", "5x1", "1"]
        assert table[-1].split() == ["Shrine", "20"]
        assert "One more greed or lust adds most: +6" in at.find("#words").plain
        await at.press("3", "g", "8", "o")
        table = at.find("#sins").plain.splitlines()
        assert table[2].split() == ["greed", "3x2", "6x1", "1"]
        assert [row.split()[-1] for row in table[2:7]] == ["1", "3", "4*", "4*", "4*"]
        assert table[-1].split() == ["Shrine", "20", "29"]
        words = at.find("#words").plain
        assert "offering +29, interest +6: 69 points." in words
        assert "Gathers counted at 3." in words


# --- trades -----------------------------------------------------------------------------------------------------------
async def test_a_trade_is_ordered_and_proposed_with_its_meeting_place():
    async with sit("day_of_mercury", setup=MID) as at:
        await at.press("2", "7", "b", "enter", "down", "enter", "end", "enter", "enter")
        assert drafted(at)["trade"] == {"with": "Bo", "give": "greed", "want": "sloth"}
        heard = at.seat("Bo").messages()[-1]
        assert heard.deal == Deal(give="greed", want="sloth")
        assert "the Drowned Tower" in heard.text
        at.seat("Bo").say(["Ada"], "Not for sloth.")
        await at.settle()
        assert "Bo: Not for sloth." in at.find("#outlook").plain
        at.seat("Bo").say(["Ada"], "Well then.", Deal(give="sloth", want="greed"))
        await at.settle()
        assert "Bo says yes to this trade." in at.find("#outlook").plain
        await at.press("b")
        second = next(r for r in at.find("#pick").rows if r.id == "second")
        assert second.ruling == "DM-06"
        await at.press("down", "down", "enter")
        assert drafted(at)["trade"] is None


async def test_a_proposal_is_taken_with_its_place_and_a_second_one_refused():
    async with sit("day_of_mercury", setup=MID) as at:
        text = "I shall be in the Catacombs. My envy for your pride?"
        at.seat("Bo").say(["Ada"], text, Deal(give="envy", want="pride"))
        await at.settle()
        assert "Bo: envy for your pride, Catacombs (a)" in at.find("#outlook").plain
        await at.press("a")
        assert drafted(at) == {
            "visits": [{"location": "catacombs", "actions": []}],
            "trade": {"with": "Bo", "give": "pride", "want": "envy"},
        }
        told = at.seat("Bo").messages()[-1]
        assert (told.sender, told.deal) == ("Ada", Deal(give="pride", want="envy")), "taking it up tells the partner"
        assert told.text == "Agreed: my pride for your envy, in the Catacombs."
        await at.press("a")
        assert at.seat("Bo").messages()[-1] == told, "once"
        at.seat("Cy").say(["Ada"], "Mine?", Deal(give="sloth", want="lust"))
        await at.settle()
        await at.press("a")
        assert said(at) == "You have a trade with Bo: take it back first (b)."
        at.seat("Di").say(["Ada"], "Two?", Deal(give="gold", want="lust"))
        await at.settle()
        await at.press("a", "end", "enter")
        assert "no sin" in said(at)


# --- looking back, watching -------------------------------------------------------------------------------------------
async def test_whom_one_met_where_by_round():
    async with sit("day_of_mercury", setup=MID, size=LARGE) as at:
        against = {"do": "commit", "target": "Cy"}
        mine = {"visits": [{"location": "ringed_city", "actions": [against]}, {"location": "weeping_cathedral"}]}
        await close(at, {"Ada": mine, "Bo": {"visits": [mine["visits"][0], {"location": "catacombs"}]}})
        seen = {line.split()[0]: line for line in at.find("#seen").plain.splitlines() if line}
        assert seen["Ada"].split() == ["Ada", "Ring", "Cath"]
        assert seen["Bo"].split() == ["Bo", "Ring"]
        assert seen["Cy"].split() == ["Cy", "Cath"]
        assert "r4 Cy from the Ringed City: both came to nothing" in at.find("#commits").plain


async def test_a_spectator_sees_the_places_and_orders_nothing():
    async with sit("day_of_mercury", None) as at:
        await at.press("1", "g", "c", "o", "b", "x", "v", "a")
        assert "gluttony" in at.text
        assert at.seat("Ada").draft() is None


@pytest.mark.parametrize(
    ("orders", "forced", "written"),
    [
        ({}, "catacombs", []),
        ({"visits": [{"location": "nowhere"}]}, None, []),
        ({"visits": [{"location": "catacombs", "actions": None}]}, None, ["catacombs"]),
    ],
)
def test_a_plan_is_read_from_any_draft(orders, forced, written):
    found = plan.with_visits(orders, plan.visits(orders, forced), forced)
    assert plan.places(found["visits"]) == written
    assert plan.read(found).trade is None


def test_what_is_heard_and_what_taking_it_up_makes_of_the_plan_need_no_screen():
    text = "I shall be in the Catacombs. My envy for your pride?"
    house, table = position("day_of_mercury", setup=MID)
    bo, ada = (house.seat(table.match.header.match, name) for name in ("Bo", "Ada"))
    bo.say(["Ada"], text, Deal(give="envy", want="pride"))
    heard = RoundTalk("Ada", 4, ada.messages(), None, [])
    assert list(heard.received_proposals) == ["Bo"]
    taken = heard.accept(heard.received_proposals["Bo"], most=2)
    assert taken.trade == {"with": "Bo", "give": "pride", "want": "envy"}
    assert plan.places(taken.visits) == ["catacombs"]
    assert (
        heard.acceptance(heard.received_proposals["Bo"], taken.meet)[0]
        == "Agreed: my pride for your envy, in the Catacombs."
    )
    full = heard.accept(heard.received_proposals["Bo"], most=0)
    assert full.misses_meeting
    after = heard._replace(trade=taken.trade)
    assert after.answer == "Bo says yes to this trade.", "the mirror of it"
    assert "it is not in your plan (DM-40)" in after.missing_place
    assert not after.why_unanswered
    for text, deal, warned in (
        ("Fine!", None, False),
        ("Not for me.", None, True),
        ("So?", Deal("lust", "pride"), True),
    ):
        bo.say(["Ada"], text, deal)
        said = after._replace(messages=ada.messages())
        assert bool(said.why_unanswered) == warned, text
    house.seat(table.match.header.match, "Cy").say(["Ada"], "Mine?", Deal(give="sloth", want="lust"))
    later = after._replace(messages=ada.messages())
    with pytest.raises(Refused, match="You have a trade with Bo"):
        later.accept(later.received_proposals["Cy"], most=2)


# --- room -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("size", "form"), [((80, 24), 0), ((120, 40), 1), ((160, 45), 2), ((200, 60), 4), ((250, 70), 4)]
)
async def test_places_are_lines_pairs_or_cards_and_from_120x40_on_nothing_is_hidden(size, form):
    async with sit("day_of_mercury", setup=MID, size=size) as at:
        await at.press("2", "g", "g")
        panel = at.find("#panel")
        assert panel.arrangement.form("places-box") == form
        assert ("2 gather" in at.text) == (form > 0), "the plan stands on the place"
        assert ("\u2022\u2022\u2022" in at.text) == (form > 0), "and so does the crowd"
        if size != (80, 24):
            assert not panel.arrangement.hidden
            assert "In force this round" in at.text
            assert "Who was where" in at.text


async def test_cards_are_gone_through_in_the_order_of_their_numbers_by_keys_and_chosen_by_mouse():
    async with sit("day_of_mercury", setup=MID, size=LARGE) as at:
        places = at.find("#places")
        await at.press(*["down"] * 4)
        assert places.row.id == "weeping_cathedral"
        await at.pilot.click(places, offset=(40, 7))  # the second column, the second row: 6
        assert places.row.id == "lost_district"
        await at.pilot.click(places, offset=(40, 7))
        await at.settle()
        assert [visit["location"] for visit in drafted(at)["visits"]] == ["lost_district"]


async def test_a_first_click_on_a_listed_place_only_goes_there():
    async with sit("day_of_mercury", setup=MID, size=SMALL) as at:
        places = at.find("#places")
        assert not places.columns
        await at.pilot.click(places, offset=(4, 3))
        assert (places.row.id, drafted(at)) == (places.rows[3].id, {})
        await at.pilot.click(places, offset=(4, 3))
        assert [visit["location"] for visit in drafted(at)["visits"]] == [places.rows[3].id]


async def test_the_bars_show_what_is_held_and_what_the_plan_brings_and_the_next_step_of_the_shrine():
    async with sit("day_of_mercury", setup=MID, size=LARGE) as at:
        await at.press("2", "g", "g")
        rows = at.find("#sins").plain.splitlines()
        assert rows[1].split() == ["pride", "\u2588" * 5 + "\u2592" * 6, "11x1", "1"]
        assert rows[2].split()[::3] == ["greed", "6*"]
        assert rows[-1].split()[1:4] == ["20", "\u2192", "26"]


async def test_on_a_phone_the_panes_come_one_after_the_other_and_a_round_is_played():
    async with sit("day_of_mercury", setup=MID, size=(40, 15)) as at:
        shown = []
        for _ in range(5):
            shown.append(next(name for name in PANES if name in at.find("#panel").arrangement.rooms))
            await at.press("right")
        assert shown == list(PANES)
        await at.press(*["left"] * 4)
        await at.press("2", "g", "8", "o", "s", "enter")
        assert at.seat("Ada").sealed() is not None


def test_what_a_card_says_needs_no_screen():
    _, table = position("day_of_mercury", setup=MID)
    view = Seat(table, "Ada").view()
    visits = [{"location": "catacombs", "actions": [{"do": "gather"}, {"do": "gather"}]}]
    found = {spot.place: spot for spot in spots(view, visits)}
    assert found["catacombs"].deeds == (("gather", 2),)
    assert found["catacombs"].been
    assert found["shrine_of_flies"].yields == (2,)
    for width, lines in ((26, 3), (40, 5)):
        for spot in found.values():
            card = card_lines(spot, width, lines, at_cursor=False, lively=False)
            assert len(card) == lines + 2
            assert {row.cell_length for row in card} == {width}


# --- pictures ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
def test_the_day(snap_compare, size):
    """You should see: eight places with their sins, three ticked, the Drowned Tower and the Shrine chosen; under Plan
    two gathers of about 6 pride here 2/2, the Shrine's offer of 26 points, closed rows with a cross, actions 3/3; the
    seven sins as amount x tier now and planned, the Shrine 20 and 26; Bo's proposal. Wide: nobody met yet, the
    tiers now and planned in two columns, commits used, talk and notes."""
    house, table = position("day_of_mercury", setup=MID)
    match = table.match.header.match
    text = "I shall be in the Drowned Tower. My envy for your pride?"
    house.seat(match, "Bo").say(["Ada"], text, Deal(give="envy", want="pride"))
    app = OneScreen(lambda: TableScreen(house.seat(match, "Ada")), memory=StoredShelf(house.store))

    async def order(pilot) -> None:
        await pilot.pause()
        await pilot.press("2", "g", "g", "8", "o")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=order)
