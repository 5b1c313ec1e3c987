"""docs/evening.md, followed to the letter in a clean folder: written, checked, played, changed, hosted."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.kit.author import author, environment, run
from tests.kit.docs import lines
from tests.test_terminal import Terminal

PAGE = Path("docs/evening.md")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return author(tmp_path_factory.mktemp("author"))


def test_every_line_of_the_page_is_typed(place: Path) -> None:
    typed = [line.command.replace("~", str(place)) for line in lines(PAGE)]
    assert typed[0] == "garnet new-game hidden_bids --one-file"
    script = "\n".join(line for line in typed if not line.startswith("garnet try"))
    done = run("bash", "-e", "-o", "pipefail", input=script, cwd=place, env=environment(place))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Hidden Bids keeps all" in done.stdout
    assert "hidden_bids is new: Hidden Bids." in done.stdout or "Nothing has changed" in done.stdout
    assert "Made hidden-bids-1: Hidden Bids." in done.stdout
    lines_ = len((place / "hidden_bids.py").read_text("utf-8").splitlines())
    assert lines_ == 84
    assert "eighty-four lines" in PAGE.read_text("utf-8")


def test_a_game_is_tried_and_its_changes_come_to_the_table(place: Path) -> None:
    run("garnet", "new-game", "changing", "--one-file", cwd=place, env=environment(place), check=True)
    file = place / "changing.py"
    at = Terminal("try", file, program=place / "env" / "bin" / "garnet", environment=environment(place))
    at.read_until("You bid 0 chips.")
    file.write_text(file.read_text("utf-8").replace("You bid {}", "You offer {}"))
    at.read_until("You offer 0 chips.")
    file.write_text(file.read_text("utf-8") + "\n(")
    at.read_until("changing.py: its code failed")
    assert at.end(signal.SIGHUP) == 129
