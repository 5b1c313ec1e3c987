"""Pieces that move at a close: only where that is wanted, never in the way of a key, and nothing that was not told."""

import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import ids
from core.table.host_controls import HostControls
from core.table.seat import Seat
from ssh_server.session.link import is_quick, there_and_back
from ssh_server.session.output_buffer import OutputBuffer
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import drive, position, sit
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.games import panel_class
from tui.screens.table.log import ReportScreen
from tui.widgets.motion import STEPS, STOPPED, Lane, drawn

HANDS = {name: ["red", "green"] for name in NAMES[:9]}


def agreed(table):
    """Ada and Bo swap red for green; what Ada offers Cy comes back."""
    Seat(table, "Ada").seal({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}]})
    Seat(table, "Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})


@given(st.integers(20, 120), st.integers(0, STEPS + 2), st.booleans(), st.text("ab", max_size=30))
def test_a_lane_is_never_wider_than_its_page_and_never_loses_its_piece(width, step, fails, name):
    lane = Lane(name, "[R]", "Bo", "" if fails else "[G]", fails)
    (row,) = drawn([lane], width, step)
    assert row.cell_length <= width
    if width >= 60:
        assert "[R]" in row.plain


def test_a_piece_goes_over_and_one_that_fails_comes_back():
    swap = [Lane("Ada", "[R]", "Bo", "[G]"), Lane("Ada", "[K]", "Cy", fails=True)]
    begun, half, over = (drawn(swap, 60, step) for step in (0, STEPS // 2, STEPS))
    assert begun[0].plain.index("[R]") < begun[0].plain.index("[G]")
    assert over[0].plain.index("[G]") < over[0].plain.index("[R]")
    assert begun[1].plain.index("[K]") == over[1].plain.index("[K]") < half[1].plain.index("[K]")
    assert STOPPED in over[1].plain


async def test_without_motion_the_last_picture_stands_over_the_report():
    async with sit("exodus", setup={"round": 4, "hands": HANDS}, before=agreed) as at:
        HostControls(at.table).close()
        await at.settle()
        lanes = at.find("#lanes")
        assert lanes.step == STEPS
        assert [row.plain.split()[0] for row in lanes.drawn()] == ["Ada", "Ada"]
        assert STOPPED in lanes.drawn()[1].plain


async def test_with_motion_a_key_goes_where_it_would_go_anyhow():
    async with sit("exodus", setup={"round": 4, "hands": HANDS}, before=agreed) as at:
        at.app.change_setting("motion", True)
        HostControls(at.table).close()
        await at.settle()
        lanes, before = at.find("#lanes"), at.find("#lanes").step
        lanes.advance()
        assert lanes.step > before
        await at.press("enter")
        assert not isinstance(at.screen, ReportScreen)


@pytest.mark.parametrize("game", ids())
def test_whoever_was_told_nothing_sees_nothing_move(game):
    _, table = position(game, setup={"round": 1})
    HostControls(table).close()
    for name in table.match.seats:
        seat = Seat(table, name)
        for entry in seat.closed_rounds():
            for lane in panel_class(game).lanes(seat, entry):
                assert len(lane) == 5


async def test_a_line_that_falls_behind_is_sent_the_last_picture():
    async with sit("exodus", setup={"round": 4, "hands": HANDS}, before=agreed) as at:
        at.app.change_setting("motion", True)
        HostControls(at.table).close()
        await at.settle()
        lanes = at.find("#lanes")
        at.app.change_setting("motion", False)
        lanes.advance()
        assert lanes.step == STEPS


async def test_over_a_line_pieces_move_while_it_is_quick_unless_its_owner_says_otherwise():
    hall = Hall("Ada")
    async with hall.enter("Ada") as at:
        assert not at.app.settings()["motion"], "of this line nobody knows anything"
        at.app.quick = lambda: True
        assert at.app.settings()["motion"]
        await at.press("comma")
        choices = at.find("#settings")
        assert next(row for row in choices.rows if row.id == "motion:line").chosen
        choices.point("motion:off")
        await at.press("enter")
        assert not at.app.settings()["motion"]
        choices.point("motion:on")
        await at.press("enter")
        at.app.quick = lambda: False
        assert at.app.settings()["motion"]
        choices.point("motion:line")
        await at.press("enter")
        assert not at.app.settings()["motion"]


class Far:
    """A socket whose other end is so many seconds away."""

    def __init__(self, seconds: float) -> None:
        self._told = bytes(68) + struct.pack("=I", int(seconds * 1e6))

    def getsockopt(self, level: int, name: int, size: int, /) -> bytes:
        return self._told[:size]


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="this system's kernel does not say")
def test_a_line_is_quick_that_answers_within_a_tenth_of_a_second_and_is_read():
    class Channel:
        def write(self, data: bytes) -> None: ...
        def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    output = OutputBuffer(Channel())
    assert [is_quick(Far(seconds), output) for seconds in (0.03, 0.1, 0.11, 2.0)] == [True, True, False, False]
    assert not is_quick(Far(0.0), output), "nothing has answered yet"
    assert not is_quick(None, output)
    output._pauses = 1
    assert not is_quick(Far(0.03), output), "what was sent is not read"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        client.send(b"a")
        with server.accept()[0] as line:
            line.send(b"b")
            line.recv(1)
            found = there_and_back(line)
            assert found is not None
            assert found < 1, "microseconds are microseconds"


async def test_the_setting_is_kept():
    house = open_house()
    app = HotseatApp(house, motion=True)
    async with drive(app):
        assert app.settings()["motion"] is True
        app.change_setting("motion", False)
    assert HotseatApp(house, motion=True).settings()["motion"] is False
