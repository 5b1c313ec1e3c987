"""A session with a real SSH client: its screen, its size, its colours, its end."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import socket
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

from ssh_server.server import CLOSING, ELSEWHERE
from ssh_server.session.session import CRASHED
from tests.ssh.house import InputApp, SmallApp, running, sit, until

RESTORED = (b"\x1b[0m\x1b[H\x1b[J\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[?1000l", b"\x1b[?7h")


async def test_a_player_sees_a_private_screen_and_types(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("ada", key) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            screen.type("xy")
            await screen.shows("typed: x y")
            screen.type("q")
            assert await screen.ends() == 0
            assert all(sequence in screen.raw for sequence in RESTORED)


async def test_two_sessions_do_not_mix(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Bo")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Bo", keys[1]) as second:
            ada, bo = await sit(first), await sit(second)
            await ada.shows("I am Ada")
            await bo.shows("I am Bo")
            ada.type("abc")
            await ada.shows("typed: a b c")
            bo.type("z")
            await bo.shows("typed: z")
            assert house.server.present == ("Ada", "Bo")
            assert b"I am Bo" not in ada.raw


async def test_a_resize_reaches_the_app_and_a_size_of_zero_is_80_by_24(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("Ada", key) as connection:
            screen = await sit(connection, size=(80, 24))
            process = screen.process
            await screen.shows("size 80x24")
            process.change_terminal_size(100, 30)
            await until(lambda: b"size 100x30" in screen.raw)
            process.change_terminal_size(0, 0)
            await until(lambda: screen.raw.rfind(b"80x24") > screen.raw.rfind(b"100x30"))


async def test_a_flood_of_sizes_ends_in_the_last_one(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("Ada", key) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            for size in range(2_000):
                screen.process.change_terminal_size(size * 7919 % 5_000, size * 104_729 % 3_000)
            screen.process.change_terminal_size(91, 27)
            await until(lambda: b"91x27" in screen.raw)


async def test_arrows_escape_and_text_beyond_ascii_arrive_however_they_are_cut(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("Ada", key) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            for piece in (b"\x1b", b"[", b"A", "\N{LATIN SMALL LETTER E WITH ACUTE}".encode()[:1]):
                screen.type(piece)
            screen.type("\N{LATIN SMALL LETTER E WITH ACUTE}".encode()[1:])
            await screen.shows("typed: up \N{LATIN SMALL LETTER E WITH ACUTE}")
            screen.type(b"\x1b")
            await screen.shows("escape")


async def test_a_second_session_takes_over_and_the_first_says_so(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("Ada", key) as first, await house.connect("Ada", key) as second:
            old = await sit(first)
            await old.shows("I am Ada")
            new = await sit(second)
            await new.shows("I am Ada")
            assert await old.ends() == 0
            assert ELSEWHERE.encode() in old.raw
            new.type("k")
            await new.shows("typed: k")
            assert house.server.present == ("Ada",)


async def test_a_crash_ends_one_session_with_a_sentence_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Bo")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Bo", keys[1]) as second:
            ada, bo = await sit(first), await sit(second)
            await ada.shows("I am Ada")
            await bo.shows("I am Bo")
            with caplog.at_level(logging.ERROR, "garnet.session"):
                ada.type("!")
                assert await ada.ends() == 1
            assert "the app broke" in caplog.text
            assert b"the app broke" not in ada.raw, "nothing of the inside is shown to a player"
            assert CRASHED.encode() in ada.raw
            assert all(sequence in ada.raw for sequence in RESTORED)
            bo.type("z")
            await bo.shows("typed: z")


async def test_an_app_that_cannot_even_be_made_is_a_crash_like_any_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> SmallApp:
        raise ValueError("no app today")

    async with running(tmp_path, broken) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection)
        assert await screen.ends() == 1
        assert CRASHED.encode() in screen.raw
        assert "no app today" in caplog.text


async def test_sessions_leave_the_streams_of_the_process_alone(tmp_path: Path) -> None:
    before = sys.stdout, sys.stderr
    async with running(tmp_path) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Bo")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Bo", keys[1]) as second:
            ada = await sit(first)
            await ada.shows("I am Ada")
            bo = await sit(second)
            await bo.shows("I am Bo")
            assert (sys.stdout, sys.stderr) == before
            ada.type("q")
            await ada.ends()
            bo.type("q")
            await bo.ends()
    assert (sys.stdout, sys.stderr) == before


async def test_finished_apps_are_not_kept_alive(tmp_path: Path) -> None:
    made: list[weakref.ref[SmallApp]] = []

    def remembered(*given: object) -> SmallApp:
        app = InputApp(*given)  # type: ignore[arg-type]
        made.append(weakref.ref(app))
        return app

    async with running(tmp_path, remembered) as house:
        for name in ("Ada", "Bo", "Cy"):
            async with await house.connect(name, house.newcomer(name)) as connection:
                screen = await sit(connection)
                await screen.shows(f"I am {name}")
                if name != "Bo":  # Bo's connection is cut in mid-session instead
                    screen.type(b"\x03q\x11")
        await until(lambda: house.server.present == ())
        # What a session of its own had asked the clock to wake lies there, cancelled, until its half second is over.
        await until(lambda: gc.collect() >= 0 and all(app() is None for app in made))
        assert len(made) == 3


@pytest.mark.parametrize(
    ("term", "environment", "wanted", "unwanted"),
    [
        ("xterm-256color", {}, b"[38;5;", rb"[34]8;2;"),
        ("something-new", {}, b"[38;5;", rb"[34]8;2;"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, b"[38;2;12;200;77;", rb"[34]8;5;"),
        ("linux", {}, b"[32;", rb"[34]8;"),
        ("vt220", {}, b"marked", rb"\x1b\[(\d+;)*[34]\d[;m]"),
        ("xterm-256color", {"NO_COLOR": "1"}, b"marked", rb"\x1b\[(\d+;)*[34]\d[;m]"),
    ],
)
async def test_colours_are_those_of_the_clients_terminal(
    tmp_path: Path, term: str, environment: dict[str, str], wanted: bytes, unwanted: bytes
) -> None:
    async with running(tmp_path) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Bo")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Bo", keys[1]) as second:
            other = await sit(first, term="xterm-direct")
            await other.shows("marked")
            screen = await sit(second, term=term, env=environment)
            await screen.shows("marked")
            assert b"38;2;12;200;77" in other.raw, "a session in full colour stands beside"
            assert wanted in screen.raw
            assert not re.search(unwanted, screen.raw)


async def test_stopping_the_server_tells_everybody_and_restores_their_terminals(tmp_path: Path) -> None:
    async with running(tmp_path) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection)
        await screen.shows("I am Ada")
        stopping = asyncio.ensure_future(house.server.stop())
        assert await screen.ends() == 0
        assert CLOSING.encode() in screen.raw
        assert all(sequence in screen.raw for sequence in RESTORED)
        await stopping


async def test_without_a_terminal_the_player_is_told_what_to_do(tmp_path: Path) -> None:
    async with running(tmp_path) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        done = await connection.run("")
        assert done.exit_status == 1
        done = await connection.run(term_type=None)
        assert done.exit_status == 1
        assert "cannot show screens" in str(done.stderr)


async def test_a_command_reaches_whoever_runs_commands(tmp_path: Path) -> None:
    async def commands(person, line, terminal) -> int:  # type: ignore[no-untyped-def]
        terminal.say(f"{person.name} said {line}")
        return 3

    async with (
        running(tmp_path, commands=commands) as house,
        await house.connect("Ada", house.newcomer("Ada")) as connection,
    ):
        done = await connection.run("matches --json")
        assert (done.stdout, done.exit_status) == ("Ada said matches --json\n", 3)


async def test_a_person_s_own_colours_and_mouse_go_before_the_house_s(tmp_path: Path) -> None:
    """And other colours are painted at once, without a new visit."""
    apps = []

    class Wishing(SmallApp):
        recolour: Any = None
        quick: Any = None

        def on_mount(self) -> None:
            apps.append(self)

    wishes = {"Ada": {"colours": "none", "mouse": False}, "Bo": {}}
    async with running(tmp_path, Wishing, colours="256", wishes=lambda person: wishes[person.name]) as house:
        keys = {name: house.newcomer(name) for name in wishes}
        async with await house.connect("Ada", keys["Ada"]) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            assert b"\x1b[?1000h" not in screen.raw
            assert b"38;" not in screen.raw
            assert apps[0].quick() == hasattr(socket, "TCP_INFO"), "as its line is: this one is short"
            assert apps[0].recolour("full")
            await until(lambda: b"38;2;12;200;77" in screen.raw)
            screen.raw.clear()
            assert not apps[0].recolour("none")
            await until(lambda: b"marked" in screen.raw)
            assert b"38;" not in screen.raw
        async with await house.connect("Bo", keys["Bo"]) as connection:
            screen = await sit(connection)
            await screen.shows("I am Bo")
            assert b"\x1b[?1000h" in screen.raw
            await until(lambda: b"38;5;" in screen.raw)


async def test_bell_and_window_title_reach_the_terminal_and_the_old_title_returns(tmp_path: Path) -> None:
    apps: list[SmallApp] = []

    def factory(*given: Any) -> SmallApp:
        apps.append(SmallApp(*given))
        return apps[-1]

    async with running(tmp_path, app=factory) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection)
        await screen.shows("I am Ada")
        apps[0].bell()
        apps[0]._driver.set_title("! 9m left: \x1b[2JQuick\x07")  # type: ignore[union-attr]
        await until(lambda: b"Quick" in screen.raw)
        found = re.search(rb"\x07\x1b\]2;! 9m left: ([^\x07]*)Quick\x07", screen.raw)
        assert found
        assert b"\x1b" not in found[1]
        screen.type("q")
        assert await screen.ends() == 0
        assert b"\x1b[22;2t" in screen.raw, "the old title is kept"
        assert b"\x1b[23;2t" in screen.raw, "and comes back"
