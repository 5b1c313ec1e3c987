"""What `python -m tests.kit.measure_house` counts, in a house of five modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.measure_house import main, measured

HOUSE = {
    "core/__init__.py": '"""Three plain words."""\n',
    "core/loose.py": "from core.match import views\nimport core.match.state\n" + "x = 1\n" * 60,
    "core/match/views.py": "from typing import Any\n\ndef f(x: Any, *y: Any):\n    from core.match import state\n",
    "core/match/state.py": 'HERE = Private(App, "_driver")\n"""Two words."""\ny = x  # type: ignore[attr]\n',
    "tui/words/views.py": "",
    "core/games/one/views.py": "",
    "docs/page.md": "one\ntwo\n",
    "docs/rulings/one.md": "three\n",
    "CHANGELOG.md": "# Changes\n",
    "tests/test_it.py": "from core.match import views\n",
}


def test_what_is_counted(tmp_path: Path) -> None:
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert list(measured(tmp_path).values()) == [1 + 62 + 4 + 3, 6, 5, 1, 1, 0, 1, 1, 1, 2, 5, 2, 1]


@pytest.mark.skipif(not Path(".git").exists(), reason="this is no checkout")
def test_a_revision_is_printed_beside_another(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.kit.measure_house.PACKAGES", ("themes",))
    main(["HEAD", "HEAD"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["HEAD", "HEAD"]
    assert all(first == second for first, second, *_ in (row.split() for row in rows))
