"""Half a proposal in plain words, and what bots of the trading games make of it."""

from __future__ import annotations

import pytest

from core.games.famine.spec import GOODS
from core.games.trading.bots.trader import tongue_of
from core.match import journal as j
from core.table.seat import Seat
from core.talk.parsing.offers import Wish
from core.talk.parsing.utterance import Utterance
from tests.kit import NAMES
from tests.kit.house import open_house

WISHES = {
    "I want your sapphire": Wish(wants="sapphire"),
    "do you have a ruby?": Wish(wants="ruby"),
    "who has a topaz to spare?": Wish(wants="topaz"),
    "I am looking for emeralds": Wish(wants="emerald"),
    "what would you give me for my ruby?": Wish(gives="ruby"),
    "anybody want an emerald?": Wish(gives="emerald"),
    "who needs a diamond": Wish(gives="diamond"),
    "do you want to trade?": Wish(),
    "then trade with me!": Wish(),
    "give me something nice": Wish(),
    "make me an offer": Wish(),
    "is onyx bad?": None,
    "diamonds are forever": None,
    "you took my ruby last year": None,
    "I do not want your onyx": None,
    "hello": None,
}


@pytest.mark.parametrize("text", WISHES)
def test_half_a_proposal_is_heard(text: str) -> None:
    assert Utterance(tongue_of(GOODS), text).wish == WISHES[text]


def test_a_person_who_says_what_it_has_is_proposed_something_for_it() -> None:
    holders = {seat: "local" if seat == "Ada" else "bot:steady" for seat in NAMES[:8]}
    made = open_house().make("famine", NAMES[:8], holders=holders, seed=3)
    made.play_bots()
    made.submit(j.Closed())
    made.play_bots()
    before, own = len(made.match.messages), Seat(made, "Ada").view().held
    for seat in NAMES[1:8]:
        for gem in own:
            made.submit(j.Said(author="Ada", to=(seat,), text=f"what would you give me for my {gem}?"))
            made.play_bots()
    put = [m for m in made.match.messages[before:] if m.deal is not None and "Ada" in m.readers]
    assert put
    asked = ""
    for message in made.match.messages[before:]:
        if message.sender == "Ada":
            asked = message.text
        elif message.deal is not None and "Ada" in message.readers:
            assert message.deal.want in asked
