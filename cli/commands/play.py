"""The screens in this terminal: `garnet`, `garnet hotseat`, `garnet practice`, `garnet replay`, `garnet watch`. Also
`garnet rules` and `garnet board check`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import themes
from cli.alarm import lend
from cli.opening import load, open_for, visit_for
from cli.printing import put
from core.bots.coach import Position
from core.games import game as find_game
from core.games import ids, known, meant, refused
from core.games.drifting_ship.board import Board, draw_board, parse_board
from core.house.archive import read
from core.house.house import House
from core.json import json_line
from core.match.naming import check_seat_name
from core.match.seating import spare_names
from core.match.state import Match, check_seats
from core.match.views import record
from core.narration.telling import story
from core.refusal import NotAMatch, Refused, quoted
from core.training.lessons import lessons
from core.training.practice import LESSON, position
from core.words.rulebook import SEASON, as_text, book, search
from storage import bring_games, data_folder, visit_house
from tui.app.app import GarnetApp
from tui.app.hotseat import CHOOSE, HotseatApp, Practice
from tui.app.watching import BeamerApp
from tui.drawings.excerpt import ReplayExcerpt
from tui.textual_seam import failure, terminal_gone


def run(arguments: argparse.Namespace) -> int:
    """Open the house at the start menu, a curtain or a replay. Mistyped arguments are refused first."""
    lend()
    bring_games(data_folder(arguments.data), keep=False)
    _check(arguments)
    opens_no_screen = arguments.command == "replay" and (
        arguments.text or arguments.json or arguments.round is not None or arguments.step is not None
    )
    if opens_no_screen:
        return _print_replay(arguments)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        put("garnet: the screens need a terminal, and there is none here. Try: garnet --help", errors=True)
        return 1

    house = open_for(arguments)
    try:
        if arguments.command == "replay":
            return sit_down(house, replay=_finished(house, arguments), eyes=arguments.seat)
        if arguments.command == "practice":
            at = finished_round(house, arguments.position) if ":" in arguments.position else _from(arguments)
            return sit_down(house, practice=(arguments.game, at, arguments.seat or ""))
        if arguments.command is None:
            return sit_down(house)
        if _form_only(arguments):
            return sit_down(house, new=arguments.game, theme=arguments.theme)
        return sit_down(house, match_id=_match(house, arguments), theme=arguments.theme)
    finally:
        house.store.close()


def finished_round(house: House, typed: str) -> tuple[str, int]:
    """Return match and round of `exodus-1:5`. Refused unless the match has finished and had that round."""
    match, _, number = typed.rpartition(":")
    final = house.table(match).match
    if final.phase != "finished":
        raise Refused("not_finished", f"{match} is still being played: practise from it once it has finished.", "HH-81")
    rounds = [*map(str, final.starts)]
    if number not in rounds:
        raise Refused("no_such_round", f"{match} is played on from the start of {', '.join(rounds)}.", "HH-81")
    return match, int(number)


def _from(arguments: argparse.Namespace) -> Position | str | None:
    game, wanted = arguments.game, arguments.position
    if game is None or not wanted:
        return CHOOSE
    if wanted != LESSON or not lessons(game):
        return position(game, wanted)
    return LESSON


def _print_replay(arguments: argparse.Namespace) -> int:
    """Print a finished match or a round of it: all-seeing where its record is public (CM-09), else as spectators saw
    it."""
    match = visit_for(arguments).table(arguments.match).match
    _check_finished(match, arguments)
    shown = story(match, arguments.seat, whole=arguments.seat is None and record(match) is not None)
    excerpt = ReplayExcerpt(shown, arguments.round, arguments.step)
    put(json_line(excerpt.document()) if arguments.json else "\n".join(excerpt.lines()))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.command == "practice":
        if arguments.game is not None:
            arguments.game = find_game(game_or_match(arguments.game) or "").spec.id
            if ":" not in arguments.position:
                _from(arguments)
        if arguments.seat is not None:
            check_seat_name(arguments.seat, [])
    if arguments.command != "hotseat":
        return
    if arguments.theme is not None:
        try:
            themes.load(arguments.theme)
        except themes.BadTheme as trouble:
            raise Refused("bad_theme", str(trouble)) from None
    arguments.game = game_or_match(arguments.game)
    if _form_only(arguments):
        return
    if arguments.game is not None and known(arguments.game):
        seats, _ = seating(arguments.game, arguments.seat, arguments.bots, arguments.level)
        spec = find_game(arguments.game).spec
        check_seats(spec, seats)
    elif arguments.seat or arguments.bots is not None or arguments.seed is not None or arguments.option:
        if arguments.game is not None:
            find_game(arguments.game)  # refuses it with a list of games
        raise NotAMatch("no_game", f"Name the game that they are for. There are: {', '.join(ids())}.")


def _form_only(arguments: argparse.Namespace) -> bool:
    more = (arguments.seat, arguments.option, arguments.bots is not None, arguments.seed is not None)
    return arguments.game is not None and not any(more) and known(arguments.game)


def game_or_match(words: str | None) -> str | None:
    """Id of the game meant, or the words as typed: perhaps the id of a match."""
    return words if words is None else meant(words) or words


def _finished(house: House, arguments: argparse.Namespace) -> str:
    _check_finished(house.table(arguments.match).match, arguments)
    name: str = arguments.match
    return name


def _check_finished(match: Match, arguments: argparse.Namespace) -> None:
    if match.phase != "finished":
        raise Refused("not_finished", f"{arguments.match} is still being played; only finished matches are replayed.")
    if arguments.seat is not None and arguments.seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(arguments.seat)} sat at {arguments.match}.")


def _match(house: House, arguments: argparse.Namespace) -> str | None:
    """The match to open: a new one, the one named, or without words the single running one; None for the start menu."""
    if arguments.game is None:
        running = [match.match for match in house.matches() if match.phase != "finished"]
        return running[0] if len(running) == 1 else None
    if not known(arguments.game):
        if not house.knows(arguments.game):
            refusal = f"There is no game {quoted(arguments.game)}, and no match in this house."
            refusal += " See: garnet rules, garnet matches"
            raise Refused("no_such_match", refusal)
        return house.table(arguments.game).match.header.match
    seats, holders = seating(arguments.game, arguments.seat, arguments.bots, arguments.level)
    options = dict(map(option, arguments.option))
    table = house.make(arguments.game, seats, holders=holders, seed=arguments.seed, options=options)
    return table.match.header.match


def seating(game: str, people: list[str], bots: int | None, level: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Seats in order, with holders: the people as named, then bots. Raises NotAMatch if they do not fill the game."""
    spec = find_game(game).spec
    if not people:
        raise NotAMatch("no_people", f"Name a seat for each person: garnet hotseat {game} --seat Ada --seat Bo")
    bots = max(spec.seats - len(people), 0) if bots is None else bots
    who = "1 person" if len(people) == 1 else f"{len(people)} people"
    if len(people) > spec.seat_range[1]:
        raise NotAMatch("wrong_seats", f"{spec.title} has {spec.seat_words} seats; {who} do not fit.")
    if bots < 0 or not spec.takes(len(people) + bots):
        some = f"{who} and {bots} {'bot' if bots == 1 else 'bots'} do not fill them"
        raise NotAMatch("wrong_seats", f"{spec.title} has {spec.seat_words} seats; {some}.")
    names = spare_names(people)[:bots]
    seats = (*people, *names)
    return seats, {**dict.fromkeys(people, "local"), **dict.fromkeys(names, f"bot:{level}")}


def option(text: str) -> tuple[str, Any]:
    """Parse an option: `temple=8`, `marked=["Ada"]`, `board=@mine.toml`. A value that is no JSON is text."""
    key, equals, value = text.partition("=")
    if not equals:
        raise NotAMatch("bad_option", f"Write an option as KEY=VALUE; {quoted(text)} has no '='.")
    if key == "board" and value.startswith("@"):
        return key, [list(row) for row in read_board(value[1:])]
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


TOLD_TO_END = {getattr(signal, name): status for name, status in {"SIGTERM": 143, "SIGHUP": 129}.items()
               if hasattr(signal, name)}  # fmt: skip
"""Exit status by ending signal, as far as the system has them. SIGHUP: the terminal's window was closed."""


GONE_STATUS = 129
LOOK_SECONDS = 1.0


def collect_again() -> None:
    gc.freeze()
    gc.enable()


def sit_down(
    house: House,
    *,
    match_id: str | None = None,
    new: str | None = None,
    replay: str | None = None,
    eyes: str | None = None,
    theme: str | None = None,
    practice: Practice | None = None,
    watching: Iterator[str | int | None] | None = None,
) -> int:
    """Run the screens at this terminal until the player leaves. Returns the exit status: 0, 1 after a crash, or that of
    the ending signal. NO_COLOR is respected. `watching` yields twice a second a sentence to show, or a status to leave
    with, or None."""
    plain = bool(os.environ.get("NO_COLOR"))
    app = HotseatApp(
        house, match_id=match_id, new=new, replay=replay, eyes=eyes, theme=theme, no_color=plain, practice=practice,
        motion=True, painted=collect_again, watching=watching,
    )  # fmt: skip
    settings = house.store.get("settings", "screens") or {}
    asyncio.run(until_left(app, mouse=bool(settings.get("mouse", True))))
    status = app.return_code or 0
    if status in (0, *TOLD_TO_END.values()) or (watching is not None and status > 1):
        return status
    put("Garnet House had to close because of a mistake of its own. Nothing that was sealed or said is lost.")
    error = failure(app)
    if error is not None:  # the place, not the message: that may hold a player's secret
        last = traceback.extract_tb(error.__traceback__)[-1]
        put(f"For a report: {type(error).__name__} in {Path(last.filename).name}, line {last.lineno}.")
    return status


async def until_left(app: GarnetApp, *, mouse: bool) -> None:
    """Run the app. A signal leaves it in order, so that writes finish and nothing private stays on the terminal."""

    def leave(status: int) -> None:
        app.exit(return_code=status)

    loop = asyncio.get_running_loop()
    for number, status in TOLD_TO_END.items():
        try:
            loop.add_signal_handler(number, leave, status)
        except NotImplementedError:  # Windows: the signal arrives between two steps
            signal.signal(number, lambda *_, status=status: loop.call_soon_threadsafe(leave, status))
    watching = loop.create_task(_until_gone(leave))
    try:
        await app.run_async(mouse=mouse)
    finally:
        watching.cancel()


async def _until_gone(leave: Callable[[int], None]) -> None:
    """Leave when the terminal is gone without SIGHUP. Textual's driver would read its end in an endless loop."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if terminal_gone():
            leave(GONE_STATUS)
            return


def check_board(arguments: argparse.Namespace) -> int:
    """Draw the board. Exit status 1 with a sentence for each mistake."""
    try:
        board = read_board(arguments.file)
    except Refused as mistakes:
        put(mistakes.message, errors=True)
        return 1
    put(draw_board(board))
    put("This board can be played.")
    return 0


def read_board(file: str) -> Board:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = getattr(trouble, "strerror", None) or "it is not UTF-8 text"
        raise NotAMatch("no_board", f"{file} cannot be read: {reason}.") from None
    return parse_board(text)


def watch(arguments: argparse.Namespace) -> int:
    """Show a match until q is pressed, even while a server has the house open. Refused: `no_such_match`."""
    store = visit_house(data_folder(arguments.data))

    def look() -> Match:
        return read(store, arguments.match).match

    try:
        match = look()
    except KeyError:
        refusal = f"There is no match {quoted(arguments.match)} in this house. See: garnet matches"
        raise Refused("no_such_match", refusal) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        put("garnet: this needs a terminal, and there is none here. Try: garnet --help", errors=True)
        return 1
    app = BeamerApp(match, time.time, look, theme=arguments.theme, no_color=bool(os.environ.get("NO_COLOR")))
    asyncio.run(until_left(app, mouse=False))
    return app.return_code or 0


def print_rules(arguments: argparse.Namespace) -> int:
    """Print the rules of a game, or a list of games. Exit status 1 if a search matches nothing."""
    bring_games(data_folder(arguments.data), keep=False)
    if arguments.game is None:
        for name in ids():
            spec = find_game(name).spec
            put(f"{name:<16} {spec.title}, {spec.seat_words} seats. {spec.blurb}")
        put(f"{SEASON:<16} Seasons: matches chained into a story, with purses, Marks and Death Matches.")
        for sentence in refused().values():
            put(sentence, errors=True)
        return 0
    wanted = arguments.game
    if wanted.endswith(".py"):
        wanted = load(Path(wanted))[0].spec.id
    paragraphs = book(SEASON if wanted == SEASON else find_game(meant(wanted) or wanted).spec.id)
    if arguments.search:
        paragraphs = search(paragraphs, arguments.search)
    if not paragraphs:
        put(f"Nothing in the rules of {arguments.game} speaks of {quoted(arguments.search)}.", errors=True)
        return 1
    put(as_text(paragraphs, min(100, shutil.get_terminal_size().columns)), end="")
    return 0
