"""Arguments of several deeds: settings of matches, schedules, chat rooms."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import Any

from core.match.settings import SETTINGS, SettingField
from core.seasons.options import OPTIONS, OptionField

YES = {"yes": True, "no": False}


def declare_settings(parser: argparse.ArgumentParser, *, season: bool = False, title: bool = True) -> None:
    """Add a flag for each setting, and for set times; `season`: only those of a season's match. The default is None."""
    for field in SETTINGS.values():
        if (field.about.season or not season) and (title or field.name != "title"):
            parser.add_argument(
                f"--{field.flag}", dest=field.key, default=None, help=field.about.help, **_argument_options(field)
            )
    parser.add_argument(
        "--schedule", dest="when", metavar="WHEN",
        help='rounds close at set times instead: "every day 21:00 Europe/Berlin", "Tue and Fri 20:00"',
    )  # fmt: skip
    declare_keeping(parser)


def _argument_options(field: SettingField) -> dict[str, Any]:
    if field.kind is bool:
        return {"action": argparse.BooleanOptionalAction}
    if field.choices:
        return {"choices": field.choices}
    if field.kind is str:
        return {}
    return {"type": minutes_or_none, "metavar": "MINUTES|none"}


def declare_keeping(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--come-forward", dest="keep", action="store_false", default=None,
        help="after an early close the next round takes the time that was left over (else it keeps its own)",
    )  # fmt: skip
    parser.add_argument(
        "--shortest", type=minutes, metavar="MINUTES",
        help="a round has at least so long to take a time (default: half of the shortest interval)",
    )  # fmt: skip


def declare_room(feed: argparse.ArgumentParser) -> None:
    feed.add_argument(
        "--kind", choices=("rich", "plain"),
        help="rich: posts are edited and show moments in everybody's own time; plain: text alone "
        "(default: by the address)",
    )  # fmt: skip
    feed.add_argument(
        "--threads", action=argparse.BooleanOptionalAction, default=None,
        help="the room is a forum: each match has a topic, with its duel",
    )  # fmt: skip


def minutes(typed: str) -> float:
    """Parse minutes into seconds."""
    with suppress(ValueError):
        if abs(float(typed)) <= 1_000_000:
            return float(typed) * 60
    raise argparse.ArgumentTypeError(f"{typed!r} are no minutes; write 15, for example")


def minutes_or_none(typed: str) -> float | str:
    """Parse minutes into seconds; `none` for no deadline."""
    if typed.strip().lower() == "none":
        return "none"
    try:
        return minutes(typed)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{typed!r} are no minutes; write 5, 1440 or none") from None


def declare_options(new: argparse.ArgumentParser) -> None:
    for field in OPTIONS.values():
        new.add_argument(f"--{field.flag}", default=field.usual, help=field.about.help, **_option(field))


def _option(field: OptionField) -> dict[str, Any]:
    if field.kind is bool:
        return {"action": "store_true"}
    if field.kind is str:
        return {"metavar": "TEXT"}
    return {"type": int, "metavar": "N"} if field.kind is int else {"choices": tuple(filter(None, field.choices))}


def declare_outcome(book: argparse.ArgumentParser) -> None:
    book.add_argument("--outcome", metavar="FILE", help="the outcome as JSON; - is standard input")
    book.add_argument(
        "--place", dest="places", action="append", default=[], metavar="NAME[,NAME...]",
        help="the next place, with all who share it (repeat, from the first to the last)",
    )  # fmt: skip
    book.add_argument("--candidate", metavar="NAME", help="the Elimination Candidate")
    book.add_argument("--opponent", metavar="NAME", help="whom the candidate chose")
    for option, words in (
        ("tokens", "Tokens of Life won"),
        ("garnets", "garnets won"),
        ("spent", "garnets spent of a lent purse"),
    ):
        book.add_argument(f"--{option}", action="append", default=[], metavar="NAME=N", help=f"{words} (repeat)")
    book.add_argument("--marked", metavar="NAME", help="who carries a Mark from now on")
    for realm in ("heaven", "hell"):
        book.add_argument(f"--{realm}", metavar="NAME[,NAME...]", help=f"who is in {realm.title()} from now on")


def declare_correction(correct: argparse.ArgumentParser) -> None:
    correct.add_argument("--purse", type=int, metavar="N", help="garnets")
    correct.add_argument("--tokens", type=int, metavar="N", help="Tokens of Life")
    correct.add_argument("--marked", choices=tuple(YES), help="carries a Mark")
    correct.add_argument("--in", dest="in_", choices=tuple(YES), help="is in or out")
    correct.add_argument("--realm", choices=("heaven", "hell", "none"))
