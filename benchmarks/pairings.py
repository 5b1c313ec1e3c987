"""Seeded matches among bots, shared out over the cores, and what one of the seats won in them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

import msgspec

from core import projections
from core.botplay import make_bot, play_out
from core.bots import Bot, Move, Sight
from core.decisions import outcome
from core.games import game as find_game
from core.levels import LEVELS
from core.match import Match
from core.refusal import Refused
from core.scenario import Scenario, start

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
SCORES = ("points", "score", "favor")
"""The keys under which games keep a seat's score in their host state, the first found counts."""
NORMAL = 1.96
"""Of a 95% interval."""
LIKELY_SHARED = 2
"""Matches that a process takes at a time."""


class Played(msgspec.Struct):
    """One match played to its end."""

    seed: int
    bots: dict[str, str]
    """Who played each seat: a level, or a scheme."""
    winners: list[str]
    ranking: list[list[str]]
    scores: dict[str, int]
    refused: list[str]
    thought: dict[str, list[float]]
    """By who plays: the seconds of processor time of each turn, which other work on the machine hardly changes."""
    seconds: float
    counts: dict[str, int] = {}
    """Whatever else was counted."""

    def won(self, seat: str) -> float:
        """1 for a win, 1/n for one shared by n seats."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def place(self, seat: str) -> float:
        """From 1; shared places count as their mean."""
        before = 0
        for group in self.ranking:
            if seat in group:
                return before + (len(group) + 1) / 2
            before += len(group)
        return float(len(self.bots))


class Timed:
    """A bot with a watch."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        self._bot = bot
        self._seconds = seconds

    def turn(self, sight: Sight) -> list[Move]:
        before = time.thread_time()
        moves = self._bot.turn(sight)
        self._seconds.append(time.thread_time() - before)
        return moves


Sit = Callable[[Match, str, str], Bot]
"""The bot for a seat, by who plays it."""
Count = Callable[[Match, dict[str, str]], dict[str, int]]
"""What else to count in a match that is over; summed over the matches."""


def by_level(match: Match, seat: str, who: str) -> Bot:
    """A bot of a level that the game must have: a stand-in would be measured under another's name."""
    assert who in match.game.levels, f"{match.game.spec.id} has no {who} bots"
    return make_bot(match, seat, who)


def play(game: str, seed: int, bots: dict[str, str], sit: Sit = by_level, count: Count | None = None) -> Played:
    """One match among bots, to its end; refused moves are noted and dropped."""
    match = start(Scenario(game=game, seed=seed, players=tuple(bots)))
    refused: list[str] = []
    thought: dict[str, list[float]] = {who: [] for who in bots.values()}

    def note(seat: str, move: Move, refusal: Refused) -> None:
        refused.append(f"seed {seed}, {bots[seat]} {seat}: {move}: {refusal.message}")

    seated: dict[str, Bot] = {seat: Timed(sit(match, seat, who), thought[who]) for seat, who in bots.items()}
    before = time.perf_counter()
    match = play_out(match, seated, refused=note)
    seconds = time.perf_counter() - before
    result = outcome(match)
    assert result is not None
    facts: dict[str, Any] = projections.host(match).get("players", {})
    scores = {}
    for seat in bots:
        held = facts.get(seat, {})
        score = next((held[key] for key in SCORES if isinstance(held.get(key), int)), None)
        if score is not None:
            scores[seat] = score
    return Played(
        seed, bots, list(result["winners"]), [list(group) for group in result["ranking"]], scores, refused, thought,
        seconds, {} if count is None else count(match, bots),
    )  # fmt: skip


def one_among(game: str, one: str, others: str, number: int) -> dict[str, str]:
    """Who plays each seat in match `number`: `one` in a seat that rotates from match to match."""
    names = NAMES[: find_game(game).spec.seats]
    return {seat: one if place == number % len(names) else others for place, seat in enumerate(names)}


def half_each(game: str, levels: Sequence[str], number: int) -> dict[str, str]:
    """Levels alternate round the table, and the start rotates."""
    names = NAMES[: find_game(game).spec.seats]
    return {seat: levels[(place + number) % len(levels)] for place, seat in enumerate(names)}


Job = tuple[str, int, dict[str, str]]
"""Game, seed, and who plays each seat."""


def play_all(jobs: Sequence[Job], play_job: Callable[[Job], Played], processes: int) -> list[Played]:
    """Every match, in order; `play_job` is a function of a module, as processes need it. The same seeds bring the
    same matches, on however many processes."""
    if processes <= 1 or len(jobs) < 4:
        return [play_job(job) for job in jobs]
    with ProcessPoolExecutor(min(processes, os.cpu_count() or 1)) as pool:
        return list(pool.map(play_job, jobs, chunksize=LIKELY_SHARED))


def play_job(job: Job) -> Played:
    """A match among levels."""
    game, seed, bots = job
    return play(game, seed, bots)


def interval(share: float, matches: int) -> tuple[float, float]:
    """The 95% interval of a share of `matches` wins (Wilson), which stays within 0 and 1."""
    square = NORMAL * NORMAL
    middle = (share + square / (2 * matches)) / (1 + square / matches)
    reach = NORMAL * sqrt(share * (1 - share) / matches + square / (4 * matches * matches)) / (1 + square / matches)
    return max(0.0, middle - reach), min(1.0, middle + reach)


HEADING = (
    f"{'game':<16} {'one':<13} {'among':<9} {'wins':>6} {'fair':>6} {'times':>6}  {'95% interval':<16} "
    f"{'score':>7} {'others':>7}  {'turn':>8} {'longest':>8}"
)


def line(game: str, one: str, others: str, played: Sequence[Played]) -> str:
    """What `one` won among `others`, beside its fair share: one line of the table."""
    seats = len(played[0].bots)
    own = [(match, next(seat for seat, who in match.bots.items() if who == one)) for match in played]
    share = sum(match.won(seat) for match, seat in own) / len(played)
    low, high = interval(share, len(played))
    mine = [match.scores[seat] for match, seat in own if seat in match.scores]
    rest = [score for match, seat in own for other, score in match.scores.items() if other != seat]
    scores = f"{sum(mine) / len(mine):7.1f} {sum(rest) / len(rest):7.1f}" if mine and rest else f"{'':>15}"
    turns = [seconds for match in played for seconds in match.thought[one]]
    return (
        f"{game:<16} {one:<13} {others:<9} {share:>6.1%} {1 / seats:>6.1%} {share * seats:>6.2f}  "
        f"{f'{low * seats:.2f} to {high * seats:.2f}':<16} {scores}  "
        f"{sum(turns) / len(turns) * 1000:>5.1f} ms {max(turns) * 1000:>5.0f} ms"
    )


def times_fair(one: str, played: Sequence[Played]) -> float:
    """How many times its fair share of the wins `one` won."""
    won = sum(match.won(next(seat for seat, who in match.bots.items() if who == one)) for match in played)
    return won / len(played) * len(played[0].bots)


def refusals(played: Sequence[Played]) -> list[str]:
    """How many moves were refused, and the first few."""
    found = [line for match in played for line in match.refused]
    return [f"  refused moves: {len(found)}", *(f"    {line}" for line in found[:3])] if found else []


def known_levels(game: str) -> tuple[str, ...]:
    """The levels that a game has, in the order of `core.levels`."""
    return tuple(level for level in LEVELS if level in find_game(game).levels)
