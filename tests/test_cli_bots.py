"""`garnet bots`: levels, and bots of one's own, held against each other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.botplay.pairings import one_among
from tests.kit.forked import services

SHARED = 4
"""Matches: fewer are not shared out among processes."""
DOCS = Path(__file__).parents[1] / "docs"


def bots(*words, cwd=None, fresh=False):
    """`fresh`: by a Python of its own."""
    if not fresh and cwd is None:
        return services("bots", *words)
    return subprocess.run(
        [sys.executable, "-m", "cli.main", "bots", *map(str, words)],
        capture_output=True, text=True, check=False, cwd=cwd,
    )  # fmt: skip


def test_two_levels_are_held_against_each_other_in_a_table_with_progress_beside_it():
    told = bots("black-and-white", "--level", "steady", "--seats", "random", "--matches", 6, "--seed", 3)
    assert told.returncode == 0, told.stderr
    above, heading, row = told.stdout.splitlines()
    assert above == "6 matches a line, seeds 3 to 8"
    assert heading.split()[:5] == ["game", "one", "among", "wins", "fair"]
    assert row.split()[:3] == ["black_and_white", "steady", "random"]
    assert "50.0%" in row
    assert told.stderr.splitlines()[-1] == "steady: 6 of 6 matches"


def test_the_same_seeds_bring_the_same_matches_on_any_number_of_processes():
    def facts(processes):
        words = ("ninety_nine", "--level", "steady", "--matches", SHARED, "--json", "--processes", processes)
        [line] = json.loads(bots(*words, fresh=True).stdout)["lines"]
        return {key: value for key, value in line.items() if not key.endswith("_ms")}

    one = facts(1)
    assert one == facts(2)
    assert one["among"] == ["trusting"]
    assert len(one["played"]) == SHARED
    won = sum((match["bots"][seat] == "steady") / len(match["winners"]) for match in one["played"]
              for seat in match["winners"])  # fmt: skip
    assert one["wins"] == pytest.approx(won / SHARED)
    assert one["interval"][0] <= one["times"] <= one["interval"][1]


def test_other_seats_are_taken_in_turn_and_the_measured_one_goes_round():
    first, second = (one_among("exodus", "sharp", ("steady", "random"), n) for n in (0, 1))
    assert list(first.values()) == ["sharp", *["steady", "random"] * 4]
    assert list(second.values())[1] == "sharp"
    assert sorted(first.values()) == sorted(second.values())


def test_the_bot_of_the_scripting_page_plays_as_the_page_says():
    [words] = [line.split() for line in (DOCS / "scripting.md").read_text("utf-8").splitlines()
               if "garnet bots exodus --bot" in line]  # fmt: skip
    assert words[:2] == ["garnet", "bots"]
    words[words.index("--matches") + 1] = "2"
    told = bots(*words[2:], cwd=DOCS)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[2].split()[:3] == ["exodus", "Agreeable", "steady"]
    assert "refused" not in told.stdout
    words[words.index("--matches") + 1] = "1"
    [facts] = json.loads(bots(*words[2:], "--json", cwd=DOCS).stdout)["lines"]
    assert facts["score"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["exodus", "--seats", "steady"], "--level or --bot"),
        (["exodus", "--level", "steady", "--seats", "steady"], "fair share"),
        (["exodus", "--level", "steady", "--seats", "best"], "has no best bots"),
        (["exodus", "--bot", "nowhere:Bot"], "no module 'nowhere'"),
        (["exodus", "--bot", "json:Bot"], "nothing called 'Bot'"),
        (["exodus", "--level", "steady", "--matches", "0"], "--matches can be"),
        (["chess"], "chess"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(words, said):
    told = bots(*words)
    assert told.returncode == 1
    assert said in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
    assert "one match" not in told.stdout


def test_a_bot_that_fails_is_told_with_its_own_traceback(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Bad:\n    def __init__(self, seat, seed): pass\n    def turn(self, sight): return sight.nothing\n"
    )
    told = bots("exodus", "--bot", "mine:Bad", "--matches", 5, cwd=tmp_path)
    assert told.returncode == 1
    assert "mine:Bad (seed" in told.stderr
    assert "return sight.nothing" in told.stderr
    assert "concurrent/futures" not in told.stderr
