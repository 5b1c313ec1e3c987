"""Arguments of `garnet host`: what hosts do by command (`cli.admin`)."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cli.admin.requests import DRY
from cli.commands.service import declare as declare_service
from cli.season_arguments import declare as declare_seasons
from cli.season_arguments import declare_keeping, declare_room, declare_settings
from core.levels import WHO

Common = Callable[[argparse.ArgumentParser], None]


def declare(host: argparse.ArgumentParser, common: Common) -> None:
    """Add a host's deeds to the parser of `garnet host`."""
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
    deed("todo", "what waits for you: choices, Death Matches, questions, results, old backups").add_argument(
        "match", nargs="?", metavar="MATCH|SEASON", help="of this one alone"
    )
    declare_service(deed("install-service", "the house as a service of systemd, with a timer for backups"))
    deed("fingerprint", "of the house's key, for players to compare")
    feed = deed("feed", "tell a chat room what happens at a match; an address, none, or nothing to look", "match")
    feed.add_argument("url", nargs="?", metavar="URL|none", help="the webhook of the room, http:// or https://")
    feed.add_argument(
        "--spectators-late", dest="late", action="store_true", default=None,
        help="the spectators' room, which is told one round behind",
    )  # fmt: skip
    declare_room(feed)
    new = deed("new", "make a match")
    new.add_argument("game", nargs="?", help="the game; with a template its own")
    _new(new)
    deed("seats", "every seat by state; nothing private", "match")
    for name, words in (
        ("start", "end the briefing"),
        ("pause", "stop the clock"),
        ("resume", "let the clock run again"),
        ("close", "close what is open, now"),
        ("confirm", "let a result stand that was held back for you to look at (dry-run shows it)"),
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
    declare_keeping(times)
    deed("calendar", "the deadlines as a calendar file (.ics) on standard output", "match")
    back = deed("rewind", "back to the start of a round; where a game has turns also before the last move", "match")
    back.add_argument("--reason", dest="text", metavar="TEXT", help="told to everybody")
    where = back.add_mutually_exclusive_group(required=True)
    where.add_argument("round", type=int, nargs="?", metavar="ROUND")
    where.add_argument("--move", action="store_true", default=None, help="before the last move")
    lapsing = deed("lapse", "make the usual move for whoever is on turn, or for these of them", "match")
    lapsing.add_argument("seats", nargs="*", metavar="SEAT")
    lapsing.add_argument("--round", type=int, metavar="N", help="refused once this round is over")
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
    seen = deed("gallery", "who sees all of a match or a season while it runs: look, let in, or --out", "match")
    seen.add_argument("to", nargs="?", metavar="NAME", help="somebody of the house")
    seen.add_argument("--out", dest="drop", action="store_true", default=None, help="take them out of it")
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
    mention = deed("mention", "by what a chat room mentions somebody in reminders; its id of them, none, or look")
    mention.add_argument("to", metavar="NAME")
    mention.add_argument("words", nargs="?", metavar="WHO|none")
    called = deed("rename-person", "call somebody otherwise; keys, seats and results stay theirs")
    called.add_argument("seat", metavar="NAME")
    called.add_argument("to", metavar="NEW")
    deed("watching", "who may find and watch a match: house, link (whoever has it), cast (those seated) or code",
         "match").add_argument("to", nargs="?", metavar="house|link|cast|code", help="nothing to look")  # fmt: skip
    muted.add_argument("--not", dest="undo", action="store_true", default=None, help="let it speak again")
    removed = deed(
        "remove", "out of the house for good: seats are free, keys open nothing, finished matches keep the name"
    )
    removed.add_argument("to", metavar="NAME")
    removed.add_argument(
        "--free-keys", action="store_true", default=None, help="their keys may come in under another name"
    )
    deed("log", "who of the hosts did what, at a match, in a season or to people").add_argument(
        "match", nargs="?", metavar="MATCH|SEASON"
    )
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
    thrown = deed("discard", "throw a trial away, whole and for good, once you have said that you mean it")
    thrown.add_argument("match", metavar="MATCH|SEASON")
    thrown.add_argument("--yes", action="store_true", default=None, help="ask nothing: for scripts")
    reopen = deed("reopen", "let a match go on by rules that have changed, its open round anew", "match")
    reopen.add_argument("--yes", action="store_true", default=None, help="ask nothing: for scripts")
    season = deeds.add_parser("season", help="everything about seasons: garnet host season --help")
    declare_seasons(season, common)
    ended = deed("end", "end a match without a result, once you have said that you mean it", "match")
    ended.add_argument("--reason", dest="text", metavar="TEXT", help="told to everybody")
    ended.add_argument("--yes", action="store_true", default=None, help="ask nothing: for scripts")
    ended.add_argument(
        "--undo", action="store_true", default=None, help="take the ending back, if nothing was built on it"
    )


def _orders(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--orders", metavar="JSON", help="as the seat would seal them; - reads standard input")
    which.add_argument("--nothing", action="store_const", const=None, dest="orders", help="no orders")


def _new(new: argparse.ArgumentParser) -> None:
    new.add_argument(
        "--seat", dest="seats", action="append", metavar="NAME[=WHO]",
        help=f"a seat (repeat): WHO is {WHO}; the others are free, and called after whoever sits down there",
    )  # fmt: skip
    new.add_argument("--option", dest="options", action="append", metavar="KEY=VALUE", help="an option of the game")
    declare_settings(new)
    new.add_argument("--fill", metavar="LEVEL", help="bots of this level on all other seats: steady, for example")
    new.add_argument("--template", metavar="NAME", help="as this template says, but for what is typed beside it")
    new.add_argument("--file", dest="document", metavar="FILE", help="as the template in this file says")
    new.add_argument("--seed", type=int, help="fix the dice")
