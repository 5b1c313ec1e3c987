"""What is public of seals and ready marks (CM-28), and whom an open round waits for (CM-29)."""

from __future__ import annotations

import pytest

from core.house.guest import Guest
from core.match import journal as j
from core.match.records import Change
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.talk.channels import Deal
from ssh_server.feeds.nudge import make_nudge
from tests.kit import NAMES
from tests.kit.house import open_house

SEATS = NAMES[:4]


def at_table(game="parley-open", **more):
    house = open_house()
    table = house.make(game, SEATS, **more)
    return house, table, {name: Seat(table, name) for name in SEATS}


def listening(table, seats):
    """Everything that Bo, a spectator and the lists of the house hear from now on."""
    heard = []
    seats["Bo"].listen(heard.append)
    Seat(table, None).listen(heard.append)
    return heard


def seal_and_be_ready(seats, name="Ada"):
    seats[name].seal({"number": 3})
    seats[name].ready()
    seats[name].ready(False)
    seats[name].withdraw()
    seats[name].seal({"number": 4})
    seats[name].ready()


# --- what is public -------------------------------------------------------------------------------------------------
def test_CM_28_how_many_have_sealed_and_are_ready_is_public_and_not_who():
    house, table, seats = at_table()
    heard, lists = listening(table, seats), []
    house.listen(lists.append)
    seats["Ada"].seal({"number": 3})
    seats["Ada"].ready()
    for frame in (seats["Bo"].frame(), Seat(table, None).frame()):
        assert (frame.sealed_count, frame.ready_count) == (1, 1)
    assert heard == [Change("seals"), Change("seals"), Change("ready"), Change("ready")]
    assert len(lists) == 2


@pytest.mark.parametrize(("game", "more"), [("parley-open", {"counts": False}), ("parley-turns", {})])
def test_CM_28_where_counts_are_kept_back_nothing_of_a_seal_or_a_ready_mark_reaches_the_others(game, more):
    house, table, seats = at_table(game, **more)
    heard, lists = listening(table, seats), []
    house.listen(lists.append)
    before = [(seat.frame(), seat.view_json()) for seat in (seats["Bo"], Seat(table, None))]
    seal_and_be_ready(seats) if game == "parley-open" else seats["Ada"].seal({"number": 3})
    assert [(seat.frame(), seat.view_json()) for seat in (seats["Bo"], Seat(table, None))] == before
    assert heard == lists == []
    assert (before[0][0].sealed_count, before[0][0].ready_count) == (None, None)


def test_CM_28_where_counts_are_kept_back_one_s_own_state_and_the_host_s_stay():
    _, table, seats = at_table(counts=False)
    heard = []
    seats["Ada"].listen(heard.append)
    seats["Ada"].seal({"number": 3})
    seats["Ada"].ready()
    assert (seats["Ada"].frame().orders, seats["Ada"].frame().ready) == ("SEALED", True)
    assert heard == [Change("orders", ("Ada",)), Change("ready", ("Ada",))]
    assert [(one.state, one.ready) for one in HostControls(table).seats()][:2] == [("sealed", True), ("nothing", False)]


def test_CM_28_CM_27_a_proposal_that_takes_a_ready_mark_away_tells_its_owner_alone():
    seats = at_table(counts=False)[2]
    seats["Bo"].ready()
    heard = {name: [] for name in SEATS}
    for name in SEATS:
        seats[name].listen(heard[name].append)
    seats["Ada"].say(["Bo"], "my 1 for your 2?", Deal("1", "2"))
    assert [change.kind for change in heard["Bo"]] == ["said", "ready"]
    assert [change.kind for change in heard["Ada"]] == ["said"]
    seats["Bo"].ready()
    seats["Ada"].do({"kind": "wave", "to": "Bo"})
    assert [change.kind for change in heard["Bo"]][2:] == ["ready", "told", "ready"]
    assert [change.kind for change in heard["Ada"]] == ["said", "told"]
    assert heard["Cy"] == []


def test_CM_28_what_is_sent_outside_the_house_counts_nobody_where_counts_are_kept_back():
    house = open_house()
    for counts in (True, False):
        house.make("parley-open", SEATS, title="Tuesday", counts=counts)
    told = [make_nudge(house, f"parley-open-{number}", names=names) for number in (1, 2) for names in (False, True)]
    assert [one.text for one in told] == [
        "Tuesday, round 1: orders are still missing from 4 of 4 seats.",
        "Tuesday, round 1: orders are still missing from Ada, Bo, Cy, Di.",
        "Tuesday, round 1: orders are still missing.",
        "Tuesday, round 1: orders are still missing.",
    ]
    assert [one.body()["missing"] for one in told] == [4, 4, None, None]


def test_CM_28_journals_from_before_the_option_show_the_counts():
    header = j.as_json(at_table()[1].match.header)
    assert header.pop("counts") is True
    assert j.header_from_json(header).counts


# --- whom a round waits for -----------------------------------------------------------------------------------------
def test_CM_29_a_round_closes_early_once_every_seat_that_can_act_is_ready():
    _, table, seats = at_table("parley-turns")
    for name in ("Bo", "Cy", "Di"):
        seats[name].ready()
    assert table.match.round == 1, "it is Ada's turn"
    seats["Ada"].ready()
    assert table.match.round == 2
    seats["Ada"].ready()
    assert table.match.round == 2, "it is Bo's turn"
    seats["Bo"].ready()
    assert table.match.round == 3


def test_CM_29_where_no_seat_can_act_all_are_waited_for():
    _, table, seats = at_table("parley-turns", briefing=True)
    for name in SEATS[:3]:
        seats[name].ready()
    assert table.match.phase == "briefing"
    seats["Di"].ready()
    assert table.match.phase == "round"


def test_CM_29_a_seat_that_cannot_act_is_neither_missing_nor_awaited():
    house, table, _ = at_table("parley-turns", holders={name: f"person:{name.lower()}" for name in SEATS})
    waits = {name: Guest(house, name.lower()).row_of_running(table).waits for name in SEATS}
    assert waits == {"Ada": "orders", "Bo": "nothing", "Cy": "nothing", "Di": "nothing"}
    assert HostControls(table).missing() == ("Ada",)
    table.submit(j.Closed())
    assert HostControls(table).missing() == ("Bo",)
    assert [Seat(table, name).can_act for name in SEATS] == [False, True, False, False]


def test_CM_29_a_briefing_misses_nobody_s_orders():
    _, table, _ = at_table(briefing=True, holders={name: f"person:{name.lower()}" for name in SEATS})
    assert HostControls(table).missing() == ()
    assert not table.can_act("Ada")
