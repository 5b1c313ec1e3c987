"""The parts on their own: input, sizes, colours, the queue at the door, the collector."""

from __future__ import annotations

import asyncio
import gc
import itertools
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from textual import events

from ssh_server.door.guard import RateLimit
from ssh_server.server import Server, ServerSettings
from ssh_server.session.colours import Colours, choose_colours, restyle
from ssh_server.session.driver import NARROWEST, SHORTEST, TALLEST, WIDEST, SessionDriver, clamp_size
from ssh_server.session.input import PASTE_LIMIT, TerminalInput
from ssh_server.session.output_buffer import OutputBuffer, under_way
from ssh_server.session.session import REMEMBERED, Admission
from ssh_server.upkeep.gc_policy import GcPolicy
from tests.kit.depth import examples
from tests.ssh.fuzz import Sink
from tests.ssh.house import SmallApp, new_people, until

SENT = "ab\x1b[A\x1b[200~p\u00e9ste\r\n2\x1b[201~\x1b[1;5C\u20ac\x1b[<0;3;4Mz\x1bOP\U0001f600".encode()


def told(found: list[Any]) -> list[str]:
    names = []
    for event in found:
        if isinstance(event, events.Key):
            names.append(event.key)
        elif isinstance(event, events.Paste):
            names.append(f"paste {event.text!r}")
        else:
            names.append(type(event).__name__)
    return names


def test_keys_pastes_and_the_mouse_are_told_apart() -> None:
    found = told(TerminalInput().feed(SENT))
    assert found[:3] == ["a", "b", "up"]
    assert found[3] == "paste 'p\u00e9ste\\n2'"
    assert found[4] == "ctrl+right"
    assert found[6:9] == ["MouseDown", "z", "f1"]


@given(st.lists(st.integers(0, len(SENT)), max_size=8))
@settings(max_examples=examples(50))
def test_it_does_not_matter_where_the_network_cuts(cuts: list[int]) -> None:
    terminal, found = TerminalInput(), []
    edges = [0, *sorted(cuts), len(SENT)]
    for begin, end in itertools.pairwise(edges):
        found += terminal.feed(SENT[begin:end])
    assert told(found) == told(TerminalInput().feed(SENT))
    assert not terminal.waiting


@given(st.lists(st.binary(max_size=40), max_size=6))
@settings(max_examples=examples(50))
def test_no_bytes_break_it_and_a_key_still_arrives_afterwards(chunks: list[bytes]) -> None:
    terminal = TerminalInput()
    for chunk in chunks:
        terminal.feed(chunk)
        terminal.flush()
    terminal.feed(b"\x1b\\\x1b[201~")
    terminal.flush()
    assert told(terminal.feed(b"k"))[-1:] == ["k"]


def test_a_cut_sequence_waits_and_is_then_dropped() -> None:
    terminal = TerminalInput()
    assert terminal.feed(b"\x1b") == []
    assert terminal.waiting
    assert told(terminal.flush()) == ["escape"]
    assert not terminal.waiting
    assert terminal.feed(b"\x1b[20") == []
    assert terminal.flush() == [], "half a sequence is no keys"
    assert told(terminal.feed(b"x")) == ["x"]


def test_a_paste_is_cut_at_the_limit_and_one_without_end_ends_by_silence() -> None:
    terminal = TerminalInput()
    for _ in range(100):
        assert terminal.feed(b"\x1b[200~" + b"x" * PASTE_LIMIT) == [] or terminal.pasting
    assert terminal.pasting
    [paste] = terminal.flush()
    assert len(paste.text) == PASTE_LIMIT  # type: ignore[attr-defined]
    assert terminal.cut
    assert told(terminal.feed(b"x")) == ["x"]


def test_control_characters_do_not_come_in_with_a_paste() -> None:
    [paste] = TerminalInput().feed(b"\x1b[200~a\x1b]52;c;eA==\x07b\x00\xc2\x9b31m\tc\r\nd\x1b[201~")
    assert paste.text == "a]52;c;eA==b31m\tc\nd"  # type: ignore[attr-defined]


def test_an_end_of_a_paste_that_was_pasted_presses_no_key() -> None:
    found = told(TerminalInput().feed(b"\x1b[200~hello\x1b[201~\rq\x1b[201~k\x1b[200~2\x1b[201~\r"))
    assert found == ["paste 'hello\\nq'", "k", "paste '2'", "enter"]


UNKNOWN = (
    b"\x1b[13;2u", b"\x1b[27;2;13~", b"\x1b[99;5:3u", b"\x1b[?1;2c", b"\x1b[>41;390;0c", b"\x1b[5;5R", b"\x1b[?9;1$y",
    b"\x1b]11;rgb:1616/1313/1a1a\x07", b"\x1b]52;c;aGVsbG8=\x1b\\", b"\x1bP>|XTerm(390)\x1b\\", b"\x1b_Gi=1;OK\x1b\\",
    b"\xc2\x9b13;2u", b"\x1b[" + b"1;" * 200 + b"u", b"\x1b]52;c;" + b"A" * 9000 + b"\x07", b"\x1b[M   ",
)  # fmt: skip
"""Keys that Textual has no name for, and answers that nothing asked for."""


@pytest.mark.parametrize("sequence", UNKNOWN, ids=range(len(UNKNOWN)))
@pytest.mark.parametrize("size", [1, 7, 32, 100_000])
def test_a_sequence_that_is_not_known_is_dropped_whole(sequence: bytes, size: int) -> None:
    """Wherever the network cuts it; the keys around it arrive."""
    terminal, found = TerminalInput(), []
    data = b"a\x1b[A" + sequence + b"\x1b[Bz"
    for at in range(0, len(data), size):
        found += terminal.feed(data[at : at + size])
    assert told(found) == ["a", "up", "down", "z"]
    assert not terminal.waiting


def test_escape_and_alt_are_keys_as_before() -> None:
    terminal = TerminalInput()
    assert told(terminal.feed(b"\x1b\x1b[A")) == ["escape", "up"]
    assert told(terminal.feed(b"\x1bx") + terminal.flush()) == ["alt+x"]
    assert told(terminal.feed(b"\x1b[[A\x1bOP")) == ["f1", "f1"]


@pytest.mark.parametrize(
    "sequence", [b"\x1b[48;9999;9999;0;0t", b"\x1b[48;0;0;0;0t", b"\x1b[I", b"\x1b[O", b"\x1b[5;5R", b"\x1b[?2048;1$y"]
)
def test_what_was_never_asked_for_is_not_believed(sequence: bytes) -> None:
    terminal = TerminalInput()
    assert not any(
        type(event).__name__ in {"Resize", "AppBlur", "InBandWindowResize"} for event in terminal.feed(sequence)
    )


def test_no_key_names_a_character_that_does_not_exist() -> None:
    for event in TerminalInput().feed(b"\x1b[55296u\x1b[57343;1u\xed\xa0\x80"):
        (getattr(event, "character", "") or "").encode()


@pytest.mark.parametrize(
    ("size", "fitted"),
    [
        ((80, 24), (80, 24)),
        ((0, 0), (80, 24)),
        ((0, 50), (80, 24)),
        ((-1, 24), (80, 24)),
        ((1, 1), (NARROWEST, SHORTEST)),
        ((2**32 - 1, 2**32 - 1), (WIDEST, TALLEST)),
    ],
)
def test_sizes_are_brought_into_bounds(size: tuple[int, int], fitted: tuple[int, int]) -> None:
    assert clamp_size(*size) == fitted


@pytest.mark.parametrize(
    ("term", "variables", "setting", "colours"),
    [
        ("xterm-256color", {}, "auto", Colours.MANY),
        ("xterm", {}, "auto", Colours.MANY),
        ("xterm-kitty", {}, "auto", Colours.FULL),
        ("tmux-256color", {"COLORTERM": "24bit"}, "auto", Colours.FULL),
        ("xterm-direct", {}, "auto", Colours.FULL),
        ("linux", {}, "auto", Colours.SIXTEEN),
        ("vt100", {}, "auto", Colours.NONE),
        ("", {}, "auto", Colours.MANY),
        (None, {}, "auto", Colours.MANY),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "auto", Colours.NONE),
        ("xterm-256color", {"NO_COLOR": ""}, "auto", Colours.MANY),
        ("vt100", {"NO_COLOR": "1"}, "full", Colours.FULL),
        ("xterm-256color", {}, "16", Colours.SIXTEEN),
    ],
)
def test_colours_are_chosen_by_the_clients_terminal(
    term: str | None, variables: dict[str, str], setting: str, colours: Colours
) -> None:
    assert choose_colours(term, variables, setting) is colours


def test_text_stays_to_be_read_where_colours_fall_together() -> None:
    style = restyle(Style.parse("#101010 on #0c0c0c"), Colours.SIXTEEN)
    assert style.color != style.bgcolor
    cursor = restyle(Style.parse("black on white"), Colours.NONE)
    assert cursor.reverse
    assert cursor.color is None
    assert not restyle(Style.parse("white on black"), Colours.NONE).reverse


async def test_a_crowd_is_let_in_a_few_at_a_time_in_order() -> None:
    admission, inside, most, order = Admission(at_once=2), 0, 0, []

    async def enter(number: int) -> None:
        nonlocal inside, most
        async with admission.turn() as turn_over:
            inside += 1
            most = max(most, inside)
            order.append(number)
            for _ in range(3):
                await asyncio.sleep(0)
            inside -= 1
            turn_over()
            turn_over()

    await asyncio.gather(*(enter(number) for number in range(12)))
    assert (most, order, admission.waiting) == (2, list(range(12)), 0)


async def test_a_start_that_hangs_does_not_hold_up_the_queue() -> None:
    admission = Admission(at_once=1, too_long=0.01)
    async with admission.turn(), asyncio.timeout(300), admission.turn():
        pass


async def test_who_waits_hears_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ssh_server.session.session.NOTICE_SECONDS", (0.0, 60.0))
    admission, heard = Admission(at_once=1), []

    async def enter(name: str) -> None:
        async with admission.turn(lambda place: heard.append((name, place))):
            pass

    async with admission.turn():
        waiting = [asyncio.create_task(enter(name)) for name in ("Ada", "Bo", "Cy")]
        await until(lambda: len(heard) == 3)
    await asyncio.gather(*waiting)
    assert heard == [("Ada", 1), ("Bo", 2), ("Cy", 3)]


def test_who_comes_again_and_again_is_first_only_now_and_then() -> None:
    admission = Admission()
    assert admission.first_for_long("ada", 0.0)
    assert not any(admission.first_for_long("ada", second) for second in (1.0, 3.5, 6.0))
    assert admission.first_for_long("bo", 6.0)
    assert admission.first_for_long("ada", 9.5)
    for number in range(500):  # strangers are not remembered for ever
        admission.first_for_long(f"guest{number}", 10.0)
    assert len(admission._last) == REMEMBERED


def test_a_flood_of_inputs_waits_and_nobody_elses_does() -> None:
    limit = RateLimit(burst=3, gap=0.5)
    assert [limit.wait("eve", 10.0) for _ in range(6)] == [0.0, 0.0, 0.0, 0.0, 0.5, 1.0]
    assert limit.wait("ada", 10.0) == 0.0
    assert limit.wait("eve", 12.0) == 0.0
    assert [limit.wait("eve", 60.0) for _ in range(5)] == [0.0, 0.0, 0.0, 0.0, 0.5]


async def test_the_collector_waits_for_quiet_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    gc.freeze()
    monkeypatch.setattr(gc, "unfreeze", lambda: None)  # the tests' own objects take it a second
    policy = GcPolicy(quiet=0.02, least=60)
    policy.start()
    try:
        assert gc.get_freeze_count() > 0
        policy.settled()
        policy.key()
        policy.finished()
        assert policy.sweeps == 0
        async with asyncio.timeout(300):
            while policy.sweeps == 0:  # noqa: ASYNC110 - it is a timer that is waited for
                await asyncio.sleep(0.01)
        for _ in range(100):
            policy.settled()
        assert policy._seconds_between() == pytest.approx(10.0)
        for _ in range(59):
            policy.finished()
        assert (policy.sweeps, policy.alive) == (1, 41), "those alive are not kept waiting for so few"
        policy.finished()
        assert (policy.sweeps, policy.ended) == (2, 0)
    finally:
        policy.stop()
    assert gc.get_threshold() == before
    gc.freeze()  # see tests/conftest.py


async def test_a_house_that_closes_does_not_sweep_behind_those_who_leave() -> None:
    policy = GcPolicy(quiet=0.0, least=100, worth=1)
    policy.start()
    try:
        for _ in range(50):
            policy.settled()
        policy.finished()
        policy.rest()
        assert policy._timer is None
        for _ in range(49):
            policy.finished()
            policy.key()
        assert (policy.sweeps, policy._timer) == (0, None)
    finally:
        policy.stop()
    gc.freeze()  # see tests/conftest.py


async def test_the_collector_is_taken_over_while_a_server_runs_and_given_back(tmp_path: Path) -> None:
    before = gc.get_threshold()
    server = Server(ServerSettings(host_key=tmp_path / "host_key", host="127.0.0.1", port=0), new_people(), SmallApp)
    await server.start()
    assert gc.get_threshold() != before
    await server.stop()
    assert gc.get_threshold() == before
    gc.freeze()


async def test_the_wire_leaves_out_whole_frames_and_asks_for_a_new_screen_afterwards() -> None:
    sink, calls = Sink(), []
    output = OutputBuffer(sink, patience=0.01)
    output.on_caught_up = lambda: calls.append("paint")
    output.on_stuck = lambda: calls.append("stuck")
    assert output.send(b"frame")
    output.pause()
    output.pause()
    assert not output.send(b"frame")
    assert output.send(b"restore", anyway=True)
    output.resume()
    assert output.behind
    output.resume()
    assert (calls, sink.size) == (["paint"], len(b"framerestore"))
    output.pause()
    await asyncio.sleep(0.05)
    assert calls == ["paint", "stuck"]
    assert not output.send(b"frame", anyway=True)


async def test_over_a_slow_line_of_many_sizes_the_last_is_painted_and_none_while_a_picture_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ssh_server.session.driver.RESIZE_SECONDS", 0.0)
    sizes: list[tuple[int, int]] = []

    class App:
        _driver = None

        def post_message(self, message: Any) -> None:
            sizes.append(tuple(message.size))

    output, waiting = OutputBuffer(Sink()), 0
    output.under_way = lambda: waiting
    driver = SessionDriver(App(), output=output, size=(80, 24))  # type: ignore[arg-type]
    driver.start_application_mode()
    driver.resized(100, 30)
    assert sizes == [(80, 24), (100, 30)]
    waiting = 20_000  # the picture of that size
    for width in range(101, 107):
        driver.resized(width, 30)
        for _ in range(5):
            await asyncio.sleep(0)
    assert sizes == [(80, 24), (100, 30)]
    waiting = 0
    await until(lambda: driver._resize is None)
    assert sizes == [(80, 24), (100, 30), (106, 30)]
    output.pause()  # a reader that is behind is one, too
    driver.resized(90, 30)
    driver.resized(100, 30)
    output.resume()
    await until(lambda: driver._resize is None)
    assert sizes == [(80, 24), (100, 30), (106, 30), (100, 30)]
    driver.close()


async def test_what_the_network_has_not_delivered_is_known() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert under_way(None) == 0
        if sys.platform.startswith("linux"):
            ours.send(bytes(5_000))
            assert under_way(ours) >= 5_000
            theirs.recv(10_000)
        assert under_way(ours) == 0
    assert under_way(ours) == 0
