"""A host's script: it proposes, the host publishes (RF-14)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli import alarm
from core.games.refereed.script import Script, options_of
from core.house.scripts import Scripts, merged
from core.refusal import Refused
from core.table.host_controls import HostControls
from ssh_server.commands.command_line import CommandLine
from tests.kit.alarms import quick_alarm
from tests.properties.ways import Paper
from tests.ssh.test_judging_commands import Host
from tests.ssh.test_week_commands import a_desk

POWER = Path(__file__).parents[1] / "kit" / "power.txt"
SEATS = ("Ada", "Bo", "Cy")


@pytest.fixture
def at(tmp_path, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    hall, desk = a_desk(*SEATS, "Gwen")
    with quick_alarm(monkeypatch):
        alarm.lend()
        at = Host(hall, desk, tmp_path)
        at.file(POWER.read_text("utf-8"), "power.py")
        seats = [word for name in SEATS for word in ("--seat", name)]
        at("new", "refereed", "--with", f"{tmp_path}/power.py", "--seats", "3", *seats)
        yield at


def play(at, **rooms):
    for seat, room in rooms.items():
        answers = {"room": room, **({"worth": 2} if room == "garden" else {})}
        at.seat(seat).seal({"answers": answers})
    at("close", "refereed-1")


def test_RF_14_a_match_is_made_of_its_script_and_judged_by_what_it_proposes(at):
    assert at.match.title == "Power and Influence"
    assert at.match.spec.progress(1) == "round 1/4"
    assert "Each round you enter a room." in at.match.spec.rules
    play(at, Ada="kitchen", Bo="kitchen", Cy="garden")
    head = at("table", "refereed-1")["told"][0].split()
    assert head == ["seat", "sealed", "room", "worth", "power", "influence", "visits", "garnets", "told"]
    rows = at("table", "refereed-1", "--csv")["table"]
    assert dict(zip(rows[0], rows[3], strict=True)) == {
        "seat": "Cy", "sealed": rows[3][1], "room": "garden", "worth": "2", "power": "12", "influence": "12",
        "visits": "garden", "tokens": "", "garnets": "-2", "told": "0 others were with you.",
    }  # fmt: skip
    tried = at("results", "refereed-1", "--proposed", "--dry-run")["told"]
    assert tried[1:6] == [
        "Ada would read:", "  1 others were with you.", "  Power: 6, before 0.", "  Influence: 0.",
        "  You are in place 2.",
    ]  # fmt: skip
    at("results", "refereed-1", "--proposed")
    assert at.match.state.values["visits"]["Cy"] == ("garden",)
    at("results", "refereed-1", "--undo")
    sheet = at.file("seat,power\nAda,9\nBo,6\nCy,12\n")
    at("results", "refereed-1", sheet)
    assert at.match.state.values["power"]["Ada"] == 9


def test_RF_12_the_view_in_words_has_columns_and_questions(at):
    status, words = line(at, "Ada", "view refereed-1 --text")
    assert status == 0
    for row in (
        "Power",
        "Which room?\n  kitchen, library, garden",
        "How much do you pay? (if room = garden)\n  0 to 3",
    ):
        assert row in words, words
    assert "Your points" not in words


def test_RF_14_typed_cells_stand_in_for_proposed_ones(at):
    proposal = {"points": {"Ada": 1, "Bo": 2}, "columns": {"power": {"Ada": 1}}, "public": "x"}
    typed = {"points": {"Bo": 5}, "columns": {"power": {"Bo": 3}, "plot": {"Ada": 1}}, "public": "y"}
    assert merged(proposal, typed) == {
        "points": {"Ada": 1, "Bo": 5}, "columns": {"power": {"Ada": 1, "Bo": 3}, "plot": {"Ada": 1}}, "public": "y",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    now.nothing", "AttributeError: 'Now' object has no attribute 'nothing' (power.py, line 3)"),
        ("    while True: pass", "no end after 2 seconds (power.py, line 3)"),
        ("    raise SystemExit", "SystemExit (power.py, line 3)"),
        ("    now.power['Ada'] = 2.5", "proposes what cannot be"),
        ("    now.garnets['Ada'] = -9", "Ada holds 3 garnets, and cannot lose 9"),
    ],
)
def test_RF_14_a_fault_is_a_sentence_with_file_and_line_and_nothing_is_published(at, body, words):
    play(at, Ada="kitchen")
    path = at.file(f"# mended\ndef judge(now):\n{body}\n", "power.py")
    assert words in at.refused("script", "refereed-1", path)["message"]
    assert words in at.refused("results", "refereed-1", "--proposed")["message"]
    assert at.match.phase == "judging"
    table = at("table", "refereed-1")  # it is read, and a sheet of the host's taken, also beside the fault
    assert words in table["fault"]
    assert words in table["told"][-1]
    sheet = at.file("\n".join(at("table", "refereed-1", "--csv")["told"]))
    assert "would_tell" in at("results", "refereed-1", sheet, "--dry-run")
    at("script", "refereed-1", at.file(POWER.read_text("utf-8"), "power.py"))
    at("results", "refereed-1", "--proposed")
    assert at.match.round == 2
    assert "of an open round: close it first" in at.refused("finish", "refereed-1", "--proposed")["message"]


def test_RF_14_a_script_says_for_how_many_seats_it_is(at):
    source = "SEATS = (3, 4)\nFORM = (number('bid', 'Bid?', 0, 9),)\ndef judge(now): pass\n"
    path = at.file(source, "four.py")
    assert len(at("new", "refereed", "--with", path, "--fill", "random")["holders"]) == 4
    assert len(at("new", "refereed", "--with", path, "--fill", "random", "--seats", "3")["holders"]) == 3
    error = at.refused("new", "refereed", "--with", path, "--fill", "random", "--seats", "9")
    assert (error["code"], "3 to 4 seats, not 9" in error["message"]) == ("wrong_seats", True)


def test_RF_14_a_file_without_judge_or_that_cannot_be_read_is_refused(at):
    assert "has no judge" in at.refused("script", "refereed-1", at.file("x = 1\n", "s.py"))["message"]
    assert "SyntaxError" in at.refused("script", "refereed-1", at.file("def judge(\n", "s.py"))["message"]
    assert at.refused("script", "refereed-1")["code"] == "which_script"
    with pytest.raises(Refused, match="line 1"):
        options_of(Script("s.py", "1 / 0"))
    at("script", "refereed-1", "--drop")
    assert Scripts(at.hall.house.store).get("refereed-1") is None
    play(at, Ada="kitchen")
    assert Scripts(at.hall.house.store).proposal(HostControls(at.hall.house.table("refereed-1"))) == {}


def test_RF_14_equal_rounds_are_judged_alike_and_the_past_is_there(at):
    script = "def judge(now):\n    now.power['Ada'] = now.draw.below(1000)\n"
    script += "    now.all(now.past, now.who('room', 'kitchen'))\n"
    at("script", "refereed-1", at.file(script, "power.py"))
    play(at, Ada="kitchen")
    once, again = at("table", "refereed-1", "--csv")["table"], at("table", "refereed-1", "--csv")["table"]
    assert once == again
    at("results", "refereed-1", "--proposed")
    play(at, Bo="garden")
    proposal = Scripts(at.hall.house.store).proposal(HostControls(at.hall.house.table("refereed-1")))
    assert proposal["public"] == "({'Ada': {'room': 'kitchen'}},) []"


class Typed(Paper):
    """A terminal with input."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text

    async def read_all(self) -> bytes:
        return self.text


def line(at, name, words, text=b""):
    paper = Typed(text)
    status = asyncio.run(CommandLine(at.hall.house, at.hall.people)(at.hall.people.find(name), words, paper))
    return status, "\n".join(paper.lines)


def test_RF_14_a_host_with_ssh_alone_reads_changes_and_publishes_the_sheet(at):
    at.hall.people.set_hosting("Gwen", "refereed-1")
    play(at, Ada="kitchen", Bo="library")
    assert line(at, "Ada", "table refereed-1")[0] == 1
    status, sheet = line(at, "Gwen", "table refereed-1 --csv")
    assert status == 0
    changed = sheet.replace("kitchen,,12,", "kitchen,,11,").encode("utf-16")
    assert "Power: 11, before 0." in line(at, "Gwen", "results refereed-1 --dry-run", changed)[1]
    assert at.match.phase == "judging"
    assert line(at, "Gwen", "results refereed-1")[0] == 1
    assert line(at, "Ada", "results refereed-1", changed)[0] == 1
    assert line(at, "Gwen", "results refereed-1 --public 'Well, well.'", changed)[0] == 0
    assert at.match.state.values["power"]["Ada"] == 11
    assert at.match.state.public_words == "Well, well."
    assert line(at, "Gwen", "results refereed-1 --undo")[0] == 0
    assert line(at, "Gwen", "results refereed-1 --proposed")[0] == 0
    assert at.match.state.values["power"]["Ada"] == 12
    assert line(at, "Ada", "rooms refereed-1 Ada,Bo")[0] == 1
    assert line(at, "Gwen", "rooms refereed-1 Ada,Bo") == (0, "Everybody is told who talks to whom.")
    assert at.seat("Ada").partners() == ("Bo",)
    assert line(at, "Gwen", "rooms refereed-1 --none")[0] == 0
    assert line(at, "Gwen", "rooms refereed-1")[0] == 1
    form = b"[[field]]\nid = 'go'\nask = 'Go?'\nkind = 'text'\n"
    assert line(at, "Gwen", "form refereed-1", form) == (0, "Every seat is asked 1 question from the next round on.")


def test_RF_08_a_host_with_ssh_alone_reads_the_end_first_and_ends_the_match(at):
    at.hall.people.set_hosting("Gwen", "refereed-1")
    assert "No script proposes results" in line(at, "Gwen", "finish refereed-1 --proposed")[1]
    play(at, Ada="kitchen", Bo="library", Cy="garden")
    assert line(at, "Ada", "finish refereed-1 --proposed --yes")[0] == 1
    status, words = line(at, "Gwen", "finish refereed-1 --proposed --candidate Cy --opponent Bo")
    assert status == 1
    assert "Won by Ada." in words
    assert "The Elimination Candidate is Cy, the opponent in the Death Match is Bo." in words
    assert at.match.phase == "judging"
    status, words = line(at, "Gwen", "finish refereed-1 --proposed --candidate Cy --opponent Bo --yes")
    assert (status, words) == (0, "The last results are published.")
    assert (at.match.state.ending.winners, at.match.state.ending.candidate) == (("Ada",), "Cy")


def test_RF_08_an_open_round_is_closed_by_the_end_over_ssh_with_a_sheet(at):
    at.hall.people.set_hosting("Gwen", "refereed-1")
    sheet = b"seat,power\nAda,9\nBo,6\nCy,12\n"
    assert line(at, "Gwen", "finish refereed-1 --winner Ada,Bo --candidate none --yes", sheet)[0] == 0
    assert (at.match.state.ending.winners, at.match.state.ending.candidate) == (("Ada", "Bo"), None)
    assert at.match.state.values["power"]["Cy"] == 12
