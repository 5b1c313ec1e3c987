"""A voice of the host's own: it words what is talk and nothing else, from what its bot may know."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from cli.commands.serve import voice_of
from core.botplay.companion import Companion
from core.bots.company import wording
from core.bots.contract import Say
from core.dice import Dice
from core.json import Json
from core.levels import TEMPERS
from core.match import journal as j
from core.match.redeal import redeal
from core.match.views import sight
from core.refusal import Refused
from core.table.seat import Seat
from core.table.table import Table
from tests.kit import NAMES
from tests.kit.house import open_house

ASKED = ("hello Bo", "you broke your word", "what have you got?", "I am sorry")


def table(voice: Any = None) -> Table:
    house = open_house()
    house.voice = voice
    holders = {seat: "local" if seat in ("Ada", "Cy") else "bot:steady" for seat in NAMES[:9]}
    made = house.make("exodus", NAMES[:9], holders=holders, seed=11)
    made.play_bots()
    return made


def answers(made: Table) -> list[str]:
    before = len(made.match.messages)
    for text in ASKED:
        made.submit(j.Said(author="Ada", to=("Bo",), text=text))
        made.play_bots()
    return [m.text for m in made.match.messages[before:] if m.sender == "Bo" and m.of_two and "Ada" in m.readers]


def test_HH_67_its_words_are_said_in_place_of_the_houses_and_its_seats_are_marked() -> None:
    told: list[Json] = []

    def voice(what: Json) -> str:
        told.append(what)
        return f"{len(told)} times I say: {what['temper']}!"

    made = table(voice)
    said = answers(made)
    assert any("times I say" in text for text in said)
    assert {what["act"] for what in told} <= wording.VOICED
    assert {what["temper"] for what in told} <= set(TEMPERS)
    assert all(one.temper.endswith("voiced") for one in Seat(made, "Ada").sitters() if one.temper)


@pytest.mark.parametrize(
    "found",
    [
        None,
        "",
        "   ",
        "x" * 301,
        "No, thank you.",
        "Agreed.",
        "I take place 3",
        "Di broke its word to me",
        "Who leads?",
    ],
)
def test_where_it_fails_or_says_more_than_talk_the_houses_line_stands(found: str | None) -> None:
    assert answers(table(lambda _: found)) == answers(table())


def test_what_it_is_given_follows_from_what_its_bot_may_know_and_says_nothing_of_other_rooms() -> None:
    made = table()
    made.submit(j.Said(author="Cy", to=("Di",), text="a word between two others"))
    made.submit(j.Said(author="Cy", to=("Bo",), text="for Bo alone"))
    made.submit(j.Said(author="Ada", to=("Bo",), text="hello Bo"))
    given: list[list[Json]] = []
    for match in (made.match, redeal(made.match, "Bo", Dice(5))):
        told: list[Json] = []

        def voice(what: Json, into: list[Json] = told) -> None:
            into.append(what)

        bot = match.game.bot("steady", "Bo", 15)  # its temper follows from the nonce, which a redeal draws anew
        Companion(match.game, bot, "warm", "steady", 15, "talkative", voice).turn(sight(match, "Bo"))
        given.append(told)
    assert given[0] == given[1]
    assert given[0]
    for what in given[0]:
        texts = [one["text"] for one in what["before"]]
        assert "a word between two others" not in texts
        assert ("for Bo alone" in texts) == (what["to"] == ["Cy"])


def test_terms_and_what_bots_go_by_stay_in_the_houses_words() -> None:
    made = table()
    seen = sight(made.match, "Bo")
    for text, occasion in (("No thanks, Ada.", "decline"), ("We have a pact. You were there, Ada.", "bound")):
        assert wording.voice_input(seen, Say(["Ada"], text, occasion=occasion), "dry") is None
    assert wording.voice_input(seen, Say(["Ada"], "Ah, Ada. As expected.", occasion="greeted"), "dry") is not None


def test_a_program_is_asked_on_its_standard_input_and_one_that_is_not_there_is_refused() -> None:
    told = {"temper": "dry", "line": "Ah, Ada.", "before": []}
    assert "Ah, Ada, " in str(voice_of(f"{sys.executable} docs/scripting_voice.py")(told))
    assert voice_of(f"{sys.executable} -c 'raise SystemExit(1)'")(told) is None
    with pytest.raises(Refused, match="no-such-program"):
        voice_of("no-such-program --fast")
