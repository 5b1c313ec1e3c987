"""Arguments of `garnet host season`, and what is asked with them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.admin.seasons import SeasonRequest
from cli.setting_arguments import declare_room, declare_settings
from core.json import Json
from core.levels import WHO
from core.refusal import Refused, quoted
from core.seasons.options import OPTIONS, OptionField

Common = Callable[[argparse.ArgumentParser], None]
Deed = Callable[..., argparse.ArgumentParser]

YES = {"yes": True, "no": False}
REALMS = ("heaven", "hell")


def declare(season: argparse.ArgumentParser, common: Common) -> None:
    """Add a host's deeds to the parser of `garnet host season`."""
    deeds = season.add_subparsers(dest="season_deed", metavar="DEED", required=True, parser_class=type(season))

    def deed(name: str, words: str, *positional: str, dry: bool = False) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = deeds.add_parser(name, help=words, description=f"{name}: {words}.")
        for argument in positional:
            found.add_argument(argument)
        if dry:
            found.add_argument("--dry-run", action="store_true", help="only say what it would come to")
        found.add_argument("--json", action="store_true", help="answer in JSON")
        common(found)
        return found

    _new(deed("new", "begin a season"))
    feed = deed(
        "feed", "tell a chat room of the season and of every match that it makes; an address, none, or look", "season"
    )
    feed.add_argument("url", nargs="?", metavar="URL|none", help="the webhook of the room, http:// or https://")
    feed.add_argument(
        "--spectators-late", dest="late", action="store_true", help="the spectators' room, a round behind"
    )
    declare_room(feed)
    deed("add", "a late-comer, before the first booking", "season", dry=True).add_argument("name", metavar="NAME[=WHO]")
    over = deed("hand-over", "somebody takes over a name of the cast, with purse and seat", "season", "name", dry=True)
    over.add_argument("to", metavar="WHO", help=WHO)
    _open(deed("open", "open an episode and make its match", "season", dry=True))
    _reason(deed("call-off", "the open episode does not count; its match is ended", "season", dry=True))
    _book(deed("book", "book the main match, as it stands in the house or as typed", "season", dry=True))
    deed("candidate", "name a candidate where none is there", "season", "name", dry=True)
    deed("opponent", "name whom the candidate chooses, where nobody is there", "season", "name", dry=True)
    duel = deed("duel", "make a duel of the house for the Death Match", "season", "game", dry=True)
    declare_settings(duel, season=True)
    settings = deed("settings", "what its matches are made with where an opening says nothing: look, or change it",
                    "season")  # fmt: skip
    declare_settings(settings, season=True)
    settings.add_argument("--fill", default=None, metavar="LEVEL", help="of the bots on guests' seats")
    _openings(settings)
    deed("rename", "call somebody of the cast otherwise, between episodes", "season", "name", dry=True).add_argument(
        "to"
    )
    deed("won", "who won the Death Match, played elsewhere", "season", "name", dry=True)
    deed("drawn", "it was drawn, and is played again", "season", dry=True)
    _reason(deed("leave-out", "there is no Death Match in this episode", "season", dry=True))
    final = deed("final", "the last two play for the season", "season", dry=True)
    final.add_argument("--best-of", type=int, default=1, choices=(1, 3, 5), help="duels (default: 1)")
    _correct(deed("correct", "put something right", "season", "name", dry=True))
    _reason(deed("out", "somebody has left: the same as correct NAME --in no", "season", "name", dry=True))
    undo = deed("undo", "undo the last booking or the final, and all that came after it", "season", dry=True)
    undo.add_argument("--last", action="store_true", help="only the last entry: a correction, a name, who won, ...")
    watching = deed("watching", "who of the house may read it and watch its matches: house, cast or code", "season")
    watching.add_argument("to", nargs="?", metavar="house|cast|code", help="left out: say how it is")
    deed("start", "draw lots for the places of the cast among those who put their names down", "season", dry=True)
    deed("announce", "tell everybody who reads the season something", "season", dry=True).add_argument(
        "text", nargs="+"
    )
    deed("tell", "say something to one of the cast alone", "season", "name", dry=True).add_argument("text", nargs="+")
    talk = deed("talk", "what its cast says among themselves and to you", "season")
    talk.add_argument(
        "--out-may-write", dest="out", action=argparse.BooleanOptionalAction, default=None,
        help="those who are out may write to the cast, too (default: they read)",
    )  # fmt: skip
    deed("confessionals", "what was confided between episodes (on record)", "season")
    deed("end", "end the season", "season", dry=True)


def _reason(deed: argparse.ArgumentParser) -> None:
    deed.add_argument("--why", dest="text", required=True, metavar="TEXT", help="told to everybody who reads it")


def _new(new: argparse.ArgumentParser) -> None:
    new.add_argument("--template", default="", metavar="NAME", help="purse, tokens and estate as this template says")
    new.add_argument("--title", default="", help="what it is called; its first word becomes the id")
    new.add_argument(
        "--cast", action="append", default=[], metavar="NAME[=WHO]",
        help=f"one of the cast (repeat): WHO is {WHO}",
    )  # fmt: skip
    for field in OPTIONS.values():
        new.add_argument(f"--{field.flag}", default=field.usual, help=field.about.help, **_option(field))
    new.add_argument("--seed", type=int, help="fix the lots")
    new.add_argument("--fill", default=None, metavar="LEVEL", help="of the bots on guests' seats")
    _openings(new)
    declare_settings(new, season=True, title=False)


def _option(field: OptionField) -> dict[str, Any]:
    """Arguments of the flag of a season's option, by its type."""
    if field.kind is bool:
        return {"action": "store_true"}
    return {"type": int, "metavar": "N"} if field.kind is int else {"choices": tuple(filter(None, field.choices))}


def _openings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--episodes", default=None, metavar="WHEN",
        help='when episodes are to open, for everybody to read: "every Fri 20:00 Europe/Berlin", or none',
    )  # fmt: skip


def _open(opening: argparse.ArgumentParser) -> None:
    opening.add_argument("game", nargs="?", help="its game, or elsewhere; with a template its own")
    opening.add_argument(
        "--template", default=None, metavar="NAME", help="as this template says, but for what is typed"
    )
    opening.add_argument("--sit-out", action="append", default=[], metavar="NAME", help="sits out (repeat)")
    opening.add_argument(
        "--guest", dest="guests", action="append", default=[], metavar="NAME[=WHO]", help="a guest (repeat)"
    )
    opening.add_argument("--play", action="append", default=[], metavar="NAME", help="plays a Token of Life (repeat)")
    opening.add_argument(
        "--option", dest="options", action="append", default=[], metavar="KEY=VALUE", help="an option of the game"
    )
    opening.add_argument("--fill", default=None, metavar="LEVEL", help="bots of this level on seats that nobody plays")
    opening.add_argument("--empty", action="store_true", default=None, help="also where nobody plays some of the seats")
    declare_settings(opening, season=True)


def _book(book: argparse.ArgumentParser) -> None:
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


def _correct(correct: argparse.ArgumentParser) -> None:
    correct.add_argument("--purse", type=int, metavar="N", help="garnets")
    correct.add_argument("--tokens", type=int, metavar="N", help="Tokens of Life")
    correct.add_argument("--marked", choices=tuple(YES), help="carries a Mark")
    correct.add_argument("--in", dest="in_", choices=tuple(YES), help="is in or out")
    correct.add_argument("--realm", choices=("heaven", "hell", "none"))
    _reason(correct)


# --- the words typed, as a request ------------------------------------------------------------------------------------
def request(arguments: argparse.Namespace, option: Callable[[str], tuple[str, Any]]) -> Json:
    """What `admin.seasons` is asked. `option` reads KEY=VALUE. Refused for what cannot be read."""
    deed = arguments.season_deed
    typed = vars(arguments)
    asked: Json = {key: typed[key] for key in SeasonRequest.__struct_encode_fields__ if typed.get(key) is not None}
    asked |= {"do": "season", "deed": deed}
    if isinstance(asked.get("text"), list):
        asked["text"] = " ".join(asked["text"])
    if deed == "new":
        asked["about"] = {key: typed[key] for key in OPTIONS}
    elif deed == "open":
        asked["options"] = dict(map(option, arguments.options))
    elif deed == "book":
        asked["outcome"] = _outcome(arguments)
    elif deed == "correct":
        asked["change"] = _change(arguments)
    elif deed == "out":
        asked |= {"deed": "correct", "change": {"in": False}}
    return asked


def _outcome(arguments: argparse.Namespace) -> Json | None:
    """The outcome that was typed or lies in a file; None if neither."""
    if arguments.outcome is not None:
        return _read(arguments.outcome)
    realms = {realm: _names(vars(arguments)[realm]) for realm in REALMS if vars(arguments)[realm]}
    told = {
        "ranking": [_names(place) for place in arguments.places],
        "elimination_candidate": arguments.candidate,
        "death_match_opponent": arguments.opponent,
        "tokens_of_life": _amounts(arguments.tokens),
        "garnets": _amounts(arguments.garnets),
        "spent": _amounts(arguments.spent),
        "marked": arguments.marked,
        "realms": realms or None,
    }
    given = {key: value for key, value in told.items() if value}
    return given or None


def _read(file: str) -> Json:
    try:
        told = json.loads(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except (OSError, ValueError) as trouble:
        raise Refused("no_outcome", f"{file} cannot be read as JSON: {trouble}") from None
    if not isinstance(told, dict):
        raise Refused("no_outcome", f"{file} holds no outcome: it is one JSON object.")
    found: Json = told.get("outcome", told)  # a whole export will do
    return found


def _names(words: str) -> list[str]:
    return [name.strip() for name in words.split(",") if name.strip()]


def _amounts(words: list[str]) -> dict[str, int]:
    found = {}
    for word in words:
        name, _, amount = word.rpartition("=")
        if not name or not amount.isdigit():
            raise Refused("bad_amount", f"{quoted(word)}: write NAME=N, for example Ada=3.")
        found[name] = int(amount)
    return found


def _change(arguments: argparse.Namespace) -> Json:
    change: Json = {
        key: value for key, value in (("purse", arguments.purse), ("tokens", arguments.tokens)) if value is not None
    }
    change |= {key: YES[value] for key, value in (("marked", arguments.marked), ("in", arguments.in_)) if value}
    if arguments.realm is not None:
        change["realm"] = None if arguments.realm == "none" else arguments.realm
    return change
