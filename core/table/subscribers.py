"""Calls the listeners of a house, a match or a season; one that fails does not stop the others."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable

from core.match.records import Change

log = logging.getLogger("core.house.house")

REMARKED = "remarked"
"""Kind of a change in the spectators' lounge (HH-64)."""

Listener = Callable[[str], None]
ChangeListener = Callable[[Change], None]
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


def soon(call: Callable[..., object], *arguments: object, context: contextvars.Context | None = None) -> None:
    """Call it at the loop's next turn, or at once without a loop. `context`: a copy of the present one if None."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a script or a test drives the table by hand
        if context is None:
            call(*arguments)
        else:
            context.run(call, *arguments)
    else:
        loop.call_soon(call, *arguments, context=context)


class Subscriber:
    def __init__(self, place: int | None, listener: ChangeListener) -> None:
        """`place`: index of the seat, whatever its name; None for a spectator."""
        self.place = place
        self.listener = listener
        self.unsubscribed = False
        """True once it has unsubscribed: undelivered changes are dropped."""
        self.context = contextvars.copy_context()

    def concerned(self, change: Change, seats: tuple[str, ...]) -> bool:
        """True if the subscriber may know of it; `seats` are the present names."""
        if change.kind == REMARKED:  # for spectators alone: no seat hears that something was said
            return self.place is None
        return change.seats is None or (self.place is not None and seats[self.place] in change.seats)

    def tell(self, change: Change) -> None:
        soon(self._tell, change, context=self.context)

    def _tell(self, change: Change) -> None:
        if self.unsubscribed:
            return
        try:
            self.listener(change)
        except Exception:  # a failing listener does not stop the others
            log.exception("a listener failed")
