"""Bots in company: everything that is said to one alone is answered, and talk never touches play."""

from __future__ import annotations

from typing import Any

import pytest

from core import journal as j
from core.company.voices import is_chat, occasion_of
from core.games import game as find_game
from core.games import ids
from core.seat import Seat
from core.table import Table
from core.talk import Message, partners
from core.writing import FRESH, Writing
from tests.kit import NAMES
from tests.kit.house import open_house

SAID = (
    "Who leads?", "What do you hold?", "Shall we make a pact?", "Beware of Cy!", "You broke your word!", "I am sorry.",
    "Thank you!", "Nice weather today.", "I will ruin you.", "How do the rules work?", "Hello Bo", "hm",
)  # fmt: skip


def table(game: str, level: str = "steady", **more: Any) -> Table:
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: "local" if seat == "Ada" else f"bot:{level}" for seat in seats}
    made = open_house().make(game, seats, holders=holders, seed=11, **more)
    made.play_bots()
    return made


def of(made: Table, seat: str) -> list[Message]:
    return [message for message in made.match.said if message.by == seat]


def partner(made: Table) -> str:
    """A bot to whom Ada can speak alone."""
    return partners(made.match.talk, "Ada")[0]


@pytest.mark.parametrize("game", [name for name in ids() if name != "drifting_ship" and "parley" not in name])
def test_whatever_is_said_to_a_bot_alone_is_answered_once_and_never_twice_the_same(game: str) -> None:
    made = table(game)
    if made.match.phase == "pregame":
        made.submit(j.Closed())
        made.play_bots()
    bot = partner(made)
    for text in SAID:
        before = len(of(made, bot))
        made.submit(j.Said(by="Ada", to=(bot,), text=text))
        made.play_bots()
        answers = [m for m in of(made, bot)[before:] if m.of_two and "Ada" in m.readers]
        assert len(answers) == 1, (text, answers)
    own = [m.text for m in of(made, bot) if occasion_of(m.text)]
    assert len(set(own)) == len(own)


def test_HH_32_silent_bots_say_nothing_beside_their_deals_and_sparing_ones_begin_nothing() -> None:
    silent, sparing = table("exodus", bot_talk="silent"), table("exodus", bot_talk="sparing")
    for made in (silent, sparing):
        assert not any(occasion_of(m.text) for m in made.match.said)
        made.submit(j.Said(by="Ada", to=("Bo",), text="Who leads?"))
        made.play_bots()
    assert not any(occasion_of(m.text) for m in silent.match.said)
    assert occasion_of(of(sparing, "Bo")[-1].text) in ("unknown", "nobody")


def test_among_themselves_bots_have_nobody_to_talk_to() -> None:
    seats = NAMES[:9]
    made = open_house().make("exodus", seats, holders=dict.fromkeys(seats, "bot:steady"), seed=11)
    made.play_bots()
    assert not any(occasion_of(m.text) for m in made.match.said)


def test_the_same_match_hears_the_same_talk() -> None:
    assert [m.text for m in table("famine").match.said] == [m.text for m in table("famine").match.said]


def test_at_most_two_bots_begin_to_talk_in_a_round() -> None:
    made = table("exodus")
    for _ in range(6):
        for number in range(1, 8):
            begun = [m for m in made.match.said if m.round == number and m.channel == "lounge" and occasion_of(m.text)]
            assert len({m.by for m in begun}) <= 2
        made.submit(j.Closed())
        made.play_bots()
    assert any(m.channel == "lounge" and occasion_of(m.text) for m in made.match.said)


def test_a_pact_is_agreed_to_and_stands() -> None:
    made = table("exodus")
    for text, occasion in (("A pact, you and me?", "pact"), ("So we have a pact?", "bound")):
        made.submit(j.Said(by="Ada", to=("Bo",), text=text))
        made.play_bots()
        assert occasion_of(of(made, "Bo")[-1].text) == occasion


def test_the_ship_is_greeted_before_it_leaves() -> None:
    made = table("drifting_ship")
    assert made.match.phase == "pregame"
    assert any(occasion_of(m.text) == "aboard" and m.channel == "lounge" for m in made.match.said)
    made.submit(j.Said(by="Ada", to="lounge", text="Bo, who leads?"))
    made.play_bots()
    assert occasion_of(made.match.said[-1].text) == "nobody"


def test_what_three_goods_mean_is_asked_back() -> None:
    made = table("exodus")
    made.submit(j.Said(by="Ada", to=("Bo",), text="I dreamt of red, blue and green"))
    made.play_bots()
    assert [m.text for m in of(made, "Bo")][-1]


def test_HH_32_a_pact_raises_trust_and_the_order_of_proposals() -> None:
    made = table("exodus")
    mind = made._bots["Bo"].bot  # type: ignore[attr-defined]
    before = mind.trust.of("Ada")
    made.submit(j.Said(by="Ada", to=("Bo",), text="A pact, you and me?"))
    made.submit(j.Said(by="Ada", to=("Bo",), text="hm"))
    made.play_bots()
    made.submit(j.Said(by="Ada", to=("Bo",), text="Nice weather"))
    made.play_bots()
    assert mind.allies == ("Ada",)
    assert mind.trust.of("Ada") > before


def test_HH_32_no_bot_begins_to_talk_where_a_person_writes_and_nobody_learns_of_it() -> None:
    def begun(*, writes: bool) -> int:
        made = table("exodus")
        told: list[Any] = []
        for seat in ("Ada", "Bo", None):
            made.subscribe(seat, told.append)
        if writes:
            Seat(made, "Ada").writes("lounge")
            assert told == []
        for _ in range(4):
            made.submit(j.Closed())
            made.play_bots()
        return sum(m.channel == "lounge" and m.round > 1 and is_chat(m.text) for m in made.match.said)

    assert begun(writes=False) > 0
    assert begun(writes=True) == 0


def test_HH_32_what_is_written_elsewhere_or_long_ago_holds_no_bot_back() -> None:
    found = Writing()
    found.write("Ada", ("Bo",), 0.0)
    assert found.at("Bo", ("Ada",), 1.0)
    assert not found.at("Bo", "lounge", 1.0)
    assert not found.at("Cy", ("Ada",), 1.0)
    assert not found.at("Bo", ("Ada",), FRESH)
    found.write("Ada", None, 2.0)
    assert not found.at("Bo", ("Ada",), 2.0)
