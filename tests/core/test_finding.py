"""What was said is found by words, names and rounds."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.table.seat import Seat
from core.talk.finding import find_said, heading
from tests.kit.hall import Hall
from tests.properties.ways import command


def a_match():
    hall = Hall("Ada", "Bo", "Cy", "Di")
    table = hall.match()
    for n, (author, to, text) in enumerate((
        ("Ada", ("Bo",), "White for black?"), ("Bo", ("Ada",), "Black is dear, 12 is too much."),
        ("Cy", "lounge", "Good luck with white."), ("Ada", "confessional", "I bluff Bo about white."),
        ("Cy", ("Di",), "Ada is a liar, white or not."),
    )):  # fmt: skip
        hall.clock.advance(10)
        table.submit(j.Said(at=hall.clock(), author=author, to=to, text=text))
        if n == 1:
            table.submit(j.Closed(at=hall.clock()))
    return hall, table


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Ada to the confessional", "Cy to all", "Bo to Ada", "Ada to Bo"]),
        ("WHITE", ["Ada to the confessional", "Cy to all", "Ada to Bo"]),
        ("white bo", ["Ada to the confessional", "Ada to Bo"]),
        ("black r1", ["Bo to Ada", "Ada to Bo"]),
        ("r2", ["Ada to the confessional", "Cy to all"]),
        ("12", ["Bo to Ada"]),
        ("liar", []),
        ("r9", []),
    ],
)
def test_HH_82_what_a_seat_may_read_is_found_newest_first(query, found):
    _, table = a_match()
    seat = Seat(table, "Ada")
    assert [heading(message) for message in find_said([*seat.messages(), *seat.apart()], query)] == found


async def test_HH_82_a_command_finds_what_its_caller_may_read():
    hall, table = a_match()
    match = table.match.header.match
    printed = await command(hall.house, hall.people, "ada", f'talk {match} --find "white r2"')
    assert printed.splitlines() == [
        "status 0",
        "Round 2, Ada to the confessional: I bluff Bo about white.",
        "Round 2, Cy to all: Good luck with white.",
    ]
    assert "liar" not in await command(hall.house, hall.people, "ada", f"talk {match}")
    assert "say MATCH TO" in await command(hall.house, hall.people, "ada", f"talk {match} Bo hello")
    assert "has all these words" in await command(hall.house, hall.people, "ada", f"talk {match} --find liar")
