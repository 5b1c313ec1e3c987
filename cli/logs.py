"""The server's log, independent of the streams that screens redirect."""

from __future__ import annotations

import asyncio
import io
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from cli.opening import owners_alone
from core.json import json_line
from core.talk.channels import clean

SAFE: Final = (OSError, AttributeError, NameError, ImportError)
"""Errors with texts of the system or the program, never of players."""

FIRST, LAST = 8, 24
"""First and last rows of a traceback that are logged: endless recursion has a thousand."""
PARTS = 8
"""Errors of a group that are logged."""

log = logging.getLogger("garnet.server")


class Discreet(logging.Formatter):
    """Logs place and kind of a crash, not its message: that may quote a message, an order or a code."""

    def format(self, record: logging.LogRecord) -> str:
        return clean(super().format(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(_without_words(ei[1]))


def _without_words(error: BaseException | None, depth: int = 0) -> list[str]:
    if error is None or depth > 4:
        return []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    rows = _shortened([row.rstrip("\n") for row in traceback.format_tb(error.__traceback__)])
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    parts = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    words = f"{kind}: {error}" if isinstance(error, SAFE) else kind
    inner = [row for part in parts[:PARTS] for row in _without_words(part, depth + 1)]
    return [*_without_words(before, depth + 1), *rows, words, *inner]


def _shortened(rows: list[str]) -> list[str]:
    left_out = len(rows) - FIRST - LAST
    return rows if left_out <= 0 else [*rows[:FIRST], f"  ... {left_out} more ...", *rows[-LAST:]]


class _Private(logging.FileHandler):
    """A log file that only its owner may read."""

    def _open(self) -> io.TextIOWrapper:
        opened = open(self.baseFilename, self.mode, encoding=self.encoding, opener=owners_alone)  # noqa: SIM115
        assert isinstance(opened, io.TextIOWrapper)
        return opened


class JsonLines(Discreet):
    """A JSON object a line: `at` (UTC), `level`, `from`, `said`, and `trace` after a crash."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        row = {"at": at, "level": record.levelname.lower(), "from": record.name, "said": record.getMessage()}
        if record.exc_info:
            row["trace"] = self.formatException(record.exc_info)
        return json_line(row)


def set_up(file: str | None) -> None:
    """Log to a file, or to the process's standard error. Raises OSError if the file cannot be opened."""
    if file is not None:
        path = Path(file).expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = _Private(path, encoding="utf-8")
    else:
        handler = logging.StreamHandler(sys.__stderr__)
    plain = Discreet("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")
    for_people = file is None and sys.__stderr__ is not None and sys.__stderr__.isatty()
    handler.setFormatter(plain if for_people else JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in ("asyncssh", "httpx", "httpcore", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


def unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log errors that no task awaited. asyncio itself would print values."""
    error = context.get("exception")
    log.error("%s", context.get("message", "Something failed."), exc_info=error if error is not None else False)
