"""A game's fault harms nothing but its own match: functions that raise, loop, exit or print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from cli import alarm
from core import games
from core.decoding import plain
from core.games import guard
from core.house.house import House
from core.house.todo import todo as todos
from core.match import journal as j
from core.match import views
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from tests.core.test_one_file import SOURCE, house
from tests.kit.alarms import quick_alarm
from tests.kit.house import Clock
from tests.kit.house import open_house as memory_house

SEATS: Final = ("Ada", "Bo", "Cy")
FAULTS = {"raises": "1 / 0", "loops": "while True: pass", "exits": "raise SystemExit(3)", "prints": "print('noise')"}
RULES = {
    "check": ("state, seat, orders", "state.round == 2", "_before(state, seat, orders)"),
    "asks": ("state, seat", "state.round == 2", "_before(state, seat)"),
    "close": ("state, orders, dice", "state.round == 2", "_before(state, orders, dice)"),
    "view": ("state, seat", "state.round == 2", "View(state.chips.get(seat), state.points)"),
    "stage": ("state", "state.round == 2", "None"),
    "realms": ("state", "state.round == 2", "{}"),
    "pending": ("state", "state.ending", "None"),
}
ORNAMENTS = {
    "restate": ("orders", "True", "()"),
    "tell": ("report", "True", "()"),
    "board": ("view", "True", "None"),
    "review": ("page", "True", "None"),
    "coach": ("lesson", "True", "None"),
    "own_story": ("memory", "True", "__import__('core.story.parts').story.parts.GameStory()"),
    "talk_facts": ("sight", "True", "__import__('core.contract').contract.TalkFacts()"),
}
HOOKS = {**RULES, **ORNAMENTS}


def torn(hook: str, fault: str, source: str = SOURCE) -> str:
    parameters, when, usual = HOOKS[hook]
    before = f"_before = {hook}\n" if "_before" in usual else ""
    lines = f"def {hook}({parameters}):\n    if {when}:\n        {FAULTS[fault]}\n    return {usual}\n"
    return f"{source.replace('ROUNDS = (3, 8), 6', 'ROUNDS = (3, 8), 2')}\n\n{before}{lines}"


def line_of(hook: str, fault: str) -> str:
    return f"(torn.py, line {torn(hook, fault).splitlines().index('        ' + FAULTS[fault]) + 1})"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(guard, "CALL", 8)
    with quick_alarm(monkeypatch):
        alarm.lend()
        yield
    guard.faults.clear()
    games.look_again()


def play(table: Table, rounds: int) -> None:
    """Let Ada seal and the host close. Refused as the table refuses it."""
    for _ in range(rounds):
        Seat(table, "Ada").seal({"bid": 1})
        HostControls(table).close()


def looks(table: Table) -> list[Any]:
    """All that a screen asks of a seat."""
    seat: Any = Seat(table, "Ada")
    game = table.match.game
    report = [record.reports["Ada"] for record in table.match.rounds]
    lines = [*map(game.tell, report), game.restate(game.Orders()), game.board(seat.view())]
    review = seat.review(1) if table.match.rounds else None
    return [plain(seat.view()), seat.asks(), seat.frame(), seat.story(), review, *lines]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("hook", HOOKS)
def test_a_fault_stops_its_own_match_alone_and_names_file_and_line(hook: str, fault: str) -> None:
    at = memory_house()
    games.bring(games.GameFile("torn", torn(hook, fault), "torn.py"))
    games.bring(games.GameFile("whole", SOURCE.replace("HB-", "WH-"), "whole.py"))
    holders = {"Ada": "person:ada", "Bo": "bot:steady", "Cy": "bot:random"}
    bad, good = (at.make(name, SEATS, holders=holders, seed=1) for name in ("torn", "whole"))
    stops = hook in RULES and fault != "prints"
    if stops:
        with pytest.raises(Refused, match="stands still") as refused:
            play(bad, 2)
        assert refused.value.code == "rules_failed"
        assert line_of(hook, fault) in str(bad.fault)
        with pytest.raises(Refused, match="stands still"):
            bad.submit(j.Sealed(author="Bo", orders={"bid": 1}))
        Seat(bad, "Ada").say("lounge", "The match stands still.")
    else:
        play(bad, 2)
        assert bad.match.phase in ("decision", "finished")
    looks(bad)
    if hook in ("coach", "talk_facts"):
        getattr(bad.match.game, hook)(None)
    for table in (bad, good):
        table.play_bots()
    play(good, 2)
    looks(good)
    at.forget()
    looks(bad)
    told = [str(known) for known in guard.faults.values()]
    assert all(line_of(hook, fault) in words for words in told)
    assert bool(told) == (fault != "prints")


@pytest.mark.parametrize("fault", ["raises", "loops", "exits"])
def test_a_bot_with_a_failing_plan_plays_at_random(fault: str) -> None:
    source = SOURCE.partition("def plan")[0] + f"def plan(sight, draw):\n    {FAULTS[fault]}\n"
    at = memory_house()
    games.bring(games.GameFile("torn", source, "torn.py"))
    holders = {"Ada": "person:ada", "Bo": "bot:steady", "Cy": "bot:random"}
    table = at.make("torn", SEATS, holders=holders, seed=1)
    moves = table.match.game.bot("steady", "Bo", 1).turn(views.sight(table.match, "Bo"))
    assert [type(move).__name__ for move in moves] == ["Seal", "Done"]
    table.play_bots()
    play(table, 1)
    assert table.fault is None
    assert table.match.round == 2
    assert any(hook == "bot.turn" for _, _, hook in guard.faults)


async def test_a_looping_bot_is_ended_in_its_thread() -> None:
    source = SOURCE.partition("def plan")[0] + "def plan(sight, draw):\n    while True: pass\n"
    at = memory_house()
    games.bring(games.GameFile("torn", source, "torn.py"))
    table = at.make("torn", SEATS, holders={"Ada": "person:ada", "Bo": "bot:steady", "Cy": "bot:random"}, seed=1)
    await table.quiet()
    assert "Cy" in table.match.sealed
    assert "no end after" in str(next(iter(guard.faults.values())))
    table.stop()


def test_a_match_whose_setup_fails_is_not_made() -> None:
    games.bring(games.GameFile("torn", SOURCE.replace("def setup(seats):", "def setup(seats):\n    1 / 0"), "torn.py"))
    at = memory_house()
    with pytest.raises(NotAMatch, match=r"setup failed with ZeroDivisionError: division by zero \(torn.py, line \d+\)"):
        at.make("torn", SEATS)
    assert at.matches() == ()


def test_the_clock_of_a_match_that_stands_still_stops() -> None:
    clock = Clock()
    at = memory_house(clock=clock)
    games.bring(games.GameFile("torn", torn("close", "raises"), "torn.py"))
    table = at.make("torn", SEATS, round_seconds=60.0, briefing=False)
    HostControls(table).close()
    at.start()
    clock.advance(90)
    table.tick()
    assert table.fault is not None
    first = table.fault
    clock.advance(600)
    table.tick()
    assert table.fault is first
    at.stop()


# --- a mended file ----------------------------------------------------------------------------------------------------
def standing_still(folder: Path) -> tuple[House, Table]:
    """A match whose close of round 2 fails, with what Ada sealed."""
    (folder / "games").mkdir()
    (folder / "games" / "torn.py").write_text(torn("close", "raises"))
    at = house(folder)
    table = at.make("torn", SEATS, holders={"Ada": "person:ada", "Bo": "person:bo", "Cy": "person:cy"}, seed=1)
    with pytest.raises(Refused, match="stands still"):
        play(table, 2)
    return at, table


def test_HH_78_a_mended_file_is_taken_over_at_the_same_input(tmp_path: Path) -> None:
    at, table = standing_still(tmp_path)
    (todo,) = (task for task in todos(at) if task.kind == "damaged")
    assert line_of("close", "raises") in todo.text
    assert todo.do == f"reopen {table.id}"
    at.reopen(table.id, "host")  # by the same rules it tries again
    with pytest.raises(Refused, match="stands still"):
        HostControls(table).close()
    (tmp_path / "games" / "torn.py").write_text(torn("close", "prints"))
    at.store.reload_games()
    assert at.reopen(table.id, "host", anew=False) is table
    assert table.match.round == 2
    assert table.match.sealed.keys() == {"Ada"}
    assert table.fault is None
    HostControls(table).close()
    closed = views.digest(table.match)
    at.store.close()
    games.look_again()  # as after a restart
    again = house(tmp_path)
    assert views.digest(again.table(table.id).match) == closed
    again.store.close()


def test_HH_78_rules_that_tell_otherwise_begin_the_round_anew_after_a_yes(tmp_path: Path) -> None:
    at, table = standing_still(tmp_path)
    (tmp_path / "games" / "torn.py").write_text(SOURCE.replace("chips[best[0]] -= most", "chips[best[0]] -= most + 1"))
    at.store.reload_games()
    with pytest.raises(Refused, match="resolve round 1 otherwise") as refused:
        at.reopen(table.id, "host", anew=False)
    assert refused.value.code == "say_yes"
    assert table.match.round == 2
    at.reopen(table.id, "host")
    assert table.match.round == 1
    assert table.match.drafts.keys() == {"Ada"}
    assert table.fault is None
    at.store.close()


# --- names ------------------------------------------------------------------------------------------------------------
def test_no_file_takes_a_name_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "exodus.py").write_text(SOURCE)
    at = house(tmp_path)
    table = at.make("exodus", tuple("ABCDEFGHI"))
    assert table.match.game.spec.title == "The Exodus Game"
    assert "the house has a game of that id" in games.refused()["exodus"]
    assert any("the house has a game of that id" in sentence for sentence in at.store.reload_games())
    at.store.close()


def test_a_kept_version_owns_its_prefix(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "second.py").write_text(SOURCE)
    at = house(tmp_path)
    name = at.make("second", SEATS).match.header.match
    (tmp_path / "games" / "first.py").write_text(SOURCE)
    assert any("belongs to second" in sentence for sentence in at.store.reload_games())
    at.store.close()
    games.look_again()  # as after a restart
    again = house(tmp_path)
    assert again.table(name).match.game.spec.id == "second"
    assert "belongs to second" in games.refused()["first"]
    again.store.close()


def test_faults_are_told_at_the_first_reload(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "torn.py").write_text(SOURCE + "\n1 / 0\n")
    (tmp_path / "games" / "odd.py").mkdir()
    at = house(tmp_path)
    told = at.store.reload_games()
    assert any("division by zero (torn.py, line" in sentence for sentence in told)
    assert any("odd.py is no regular file" in sentence for sentence in told)
    at.store.close()


def test_an_endless_import_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "IMPORT", 4)
    games.bring(games.GameFile("torn", SOURCE + "\nwhile True: pass\n", "torn.py"))
    assert "no end after" in games.refused()["torn"]
