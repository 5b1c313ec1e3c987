"""`garnet publish` as people type it, and beside a house that goes on."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import main
from core.house.house import House
from core.table.host_controls import HostControls
from storage import open_house
from tests.archive.kit import ended
from tests.kit.house import Clock, Tokens


def in_house(data: Path, do: Callable[[House], object]) -> None:
    with open_house(data) as store:
        house = House(store, Clock(), Tokens())
        do(house)
        house.stop()


def test_publish_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, site = tmp_path / "data", tmp_path / "site"
    in_house(data, lambda house: ended(house, "black_and_white"))
    assert main(["publish", str(site), "--data", str(data), "--title", "Ours"]) == 0
    told = capsys.readouterr().out
    assert "1 match is public." in told
    assert f"Open {site / 'index.html'}" in told
    assert "<h1>Ours</h1>" in (site / "index.html").read_text()
    assert main(["publish", str(site), "--data", str(data), "--title", "Ours"]) == 0
    assert " 0 files written" in capsys.readouterr().out


def test_publish_refuses_a_folder_of_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    in_house(data, lambda house: ended(house, "black_and_white"))
    assert main(["publish", str(data), "--data", str(data)]) == 1
    assert "was not made by garnet publish" in capsys.readouterr().err


def test_watch_publishes_again_after_each_end_and_preview_shows_it(tmp_path: Path) -> None:
    """Beside a house that somebody else opens: a match that ends appears, one that is made private again goes."""
    data, site = tmp_path / "data", tmp_path / "site"
    in_house(data, lambda house: ended(house, "black_and_white"))
    command = [sys.executable, "-m", "cli.main", "publish", str(site), "--data", str(data), "--watch",
               "--preview", "127.0.0.1:0"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        lines = iter(watching.stdout.readline, "")
        try:
            shown = next(found for line in lines if (found := re.search(r"http://127\.0\.0\.1:(\d+)/", line)))
            asking = http.client.HTTPConnection("127.0.0.1", int(shown[1]))
            asking.request("GET", "/index.html")
            assert b"black-and-white-1" in asking.getresponse().read()
            in_house(data, lambda house: ended(house, "ninety_nine"))
            assert any("2 matches are public." in line for line in lines)
            assert (site / "matches" / "ninety-nine-1.html").exists()
            in_house(data, lambda house: HostControls(house.table("black-and-white-1")).publish(False))
            assert any("1 match is public." in line for line in lines)
            assert not (site / "matches" / "black-and-white-1.html").exists()
        finally:
            watching.terminate()
        assert watching.wait(300) == 0
