"""What a house, its tables and its site promise of secrets, as looks that a planted leak must not pass: each raises
AssertionError."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from core import person as codes
from core.botplay.playing import bot_seed
from core.bots.contract import Move, Sight
from core.contract import AnyGame
from core.games import game as find_game
from core.house.guest import Guest
from core.house.league import league, named_rows
from core.kit import NAMES, played, properties
from core.ledger import Lots
from core.match import journal as j
from core.match.decisions import lot_sentences
from core.match.records import Change
from core.match.reducer import apply
from core.match.state import Match
from core.narration import feed, stakes, telling
from core.narration.feed import EntryStep, posts
from core.narration.text import leaders_in
from core.refusal import Refused
from core.seasons.options import SeasonOptions
from core.story.parts import Story
from core.table import gallery
from core.table.foresight import forecast
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.talk.acts import Deal
from tests.archive.kit import duel_site
from tests.archive.test_masking import (
    test_HH_26_no_seed_is_published_by_which_a_name_could_be_tried as no_seed_is_published,
)
from tests.archive.test_masking import told as site_of
from tests.kit.hall import Hall
from tests.kit.house import open_house

__all__ = ["no_seed_is_published"]
SEATS = ("Ada", "Bo", "Cy", "Di")
CODE, OLD = "ABCD-EFGH-JKMN-PQRS", "ZZZZ-EFGH-JKMN-PQRS"


class Counting:
    """A bot that does nothing, and counts how often it is asked."""

    turns = 0

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        self.turns += 1
        return []


def bots_turn_only_to_what_they_hear() -> None:
    """HH-15: no bot has a turn for what others say among themselves, confide, note or draft."""
    house = open_house()
    held = {**dict.fromkeys(NAMES[:9], "bot:random"), "Ada": "person:ada", "Bo": "person:bo"}
    table = house.make("exodus", NAMES[:9], holders=held, seed=3)
    bots = {seat: Counting() for seat in NAMES[2:9]}
    table.bots._bots.update(bots)
    table.play_bots()
    before = {seat: bot.turns for seat, bot in bots.items()}
    for entry in (
        j.Said(author="Ada", to=("Bo",), text="psst"), j.Said(author="Ada", to="confessional", text="psst"),
        j.Said(author="Ada", to="host", text="psst"), j.Noted(author="Ada", text="psst"),
        j.Drafted(author="Ada", orders={}), j.Opened(what="all"),
    ):  # fmt: skip
        table.submit(entry)
        table.play_bots()
        assert {seat: bot.turns for seat, bot in bots.items()} == before, f"a bot is woken by {type(entry).__name__}"
    table.submit(j.Said(author="Ada", to=("Cy",), text="hello"))
    table.play_bots()
    assert bots["Cy"].turns > before["Cy"], "whoever is spoken to has a turn"
    assert bots["Di"].turns == before["Di"]


def tables_tell_whom_it_concerns() -> None:
    """HH-15: who sits or watches at a table hears nothing of what is not theirs."""
    house = open_house()
    table = house.make("parley-open", SEATS, holders=dict.fromkeys(SEATS, "local"), seed=3)
    heard: dict[str | None, list[Change]] = {seat: [] for seat in (*SEATS, None)}
    for seat, found in heard.items():
        table.subscribe(seat, found.append)
    table.submit(j.Said(author="Ada", to=("Bo",), text="psst"))
    table.submit(j.Noted(author="Ada", text="psst"))
    table.submit(j.Said(author="Ada", to="confessional", text="psst"))
    assert {seat for seat, found in heard.items() if found} == {"Ada", "Bo"}


def a_bot_is_seeded_without_the_dice() -> None:
    """CM-04: what a bot does tells nothing of the dice to come."""
    match = played(find_game("exodus"), 1).start
    other = replace(match, header=replace(match.header, seed=match.header.seed + 1))
    assert bot_seed(match, match.seats[0]) == bot_seed(other, match.seats[0])


def outsiders_find_nothing_hidden() -> None:
    """HH-31, HH-46, SE-23: matches and seasons that are not theirs, played or over, with a code that is replaced."""
    hall = Hall(*SEATS, "Zed", "Gwen", host="Gwen")
    zed = Guest(hall.house, "zed")
    HostControls(hall.match(match="cast-1")).watched_by("cast")
    replaced = HostControls(hall.match(match="code-1"))
    replaced.watched_by("code", codes.digest(OLD))
    zed.enter_match_code("code-1", OLD)
    replaced.watched_by("code", codes.digest(CODE))
    private = SeasonOptions(private=True)
    live = hall.house.seasons.make(SEATS[:2], season="closed-1", options=private, holders={"Ada": "person:ada"})
    hall.match(match="of-season-1", season=live.id)
    hall.match(match="practice-1", practice=True, host="person:ada")
    for over in (False, True):
        if over:
            live.season = replace(live.season, phase="finished")
            for match in ("cast-1", "code-1", "of-season-1"):
                played_out(hall.house.table(match))
        found = [one.summary.match for one in zed.lobby_rows()]
        assert found == [], f"an outsider finds {found}"
        assert zed.seasons() == ()
        assert not zed.reads(live.id)
        for match in ("cast-1", "code-1", "of-season-1", "practice-1"):
            for ask in (zed.watch, zed.seat, zed.confessionals, zed.host_controls):
                assert refused(ask, match) == "no_such_match"
        assert not league(zed.finished(), named_rows(hall.people)), "an outsider's league counts hidden matches"
    assert Guest(hall.house, "ada").reads(live.id)
    assert Guest(hall.house, "ada").finished()


def confessions_are_read_by_whom_they_are_for() -> None:
    """HH-29: hosts, and while it is played, where everybody was told, those who are out of the season."""
    hall = Hall(*SEATS, "Zed", "Eve", "Gwen", host="Gwen")
    held = {name: f"person:{name.lower()}" for name in ("Ada", "Bo", "Zed")}
    live = hall.house.seasons.make(("Ada", "Bo", "Zed"), season="spring-1", holders=held)
    cast = {**live.season.cast, "Zed": replace(live.season.cast["Zed"], in_=False)}
    live.season = replace(live.season, cast=cast)
    table = hall.match(match="spring-m", season=live.id)
    reads = {name: Guest(hall.house, name) for name in ("ada", "zed", "eve")}

    def readers() -> set[str]:
        return {name for name, guest in reads.items() if refused(guest.confessionals, "spring-m") is None}

    assert readers() == set()
    table.submit(j.OutMayRead(yes=True))
    table.submit(j.Said(author="Ada", to="confessional", text="psst"))
    assert readers() == {"zed"}
    played_out(table)
    assert readers() == set()


def kept_counts_are_not_heard() -> None:
    """CM-28: where a host keeps the counts back nobody else hears that a seat seals or is ready."""
    house = open_house()
    table = house.make("parley-open", SEATS, holders=dict.fromkeys(SEATS, "local"), seed=3, counts=False)
    heard: list[Change] = []
    table.subscribe("Bo", heard.append)
    table.submit(j.Sealed(author="Ada", orders={}))
    table.submit(j.Readied(author="Ada"))
    assert heard == []


def lots_are_told_to_whom_they_concern() -> None:
    """CM-13: before the end only the equal ones know that lots decided between them."""
    match = next(one for one in played(find_game("drifting_ship"), 1).moments if one.state.ending is not None)
    ending = match.state.ending
    assert ending is not None
    lots = replace(ending, lots=(Lots("Lots fell between Ada and Bo.", ("Ada", "Bo")),))
    match = replace(match, phase="decision", state=replace(match.state, ending=lots))
    assert [bool(lot_sentences(match, seat)) for seat in ("Ada", "Bo", "Cy", None)] == [True, True, False, False]


def votes_are_heard_by_nobody_else() -> None:
    """HH-05: of several who choose nobody hears that one has named somebody."""
    match = played(find_game("exodus"), 1).end
    ending = match.state.ending
    assert ending is not None
    open_ = replace(ending, candidates=("Cy", "Di"), choosers=("Ada", "Bo"), candidate=None, opponent=None)
    match = replace(match, phase="decision", votes={}, state=replace(match.state, ending=open_))
    assert any(isinstance(entry, j.Acted) for entry in properties.silent(match, "Ada", 1))
    for n in range(4):
        properties.compare_silent(match, "Ada", n)


def feeds_tell_of_no_draft() -> None:
    """HH-18: a draft is no step that a chat room is told of."""
    match = played(find_game("exodus"), 1).start
    after, _ = apply(match, j.Drafted(author="Ada", orders={}))
    assert not EntryStep(match, after).tells


def the_site_tells_no_talk() -> None:
    """HH-27: talk that nobody released changes nothing in a site."""
    tiles = (8, 6, 4, 7, 5, 3, 2, 1, 0)
    assert duel_site(tiles, reveal=True, words="a plan") == duel_site(tiles, reveal=True, words="something else")


def the_site_tells_no_kept_record() -> None:
    """HH-17: of two duels that look the same to spectators, with kept records, no byte of a page differs."""
    one, other = ((8, 6, 4, 7, 5, 3, 2, 1, 0), (6, 8, 4, 7, 5, 3, 2, 1, 0))
    assert duel_site(one, reveal=False, words="") == duel_site(other, reveal=False, words="")


def onlookers_read_old_rounds_alone(game: AnyGame) -> None:
    """HH-71: what onlookers read of a round is what could be told as soon as it had closed, and of a round that is not
    old enough they read what all spectators read."""
    late = 2
    match = played(game, 1)
    closed: dict[int, Match] = {}
    for moment in match.moments:
        if moment.phase != "finished":
            closed.setdefault(len(moment.rounds), replace(moment, header=replace(moment.header, onlookers="2 rounds")))
    for many, now in closed.items():
        told, plainly = telling.story(now, None, late=late), telling.story(now, None)
        opened = max(0, many - late)
        assert (told.late, told.opened) == (late, opened)
        assert told.scenes[opened:] == plainly.scenes[opened:]
        if opened:
            assert told.scenes[:opened] == telling.opened_to_onlookers(closed[opened], opened)[1]
            assert told.standing == plainly.standing
            part = telling.opened_to_onlookers(closed[opened], opened)[0]
            assert told.strip == stakes.strip(part, now.seats), "who is in danger is of the old round too"
    assert any(scene.orders or scene.steps for scene in told.scenes[: told.opened])


def a_forecast_foretells_no_lot(game: AnyGame) -> None:
    """HH-79: what a gallery sees of a close now depends on no seed, and what lots decide it does not see."""
    tried = 0
    for moment in played(game, 1).moments:
        told = forecast(gallery.shown(moment), 0.0) if moment.phase == "round" else None
        if told is not None and tried < 12:
            other = replace(moment, header=replace(moment.header, seed=moment.header.seed + 1, nonce="other"))
            assert told == forecast(gallery.shown(other), 0.0)
            tried += 1
    assert tried


def onlookers_read_of_words_only_those_of_bots() -> None:
    """HH-71: a word that a bot broke to a bot is told as late as the round; one that a person gave or got is not."""

    def read(world: int) -> Story:
        seats = NAMES[:9]
        hands = {"hands": {seat: ["red", "blue", "green", "white"] for seat in seats}}
        bots = dict.fromkeys(seats[:2], "bot:steady")
        table = Hall(*seats).match("exodus", seats=seats, holders=bots, onlookers="1 round", setup=hands)
        ada, bo, cy = (Seat(table, name) for name in seats[:3])
        words = [(ada, bo)] + [(cy, ada)] * world
        for one, other in words:
            one.say((other.you,), "red for blue?", deal=Deal("red", "blue"))
            other.say((one.you,), "blue for red", deal=Deal("blue", "red"))
        ada.seal({"offers": [{"to": "Bo", "give": "red"}]})
        cy.seal({"offers": [{"to": "Ada", "give": "red"}]})
        for _ in range(2):
            table.submit(j.Closed())
        return Seat(table, None, late=True).story()

    was, now = read(0), read(1)
    assert was == now
    assert any("Bo had agreed to give Ada" in turn.text for turn in was.turns)


def feeds_tell_what_everybody_knows() -> None:
    """HH-18: under which mark a post goes tells of no entry that is not public; a room that is behind is told of no
    deadline, and the whole story is told only where the match is public."""
    match = played(find_game("black_and_white"), 1)
    end = match.end
    before = next(one for one in reversed(match.moments) if one.phase != "finished")
    longer = replace(end, entry_count=end.entry_count + 3)
    assert EntryStep(before, end).mark == EntryStep(before, longer).mark
    told = posts(EntryStep(before, replace(end, public=False)))
    kept = {**end.header.options, "reveal": False}
    assert told == posts(EntryStep(before, replace(end, public=False, header=replace(end.header, options=kept))))
    earlier, opened = next(  # half a trick is told of with the other half
        (before, after)
        for before, after in pairwise(match.moments)
        if after.phase == "round" and posts(EntryStep(before, after))
    )
    timed = replace(opened, deadline=4e9)
    assert posts(EntryStep(earlier, timed), "spectators") == posts(EntryStep(earlier, opened), "spectators")
    assert posts(EntryStep(earlier, timed), "players") != posts(EntryStep(earlier, opened), "players")


def feeds_tell_who_led_when_it_was_open() -> None:
    """HH-18, HH-71: who leads, as a late room reads it, is of the rounds that it may read whole; where points are
    secret a room at the table reads nothing of it."""
    match = played(find_game("exodus"), 1)
    told = []
    for _, _, after in match.closes():
        late = replace(after, header=replace(after.header, onlookers="2 rounds"))
        assert feed._leaders(late, "players") == []
        opened = len(late.rounds) - 1
        known = telling.opened_to_onlookers(match.closes()[opened - 1][2], opened)[0].series if opened else ()
        expected = [f"After round {opened} {line}"] if known and (line := leaders_in(known[0])) else []
        if late.phase == "round":
            assert feed._leaders(late, "spectators") == expected
            told += expected
    assert told


def the_site_hides_names() -> None:
    """HH-26: whatever somebody is really called, also before or behind others, no byte of the site is another."""
    fresh = site_of.__wrapped__  # a page that was kept would be that of a planted leak, or of none
    assert fresh("Quentin", "Falcon") == fresh("Zacharias", "Falcon")


def played_out(table: Any) -> None:
    while table.match.phase != "finished":
        table.submit(j.Closed())


def refused(ask: Any, match: str) -> str | None:
    """The code by which it is refused; None if it is not."""
    try:
        ask(match)
    except Refused as refusal:
        return refusal.code
    return None
