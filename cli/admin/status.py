"""How the served house is, by command."""

from __future__ import annotations

import msgspec

from cli.admin.requests import Answer, Deed, Request
from core.refusal import Refused
from tui.words import wording
from tui.words.door import Door
from tui.words.health import health_rows
from tui.words.moments import HouseZone


class StatusDeeds:
    """What the machine's owner looks at."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"status": self._status}

    def _status(self, asked: Request) -> Answer:
        if self._door.health is None:
            raise Refused("not_served", "Nobody serves this house now, so there is nothing to tell: garnet serve")
        now = self._door.health()
        rows = wording.unstyled(health_rows(now, HouseZone()))
        return {"told": rows, "status": msgspec.to_builtins(now)}
