"""`garnet matches`: what is in the data folder."""

from __future__ import annotations

import argparse
import sys

import msgspec

from cli.opening import visit_for
from core.match.seating import is_bot
from core.match.summary import Summary


def run(arguments: argparse.Namespace) -> int:
    """List the matches, oldest first; 1 if a file is damaged."""
    house = visit_for(arguments)
    found = house.matches()
    if arguments.json:
        told = {
            "matches": [_facts(one) for one in found],
            "damaged": house.damaged,
            "not_installed": house.not_installed,
        }
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    elif not found and not house.damaged and not house.not_installed:
        print("No matches yet. Begin one with: garnet hotseat exodus --seat Ada --seat Bo --bots 7")
    else:
        print("\n".join(_lines(found)))
    for sentence in (*house.damaged.values(), *house.not_installed.values(), *house.warnings):
        print(sentence, file=sys.stderr)
    return 1 if house.damaged else 0


def _facts(one: Summary) -> dict[str, object]:
    facts: dict[str, object] = one.public_json()
    return facts


def _lines(found: tuple[Summary, ...]) -> list[str]:
    rows = [("MATCH", "GAME", "WHERE IT STANDS", "SEATS")]
    rows += [(one.match, one.game_title, standing(one), _people(one)) for one in found]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, [*widths, 0], strict=True)).rstrip() for row in rows
    ]


def standing(one: Summary) -> str:
    """Where a match stands, in a few words."""
    if one.abandoned:
        return "ended without a result"
    if one.phase == "round":
        return f"{one.round_word} {one.round} of {one.rounds}"
    return {
        "finished": "finished",
        "decision": "choices after the end",
        "confirming": "a host looks at the result",
    }.get(one.phase, one.phase)


def _people(one: Summary) -> str:
    people = [seat for seat in one.seats if not is_bot(one.holders.get(seat, ""))]
    bots = len(one.seats) - len(people)
    return ", ".join(people) + (
        f" and {bots} bot{'s' * (bots != 1)}" if bots and people else f"{bots} bots" if bots else ""
    )
