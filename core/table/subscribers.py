"""Calls the listeners of a house, a match or a season; one that fails does not stop the others."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable

log = logging.getLogger("core.house.house")

Listener = Callable[[str], None]
Unsubscribe = Callable[[], None]


class Subscribers:
    """Listeners to public changes, and followers: the house's own services, called at every input."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._followers: list[Listener] = []

    def listen(self, listener: Listener) -> Unsubscribe:
        """Call `listener(id)` at each `tell`, in the listener's context."""
        context = contextvars.copy_context()  # the listener's context, not that of the session that made the change

        def deliver(of: str) -> None:
            context.copy().run(listener, of)  # a copy: a listener may cause the next call

        self._listeners.append(deliver)

        def unsubscribe() -> None:
            if deliver in self._listeners:
                self._listeners.remove(deliver)

        return unsubscribe

    def follow(self, listener: Listener) -> Unsubscribe:
        self._followers.append(listener)
        return lambda: self._followers.remove(listener) if listener in self._followers else None

    def tell(self, of: str) -> None:
        _each(self._listeners, of, "a listener failed")

    def tell_followers(self, match: str) -> None:
        _each(self._followers, match, "a follower failed")


def _each(listeners: list[Listener], of: str, failed: str) -> None:
    for listener in list(listeners):
        try:
            listener(of)
        except Exception:
            log.exception(failed)
