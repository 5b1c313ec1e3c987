"""The server's log: one line an event, away from the streams that screens redirect."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path


class JsonLines(logging.Formatter):
    """A JSON object a line: `at` (UTC), `level`, `from`, `said`, and `trace` after a crash."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"at": at, "level": record.levelname.lower(), "from": record.name, "said": record.getMessage()}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up(file: str | None) -> None:
    """Log to a file, or to the standard error with which the process began. OSError if the file cannot be opened."""
    if file is not None:
        path = Path(file).expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(path, encoding="utf-8")
    else:
        handler = logging.StreamHandler(sys.__stderr__)
    plain = logging.Formatter("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")
    for_people = file is None and sys.__stderr__ is not None and sys.__stderr__.isatty()
    handler.setFormatter(plain if for_people else JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in ("asyncssh", "httpx", "httpcore", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)
