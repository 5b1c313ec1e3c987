"""Arguments of the commands that serve a house over SSH."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from cli.season_arguments import declare_host as declare_seasons
from cli.service import declare as declare_service
from core.levels import WHO

DRY = (
    "start", "pause", "resume", "close", "deadline", "schedule", "rewind", "correct", "hand-over", "rename", "fill",
    "announce", "answer", "tell", "mute", "confessionals", "public", "watching", "remove", "end",
)  # fmt: skip
"""The deeds that can be asked for as a dry run; as `cli.admin.requests.DRY`, which is not imported for `--help`."""

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
    serve.add_argument("--log", metavar="FILE", help="log here, a JSON object a line (default: standard error)")
    common(serve)
    _host(commands, common)
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


def _host(commands: argparse._SubParsersAction[Any], common: Common) -> None:
    host = commands.add_parser("host", help="the host's commands on this machine, also while the house is served")
    deeds = host.add_subparsers(dest="deed", metavar="DEED", required=True, parser_class=type(host))

    def deed(name: str, words: str, *positional: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = deeds.add_parser(name, help=words, description=f"{name}: {words}.")
        for argument in positional:
            found.add_argument(argument)
        found.add_argument("--json", action="store_true", help="answer in JSON")
        if name in DRY:
            found.add_argument(
                "--dry-run", action="store_true", default=None, help="only say what players would be told"
            )
        common(found)
        return found

    invite = deed("invite", "a code that lets one person in, once")
    invite.add_argument("--match", metavar="MATCH", help="to a seat of this match; without --seat to every free one")
    invite.add_argument("--seat", metavar="NAME", help="the seat")
    invite.add_argument("--count", type=int, metavar="N", help="so many to the house, in one letter")
    invite.add_argument("--host", action="store_true", help="whoever uses it becomes a host")
    deed("invitations", "those that were made")
    deed("revoke", "make an unused invitation worthless", "number")
    deed("people", "everybody the house knows")
    link = deed("link", "a ten-minute code for somebody who has lost key or password")
    link.add_argument("to", metavar="NAME")
    deed("unmute", "let a copy of a house, restored or backed up, tell chat rooms and send nudges again")
    deed("webhook", "where nudges are sent; an address, none, or nothing to look").add_argument(
        "url", nargs="?", metavar="URL|none", help="http:// or https://"
    )
    deed("status", "how the served house is: who is seated, load, slowest key, disk, backups, last errors")
    declare_service(deed("install-service", "the house as a service of systemd, with a timer for backups"))
    deed("fingerprint", "of the house's key, for players to compare")
    feed = deed("feed", "tell a chat room what happens at a match; an address, none, or nothing to look", "match")
    feed.add_argument("url", nargs="?", metavar="URL|none", help="the webhook of the room, http:// or https://")
    feed.add_argument(
        "--spectators-late", dest="late", action="store_true", default=None,
        help="the spectators' room, which is told one round behind",
    )  # fmt: skip
    new = deed("new", "make a match")
    new.add_argument("game", nargs="?", help="the game; with a template its own")
    _new(new)
    deed("seats", "every seat by state; nothing private", "match")
    for name, words in (
        ("start", "end the briefing"),
        ("pause", "stop the clock"),
        ("resume", "let the clock run again"),
        ("close", "close what is open, now"),
        ("dry-run", "what a close would tell each seat (on record)"),
        ("nudge", "remind the missing by the webhook"),
    ):
        deed(name, words, "match")
    moved = deed("deadline", "move the deadline: +10m, +2h, 14:30, 2027-11-22 14:30, none", "match")
    moved.add_argument("when", nargs="+")
    moved.add_argument("--reason", dest="text", metavar="TEXT", help="told to everybody")
    times = deed(
        "schedule",
        'when rounds close: look, or set "every day 21:00 Europe/Berlin", "Tue and Fri 20:00, off 2027-12-24", '
        "+1d or '1d earlier' (all of it), none",
        "match",
    )
    times.add_argument("when", nargs="*")
    times.add_argument(
        "--round", dest="one", nargs=2, metavar=("N", "WHEN"), help="move this round alone: --round 3 +3h"
    )  # fmt: skip
    times.add_argument("--try", action="store_true", default=None, help="show what it comes to, and set nothing")
    times.add_argument("--reason", dest="text", metavar="TEXT", help="told to everybody")
    _keeping(times)
    deed("calendar", "the deadlines as a calendar file (.ics) on standard output", "match")
    deed("rewind", "back to the start of a round", "match").add_argument("round", type=int)
    deed("hand-over", f"give a seat away: TO is {WHO}", "match", "seat", "to")
    deed("rename", "give a seat another name, before round 1", "match", "seat", "to")
    corrected = deed("correct", "seal orders for a seat in place of its own; everybody is told why", "match", "seat")
    _orders(corrected)
    corrected.add_argument("--reason", dest="text", required=True, metavar="TEXT", help="told to everybody")
    corrected.add_argument("--round", type=int, metavar="N", help="refused once this round is over")
    tried = deed("what-if", "what a closed round would have brought with other orders of a seat (on record)", "match")
    tried.add_argument("round", type=int)
    tried.add_argument("seat")
    _orders(tried)
    announce = deed("announce", "tell everybody at a match something (Markdown)", "match")
    announce.add_argument("text", nargs="+")
    announce.add_argument("--at", dest="when", metavar="WHEN", help="then, and not now: 21:00, Fri 21:00, +2h")
    listed = deed("announcements", "those that were made, and those that wait", "match")
    listed.add_argument("--drop", dest="number", metavar="NUMBER", help="take back one that waits")
    deed("questions", "what seats said to their hosts alone, with the answers", "match")
    answered = deed("answer", "answer a question by its number: to its seat alone, or to everybody", "match", "number")
    answered.add_argument("text", nargs="+")
    answered.add_argument(
        "--publish", action="store_true", default=None, help="question and answer are shown to everybody (R), no name"
    )  # fmt: skip
    answered.add_argument("--as", dest="words", metavar="QUESTION", help="publish it, with the question in these words")
    deed("tell", "say something to one seat alone", "match", "seat").add_argument("text", nargs="+")
    confided = deed("confessionals", "what was said in confessionals (on record)", "match")
    confided.add_argument(
        "--out-may-read", dest="out", action=argparse.BooleanOptionalAction, default=None,
        help="while it is played those who are out of the season may read them too; only before anybody confided",
    )  # fmt: skip
    muted = deed("mute", "let a seat say nothing in some rooms; its line to the hosts stays open", "match", "seat")
    muted.add_argument(
        "--room", dest="rooms", action="append", metavar="ROOM", help="lounge, realm or seats (repeat; default: all)"
    )  # fmt: skip
    muted.add_argument("--until", dest="when", metavar="WHEN", help="+30m, 21:00 (default: for the rest of the match)")
    for name, words, about in (
        ("rights", "make somebody a host", "to"),
        ("block", "let a person, or a key, in no more; without a name who is blocked", "to"),
    ):
        found = deed(name, words)
        found.add_argument(
            about, nargs="?" if name == "block" else None, metavar="NAME" if name == "rights" else "NAME|KEY"
        )
        found.add_argument("--not", dest="undo", action="store_true", default=None, help="take that back")
        if name == "rights":
            found.add_argument("--at", metavar="MATCH|SEASON", help="of this one alone (default: of the whole house)")
    called = deed("rename-person", "call somebody otherwise; keys, seats and results stay theirs")
    called.add_argument("seat", metavar="NAME")
    called.add_argument("to", metavar="NEW")
    deed("watching", "who of the house may find and watch a match: house, cast (those seated) or code", "match"
         ).add_argument("to", nargs="?", metavar="house|cast|code", help="nothing to look")  # fmt: skip
    muted.add_argument("--not", dest="undo", action="store_true", default=None, help="let it speak again")
    removed = deed(
        "remove", "out of the house for good: seats are free, keys open nothing, finished matches keep the name"
    )
    removed.add_argument("to", metavar="NAME")
    removed.add_argument(
        "--free-keys", action="store_true", default=None, help="their keys may come in under another name"
    )
    deed("log", "who of the hosts did what, at a match or to people").add_argument("match", nargs="?", metavar="MATCH")
    deed("fill", "a bot for every free seat", "match").add_argument("to", metavar="LEVEL", help="steady, for example")
    deed("names", "who has put their name down", "match")
    deed("copy", "a match once more, with the same people", "match")
    template = deed("template", "ways to set up a match or season, by name: list, show, save, drop")
    template.add_argument("template", nargs="?", metavar="NAME")
    template.add_argument("--match", metavar="MATCH", help="save how this match was made")
    template.add_argument("--season", metavar="SEASON", help="save how this season was made")
    template.add_argument(
        "--file", dest="document", metavar="FILE", help="save what a file holds (- for standard input)"
    )
    template.add_argument("--drop", action="store_true", default=None, help="forget it")
    public = deed("public", "let a match, or a season with its matches, be published (garnet publish)")
    public.add_argument("match", metavar="MATCH|SEASON")
    public.add_argument("--not", dest="public", action="store_false", default=None, help="take that back")
    season = deeds.add_parser("season", help="everything about seasons: garnet host season --help")
    declare_seasons(season, common)
    deed("end", "end a match without a result", "match").add_argument("--reason", dest="text", metavar="TEXT")


def _orders(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--orders", metavar="JSON", help="as the seat would seal them; - reads standard input")
    which.add_argument("--nothing", action="store_const", const=None, dest="orders", help="no orders")


def _keeping(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--come-forward", dest="keep", action="store_false", default=None,
        help="after an early close the next round takes the time that was left over (else it keeps its own)",
    )  # fmt: skip
    parser.add_argument(
        "--shortest", type=_minutes, metavar="MINUTES",
        help="a round has at least so long to take a time (default: half of the shortest interval)",
    )  # fmt: skip


def _minutes(minutes: str) -> float:
    """Minutes, as seconds."""
    try:
        return float(minutes) * 60
    except ValueError:
        raise argparse.ArgumentTypeError(f"{minutes!r} are no minutes; write 15, for example") from None


def _seconds(minutes: str) -> float | str:
    """Minutes, as seconds; `none` for no deadline."""
    if minutes.strip().lower() == "none":
        return "none"
    try:
        return float(minutes) * 60
    except ValueError:
        raise argparse.ArgumentTypeError(f"{minutes!r} are no minutes; write 5, 1440 or none") from None


def _new(new: argparse.ArgumentParser) -> None:
    new.add_argument(
        "--seat", dest="seats", action="append", metavar="NAME[=WHO]",
        help=f"a seat (repeat): WHO is {WHO}; the others are free, and called after whoever sits down there",
    )  # fmt: skip
    new.add_argument("--title", help="what lists call it")
    new.add_argument("--option", dest="options", action="append", metavar="KEY=VALUE", help="an option of the game")
    new.add_argument(
        "--minutes", dest="seconds", type=_seconds, metavar="N|none",
        help="a round lasts so many minutes, 5 or 1440 for example (default: none, no deadline; 1 for a duel)",
    )  # fmt: skip
    new.add_argument(
        "--schedule", dest="when", metavar="WHEN",
        help='rounds close at set times: "every day 21:00 Europe/Berlin", "Tue and Fri 20:00"',
    )  # fmt: skip
    _keeping(new)
    new.add_argument(
        "--grace", type=_minutes, metavar="MINUTES",
        help="once for each seat that ordered nothing a deadline waits so long",
    )  # fmt: skip
    new.add_argument("--fill", metavar="LEVEL", help="bots of this level on all other seats: steady, for example")
    new.add_argument(
        "--signup", action="store_true", default=None,
        help="people put their names down; start draws lots among them for the free seats",
    )  # fmt: skip
    new.add_argument("--template", metavar="NAME", help="as this template says")
    new.add_argument("--file", dest="document", metavar="FILE", help="as the template in this file says")
    new.add_argument("--seed", type=int, help="fix the dice")
    new.add_argument(
        "--briefing", action=argparse.BooleanOptionalAction, default=None,
        help="begin with a briefing, until you say start or all are ready (default: only for a duel)",
    )  # fmt: skip
    new.add_argument("--presence", action="store_true", help="seats see who is connected")
    new.add_argument(
        "--no-hindsight",
        dest="hindsight",
        action="store_false",
        help="replays never tell what a sharp bot would have done",
    )
    new.add_argument(
        "--no-counts", dest="counts", action="store_false",
        help="keep from the players, until the close, how many have sealed and are ready",
    )  # fmt: skip
    new.add_argument("--several-seats", dest="several", action="store_true", help="one person may hold several seats")
    new.add_argument(
        "--bot-talk",
        choices=("talkative", "sparing", "silent"),
        default=None,
        help="how much bots talk to people: of themselves too, only when spoken to, or nothing beside their deals",
    )
    new.add_argument("--no-early-close", dest="early_close", action="store_false", help="only deadline or host close")
