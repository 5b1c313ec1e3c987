"""Logs when a turn of the event loop takes too long, and which code held it.

A turn is the time between two polls of the network. The log names functions, never values. A thread samples the loop's
stack during long turns, at most twenty times a second.
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
"""Longest turn in seconds that is not reported."""
SAMPLE_SECONDS: Final = 0.05
LONG: Final = 5.0
"""Seconds after which a turn is reported while it lasts, since it may never end; later each time twice as long."""
MOST_SAMPLES: Final = 1_000
IDLE_SECONDS: Final = 1.0
HOUSE_PACKAGES: Final = ("core", "storage", "themes", "tui", "ssh_server", "web_server", "cli")
CALLBACK: Final = asyncio.Handle._run.__code__
"""Function in which the loop runs every callback; frames above it are always the same."""
ROOT: Final = str(Path(__file__).resolve().parents[2])


class Stall(msgspec.Struct, frozen=True):
    seconds: float
    cpu: float
    """Seconds of processor time; much less than `seconds` means waiting for a disk or a busy machine."""
    cause: str
    """The outermost and innermost function of the house, and the innermost of all."""

    def sentence(self) -> str:
        return f"Nobody was answered for {self.seconds * 1000:.0f} ms ({self.cpu * 1000:.0f} of CPU): {self.cause}."


class Watchdog:
    def __init__(self, limit: float = LIMIT, tell: Callable[[Stall], None] | None = None, long: float = LONG) -> None:
        """Configure the watchdog.

        Args:
            tell: Receives every stall when it is over; None logs it.
            long: Seconds after which a stall is logged while it lasts.
        """
        self._limit = limit
        self._long = long
        self.heard: Callable[[Stall], None] | None = None
        self._tell = tell or (lambda stall: logger.warning("%s", stall.sentence()))
        self._began = 0.0
        self._cpu = 0.0
        self._collecting = self._collection_began = 0.0
        self._turns = 0
        self._samples: list[tuple[float, str]] = []
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._selector: Any = None

    def start(self) -> None:
        loop: Any = asyncio.get_running_loop()
        self._selector = getattr(loop, "_selector", None)
        if self._selector is None:  # another kind of loop, without a single place where it waits
            return
        self._select = self._selector.select
        self._selector.select = self._timed_select
        self._loop_thread = threading.get_ident()
        gc.callbacks.append(self._time_collection)
        self._stopped.clear()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is None:
            return
        del self._selector.select
        gc.callbacks.remove(self._time_collection)
        self._stopped.set()
        self._thread.join()
        self._thread = None

    # --- on the loop's thread
    def _timed_select(self, timeout: float | None = None) -> Any:
        if self._began and time.perf_counter() - self._began > self._limit:
            self._report_stall()
        self._began = 0.0
        ready = self._select(timeout)
        self._collecting = 0.0
        self._turns += 1
        self._cpu = time.thread_time()
        self._began = time.perf_counter()
        return ready

    def _report_stall(self) -> None:
        seconds, cpu = time.perf_counter() - self._began, time.thread_time() - self._cpu
        seen, self._samples = [name for began, name in self._samples if began == self._began], []
        cause = Counter(seen).most_common(1)[0][0] if seen else "many small things, or too short to be seen"
        if self._collecting > seconds / 2:
            cause = f"the garbage collector, in {cause}"
        stall = Stall(seconds, cpu, cause)
        self._tell(stall)
        if self.heard is not None:
            self.heard(stall)

    def _time_collection(self, phase: str, info: dict[str, int]) -> None:
        if threading.get_ident() != self._loop_thread:
            return
        if phase == "start":
            self._collection_began = time.perf_counter()
        else:
            self._collecting += time.perf_counter() - self._collection_began

    # --- on the watching thread
    def _seconds_and_cause(self, began: float) -> tuple[float, str]:
        seen = Counter(name for of, name in self._samples if of == began)
        return time.perf_counter() - began, seen.most_common(1)[0][0]

    def _sample(self, began: float) -> bool:
        """Sample the code at work in the turn that began at `began`; False if that turn is over. A separate function,
        because a kept frame keeps its session alive."""
        frame = sys._current_frames().get(self._loop_thread)
        if frame is None or self._began != began:
            return False
        if len(self._samples) < MOST_SAMPLES:
            self._samples.append((began, busy_functions(frame)))
        return True

    def _watch(self) -> None:
        turns, later = -1, self._long
        while not self._stopped.wait(IDLE_SECONDS if turns == self._turns and not self._began else SAMPLE_SECONDS):
            turns, began = self._turns, self._began
            if began and time.perf_counter() - began > self._limit / 2:
                if self._sample(began) and time.perf_counter() - began > later:
                    later *= 2
                    logger.error(
                        "Nobody has been answered for %.0f s, and it goes on: %s.", *self._seconds_and_cause(began)
                    )
            else:
                later = self._long
                self._samples.clear()


def busy_functions(frame: FrameType | None) -> str:
    """The outermost and innermost function of the house in this callback, and the innermost of all; no values."""
    ours: list[str] = []
    innermost = "" if frame is None else _function_name(frame.f_code)
    while frame is not None and frame.f_code is not CALLBACK:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in HOUSE_PACKAGES and path != Path(__file__):
            ours.append(_function_name(frame.f_code))
        frame = frame.f_back
    chain = [ours[-1], ours[0], innermost] if ours else [innermost]
    return " > ".join(dict.fromkeys(chain))


def _function_name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"
