"""Who hears what happens in a house. Nobody's trouble reaches anybody else."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable

log = logging.getLogger("core.house")

Hear = Callable[[str], None]
"""Called with the id of a match."""
Leave = Callable[[], None]
"""The way out."""


class Hearers:
    """Those who listen to what is public, and the house's own services, which follow every input."""

    def __init__(self) -> None:
        self._listeners: list[Hear] = []
        self._followers: list[Hear] = []

    def listen(self, hear: Hear) -> Leave:
        """Call `hear(match)` at each `tell`, in the context of whoever listens."""
        context = contextvars.copy_context()  # each session listens in its own, whoever made the change

        def told(match: str) -> None:
            context.copy().run(hear, match)  # a copy: what one hears may bring about the next thing to hear

        self._listeners.append(told)

        def leave() -> None:
            if told in self._listeners:
                self._listeners.remove(told)

        return leave

    def follow(self, hear: Hear) -> Leave:
        """Call `hear(match)` at each `kept`."""
        self._followers.append(hear)
        return lambda: self._followers.remove(hear) if hear in self._followers else None

    def tell(self, match: str) -> None:
        """Something public changed in a match."""
        for hear in list(self._listeners):
            try:
                hear(match)
            except Exception:
                log.exception("a listener failed")

    def kept(self, match: str) -> None:
        """An input to a match was kept."""
        for hear in list(self._followers):
            try:
                hear(match)
            except Exception:
                log.exception("a follower failed")
