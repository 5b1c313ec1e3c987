"""The alarm that ends hooks of games from outside (`core.games.guard`) in this process."""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread

from core.games.guard import BEAT, Alarm, Overtime, beat

HELD = 30.0
"""Processor seconds without a turn of the loop after which a process with games from outside ends itself."""


def lend(*, forgiving: bool = True) -> None:
    """Let the alarm end hooks of games. `forgiving`: see `core.games.guard.Alarm`. The main thread calls it, and on a
    machine without such signals nothing is lent."""
    Alarm.forgiving = forgiving
    if hasattr(signal, "SIGALRM") and current_thread() is main_thread():
        Alarm.arm, Alarm.interrupt, Alarm.beating = staticmethod(_ring), staticmethod(_interrupt), False
        signal.signal(signal.SIGALRM, lambda *_: None if beat() else _rest())
        atexit.register(_rest)  # the signal would end a process that handles it no more


@contextmanager
def last_resort(note: Path) -> Iterator[None]:
    """End the process after HELD processor seconds without a turn of the loop, with a traceback in `note`: the
    alarm cannot end what never returns to the interpreter. Time in which the process was stopped does not count.
    Without files of games nothing is watched."""
    if not (note.parent.is_dir() and hasattr(signal, "SIGPROF")):
        yield
        return
    with note.open("a") as file:
        file.write("Timeout (\n")  # the head of the traceback that may follow
        file.flush()
        faulthandler.register(signal.SIGPROF, file=file, chain=True)  # the usual action of the signal ends the process

        async def watch() -> None:
            while True:
                signal.setitimer(signal.ITIMER_PROF, HELD)
                await asyncio.sleep(HELD / 10)

        watching = asyncio.get_running_loop().create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
            signal.setitimer(signal.ITIMER_PROF, 0)
            faulthandler.unregister(signal.SIGPROF)


def _ring() -> None:
    signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)


def _rest() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overtime))
