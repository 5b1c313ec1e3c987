"""Another name in the archive, or none: the name that somebody hides is nowhere in the site."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from cli.archive.gather import page
from cli.archive.site import OLD_MARK, Records
from cli.commands.serve import _page
from core.house.house import House
from core.match import journal as j
from core.refusal import Refused
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.journal import CastCorrection
from core.seasons.opening import EpisodeWish
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from tests.archive.kit import ended, join, pages, people_of, play, play_out, publish, read, seated, site, small_season
from tests.kit.house import open_house


@cache
def told(name: str, appears: str | None) -> dict[str, bytes]:
    """A site of a house in which somebody of this name plays a season and a match, talks, and is talked of."""
    house = open_house()
    holder = join(house, name)
    other = join(house, "Xenia")
    people_of(house).appear(name, appears)
    _season(house, name, holder)
    table = seated(
        house,
        "exodus",
        (name, "Xe", *"ABCDEFG"),
        holders={**dict.fromkeys("ABCDEFG", "local"), "Xe": other},
        title=f"{name.upper()}'s night",
    )
    table.submit(j.HandedOver(seat=name, holder=holder))
    table.submit(j.Said(author=name, to="lounge", text=f"It is me, {name.lower()}."))
    table.submit(j.Said(author="Xe", to=(name,), text=f"Hello {name}!"))
    table.submit(j.Noted(author="Xe", text=f"{name} is up to something."))
    table.submit(j.Noted(author=name, text="So am I."))
    play(table)
    for seat in (name, "Xe", *"ABCDEFG"):
        table.submit(j.Released(author=seat, channel="lounge"))
        if seat in (name, "Xe"):
            table.submit(j.Released(author=seat, channel="seats", readers=(name, "Xe")))
    for seat in (name, "Xe"):
        table.submit(j.Released(author=seat, what="notes"))
    # A seat of that person under another name, and one of that name that somebody else plays.
    black = seated(house, "black_and_white", ("Raven", "Bo"), holders={"Raven": holder, "Bo": "local"})
    ninety = seated(house, "ninety_nine", (name, "Bo"), holders={name: other, "Bo": "local"})
    play(black)
    play(ninety)
    return site(house)


def _season(house: House, name: str, holder: str) -> None:
    """A season in which nobody is a bot: those choose otherwise among other names."""
    cast = (name, "Bo", "Cy", "Di", "Ed")
    live = house.seasons.make(
        cast, title=f"{name} and the others", holders={**dict.fromkeys(cast, "local"), name: holder}
    )
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    play_out(house.table(desk.open(EpisodeWish("pantheic_runes")).match or ""))
    while (role := missing_role(desk.season)) is not None:
        desk.name("candidate" if role == "candidate" else "opponent", can_be_named(desk.season)[0])
    desk.leave_out(f"{name} is ill")
    desk.correct(
        {"Cy": CastCorrection(in_=False), "Di": CastCorrection(in_=False), "Ed": CastCorrection(in_=False)},
        f"they were rude to {name.upper()}",
    )
    desk.final(1)
    desk.death_match(name)
    desk.publish()


@pytest.mark.parametrize("appears", ["", "Falcon"], ids=["nameless", "another name"])
def test_HH_26_a_name_that_is_hidden_changes_nothing_in_the_site(appears: str) -> None:
    """Redealt: whatever somebody is really called, and wherever that stands among the others, every byte of the site is
    the same, names of files too."""
    one, other = told("Quentin", appears), told("Zacharias", appears)
    assert sorted(one) == sorted(other)
    for name, data in one.items():
        assert data == other[name], name
    for said in ("It is me, {}.", "Hello {}!", "{} is up to something."):
        assert said.format(appears or "A player").encode() in b"".join(one.values())


@pytest.mark.parametrize("appears", ["", "Falcon"])
def test_HH_26_the_hidden_name_is_nowhere_in_the_site(appears: str) -> None:
    for name, data in told("Quentin", appears).items():
        assert b"quentin" not in data.lower(), name
        assert "quentin" not in name
    usual = told("Quentin", None)
    assert any(b"Quentin" in data for data in usual.values())


def test_HH_26_who_wants_no_name_is_not_listed_with_their_matches() -> None:
    house = open_house()
    holder = join(house, "Quentin")
    table = seated(house, "black_and_white", ("Quentin", "Bo"))
    play(table)
    table = seated(house, "ninety_nine", ("Raven", "Bo"), holders={})
    play(table)
    people_of(house).appear("Quentin", "")
    assert holder
    assert "A player" not in pages(house)["index.html"].partition('id="people"')[2]
    assert not any(name.startswith("people/") for name in pages(house))


def test_HH_26_the_mark_of_the_folder_names_nobody_either(tmp_path: Path) -> None:
    house = open_house()
    join(house, "Quentin")
    play(seated(house, "black_and_white", ("Quentin", "Bo")))
    people_of(house).appear("Quentin", "Falcon")
    publish(house, tmp_path / "site")
    assert b"quentin" not in b"".join(read(tmp_path / "site").values()).lower()
    assert set(tmp_path.iterdir()) == {tmp_path / "site", tmp_path / "records"}
    for kept in (tmp_path / "records").iterdir():
        assert kept.stat().st_mode & 0o777 == 0o600
        assert b"quentin" not in kept.read_bytes().lower()


def test_HH_26_whoever_has_the_keys_of_a_site_cannot_try_which_name_gives_them(tmp_path: Path) -> None:
    """Two houses with the same people and matches, and the same site: their keys have nothing in common."""
    kept = []
    for number in range(2):
        house = open_house()
        join(house, "Quentin")
        play(seated(house, "black_and_white", ("Quentin", "Bo")))
        people_of(house).appear("Quentin", "Falcon")
        publish(house, tmp_path / str(number) / "site")
        (record,) = (tmp_path / str(number) / "records").glob("*.json")
        kept.append(json.loads(record.read_text())["parts"])
    for part, one in kept[0].items():
        assert one["files"] == kept[1][part]["files"]
        assert not one["key"] or one["key"] != kept[1][part]["key"], part
    assert any(one["key"] for one in kept[0].values())


def test_what_an_older_version_kept_in_the_site_is_taken_over_and_removed(tmp_path: Path) -> None:
    house, folder = open_house(), tmp_path / "site"
    first = play(seated(house, "black_and_white", ("Ada", "Bo")))
    second = play(seated(house, "ninety_nine", ("Ada", "Bo")))
    publish(house, folder)
    (record,) = (tmp_path / "records").glob("*.json")
    record.rename(folder / OLD_MARK)
    HostControls(house.table(second)).publish(False)
    did = publish(house, folder).did
    assert did.removed == 6, "it is known what was made here"
    assert not (folder / OLD_MARK).exists()
    assert (folder / "matches" / f"{first}.html").exists()
    assert publish(house, folder).did.written == 0


def test_HH_26_of_a_season_with_somebody_who_is_hidden_no_seed_is_published() -> None:
    house = open_house()
    live = small_season(house, ("Quentin", "Bo", "Cy", "Di"), Quentin=join(house, "Quentin"))
    SeasonControls(house.seasons, live).publish()
    path = f"seasons/{live.id}.html"
    assert live.season.header.nonce in pages(house)[path]
    people_of(house).appear("Quentin", "Falcon")
    assert live.season.header.nonce not in pages(house)[path]
    assert f"garnet-house:{live.season.header.seed}" not in pages(house)[path]


def test_HH_26_words_that_begin_with_a_hidden_name_are_told_to_who_publishes(tmp_path: Path) -> None:
    house = open_house()
    join(house, "Quentin")
    match = play(seated(house, "black_and_white", ("Quentin", "Bo"), title="Quentins Nacht"))
    play(seated(house, "ninety_nine", ("Quentin", "Bo"), title="quentin's night"))
    live = house.seasons.make(("Ada", "Quentin", "Cy"), title="The Quentinade")
    SeasonControls(house.seasons, live).publish()
    assert publish(house, tmp_path / "site").telling == {}
    people_of(house).appear("Quentin", "Quentinus")
    for _ in range(2):  # also where nothing is made anew
        assert publish(house, tmp_path / "site").telling == {match: ("Quentins",), live.id: ("Quentinade",)}


def test_HH_26_asking_for_another_name_brings_published_matches_up_to_date(tmp_path: Path) -> None:
    house = open_house()
    join(house, "Quentin")
    match = play(seated(house, "black_and_white", ("Quentin", "Bo")))
    page = tmp_path / "site" / "matches" / f"{match}.html"
    for wanted, seen in ((None, "Quentin"), ("Falcon", "Falcon"), ("", "A player"), (None, "Quentin")):
        people_of(house).appear("Quentin", wanted)
        publish(house, tmp_path / "site")
        assert seen in page.read_text()
        assert ("Quentin" in page.read_text()) == (wanted is None)


def test_HH_26_a_match_whose_game_uses_the_name_as_a_word_is_left_out(tmp_path: Path) -> None:
    house = open_house()
    join(house, "red")
    match = play(seated(house, "exodus", ("red", *"ABCDEFGH")))
    people_of(house).appear("red", "")
    built = publish(house, tmp_path / "site")
    assert built.left_out == (match,)
    assert match not in {name for name in site(house) if match in name}


def test_HH_26_two_who_want_no_name_are_told_apart() -> None:
    house = open_house()
    for name in ("Quentin", "Rosamund"):
        join(house, name)
        people_of(house).appear(name, "")
    match = play(seated(house, "black_and_white", ("Quentin", "Rosamund")))
    page = pages(house)[f"matches/{match}.html"]
    assert ">A player</th>" in page
    assert ">A player 2</th>" in page


def test_HH_26_nobody_appears_under_what_looks_like_another_s_name() -> None:
    house = open_house()
    join(house, "Ada")
    join(house, "Bo")
    people = people_of(house)
    people.appear("Bo", "Falcon")
    for taken in ("BO", "Falcon", "lounge", "B0"):
        with pytest.raises(Refused):
            people.appear("Ada", taken)
    assert people.appear("Ada", "Ada").appears == "Ada"
    assert people_of(house).find("bo").appears == "Falcon", "it is kept"  # type: ignore[union-attr]


def test_HH_26_no_seed_is_published_by_which_a_name_could_be_tried() -> None:
    house = open_house()
    join(house, "Quentin")
    match = play(seated(house, "black_and_white", ("Quentin", "Bo")))
    nonce = house.table(match).match.header.nonce
    assert nonce in pages(house)[f"matches/{match}.html"]
    people_of(house).appear("Quentin", "Falcon")
    assert nonce not in pages(house)[f"matches/{match}.html"]


def test_HH_26_the_address_that_chat_rooms_are_told_is_that_of_the_page() -> None:
    house = open_house()
    holder = join(house, "Quentin")
    people_of(house).appear("Quentin", "Falcon")
    live = small_season(house, cast=("Quentin", "Bo", "Cy", "Di"), title="Quentin", Quentin=holder)
    SeasonControls(house.seasons, live).publish()
    ended(house, "ninety_nine", ("Quentin", "Bo"))
    written, everybody = pages(house), people_of(house).ever()
    assert page(house, everybody, "seasons", live.id) == "seasons/falcon-1.html"
    told = [page(house, everybody, "matches", match) for match in ("ninety-nine-1", *house.of_season(live.id))]
    assert {"seasons/falcon-1.html", *told} <= set(written)


def test_links_lead_to_the_newest_site_that_has_the_page(tmp_path: Path) -> None:
    house = open_house()
    records = Records(tmp_path / "records")
    ended(house, "ninety_nine", ("Ada", "Bo"))
    path = page(house, people_of(house).ever(), "matches", "ninety-nine-1")
    assert records.address(path) == ""
    publish(house, tmp_path / "site", url="https://example.org/archive")
    publish(house, tmp_path / "other")
    assert records.address(path) == "https://example.org/archive/"
    ended(house, "ninety_nine", ("Ada", "Bo"))
    later = page(house, people_of(house).ever(), "matches", "ninety-nine-2")
    assert records.address(later) == "", "it is not published yet: its address would lead nowhere"

    def told(archive: Path | None) -> str:
        shown = None if archive is None else str(archive)
        return _page(tmp_path, house, people_of(house), shown, "https://door.example", "matches", "ninety-nine-2")

    assert told(None) == told(tmp_path / "other") == ""
    publish(house, tmp_path / "other")
    assert told(tmp_path / "other") == "https://door.example/archive/matches/ninety-nine-2.html"
