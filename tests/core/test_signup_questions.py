"""What hosts ask those who put their names down, and who reads the answers."""

from __future__ import annotations

import pytest

from cli.admin.commands import AdminCommands
from core.house.guest import Guest
from core.match.asking import read_questions
from core.refusal import NotAMatch, Refused
from core.table.seat import Seat
from tests.kit.hall import Hall
from tests.properties.ways import GUEST, command, looked

ASKED = "Which evenings? Mon / Tue / Fri; New to it? yes / no; Why you?"


def a_sign_up(asked=ASKED, answers=("fri, mon", "YES", "I like it."), note=""):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match(
        signup=True, briefing=True, questions=asked, holders=dict.fromkeys(("Ada", "Bo", "Cy", "Di"), "open"),
        host="person:gwen",
    )  # fmt: skip
    match = table.match.header.match
    Guest(hall.house, "bo").sign_up(match, "Bo", answers=answers, note=note)
    return hall, table, match


@pytest.mark.parametrize("asked", ["No mark", "One? only", "a? b / c,d", "a?; b?; c?; d?", f"{'x' * 200}?"])
def test_HH_84_questions_that_cannot_be_asked_are_refused(asked):
    with pytest.raises(Refused) as refused:
        read_questions(asked)
    assert refused.value.code == "bad_questions"
    with pytest.raises(NotAMatch):
        Hall("Ada").match(signup=True, briefing=True, questions=asked)


def test_HH_84_answers_are_kept_in_the_words_of_the_choices_and_can_change():
    hall, table, match = a_sign_up()
    assert [signup.answers for signup in table.match.names] == [("Mon, Fri", "yes", "I like it.")]
    Guest(hall.house, "bo").sign_up(match, "Bo", answers=("Tue", "no", "Hm."), note="Late on Tuesdays.")
    (signup,) = table.match.names
    assert (signup.answers, signup.note) == (("Tue", "no", "Hm."), "Late on Tuesdays.")
    assert len(table.match.news) == 1, "the first time alone is announced"
    Guest(hall.house, "bo").sign_up(match, "Bo", down=True)
    assert not table.match.names[0].is_signed_up


@pytest.mark.parametrize(
    ("answers", "code"),
    [((), "asked"), (("Mon", "yes"), "asked"), (("Sun", "yes", "x"), "bad_answer"), (("Mon", "", "x"), "bad_answer")],
)
def test_HH_84_a_name_without_the_answers_is_refused_with_what_is_asked(answers, code):
    hall, table, match = a_sign_up()
    with pytest.raises(Refused) as refused:
        Guest(hall.house, "ada").sign_up(match, "Ada", answers=answers)
    assert refused.value.code == code
    assert "?" in refused.value.message
    assert len(table.match.names) == 1


async def test_HH_84_a_command_answers_and_a_host_reads_a_list_and_a_csv():
    hall, _, match = a_sign_up(note="=1+1")
    assert "Which evenings? (Mon, Tue or Fri)" in await command(hall.house, hall.people, "ada", f"signup {match}")
    line = f'signup {match} --answers "mon; no; Why not; really" --note "I am new"'
    assert "3 answers" not in await command(hall.house, hall.people, "ada", line)
    line = f'signup {match} --answers "mon; no; Why not" --note "I am new"'
    assert "Your name is down" in await command(hall.house, hall.people, "ada", line)
    desk = AdminCommands(hall.house, hall.people, hall.door)
    told = desk.do({"do": "names", "match": match})
    assert told["told"] == ["Bo: Mon, Fri; yes; I like it.; =1+1", "Ada: Mon; no; Why not; I am new"]
    csv = desk.do({"do": "names", "match": match, "csv": True})["told"]
    assert csv[0] == "name,Which evenings?,New to it?,Why you?,note"
    assert csv[1] == 'Bo,"Mon, Fri",yes,I like it.,\'=1+1'


def test_HH_84_nobody_else_reads_an_answer():
    shown = []
    for answers, note in ((("Mon", "yes", "x"), ""), (("Tue, Fri", "no", "A long story."), "Hi.")):
        hall, table, match = a_sign_up(answers=answers, note=note)
        ada = Guest(hall.house, "ada")
        seat = ada.watch(match)
        shown.append((looked(ada, GUEST), seat.view_json(), seat.news(), Seat(table, "Cy").view_json()))
    assert shown[0] == shown[1]


async def test_HH_84_questions_are_answered_by_keys_and_read_in_the_console():
    hall, table, match = a_sign_up()
    async with hall.enter("Ada") as at:
        at.find("#matches").point(next(row for row in at.rows if row.startswith("names")))
        await at.press("enter")
        assert "Which evenings?" in at.text
        await at.press(*"sun", "enter")
        assert "is none of" in at.text
        await at.press(*["backspace"] * 3, *"tue", "enter")
        await at.press(*"no", "enter", *"Why not", "enter", "enter")
        await at.settle()
    assert [signup.answers for signup in table.match.names][1:] == [("Tue", "no", "Why not")]
    async with hall.enter("Gwen") as at:
        at.app.host_match(match)
        await at.settle()
        palette = {item.word: item for item in at.screen.commands()}
        palette["Names"].do()
        await at.settle()
        assert "Ada: Tue; no; Why not" in at.text
