"""Arguments of `garnet host`, from the fields of the deeds in `cli.admin`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cli.admin.commands import DEEDS
from cli.commands.service import declare as declare_service
from cli.season_arguments import declare as declare_seasons

Common = Callable[[argparse.ArgumentParser], None]
SERVICE = "the house as a service of systemd, with a timer for backups"


def declare(host: argparse.ArgumentParser, common: Common) -> None:
    deeds = host.add_subparsers(dest="deed", metavar="DEED", required=True, parser_class=type(host))

    def add(name: str, words: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = deeds.add_parser(name, help=words, description=f"{name}: {words}.")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        common(parser)
        return parser

    for deed in DEEDS:
        parser = add(deed.tag(), deed.HELP)
        if deed.DRY:
            parser.add_argument(
                "--dry-run", action="store_true", default=None, help="only say what players would be told"
            )
        deed.declare(parser)
    declare_service(add("install-service", SERVICE))
    season = deeds.add_parser("season", help="everything about seasons: garnet host season --help")
    declare_seasons(season, common)
