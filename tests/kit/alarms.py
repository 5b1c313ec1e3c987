"""The alarm of guarded calls, quick and put back afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cli import alarm
from core.games.guard import Alarm


@contextmanager
def quick_alarm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the alarm beat 25 times a second; at the end it rests, and is what it was. The caller lends it."""
    monkeypatch.setattr(alarm, "BEAT", 0.04)
    for name in ("arm", "interrupt", "forgiving", "beating"):
        monkeypatch.setattr(Alarm, name, vars(Alarm)[name])
    try:
        yield
    finally:
        alarm._rest()
