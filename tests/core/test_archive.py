"""Finished matches: known by their summaries, folded only for whoever opens them, and true to their journals always."""

from __future__ import annotations

import msgspec
import pytest

from core.house import archive
from core.house.guest import Guest
from core.match import journal as j
from core.match.decisions import outcome
from core.match.summary import SCHEMA, found_by, summary
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]
HELD = {"Ada": "person:ada", "Bo": "person:bo", "Cy": "local", "Di": "person:di"}


def played(house, **more):
    """A match that has finished, and its journal's id."""
    table = house.make("parley-open", SEATS, **{"holders": HELD, **more})
    while table.match.phase != "finished":
        HostControls(table).close()
    return table, table.match.header.match


@pytest.fixture
def folds(monkeypatch):
    """The matches that were folded, in turn."""
    found = []
    real = archive.unfold

    def unfold(match, stored):
        found.append(match)
        return real(match, stored)

    monkeypatch.setattr(archive, "unfold", unfold)
    monkeypatch.setattr("core.house.house.unfold", unfold)
    return found


def again(house):
    """The same house, opened after a kill: nothing was said goodbye to."""
    house.store.contents.held = False
    return open_house(MemoryStore(house.store.contents), house.clock)


def test_a_finished_match_is_not_folded_when_the_house_opens(folds):
    first = open_house(MemoryStore(), Clock())
    table, name = played(first, title="Tuesday")
    running = first.make("parley-open", SEATS)
    house = again(first)
    assert folds == [running.match.header.match]
    assert set(house.tables) == {running.match.header.match}
    assert house.matches() == (summary(table.match), summary(running.match))
    assert house.summary(name).outcome == outcome(table.match)
    assert house.summary(name).finished_at == house.clock()
    assert folds == [running.match.header.match]
    assert house.table(name).match == table.match
    assert folds == [running.match.header.match, name]


def test_a_match_that_was_ended_without_a_result_has_a_summary_too(folds):
    first = open_house()
    table = first.make("parley-open", SEATS)
    HostControls(table).end("no time")
    (told,) = again(first).finished()
    assert (told.abandoned, told.outcome, told.winners, told.place("Ada")) == (True, None, (), None)
    assert folds == []


def test_talk_after_the_end_outdates_the_summary_until_the_house_is_tended(folds):
    first = open_house()
    table, name = played(first)
    Seat(table, "Ada").say("lounge", "well played")
    house = again(first)
    assert folds == [name], "killed before: the journal is read, and tells"
    assert house.finished() == (summary(table.match),)
    Seat(house.table(name), "Bo").say("lounge", "thanks")
    house.tend()
    folds.clear()
    assert [message.text for message in again(house).table(name).match.messages] == ["well played", "thanks"]
    assert folds == [name]


def test_a_house_that_stops_has_every_summary(folds):
    first = open_house()
    table, _ = played(first)
    Seat(table, "Ada").keep_notes("mine")
    first.stop()
    again(first)
    assert folds == []


@pytest.mark.parametrize(
    "document",
    [{}, {"schema": SCHEMA + 1}, {"schema": SCHEMA, "rules_version": 1, "summary": {"match": "parley-open-1"}}],
)
def test_what_another_version_kept_is_made_anew(folds, document):
    first = open_house()
    table, name = played(first)
    first.store.keep_summary(name, document)
    house = again(first)
    assert (folds, house.finished()) == ([name], (summary(table.match),))
    folds.clear()
    again(house)
    assert folds == []


def test_a_summary_of_another_match_is_none(folds):
    first = open_house()
    _, one = played(first)
    _, two = played(first)
    first.store.keep_summary(two, first.store.summary(one))
    house = again(first)
    assert folds == [two]
    assert [told.match for told in house.matches()] == [one, two]


def test_a_journal_that_is_damaged_is_said_however_good_its_summary_is():
    first = open_house()
    _, name = played(first)
    entries = first.store.contents.journals[name]
    entries[1] = entries[1].replace("closed", "clowned")
    house = again(first)
    with pytest.raises(Refused, match=f"The match {name} cannot be opened: entry 1"):
        house.table(name)
    assert (house.matches(), set(house.damaged), house.knows(name)) == ((), {name}, True)
    with pytest.raises(Refused, match="cannot be opened"):
        house.summary(name)


def test_the_table_of_a_finished_match_is_put_away_after_an_hour_and_there_is_never_a_second_one(folds):
    house = open_house()
    table, name = played(house)
    told = []
    house.listen(told.append)
    seat = Seat(table, "Ada")
    house.clock.advance(archive.UNUSED_SECONDS - 1)
    house.tend()
    assert name in house.tables
    house.clock.advance(1)
    house.tend()
    assert (name in house.tables, told) == (False, [name])
    assert house.table(name) is table, "somebody still holds it"
    seat.say("lounge", "hello again")
    del seat, table
    house.clock.advance(archive.UNUSED_SECONDS)
    house.tend()
    assert folds == []
    assert [message.text for message in house.table(name).match.messages] == ["hello again"]
    assert folds == [name]


async def test_a_finished_match_is_read_aside_for_whoever_opens_it(folds):
    first = open_house()
    table, name = played(first)
    house = again(first)
    await house.fetch("no-such-match")
    await house.fetch(name)
    assert house.tables[name].match == table.match
    await house.fetch(name)
    house.table(name)
    assert folds == [name]
    entries = house.store.contents.journals[name]
    entries[1] = entries[1].replace("closed", "clowned")
    with pytest.raises(Refused, match="entry 1"):
        await again(house).fetch(name)


def test_no_room_for_a_summary_does_not_spoil_the_close_that_ended_the_match(monkeypatch, caplog):
    house = open_house()
    monkeypatch.setattr("core.house.archive.to_keep", lambda match: {"no": {1}})
    table, name = played(house)
    assert table.match.phase == "finished"
    assert house.summary(name).finished
    assert "no summary" in caplog.text


def test_whoever_makes_a_match_is_not_held_by_it():
    import contextvars
    import gc
    import weakref

    class Session:
        """What a context leads to."""

    who = contextvars.ContextVar("who")
    house = open_house()

    def visit():
        session = Session()
        who.set(session)
        house.make("parley-open", SEATS)
        return weakref.ref(session)

    session = contextvars.Context().run(visit)
    gc.collect()
    assert session() is None


def test_finished_matches_stand_in_the_order_in_which_they_ended():
    first = open_house()
    slow = first.make("parley-open", SEATS)
    quick = []
    for _ in range(2):
        first.clock.advance(60)
        quick.append(played(first)[1])
    first.clock.advance(60)
    while slow.match.phase != "finished":
        HostControls(slow).close()
    names = [*quick, slow.match.header.match]
    assert [told.match for told in first.finished()] == names
    assert [told.match for told in again(first).finished()] == names
    assert [told.match for told in again(first).matches()] == [names[2], *names[:2]]


def test_the_latest_are_listed_own_ones_first():
    house = open_house()
    mine = [played(house)[1] for _ in range(2)]
    others = [played(house, holders=dict.fromkeys(SEATS, "open"))[1] for _ in range(4)]
    guest = Guest(house, "ada")
    assert [one.summary.match for one in guest.latest(4)] == [mine[1], mine[0], others[3], others[2]]
    assert [one.seats for one in guest.latest(4)] == [("Ada",), ("Ada",), (), ()]
    assert [one.summary.match for one in guest.latest(1)] == [mine[1]]
    newest = played(house)[1]
    assert [one.summary.match for one in guest.latest(2)] == [newest, mine[1]]
    assert len(guest.lobby_rows()) == 7
    assert guest.running() == ()


def test_a_summary_tells_places_bots_and_what_it_is_found_by():
    house = open_house()
    _, name = played(house, title="The long evening")
    told = house.summary(name)
    assert min(told.place(seat) or 0 for seat in SEATS) == 1
    assert not told.bots
    told = msgspec.structs.replace(told, holders={**told.holders, "Cy": "bot:random"})
    assert told.bots
    played(house, title="Tuesday")
    played(house, title="Wednesday")
    every = [told, *house.finished()[1:]]
    for words in ("long evening", "EVENING parley", f"long {name.upper()}", "ada long bo"):
        assert found_by(words, every) == [told]
    assert found_by("", every) == every
    for words in ("person", "random", "evening tuesday"):
        assert found_by(words, every) == [], "how a seat is held is not searched for"


@pytest.mark.parametrize("what", ["said", "noted"])
def test_a_summary_holds_nothing_that_only_some_may_know(what):
    canary = "canary-81"
    house = open_house()
    table = house.make("parley-open", SEATS)
    Seat(table, "Ada").say(("Bo",), canary) if what == "said" else Seat(table, "Ada").keep_notes(canary)
    Seat(table, "Ada").keep_draft({"text": canary})
    while table.match.phase != "finished":
        table.submit(j.Closed())
    length, text = house.store.contents.summaries[table.match.header.match]
    assert canary not in text
    assert str(table.match.header.seed) not in text
    assert length
