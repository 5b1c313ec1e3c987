"""Garnets that are promised: kept when they are given, not kept when they were due, secret ones without a trace."""

from __future__ import annotations

import pytest

from core.refusal import Refused
from core.seasons import gifts, reducer
from core.seasons import journal as j
from core.seasons import season as seasons
from core.seasons.gifts import gift_lines, read_promise
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.words import digest, season_json
from tests.core.seasons.hosted import CAST, Hosted
from tests.core.seasons.test_gifts import a_season, read
from tests.ssh.callers import a_house

FIVE = Outcome(ranking=(CAST,), elimination_candidate="Ed", death_match_opponent="Di")


def promise(at, name, to, said, *, secret=False):
    at.desk.promise(name, to, *read_promise(said), secret=secret)


def told(at):
    return [one.text for one in at.live.season.news]


def became(at):
    return [one.became for one in at.live.season.promises]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("2", (2, None, "")),
        ("2 garnets until episode 5", (2, 5, "")),
        (" 1 garnet if you spare me ", (1, None, "you spare me")),
        ("3 until 4, if it rains", (3, 4, "it rains")),
    ],
)
def test_SE_31_a_promise_is_read_as_it_is_said(said, heard):
    assert read_promise(said) == heard


@pytest.mark.parametrize("said", ["", "two", "2 until Friday", "2 unless it rains", "99999", "-1"])
def test_SE_31_what_is_no_promise_is_refused_with_one(said):
    with pytest.raises(Refused, match="2 until 5 if you spare me"):
        read_promise(said)


def test_SE_31_an_open_promise_is_told_and_kept_by_open_gifts_the_oldest_first():
    at = a_season()
    promise(at, "Ada", "Bo", "2 if you spare me")
    promise(at, "Ada", "Bo", "1")
    assert told(at)[-2:] == ['Ada promises Bo 2 garnets, if "you spare me".', "Ada promises Bo 1 garnet."]
    at.desk.give("Ada", "Bo", 1)
    assert became(at) == ["", ""]
    assert gift_lines(at.live.season, ("Bo",))[0] == 'Ada has promised Bo 2 garnets, if "you spare me"; 1 of it given.'
    at.desk.give("Ada", "Bo", 1, secret=True)
    assert became(at) == ["", ""]
    at.desk.give("Ada", "Bo", 1)
    assert became(at) == ["kept", ""]
    assert told(at)[-1] == 'Ada promised Bo 2 garnets, if "you spare me": kept.'
    at.desk.undo()
    assert became(at) == ["", ""]
    assert season_json(at.live.season)["promises"][0]["given"] == 1


def test_SE_31_what_is_due_and_was_not_given_is_not_kept_and_who_goes_out_is_held_to_nothing():
    at = a_season()
    promise(at, "Ada", "Bo", "2 until 1")
    promise(at, "Cy", "Ed", "1")
    promise(at, "Bo", "Cy", "1")
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(FIVE)
    assert became(at) == ["", "", ""]
    at.desk.death_match("Di")
    assert became(at) == ["not kept", "void", ""]
    assert told(at)[-2:] == [
        "Ada promised Bo 2 garnets until episode 1 ends: not kept.",
        "Cy promised Ed 1 garnet: void.",
    ]
    at.desk.end()
    assert became(at)[-1] == "not kept"
    season, again = at.live.season, at.again().live.season
    assert (digest(again), again.promises) == (digest(season), season.promises)


@pytest.mark.parametrize(
    ("option", "given", "code"),
    [
        ("none", ("Ada", "Bo", "1", False), "no_gifts"),
        ("open", ("Ada", "Bo", "1", True), "no_secret_gifts"),
        ("open", ("Ada", "Ada", "1", False), "cannot_give"),
        ("open", ("Ada", "Zed", "1", False), "not_in_cast"),
        ("open", ("Ada", "Bo", "0", False), "bad_amount"),
        ("open", ("Ada", "Bo", "1001", False), "bad_amount"),
        ("open", ("Ada", "Bo", "1 until 0", False), "bad_episode"),
        ("open", ("Ada", "Bo", "1 if \u2800", False), "no_text"),
        ("open", ("Ada", "Bo", "1 if " + "x" * 121, False), "too_long"),
    ],
)
def test_SE_31_what_cannot_be_promised_is_refused(option, given, code):
    at = Hosted(purse=3, gifts=option)
    name, to, said, secret = given
    with pytest.raises(Refused) as refused:
        promise(at, name, to, said, secret=secret)
    assert refused.value.code == code


def test_SE_31_nobody_has_more_than_twenty_standing():
    at = a_season()
    for _ in range(gifts.MOST):
        promise(at, "Ada", "Bo", "1", secret=True)
    promise(at, "Cy", "Bo", "1")
    with pytest.raises(Refused, match="20 promises of yours"):
        promise(at, "Ada", "Cy", "1")


def both(secrets=True):
    """The same season with and without what is promised secretly, step by step, as those read it who are no party."""
    at, steps = a_season(), []

    def step(deed):
        deed()
        steps.append((read(at.live.season), gift_lines(at.live.season, ("Ed",))))

    if secrets:
        promise(at, "Ada", "Bo", "1 until 1 if you spare me", secret=True)
        promise(at, "Ada", "Bo", "1", secret=True)
    step(lambda: promise(at, "Ada", "Bo", "2 until 2"))
    if secrets:
        promise(at, "Di", "Bo", "2", secret=True)
        at.desk.give("Ada", "Bo", 1, secret=True)
    step(lambda: at.desk.give("Ada", "Bo", 1))
    step(lambda: at.desk.open(EpisodeWish("elsewhere")))
    step(lambda: at.desk.book(FIVE))
    step(lambda: at.desk.leave_out("They made peace."))
    step(lambda: at.desk.correct({"Di": j.CastCorrection(in_=False)}, "left"))
    step(at.desk.undo)
    return at, steps


def test_HH_15_SE_31_of_secret_promises_nobody_else_reads_anything_until_the_end():
    at, steps = both()
    assert steps == both(False)[1]
    at.desk.end()
    assert 'It comes out: Ada had secretly promised Bo 1 garnet until episode 1 ends, if "you spare me": kept.' in told(
        at
    )
    assert len(season_json(at.live.season)["promises"]) == 4


@pytest.mark.parametrize("leak", ["told", "book", "counted", "due"])
def test_a_leak_of_a_promise_would_be_seen(leak, monkeypatch):
    if leak == "told":
        promised = gifts.promise

        def tells(season, entry):
            return seasons.announce(promised(season, entry), entry, "Something was promised.")

        monkeypatch.setitem(reducer._KINDS, j.Promised, tells)
    elif leak == "book":
        every = lambda season: [one.name for one in season.promises]  # noqa: E731
        monkeypatch.setattr("core.seasons.words.promises_json", every)
    elif leak == "counted":  # what was promised secretly takes what was given openly
        alike = lambda season, entry: gifts_kept(season, entry, alike=True)  # noqa: E731
        monkeypatch.setattr(gifts, "_count_toward_promises", alike)
    else:
        judge = seasons.judge

        def open_all(season, entry):
            found = tuple(seasons.msgspec.structs.replace(one, secret=False) for one in season.promises)
            return judge(seasons.change(season, promises=found), entry)

        monkeypatch.setattr(seasons, "judge", open_all)
    assert both()[1] != both(False)[1]


def gifts_kept(season, entry, *, alike):
    """As `gifts._count_toward_promises`, with one account for all."""
    left, found = entry.amount, []
    for one in season.promises:
        if (one.name, one.to) == (entry.name, entry.to) and not one.became:
            part = min(left, one.amount - one.paid)
            left -= part
            one = seasons.msgspec.structs.replace(one, paid=one.paid + part)
        found.append(one)
    return seasons.change(season, promises=tuple(found))


def test_SE_26_who_is_called_otherwise_has_given_and_promised_under_the_new_name():
    at = a_season()
    at.desk.give("Ada", "Bo", 1, secret=True)
    promise(at, "Bo", "Ada", "1", secret=True)
    at.desk.rename("Ada", "Zoe")
    at.desk.end()
    assert "It comes out: Zoe had given Bo 1 garnet." in told(at)
    assert "It comes out: Bo had secretly promised Zoe 1 garnet: not kept." in told(at)


async def test_SE_31_promises_by_command(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", "Cy") as (house, _, [ada, bo, cy], _):
        held = {name: f"person:{name.lower()}" for name in ("Ada", "Bo", "Cy")}
        options = SeasonOptions(purse=3, gifts="secret")
        house.seasons.make(("Ada", "Bo", "Cy"), title="Spring", options=options, holders=held, season="spring-1")
        before = (await cy("season spring-1")).stdout
        assert "You two and the hosts alone" in (await ada("promise spring-1 Bo 2 until 3 --secret")).stdout
        line = "Ada has secretly promised Bo 2 garnets until episode 3 ends."
        assert (await ada.json("season spring-1"))["gifts"] == [line]
        assert (await bo.json("season spring-1"))["gifts"] == [line]
        assert (await cy("season spring-1")).stdout == before
        assert (await bo("promise spring-1 Cy 1 if you spare me")).exit_status == 0
        assert 'Bo promises Cy 1 garnet, if "you spare me".' in (await ada("season spring-1")).stdout
        assert (await bo.json("promise spring-1 Cy many"))["error"]["code"] == "bad_amount"
        assert (await bo("promise spring-1 Cy")).exit_status == 2
