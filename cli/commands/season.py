"""`garnet season`, `garnet seasons`, `garnet league`: the story of the house, to look at."""

from __future__ import annotations

import argparse
import sys
import time

import msgspec

from cli.opening import visit_for
from core.house.league import counted, league, league_lines, named
from core.house.people import People
from core.seasons.projections import season_json
from core.seasons.words import brief, season_lines, summary
from tui.words.text import clean


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; 1 if a season's file is damaged."""
    house = visit_for(arguments)
    seasons = house.seasons
    if arguments.command == "league":
        found = league(house.finished(), named(People(house.store, time.time, lambda n: b"")))
        _print(arguments, [msgspec.to_builtins(row) for row in found], league_lines(found, counted(house.finished())))
        return 0
    if arguments.command == "season":
        season = seasons.find(arguments.season).season
        _print(arguments, season_json(season, hosts=True), season_lines(season))
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
