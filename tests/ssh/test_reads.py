"""Whoever looks without end waits for those who look now and then, and all who look leave the loop to the others."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from ssh_server.commands import command_line
from ssh_server.door import login_queue
from ssh_server.door.login_queue import Reads
from tests.ssh.callers import a_house


class Counted:
    """A clock of the work alone: each read takes so long."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


async def read(turns: Reads, clock: Counted, who: str, done: list[str], seconds: float = 0.05) -> None:
    async with turns.turn(who):
        clock.now += seconds
        done.append(who)


async def test_whoever_has_had_least_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, done = Counted(), []
    monkeypatch.setattr(login_queue, "time", clock)
    turns = Reads(share=1e9)
    asked = [asyncio.create_task(read(turns, clock, "flood", done)) for _ in range(50)]
    await asyncio.sleep(0)
    asked += [asyncio.create_task(read(turns, clock, name, done)) for name in ("Ada", "Bo")]
    await asyncio.gather(*asked)
    assert len(done) == 52
    assert max(done.index("Ada"), done.index("Bo")) <= 3, "not behind all fifty"


async def test_what_was_spent_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, done, waits = Counted(), [], []
    monkeypatch.setattr(login_queue, "time", clock)
    loop = asyncio.get_running_loop()
    real = loop.call_later
    monkeypatch.setattr(loop, "call_later", lambda wait, *what: waits.append(wait) or real(0, *what))
    turns = Reads(share=0.2, at_once=0.1)
    for _ in range(10):
        turns_free = turns._free_at
        await read(turns, clock, "Ada", done)
        assert turns._free_at > turns_free
    assert not [wait for wait in waits[:1] if wait > 0.3], "who asks now and then waits for nothing"
    assert max(waits) > 1.0, "half a second of work takes two and a half"


async def test_whoever_leaves_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, done = Counted(), []
    monkeypatch.setattr(login_queue, "time", clock)
    turns = Reads(share=1e9)
    gone = [asyncio.create_task(read(turns, clock, "gone", done)) for _ in range(3)]
    for steps in range(3):
        for _ in range(steps):
            await asyncio.sleep(0)
        gone[steps].cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*gone, return_exceptions=True)
    await asyncio.wait_for(read(turns, clock, "Ada", done), 300)
    assert done[-1] == "Ada"


async def test_every_command_that_looks_waits_for_its_turn(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Noted(Reads):
        @contextlib.asynccontextmanager
        async def turn(self, who):
            asked.append(who)
            async with super().turn(who):
                yield

    monkeypatch.setattr(command_line, "Reads", Noted)
    async with a_house(tmp_path, "Ada") as (_, _, [ada], _):
        for number, line in enumerate(("view exodus-1", "story exodus-1", "league", "matches", "log exodus-1"), 1):
            assert (await ada(line)).exit_status == 0
            assert asked == ["ada"] * number
        await ada("say exodus-1 lounge", "Hello.")
        assert len(asked) == 5, "what makes an input has a limit of its own"
