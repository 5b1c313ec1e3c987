"""The `garnet` command. Only the parser is imported at start, so that `garnet --help` answers at once."""

from __future__ import annotations

import argparse
import gc
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from core.levels import COACH, LEVELS, USUAL
from core.refusal import did_you_mean

EXAMPLES = """\
examples:
  garnet                                            the start menu
  garnet hotseat exodus --seat Ada --seat Bo --bots 7
  garnet practice exodus                            its lesson, or alone with bots
  garnet hotseat                                    pick up the match that is going on (or choose, if several are)
  garnet rules exodus                               how to play, with the rulings
  garnet matches                                    the matches in the data folder
  garnet serve --listen 127.0.0.1:2222              a house for players over SSH
  garnet bots exodus --level sharp --seats steady   how much better one level of bots plays than another
  garnet new-game my_game                           a package for a game of your own
  garnet try my_game.py                             a game of one file, as you write it
  garnet scenario position.json                     play a script against the rules
"""


UNKNOWN_FLAG = re.compile(r"unrecognized arguments: (--\S+)")
UNKNOWN_CHOICE = re.compile(r"argument (\S+): invalid choice: (.+?) \(choose from (.+)\)")
"""Messages of argparse."""
FEW_CHOICES = 8
"""Most choices that are listed in full; of more only the nearest is named."""
QUOTES = "'\""


class Parser(argparse.ArgumentParser):
    """argparse with mistakes answered in a line. Options cannot be abbreviated: a mistyped or later option must not act
    as another."""

    def __init__(self, *positional: Any, **options: Any) -> None:
        super().__init__(*positional, **{"allow_abbrev": False, **options})

    _innermost: Parser | None = None
    """Parser of the typed command, used for mistakes."""
    later: Callable[[Parser, Callable[[argparse.ArgumentParser], None]], None] | None = None
    """Declares the arguments when they are first needed."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.later is not None:
            later, self.later = self.later, None
            later(self, _common)
        Parser._innermost = self
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        asked = Parser._innermost or self
        if unknown := UNKNOWN_FLAG.match(message):
            flag = unknown[1].partition("=")[0]
            flags = re.findall(r"--[a-z][\w-]*", asked.format_help())
            message = f"There is no {flag} here{did_you_mean(flag, flags, 0.75)}"
        elif choice := UNKNOWN_CHOICE.match(message):
            choices = [name.strip("' ") for name in choice[3].split(",")]
            listed = f" There are: {', '.join(choices)}." if len(choices) <= FEW_CHOICES else ""
            what = choice[1].lower().replace("deed", "command")
            message = f"{choice[2]} is no {what}{did_you_mean(choice[2].strip(QUOTES), choices)}{listed}"
        ended = message if message.endswith("?") else f"{message.removesuffix('.')}."
        self.exit(2, f"{asked.prog}: {ended} Try: {asked.prog} --help\n")


def _common(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    words = "the data folder (default: $GARNET_DATA, or your system's)"
    parser.add_argument("--data", metavar="FOLDER", default=default, help=words)


@cache
def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="garnet",
        description="Garnet House: matches of The Genius, around one keyboard or over SSH.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    _common(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    hotseat = commands.add_parser("hotseat", help="play around one keyboard")
    hotseat.add_argument(
        "game",
        nargs="?",
        help="a game (its id, or a part of its title; alone: its form) or a match to continue; none: the match "
        "that is going on, or the start menu",
    )
    hotseat.add_argument("--seat", action="append", default=[], metavar="NAME", help="a person's seat (repeat)")
    hotseat.add_argument("--bots", type=int, default=None, metavar="N", help="how many bots (default: the other seats)")
    hotseat.add_argument("--level", default=USUAL, choices=LEVELS, help="how the bots play")
    hotseat.add_argument("--seed", type=int, help="fix the dice")
    hotseat.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    hotseat.add_argument("--theme", help="a theme by name")
    _common(hotseat)

    practice = commands.add_parser("practice", help="learn a game, or play it alone with bots and a coach")
    practice.add_argument("game", nargs="?", help="a game: its id, or a part of its title; none: the list")
    practice.add_argument("--seat", metavar="NAME", help="what you are called")
    practice.add_argument(
        "--from", dest="position", default="", metavar="POSITION",
        help="lesson, start, a position, or MATCH:ROUND of a finished match; none: the list",
    )  # fmt: skip
    _common(practice)

    scenario = commands.add_parser("scenario", help="play a scenario file and print what happened, as JSON")
    scenario.add_argument("file", nargs="?", default="-", help="the file; - is standard input")
    scenario.add_argument("--lines", action="store_true", help="one scenario a line in, one result a line out")

    rules = commands.add_parser("rules", help="how to play a game, with its rulings")
    rules.add_argument("game", nargs="?", help="a game: its id, a part of its title, or its file; none: list them")
    rules.add_argument("--search", metavar="TEXT", help="only the paragraphs with this text")
    _common(rules)

    matches = commands.add_parser("matches", help="list the matches of the data folder")
    matches.add_argument("--json", action="store_true", help="one JSON document")
    _common(matches)

    replay = commands.add_parser("replay", help="look at a finished match, round by round")
    replay.add_argument("match")
    replay.add_argument("--seat", "--eyes", metavar="NAME", help="through the eyes of one seat")
    replay.add_argument("--round", type=int, metavar="N", help="print this round instead of opening the screen")
    replay.add_argument("--step", type=int, metavar="M", help="with --round: as far as this step; 0 is before it")
    replay.add_argument("--text", action="store_true", help="print its rounds with their turning points")
    replay.add_argument("--json", action="store_true", help="the same, or a round, as JSON")
    _common(replay)

    watch = commands.add_parser(
        "watch", help="a match on the whole terminal, for everybody in the room: no key is needed"
    )
    watch.add_argument("match")
    watch.add_argument("--theme", help="a theme by name")
    _common(watch)

    export = commands.add_parser("export", help="a match as JSON, its result as text or CSV, its story")
    export.add_argument("match")
    export.add_argument("--as", dest="form", choices=("json", "text", "csv"), default="json")
    export.add_argument(
        "--story", action="store_true", help="what happened and why, for a chat room, in short messages"
    )
    forms = export.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="with --story: the whole story as JSON")
    forms.add_argument("--csv", action="store_true", help="with --story: its curves as CSV")
    export.add_argument("--output", metavar="FILE", help="write here instead of printing")
    _common(export)

    bots = commands.add_parser("bots", help="play matches out among bots and print what one of them won")
    bots.add_argument("game", help="a game: its id, a part of its title, or the file of a game of one file")
    measured = bots.add_mutually_exclusive_group()
    measured.add_argument(
        "--level",
        choices=(*LEVELS, COACH),
        help="in one seat a bot of this level, or who does what the coach says (default: each level against the one "
        "below it)",
    )
    measured.add_argument(
        "--bot",
        metavar="MODULE:FUNCTION",
        help="in one seat your own bot; your code is imported and run (docs/scripting)",
    )
    bots.add_argument(
        "--seats",
        nargs="+",
        default=[],
        metavar="WHO",
        help="levels, or MODULE:FUNCTION, that take the other seats in turn",
    )
    bots.add_argument("--matches", type=int, default=200, metavar="N", help="how many, for each line (default: 200)")
    bots.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the first match's; the others follow (default: 1)"
    )
    bots.add_argument("--processes", type=int, default=2, metavar="N", help="matches at a time (default: 2)")
    bots.add_argument("--json", action="store_true", help="one JSON document, with every match")

    new_game = commands.add_parser("new-game", help="write a package for a game of your own, ready to be played")
    new_game.add_argument("name", metavar="NAME", help="its id: small letters, digits and underscores")
    new_game.add_argument("--folder", metavar="F", help="where to write it (default: ./NAME, or . with --one-file)")
    new_game.add_argument("--one-file", action="store_true", help="the whole game in one module, NAME.py")
    trial = commands.add_parser("try", help="play a game of one file at this keyboard, again after each change")
    trial.add_argument("file", metavar="FILE")
    trial.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the usual one)")
    trial.add_argument("--people", type=int, default=1, metavar="N", help="seats of people; bots play the others")
    trial.add_argument("--seed", type=int, default=1, help="of the dice (default: 1)")
    checking = commands.add_parser("check", help="hold a game of one file to what the house promises, in seconds")
    checking.add_argument("file", metavar="FILE")
    checking.add_argument("--seconds", type=float, metavar="S", help="processor seconds for each promise")

    publish = commands.add_parser("publish", help="the public matches of the house as web pages")
    publish.add_argument("folder", help="a new or empty folder, or one that was published into before")
    publish.add_argument("--title", help="what the site is called; without it as before, or else Garnet House")
    publish.add_argument(
        "--url",
        metavar="URL",
        help="where the pages will stand: chat rooms and feeds need whole addresses; without it as before",
    )
    publish.add_argument("--watch", action="store_true", help="go on, and publish again after each end")
    publish.add_argument("--preview", metavar="ADDRESS:PORT", nargs="?", const="127.0.0.1:8000", help="show it, too")
    _common(publish)

    doctor = commands.add_parser("doctor", help="check this machine and the data folder, and say how to mend")
    doctor.add_argument(
        "--changed",
        action="store_true",
        help="leave out finished matches that nobody touched since they were looked at",
    )
    doctor.add_argument(
        "--server", metavar="HOST:PORT", help="also try to log in there, as far as the question who it is"
    )
    _common(doctor)

    board = commands.add_parser("board", help="check a board for The Drifting Ship")
    board_commands = board.add_subparsers(dest="board_command", metavar="check", required=True, parser_class=Parser)
    check = board_commands.add_parser("check", help="check a board file and draw it")
    check.add_argument("file")

    serving_commands(commands, _common)
    looking_commands(commands, _common)
    return parser


HANDLERS = {
    None: "cli.commands.play:run",
    "hotseat": "cli.commands.play:run",
    "practice": "cli.commands.play:run",
    "scenario": "cli.commands.authors:play_scenario",
    "bots": "cli.commands.bots:run",
    "rules": "cli.commands.play:print_rules",
    "matches": "cli.commands.house:list_matches",
    "replay": "cli.commands.play:run",
    "watch": "cli.commands.play:watch",
    "export": "cli.commands.house:export",
    "publish": "cli.commands.publish:run",
    "new-game": "cli.commands.authors:new_game",
    "try": "cli.commands.one_file:play",
    "check": "cli.commands.one_file:check",
    "doctor": "cli.commands.doctor:run",
    "board": "cli.commands.play:check_board",
    "serve": "cli.commands.serve:run",
    "host": "cli.commands.host:run",
    "season": "cli.commands.house:seasons_and_league",
    "seasons": "cli.commands.house:seasons_and_league",
    "league": "cli.commands.house:seasons_and_league",
    "backup": "cli.commands.house:copy_house",
    "restore": "cli.commands.house:copy_house",
}
"""Module and function, `run(arguments) -> int`, by command."""


SCREENS = (None, "hotseat", "practice", "replay", "try")
SERVING = ("serve", "host")
"""Commands that need Unix sockets."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status: 0 done, 1 refused, 2 mistyped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe's encoding may lack some characters
            stream.reconfigure(errors="replace")
    parser = build_parser()
    arguments = parser.parse_args(argv)
    if arguments.version:
        from importlib.metadata import version

        from cli.printing import put

        put(f"garnet {version('garnet-house')}")
        return 0
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone
        return 0


def _run(arguments: argparse.Namespace) -> int:
    """Run a command and print refusals without a traceback."""
    from cli.printing import put
    from core.refusal import Refused
    from core.store import Damaged

    try:
        if arguments.command in SCREENS:
            gc.disable()  # until the first screen is painted: imports leave no garbage
        if arguments.command in SERVING:
            _serves_here()
        module, _, name = HANDLERS[arguments.command].partition(":")
        status: int = getattr(import_module(module), name)(arguments)
    except (Refused, Damaged) as refusal:
        put(f"garnet: {refusal}", errors=True)
        return 1
    finally:
        gc.enable()
    return status


def _serves_here() -> None:
    """Raises Refused on systems that cannot serve a house."""
    import asyncio

    from core.refusal import Refused

    if not hasattr(asyncio, "start_unix_server"):
        raise Refused(
            "not_here",
            "A house is served on Linux or macOS; this system has not what it takes. At one keyboard everything works "
            "here: hotseat, replay, export, rules, scenario and season.",
        )


Common = Callable[[argparse.ArgumentParser], None]


def serving_commands(commands: argparse._SubParsersAction[Any], common: Common) -> None:
    serve = commands.add_parser("serve", help="open the house for players over SSH")
    serve.add_argument(
        "--listen", default="0.0.0.0:2222", metavar="ADDRESS:PORT", help="default: :2222, by IPv4 and IPv6"
    )
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
        "--ear",
        metavar="COMMAND",
        help="a program that reads what bots do not understand (docs/scripting.md); off by default",
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
    web.add_argument("--web-publish", action="store_true", help="publish that folder anew after each end, by itself")


def looking_commands(commands: argparse._SubParsersAction[Any], common: Common) -> None:
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


if __name__ == "__main__":
    sys.exit(main())
