"""The page of a season: what is public, and that it says what the season and its duels say."""

from __future__ import annotations

import re
from html import unescape

from benchmarks.season import play_out
from core.narration.telling import story
from core.seasons import journal as sj
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.season import standings
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from tests.archive.kit import HOSTILE, join, pages, small_season
from tests.kit.house import open_house


def test_SE_18_a_season_is_published_with_its_matches_and_taken_back_with_them() -> None:
    house = open_house()
    live = small_season(house)
    assert not any(name.startswith(("seasons", "matches")) for name in pages(house))
    SeasonControls(house.seasons, live).publish()
    assert live.season.news[-1].text == "The host made this season public: it may be published as pages."
    found = pages(house)
    assert f"seasons/{live.id}.html" in found
    for match in house.of_season(live.id):
        assert f"matches/{match}.html" in found
    alone = house.of_season(live.id)[0]
    HostControls(house.table(alone)).publish(False)
    found = pages(house)
    assert f"matches/{alone}.html" not in found
    assert f'"../matches/{alone}.html"' not in found[f"seasons/{live.id}.html"]
    SeasonControls(house.seasons, live).publish(False)
    assert not any(name.startswith(("seasons", "matches")) for name in pages(house))


def test_SE_18_the_matches_of_a_public_season_are_public_from_the_start_and_undoing_keeps_it_so() -> None:
    house = open_house()
    live = house.seasons.make(("Ada", "Bo", "Cy", "Di"), holders=dict.fromkeys(("Ada", "Bo", "Cy", "Di"), "bot:random"))
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    desk.publish()
    opened = desk.open(EpisodeWish("drifting_ship"))
    assert house.table(opened.match or "").match.public
    desk.call_off("more rain")
    desk.open(EpisodeWish("elsewhere"))
    desk.book(Outcome(ranking=(("Ada",), ("Bo",), ("Cy",), ("Di",)), elimination_candidate="Di"))
    assert desk.unbook().public


def test_SE_18_a_season_that_goes_on_shows_no_seed() -> None:
    house = open_house()
    live = house.seasons.make(("Ada", "Bo", "Cy"), title="Winter", seed=991_199)
    SeasonControls(house.seasons, live).publish()
    page = pages(house)[f"seasons/{live.id}.html"]
    assert "991199" not in page
    assert live.season.header.nonce not in page


def test_a_season_opens_with_its_story_and_a_curve_ends_where_somebody_went_out() -> None:
    """The same words are its description, and stand on the front."""
    house = open_house()
    live = small_season(house, cast=("Ada", "Bo", "Cy", "Di"))
    SeasonControls(house.seasons, live).publish()
    found = {name: unescape(page) for name, page in pages(house).items()}
    page, season = found[f"seasons/{live.id}.html"], live.season
    last = season.episodes[-1]
    first = f"{last.winner} beat {last.out} in the final, {last.final.won[last.winner]} : "  # type: ignore[union-attr, index]
    described, front = re.findall(r'name="description" content="([^"]*)"', page)[0], found["index.html"]
    assert described.startswith(first)
    assert all(first in re.sub(r"<[^>]+>", "", text) for text in (page, front))
    curves = re.findall(r'data-seat="(\w+)"[^>]*><polyline points="([^"]*)"', page)
    points = {name: len(line.split()) for name, line in curves}
    assert points[str(season.winner)] == season.number + 1
    assert all(points[name] == (one.left or season.number) + 1 for name, one in season.cast.items() if not one.in_)


def test_a_season_page_says_what_the_season_says() -> None:
    """Standings, places, who left by whose hand, and each duel trick by trick."""
    house = open_house()
    live = small_season(house)
    SeasonControls(house.seasons, live).publish()
    page = unescape(pages(house)[f"seasons/{live.id}.html"])
    season = live.season
    order = [name for tied in standings(season) for name in tied]
    found = [page.index(f">{name}</th>") for name in order]
    assert found == sorted(found)
    assert f"Won by <strong>{season.winner}</strong>" in page
    duels = 0
    for episode in season.episodes:
        if episode.out is not None:
            assert f"<strong>{episode.winner}</strong> won; <strong>{episode.out}</strong> went out." in page
        for duel in episode.duels:
            duels += 1
            told = story(house.table(duel).match, None, whole=True)
            assert all(step.text in page for scene in told.scenes for step in scene.steps)
    assert duels >= 3
    for name, one in season.cast.items():
        assert f">{name}</th><td>{one.purse}</td>" in page


def test_hostile_titles_and_names_of_seasons_are_only_words() -> None:
    house = open_house()
    live = small_season(house, (HOSTILE, "Bo", "Cy", "Di"), title=f"{HOSTILE} spring")
    SeasonControls(house.seasons, live).publish()
    for name, page in pages(house).items():
        if name.endswith((".html", ".xml")):
            assert "<img" not in page, name


def test_a_season_tells_who_inherited_what_and_numbers_its_duels_with_their_score() -> None:
    house = open_house()
    live = small_season(house)
    SeasonControls(house.seasons, live).publish()
    found = pages(house)
    page = unescape(found[f"seasons/{live.id}.html"])
    heirs = [line for line in live.season.ledger if line.reason.startswith("the purse of ")]
    assert heirs
    for line in heirs:
        assert f"{line.name} inherits {line.amount} garnet" in page
    duels = [duel for one in live.season.episodes for duel in one.duels]
    for number, duel in enumerate(duels, 1):
        assert f"<summary>Duel {number}, " in page
        assert f"<title>Duel {number}: " in found["feed.xml"], duel
    assert f":season:{live.id}</id>" in found["feed.xml"]


def test_everybody_who_wants_a_name_has_a_page_and_one_colour_in_a_season() -> None:
    house = open_house()
    live = small_season(house, Ada=join(house, "Ada"))
    SeasonControls(house.seasons, live).publish()
    found = pages(house)
    assert [name for name in found if name.startswith("people/")] == ["people/ada.html"]
    matches = [m for m in house.of_season(live.id) if "Ada" in house.table(m).match.seats]
    assert matches
    colours = set()
    for match in matches:
        assert f'"../matches/{match}.html"' in found["people/ada.html"]
        colours |= set(re.findall(r'name c(\d+)">Ada<', found[f"matches/{match}.html"]))
    duels = [m for m in matches if len(house.table(m).match.seats) == 2]
    assert ("Rivals" in found["people/ada.html"]) == bool(duels)
    assert all("ended in place" in text for name, text in found.items() if name.startswith("eyes/"))
    assert len(colours) == 1
    assert colours == set(re.findall(r'name c(\d+)">Ada<', found[f"seasons/{live.id}.html"]))


def test_while_an_episode_is_open_its_page_says_what_is_so() -> None:
    """Its match is played, then two of the cast have to meet; what a host gave stands with its reason."""
    house = open_house()
    cast = ("Ada", "Bo", "Cy", "Di")
    holders = dict.fromkeys(cast, "bot:random")
    live = house.seasons.make(cast, title="Spring", options=SeasonOptions(purse=2), holders=holders, seed=7)
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    desk.publish()

    def page() -> str:
        return unescape(pages(house)[f"seasons/{live.id}.html"])

    assert "The ladder" not in page(), "nothing has been played"
    match = house.table(desk.open(EpisodeWish("drifting_ship")).match or "")
    assert "episode 1 is open: its match is being played" in page()
    assert "This episode is being played." in page()
    play_out(match)
    assert live.season.phase == "death_match"
    purse = live.season.cast["Ada"].purse
    desk.correct({"Ada": sj.CastCorrection(purse=purse + 3)}, "a gift of the house")
    found = page()
    assert "are the two who still have to meet" in found
    assert "its match is being played" not in found
    assert "Ada +3 garnets: corrected: a gift of the house." in found


def test_SE_26_a_name_that_the_season_changed_is_the_same_on_all_its_pages() -> None:
    house, cast = open_house(), ("Ada", "Bo", "Cy", "Di")
    live = house.seasons.make(cast, title="Spring", holders=dict.fromkeys(cast, "bot:random"), seed=7)
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    desk.publish()
    play_out(house.table(desk.open(EpisodeWish("drifting_ship")).match or ""))
    desk.leave_out("Peace.")
    pages(house)
    old = "Bo"
    desk.rename(old, "Zelda")
    after = pages(house)
    for match in house.of_season(live.id):
        if old in house.table(match).match.seats:
            page = after[f"matches/{match}.html"]
            assert "Zelda" in page
            assert not re.search(rf"\b{old}\b", page)
    assert not re.search(rf"\b{old}\b", after[f"seasons/{live.id}.html"].split('<section aria-labelledby="dice"')[0])
