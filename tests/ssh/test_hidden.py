"""What somebody may not find answers as what is not there: every command and every way to a screen, with the id of each
kind of hidden match, against an id that nothing has."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from cli.admin.commands import AdminCommands
from core import person as codes
from core.house.guest import Guest
from core.match import journal as j
from core.refusal import Refused
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.store import Damaged
from core.table.host_controls import HostControls
from core.training import practice
from ssh_server.commands.command_line import CommandLine
from ssh_server.commands.parsing import FORMS, USAGE
from tests.kit.hall import Hall
from tests.kit.house import open_house

EXODUS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
CODE = "ABCD-EFGH-JKMN-PQRS"


class Line:
    """A client that gives one command and reads what comes back."""

    term = None
    lost = False
    ended = False
    on_end: Any = None

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}
        self.told: list[tuple[str, bool]] = []

    def say(self, text: str, *, error: bool = False) -> None:
        self.told.append((text, error))

    def listen(self, typed: object) -> None:
        self.lost = True  # a watch that is let in ends at once

    async def read_all(self) -> bytes:
        return b'{"offers": []}'


@pytest.fixture
def hall() -> Hall:
    """A house opened anew: the finished match is known by its summary alone."""
    hall = Hall("Ada", "Zed", "Gwen", host="Gwen")
    hall.match(match="open-1")
    HostControls(hall.match(match="cast-1")).watched_by("cast")
    HostControls(hall.match(match="code-1")).watched_by("code", codes.digest(CODE))
    practice.begin(hall.house, "exodus", "person:ada", "Ada")
    private = SeasonOptions(private=True)
    live = hall.house.seasons.make(("Ada", "Cy"), season="closed-1", options=private, holders={"Ada": "person:ada"})
    hall.match(match="of-season-1", season=live.id)
    hall.house.seasons.make(("Ada", "Cy"), season="broken-1")
    for name, digest in (("over-1", ""), ("over-code-1", codes.digest(CODE))):
        over = HostControls(hall.match(match=name))
        over.watched_by("code" if digest else "cast", digest)
        over.end()
    hall.match(match="torn-1")
    hall.house.archive.keep_summaries()
    store = hall.house.store
    read, read_season = store.read, store.seasons.read

    def torn(name: str) -> Any:
        if "torn" in name or "broken" in name:
            raise Damaged(f"{name}, entry 1: the checksum does not fit")
        return (read_season if name == "broken-1" else read)(name)

    store.read = torn  # type: ignore[method-assign]
    store.seasons.read = lambda name: torn(name) if name == "broken-1" else read_season(name)  # type: ignore[method-assign]
    hall.house = open_house(store, hall.clock)
    assert {*hall.house.damaged} == {"torn-1"}
    return hall


HIDDEN = ("cast-1", "code-1", "practice", "of-season-1", "over-1", "over-code-1", "torn-1")


def hidden_id(hall: Hall, name: str) -> str:
    """The id that the match got."""
    if name != "practice":
        return name
    return next(one.match for one in hall.house.matches() if one.practice)


def lines(word: str, name: str) -> list[str]:
    """A command with that id, in every form that leads elsewhere."""
    more = {
        "say": [f"say {name} lounge Hello", f"say {name}"],
        "release": [f"release {name} all no", f"release {name} 1"],
        "watch": [f"watch {name} --code {CODE[::-1]}"],
        "season": [f"season {name} --code {CODE}"],
    }
    plain = [f"{word} {name}", f"{word} {name} --seat Ada"] if FORMS[word].of == "match" else [f"{word} {name}"]
    flagged = [f"{word} {name} {flag}" for flag in FORMS[word].options if flag in ("--withdraw", "--not")]
    return [line + as_json for line in (*plain, *flagged, *more.get(word, ())) for as_json in ("", " --json")]


async def answers(hall: Hall, line: str, name: str) -> tuple[int, list[tuple[str, bool]], int]:
    """Exit status, what was said (with the id struck out), and how many journals were read."""
    reads: list[str] = []
    store = hall.house.store
    read = store.read
    store.read = lambda match: (reads.append(match), read(match))[1]  # type: ignore[method-assign]
    try:
        terminal = Line()
        commands = CommandLine(hall.house, hall.people)
        zed = hall.people.find("Zed")
        assert zed is not None
        async with asyncio.timeout(300):
            status = await commands(zed, line, terminal)  # type: ignore[arg-type]
        return status, [(text.replace(name, "ID"), error) for text, error in terminal.told], len(reads)
    finally:
        store.read = read  # type: ignore[method-assign]


@pytest.mark.parametrize("word", [word for word in FORMS if FORMS[word].of == "match"])
async def test_HH_49_no_command_tells_a_hidden_match_from_none(hall: Hall, word: str) -> None:
    for kind in HIDDEN:
        name = hidden_id(hall, kind)
        for line, none in zip(lines(word, name), lines(word, "unused-1"), strict=True):
            told, other = await answers(hall, line, name), await answers(hall, none, "unused-1")
            assert told == other, line
            assert (told[0], told[2]) == (1, 0), line
            assert "code_unknown" in str(told) or "There is no match" in str(told) or "opens no match" in str(told)
    assert "There is no match" not in str(await answers(hall, f"{word} open-1", "open-1")), (
        "the same is found elsewhere"
    )


async def test_SE_23_no_command_tells_a_hidden_season_from_none(hall: Hall) -> None:
    for name in ("closed-1", "broken-1"):
        for line, none in zip(lines("season", name), lines("season", "unused-1"), strict=True):
            assert await answers(hall, line, name) == await answers(hall, none, "unused-1")


def test_every_command_that_the_help_gives_a_match_is_declared_so() -> None:
    """One that is not would go past the gate, and past the test above."""
    for line in USAGE.splitlines():
        word, _, rest = line.partition(" ")
        if word in FORMS:
            named = rest.lstrip(" [").replace("]", " ").split(" ")[0]
            assert FORMS[word].of == {"MATCH": "match", "ID": "season", "MATCH/ID": "either"}.get(named, ""), word


WAYS = {
    "sit": lambda app, match: app.sit(match, "Ada"),
    "spectate": lambda app, match: app.spectate(match),
    "host": lambda app, match: app.host_match(match),
    "release": lambda app, match: app.release(match, "Ada"),
    "replay": lambda app, match: app.replay(match),
    "season": lambda app, match: app._go_to(match),
}
"""Every way by which a session goes to a match by its id."""


@pytest.mark.parametrize("way", WAYS)
async def test_HH_49_no_way_to_a_screen_tells_a_hidden_match_from_none(hall: Hall, way: str) -> None:
    reads: list[str] = []
    read = hall.house.store.read
    hall.house.store.read = lambda match: (reads.append(match), read(match))[1]  # type: ignore[method-assign]
    async with hall.enter("Zed") as at:
        reads.clear()
        told = {}
        for kind in (*HIDDEN, "unused-1"):
            name = hidden_id(hall, kind)
            at.app.lobby.tell("")
            WAYS[way](at.app, name)
            said = at.told.replace(name, "ID")  # at once: nothing is read aside for it
            await at.settle()
            told[kind] = said, at.told.replace(name, "ID"), type(at.screen).__name__
        assert set(told.values()) == {told["unused-1"]}, told
        assert "There is no match" in told["unused-1"][0]
        assert reads == []


def test_HH_49_every_method_of_a_guest_that_is_given_an_id_asks_at_the_gate(hall: Hall) -> None:
    guest = Guest(hall.house, "zed")
    ways = {
        "check": (), "table": (), "seat": (), "watch": (), "take_seat": ("Cy",), "sign_up": ("Zed",),
        "confessionals": (), "host_controls": (),
    }  # fmt: skip
    for method, more in ways.items():
        for kind in HIDDEN:
            with pytest.raises(Refused) as said:
                getattr(guest, method)(hidden_id(hall, kind), *more)
            assert said.value.code == "no_such_match", (method, kind)


def test_HH_49_a_match_that_cannot_be_opened_is_told_to_those_whom_it_concerns() -> None:
    hall = Hall("Ada", "Zed", "Gwen", host="Gwen")
    table = hall.match(match="wrong-1", holders={"Bo": "open"})
    table.submit(j.HandedOver(seat="Bo", holder="person:bo"))
    hall.house.store.append("wrong-1", {"kind": "nonsense"})
    house = open_house(hall.house.store, hall.clock)
    told = {}
    for who in ("ada", "bo", "zed", "gwen"):
        with pytest.raises(Refused) as said:
            Guest(house, who, host=lambda who=who: who == "gwen").watch("wrong-1")
        told[who] = said.value.code
    assert told == {"ada": "damaged", "bo": "damaged", "gwen": "damaged", "zed": "no_such_match"}


def test_HH_49_matches_of_a_private_season_that_cannot_be_opened_are_found_by_those_of_the_match_alone() -> None:
    hall = Hall("Ada", "Zed", "Eve", "Gwen", host="Gwen")
    holders, private = {"Ada": "person:ada", "Eve": "person:eve"}, SeasonOptions(private=True)
    live = hall.house.seasons.make(("Ada", "Eve"), season="closed-1", options=private, holders=holders)
    hall.match(match="of-season-1", season=live.id)
    store, read = hall.house.store, hall.house.store.seasons.read

    def torn(name: str) -> Any:
        raise Damaged(f"{name}, entry 1: the checksum does not fit")

    house = open_house(store, hall.clock)
    found = {
        who: Guest(house, who, host=lambda who=who: who == "gwen").lobby_rows() for who in ("ada", "eve", "zed", "gwen")
    }
    assert {who for who, some in found.items() if some} == {"ada", "eve", "gwen"}, "whole, its cast finds it"
    store.seasons.read = torn  # type: ignore[method-assign]
    house = open_house(store, hall.clock)
    assert read("closed-1") is not None
    assert {*house.seasons.damaged} == {"closed-1"}
    found = {
        who: Guest(house, who, host=lambda who=who: who == "gwen").lobby_rows() for who in ("ada", "eve", "zed", "gwen")
    }
    assert {who for who, some in found.items() if some} == {"ada", "gwen"}, "damaged, those seated and the host"
    with pytest.raises(Refused) as said:
        Guest(house, "zed").watch("of-season-1")
    assert said.value.code == "no_such_match"


# --- what is counted (SE-12) ------------------------------------------------------------------------------------------
async def test_HH_49_the_league_counts_what_its_reader_may_find(hall: Hall) -> None:
    table = hall.match("exodus", match="secret-1", seats=EXODUS)
    HostControls(table).watched_by("cast")
    while table.match.phase != "finished":
        HostControls(table).close()
    assert table.summary.outcome is not None

    async def league(name: str) -> tuple[str, str]:
        person, words, told = hall.people.find(name), Line(), Line()
        commands = CommandLine(hall.house, hall.people)
        await commands(person, "league", words)  # type: ignore[arg-type]
        await commands(person, "league --json", told)  # type: ignore[arg-type]
        return words.told[0][0], told.told[0][0]

    assert await league("Zed") == ("No match has finished yet.", "[]")
    for name in ("Ada", "Gwen"):
        assert all("exodus" in told and "Ada" in told for told in await league(name))
    for name, finds in (("Zed", False), ("Ada", True)):
        async with hall.enter(name) as at:
            at.app.league()
            await at.settle()
            assert ("Ada " in at.text) == finds
            await at.press("q")
            assert at.app.lobby.check_action("find", ()) == finds


async def test_HH_46_a_finished_match_that_is_hidden_later_is_hidden_at_once(hall: Hall) -> None:
    desk = HostControls(hall.match(match="late-1"))
    desk.end()
    zed = Guest(hall.house, "zed")
    assert [one.summary.match for one in zed.latest(12)] == ["late-1"]
    desk.watched_by("cast")
    assert zed.latest(12) == zed.finished() == ()
    desk.watched_by("code", codes.digest(CODE))
    zed.enter_match_code("late-1", CODE)
    assert [one.summary.match for one in zed.latest(12)] == ["late-1"]
    desk.watched_by("code", codes.digest(CODE[::-1]))
    assert zed.latest(12) == zed.finished() == ()


# --- who watches already ----------------------------------------------------------------------------------------------
def narrowed(hall: Hall, how: str) -> tuple[str, Any]:
    """A match that Zed may watch, and the deed by which he loses that."""
    if how == "season":
        live = hall.house.seasons.make(("Ada", "Cy"), season="open-season-1")
        match = hall.match(match="seen-1", season=live.id).match.header.match
        return match, lambda: SeasonControls(hall.house.seasons, live).watched_by("cast")
    desk = HostControls(hall.match(match="seen-1"))
    if how == "match":
        return "seen-1", lambda: desk.watched_by("cast")
    desk.watched_by("code", codes.digest(CODE))
    Guest(hall.house, "zed").enter_match_code("seen-1", CODE)
    return "seen-1", lambda: desk.watched_by("code", codes.digest(CODE[::-1]))


@pytest.mark.parametrize("how", ["match", "season", "code"])
async def test_HH_49_who_watches_leaves_the_table_once_they_may_not(hall: Hall, how: str) -> None:
    match, narrow = narrowed(hall, how)
    async with hall.enter("Zed") as at:
        at.app.spectate(match)
        await at.settle()
        assert at.screen.id == "table"
        seat = at.screen.seat
        await at.press("L")
        narrow()
        HostControls(hall.house.table(match)).announce("canary")
        await at.settle()
        assert at.screen is at.app.lobby
        assert at.told == f"You may not watch {match} any more: its host has narrowed who may."
        assert "canary" not in at.text
        assert seat.gone() is not None
        assert not any(match in row for row in at.rows)


@pytest.mark.parametrize("how", ["match", "season", "code"])
async def test_HH_49_a_watch_ends_with_the_right_to_it(hall: Hall, how: str) -> None:
    match, narrow = narrowed(hall, how)
    zed = hall.people.find("Zed")
    terminal = Line()
    terminal.listen = lambda typed: None  # type: ignore[assignment]
    watching = asyncio.ensure_future(CommandLine(hall.house, hall.people)(zed, f"watch {match}", terminal))  # type: ignore[arg-type]
    async with asyncio.timeout(300):
        while not terminal.told:  # noqa: ASYNC110 - it begins when its task is run
            await asyncio.sleep(0)
        narrow()
        HostControls(hall.house.table(match)).announce("canary")
        assert await watching == 1
    assert len(terminal.told) == 2, "nothing of what came later"
    assert terminal.told[1] == (f"You may not watch {match} any more: its host has narrowed who may.", True)


async def test_HH_46_who_hosts_or_sits_stays_where_a_host_narrows_who_watches(hall: Hall) -> None:
    match, narrow = narrowed(hall, "match")
    async with hall.enter("Gwen") as at:
        at.app.spectate(match)
        await at.settle()
        narrow()
        await at.settle()
        assert at.screen.id == "table"


async def test_SE_23_who_reads_a_season_leaves_it_once_they_may_not(hall: Hall) -> None:
    live = hall.house.seasons.make(("Ada", "Cy"), season="seen-season-1", title="Spring")
    async with hall.enter("Zed") as at:
        at.app.open_season(live)
        await at.settle()
        assert at.screen.id == "season"
        SeasonControls(hall.house.seasons, live).watched_by("cast")
        SeasonControls(hall.house.seasons, live).open(EpisodeWish("elsewhere"))
        await at.settle()
        assert at.screen is at.app.lobby
        assert "You may not read seen-season-1 any more" in at.told
        at.app.open_season(live)
        assert "There is no season" in at.told


# --- ids --------------------------------------------------------------------------------------------------------------
def test_HH_49_what_is_hidden_leaves_no_gap_in_the_ids_of_others() -> None:
    hall = Hall("Ada", "Zed")
    seasons = hall.house.seasons
    hidden = [
        practice.begin(hall.house, "exodus", "person:ada", "Ada").match.header.match,
        hall.match("exodus", seats=EXODUS, hidden=True).match.header.match,
    ]
    live = seasons.make(EXODUS, title="Spring", options=SeasonOptions(private=True))
    hidden.append(live.id)
    desk = SeasonControls(seasons, live)
    hidden.append(desk.open(EpisodeWish("exodus")).match or "")
    assert hall.house.knows(hidden[-1])
    for name in hidden:
        stem, _, rest = name.partition("-")
        assert stem in ("exodus", "spring")
        assert re.fullmatch("[0-9a-z]{5}-[0-9a-z]{5}", rest), name
    assert len({name.partition("-")[2] for name in hidden}) == len(hidden)
    assert hall.match("exodus", seats=EXODUS).match.header.match == "exodus-1"
    assert seasons.make(("Ada", "Cy"), title="Spring").id == "spring-1"


def test_HH_49_a_match_can_be_hidden_from_the_first_moment_by_command_and_as_a_copy() -> None:
    hall = Hall("Ada", "Zed")
    desk = AdminCommands(hall.house, hall.people, hall.door)
    made = desk.do({"do": "new", "game": "exodus", "hidden": True})["match"]
    zed = Guest(hall.house, "zed")
    assert zed.lobby_rows() == ()
    first = hall.house.table(made).match
    assert "Those seated alone" in first.news[0].text
    again = open_house(hall.house.store, hall.clock)
    assert (again.table(made).match.watch, again.table(made).match.news) == ("cast", first.news)
    copy = desk.do({"do": "copy", "match": made})["match"]
    assert not copy.removeprefix("exodus-").isdigit()
    assert zed.lobby_rows() == ()
    HostControls(hall.house.table(copy)).watched_by("house")
    assert [one.summary.match for one in zed.lobby_rows()] == [copy]


# --- who did it (HH-37) -----------------------------------------------------------------------------------------------
async def test_HH_37_only_hosts_read_who_of_them_did_what_in_a_season() -> None:
    hall = Hall("Ada", "Zed", "Gwen", host="Gwen")
    live = hall.house.seasons.make(("Ada", "Cy"), season="spring-1")
    SeasonControls(hall.house.seasons, live, "host:gwen").open(EpisodeWish("elsewhere"))
    told = {}
    for name in ("Zed", "Ada", "Gwen"):
        person, line = hall.people.find(name), Line()
        await CommandLine(hall.house, hall.people)(person, "season spring-1 --json", line)  # type: ignore[arg-type]
        told[name] = line.told[0][0]
    assert '"by":"host"' in told["Zed"]
    assert "gwen" not in told["Zed"] + told["Ada"]
    assert '"by":"host:gwen"' in told["Gwen"]
