"""What bots say in company: nobody repeats itself, and talk is heard as talk."""

from __future__ import annotations

import re

import pytest

from core.bots.company.occasions import DECLINING, OCCASIONS
from core.bots.company.tempers import temper_of
from core.bots.company.voices import (
    TEMPERS,
    VOICES,
    is_chat,
    line,
    occasion_of,
)
from core.dice import Dice
from core.games import game as find_game
from core.games.trading import TradingGame
from core.games.trading.bots.trader import declined, hear
from core.talk.parsing.claims import claimed
from core.talk.parsing.tales import told_of

SLOTS = {"place": "3",
    "other": "Ada", "about": "Di", "leader": "Cy", "winner": "Cy", "own": "I have 12 points", "holds": "2 cubes",
    "gain": "8 points", "rule": "Both must offer each other.", "goods": "gold and tin", "claim": "M charity yes.",
    "thing": "charity", "when": "round 3",
    "worth": "In this round giving away a red cube brings 2 points.",
    "reason": "the swap would help you more than me", "advice": "Ask about A, F and K, and about hope.",
    "plan": "I am after 4B", "spot": "4B", "teller": "Ed",
    "what": "a red cube", "deal": "my red cube for your white cube",
}  # fmt: skip
EVERY = [
    (temper, occasion, text)
    for temper, lines in VOICES.items()
    for occasion, texts in lines.items()
    for text in texts
]  # fmt: skip


@pytest.mark.parametrize("temper", TEMPERS)
def test_every_temper_has_lines_for_every_occasion(temper: str) -> None:
    assert set(VOICES[temper]) == set(OCCASIONS)
    for occasion, lines in VOICES[temper].items():
        assert len(set(lines)) == len(lines) >= 3, occasion
        for text in lines:
            assert set(re.findall(r"\{(\w+)\}", text)) <= OCCASIONS[occasion], text


def test_no_two_tempers_share_a_line() -> None:
    texts = [text for _, _, text in EVERY if text not in ("Hm.",)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("game", ["exodus", "famine"])
def test_talk_is_heard_as_talk_and_a_no_as_a_no(game: str) -> None:
    found = find_game(game)
    assert isinstance(found, TradingGame)
    goods, wrong = found.goods, []
    for temper, occasion, text in EVERY:
        said = text.format(**SLOTS)
        kind = hear(goods, said).kind
        if kind != ("no" if occasion in DECLINING else "talk"):
            wrong.append((temper, occasion, said, kind))
        if declined(said) != (occasion in DECLINING) or is_chat(said) == (occasion in DECLINING):
            wrong.append((temper, occasion, said, str(occasion_of(said))))
        if (told_of(["Ada", "Cy", "Di"], said) is not None) != (occasion == "tells"):
            wrong.append((temper, occasion, said, "a tale"))
    assert wrong == []


@pytest.mark.parametrize("temper", TEMPERS)
def test_nobody_repeats_itself_in_a_match(temper: str) -> None:
    said: set[str] = set()
    for turn in range(30):
        text = line(temper, "chat", said, Dice(5).draw(f"turn {turn}"), other="Ada")
        assert text not in said
        assert is_chat(text)
        said.add(text)


def test_the_same_seed_says_the_same() -> None:
    first, second = (line("dry", "greet", (), Dice(9).draw("greet")) for _ in range(2))
    assert first == second


def test_neighbours_have_different_tempers_and_keep_them() -> None:
    for nonce in ("a", "b", "c"):
        assert len({temper_of(nonce, place) for place in range(5)}) == len(TEMPERS)
    assert len({tuple(temper_of(str(n), place) for place in range(5)) for n in range(20)}) > 5


def test_each_word_for_a_place_of_the_temple_claims_that_place() -> None:
    for lines in VOICES.values():
        assert {claimed(text.format(place=3)) for text in lines["takes"]} == {3}
