"""Fixtures for the store: both twins behind one door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storage import FileStore, MemoryStore, lengths, open_house
from storage.memory import Contents

Twin = FileStore | MemoryStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a house can be made."""
    return tmp_path / "house"


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses end as by a kill: how long their files are is not kept any more."""
    monkeypatch.setattr(lengths, "write", lambda folder, found: None)


@pytest.fixture(params=["disk", "memory"])
def opening(request: pytest.FixtureRequest, folder: Path) -> Callable[[], Twin]:
    """Opens the same house again each time it is called."""
    if request.param == "disk":
        return lambda: open_house(folder)
    contents = Contents()
    return lambda: MemoryStore(contents)


@pytest.fixture
def store(opening: Callable[[], Twin]) -> Iterator[Twin]:
    """An open house of either kind."""
    with opening() as house:
        yield house
