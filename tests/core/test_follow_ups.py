"""Texts that rest on the exchange before: what a bot answers to several lines in turn."""

from __future__ import annotations

import pytest

from benchmarks.hearing import dialogue


def occasions(game: str, *lines: str) -> list[str]:
    """Return the occasion of the last answer to each line; empty for a game's own words, `silent` for none."""
    answers = [answers[-1:] for _, answers in dialogue(game, lines)]
    return [answer[0].rpartition("[")[2].removesuffix("]") if answer else "silent" for answer in answers]


@pytest.mark.parametrize(
    ("game", "lines", "expected"),
    [
        ("exodus", ("my black for your red", "why not", "what would you take then"), ("decline", "because", "priced")),
        ("exodus", ("my black for your red", "ok never mind"), ("decline", "accepts_no")),
        ("famine", ("i give you sapphire you give me sapphire", "say yes"), ("", "stands")),
        ("famine", ("can i have your topaz", "what for"), ("none", "priced")),
        ("sinners_secret", ("what did you find out", "about which letters", "who told you"), ("mum", "mum", "mum")),
        ("sinners_secret", ("who are you locking", "how sure are you"), ("mum", "word")),
        ("sinners_secret", ("do you have greed", "and wrath"), ("trade_secret", "trade_secret")),
        ("drifting_ship", ("leave 13A to me ok?", "fine"), ("refuses", "silent")),
    ],
)
def test_a_text_that_rests_on_the_last_line_is_answered_by_it(
    game: str, lines: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert occasions(game, *lines) == [*expected]


def test_another_thing_asks_the_same_of_it() -> None:
    (_, envy), (_, lust) = dialogue("day_of_mercury", ("what is envy worth", "and lust"))
    assert "Envy comes from the Weeping Cathedral" in envy[-1]
    assert "Lust comes from the Lakeside Garden" in lust[-1]


def test_why_not_asks_for_a_reason_and_agrees_to_nothing() -> None:
    assert occasions("famine", "my topaz for your ruby", "why not", "what do you want instead", "yes") == [
        "", "because", "priced", "",
    ]  # fmt: skip
    said = dialogue("famine", ("my topaz for your ruby", "why not"))
    assert not any("Agreed" in answer for _, answers in said for answer in answers)


def test_HH_58_a_mere_ok_agrees_as_the_first_word_after_a_proposal_alone() -> None:
    assert dialogue("famine", ("my topaz for your ruby", "ok"))[-1][1][-1].startswith("Agreed")
    lines = ("my topaz for your ruby", "is ruby good this year", "ok thanks", "yes, deal")
    *_, (_, thanked), (_, agreed) = dialogue("famine", lines)
    assert thanked[-1].endswith("[stands]"), thanked
    assert agreed[-1].startswith("Agreed")
