"""The pages of matches: what is public and only that, escaped, whole, the same as on the screens."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.archive.gather import finished
from cli.archive.site import OLD_MARK, Records, Site, write
from cli.archive.svg import CurveMark, chart
from core.games import game as find_game
from core.match import journal as j
from core.narration.telling import story
from core.refusal import Refused
from core.story.parts import Series
from core.table.host_controls import HostControls
from tests.archive.kit import BO, HOSTILE, duel_site, ended, join, pages, play, publish, read, seated, site
from tests.kit import NAMES
from tests.kit.depth import games
from tests.kit.house import open_house


def test_HH_17_only_public_matches_are_published() -> None:
    """A match is published once its host has made it public, and no more when that is taken back."""
    house = open_house()
    first, second = ended(house, "exodus"), ended(house, "black_and_white", public=False)
    assert [one.match for one in finished(house)] == [first]
    assert f"matches/{second}.html" not in pages(house)
    assert "made this match public" in house.table(first).match.news[-1].text
    HostControls(house.table(first)).publish(False)
    assert finished(house) == ()
    assert "Nothing has been made public yet." in pages(house)["index.html"]


def test_HH_17_a_running_match_is_not_published() -> None:
    house = open_house()
    table = house.make("exodus", NAMES[:9])
    HostControls(table).publish()
    assert finished(house) == ()


def test_HH_17_of_a_kept_record_only_what_spectators_know_is_published() -> None:
    house = open_house()
    match = ended(house, "exodus", options={"reveal": False})
    page = pages(house)[f"matches/{match}.html"]
    told = house.table(match).match
    assert told.header.nonce not in page
    assert "The record of this match stays with its host" in page
    assert "Orders of all seats" not in page
    assert 'class="curve' not in page
    assert "eyes/" not in page
    assert all(f">{score}</td>" not in page for score in told.state.score.values() if score > 12)


@pytest.mark.parametrize("game", games("sinners_secret", "drifting_ship", "ninety_nine"))
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


def test_hostile_names_and_titles_are_only_words() -> None:
    house = open_house()
    match = ended(house, "black_and_white", (HOSTILE, "Bo"), title=f"{HOSTILE} night")
    for name, page in pages(house).items():
        if name.endswith((".html", ".xml")):
            assert "<img" not in page, name
    assert escape(HOSTILE, quote=False).replace("&amp;", "&amp;")[:12] in pages(house)[f"matches/{match}.html"]


def test_what_people_write_acts_upon_no_page_and_no_reader_of_feeds() -> None:
    """Escape sequences, marks that turn the direction, and what XML does not take, are signs like any other."""
    house = open_house()
    table = seated(house, "black_and_white", ("Ada", "Bo"))
    table.submit(j.Said(author="Ada", to="lounge", text="clear\x1b[2J \x9b31m \u202eexe.gnp\u2066 \x00 end"))
    play(table)
    for seat in ("Ada", "Bo"):
        table.submit(j.Released(author=seat, channel="lounge"))
    files = site(house, title="The\x07 house \u202b")
    for name, data in files.items():
        if not name.endswith((".png", ".css", ".js")):
            assert data.decode().replace("\n", "").isprintable(), name
    assert "clear\u241b[2J" in files[f"matches/{table.match.header.match}.html"].decode()
    ElementTree.fromstring(files["feed.xml"])


def test_a_picture_shows_what_people_write_as_signs() -> None:
    house = open_house()
    match = ended(house, "black_and_white")
    path = f"cards/{match}.png"
    shown = site(house, title="The\t house\u202e\nand more")[path]
    assert shown == site(house, title="The     house\ufffd and more")[path]


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
    written = publish(house, folder).did.written
    assert written == len(read(folder))
    assert publish(house, folder).did == (0, written, 0)
    HostControls(house.table(second)).publish(False)
    did = publish(house, folder).did
    assert did.removed == 6, "the page, both seats' eyes, the picture, and its game's rules with theirs"
    assert (folder / "matches" / f"{first}.html").exists()
    assert not (folder / "matches" / f"{second}.html").exists()


def test_what_did_not_change_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house()
    ended(house, "black_and_white")
    publish(house, tmp_path / "site")
    monkeypatch.setattr("cli.archive.building.published", lambda *_: pytest.fail("a match was opened"))
    assert publish(house, tmp_path / "site").did.written == 0


def test_a_file_that_somebody_changed_is_made_again(tmp_path: Path) -> None:
    house, folder = open_house(), tmp_path / "site"
    match = ended(house, "black_and_white")
    publish(house, folder)
    page = folder / "matches" / f"{match}.html"
    before = page.read_bytes()
    page.write_bytes(b"half a pa")
    publish(house, folder)
    assert page.read_bytes() == before


def test_a_publishing_that_breaks_off_leaves_the_site_as_it_was(tmp_path: Path) -> None:
    """Nothing of a site changes before all of the new one is there; then the front comes last."""
    folder = tmp_path / "site"
    write(folder, [("index.html", "old"), ("a/one.html", "old")], Records(tmp_path / "records"))
    before = read(folder)
    with Site(folder, Records(tmp_path / "records")) as site:
        site.put("all", "", {}, [("index.html", b"new"), ("a/one.html", b"new"), ("b/two.html", b"new")])
    assert read(folder) == before


def test_a_publishing_that_is_killed_while_it_moves_leaves_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after every number of moves: each file is the old or the new one, what the front links to is there, and
    the next time brings the rest and forgets nothing."""
    import os

    real, old = os.replace, [("index.html", "to a"), ("a.html", "old")]
    new = [("index.html", "to b"), ("b.html", "new"), ("c/d.html", "new")]
    for moves in range(1, 5):
        folder = tmp_path / f"site {moves}"
        write(folder, old, Records(tmp_path / "records"))
        left = [moves]

        def dying(source: object, target: object, left: list[int] = left) -> None:
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            real(source, target)  # type: ignore[arg-type]

        monkeypatch.setattr("cli.archive.site.os.replace", dying)
        with pytest.raises(KeyboardInterrupt):
            write(folder, new, Records(tmp_path / "records"))
        monkeypatch.setattr("cli.archive.site.os.replace", real)
        there = read(folder)
        assert set(there.values()) <= {b"to a", b"to b", b"old", b"new"}
        assert (f"{there['index.html'].decode()[-1]}.html") in there
        write(folder, new, Records(tmp_path / "records"))
        assert read(folder) == {name: text.encode() for name, text in new}


def test_a_folder_that_was_not_made_here_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Refused) as refusal:
        write(tmp_path, [("index.html", "x")], Records(tmp_path.parent / f"{tmp_path.name} records"))
    assert refusal.value.code == "not_an_archive"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_mark_that_names_files_elsewhere_removes_nothing_there(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.txt", tmp_path / "site"
    outside.write_text("mine")
    folder.mkdir()
    (folder / OLD_MARK).write_text(f"../outside.txt\n{outside}\nindex.html\n")
    write(folder, [("index.html", "x")], Records(tmp_path / "records"))
    assert outside.read_text() == "mine"


def test_BW_05_a_drawn_duel_is_called_drawn_and_a_tile_that_was_led_lies_there() -> None:
    """Both play the same tiles. Nothing is said of prizes that a duel by itself does not have."""
    site = {name: body.decode(errors="replace") for name, body in duel_site(BO, reveal=True, words="").items()}
    page = next(body for name, body in site.items() if name.startswith("matches/"))
    assert "<strong>Drawn</strong>" in page
    assert "Won by" not in page + site["index.html"]
    assert ">Garnets</th>" not in page
    first = page[page.index('id="round-1"') : page.index('id="round-2"')]
    assert '<g data-step="1"><rect' in first
    assert 'class="face f-black"' in first, "0 is black"


def test_a_duel_is_drawn_in_tricks_and_a_phone_leaves_numbers_out_that_would_touch() -> None:
    site = {name: body.decode(errors="replace") for name, body in duel_site(BO, reveal=True, words="").items()}
    page = next(body for name, body in site.items() if name.startswith("matches/"))
    assert "Points after each trick</figcaption>" in page
    assert "Trick by trick" in page
    assert "among all the others" not in page
    for rounds, least in ((10, 1), (19, 2)):
        drawn = chart(Series(id="a", title="A", rounds=tuple(range(rounds)), curves={"Ada": (0.0,) * rounds}), {})
        numbers = re.findall(r'(class="thin")? text-anchor="middle">(\d+)</text>', drawn)
        assert [int(text) for thin, text in numbers if not thin] == [*range(0, rounds, least)]


def test_of_one_seat_alone_nothing_is_compared() -> None:
    """What the others gained is not known through one seat's eyes."""
    house = open_house()
    match = ended(house, "exodus")
    found = pages(house)
    assert "gained most" in found[f"matches/{match}.html"]
    eyes = [page for name, page in found.items() if name.startswith("eyes/")]
    assert eyes
    assert not any("gained most" in page for page in eyes)


def test_a_name_that_is_written_from_right_to_left_stands_apart_from_its_sentence() -> None:
    house = open_house()
    name = "\u05d0\u05d1\u05d9"
    match = ended(house, "black_and_white", (name, "Bo"))
    made = pages(house)
    for path in ("index.html", f"matches/{match}.html"):
        words = re.sub(r"<(title|script|style|svg)\b.*?</\1>", "", made[path], flags=re.DOTALL)
        text = re.sub(r"<(?!/?bdi)[^>]*>", "", words)
        assert text.count(name) == text.count(f"<bdi>{name}</bdi>") > 0
        assert "<bdi>" not in "".join(re.findall(r"<(?:title|svg)\b.*?</(?:title|svg)>", made[path], re.DOTALL))
        assert "<bdi>Bo" not in made[path]


def test_RF_11_the_archive_says_how_it_was_played() -> None:
    house = open_house()
    match = play(
        seated(
            house,
            "refereed",
            ("Ada", "Bo", "Cy"),
            options={"title": "Power and Influence", "rules": "Each room holds zq-twelve."},
        )
    )
    page = pages(house)[f"matches/{match}.html"]
    assert "zq-twelve" in page
    assert "Power and Influence" in page


def test_CM_09_the_broken_word_that_decided_leads_and_the_others_follow_by_price() -> None:
    """Seed 2: Bo gives Ada onyx for a promised topaz; but for it, Ada would not have been the candidate."""
    house = open_house()
    seats = NAMES[: find_game("famine").spec.seats]
    held = {seat: f"bot:{('steady', 'rogue', 'rogue')[n % 3]}" for n, seat in enumerate(seats)}
    match = play(house.make("famine", seats, holders=held, seed=2, judged=False))
    page = unescape(pages(house)[f"matches/{match}.html"])
    told = story(house.table(match).match, None, whole=True)
    deciding = "In year 5 Bo had agreed to give Ada 1 topaz and gave 1 onyx: +1 for Ada in place of +5; +4 for Bo"
    assert told.lead[1].startswith(deciding)
    assert told.lead[1].endswith("It made Ada the Elimination Candidate.")
    assert page.index("◆ Year 5: Bo had agreed to give Ada") < page.index('id="replay"') < page.index('id="result"')
    broken = page[page.index('id="broken"') : page.index('id="dice"')]
    opened = broken.partition("<details>")[0]
    assert opened.count("<li>") == 3
    assert " more</summary>" in broken


def test_a_replay_tells_of_no_liar_before_the_step() -> None:
    house = open_house()
    seats = NAMES[:9]
    held = {seat: f"bot:{('steady', 'rogue', 'sharp')[n % 3]}" for n, seat in enumerate(seats)}
    match = play(house.make("exodus", seats, holders=held, seed=4, judged=False))
    frames = re.findall(r'<rect[^>]*class="promise"[^>]*>', pages(house)[f"matches/{match}.html"])
    assert frames
    assert all(int(re.search(r'data-step="(\d+)"', frame)[1]) > 0 for frame in frames)  # type: ignore[index]


def test_a_person_has_a_record_a_rival_and_a_best_match_after_one_duel() -> None:
    house = open_house()
    join(house, "Ada")
    match = play(seated(house, "ninety_nine", ("Ada", "Bo"), holders={"Ada": "person:ada"}))
    made = pages(house)
    page, how = made["people/ada.html"], house.table(match).match.state.ending
    assert "<strong>1</strong> duel" in page
    assert re.search(r"<li>Bo: 1 duel, 1 (won|lost|drawn)", page)
    assert "Best match: <a" in page
    assert how is not None
    play(seated(house, "exodus", holders={"Ada": "person:ada"}))
    assert 'id="course"' in pages(house)["people/ada.html"], "two matches make a curve"


def test_the_latest_on_the_front_is_the_latest_and_a_chart_has_even_steps_and_all_its_marks() -> None:
    house = open_house()
    ended(house, "exodus")
    house.clock.advance(60)  # type: ignore[attr-defined]
    duel = ended(house, "black_and_white")
    front = pages(house)["index.html"]
    assert f'<h2 id="latest"><a href="matches/{duel}.html">' in front
    curves = {"Ada": (0.0, 7.0, 61.0), "Bo": (0.0, None, None)}
    drawn = chart(Series(id="a", title="A", rounds=(0, 1, 2), curves=curves), {},
                  marks=[CurveMark(2, "Ada"), CurveMark(2, "Ada"), CurveMark(1, "Bo"), CurveMark(9, "Cy")])  # fmt: skip
    assert re.findall(r'text-anchor="end">(\d+)</text>', drawn) == ["0", "20", "40", "60", "80"]
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)
    assert len(discs) == len(set(discs)) == 4
