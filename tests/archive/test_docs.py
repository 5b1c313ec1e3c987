"""docs/archive.md says what is so, and the example that `make example` makes is a whole, small site."""

from __future__ import annotations

import os
import re
import shlex
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from cli.commands import publish as command
from cli.main import main
from core.house.house import House
from storage import open_house
from tests.archive.kit import ended, small_season
from tests.kit.docs import lines
from tests.kit.example import FOLDER, publish
from tests.kit.house import Clock, Tokens

PAGE = Path("docs/archive.md").resolve()


def commands() -> list[str]:
    return [one.command for one in lines(PAGE)]


def test_the_commands_of_the_docs_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed as they stand, one after the other, in a house with the match and the season that they name; those that go
    on until they are interrupted are."""
    data = tmp_path / "data"
    with open_house(data) as store:
        house = House(store, Clock(), Tokens())
        ended(house, "exodus", public=False)
        small_season(house)
        house.stop()
    monkeypatch.chdir(tmp_path)

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command.time, "sleep", interrupted)
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", interrupted)
    told = []
    for line in commands():
        assert main([*shlex.split(line)[1:], "--data", str(data)]) == 0, line
        told.append(capsys.readouterr().out)
        if line.startswith("garnet publish"):
            assert (tmp_path / "site" / "index.html").is_file()
            assert (tmp_path / "site" / "matches" / "exodus-1.html").is_file() == (
                "--not" not in " ".join(commands()[: len(told)])
            )
    assert len(told) == 8
    assert "until you press Ctrl+C" in told[-1]
    feed = (tmp_path / "site" / "feed.xml").read_text()
    assert "https://example.org/archive/" in feed, "the last said no address: it stays as it was"
    assert "<title>Our house" in feed


def test_the_example_is_small_and_whole(tmp_path: Path) -> None:
    """Under 10 MB, every link of every page leads somewhere, the feed can be read; the docs show the way. It is made
    where the repository does not keep it."""
    example = tmp_path / "example"
    publish(example)
    files = [path for path in example.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 10_000_000
    ElementTree.parse(example / "feed.xml")
    pages = [path for path in files if path.suffix == ".html"]
    assert len(pages) > 10
    front = (example / "index.html").read_text(encoding="utf-8")
    latest = front[front.index('class="latest"') : front.index('id="matches"')]
    assert "See it played" in latest, "it leads with a whole record"
    assert "people/ada.html" in front
    assert "matches/refereed-1.html" in front, "a judged match"
    assert 'id="broken"' in (example / "matches" / "famine-1.html").read_text(encoding="utf-8")
    assert all('class="replay"' in page.read_text(encoding="utf-8") for page in (example / "matches").glob("*.html")
               if "stays with its host" not in page.read_text(encoding="utf-8"))  # fmt: skip
    counted = int(re.search(r'id="matches">(\d+) finished', front)[1])  # type: ignore[index]
    shown = front[front.index('id="list"') : front.index('id="people"')]
    assert len(set(re.findall(r'href="(matches/[^"]+)"', shown))) == counted, "what is counted is what unfolds"
    for page in pages:
        text = page.read_text(encoding="utf-8")
        found = set(re.findall(r'id="([^"]+)"', text))
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            path, _, anchor = link.partition("#")
            assert not path.startswith("http"), f"{page}: {link}"
            if path:
                assert Path(os.path.normpath(page.parent / unquote(path))).is_file(), f"{page}: {link}"
            else:
                assert anchor in found, f"{page}: {link}"
    for page in ("README.md", "docs/archive.md"):
        assert f"`{FOLDER}`" in Path(page).read_text(encoding="utf-8")
    assert f"{FOLDER}/" in Path(".gitignore").read_text(encoding="utf-8").splitlines()
