"""Matches among bots played to their end, shared out over the cores, each turn with a watch."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from core import projections
from core.botplay import play_out
from core.bots import AnyBot, Move, Sight
from core.decisions import outcome
from core.pairings import SCORES, Count, Played, Sit, by_level
from core.refusal import Refused
from core.scenario import Scenario, start

LIKELY_SHARED = 2
"""Matches that a process takes at a time."""


class Timed:
    """A bot with a watch."""

    def __init__(self, bot: AnyBot, seconds: list[float]) -> None:
        self._bot = bot
        self._seconds = seconds

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        before = time.thread_time()
        moves = self._bot.turn(sight)
        self._seconds.append(time.thread_time() - before)
        return moves


def play(game: str, seed: int, bots: dict[str, str], sit: Sit = by_level, count: Count | None = None) -> Played:
    """One match among bots, to its end; refused moves are noted and dropped."""
    match = start(Scenario(game=game, seed=seed, players=tuple(bots)))
    refused: list[str] = []
    thought: dict[str, list[float]] = {who: [] for who in bots.values()}

    def note(seat: str, move: Move, refusal: Refused) -> None:
        refused.append(f"seed {seed}, {bots[seat]} {seat}: {move}: {refusal.message}")

    seated: dict[str, AnyBot] = {seat: Timed(sit(match, seat, who), thought[who]) for seat, who in bots.items()}
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


Job = tuple[str, int, dict[str, str]]
"""Game, seed, and who plays each seat."""


def play_all(
    jobs: Sequence[Job],
    play_job: Callable[[Job], Played],
    processes: int,
    each: Callable[[int], None] | None = None,
) -> list[Played]:
    """Every match, in order; `play_job` is a function of a module, as processes need it. The same seeds bring the
    same matches, on however many processes. `each` hears how many are done."""
    found: list[Played] = []

    def take(match: Played) -> None:
        found.append(match)
        if each is not None:
            each(len(found))

    if processes <= 1 or len(jobs) < 4:
        for job in jobs:
            take(play_job(job))
        return found
    with ProcessPoolExecutor(min(processes, os.cpu_count() or 1), initializer=_leave_interrupts) as pool:
        for match in pool.map(play_job, jobs, chunksize=LIKELY_SHARED):
            take(match)
    return found


def _leave_interrupts() -> None:
    """Ctrl-C is answered by the process that shares the matches out, once and in its words."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_job(job: Job) -> Played:
    """A match among levels."""
    game, seed, bots = job
    return play(game, seed, bots)
