"""`garnet export`: a match as JSON, its result as text for a chat room or as CSV, its story in either form."""

from __future__ import annotations

import argparse
import sys

import msgspec

from cli.opening import owners_alone, visit_for
from core.json import Json
from core.match import views
from core.match.journal import as_json
from core.match.state import Match
from core.story.telling import document, story
from core.story.text import result_csv, result_text, series_csv, story_text


def run(arguments: argparse.Namespace) -> int:
    """Print the export, or write it to --output."""
    house = visit_for(arguments)
    match = house.table(arguments.match).match
    if (arguments.json or arguments.csv) and not arguments.story:
        print("--json and --csv go with --story; without it there is --as json, text or csv.", file=sys.stderr)
        return 2
    if arguments.story:
        text = _story(match, arguments)
    elif arguments.form == "json":
        text = _whole(match, house.store.read(arguments.match).entries)
    elif match.phase != "finished":
        print(f"{arguments.match} has no result yet: it is still being played.", file=sys.stderr)
        return 1
    else:
        text = result_text(match) if arguments.form == "text" else result_csv(match)
    if arguments.output is None:
        print(text, end="")
        return 0
    try:
        # The journal of a match that runs holds everybody's secrets.
        with open(arguments.output, "w", encoding="utf-8", opener=owners_alone) as file:
            file.write(text)
    except OSError as trouble:
        print(f"{arguments.output} cannot be written: {trouble.strerror}.", file=sys.stderr)
        return 1
    return 0


def _story(match: Match, arguments: argparse.Namespace) -> str:
    """What happened, as it may be posted: all of it once the record is public (CM-09), else what spectators know."""
    told = story(match, None, whole=views.record(match) is not None)
    if arguments.json:
        written = document(match, told, match.seats if told.whole else ())
        return msgspec.json.format(msgspec.json.encode(written)).decode() + "\n"
    return series_csv(told) if arguments.csv else "\n\n".join(story_text(told)) + "\n"


def _whole(match: Match, entries: tuple[Json, ...]) -> str:
    """The journal itself; while a match runs this holds everybody's secrets, and says so."""
    told = {
        "note": "Complete, with every secret." if match.phase != "finished" else "A finished match.",
        "header": as_json(match.header),
        "entries": list(entries),
        "host": views.host(match),
        "digest": views.digest(match),
    }
    return msgspec.json.format(msgspec.json.encode(told)).decode() + "\n"
