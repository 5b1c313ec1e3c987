"""What waits for a host, of matches, seasons and the house; each host reads of what they host."""

from __future__ import annotations

import pytest

from cli.admin.commands import AdminCommands
from core.house.guest import Guest
from core.house.settings import HouseSettings
from core.house.todo import KINDS, Outside, SilentRoom, todo
from core.match import journal as j
from core.refusal import Refused
from core.seasons import journal as sj
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from core.table.host_controls import HostControls
from ssh_server.feeds import nudge
from tests.core.seasons.hosted import CAST, Hosted
from tests.kit.hall import Hall
from tests.kit.house import open_house

SEATS = ("Ada", "Bo", "Cy", "Di")
PEOPLE = {seat: f"person:{seat.lower()}" for seat in SEATS}


def kinds(house, outside=None, guest=None):
    return [(one.kind, one.match or one.season, one.seats) for one in todo(house, outside, guest)]


def deciding(**more):
    """Everything but the choices is over; Ada is first alone."""
    house = open_house()
    given = {"round": 3, "points": dict(zip(SEATS, (3, 1, 1, 0), strict=True))}
    table = house.make("parley-open", SEATS, setup=given, holders=PEOPLE, **more)
    table.submit(j.Closed())
    assert table.match.phase == "decision"
    return house, table


def test_who_must_choose_and_has_not_is_listed_until_they_have():
    house, table = deciding(round_seconds=600.0)
    choice = table.match.game.pending(table.match.state)
    (one,) = todo(house)
    assert (one.kind, one.match, one.seats, one.at) == ("choose", "parley-open-1", choice.by, table.match.deadline)
    table.submit(j.Closed(cause="host"))
    assert [one.seats for one in todo(house) if one.kind == "choose"] != [choice.by]


def test_a_bot_that_has_to_choose_is_not_waited_for():
    house, table = deciding()
    by = table.match.game.pending(table.match.state).by
    for seat in by:
        table.submit(j.HandedOver(seat=seat, holder="bot:random"))
    assert kinds(house) == []


def test_somebody_who_chooses_is_nudged_once_for_each_choice_without_a_count():
    house, table = deciding()
    found = nudge.make_nudge(house, "parley-open-1", names=False)
    assert "a choice is awaited." in found.text
    assert found.body()["missing"] is None, "how many have chosen is told when all have"
    assert (
        table.match.game.pending(table.match.state).by[0] in nudge.make_nudge(house, "parley-open-1", names=True).text
    )


def test_who_ordered_nothing_twice_in_a_row_is_named_and_who_said_ready_is_not():
    house = open_house()
    table = house.make("parley-open", SEATS, holders={**PEOPLE, "Di": "bot:random"}, setup={"round": 1})
    table.submit(j.Sealed(author="Ada", orders={"number": 1}))
    table.submit(j.Closed())
    assert kinds(house) == []
    table.submit(j.Readied(author="Cy", ready=True))
    table.submit(j.Closed())
    assert kinds(house) == [("missed", "parley-open-1", ("Bo",))]
    table.submit(j.Sealed(author="Bo", orders={"number": 1}))
    assert kinds(house) == []


def test_questions_results_stopped_clocks_and_briefings():
    house = open_house()
    table = house.make("parley-open", SEATS, holders=PEOPLE, confirm=True, briefing=True, setup={"round": 3})
    assert kinds(house) == [("start", "parley-open-1", ())]
    table.submit(j.HandedOver(seat="Bo", holder="open"))
    assert kinds(house) == [("seats", "parley-open-1", ("Bo",))]
    table.submit(j.Closed(cause="host"))
    table.submit(j.Said(author="Ada", to="host", text="May I?"))
    table.submit(j.Said(author="Cy", to="host", text="And I?"))
    table.submit(j.Paused())
    assert [kind for kind, *_ in kinds(house)] == ["question", "question", "clock"]
    assert todo(house)[1].do == "answer parley-open-1 2 TEXT"
    table.submit(j.Answered(text="Yes.", question=1))
    table.submit(j.Resumed())
    assert kinds(house) == [("question", "parley-open-1", ("Cy",))]
    table.submit(j.Closed(cause="host"))
    assert ("confirm", "parley-open-1", ()) in kinds(house)


def test_times_that_end_before_the_match_does():
    house = open_house()
    table = house.make("parley-open", SEATS, holders=PEOPLE)
    now = house.clock()
    moments = tuple(now + 3600 * n for n in range(1, table.match.game.spec.rounds + 2))
    table.submit(j.Scheduled(moments=moments))
    assert kinds(house) == []
    table.submit(j.Scheduled(moments=moments[:1]))
    (one,) = todo(house)
    assert (one.kind, one.do) == ("schedule", "schedule parley-open-1")
    assert "end before round 2" in one.text
    table.submit(j.Closed(cause="host"))
    assert "have run out" in todo(house)[0].text


def test_a_season_asks_for_its_next_step_and_for_nothing_while_a_match_is_played():
    at = Hosted()
    assert kinds(at.house) == [("episode", "spring-1", ())]
    at.desk.open(EpisodeWish("elsewhere"))
    assert kinds(at.house) == [("book", "spring-1", ())]
    at.desk.book(Outcome(ranking=(CAST,)))
    assert todo(at.house)[0].do == "season candidate spring-1 NAME"
    at.desk.name("candidate", "Ada")
    (one,) = todo(at.house)
    assert (one.kind, one.seats, one.do) == ("death_match", ("Ada",), "season opponent spring-1 NAME")
    at.desk.name("opponent", "Bo")
    assert todo(at.house)[0].do == "season duel spring-1 GAME"
    made = at.desk.duel("ninety_nine")
    assert [one.kind for one in todo(at.house) if one.season] == []
    at.desk.death_match("Bo")
    assert at.house.is_finished(made.match)
    assert "episode 2" in todo(at.house)[0].text
    for name in ("Cy", "Di"):
        at.desk.correct({name: sj.CastCorrection(in_=False)}, "left")
    assert "or the final made" in todo(at.house)[0].text
    at.desk.end()
    assert kinds(at.house) == []


def test_a_season_whose_duel_is_drawn_asks_for_another():
    at = Hosted()
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo"))
    at.desk.duel("ninety_nine")
    at.desk.death_match(None)
    assert [one.kind for one in todo(at.house) if one.season] == ["death_match"]


def test_old_backups_and_rooms_that_do_not_answer_are_told():
    house = open_house()
    house.make("parley-open", SEATS, holders=PEOPLE)
    now = house.clock()
    fresh = Outside(last_backup=now - 3600, backup_every=3600.0)
    assert kinds(house, fresh) == []
    old = Outside(last_backup=now - 7300, backup_every=3600.0)
    assert kinds(house, old) == [("backup", "", ())]
    silent = Outside(silent=(SilentRoom("parley-open-1", "players", now - 90),))
    (one,) = todo(house, silent)
    assert (one.kind, one.do, one.at) == ("room", "feed parley-open-1", now - 90)
    assert kinds(house, Outside(silent=(SilentRoom("parley-open-1", "players", now - 5),))) == []


def test_hosts_of_one_match_or_season_read_of_that_alone():
    at = Hosted()
    at.house.make("parley-open", SEATS, holders=PEOPLE, briefing=True)
    outside = Outside(
        silent=(SilentRoom("spring-1", "players", 0.0), SilentRoom("parley-open-1", "players", 0.0)),
        last_backup=0.0, backup_every=60.0,
    )  # fmt: skip
    all_ = ["start", "episode", "room", "room", "backup"]
    assert [kind for kind, *_ in kinds(at.house, outside)] == all_
    assert [kind for kind, *_ in kinds(at.house, outside, Guest(at.house, "eve", host=lambda: True))] == all_
    of_season = Guest(at.house, "eve", also_hosted=lambda: ["spring-1"])
    assert [(kind, of) for kind, of, _ in kinds(at.house, outside, of_season)] == [
        ("episode", "spring-1"), ("room", "spring-1"),
    ]  # fmt: skip
    of_match = Guest(at.house, "eve", also_hosted=lambda: ["parley-open-1"])
    assert [(kind, of) for kind, of, _ in kinds(at.house, outside, of_match)] == [
        ("start", "parley-open-1"), ("room", "parley-open-1"),
    ]  # fmt: skip
    assert kinds(at.house, outside, Guest(at.house, "ada")) == []


@pytest.mark.parametrize("served", [True, False])
def test_the_command_lists_it_in_words_and_for_programs(served):
    hall = Hall("Ada", "Bo", "Cy", "Di", **({"outside": Outside} if served else {}))
    desk = AdminCommands(hall.house, hall.people, hall.door)
    assert desk.do({"do": "todo"})["told"][-1] == (
        "Nothing waits for you." if served else
        "Nobody serves this house now: nothing is known of backups and chat rooms."
    )  # fmt: skip
    hall.match(briefing=True)
    hall.match(briefing=True, title="Other")
    told = desk.do({"do": "todo"})
    assert [one["kind"] for one in told["todo"]] == ["start", "start"]
    assert told["told"][1] == "    garnet host start parley-open-1"
    (one,) = desk.do({"do": "todo", "match": "parley-open-2"})["todo"]
    assert one["text"].startswith("Other (parley-open-2)")
    assert {one["kind"] for one in told["todo"]} <= {*KINDS}


def test_a_muted_copy_is_told():
    house = open_house()
    house.store.put("copies", "this", {"id": "abc", "made": 0.0})
    assert HouseSettings(house.store).muted
    assert kinds(house) == [("muted", "", ())]


def freed(game: str, **more):
    """A match without a clock in which all but Bo, whose seat is free, have done what they can."""
    house = open_house()
    table = house.make(game, SEATS[: 2 if game == "ninety_nine" else 4], holders={**PEOPLE, "Bo": "open"}, **more)
    return house, table


def waits(house) -> list[str]:
    return [one.text for one in todo(house) if one.kind == "seats"]


def test_HH_77_the_last_seat_that_is_not_ready_and_free_holds_a_round_up_until_it_lapses():
    house, table = freed("parley-open")
    desk = HostControls(table)
    for seat in ("Ada", "Cy"):
        table.submit(j.Readied(author=seat))
    assert waits(house) == []
    with pytest.raises(Refused, match="Nobody is on turn"):
        desk.lapse()
    table.submit(j.Readied(author="Di"))
    (text,) = waits(house)
    assert "a free seat holds up round 1. Hand it over" in text
    assert [one.do for one in todo(house) if one.kind == "seats"] == ["lapse parley-open-1"]
    assert "round 1 closes now" in desk.preview(lambda trial: trial.lapse()).everybody[0].lower()
    desk.lapse()
    assert (table.match.round, waits(house)) == (2, [])


def test_HH_77_a_clock_holds_up_nothing_and_a_stopped_one_is_told_as_that():
    house, table = freed("parley-open", round_seconds=600.0)
    for seat in ("Ada", "Cy", "Di"):
        table.submit(j.Readied(author=seat))
    assert waits(house) == []
    table.submit(j.Paused())
    assert waits(house) == []


def test_HH_77_a_free_chooser_holds_the_choice_up_until_it_lapses():
    house, table = deciding()
    by = table.match.game.pending(table.match.state).by
    for seat in by:
        table.submit(j.HandedOver(seat=seat, holder="open"))
    (text,) = waits(house)
    assert "hold" in text
    assert "the choice. Hand it over" in text
    settled = table.match.settled
    HostControls(table).lapse()
    assert table.match.settled > settled


def test_HH_77_the_free_seat_of_a_duel_holds_its_trick_up_until_it_lapses():
    house = open_house()
    table = house.make("black_and_white", SEATS[:2], holders={seat: PEOPLE[seat] for seat in SEATS[:2]})
    leads = next(seat for seat in table.match.seats if table.can_act(seat))
    table.submit(j.HandedOver(seat=leads, holder="open"))
    assert "a free seat holds up" in waits(house)[0]
    HostControls(table).lapse()
    assert not table.can_act(leads)
    assert waits(house) == []


def test_HH_77_removing_names_beforehand_what_stops_without_the_seat():
    hall = Hall("Ada", "Bo")
    hall.match()
    hall.match(round_seconds=600.0)
    answer = AdminCommands(hall.house, hall.people, hall.door).do({"do": "remove", "to": "Ada", "dry_run": True})
    assert [line for line in answer["told"] if "Without a clock" in line] == [
        "Without a clock the free seat would hold up parley-open-1. Hand it over, fill it, or go on without it (lapse)."
    ]


def test_a_question_names_since_when_it_waits_and_no_deadline():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    hall.seat(table, "Ada").say("host", "May I?")
    season = hall.house.seasons.make(("Ada", "Bo", "Cy"), title="Spring")
    season.submit(sj.SeasonSaid(author="Ada", name="Ada", to="host", text="When?"))
    answer = AdminCommands(hall.house, hall.people, hall.door).do({"do": "todo"})
    lines = [line for line in answer["told"] if "waits for an answer" in line]
    assert len(lines) == 2
    assert all("(since " in line and "until" not in line for line in lines)
