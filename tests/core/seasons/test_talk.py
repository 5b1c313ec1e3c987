"""The season's own rooms: who reads them, who writes, and that nobody else finds a trace."""

from __future__ import annotations

import json

import pytest

from core.house.todo import todo
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons import talk
from core.seasons.opening import EpisodeWish
from core.seasons.words import digest, season_json
from tests.core.seasons.hosted import Hosted
from tests.core.seasons.test_gifts import read
from tests.ssh.callers import a_house
from tests.ssh.test_season_commands import the_desk


def said(at, *names, hosts=False):
    return [one.text for one in talk.readable_messages(at.live.season, names, hosts=hosts)]


def a_talk():
    at = Hosted()
    at.desk.say("Ada", "cast", "Hello all.")
    at.desk.say("Bo", "host", "May I?")
    at.desk.answer("Bo", "You may.")
    at.desk.say("Ada", "confessional", "I am afraid of Bo.")
    return at


def test_SE_28_each_reads_the_cast_s_room_and_the_own_lines_and_hosts_no_confessional_unseen():
    at = a_talk()
    assert said(at, "Ada") == ["Hello all.", "I am afraid of Bo."]
    assert said(at, "Bo") == ["Hello all.", "May I?", "You may."]
    assert said(at, "Cy") == ["Hello all."]
    assert said(at, hosts=True) == ["Hello all.", "May I?", "You may."]
    assert said(at) == [], "who plays nobody"
    assert [one.text for one in at.desk.confessionals()] == ["I am afraid of Bo."]
    assert at.house.store.seasons.read("spring-1").entries[-1]["kind"] == "looked"


def test_HH_15_SE_28_nobody_else_finds_a_trace_of_it():
    assert read(a_talk().live.season) == read(Hosted().live.season)


@pytest.mark.parametrize("leak", ["news", "title"])
def test_a_leak_of_talk_would_be_seen(leak, monkeypatch):
    kept = talk._with_message

    def leaks(season, word):
        after = kept(season, word)
        if leak == "news":
            return talk.announce(after, j.SeasonEnded(), "Somebody spoke.")
        return talk.change(after, header=talk.change(after.header, title=word.text[:9]))

    monkeypatch.setattr(talk, "_with_message", leaks)
    assert read(a_talk().live.season) != read(Hosted().live.season)


def test_SE_28_who_is_out_reads_and_writes_only_where_a_host_lets_them():
    at = a_talk()
    at.desk.correct({"Di": j.CastCorrection(in_=False)}, "left")
    with pytest.raises(Refused) as refused:
        at.desk.say("Di", "cast", "Still here.")
    assert refused.value.code == "out_reads"
    assert said(at, "Di") == ["Hello all."]
    at.desk.let_out_write(True)
    at.desk.say("Di", "cast", "Still here.")
    assert said(at, "Cy") == ["Hello all.", "Still here."]


def test_SE_28_in_a_match_its_own_confessional_is_open_and_no_undoing_takes_back_what_was_said():
    at = a_talk()
    at.desk.correct({"Ada": j.CastCorrection(purse=4)}, "a bet")
    at.desk.say("Cy", "cast", "A bet!")
    at.desk.undo()
    assert said(at, "Cy") == ["Hello all.", "A bet!"]
    at.desk.open(EpisodeWish("elsewhere", sit_out=("Di",)))
    with pytest.raises(Refused) as refused:
        at.desk.say("Ada", "confessional", "Now.")
    assert refused.value.code == "episode_runs"
    at.desk.say("Di", "confessional", "I sit out.")
    for to, text, code in (("moon", "Hi.", "unknown_channel"), ("cast", " ", "no_text")):
        with pytest.raises(Refused) as refused:
            at.desk.say("Di", to, text)
        assert refused.value.code == code
    before = digest(at.live.season), at.live.season.messages
    again = at.again()
    assert (digest(again.live.season), again.live.season.messages) == before


def test_SE_28_a_host_announces_to_a_season():
    _, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada", "Bo"])
    assert desk.do({"do": "announce", "match": "spring-1", "text": "Friday."})["told"] == ["The host: Friday."]
    assert (
        desk.do({"do": "announce", "match": "spring-1", "text": "x", "when": "21:00"})["error"]["code"] == "bad_moment"
    )
    assert do("announce", text="Saturday.")["season"]["news"][-1]["text"] == "The host: Saturday."


async def test_SE_28_the_rooms_by_command(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", "Cy") as (house, _, [ada, bo, cy], _):
        held = {name: f"person:{name.lower()}" for name in ("Ada", "Bo")}
        house.seasons.make(("Ada", "Bo"), title="Spring", holders=held, season="spring-1")
        assert (await ada("talk spring-1 cast See you on Friday")).exit_status == 0
        assert (await ada("talk spring-1 host Am I late?")).exit_status == 0
        assert (await bo("talk spring-1")).stdout.strip() == "Ada: See you on Friday"
        assert [one["to"] for one in (await ada.json("talk spring-1"))["talk"]] == ["cast", "host"]
        assert (await cy.json("talk spring-1"))["talk"] == []
        assert (await cy.json("talk spring-1 cast hello"))["error"]["code"] == "not_in_cast"
        assert "Friday" not in (await cy("season spring-1 --json")).stdout


def test_SE_33_a_question_waits_for_its_answer_which_may_be_published():
    at = Hosted()
    house, live, desk = at.house, at.live, at.desk
    for words in ("May I be late?", "How many duels?"):
        desk.say("Ada", "host", words)
    assert [(task.kind, task.seats) for task in todo(house) if task.kind == "question"] == [("question", ("Ada",))] * 2
    with pytest.raises(Refused) as refused:
        desk.answer_question(3, "No.")
    assert refused.value.message == "No question has the number 3. There are 1 to 2."
    news = len(live.season.news)
    desk.answer_question(1, "Yes.")
    assert len(live.season.news) == news, "its player alone reads it"
    assert [question.answered for question in talk.questions(live.season)] == [True, False]
    assert "The host to Ada, to question 1: Yes." in talk.message_lines(talk.readable_messages(live.season, ("Ada",)))
    assert not any("Yes." in line for line in talk.message_lines(talk.readable_messages(live.season, ("Bo",))))
    desk.answer_question(2, "Three.", publish=True)
    told = live.season.news[-1].text
    assert told == "Asked: How many duels? The host: Three."
    assert [task for task in todo(house) if task.kind == "question"] == []


def test_SE_34_a_planned_announcement_is_made_at_its_time_and_can_be_taken_back():
    at = Hosted()
    now = at.house.clock()
    with pytest.raises(Refused) as refused:
        at.desk.plan_news("Too late.", now - 1)
    assert refused.value.code == "bad_moment"
    at.desk.plan_news("The finale is on Friday.", now + 3600)
    at.desk.plan_news("Never said.", now + 7200)
    news = len(at.live.season.news)
    at.desk.drop_planned(2)
    with pytest.raises(Refused) as refused:
        at.desk.drop_planned(2)
    assert refused.value.message == "No announcement 2 waits for its time. There are 1 to 1."
    at.seasons.tick()
    assert len(at.live.season.news) == news
    assert "finale" not in json.dumps(season_json(at.live.season))
    at.house.clock.advance(3600)
    at.seasons.tick()
    at.seasons.tick()
    assert [item.text for item in at.live.season.news[news:]] == ["The host: The finale is on Friday."]
    assert at.live.season.planned == ()
