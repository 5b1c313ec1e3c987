"""`tests.kit.freeze` finds a changed word, and nothing where nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.match import views
from tests.kit import freeze


def test_a_freeze_finds_a_changed_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ["--matches", "1", "--only", "digest", "story"]
    assert freeze.main(["write", str(tmp_path), *few]) == 0
    assert freeze.main(["compare", str(tmp_path), *few]) == 0
    monkeypatch.setattr(views, "digest", lambda match: f"{match.title} again")
    assert freeze.main(["compare", str(tmp_path), *few]) == 1
    assert '+"Night 0 again"' in capsys.readouterr().out
