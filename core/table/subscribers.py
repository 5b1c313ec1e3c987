"""Calls those who asked to hear of changes in a house, a match or a season; one that fails does not stop the others."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable

log = logging.getLogger("core.house.house")

Hear = Callable[[str], None]
"""Called with the id of a match, or of a season."""
Leave = Callable[[], None]
"""The way out."""


class Subscribers:
    """Those who listen to what is public, and the house's own services, which follow every input."""

    def __init__(self) -> None:
        self._listeners: list[Hear] = []
        self._followers: list[Hear] = []

    def listen(self, hear: Hear) -> Leave:
        """Call `hear(id)` at each `tell`, in the context of whoever listens."""
        context = contextvars.copy_context()  # each session listens in its own, whoever made the change

        def told(of: str) -> None:
            context.copy().run(hear, of)  # a copy: what one hears may bring about the next thing to hear

        self._listeners.append(told)

        def leave() -> None:
            if told in self._listeners:
                self._listeners.remove(told)

        return leave

    def follow(self, hear: Hear) -> Leave:
        """Call `hear(match)` at each `kept`."""
        self._followers.append(hear)
        return lambda: self._followers.remove(hear) if hear in self._followers else None

    def tell(self, of: str) -> None:
        """Something public changed in a match, or a season."""
        _each(self._listeners, of, "a listener failed")

    def kept(self, match: str) -> None:
        """An input to a match was kept."""
        _each(self._followers, match, "a follower failed")


def _each(hearers: list[Hear], of: str, failed: str) -> None:
    """Tell everybody who listens now; what fails is logged, and the others hear it all the same."""
    for hear in list(hearers):
        try:
            hear(of)
        except Exception:
            log.exception(failed)
