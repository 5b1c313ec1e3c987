"""Deadlines follow the clock of the house, whatever happens to it (HH-04, HH-11 to HH-14)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from core.house import house as houses
from core.match import journal as j
from core.match import views
from core.match.reducer import fold
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.words.moments import go_back
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house
from tui.words.notices import told_words

SEATS = NAMES[:4]
HOUR = 3600.0


class Days:
    """The two clocks of a house. Time passes on both; the house's alone can be set."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.lasting = Clock(77.0)

    def passes(self, seconds: float) -> None:
        """So many seconds pass and nobody looks: shortly, or the machine sleeps."""
        self.clock.advance(seconds)
        self.lasting.advance(seconds)

    def lived_through(self, house: houses.House, seconds: float) -> None:
        """So many seconds pass while the house runs."""
        for _ in range(int(seconds // houses.BEAT)):
            self.passes(houses.BEAT)
            house._beat()
        self.passes(seconds % houses.BEAT)


def at_table(store=None, **more):
    days = Days()
    house = open_house(store or MemoryStore(), days.clock, lasting=days.lasting)
    table = house.make("parley-open", SEATS, **{"round_seconds": 600.0, **more})
    house.start()
    return days, house, table, {name: Seat(table, name) for name in SEATS}


def too_late(doing):
    with pytest.raises(Refused) as caught:
        doing()
    assert caught.value.code == "too_late"
    return caught.value


# --- inputs that come too late --------------------------------------------------------------------------------------
def test_HH_11_orders_that_come_a_second_late_do_not_count_though_nothing_has_closed_yet():
    days, house, table, seats = at_table()
    seats["Ada"].seal({"number": 2}, round_=1)
    days.lived_through(house, 599)
    days.passes(2)
    refusal = too_late(lambda: seats["Bo"].seal({"number": 9}, round_=1))
    assert "meant for round 1; round 2 is open" in refusal.message
    assert table.match.round == 2
    assert table.match.rounds[0].orders.keys() == {"Ada"}
    assert table.match.deadline == days.clock() + 600
    assert [news.kind for news in table.match.news] == [], "it is an ordinary close"


def test_HH_11_what_named_no_round_is_judged_by_the_round_that_is_open_then():
    days, _, table, seats = at_table()
    days.clock.advance(601)
    seats["Bo"].seal({"number": 9})
    assert table.match.rounds[0].orders == {}
    assert list(table.match.sealed) == ["Bo"]


@pytest.mark.parametrize(
    "doing",
    [
        lambda seat: seat.do({"kind": "wave", "to": "Bo"}, 1),
        lambda seat: seat.ready(round_=1),
        lambda seat: seat.withdraw(1),
        lambda seat: seat.keep_draft({"number": 3}),
        lambda seat: seat.check_round(1),
    ],
    ids=["act", "ready", "withdraw", "draft", "check"],
)
def test_HH_11_whatever_was_meant_for_the_round_before_comes_too_late(doing):
    days, _, table, seats = at_table()
    days.clock.advance(600)
    too_late(lambda: doing(seats["Ada"]))
    assert (table.match.round, table.match.ready, table.match.drafts, table.match.actions) == (2, (), {}, ())


def test_HH_11_talk_and_notes_are_kept_after_the_close():
    days, _, table, seats = at_table()
    days.clock.advance(600)
    seats["Ada"].say("lounge", "phew")
    seats["Ada"].keep_notes("late")
    assert (table.match.round, table.match.messages[0].round, seats["Ada"].notes()) == (2, 2, "late")


@pytest.mark.parametrize("doing", [HostControls.close, lambda desk: desk.move_deadline(desk.table.clock() + 60.0)])
def test_HH_11_a_host_s_close_or_new_deadline_that_comes_too_late_does_not_hit_the_next_round(doing):
    days, _, table, _ = at_table()
    days.clock.advance(600)
    assert "Look again" in too_late(lambda: doing(HostControls(table))).message
    assert (table.match.round, table.match.deadline) == (2, days.clock() + 600)


def test_HH_11_a_host_s_close_of_a_round_that_has_closed_meanwhile_is_refused():
    days, _, table, _ = at_table()
    days.clock.advance(600)
    table.catch_up()
    too_late(lambda: HostControls(table).close(1))
    HostControls(table).close(2)
    assert table.match.round == 3


def test_HH_11_a_bot_s_moves_for_a_round_that_ran_out_are_not_played_in_the_next():
    days = Days()
    house = open_house(MemoryStore(), days.clock, lasting=days.lasting)
    names = NAMES[:9]
    table = house.make("exodus", names, holders=dict.fromkeys(names, "bot:random"), round_seconds=60.0)
    house.start()
    moves = table.bots._moves("Ada", views.sight(table.match, "Ada"))
    assert moves
    days.clock.advance(60)
    assert not list(table.bots._play("Ada", moves, ("round", 1), None))
    assert (table.match.round, table.match.sealed, table.match.ready) == (2, {}, ())


def test_HH_11_a_round_that_cannot_close_is_tried_again_and_takes_what_comes(caplog):
    class Broken(MemoryStore):
        full = False

        def append(self, match, *entries):
            if self.full and any(entry["kind"] == "closed" for entry in entries):
                raise OSError(28, "No space left on device")
            super().append(match, *entries)

    store = Broken()
    days, house, table, seats = at_table(store)
    store.full = True
    days.passes(50)
    days.clock.advance(550)
    for _ in range(3):
        house._beat()
    assert caplog.text.count("could not close its round") == 1
    HostControls(table).move_deadline(days.clock() + 60)
    store.full = False
    assert table.match.round == 1
    seats["Ada"].seal({"number": 1}, round_=1)
    days.clock.advance(60)
    house._beat()
    assert (table.match.round, table.match.rounds[0].orders.keys()) == (2, {"Ada"})


def test_HH_43_a_deadline_that_passed_while_nothing_could_be_kept_is_not_sprung_on_anyone():
    class Full(MemoryStore):
        full = False

        def append(self, match, *entries):
            if self.full:
                raise OSError(28, "No space left on device")
            super().append(match, *entries)

    store = Full()
    days, house, table, seats = at_table(store)
    store.full = True
    days.passes(50)
    with pytest.raises(OSError, match="No space"):
        seats["Ada"].seal({"number": 1})
    days.lived_through(house, 620)
    assert (table.match.round, table.match.news) == (1, ())
    store.full = False
    seats["Ada"].seal({"number": 1}, round_=1)
    assert table.match.deadline == days.clock() + house.grace
    assert "could not be kept when it passed; there are 15 more minutes" in table.match.news[-1].text
    days.lived_through(house, house.grace + 10)
    assert (table.match.round, table.match.rounds[0].orders.keys()) == (2, {"Ada"})


# --- clocks that are set --------------------------------------------------------------------------------------------
def test_HH_12_a_clock_set_forward_closes_without_grace_at_the_next_beat():
    days, house, table, _ = at_table()
    days.lived_through(house, 100)
    days.clock.advance(HOUR)
    assert table.match.round == 1
    days.lived_through(house, houses.BEAT)
    assert table.match.round == 2
    assert table.match.news == ()
    assert houses.BEAT < 5


async def test_HH_12_the_beat_goes_by_itself(monkeypatch):
    monkeypatch.setattr(houses, "BEAT", 0.01)
    days = Days()
    house = open_house(MemoryStore(), days.clock, lasting=days.lasting)
    table = house.make("parley-open", SEATS, round_seconds=HOUR)
    house.start()
    closed = asyncio.Event()
    Seat(table, "Ada").listen(lambda change: closed.set() if change.kind == "closed" else None)
    days.clock.advance(HOUR)
    await asyncio.wait_for(closed.wait(), 300)
    house.stop()
    assert table.match.round == 2


def test_HH_13_a_clock_set_back_gives_and_takes_no_time():
    days, house, table, _ = at_table()
    days.lived_through(house, 400)
    days.clock.advance(-HOUR)
    days.lived_through(house, 4)
    assert table.match.deadline == days.clock() + 196
    assert [news.text for news in table.match.news] == [
        "The deadline was moved. The house's clock was set back; as much time is left as before."
    ]
    days.lived_through(house, 195)
    assert table.match.round == 1, "nothing closes early"
    days.lived_through(house, 4)
    assert table.match.round == 2, "and nothing late"


def test_HH_13_a_deadline_that_ran_out_as_the_clock_was_set_back_closes():
    days, house, table, seats = at_table()
    days.lived_through(house, 598)
    days.clock.advance(-HOUR)
    days.passes(3)
    too_late(lambda: seats["Ada"].seal({"number": 1}, round_=1))
    assert table.match.round == 2


def test_HH_13_small_corrections_are_not_told_and_do_not_add_up():
    days, house, table, _ = at_table()
    days.lived_through(house, 100)
    for _ in range(3):
        days.clock.advance(-0.9)
        days.lived_through(house, 4)
    assert len(table.match.news) == 1
    assert table.match.deadline == days.clock() + 600 - 112
    assert table.match.round == 1


def test_HH_13_a_stopped_clock_keeps_what_was_left():
    days, house, table, _ = at_table()
    days.lived_through(house, 100)
    HostControls(table).pause()
    days.clock.advance(-HOUR)
    days.lived_through(house, 8)
    HostControls(table).resume()
    assert table.match.deadline == days.clock() + 500
    assert [news.kind for news in table.match.news] == ["paused", "resumed"]


def test_HH_13_without_a_deadline_nothing_is_told():
    days, house, table, _ = at_table(round_seconds=None)
    days.clock.advance(-HOUR)
    days.lived_through(house, 8)
    assert table.match.news == ()


# --- a house that did not run ---------------------------------------------------------------------------------------
def test_HH_14_a_deadline_that_passed_while_the_machine_slept_is_not_sprung_on_anyone():
    days, house, table, seats = at_table()
    days.lived_through(house, 100)
    days.passes(2 * HOUR)
    house._beat()
    assert (table.match.round, table.match.deadline) == (1, days.clock() + 900)
    assert [news.text for news in table.match.news] == [
        "The deadline was moved. The house did not run when it passed; there are 15 more minutes."
    ]
    seats["Ada"].seal({"number": 1}, round_=1)
    days.lived_through(house, 900)
    assert (table.match.round, table.match.rounds[0].orders.keys()) == (2, {"Ada"})


def test_HH_14_whoever_types_first_after_the_sleep_finds_the_round_open_too():
    days, _, table, seats = at_table()
    days.passes(2 * HOUR)
    seats["Ada"].seal({"number": 1}, round_=1)
    assert (table.match.round, table.match.deadline) == (1, days.clock() + 900)


def test_HH_14_every_table_of_the_house_has_the_grace():
    days, house, table, seats = at_table()
    other = house.make("parley-open", SEATS, round_seconds=HOUR)
    days.passes(2 * HOUR)
    seats["Ada"].seal({"number": 1}, round_=1)
    days.lived_through(house, 8)
    assert {one.match.deadline for one in (table, other)} == {days.clock() - 8 + 900}


def test_HH_14_under_a_minute_is_no_sleep():
    days, house, table, seats = at_table()
    days.lived_through(house, 588)
    days.passes(59)
    too_late(lambda: seats["Ada"].seal({"number": 1}, round_=1))
    assert table.match.news == ()


def test_HH_14_a_deadline_that_was_set_past_before_the_sleep_has_no_grace():
    """Asleep for two minutes; the clock was then found an hour further: what it jumped over closes."""
    days, house, table, _ = at_table(round_seconds=HOUR)
    days.lived_through(house, 400)
    days.passes(120)
    days.clock.advance(HOUR)
    house._beat()
    assert table.match.round == 2


def test_HH_14_a_deadline_after_the_sleep_stays_where_it_was():
    days, house, table, _ = at_table(round_seconds=HOUR)
    before = table.match.deadline
    days.passes(HOUR - 10)
    house._beat()
    assert (table.match.deadline, table.match.news) == (before, ())


def test_HH_14_asleep_and_set_back_at_once():
    days, house, table, _ = at_table()
    days.lived_through(house, 400)
    days.passes(HOUR)
    days.clock.advance(-2 * HOUR)
    house._beat()
    assert (table.match.round, table.match.deadline) == (1, days.clock() + 900)


def test_HH_04_a_house_that_opens_grants_its_own_grace_and_no_other():
    days, house, table, _ = at_table()
    store = house.store
    days.passes(HOUR)
    again = open_house(store, days.clock, lasting=days.lasting)
    again.start()
    found = again.table(table.match.header.match).match
    assert (found.round, found.deadline, len(found.news)) == (1, days.clock() + 900, 1)
    again._beat()
    assert again.table(table.match.header.match).match == found


def test_HH_04_a_house_that_is_not_open_lets_no_time_pass():
    days, house, table, _ = at_table()
    days.passes(HOUR)
    found = open_house(house.store, days.clock, lasting=days.lasting).table(table.match.header.match)
    HostControls(found).announce("Back in a moment.")
    assert found.match.round == 1


def test_the_journal_of_a_house_whose_clock_was_set_folds_to_the_same_match():
    days, house, table, seats = at_table()
    days.lived_through(house, 100)
    days.clock.advance(-HOUR)
    days.lived_through(house, 8)
    days.passes(2 * HOUR)
    with contextlib.suppress(Refused):
        seats["Ada"].seal({"number": 1}, round_=1)
    days.clock.advance(HOUR)
    house._beat()
    stored = house.store.read(table.match.header.match)
    assert fold(j.header_from_json(stored.header), [j.entry_from_json(e) for e in stored.entries]) == table.match


# --- a real process that is really stopped --------------------------------------------------------------------------
STOPPED = """
    import asyncio, os, signal, sys, time
    sys.path.insert(0, sys.argv[1])
    from cli.opening import lasting
    from core.house.house import House
    from core.table.seat import Seat
    from storage.memory import MemoryStore
    import tests.kit.parley

    async def main():
        house = House(MemoryStore(), time.time, lambda n: "ab" * n, lasting=lasting, absence=float(sys.argv[2]))
        table = house.make("parley-open", ("Ada", "Bo", "Cy", "Di"), round_seconds=0.2)
        house.start()
        told = asyncio.Event()
        Seat(table, "Ada").listen(lambda change: told.set())
        os.kill(os.getpid(), signal.SIGSTOP)
        await told.wait()
        print(table.match.round, *(news.text for news in table.match.news), flush=True)

    asyncio.run(main())
"""


@pytest.mark.parametrize(("absence", "told"), [("0.4", "1 The deadline was moved. The house did not run"), ("60", "2")])
def test_HH_14_a_process_that_is_stopped_over_its_deadline_grants_the_grace_afterwards(absence, told):
    here = Path(__file__).parents[2]
    house = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(STOPPED), str(here), absence], stdout=subprocess.PIPE, text=True
    )
    try:
        assert os.WIFSTOPPED(os.waitpid(house.pid, os.WUNTRACED)[1])
        time.sleep(0.6)  # while it is stopped nothing tells us of time but time
        house.send_signal(signal.SIGCONT)
        assert house.communicate(timeout=300)[0].startswith(told)
    finally:
        house.kill()
        house.wait()


def test_CM_11_going_back_names_the_deadline_of_before_and_the_one_of_now():
    _, house, table, _ = at_table(round_seconds=86_400.0)
    desk, berlin = HostControls(table), ZoneInfo("Europe/Berlin")
    desk.move_deadline(house.clock() + 5 * 86_400.0)
    [preview] = desk.preview(lambda trial: go_back(trial, 1, UTC)).everybody
    times = "The deadline moves from Sun 22:13 UTC to Wed 22:13 UTC."
    assert preview.endswith(times)
    go_back(desk, 1, UTC, "A slip")
    news = table.match.news[-1]
    assert news.text.endswith(f"{times} A slip.")
    assert news.text.startswith(preview)
    assert told_words(news, house.clock(), berlin) == f"{news.text} That is Wed 23:13 CET for you."
    desk.move_deadline(None)
    go_back(desk, 1, UTC)
    assert table.match.news[-1].text.endswith("The deadline is Wed 22:13 UTC.")
    go_back(desk, 1, UTC)
    assert "deadline" not in table.match.news[-1].text, "it stays where it was"
