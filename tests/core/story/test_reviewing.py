"""What a close brought one seat, against what its table had promised before the seal."""

from __future__ import annotations

from typing import Any

import pytest

from core.decoding import plain
from core.narration.recall import page_of
from core.narration.telling import document, story
from core.story.reviewing import Counted, Deed, Hoped, RoundReview, because, causes, counting, head, in_words
from core.table.seat import Seat
from tests.kit import NAMES, Script, play
from tests.kit.house import open_house
from tests.rulings.day_of_mercury.script import (
    CATHEDRAL,
    GATHER,
    RINGED,
    SHRINE,
    TOWER,
    at,
    close,
    commit,
    mercury,
    plan,
    swap,
)
from tests.rulings.day_of_mercury.script import offer as offering
from tests.rulings.drifting_ship.script import crew, go, mate, ship
from tests.rulings.pantheic_runes.altar import decline, match, propose, rituals
from tests.rulings.sinners_secret.scene import locks, query, scene


def of(script: Script, seat: str) -> RoundReview:
    """The review of the last close."""
    page = page_of(script.match, seat, script.match.rounds[-1].round)
    assert page is not None
    found: RoundReview | None = script.match.game.review(page)
    assert found is not None
    return found


def heads(found: RoundReview) -> list[str]:
    return [head(one) + (f": {because(one)}" if one.why else "") for one in found.hoped]


def deeds(found: RoundReview) -> list[tuple[str, str, str]]:
    return [(deed.mark, deed.text, deed.came) for deed in found.deeds]


def test_amounts_of_one_cause_are_told_together_and_figures_have_their_signs() -> None:
    why = causes([(-1, "stolen"), (2, "given"), (-1, "stolen"), (0, "lost")])
    assert why == ((-2, "stolen"), (2, "given"))
    hoped = Hoped(what="sins", expected=5, got=5, why=why)
    assert (head(hoped), because(hoped)) == ("Expected +5 sins, got +5", "\u22122 stolen, +2 given")
    assert counting(Counted(what="Mana", before=2, after=None)) == "Mana 2 \u2192 unlimited"
    words = in_words(
        RoundReview(hoped=(hoped,), deeds=(Deed(text="gather", mark="failed", came="denied", at="There"),))
    )
    assert words == ["Expected +5 sins, got +5: \u22122 stolen, +2 given.", "There:", "  Failed: gather (denied)."]


# --- Day of Mercury --------------------------------------------------------------------------------------------------
def test_HH_47_mercury_begins_with_the_forecast_against_what_came_and_why() -> None:
    m = mercury(sin={"Ada": {"pride": 4}}, points={"Ada": 30})
    ada = plan(at(RINGED, GATHER, GATHER), at(TOWER), trade=swap("Kit", "pride", "lust"))
    close(m, {"Ada": ada, "Bo": plan(at(RINGED, commit("Ada")), at(CATHEDRAL))})
    found = of(m, "Ada")
    assert heads(found) == [
        "Expected +6 sins, got +6: +2 in small crowds, \u22122 stolen from you",
        "Expected +3 points, got +3",
    ]
    assert ("done", "gather twice", "8 gluttony") in deeds(found)
    assert ("failed", "Trade with Kit, your pride for their lust", "Kit was in none of your places") in deeds(found)
    told = in_words(found)
    assert [line for line in told if "with Bo" in line] == ["The Ringed City, with Bo:"], "who was met is told once"


@pytest.mark.parametrize(
    ("held", "visits", "robbed", "why"),
    [
        ({"pride": 1}, (), False, "Bo was where you were, and ordered otherwise or could not pay"),
        ({}, (at(TOWER, GATHER),), False, "Bo was where you were, and ordered otherwise or could not pay"),
        ({"lust": 2}, (), False, "Bo was where you were, but you had no pride to give"),
        ({"pride": 2}, (), True, "Bo was where you were, but you had no pride to give"),
        ({}, (at(SHRINE, GATHER),), False, None),
    ],
)
def test_HH_47_a_trade_that_failed_says_who_could_not_pay_where_that_follows(
    held: dict[str, int], visits: tuple[Any, ...], robbed: bool, why: str | None
) -> None:
    m = mercury(sin={"Ada": held})
    bo = plan(at(RINGED, commit("Ada")) if robbed else at(RINGED), at(CATHEDRAL))
    close(m, {"Ada": plan(at(RINGED), *(visits or (at(TOWER),)), trade=swap("Bo", "pride", "lust")), "Bo": bo})
    came = next(deed.came for deed in of(m, "Ada").deeds if deed.text.startswith("Trade"))
    if why is None:  # two drawn sins: whether pride was there to give is told with them
        drawn = next(deed.came for deed in of(m, "Ada").deeds if deed.text == "gather")
        why = (
            f"Bo was where you were, {'and ordered otherwise or could not pay' if 'pride' in drawn else 'but you had'}"
        )
        assert came.startswith(why)
    else:
        assert came == why


def test_HH_47_mercury_tells_what_the_shrine_paid_for() -> None:
    m = mercury(sin={"Ada": {"pride": 5, "lust": 3}})
    close(m, {"Ada": plan(at(SHRINE, offering()), at(TOWER, GATHER)), "Bo": plan(at(RINGED, commit("Ada")), at(TOWER))})
    found = of(m, "Ada")
    assert heads(found)[0].startswith("Expected +3 sins for the Shrine, got +2: +1 in small crowds, \u22122 stolen")
    points = found.hoped[1]
    assert points.why == ((points.got - points.expected, "at the Shrine"),)


def test_HH_47_mercury_names_a_small_crowd_that_alone_made_the_points_differ() -> None:
    m = mercury(sin={"Ada": {"pride": 5, "lust": 3}})
    close(m, {"Ada": plan(at(SHRINE, offering()), at(TOWER, GATHER))})
    points = of(m, "Ada").hoped[1]
    assert points.why == ((points.got - points.expected, "at the Shrine, gathered in small crowds"),)


def test_HH_47_who_ordered_nothing_is_told_so_and_hoped_for_nothing() -> None:
    m = mercury()
    close(m, {})
    m.close()
    found = of(m, "Ada")
    assert not found.hoped
    assert found.said[0].startswith("You ordered nothing")


# --- The Drifting Ship -----------------------------------------------------------------------------------------------
def test_HH_47_the_ship_tells_what_came_of_bids_and_energy_and_no_more_than_is_seen() -> None:
    m = ship({"Ada": (mate("4B", 5, name="Red"), mate("2A", 5, name="Blue")), "Bo": (mate("4B"), mate("3A"))})
    m.seal("Ada", crew(go(None, 2), go("5C", 1)))
    m.seal("Bo", crew(go(None, 2), None))
    m.close()
    found = of(m, "Ada")
    assert heads(found) == [
        "Expected 2 rooms, got 1: \u22121 4B Hyacinth",
        "Expected 12 energy for the next round, got 12",
    ]
    mark, text, why = deeds(found)[0]
    assert (mark, text) == ("failed", "Red activates the room where it stands with 2 energy")
    assert why == "nobody has it: your 2 was bid twice and struck out, or the room is disabled"
    assert deeds(found)[1] == ("done", "Blue moves to 5C and activates it with 1 energy", "5C Medtner is yours")


def test_HH_47_the_ship_names_who_has_the_room_where_it_is_seen() -> None:
    m = ship({"Ada": (mate("4B"), mate("2A")), "Bo": (mate("4B"), mate("3A"))})
    m.seal("Ada", crew(go(None, 1)))
    m.seal("Bo", crew(go(None, 3)))
    m.close()
    assert deeds(of(m, "Ada"))[0][2].startswith("Bo has it")


# --- Pantheic Runes --------------------------------------------------------------------------------------------------
def test_HH_47_runes_tell_blessings_mana_and_picks_against_what_was_laid_down() -> None:
    temple = [["xo++", "o+..", "x...", "oooo", "o+..", "+x+x"]] * 6
    m = match(tableaux={"Ada": ["x++o", "++++"], "Bo": ["xxxx"]}, temple=temple)
    m.do("Bo", propose("Ada", "xxxx"))
    m.do("Ada", decline("Bo"))
    m.seal("Ada", rituals("x++o", temple=(1,)))
    m.seal("Bo", {"temple": [1]})
    m.close()
    found = of(m, "Ada")
    assert heads(found) == [
        "Expected +1 point, got +2: +1 for nobody else has Demeter's blessing",
        "Expected +1 mana by rituals, got +1",
        "Expected 1 tableau from the temple, got 0: \u22121 wanted by others too",
    ]
    assert ("failed", "Pick o+.. from place 1 of the temple", "") in deeds(found)
    assert ("failed", "Propose to Ada to combine, with xxxx", "Ada declined") in deeds(of(m, "Bo"))


# --- A Sinner's Secret -----------------------------------------------------------------------------------------------
def told(script: Script, seat: str) -> list[str]:
    return in_words(of(script, seat))


def test_HH_47_the_sinner_is_told_what_was_answered_and_what_it_settled() -> None:
    m = scene()
    m.seal("Bo", query("AMN", "faith", "Ed"))
    m.seal("Ed", locks(M="A"))
    m.close()
    lines = told(m, "Ed")
    assert lines[0] == "You asked nothing, 1 lock was made, 1 answer came to you."
    assert "Done: Lock A as an ally of M (certainly right)." in lines
    assert any("so A and M are allies; so A and N are allies; so M and N are allies" in line for line in lines)
    assert "Letters sure to be an ally of M, or none 0 \u2192 2 (+2): allies A and N" in lines
    assert told(m, "Bo")[:2] == [
        "Your query was answered to Ed, no lock was made, no answer came to you.",
        "Done: Ask which of A, M and N have faith, told to Ed (you may talk with Ed until the next close).",
    ]


def test_HH_47_nothing_is_worked_out_where_the_host_forbids_it() -> None:
    m = scene(options={"assistance": False})
    m.seal("Bo", query("AMN", "faith", "Ed"))
    m.seal("Ed", locks(M="A"))
    m.close()
    lines = told(m, "Ed")
    assert "Done: Lock A as an ally of M." in lines
    assert not any("sure" in line or "it was about" in line for line in lines)


def test_a_spectator_has_no_reckoning() -> None:
    house = open_house()
    assert Seat(house.make("exodus", NAMES[:9]), None).review(1) is None


# --- the trading games -----------------------------------------------------------------------------------------------
HANDS = {
    "Ada": ["red", "blue"],
    "Bo": ["green"],
    **{name: [] for name in ("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")},
}


def test_HH_47_a_trader_reads_what_became_of_each_offer_and_of_what_the_points_are_made() -> None:
    script = play("exodus", setup={"round": 1, "hands": HANDS})
    script.seal("Ada", {"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "blue"}]})
    script.seal("Bo", {"offers": [{"to": "Ada", "give": "green"}]})
    script.close()
    found = of(script, "Ada")
    assert found.hoped == (), "what was expected is talk"
    assert deeds(found) == [
        ("done", "1 red cube to Bo", "1 green cube"),
        ("failed", "1 blue cube to Cy", "Cy sealed no offer to you"),
    ]
    (points,) = found.counted
    report = script.match.rounds[-1].reports["Ada"]
    assert (points.what, points.before, points.after) == ("Points", 0, report.score)
    assert of(script, "Di").said == ("You offered nothing, so nothing was swapped.",)


def test_HH_47_a_story_as_a_document_has_the_reckonings_of_its_seats_alone() -> None:
    script = play("exodus", setup={"round": 1})
    script.close()
    match = script.match
    (scene,) = document(match, story(match, "Bo"), ("Bo",))["scenes"]
    assert list(scene["reckonings"]) == ["Bo"]
    assert scene["reckonings"]["Bo"] == plain(of(script, "Bo"))
    (scene,) = document(match, story(match, None), ())["scenes"]
    assert scene["reckonings"] == {}
