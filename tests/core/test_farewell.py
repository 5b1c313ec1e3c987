"""What a bot says in the end: one line, from what it knew, where people hear it."""

from __future__ import annotations

from typing import Any

import pytest

from core.botplay.farewell import farewell
from core.dice import Dice
from core.games import game as find_game
from core.games import ids
from core.match import journal as j
from core.narration.telling import story
from core.table.seat import Seat
from core.talk.channels import Deal
from storage.memory import MemoryStore
from tests.kit import NAMES, play
from tests.kit.house import open_house


@pytest.mark.parametrize("game", ids())
def test_each_bot_says_one_line_when_the_match_is_over(game: str) -> None:
    seats = NAMES[: find_game(game).spec.seats]
    holders = dict.fromkeys(seats, "bot:random") | {seats[0]: "local"}
    table = open_house().make(game, seats, holders=holders, seed=6, judged=False)
    while table.match.phase != "finished":
        table.play_bots()
        if table.match.phase != "finished":
            table.submit(j.Closed())
    said = [m for m in table.match.messages if m.channel == "lounge" and m.at == table.match.messages[-1].at]
    last = {m.sender for m in said}
    assert set(seats[1:]) <= last
    assert seats[0] not in last
    final = [m.text for m in said if m.sender != seats[0]][-len(seats) + 1 :]
    assert len(set(final)) == len(final), "no two say the same"
    told = story(table.match, seats[1])
    winners = {row.seat for row in told.standing.rows if row.role == "winner"}
    for message in said[-len(seats) + 1 :]:
        assert (message.occasion == "won") == (message.sender in winners)
    assert table.match.phase == "finished"
    shown = Seat(table, seats[0]).last_words()
    assert {m.sender: m.text for m in shown} == {m.sender: m.text for m in said[-len(seats) + 1 :]}
    doomed = {row.seat for row in told.standing.rows if row.role in ("candidate", "opponent")}
    assert not any(m.occasion == "carried" for m in shown if m.sender in doomed)


def test_all_last_words_are_one_wait_for_the_disk() -> None:
    strokes: list[int] = []

    class Counting(MemoryStore):
        def append(self, match: str, *entries: dict[str, Any]) -> None:
            super().append(match, *entries)
            strokes.append(len(entries))

    table = open_house(Counting()).make(
        "exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "bot:random") | {"Ada": "local"}, seed=6
    )
    while table.match.phase != "finished":
        table.submit(j.Closed())
    assert strokes[-2:] == [1, 8]


def test_bots_among_themselves_say_nothing_and_neither_does_a_match_without_a_result() -> None:
    house = open_house()
    alone = house.make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "bot:random"), seed=6)
    alone.play_bots()
    assert alone.match.phase == "finished"
    before = [m for m in alone.match.messages if m.occasion]
    assert before == []
    holders = dict.fromkeys(NAMES[:9], "bot:random") | {"Ada": "local"}
    ended = house.make("exodus", NAMES[:9], holders=holders, seed=6)
    ended.submit(j.Ended())
    assert ended.match.messages == ()


def test_whose_word_was_broken_remembers_by_whom() -> None:
    script = play("exodus", setup={"hands": {s: ["red", "blue", "white"] for s in NAMES[:9]}})
    script.apply(j.Said(author="Ada", to=("Bo",), text="?", deal=Deal("red", "blue")))
    script.apply(j.Said(author="Bo", to=("Ada",), text="!", deal=Deal("blue", "red")))
    script.seal("Ada", {"offers": [{"to": "Bo", "give": "red"}]})
    script.close()
    line = farewell(story(script.match, "Ada"), "Ada", "warm", Dice(1).draw("x")).text
    assert "Bo" in line
    assert "round 1" in line
    assert "Bo" not in farewell(story(script.match, "Cy"), "Cy", "warm", Dice(1).draw("x")).text
