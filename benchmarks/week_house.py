"""A house that is served by a calendar in haste: `python -m benchmarks.week_house EPOCH FROM SPEED [words for serve]`.

It is `garnet serve` itself, with another clock: at EPOCH (seconds since 1970) the house's clock showed FROM, and since
then it runs SPEED times as fast. Two things follow that clock, as they do in every house: the house, and the timers of
its tables. All else is as it always is, in the seconds of this machine: connections and how long they may take,
screens, waits for a chat room, and the beat by which a house notices that its clock was set.
"""

from __future__ import annotations

import asyncio
import contextvars
import sys
import time
from collections.abc import Callable
from typing import Any

from cli.commands import serve
from cli.main import build_parser
from core.table.table import Table
from ssh_server.upkeep.fair_loop import FairLoop


class Calendar:
    """A clock that runs faster than this machine's; the same in every process that makes it of the same numbers."""

    def __init__(self, epoch: float, since: float, speed: float) -> None:
        """At `epoch`, by this machine's clock, it showed `since`; both in seconds since 1970."""
        self.epoch = epoch
        self.since = since
        self.speed = speed

    def __call__(self) -> float:
        return self.since + (time.time() - self.epoch) * self.speed

    def real(self, moment: float) -> float:
        """Seconds of this machine from now until a moment; negative where it has passed."""
        return (moment - self()) / self.speed

    async def until(self, moment: float) -> None:
        """Sleep until it shows that moment."""
        await asyncio.sleep(max(0.0, self.real(moment)))


class Haste(FairLoop):
    """The house's event loop, on which timers of tables, which are wound by the house's clock, run as fast as that."""

    speed = 1.0

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        if isinstance(getattr(callback, "__self__", None), Table):
            delay /= self.speed
        return super().call_later(delay, callback, *args, context=context)


def main() -> int:
    """Serve as `garnet serve` does."""
    epoch, since, speed = map(float, sys.argv[1:4])
    Haste.speed = speed
    arguments = build_parser().parse_args(["serve", *sys.argv[4:]])
    return serve.run(arguments, Calendar(epoch, since, speed), Haste)


if __name__ == "__main__":
    sys.exit(main())
