"""HH-34: twenty things in a minute; what comes after waits, on disk, and is said when its turn comes."""

from __future__ import annotations

import pytest

from core.dice import Dice
from core.match.pace import MESSAGES, MOST_WAITING
from core.match.redeal import UNSEEN, redeal
from core.match.views import view
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]


def hasty(game="parley-open", said=MESSAGES):
    """A house at whose table Ada has said as much as one may in a minute, a second each."""
    store, clock = MemoryStore(), Clock()
    house = open_house(store, clock)
    table = house.make(game, SEATS)
    house.start()
    ada = Seat(table, "Ada")
    for number in range(said):
        clock.advance(1)
        assert ada.say("lounge", f"{number}") == 0
    return store, clock, house, table, ada


def words(table):
    return [message.text for message in table.match.messages]


def test_HH_34_what_waits_is_said_when_its_turn_comes():
    _, clock, _, table, ada = hasty()
    before = view(table.match, "Bo")
    assert ada.say(["Bo"], "one more") == 41
    assert ada.say("lounge", "and another") == 42
    assert [turn.due - clock.now for turn in ada.waiting()] == [41, 42]
    assert view(table.match, "Bo") == before
    Seat(table, "Bo").say("lounge", "I may")
    clock.advance(41)
    table.tick()
    assert words(table)[-1] == "one more"
    assert table.match.messages[-1].at == clock.now
    assert [turn.waiting.text for turn in ada.waiting()] == ["and another"]
    clock.advance(1)
    assert ada.say("lounge", "last") == 1  # what waited is said first
    assert words(table)[-1] == "and another"


def test_HH_34_it_is_said_though_its_writer_left_and_the_house_was_closed():
    store, clock, house, _, ada = hasty()
    ada.arrive()
    ada.say("host", "And you?")
    ada.depart()
    house.stop()
    again = open_house(store, clock)
    assert [turn.waiting.text for turn in again.seat("parley-open-1", "Ada").waiting()] == ["And you?"]
    clock.advance(3600)
    again.start()
    table = again.table("parley-open-1")
    table.tick()
    assert again.seat("parley-open-1", "Ada").apart()[-1].text == "And you?"
    assert table.match.queued == ()


def test_HH_34_what_may_not_be_said_by_then_is_shown_to_its_writer_with_the_reason():
    _, clock, _, table, ada = hasty()
    ada.say("lounge", "Too late")
    HostControls(table).mute("Ada", ("lounge",))
    clock.advance(60)
    table.tick()
    (left,) = ada.unsaid()
    assert left.text == "Too late"
    assert "muted you in the lounge" in left.failure
    assert "Too late" not in words(table)
    ada.say(["Bo"], "Well")
    assert ada.unsaid() == ()


def test_HH_34_what_could_not_be_said_at_all_does_not_wait_and_no_more_than_twenty_things_do():
    _, _, _, _, ada = hasty()
    with pytest.raises(Refused) as refused:
        ada.say(["Zed"], "Hello")
    assert refused.value.code == "not_seated"
    for number in range(MOST_WAITING):
        ada.say("lounge", f"later {number}")
    with pytest.raises(Refused) as refused:
        ada.say("lounge", "too much")
    assert refused.value.code == "too_fast"
    assert len(ada.waiting()) == MOST_WAITING


def test_HH_34_who_is_given_the_seat_does_not_find_what_waited():
    _, clock, _, table, ada = hasty()
    ada.say("lounge", "later")
    HostControls(table).hand_over("Ada", "person:zed")
    assert table.match.queued == ()
    clock.advance(60)
    table.tick()
    assert "later" not in words(table)


def test_HH_34_at_the_end_what_waits_is_not_said():
    _, _, _, table, ada = hasty()
    ada.say("lounge", "later")
    HostControls(table).end("Enough.")
    assert words(table)[-1] == f"{MESSAGES - 1}"
    assert [one.text for one in ada.unsaid()] == ["later"]
    with pytest.raises(Refused) as refused:
        ada.say("lounge", "too fast")
    assert refused.value.code == "too_fast"


def test_HH_34_what_waits_does_not_outlive_its_round():
    _, clock, _, table, ada = hasty()
    ada.say("lounge", "this round only")
    assert "this round only" not in words(table)
    HostControls(table).close()
    [left] = ada.unsaid()
    assert left.text == "this round only"
    assert "over before its turn came" in left.failure
    assert ada.waiting() == ()
    clock.advance(3600)
    table.tick()
    ada.say("lounge", "said anew")
    assert words(table)[-2:] == [f"{MESSAGES - 1}", "said anew"]


def test_HH_34_a_house_that_stopped_at_the_close_says_nothing_of_the_round_before():
    store, clock, house, table, ada = hasty()
    ada.say("lounge", "this round only")
    keep = table._keep_unsaid
    table._keep_unsaid = lambda until: None
    HostControls(table).close()
    table._keep_unsaid = keep
    house.stop()
    again = open_house(store, clock)
    clock.advance(3600)
    again.start()
    at = again.table("parley-open-1")
    at.tick()
    assert "this round only" not in words(at)


def test_HH_34_what_waits_is_its_writers_alone():
    _, _, _, table, ada = hasty()
    ada.say("lounge", "later")
    assert all(UNSEEN in one.text for n in range(8) for one in redeal(table.match, "Bo", Dice(n)).queued)
    assert ada.waiting()[0].waiting in redeal(table.match, "Ada", Dice(1)).queued
