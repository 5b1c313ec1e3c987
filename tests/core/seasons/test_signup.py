"""Names put down for a season, and the lots that give out its places (SE-30)."""

from __future__ import annotations

import pytest

from cli.admin.commands import AdminCommands
from core.refusal import Refused
from core.seasons.feeds import season_posts
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.seasons.words import digest, season_json, season_lines, summary
from tests.kit.hall import Hall


def open_season(places=3, cast=("Zed",), people=("Ada", "Bo", "Cy", "Di"), **options):
    hall = Hall(*people)
    live = hall.house.seasons.make(cast, title="Spring", options=SeasonOptions(places=places, **options), seed=5)
    return hall, live, SeasonControls(hall.house.seasons, live)


def guest(hall, name):
    from core.house.guest import Guest

    return Guest(hall.house, hall.people.find(name).id)


def test_SE_30_names_are_put_down_and_taken_back_and_everybody_is_told_once():
    hall, live, _ = open_season()
    assert guest(hall, "Ada").sign_up("spring-1", "Ada") == ("Ada",)
    assert guest(hall, "Bo").sign_up("spring-1", "Bo") == ("Ada", "Bo")
    assert guest(hall, "Ada").sign_up("spring-1", "Ada", down=True) == ("Bo",)
    assert guest(hall, "Ada").sign_up("spring-1", "Ada") == ("Bo", "Ada")
    assert [news.text for news in live.season.news] == [
        "Ada has put their name down: 1 name for 3 places.", "Bo has put their name down: 2 names for 3 places.",
    ]  # fmt: skip
    assert summary(live.season) == "Spring (spring-1): open, 2 names for 3 places"
    assert "Names down: Bo, Ada." in season_lines(live.season)
    assert season_json(live.season)["names"] == ["Bo", "Ada"]
    assert "1 name for 3 places" in season_posts(live.season, 0, 1)[0]
    listed = AdminCommands(hall.house, hall.people, None).do({"do": "names", "match": "spring-1"})
    assert listed["names"] == ["Bo", "Ada"]


def test_SE_30_lots_give_out_the_places_and_the_same_list_draws_the_same_lots():
    ends = []
    for _ in range(2):
        hall, live, desk = open_season(places=2)
        for name in ("Ada", "Bo", "Cy", "Di"):
            guest(hall, name).sign_up("spring-1", name)
        desk.start()
        season = live.season
        assert next(iter(season.cast)) == "Zed"
        assert len(season.cast) == 3
        assert all(season.holders[name] == f"person:{name.lower()}" for name in list(season.cast)[1:])
        assert season.news[-1].text.startswith("Lots gave out the places among 4 names. In are ")
        assert "names" not in season_json(season)
        ends.append(tuple(season.cast))
    assert ends[0] == ends[1]


def test_SE_30_nothing_opens_before_the_lots_and_no_name_is_put_down_after():
    hall, live, desk = open_season()
    for doing, code in (
        (lambda: desk.open(EpisodeWish(game="elsewhere")), "not_started"),
        (lambda: desk.final(1), "not_started"),
        (desk.start, "too_few"),
    ):
        with pytest.raises(Refused) as caught:
            doing()
        assert caught.value.code == code
    assert live.season.phase == "between"
    guest(hall, "Ada").sign_up("spring-1", "Ada")
    desk.start()
    for doing, code in (
        (desk.start, "no_signup"), (lambda: guest(hall, "Bo").sign_up("spring-1", "Bo"), "no_signup"),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            doing()
        assert caught.value.code == code
    desk.open(EpisodeWish(game="elsewhere"))
    assert live.season.episodes[-1].seats == ("Zed", "Ada")


def test_SE_30_undoing_the_lots_keeps_the_list():
    hall, live, desk = open_season()
    for name in ("Ada", "Bo"):
        guest(hall, name).sign_up("spring-1", name)
    desk.start()
    drawn = tuple(live.season.cast)
    desk.undo()
    assert (tuple(live.season.cast), season_json(live.season)["names"]) == (("Zed",), ["Ada", "Bo"])
    guest(hall, "Bo").sign_up("spring-1", "Bo", down=True)
    desk.start()
    assert tuple(live.season.cast) == ("Zed", "Ada") != drawn


def test_SE_30_the_list_is_for_those_who_may_read_the_season_and_a_name_on_it_may():
    hall, live, desk = open_season(private=True)
    with pytest.raises(Refused) as caught:
        guest(hall, "Ada").sign_up(live.id, "Ada")
    assert caught.value.code == "no_such_match"
    desk.watched_by("house")
    guest(hall, "Ada").sign_up(live.id, "Ada")
    desk.watched_by("cast")
    assert guest(hall, "Ada").reads(live.id)
    assert not guest(hall, "Bo").reads(live.id)
    guest(hall, "Ada").sign_up(live.id, "Ada", down=True)
    assert not guest(hall, "Ada").reads(live.id)


def test_SE_30_a_season_may_begin_with_nobody_and_is_the_same_after_a_restart():
    hall, live, desk = open_season(cast=())
    assert hall.house.seasons.readable("", host=True)
    for name in ("Ada", "Bo", "Cy", "Di"):
        guest(hall, name).sign_up("spring-1", name)
    desk.start()
    from tests.kit.house import open_house

    store = hall.house.store
    store.close()
    again = open_house(type(store)(store.contents)).seasons.find("spring-1").season
    assert digest(again) == digest(live.season)
    assert len(again.cast) == 3


@pytest.mark.parametrize(("cast", "places"), [((), 1), (("Ada",), -1), (tuple(f"N{n}" for n in range(39)), 2)])
def test_SE_30_a_cast_with_its_places_has_2_to_40_names(cast, places):
    with pytest.raises(Refused, match="2 to 40"):
        open_season(places=places, cast=cast)


def test_a_season_for_which_nobody_came_can_be_ended():
    _, live, desk = open_season(cast=())
    desk.end()
    assert summary(live.season) == "Spring (spring-1): finished, won by nobody"
