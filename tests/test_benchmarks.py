"""Every bench runs, in small: a bench that nobody runs rots. All of them in the deep run; here those that other tests
do not play anyhow."""

from __future__ import annotations

import importlib
import runpy
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHES
from tests.kit.depth import deep
from tests.kit.forked import services

ROOT = Path(__file__).parents[1]
SMALL = {
    "bots": "ninety_nine --matches 2",
    "company": "ninety_nine --matches 1",
    "agreements": "pantheic_runes",
    "hearing": "drifting_ship",
    "calibration": "ninety_nine --duels 2 --levels sharp",
    "exploit": "exodus --schemes mute --against steady --matches 1",
    "obey": "ninety_nine --matches 1",
    "thinking": "ninety_nine --levels random",
    "publish": "--cast 3",
    "season": "1",
    "life": "--seasons 2 --weeks 1",
    "week": "--weeks 1",
    "visits": "1",
    "first_order": "exodus --keys 60000 --words 1000000 --glance 0",
    "flood": "one --seconds 1 --players 2",
    "paints": "refereed --tables 1 --keys 2 --rounds 1",
    "sessions": "--sessions 2 --processes 2 --seconds 1 --churn 0 --rests 0.1" + deep("", " --variants loop"),
    "machines": "watchdog --sessions 2 --seconds 1 --times 1 --rests 0.1",
    "lines": "--sessions 4 --seconds 1",
}
"""By bench, what it is run with here."""
PLAYED = (
    "bots", "company", "exploit", "flood", "hearing", "life", "machines", "obey",
    "publish", "season", "visits", "week",
)  # fmt: skip
"""Benches whose parts other tests play: `sessions` here, tests/test_cli_bots.py, tests/ssh/test_flood.py,
tests/core/games/trading/test_company.py, tests/core/test_{schemes,hearing,pupil}.py, tests/archive/test_seasons.py,
tests/core/seasons, tests/ssh/test_visits.py, tests/ssh/test_week_commands.py."""


def test_each_bench_is_run_here():
    benches = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if '__name__ == "__main__"' in path.read_text()}
    assert BENCHES.keys() <= SMALL.keys()
    assert benches - {"__main__", "session_house"} == SMALL.keys()


@pytest.mark.parametrize("name", SMALL)
def test_a_bench_finds_all_that_it_uses(name: str):
    assert importlib.import_module(f"benchmarks.{name}").main


@pytest.mark.parametrize("name", deep(tuple(SMALL), tuple(name for name in SMALL if name not in PLAYED)))
def test_a_bench_runs_in_small(name: str):
    ran = services(name, *SMALL[name].split(), program=bench)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.strip()
    assert "Traceback" not in ran.stderr


def bench(words: list[str]) -> int:
    """Run a bench as `python -m` does."""
    name, *sys.argv[1:] = words
    runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
    return 0
