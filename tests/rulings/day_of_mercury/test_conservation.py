"""Nothing comes from nowhere: what is gathered, drawn, stolen, traded, destroyed and offered adds up (issue of the
game, DM-10 to DM-53). The books are kept here from orders and reports alone, apart from the rules' own arithmetic."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.decoding import plain
from core.dice import Dice
from core.games import game
from core.games.day_of_mercury.bots import any_orders
from core.games.day_of_mercury.shrine import worth
from tests.kit import NAMES
from tests.kit.depth import examples
from tests.rulings.day_of_mercury.script import ABIGAILS, RINGED, SHRINE, SINS, mercury
from tests.rulings.day_of_mercury.test_offers import PRICES

GAME = game("day_of_mercury")
HOLDINGS = st.dictionaries(
    st.sampled_from(NAMES), st.dictionaries(st.sampled_from(SINS), st.integers(0, 7)), max_size=13
)


def random_round(m: Any, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Close one round of random orders; some seats seal none. Trades are paired up now and then."""
    draw = Dice(seed).draw(f"orders of round {m.round}")
    orders = {}
    for seat in NAMES:
        if not draw.chance(0.1):
            orders[seat] = plain(any_orders(GAME.view(m.match.state, seat), draw))
    for seat, other in zip(NAMES[::2], NAMES[1::2], strict=False):
        if seat in orders and other in orders and draw.chance(0.7):
            give, want = draw.pick(SINS), draw.pick(SINS)
            orders[seat]["trade"] = {"with": other, "give": give, "want": want}
            orders[other]["trade"] = {"with": seat, "give": want, "want": give}
    for seat, sealed in orders.items():
        m.seal(seat, sealed)
    return orders, m.close()


def deeds(orders: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(visit["location"], deed) for visit in orders.get("visits", ()) for deed in visit["actions"]]


def audit(seat: str, orders: dict[str, Any], reports: dict[str, Any], before: dict[str, Any]) -> Counter[str]:
    """What `seat` must hold after the round by its own report, thefts and the Shrine left out."""
    report = reports[seat]
    books = Counter(before["players"][seat]["sin"])
    for (place, deed), result in zip(deeds(orders.get(seat, {})), report["actions"], strict=True):
        assert (place, deed["do"]) == (result["location"], result["do"])
        books.update(result["gained"])
        if deed["do"] == "offer" and place != SHRINE and result["reason"] != "cannot_pay":
            kind, price = PRICES[place]
            books[kind] -= price
    for gain in report["other_gains"]:
        books.update(gain["sin"])
    denied = [s for hit in report["suffered"] if not hit["turned_away"] for s in hit.get("sins", ())]
    if report["trade"] in ("done", "destroyed"):
        trade = orders[seat]["trade"]
        books[trade["give"]] -= 1
        if report["trade"] == "done" and trade["want"] not in denied:
            books[trade["want"]] += 1
    return books


@given(seed=st.integers(0, 10**6), sin=HOLDINGS)
@settings(max_examples=examples(25))
def test_DM_25_DM_27_DM_40_DM_50_every_sin_is_accounted_for(seed: int, sin: dict[str, dict[str, int]]) -> None:
    m = mercury(seed % 1000, sin=sin)
    for _ in range(3):
        before = m.host
        orders, reports = random_round(m, seed)
        after = m.host["players"]
        for seat in NAMES:
            books = audit(seat, orders, reports, before)
            robbed = [h for h in reports[seat]["suffered"] if h["location"] == RINGED and not h["turned_away"]]
            if any(place == SHRINE and deed["do"] == "offer" for place, deed in deeds(orders.get(seat, {}))):
                bonus = {s: 1 for g in reports[seat]["other_gains"] if g["cause"] == "visit_bonus" for s in g["sin"]}
                assert after[seat]["sin"] == {s: bonus.get(s, 0) for s in SINS}
                continue
            lost = books - Counter(after[seat]["sin"])
            assert not Counter(after[seat]["sin"]) - books, "nothing that no report explains"
            assert sum(lost.values()) <= (2 if robbed else 0), (seat, lost)
        assert all(n >= 0 for seat in NAMES for n in after[seat]["sin"].values())


@given(seed=st.integers(0, 10**6), sin=HOLDINGS)
@settings(max_examples=examples(25))
def test_DM_25_what_a_thief_gains_its_target_lost(seed: int, sin: dict[str, dict[str, int]]) -> None:
    m = mercury(seed % 1000, sin=sin)
    before = m.host["players"]
    target = Dice(seed).draw("target").pick(NAMES[1:])
    m.seal(
        "Ada", {"visits": [{"location": RINGED, "actions": [{"do": "commit", "target": target}]}, {"location": SHRINE}]}
    )
    reports = m.close()
    after = m.host["players"]
    for s in SINS:
        assert after["Ada"]["sin"][s] - before["Ada"]["sin"][s] == before[target]["sin"][s] - after[target]["sin"][s]
        assert reports["Ada"]["actions"][0]["gained"].get(s, 0) == before[target]["sin"][s] - after[target]["sin"][s]
    assert sum(reports["Ada"]["actions"][0]["gained"].values()) == min(2, sum(before[target]["sin"].values()))


@given(seed=st.integers(0, 10**6), held=st.fixed_dictionaries({s: st.integers(0, 9) for s in SINS}))
@settings(max_examples=examples(25))
def test_DM_50_DM_51_points_come_from_the_shrine_and_from_interest_alone(seed: int, held: dict[str, int]) -> None:
    m = mercury(seed % 1000, sin={"Ada": held}, points={"Ada": seed % 200, "Bo": seed % 77})
    m.seal("Ada", {"visits": [{"location": SHRINE, "actions": [{"do": "offer"}]}, {"location": ABIGAILS}]})
    reports = m.close()
    points = seed % 200 + worth(held)
    assert reports["Ada"]["points"] == points + points // 10
    assert reports["Bo"]["points"] == seed % 77 + seed % 77 // 10


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(10))
def test_DM_52_DM_53_a_whole_match_of_random_orders(seed: int) -> None:
    m = mercury(seed % 1000)
    seen: dict[str, set[str]] = {seat: set() for seat in NAMES}
    while m.phase == "round":
        _, reports = random_round(m, seed)
        for seat in NAMES:
            seen[seat] |= set(reports[seat]["visits"]) - {SHRINE}
            bonus = [gain for gain in reports[seat]["other_gains"] if gain["cause"] == "visit_bonus"]
            assert bool(bonus) == (len(seen[seat]) == 7)
            if bonus:
                seen[seat] = set()
            assert set(m.host["players"][seat]["visited"]) == seen[seat]
    assert all(not any(player["sin"].values()) for player in m.host["players"].values())
    assert m.round == 9


@given(seed=st.integers(0, 10**6), sin=HOLDINGS)
@settings(max_examples=examples(15))
def test_DM_20_DM_23_no_report_of_random_play_names_who_did_it(seed: int, sin: dict[str, dict[str, int]]) -> None:
    """A name may stand in a report among those met, those announced and those read; nowhere else."""
    m = mercury(seed % 1000, sin=sin)
    for _ in range(2):
        _, reports = random_round(m, seed)
        for seat, report in reports.items():
            assert seat not in str(report["visits"])
            rest = {key: report[key] for key in report if key not in ("visits", "announced", "readings")}
            text = str(rest)
            assert not [name for name in NAMES if f"'{name}'" in text]
