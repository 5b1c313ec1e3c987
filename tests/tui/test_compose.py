"""Putting terms together by keys, and what a sentence is heard as before it binds."""

from __future__ import annotations

import pytest

from core.games import game as find_game
from core.table.seat import Seat
from core.talk.acts import Accept, Clause, Deal, Offer, in_words
from tests.kit import NAMES
from tests.kit.screens import position, sit
from tui.screens.table.compose import TermsDraft, letters

ALWAYS = "every round from now on"
EACH = f"Bo gives you a white cube {ALWAYS}, and you give Bo a white cube {ALWAYS}."
NOT_CY = f"Bo does not trade with Cy {ALWAYS}, and you do not trade with Cy {ALWAYS}."


def typed(game: str, keys: str, now: int = 4) -> Offer | None:
    found = find_game(game)
    draft = TermsDraft(found.terms, NAMES[: found.spec.seats], "Ada", "Bo", now, found.spec.rounds)
    for key in keys:
        if key == ">":
            draft.shift(1)
        elif key == "*":
            draft.repeat()
        elif key == "i":
            draft.wait()
        elif key == "-":
            draft.skip()
        elif key == "\t":
            draft.take(1)
        else:
            assert draft.letter(key), key
    return draft.offer


@pytest.mark.parametrize(
    ("game", "keys", "said"),
    [
        ("exodus", "rb", "Bo gives you a blue cube this round, and you give Bo a red cube this round."),
        ("exodus", "b>ri", "If Bo gives you a red cube this round, you give Bo a blue cube next round."),
        ("exodus", "br>i", "If Bo gives you a red cube next round, you give Bo a blue cube next round."),
        ("exodus", "ww*", EACH),
        ("exodus", "\tc", NOT_CY),
        ("drifting_ship", "13b12a", "Bo leaves 12A to you this round, and you leave 13B to Bo this round."),
        ("drifting_ship", "-12a", "Bo leaves 12A to you this round."),
        ("sinners_secret", "ssi", "If Bo tells you a sin this round, you tell Bo a sin this round."),
    ],
)  # fmt: skip
def test_a_few_keys_make_the_sentence_that_is_offered(game: str, keys: str, said: str) -> None:
    offer = typed(game, keys)
    assert offer is not None
    assert in_words(find_game(game).terms, offer, "Ada", 4) == said


@pytest.mark.parametrize("keys", ["", "r", "-"])
def test_nothing_is_offered_before_the_other_would_do_something(keys: str) -> None:
    assert typed("exodus", keys) is None


def test_each_thing_has_a_letter_of_its_own() -> None:
    kinds = find_game("exodus").terms[0].among
    assert sorted(letters(kinds).values()) == sorted(kinds)
    assert letters(kinds)["r"] == "red"
    assert len(letters(NAMES)) == len(NAMES)


HANDS = {"hands": {seat: ["red", "blue", "white"] for seat in NAMES[:9]}}


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_terms_are_offered_agreed_to_and_in_the_book_by_keys(size: tuple[int, int]) -> None:
    async with sit("exodus", setup=HANDS, size=size) as at:
        await at.press("t", "down", "o", "b", "greater_than_sign", "r", "i")
        for words in ("If Bo gives you a red cube", "you give Bo a blue cube", "next"):
            assert words in " ".join(at.text.replace("\u2502", " ").split()), words
        await at.press("enter")
        said = at.seat("Bo").messages()[-1]
        assert isinstance(said.act, Offer)
        at.seat("Bo").say(["Ada"], "Sure.", act=Accept("Ada-1"))
        await at.settle()
        await at.press("K")
        assert "Bo gives you a red cube this round" in " ".join(at.text.replace("\u2502", " ").split())


async def test_what_a_sentence_is_heard_as_is_shown_before_it_binds() -> None:
    async with sit("exodus", setup=HANDS) as at:
        await at.press("t", "down", "enter")
        await at.type("my red for your blue every round")
        await at.press("enter")
        assert "Heard" in at.text
        assert "every round from now on" in " ".join(at.text.replace("\u2502", " ").split())
        assert at.seat("Bo").messages() == ()
        await at.press("q")
        assert at.seat("Bo").messages() == ()
        await at.press("enter", "w")
        assert at.seat("Bo").messages()[-1].act is None
        await at.type("my red for your blue every round")
        await at.press("enter", "enter")
        assert isinstance(at.seat("Bo").messages()[-1].act, Offer)


async def test_a_swap_said_to_a_person_is_shown_and_sent_as_a_proposal_and_to_a_bot_as_words() -> None:
    words = "I give you blue for your white, deal?"
    async with sit("exodus", setup=HANDS) as at:
        await at.press("t", "down", "enter")
        await at.type(words)
        await at.press("enter")
        assert "give Bo a blue cube this round" in " ".join(at.text.replace("\u2502", " ").split())
        await at.press("enter")
        said = at.seat("Bo").messages()[-1]
        assert (said.text, said.deal, said.act) == (words, Deal("blue", "white"), None)
    _, table = position("exodus", setup=HANDS, holders={"Ada": "person:ada", "Bo": "bot:random"})
    assert Seat(table, "Ada").terms_in("Bo", words) is None
    table.stop()


async def test_HH_58_an_offer_to_a_named_person_in_the_lounge_is_shown_before_it_binds() -> None:
    words = "Ben, you take 13B, I take 12A, ok?"
    async with sit("drifting_ship", "Ada", players=("Ada", "Ben", "Cy", "Di")) as at:
        await at.press("t", "enter")
        await at.type(words)
        await at.press("enter")
        shown = " ".join(at.text.replace("\u2502", " ").split())
        assert "leave 13B to Ben" in shown
        await at.press("enter")
        message = at.seat("Ben").messages()[-1]
        assert (message.text, message.channel) == (words, "lounge")
        assert [entry.waits_for("Ben") for entry in at.seat("Ben").offers(at.seat("Ben").messages())] == [True]
        await at.press("enter")
        await at.type("Nice day, Ben, isn't it?")
        await at.press("enter")
        assert at.seat("Ben").messages()[-1].act is None


async def test_HH_58_an_offer_inside_a_sentence_to_a_person_is_shown_before_it_binds() -> None:
    async with sit("exodus", setup=HANDS) as at:
        await at.press("t", "down", "enter")
        await at.type("because I am short of white, would you give me your white for my blue?")
        await at.press("enter")
        assert "give Bo a blue cube this round" in " ".join(at.text.replace("\u2502", " ").split())


async def test_a_agrees_to_the_terms_that_wait_and_d_declines_them() -> None:
    async with sit("exodus", setup=HANDS) as at:
        for _ in range(2):
            at.seat("Bo").say(["Ada"], "...", act=typed_for("Bo"))
        await at.settle()
        await at.press("t")
        assert "agrees" in at.text
        await at.press("d", "a")
        assert [type(m.act).__name__ for m in at.seat("Ada").messages()[-2:]] == ["Decline", "Accept"]


def typed_for(who: str) -> Offer:
    return Offer((Clause(who, "give", 2, 2, "red", "Ada"), Clause("Ada", "give", 2, 2, "blue", who)))


async def test_a_swap_of_this_round_takes_four_keys_from_its_thread() -> None:
    async with sit("exodus", setup=HANDS) as at:
        await at.press("t", "down")
        await at.press("o", "r", "b", "enter")
        said = at.seat("Bo").messages()[-1]
        assert (said.text, said.deal) == ("My red for your blue?", Deal("red", "blue"))


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_terms_begin_with_the_room_under_the_cursor_of_the_board(size: tuple[int, int]) -> None:
    async with sit("drifting_ship", size=size) as at:
        room = at.find("#board").room
        await at.press("O", "enter", *"13b", "enter")
        said = at.seat("Bo").messages()[-1]
        assert isinstance(said.act, Offer)
        assert said.channel == "lounge"
        assert {(c.who, c.what) for c in said.act.clauses} == {("Bo", room), ("Ada", "13B")}


async def test_other_terms_are_linked_to_those_that_they_answer_and_leave_them_open() -> None:
    async with sit("exodus", setup=HANDS) as at:
        at.seat("Bo").say(["Ada"], "...", act=typed_for("Bo"))
        await at.settle()
        await at.press("t", "c", "greater_than_sign", "enter")
        said = at.seat("Bo").messages()[-1]
        assert isinstance(said.act, Offer)
        assert said.act.counters == "Bo-1"
        assert at.seat("Bo").book("Ada")[-1].startswith("Ada-1 (instead of Bo-1) ")
        await at.press("a")
        assert at.seat("Ada").messages()[-1].act == Accept("Bo-1")
        await at.press("q", "K")
        assert "What you" in at.text, "the book opens at the table too"


async def test_in_the_lounge_a_swap_goes_to_whoever_takes_it() -> None:
    async with sit("exodus", setup=HANDS) as at:
        await at.press("t", "home", "p", "end", "enter", "r", "b")
        assert "You give red to the player who gives you blue." in at.text
        await at.press("enter")
        said = at.seat("Bo").messages()[-1]
        assert (said.channel, said.deal) == ("lounge", Deal("red", "blue"))
