"""Seasons in a house: its matches are made, booked once, and ended; who may read; what the host's desk does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.house.guest import Guest
from core.house.todo import todo
from core.match import journal as matches
from core.refusal import NotAMatch, Refused
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish, fitting_games
from core.seasons.outcome import Outcome
from core.seasons.season_controls import SeasonControls
from core.seasons.words import curves, digest, season_json
from storage.memory import MemoryStore
from tests.core.seasons.hosted import CAST, HELD, Hosted
from tests.kit.house import open_house


def test_an_opening_makes_the_match_with_what_the_season_gives() -> None:
    at = Hosted(purse=2)
    opened = at.desk.open(EpisodeWish("drifting_ship", guests=()), j.Seating(round_seconds=60.0, holders={}))
    header = at.house.table("drifting-ship-1").match.header
    assert (header.season, header.title, header.round_seconds) == ("spring-1", "Spring 1", 60.0)
    assert header.seats == opened.seats
    assert header.options == opened.options == {"purses": dict.fromkeys(opened.seats, 2)}
    assert header.holders == {name: HELD.get(name, "open") for name in opened.seats}
    assert at.last["match"] == "drifting-ship-1"


def test_a_proposal_opens_nothing() -> None:
    at = Hosted()
    proposed = at.desk.propose(EpisodeWish("exodus", guests=("Zed",)), j.Seating(holders={"Zed": "person:zed"}))
    assert (at.live.season.phase, at.house.tables) == ("between", {})
    assert proposed.seating.holders["Zed"] == "person:zed"
    assert proposed.seating.holders["Guest 1"] == "bot:steady"
    assert proposed.match == "exodus-1"
    with pytest.raises(Refused) as caught:
        at.desk.propose(EpisodeWish("exodus", guests=("Zed",)), j.Seating(holders={"Zed": "person:ada"}))
    assert caught.value.code == "second_seat"


def test_SE_05_the_house_books_a_finished_match_itself_and_once() -> None:
    at = Hosted(purse=1)
    at.desk.open(EpisodeWish("drifting_ship"))
    with pytest.raises(Refused) as caught:
        at.desk.book()
    assert caught.value.code == "not_finished"
    at.finish("drifting-ship-1")
    assert at.json["phase"] == "death_match"
    assert at.json["news"][-1]["by"] == "house"
    assert set(at.last["places"].values()) <= {1, 2, 3, 4}
    before = digest(at.live.season)
    at.seasons.look_after(at.live)
    assert digest(at.again().live.season) == before


def test_SE_05_what_a_kill_left_unbooked_is_booked_at_the_next_start() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.seasons.stop()  # nobody hears the end of the match: as if the house had died after its last entry
    at.finish("drifting-ship-1")
    assert at.json["phase"] == "main"
    again = at.again()
    assert again.json["phase"] == "death_match"
    assert digest(again.again().live.season) == digest(again.live.season)


def test_what_a_kill_left_unmade_is_made_at_the_next_start() -> None:
    at = Hosted()
    at.live.submit(at.desk.propose(EpisodeWish("drifting_ship"), j.Seating(briefing=True)))  # the entry, and no match
    assert at.house.tables == {}
    again = at.again()
    assert again.house.table("drifting-ship-1").match.header.briefing
    assert again.house.table("drifting-ship-1").match.header.season == "spring-1"


def test_SE_05_a_match_ended_without_a_result_calls_its_episode_off() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.house.table("drifting-ship-1").submit(matches.Ended(reason="rain"))
    assert (at.json["phase"], at.json["episodes"]) == ("between", [])
    assert at.desk.open(EpisodeWish("drifting_ship")).match == "drifting-ship-2"


def test_SE_14_calling_an_episode_off_ends_its_match() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.desk.call_off("rain")
    assert at.house.table("drifting-ship-1").match.abandoned
    assert at.json["phase"] == "between"


def test_SE_14_a_match_is_not_booked_again_by_the_house_after_an_undoing_but_by_the_host() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.finish("drifting-ship-1")
    places = at.last["places"]
    at.desk.unbook()
    assert at.json["phase"] == "main"
    at = at.again()
    assert at.json["phase"] == "main"
    assert season_json(at.desk.only_trying().book())["episodes"][-1]["places"] == places
    assert at.json["phase"] == "main"
    at.desk.book()
    assert (at.last["places"], at.json["phase"]) == (places, "death_match")
    at.desk.unbook()
    seats = at.live.season.episodes[-1].seats
    at.desk.book(Outcome(ranking=(seats,)))
    assert set(at.last["places"].values()) == {1}


def test_a_typed_outcome_waits_until_a_match_of_the_house_has_finished() -> None:
    at = Hosted()
    opened = at.desk.open(EpisodeWish("drifting_ship"))
    with pytest.raises(Refused):
        at.desk.book(Outcome(ranking=(opened.seats,)))
    at.desk.call_off("elsewhere then")
    at.desk.open(EpisodeWish("elsewhere"))
    with pytest.raises(Refused) as caught:
        at.desk.book()
    assert caught.value.code == "elsewhere"
    at.desk.book(Outcome(ranking=(CAST,)))
    assert at.json["phase"] == "death_match"


def test_SE_01_a_replacement_takes_over_name_and_seat_and_it_is_announced() -> None:
    at = Hosted()
    opened = at.desk.open(EpisodeWish("pantheic_runes"))
    assert "Bo" in opened.seats
    with pytest.raises(Refused) as caught:
        at.desk.hand_over("Bo", "person:ada")
    assert caught.value.code == "second_seat"
    at.desk.hand_over("Bo", "person:zed")
    assert at.house.table("pantheic-runes-1").match.holders["Bo"] == "person:zed"
    assert at.live.season.holders["Bo"] == "person:zed"
    assert "Bo is now played by someone else." in at.json["news"][-1]["text"]
    at.desk.hand_over("Bo", "person:bo")
    assert "Bo is played again by who had it before." in at.json["news"][-1]["text"]


def test_SE_02_a_private_season_is_read_by_cast_guests_and_hosts() -> None:
    at = Hosted(private=True)
    at.desk.open(EpisodeWish("exodus", guests=("Zed",)), j.Seating(holders={"Zed": "person:zed"}))

    def reads(holder: str, host: bool = False) -> bool:
        return at.seasons.readable(holder, host=host) == (at.live,)

    assert reads("person:ada")
    assert reads("person:zed")
    assert reads("person:anybody", host=True)
    assert not reads("person:anybody")
    with pytest.raises(Refused) as caught:
        at.seasons.read("spring-1", "person:anybody")
    with pytest.raises(Refused) as none:
        at.seasons.read("spring-2", "person:anybody")
    assert caught.value.message.replace("spring-1", "spring-2") == none.value.message
    assert Hosted().seasons.readable("person:anybody") != ()


def test_SE_23_a_host_says_who_reads_a_season_and_watches_its_matches() -> None:
    at = Hosted(private=True)
    match = at.desk.open(EpisodeWish("exodus")).match or ""
    zed = Guest(at.house, "zed")

    def finds() -> tuple[bool, bool]:
        found = at.seasons.readable(zed.holder) == (at.live,)
        return found, any(one.summary.match == match for one in zed.lobby_rows())

    def refused(season: str, code: str) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            zed.enter_season_code(season, code)
        return caught.value.code, caught.value.message

    assert (at.live.season.watch, finds()) == ("cast", (False, False))
    at.desk.watched_by("code", "ABCD-EFGH")
    assert finds() == (False, False)
    assert refused("spring-1", "XXXX-XXXX") == refused("spring-2", "ABCD-EFGH")
    zed.enter_season_code("spring-1", "ABCD-EFGH")
    assert finds() == (True, True)
    assert "ABCD" not in json.dumps(at.json)
    assert at.live.season.watch_code not in json.dumps(at.json)
    news = len(at.live.season.news)
    at.desk.watched_by("code", "JKLM-NPQR")
    assert finds() == (False, False)
    assert len(at.live.season.news) == news
    refused("spring-1", "ABCD-EFGH")
    zed.enter_season_code("spring-1", "JKLM-NPQR")
    at.desk.watched_by("cast")
    assert finds() == (False, False)
    refused("spring-1", "JKLM-NPQR")
    at.desk.watched_by("house")
    assert finds() == (True, True)
    with pytest.raises(Refused, match="has one"):
        at.desk.watched_by("code")


def test_SE_23_who_may_read_outlasts_undoing_the_end_and_a_restart() -> None:
    at = Hosted()
    at.desk.correct({"Ada": j.CastCorrection(purse=9)}, "a bet")
    at.desk.watched_by("code", "ABCD-EFGH")
    Guest(at.house, "zed").enter_season_code("spring-1", "ABCD-EFGH")
    at.desk.undo()
    at.desk.end()
    again = at.again()
    assert again.live.season == at.live.season
    assert again.seasons.readable("person:zed") == (again.live,)
    assert again.seasons.readable("person:eve") == ()
    again.desk.watched_by("cast")
    assert again.seasons.readable("person:zed") == ()


def test_who_listens_hears_of_every_entry_and_of_new_seasons() -> None:
    at = Hosted()
    heard: list[str] = []
    leave = at.seasons.listen(heard.append)
    own: list[int] = []
    at.live.subscribe(lambda: own.append(at.live.season.entry_count))
    at.desk.open(EpisodeWish("elsewhere"))
    at.seasons.make(("X", "Y"), title="Spring!")
    assert (heard, own) == (["spring-1", "spring-2"], [1])
    leave()
    at.desk.call_off("rain")
    assert (len(heard), own) == (2, [1, 2])


def test_nothing_is_announced_that_could_not_be_kept() -> None:
    at = Hosted()
    store: Any = at.house.store
    before = at.live.season
    heard: list[str] = []
    at.seasons.listen(heard.append)

    def full(name: str, entry: dict[str, Any]) -> None:
        raise Refused("house_closed", "The disk is full.")

    store.seasons.append = full
    with pytest.raises(Refused):
        at.desk.open(EpisodeWish("elsewhere"))
    assert at.live.season is before
    assert heard == []


def test_a_season_that_cannot_be_read_is_left_alone_and_named() -> None:
    at = Hosted()
    store: Any = at.house.store
    store.contents.seasons["spring-1"].append('{"kind":"dance"}')
    store.close()
    seasons = open_house(MemoryStore(store.contents)).seasons
    assert "spring-1" in seasons.damaged
    assert "entry 1" in seasons.damaged["spring-1"]
    with pytest.raises(Refused):
        seasons.find("spring-1")
    assert seasons.make(("X", "Y"), title="Spring").id == "spring-2"


def test_SE_17_names_and_titles_are_told_apart_by_every_eye() -> None:
    house = open_house()
    for cast, title in ((("Ada", "Ilya", "llya"), ""), (("Ada", "host"), ""), (("Ada", "Bo"), "x" * 61)):
        with pytest.raises(Refused):
            house.seasons.make(cast, title=title)
    assert house.store.seasons.ids() == ()
    long = house.seasons.make(("A" * 24, "B" * 24, "Cy"), title="A season with a name as long as a name can be at all")
    desk = SeasonControls(house.seasons, long)
    for name in ("lounge", "A" * 23 + "\u0410"):
        with pytest.raises(Refused):
            desk.add(name)
        with pytest.raises(Refused):
            desk.open(EpisodeWish("exodus", guests=(name,)))
    opened = desk.open(EpisodeWish("exodus"))
    assert len(house.table(opened.match or "").match.header.title) <= 60
    desk.call_off("again")
    desk.open(EpisodeWish("elsewhere"))
    desk.book(
        Outcome(ranking=(tuple(long.season.cast),), elimination_candidate="A" * 24, death_match_opponent="B" * 24)
    )
    made = desk.duel("ninety_nine")
    assert len(house.table(made.match).match.header.title) <= 60


def test_what_makes_no_season_is_not_kept() -> None:
    house = open_house()
    seasons = house.seasons
    with pytest.raises(NotAMatch):
        seasons.make(("Ada", "ada"))
    with pytest.raises(NotAMatch):
        seasons.make(("Ada", "Bo"), holders={"Zed": "local"})
    assert house.store.seasons.ids() == ()
    assert seasons.make(("Ada", "Bo")).id == "season-1"


# --- what screens read ------------------------------------------------------------------------------------------------
def test_the_games_that_fit_are_offered_best_first() -> None:
    fits = fitting_games(Hosted().live.season)
    assert (fits[0].game, fits[0].sit_out, fits[0].guests) == ("pantheic_runes", 0, 0)
    assert (fits[1].game, fits[1].sit_out) == ("refereed", 0)
    assert (fits[2].game, fits[2].sit_out) == ("drifting_ship", 1)
    assert {fit.game for fit in fits}.isdisjoint({"black_and_white", "ninety_nine"})


def test_curves_end_where_the_purses_are() -> None:
    at = Hosted(purse=2)
    for winner in ("Bo", "Cy"):
        at.desk.open(EpisodeWish("elsewhere"))
        seats = at.live.season.episodes[-1].seats
        at.desk.book(Outcome(ranking=(seats,), garnets={winner: 3}))
        at.desk.leave_out("peace")
    at.desk.correct({"Ada": j.CastCorrection(purse=1)}, "counted again")
    assert curves(at.live.season) == {"Ada": [2, 2, 1], "Bo": [2, 5, 5], "Cy": [2, 2, 5], "Di": [2] * 3, "Ed": [2] * 3}


def test_SE_19_calling_off_a_match_of_the_house_is_not_undone() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.desk.call_off("rain")
    with pytest.raises(Refused) as caught:
        at.desk.undo()
    assert caught.value.code == "match_ended"


def test_SE_20_one_person_plays_one_name_of_a_cast() -> None:
    at = Hosted()
    twice = {"Ada": "person:ada", "Bo": "person:ada"}
    deeds = (
        lambda: at.seasons.make(("Ada", "Bo"), title="Autumn", holders=twice),
        lambda: at.desk.add("Zed", "person:ada"),
        lambda: at.desk.hand_over("Cy", "person:bo"),
    )
    for deed in deeds:
        with pytest.raises(Refused) as caught:
            deed()
        assert caught.value.code == "second_name"
        assert "plays" in caught.value.message
    assert list(at.seasons.live) == ["spring-1"]
    assert at.house.store.seasons.ids() == ("spring-1",)
    at.desk.add("Zed", "bot:steady")
    at.desk.hand_over("Cy", "bot:steady")  # bots play as many as they like
    gone = {"Ada": j.CastCorrection(in_=False)}
    at.desk.correct(gone, "left")
    at.desk.hand_over("Cy", "person:ada")
    with pytest.raises(Refused) as caught:
        at.desk.correct({"Ada": j.CastCorrection(in_=True)}, "back")
    assert caught.value.code == "second_name"


def test_SE_20_a_season_of_before_in_which_somebody_plays_two_names_is_read_as_it_is() -> None:
    at = Hosted()
    at.live.submit(j.SeasonHandedOver(name="Cy", holder="person:ada"))
    again = at.again()
    assert again.live.season.holders["Cy"] == again.live.season.holders["Ada"] == "person:ada"
    with pytest.raises(Refused) as caught:
        again.desk.open(EpisodeWish("exodus"))
    assert caught.value.code == "second_seat"


def test_SE_21_a_match_with_a_gallery_follows_the_season_s_times_until_its_host_sets_others() -> None:
    at = Hosted()
    at.house.galleries.let_into_season("spring-1", "person:zed", "Zed")
    now = at.house.clock()
    times = j.Times(moments=tuple(now + day * 86_400 for day in range(1, 20)), rule="every day 21:00")
    at.desk.open(EpisodeWish("drifting_ship"), j.Seating(times=times, gallery="live"))
    table = at.house.table("drifting-ship-1")
    assert "person:zed" in table.match.audience.members
    assert (table.match.schedule is not None, table.match.deadline) == (True, now + 86_400)
    table.submit(matches.Scheduled())
    table.submit(matches.DeadlineMoved(deadline=None))
    again = at.again()
    assert again.house.table("drifting-ship-1").match.schedule is None
    (one,) = (one for one in todo(again.house) if one.kind == "schedule")
    assert (one.match, one.do) == ("drifting-ship-1", "schedule drifting-ship-1")
    assert "every day 21:00" in one.text


def test_SE_21_the_set_times_of_an_opening_are_the_first_thing_in_its_match_after_a_kill_too() -> None:
    at = Hosted()
    now = at.house.clock()
    times = j.Times(moments=tuple(now + day * 86_400 for day in range(1, 20)), rule="every day 21:00", least=3600.0)
    entry = at.desk.propose(EpisodeWish("drifting_ship"), j.Seating(times=times))
    at.live.submit(entry)  # the house died before it made the match
    again = at.again()
    match = again.house.table("drifting-ship-1").match
    assert match.schedule is not None
    assert (match.schedule.rule, match.deadline, match.entry_count) == ("every day 21:00", now + 86_400, 1)
    again.seasons.look_after(again.live)
    assert again.house.table("drifting-ship-1").match.entry_count == 1
    late, fresh = j.Times(moments=(now - 5.0, now + 86_400)), Hosted()
    with pytest.raises(Refused) as caught:
        fresh.desk.open(EpisodeWish("drifting_ship"), j.Seating(times=late))
    assert caught.value.code == "deadline_past"
