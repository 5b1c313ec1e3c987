"""What bots answer to remarks: to the point, from what their seat may know, with examples that bind."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from benchmarks import hearing
from core.botplay.companion import Companion
from core.bots.contract import Say
from core.dice import Dice
from core.games import game as find_game
from core.levels import TEMPERS
from core.match import views
from core.match.redeal import redeal
from core.match.state import Match
from core.talk.acts import Claim, Offer
from core.talk.channels import Message
from core.talk.parsing.reading import read
from core.talk.voices import HOW, VOICES

SAID = (
    "what do you have?", "how much energy, mana or favor do you have", "where are you going", "I need red",
    "don't go there",
    "did you steal from me", "K is wrath", "I'm at 7A in round 3", "help", "who do you trust", "who is anyone's ally",
    "you took it from me", "leave 13B to me please", "have you locked a letter?", "do you have any envy left?",
)  # fmt: skip


def answers(match: Match, seat: str, temper: str) -> list[tuple[str, str]]:
    found = []
    for at, text in enumerate(SAID):
        bot: Any = match.game.bot("steady", seat, 15)
        companion = Companion(match.game, bot, temper, "steady", 15, "talkative")
        seen = views.sight(match, seat)
        companion.turn(seen)
        alone = "Ann" in seen.partners
        readers = tuple(name for name in match.seats if name in ("Ann", seat)) if alone else match.seats
        words = text if alone else f"{seat}, {text}"
        message = Message("Ann", "seats" if alone else "lounge", readers, words, match.round, float(at))
        moves = companion.turn(structs.replace(seen, heard=(*seen.heard, message)))
        found += [(text, move.text) for move in moves if isinstance(move, Say)]
    return found


@pytest.mark.parametrize("game", hearing.FILES)
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
    gist = found.gist(seen)
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


def test_each_temper_asks_people_something_of_its_own() -> None:
    asked = {temper: VOICES[temper]["inquires"] for temper in TEMPERS}
    assert len(set(asked.values())) == len(TEMPERS)
    assert len({HOW[temper].topics for temper in TEMPERS}) >= 4
