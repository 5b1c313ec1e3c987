"""An SSH connection, from the first packet to an authenticated visitor and the visitor's sessions; limits on its share
of the loop and on unread data."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import asyncssh

from core.person import Person
from core.refusal import Refused
from ssh_server.door.asyncssh_seam import Wire, over
from ssh_server.door.auth import JOIN, Gate, Visitor, key_of
from ssh_server.door.guard import Debt, Spacing, network
from ssh_server.door.login_queue import Turns
from ssh_server.session.terminal import Terminal

PIECE: Final = 4 * 1024
"""Bytes read from a connection before others get a turn."""
A_PACKET: Final = 0.000_1
"""Seconds of work that a packet causes besides its parsing."""
UNREAD: Final = 64 * 1024
"""Most bytes that may wait for an unknown client's turn; a login never sends so much before an answer."""
A_SLICE: Final = 1024
"""Bytes worked through in a turn of an unknown client; more only for a longer packet."""
LONGEST_SLICE: Final = 16 * 1024
"""Bytes of the longest packet of a login: a certificate with the largest keys."""
A_STEP: Final = 0.000_3
"""Seconds of work that a packet of a login causes besides its parsing; half of a login runs outside its turns."""
AN_EXCHANGE: Final = 0.01
"""Seconds of work in a key exchange; clients may ask for any number of them."""


class Backpressure:
    """Limits what a connection reads, and notices a client that does not read."""

    def __init__(
        self, conn: asyncssh.SSHServerConnection, pace: Spacing, turns: Turns, home: str, *, patience: float
    ) -> None:
        """Wrap the connection.

        Args:
            home: Address that waits for turns.
            patience: Seconds for which the client may leave data unread.
        """
        self._line = Wire(
            conn, arrived=self._on_arrival, exchanging=self._exchange_keys, sending=self._send,
            full=self._pause_reading, drained=self._resume_reading,
        )  # fmt: skip
        self._patience = patience
        self.on_full: Callable[[bool], None] = lambda _: None
        """Called with True when the client stops reading, with False when it reads again."""
        self.on_stuck: Callable[[], None] = lambda: None
        """Called when the client has not read for `patience` seconds."""
        self.on_flood: Callable[[], None] = lambda: None
        """Called when an unknown client sends more than a login needs."""
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
        return "full" in self._reasons

    def settle(self) -> None:
        """The client has logged in: its data no longer waits for turns."""
        if self._turns is not None:
            self._turns.leave(self)
            self._turns = None

    def hold(self, seconds: float, reason: str) -> None:
        if seconds > 0 and not self._closed:
            self._stop(reason)
            self._after(seconds, reason, lambda: self._go_on(reason))

    def close(self) -> None:
        self._closed = True
        self.settle()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self.on_full, self.on_stuck, self.on_flood = (lambda _: None), (lambda: None), (lambda: None)
        self._line.release()

    # Input

    def _on_arrival(self) -> None:
        if self._closed:
            return
        if self._turns is None:
            began, first = time.perf_counter(), self._line.packets
            self._line.read()
            packets = max(0, self._line.packets - first)  # the count restarts at the first key exchange
            self._note(time.perf_counter() - began + packets * A_PACKET)
        elif len(self._line.waiting) > UNREAD:
            self.turn_away()
        else:
            self._turns.want(self, self._home)

    def turn(self) -> float:
        """Work through a slice of an unknown client's data. Returns seconds of further work that it causes."""
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
            self._on_arrival()
        packets = max(0, line.packets - first)
        return packets * A_STEP

    def turn_away(self) -> None:
        self.on_flood()

    def _exchange_keys(self) -> None:
        self._line.exchange()
        if self._turns is None:
            self._note(AN_EXCHANGE)

    def _note(self, spent: float) -> None:
        self.hold(self._debt.note(spent), "pace")

    # Output

    def _send(self, data: bytes) -> None:
        """Drop data for a closing transport: asyncio would log each write."""
        if not self._line.transport.is_closing():
            self._line.send(data)

    # Backpressure

    def _pause_reading(self) -> None:
        self._stop("full")
        self._after(self._patience, "full", self.on_stuck)
        self.on_full(True)

    def _resume_reading(self) -> None:
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

    def _after(self, seconds: float, reason: str, callback: Callable[[], None]) -> None:
        if reason in self._timers:
            self._timers[reason].cancel()
        self._timers[reason] = self._loop.call_later(seconds, callback)


logger = logging.getLogger("garnet.server")

SECRETS_A_CONNECTION: Final = 6
KEYS_A_CONNECTION: Final = 40
"""Keys that may be offered on a connection; some agents hold many."""
NAMES_A_CONNECTION: Final = 4
SESSIONS_A_CONNECTION: Final = 4
CODE_FIRST: Final = "Type the code that the host gave you."
CODE_AGAIN: Final = "This code opens nothing. Check it, or ask the host for a new one."
PASSWORD_FIRST: Final = "None of your keys opens this door: type the password. New here? Come as join@."
PASSWORD_AGAIN: Final = "That opens nothing. If key or password is lost, ask the host for a code."
"""Shown to a client without a known key; the same for every name, known or not."""
IDLE_SECONDS: Final = 60.0
"""Seconds for which a connection without a session is kept."""


class ConnectionOwner(Protocol):
    gate: Gate
    pace: Spacing
    turns: Turns

    def admits(self, connection: Connection) -> bool: ...
    def entered(self, connection: Connection, person: Person) -> None: ...
    def forget(self, connection: Connection) -> None: ...
    async def receive(self, terminal: Terminal, connection: Connection, visitor: Visitor) -> None: ...


class Connection(asyncssh.SSHServer):
    """asyncssh's callbacks for one connection. asyncssh refuses all that has no callback: forwarding, tunnels, SFTP."""

    greeted = True

    def __init__(self, server: ConnectionOwner) -> None:
        self._server = server
        self._conn: asyncssh.SSHServerConnection | None = None
        self._name = ""
        self._names = self._keys = self._secrets = 0
        self._offered_key: asyncssh.SSHKey | None = None
        self._visitor: Visitor | None = None
        self._sorry = ""
        """Refusal for a client with a proved key that could not be stored."""
        self._terminals: list[Terminal] = []
        self._connected: float | None = asyncio.get_running_loop().time()
        """When it came, by the loop; None once its first channel was opened."""
        self._idle: asyncio.TimerHandle | None = None
        self._backpressure: Backpressure | None = None
        self.address = ""
        self.authenticated = False
        self.who: str | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Register the connection. Above the limit of unknown clients it is aborted before any cryptography."""
        self._conn = conn
        self.address = str((conn.get_extra_info("peername") or ("",))[0])
        if not self._server.admits(self):
            self._conn = None
            conn.abort()
            over(conn, None)
            return
        home = network(self.address)
        self._backpressure = Backpressure(conn, self._server.pace, self._server.turns, home, patience=Terminal.patience)
        self._backpressure.on_full, self._backpressure.on_stuck = self._behind, self._drop_stuck
        self._backpressure.on_flood = self.turn_away

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.forget(self)
        if self._idle is not None:
            self._idle.cancel()
        if self._backpressure is not None:
            self._backpressure.close()
            self._backpressure = None
        self._conn = None
        self._terminals = []

    def _behind(self, full: bool) -> None:
        for terminal in self._terminals:
            if full:
                terminal.output.pause()
            else:
                terminal.output.resume()

    def _drop_stuck(self) -> None:
        logger.warning("A connection from %s does not read what is sent, and was dropped.", self.address)
        self.turn_away()

    def turn_away(self) -> None:
        if self._conn is not None:
            self._conn.abort()

    # Authentication. The same methods are offered for every name, and every name is answered alike.

    def begin_auth(self, username: str) -> bool:
        self._name = username[:64]
        self._offered_key = self._visitor = None
        self._names += 1
        if self._names > NAMES_A_CONNECTION:
            self._hang_up("Too many names were tried.")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Called for every offered key, and again for the proved key just before the proof is checked. Remembers the
        key. Must not await: the order of calls would be lost."""
        self._keys += 1
        if self._keys > KEYS_A_CONNECTION:
            self._hang_up("Too many keys were offered.")
            return False
        self._offered_key = key
        return self._server.gate.accepts_key(self._name, key.get_fingerprint())

    def password_auth_supported(self) -> bool:
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        return await self._check_secret(password)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Ask the question in the words of the house. A code is shown as it is typed: it is long and works once."""
        joins = self._name.casefold() == JOIN
        prompts = (CODE_FIRST, CODE_AGAIN) if joins else (PASSWORD_FIRST, PASSWORD_AGAIN)
        question = "Your code: " if joins else f"Password of {self._name}: "
        refusal = self._server.gate.refusal_words(self._name)
        return "Garnet House", "\n".join(filter(None, (refusal, prompts[self._secrets > 0]))), "", [(question, joins)]

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        return len(responses) == 1 and await self._check_secret(responses[0])

    async def _check_secret(self, secret: str) -> bool:
        self._secrets += 1
        if self._secrets > SECRETS_A_CONNECTION:
            self._hang_up("Too many attempts.")
            return False
        self._offered_key = None
        self._visitor = await self._server.gate.check_secret(self._name, secret, self.address)
        return self._visitor is not None

    def auth_completed(self) -> None:
        """Bind the key to a name only now, after its proof."""
        self.authenticated = True
        if self._backpressure is not None:
            self._backpressure.settle()
        try:
            if self._offered_key is not None:
                self._visitor = self._server.gate.admit_key(self._name, key_of(self._offered_key, time.time()))
            self.become(self._visitor)
        except Refused as refusal:
            self._visitor = None
            if refusal.code != "not_kept":
                self._hang_up(refusal.message)
                return
            self._sorry = refusal.message  # shown on the terminal: not every client shows why the connection ended
        self._wait_for_session()

    def become(self, visitor: Visitor | None) -> None:
        """Note the person, which a login as `join` lacks at first. Refused: `too_many_connections`."""
        self._visitor = visitor
        if visitor is not None and visitor.person is not None:
            self._server.entered(self, visitor.person)

    def _hang_up(self, reason: str) -> None:
        if self._conn is not None:
            logger.info("Connection from %s ended: %s", self.address, reason)
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, reason)

    def close(self) -> None:
        if self._conn is not None:
            self._conn.close()

    # Sessions

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        unread = self._backpressure is not None and self._backpressure.full
        if (self._visitor is None and not self._sorry) or unread or len(self._terminals) >= SESSIONS_A_CONNECTION:
            return False
        terminal, self._connected = Terminal(self._begin, self._connected), None
        self._terminals.append(terminal)
        asyncio.get_running_loop().call_later(IDLE_SECONDS, self._unless_started, terminal)
        return terminal

    async def _begin(self, terminal: Terminal) -> None:
        self._stop_waiting()
        try:
            if self._visitor is None:
                logger.error("Somebody new from %s could not be kept.", self.address)
                terminal.say(self._sorry, error=True)
                terminal.leave(1)
                return
            await self._server.receive(terminal, self, self._visitor)
        finally:
            if terminal in self._terminals:
                self._terminals.remove(terminal)
            self._wait_for_session()

    def _unless_started(self, terminal: Terminal) -> None:
        if terminal.task is None and terminal in self._terminals:
            self._terminals.remove(terminal)
            terminal.leave(1)
            self._wait_for_session()

    def _wait_for_session(self) -> None:
        self._stop_waiting()
        if self._conn is not None and not any(terminal.task is not None for terminal in self._terminals):
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._conn.abort)

    def _stop_waiting(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
