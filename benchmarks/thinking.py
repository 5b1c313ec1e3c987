"""How long bots hold the event loop at a time, in a house as served whose seats are all bots.

    python -m benchmarks.thinking
    python -m benchmarks.thinking day_of_mercury --levels sharp --seed 5

Each round is closed as soon as the bots are quiet. Printed in milliseconds: processor time of a bot's turn and of a
callback of the loop, which a key would have waited for, with the number above 20 ms; then the delay of a wake-up every
millisecond, and in the last line that of an idle loop.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import time
from typing import Any

from cli.commands.serve import SWITCH_SECONDS
from core.botplay.pairings import NAMES
from core.games import MODULES
from core.games import game as find_game
from core.levels import LEVELS
from core.match import journal as j
from ssh_server.upkeep.gc_policy import NEVER, YOUNG
from tests.kit.house import Clock, open_house

MOST = 20.0
"""Most milliseconds that the loop may be held at a time."""
QUIET = 5
"""Wake-ups without a bot at work before a round is closed."""
WAKES = 2_000


class Watch:
    """Notes the processor time of every callback."""

    def __init__(self) -> None:
        self.took: list[float] = []

    def __enter__(self) -> Watch:
        handle: Any = asyncio.events.Handle
        self._run = handle._run
        run, took = self._run, self.took

        def timed(this: Any) -> None:
            before = time.thread_time()
            run(this)
            took.append((time.thread_time() - before) * 1000)

        handle._run = timed
        return self

    def __exit__(self, *why: object) -> None:
        handle: Any = asyncio.events.Handle
        handle._run = self._run


def make_table(game: str, level: str, seed: int) -> Any:
    names, clock = NAMES[: find_game(game).spec.seats], Clock(time.time())
    return open_house(clock=clock).make(game, names, holders=dict.fromkeys(names, f"bot:{level}"), seed=seed)


async def play_timed(table: Any) -> tuple[list[float], list[float]]:
    """Play a table's match. Returns milliseconds of each turn, and delays of wake-ups."""
    thought: list[float] = []
    think = table.bots._moves

    def timed(seat: str, sight: Any) -> Any:
        before = time.thread_time()
        moves = think(seat, sight)
        thought.append((time.thread_time() - before) * 1000)
        return moves

    table.bots._moves = timed
    table.start()
    late: list[float] = []
    idle = 0
    while table.match.phase != "finished":
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append((time.perf_counter() - before - 0.001) * 1000)
        idle = 0 if table.thinking else idle + 1
        if idle > QUIET:
            idle = 0
            table.submit(j.Closed())
    return thought, late


async def alone() -> list[float]:
    """Delays of wake-ups in an idle loop."""
    late: list[float] = []
    for _ in range(WAKES):
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append((time.perf_counter() - before - 0.001) * 1000)
    return late


def lateness(late: list[float]) -> str:
    late = sorted(late)
    return f"{late[len(late) // 2]:7.2f} {late[int(len(late) * 0.99)]:7.1f} {late[-1]:7.1f}"


def line(game: str, level: str, seed: int) -> str:
    table = make_table(game, level, seed)
    gc.collect()
    with Watch() as watch:
        thought, late = asyncio.run(play_timed(table))
    took = sorted(watch.took)
    return (
        f"{game:<16} {level:<9} {len(thought):6} {sum(thought) / len(thought):7.1f} {max(thought):8.1f}  "
        f"{took[-1]:8.1f} {took[int(len(took) * 0.999)]:8.1f} {sum(milliseconds > MOST for milliseconds in took):8}  "
        f"{lateness(late)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", metavar="game", help="of the house (default: the six matches)")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=["sharp"], metavar="LEVEL")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    if unknown := [game for game in args.games if game not in MODULES]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(sorted(MODULES))}")
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    print(
        f"{'game':<16} {'level':<9} {'turns':>6} {'mean':>7} {'longest':>8}  {'callback':>8} {'99.9%':>8} "
        f"{'> 20 ms':>8}  {'late':>7} {'99%':>7} {'latest':>7}"
    )
    for game in args.games or [game for game in MODULES if find_game(game).spec.seats > 2]:
        for level in args.levels:
            print(line(game, level, args.seed), flush=True)
    print(f"{'nobody':<26} {lateness(asyncio.run(alone())):>76}")


if __name__ == "__main__":
    main()
