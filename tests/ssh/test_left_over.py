"""What refusals and connections leave goes by itself: the garbage collector holds everybody up."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games.pantheic_runes.asking import _refusal
from core.refusal import Refused
from tests.ssh.house import running, until


class Leaf:
    """Something that a refusal looks at."""


@pytest.fixture
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def refused(leaf: Leaf) -> bool:
    def doing() -> None:
        raise Refused("not_open", f"{leaf} is not open.")

    refusal = _refusal(doing)
    return refusal is not None


def test_a_refusal_that_is_kept_holds_nobodys_frames(uncollected: None) -> None:
    leaf = Leaf()
    left = weakref.ref(leaf)
    assert refused(leaf)
    del leaf
    assert left() is None


async def test_a_connection_that_is_over_goes_with_its_transport(tmp_path: Path, uncollected: None) -> None:
    async with running(tmp_path) as house:
        connection = await house.connect("Ada", house.newcomer("Ada"))
        await until(lambda: bool(house.server.connections))
        here = weakref.ref(house.server.connections[0])
        held = [weakref.ref(here()._conn), weakref.ref(here()._conn._transport)]  # type: ignore[union-attr]
        connection.close()
        await connection.wait_closed()
        await until(lambda: all(one() is None for one in held))
