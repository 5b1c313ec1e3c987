"""Arguments of the commands that serve a house over SSH."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

Common = Callable[[argparse.ArgumentParser], None]


def declare(commands: argparse._SubParsersAction[Any], common: Common) -> None:
    """Add `serve`, the host's commands, `backup` and `restore` to the parser."""
    serve = commands.add_parser("serve", help="open the house for players over SSH")
    serve.add_argument("--listen", default="0.0.0.0:2222", metavar="ADDRESS:PORT", help="default: 0.0.0.0:2222")
    serve.add_argument("--address", metavar="NAME", help="the name that players type (default: this machine's)")
    serve.add_argument("--open", action="store_true", help="a free name belongs to the key that first takes it")
    serve.add_argument(
        "--colours", default="auto", choices=("auto", "none", "16", "256", "full"), help="default: as each terminal can"
    )
    serve.add_argument("--no-mouse", action="store_true", help="leave the mouse to the players' terminals")
    serve.add_argument(
        "--voice",
        metavar="COMMAND",
        help="a program that puts what bots say into other words (docs/scripting.md); off by default",
    )
    serve.add_argument(
        "--webhook", metavar="URL", help="where nudges are sent (default: the one in the house's settings)"
    )
    serve.add_argument("--nudge-names", action="store_true", help="nudges name those who are missing")
    serve.add_argument(
        "--grace", type=float, default=15.0, metavar="MINUTES",
        help="time given after a restart to rounds whose deadline passed meanwhile (default: 15)",
    )  # fmt: skip
    serve.add_argument(
        "--backup", metavar="FOLDER", help="back the house up into this folder, by itself, while it is served"
    )
    serve.add_argument("--every", default="6h", metavar="SPAN", help="between two backups: 30m, 6h, 1d (default: 6h)")
    serve.add_argument("--keep", type=int, default=20, metavar="N", help="so many backups are kept (default: 20)")
    serve.add_argument(
        "--metrics", metavar="ADDRESS:PORT", help="figures for Prometheus, on this machine alone: 127.0.0.1:9100"
    )
    _web(serve)
    serve.add_argument("--log", metavar="FILE", help="log here, a JSON object a line (default: standard error)")
    common(serve)
    host = commands.add_parser("host", help="the host's commands on this machine, also while the house is served")
    host.later = _host_commands
    for name, words, what in (
        ("backup", "copy the house, also while it is served", "a new or empty folder for the copy"),
        ("restore", "bring a copy back into an empty data folder", "the folder of the copy"),
    ):
        copy = commands.add_parser(name, help=words)
        copy.add_argument("folder", help=what)
        if name == "backup":
            copy.add_argument(
                "--keep", type=int, metavar="N",
                help="make one more in this folder, read it back, and keep the newest N",
            )  # fmt: skip
        else:
            copy.add_argument(
                "--people", action="store_true",
                help="only people and keys, with the host key: for another house of the same people",
            )  # fmt: skip
        common(copy)


def _web(serve: argparse.ArgumentParser) -> None:
    """The second door, for browsers."""
    web = serve.add_argument_group("browsers", "the same sessions in a page; needs garnet-house[web] (docs/hosting.md)")
    web.add_argument("--web", metavar="ADDRESS:PORT", help="let browsers in here: 127.0.0.1:8022, behind a proxy")
    web.add_argument("--web-url", default="", metavar="URL", help="as people type it: https://play.example.org")
    web.add_argument("--web-cert", metavar="FILE", help="a certificate for TLS at this door, with its chain, in PEM")
    web.add_argument("--web-key", metavar="FILE", help="its key")
    web.add_argument(
        "--web-proxy", action="append", default=[], metavar="ADDRESS",
        help="believe this proxy when it says for whom it asks (repeat)",
    )  # fmt: skip
    web.add_argument(
        "--web-plain", action="store_true", help="without TLS on an address that others reach: they can be read"
    )
    web.add_argument("--web-archive", metavar="FOLDER", help="show what `garnet publish` writes there, at /archive")


def declare_seasons(commands: argparse._SubParsersAction[Any], common: Common) -> None:
    """Add the commands that look at seasons and at the league."""
    for name, words in (
        ("season", "a season: standings, episodes, news"),
        ("seasons", "list the seasons of the house"),
        ("league", "matches, places, tokens and garnets of everybody, by game"),
    ):
        command = commands.add_parser(name, help=words)
        if name == "season":
            command.add_argument("season", help="its id; `garnet seasons` lists them")
        command.add_argument("--json", action="store_true", help="one JSON document")
        common(command)


def _host_commands(host: argparse.ArgumentParser, common: Common) -> None:
    from cli.host_arguments import declare as declare_host

    declare_host(host, common)
