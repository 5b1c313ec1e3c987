"""What a person who writes to a bot of a trading game is answered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot
from core.bots.contract import Say
from core.games import game
from core.games.trading.bots.trader import ENOUGH, FULL, LATER, NO, none_words, tongue_of
from core.match.scenario import Scenario, start
from core.match.views import sight
from core.talk.channels import Deal
from core.talk.parsing.utterance import Utterance
from tests.core.games.trading.sitting import ADA, BO, CY, DI, Sitting, offers, says
from tests.kit import NAMES


def test_a_person_hears_why_not() -> None:
    at = Sitting("blue")
    assert (
        at.hear(offers(BO, "red", "red"))[BO]
        == none_words(game("exodus").goods, "red")
        == "I have no red cube to give."
    )


def test_a_person_hears_whether_a_deal_is_poor_or_comes_too_late() -> None:
    """Round 7: red for red brings 8, red for blue costs 5; two swaps are all there is."""
    at = Sitting("red red red", BO, CY, DI)
    at.hear(offers(BO, "red", "red"), offers(CY, "red", "red"))
    assert at.hear(offers(DI, "red", "red")) == {DI: FULL}
    assert at.hear(offers(DI, "blue", "red")) == {DI: NO}


def test_FA_02_a_person_hears_that_they_traded_last_year() -> None:
    seats = NAMES[:8]
    hands = {s: ["ruby"] * 5 for s in seats}
    setup = {"hands": hands, "round": 4, "partners": [[ADA, BO, 3]]}
    match = start(Scenario(game="famine", players=seats, setup=setup))
    asked = replace(offers(BO, "ruby", "ruby"), round=4)
    seen = replace(sight(match, ADA), heard=(asked,), people=(BO,))
    assert Say((BO,), LATER) in make_bot(match, ADA, "steady").turn(seen)


def test_a_person_is_answered_every_time_up_to_a_last_word_and_then_no_more() -> None:
    at = Sitting("red")
    answers = [at.hear(offers(BO, "blue", "green")).get(BO) for _ in range(12)]
    assert all(answers[:9])
    assert answers[8] == ENOUGH
    assert answers[9:] == [None, None, None]


@pytest.mark.parametrize(
    ("text", "deal"),
    [
        ("My red for your green?", Deal("red", "green")),
        ("red for green", Deal("red", "green")),
        ("I want your red cube for a green one", Deal("green", "red")),
        ("Would you give a red for my white?", Deal("white", "red")),
        ("I like red", None),
        ("red and green are for me", None),
        ("red for green or blue", None),
    ],
)
def test_plain_words_are_understood_where_they_are_plain(text: str, deal: Deal | None) -> None:
    assert Utterance(tongue_of(game("exodus").goods), text).deal == deal


def test_plurals_are_understood() -> None:
    assert Utterance(tongue_of(game("famine").goods), "My Rubies for your onyx").deal == Deal("ruby", "onyx")


def test_a_persons_plain_words_are_answered_like_a_proposal() -> None:
    at = Sitting("red")
    assert at.hear(says(BO, "my red for your red?"))[BO] == "Agreed: my red cube for your red cube."
    assert at.sealed == {BO: "red"}


def test_a_persons_yes_and_no_count() -> None:
    at = Sitting("red red")
    first = at.hear()
    proposal = next((m for m in at.heard if m.sender == ADA and BO in m.readers and m.deal is not None), None)
    if proposal is None:  # it went to others: ask for one
        assert BO not in first
        at.hear(offers(BO, "black", "blue"))
        proposal = next(m for m in at.heard if m.sender == ADA and BO in m.readers and m.deal is not None)
    assert proposal.deal is not None
    assert at.hear(says(BO, "Agreed, gladly"))[BO].startswith("Agreed: ")
    assert at.sealed[BO] == proposal.deal.give
    at.hear(says(BO, "No, sorry, not after all."))
    assert BO not in at.sealed, "a word taken back frees what was promised"


def test_what_is_not_understood_is_asked_back_once() -> None:
    at = Sitting("red")
    assert at.hear(says(BO, "What about it?"))[BO].startswith("I did not get all of that")
    assert BO not in at.hear(says(BO, "Hm?"))


def test_an_offer_in_the_lounge_is_taken_up_by_some_who_like_it() -> None:
    """Everybody holds one red: in seeded bots some propose the swap that was asked for, none anything else."""
    taken = 0
    for seat in NAMES[2:9]:
        hands = {s: ["red"] for s in NAMES[:9]}
        match = start(Scenario(game="exodus", players=NAMES[:9], setup={"hands": hands, "round": 7}))
        bot = make_bot(match, seat, "steady")
        first = [m for m in bot.turn(replace(sight(match, seat), people=(BO,))) if isinstance(m, Say)]
        if any(m.to == (BO,) for m in first):
            continue
        asked = says(BO, "Anyone red for red?", None, NAMES[:9])
        moves = bot.turn(replace(sight(match, seat), heard=(asked,), people=(BO,)))
        to_bo = [m.deal for m in moves if isinstance(m, Say) and m.to == (BO,)]
        assert to_bo in ([], [Deal("red", "red")])
        taken += len(to_bo)
    assert 0 < taken < 7


@pytest.mark.parametrize(
    "text",
    [
        "I have it ready for you, thank you!",
        "No worries, I will be there with my white!",
        "Sorry I was late, agreed",
        "Is our deal off?",
        "I have no blue, you know that.",
    ],
)
def test_an_agreement_stands_whatever_a_person_says_that_refuses_nothing(text: str) -> None:
    at = Sitting("red")
    assert at.hear(offers(BO, "white", "red"))[BO].startswith("Agreed")
    said = at.hear(says(BO, text))
    assert said.get(BO) in (None, "I did not get all of that: our white for red stands as far as I am concerned.")
    assert at.bot.deals.agreed == {BO: ("red", "white")}  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["No, sorry, not after all.", "Our swap is off", "I have no white left"])
def test_an_agreement_that_a_person_ends_is_said_to_be_off(text: str) -> None:
    at = Sitting("red")
    at.hear(offers(BO, "white", "red"))
    assert at.hear(says(BO, text))[BO] == "So our white for red is off."
    assert BO not in at.sealed


def test_an_agreement_that_a_person_replaces_is_said_to_be_off() -> None:
    """Round 7: red for red brings 8, red for white 11."""
    at = Sitting("red")
    at.hear(offers(BO, "red", "red"))
    said = at.hear(says(BO, "Or rather: my white for your red"))
    assert said[BO] == "Agreed, and our red for red is off for it: my red cube for your white cube."
    assert at.bot.deals.agreed == {BO: ("red", "white")}  # type: ignore[attr-defined]


def test_a_bot_that_sits_down_again_knows_that_an_agreement_was_ended_in_words() -> None:
    at = Sitting("red")
    at.hear(offers(BO, "white", "red"))
    at.hear(says(BO, "No, sorry, not after all."))
    at.bot = make_bot(at.match, ADA, "steady")
    at.hear()
    assert BO not in at.bot.deals.agreed  # type: ignore[attr-defined]


def test_a_compound_sentence_is_understood_or_asked_back() -> None:
    at = Sitting("red")
    assert at.hear(says(BO, "I have no blue, but my white for your red"))[BO].startswith("Agreed")
    at = Sitting("red")
    assert at.hear(says(BO, "my white or my blue for your red"))[BO].startswith("I did not get all of that")
    assert BO not in at.hear(says(BO, "white or blue, red or green?")), "asked back once a round"


def test_a_yes_with_an_if_is_asked_back_and_is_no_promise() -> None:
    at = Sitting("red red", *NAMES[1:9])
    at.hear()
    mine = next(m for m in at.heard if m.sender == ADA and m.deal is not None)
    partner = next(reader for reader in mine.readers if reader != ADA)
    said = at.hear(says(partner, "Yes, if you bring two"))
    assert said[partner].startswith("Is that a yes to my ")
    assert partner not in at.bot.deals.agreed  # type: ignore[attr-defined]
