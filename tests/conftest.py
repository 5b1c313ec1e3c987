"""Fixtures that every test may use, and the collector out of their way."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import hypothesis
import pytest

import tests.kit.parley  # noqa: F401 - registers the tests' own games
from tests.kit import quiet
from tests.kit.depth import examples

quiet.install()
hypothesis.settings.register_profile("house", deadline=None, max_examples=examples(100))
hypothesis.settings.load_profile("house")
"""No test has a time limit: a machine with other work to do would fail it. Benchmarks measure."""

YOUNG = 20_000
"""New objects between two collections of the youngest generation: every app under test makes and drops many."""


@pytest.fixture
def drawn() -> Iterator[None]:
    """Every screen under the pilot is drawn after each change, not only where the test looks at it."""
    with quiet.drawing():
        yield


def pytest_collection_finish() -> None:
    """The modules and the list of tests stay to the end: the collector, which took a third of the time, need not walk
    over them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)


def pytest_sessionfinish() -> None:
    """Pytest collects five times at the end; on a busy machine a worker was interrupted before it was through."""
    gc.collect()
    gc.freeze()
