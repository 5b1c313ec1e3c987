"""A dry run changes nothing: every command that has one, in every form, against all that the house keeps."""

from __future__ import annotations

import argparse
import copy
from functools import cache

import pytest

from cli.admin.commands import AdminCommands
from cli.commands.host import request_of
from cli.main import build_parser
from core.games import register
from core.house.guest import Guest
from core.match import journal as j
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from tests.kit.hall import Hall
from tests.kit.lots import Lots
from tests.test_commands_in_docs import deeds

MATCH = "exodus-1"
LOOKS = ("--dry-run", "--try")

AT_A_MATCH = {
    "start": ("parley-open-1",),
    "pause": (MATCH,),
    "resume": ("exodus-2",),
    "close": (MATCH,),
    "confirm": ("parley-open-3",),
    "deadline": (MATCH, "+1d"),
    "lapse": ("lots-1",),
    "rewind": (MATCH, "1"),
    "correct": (MATCH, "Ada", "--orders", '{"offers": []}', "--reason", "A slip."),
    "hand-over": (MATCH, "Cy", "bot:steady"),
    "rename": ("parley-open-1", "Bo", "Bob"),
    "fill": (MATCH, "steady"),
    "announce": (MATCH, "Tea"),
    "answer": (MATCH, "1", "Yes."),
    "tell": (MATCH, "Ada", "Hello."),
    "mute": (MATCH, "Ada"),
    "confessionals": ("parley-open-4", "--out-may-read"),
    "public": (MATCH,),
    "gallery": (MATCH, "Dana"),
    "watching": (MATCH, "cast"),
    "remove": ("Bo",),
    "end": (MATCH,),
    "schedule": (MATCH, "every day 21:00 Europe/Berlin"),
    "rooms": ("refereed-1", "Ada,Bo"),
    "results": ("refereed-2", "--undo"),
    "finish": ("refereed-1", "--token", "Ada"),
}
"""A command that would do something, for each deed that has a dry run."""
MORE = [
    ("schedule", MATCH, "--round", "3", "+2h"), ("schedule", MATCH, "none"), ("schedule", MATCH, "+1d"),
    ("announce", MATCH, "Tea", "--at", "+2h"), ("answer", MATCH, "1", "Yes.", "--publish"),
    ("gallery", MATCH, "Cleo", "--out"), ("mute", MATCH, "Ada", "--not"), ("watching", MATCH, "link"),
    ("end", "parley-open-2", "--undo"), ("deadline", MATCH, "none"), ("public", MATCH, "--not"),
]  # fmt: skip
"""The other forms of some."""
OF_A_SEASON = {
    "add": ("between", "Zed"),
    "hand-over": ("between", "Ada", "bot:steady"),
    "open": ("between", "exodus", "--guest", "Zed"),
    "rename": ("between", "Ada", "Ann"),
    "correct": ("between", "Ada", "--purse", "5", "--why", "A slip."),
    "out": ("between", "Ada", "--why", "Left."),
    "undo": ("between", "--last"),
    "announce": ("between", "Tea"),
    "tell": ("between", "Ada", "Hello."),
    "answer": ("between", "1", "Yes."),
    "end": ("between",),
    "start": ("listed",),
    "call-off": ("main", "--why", "Rain."),
    "book": ("main", "--place", "Ada", "--place", "Bo", "--place", "Cy"),
    "candidate": ("booked", "Ada"),
    "leave-out": ("booked", "--why", "Late."),
    "opponent": ("candidate", "Bo"),
    "duel": ("chosen", "ninety_nine"),
    "won": ("chosen", "Bo"),
    "drawn": ("chosen",),
    "final": ("two",),
}  # fmt: skip
"""The season that a deed is for, and its words."""


def do(desk, *line):
    return desk.do(request_of(build_parser().parse_args(["host", *line])))


@pytest.fixture(autouse=True)
def _lots():
    register(Lots())


@cache
def house():
    """A house with a match and a season for everything that can be tried."""
    hall = Hall("Ada", "Bo", "Cleo", "Dana")
    desk = AdminCommands(hall.house, hall.people, hall.door)
    held = dict.fromkeys(("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ira"), "open")
    for number, more in enumerate(({"gallery": "live"}, {}), 1):
        hall.match("exodus", seats=("Ada", "Bo", *held), seed=number, round_seconds=86_400.0, **more)
    table = hall.house.table(MATCH)
    do(desk, "schedule", MATCH, "every day 21:00 Europe/Berlin")
    do(desk, "gallery", MATCH, "Cleo")
    hall.seat(table, "Ada").say("host", "May I?")
    do(desk, "mute", MATCH, "Ada", "--room", "lounge")
    table.submit(j.Closed())
    do(desk, "pause", "exodus-2")
    hall.match(briefing=True)
    hall.match()
    do(desk, "end", "parley-open-2", "--yes")
    hall.match(confirm=True, setup={"round": 3, "points": {"Ada": 3, "Bo": 1, "Cy": 1, "Di": 0}})
    do(desk, "close", "parley-open-3")
    hall.match("lots", round_seconds=600.0)
    for _ in range(2):
        HostControls(hall.match("refereed", judged=True)).close()
    HostControls(hall.house.table("refereed-2")).judge({})

    def season(name, *, cast=("Ada", "Bo", "Cy")):
        do(desk, "season", "new", "--title", name, *(word for one in cast for word in ("--cast", one)))

    names = ("between", "main", "booked", "candidate", "chosen", "two")
    for name in names:
        season(name, cast=("Ada", "Bo") if name == "two" else ("Ada", "Bo", "Cy"))
    for name in names[1:5]:
        do(desk, "season", "open", f"{name}-1", "elsewhere")
    for name in names[2:5]:
        do(desk, "season", "book", f"{name}-1", "--place", "Bo", "--place", "Cy", "--place", "Ada")
    for name in names[3:5]:
        do(desk, "season", "candidate", f"{name}-1", "Ada")
    do(desk, "season", "opponent", "chosen-1", "Bo")
    between = SeasonControls(hall.house.seasons, hall.house.seasons.find("between-1"), "cast")
    between.say("Ada", "host", "May I?")
    do(desk, "season", "correct", "between-1", "Bo", "--purse", "3", "--why", "A slip.")
    season("played", cast=("Ada", "Bo", "Cy", "Di"))
    do(desk, "season", "open", "played-1", "parley-open", "--empty")
    do(desk, "season", "new", "--title", "listed", "--places", "2")
    for who in ("Ada", "Bo", "Cleo"):
        Guest(hall.house, who.lower()).sign_up("listed-1", who)
    return hall, desk


def has_looks(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings if option in LOOKS}


def commands():
    """Every command with each of its ways to look only, as it is typed."""
    typed = deeds(deeds(build_parser())["host"])
    for name, parser in typed.items():
        for look in sorted(has_looks(parser)) if name != "season" else ():
            lines = [(name, *AT_A_MATCH[name]), *(line for line in MORE if line[0] == name)]
            yield from ((*line, look) for line in lines)
    for name, parser in deeds(typed["season"]).items():
        for look in sorted(has_looks(parser)):
            at, *words = OF_A_SEASON[name]
            yield ("season", name, f"{at}-1", *words, look)


def kept(hall):
    return copy.deepcopy(vars(hall.house.store.contents))


@pytest.mark.parametrize("line", list(commands()), ids=" ".join)
def test_a_dry_run_changes_nothing_that_the_house_keeps(line):
    hall, desk = house()
    before = kept(hall)
    answer = do(desk, *line)
    assert answer["ok"], answer
    assert kept(hall) == before
    assert hall.house.table(MATCH).match.entry_count == len(before["journals"][MATCH]) - 1


def test_who_gets_a_place_by_lot_is_not_known_before():
    hall, desk = house()
    answer = do(desk, "season", "start", "listed-1", "--dry-run")
    assert "2 places among 3 names: Ada, Bo, Cleo." in answer["told"][0]
    assert answer["season"]["cast"] == {}
    hall.clock.advance(1)
    assert do(desk, "season", "start", "listed-1", "--dry-run") == answer


def test_what_is_on_record_is_not_read_by_trying():
    hall, desk = house()
    before = kept(hall)
    assert do(desk, "confessionals", MATCH, "--dry-run")["error"]["code"] == "no_dry_run"
    assert kept(hall) == before


def test_what_cannot_be_tried_is_not_done_either():
    _, desk = house()
    answer = desk.do({"do": "nudge", "match": MATCH, "try": True})
    assert answer["error"]["code"] == "no_dry_run"
