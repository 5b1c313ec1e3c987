"""The loop that shares its time out: whoever has had least goes first, in one share everything keeps its order."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import pytest

from ssh_server.upkeep.fair_loop import AHEAD, CREDIT, CURRENT_SHARE, SAVED, SAVES, FairLoop, ReadyQueue, SessionShare


@pytest.fixture
def loop() -> Iterator[FairLoop]:
    made = FairLoop()
    yield made
    made.close()


class Told(asyncio.Handle):
    """Something that is ready, by its name."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        super().__init__(lambda: None, (), loop)
        self.name = name


def of(share: SessionShare) -> contextvars.Context:
    """What runs in the name of a share runs in such a context."""
    context = contextvars.Context()
    context.run(CURRENT_SHARE.set, share)
    return context


def done(line: ReadyQueue, seconds: dict[SessionShare, float]) -> list[str]:
    """All that is ready, in the order in which it is done; what each share takes for one thing."""
    names = []
    while line:
        share, handle = line.pop()
        names.append(handle.name)  # type: ignore[attr-defined]
        line.charge(share, seconds[share])
    return names


def test_whoever_has_had_least_goes_first(loop: FairLoop) -> None:
    line, busy, typing = ReadyQueue(), SessionShare(), SessionShare()
    for number in range(4):
        line.push(Told(loop, f"busy {number}"), busy)
    for number in range(4):
        line.push(Told(loop, f"typing {number}"), typing)
    order = done(line, {busy: 0.03, typing: 0.001})
    assert order[:5] == ["busy 0", "typing 0", "typing 1", "typing 2", "typing 3"]


def test_in_one_share_everything_keeps_its_order(loop: FairLoop) -> None:
    line, shares = ReadyQueue(), [SessionShare(), SessionShare(4.0)]
    for number in range(30):
        line.push(Told(loop, f"{number % 2} {number:02}"), shares[number % 2])
    order = done(line, {shares[0]: 0.002, shares[1]: 0.003})
    for share in "01":
        own = [name for name in order if name.startswith(share)]
        assert own == sorted(own)


def test_a_rest_is_worth_no_more_than_a_moment(loop: FairLoop) -> None:
    """Whoever was away for long may not keep the others waiting for as long."""
    line, busy, rested = ReadyQueue(), SessionShare(), SessionShare()
    line.push(Told(loop, "first"), rested)
    for number in range(200):
        line.push(Told(loop, f"busy {number}"), busy)
    done(line, {busy: 0.01, rested: 0.01})
    for number in range(20):
        line.push(Told(loop, f"rested {number}"), rested)
    line.push(Told(loop, "busy again"), busy)
    order = done(line, {busy: 0.01, rested: 0.01})
    assert 1 <= order.index("busy again") <= CREDIT / 0.01 + 1


def test_whoever_types_now_and_then_is_first_however_much_they_typed(loop: FairLoop) -> None:
    now = [0.0]
    line, busy, typing = ReadyQueue(lambda: now[0]), [SessionShare(), SessionShare()], SessionShare()
    for _ in range(50):  # a key a quarter of a second, and each takes more than what anybody else does by then
        now[0] += 0.25
        line.push(Told(loop, "key"), typing)
        assert done(line, {typing: 0.015}) == ["key"]
    for share in busy:
        for _ in range(3):
            line.push(Told(loop, "busy"), share)
    line.pop()
    line.charge(busy[0], 0.03)
    now[0] += 0.25
    line.push(Told(loop, "key"), typing)
    assert "key" in done(line, {**dict.fromkeys(busy, 0.03), typing: 0.015})[:2]


def test_a_key_goes_before_thirty_screens_that_are_painted_because_a_round_closed(loop: FairLoop) -> None:
    line, screens, typing = ReadyQueue(lambda: 1.0), [SessionShare() for _ in range(30)], SessionShare()
    for share in [*screens[:15], typing, *screens[15:]]:
        line.push(Told(loop, "paint"), share)
    line.note_key(typing)
    line.push(Told(loop, "key"), typing)
    order = done(line, {**dict.fromkeys(screens, 0.01), typing: 0.01})
    assert order.index("key") == 1  # what its own share had to do comes before it


def test_each_step_of_a_key_goes_first(loop: FairLoop) -> None:
    line, screens, typing = ReadyQueue(lambda: 1.0), [SessionShare() for _ in range(30)], SessionShare()
    for share in screens:
        line.push(Told(loop, "paint"), share)
    line.note_key(typing)
    for _ in range(7):
        line.push(Told(loop, "key"), typing)
        share, _ = line.pop()
        assert share is typing
        line.charge(share, 0.01)


def test_whoever_types_without_end_has_saved_nothing(loop: FairLoop) -> None:
    now = [0.0]
    line, busy, flooding = ReadyQueue(lambda: now[0]), SessionShare(), SessionShare()
    first = 0
    for _ in range(400):
        line.push(Told(loop, "busy"), busy)
        line.note_key(flooding)
        line.push(Told(loop, "flood"), flooding)
        share, _ = line.pop()
        first += share is flooding
        now[0] += 0.01
        line.charge(share, 0.01)
        if not busy.waiting:
            line.push(Told(loop, "busy"), busy)
    most = 200 + (SAVED + CREDIT + 4.0 * SAVES) / 0.01
    assert 150 < first <= most


def test_one_that_goes_is_not_kept_waiting(loop: FairLoop) -> None:
    line, going, others = ReadyQueue(), SessionShare(), [SessionShare() for _ in range(5)]
    going.used = 100.0
    going.hurry()
    for number, share in enumerate([*others, going, *others]):
        line.push(Told(loop, "going" if share is going else f"{number}"), share)
    assert "going" in done(line, dict.fromkeys([*others, going], 0.01))[:6]


def run(loop: FairLoop, do: Callable[[], Any]) -> None:
    async def main() -> None:
        do()
        while loop.queue:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.01)

    loop.run_until_complete(main())


def test_a_chain_of_small_steps_passes_those_who_wait(loop: FairLoop) -> None:
    """A key's seven steps: each is put off by the one before, behind sixty of somebody else's."""
    order: list[str] = []
    busy, typing = SessionShare(), SessionShare()
    busy.used, busy.since = 1.0, inf  # at work all the time

    def step(number: int) -> None:
        order.append(f"key {number}")
        if number < 7:
            loop.call_soon(step, number + 1)

    def begin() -> None:
        for _ in range(60):
            loop.call_soon(order.append, "busy", context=of(busy))
        loop.call_soon(step, 1, context=of(typing))

    run(loop, begin)
    assert order == [*(f"key {number}" for number in range(1, 8)), *["busy"] * 60]


def test_whoever_is_never_done_keeps_no_timer_waiting(loop: FairLoop) -> None:
    turns = 0

    def again() -> None:
        nonlocal turns
        turns += 1
        if not over:
            loop.call_soon(again)

    over: list[bool] = []
    loop.call_soon(again, context=of(SessionShare()))
    loop.call_later(0.01, over.append, True)
    run(loop, lambda: None)
    assert over
    assert turns > 1


def test_what_was_called_off_is_not_done_and_a_failure_is_its_own(loop: FairLoop) -> None:
    order, failed = [], []
    loop.set_exception_handler(lambda _, context: failed.append(str(context["exception"])))

    def fails() -> None:
        raise ValueError("this one alone")

    def begin() -> None:
        loop.call_soon(fails)
        loop.call_soon(order.append, "called off").cancel()
        loop.call_soon(order.append, "done")

    run(loop, begin)
    assert order == ["done"]
    assert failed == ["this one alone"]


def test_tasks_inherit_the_share_they_were_made_in(loop: FairLoop) -> None:
    share, found = SessionShare(), []

    async def child() -> None:
        await asyncio.sleep(0)
        found.append(CURRENT_SHARE.get())

    async def parent() -> None:
        await asyncio.gather(child(), child())

    loop.run_until_complete(loop.create_task(parent(), context=of(share)))
    assert found == [share, share]
    assert share.used > -CREDIT


def test_other_threads_are_heard(loop: FairLoop) -> None:
    async def main() -> int:
        return await asyncio.to_thread(lambda: 7)

    assert loop.run_until_complete(main()) == 7


def test_a_closed_loop_takes_nothing(loop: FairLoop) -> None:
    loop.close()
    with pytest.raises(RuntimeError):
        loop.call_soon(print)


def test_a_session_that_begins_goes_before_what_nobody_asked_for_and_behind_a_key(loop: FairLoop) -> None:
    """In a full house a first screen took as many turns as there were others at work."""
    line, others, comes, typing = (
        ReadyQueue(lambda: 1.0),
        [SessionShare() for _ in range(100)],
        SessionShare(),
        SessionShare(),
    )
    for share in others:
        for _ in range(20):
            line.push(Told(loop, "paint"), share)
    line.note_start(comes)
    for number in range(15):
        line.push(Told(loop, f"begins {number}"), comes)
    share, _ = line.pop()
    assert share is comes
    line.charge(share, 0.01)
    line.note_key(typing)
    line.push(Told(loop, "key"), typing)
    assert line.pop()[0] is typing
    line.charge(typing, 0.01)
    for number in range(1, 15):
        share, handle = line.pop()
        assert handle.name == f"begins {number}"  # type: ignore[attr-defined]
        line.charge(share, 0.01)


def test_a_session_that_has_begun_has_a_share_like_anybody(loop: FairLoop) -> None:
    line, others, comes = ReadyQueue(lambda: 1.0), [SessionShare() for _ in range(10)], SessionShare()
    line.note_start(comes)
    comes.finish_start()
    for share in (comes, *others):
        for _ in range(30):
            line.push(Told(loop, "comes" if share is comes else "other"), share)
    order = done(line, dict.fromkeys((comes, *others), 0.01))
    assert order[:110].count("comes") <= 10 + (CREDIT + AHEAD) / 0.01
