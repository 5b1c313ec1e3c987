"""The watchdog of the loop: what holds everybody up is noticed and named, and nothing of its values is."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
import weakref
from types import SimpleNamespace

import pytest

from core.person import digest
from ssh_server.door.guard import Debt
from ssh_server.upkeep.watchdog import Stall, Watchdog, busy_functions

LIMIT = 0.02


@pytest.fixture
def stalls() -> list[Stall]:
    return []


def sampled(dog: Watchdog, times: int = 1) -> bool:
    """True if the dog has sampled the turn at work so often. A busy machine lets its thread wait for long."""
    return [began for began, _ in dog._samples].count(dog._began) >= times


async def _turns(count: int = 3) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_turn_that_is_too_long_is_told_with_its_cause(stalls: list[Stall]) -> None:
    dog = Watchdog(LIMIT, stalls.append)
    dog.start()

    def hold(secret: str) -> None:
        while not sampled(dog, times=5):
            digest(secret * 100_000)

    await _turns()
    hold("a secret")
    await _turns()
    dog.stop()
    (stall,) = [stall for stall in stalls if "person." in stall.cause]  # digest, or read_code, which it calls
    assert stall.seconds >= 0.2
    assert "secret" not in stall.sentence()


def test_the_cause_begins_with_a_function_of_the_house() -> None:
    causes = []

    def clock() -> float:
        causes.append(busy_functions(sys._getframe()))
        return 0.0

    Debt(clock)
    assert causes[0].startswith("guard.Debt.__init__ > test_watchdog.")


async def test_what_was_at_work_is_not_kept_from_going(stalls: list[Stall]) -> None:
    """A session that was seen in a stall was kept, with all that it held, until the next one."""

    class Session:
        pass

    def hold() -> weakref.ref[Session]:
        session = Session()
        while not sampled(dog):
            time.sleep(0.01)
        return weakref.ref(session)

    dog = Watchdog(LIMIT, stalls.append)
    dog.start()
    await _turns()
    left = hold()
    await _turns()
    assert any("hold" in stall.cause for stall in stalls)
    assert left() is None
    dog.stop()


async def test_one_that_only_waited_shows_little_cpu(stalls: list[Stall]) -> None:
    dog = Watchdog(LIMIT, stalls.append)
    dog.start()
    await _turns()
    time.sleep(0.1)  # noqa: ASYNC251 - as a slow disk does
    await _turns()
    dog.stop()
    stall = max(stalls, key=lambda stall: stall.seconds)
    assert stall.cpu < stall.seconds / 2


async def test_waiting_for_the_network_is_no_stall(stalls: list[Stall], monkeypatch: pytest.MonkeyPatch) -> None:
    selector = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]
    select, waited = selector.select, 0.0

    def wait(timeout: float | None = None) -> object:
        nonlocal waited
        waited += 1_000.0
        return select(timeout)

    clock = SimpleNamespace(perf_counter=lambda: time.perf_counter() + waited, thread_time=time.thread_time)
    monkeypatch.setattr(selector, "select", wait)
    monkeypatch.setattr("ssh_server.upkeep.watchdog.time", clock)
    dog = Watchdog(LIMIT, stalls.append)
    dog.start()
    await _turns()
    dog.stop()
    monkeypatch.undo()
    assert waited > 1_000.0
    assert all(stall.seconds < 1_000.0 for stall in stalls), "the others are those of a busy machine"


async def test_the_collector_is_told_apart(stalls: list[Stall]) -> None:
    gc.freeze()  # what the tests themselves hold need not be walked over
    dog = Watchdog(LIMIT, stalls.append)
    dog.start()
    knot: list[object] = [[] for _ in range(300_000)]
    knot.append(knot)
    await _turns()
    stalls.clear()
    for _ in range(6):
        gc.collect()
    await _turns()
    dog.stop()
    assert any("the garbage collector" in stall.cause for stall in stalls)


async def test_the_loop_is_given_back_as_it_was() -> None:
    loop = asyncio.get_running_loop()
    before = loop._selector.select  # type: ignore[attr-defined]
    dog = Watchdog()
    dog.start()
    dog.stop()
    assert loop._selector.select == before  # type: ignore[attr-defined]
    assert dog._time_collection not in gc.callbacks


async def test_a_turn_without_an_end_is_told_of_while_it_lasts(caplog: pytest.LogCaptureFixture) -> None:
    dog = Watchdog(LIMIT, lambda _: None, long=0.1)
    dog.start()
    await _turns()

    def told() -> list[str]:
        return [record.getMessage() for record in caplog.records]

    def hold() -> None:  # a busy machine lets the first line rest on a single sample, taken between two digests
        while len(told()) < 8 and not any("person." in line for line in told()):
            for _ in range(100):  # next to nothing of it is this loop's own work
                digest("x" * 1_000_000)

    hold()
    dog.stop()
    assert "person." in told()[-1]  # digest, or read_code, which it calls
    assert all(line.startswith("Nobody has been answered for ") and ", and it goes on: " in line for line in told())
