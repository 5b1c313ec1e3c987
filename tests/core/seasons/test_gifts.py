"""Garnets that change hands among the cast: openly at once, secretly without a trace until they come out."""

from __future__ import annotations

import json

import pytest

from core.refusal import Refused
from core.seasons import gifts
from core.seasons import journal as j
from core.seasons import season as seasons
from core.seasons.feeds import season_posts
from core.seasons.opening import EpisodeWish, fitting_games
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.words import brief_json, curves, digest, season_json, season_lines, summary
from tests.core.seasons.hosted import CAST, Hosted
from tests.ssh.callers import a_house


def a_season(option="secret", purse=3):
    return Hosted(purse=purse, gifts=option)


def read(season):
    """All that others read of a season."""
    posts = [season_posts(season, 0, number) for number in range(len(season.news) + 1)]
    told = [season_json(season), brief_json(season), summary(season), season_lines(season), curves(season), posts]
    return json.dumps([told, [fit.game for fit in fitting_games(season)]])


def test_SE_27_an_open_gift_changes_hands_at_once_and_is_told():
    at = a_season("open")
    at.desk.give("Ada", "Bo", 2)
    assert [at.live.season.cast[name].purse for name in CAST[:2]] == [1, 5]
    assert at.live.season.news[-1].text == "Ada gives Bo 2 garnets."
    at.desk.give("Bo", "Ada", 1)
    assert at.live.season.news[-1].text == "Bo gives Ada 1 garnet."
    at.desk.undo()
    assert at.live.season.cast["Ada"].purse == 1
    assert sum(line.amount for line in at.live.season.ledger) == 3 * len(CAST)


@pytest.mark.parametrize(
    ("option", "giving", "code"),
    [
        ("none", ("Ada", "Bo", 1, False), "no_gifts"),
        ("open", ("Ada", "Bo", 1, True), "no_secret_gifts"),
        ("secret", ("Ada", "Ada", 1, False), "cannot_give"),
        ("secret", ("Ada", "Ed", 1, False), "cannot_give"),
        ("secret", ("Ed", "Ada", 1, True), "cannot_give"),
        ("secret", ("Ada", "Zed", 1, False), "not_in_cast"),
        ("secret", ("Ada", "Bo", 4, True), "bad_amount"),
        ("secret", ("Ada", "Bo", 0, False), "bad_amount"),
    ],
)
def test_SE_27_what_cannot_be_given_is_refused(option, giving, code):
    at = a_season(option)
    at.desk.correct({"Ed": j.CastCorrection(in_=False)}, "left")
    name, to, amount, secret = giving
    with pytest.raises(Refused) as refused:
        at.desk.give(name, to, amount, secret=secret)
    assert refused.value.code == code


def test_SE_27_garnets_that_are_lent_or_given_already_are_not_given():
    at = a_season()
    at.desk.give("Ada", "Bo", 2, secret=True)
    with pytest.raises(Refused) as refused:
        at.desk.give("Ada", "Cy", 2)
    assert refused.value.code == "bad_amount"
    at.desk.correct({"Ed": j.CastCorrection(in_=False)}, "left")
    at.desk.open(EpisodeWish("drifting_ship"))
    with pytest.raises(Refused) as refused:
        at.desk.give("Cy", "Bo", 1)
    assert refused.value.code == "lent"


def both(giving=True):
    """The same season with and without secret gifts, step by step, as others read it."""
    at, steps = a_season(), []

    def step(deed):
        deed()
        steps.append(read(at.live.season))

    if giving:
        at.desk.give("Ada", "Bo", 2, secret=True)
        at.desk.give("Cy", "Di", 1, secret=True)
    step(lambda: at.desk.correct({"Ed": j.CastCorrection(purse=9)}, "a bet"))
    step(lambda: at.desk.open(EpisodeWish("elsewhere")))
    if giving:
        at.desk.give("Bo", "Cy", 1, secret=True)
    outcome = Outcome(ranking=(CAST,), elimination_candidate="Ed", death_match_opponent="Di", garnets={"Ada": 2})
    step(lambda: at.desk.book(outcome))
    step(at.desk.undo)
    return at, steps


def test_HH_15_SE_27_of_secret_gifts_nobody_else_reads_anything():
    assert both(True)[1] == both(False)[1]


@pytest.mark.parametrize("leak", ["purse", "ledger", "news"])
def test_a_leak_of_a_gift_would_be_seen(leak, monkeypatch):
    def leaks(season, entry):
        after = gifts.change(season, gifts=(*season.gifts, seasons.Gift(entry.name, entry.to, entry.amount, 0.0)))
        if leak == "purse":
            return seasons.with_member(after, entry.name, purse=season.cast[entry.name].purse - entry.amount)
        if leak == "ledger":
            return seasons.pay(seasons.pay(after, entry.to, 1, ""), entry.name, 0, "a secret gift")
        return seasons.announce(after, entry, "Something was given.")

    monkeypatch.setitem(__import__("core.seasons.reducer", fromlist=["_KINDS"])._KINDS, j.GarnetsGiven, leaks)
    assert both(True)[1] != both(False)[1]


def test_SE_27_a_secret_gift_comes_out_when_one_of_the_two_loses_a_death_match():
    at = a_season()
    at.desk.give("Ada", "Bo", 2, secret=True)
    at.desk.give("Cy", "Di", 1, secret=True)
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Bo", death_match_opponent="Ed"))
    at.desk.death_match("Ed")
    assert "It comes out: Ada had given Bo 2 garnets." in [one.text for one in at.live.season.news]
    purses = {name: one.purse for name, one in at.live.season.cast.items()}
    assert purses == {"Ada": 1, "Bo": 0, "Cy": 3, "Di": 3, "Ed": 8}
    assert [gift.name for gift in at.live.season.gifts] == ["Cy"]
    at.desk.end()
    assert at.live.season.gifts == ()
    assert "It comes out: Cy had given Di 1 garnet." in [one.text for one in at.live.season.news]


def test_SE_27_what_is_lent_has_come_out_before():
    at = a_season()
    at.desk.correct({"Ed": j.CastCorrection(in_=False)}, "left")
    at.desk.give("Ada", "Bo", 2, secret=True)
    opened = at.desk.open(EpisodeWish("drifting_ship"))
    assert opened.options["purses"] == {"Ada": 1, "Bo": 5, "Cy": 3, "Di": 3}
    assert at.live.season.gifts == ()
    before = digest(at.live.season)
    assert digest(at.again().live.season) == before


async def test_SE_27_the_two_and_the_hosts_read_of_it_by_command_and_nobody_else(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", "Cy") as (house, _, [ada, bo, cy], _):
        held = {name: f"person:{name.lower()}" for name in ("Ada", "Bo", "Cy")}
        options = SeasonOptions(purse=3, gifts="secret")
        house.seasons.make(("Ada", "Bo", "Cy"), title="Spring", options=options, holders=held, season="spring-1")
        before = (await cy("season spring-1")).stdout
        told = (await ada("give spring-1 Bo 2 --secret")).stdout
        assert "You two and the hosts alone know" in told
        assert (await ada.json("season spring-1"))["gifts"] == ["Ada has secretly given Bo 2 garnets."]
        assert (await bo.json("season spring-1"))["gifts"] == ["Ada has secretly given Bo 2 garnets."]
        assert "gifts" not in (await cy.json("season spring-1"))
        assert (await cy("season spring-1")).stdout == before
        assert (await bo.json("give spring-1 Cy 9"))["error"]["code"] == "bad_amount"
        assert (await bo("give spring-1 Cy many")).exit_status == 2
        assert (await bo("give spring-1 Cy 1")).exit_status == 0
        assert "Bo gives Cy 1 garnet." in (await cy("season spring-1")).stdout
