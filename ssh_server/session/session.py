"""A session: a Textual app on a terminal, from the first byte to the restored screen. Few sessions start at a time, so
that many reconnects do not stop every screen."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from textual.app import App

from core.person import Person
from ssh_server.session.colours import Colours, choose_colours, page_keys, page_theme, screen_reader_text
from ssh_server.session.driver import SessionDriver
from ssh_server.session.isolation import dismantle, isolate_app, recolour
from ssh_server.session.key_times import KeyTimer, Slowest
from ssh_server.session.line import Line, LineEnd
from ssh_server.upkeep.fair_loop import CURRENT_SHARE, SessionShare, note_key, note_start
from ssh_server.upkeep.gc_policy import GcPolicy
from tui.app.app import GarnetApp
from tui.widgets.talk import Talk

AT_ONCE: Final = 2
TOO_LONG: Final = 10.0
"""Seconds after which a start blocks no other start."""
AGAIN: Final = 3.0
"""Seconds after a start in which another start of the same person gets no precedence over players' keys."""
NOTICE_SECONDS: Final = 1.0, 5.0
"""Seconds until a waiting person is told their place in the queue, and between later messages."""
REMEMBERED: Final = 256


class Admission:
    """Queue for the costly part of a session: from the creation of its app to its first screen."""

    def __init__(self, at_once: int = AT_ONCE, too_long: float = TOO_LONG) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._too_long = too_long
        self.waiting = 0
        self._last: OrderedDict[str, float] = OrderedDict()
        self._arrived = self._served = 0

    def first_for_long(self, who: str, now: float) -> bool:
        """Note a start of a person, at `now` in seconds of any clock. True if it is the first in AGAIN seconds."""
        last = self._last.pop(who, None)
        self._last[who] = now
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
        return last is None or now - last >= AGAIN

    @asynccontextmanager
    async def turn(self, tell: Callable[[int], None] = lambda place: None) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn. It ends at a call of the yielded function, after `too_long` seconds, or with the block.

        Args:
            tell: Called from time to time while waiting, with the place in the queue from 1 on.
        """
        self.waiting += 1
        self._arrived += 1
        loop, number = asyncio.get_running_loop(), self._arrived
        next_notice: asyncio.TimerHandle

        def say() -> None:
            # Sessions that gave up count as served: a place never gets worse.
            nonlocal next_notice
            tell(max(1, number - self._served))
            next_notice = loop.call_later(NOTICE_SECONDS[1], say)

        next_notice = loop.call_later(NOTICE_SECONDS[0], say)
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
            self._served += 1
            next_notice.cancel()
        held = True

        def give_up() -> None:
            nonlocal held
            if held:
                held = False
                timer.cancel()
                self._places.release()

        timer = loop.call_later(self._too_long, give_up)
        try:
            yield give_up
        finally:
            give_up()


logger = logging.getLogger("garnet.session")

EXIT_SECONDS: Final = 5.0
PAGE_DELAY: Final = 0.05
"""Seconds from a picture to the messages for the page around the terminal."""
CRASHED: Final = (
    "Something went wrong in the house and your screen had to close. Nothing that you sealed is lost: connect again."
)


AT: Final = "GARNET_AT"
"""Variable in which the browser door passes the match to open. SSH clients cannot set it."""
BROWSER: Final = "GARNET_BROWSER"
"""Variable in which it passes the digest of the browser's secret, likewise."""


class Environment(msgspec.Struct, frozen=True):
    term: str
    colours: Colours
    variables: Mapping[str, str]
    """`TZ`, `LANG`, `LC_*` and the like, as far as the client sent them."""
    address: str
    """Address of the client; for the host's log, never for players."""


WAITING: Final = "Many are coming in just now; your screen opens by itself."

AppFactory = Callable[[tuple[int, int], Person, Environment], App[Any]]


class Session:
    """A person at a terminal: `run` it, and `leave` from outside with a sentence."""

    def __init__(
        self,
        terminal: Line,
        person: Person,
        app_factory: AppFactory,
        *,
        admission: Admission | None = None,
        gc_policy: GcPolicy | None = None,
        colours: str = "auto",
        wish: str = "auto",
        mouse: bool = True,
        address: str = "",
        keys: Slowest | None = None,
    ) -> None:
        self.person = person
        self.address = address
        self.since = time.time()
        self._terminal = terminal
        self._factory = app_factory
        self._admission = admission or Admission()
        self._gc_policy = gc_policy or GcPolicy()
        self._colours = colours
        self._wish = wish
        self._mouse = mouse
        self._app: App[Any] | None = None
        self._driver: SessionDriver | None = None
        self._turn_over = asyncio.Event()
        self._ending = asyncio.Event()
        self._farewell = ""
        self._end_reason = LineEnd.LEFT
        self._crashed = False
        self._page_timer: asyncio.TimerHandle | None = None
        self._keys = 0
        self._timing = KeyTimer(keys or Slowest())
        self._share = SessionShare()

    @property
    def away(self) -> bool:
        return self._terminal.away

    def leave(self, farewell: str = "", reason: LineEnd = LineEnd.LEFT) -> None:
        """End the session. The sentence is printed after the terminal is restored; the first call decides it."""
        if not self._farewell:
            self._farewell, self._end_reason = farewell, reason
        self._ending.set()
        self._turn_over.set()
        self._share.hurry()
        if self._app is not None:
            self._app.exit()

    async def run(self) -> LineEnd:
        """Run until the app ends, the client leaves, or `leave` is called. Returns the reason."""
        CURRENT_SHARE.set(self._share)
        terminal = self._terminal
        terminal.on_end = self.leave
        terminal.output.on_stuck = self._drop_stuck
        try:
            await self._play()
        except Exception as error:
            self._note_crash(error)
        finally:
            terminal.on_end = terminal.on_resize = terminal.on_return = terminal.output.on_stuck = None
            terminal.listen(None)
        if self._crashed:
            self._farewell, self._end_reason = CRASHED, LineEnd.FAILED
        if self._farewell:
            terminal.say(self._farewell)
        return self._end_reason

    async def _play(self) -> None:
        task: asyncio.Task[Any] | None = None
        async with self._admission.turn(self._wait_at_the_door) as turn_over:
            if self._ending.is_set() or self._terminal.ended:
                return
            if self._admission.first_for_long(self.person.id, time.monotonic()):
                note_start(self._share)
            else:
                note_key(self._share)  # the same share of the loop as for a key
            try:
                task = self._start()
                await self._turn_over.wait()
            finally:
                self._share.finish_start()
            turn_over()
        self._gc_policy.settled()
        try:
            await self._until_over(task)
        finally:
            self._share.hurry()
            if self._page_timer is not None:
                self._page_timer.cancel()
            if self._driver is not None:
                self._driver.close()
            app, self._app, self._driver = self._app, None, None
            if app is not None:
                del task
                await dismantle(app)
            self._gc_policy.finished(self._keys)

    def _wait_at_the_door(self, place: int) -> None:
        if not self._ending.is_set():
            self._terminal.say(WAITING if place == 1 else f"{WAITING} {place - 1} before you.")

    def _start(self) -> asyncio.Task[Any]:
        terminal = self._terminal
        variables = terminal.variables
        colours = choose_colours(terminal.term, variables, self._wish if self._wish != "auto" else self._colours)
        environment = Environment(terminal.term or "", colours, variables, self.address)
        self._app = app = self._factory(terminal.size, self.person, environment)
        driver = functools.partial(SessionDriver, output=terminal.output, on_ready=self._on_ready)
        isolate_app(app, colours, driver, self._note_crash)
        if hasattr(app, "recolour"):
            app.recolour = functools.partial(_recolour, app, terminal.term, variables, self._colours)
        if hasattr(app, "quick"):
            app.quick = terminal.quick
        if isinstance(app, GarnetApp):
            app.by_thumb = terminal.by_thumb
            app.scroll_sensitivity_y = 1.0 if terminal.by_thumb else app.scroll_sensitivity_y
        # A context of its own: the app must not inherit context variables of the caller.
        context = contextvars.Context()
        context.run(CURRENT_SHARE.set, self._share)
        running = app.run_async(size=terminal.size, mouse=self._mouse)
        task = asyncio.get_running_loop().create_task(running, context=context)
        task.add_done_callback(lambda _: self._turn_over.set())
        return task

    def _on_ready(self, driver: SessionDriver) -> None:
        self._driver = driver
        driver.on_frame = self._turn_over.set
        driver.on_full = self._terminal.hold_input
        driver.on_flush = self._timing.frame if not self._terminal.has_page else self._on_frame
        self._terminal.on_resize = driver.resized
        self._terminal.on_return = driver.returned
        self._terminal.on_words = self._say_written
        if isinstance(app := self._app, GarnetApp):
            self._terminal.on_go = lambda kind, value: driver.when_dealt_with(lambda: app.go(kind, value))
        if self._terminal.size != driver.size:
            driver.resized(*self._terminal.size)
        self._terminal.listen(self._on_input)

    def _say_written(self, number: int, key: str, words: str) -> None:
        """Say words written on the page to the target `key`, as it was shown. The page hears the outcome."""

        def answer(how: str, why: str = "") -> None:
            self._terminal.tell("said", {"number": number, "how": how, "why": why})

        def say() -> None:
            app = self._app
            to = app.addressee() if isinstance(app, GarnetApp) and app.screen_stack else None
            if not isinstance(app, GarnetApp) or to is None or to.key != key:
                answer("kept", "Something else is shown now: look to whom it goes, and send again.")
                return
            answers: list[bool] = []

            def answered(was_said: bool) -> None:
                answers.append(was_said)
                answer("said" if was_said else "kept", "" if was_said else app.status_text)

            to.say(words, answered)
            if not answers:
                answer("asked")

        if self._driver is None:
            answer("kept", "The house is not ready yet: send again.")
        else:
            self._driver.when_dealt_with(say)

    def _on_frame(self) -> None:
        self._timing.frame()
        if self._page_timer is None:
            self._page_timer = asyncio.get_running_loop().call_later(PAGE_DELAY, self._tell_page)

    def _tell_page(self) -> None:
        self._page_timer = None
        app, driver = self._app, self._driver
        if app is not None and driver is not None and app.is_running and app.screen_stack:
            driver.in_app(lambda: self._terminal.tell("offer", page_keys(app)))
            talk = next(iter(app.screen.query(Talk)), None)
            driver.in_app(lambda: self._terminal.tell("talk", None if talk is None else talk.conversation()))
            driver.in_app(lambda: self._terminal.tell("spoken", screen_reader_text(app)))
            self._terminal.tell("theme", page_theme(app.theme))

    def _on_input(self, data: bytes) -> None:
        self._keys += 1
        note_key(self._share)
        self._gc_policy.key()
        if self._driver is not None:
            first = self._timing.begin()
            self._driver.receive(data)
            if first:
                self._driver.when_dealt_with(self._timing.dealt_with)

    async def _until_over(self, task: asyncio.Task[Any]) -> None:
        ending = asyncio.ensure_future(self._ending.wait())
        try:
            await asyncio.wait({task, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                await asyncio.wait({task}, timeout=EXIT_SECONDS)
            if not task.done():
                logger.warning("The screen of %s did not end and was cancelled.", self.person.name)
                task.cancel()
                await asyncio.wait({task}, timeout=EXIT_SECONDS)
        finally:
            ending.cancel()
            if not task.done():
                task.cancel()
        if task.done() and not task.cancelled() and task.exception() is not None:
            self._note_crash(task.exception())

    def _note_crash(self, error: BaseException | None) -> None:
        if error is None or self._crashed:
            return
        self._crashed = True
        logger.error("The screen of %s crashed.", self.person.name, exc_info=error)

    def _drop_stuck(self) -> None:
        logger.warning("%s does not read what is sent, and was dropped.", self.person.name)
        self.leave()
        self._terminal.cut()


def _recolour(app: App[Any], term: str | None, variables: Mapping[str, str], usual: str, wish: str) -> bool:
    colours = choose_colours(term, variables, usual if wish == "auto" else wish)
    recolour(app, colours)
    return colours is not Colours.NONE
