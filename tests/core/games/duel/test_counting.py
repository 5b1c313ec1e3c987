"""A duel is told in tricks or bouts wherever its rounds are counted."""

from __future__ import annotations

import re

import pytest

from core.botplay.playing import make_bot, play_out
from core.match import journal as j
from core.narration.telling import story
from core.narration.text import story_text
from tests.kit import play
from tests.kit.house import open_house


@pytest.mark.parametrize(("game", "pair"), [("black_and_white", "trick"), ("ninety_nine", "bout")])
def test_no_round_is_counted_beside_a_trick_or_bout(game: str, pair: str) -> None:
    start = play(game, seed=4).match
    match = play_out(start, {seat: make_bot(start, seat, "random") for seat in start.seats})
    for reader, whole in ((None, True), (None, False), (match.seats[0], False)):
        text = "\n".join(story_text(story(match, reader, whole)))
        assert pair in text
        assert not re.search(r"[Rr]ound \d", text)


def test_going_back_names_each_trick_once() -> None:
    house = open_house()
    table = house.make("black_and_white", ("Ada", "Bo"), seed=4)
    while table.match.round < 6:
        table.submit(j.Closed())
    table.submit(j.Rewound(round=1))
    assert "Trick 1, trick 2 and trick 3 are undone." in table.match.news[-1].text
    assert "from trick 3 to the start of trick 1" in table.match.news[-1].text
