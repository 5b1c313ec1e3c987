"""The gallery of a match: who is let in, what is seen and how late, whose words are read, and the wall."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import pytest
from msgspec.structs import fields, replace

from core.house.guest import Guest
from core.house.house import House
from core.house.moderation import Steward
from core.match import journal as j
from core.match import views
from core.match.audience import late_of
from core.match.pace import MESSAGES
from core.match.reducer import fold
from core.match.state import change
from core.narration.recall import record_of
from core.narration.stakes import priced
from core.refusal import NotAMatch, Refused
from core.seasons import journal as j_seasons
from core.seasons.journal import Seating
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.story.parts import Column, Series, Standing, StandingRow, Turn
from core.table import galleries
from core.table.foresight import BrokenWord, CloseForecast, Price, forecast
from core.table.galleries import GalleryPlace
from core.table.gallery import GalleryTable
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import Deal
from core.words.gallery import lets_lines, seat_rows, standing_rows, talk_rows
from core.words.show import forecast_rows
from core.words.wording import unstyled
from tests.kit import NAMES
from tests.kit.hall import Hall

PLAYERS = ("Ada", "Bo", "Cy", "Di")
WATCHERS = ("Eve", "Fay", "Gil")
ORDERS = {"number": 5}


def begun(gallery: str = "live", *inside: str, hall: Hall | None = None, **more: Any) -> tuple[Hall, Table]:
    hall = hall or Hall(*PLAYERS, *WATCHERS)
    table = hall.match(gallery=gallery, **more)
    for name in inside:
        HostControls(table).gallery(f"person:{name.lower()}", name)
    return hall, table


def guest(hall: Hall, name: str) -> Guest:
    return Guest(hall.house, name.lower())


def place(hall: Hall, table: Table, name: str = "Eve") -> GalleryPlace:
    return hall.house.galleries.place(table.match.header.match, f"person:{name.lower()}")


def code(doing: Any) -> str:
    with pytest.raises(Refused) as refused:
        doing()
    return str(refused.value.code)


def test_HH_61_a_host_lets_people_into_the_gallery_of_a_match_that_has_one():
    hall, table = begun("2 rounds")
    assert "This match has a gallery" in table.match.news[0].text
    assert "2 rounds late" in table.match.news[0].text
    desk = HostControls(table)
    desk.gallery("person:eve", "Eve")
    assert table.match.news[-1].text == "1 person is in the gallery of this match."
    assert hall.seat(table, "Ada").frame().gallery == 1
    assert hall.seat(table, "Ada").view_json()["gallery"] == {"late": "2 rounds", "people": 1}
    assert "Eve" not in str(hall.seat(table, "Ada").view_json())
    desk.gallery("person:eve", "Eve", yes=False)
    assert code(lambda: place(hall, table)) == "not_in_gallery"
    assert code(lambda: desk.gallery("person:eve", "Eve", yes=False)) == "not_in_gallery"
    plain = hall.match()
    assert code(lambda: HostControls(plain).gallery("person:eve", "Eve")) == "no_gallery"
    assert hall.seat(plain, "Ada").frame().gallery is None
    assert "gallery" not in hall.seat(plain, "Ada").view_json()


@pytest.mark.parametrize("words", ["late", "0 rounds", "2 weeks", "9999 minutes", "1.5 rounds"])
def test_HH_61_a_gallery_is_live_or_so_many_rounds_or_minutes_late(words: str):
    with pytest.raises(NotAMatch):
        Hall(*PLAYERS).match(gallery=words)
    assert late_of("live") == late_of("live")
    assert (late_of("3 rounds").rounds, late_of("1 minute").seconds) == (3, 60.0)


def test_HH_61_live_it_sees_orders_as_they_are_sealed_with_the_eyes_of_any_seat_and_takes_no_part():
    hall, table = begun("live", "Eve")
    seen = place(hall, table)
    seen.enter()
    assert set(seen.orders().values()) == {None}
    hall.seat(table, "Bo").seal(ORDERS)
    assert [seat for seat, lines in seen.orders().items() if lines] == ["Bo"]
    eyes = seen.eyes("Bo")
    assert eyes.sealed() == hall.seat(table, "Bo").sealed()
    assert eyes.view() == hall.seat(table, "Bo").view()
    played_by_bots = change(table.match, holders=dict.fromkeys(table.match.seats, "bot:steady"))
    assert not GalleryTable(played_by_bots, table.clock).bots._bots
    for doing in (lambda: eyes.seal(ORDERS), lambda: eyes.ready(), lambda: eyes.say("lounge", "hm")):
        assert code(doing) in ("gallery", "finished")
    assert table.match.host_looks[-1].text == "Eve, in the gallery, looked at everything in round 1."


def test_HH_61_so_many_rounds_late_it_sees_none_of_what_came_since():
    hall, table = begun("2 rounds", "Eve", game="exodus", seats=NAMES[:9])
    seen = place(hall, table)
    for round_ in (1, 2, 3):
        table.submit(j.Sealed(author="Ada", orders={"offers": []}))
        assert seen.match.round == max(1, round_ - 1)
        assert seen.orders()["Ada"] is None, "sealed in the open round"
        assert len(seen.match.rounds) == max(0, round_ - 2)
        table.submit(j.Closed())
    again = place(*reopened(hall, table))
    assert views.host(again.match) == views.host(seen.match), "from the journal, after a restart"
    HostControls(table).rewind(2)
    assert seen.match.round == 1


def reopened(hall: Hall, table: Table) -> tuple[Hall, Table]:
    hall.house = House(hall.house.store, hall.clock, hall.house.token)
    return hall, hall.house.table(table.match.header.match)


def test_HH_61_so_many_minutes_late_it_sees_what_stood_then():
    hall, table = begun("30 minutes", "Eve")
    seen = place(hall, table)
    hall.clock.advance(600)
    hall.seat(table, "Ada").seal(ORDERS)
    assert seen.orders()["Ada"] is None
    hall.clock.advance(1799)
    assert seen.orders()["Ada"] is None
    hall.clock.advance(2)
    assert seen.orders()["Ada"]
    while table.match.phase != "finished":
        HostControls(table).close()
    assert seen.match.phase == "finished", "after the end there is nothing to be late for"


def test_CM_11_each_look_of_the_gallery_is_on_record_before_anything_is_shown_and_told_after_the_end():
    hall, table = begun("live", "Eve")
    seen = place(hall, table)
    seen.enter()
    seen.eyes("Ada")
    seen.eyes("Ada")
    HostControls(table).close()
    seen.eyes("Bo")
    texts = [one.text for one in table.match.host_looks]
    assert texts == [
        "Eve, in the gallery, looked at everything in round 1.",
        "Eve, in the gallery, looked at everything in round 2.",
    ]
    assert "Eve" not in str(hall.seat(table, "Ada").view_json())
    while table.match.phase != "finished":
        HostControls(table).close()
    assert hall.seat(table, "Ada").view_json()["record"]["opened"] == texts


def test_HH_62_talk_is_read_where_everybody_who_hears_it_let_it_be_before_it_was_said():
    hall, table = begun("live", "Eve", holders={"Di": "bot:random"})
    seen = place(hall, table)
    ada, bo, cy = (hall.seat(table, name) for name in PLAYERS[:3])
    assert ada.gallery_asks
    ada.say(("Bo",), "before anybody was asked")
    ada.let_read(talk=True, confessional=False)
    assert not ada.gallery_asks
    ada.say(("Bo",), "Bo has not said so")
    ada.say(("Di",), "to a bot")
    bo.let_read(talk=True, confessional=True)
    ada.say(("Bo",), "both have")
    ada.say("lounge", "Cy hears it too")
    ada.say("confessional", "my own")
    bo.say("confessional", "mine may be read")
    bo.say("host", "a line is nobody's")
    cy.let_read(talk=True, confessional=False)
    cy.say("lounge", "all have")
    cy.let_read(talk=False, confessional=False)
    cy.say("lounge", "not any more")
    assert [message.text for message in seen.said()] == ["to a bot", "both have", "all have"]
    assert [aside.text for aside in seen.confided()] == ["mine may be read"]
    assert [message.text for message in seen.eyes("Bo").messages()] == ["both have", "all have"]
    assert seen.eyes("Bo").notes() == ""
    bo.keep_notes("secret")
    bo.keep_draft({"number": 7})
    assert (seen.eyes("Bo").notes(), seen.eyes("Bo").draft()) == ("", None)
    HostControls(table).hand_over("Bo", "person:gil", "Gil")
    assert hall.seat(table, "Bo").gallery_asks, "whoever is given the seat is asked anew"
    stored = hall.house.store.read(table.match.header.match)
    folded = fold(j.header_from_json(stored.header), map(j.entry_from_json, stored.entries))
    assert folded.audience == table.match.audience


def test_HH_62_the_gallery_reads_whose_words_were_broken_as_far_as_the_talk_may_be_read_there():
    hands = {name: ["red", "green"] for name in NAMES[:9]}
    hall, table = begun("live", "Eve", game="exodus", seats=NAMES[:9], setup={"round": 3, "hands": hands})
    seen, ada, bo = place(hall, table), hall.seat(table, "Ada"), hall.seat(table, "Bo")
    for round_ in (3, 4):
        if round_ == 4:
            ada.let_read(talk=True, confessional=False)
            bo.let_read(talk=True, confessional=False)
        ada.say(("Bo",), "My red for your green?", Deal("red", "green"))
        bo.say(("Ada",), "Agreed.", Deal("green", "red"))
        ada.seal({"offers": [{"to": "Bo", "give": "red"}]})
        HostControls(table).close()
        assert len(seen.broken()) == round_ - 3
    assert seen.broken()[0].text.startswith("Round 4: Bo had agreed to give Ada 1 green cube and offered nothing")
    assert not Seat(table, None).story().turns, "nobody else reads it"


def test_HH_62_the_gallery_reads_every_theft_of_a_day_of_mercury():
    bots = dict.fromkeys(NAMES, "bot:steady")
    hall, table = begun("live", "Eve", game="day_of_mercury", seats=NAMES, holders=bots, seed=11)
    seen = place(hall, table)
    while table.match.phase == "round":
        table.play_bots()  # closes where all have sealed
        if table.match.phase == "round":
            HostControls(table).close()
    told = {(turn.round, *turn.seats) for turn in seen.broken()}
    record = table.match.game.full_story(record_of(table.match))
    assert told == {(turn.round, *turn.seats) for turn in record.turns if turn.kind == "theft"}
    assert len(told) >= 3
    assert all(f"{turn.seats[0]} stole" in turn.text for turn in seen.broken())


def test_HH_63_who_is_in_a_gallery_neither_sits_down_nor_puts_a_name_down():
    hall, table = begun("live", "Eve", holders={"Di": "open"})
    match = table.match.header.match
    assert code(lambda: guest(hall, "Eve").take_seat(match, "Di", "Eve")) == "in_gallery"
    assert code(lambda: HostControls(table).hand_over("Ada", "person:eve", "Eve")) == "in_gallery"
    HostControls(table).gallery("person:eve", "Eve", yes=False)
    assert code(lambda: HostControls(table).hand_over("Ada", "person:eve", "Eve")) == "in_gallery", "they have seen it"
    assert code(lambda: HostControls(table).gallery("person:bo", "Bo")) == "seated"
    other = hall.match(gallery="live", signup=True, briefing=True, holders=dict.fromkeys(PLAYERS, "open"))
    HostControls(other).gallery("person:eve", "Eve")
    assert code(lambda: guest(hall, "Eve").sign_up(other.match.header.match, "Eve")) == "in_gallery"
    guest(hall, "Fay").sign_up(other.match.header.match, "Fay")
    assert code(lambda: HostControls(other).gallery("person:fay", "Fay")) == "seated"


def test_HH_63_while_it_runs_they_write_to_nobody_of_it_anywhere():
    hall, table = begun("live", "Eve")
    # another match, in which Eve sits with Ada, who plays the one that Eve sees, and with Fay and Gil, who do not
    seats = ("Eve", "Ada", "Fay", "Gil")
    other = hall.match(seats=seats, host="person:bo")
    name = other.match.header.match
    eve = guest(hall, "Eve").seat(name)
    for to in ("lounge", ("Ada",), ("Ada", "Fay"), "host", "confessional"):
        assert code(lambda to=to: eve.say(to, "psst")) == "gallery_wall", to
    eve.say(("Fay", "Gil"), "between us")
    guest(hall, "Ada").seat(name).say(("Eve",), "players may write to them")
    hosted = hall.match(host="person:eve")
    desk = guest(hall, "Eve").host_controls(hosted.match.header.match)
    assert code(lambda: desk.announce("psst")) == "gallery_wall"
    assert code(lambda: guest(hall, "Eve").watch(hosted.match.header.match).remark("psst")) == "gallery_wall"
    HostControls(table).gallery("person:eve", "Eve", yes=False)
    assert code(lambda: eve.say(("Ada",), "psst")) == "gallery_wall", "out of it they have still seen it"
    while table.match.phase != "finished":
        HostControls(table).close()
    eve.say("lounge", "it is over")
    desk.announce("it is over")


def test_HH_63_whoever_hosts_with_others_and_the_rooms_of_a_season_are_behind_the_wall_too():
    hall, table = begun("live", "Eve")
    other = hall.match(seats=("Eve", "Fay", "Gil", "Hal"))
    eve = guest(hall, "Eve").seat(other.match.header.match)
    eve.say("host", "nobody of them hosts")
    hall.people.set_hosting("Ada", other.match.header.match)
    for to in ("host", "confessional"):
        assert code(lambda to=to: eve.say(to, "psst")) == "gallery_wall", to
    cast = {"Eve": "person:eve", "Ada": "person:ada", "Fay": "person:fay"}
    live = hall.house.seasons.make(tuple(cast), holders=cast, host="person:eve")
    as_host = SeasonControls(hall.house.seasons, live, "host:eve")
    for doing in (
        lambda: as_host.announce("psst"),
        lambda: as_host.answer("Ada", "psst"),
        lambda: SeasonControls(hall.house.seasons, live, "cast").say("Eve", "cast", "psst"),
    ):
        assert code(doing) == "gallery_wall"
    as_host.answer("Fay", "who plays nothing")
    SeasonControls(hall.house.seasons, live, "cast").say("Ada", "cast", "players may write to them")
    while table.match.phase != "finished":
        HostControls(table).close()
    as_host.announce("it is over")


def test_HH_63_names_reasons_and_gifts_are_words_too():
    hall, table = begun("live", "Eve")
    hosted = hall.match(host="person:eve", briefing=True, holders={"Di": "open"})
    desk = guest(hall, "Eve").host_controls(hosted.match.header.match)
    cast = {"Eve": "person:eve", "Ada": "person:ada", "Fay": "person:fay"}
    giving = SeasonOptions(purse=9, gifts="secret")
    live = hall.house.seasons.make(tuple(cast), holders=cast, host="person:eve", options=giving)
    season, acting = (SeasonControls(hall.house.seasons, live, by) for by in ("host:eve", "cast"))
    new = {"host": "person:eve", "holders": {}}
    for doing in (
        lambda: desk.rename("Di", "Bo lies"),
        lambda: desk.move_deadline(None, "Bo lies"),
        lambda: season.add("Bo lies"),
        lambda: season.rename("Fay", "Bo lies"),
        lambda: season.open(EpisodeWish(game="exodus", guests=("Bo lies",))),
        lambda: season.open(EpisodeWish(game="exodus"), Seating(title="Bo lies")),
        lambda: acting.give("Eve", "Ada", 5),
        lambda: acting.give("Eve", "Fay", 5),
        lambda: acting.give("Eve", "Ada", 5, secret=True),
        lambda: hall.match(title="Bo lies", **new),
        lambda: hall.match(seats=("Ada", "Bo", "Cy", "Bo lies"), **new),
        lambda: hall.house.seasons.make(("Ada", "Bo lies"), host="person:eve"),
        lambda: hall.house.seasons.make(("Ada", "Bo"), title="Bo lies", host="person:eve"),
        lambda: Steward(hall.house, hall.people, "host:eve").rename("Ada", "Bo-lies"),
    ):
        assert code(doing) == "gallery_wall"
    desk.move_deadline(None)
    acting.give("Eve", "Fay", 1, secret=True)
    acting.give("Ada", "Eve", 1)
    hall.match(seats=("Ada", "Bo", "Fay", "open seat 4"), **new)
    hall.match(title="Bo lies", host="person:fay")
    while table.match.phase != "finished":
        HostControls(table).close()
    hall.match(title="It is over", **new)


NOT_WORDS = {
    "results", "orders", "action",  # what is played
    "holder", "seat", "seats", "guests", "readers", "channel", "digest", "what",  # who, where, what they see
    "new_name", "member_name", "match", "game", "sat_out", "drawn", "played", "options", "winner", "level",
    "rule", "schedule", "episodes", "settings", "changes",  # read by the house from few forms, and told in its words
}  # fmt: skip
"""Text of entries that is none of the writer's own, whatever the entry."""
THE_HOUSE_S = {"Unsaid.reason", "Muted.words", "DeadlineMoved.words", "Noted.text", "Usual.words", "Said.to",
               "Waited.to", "Said.occasion", "Rewound.words", "LotsFilled.names"}  # fmt: skip
CHOSEN = {"SeasonHandedOver.name", "LoserNamed.name", "GarnetsGiven.name", "GarnetsGiven.to", "Promised.name",
          "Promised.to", "SeasonSaid.name", "SeasonAnswered.name", "SeasonRenamed.name",
          "SignedUp.name", "SeasonSignedUp.name", "Gallery.name", "Remarked.name"}  # fmt: skip
"""Names that are there already. Nobody but their writer reads notes."""


def own_words():
    """Every field of an entry in which somebody says something that others read."""
    for journal in (j, j_seasons):
        for kind in get_args(journal.AnyEntry):
            for field in fields(kind):
                if "str" in str(field.type) and field.name not in {*NOT_WORDS, "author"}:
                    name = f"{kind.__name__}.{field.name}"
                    if name not in {*THE_HOUSE_S, *CHOSEN}:
                        yield name


def test_HH_63_every_text_of_an_entry_is_known_to_the_wall():
    known = {
        f"{kind.__name__}.{field}"
        for journal in (j, j_seasons)
        for kind, names in journal.OWN_WORDS.items()
        for field in names
    }
    assert set(own_words()) == known, "a new text: is it its writer's own, and who reads it?"


async def test_HH_63_no_text_passes_the_wall_by_any_way_that_a_session_has():
    """For each of these fields the deed that writes it, done as a person's session does it."""
    hall, _ = begun("live", "Eve")
    eve, hers = guest(hall, "Eve"), {"host": "person:eve"}
    hosted, before = hall.match(round_seconds=600.0, **hers), hall.match(briefing=True, holders={"Di": "open"}, **hers)
    hall.seat(hosted, "Ada").say("host", "May I?")
    HostControls(hosted).close()
    seated = hall.match(seats=("Eve", "Ada", "Fay", "Gil"))
    seat, desk = eve.seat(seated.match.header.match), eve.host_controls(hosted.match.header.match)
    cast = {"Eve": "person:eve", "Ada": "person:ada", "Fay": "person:fay"}
    giving = SeasonOptions(purse=9, gifts="secret")
    live = hall.house.seasons.make(tuple(cast), holders=cast, options=giving, **hers)
    hall.people.set_hosting("Eve", live.id)
    async with hall.enter("Eve") as at:
        at.app._seasons.open(live)
        await at.settle()
        season = at.screen._host.desk
    acting = SeasonControls(hall.house.seasons, live, "cast")
    psst, ended = "psst", hall.match(**hers)
    HostControls(ended).end("Rain.")
    for _ in range(MESSAGES):
        seat.say(("Fay", "Gil"), "between us")
    judged = [hall.match("refereed", judged=True, **hers) for _ in range(2)]
    for table in judged:
        HostControls(table).close()
    HostControls(judged[0]).judge({})
    published, waits = (eve.host_controls(table.match.header.match) for table in judged)
    asks = {"questions": "Why?", "host": "person:ada"}
    asked = hall.match(signup=True, briefing=True, holders={"Di": "open"}, **asks).match.header.match
    names = hall.match(signup=True, briefing=True, holders={"Di": "open"}, host="person:ada").match.header.match
    spring = SeasonOptions(places=3, questions="Why?")
    hall.house.seasons.make(("Zoe",), season="w-1", options=spring, host="person:ada")
    hall.house.seasons.make(("Zoe",), season="w-2", options=SeasonOptions(places=3), host="person:ada")
    deeds = {
        "SignedUp.answers": lambda: eve.sign_up(asked, "Eve", answers=(psst,)),
        "SignedUp.note": lambda: eve.sign_up(names, "Eve", note=psst),
        "SeasonSignedUp.answers": lambda: eve.sign_up("w-1", "Eve", answers=(psst,)),
        "SeasonSignedUp.note": lambda: eve.sign_up("w-2", "Eve", note=psst),
        "Judged.verdict": lambda: waits.judge({"public": psst}),
        "Unjudged.reason": lambda: published.take_results_back(psst),
        "Directed.direction": lambda: waits.direct({"rooms": [[psst, ["Ada", "Bo"]]]}),
        "NewsPlanned.text": lambda: season.plan_news(psst, hall.clock() + 60),
        "Said.text": lambda: seat.say("lounge", psst),
        "Waited.text": lambda: seat.say(("Ada",), psst),
        "Remarked.text": lambda: eve.watch(hosted.match.header.match).remark(psst),
        "Answered.text": lambda: desk.answer(1, psst),
        "Answered.words": lambda: desk.answer(1, "Yes.", publish=True, words=psst),
        "Planned.text": lambda: desk.plan(psst, hall.clock() + 60),
        "Announced.text": lambda: desk.announce(psst),
        "Renamed.name": lambda: eve.host_controls(before.match.header.match).rename("Di", psst),
        "DeadlineMoved.reason": lambda: desk.move_deadline(None, psst),
        "Scheduled.reason": lambda: desk.set_schedule((hall.clock() + 600,), "every day 21:00", 60.0, reason=psst),
        "Rewound.reason": lambda: desk.rewind(1, psst),
        "Corrected.reason": lambda: desk.correct("Ada", {"number": 1}, psst),
        "Ended.reason": lambda: desk.end(psst),
        "Unended.reason": lambda: eve.host_controls(ended.match.header.match).take_end_back(psst),
        "Added.name": lambda: season.add(psst),
        "CalledOff.reason": lambda: season.call_off(psst),
        "LeftOut.reason": lambda: season.leave_out(psst),
        "SeasonCorrected.reason": lambda: season.correct({"Ada": j_seasons.CastCorrection(purse=3)}, psst),
        "SeasonAnnounced.text": lambda: season.announce(psst),
        "SeasonRenamed.to": lambda: season.rename("Fay", psst),
        "SeasonAnswered.text": lambda: season.answer("Ada", psst),
        "SeasonSaid.text": lambda: acting.say("Eve", "cast", psst),
        "Promised.words": lambda: acting.promise("Eve", "Ada", 1, None, psst, secret=False),
    }
    assert set(deeds) == set(own_words())
    assert {name: code(doing) for name, doing in deeds.items()} == dict.fromkeys(deeds, "gallery_wall")


def test_HH_63_a_name_of_a_cast_whose_seat_they_may_not_have_stays_with_whoever_has_it():
    hall, _ = begun()
    cast = {name: f"person:{name.lower()}" for name in PLAYERS}
    live = hall.house.seasons.make(tuple(cast), holders=cast)
    desk = SeasonControls(hall.house.seasons, live)
    made = desk.open(EpisodeWish(game="exodus"), Seating(gallery="live"))
    HostControls(hall.house.table(made.match or "")).gallery("person:eve", "Eve")
    assert code(lambda: desk.hand_over("Ada", "person:eve")) == "in_gallery"
    assert live.season.holders["Ada"] == "person:ada"


def test_HH_64_those_who_watch_have_lounges_of_their_own_that_no_player_hears():
    hall, table = begun("live", "Eve", "Fay")
    match = table.match.header.match
    heard: list[str] = []
    hall.seat(table, "Ada").listen(lambda change: heard.append(change.kind))
    watching: list[str] = []
    outside = guest(hall, "Gil").watch(match, "Gil")
    outside.listen(lambda change: watching.append(change.kind))
    place(hall, table).remark("Bo will break his word")
    outside.remark("I see nothing")
    assert heard == []
    assert watching == ["remarked"]
    assert [one.text for one in place(hall, table, "Fay").remarks()] == ["Bo will break his word"]
    assert [(one.name, one.text) for one in outside.remarks()] == [("Gil", "I see nothing")]
    assert hall.seat(table, "Ada").remarks() == ()
    assert guest(hall, "Ada").watch(match, "Ada").remarks() == (), "a player who watches"
    assert code(lambda: guest(hall, "Ada").watch(match, "Ada").remark("me too")) == "seated"
    for number in range(19):
        outside.remark(f"{number}")
    assert code(lambda: outside.remark("too fast")) == "too_fast"


def test_HH_61_the_gallery_of_a_season_is_that_of_each_of_its_matches():
    hall, _ = begun()
    galleries = hall.house.galleries
    galleries.let_into_season("fall-1", "person:eve", "Eve")
    galleries.let_into_season("fall-1", "person:ada", "Ada")
    made = hall.match(gallery="live", season="fall-1")
    assert set(made.match.audience.members) == {"person:eve"}, "Ada plays it"
    galleries.let_into_season("fall-1", "person:fay", "Fay")
    galleries.let_into_season("fall-1", "person:eve", "Eve", yes=False)
    assert set(made.match.audience.members) == {"person:fay"}


# --- what a player sees ----------------------------------------------------------------------------------------------
TWENTY = tuple(f"Watcher{chr(65 + n)}" for n in range(20))


def seen_by_players(watched: bool) -> list[Any]:
    """A match gone through twice alike, with a gallery of twenty that looks at everything and talks, or with an empty
    one: everything that those who play hear and read, but for how many are in the gallery, which they are told."""
    hall = Hall(*PLAYERS, *TWENTY)
    bots = dict.fromkeys(NAMES[3:9], "bot:random")
    table = hall.match("exodus", gallery="live", presence=True, holders=bots, seats=NAMES[:9], early_close=False)
    if watched:
        for name in TWENTY:
            HostControls(table).gallery(f"person:{name.lower()}", name)
    seats = [hall.seat(table, name) for name in PLAYERS[:3]]
    heard: list[Any] = []
    for seat in seats:
        seat.listen(lambda change: None if change.kind == "news" else heard.append(change))
        if seat.name != "Cy":  # who lets nothing be read
            seat.let_read(talk=True, confessional=True)
    found: list[Any] = []

    def look() -> None:
        for name in TWENTY if watched else ():
            here = place(hall, table, name)
            here.enter()
            here.looks("Bo")
            for seat in PLAYERS[:2]:
                here.eyes(seat).view_json()
            here.remark("they know nothing")
            assert here.orders()
            here.depart()
        table.play_bots()
        for seat in seats:
            view = seat.view_json()
            view["announcements"] = [one for one in view["announcements"] if one["kind"] != "gallery"]
            view["gallery"].pop("people")
            frame = {name: getattr(seat.frame(), name) for name in seat.frame().__struct_fields__ if name != "gallery"}
            news = [one for one in seat.news() if one.kind != "gallery"]
            found.extend(
                [view, frame, news, seat.messages(), seat.story(), seat.asks(), seat.pending(), seat.sitters()]
            )
        for name in PLAYERS[:3]:
            standing = guest(hall, name).lobby_rows()[0]
            found.append((standing.summary.public_json(), standing.waits, standing.free))
        found.append(HostControls(table).missing())

    look()
    for number in range(2):
        seats[0].seal({"offers": []})
        seats[1].say("lounge", f"word {number}")
        seats[2].say("confessional", "psst")
        look()
        HostControls(table).close()
        look()
    return [*found, heard]


def test_HH_61_a_player_s_every_byte_is_the_same_with_a_gallery_of_twenty_or_none():
    assert seen_by_players(True) == seen_by_players(False)


@pytest.mark.parametrize("leak", ["presence", "ready", "talk"])
def test_a_gallery_that_leaks_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch):
    entered = GalleryPlace.enter

    def enter(self: GalleryPlace) -> None:
        entered(self)
        table = self._table
        if leak == "presence":
            table.arrive("Ada")
        elif leak == "ready":
            table.submit(j.Readied(author="Bo", ready="Bo" not in table.match.ready))
        else:
            table.submit(j.Said(author="Bo", to="lounge", text="I am watched"))

    monkeypatch.setattr(GalleryPlace, "enter", enter)
    assert seen_by_players(True) != seen_by_players(False)


@pytest.mark.parametrize("readable", [True, False])
def test_HH_61_HH_62_a_word_that_sealed_orders_break_is_shown_while_it_can_change(readable: bool):
    seats = NAMES[:9]
    hall = Hall(*seats, "Eve")
    hands = {"hands": {seat: ["red", "blue", "green", "white"] for seat in seats}}
    holders = {seat: f"person:{seat.lower()}" for seat in seats}
    table = hall.house.make("exodus", seats, holders=holders, gallery="live", setup=hands)
    HostControls(table).gallery("person:eve", "Eve")
    ada, bo = Seat(table, "Ada"), Seat(table, "Bo")
    if readable:
        ada.let_read(talk=True, confessional=False)
        bo.let_read(talk=True, confessional=False)
    ada.say(("Bo",), "red for blue?", deal=Deal("red", "blue"))
    bo.say(("Ada",), "blue for red", deal=Deal("blue", "red"))
    ada.seal({"offers": [{"to": "Bo", "give": "green"}]})
    bo.seal({"offers": [{"to": "Ada", "give": "blue"}]})
    seen = place(hall, table)
    said = "\n".join("".join(part if isinstance(part, str) else part[0] for part in row) for row in seat_rows(seen))
    assert [(p.by, p.to, p.broken) for p in seen.promised()] == (
        [("Ada", "Bo", True), ("Bo", "Ada", False)] if readable else []
    )
    assert ("\u25c6 breaks their word to Bo: Ada gives Bo a red cube" in said) == readable
    told = "\n".join(unstyled(forecast_rows(seen.if_closed())))
    assert "If it closed now  2 of 9 sealed" in told
    price = "\u25c6 Ada \u2192 Bo  Ada gives Bo a red cube  Ada \u22121, not +2; Bo +2 either way"
    assert (price in told) == readable, told
    assert "Ada gave Bo 1 green cube for 1 blue cube" in told
    ada.seal({"offers": [{"to": "Bo", "give": "red"}]})
    assert not any(p.broken for p in seen.promised())
    agreed = "".join(str(row) for row in talk_rows(seen))
    assert ("Ada and Bo: red for blue" in agreed) == readable
    cy = Seat(table, "Cy")
    cy.let_read(talk=True, confessional=False)
    for other in ("Ada", "Bo"):
        cy.say((other,), "Not today.")
    row = next(row for row in talk_rows(seen) if "Not today." in str(row)) if readable else ""
    assert ("to Ada, Bo: " in str(row)) == readable, "the same words to several are one row"


@pytest.mark.parametrize("lets", [True, False])
def test_HH_71_a_broken_word_of_seats_that_let_their_talk_be_read_is_told_to_onlookers_as_late_as_the_round(lets: bool):
    seats = NAMES[:9]
    hall = Hall(*seats, "Eve")
    hands = {"hands": {seat: ["red", "blue", "green", "white"] for seat in seats}}
    table = hall.match("exodus", seats=seats, gallery="live", onlookers="1 round", setup=hands)
    ada, bo = Seat(table, "Ada"), Seat(table, "Bo")
    for seat in (ada, bo):
        seat.let_read(talk=lets, confessional=False)
    assert ("told to onlookers, 1 round late" in lets_lines(ada)[-1]) == lets
    ada.say(("Bo",), "red for blue?", deal=Deal("red", "blue"))
    bo.say(("Ada",), "blue for red", deal=Deal("blue", "red"))
    ada.seal({"offers": [{"to": "Bo", "give": "red"}]})
    table.submit(j.Closed())
    assert not Seat(table, None, late=True).story().turns, "not before"
    table.submit(j.Closed())
    story = Seat(table, None, late=True).story()
    told = "Round 1: Bo had agreed to give Ada 1 blue cube and offered nothing: 0 for Ada in place of"
    assert (any(turn.text.startswith(told) for turn in story.turns)) == lets
    assert story.scenes[0].deed.startswith(told) == lets
    assert not Seat(table, None).story().turns


def test_HH_79_a_broken_word_of_any_game_has_a_price_for_both():
    """Mercury tells no price of its own: what the round would bring both stands there, in what moves."""
    hall = Hall(*NAMES[:13], "Eve")
    table = hall.match("day_of_mercury", seats=NAMES[:13], gallery="live")
    HostControls(table).gallery("person:eve", "Eve")
    gather = {"location": "ringed_city", "actions": [{"do": "gather"}]}
    for name in NAMES[:13]:
        Seat(table, name).let_read(talk=True, confessional=False)
    for name in NAMES[:13]:
        seat = Seat(table, name)
        if name in ("Ada", "Bo"):
            other = "Bo" if name == "Ada" else "Ada"
            seat.say((other,), "Agreed.", deal=Deal("lust", "envy") if name == "Ada" else Deal("envy", "lust"))
        visits = [gather, {"location": "drowned_tower", "actions": []}]
        seat.seal({"visits": visits, "trade": None})
    told = unstyled(forecast_rows(place(hall, table).if_closed()))
    assert "\u25c6 Ada \u2192 Bo  Ada gives Bo lust  Ada +2; Bo +2 sins" in told, told
    assert not any("Lots decide" in line for line in told)


def test_HH_79_of_two_in_a_gallery_each_is_told_what_a_close_would_bring_while_it_is_worked_out(monkeypatch):
    hall, table = begun("live", "Eve", "Fay")
    Seat(table, "Ada").seal(ORDERS)
    begins, made = threading.Event(), []

    def slow(*asked: Any) -> Any:
        begins.set()
        time.sleep(0.3)
        made.append(forecast(*asked))
        return made[-1]

    monkeypatch.setattr(galleries, "forecast", slow)
    eve, fay = place(hall, table, "Eve"), place(hall, table, "Fay")
    with ThreadPoolExecutor() as pool:
        first = pool.submit(eve.if_closed)
        assert begins.wait(10)
        second = pool.submit(fay.if_closed)
        assert first.result().sealed == 1
        assert second.result() is first.result()
    assert len(made) == 1, "worked out once for both"


def test_HH_61_a_single_one_is_singular_and_a_figure_has_a_true_minus_sign():
    columns = (
        Column(id="points", title="Points", short="points", decides=True),
        Column(id="commits", title="Sins committed", short="sins", decides=True),
    )
    rows = (
        StandingRow(seat="Ada", place=None, cells={"points": 1, "commits": 1}),
        StandingRow(seat="Bo", place=None, cells={"points": -4, "commits": 2}),
    )
    _, table = begun()
    story = Seat(table, None).story()
    told = standing_rows(replace(story, standing=Standing(columns=columns, rows=rows)))
    assert unstyled(told) == ["Ada  1 point, 1 sin", "Bo   \u22124 points, 2 sins"]
    word = BrokenWord("Ada", "Bo", "lust", (Price("Ada", 2), Price("Bo", 1)), "sins", "")
    closing = CloseForecast(
        sealed=1, seats=2, broken=(word,), gains={"Ada": 1}, unit="points", by_lot=(), steps=(), strip=(), ends=False,
        winners=None, candidates=None,
    )  # fmt: skip
    assert unstyled(forecast_rows(closing))[1:] == ["\u25c6 Ada \u2192 Bo  lust  Ada +2; Bo +1 sin", "Ada +1 point"]
    series = Series(id="sins", title="Sins", unit="sins", rounds=(0, 1), curves={"Ada": (0, 2), "Bo": (0, 1)})
    turn = Turn(round=1, kind="broken word", seats=("Ada", "Bo"), text="Broken.", weight=1)
    assert priced(turn, [series]).text == "Broken. The round brought Ada +2 and Bo +1 sin."
