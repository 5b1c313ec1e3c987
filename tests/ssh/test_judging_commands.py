"""A match that its host judges, by command: forms, submissions, results, the end."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from core.match import journal as j
from core.narration.telling import story
from tests.ssh.test_week_commands import a_desk, typed
from tui.words.log_rows import round_rows

FORM = "tests/kit/form.toml"
ANSWERS = {"request": 700, "room": "green", "ally": "Bo", "why": "=1+1\nSo."}


@pytest.fixture
def at(tmp_path, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    hall, desk = a_desk("Ada", "Bo")
    return Host(hall, desk, tmp_path)


class Host:
    def __init__(self, hall, desk, folder):
        self.hall, self.desk, self.folder = hall, desk, folder

    def __call__(self, *line):
        answer = typed(self.desk, line)
        assert answer["ok"], answer
        return answer

    def refused(self, *line):
        answer = typed(self.desk, line)
        assert not answer["ok"], answer
        return answer["error"]

    def file(self, words, name="r.csv"):
        path = self.folder / name
        path.write_text(words, encoding="utf-8")
        return str(path)

    def seat(self, name):
        return self.hall.house.seat("refereed-1", name)

    @property
    def match(self):
        return self.hall.house.table("refereed-1").match


def made(at, *more):
    seats = ("--seat", "Ada", "--seat", "Bo", "--seat", "Cy=bot:random")
    at("new", "refereed", "--form", FORM, "--seats", "3", *seats, *more)


def test_RF_09_a_round_is_read_written_tried_published_and_taken_back(at):
    made(at, "--option", "points=public", "--minutes", "60")
    assert at.refused("submissions", "refereed-1")["code"] == "no_such_round"
    at.seat("Ada").seal({"answers": ANSWERS})
    at.hall.clock.now += 60
    at.seat("Bo").keep_draft({"answers": {"request": 1, "room": "red"}}, counts=True)
    at.hall.house.table("refereed-1").submit(j.Closed(author="clock", cause="deadline"))
    assert [todo for todo in at("todo")["told"] if "waits for your results" in todo]
    rows = at("submissions", "refereed-1", "--csv")
    assert rows["told"][0] == "seat,sealed,request,room,ally,why"
    assert "\n".join(rows["told"][1:4]) == 'Ada,2023-11-14 22:13:20,700,green,Bo,"\'=1+1\nSo."\nBo,draft,1,red,,'
    read = at("submissions", "refereed-1")["told"]
    assert read[0].startswith("Ada, sealed ")
    assert read[1:3] == ["  How much do you request? 700", "  Which room do you enter? green"]
    sheet = at.file("seat,points,told,garnets\nAda,7,Well.,1\nBo,3,,\nCy,0,,\n")
    words = at.file("Two of you gained.\n", "r.md")
    length = at.match.entry_count
    tried = at("results", "refereed-1", sheet, "--public", words, "--dry-run")
    assert at.match.entry_count == length
    assert tried["told"] == [
        "refereed-1: a dry run, nothing is published.",
        "Ada would read:", "  Well.", "  You get 7 points. You have 7 points.", "  You are in place 1.",
        "  You receive 1 garnet.",
        "Bo would read:", "  The host wrote nothing to you alone.", "  You get 3 points. You have 3 points.",
        "  You are in place 2.",
        "Cy would read:", "  The host wrote nothing to you alone.", "  You have 0 points.", "  You are in place 3.",
        "Everybody would read:", "  Two of you gained.", "  Points: Ada 7, Bo 3, Cy 0.",
        "  The results of round 1 are published.",
    ]  # fmt: skip
    at("results", "refereed-1", sheet, "--public", words)
    report = at.seat("Ada").log()[0]
    assert at.match.game.tell(report.report) == [line.strip() for line in tried["told"][2:6]]
    at("results", "refereed-1", "--undo", "--reason", "A slip.")
    assert at.match.phase == "judging"
    assert at.match.news[-1].text.endswith("A slip.")
    at("results", "refereed-1", sheet)
    assert at("submissions", "refereed-1", "--round", "1", "--csv") == rows
    at.seat("Bo").seal({"answers": {"request": 1, "room": "red"}})
    assert at.refused("results", "refereed-1", "--undo")["code"] == "built_on"
    assert at.refused("results", "refereed-1", sheet)["code"] == "nothing_to_judge"
    assert at.refused("results", "refereed-1", sheet, "--dry-run")["code"] == "nothing_to_judge"


def test_RF_09_an_answer_stands_under_the_question_that_was_asked(at):
    bid = "[[field]]\nid = 'n'\nask = 'Your bid?'\nkind = 'number'\nleast = 0\nmost = 9\n"
    at("new", "refereed", "--form", at.file(bid, "a.toml"), "--seats", "2", "--seat", "Ada", "--seat", "Bo")
    ada = at.seat("Ada")
    ada.seal({"answers": {"n": 5}})
    at("form", "refereed-1", at.file(bid.replace("Your bid?", "Whom do you want dead?"), "b.toml"))
    at("close", "refereed-1")
    sheet = at.file("seat,points\nAda,1\nBo,2\n")
    at("results", "refereed-1", sheet)
    assert list(ada.view().questions.values()) == ["Whom do you want dead?"]
    sent = at("submissions", "refereed-1")["told"][1:2]
    assert sent == at("submissions", "refereed-1", "--round", "1")["told"][1:2] == ["  Your bid? 5"]
    assert ada.ordered(ada.log()[0]) == ["Your bid? 5"]
    assert any("Your bid? 5" in str(row) for row in round_rows(ada, ada.log()[0]))
    assert story(at.match, "Ada").scenes[0].orders == {"Ada": ("Your bid? 5",)}


def test_RF_09_files_that_do_not_fit_are_refused_and_nothing_is_published(at):
    made(at)
    assert at.refused("dry-run", "refereed-1")["code"] == "no_rules"
    at("close", "refereed-1")
    assert at.refused("results", "refereed-1")["code"] == "which_sheet"
    error = at.refused("results", "refereed-1", at.file("seat,points\nAda,1\nBob,2\nCy,0\n"))
    assert error["message"] == "Line 3: no seat is called 'Bob'. Did you mean Bo?"
    assert at.match.phase == "judging"


def test_RF_01_a_form_is_set_for_all_or_for_one_seat_from_a_file_or_standard_input(at, monkeypatch):
    made(at)
    told = at("form", "refereed-1", FORM, "--seat", "Ada")["told"]
    assert told == ["refereed-1: Ada is asked 4 questions from the next round on. It stands at round 1 now."]
    one = '[[field]]\nid = "go"\nask = "Go?"\nkind = "choice"\noptions = ["yes", "no"]\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(one.encode())))
    at("form", "refereed-1", "-")
    at("close", "refereed-1")
    at("results", "refereed-1", at.file("seat;points\nAda;1\nBo;2\nCy;0\n"))
    assert at.seat("Ada").view().questions == {"go": "Go?"}
    error = at.refused("form", "refereed-1", at.file("[[field]]\nid='x'\nask='X?'\nkind='nummer'\n", "f.toml"))
    assert "nummer" in error["message"]


def test_RF_10_a_host_opens_and_closes_rooms(at):
    made(at)
    at("rooms", "refereed-1", "Ada,Cy", "Bo, Cy")
    assert at.match.news[-1].text == "The host has set who talks to whom: Ada, Cy; Bo, Cy."
    assert at.seat("Ada").partners() == ("Cy",)
    at("rooms", "refereed-1", "all")
    assert at.seat("Ada").partners() == ("Bo", "Cy")
    at("rooms", "refereed-1", "--none")
    assert at.seat("Ada").partners() == ()
    assert at.refused("rooms", "refereed-1")["code"] == "which_rooms"
    assert at.refused("rooms", "refereed-1", "Ada")["code"] == "bad_room"
    assert at.refused("rooms", "refereed-1", "Ada,Zoe")["code"] == "not_seated"


def test_RF_08_the_end_is_shown_first_and_then_published(at):
    made(at)
    line = ("finish", "refereed-1", "--candidate", "Bo", "--token", "Ada", "--garnets", "Cy=2", "--winner", "Ada")
    error = at.refused(*line)
    assert error["code"] == "say_yes"
    assert "Won by Ada.\n  The Elimination Candidate is Bo, the opponent in the Death Match is Cy." in error["message"]
    assert at.match.phase == "round"
    at(*line, "--yes")
    assert at.match.phase == "finished"
    assert at.hall.house.seat("refereed-1", "Ada").frame().over
    assert at.refused("finish", "refereed-1", "--garnets", "Cy")["code"] == "bad_amount"


def test_HH_72_a_match_with_rules_of_its_own_has_no_results(at):
    at("new", "exodus", "--fill", "random")
    assert at.refused("submissions", "exodus-1")["code"] == "not_judged"
    assert at.refused("finish", "exodus-1", "--yes")["code"] == "not_judged"
    assert at.hall.house.table("exodus-1").match.round == 1
    assert at.refused("form", "exodus-1", FORM)["code"] == "not_directed"


def test_HH_72_a_season_has_an_episode_that_its_host_judges(at):
    cast = [word for name in ("Ada", "Bo", "Cy", "Di") for word in ("--cast", f"{name}=bot:random")]
    at("season", "new", "--title", "Spring", *cast)
    match = at("season", "open", "spring-1", "refereed", "--briefing")["match"]
    at("form", match, FORM)
    at("start", match)
    table = at.hall.house.table(match)
    table.play_bots()
    assert table.match.phase == "judging"
    assert [row[0] for row in at("submissions", match, "--csv")["submissions"][1:]] == ["Ada", "Bo", "Cy", "Di"]
    sheet = at.file("seat,points\nAda,7\nBo,3\nCy,2\nDi,0\n")
    at("finish", match, sheet, "--candidate", "Bo", "--opponent", "Cy", "--token", "Ada", "--garnets", "Di=2", "--yes")
    at("season", "book", "spring-1")
    season = at.hall.house.seasons.find("spring-1").season
    episode = season.episodes[-1]
    assert (episode.candidate, episode.opponent) == ("Bo", "Cy")
    assert season.cast["Di"].purse == 2
    assert season.cast["Ada"].tokens


def test_RF_14_an_episode_of_a_season_is_opened_with_a_script(at):
    script = at.file(Path("tests/kit/power.txt").read_text("utf-8"), "power.py")
    at("season", "new", "--title", "Spring", *(word for name in ["Ada", "Bo", "Cy"] for word in ("--cast", name)))
    at("season", "open", "spring-1", "refereed", "--with", script, "--fill", "random")
    table = at.hall.house.table("refereed-1")
    assert table.match.spec.title == "Power and Influence"
    assert [column.id for column in table.match.state.columns] == ["power", "influence", "visits"]
    at.seat("Ada").seal({"answers": {"room": "kitchen"}})
    at("close", "refereed-1")

    assert "others were with you." in str(at("table", "refereed-1"))
    at("results", "refereed-1", "--proposed")
    assert at.match.round == 2


def test_RF_02_an_episode_of_a_season_is_opened_with_its_first_questions(at):
    at("season", "new", "--title", "Spring", "--cast", "Ada", "--cast", "Bo", "--cast", "Cy")
    at("season", "open", "spring-1", "refereed", "--form", FORM, "--fill", "random")
    match = at.hall.house.table("refereed-1").match
    assert [field.id for field in match.state.forms.form] == ["request", "room", "ally", "why"]
