"""Fixtures that every test may use, and the collector out of their way."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
from textual.app import App

import tests.kit.parley  # noqa: F401 - registers the tests' own games
from tests.kit import packages, quiet
from tests.kit.depth import examples

gc.disable()  # until all tests are read, of which its search took a third
quiet.install()
packages.alone()
hypothesis.settings.register_profile("house", deadline=None, max_examples=examples(100))
hypothesis.settings.load_profile("house")
"""No test has a time limit: a machine with other work to do would fail it. Benchmarks measure."""

LONG = (
    "tests/packages/test_packages.py",
    "tests/ssh/test_end_to_end.py",
    "tests/archive/test_browser.py",
    "tests/properties/test_secrecy.py",
    "tests/properties/test_every_game.py",
    "tests/web/test_browser.py",
    "tests/test_hosting_docs.py",
    "tests/test_benchmarks.py",
    "tests/tui/test_small.py",
    "tests/tui/test_hotseat.py",
    "tests/test_terminal.py",
    "tests/tui/test_redealt.py",
    "tests/ssh/test_canaries.py",
    "tests/test_service.py",
    "tests/test_newgame.py",
    "tests/test_seams.py",
    "tests/core/games/trading/test_company.py",
)
"""Files that take longest: begun first, so that at the end nobody waits for the last of them."""

YOUNG = 200_000
"""New objects between two collections of the youngest generation: every app under test makes and drops many."""


@pytest.fixture
def drawn() -> Iterator[None]:
    """Every screen under the pilot is drawn after each change, not only where the test looks at it."""
    with quiet.drawing():
        yield


@pytest.fixture
def snap_compare(snap_compare: Callable[..., bool], caplog: pytest.LogCaptureFixture) -> Callable[..., bool]:
    """Is the screen as it was kept? A session that crashed has a screen too, and its picture could be kept."""

    def same(app: App[Any], **how: Any) -> bool:
        found = snap_compare(app, **how)
        assert "a session crashed" not in caplog.text
        return found

    return same


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files first. Files are dealt out whole (`--dist loadfile`): what a module prepares it prepares once."""
    places = {path: place for place, path in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(LONG)))


def pytest_collection_finish() -> None:
    """The modules and the list of tests stay to the end: the collector, which took a third of the time, need not walk
    over them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Pytest collects five times at the end; on a busy machine a worker was interrupted before it was through."""
    gc.freeze()
