"""What layouts and refusals leave goes by itself: nothing waits for the garbage collector, which holds everybody up."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.segment import Segment
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widgets import Label, TextArea, _text_area

from core.games.pantheic_runes.asking import _refusal
from core.refusal import Refused
from ssh_server import textual_seam
from ssh_server.knots import without_knot
from ssh_server.textual_seam import Recent
from tests.ssh.house import running, until


class Leaf:
    """Something that a layout looks at."""


def walked(leaf: Leaf, deep: int) -> int:
    def walk(at: int) -> int:
        return 0 if not at else 1 + walk(at - 1) + (leaf is None)

    return walk(deep)


@pytest.fixture
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def held_after(function: object) -> bool:
    """Is what it looked at still there?"""
    leaf = Leaf()
    assert function(leaf, 3) == 3  # type: ignore[operator]
    left = weakref.ref(leaf)
    del leaf
    return left() is not None


def test_a_function_that_calls_itself_forgets_itself(uncollected: None) -> None:
    assert held_after(walked), "otherwise there is nothing to mend"
    assert not held_after(without_knot(walked, "walk"))


def test_a_function_that_is_there_no_more_is_told_of() -> None:
    with pytest.raises(LookupError, match="no function walks of its own"):
        without_knot(walked, "walks")


class Small(App[None]):
    def compose(self) -> ComposeResult:
        yield Label("seat")


async def test_a_layout_leaves_nothing_to_the_collector() -> None:
    assert any(one.name == "_arrange_root" for one in textual_seam.USED)
    async with Small().run_test() as pilot:
        compositor = Compositor()
        gc.collect()
        gc.disable()
        try:
            compositor.reflow(pilot.app.screen, pilot.app.screen.size)
            assert compositor.full_map
            assert gc.collect() == 0
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
        await until(lambda: bool(house.server._connections))
        here = weakref.ref(house.server._connections[0])
        held = [weakref.ref(here()._conn), weakref.ref(here()._conn._transport)]  # type: ignore[union-attr]
        connection.close()
        await connection.wait_closed()
        await until(lambda: all(one() is None for one in held))


def test_a_line_makes_the_caches_that_it_needs() -> None:
    line = Strip([Segment("sealed")], 6)
    assert line.crop(0, 4).text == "seal"
    assert line.crop(0, 4) is line.crop(0, 4), "what was cut is kept"
    assert textual_seam.CACHES & kept(line) == {"_crop_cache"}
    with pytest.raises(AttributeError):
        line._no_cache  # type: ignore[attr-defined]  # noqa: B018


def kept(line: Strip) -> set[str]:
    """The slots that are filled."""
    filled = set()
    for name in Strip.__slots__:
        try:
            object.__getattribute__(line, name)
        except AttributeError:
            continue
        filled.add(name)
    return filled


def test_caches_of_an_editor_hold_themselves_no_more() -> None:
    assert _text_area.LRUCache is Recent  # type: ignore[attr-defined]
    assert isinstance(TextArea("a note")._line_cache, Recent)
