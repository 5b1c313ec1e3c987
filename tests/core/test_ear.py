"""An ear of the host's own: it names acts, which are checked and echoed, and binds nobody."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from cli.commands.serve import voice_of
from core.botplay.companion import Companion
from core.dice import Dice
from core.json import Json
from core.match import journal as j
from core.match.redeal import redeal
from core.match.views import sight
from core.refusal import Refused
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import Offer
from core.talk.book import entries
from tests.kit import NAMES
from tests.kit.house import open_house

WORDS = "the usual thing between us, colleague"
SWAP = {"kind": "offer", "clauses": [
    {"who": "Ada", "term": "trade", "what": "Hal", "first": 2, "negated": True},
    {"who": "Bo", "term": "trade", "what": "Hal", "first": 2, "negated": True},
]}  # fmt: skip


def table(ear: Any, game: str = "exodus") -> Table:
    house = open_house()
    house.ear = ear
    holders = {seat: "local" if seat in ("Ada", "Cy") else "bot:steady" for seat in NAMES[:9]}
    made = house.make(game, NAMES[:9], holders=holders, seed=11)
    made.play_bots()
    return made


def say(made: Table, text: str) -> list[Any]:
    before = len(made.match.messages)
    made.submit(j.Said(author="Ada", to=("Bo",), text=text))
    made.play_bots()
    return [m for m in made.match.messages[before:] if m.sender == "Bo" and "Ada" in m.readers]


def test_HH_76_terms_that_it_hears_are_echoed_and_bind_by_the_persons_own_yes() -> None:
    given: list[Json] = []

    def ear(facts: Json) -> str:
        given.append(facts)
        return json.dumps(SWAP)

    made = table(ear)
    assert all("with an ear" in one.temper for one in Seat(made, "Ada").sitters() if one.temper)
    (echo,) = say(made, WORDS)
    assert isinstance(echo.act, Offer)
    own = made.match.game.terms
    assert not [e for e in entries(own, made.match.messages, 1) if e.agreed and e.offer == echo.act]
    say(made, "yes")
    assert [e for e in entries(own, made.match.messages, 1) if e.agreed and e.offer == echo.act]
    assert [facts["text"] for facts in given] == [WORDS], "what the house reads itself, it is not asked"
    assert {act["kind"] for act in given[0]["acts"]} >= {"offer", "ask", "warn"}


@pytest.mark.parametrize(
    "answer",
    [
        None, "", "no json", "null", "[]", '{"kind": "accept", "of": "Bo-1"}', '{"kind": "ask", "about": "secrets"}',
        '{"kind": "warn", "of": "Nobody"}', '{"kind": "offer", "clauses": []}',
        json.dumps({"kind": "offer", "clauses": [{"who": "Di", "term": "trade", "what": "Hal", "first": 1}]}),
        json.dumps({"kind": "offer", "clauses": [{"who": "Bo", "term": "give", "what": "gold", "first": 1}]}),
    ],
)  # fmt: skip
def test_HH_76_an_act_that_is_not_possible_counts_as_none(answer: str | None) -> None:
    assert [m.text for m in say(table(lambda _: answer), WORDS)] == [m.text for m in say(table(None), WORDS)]


def test_HH_76_what_it_is_given_follows_from_what_its_bot_may_know() -> None:
    made = table(None)
    made.submit(j.Said(author="Cy", to=("Di",), text="a word between two others"))
    made.submit(j.Said(author="Ada", to=("Bo",), text=WORDS))
    given: list[list[Json]] = []
    for match in (made.match, redeal(made.match, "Bo", Dice(5))):
        told: list[Json] = []

        def ear(facts: Json, into: list[Json] = told) -> None:
            into.append(facts)

        bot = match.game.bot("steady", "Bo", 15)
        Companion(match.game, bot, "warm", "steady", 15, "talkative", None, ear).turn(sight(match, "Bo"))
        given.append(told)
    assert given[0] == given[1] != []
    assert "a word between two others" not in json.dumps(given)


def test_HH_76_the_example_reads_a_question_and_a_room_without_a_network() -> None:
    ear = voice_of(f"{sys.executable} docs/scripting_ear.py", "--ear")
    facts = {"text": "who is the boss here?", "round": 1, "by": "Ada", "seat": "Bo", "acts": [{"terms": []}]}
    assert json.loads(str(ear(facts))) == {"kind": "ask", "about": "leader"}
    facts |= {"text": "hands off 13B", "acts": [{"terms": [{"term": "leave", "what": ["13B", "12A"]}]}]}
    assert json.loads(str(ear(facts)))["clauses"][0]["what"] == "13B"
    assert ear(facts | {"text": "lovely weather"}) == "null"
    with pytest.raises(Refused, match="--ear"):
        voice_of("no-such-program --fast", "--ear")
