"""Whose turn it is among those who have not logged in: fair by address, given back, bounded, and known ones between."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from ssh_server.door.login_queue import CREDIT, REMEMBERED, FairQueue, Turns
from tests.ssh.house import until


class Caller:
    """Somebody who waits for a turn."""

    def __init__(self, name: str = "", causes: float = 0.0) -> None:
        self.name = name
        self.causes = causes
        self.turns = 0
        self.turned_away = False

    def turn(self) -> float:
        self.turns += 1
        return self.causes

    def turn_away(self) -> None:
        self.turned_away = True


class Breaks(Caller):
    """Somebody whose turn fails."""

    def turn(self) -> float:
        raise RuntimeError("zq")


def serve(queue: FairQueue, times: int, cost: float = 0.001) -> list[str]:
    """So many turns; whose they were."""
    homes = []
    for _ in range(times):
        _, home = queue.next()
        queue.charge(home, cost)
        homes.append(home)
    return homes


def test_each_address_has_the_same_share_however_many_wait_there() -> None:
    queue = FairQueue()
    for _ in range(500):
        queue.join(Caller(), "192.0.2.1")
    for _ in range(10):
        queue.join(Caller(), "198.51.100.7")
    assert Counter(serve(queue, 20)) == {"192.0.2.1": 10, "198.51.100.7": 10}


def test_in_a_line_whoever_came_first_is_first_and_nobody_stands_in_it_twice() -> None:
    queue = FairQueue()
    callers = [Caller(str(number)) for number in range(3)]
    for caller in (*callers, *callers):
        queue.join(caller, "192.0.2.1")
    assert [queue.next()[0] for _ in range(len(queue))] == callers
    with pytest.raises(KeyError):
        queue.next()


def test_whoever_leaves_gives_the_place_back_and_is_not_charged() -> None:
    queue = FairQueue()
    crowd = [Caller() for _ in range(2_000)]
    for caller in crowd:
        queue.join(caller, "192.0.2.1")
    last = Caller("last")
    queue.join(last, "192.0.2.1")
    for caller in (*crowd, *crowd):
        queue.leave(caller)
    assert queue.next() == (last, "192.0.2.1")
    assert len(queue) == 0


def test_the_share_is_one_of_work_not_of_turns() -> None:
    queue = FairQueue()
    for _ in range(200):
        queue.join(Caller(), "costly")
        queue.join(Caller(), "cheap")
    served: Counter[str] = Counter()
    for _ in range(110):
        _, home = queue.next()
        queue.charge(home, 0.01 if home == "costly" else 0.001)
        served[home] += 1
    assert 8 <= served["costly"] <= 12


def test_a_newcomer_goes_before_those_who_have_had_theirs() -> None:
    queue = FairQueue()
    for number in range(25):
        for _ in range(100):
            queue.join(Caller(), f"192.0.2.{number}")
    serve(queue, 2_000, cost=0.005)
    for _ in range(8):
        queue.join(Caller(), "198.51.100.7")
    assert serve(queue, 8, cost=0.005) == ["198.51.100.7"] * 8


def test_having_stayed_away_for_long_is_a_small_advantage_only() -> None:
    queue = FairQueue()
    for _ in range(2_000):
        queue.join(Caller(), "192.0.2.1")
    serve(queue, 1_000, cost=0.005)
    for _ in range(500):
        queue.join(Caller(), "198.51.100.7")
    after = serve(queue, 400, cost=0.005)
    assert after.count("198.51.100.7") <= 200 + CREDIT / 0.005 + 1


def test_only_so_many_addresses_are_remembered() -> None:
    queue, turns = FairQueue(), Turns()
    for number in range(REMEMBERED * 3):
        queue.join(Caller(), f"address {number}")
        serve(queue, 1, cost=1e-9)
        turns.know(f"address {number}")
    assert queue.remembered <= REMEMBERED
    assert len(turns._familiar) == REMEMBERED
    assert turns.knows(f"address {REMEMBERED * 3 - 1}")
    assert not turns.knows("address 0")


async def test_known_addresses_and_all_others_take_turns() -> None:
    turns, order = Turns(share=1_000.0), []

    class Noted(Caller):
        def turn(self) -> float:
            order.append(self.name)
            return 0.0

    turns.know("home")
    for number in range(300):
        turns.want(Noted("stranger"), f"address {number}")
    player = Noted("player")
    turns.want(player, "home")
    await until(lambda: not len(turns))
    assert order.index("player") <= 1
    assert order.count("stranger") == 300


async def test_all_strangers_together_have_a_part_of_the_time() -> None:
    turns = Turns(share=0.5)
    costly, other = Caller(causes=600.0), Caller()
    turns.want(costly, "192.0.2.1")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    turns.want(other, "198.51.100.7")
    for _ in range(20):
        await asyncio.sleep(0)
    assert costly.turns == 1
    assert other.turns == 0, "so much work is not gone through in one piece with the next"
    turns.stop()


async def test_a_turn_that_fails_ends_one_stranger_and_the_others_have_theirs(caplog: pytest.LogCaptureFixture) -> None:
    turns, breaks, other = Turns(), Breaks(), Caller()
    turns.want(breaks, "192.0.2.1")
    turns.want(other, "192.0.2.1")
    await until(lambda: not len(turns))
    assert breaks.turned_away
    assert other.turns == 1
    assert "A stranger's turn failed" in caplog.text
