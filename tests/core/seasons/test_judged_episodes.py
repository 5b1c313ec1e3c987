"""A season of four episodes, two of which are judged by their host (RF-08, SE-05)."""

from __future__ import annotations

from core.games import game
from core.house.house import House
from core.match import journal as matches
from core.narration.telling import story
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.journal import Seating
from core.seasons.opening import EpisodeWish
from core.seasons.season_controls import SeasonControls
from core.seasons.words import season_json, season_lines
from core.table.host_controls import HostControls
from core.table.table import Table
from tests.kit.house import open_house

CAST = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def judge(table: Table, candidate: str, best: str) -> None:
    """Two rounds with points and words; the second ends the match."""
    desk = HostControls(table)
    for number in (1, 2):
        table.play_bots()
        if table.match.phase == "round":  # else the bots were all ready
            desk.close()
        assert table.match.phase == "judging"
        assert set(desk.submissions()) == set(table.match.seats)
        verdict = {
            "points": {seat: 3 * (seat == best) + number for seat in table.match.seats},
            "told": {candidate: f"You came last in round {number}."}, "public": f"Round {number} was close.",
        }  # fmt: skip
        if number == 2:
            verdict |= {"finish": {"candidate": candidate}, "tokens": {best: 1}, "garnets": {best: 2}}
        desk.judge(verdict)
    while table.match.phase == "decision":
        table.play_bots()
        if table.match.phase == "decision":
            table.submit(matches.Closed(cause="deadline"))
    assert table.match.phase == "finished"


def played(house: House, name: str) -> Table:
    table = house.table(name)
    for _ in range(400):
        table.play_bots()
        if table.match.phase == "finished":
            return table
        table.submit(matches.Closed(cause="deadline"))
    raise AssertionError(f"{name} does not end")


def test_RF_08_a_season_of_four_episodes_two_of_them_judged_goes_to_its_end() -> None:
    house = open_house()
    live = house.seasons.make(CAST, title="Spring", holders=dict.fromkeys(CAST, "bot:random"), seed=3)
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    for kind in ("refereed", "drifting_ship", "refereed", "drifting_ship"):
        opened = desk.open(EpisodeWish(kind), Seating(holders={}, open_record=True))
        table = house.table(opened.match or "")
        if kind == "refereed":
            first, *_, last = table.match.seats
            judge(table, last, first)
            assert story(table.match, None, whole=True).lead[0].startswith(f"{first} ")
        else:
            played(house, opened.match or "")
        if live.season.phase == "main":
            desk.book()
        episode = live.season.episodes[-1]
        if kind == "refereed":
            assert (episode.candidate, episode.tokens, episode.garnets[first]) == (last, {first: 1}, 2)
        while (due := missing_role(live.season)) is not None:
            desk.name(due, can_be_named(live.season)[0])
        desk.death_match(live.season.episodes[-1].opponent)
    assert [episode.game for episode in live.season.episodes] == ["refereed", "drifting_ship"] * 2
    assert len(live.season.remaining) == 2
    assert game("refereed").spec.title in "\n".join(season_lines(live.season))
    assert [episode["game"] for episode in season_json(live.season)["episodes"]] == ["refereed", "drifting_ship"] * 2


def test_RF_05_a_season_lends_its_purses_and_books_what_was_paid_and_won() -> None:
    house = open_house()
    live = house.seasons.make(CAST, title="Spring", holders=dict.fromkeys(CAST, "bot:random"), seed=3)
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    purses: list[int] = []
    for amounts in ({"Ada": 5, "Bo": 3}, {"Ada": -4, "Bo": 1}, {"Ada": 2}):
        opened = desk.open(EpisodeWish("refereed"), Seating(holders={}, open_record=True))
        table = house.table(opened.match or "")
        host = HostControls(table)
        lent = {entry.seat: entry.amount for entry in table.match.state.ledger if entry.reason == "purse"}
        assert lent.get("Ada", 0) == (purses[-1] if purses else 0)
        table.play_bots()
        if table.match.phase == "round":
            host.close()
        host.judge({"garnets": amounts, "finish": {"winners": ["Ada"], "candidate": table.match.seats[-1]}})
        while table.match.phase == "decision":
            table.play_bots()
            if table.match.phase == "decision":
                table.submit(matches.Closed(cause="deadline"))
        if live.season.phase == "main":
            desk.book()
        purses.append(live.season.cast["Ada"].purse)
        while (due := missing_role(live.season)) is not None:
            desk.name(due, can_be_named(live.season)[0])
        if live.season.phase == "death_match":
            desk.death_match(live.season.episodes[-1].opponent)
    assert purses == [5, 1, 3]
