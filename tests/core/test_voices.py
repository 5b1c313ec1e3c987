"""What bots say in company: nobody repeats itself, and talk is heard as talk."""

from __future__ import annotations

import re

import pytest

from core.dice import Dice
from core.games import game as find_game
from core.games.trading import TradingGame
from core.games.trading.bots.trader import tongue_of
from core.levels import TEMPERS, temper_of
from core.talk.channels import DECLINING
from core.talk.parsing.asks import claimed, told_of
from core.talk.parsing.utterance import Utterance
from core.talk.voices import HOW, VOICES, line

SLOTS = {"place": "3",
    "other": "Ada", "last": "Until later, Ada.", "about": "Di", "leader": "Cy",
    "winner": "Cy", "own": "I have 12 points", "holds": "2 cubes",
    "gain": "8 points", "rule": "Both must offer each other.", "goods": "gold and tin", "claim": "M charity yes.",
    "thing": "charity", "when": "round 3",
    "worth": "In this round giving away a red cube brings 2 points.",
    "reason": "the swap would help you more than me", "advice": "Ask about A, F and K, and about hope.",
    "plan": "I am after 4B", "spot": "4B", "teller": "Ed",
    "topics": "swaps and who leads", "round": "round", "how": "Offer terms from the composer (p).",
    "terms": "Ada gives Bo a red cube next round.", "why": "it would help you more than me",
    "what": "a red cube", "deal": "my red cube for your white cube", "things": "envy and K", "remark": "K is Di's.",
    "past": "In round 4 we agreed on my red cube for your blue cube, and both of us kept to it.",
    "word": "bored", "fact": "I have 3 mana", "example": " For example: \u201cI take place 1\u201d",
}  # fmt: skip
TERMS = {"echoes", "agrees", "agreed_on", "unsure", "resolved"}
"""Lines that say terms again: what they do stands in their act."""
EVERY = [
    (temper, occasion, text)
    for temper, lines in VOICES.items()
    for occasion, texts in lines.items()
    for text in texts
]  # fmt: skip


def test_every_temper_has_lines_for_the_same_occasions_with_slots_that_are_known() -> None:
    assert {temper: set(lines) for temper, lines in VOICES.items()} == {one: set(VOICES["warm"]) for one in TEMPERS}
    assert {slot for _, _, text in EVERY for slot in re.findall(r"\{(\w+)\}", text)} <= set(SLOTS)
    for lines in VOICES.values():
        assert [occasion for occasion, texts in lines.items() if len(set(texts)) != len(texts) or len(texts) < 2] == []


def test_tempers_differ_in_how_they_talk_and_not_only_in_what_they_say() -> None:
    assert len({(how.begins, how.reasons, how.tells, how.short, how.topics) for how in HOW.values()}) == len(TEMPERS)
    length = {temper: sum(len(text) for texts in VOICES[temper].values() for text in texts) for temper in TEMPERS}
    assert max(length["blunt"], length["dry"]) < length["grand"]


def test_no_line_belongs_to_two_occasions() -> None:
    found = {(occasion, text) for _, occasion, text in EVERY}
    assert len({text for _, text in found}) == len(found)


@pytest.mark.parametrize("game", ["exodus", "famine"])
def test_talk_is_heard_as_talk_and_a_no_as_a_no(game: str) -> None:
    found = find_game(game)
    assert isinstance(found, TradingGame)
    goods, wrong = found.goods, []
    for temper, occasion, text in EVERY:
        said = text.format(**SLOTS)
        kind = Utterance(tongue_of(goods), said).kind
        if occasion not in TERMS and kind not in ("talk", "unclear", "no" if occasion in DECLINING else "talk"):
            wrong.append((temper, occasion, said, kind))
        if (told_of(["Ada", "Cy", "Di"], said) is not None) != (occasion == "tells"):
            wrong.append((temper, occasion, said, "a tale"))
    assert wrong == []


@pytest.mark.parametrize("temper", TEMPERS)
def test_nobody_repeats_itself_in_a_match(temper: str) -> None:
    said: set[str] = set()
    for turn in range(8):
        text = line(temper, "greeted", said, Dice(5).draw(f"turn {turn}"), said, other="Ada")
        assert text not in said
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
