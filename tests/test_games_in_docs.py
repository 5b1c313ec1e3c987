"""The tables that list the games say what their Specs say, and leave none out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games import MODULES
from core.games import game as find_game


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading row, row by row."""
    lines = Path(page).read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(heading)) + 2
    table = lines[start : next(n for n in range(start, len(lines) + 1) if not lines[n : n + 1] or lines[n][:1] != "|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def of_games(cells: list[str]) -> bool:
    return not cells[0].startswith(("CM:", "SE:"))


README = rows("README.md", "| match | seats |")
RULINGS = rows("core/rulings.md", "| prefix | match |")
PAGES = [cells for cells in rows("docs/rulings.md", "| rulings | file |") if of_games(cells)]


@pytest.mark.parametrize("table", [README, RULINGS, PAGES], ids=["README", "core/rulings", "docs/rulings"])
def test_every_game_has_one_row(table: list[list[str]]) -> None:
    assert len(table) == len(MODULES)


@pytest.mark.parametrize("game", MODULES)
def test_each_row_says_what_the_spec_says(game: str) -> None:
    spec = find_game(game).spec
    (told,) = [cells for cells in README if cells[0].partition(",")[0] == spec.title]
    assert told[1] == spec.seat_words
    (told,) = [cells for cells in RULINGS if cells[2] == f"`{game}`"]
    assert told[0] == spec.ruling_prefix
    assert told[1].startswith(spec.title)
    assert re.findall(r"\d+", told[3])[0] == str(spec.seats)
    assert re.findall(r"\d+", told[4])[-1] == str(spec.rounds)
    assert ("pregame" in told[4]) == spec.pregame
    assert [f"{spec.ruling_prefix}: {spec.title}", f"[{game}](rulings/{game}.md)"] in PAGES
    assert Path(f"docs/rulings/{game}.md").is_file()
