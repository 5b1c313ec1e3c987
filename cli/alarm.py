"""The alarm that ends hooks of games from outside (`core.games.guard`) in this process."""

from __future__ import annotations

import atexit
import ctypes
import signal
from threading import current_thread, main_thread

from core.games.guard import BEAT, Alarm, Overtime, beat


def lend(*, forgiving: bool = True) -> None:
    """Let the alarm end hooks of games. `forgiving`: see `core.games.guard.Alarm`. The main thread calls it, and on a
    machine without such signals nothing is lent."""
    Alarm.forgiving = forgiving
    if hasattr(signal, "SIGALRM") and current_thread() is main_thread():
        Alarm.arm, Alarm.interrupt, Alarm.beating = staticmethod(_ring), staticmethod(_interrupt), False
        signal.signal(signal.SIGALRM, lambda *_: None if beat() else _rest())
        atexit.register(_rest)  # the signal would end a process that handles it no more


def take_back() -> None:
    """Bound no hooks any more, as before `lend`."""
    Alarm.arm, Alarm.interrupt = staticmethod(lambda: None), staticmethod(lambda thread: None)
    Alarm.forgiving = Alarm.beating = False
    if hasattr(signal, "SIGALRM"):
        _rest()


def _ring() -> None:
    signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)


def _rest() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overtime))
