"""What a hand can make, the cheapest way to a pattern, and how far each god is."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.routes import (
    BUDGET,
    MOST_USED,
    Means,
    Route,
    cheapest,
    distance_to,
    distances,
    means,
    reach,
    routes,
    wanted_from_partner,
)
from core.games.pantheic_runes.runes import number
from core.games.pantheic_runes.views import View
from core.match import views as projections
from tests.kit import Script
from tests.kit.depth import examples
from tests.rulings.pantheic_runes.altar import accept, match, of, propose, rituals

tableaux = st.text(alphabet=runes.SYMBOLS, min_size=4, max_size=4)


def view(m: Script, seat: str = "Ada") -> View:
    found: View = projections.game_view(m.match, seat)
    return found


def follow(m: Script, route: Route) -> None:
    for step in route.steps:
        m.do("Ada", step.action())


# --- reading and drawing
@pytest.mark.parametrize("written", ["xo++", "x o / + +", "XO++", "x0 ++", "x o\n+ +"])
def test_a_tableau_can_be_written_in_several_ways(written: str) -> None:
    assert runes.parse(written) == "xo++"


@pytest.mark.parametrize("written", ["", "xo+", "xo+++", "xoy+", "hello"])
def test_what_is_no_tableau_is_none(written: str) -> None:
    assert runes.parse(written) is None


@given(tableaux)
@settings(max_examples=examples(50))
def test_what_is_drawn_reads_back(tableau: str) -> None:
    rows = (" ".join(tableau[:2]), " ".join(tableau[2:]))
    assert runes.parse("\n".join(rows)) == tableau
    assert runes.parse(" / ".join(rows)) == tableau
    assert runes.text(number(tableau)) == tableau


def test_tableaux_mentioned_in_words() -> None:
    said = "I lay ++++ to combine. With your oo.x, it gives 'xx+o'. oops, nooo!"
    assert runes.tableaux_in_text(said) == ("++++", "oo.x", "xx+o")


# --- routes that can be walked
@given(st.lists(tableaux, min_size=1, max_size=6), tableaux, st.integers(0, 9), st.integers(0, 4))
@settings(max_examples=examples(40))
def test_a_route_costs_what_it_says_and_leads_where_it_says(
    hand: list[str], pattern: str, mana: int, tokens: int
) -> None:
    m = match(tableaux={"Ada": hand}, mana={"Ada": mana}, tokens={"Ada": tokens})
    have = means(view(m).mine, None)  # type: ignore[arg-type]
    route = cheapest(have, pattern)
    assert route is not None
    if not route.affordable:
        assert routes(have, pattern) == []
        m = match(tableaux={"Ada": hand}, mana={"Ada": route.mana}, tokens={"Ada": route.tokens})
        mana, tokens = route.mana, route.tokens
        assert (route.mana_short, route.tokens_short) != (0, 0)
    follow(m, route)
    assert pattern in of(m, "Ada")["tableaux"]
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (mana - route.mana, tokens - route.tokens)
    left = list(hand)
    for used in route.uses:
        left.remove(used)
    assert of(m, "Ada")["tableaux"] == sorted([*left, pattern])


def everything(hand: tuple[str, ...], mana: int) -> dict[str, int]:
    """Brute force: every tableau that turning and combining makes, with the least mana."""
    best = {hand: 0}
    found: dict[str, int] = dict.fromkeys(hand, 0)
    todo = [hand]
    while todo:
        now = todo.pop()
        steps: list[tuple[tuple[str, ...], int]] = []
        for place, angle in itertools.product(range(len(now)), runes.ANGLES):
            turned = (*now[:place], runes.rotate(now[place], angle), *now[place + 1 :])
            steps.append((turned, 1))
        for one, other in itertools.combinations(range(len(now)), 2):
            rest = tuple(t for at, t in enumerate(now) if at not in (one, other))
            steps.append(((*rest, runes.combine(now[one], now[other])), 2))
        for after, cost in steps:
            key, total = tuple(sorted(after)), best[now] + cost
            if total <= mana and total < best.get(key, 99):
                best[key] = total
                todo.append(key)
                for tableau in key:
                    found[tableau] = min(found.get(tableau, 99), total)
    return found


@given(st.lists(tableaux, min_size=1, max_size=4))
@settings(max_examples=examples(15))
def test_the_search_is_exact_for_turning_and_combining(hand: list[str]) -> None:
    start = tuple(sorted(hand))
    expected = everything(start, 5)
    have = Means(hand=start, mana=5, tokens=0)
    for pattern in map(runes.text, range(256)):
        found = routes(have, pattern, most=1)
        assert (found[0].mana if found else None) == expected.get(pattern), pattern


def test_the_search_keeps_to_its_budget() -> None:
    hand = tuple(sorted(spec.FULL[:14]))
    small, large = reach(hand, MOST_USED, 3_000), reach(hand, MOST_USED, BUDGET)
    assert len(small) < len(large)
    assert all((tableau,) in small for tableau in hand)
    assert max(len(group) for group in small) == 3
    assert reach(hand, 2, BUDGET).keys() == {g for g in large if len(g) <= 2}


def test_poseidon_s_uses_bound_a_route() -> None:
    m = match(blessings={"Ada": ["poseidon"]}, tableaux={"Ada": ["xo.."]}, tokens={"Ada": 9})
    mine = view(m).mine
    assert mine is not None
    have = means(mine, None)
    assert (have.mana, have.turns_left, have.adjusts_left, have.combines_left) == (None, 3, 3, 3)
    within = cheapest(have, "xo++")
    assert within is not None
    assert within.affordable
    over = cheapest(msgspec.structs.replace(have, adjusts_left=1), "xo++")
    assert over is not None
    assert (over.uses_short, over.affordable) == (True, False)


# --- distances
def labels(m: Script, sealed: Any = None) -> dict[str, str]:
    return {distance.deity: distance.label for distance in distances(view(m), sealed)}


@pytest.mark.parametrize(
    ("hand", "tokens", "label"),
    [
        (["xo++"], 0, "ready"),
        (["+x+o"], 0, "1 turn"),
        (["++++", "....", "ox.."], 0, "combine 1+3"),
        (["++++", "....", ".o.x"], 0, "1 turn, combine 1+3"),
        (["xo+."], 1, "adjust 1 cell"),
        (["xo.."], 2, "adjust 2 cells"),
        (["+x.o"], 2, "1 turn, adjust 1 cell"),
        ([], 0, "no tableau"),
    ],
)
def test_each_kind_of_distance(hand: list[str], tokens: int, label: str) -> None:
    m = match(tableaux={"Ada": hand}, mana={"Ada": 9}, tokens={"Ada": tokens})
    assert labels(m)["hera"] == label


def test_distances_tell_what_is_short() -> None:
    m = match(tableaux={"Ada": ["xo.."]}, mana={"Ada": 3}, tokens={"Ada": 1})
    hera = next(distance for distance in distances(view(m), None) if distance.deity == "hera")
    assert (hera.label, hera.short) == ("adjust 2 cells", "1 mana, 1 token")
    assert hera.route is not None
    assert not hera.route.affordable


def test_distances_know_what_is_held_laid_down_and_unknown() -> None:
    m = match(tableaux={"Ada": ["xo++", "+o+o", "xxo+", "oo+x"]}, blessings={"Ada": ["ares"]}, dionysus="xo+x")
    m.seal("Ada", rituals("xo++", "+o+o"))
    told = labels(m, m.match.sealed["Ada"].orders)
    assert (told["ares"], told["hera"], told["dionysus"]) == ("held", "laid down", "unknown")
    assert (told["hestia"], told["artemis"]) == ("ready", "ready")
    assert told["zeus"] not in ("laid down", "ready"), "two more patterns are needed"


def test_zeus_is_measured_by_what_is_still_missing() -> None:
    m = match(tableaux={"Ada": ["+o+o", "x+x+", "+o+o"]})
    m.seal("Ada", rituals("+o+o"))
    m.close()
    assert labels(m)["zeus"] == "ready"
    m.seal("Ada", rituals("x+x+"))
    m.close()
    zeus = next(distance for distance in distances(view(m), None) if distance.deity == "zeus")
    assert zeus.route is not None
    assert zeus.route.pattern == "oxox"


def test_dionysus_is_measured_only_by_those_who_have_learned_the_pattern() -> None:
    hand = {"Ada": ["xo+x"], "Bo": ["xo+x"]}
    m = match(tableaux=hand, blessings={"Bo": ["athena"]}, dionysus="xo+x")
    told = {s: {d.deity: d.label for d in distances(view(m, s), None)} for s in ("Ada", "Bo")}
    assert (told["Ada"]["dionysus"], told["Bo"]["dionysus"]) == ("unknown", "ready")
    assert told["Ada"]["hestia"] == "ready", "as far as Ada knows it may be Hestia's"
    assert told["Bo"]["hestia"] != "ready"


def test_no_helper_differs_with_the_secret_for_those_who_have_not_learned_it() -> None:
    one, other = (match(tableaux={"Ada": ["xo+x", "++..", "oooo"]}, dionysus=d) for d in ("xo+x", "xxo+"))
    assert distances(view(one), None) == distances(view(other), None)


def test_distances_leave_out_what_is_set_aside_and_are_empty_before_round_1() -> None:
    m = match(tableaux={"Ada": ["xo++"]})
    m.do("Ada", propose("Bo", "xo++"))
    assert labels(m)["hera"] == "no tableau"
    assert distances(projections.game_view(m.match, None), None) == ()
    assert distances(view(match(round=None)), None) == ()


def test_the_way_to_one_chosen_pattern() -> None:
    m = match(tableaux={"Ada": ["++++", "ox..", "xoox"]}, mana={"Ada": 2})
    mine = view(m).mine
    assert mine is not None
    found = distance_to(mine, None, "xo++")
    assert (found.label, found.short) == ("combine 1+2", "")
    assert found.route is not None
    assert [step.action() for step in found.route.steps] == [{"kind": "combine", "tableaux": ["++++", "ox.."]}]
    m.seal("Ada", rituals("xoox"))
    assert distance_to(mine, m.match.sealed["Ada"].orders, "xoox").label == "laid down"


def test_what_a_partner_would_have_to_put_in() -> None:
    wanted = wanted_from_partner("++++", "xo++")
    m = match(tableaux={"Ada": ["++++"], "Bo": [wanted]})
    m.do("Ada", propose("Bo", "++++"))
    m.do("Bo", accept("Ada", wanted))
    assert of(m, "Ada")["tableaux"] == of(m, "Bo")["tableaux"] == ["xo++"]
