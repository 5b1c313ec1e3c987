"""Every registered game follows the one skeleton (core.kit.skeleton), and so does what `garnet new-game` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import MODULES
from core.games import game as find_game
from core.kit.skeleton import FILES, NEEDED, PAGES, TOGETHER, bound, faults, faults_of


@pytest.mark.parametrize("game_id", MODULES)
def test_a_game_of_the_house_follows_the_skeleton(game_id: str) -> None:
    assert faults(find_game(game_id)) == []


def test_no_file_is_called_like_a_function_or_a_parameter_of_the_contract() -> None:
    assert not bound() & {*FILES, *NEEDED, *TOGETHER}
    assert {function for functions in FILES.values() for function in functions} <= bound()


def test_what_is_written_for_a_new_game_follows_it() -> None:
    written = {path.name.removesuffix(".tmpl") for path in Path("cli/scaffold/package").iterdir()}
    assert {*(f"{name}.py" for name in NEEDED), *PAGES} <= written
    known = {*(f"{name}.py" for name in (*FILES, *NEEDED, "panel", "__init__")), *PAGES}
    assert written <= known, "the docs and the skeleton know every file that is written"


def test_the_guide_describes_every_file() -> None:
    guide = Path("docs/adding-a-game.md").read_text(encoding="utf-8")
    assert [name for name in (*FILES, *NEEDED, *TOGETHER) if f"`{name}.py`" not in guide] == []


def test_a_small_game_writes_several_files_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "little").mkdir()
    (tmp_path / "little" / "rules.py").write_text("".join(f"def {f}(): ...\n" for f in ("setup", "check", "close")))
    (tmp_path / "little" / "views.py").write_text("def view(): ...\ndef tell(): ...\ndef bot(): ...\n")
    for name in ("__init__.py", "spec.py", "bots.py", *PAGES):
        (tmp_path / "little" / name).touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert faults_of("little") == ["little, views.py: bot() belongs into bots.py."]


def test_what_goes_otherwise_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crooked" / "bots").mkdir(parents=True)
    (tmp_path / "crooked" / "__init__.py").write_text(
        "from crooked import views as sight\n\n\nclass Game:\n    def host(self, state):\n        return host(state)\n"
    )
    (tmp_path / "crooked" / "views.py").write_text("def close():\n    pass\n")
    (tmp_path / "crooked" / "bots" / "random.py").write_text("def bot():\n    pass\n")
    (tmp_path / "crooked" / "help.md").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert faults_of("crooked", "core.games.trading") == [
        "crooked has no rulings.md.",
        *(f"crooked has no {name}.py." for name in ("spec", "start", "closing")),
        "crooked, __init__.py: views goes by the name of sight.",
        "crooked, __init__.py: host() only passes on: bind it, host = staticmethod(host).",
        "crooked, views.py: close() belongs into closing.py.",
    ]
