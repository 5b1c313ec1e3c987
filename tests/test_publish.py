"""The archive: what is public and only that, escaped, whole, the same as on the screens."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path

import pytest

from cli.archive.gather import finished, published
from cli.archive.pages import Pages
from cli.archive.site import MARK, write
from core import journal as j
from core.games import game as find_game
from core.games import ids
from core.hosting import HostDesk
from core.house import House
from core.refusal import Refused
from core.story.telling import story
from tests.kit import NAMES
from tests.kit.house import open_house

HOSTILE = "<img src=x>&\"'"


def ended(house: House, game: str, seats: tuple[str, ...] = (), public: bool = True, **more: object) -> str:
    """A match that bots played to its end."""
    seats = seats or NAMES[: find_game(game).spec.seats]
    table = house.make(game, seats, holders=dict.fromkeys(seats, "bot:random"), seed=3, **more)  # type: ignore[arg-type]
    table.play_bots()
    while table.match.phase != "finished":
        table.submit(j.Closed())
        table.play_bots()
    if public:
        HostDesk(table).publish()
    return table.match.header.match


def pages(house: House) -> dict[str, str]:
    return dict(Pages("The house").site(published(house, lambda *_: None)))


def test_HH_17_only_public_matches_are_published() -> None:
    """A match is published once its host has made it public, and no more when that is taken back."""
    house = open_house()
    first, second = ended(house, "exodus"), ended(house, "black_and_white", public=False)
    assert [one.match for one in finished(house)] == [first]
    assert f"matches/{second}.html" not in pages(house)
    assert "made this match public" in house.table(first).match.news[-1].text
    HostDesk(house.table(first)).publish(False)
    assert finished(house) == ()
    assert "Nothing has been made public yet." in pages(house)["index.html"]


def test_HH_17_a_running_match_is_not_published() -> None:
    house = open_house()
    table = house.make("exodus", NAMES[:9])
    HostDesk(table).publish()
    assert finished(house) == ()


def test_HH_17_of_a_kept_record_only_what_spectators_know_is_published() -> None:
    house = open_house()
    match = ended(house, "exodus", options={"reveal": False})
    page = pages(house)[f"matches/{match}.html"]
    told = house.table(match).match
    assert told.header.nonce not in page
    assert "The record of this match stays with its host." in page
    assert "Orders of all seats" not in page
    assert 'class="curve' not in page
    assert all(f">{score}</td>" not in page for score in told.state.score.values() if score > 12)


@pytest.mark.parametrize("game", ids())
def test_a_page_says_what_the_story_says(game: str) -> None:
    """Every sentence and figure of the story stands on the page, in the same words, and no page is heavy."""
    house = open_house()
    match = ended(house, game)
    page = pages(house)[f"matches/{match}.html"]
    told = story(house.table(match).match, None, whole=True)
    words = unescape(page)
    for reason in told.reasons:
        assert reason.text in words
    for turn in told.turns:
        assert turn.text in words
    for scene in told.scenes:
        assert all(step.text in words for step in scene.steps)
    for row in told.standing.rows:
        assert row.seat in words
    assert len(page.encode()) < 400_000


def test_CM_09_talk_and_notes_are_no_part_of_a_page() -> None:
    house = open_house()
    table = house.make("black_and_white", NAMES[:2], holders=dict.fromkeys(NAMES[:2], "bot:random"), seed=3)
    table.submit(j.Said(by="Ada", to=("Bo",), text="canary talk"))
    table.submit(j.Noted(by="Ada", text="canary notes"))
    table.play_bots()
    HostDesk(table).publish()
    assert table.match.phase == "finished"
    assert not any("canary" in page for page in pages(house).values())


def test_hostile_names_and_titles_are_only_words() -> None:
    house = open_house()
    match = ended(house, "black_and_white", (HOSTILE, "Bo"), title=f"{HOSTILE} night")
    for name, page in pages(house).items():
        if name.endswith((".html", ".xml")):
            assert "<img" not in page, name
    assert escape(HOSTILE, quote=False).replace("&amp;", "&amp;")[:12] in pages(house)[f"matches/{match}.html"]


def test_no_page_asks_another_host_for_anything() -> None:
    house = open_house()
    ended(house, "exodus")
    for name, page in pages(house).items():
        if name.endswith(".html"):
            assert "default-src 'none'" in page
            assert not re.findall(r'(?:src|href)="(?:https?:)?//', page), name
            assert "<script>" not in page
            assert " style=" not in page
            assert " on" + "click=" not in page


def test_publishing_again_writes_what_changed_and_removes_what_is_private(tmp_path: Path) -> None:
    house = open_house()
    first = ended(house, "black_and_white")
    second = ended(house, "ninety_nine")
    folder = tmp_path / "site"
    files = list(Pages("H").site(published(house, lambda *_: None)))
    assert write(folder, files).written == len(files)
    assert write(folder, files) == (0, len(files), 0)
    HostDesk(house.table(second)).publish(False)
    did = write(folder, Pages("H").site(published(house, lambda *_: None)))
    assert did.removed == 2, "the page and its game's rules"
    assert (folder / "matches" / f"{first}.html").exists()
    assert not (folder / "matches" / f"{second}.html").exists()


def test_a_folder_that_was_not_made_here_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Refused) as refusal:
        write(tmp_path, [("index.html", "x")])
    assert refusal.value.code == "not_an_archive"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_mark_that_names_files_elsewhere_removes_nothing_there(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.txt", tmp_path / "site"
    outside.write_text("mine")
    write(folder, [("index.html", "x")])
    (folder / MARK).write_text(f"../outside.txt\n{outside}\nindex.html\n")
    write(folder, [("index.html", "x")])
    assert outside.read_text() == "mine"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium is installed here")
def test_a_browser_checks_the_dice_and_goes_to_a_step(tmp_path: Path) -> None:
    """In headless Chromium, from the disk: the script finds the step of the address, and the commitment is checked."""
    house = open_house()
    match = ended(house, "exodus")
    write(tmp_path / "site", Pages("H").site(published(house, lambda *_: None)))
    page = tmp_path / "site" / "matches" / f"{match}.html"
    shown = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
         "--virtual-time-budget=3000", "--dump-dom", f"file://{page}#round-2-1"],
        capture_output=True, text=True, timeout=60,
    ).stdout  # fmt: skip
    assert "Checked here: the dice were fixed beforehand." in shown
    assert shown.count('class="player"') == 7
    assert 'class="round stepping" id="round-2"' in shown
