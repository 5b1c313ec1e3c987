"""Notices when the event loop is held, and by what: everybody's keys wait for as long.

A turn of the loop is everything between two looks at the network. One that lasts too long is logged, with the part of
the house that was at work while it lasted; of values nothing is told. It costs two looks at the clock a turn, and a
thread that sleeps: it looks at the loop's stack while a turn is getting long, twenty times a second at most.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import msgspec

logger = logging.getLogger("garnet.loop")

LIMIT: Final = 0.1
"""Seconds that a turn may last before it is told of."""
LOOK: Final = 0.05
"""Seconds between two looks at a loop that is at work."""
LONG: Final = 5.0
"""Seconds after which a turn is told of while it lasts: it may have no end. Then again after twice as long."""
KEPT: Final = 1_000
"""Looks at one turn that are kept; what went on for longest is known by then."""
DOZE: Final = 1.0
"""Seconds between two looks at a loop that has nothing to do."""
OURS: Final = ("core", "storage", "tui", "ssh_server", "cli")
CALLBACK: Final = asyncio.Handle._run.__code__
"""What the loop runs everything in; what lies above it is the same for all."""
ROOT: Final = str(Path(__file__).resolve().parent.parent)


class Stall(msgspec.Struct, frozen=True):
    """One turn that was too long."""

    seconds: float
    cpu: float
    """Seconds of processor time in it; where it is much less, the loop waited for a disk or a busy machine."""
    collecting: float
    """Seconds of it that the garbage collector took."""
    cause: str
    """What was at work: our outermost and innermost function, and the innermost of all."""

    def told(self) -> str:
        """For the log."""
        return f"Nobody was answered for {self.seconds * 1000:.0f} ms ({self.cpu * 1000:.0f} of CPU): {self.cause}."


class Watchdog:
    """One for the process, while the server runs."""

    def __init__(self, limit: float = LIMIT, tell: Callable[[Stall], None] | None = None, long: float = LONG) -> None:
        """`tell` hears of every stall when it is over; without it they are logged. One that lasts `long` seconds is
        logged in any case, while it lasts."""
        self._limit = limit
        self._long = long
        self.heard: Callable[[Stall], None] | None = None
        """Hears of every stall besides, for whoever counts them."""
        self._tell = tell or (lambda stall: logger.warning("%s", stall.told()))
        self._began = 0.0
        self._cpu = 0.0
        self._collecting = self._collection = 0.0
        self._turns = 0
        self._seen: list[tuple[float, str]] = []
        """What was at work, with the beginning of its turn."""
        self._look_again = threading.Event()
        self._thread: threading.Thread | None = None
        self._selector: Any = None

    def start(self) -> None:
        """Watch the running loop, from its own thread."""
        loop: Any = asyncio.get_running_loop()
        self._selector = getattr(loop, "_selector", None)
        if self._selector is None:  # a loop of another make: there is no one place where it waits
            return
        self._select = self._selector.select
        self._selector.select = self._waiting
        self._loop_thread = threading.get_ident()
        gc.callbacks.append(self._collected)
        self._look_again.clear()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give the loop back as it was."""
        if self._thread is None:
            return
        del self._selector.select
        gc.callbacks.remove(self._collected)
        self._look_again.set()
        self._thread.join()
        self._thread = None

    # --- on the loop's thread
    def _waiting(self, timeout: float | None = None) -> Any:
        """The loop's look at the network: one turn is over, and the next begins."""
        if self._began and time.perf_counter() - self._began > self._limit:
            self._too_long()
        self._began = 0.0
        found = self._select(timeout)
        self._collecting = 0.0
        self._turns += 1
        self._cpu = time.thread_time()
        self._began = time.perf_counter()
        return found

    def _too_long(self) -> None:
        seconds, cpu = time.perf_counter() - self._began, time.thread_time() - self._cpu
        seen, self._seen = [name for began, name in self._seen if began == self._began], []
        cause = Counter(seen).most_common(1)[0][0] if seen else "many small things, or too short to be seen"
        if self._collecting > seconds / 2:
            cause = f"the garbage collector, in {cause}"
        stall = Stall(seconds, cpu, self._collecting, cause)
        self._tell(stall)
        if self.heard is not None:
            self.heard(stall)

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if threading.get_ident() != self._loop_thread:
            return
        if phase == "start":
            self._collection = time.perf_counter()
        else:
            self._collecting += time.perf_counter() - self._collection

    # --- on its own
    def _so_far(self, began: float) -> tuple[float, str]:
        """How long a turn lasts by now, and what was seen at work most often."""
        seen = Counter(name for of, name in self._seen if of == began)
        return time.perf_counter() - began, seen.most_common(1)[0][0]

    def _look(self, began: float) -> bool:
        """See what is at work in the turn that began then; False if it is over. A function of its own: who keeps a
        frame keeps the session in which it was seen."""
        frame = sys._current_frames().get(self._loop_thread)
        if frame is None or self._began != began:
            return False
        if len(self._seen) < KEPT:
            self._seen.append((began, at_work(frame)))
        return True

    def _watch(self) -> None:
        turns, later = -1, self._long
        while not self._look_again.wait(DOZE if turns == self._turns and not self._began else LOOK):
            turns, began = self._turns, self._began
            if began and time.perf_counter() - began > self._limit / 2:
                if self._look(began) and time.perf_counter() - began > later:
                    later *= 2
                    logger.error("Nobody has been answered for %.0f s, and it goes on: %s.", *self._so_far(began))
            else:
                later = self._long
                self._seen.clear()


def at_work(frame: FrameType | None) -> str:
    """The outermost and innermost function of ours in this turn's callback, and the innermost of all; no values."""
    ours: list[str] = []
    innermost = "" if frame is None else _name(frame.f_code)
    while frame is not None and frame.f_code is not CALLBACK:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS and path != Path(__file__):
            ours.append(_name(frame.f_code))
        frame = frame.f_back
    chain = [ours[-1], ours[0], innermost] if ours else [innermost]
    return " > ".join(dict.fromkeys(chain))


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"
