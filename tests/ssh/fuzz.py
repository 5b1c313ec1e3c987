# ruff: noqa: ASYNC110 - the loop must be left to turn freely; there is no event for "everything has been dealt with"
"""Input that no terminal sends: random bytes, cut and endless escape sequences, impossible numbers, floods."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import random
from typing import Any, Final

from textual.app import App, ComposeResult
from textual.widgets import DataTable, Input, OptionList

from ssh_server.session.colours import Colours
from ssh_server.session.driver import SessionDriver
from ssh_server.session.isolation import isolate_app
from ssh_server.session.output_buffer import OutputBuffer

_PIECES: Final = (
    b"\x1b", b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b\\", b"\x9b", b"\x00", b"\x7f", b"\xff\xfe", b"\xe2\x82",
    b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xc2\x9b31m", b"\x1b[A", b"\x1b[1;5C", b"\x1bOP", b"\x1b[200~",
    b"\x1b[201~",
    b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1b[<35;999999999;888888888M", b"\x1b[<64;3;3M", b"\x1b[<0;-4;-4M",
    b"\x1b[<99999999999999999999;1;1M", b"\x1b[M\xff\xff\xff", b"\x1b[48;99999;99999;0;0t", b"\x1b[48;0;0;0;0t",
    b"\x1b[55296u", b"\x1b[1114112;5u", b"\x1b[97;5:3u", b"\x1b[99999999999999;9u", b"\x1b[?2026;2$y",
    b"\x1b[?2048;1$y",
    b"\x1b[I", b"\x1b[O", b"\x1b[12;40R", b"\x1b[9999999999999;1R", b"\x1b[?62;c", b"[red]x[/red]",
    b"\x1b]52;c;aGk=\x07",
    b"\r", b"\n", b"\t", b"\x1b[Z", b" ", b"a", b"\x08", b"\x01", b"\x1a",
)  # fmt: skip
_QUIT: Final = (b"\x11", b"\x03", b"\x10")


def inputs(seed: int, count: int) -> list[bytes]:
    """So many chunks; the same for the same seed."""
    dice = random.Random(seed)
    return [_chunk(dice) for _ in range(count)]


def _chunk(dice: random.Random) -> bytes:
    kind = dice.random()
    if kind < 0.3:
        data = dice.randbytes(dice.randint(1, 24))
    elif kind < 0.9:
        data = b"".join(dice.choice(_PIECES) for _ in range(dice.randint(1, 4)))
        if dice.random() < 0.4:
            data = data[: dice.randint(0, len(data))] or b"\x1b"
    elif kind < 0.97:
        data = b"\x1b[" + bytes(dice.choice(b"0123456789;:<>?") for _ in range(dice.randint(1, 60)))
    else:
        data = b"\x1b[200~" + dice.randbytes(dice.randint(0, 400))
    for key in _QUIT:  # quitting is allowed, but it would end the test
        data = data.replace(key, b"")
    return data or b"\x1b"


class FuzzApp(App[None]):
    """Several kinds of field. Not TextArea: under random keys and sizes Textual 8.2's own loses count of its lines."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.answered = 0

    def compose(self) -> ComposeResult:
        yield Input()
        yield Input(password=True)
        yield OptionList(*"abcdef")
        yield DataTable()

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("one", "two")
        table.add_rows([("1", "2"), ("3", "4")])


class Sink:
    """A channel that takes everything."""

    def __init__(self) -> None:
        self.size = 0

    def write(self, data: bytes) -> None:
        self.size += len(data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


async def survive(chunks: list[bytes], seed: int = 0) -> tuple[list[BaseException], bool]:
    """Send chunks, and now and then a size, to an app. Returns its crashes, and whether it still runs and answers."""
    crashes: list[BaseException] = []
    drivers: list[SessionDriver] = []
    app, output, dice = FuzzApp(), OutputBuffer(Sink()), random.Random(seed)
    isolate_app(
        app, Colours.MANY, functools.partial(SessionDriver, output=output, on_ready=drivers.append), crashes.append
    )
    task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(
        app.run_async(size=(80, 24)), context=contextvars.Context()
    )
    async with asyncio.timeout(300):
        while not drivers or not app.screen_stack or not app.screen.is_running:
            await asyncio.sleep(0)
    driver = drivers[0]
    for number, chunk in enumerate(chunks):
        driver.receive(chunk)
        if number % 97 == 0:
            driver.resized(dice.randint(-5, 10**6), dice.randint(-5, 10**6))
        if number % 31 == 0:
            driver.resized(80, 24)
        while driver._backlog_size > 1024 and not task.done():
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        if task.done():
            break
    if not task.done():
        driver.receive(b"\x1b[201~")
        async with asyncio.timeout(300):
            while driver._backlog_size or driver._catch_up_timer is not None:
                await asyncio.sleep(0.001)
    answered = asyncio.Event()
    alive = not task.done() and app.call_later(answered.set)
    if alive:
        async with asyncio.timeout(300):
            await answered.wait()
    app.exit()
    await task
    driver.close()
    return crashes, alive
