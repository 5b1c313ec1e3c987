"""The SSH server of the house: one process and one event loop for all sessions."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import asyncssh
import msgspec

from core.house.people import People
from core.person import Person
from core.refusal import Refused
from ssh_server.door.auth import Gate, Visitor, fingerprint, host_key
from ssh_server.door.connection import Connection
from ssh_server.door.guard import Guard, Spacing, network
from ssh_server.door.join import Claims, join
from ssh_server.door.login_queue import Turns
from ssh_server.door.startups import BACKLOG, Arrivals, Startups
from ssh_server.session.key_times import Slowest
from ssh_server.session.line import Line, LineEnd
from ssh_server.session.session import Admission, AppFactory, Session
from ssh_server.session.terminal import Terminal
from ssh_server.upkeep.fair_loop import CURRENT_SHARE, SessionShare
from ssh_server.upkeep.gc_policy import GcPolicy
from ssh_server.upkeep.watchdog import Watchdog

logger = logging.getLogger("garnet.server")

DEFAULT_PORT: Final = 2222
CONNECTIONS: Final = 600
"""Most connections of people, 2 MB each: five full matches with their spectators. Connections before login count
separately."""
CONNECTIONS_A_PERSON: Final = 16
FAILURE_LOG_SECONDS: Final = 60.0
"""Seconds between log lines about failed connections."""
MANY_FAILURES: Final = 100
"""Failed connections in that time that are worth a line."""
KEY_EXCHANGES: Final = "-diffie-hellman-*,rsa*,gss-*"
"""Excludes algorithms on large numbers, some of which cost a second for any client that asks."""
HANG_UP_SECONDS: Final = 1.0
LINES_ONLY: Final = "Your terminal cannot show screens. Connect with a terminal, or give a command such as: help"
ELSEWHERE: Final = "You have sat down at another terminal, so this one was closed."
FAILED: Final = "Something went wrong in the house. Nothing that was kept is lost; its log tells the host more."
CLOSING: Final = "The house closes for a moment. Everything you did is kept; connect again soon."

REFUSED: Final = {"closing": LineEnd.CLOSING, "house_full": LineEnd.FULL}

Wishes = Callable[[Person], Mapping[str, Any]]
"""Settings of a person for their sessions: `colours`, `mouse`. Missing keys take the server's values."""
Commands = Callable[[Person, str, Terminal], Awaitable[int]]
"""Runs a command of a person on a terminal. Returns its exit status."""


class Caller(Protocol):
    address: str
    who: str | None

    @property
    def greeted(self) -> bool: ...
    @property
    def authenticated(self) -> bool: ...
    def turn_away(self) -> None: ...
    def close(self) -> None: ...


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    host_key: Path
    """File of the host key; created at the first start."""
    host: str = ""
    port: int = DEFAULT_PORT
    """0 lets the system choose."""
    open_house: bool = False
    """True if a free name belongs to the first key that takes it."""
    colours: str = "auto"
    mouse: bool = True
    login_seconds: float = 90.0
    keepalive_seconds: float = 30.0
    """Seconds between keepalives; three without an answer end the connection."""


class Server:
    """Listens, authenticates and runs sessions. Created by `serve`."""

    def __init__(
        self,
        settings: ServerSettings,
        people: People,
        app_factory: AppFactory,
        *,
        commands: Commands | None = None,
        claims: Claims | None = None,
        wishes: Wishes | None = None,
        gate: Gate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.people = people
        self.gate = gate or Gate(people, Guard(clock), open_house=settings.open_house)
        self.admission = Admission()
        self.turns = Turns()
        self.pace = Spacing()
        self.gc_policy = GcPolicy()
        self.watchdog = Watchdog()
        self.keys = Slowest()
        self._factory = app_factory
        self._commands = commands
        self._claims = claims
        self._wishes = wishes or (lambda _: {})
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self.connections: list[Caller] = []
        self.strangers = Startups()
        self.strangers.on_failure = self._log_failures_later
        self._failure_log: asyncio.TimerHandle | None = None
        self._sessions: dict[str, Session] = {}
        self._nameless: set[Session] = set()
        """Sessions of spectators who watch by a link; they are no people of the house."""
        self._busy: set[asyncio.Task[None]] = set()
        self._commanding: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._all_gone: asyncio.Event | None = None
        people.seen_out = self.see_out
        self.fingerprint = ""

    @property
    def port(self) -> int:
        return 0 if self._acceptor is None else self._acceptor.get_port()

    @property
    def present(self) -> tuple[str, ...]:
        """Sorted names of people with an open screen who are not away."""
        return tuple(sorted(session.person.name for session in self._sessions.values() if not session.away))

    def seated(self) -> tuple[tuple[str, str, float], ...]:
        """Name, address and start of each open screen, by name. For hosts."""
        every = [session for session in self._sessions.values() if not session.away]
        return tuple(sorted((session.person.name, session.address, session.since) for session in every))

    def connection_counts(self) -> tuple[int, int]:
        people = sum(connection.who is not None for connection in self.connections)
        return people, len(self.connections) - people

    async def start(self) -> None:
        key = host_key(self.settings.host_key)
        self.fingerprint = fingerprint(key)
        asyncssh.set_log_level(logging.WARNING)
        self._acceptor = await asyncssh.listen(
            self.settings.host, self.settings.port,
            tunnel=Arrivals(self.strangers, self.turns, lambda: not self._closing), config=None,
            server_factory=lambda: Connection(self), server_host_keys=[key], server_version="GarnetHouse",
            encoding=None, line_editor=False, login_timeout=self.settings.login_seconds,
            keepalive_interval=self.settings.keepalive_seconds, keepalive_count_max=3, kex_algs=KEY_EXCHANGES,
            compression_algs=["none"], host_based_auth=False, gss_host=None, agent_forwarding=False,
            x11_forwarding=False, allow_scp=False, window=64 * 1024, backlog=BACKLOG,
        )  # fmt: skip
        self.gc_policy.start()
        self.watchdog.start()
        logger.info("Listening on port %s; host key %s.", self.port, self.fingerprint)

    async def stop(self, sentence: str = CLOSING, seconds: float = 5.0) -> None:
        """Stop listening, tell every session, wait until the screens are restored, and close."""
        self._closing = True
        if self._acceptor is not None:
            self._acceptor.close()
        self.turns.stop()
        self.gc_policy.rest()
        for stranger in self.strangers.everyone():
            stranger.turn_away()
        if self._failure_log is not None:
            self._failure_log.cancel()
        has_clients = bool(self._sessions or self._commanding)
        for session in (*self._sessions.values(), *self._nameless):
            session.leave(sentence, LineEnd.CLOSING)
        for command in tuple(self._commanding):  # it waits for input or watches: its own work is finished
            command.cancel()
        if self._busy:
            await asyncio.wait(self._busy, timeout=seconds)
        for task in tuple(self._busy):
            task.cancel()
        if has_clients:
            await self._hung_up(min(seconds, HANG_UP_SECONDS))
        for connection in tuple(self.connections):
            connection.close()
        if self._acceptor is not None:
            await self._acceptor.wait_closed()
        self.gate.close()
        self.watchdog.stop()
        self.gc_policy.stop()

    def see_out(self, who: str, sentence: str) -> None:
        """End a person's screen with a sentence, then every connection (HH-35)."""
        session = self._sessions.get(who)
        if session is not None:
            session.leave(sentence, LineEnd.SEEN_OUT)
        for connection in [item for item in self.connections if item.who == who]:
            asyncio.get_running_loop().call_later(HANG_UP_SECONDS if session is not None else 0, connection.close)

    async def _hung_up(self, seconds: float) -> None:
        """Wait for clients to disconnect: `ssh` drops unprinted output when the server does."""
        self._all_gone = asyncio.Event()
        if self.connections:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._all_gone.wait(), seconds)

    # Connections

    def admits(self, connection: Caller) -> bool:
        """True if a connection may begin to log in; it counts as unknown until `entered` or `forget`."""
        home = network(connection.address)
        now = asyncio.get_running_loop().time()
        if self._closing or not self.strangers.admit(connection, home, now, known=self.turns.knows(home)):
            return False
        self.connections.append(connection)
        return True

    def entered(self, connection: Caller, person: Person) -> None:
        """Bind a connection to a person. Refused: `too_many_connections`, `house_full`."""
        who = person.id
        if sum(other.who is not None for other in self.connections) >= CONNECTIONS:
            raise Refused("house_full", f"The house is full: {CONNECTIONS} connections are open. Try again later.")
        if sum(other.who == who for other in self.connections) >= CONNECTIONS_A_PERSON:
            limit = f"You have {CONNECTIONS_A_PERSON} connections open already. Close one and connect again."
            raise Refused("too_many_connections", limit)
        connection.who = who
        if connection not in self.connections:  # a connection that was never counted as unknown
            self.connections.append(connection)
        self.turns.know(network(connection.address))
        self.strangers.leave(connection)

    def forget(self, connection: Caller) -> None:
        self.strangers.leave(connection)
        if connection in self.connections:
            self.connections.remove(connection)
            if not self.connections and self._all_gone is not None:
                self._all_gone.set()

    def _log_failures_later(self) -> None:
        self._failure_log = asyncio.get_running_loop().call_later(FAILURE_LOG_SECONDS, self._log_failures)

    def _log_failures(self) -> None:
        failed, self.strangers.failures = self.strangers.failures, Counter()
        if failed.total() >= MANY_FAILURES:
            address, most = failed.most_common(1)[0]
            warning = "%d connections came to nothing in %.0f seconds, %d of them from %s."
            logger.warning(warning, failed.total(), FAILURE_LOG_SECONDS, most, address)

    # Sessions

    async def receive(self, terminal: Terminal, connection: Connection, visitor: Visitor) -> None:
        """Serve a channel of a visitor, who may become a person meanwhile."""
        await self._answer(terminal, connection.address, self._received(terminal, connection, visitor))

    async def welcome(self, line: Line, person: Person, address: str) -> None:
        await self._answer(line, address, self._seated(line, person, address))

    async def show(self, line: Line, session: Session) -> None:
        async def shown() -> tuple[int, LineEnd]:
            if self._closing:
                raise Refused("closing", CLOSING)
            self._nameless.add(session)
            try:
                return 0, await session.run()
            finally:
                self._nameless.discard(session)

        await self._answer(line, session.address, shown())

    async def _answer(self, line: Line, address: str, doing: Coroutine[Any, Any, tuple[int, LineEnd]]) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._busy.add(task)
        status, why = 1, LineEnd.FAILED
        try:
            status, why = await doing
        except Refused as refusal:
            why = REFUSED.get(refusal.code, LineEnd.LEFT)
            line.say(refusal.message, error=True)
        except Exception as error:
            logger.error("A session from %s failed.", address, exc_info=error)
            line.say(FAILED, error=True)
        finally:
            self._busy.discard(task)
            line.leave(status, why)

    async def _received(self, terminal: Terminal, connection: Connection, visitor: Visitor) -> tuple[int, LineEnd]:
        person = None if visitor.person is None else self.people.find(visitor.person.name)
        person = None if person is None or person.blocked else person
        if person is None and visitor.person is None and terminal.command is None:
            person = await join(terminal, visitor, self.gate, connection.address, self._claims)
            connection.become(msgspec.structs.replace(visitor, person=person))
        if person is not None:
            return await self._serve(terminal, person, connection.address)
        if terminal.command is not None:
            terminal.say("Join first: connect without a command.", error=True)
        return 1, LineEnd.LEFT

    async def _serve(self, terminal: Terminal, person: Person, address: str) -> tuple[int, LineEnd]:
        if terminal.command is not None:
            if self._commands is None:
                terminal.say("This house takes no commands; connect without one.", error=True)
                return 1, LineEnd.LEFT
            terminal.output.on_stuck = terminal.cut
            return await self._command(terminal, person, terminal.command), LineEnd.LEFT
        if terminal.term is None or terminal.term == "dumb":
            terminal.say(LINES_ONLY, error=True)
            return 1, LineEnd.LEFT
        return await self._seated(terminal, person, address)

    async def _seated(self, line: Line, person: Person, address: str) -> tuple[int, LineEnd]:
        why = await self.seat(line, person, address)
        return int(why is LineEnd.FAILED), why

    async def _command(self, terminal: Terminal, person: Person, command: str) -> int:
        """Run a command. A command that still waits when the house closes is ended with a sentence."""
        assert self._commands is not None
        context = contextvars.copy_context()
        context.run(CURRENT_SHARE.set, SessionShare())
        running = asyncio.get_running_loop().create_task(
            _await(self._commands(person, command, terminal)), context=context
        )
        self._commanding.add(running)
        try:
            return await running
        except asyncio.CancelledError:
            if not running.cancelled() or not self._closing:
                running.cancel()
                raise
            terminal.say(CLOSING, error=True)
            return 1
        finally:
            self._commanding.discard(running)

    async def seat(self, line: Line, person: Person, address: str) -> LineEnd:
        """Run a person's screen until it ends. Returns the reason. A second screen takes over from the first. Raises
        Refused (`closing`) while the house closes."""
        wishes = self._wishes(person)
        session = Session(
            line, person, self._factory, admission=self.admission, gc_policy=self.gc_policy,
            colours=self.settings.colours, wish=str(wishes.get("colours", "auto")),
            mouse=bool(wishes.get("mouse", self.settings.mouse)), address=address, keys=self.keys,
        )  # fmt: skip
        if self._closing:
            raise Refused("closing", CLOSING)
        earlier = self._sessions.get(person.id)
        if earlier is not None:
            earlier.leave(ELSEWHERE, LineEnd.TAKEN_OVER)
        self._sessions[person.id] = session
        logger.info("%s sat down, from %s.", person.name, address)
        try:
            return await session.run()
        finally:
            if self._sessions.get(person.id) is session:
                del self._sessions[person.id]
            logger.info("%s left.", person.name)


async def _await(work: Awaitable[int]) -> int:
    return await work


async def serve(settings: ServerSettings, people: People, app_factory: AppFactory, **options: object) -> Server:
    server = Server(settings, people, app_factory, **options)  # type: ignore[arg-type]
    await server.start()
    return server
