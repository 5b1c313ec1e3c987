"""One sitting at this terminal: the hotseat's screens, from the first key until somebody leaves."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from core.house.house import House
from tui.app.hotseat import HotseatApp, Practice
from tui.textual_seam import failure

TOLD_TO_END = {getattr(signal, name): status for name, status in {"SIGTERM": 143, "SIGHUP": 129}.items()
               if hasattr(signal, name)}  # fmt: skip
"""Signals that end the program, and its status then, as far as the system has them. SIGHUP comes when the terminal's
window is closed."""


GONE_STATUS = 129
"""The status after the terminal has gone without a word: as after SIGHUP."""
LOOK_SECONDS = 1.0
"""How often it is looked whether the terminal is still there."""


def collect_again() -> None:
    """Garbage is collected from now on, and what is there already left alone: it stays."""
    gc.freeze()
    gc.enable()


def sit_down(
    house: House,
    *,
    match_id: str | None = None,
    new: str | None = None,
    replay: str | None = None,
    eyes: str | None = None,
    theme: str | None = None,
    practice: Practice | None = None,
) -> int:
    """Open the house at this terminal until its player leaves. The exit status: 0, 1 after a crash, or that of the
    signal that ended it. Without colours where the environment says so (NO_COLOR)."""
    plain = bool(os.environ.get("NO_COLOR"))
    app = HotseatApp(
        house, match_id=match_id, new=new, replay=replay, eyes=eyes, theme=theme, no_color=plain, practice=practice,
        motion=True, painted=collect_again,
    )  # fmt: skip
    kept = house.store.get("settings", "screens") or {}
    asyncio.run(_until_left(app, mouse=bool(kept.get("mouse", True))))
    status = app.return_code or 0
    if status in (0, *TOLD_TO_END.values()):
        return status
    print("Garnet House had to close because of a mistake of its own. Nothing that was sealed or said is lost.")
    error = failure(app)
    if error is not None:  # where, but not what: that may be somebody's secret
        last = traceback.extract_tb(error.__traceback__)[-1]
        print(f"For a report: {type(error).__name__} in {Path(last.filename).name}, line {last.lineno}.")
    return status


async def _until_left(app: HotseatApp, *, mouse: bool) -> None:
    """Run it until somebody leaves. A signal leaves too, so that what is being written is kept and nothing private
    stays on the terminal."""

    def leave(status: int) -> None:
        app.exit(return_code=status)

    loop = asyncio.get_running_loop()
    for number, status in TOLD_TO_END.items():
        try:
            loop.add_signal_handler(number, leave, status)
        except NotImplementedError:  # Windows: it comes between two steps of whatever runs
            signal.signal(number, lambda *_, status=status: loop.call_soon_threadsafe(leave, status))
    watching = loop.create_task(_until_gone(leave))
    try:
        await app.run_async(mouse=mouse)
    finally:
        watching.cancel()


async def _until_gone(leave: Callable[[int], None]) -> None:
    """A terminal may go without SIGHUP: where that is ignored or unknown. Textual's driver would read its end for
    ever, as fast as it can."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if terminal_gone():
            leave(GONE_STATUS)
            return


def terminal_gone() -> bool:
    """Has the terminal at the standard input hung up? False where the system cannot tell."""
    if not hasattr(select, "poll") or sys.__stdin__ is None or sys.__stdin__.closed:
        return False
    watch = select.poll()
    watch.register(sys.__stdin__.fileno(), 0)
    return any(what & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, what in watch.poll(0))
