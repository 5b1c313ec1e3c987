"""`garnet new-game`: what it writes is installed, tested and played, by what docs/adding-a-game.md tells its author."""

from __future__ import annotations

import ast
import re
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.kit.author import author, environment, run
from tests.kit.depth import DEEP
from tests.kit.forked import services
from tests.test_terminal import Terminal

WRITTEN = "the_long_night"
NAME = next(name for name in (WRITTEN, "the_short_night", "the_last_night") if find_spec(name) is None)
"""What the page calls it; or another name, where a game of that one is installed."""
TITLE = NAME.replace("_", " ").title()
DOCS = Path("docs/adding-a-game.md")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return author(tmp_path_factory.mktemp("author"))


def commands() -> list[str]:
    """What the page tells an author to type, up to the game at the keyboard, which has a test of its own."""
    page = DOCS.read_text(encoding="utf-8").replace(WRITTEN, NAME)
    typed = re.findall(r"^    \$ (.*)$", page, re.MULTILINE)
    assert typed[0] == f"garnet new-game {NAME}"
    assert f"garnet hotseat {NAME}" in typed
    return [line for line in typed if not line.startswith("garnet hotseat")]


def test_what_the_page_says_is_typed_and_works_and_the_game_is_played(place: Path) -> None:
    known = environment(place) | ({} if DEEP else {"GARNET_SECONDS": "0.05"})
    done = run("bash", "-e", "-o", "pipefail", input="\n".join(commands()), cwd=place, env=known)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d passed", done.stdout), done.stdout
    assert TITLE in done.stdout
    at = Terminal("hotseat", NAME, program=place / "env" / "bin" / "garnet", environment=environment(place))
    at.read_until(f"New match: {TITLE}")
    at.type("s")
    at.read_until("You hold ")  # one person plays alone, so no curtain falls
    assert at.end(signal.SIGHUP) == 129


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for example in re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL):
        exec(example, {})
    *played, unguarded, given = capsys.readouterr().out.splitlines()
    assert played == ["You cannot trade with yourself; name another player.", "[]"]
    assert "'lights.*'" in unguarded
    assert {"public.lights.*", "view.lights.*", "view.past.*.lights.*"} <= {*ast.literal_eval(given)}, (
        "who has what left"
    )


def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    for name, why in {
        "exodus": "There is a game 'exodus' already.",
        "Long Night": "small letters, digits and underscores",
        "json": "Python has a module called 'json' already.",
    }.items():
        done = services("new-game", name, "--folder", tmp_path / "new")
        assert done.returncode == 1
        assert why in done.stderr
        assert not (tmp_path / "new").exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = services("new-game", NAME, "--folder", tmp_path)
    assert done.returncode == 1
    assert "is not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_what_is_written_is_well_formed_and_names_no_other_place(tmp_path: Path) -> None:
    assert services("new-game", "a_b", "--folder", tmp_path / "new").returncode == 0
    assert not [
        p
        for p in (tmp_path / "new").rglob("*")
        if p.is_file() and re.search("@[A-Za-z]+@", p.read_text(encoding="utf-8"))
    ]
    told = (tmp_path / "new" / "src" / "a_b" / "spec.py").read_text(encoding="utf-8")
    assert 'ruling_prefix="AB"' in told
    ruff = (sys.executable, "-m", "ruff")
    laid_out = run(*ruff, "format", "--isolated", "--line-length", "120", "--check", ".", cwd=tmp_path / "new")
    assert laid_out.returncode == 0, laid_out.stdout
    picked = ("--line-length", "120", "--select", "E,F,W,I,B,UP")
    linted = run(*ruff, "check", "--isolated", *picked, ".", cwd=tmp_path / "new")
    assert linted.returncode == 0, linted.stdout


def test_no_row_of_the_screen_that_is_written_lies_below_the_panel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a table a list is as long as it likes, and its cursor goes where nobody sees it."""
    assert services("new-game", "a_c", "--folder", tmp_path / "new").returncode == 0
    monkeypatch.syspath_prepend(tmp_path / "new" / "src")
    panel = import_module("a_c.panel").ACPanel
    for size in (panel.LEAST, (80, 19), (160, 40)):
        rooms = panel.TABLE.arrange(*size).rooms
        assert set(rooms) == {"won", "bids"}
        assert all(room.y + room.height <= size[1] for room in rooms.values())
