"""`tests.kit.freeze` finds a changed word, and nothing where nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import MODULES, game
from tests.kit import freeze


def test_a_freeze_finds_a_changed_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ["--matches", "1", "--only", "digest", "story"]
    assert freeze.main(["write", str(tmp_path), *few]) == 0
    assert freeze.main(["compare", str(tmp_path), *few]) == 0
    first = type(game(next(iter(MODULES))))
    tell = first.tell
    monkeypatch.setattr(first, "tell", lambda self, report: [*tell(self, report), "And it rained."])
    assert freeze.main(["compare", str(tmp_path), *few]) == 1
    assert "And it rained." in capsys.readouterr().out
