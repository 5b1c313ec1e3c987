"""What bots answer to remarks: to the point, from what their seat may know, with examples that bind."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from benchmarks import hearing
from core.botplay.companion import Companion
from core.bots.company.lookup import rule_for, rules
from core.bots.contract import Say
from core.dice import Dice
from core.games import game as find_game
from core.games.pantheic_runes.spec import DEITIES
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.redeal import redeal
from core.match.state import Match
from core.talk.acts import Claim, Offer
from core.talk.channels import Deal, Message
from core.talk.parsing.utterance import read
from core.talk.voices import HOW, VOICES
from tests.kit.depth import deep, games
from tests.kit.house import open_house

HOLDERS = {seat: "local" if seat == "Ann" else "bot:steady" for seat in ("Ann", "Bob", "Cas", "Dov", "Eve")}

SAID = (
    "what do you have?", "how much energy, mana or favor do you have", "where are you going", "I need red",
    "don't go there",
    "did you steal from me", "K is wrath", "I'm at 7A in round 3", "help", "who do you trust", "who is anyone's ally",
    "wdym", "whose side are you on", "you must have envy",
    "you took it from me", "leave 13B to me please", "have you locked a letter?", "do you have any envy left?",
)  # fmt: skip


FURTHER = ("why not", "what would you want then", "and what about white", "which one", "you sure?")


def answers(match: Match, seat: str, temper: str) -> list[tuple[str, str]]:
    """Return what the seat's bot answers to each of SAID, and then to one of FURTHER."""
    found = []
    for at, text in enumerate(SAID):
        bot: Any = match.game.bot("steady", seat, 15)
        companion = Companion(match.game, bot, temper, "steady", 15, "talkative")
        seen = views.sight(match, seat)
        companion.turn(seen)
        alone = "Ann" in seen.partners
        readers = tuple(name for name in match.seats if name in ("Ann", seat)) if alone else match.seats
        channel, heard = "seats" if alone else "lounge", seen.heard
        for line in (text, FURTHER[at % len(FURTHER)]):
            words = line if alone else f"{seat}, {line}"
            heard = (*heard, Message("Ann", channel, readers, words, match.round, float(at)))
            moves = companion.turn(structs.replace(seen, heard=heard))
            own = [move for move in moves if isinstance(move, Say)]
            heard += tuple(
                Message(seat, channel, readers, say.text, match.round, float(at), say.deal, say.act, say.occasion)
                for say in own
            )
            found += [(line, say.text) for say in own]
    return found


@pytest.mark.parametrize("game", [game for game in games("exodus", "sinners_secret") if game in hearing.FILES])
def test_HH_04_what_a_bot_answers_follows_from_what_its_seat_may_know(game: str) -> None:
    match = hearing.situation(game)
    seat = hearing.listener(match)
    said = [
        answers(drawn, seat, "warm") for drawn in (match, redeal(match, seat, Dice(5)), redeal(match, seat, Dice(6)))
    ]
    assert said[0] == said[1] == said[2]
    assert len(said[0]) >= len(SAID) // 2


@pytest.mark.parametrize("game", hearing.FILES)
def test_the_example_for_people_who_were_not_understood_is_understood(game: str) -> None:
    match = hearing.situation(game)
    seat, found = hearing.listener(match), find_game(game)
    seen = views.sight(match, seat)
    gist = found.talk_facts(seen)
    terms, rounds = found.terms_now(seen.view), found.spec.rounds
    reading = read(terms, match.seats, "Ann", seat, match.round, rounds, gist.example, gist.names)
    assert isinstance(reading.act, Offer | Claim), gist.example


def test_of_the_sentences_written_before_most_are_answered_to_the_point_and_none_is_costly() -> None:
    counts: Counter[str] = Counter()
    for game in hearing.FILES:
        found = Counter(how for _, _, how in hearing.measure(game))
        assert found["fit"] >= 0.65 * found.total(), (game, found)
        counts += found
    assert counts["costly"] == 0
    assert counts["missed"] <= 0.25 * counts.total()


SETS = sorted(path.name for path in hearing.BLIND.iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", deep(SETS, SETS[-2:]))
def test_nothing_of_the_later_sets_is_costly(folder: str) -> None:
    for game in hearing.FILES:
        rows = hearing.measure(game, hearing.BLIND / folder)
        assert [sentence.text for sentence, _, how in rows if how == "costly"] == []


PAGE = """# A game

## The end

- The last one is the **candidate** (XX-01).
- Nobody is told of it.

## Secrets

Foxes count double.

| thing | effect |
| --- | --- |
| lamp | lights one room (XX-02) |
"""


def test_a_question_gets_the_sentence_of_the_rule_book_with_most_of_its_words_and_none_of_a_closed_section() -> None:
    assert rule_for(rules(PAGE), "what happens to the candidate") == "The last one is the candidate."
    assert rule_for(rules(PAGE), "what does the lamp light") == "Lamp: lights one room."
    assert rule_for(rules(PAGE), "do foxes count") == "Foxes count double."
    assert rule_for(rules(PAGE, frozenset({"Secrets"})), "do foxes count") == ""
    assert rule_for(rules(PAGE), "how tall is the tower") == ""


@pytest.mark.parametrize(
    ("game", "text", "occasion"),
    [
        ("exodus", "ur yellow + my green, hm", "restate"),
        ("exodus", "bro you sent me yellow not red", "accused"),
        ("exodus", "so what does yellow even do", "worth"),
        ("famine", "the more the merrier, topaz/diamond swap?", "restate"),
        ("drifting_ship", "lets both stay away from 10A so we dont cancel out", "jointly"),
        ("sinners_secret", "lol im so lost", "help"),
        ("sinners_secret", "do you know if B has faith?", "unseen"),
        ("sinners_secret", "what happens to the last one in hell", "rules"),
        ("sinners_secret", "Cas told me M is greed. u buy that?", "unseen"),
        ("pantheic_runes", "how much mana does a turn cost", "rules"),
        ("exodus", "if you send Cas anything we are done", "threatened"),
        ("exodus", "if you let me have a red i forget it", "jointly"),
        ("exodus", "you said green and gave me black", "accused"),
        ("exodus", "keep that between us, ok?", "discreet"),
        ("exodus", "i'll think about it", "stands"),
        ("exodus", "promise me you wont give black to anyone", "wished"),
        ("famine", "no onyx pls", "wished"),
        ("famine", "can you do better than an emerald?", "haggle"),
        ("famine", "i dont have a ruby anymore, will a diamond do?", "deal"),
        ("famine", "how many people give topaz", "unseen"),
        ("exodus", "so what's it gonna be, green or white?", "haggle"),
        ("exodus", "no deal unless you promise not to trade with Hal", "jointly"),
        ("exodus", "anyone want my yellow? i want a red or blue for it", "haggle"),
        ("exodus", "i have no red", "noted"),
        ("famine", "who wants to swap w me this year? id take anything but onyx", "haggle"),
        ("exodus", "were you the one who gave Cas that black?", "mum"),
        ("famine", "what did the diamond tell u about Cas?", "unseen"),
        ("famine", "im gonna hoard diamonds, save me yours?", "wished"),
        ("famine", "you owe me an emerald from year 2", "unsettled"),
        ("pantheic_runes", "are you gonna contest me on 4?", "mum"),
        ("pantheic_runes", "i have no mana left, can we combine next round instead?", "haggle"),
    ],
)
def test_what_binds_nobody_is_answered_to_the_point(game: str, text: str, occasion: str) -> None:
    assert hearing.answer(game, text, "warm").occasion == occasion


def test_the_own_thing_of_a_loose_swap_comes_first() -> None:
    assert "my green for your yellow" in hearing.answer("exodus", "ur yellow + my green, hm", "warm").text


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("make it blue instead of white and im in", "my red for your blue"),
        ("i have no white, will a blue do?", "my red for your blue"),
        ("id rather get green than red", "my green for your white"),
        ("i'd rather get yellow than green for my blue", "my blue for your yellow"),
    ],
)
def test_a_thing_in_place_of_another_is_put_into_the_proposal_that_waits(text: str, example: str) -> None:
    match = hearing.situation("exodus")
    bot, readers = hearing.listener(match), ("Ann", hearing.listener(match))
    seen = views.sight(match, bot)
    waits = Message(bot, "seats", readers, "My red for your white?", match.round, 0.0, Deal(give="red", want="white"))
    companion = copy.deepcopy(hearing.listener_after_turn("exodus", "warm"))
    moves = companion.turn(
        structs.replace(seen, heard=(*seen.heard, waits, Message("Ann", "seats", readers, text, match.round, 1.0)))
    )
    answer = [move for move in moves if isinstance(move, Say) and "Ann" in move.to][-1]
    refused = "Your {} for my {}?".format(*example.removeprefix("my ").split(" for your "))
    assert example in answer.text or answer.text.startswith(refused) or answer.deal is not None


def test_PR_12_a_proposal_of_its_own_accord_is_no_answer_to_what_a_person_said() -> None:
    table = open_house().make("pantheic_runes", ("Ann", "Bob", "Cas", "Dov", "Eve"), seed=5, holders=HOLDERS)
    for _ in range(2):
        table.play_bots()
        table.submit(j.Closed())
    for bot in ("Bob", "Cas", "Dov", "Eve"):
        table.submit(j.Said(author="Ann", to=(bot,), text="you promised me 4, or i'll block you every round"))
    table.play_bots()
    answered = {m.sender for m in table.match.messages if m.occasion == "threatened"}
    proposed = {m.sender for m in table.match.messages if m.deal is not None and "Ann" in m.readers}
    assert proposed
    assert answered == {"Bob", "Cas", "Dov", "Eve"}


def test_each_temper_asks_people_something_of_its_own() -> None:
    asked = {temper: VOICES[temper]["inquires"] for temper in TEMPERS}
    assert len(set(asked.values())) == len(TEMPERS)
    assert len({HOW[temper].topics for temper in TEMPERS}) >= 4


def test_PR_01_before_the_gods_are_shown_no_bot_tells_what_pleases_them() -> None:
    table = open_house().make("pantheic_runes", ("Ann", "Bob", "Cas", "Dov", "Eve"), seed=5, holders=HOLDERS)
    texts = (
        "what does Hera want?",
        "which god is best?",
        "how do I please Apollo?",
        "I go for Hera",
        "what is Ares worth",
    )
    patterns = [pattern for deity in DEITIES for pattern in deity.patterns]
    for phase in ("pregame", "round"):
        assert table.match.phase == phase
        for text in texts:
            table.submit(j.Said(author="Ann", to=("Bob",), text=text))
            table.play_bots()
        answers_ = [m.text for m in table.match.messages if m.sender == "Bob" and m.of_two and m.occasion]
        assert len(answers_) >= len(texts)
        assert any(pattern in answer for answer in answers_ for pattern in patterns) is (phase == "round")
        table.submit(j.Closed())
        table.play_bots()


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("exodus", "i would never give you red"),
        ("exodus", "wasn't it you who promised 2 whites?"),
        ("exodus", "if only you'd give me red for white"),
        ("exodus", "my red for your white? never"),
        ("exodus", "you wish, red for white"),
        ("exodus", "fine, be that way"),
        ("exodus", "sure if you say so"),
        ("exodus", "deal with it"),
        ("exodus", "deal, jk"),
        ("drifting_ship", "if only you left 9B to me"),
        ("drifting_ship", "didn't you promise to leave 9B to me?"),
        ("sinners_secret", "if only you'd tell me a sin"),
        ("day_of_mercury", "if only you'd spare me"),
        ("pantheic_runes", "i would take 3 but you said no"),
        ("famine", "i would swap ruby for onyx with anybody but you"),
    ],
)
def test_what_only_looks_like_a_promise_promises_nothing(game: str, text: str) -> None:
    match = hearing.situation(game)
    answered = hearing.answer(game, text, "warm")
    found = read(match.game.terms, match.seats, "Ann", hearing.listener(match), 3, match.game.spec.rounds, text)
    assert (answered.binds, answered.occasion in ("deal", "echoes", "agrees")) == (False, False)
    assert found.does not in ("offer", "yes")
    assert not isinstance(found.act, Offer)
