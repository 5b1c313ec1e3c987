"""One SSH connection: from the first packet to an authenticated visitor, and the sessions on it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final, Protocol

import asyncssh

from core.house.person import Key, Person
from core.refusal import Refused
from ssh_server.door.asyncssh_seam import over
from ssh_server.door.auth import JOIN, Gate, Visitor, key_of
from ssh_server.door.backpressure import Backpressure
from ssh_server.door.guard import Spacing, network
from ssh_server.door.login_queue import Turns
from ssh_server.session.terminal import Terminal

logger = logging.getLogger("garnet.server")

SECRETS_A_CONNECTION: Final = 6
"""Passwords or codes that may be tried on one connection."""
KEYS_A_CONNECTION: Final = 40
"""Keys that may be offered on one connection; agents of some people hold many."""
NAMES_A_CONNECTION: Final = 4
SESSIONS_A_CONNECTION: Final = 4
"""Sessions open at once on one connection."""
CODE_FIRST: Final = "Type the code that the host gave you."
CODE_AGAIN: Final = "This code opens nothing. Check it, or ask the host for a new one."
PASSWORD_FIRST: Final = "None of your keys opens this door: type the password. New here? Come as join@."
PASSWORD_AGAIN: Final = "That opens nothing. If key or password is lost, ask the host for a code."
"""What is said where somebody came without a key that is known; the same for every name, of the house or not."""
IDLE_SECONDS: Final = 60.0
"""How long a connection without a session is kept."""


class Reached(Protocol):
    """What a connection leads to, as `ssh_server.server.Server` describes its methods."""

    gate: Gate
    pace: Spacing
    turns: Turns

    def admits(self, connection: Connection) -> bool: ...
    def entered(self, connection: Connection, person: Person) -> None: ...
    def forget(self, connection: Connection) -> None: ...
    async def receive(self, terminal: Terminal, connection: Connection, visitor: Visitor) -> None: ...


class Connection(asyncssh.SSHServer):
    """asyncssh asks this what may happen on one connection. Whatever is not answered here is refused by asyncssh:
    forwarding of ports, sockets, agents and displays, tunnels and SFTP."""

    greeted = True

    def __init__(self, server: Reached) -> None:
        self._server = server
        self._conn: asyncssh.SSHServerConnection | None = None
        self._name = ""
        self._names = self._keys = self._secrets = 0
        self._offered: asyncssh.SSHKey | None = None
        self._visitor: Visitor | None = None
        self._sorry = ""
        """Why somebody who proved a key cannot come in now."""
        self._terminals: list[Terminal] = []
        self._idle: asyncio.TimerHandle | None = None
        self._backpressure: Backpressure | None = None
        self.address = ""
        self.authenticated = False
        self.who: str | None = None
        """The name of the person whose connection this is, folded; None for a stranger."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks; a stranger too many is turned away before any arithmetic is done for them."""
        self._conn = conn
        self.address = str((conn.get_extra_info("peername") or ("",))[0])
        if not self._server.admits(self):
            self._conn = None
            conn.abort()
            over(conn, None)
            return
        home = network(self.address)
        self._backpressure = Backpressure(conn, self._server.pace, self._server.turns, home, patience=Terminal.patience)
        self._backpressure.on_full, self._backpressure.on_stuck = self._behind, self._stuck
        self._backpressure.on_flood = self.turn_away

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._server.forget(self)
        if self._idle is not None:
            self._idle.cancel()
        if self._backpressure is not None:
            self._backpressure.close()
            self._backpressure = None
        self._conn = None
        self._terminals = []

    def _behind(self, full: bool) -> None:
        """The client does not read, or reads again."""
        for terminal in self._terminals:
            if full:
                terminal.output.pause()
            else:
                terminal.output.resume()

    def _stuck(self) -> None:
        """The client does not read what it is sent: nothing can be told to it any more."""
        logger.warning("A connection from %s does not read what is sent, and was dropped.", self.address)
        self.turn_away()

    def turn_away(self) -> None:
        """End the connection without a word."""
        if self._conn is not None:
            self._conn.abort()

    # Authentication. The same methods are offered for every name, and every name is answered alike.

    def begin_auth(self, username: str) -> bool:
        """Nobody enters without proof."""
        self._name = username[:64]
        self._offered = self._visitor = None
        self._names += 1
        if self._names > NAMES_A_CONNECTION:
            self._hang_up("Too many names were tried.")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Called for every key that is offered, and again for the one that is then proved, just before the proof is
        checked. Nothing is bound here, only remembered; must not wait for anything, or the order would be lost."""
        self._keys += 1
        if self._keys > KEYS_A_CONNECTION:
            self._hang_up("Too many keys were offered.")
            return False
        self._offered = key
        return self._server.gate.offered(self._name, key.get_fingerprint())

    def password_auth_supported(self) -> bool:
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        """A password for a name, or a code for `join`."""
        return await self._secret(password)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """The same question in the words of the house. A code is shown as it is typed: it is long, and good once."""
        joins = self._name.casefold() == JOIN
        told = (CODE_FIRST, CODE_AGAIN) if joins else (PASSWORD_FIRST, PASSWORD_AGAIN)
        question = "Your code: " if joins else f"Password of {self._name}: "
        why = self._server.gate.open_words(self._name)
        return "Garnet House", "\n".join(filter(None, (why, told[self._secrets > 0]))), "", [(question, joins)]

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """The answer to the one question."""
        return len(responses) == 1 and await self._secret(responses[0])

    async def _secret(self, secret: str) -> bool:
        self._secrets += 1
        if self._secrets > SECRETS_A_CONNECTION:
            self._hang_up("Too many attempts.")
            return False
        self._offered = None
        self._visitor = await self._server.gate.secret(self._name, secret, self.address)
        return self._visitor is not None

    def auth_completed(self) -> None:
        """Proved: only now a key counts as somebody's."""
        self.authenticated = True
        if self._backpressure is not None:
            self._backpressure.settle()
        try:
            if self._offered is not None:
                self._visitor = self._server.gate.proved(self._name, self._proved_key(self._offered))
            self.become(self._visitor)
        except Refused as refusal:
            self._visitor = None
            if refusal.code != "not_kept":
                self._hang_up(refusal.message)
                return
            self._sorry = refusal.message  # said on their terminal: not every client shows why it was hung up on
        self._wait_for_session()

    def become(self, visitor: Visitor | None) -> None:
        """Note whose connection this is; one that came as `join` stays a stranger until it is somebody's. Refused:
        `too_many_connections`."""
        self._visitor = visitor
        if visitor is not None and visitor.person is not None:
            self._server.entered(self, visitor.person)

    def _proved_key(self, key: asyncssh.SSHKey) -> Key:
        return key_of(key, time.time())

    def _hang_up(self, reason: str) -> None:
        if self._conn is not None:
            logger.info("Connection from %s ended: %s", self.address, reason)
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, reason)

    def close(self) -> None:
        """End the connection, now that everything has been said."""
        if self._conn is not None:
            self._conn.close()

    # Sessions

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """A channel for a screen or a command."""
        unread = self._backpressure is not None and self._backpressure.full
        if (self._visitor is None and not self._sorry) or unread or len(self._terminals) >= SESSIONS_A_CONNECTION:
            return False
        terminal = Terminal(self._begin)
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
        """A channel was opened and nothing asked for."""
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
