"""Numbers and texts that a player types in the general screen."""

from __future__ import annotations

import msgspec
import pytest

from core.contract import ActionResult, Asks, Choice, Notice, Number, Struct, Text
from core.games import register
from core.kit import Broken
from core.kit.properties import limits, what_asks_offers_is_accepted_and_what_it_closes_is_refused
from core.refusal import Refused
from core.story.drawing import Cell, Drawing, NamedCells
from tests.kit.parley import Parley
from tests.kit.screens import sit
from tui.drawings import draw_board
from tui.games.filling import direct, with_choice
from tui.games.generic import rows
from tui.words import text
from tui.words.plot import hues


class Bid(Struct, frozen=True, tag="bid", tag_field="kind"):
    amount: int


class TypedOrders(Struct, frozen=True):
    number: int | None = None
    answers: dict[str, str | list[str]] = {}


class Typed(Parley):
    """Parley in which the number, a word and a bid are typed."""

    Orders, Action = TypedOrders, Bid

    def __init__(self) -> None:
        super().__init__("open")
        self.spec = msgspec.structs.replace(self.spec, id="parley-typed", title="Typed parley")

    def check(self, state, seat, orders):
        if orders.number is not None:
            Number(0, 5000).read(str(orders.number))
        if "word" in orders.answers:
            Text(8).read(orders.answers["word"])

    def act(self, state, seat, action, sealed, dice):
        Number(1, 9).read(str(action.amount))
        return ActionResult(state, {seat: (Notice("bid", f"You bid {action.amount}."),)})

    def board(self, view):
        cells = {"shore": Cell(text="Bo", seat="Bo"), "sea": Cell(text="~", tone="blue")}
        return Drawing(parts=(NamedCells(rows=(("number", "word"), ("shore", "sea")), cells=cells),), legend="A board.")

    def restate(self, orders):
        return [f"Name {orders.number}.", *(f"{key}: {value}" for key, value in orders.answers.items())]

    def asks(self, state, seat, sealed):
        allies = [Choice("answers.allies", s, probe={"answers": {"allies": [s]}}) for s in state.seats if s != seat]
        return Asks(
            True,
            choices=(
                Choice("number", 0, "Your number", probe={"number": 0}, entry=Number(0, 5000)),
                Choice("answers.word", "x", "Your word", probe={"answers": {"word": "x"}}, entry=Text(8)),
                *allies,
                Choice("action.bid.amount", 1, "Bid", probe={"kind": "bid", "amount": 1}, entry=Number(1, 9)),
            ),
        )


TYPED = Typed()
register(TYPED)


async def test_a_number_and_a_text_are_typed_and_sealed():
    async with sit("parley-typed") as at:
        choices = at.find("#choices")
        choices.focus()
        assert "Your number (0 to 5,000)" in at.text
        choices.point("0")
        await at.press("enter")
        await at.type("5001")
        await at.press("enter")
        assert "Type a whole number from 0 to 5,000, not '5001'." in at.text
        await at.press("backspace", "enter")
        at.find("#choices").point("1")
        await at.press("enter")
        await at.type("hi there")
        await at.press("enter")
        at.find("#choices").point("2")
        await at.press("enter")
        await at.press("s", "enter")
        assert at.seat("Ada").sealed() == TypedOrders(500, {"word": "hi there", "allies": ["Bo"]})
        at.find("#choices").focus()
        at.find("#choices").point("0")
        await at.press("enter")
        await at.press(*["backspace"] * 3, "enter")
        assert at.seat("Ada").draft().orders == {"answers": {"word": "hi there", "allies": ["Bo"]}}


def styled(content):
    return [(content.plain[span.start : span.end].strip(), str(span.style)) for span in content.spans]


async def test_a_cell_of_the_board_opens_its_box_by_a_tap_and_by_enter():
    async with sit("parley-typed") as at:
        line = next(number for number, row in enumerate(at.text.splitlines()) if "number  word" in row)
        await at.pilot.click(offset=(at.text.splitlines()[line].index("word") + 1, line))
        await at.settle()
        assert "At most 8 characters." in at.text
        await at.type("hi")
        await at.press("enter")
        at.find("#choices").focus()
        at.find("#choices").point("0")
        await at.settle()
        marks = styled(at.find("#view").content)
        assert ("number", "$key bold underline") in marks
        assert ("word", "reverse") in marks
        await at.press("enter")
        assert "0 to 5,000." in at.text


def test_a_cell_has_the_colour_of_its_seat():
    seats = ("Ada", "Bo")
    marks = styled(text.lines(draw_board(TYPED.board(None), seats, 40, 9, {})))
    assert ("Bo", f"bold {hues(seats)['Bo']}") in marks
    assert ("~", "bold $blue") in marks


async def test_an_action_with_a_typed_number_is_confirmed_without_json():
    async with sit("parley-typed") as at:
        choices = at.find("#choices")
        choices.focus()
        choices.point(str(len(at.seat("Ada").asks().choices) - 1))
        await at.press("enter")
        await at.type("7")
        await at.press("enter")
        assert "Bid: 7" in at.text
        assert "{" not in at.text
        await at.press("enter")
        assert at.seat("Ada").log()[-1].notices[0].text == "You bid 7."


def test_a_slot_of_keys_sets_its_value_alone():
    first = Choice("answers.allies", "Bo", probe={"number": 0, "answers": {"allies": ["Bo"]}})
    second = msgspec.structs.replace(first, value="Cy", probe={"number": 0, "answers": {"allies": ["Cy"]}})
    one = with_choice({}, first, lambda orders: True)
    assert one == {"answers": {"allies": ["Bo"]}}
    both = with_choice(one, second, lambda orders: True)
    assert both == {"answers": {"allies": ["Bo", "Cy"]}}
    assert with_choice(both, first, lambda orders: True) == {"answers": {"allies": ["Cy"]}}
    assert direct(Choice("offer.to", "Bo", probe={"offers": [{"to": "Bo"}]})) is None
    assert [row.chosen for row in rows((first, second), both) if not row.heading] == [True, True]


def test_typed_values_are_read_in_words():
    assert Number(-5, 5000).read(" 1,250 ") == 1250
    assert Number(-5, 5000).read("\u22125") == -5
    for typed in ("", "1.5", "1,5", "1,00", ",100", "6000", "7" * 30, "\u0665"):
        with pytest.raises(Refused, match="Type a whole number from -5 to 5,000"):
            Number(-5, 5000).read(typed)
    assert Text(4).read(" abcd ") == "abcd"
    with pytest.raises(Refused, match="That has 5 characters; at most 4 characters fit"):
        Text(4).read("abcde")
    with pytest.raises(Refused, match="Type a text"):
        Text(4).read("  ")


def test_the_kit_tries_both_limits_of_a_typed_value():
    assert limits(Number(2, 3)) == ((2, True), (3, True), (1, False), (4, False))

    class Lax(Typed):
        def check(self, state, seat, orders):
            pass

        def bot(self, level, seat, seed):
            class Quiet:
                def turn(self, sight):
                    return []

            return Quiet()

    lax = Lax()
    lax.spec = msgspec.structs.replace(lax.spec, id="parley-lax")
    register(lax)
    with pytest.raises(Broken, match="takes -1 otherwise than asks says"):
        what_asks_offers_is_accepted_and_what_it_closes_is_refused(lax)
