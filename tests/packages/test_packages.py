"""Two games from outside: installed in an environment of their own, held to their own tests, played over ssh to the
end; and what their authors could get wrong is found by their own `pytest`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kit.author import author, environment, run
from tests.kit.depth import DEEP, deep
from tests.packages.test_mistakes import MISTAKES, Planted

PACKAGES = Path("tests/packages").resolve()
GAMES = {"minus_auction": "On the table", "one_two_three": "You meet"}
"""With what the screen of each shows."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with both games installed, and a copy of each beside it."""
    folder = author(tmp_path_factory.mktemp("author"))
    for game in GAMES:
        shutil.copytree(PACKAGES / game, folder / game)
    done = run("pip", "install", *(folder / game for game in GAMES), cwd=folder, env=environment(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("game", deep([*GAMES], ["minus_auction"]))
def test_a_package_holds_its_own_tests_and_every_promise(place: Path, game: str) -> None:
    seconds = {} if DEEP else {"GARNET_SECONDS": "0.05"}
    done = run("pytest", "-q", cwd=place / game, env=environment(place) | seconds)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("ssh") is None, reason="the OpenSSH client is not installed")
@pytest.mark.parametrize(("game", "words"), [*GAMES.items()][deep(0, 1) :])
def test_a_package_is_played_over_ssh_to_the_end(place: Path, tmp_path: Path, game: str, words: str) -> None:
    done = run(place / "env" / "bin" / "python", "-m", "tests.packages.over_ssh", game, tmp_path, words,
               env=environment(place))  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("finished")


@pytest.mark.skipif(not DEEP, reason="tests/packages/test_mistakes.py asks the same of the test that should find it")
@pytest.mark.parametrize(("game", "mistake", "planted"), MISTAKES, ids=[f"{game}-{name}" for game, name, _ in MISTAKES])
def test_what_an_author_gets_wrong_is_found_by_pytest_in_the_package(
    place: Path, tmp_path: Path, game: str, mistake: str, planted: Planted
) -> None:
    shutil.copytree(PACKAGES / game, tmp_path / game)
    file = tmp_path / game / planted.file
    file.write_text(file.read_text(encoding="utf-8").replace(planted.right, planted.wrong, 1), encoding="utf-8")
    done = run("pytest", "-q", "--tb=line", cwd=tmp_path / game, env=environment(place))
    assert done.returncode == 1, done.stdout
    assert planted.found_by in done.stdout.partition("short test summary")[2], done.stdout
