"""Commands on the data folder: `garnet matches`, `season`, `seasons`, `league`, `export`, `backup` and `restore`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import msgspec

from cli.opening import HOST_KEY, owners_alone, visit_for
from cli.printing import json_text, put
from core.house.league import league, league_lines, match_counts, named_rows
from core.house.people import People
from core.house.settings import MUTED
from core.match import views
from core.match.journal import as_json
from core.match.seating import is_bot
from core.match.state import Match
from core.match.summary import Summary
from core.narration.telling import document, story
from core.narration.text import result_csv, result_text, series_csv, story_text
from core.refusal import Refused
from core.seasons.words import brief_json, season_json, season_lines, summary
from core.talk.channels import clean
from storage import backup, data_folder, restore, restore_people
from storage.backup import backups, keep


def list_matches(arguments: argparse.Namespace) -> int:
    """List the matches, oldest first. Exit status 1 if a file is damaged."""
    house = visit_for(arguments)
    matches = house.matches()
    if arguments.json:
        document = {
            "matches": [match.public_json() for match in matches],
            "damaged": house.damaged,
            "not_installed": house.not_installed,
        }
        put(json_text(document))
    elif not matches and not house.damaged and not house.not_installed:
        put("No matches yet. Begin one with: garnet hotseat exodus --seat Ada --seat Bo --bots 7")
    else:
        put("\n".join(_lines(matches)))
    for sentence in (*house.damaged.values(), *house.not_installed.values(), *house.warnings):
        put(sentence, errors=True)
    return 1 if house.damaged else 0


def _lines(matches: tuple[Summary, ...]) -> list[str]:
    rows = [("MATCH", "GAME", "WHERE IT STANDS", "SEATS")]
    rows += [(match.match, match.game_title, standing(match), _people(match)) for match in matches]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, [*widths, 0], strict=True)).rstrip() for row in rows
    ]


def standing(match: Summary) -> str:
    if match.abandoned:
        return "ended without a result"
    if match.phase == "round":
        return match.progress(match.round, " of ")
    return {
        "finished": "finished",
        "decision": "choices after the end",
        "confirming": "a host looks at the result",
        "judging": "a host reads what was sent",
    }.get(match.phase, match.phase)


def _people(match: Summary) -> str:
    people = [seat for seat in match.seats if not is_bot(match.holders.get(seat, ""))]
    bots = len(match.seats) - len(people)
    return ", ".join(people) + (
        f" and {bots} bot{'s' * (bots != 1)}" if bots and people else f"{bots} bots" if bots else ""
    )


def seasons_and_league(arguments: argparse.Namespace) -> int:
    """Print seasons or the league. Exit status 1 if a season's file is damaged."""
    house = visit_for(arguments)
    seasons = house.seasons
    if arguments.command == "league":
        rows = league(house.finished(), named_rows(People(house.store, time.time, lambda n: b"")))
        _print(
            arguments, [msgspec.to_builtins(row) for row in rows], league_lines(rows, match_counts(house.finished()))
        )
        return 0
    if arguments.command == "season":
        season = seasons.find(arguments.season).season
        _print(arguments, season_json(season, hosts=True), season_lines(season))
        return 0
    every = [live.season for live in seasons.live.values()]
    document = {"seasons": [brief_json(season) for season in every], "damaged": seasons.damaged}
    empty = "There is no season yet. Begin one with: garnet host season new --title Spring --cast Ada --cast Bo"
    _print(arguments, document, [summary(season) for season in every] or [empty])
    for sentence in (*seasons.damaged.values(), *seasons.warnings):
        put(sentence, errors=True)
    return 1 if seasons.damaged else 0


def _print(arguments: argparse.Namespace, document: object, lines: list[str]) -> None:
    if arguments.json:
        put(json_text(document))
    else:
        put("\n".join(lines))


def export(arguments: argparse.Namespace) -> int:
    house = visit_for(arguments)
    match = house.table(arguments.match).match
    if (arguments.json or arguments.csv) and not arguments.story:
        put("--json and --csv go with --story; without it there is --as json, text or csv.", errors=True)
        return 2
    if arguments.story:
        text = _story(match, arguments)
    elif arguments.form == "json":
        entries = house.store.read(arguments.match).entries
        content = {
            "note": "Complete, with every secret." if match.phase != "finished" else "A finished match.",
            "header": as_json(match.header),
            "entries": list(entries),
            "host": views.host(match),
            "digest": views.digest(match),
        }
        text = json_text(content) + "\n"
    elif match.phase != "finished":
        put(f"{arguments.match} has no result yet: it is still being played.", errors=True)
        return 1
    else:
        text = result_text(match) if arguments.form == "text" else result_csv(match)
    if arguments.output is None:
        put(text, end="")
        return 0
    try:
        # The journal of a running match holds every secret.
        with open(arguments.output, "w", encoding="utf-8", opener=owners_alone) as file:
            file.write(clean(text))
    except OSError as trouble:
        put(f"{arguments.output} cannot be written: {trouble.strerror}.", errors=True)
        return 1
    return 0


def _story(match: Match, arguments: argparse.Namespace) -> str:
    """The story for posting: whole once the record is public (CM-09), else as spectators know it."""
    public_story = story(match, None, whole=views.record(match) is not None)
    if arguments.json:
        written = document(match, public_story, match.seats if public_story.whole else ())
        return json_text(written) + "\n"
    return series_csv(public_story) if arguments.csv else "\n\n".join(story_text(public_story)) + "\n"


def copy_house(arguments: argparse.Namespace) -> int:
    """Copy the house. Exit status 1 if a file is damaged; it is copied as it is."""
    house, copy = data_folder(arguments.data), arguments.folder
    if arguments.command == "backup" and arguments.keep is not None:
        return _keep_backup(house, Path(copy).expanduser(), arguments.keep)
    if arguments.command == "restore" and arguments.people:
        count = restore_people(copy, house, (HOST_KEY,))
        put(f"A house of its own in {house} begins with the {count} people of {copy}, and with none of its matches.")
        put(MUTED)
        return 0
    if arguments.command == "backup":
        damages, sentence = backup(house, copy, (HOST_KEY,)), f"The house in {house} is backed up in {copy}."
        muted = "A house served from that copy, or from one restored from it, has its feeds and nudges muted."
    else:
        damages, sentence = restore(copy, house, (HOST_KEY,)), f"The house in {copy} is restored to {house}."
        muted = MUTED
    put("\n".join([sentence, muted, *damages]))
    return 1 if damages else 0


def _keep_backup(house: Path, folder: Path, most: int) -> int:
    if most < 1:
        raise Refused("bad_keep", f"--keep {most} would keep no backup: 1 or more.")
    new_backup = keep(house, folder, most, time.time(), (HOST_KEY,))
    sentence = (
        f"The house in {house} is backed up in {new_backup.path} and was read back; {len(backups(folder))} are kept."
    )
    put("\n".join(filter(None, (sentence, new_backup.told))))
    return 1 if new_backup.told else 0
