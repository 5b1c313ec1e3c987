"""Games for different numbers of seats: matches, templates and seasons take any number of the range."""

import msgspec
import pytest

from core.botplay.playing import make_bot, play_out
from core.games import register
from core.house.templates import MatchTemplate
from core.kit import NAMES, begin_match
from core.match.state import check_seats
from core.refusal import NotAMatch, Refused
from core.seasons.opening import fitting_games
from tests.kit.lots import Lots
from tests.kit.seasons import Told


class RangeLots(Lots):
    spec = msgspec.structs.replace(Lots.spec, id="range_lots", fewest=2, most=26, at_most=True)


GAME = RangeLots()


@pytest.fixture(autouse=True)
def _registered() -> None:
    register(GAME)


@pytest.mark.parametrize("count", [2, 3, 14, 26])
def test_a_match_has_as_many_seats_as_are_named(count: int) -> None:
    match = begin_match(GAME, seats=NAMES[:count])
    end = play_out(match, {seat: make_bot(match, seat, "random") for seat in match.seats})
    assert end.phase == "finished"
    assert len(end.seats) == count


def test_a_number_beyond_the_range_is_refused_in_words() -> None:
    with pytest.raises(NotAMatch, match="has 2 to 26 seats; 1 names"):
        check_seats(GAME.spec, ("Ada",))
    with pytest.raises(Refused, match="has 2 to 26 seats; 27 were named"):
        MatchTemplate(game="range_lots", places=27).seating()
    register(Lots())
    with pytest.raises(Refused, match="has 4 seats; 5 were named"):
        MatchTemplate(game="lots", places=5).seating()


def test_a_template_has_the_places_named_the_number_given_or_the_usual() -> None:
    assert len(MatchTemplate(game="range_lots").seating()) == 4
    assert len(MatchTemplate(game="range_lots", places=2).seating()) == 2
    assert len(MatchTemplate(game="range_lots", seats=NAMES[:7]).seating()) == 7


def test_the_words_of_a_range_promise_no_last_round() -> None:
    spec = GAME.spec
    assert spec.seat_words == "2 to 26"
    assert spec.length == "at most 6 lots: at most 6 days, if one closes a day"
    assert spec.progress(3) == "lot 3"
    assert not spec.duel


def test_a_season_seats_all_of_its_cast_in_a_game_with_a_range() -> None:
    season = Told(("Ada", "Bo", "Cy", "Di", "Ed"))
    opened = season.open("range_lots")
    assert (opened.seats, opened.drawn, opened.guests) == (("Ada", "Bo", "Cy", "Di", "Ed"), (), ())
    fit = next(fit for fit in fitting_games(season.season) if fit.game == "exodus")
    assert (fit.seats, fit.guests) == (9, 4)
