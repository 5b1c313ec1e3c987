"""What fails in a screen that is on its way out: its trouble, and nobody else's.

Keys in haste open a pane and leave its screen before it stands, and an app that ends takes its screens with it. What
still had to be done to them finds their parts gone, or never there.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from pathlib import Path

from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.widget import MountError
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from tui.textual_seam import going, handling

log = logging.getLogger("garnet.session")

PART_IS_MISSING = (NoMatches, MountError)
"""What is to be expected of a screen that is being taken apart."""


def forgiven(error: BaseException) -> bool:
    """Is this the trouble of a widget that is on its way out, or of a worker of its own? Then it is dealt with: what is
    not to be expected there is one line in the log."""
    pump, error = at_it(error), cause(error)
    if not isinstance(pump, DOMNode) or not going(pump):
        return False
    if not isinstance(error, PART_IS_MISSING):
        log.warning("A part of a screen failed as it was taken away: %s.", place(error))
    return True


def at_it(error: BaseException) -> object:
    """Whose trouble it is: a worker works in the app's name, for the widget that it was started by."""
    if isinstance(error, WorkerFailed):
        with contextlib.suppress(NoActiveWorker):
            return get_current_worker().node
    return handling()


def cause(error: BaseException) -> BaseException:
    """What really happened: a worker's failure is handed on in a wrapping that has no frames of its own."""
    return error.error if isinstance(error, WorkerFailed) else error


def place(error: BaseException) -> str:
    """An error's kind and where it happened, in one line and without what it says, which may quote a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not {"textual", "asyncio"} & set(Path(frame.filename).parts)]
    where = [f"{Path(frame.filename).name} line {frame.lineno}, in {frame.name}" for frame in (ours or frames)[-1:]]
    return ", ".join([type(error).__name__, *where])
