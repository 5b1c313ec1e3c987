"""Visits by people in haste: no key, click or size at any moment ends a session, and nothing is opened twice.

`python -m benchmarks.visits` makes ten thousand.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import weakref
from typing import Any

import pytest
from textual import events
from textual._context import active_message_pump
from textual._styles_cache import StylesCache
from textual.css.query import NoMatches
from textual.worker import WorkerState

from cli.logs import Discreet
from core.house.settings import HouseSettings
from core.person import Person
from core.table.host_controls import HostControls
from ssh_server.session.line import LineEnd
from tests.kit import quiet
from tests.kit.depth import deep
from tests.kit.hall import Hall, SessionServices
from tests.ssh.visits import Crowded, noticed, told, visits
from tui.app import stack as leaving
from tui.app.session import SessionApp
from tui.screens.dialogs import AskLine, Blank, Pick, TooSmall
from tui.screens.host.house import ask_webhook
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen
from tui.screens.table.screen import TableScreen
from tui.widgets.lines import Paper


@pytest.mark.parametrize("seed", deep([1, 2, 3], [1]))
async def test_no_visit_in_haste_ends_in_a_crash(seed: int) -> None:
    found = await visits(seed, deep(50, 15), most=6)
    assert not found, told(found)


def _finished(hall: Hall) -> None:
    table = hall.match()
    HostControls(table).end("over")


def _click(at: SessionServices, column: int, row: int) -> None:
    """Two clicks without a breath between them."""
    for kind in (events.MouseDown, events.MouseUp) * 2:
        click = kind(None, column, row, 0, 0, 1, False, False, False, screen_x=column, screen_y=row)
        at.app.post_message(click)


async def test_a_finished_match_that_is_asked_for_three_times_is_replayed_once() -> None:
    hall = Hall("Ada", "Bo")
    _finished(hall)
    async with hall.enter("Ada") as at:
        at.app.replay("parley-open-1")
        at.app.replay("parley-open-1")
        await at.press("enter", "enter", "enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert [type(screen) for screen in at.app.screen_stack].count(ReplayScreen) == 1
        await at.press("q")
        assert at.screen is at.app.lobby


async def test_whoever_went_elsewhere_is_not_called_back_to_a_replay() -> None:
    hall = Hall("Ada", "Bo", host="Ada")
    _finished(hall)
    async with hall.enter("Ada") as at:
        at.app.replay("parley-open-1")
        at.app.host_match("parley-open-1")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert at.screen.id == "console"


async def test_two_clicks_in_haste_open_one_question() -> None:
    hall = Hall("Ada", "Bo")
    hall.match(holders={"Ada": "open"})
    async with hall.enter("Ada") as at:
        matches = at.find("#matches")
        _click(at, matches.region.x + 4, matches.region.y + 1)
        _click(at, matches.region.x + 4, matches.region.y + 1)
        await at.settle()
        assert [type(screen) for screen in at.app.screen_stack].count(Pick) == 1


async def test_what_is_open_under_others_is_not_opened_again() -> None:
    hall = Hall("Ada", "Bo")
    match = hall.match().match.header.match
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen)
        await at.press("R")
        at.app.sit(match, "Ada")
        await at.settle()
        assert [screen.id for screen in at.app.screen_stack].count("table") == 1


async def test_a_blanked_screen_comes_back_though_a_page_came_up_at_the_same_moment() -> None:
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada") as at:
        at.app.hold()
        at.app.show_report(hall.seat(table, "Ada"), requested=False)
        await at.settle()
        at.app.blank()
        at.app.show_after(2)
        await at.settle()
        assert [screen.id for screen in at.app.screen_stack[-2:]] == ["report", None]
        await at.press("x")
        await at.settle()
        assert at.screen.id == "report"
        await at.press("q")
        assert isinstance(at.screen, TableScreen)


@pytest.mark.parametrize("turns", [0, 1, 3, 10, 30, 100])
async def test_a_terminal_that_shrinks_at_any_moment_after_the_login_loses_nothing(turns: int) -> None:
    hall = Hall("Ada", "Bo")
    match = hall.match()
    async with hall.enter("Ada") as at:
        await at.press("q")
    hall.seat(match, "Bo").say(["Ada"], "are you there?")
    async with hall.enter("Ada", size=(100, 30), settle=False) as at:
        for _ in range(turns):
            await asyncio.sleep(0)
        await at.pilot.resize_terminal(40, 12)
        await at.settle()
        assert isinstance(at.screen, TooSmall)
        assert "Make it larger to go on" in at.text
        await at.pilot.resize_terminal(100, 30)
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert "1 unread message" in at.told


async def test_what_is_said_under_a_cover_is_read_when_it_is_gone() -> None:
    hall = Hall("Ada", "Bo", host="Ada")
    hall.match(holders={"Ada": "open"})
    async with hall.enter("Ada") as at:
        ask_webhook(at.app)
        await at.settle()
        assert isinstance(at.screen, AskLine)
        await at.pilot.resize_terminal(40, 12)
        at.app.blank()
        at.app.tell("Tea is served.")
        await at.settle()
        assert isinstance(at.screen, Blank)
        assert "Tea" not in at.text
        await at.press("x")
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        assert at.told == "Tea is served."
        await at.press("enter")
        assert HouseSettings(hall.house.store).webhook is None


async def test_a_seat_that_is_handed_over_under_a_blanked_screen_leaves_it_blank() -> None:
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada") as at:
        await at.press("z")
        HostControls(table).hand_over("Ada", "local")
        await at.settle()
        assert isinstance(at.screen, Blank)
        await at.press("x")
        assert at.screen is at.app.lobby
        assert "played by somebody else now" in at.told


async def test_what_an_ended_session_held_is_freed_without_the_garbage_collector() -> None:
    crowded = Crowded(1)
    made: list[weakref.ref[object]] = []

    def remembered(size: tuple[int, int], person: Person, _: object) -> SessionApp:
        app = SessionApp(crowded.house, crowded.server.people, person)
        held = (app.stack, app.guest, app.places, app.stylesheet, app._registry)
        made.extend(weakref.ref(part) for part in held)
        return app

    crowded.server._factory = remembered
    gc.disable()
    try:
        for person in crowded.people:
            await crowded.visit(person)
        assert [found for kept in made if (found := kept()) is not None] == []
    finally:
        gc.enable()


async def test_nothing_that_was_painted_outlives_its_session() -> None:
    """Textual keeps the last thousand painters of the process for their borders' colours; none has a line any more."""
    crowded = Crowded(1)
    gc.collect()
    before = painted()
    for person in crowded.people:
        await crowded.visit(person)
    gc.collect()
    assert painted() <= before


def painted() -> int:
    """Lines that painters of this process keep."""
    return sum(len(vars(kept)["_cache"]) for kept in gc.get_objects() if isinstance(kept, StylesCache))


async def test_a_session_that_does_not_end_leaves_its_seats_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ssh_server.session.session.EXIT_SECONDS", 0.05)
    monkeypatch.setattr(Crowded, "_go", lambda self, terminal: terminal.connection_lost(None))
    crowded = Crowded(1)
    ada = crowded.people[0]
    stuck, freed = asyncio.Event(), asyncio.Event()

    class Stuck(SessionApp):
        async def _shutdown(self) -> None:
            if not stuck.is_set():
                stuck.set()
                await freed.wait()

    crowded.server._factory = lambda size, person, _: Stuck(crowded.house, crowded.server.people, person)
    with noticed() as found:
        await crowded.visit(ada)
    assert any("did not end and was cancelled" in record.getMessage() for record in found), told(found)
    assert not any(table.present for table in crowded.house.tables.values())
    with noticed() as found:  # and hear nothing any more
        for table in crowded.house.tables.values():
            if table.match.phase != "finished":
                HostControls(table).announce("Tea is served.")
        for _ in range(5):
            await asyncio.sleep(0)
    assert not found, told(found)
    freed.set()  # else the loop, which waits for all that it has cancelled, might never close
    await quiet.loop_is_quiet()


async def test_what_a_key_does_to_a_screen_that_does_not_stand_yet_does_no_harm() -> None:
    hall = Hall("Ada", "Bo")
    _finished(hall)
    async with hall.enter("Ada") as at:
        screen = ReplayScreen(Replay(*_stored(hall)), ("Ada", EVERYONE))
        at.app.push_screen(screen)
        await at.app._dispatch_action(screen, "turn", ())
        await at.settle()
        assert at.screen is screen


def _stored(hall: Hall) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    stored = hall.house.store.read("parley-open-1")
    return dict(stored.header), [dict(entry) for entry in stored.entries]


class Failing(Exception):
    """What broke."""


class Broken(SessionApp):
    """An app with a worker that fails."""

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._fail())

    async def _fail(self) -> None:
        raise Failing("a secret")


async def test_a_worker_that_fails_is_logged_with_its_cause() -> None:
    crowded = Crowded(1)
    ada = crowded.people[0]
    crowded.server._factory = lambda size, person, _: Broken(crowded.house, crowded.server.people, person)
    with noticed() as found:
        assert await crowded.visit(ada) is LineEnd.FAILED
    [record] = found
    assert record.exc_info is not None
    assert record.exc_info[0] is Failing
    trace = Discreet().formatException(record.exc_info)
    assert ", in _fail" in trace
    assert trace.endswith("Failing")


async def test_a_screen_that_was_left_while_it_thought_ends_no_session() -> None:
    hall = Hall("Ada", "Bo")
    _finished(hall)
    async with hall.enter("Ada") as at:
        screen = ReplayScreen(Replay(*_stored(hall)), ("Ada", EVERYONE))
        await at.app.push_screen(screen)

        async def think() -> None:
            with contextlib.suppress(asyncio.CancelledError):  # its parts go before it is told to stop
                await asyncio.Event().wait()
            screen.query_one("#nothing")

        thinking = screen.run_worker(think())
        await at.settle()
        await screen.dismiss()
        await at.settle()
        assert thinking.state is WorkerState.ERROR
        assert at.app.is_running


def _gone(error: Exception) -> list[str]:
    """What is logged when that happens in a widget that belongs to no screen any more."""
    with pytest.raises(type(error)) as raised:
        raise error
    token = active_message_pump.set(Paper())
    with noticed() as found:
        assert leaving.is_forgivable(raised.value)
    active_message_pump.reset(token)
    assert [record.exc_info for record in found] == [None] * len(found)
    return [record.getMessage() for record in found]


def test_what_fails_on_its_way_out_is_one_line_in_the_log() -> None:
    [line] = _gone(Failing("a secret"))
    assert re.fullmatch(r".* as it was taken away: Failing, test_visits.py line \d+, in _gone\.", line)


def test_a_part_that_is_missing_on_the_way_out_is_no_trouble() -> None:
    assert _gone(NoMatches("a secret")) == []
