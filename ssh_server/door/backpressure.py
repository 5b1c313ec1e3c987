"""Limits of one connection: how much of the loop's time its packets may take, and how much may pile up.

asyncssh works through everything that has arrived before anybody else gets a turn, and answers whether the answers
are read or not. So packets are taken in small pieces; somebody who sends more than people and their scripts do
waits, and all who do so share a small part of the loop's time; and from a client that does not read, nothing is read.
Until somebody has logged in, all that they send waits for their turns; it is read meanwhile, so that a client that
hangs up is noticed, and gives back its place.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

import asyncssh

from ssh_server.door.asyncssh_seam import Wire
from ssh_server.door.guard import Debt, Spacing
from ssh_server.door.login_queue import Turns

PIECE: Final = 4 * 1024
"""Bytes that are taken from one connection before others get a turn."""
A_PACKET: Final = 0.000_1
"""Seconds of work that a packet causes besides its reading: tasks, and an answer."""
UNREAD: Final = 64 * 1024
"""Bytes that may wait for a stranger's turn: nobody who logs in says so much without waiting for an answer."""
A_SLICE: Final = 1024
"""Bytes that are worked through in one turn of a stranger, more only where one packet is longer."""
LONGEST_SLICE: Final = 16 * 1024
"""Bytes of the longest packet with which anybody logs in: a certificate with the largest keys."""
A_STEP: Final = 0.000_3
"""Seconds of work that a packet of a login causes besides its reading; half of a login is done outside of its turns."""
AN_EXCHANGE: Final = 0.01
"""Seconds of work in a key exchange, which a client may ask for as often as it likes."""


class Backpressure:
    """Stands between a connection and its transport until `close`."""

    def __init__(
        self, conn: asyncssh.SSHServerConnection, pace: Spacing, turns: Turns, home: str, *, patience: float
    ) -> None:
        """`home`: the address that waits for turns. `patience`: seconds that the client may leave unread what it was
        sent."""
        self._line = Wire(
            conn,
            arrived=self._arrived,
            exchanging=self._exchange_keys,
            sending=self._send,
            full=self._full,
            drained=self._drained,
        )
        self._patience = patience
        self.on_full: Callable[[bool], None] = lambda _: None
        """Called with True when the client does not read, with False when it reads again."""
        self.on_stuck: Callable[[], None] = lambda: None
        """Called when the client has not read for too long."""
        self.on_flood: Callable[[], None] = lambda: None
        """Called when a stranger says more than anybody does who waits to be answered."""
        self._turns: Turns | None = turns
        self._home = home
        self._slice = A_SLICE
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._debt = Debt(self._loop.time, pace)
        self._reasons: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._line.transport.max_size = PIECE

    @property
    def full(self) -> bool:
        """Whether the client does not read what it is sent."""
        return "full" in self._reasons

    def settle(self) -> None:
        """They have logged in: what they send waits for no turns any more."""
        if self._turns is not None:
            self._turns.leave(self)
            self._turns = None

    def hold(self, seconds: float, reason: str) -> None:
        """Read nothing from this client for a while."""
        if seconds > 0 and not self._closed:
            self._stop(reason)
            self._after(seconds, reason, lambda: self._go_on(reason))

    def close(self) -> None:
        """Let go of the connection."""
        self._closed = True
        self.settle()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self.on_full, self.on_stuck, self.on_flood = (lambda _: None), (lambda: None), (lambda: None)
        self._line.release()

    # What comes

    def _arrived(self) -> None:
        """Bytes are there. Those of a stranger wait for a turn."""
        if self._closed:
            return
        if self._turns is None:
            self._work()
        elif len(self._line.waiting) > UNREAD:
            self.turn_away()
        else:
            self._turns.want(self, self._home)

    def turn(self) -> float:
        """A stranger's turn: go through a slice of what has arrived; seconds of work that this causes besides."""
        line, first = self._line, self._line.packets
        waiting, line.waiting = line.waiting[self._slice :], line.waiting[: self._slice]
        before = len(line.waiting)
        line.read()
        # A packet that is longer than a slice needs more of them at once.
        if len(line.waiting) < before:
            self._slice = A_SLICE
        elif waiting:
            self._slice = min(self._slice * 2, LONGEST_SLICE)
        if waiting and not self._closed:
            line.waiting += waiting
            self._arrived()
        packets = max(0, line.packets - first)
        return packets * A_STEP

    def turn_away(self) -> None:
        """End the connection without a word."""
        self.on_flood()

    def _work(self) -> None:
        """Go through the packets that have arrived, and note what that costs."""
        began, first = time.perf_counter(), self._line.packets
        self._line.read()
        packets = max(0, self._line.packets - first)  # the count begins anew at the first exchange of keys
        self._note(time.perf_counter() - began + packets * A_PACKET)

    def _exchange_keys(self) -> None:
        self._line.exchange()
        if self._turns is None:
            self._note(AN_EXCHANGE)

    def _note(self, spent: float) -> None:
        self.hold(self._debt.note(spent), "pace")

    # What goes

    def _send(self, data: bytes) -> None:
        """Nothing is written to a transport that is on its way out: asyncio would log each try."""
        if not self._line.transport.is_closing():
            self._line.send(data)

    # What piles up

    def _full(self) -> None:
        self._stop("full")
        self._after(self._patience, "full", self.on_stuck)
        self.on_full(True)

    def _drained(self) -> None:
        self._go_on("full")
        self.on_full(False)

    # The transport

    def _stop(self, reason: str) -> None:
        if not self._reasons:
            self._line.transport.pause_reading()
        self._reasons.add(reason)

    def _go_on(self, reason: str) -> None:
        timer = self._timers.pop(reason, None)
        if timer is not None:
            timer.cancel()
        self._reasons.discard(reason)
        if not self._reasons and not self._closed:
            self._line.transport.resume_reading()

    def _after(self, seconds: float, reason: str, then: Callable[[], None]) -> None:
        if reason in self._timers:
            self._timers[reason].cancel()
        self._timers[reason] = self._loop.call_later(seconds, then)
