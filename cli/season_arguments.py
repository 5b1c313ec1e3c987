"""Arguments of `garnet host season`, and the requests made of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.admin.seasons import BY_NAME, SEASON_DEEDS
from cli.setting_arguments import YES
from core.json import Json
from core.refusal import Refused, quoted
from core.seasons.options import OPTIONS

Common = Callable[[argparse.ArgumentParser], None]

DEED_OF = {"out": "correct"}
REALMS = ("heaven", "hell")


def declare(season: argparse.ArgumentParser, common: Common) -> None:
    deeds = season.add_subparsers(dest="season_deed", metavar="DEED", required=True, parser_class=type(season))

    def add(name: str, words: str, *, dry: bool) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = deeds.add_parser(name, help=words, description=f"{name}: {words}.")
        if dry:
            parser.add_argument("--dry-run", action="store_true", help="only say what it would come to")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        common(parser)
        return parser

    for deed in SEASON_DEEDS:
        deed.declare(add(deed.tag(), deed.HELP, dry=deed.DRY))
    out = add("out", "somebody has left: the same as correct NAME --in no", dry=True)
    for argument in ("season", "name"):
        out.add_argument(argument)
    out.add_argument("--why", dest="text", required=True, metavar="TEXT", help="told to everybody who reads it")


# --- the words typed, as a request ------------------------------------------------------------------------------------
def request(arguments: argparse.Namespace, option: Callable[[str], tuple[str, Any]]) -> Json:
    """The request for `admin.seasons`. `option` parses KEY=VALUE. Raises Refused for unreadable words."""
    deed = arguments.season_deed
    typed = vars(arguments)
    asked: Json = {
        key: typed[key]
        for key in BY_NAME[DEED_OF.get(deed, deed)].__struct_encode_fields__
        if typed.get(key) is not None
    }
    asked |= {"do": "season", "deed": deed}
    if isinstance(asked.get("text"), list):
        asked["text"] = " ".join(asked["text"])
    if deed == "new":
        asked["about"] = {key: typed[key] for key in OPTIONS}
    elif deed == "open":
        asked["options"] = dict(map(option, arguments.options or ()))
    elif deed == "book":
        asked["outcome"] = _typed_outcome(arguments)
    elif deed == "correct":
        asked["change"] = _typed_change(arguments)
    elif deed == "out":
        asked |= {"deed": "correct", "change": {"in": False}}
    return asked


def _typed_outcome(arguments: argparse.Namespace) -> Json | None:
    """Outcome from the words typed or from a file; None if there is neither."""
    if arguments.outcome is not None:
        file = arguments.outcome
        try:
            document = json.loads(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
        except (OSError, ValueError) as trouble:
            raise Refused("no_outcome", f"{file} cannot be read as JSON: {trouble}") from None
        if not isinstance(document, dict):
            raise Refused("no_outcome", f"{file} holds no outcome: it is one JSON object.")
        outcome: Json = document.get("outcome", document)  # a whole export is accepted
        return outcome
    realms = {realm: _names(vars(arguments)[realm]) for realm in REALMS if vars(arguments)[realm]}
    typed = {
        "ranking": [_names(place) for place in arguments.places],
        "elimination_candidate": arguments.candidate,
        "death_match_opponent": arguments.opponent,
        "tokens_of_life": _amounts_by_name(arguments.tokens),
        "garnets": _amounts_by_name(arguments.garnets),
        "spent": _amounts_by_name(arguments.spent),
        "marked": arguments.marked,
        "realms": realms or None,
    }
    given = {key: value for key, value in typed.items() if value}
    return given or None


def _names(words: str) -> list[str]:
    return [name.strip() for name in words.split(",") if name.strip()]


def _amounts_by_name(words: list[str]) -> dict[str, int]:
    amounts = {}
    for word in words:
        name, _, amount = word.rpartition("=")
        if not name or not amount.isdigit():
            raise Refused("bad_amount", f"{quoted(word)}: write NAME=N, for example Ada=3.")
        amounts[name] = int(amount)
    return amounts


def _typed_change(arguments: argparse.Namespace) -> Json:
    change: Json = {
        key: value for key, value in (("purse", arguments.purse), ("tokens", arguments.tokens)) if value is not None
    }
    change |= {key: YES[value] for key, value in (("marked", arguments.marked), ("in", arguments.in_)) if value}
    if arguments.realm is not None:
        change["realm"] = None if arguments.realm == "none" else arguments.realm
    return change
