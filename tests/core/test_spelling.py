"""What people type in haste is read as they mean it, and words of their own stay as they are."""

from __future__ import annotations

import pytest

from core.games.exodus.spec import GOODS as CUBES
from core.games.famine.spec import GOODS as GEMS
from core.games.trading.bots.trader import tongue_of
from core.talk.channels import Deal
from core.talk.parsing.utterance import Utterance
from core.talk.parsing.words import meant, written_out

GEM = tuple(GEMS.kinds)


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("dont trust Bo", "don't trust bo"),
        ("Thnaks a lot", "thanks a lot"),
        ("aliance?", "alliance?"),
        ("u promissed", "you promised"),
        ("my red 4 ur blue", "my red for your blue"),
        ("I have 4 red ones", "i have 4 red ones"),
        ("come back, is that true", "come back, is that true"),
    ],
)
def test_haste_is_written_out(typed: str, whole: str) -> None:
    assert written_out(typed) == whole


@pytest.mark.parametrize("slip", ["saphire", "emrald", "topas", "dimond", "onix", "rubby"])
def test_a_slip_in_a_name_is_read_over(slip: str) -> None:
    assert meant(slip, GEM) is not None


@pytest.mark.parametrize("word", ["while", "write", "back", "great", "greet", "only", "topic"])
def test_a_word_of_its_own_is_no_slip(word: str) -> None:
    assert meant(word, (*GEM, *CUBES.kinds)) is None


@pytest.mark.parametrize(
    ("text", "deal"),
    [
        ("swap you a yelow for a blue", Deal("yellow", "blue")),
        ("ill give u a blue for a gren", Deal("blue", "green")),
        ("how bout my green for ur red", Deal("green", "red")),
    ],
)
def test_a_proposal_typed_in_haste_is_one(text: str, deal: Deal) -> None:
    assert Utterance(tongue_of(CUBES), text).deal == deal
