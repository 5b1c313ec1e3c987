"""Calls the listeners of a house, a match or a season; one that fails does not stop the others."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable

log = logging.getLogger("core.house.house")

Hear = Callable[[str], None]
Leave = Callable[[], None]


class Subscribers:
    """Listeners to public changes, and followers: the house's own services, called at every input."""

    def __init__(self) -> None:
        self._listeners: list[Hear] = []
        self._followers: list[Hear] = []

    def listen(self, hear: Hear) -> Leave:
        """Call `hear(id)` at each `tell`, in the listener's context."""
        context = contextvars.copy_context()  # the listener's context, not that of the session that made the change

        def told(of: str) -> None:
            context.copy().run(hear, of)  # a copy: a listener may cause the next call

        self._listeners.append(told)

        def leave() -> None:
            if told in self._listeners:
                self._listeners.remove(told)

        return leave

    def follow(self, hear: Hear) -> Leave:
        self._followers.append(hear)
        return lambda: self._followers.remove(hear) if hear in self._followers else None

    def tell(self, of: str) -> None:
        _each(self._listeners, of, "a listener failed")

    def kept(self, match: str) -> None:
        _each(self._followers, match, "a follower failed")


def _each(hearers: list[Hear], of: str, failed: str) -> None:
    for hear in list(hearers):
        try:
            hear(of)
        except Exception:
            log.exception(failed)
