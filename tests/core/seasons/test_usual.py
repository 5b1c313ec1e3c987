"""What the matches of a season are made with, said once; names of the cast put right."""

from __future__ import annotations

import pytest

from core.house.guest import Guest
from core.house.todo import todo
from core.narration.feed import Ways
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.feeds import season_posts
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from core.seasons.words import digest
from tests.core.seasons.hosted import CAST, Hosted
from tests.ssh.test_season_commands import season_of, the_desk

EVERY = "every day 21:00 Europe/Berlin"


def a_season(**more):
    hall, desk, do = the_desk()
    cast = ["Ada", "Bo", "Cy=bot:steady", "Di=bot:steady"]
    told = do("new", title="Spring", cast=cast, **more)["told"]
    return hall, desk, do, told


def header(hall, match):
    return hall.house.table(match).match.header


def test_SE_25_what_was_said_once_counts_at_openings_unless_they_say_otherwise():
    hall, _, do, told = a_season(when=EVERY, grace=900.0, confirm=True, fill="random", remind="6h")
    assert told[-1].startswith("Spring (spring-1)"), told
    assert any(f"rounds close {EVERY}" in line and "bots: random" in line for line in told), told
    do("open", game="exodus", guests=["Zed=bot:steady"])
    made = header(hall, "exodus-1")
    assert (made.grace_seconds, made.confirm, made.round_seconds, made.remind) == (900.0, True, None, "6h")
    table = hall.house.table("exodus-1").match
    assert table.schedule.rule == EVERY
    assert [table.holders[seat] for seat in table.seats[-2:]] == ["bot:random"] * 2
    do("call-off", text="rain")
    do("open", game="exodus", seconds=3600.0, confirm=False)
    made = header(hall, "exodus-2")
    assert (made.round_seconds, made.confirm, made.grace_seconds) == (3600.0, False, 900.0)
    assert hall.house.table("exodus-2").match.schedule is None


def test_SE_25_a_duel_keeps_its_own_clock_and_takes_the_rest_and_all_that_is_typed():
    hall, _, do, _ = a_season(seconds=86_400.0, bot_talk="silent")
    do("open", game="elsewhere")
    do("book", outcome={"ranking": [["Ada", "Bo", "Cy", "Di"]], "elimination_candidate": "Ada",
                        "death_match_opponent": "Bo"})  # fmt: skip
    assert "A dry run: nothing is made." in do("duel", game="ninety_nine", dry_run=True)["told"]
    assert season_of(hall).episodes[-1].duel is None
    do("duel", game="ninety_nine", counts=False)
    made = header(hall, "ninety-nine-1")
    assert (made.round_seconds, made.briefing, made.bot_talk, made.counts) == (60.0, True, "silent", False)


def test_SE_25_it_is_changed_by_a_word_told_and_stays_over_an_undoing_and_a_restart():
    at = Hosted()
    at.desk.set_usual(j.Usual(settings={"grace": 600.0}, words="grace 10 min"))
    assert at.live.season.news[-1].text == "Matches to come, unless their opening says otherwise: grace 10 min."
    at.desk.correct({"Ada": j.CastCorrection(purse=3)}, "a bet")
    at.desk.undo()
    assert at.live.season.usual.settings == {"grace": 600.0}
    again = at.again()
    assert again.live.season.usual.settings == {"grace": 600.0}
    assert again.desk.propose(EpisodeWish("parley-open", sit_out=("Ed",))).seating.grace_seconds == 600.0
    with pytest.raises(Refused) as refused:
        at.desk.set_usual(j.Usual(settings={"moon": True}))
    assert refused.value.code == "bad_settings"


def test_SE_25_an_episode_is_not_opened_with_seats_that_nobody_plays_unless_that_is_said():
    hall, desk, do, _ = a_season()
    do("add", name="Ed")
    asked = {"do": "season", "deed": "open", "season": "spring-1", "game": "exodus"}
    refused = desk.do(asked)["error"]
    assert refused["code"] == "empty_seats"
    assert "Nobody plays Ed yet" in refused["message"]
    assert season_of(hall).phase == "between"
    assert desk.do({**asked, "fill": "random"})["ok"]
    assert "open" not in hall.house.table("exodus-1").match.holders.values()


def test_SE_26_somebody_of_the_cast_is_called_otherwise_from_the_beginning():
    at = Hosted(purse=2)
    at.desk.open(EpisodeWish("elsewhere"))
    with pytest.raises(Refused):
        at.desk.rename("Bo", "Bob")
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo", garnets={"Bo": 3}))
    at.desk.death_match("Bo")
    at.desk.rename("Bo", "Bob")
    season = at.live.season
    assert "Bo" not in season.cast
    assert season.cast["Bob"].purse == 7
    assert season.episodes[-1].winner == "Bob"
    assert season.holders["Bob"] == "person:bo"
    for taken in ("Cy", "cy"):
        with pytest.raises(Refused):
            at.desk.rename("Bob", taken)
    at.desk.undo()
    assert "Bob" in at.live.season.cast
    assert at.live.season.phase == "death_match"
    before = digest(at.live.season)
    assert digest(at.again().live.season) == before


def test_SE_25_a_template_of_a_season_has_it_too_and_a_dry_run_names_the_empty_seats():
    _, desk, _, _ = a_season(when=EVERY, grace=900.0, fill="random")
    assert desk.do({"do": "template", "template": "ours", "season": "spring-1"})["ok"]
    cast = ["Ada", "Bo", "Di"]
    told = desk.do({"do": "season", "deed": "new", "title": "Autumn", "cast": cast, "template": "ours"})["told"]
    assert any(f"rounds close {EVERY}" in line and "bots: random" in line for line in told), told
    tried = desk.do({"do": "season", "deed": "open", "season": "autumn-1", "game": "drifting_ship", "dry_run": True})
    assert any(line.startswith("Nobody plays Di yet") for line in tried["told"]), tried
    tell = {"do": "season", "deed": "tell", "season": "autumn-1", "name": "Bo", "text": "Bring a pen.", "dry_run": True}
    assert desk.do(tell)["told"] == ["The host to Bo: Bring a pen.", "A dry run: nothing is entered."]


@pytest.mark.parametrize(
    ("duels", "hidden", "private", "who"),
    [
        ("", True, False, ""), ("cast", True, True, "Cy"), ("", False, True, "Cy"), ("house", True, True, "Cy Zed"),
        ("cast", True, False, "Cy Zed"),
    ],
)  # fmt: skip
def test_SE_29_duels_are_opened_wider_than_the_other_matches(duels: str, hidden: bool, private: bool, who: str):
    """Cy is of the cast, Zed of the house alone; neither plays the duel."""
    hall, _, do = the_desk()
    about = {"duels": duels, "private": private}
    made = do("new", title="Spring", cast=["Di", "Ed", "Cy=Ada"], about=about, hidden=hidden)
    live = next(iter(hall.house.seasons.live.values()))
    assert made["season"]["options"].get("duels", "") == duels
    at = {"season": live.id}
    do("open", game="exodus", empty=True, sit_out=["Cy"], **at)
    (main,) = hall.house.of_season(live.id)
    do("call-off", text="rain", **at)
    do("open", game="elsewhere", **at)
    ended = {"ranking": [["Di", "Ed", "Cy"]], "elimination_candidate": "Di", "death_match_opponent": "Ed"}
    do("book", outcome=ended, **at)
    do("duel", game="ninety_nine", **at)
    duel = live.season.episodes[-1].duel
    found = {"Cy": Guest(hall.house, "ada"), "Zed": Guest(hall.house, "bo")}
    assert " ".join(name for name, one in found.items() if one.may_find(hall.house.find(duel))) == who
    assert found["Cy"].may_find(hall.house.find(main)) == (not hidden)
    assert found["Zed"].may_find(hall.house.find(main)) == (not hidden and not private)
    assert found["Zed"].reads(live.id) == (not private), "the season itself is no more open for it"


def test_SE_25_the_next_date_is_told_where_an_episode_ends():
    hall, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada", "Bo", "Cy", "Di"], episodes="every Fri 20:00 Europe/Berlin")
    assert "episodes open Fri 20:00 Europe/Berlin" in season_of(hall).news[-1].text
    do("open", game="elsewhere")
    do("book", outcome={"ranking": [["Ada"], ["Bo"], ["Cy"], ["Di"]]})
    do("leave-out", text="peace")
    season = season_of(hall)
    at = next(one.at for one in todo(hall.house) if one.kind == "episode")
    assert at == season.opens_after(hall.house.clock()) == 1_700_247_600.0  # Fri 17 Nov 2023 20:00 CET
    rich, plain = Ways(rich=True), Ways(write=lambda at: f"at {at:.0f}")
    number = len(season.news)
    assert "Episode 2 opens <t:1700247600:F>; 4 are in." in season_posts(season, 0, number, rich)[0]
    assert "Episode 2 opens at 1700247600; 4 are in." in season_posts(season, 0, number, plain)[0]
    do("settings", episodes="none")
    assert season_of(hall).opens_after(0.0) is None
    told = desk.do({"do": "season", "deed": "settings", "season": "spring-1", "episodes": "whenever"})
    assert told["error"]["code"] == "bad_schedule"


def test_SE_25_an_episode_is_opened_as_a_template_says():
    hall, desk, do = the_desk()
    do(
        "new",
        title="Spring",
        cast=["Ada=bot:random", "Bo=bot:random", "Cy=bot:random", "Di=bot:random"],
        seconds=3600.0,
        confirm=True,
    )
    hall.match("drifting_ship", seats=("Ada", "Bo", "Cy", "Di"), round_seconds=7200.0, counts=False, title="Weekly")
    assert desk.do({"do": "template", "template": "weekly", "match": "drifting-ship-1"})["ok"]
    told = do("open", template="weekly", presence=True)
    made = header(hall, told["match"])
    assert (made.game, made.round_seconds, made.counts, made.presence) == ("drifting_ship", 7200.0, False, True)
    assert made.confirm, "what the template leaves as usual stays the season's"
    assert made.title == "Spring 1"
    assert any(line.startswith("In place of the season's own the template sets: Clock, ") for line in told["told"])
    for asked, code in (
        ({"template": "weekly", "game": "exodus"}, "bad_template"), ({"template": "none-such"}, "no_such_template"),
        ({}, "which_game"),
    ):  # fmt: skip
        answer = desk.do({"do": "season", "deed": "open", "season": "spring-1", **asked})
        assert answer["error"]["code"] == code
