"""How long the story of a finished match takes, and a step of its replay on the screen: `python -m benchmarks.replay`.

Random bots play a match of each game to its end. Then its story is told from everyone's eyes and from one seat's, again
and again, each time from the match alone; and its replay is gone through step by step on a screen of the given size, in
this process and without a terminal: from the key to the rows as they would be sent. What stands there is the middle of
all steps, the 95th of a hundred, and the worst, in milliseconds of this process' own work: what others do on a busy
machine is none of it. The garbage collector works as it does in a served house: a walk over all that lives is no part
of a step.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import time

from core.bots.playing import make_bot, play_out
from core.games import MODULES
from core.match import journal as j
from core.story.telling import story
from ssh_server.upkeep.gc_policy import GcPolicy
from tests.kit import play
from tests.kit.screens import show
from tui.screens.result.eyes import EVERYONE
from tui.screens.result.past_tables import Replay
from tui.screens.result.replay import ReplayScreen

TOLD = 5
"""How often each story is told."""


def recorded(game: str, seed: int) -> Replay:
    """A match that bots played to its end."""
    start = play(game, seed=seed).match
    entries: list[j.AnyEntry] = []
    play_out(start, {s: make_bot(start, s, "random") for s in start.seats}, each=lambda _, entry: entries.append(entry))
    return Replay(j.as_json(start.header), [j.as_json(entry) for entry in entries])


def told(replay: Replay, whole: bool) -> float:
    """Milliseconds that its story takes: the middle of a few."""
    reader = None if whole else replay.header.seats[0]
    times = []
    for _ in range(TOLD):
        gc.collect()
        begun = time.process_time()
        story(replay.final, reader, whole=whole)
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


async def stepped(replay: Replay, size: tuple[int, int], most: int) -> list[float]:
    """Milliseconds of each step, at most so many: everything that it changes is drawn when it is over."""
    times: list[float] = []
    opening = ReplayScreen(replay, (*replay.header.seats, EVERYONE), at=EVERYONE)
    async with show(lambda: opening, size=size) as at:
        policy = GcPolicy()
        policy.start()  # as a house has it, where a step is to be quick
        while opening.moment is not None and len(times) < most:
            begun = time.process_time()
            await opening.action_step(1)
            await asyncio.sleep(0)
            opening._compositor.render_strips(at.app.size)
            times.append((time.process_time() - begun) * 1000)
            await at.settle()
        policy.stop()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[], metavar="GAME", help="all of them without words")
    parser.add_argument("--size", default="160x45")
    parser.add_argument("--steps", type=int, default=150, help="of each game's replay at the most")
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    wide, _, high = given.size.partition("x")
    print(f"{'':18}seats   story of all   of one seat   steps   middle    95th   worst   (ms of CPU; {given.size})")
    for game in given.games or MODULES:
        replay = recorded(game, given.seed)
        all_, one = told(replay, True), told(replay, False)
        times = sorted(asyncio.run(stepped(replay, (int(wide), int(high)), given.steps)))
        print(f"{game:18}{len(replay.header.seats):>5}{all_:>15.1f}{one:>14.1f}{len(times):>8}"
              f"{statistics.median(times):>9.1f}{times[int(len(times) * 0.95)]:>8.1f}{times[-1]:>8.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
