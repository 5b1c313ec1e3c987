"""The table: store, then tell; one queue; deadlines; early close; bots; subscriptions."""

from __future__ import annotations

import asyncio

import pytest

from core.botplay.playing import TURNS
from core.match import journal as j
from core.match import views
from core.match.records import Change
from core.match.reducer import fold
from core.narration.telling import story
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Deal
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]


class Forgetful(MemoryStore):
    """A store whose disk is full from now on."""

    full = False

    def append(self, match, *entries):
        if self.full:
            raise OSError(28, "No space left on device")
        super().append(match, *entries)


def at_table(**more):
    house = open_house()
    table = house.make("parley-open", SEATS, **more)
    return house, table, {name: Seat(table, name) for name in SEATS}


def test_nothing_is_acknowledged_that_the_store_did_not_take():
    store = Forgetful()
    table = open_house(store).make("parley-open", SEATS)
    heard = []
    table.subscribe("Ada", heard.append)
    store.full = True
    before = table.match
    with pytest.raises(OSError, match="No space"):
        Seat(table, "Ada").seal({"number": 3})
    assert table.match is before
    assert heard == []
    store.full = False
    Seat(table, "Ada").seal({"number": 3})
    assert [change.kind for change in heard] == ["orders", "seals"]


class Counting(Forgetful):
    """A store that remembers how much came at one stroke."""

    def __init__(self):
        super().__init__()
        self.strokes = []

    def append(self, match, *entries):
        super().append(match, *entries)
        self.strokes.append([entry["kind"] for entry in entries])


def at_counting_table():
    store = Counting()
    table = open_house(store).make("parley-open", SEATS)
    return store, table


def said(*texts):
    return [j.Said(author="Ada", to="lounge", text=text) for text in texts]


def test_what_comes_together_is_stored_at_one_stroke_and_told_in_its_order():
    store, table = at_counting_table()
    heard = []
    table.subscribe("Bo", lambda change: heard.append((change.kind, len(table.match.messages))))
    table.submit_together([*said("one", "two"), j.Said(author="Ada", to="nowhere", text="lost"), *said("three")])
    assert store.strokes == [["said", "said", "said"]]
    assert [message.text for message in table.match.messages] == ["one", "two", "three"]
    assert [kind for kind, _ in heard] == ["said"] * 3
    assert [entry["text"] for entry in store.read(table.match.header.match).entries] == ["one", "two", "three"]


def test_of_what_comes_together_nothing_counts_that_the_store_did_not_take():
    store, table = at_counting_table()
    heard, before = [], table.match
    table.subscribe("Bo", heard.append)
    store.full = True
    with pytest.raises(OSError, match="No space"):
        table.submit_together(said("one", "two"))
    assert (table.match, heard, store.strokes) == (before, [], [])


def test_nothing_comes_after_a_close_that_came_together_with_it():
    """It was meant for what was open."""
    store, table = at_counting_table()
    table.submit_together([*said("one"), j.Closed(), *said("two")])
    assert [len(stroke) for stroke in store.strokes] == [2]
    assert [message.text for message in table.match.messages] == ["one"]


def test_an_input_that_was_kept_is_never_refused_for_the_early_close_after_it():
    store = Forgetful()
    table = open_house(store).make("parley-open", SEATS)
    for name in SEATS[:3]:
        Seat(table, name).ready()
    append, taken = store.append, []

    def only_one_more(match, entry):
        store.full = bool(taken)
        taken.append(entry)
        append(match, entry)

    store.append = only_one_more
    Seat(table, "Di").ready()
    assert (table.match.round, table.match.ready) == (1, SEATS)
    store.append, store.full = append, False
    table.submit(j.Closed())
    assert table.match.round == 2


def test_the_journal_folds_to_the_live_match():
    house, table, seats = at_table()
    seats["Ada"].seal({"number": 3})
    seats["Bo"].say(["Ada"], "hello", Deal("1", "2"))
    seats["Cy"].keep_draft({"number": 8}, counts=True)
    seats["Cy"].keep_notes("watch Bo")
    table.submit(j.Closed())
    stored = house.store.read(table.match.header.match)
    again = fold(j.header_from_json(stored.header), [j.entry_from_json(entry) for entry in stored.entries])
    assert again == table.match


def test_changes_are_told_only_to_those_whom_they_concern():
    _, table, seats = at_table()
    heard = {name: [] for name in SEATS}
    for name in SEATS:
        seats[name].listen(heard[name].append)
    watcher = []
    Seat(table, None).listen(watcher.append)
    seats["Ada"].say(["Bo"], "psst")
    seats["Ada"].keep_notes("mine")
    assert [c.kind for c in heard["Ada"]] == ["said", "notes"]
    assert [c.kind for c in heard["Bo"]] == ["said"]
    assert heard["Cy"] == []
    seats["Ada"].seal({})
    assert heard["Cy"] == watcher == [Change("seals")]
    seats["Bo"].depart()
    seats["Ada"].say("lounge", "all")
    assert [c.kind for c in heard["Bo"]] == ["said", "seals"]
    assert [c.kind for c in heard["Cy"]] == ["seals", "said"]
    assert watcher == [Change("seals")]


def test_one_listener_s_trouble_never_reaches_another():
    _, _, seats = at_table()

    def broken(change):
        raise RuntimeError("a screen fell over")

    heard = []
    seats["Ada"].listen(broken)
    seats["Bo"].listen(heard.append)
    seats["Cy"].seal({})
    assert heard == [Change("seals")]


def test_CM_26_a_round_closes_early_once_everyone_is_ready():
    _, table, seats = at_table()
    for name in SEATS[:3]:
        seats[name].ready()
    assert table.match.round == 1
    seats["Di"].ready()
    assert (table.match.round, table.match.ready) == (2, ())


def test_without_early_close_a_round_waits_for_the_host():
    _, table, seats = at_table(early_close=False)
    for name in SEATS:
        seats[name].ready()
    assert table.match.round == 1


def test_a_deadline_closes_the_round_and_winds_the_next():
    house, table, seats = at_table(round_seconds=60.0)
    assert isinstance(house.clock, Clock)
    seats["Ada"].seal({"number": 2})
    seats["Bo"].keep_draft({"number": 5}, counts=True)
    house.clock.advance(59.9)
    table.tick()
    assert table.match.round == 1
    house.clock.advance(0.1)
    table.tick()
    assert table.match.round == 2
    assert table.match.deadline == house.clock() + 60
    assert seats["Bo"].log()[0].report.won


async def test_the_timer_closes_the_round_by_itself():
    house = open_house()
    table = house.make("parley-open", SEATS, round_seconds=0.01)
    closed = asyncio.Event()
    Seat(table, "Ada").listen(lambda change: closed.set() if change.kind == "closed" else None)
    house.clock.advance(0.02)
    await asyncio.wait_for(closed.wait(), 300)
    assert table.match.round == 2
    house.stop()


def test_HH_04_a_deadline_that_passed_while_the_house_was_closed_is_not_sprung_on_anyone():
    clock, store = Clock(), MemoryStore()
    table = open_house(store, clock).make("parley-open", SEATS, round_seconds=60.0)
    Seat(table, "Ada").seal({"number": 1})
    clock.advance(3600)
    again = open_house(store, clock, grace=900.0)
    again.start()
    table = again.table(table.match.header.match)
    assert table.match.round == 1
    assert table.match.deadline == clock() + 900
    assert "closed when it passed" in table.match.news[-1].text
    assert table.match.sealed["Ada"].orders.number == 1


def test_late_orders_are_refused_in_words():
    _, table, seats = at_table()
    table.submit(j.Closed())
    with pytest.raises(Refused, match="round 1; round 2 is open"):
        seats["Ada"].seal({"number": 1}, round_=1)


def test_the_frame_tells_the_state_of_ones_own_orders():
    house, _, seats = at_table()
    ada = seats["Ada"]
    assert ada.frame().orders == "NONE"
    ada.keep_draft({"number": 1})
    assert ada.frame().orders == "DRAFT"
    ada.seal({"number": 1})
    assert (ada.frame().orders, ada.frame().sealed_at) == ("SEALED", house.clock())
    assert ada.draft() is None
    ada.keep_draft({"number": 2})
    assert ada.frame().orders == "EDITED"
    assert seats["Bo"].frame().orders == "NONE"
    assert seats["Bo"].frame().sealed_count == 1


def test_a_spectator_has_no_inputs_and_no_private_part():
    house, table, seats = at_table()
    seats["Ada"].seal({"number": 1})
    watcher = house.watch(table.match.header.match)
    for doing in (lambda: watcher.seal({}), lambda: watcher.say("lounge", "x"), watcher.ready, watcher.withdraw):
        with pytest.raises(Refused) as error:
            doing()
        assert error.value.code == "spectator"
    assert watcher.messages() == watcher.log() == ()
    assert watcher.notes() == ""
    assert watcher.frame().orders == "NONE"


def test_presence_is_told_only_where_the_match_allows_it():
    _, _, seats = at_table()
    seats["Ada"].arrive()
    assert seats["Bo"].frame().present is None
    _, _, seats = at_table(presence=True)
    heard = []
    seats["Bo"].listen(heard.append)
    seats["Ada"].arrive()
    assert seats["Bo"].frame().present == ("Ada",)
    seats["Ada"].depart()
    assert seats["Bo"].frame().present == ()
    assert [c.kind for c in heard] == ["presence", "presence"]


@pytest.mark.parametrize("game", ["exodus", "sinners_secret"])
async def test_bots_at_a_table_play_to_the_end(game):
    house = open_house()
    from core.games import game as find_game

    names = NAMES[: find_game(game).spec.seats]
    table = house.make(game, names, holders=dict.fromkeys(names, "bot:random"), seed=3)
    while table.match.phase != "finished":
        await asyncio.wait_for(table.quiet(), 300)
        if table.match.phase == "decision":
            table.submit(j.Closed())
    assert views.outcome_of(table.match) is not None
    house.stop()


def test_a_bot_still_answers_a_person_after_a_long_talk():
    """What a bot may do in one round is bounded; that must not make it deaf to people who talk much."""
    names = NAMES[:9]
    table = open_house().make(
        "exodus", names, holders={"Ada": "local", **dict.fromkeys(names[1:], "bot:steady")}, seed=2
    )
    table.play_bots()
    for number in range(TURNS + 5):
        table.submit(j.Said(author="Ada", to=("Bo",), text=f"By the way, number {number}."))
        table.play_bots()
    before = len(table.match.messages)
    table.submit(j.Said(author="Ada", to=("Bo",), text="Red for red?", deal=Deal("red", "red")))
    table.play_bots()
    assert any(m.sender == "Bo" and m.readers == ("Ada", "Bo") for m in table.match.messages[before + 1 :])


async def test_a_seat_handed_to_a_bot_is_played_at_once():
    house = open_house()
    names = NAMES[:9]
    table = house.make("exodus", names, holders=dict.fromkeys(names[1:], "bot:random") | {"Ada": "local"})
    await table.quiet()
    assert table.match.round == 1
    table.submit(j.HandedOver(seat="Ada", holder="bot:random"))
    await table.quiet()
    assert table.match.phase == "finished" or table.match.round > 1
    house.stop()


def test_what_spectators_are_told_is_told_once_for_all_of_them(monkeypatch):
    """A story is a fold of the whole match: ninety who watch read the same one, until something public changes."""
    table = open_house().make("parley-open", NAMES[:4])
    found = [Seat(table, None).story() for _ in range(3)]
    assert found[0] is found[1] is found[2]
    table.submit(j.Sealed(author="Ada", orders={"number": 5}))
    table.submit(j.Noted(author="Ada", text="mine"))
    assert Seat(table, None).story() is found[0], "nothing that a spectator knows"
    assert Seat(table, "Ada").story() is not found[0]
    table.submit(j.Closed())
    assert Seat(table, None).story() == story(table.match, None)
    assert Seat(table, None).story() is not found[0]
