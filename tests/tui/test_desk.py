"""The trade desk, with The Exodus Game on it."""

from __future__ import annotations

from core.games import game
from core.talk import Deal
from tests.kit.screens import LARGE, sit

OTHERS = ("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
HANDS = {"Ada": ["red", "yellow", "green", "black"], "Bo": ["green"], **{s: [] for s in OTHERS}}
FOUR = {"round": 4, "hands": HANDS, "points": {"Ada": 12}}


async def test_the_matrix_shows_every_payoff_mine_and_theirs():
    async with sit("exodus", setup=FOUR) as at:
        grid, desk = at.find("#matrix"), game("exodus").desk
        kinds = desk.goods.kinds
        for row, give in enumerate(kinds):
            for column, got in enumerate(kinds):
                found = desk.payoff(4, give, got, 0)
                shown = grid.cells[row][column].label
                plain = shown[0] if isinstance(shown, tuple) else shown.plain
                assert plain.rstrip("*") == f"{found.mine}/{found.theirs}"
                assert plain.endswith("*") == bool(found.notes)


async def test_rows_that_one_does_not_own_are_faint_and_closed_for_the_reason_of_the_rules():
    async with sit("exodus", setup=FOUR) as at:
        grid = at.find("#matrix")
        assert grid.cells[1][0].label[1] == "$faint", "no blue cube"
        at.find("#matrix").focus()
        await at.press("down", "enter")
        assert at.find("#status").message == "You hold no blue cube."
        assert at.seat("Ada").draft() is None


async def test_other_rounds_can_be_looked_at():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("greater_than_sign")
        assert "Round 5 (not now)" in at.text
        await at.press("less_than_sign", "less_than_sign")
        assert "Round 3 (not now)" in at.text
        await at.press("greater_than_sign")
        assert "Round 4:" in at.text


async def test_an_offer_is_made_field_by_field_and_what_one_expects_is_no_part_of_it():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter")
        assert "Offer to" in at.text
        await at.press("enter", "enter", "enter", "enter", "end", "enter")
        seat = at.seat("Ada")
        assert seat.draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "red\u2192" in at.text, "at best and at worst say how"
        assert "black" in at.text.split("alone")[1].splitlines()[1]
        await at.press("s", "enter")
        assert seat.view_json()["orders"] == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "expect" not in str(at.table.match.header) + str(at.table.match.drafts) + str(at.table.match.sealed)


async def test_the_outlook_is_that_of_the_rules():
    async with sit("exodus", setup=FOUR, size=LARGE) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at.settle()
        await at.press("a")
        panel = at.find("#panel")
        found = panel.outlook()
        assert found.planned.total == 10, "red for green in round 4"
        assert f"+{found.best.total}" in at.text
        assert found.worst.total == -3


async def test_an_incomplete_offer_is_not_sealed():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter", "enter", "s")
        assert at.find("#status").message == "Offer 1 names no cube: choose one, or empty it with x."
        await at.press("x")
        assert at.seat("Ada").draft() is None


async def test_a_third_offer_finds_no_slot():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}]})
        await at.settle()
        at.find("#partners").focus()
        at.find("#partners").point("Di")
        await at.press("enter")
        assert "All 2 offers are made" in at.find("#status").message


async def test_a_proposal_goes_out_from_the_desk():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#partners").focus()
        await at.press("p", "enter", "down", "enter")
        said = at.seat("Bo").messages()[-1]
        assert said.deal == Deal(give="red", want="blue")
        assert "you: red" in at.text


async def test_a_proposal_of_something_one_does_not_hold_is_refused():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="blue"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="soup", want="red"))
        await at.settle()
        at.find("#partners").focus()
        await at.press("a")
        assert at.find("#status").message == "You hold no blue cube."
        await at.press("down", "a")
        assert "soup" in at.find("#status").message
        assert at.seat("Ada").draft() is None


async def test_past_swaps_and_what_each_round_brought_are_there():
    async with sit("exodus", setup={"hands": HANDS}, size=LARGE) as at:
        at.seat("Ada").seal({"offers": [{"to": "Bo", "give": "red"}]})
        at.seat("Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter")
        assert "r1 red\u2192green" in at.text
        assert "red given for green" in at.find("#accounts").plain


async def test_a_cell_of_the_matrix_fills_the_slot():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter", "enter")
        at.find("#matrix").focus()
        await at.press("right", "right", "right", "enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert at.find("#panel").expected("Bo") == "green"
