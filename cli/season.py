"""`garnet season`, `garnet seasons`, `garnet league`: the story of the house, to look at."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import msgspec

from cli.opening import visit_for
from core.house import House
from core.league import Row, league
from core.people import People
from core.seasons.sights import season_json
from core.seasons.words import brief, season_lines, summary
from tui.text import clean


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; 1 if a season's file is damaged."""
    house = visit_for(arguments)
    seasons = house.seasons
    if arguments.command == "league":
        found = rows(house)
        _print(arguments, [msgspec.to_builtins(row) for row in found], league_lines(found))
        return 0
    if arguments.command == "season":
        season = seasons.find(arguments.season).season
        _print(arguments, season_json(season), season_lines(season))
        return 0
    every = [live.season for live in seasons.live.values()]
    told = {"seasons": [brief(season) for season in every], "damaged": seasons.damaged}
    empty = "There is no season yet. Begin one with: garnet host season new --title Spring --cast Ada --cast Bo"
    _print(arguments, told, [summary(season) for season in every] or [empty])
    for sentence in (*seasons.damaged.values(), *seasons.warnings):
        print(sentence, file=sys.stderr)
    return 1 if seasons.damaged else 0


def _print(arguments: argparse.Namespace, document: object, lines: list[str]) -> None:
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(document)).decode())
    else:
        print(clean("\n".join(lines)))


def rows(house: House) -> tuple[Row, ...]:
    """The league of a house (SE-12)."""
    return league((house.table(one.match).match for one in house.matches()), named(house))


def named(house: House) -> Callable[[str, str], str]:
    """What the person who holds a seat is called: by the house, or at its keyboard by the seat."""
    people = People(house.store, time.time, lambda n: b"")

    def name_of(holder: str, seat: str) -> str:
        known = people.find(holder.removeprefix("person:")) if holder.startswith("person:") else None
        return known.name if known is not None else seat

    return name_of


def league_lines(found: tuple[Row, ...]) -> list[str]:
    """The league for people, a line for each person and game."""
    if not found:
        return ["No match has finished yet."]
    table = [("NAME", "GAME", "BOTS", "MATCHES", "PLACES", "TOKENS", "GARNETS")]
    for row in found:
        places = ", ".join(f"{place}. x{often}" for place, often in row.places.items())
        bots = "with bots" if row.bots else "people"
        table.append((row.name, row.game, bots, str(row.matches), places, str(row.tokens), str(row.garnets)))
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table]
