"""`garnet export`: a match as JSON, its result as text for a chat room or as CSV."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path
from typing import Any

import msgspec

from cli.opening import visit_for
from core import sights
from core.decisions import outcome
from core.journal import as_json
from core.match import Match


def run(arguments: argparse.Namespace) -> int:
    """Print the export, or write it to --output."""
    house = visit_for(arguments)
    match = house.table(arguments.match).match
    if arguments.form == "json":
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
        Path(arguments.output).write_text(text, encoding="utf-8")
    except OSError as trouble:
        print(f"{arguments.output} cannot be written: {trouble.strerror}.", file=sys.stderr)
        return 1
    return 0


def _whole(match: Match, entries: tuple[dict[str, Any], ...]) -> str:
    """The journal itself; while a match runs this holds everybody's secrets, and says so."""
    told = {
        "note": "Complete, with every secret." if match.phase != "finished" else "A finished match.",
        "header": as_json(match.header),
        "entries": list(entries),
        "host": sights.host(match),
        "digest": sights.digest(match),
    }
    return msgspec.json.format(msgspec.json.encode(told)).decode() + "\n"


def result_text(match: Match) -> str:
    """The result in a few lines that can be pasted into a chat room."""
    told = outcome(match)
    title = match.header.title or match.game.spec.title
    if told is None:
        return f"{title}: ended without a result.\n"
    lines = [f"{title} ({match.game.spec.title})" if match.header.title else title]
    lines.append(f"Winner: {', '.join(told['winners']) or 'nobody'}")
    lines.append(f"Elimination Candidate: {told['elimination_candidate'] or 'nobody'}")
    lines.append(f"Death Match opponent: {told['death_match_opponent'] or 'nobody'}")
    for name, key in (("Tokens of Life", "tokens_of_life"), ("Garnets", "garnets")):
        held = ", ".join(f"{seat} {n}" for seat, n in told[key].items())
        lines.append(f"{name}: {held or 'none'}")
    lines.append("Ranking:")
    place = 1
    for tied in told["ranking"]:
        lines.append(f"{place:>3}. {', '.join(tied)}")
        place += len(tied)
    return "\n".join(lines) + "\n"


def result_csv(match: Match) -> str:
    """One line a seat: place, seat, tokens, garnets, role."""
    told = outcome(match) or {"ranking": []}
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["place", "seat", "tokens_of_life", "garnets", "role"])
    place = 1
    for tied in told["ranking"]:
        for seat in tied:
            tokens, garnets = told["tokens_of_life"].get(seat, 0), told["garnets"].get(seat, 0)
            rows.writerow([place, _cell(seat), tokens, garnets, _role(told, seat)])
        place += len(tied)
    return written.getvalue()


def _cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return "'" + name if name[:1] in "=+-@" else name


def _role(told: dict[str, Any], seat: str) -> str:
    if seat in told["winners"]:
        return "winner"
    if seat == told["elimination_candidate"]:
        return "candidate"
    return "opponent" if seat == told["death_match_opponent"] else ""
