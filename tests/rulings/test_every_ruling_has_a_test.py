"""Which test shows DM-17? Every ruling has a test that names it, and every test of a ruling names one that exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from core.games import MODULES
from core.games import game as find_game
from tests.kit.source import statements, tree

HERE = Path(__file__).parent
CORE = HERE.parent.parent / "core"
PACKAGES = HERE.parent / "packages"
TEXTS = {"common": CORE / "rulings.md", "season": CORE / "seasons" / "rulings.md"} | {
    path.parent.name: path for path in CORE.glob("games/*/rulings.md")
}
NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2})_(\d{2})(?![0-9])")


def rulings(text: Path) -> set[str]:
    """The numbers that a rulings page defines: lines that begin "- EX-04 "."""
    return set(re.findall(r"^- ([A-Z]{2}-\d{2}) ", text.read_text(), flags=re.MULTILINE))


def names_of_tests(folder: Path) -> list[str]:
    """The names of all test functions under a folder. Packages of games from outside have rulings of their own."""
    paths = (path for path in folder.rglob("test_*.py") if PACKAGES not in path.parents)
    return [name for path in paths for name in names_in(path)]


@cache
def names_in(path: Path) -> tuple[str, ...]:
    return tuple(
        node.name
        for node in statements(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def named(test: str) -> set[str]:
    return {f"{prefix}-{number}" for prefix, number in NAMED.findall(test.removeprefix("test"))}


@cache
def all_tests() -> list[str]:
    return names_of_tests(HERE.parent)


EVERYTHING = {ruling for text in TEXTS.values() for ruling in rulings(text)}


@pytest.mark.parametrize("chapter", sorted(TEXTS))
def test_every_ruling_has_a_test(chapter: str) -> None:
    defined = rulings(TEXTS[chapter])
    assert defined, f"{TEXTS[chapter]} defines no rulings"
    shown = {ruling for test in all_tests() for ruling in named(test)}
    assert sorted(defined - shown) == []


@pytest.mark.parametrize("game", MODULES)
def test_the_rulings_of_a_game_have_the_prefix_of_its_spec(game: str) -> None:
    assert {ruling[:2] for ruling in rulings(TEXTS[game])} == {find_game(game).spec.ruling_prefix}


def test_every_ruling_that_a_test_names_exists() -> None:
    assert {test: named(test) - EVERYTHING for test in all_tests() if named(test) - EVERYTHING} == {}


@pytest.mark.parametrize("game", sorted(set(TEXTS) - {"common"}))
def test_every_test_of_a_game_s_rulings_names_one(game: str) -> None:
    """Tables and worked examples too belong to a ruling."""
    tests = names_of_tests(HERE / game)
    assert tests, f"{game} has no tests of its rulings"
    assert [test for test in tests if not named(test)] == []


def test_the_program_cites_only_rulings_that_exist() -> None:
    prefixes = "|".join(sorted({ruling[:2] for ruling in EVERYTHING}))
    cited = set()
    for path in CORE.rglob("*.py"):
        cited |= set(re.findall(rf"\b((?:{prefixes})-\d{{2}})\b", path.read_text()))
    assert sorted(cited - EVERYTHING) == []
