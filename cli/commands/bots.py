"""`garnet bots`: matches among bots, and the share that a kind of bot won. A user's own bot is a callable of (seat,
seed) in a module of the working folder or the installation; it runs with all rights of the user, and no other command
loads it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from cli.alarm import lend
from cli.opening import load
from cli.printing import put, put_progress
from core.botplay.pairings import (
    HEADING,
    PAIRS,
    SCORES,
    Count,
    PairingResult,
    Sit,
    by_level,
    known_levels,
    line,
    one_among,
    refusals,
    share_of,
)
from core.botplay.plan import PlanStep
from core.botplay.playing import bot_seed, play_out
from core.bots.contract import AnyBot, Move, Sight
from core.contract import AnyGame
from core.games import GameFile, bring, files, meant
from core.games import game as find_game
from core.house.house import House
from core.json import Json
from core.levels import COACH, USUAL
from core.match import views
from core.match.decisions import outcome
from core.match.scenario import Scenario, start
from core.match.state import Match
from core.refusal import Refused, quoted
from core.table.coached import CoachedSeat, obey
from core.table.seat import Seat
from core.table.table import Table
from storage.memory import MemoryStore

LIKELY_SHARED = 2


class Timed:
    def __init__(self, bot: AnyBot, seconds: list[float]) -> None:
        self._bot = bot
        self._seconds = seconds

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        before = time.thread_time()
        moves = self._bot.turn(sight)
        self._seconds.append(time.thread_time() - before)
        return moves


def play(game: str, seed: int, bots: dict[str, str], sit: Sit = by_level, count: Count | None = None) -> PairingResult:
    """Play a match of bots to its end. Refused moves are noted and dropped."""
    if COACH in bots.values():
        return play_coached(game, seed, bots)
    match = start(Scenario(game=game, seed=seed, players=tuple(bots)))
    refused: list[str] = []
    thought: dict[str, list[float]] = {who: [] for who in bots.values()}

    def note(seat: str, move: Move, refusal: Refused) -> None:
        refused.append(f"seed {seed}, {bots[seat]} {seat}: {move}: {refusal.message}")

    seated: dict[str, AnyBot] = {seat: Timed(sit(match, seat, who), thought[who]) for seat, who in bots.items()}
    before = time.perf_counter()
    match = play_out(match, seated, refused=note)
    seconds = time.perf_counter() - before
    return _result(match, seed, bots, refused, thought, seconds, {} if count is None else count(match, bots))


def _result(
    match: Match,
    seed: int,
    bots: dict[str, str],
    refused: list[str],
    thought: dict[str, list[float]],
    seconds: float,
    counts: dict[str, int],
) -> PairingResult:
    result = outcome(match)
    assert result is not None
    facts: Json = views.host(match).get("players", {})
    scores = {}
    for seat in bots:
        held = facts.get(seat, {})
        score = next((held[key] for key in SCORES if isinstance(held.get(key), int)), None)
        if score is not None:
            scores[seat] = score
    return PairingResult(
        seed, bots, list(result["winners"]), [list(group) for group in result["ranking"]], scores, refused, thought,
        seconds, counts,
    )  # fmt: skip


def at_table(game: str, seed: int, bots: dict[str, str]) -> tuple[Table, Seat, Clock]:
    """Seat bots and the one person (`coach`) at a table in memory, with a clock that only moves by `Clock.advance`."""
    clock = Clock()
    house = House(MemoryStore(), clock, lambda size: f"{seed:0{2 * size}x}")
    you = next(seat for seat, who in bots.items() if who == COACH)
    holders = {seat: "local" if seat == you else f"bot:{who}" for seat, who in bots.items()}
    table = house.make(game, tuple(bots), holders=holders, seed=seed, judged=False)
    return table, house.seat(table.match.header.match, you), clock


class TimedCoach(CoachedSeat):
    def __init__(self, seat: Seat, seconds: list[float]) -> None:
        super().__init__(seat)
        self._seconds = seconds

    def step(self, since: int = 0, hurry: bool = False) -> PlanStep | None:
        before = time.thread_time()
        step = super().step(since, hurry)
        self._seconds.append(time.thread_time() - before)
        return step


class Clock:
    """A clock in seconds since the epoch that moves only when told."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def play_coached(game: str, seed: int, bots: dict[str, str]) -> PairingResult:
    """Play a match of a player that obeys the coach's page, at a table of voiced bots."""
    table, seat, clock = at_table(game, seed, bots)
    thought: dict[str, list[float]] = {who: [] for who in bots.values()}
    refused: list[str] = []

    before = time.perf_counter()
    endless = obey(
        table,
        TimedCoach(seat, thought[COACH]),
        clock.advance,
        refused=lambda step, refusal: refused.append(f"seed {seed}, coach {seat.you}: {step.kind}: {refusal.message}"),
    )
    refused += [f"seed {seed}, coach {seat.you}: endless"] * endless
    return _result(table.match, seed, bots, refused, thought, time.perf_counter() - before, {})


Job = tuple[str, int, dict[str, str]]


def play_all(
    jobs: Sequence[Job],
    play_job: Callable[[Job], PairingResult],
    processes: int,
    each: Callable[[int], None] | None = None,
) -> list[PairingResult]:
    """Play every match, in order. The same seeds give the same results on any number of processes.

    Args:
        play_job: A function at module level, so that processes can load it.
        each: Called with the number of finished matches.
    """
    results: list[PairingResult] = []

    def take(match: PairingResult) -> None:
        results.append(match)
        if each is not None:
            each(len(results))

    if processes <= 1 or len(jobs) < 4:
        for job in jobs:
            take(play_job(job))
        return results
    with ProcessPoolExecutor(min(processes, os.cpu_count() or 1), initializer=_begin, initargs=(files(),)) as pool:
        for match in pool.map(play_job, jobs, chunksize=LIKELY_SHARED):
            take(match)
    return results


def _begin(games: tuple[GameFile, ...]) -> None:
    """Leave Ctrl-C to the process that shares out the matches, so that it is answered once; offer the same games of one
    file."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for file in games:
        bring(file)


def _game(words: str) -> AnyGame:
    return load(Path(words))[0] if words.endswith(".py") else find_game(meant(words) or words)


def play_job(job: Job) -> PairingResult:
    game, seed, bots = job
    return play(game, seed, bots)


BELOW = dict(pair.split(":") for pair in PAIRS)
MOST_MATCHES = 100_000

Make = Callable[[str, int], AnyBot]


def run(arguments: argparse.Namespace) -> int:
    """Print the table. Exit status 1 after the traceback of a failed bot of the user."""
    lend(forgiving=False)
    game = _game(arguments.game).spec.id
    if not 1 <= arguments.matches <= MOST_MATCHES:
        raise Refused("too_many", f"--matches can be 1 to {MOST_MATCHES:,}, not {arguments.matches:,}.")
    sys.path.insert(0, "")  # the working folder comes first for a user's bots
    try:
        pairs = _pairs(game, arguments.bot or arguments.level, arguments.seats)
        return _play(game, pairs, arguments)
    except _BotFailed as failure:
        put(f"garnet bots: {failure}", errors=True)
        return 1


def _pairs(game: str, measured: str | None, seats: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Pairs of a measured bot and its opponents. Refused if the game lacks a level or a bot is not found."""
    levels = known_levels(game)
    if measured is None and seats:
        raise Refused(
            "one_missing", "--seats says who holds the other seats: say with --level or --bot who is measured."
        )
    if measured is None:
        return [
            (who, (next(below for below in _weaker_levels(who) if below in levels),)) for who in BELOW if who in levels
        ]
    others = tuple(seats) or (next(who for who in _weaker_levels(measured) if who in levels),)
    for who in (measured, *others):
        if ":" in who:
            own(who)
        elif who not in (*levels, COACH):
            raise Refused("no_such_level", f"{game} has no {who} bots; it has {', '.join(levels)}.")
    if measured == COACH and any(":" in who for who in others):
        raise Refused("no_such_level", "The coach plays at a table, among levels of the house's bots.")
    if measured in others:
        raise Refused(
            "same_level", f"Among others of its own kind {measured} wins its fair share: name another in --seats."
        )
    return [(measured, others)]


def _weaker_levels(level: str) -> Iterator[str]:
    """Weaker levels, the next one first; for a user's bot the usual level first. The last is always in the game."""
    while level != "random":
        level = BELOW.get(level, USUAL)
        yield level
    yield USUAL


def _play(game: str, pairs: Sequence[tuple[str, tuple[str, ...]]], arguments: argparse.Namespace) -> int:
    seeds = range(arguments.seed, arguments.seed + arguments.matches)
    rows = []
    if not arguments.json:
        put(f"{arguments.matches} matches a line, seeds {seeds[0]} to {seeds[-1]}\n{HEADING}")
    for measured, others in pairs:
        jobs = [(game, seed, one_among(game, measured, others, n)) for n, seed in enumerate(seeds)]
        played = play_all(jobs, play_own, arguments.processes, MatchProgress(measured, len(jobs)))
        if arguments.json:
            rows.append(_facts(measured, others, played))
        else:
            put("\n".join([_line(game, measured, others, played), *refusals(played)]))
    if arguments.json:
        document = {"game": game, "matches": arguments.matches, "seed": arguments.seed, "lines": rows}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")
    return 0


def _line(game: str, measured: str, others: Sequence[str], played: Sequence[PairingResult]) -> str:
    among = "+".join(who.rpartition(":")[2] for who in others)
    return line(game, measured, among, played).replace(f" {measured:<13} ", f" {measured.rpartition(':')[2]:<13} ", 1)


def _facts(measured: str, others: Sequence[str], played: Sequence[PairingResult]) -> dict[str, object]:
    return {
        "one": measured,
        "among": others,
        **msgspec.to_builtins(share_of(measured, played)),
        "refused": [refusal for match in played for refusal in match.refused],
        "played": [
            {"seed": m.seed, "bots": m.bots, "winners": m.winners, "ranking": m.ranking, "scores": m.scores}
            for m in played
        ],
    }


class MatchProgress:
    def __init__(self, measured: str, matches: int) -> None:
        self._one = measured
        self._matches = matches

    def __call__(self, finished: int) -> None:
        words = f"{self._one}: {finished} of {self._matches} matches"
        if sys.stderr.isatty():
            put_progress(words if finished < self._matches else "")
        elif finished * 10 // self._matches > (finished - 1) * 10 // self._matches:
            put(words, errors=True)


# --- bots of one's own -----------------------------------------------------------------------------------------------
class _BotFailed(Exception):
    """A failed bot of the user, with its traceback."""


@cache
def own(name: str) -> Make:
    """Load the maker of a bot that `module:function` names. Refused if it is missing."""
    module, _, attribute = name.partition(":")
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise _BotFailed(f"{module} could not be loaded:\n{traceback.format_exc()}") from None
        raise Refused(
            "no_module",
            f"There is no module {quoted(module)} here: --bot takes MODULE:FUNCTION, from the working folder.",
        ) from None
    except Exception:
        raise _BotFailed(f"{module} could not be loaded:\n{traceback.format_exc()}") from None
    make = getattr(loaded, attribute, None)
    if not callable(make):
        raise Refused("no_bot", f"{module} has nothing called {quoted(attribute)} that makes a bot of (seat, seed).")
    return make  # type: ignore[no-any-return]


class _Watched:
    def __init__(self, bot: AnyBot, whose: str) -> None:
        self._bot = bot
        self._whose = whose

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        try:
            return list(self._bot.turn(sight))
        except Exception:
            raise _BotFailed(f"{self._whose} failed in round {sight.round}:\n{traceback.format_exc()}") from None


def sit(match: Match, seat: str, who: str) -> AnyBot:
    if ":" not in who:
        return by_level(match, seat, who)
    whose = f"{who} (seed {match.header.seed}, seat {seat})"
    try:
        bot = own(who)(seat, bot_seed(match, seat))
    except (Refused, _BotFailed):
        raise
    except Exception:
        raise _BotFailed(f"{whose} could not be made:\n{traceback.format_exc()}") from None
    return _Watched(bot, whose)


def play_own(job: Job) -> PairingResult:
    game, seed, bots = job
    return play(game, seed, bots, sit)
