"""Whole matches with steady bots as companions: what a person among them can count on."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.company import count, play_one
from benchmarks.exploit import play_one as play_scheme
from core.botplay.playing import make_bot
from core.games import game
from core.match import journal as j
from core.match.views import sight
from core.talk.channels import Deal
from storage.memory import MemoryStore
from tests.core.games.trading.sitting import ADA, BO, CY, DI, GAMES
from tests.kit import NAMES
from tests.kit.depth import DEEP, deep
from tests.kit.house import open_house


def test_a_broken_word_is_told_where_people_can_read_it_and_by_two_at_most() -> None:
    told: Counter[tuple[str, int, str]] = Counter()
    tellers: Counter[tuple[str, str]] = Counter()
    for seed in (1, 2):
        match, _ = play_scheme("exodus", "overpromiser", seed, 0)
        for message in match.messages:
            if "broke its word to me" in message.text:
                assert message.channel == "lounge"
                told[message.text, message.round, str(seed)] += 1
                tellers[message.sender, f"{seed} {message.text}"] += 1
    assert told
    assert max(told.values()) <= 2
    assert max(tellers.values()) == 1


@pytest.mark.parametrize("game_id", deep(GAMES, ("famine",)))
def test_a_person_who_offers_fair_deals_finds_partners(game_id: str) -> None:
    tally: Counter[str] = Counter()
    for seed in range(1, deep(5, 3)):
        count(play_one(game_id, seed, tally), tally, Counter())
    assert tally["answered"] == tally["made"] > 10
    assert tally["accepted"] > 0
    assert tally["accepted"] + tally["taken up"] > tally["rounds"], "a swap in each round at the least"
    assert tally["received"] > 2 * tally["rounds"]
    assert tally["came about"] == tally["taken up"] > 10, "what bots propose to people stands"
    assert tally["heard"] < 12 * tally["rounds"], "nobody is flooded"
    assert tally["waited"] == 0, "no round waits for a bot"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(1, deep(6, 3)))
def test_bots_that_sit_down_again_remember_what_they_agreed(game_id: str, seed: int) -> None:
    """The house is quit in mid-round and opened again: nobody is asked twice, and no orders change."""
    store = MemoryStore()
    names = NAMES[: game(game_id).spec.seats]
    holders = {ADA: "local", **dict.fromkeys(names[1:], "bot:steady")}
    table = open_house(store).make(game_id, names, holders=holders, seed=seed)
    table.play_bots()
    for message in [m for m in table.match.messages if ADA in m.readers and m.deal is not None][:2]:
        assert message.deal is not None
        mirror = Deal(message.deal.want, message.deal.give)
        table.submit(j.Said(author=ADA, to=(message.sender,), text="Agreed.", deal=mirror))
        table.play_bots()
    before = table.match
    table = open_house(store).table(before.header.match)
    assert table.match == before
    table.start()
    table.play_bots()
    assert table.match.messages == before.messages
    assert table.match.sealed == before.sealed


def test_trust_outlives_a_restart() -> None:
    """A word broken by a person is remembered by the bot that sits down later."""
    table = open_house().make(
        "exodus", NAMES[:9], holders={ADA: "local", **dict.fromkeys(NAMES[1:9], "bot:steady")}, seed=7
    )
    table.play_bots()
    victims = [
        m.sender for m in table.match.messages if m.readers[0] == ADA and len(m.readers) == 2 and m.deal is not None
    ]
    for message in [m for m in table.match.messages if ADA in m.readers and m.deal is not None]:
        assert message.deal is not None
        table.submit(
            j.Said(author=ADA, to=(message.sender,), text="Agreed.", deal=Deal(message.deal.want, message.deal.give))
        )
        table.play_bots()
    table.submit(j.Readied(author=ADA))  # and offers nothing
    table.play_bots()
    assert table.match.round == 2
    reproached = [
        m.sender for m in table.match.messages if m.round == 2 and ADA in m.readers and m.occasion == "reproach"
    ]
    assert reproached
    assert set(reproached) <= set(victims)
    assert len(reproached) == len(set(reproached)), "once is enough"
    bot = make_bot(table.match, reproached[0], "steady")
    bot.turn(sight(table.match, reproached[0]))
    assert bot.trust.of(ADA) < bot.trust.of("nobody")  # type: ignore[attr-defined]


@pytest.mark.skipif(not DEEP, reason="test_bots.py and tests/core/test_levels.py ask it of bots without a person")
def test_the_same_seed_brings_the_same_company() -> None:
    one, two = (play_one("famine", 5, Counter()) for _ in range(2))
    assert (one.messages, one.rounds) == (two.messages, two.rounds)


def test_a_bot_knows_people_from_bots_and_no_more() -> None:
    """Who is a person stands in the lobby; nobody's free seat counts as one."""
    holders = {ADA: "local", BO: "Barbara", CY: "open", **dict.fromkeys(NAMES[3:9], "bot:steady")}
    table = open_house().make("exodus", NAMES[:9], holders=holders, seed=1)
    assert sight(table.match, DI).people == (ADA, BO)
    assert sight(table.match, ADA).people == (BO,)
