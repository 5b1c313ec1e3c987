"""A close on its own board, and then what came of it: only where that is wanted, and never in the way of a key."""

import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.games import ids
from core.table.host_controls import HostControls
from core.table.seat import Seat
from ssh_server.session.output_buffer import OutputBuffer, is_quick, there_and_back
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import SMALL, Sitting, drive, sit
from tests.kit.script import NAMES
from tests.tui.test_redealt import in_the_middle
from tui.app.hotseat import HotseatApp
from tui.screens.table.log import ReportScreen
from tui.widgets.motion import draw_close

HANDS = {name: ["red", "green"] for name in NAMES[:9]}


def agreed(table):
    """Ada and Bo swap red for green; what Ada offers Cy comes back."""
    Seat(table, "Ada").seal({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}]})
    Seat(table, "Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})


@asynccontextmanager
async def closed(motion: bool, size: tuple[int, int] = SMALL) -> AsyncIterator[Sitting]:
    """Ada's terminal after the close of that round."""
    async with sit("exodus", setup={"round": 4, "hands": HANDS}, before=agreed, size=size) as at:
        at.app.change_setting("motion", motion)
        HostControls(at.table).close()
        await at.settle()
        yield at


@pytest.mark.parametrize("game", ids())
def test_every_game_moves_what_moved_on_its_own_board(game):
    """Step by step, each with its words, in the room that there is; of a game without a drawing there is nothing."""
    match = in_the_middle(game)
    table = open_house().make(game, match.seats)
    table.match = match
    told = Seat(table, match.seats[0]).story()
    steps = told.scenes[-1].steps
    boards = [
        draw_close(told, at, width, height) for at in range(len(steps) + 1) for width, height in ((78, 20), (150, 40))
    ]
    assert all(row.cell_length <= 150 for rows in boards for row in rows)
    assert all(len(rows) <= 20 for rows in boards[::2])
    for at, step in enumerate(steps, 1):
        assert boards[2 * at + 1][-1].plain.strip() == step.text
    assert len({"\n".join(row.plain for row in rows[:-1]) for rows in boards[1::2]}) > 1, "nothing moved"


async def test_without_motion_what_came_of_it_stands_at_once():
    async with closed(motion=False) as at:
        assert isinstance(at.screen, ReportScreen)
        assert not at.screen.query("#acted")
        assert at.find("#read").display


async def test_what_came_of_it_follows_what_moved():
    async with closed(motion=True) as at:
        moving = at.find("#acted")
        assert not at.find("#read").display
        moving.advance()
        await at.settle()
        assert "Ada gave Bo" in at.text
        assert "Points" not in at.find("#acted").drawn()[-1].plain
        while at.screen.query("#acted"):
            moving.advance()
            await at.settle()
        assert at.find("#read").display
        assert "what happened" in at.text


async def test_a_key_takes_whoever_does_not_wait_to_what_came_of_it_and_then_on():
    async with closed(motion=True) as at:
        await at.press("enter")
        assert isinstance(at.screen, ReportScreen)
        assert not at.screen.query("#acted")
        await at.press("enter")
        assert not isinstance(at.screen, ReportScreen)


async def test_a_line_that_falls_behind_is_sent_what_came_of_it():
    async with closed(motion=True) as at:
        at.app.change_setting("motion", False)
        at.find("#acted").advance()
        await at.settle()
        assert not at.screen.query("#acted")
        assert at.find("#read").display


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
