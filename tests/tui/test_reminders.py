"""Deadlines that come near: bell, sentence and the window's title, wherever their player sits; and what comes after."""

from __future__ import annotations

from core.table.host_controls import HostControls
from tests.kit.hall import Hall, SessionServices
from tests.kit.house import open_house
from tui.screens.table.catch_up import CatchUpScreen
from tui.screens.table.screen import TableScreen

HOUR = 3600.0


def watched(at: SessionServices) -> tuple[list[str], list[str]]:
    """What rings from now on, and how the window is called."""
    rung: list[str] = []
    titles: list[str] = []
    at.app.bell = lambda: rung.append(at.app.screen.id or "")  # type: ignore[method-assign]
    at.app._driver.set_title = titles.append  # type: ignore[union-attr]
    return rung, titles


async def later(hall: Hall, at: SessionServices, seconds: float) -> None:
    """So much later, when the session's timer has looked."""
    hall.clock.advance(seconds)
    at.app.update_all()
    await at.settle()


async def test_who_sits_at_another_table_is_reminded_there():
    hall = Hall("Ada", "Bo")
    hall.match(title="Slow", round_seconds=100 * HOUR)
    quick = hall.match(title="Quick", round_seconds=2 * HOUR)
    async with hall.enter("Ada") as at:
        at.app.sit("parley-open-1", "Ada")
        await at.settle()
        rung, titles = watched(at)
        await later(hall, at, 1.5 * HOUR)
        assert rung == ["table"]
        assert titles[-1] == "! 30m left: Quick"
        assert at.told == "Quick, round 1: 30m left, and nothing of yours (Ada) is sealed."
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.frame().title == "Slow", "the table is not changed under anybody's hands"
        hall.seat(quick, "Ada").keep_draft({"number": 1})
        await later(hall, at, 0.4 * HOUR)
        assert at.told.endswith("Your draft does not count by itself.")
        hall.seat(quick, "Ada").seal({"number": 2})
        await at.settle()
        assert titles[-1] == "Garnet House (1 waiting)", "sealed: the window is called as before"
        await later(hall, at, 0.09 * HOUR)
        assert len(rung) == 2


async def test_a_title_does_not_outlive_its_deadline():
    hall = Hall("Ada", "Bo")
    table = hall.match(round_seconds=2 * HOUR)
    async with hall.enter("Ada") as at:
        rung, titles = watched(at)
        await later(hall, at, 1.5 * HOUR)
        assert titles[-1] == "! 30m left: Parley (open)"
        hall.clock.advance(0.5 * HOUR)
        table.tick()
        await at.settle()
        assert table.match.round == 2
        assert titles[-1] == "Garnet House (1 waiting)"
        HostControls(table).move_deadline(hall.clock() + 1800.0)
        await at.settle()
        await later(hall, at, 1300.0)
        assert titles[-1] == "! 9m left: Parley (open)"
        HostControls(table).move_deadline(hall.clock() + 100 * HOUR)
        await at.settle()
        assert titles[-1] == "Garnet House (1 waiting)"
        assert len(rung) == 2


async def test_a_draft_that_counts_is_played_at_the_deadline_and_another_is_not():
    hall = Hall("Ada", "Bo")
    table = hall.match(title="Quick", round_seconds=2 * HOUR)
    hall.match(title="Slow", round_seconds=100 * HOUR)
    hall.seat(table, "Bo").keep_draft({"number": 8}, counts=False)
    async with hall.enter("Ada") as at:
        at.app.sit("parley-open-1", "Ada")
        await at.settle()
        hall.seat(table, "Ada").keep_draft({"number": 7})
        await at.settle()
        await at.press("d", "q")
        rung, _ = watched(at)
        await later(hall, at, 1.9 * HOUR)
        assert rung == ["lobby"]
        assert at.told.endswith("Your draft counts if it is valid.")
        hall.clock.advance(0.1 * HOUR)
        table.tick()
        await at.settle()
    played = table.match.rounds[0].orders
    assert {name: orders.number for name, orders in played.items()} == {"Ada": 7}
    assert [hall.seat(table, name).draft() for name in ("Ada", "Bo")] == [None, None], "the next desk is empty"


async def test_after_a_restart_there_is_the_time_of_grace_and_everybody_is_told_and_reminded():
    hall = Hall("Ada", "Bo")
    first = hall.match(title="Quick", round_seconds=2 * HOUR)
    hall.seat(first, "Ada").keep_draft({"number": 7}, counts=True)
    async with hall.enter("Ada"):
        pass
    hall.house.stop()
    hall.clock.advance(10 * HOUR)
    hall.house = open_house(hall.house.store, hall.clock, grace=900.0)
    hall.house.start()
    table = hall.house.table("parley-open-1")
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, CatchUpScreen)
        assert "The house was closed when it passed; there are 15 more minutes." in " ".join(at.text.split())
        await at.press("enter")
        assert "15m left" in at.text
        assert hall.seat(table, "Ada").draft().orders == {"number": 7}
        rung, titles = watched(at)
        await later(hall, at, 360.0)
        assert (rung, titles[-1]) == (["table"], "! 9m left: Quick")
        hall.clock.advance(540.0)
        table.tick()
        await at.settle()
    assert table.match.rounds[0].orders["Ada"].number == 7
    hall.house.stop()
