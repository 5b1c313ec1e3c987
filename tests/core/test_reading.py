"""What sentences mean: all were written down before the reader met them; and the dear mistakes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from core.games import game as find_game
from core.games.pantheic_runes.runes import tableaux_in_text
from core.talk.acts import Claim, Clause, Offer, Term, Warn, plain_swap
from core.talk.parsing.offers import Wish
from core.talk.parsing.utterance import Utterance, hear, read

SEATS = ("Ada", "Bo", "Cy", "Di", "Hal", "Dee", "Eve", "Fay")
NOW = 4
REMARKS = {"hello": "courtesy", "thanks": "courtesy", "bye": "courtesy"}


class Sentence(NamedTuple):
    game: str
    stands: bool
    text: str
    meanings: tuple[str, ...]


def sentences() -> list[Sentence]:
    found = []
    for line in Path("tests/kit/sentences.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            where, text, meant = (part.strip() for part in line.split(" | "))
            game, _, stands = where.partition(" ")
            found.append(Sentence(game, bool(stands), text, tuple(canonical(one) for one in meant.split(" or "))))
    return found


def canonical(meaning: str) -> str:
    """The clauses in one order; who takes a room says that the other leaves it."""
    if not meaning.startswith("offer "):
        return meaning
    other = {"Ada": "Bo", "Bo": "Ada"}
    clauses = [
        re.sub(r"^(\w+) take ", lambda found: f"{other[found[1]]} leave ", one.strip())
        for one in meaning[6:].split(";")
    ]
    return f"offer {'; '.join(sorted(clauses))}"


def heard(sentence: Sentence) -> str:
    """What is understood, in the words of the list."""
    game = find_game(sentence.game)
    names = {one: one for one in tableaux_in_text(sentence.text)} if sentence.game == "pantheic_runes" else None
    found = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, sentence.text, names)
    return in_words(game.terms, found, stands=sentence.stands)


def in_words(own: Sequence[Term], found: Utterance, *, stands: bool = False) -> str:
    if found.deal is not None:
        return f"deal {found.deal.give} {found.deal.want}"
    if isinstance(found.act, Offer):
        swap = plain_swap(own, "Ada", NOW, found.act)
        if swap is not None:
            return f"deal {swap.give} {swap.want}"
        return f"offer {'; '.join(sorted(map(clause_in_words, found.act.clauses)))}"
    if isinstance(found.act, Warn):
        return f"warn {found.act.about}"
    if isinstance(found.act, Claim):
        return f"claim {found.act.what}"
    names = {"apologise": "sorry", "threaten": "threat", "ask": f"ask {getattr(found.act, 'about', '')}"}
    return "words" if found.does == "yes" and not stands else names.get(found.does, found.does)


def clause_in_words(clause: Clause) -> str:
    rounds = f"R{clause.first}" if clause.first == clause.last else f"R{clause.first}-{clause.last or ''}"
    after = "" if clause.after is None else f" after {clause.after + 1}"
    return f"{clause.who} {'not ' if clause.negated else ''}{clause.term} {clause.what}".rstrip() + f" {rounds}{after}"


def verdict(sentence: Sentence) -> str:
    """`fits`; `plain` where it is said to be not understood; `dear` for a bargain that nobody meant; else `wrong`."""
    said = read((), SEATS, "Ada", "Bo", NOW, 0, sentence.text)
    found, question, remark = heard(sentence), said.question, said.remark({})
    if found in sentence.meanings or (question is not None and f"ask {question.about}" in sentence.meanings):
        return "fits"
    if remark is not None and REMARKS.get(remark.kind, remark.kind) in sentence.meanings:
        return "fits"
    if found.split()[0] in ("deal", "offer", "yes"):
        return "dear"
    return "plain" if found in ("words", "unclear") else "wrong"


def test_no_sentence_is_heard_as_a_bargain_that_it_is_not_and_most_as_what_they_are() -> None:
    found = {one: verdict(one) for one in sentences()}
    assert len(found) >= 200
    assert [one.text for one, how in found.items() if how == "dear"] == []
    counts = Counter(found.values())
    assert counts["fits"] >= 0.9 * len(found), counts
    assert counts["fits"] + counts["plain"] >= 0.98 * len(found), counts


@pytest.mark.parametrize(
    "text",
    [
        "red for white unless it rains",
        "red for white if Cy agrees",
        "if you win, red for white",
        "red for white after round 5",
        "red for white, else I tell everybody",
        "red for white while Hal sleeps",
        "red for white, maybe",
        "red for white as soon as you can, but only once Di is out",
        "give me red next round if you like and I give you white",
    ],
)
def test_a_condition_or_another_round_is_heard_or_the_sentence_is_not_understood(text: str) -> None:
    game = find_game("exodus")
    found = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, text)
    assert found.deal is None
    assert not isinstance(found.act, Offer)


@pytest.mark.parametrize(
    ("text", "partly"),
    [
        ("my red for your blue in round 6. my cat says hello", True),
        ("What a day! Don't trade with Hal and I won't either. Lovely evening", True),
        ("red for white. But keep it secret, else no deal", False),
        ("red for white in round 6. not", False),
        ("red for white in round 6. i mean black", False),
        ("red for white in round 6. Only if it rains", False),
        ("Cy said: red for white in round 6. So silly", False),
    ],
)
def test_one_whole_sentence_beside_others_is_heard_in_part_and_binds_nobody(text: str, partly: bool) -> None:
    game = find_game("exodus")
    found = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, text)
    assert bool(found.part) is partly
    assert (found.act, found.deal) == (None, None)


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("wanna swap? my red 4 ur blue in rounds 5 and 7", [(5, 5), (7, 7)]),
        ("my red for your blue in rounds 4, 5 and 6", [(4, 6)]),
        ("red for blue every round from now till 6", [(4, 6)]),
        ("lets trade every round from 5 to 7, my red for ur blue", [(5, 7)]),
        ("my red for your blue until round 5, i swear", [(4, 5)]),
        ("my red for your blue just this round", []),
        ("my red for your blue every second round till 6", None),
        ("my red for your blue in rounds 6, 5 and 7 or so", None),
    ],
)
def test_rounds_of_a_chat_are_all_heard_or_the_sentence_is_not_understood(text: str, rounds: list[tuple[int, int]]):
    game = find_game("exodus")
    act = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, text).act
    if rounds is None:
        assert act is None
        return
    assert isinstance(act, Offer)
    if not rounds:
        assert plain_swap(game.terms, "Ada", NOW, act) is not None
        return
    assert sorted({(clause.first, clause.last) for clause in act.clauses}) == rounds
    assert {(clause.who, clause.what) for clause in act.clauses} == {("Ada", "red"), ("Bo", "blue")}


@pytest.mark.parametrize(
    "text", ["dont lock my letter and i wont lock urs ok?", "i swear ill not lock yours if you dont lock mine"]
)
def test_a_letter_stands_for_the_seat_that_owns_it(text: str) -> None:
    game = find_game("sinners_secret")
    act = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, text).act
    assert isinstance(act, Offer)
    assert {(clause.who, clause.what, clause.negated) for clause in act.clauses} == {
        ("Ada", "Bo", True),
        ("Bo", "Ada", True),
    }


def test_a_wish_in_two_sentences_has_both_halves() -> None:
    words = {"red": "red", "green": "green"}
    assert hear(words, "i can give red. anyone has green?").wish == Wish("red", "green")
    assert hear(words, "u got green? id give red").wish == Wish("red", "green")


def test_two_cannot_leave_one_room_to_each_other_in_one_round() -> None:
    game = find_game("drifting_ship")
    for text, whole in (
        ("if you touch 9A i bid on 9A", False),
        ("i leave 9A to you in round 4 and you leave 9A to me in round 5", True),
    ):
        act = read(game.terms, SEATS, "Ada", "Bo", NOW, game.spec.rounds, text).act
        assert isinstance(act, Offer) is whole


def test_a_sentence_that_approves_of_a_swap_is_half_a_yes_and_is_asked_back() -> None:
    for text in ("white for white is fine by me", "white 4 white works for me"):
        heard = hear({"white": "white"}, text, ("Cy",))
        assert (heard.kind, heard.wavers) == ("unclear", True)
    assert not hear({"red": "red"}, "red is not good for me", ("Cy",)).wavers


def test_a_lack_is_no_possession_and_the_first_words_of_a_sentence_are_no_news() -> None:
    things = {"ruby": "ruby", "letter": "letter", "P": "P", "pride": "pride"}
    for text, kind, named in (
        ("i have no ruby", "states", ("ruby",)),
        ("i'm out of ruby", "states", ("ruby",)),
        ("my letter is P, its pride", "holds", ("P", "pride")),
    ):
        remark = hear({}, text, ("Bo",)).remark(things)
        assert remark is not None
        assert (remark.kind, remark.things) == (kind, named)
    assert hear({"ruby": "ruby", "onyx": "onyx"}, "i got no ruby. my onyx for your ruby? 3 each").kind == "unclear"
