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
    counts = [1 + 62 + 4 + 3, 6, 5, 1, 1, 0, 1, 1, 1, 2, 5, 0, 0, 0, 0, 1, 0, 2, 1]
    assert list(measured(tmp_path).values()) == counts


def test_what_names_nothing_is_counted(tmp_path: Path) -> None:
    house = {
        "core/match/views.py": '"""Of views, whose."""\nfrom core.talk import acts\nclass Told:\n    pass  # whom\n',
        "core/talk/acts.py": "from core.match import views\nclass Told:\n    pass\ndef f(said):\n    found = said\n",
        "core/table/seat.py": "from core.match import views\n",
        "core/games/exodus/told.py": "class Told:\n    pass\n",
        "CHANGELOG.md": "",
    }
    for name, text in house.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    counts = measured(tmp_path)
    assert counts["indefinite pronouns in docstrings and comments"] == 2
    assert counts["docstrings that begin vaguely"] == 1
    assert counts["locals that name nothing"] == 1
    assert counts["class names used again outside of games"] == 1
    assert counts["functions of three lines or less"] == 1
    assert counts["packages of core that import in a circle"] == 2


LIMITS = {
    "indefinite pronouns in docstrings and comments": 40,
    "docstrings that begin vaguely": 0,
    "words of docstrings": 103_500,
    "locals that name nothing": 35,
    "class names used again outside of games": 9,
    "functions of three lines or less": 2_840,
    "packages of core that import in a circle": 0,
    "lines of Python that ship": 109_500,
}
"""What has been reached; none of it grows again. A lower figure goes down here too."""


def test_what_has_been_reached_does_not_grow_again() -> None:
    counts = measured(Path.cwd())
    assert {name: counts[name] for name in LIMITS if counts[name] > LIMITS[name]} == {}


@pytest.mark.skipif(not Path(".git").exists(), reason="this is no checkout")
def test_a_revision_is_printed_beside_another(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.kit.measure_house.PACKAGES", ("themes",))
    main(["HEAD", "HEAD"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["HEAD", "HEAD"]
    assert all(first == second for first, second, *_ in (row.split() for row in rows))
