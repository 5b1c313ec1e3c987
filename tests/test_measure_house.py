"""What `python -m tests.kit.measure_house` counts, in a house of five modules."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
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
    "cli/shelf/one.py": "one\ntwo\nthree\n",
    "docs/page.md": "one\ntwo\n",
    "docs/rulings/one.md": "three\n",
    "CHANGELOG.md": "# Changes\n",
    "tests/test_it.py": "from core.match import views\n",
}


def write(house: Mapping[str, str], folder: Path) -> None:
    for name, text in house.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_what_is_counted(tmp_path: Path) -> None:
    write(HOUSE, tmp_path)
    counts = [1 + 62 + 4 + 3, 62, 6, 5, 1, 1, 0, 1, 1, 1, 2, 5, 0, 0, 0, 0, 1, 0, 3, 2, 1]
    assert list(measured(tmp_path).values()) == counts


def test_what_names_nothing_is_counted(tmp_path: Path) -> None:
    house = {
        "core/match/views.py": '"""Of views, whose."""\nfrom core.talk import acts\nclass Told:\n    pass  # whom\n',
        "core/talk/acts.py": "from core.match import views\nclass Told:\n    pass\ndef f(said):\n    found = said\n",
        "core/table/seat.py": "from core.match import views\n",
        "core/games/exodus/told.py": "class Told:\n    pass\n",
        "CHANGELOG.md": "",
    }
    write(house, tmp_path)
    counts = measured(tmp_path)
    assert counts["indefinite pronouns in docstrings and comments"] == 2
    assert counts["docstrings that begin vaguely"] == 1
    assert counts["locals that name nothing"] == 1
    assert counts["class names used again outside of games"] == 1
    assert counts["functions of three lines or less"] == 1
    assert counts["packages of core that import in a circle"] == 2


LIMITS = {
    "indefinite pronouns in docstrings and comments": 32,
    "docstrings that begin vaguely": 0,
    "words of docstrings": 110_826,
    "locals that name nothing": 29,
    "class names used again outside of games": 9,
    "functions of three lines or less": 2_895,
    "packages of core that import in a circle": 0,
    "lines of Python that ship": 112_715,
    "lines of the largest module": 500,
}
"""What has been reached; none of it grows again. A lower figure goes down here too."""


def test_what_has_been_reached_does_not_grow_again() -> None:
    counts = measured(Path.cwd())
    assert {name: counts[name] for name in LIMITS if counts[name] > LIMITS[name]} == {}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed here")
def test_a_revision_is_printed_beside_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    git = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run([*git, "init", "-q"], check=True)
    for text in ("one\n", "one\ntwo\n"):
        write({"CHANGELOG.md": text, "core/match/views.py": "x = 1\n"}, tmp_path)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", "Write"], check=True)
    main(["HEAD~1", "HEAD"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["HEAD~1", "HEAD"]
    assert [row.split(maxsplit=2) for row in rows if "CHANGELOG" in row] == [["1", "2", "lines of CHANGELOG.md"]]
    assert len(rows) == len(measured(tmp_path))
