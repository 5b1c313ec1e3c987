"""Who may do what: every door of a house and every command, by every kind of person."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import tests.kit.parley  # noqa: F401 - registers the tests' own games
from core.house.guest import Guest
from core.kit import NAMES
from core.match import journal as j
from core.seasons.options import SeasonOptions
from core.table.host_controls import HostControls
from ssh_server.commands.parsing import FORMS
from tests.kit.hall import Hall
from tests.properties.ways import GUEST, GUEST_RIGHTS, command, refusal

TABLE = Path(__file__).with_name("rights.txt")
"""Rows of doors and commands, columns of people: `+` for done, else the code of the refusal. Read each change of it
like a change of a rule."""
PEOPLE = {
    "seat": "Ada", "rival": "Bo", "out": "Olga", "gallery": "Eve", "stranger": "Zed", "host": "Gwen",
    "match host": "Max", "season host": "Sam", "other match's": "Ned", "other season's": "Tom", "removed": "Rex",
}  # fmt: skip
"""Kinds of person by the name that has it. `out` has left the season, `other`s host other matches and seasons."""
DOORS: dict[str, Any] = {
    "cast_desk": lambda guest: guest.cast_desk("s-1"),
    "check": lambda guest: guest.check("m-1"),
    "confessionals": lambda guest: guest.confessionals("m-1"),
    "enter_match_code": lambda guest: guest.enter_match_code("m-1", "ABCD"),
    "enter_season_code": lambda guest: guest.enter_season_code("s-1", "ABCD"),
    "fetch": lambda guest: asyncio.run(guest.fetch("m-1")),
    "gallery": lambda guest: asyncio.run(guest.gallery("m-1")),
    "host_controls": lambda guest: guest.host_controls("m-1"),
    "season": lambda guest: guest.season("s-1"),
    "seat": lambda guest: guest.seat("m-1"),
    "seat Bo": lambda guest: guest.seat("m-1", "Bo"),
    "asked_with_a_name": lambda guest: guest.asked_with_a_name("m-1"),
    "book_before": lambda guest: asyncio.run(guest.book_before("m-1", "Bo", "Ada")),
    "say_away": lambda guest: guest.say_away(None, "I am back."),
    "sign_up": lambda guest: guest.sign_up("m-1", "Me"),
    "table": lambda guest: guest.table("m-1"),
    "take_seat": lambda guest: guest.take_seat("m-1", "Cy"),
    "watch": lambda guest: guest.watch("m-1"),
}
YES = {
    "hosts": lambda guest: guest.hosts(guest.house.table("m-1")),
    "hosts_it": lambda guest: guest.hosts_it("m-1", "s-1", "person:max"),
    "hosts_season": lambda guest: guest.hosts_season("s-1"),
    "may_find": lambda guest: guest.may_find(guest.house.find("m-1")),
    "reads": lambda guest: guest.reads("s-1"),
    "lists the match": lambda guest: "m-1" in [row.summary.match for row in guest.lobby_rows()],
    "lists the season": lambda guest: "s-1" in [live.id for live in guest.seasons()],
}
LINES = {
    "view": "view m-1", "log": "log m-1", "story": "story m-1", "replay": "replay m-1", "orders": "orders m-1",
    "act": "act m-1 --turn 7", "say": "say m-1 confessional psst", "book": "book m-1",
    "confessionals": "confessionals m-1", "ready": "ready m-1", "schedule": "schedule m-1", "calendar": "calendar m-1",
    "signup": "signup m-1", "watch": "watch m-1 --code ABCD", "gallery": "gallery m-1", "remark": "remark m-1 hm",
    "season": "season s-1", "give": "give s-1 Bo 1", "promise": "promise s-1 Bo 1", "talk": "talk s-1 cast hello",
    "release": "release m-1 all no", "table": "table m-1", "results": "results m-1 --undo", "form": "form m-1",
    "finish": "finish m-1", "rooms": "rooms m-1 --none",
}  # fmt: skip
FOR_ALL = ("away", "help", "rules", "matches", "league", "keys", "link", "mention", "appear")
"""Commands about oneself, or about what `Guest` lists."""


def house(hidden: bool) -> Hall:
    """A house with a season and its match, which a host keeps to those of the season if `hidden`, and two others."""
    hall = Hall(*PEOPLE.values(), "Cy", "Di", host="Gwen")
    cast = ("Ada", "Bo", "Cy", "Di", "Olga")
    options = SeasonOptions(private=hidden, gifts="open")
    held = {name: f"person:{name.lower()}" for name in cast}
    live = hall.house.seasons.make(cast, season="s-1", options=options, holders=held)
    hall.house.seasons.make(("Ed", "Flo"), season="s-2", options=options)
    out = replace(live.season.cast["Olga"], in_=False)
    live.season = replace(live.season, cast={**live.season.cast, "Olga": out})
    table = hall.match(match="m-1", season="s-1", host="person:max", gallery="live", holders={"Cy": "open"})
    hall.match(match="m-2", seats=NAMES[4:8], season="s-2", host="person:ned")
    desk = HostControls(table)
    desk.gallery("person:eve", "Eve")
    if hidden:
        desk.watched_by("cast")
    table.submit(j.OutMayRead(yes=True))
    table.submit(j.Said(author="Bo", to="confessional", text="I bluff."))
    hall.people.set_hosting("Sam", "s-1")
    hall.people.set_hosting("Tom", "s-2")
    hall.people.set_hosting("Rex", "m-1")
    hall.people.remove("Rex")
    return hall


def rights(hidden: bool) -> dict[str, list[str]]:
    """By door or command what becomes of it for each kind of person, each in a house of its own."""
    rows: dict[str, list[str]] = {}
    for name in PEOPLE.values():
        hall = house(hidden)
        person = hall.people.find(name)
        held = (False, ()) if person is None else (person.host, person.hosts)
        guest = Guest(hall.house, name.lower(), host=lambda held=held: held[0], also_hosted=lambda held=held: held[1])
        for question, ask in YES.items():
            rows.setdefault(question, []).append("yes" if ask(guest) else "no")
        for verb, line in LINES.items():
            typed = f"{line} --json"
            printed = "" if person is None else asyncio.run(command(hall.house, hall.people, name, typed))
            code = printed.partition('"code":"')[2].partition('"')[0]
            rows.setdefault(f"$ {verb}", []).append(
                code if printed.startswith("status 1") else "+" if printed else "no_person"
            )
        for door, ask in DOORS.items():
            rows.setdefault(door, []).append((refusal(ask, guest)[:1] or ["+"])[0])
    return rows


def as_text(rows: dict[str, list[str]]) -> str:
    table = [["", *PEOPLE], *([door, *answers] for door, answers in rows.items())]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def written() -> str:
    titles = {"A match that all may watch": False, "A match kept to its season": True}
    return "\n\n".join(f"{title}\n\n{as_text(rights(hidden))}" for title, hidden in titles.items()) + "\n"


def test_every_door_and_command_has_a_row() -> None:
    assert {*GUEST_RIGHTS} - {"row_of_finished", "row_of_running"} == {*DOORS, *YES} - {
        "seat Bo", "lists the match", "lists the season",
    }  # fmt: skip
    assert GUEST.keys() >= {"lobby_rows", "seasons"}
    assert FORMS.keys() == {*LINES, *FOR_ALL}


def test_who_may_do_what_is_as_written_down() -> None:
    """After an intended change: `python -m tests.properties.test_rights`, and read what changed."""
    assert written() == TABLE.read_text(encoding="utf-8")


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
