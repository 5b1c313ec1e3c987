"""SS-01, SS-06, SS-23: the deal, the briefing, options and set-up keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any, TypeVar

import pytest

from core.dice import Dice
from core.games.sinners_secret.spec import LETTERS as ALL_LETTERS
from core.games.sinners_secret.spec import PAIRS as ALL_PAIRS
from core.games.sinners_secret.spec import SINS, VIRTUES, Attributes, Realm
from core.games.sinners_secret.start import Owned, deal_letters, deal_pairs, draw_hands
from core.games.sinners_secret.structs import State
from core.match import journal as j
from core.refusal import NotAMatch
from tests.kit import NAMES, play, the
from tests.rulings.sinners_secret.scene import HEAVEN, HELL, LETTERS, PAIRS, scene

T = TypeVar("T")


def unlikely(seen: Counter[T], expected: Mapping[T, float], total: int) -> bool:
    """Chi-squared more than five deviations above its mean: fewer than one in ten thousand fair draws."""
    assert set(seen) <= set(expected)
    chi = sum((seen[key] - part * total) ** 2 / (part * total) for key, part in expected.items())
    free = len(expected) - 1
    return bool(chi > free + 5 * (2 * free) ** 0.5)


def legal_hands(sins: int, hands: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to give `hands` players a sin for each of three virtues, by brute force."""
    columns = list(permutations(range(sins), hands))
    return [
        (f, h, c)
        for f in columns
        for h in columns
        if all(f[n] != h[n] for n in range(hands))
        for c in columns
        if all(f[n] != c[n] != h[n] for n in range(hands))
    ]


# --- the deal -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(40))
def test_SS_01_four_in_heaven_with_three_letters_and_nine_in_hell_with_one(seed: int) -> None:
    host = play("sinners_secret", seed=seed).host
    players = host["players"]
    realms = Counter(player["realm"] for player in players.values())
    assert realms == {"heaven": 4, "hell": 9}
    assert sorted(letter for player in players.values() for letter in player["letters"]) == list(ALL_LETTERS)
    for player in players.values():
        assert len(player["letters"]) == (3 if player["realm"] == "heaven" else 1)
        assert player["letters"] == sorted(player["letters"])
        own = [host["pairs"][letter] for letter in player["letters"]]
        assert len({sin for sin, _ in own}) == len(own)
        assert len({virtue for _, virtue in own}) == len(own)
    assert sorted(map(tuple, host["pairs"].values())) == sorted(ALL_PAIRS)


def test_SS_01_every_hand_of_a_small_deal_is_equally_likely() -> None:
    """Four sins and two players in Heaven: all legal hands listed by brute force, each drawn about as often."""
    legal = legal_hands(4, 2)
    draws = 40 * len(legal)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    draw = Dice(1).draw("hands")
    for _ in range(draws):
        hands = draw_hands(draw, "abcd", 2)
        seen[tuple(tuple("abcd".index(hand[n][0]) for hand in hands) for n in range(3))] += 1
    assert not unlikely(seen, dict.fromkeys(legal, 1 / len(legal)), draws)


def profile(counts: list[int]) -> tuple[int, ...]:
    """How many of Heaven's twelve pairs have each sin, most first."""
    return tuple(sorted((n for n in counts if n), reverse=True))


def exact_profiles() -> dict[tuple[int, ...], float]:
    """The chance of each profile if every legal deal is equally likely: each legal triple of columns stands for
    equally many deals, and by symmetry the first column can be held fixed."""
    first = (0, 1, 2, 3)
    found: Counter[tuple[int, ...]] = Counter()
    columns = [c for c in permutations(range(7), 4) if all(a != b for a, b in zip(c, first, strict=True))]
    for two in columns:
        for three in columns:
            if all(a != b for a, b in zip(two, three, strict=True)):
                counts = [0] * 7
                for sin in (*first, *two, *three):
                    counts[sin] += 1
                found[profile(counts)] += 1
    total = sum(found.values())
    return {key: n / total for key, n in found.items()}


def dealt_profile(realms: Mapping[str, Realm], owned: Owned, pairs: Mapping[str, Attributes]) -> tuple[int, ...]:
    sins = [pairs[letter][0] for seat in realms if realms[seat] == "heaven" for letter in owned[seat]]
    return profile([sins.count(sin) for sin in SINS])


def test_SS_01_the_whole_deal_is_uniform_by_its_profile_of_sins() -> None:
    """How often the sins repeat in Heaven is not symmetric, so a deal that favoured some would show here: both when
    pairs are dealt to letters and when letters are dealt to players over given pairs."""
    exact = exact_profiles()
    realms: dict[str, Realm] = {seat: "heaven" if seat in HEAVEN else "hell" for seat in NAMES}
    given = {letter: (sin, virtue) for letter, (sin, virtue) in PAIRS.items()}
    owned = {seat: tuple(own) for seat, own in LETTERS.items()}
    by_pairs: Counter[tuple[int, ...]] = Counter()
    by_letters: Counter[tuple[int, ...]] = Counter()
    deals = 2500
    for seed in range(deals):
        by_pairs[dealt_profile(realms, owned, deal_pairs(realms, owned, Dice(seed)))] += 1
        by_letters[dealt_profile(realms, deal_letters(realms, given, Dice(seed)), given)] += 1
    often = {key: part for key, part in exact.items() if part * deals >= 5}
    rest = 1 - sum(often.values())
    for seen in (by_pairs, by_letters):
        pooled: Counter[object] = Counter({key if key in often else "rest": 0 for key in exact})
        for key, n in seen.items():
            pooled[key if key in often else "rest"] += n
        assert not unlikely(pooled, {**often, **({"rest": rest} if len(often) < len(exact) else {})}, deals)


def test_SS_01_each_letter_gets_each_pair_equally_often() -> None:
    realms: dict[str, Realm] = {seat: "heaven" if seat in HEAVEN else "hell" for seat in NAMES}
    owned = {seat: tuple(own) for seat, own in LETTERS.items()}
    deals = [deal_pairs(realms, owned, Dice(seed)) for seed in range(2000)]
    for letter in "ABLMU":
        seen = Counter(deal[letter] for deal in deals)
        assert not unlikely(seen, dict.fromkeys(ALL_PAIRS, 1 / 21), len(deals)), letter


def test_SS_01_every_player_is_in_heaven_and_holds_each_letter_about_as_often() -> None:
    heaven: Counter[str] = Counter()
    holds_a: Counter[str] = Counter()
    for seed in range(1000):
        view = the(State, play("sinners_secret", seed=seed).match.state)
        heaven.update(seat for seat in NAMES if view.realms[seat] == "heaven")
        holds_a.update(seat for seat in NAMES if "A" in view.letters[seat])
    assert not unlikely(holds_a, dict.fromkeys(NAMES, 1 / 13), 1000)
    assert all(240 < heaven[seat] < 380 for seat in NAMES)  # 308 expected, deviation 15


# --- what is public -------------------------------------------------------------------------------------------------
def test_SS_01_letters_are_public_and_pairs_are_their_owners() -> None:
    match = scene()
    for seat in NAMES:
        view = match.view(seat)["view"]
        assert view["letters"] == LETTERS
        assert view["pairs"] == {letter: PAIRS[letter] for letter in LETTERS[seat]}
    spectator = match.view(None)["view"]
    assert spectator["letters"] == LETTERS
    assert spectator["pairs"] == {}


def test_SS_06_in_the_briefing_the_realms_are_known_and_nothing_else() -> None:
    match = scene(briefing=True)
    assert match.phase == "briefing"
    for seat in (*NAMES, None):
        view = match.view(seat)["view"]
        assert view["realms"] == dict.fromkeys(HEAVEN, "heaven") | dict.fromkeys(HELL, "hell")
        assert view["dealt"] is False
        assert view["letters"] == {}
        assert view["pairs"] == {}
        assert view["recipients"] == {}
    assert match.refused("Ada", {}).code == "no_orders_now"
    match.say("Ada", "realm", "who are we?")
    assert match.refused_say("Ada", ["Ed"], "across").code == "line_closed"
    match.close()
    assert (match.phase, match.round) == ("round", 1)
    assert match.view("Ada")["view"]["pairs"]["A"] == ["pride", "faith"]


def test_SS_06_a_briefing_view_is_the_same_whatever_the_deal() -> None:
    one = scene(briefing=True)
    other = play("sinners_secret", setup={"heaven": list(HEAVEN)}, seed=7, briefing=True)
    assert the(State, one.match.state).pairs != the(State, other.match.state).pairs
    for seat in (*NAMES, None):
        assert one.view(seat) == other.view(seat)


# --- set-up keys and options ----------------------------------------------------------------------------------------
def test_SS_01_set_up_keys_fix_what_the_draw_would() -> None:
    match = play("sinners_secret", setup={"heaven": ["Max", "Ed", "Ada", "Jo"]})
    assert [s for s in NAMES if match.host["players"][s]["realm"] == "heaven"] == ["Ada", "Ed", "Jo", "Max"]
    match = play("sinners_secret", setup={"letters": LETTERS})
    assert {s: p["letters"] for s, p in match.host["players"].items()} == LETTERS
    match = play("sinners_secret", setup={"pairs": PAIRS, "heaven": list(HEAVEN)})
    assert match.host["pairs"] == PAIRS
    for seat in HEAVEN:
        own = [PAIRS[letter] for letter in match.host["players"][seat]["letters"]]
        assert len({sin for sin, _ in own}) == len({virtue for _, virtue in own}) == 3


def test_SS_01_a_season_says_who_is_in_heaven() -> None:
    options = {"heaven": ["Kit", "Bo", "Cy", "Max"]}
    for seed in range(5):
        match = play("sinners_secret", seed=seed, options=options)
        assert [s for s in NAMES if match.host["players"][s]["realm"] == "heaven"] == ["Bo", "Cy", "Kit", "Max"]
    with pytest.raises(NotAMatch):
        play("sinners_secret", options=options, setup={"heaven": list(HEAVEN)})


PRIDE_TWICE = {**PAIRS, "B": ["pride", "hope"], "R": ["greed", "hope"]}  # Ada's A and B would share pride
FAITH_TWICE = {**PAIRS, "B": ["greed", "faith"], "D": ["greed", "hope"]}  # and here faith
TOO_FEW = {seat: own for seat, own in LETTERS.items() if seat != "Max"}


@pytest.mark.parametrize(
    "setup",
    [
        {"heaven": ["Ada", "Bo", "Cy"]},
        {"heaven": ["Ada", "Bo", "Cy", "Cy"]},
        {"heaven": ["Ada", "Bo", "Cy", "Zoe"]},
        {"heaven": ["Ada", "Bo", "Cy", "Ed"], "letters": LETTERS},
        {"letters": {}},
        {"letters": TOO_FEW},
        {"letters": {**LETTERS, "Zoe": ["U"]}},
        {"letters": {**LETTERS, "Max": ["T"]}},
        {"letters": {**LETTERS, "Max": ["V"]}},
        {"letters": {**LETTERS, "Max": []}},
        {"letters": {**LETTERS, "Ada": ["A", "B"], "Max": ["U", "C"]}},
        {"letters": {**LETTERS, "Ada": ["U"], "Max": ["A", "B", "C"], "Bo": ["M"], "Ed": ["D", "E", "F"], "Cy": ["G"]}},
        {"pairs": {}},
        {"pairs": {**PAIRS, "A": ["faith", "pride"]}},
        {"pairs": {**PAIRS, "A": ["pride", "lust"]}},
        {"pairs": {**PAIRS, "A": PAIRS["B"]}},
        {"pairs": {letter: pair for letter, pair in PAIRS.items() if letter != "U"}},
        {"pairs": PRIDE_TWICE, "letters": LETTERS},
        {"pairs": FAITH_TWICE, "letters": LETTERS},
        {"locks": [["A", "F", 1]]},
        {"round": 3, "locks": [["A", "F", 3]]},
        {"round": 3, "locks": [["A", "F", 0]]},
        {"round": 3, "locks": [["A", "A", 1]]},
        {"round": 3, "locks": [["A", "V", 1]]},
        {"round": 3, "locks": [["V", "A", 1]]},
        {"round": 3, "locks": [["A", "F", 1], ["A", "F", 2]]},
        {"round": 3, "locks": [["A", "F", 1], ["A", "G", 1]]},
        {"round": 10, "locks": [["A", letter, n] for n, letter in enumerate("DEFGHIJKL", 1)]},
        {"round": 11},
        {"round": 0},
        {"lettres": {}},
    ],
)
def test_SS_01_SS_11_set_up_that_the_rules_exclude_is_no_match(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch):
        play("sinners_secret", setup=setup)


def test_SS_01_the_swapped_pairs_above_are_wrong_only_for_heaven() -> None:
    """The tables used to be refused would be legal with other owners: the refusal is about SS-01."""
    for pairs in (PRIDE_TWICE, FAITH_TWICE):
        assert sorted(map(tuple, pairs.values())) == sorted(ALL_PAIRS)
        play("sinners_secret", setup={"pairs": pairs})


def test_SS_23_marked_players_are_always_in_hell() -> None:
    marked = ["Ada", "Bo", "Cy", "Di", "Max"]
    for seed in range(30):
        match = play("sinners_secret", seed=seed, options={"marked": marked})
        assert all(match.host["players"][seat]["realm"] == "hell" for seat in marked)
    assert match.view("Jo")["view"]["marked"] == marked


@pytest.mark.parametrize(
    ("options", "setup"),
    [
        ({"marked": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]}, {}),
        ({"marked": ["Ada", "Ada"]}, {}),
        ({"marked": ["Zoe"]}, {}),
        ({"marked": ["Ada"], "heaven": list(HEAVEN)}, {}),
        ({"marked": ["Ada"]}, {"heaven": list(HEAVEN)}),
        ({"marked": ["Ada"]}, {"letters": LETTERS}),
        ({"heaven": ["Ada"]}, {}),
        ({"marked": "Ada"}, {}),
        ({"mark": []}, {}),
    ],
)
def test_SS_23_options_that_the_rules_exclude_are_no_match(options: dict[str, Any], setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch):
        play("sinners_secret", options=options, setup=setup)


def test_SS_01_equal_seeds_give_equal_deals_and_a_rewind_keeps_the_deal() -> None:
    assert play("sinners_secret", seed=3).digest == play("sinners_secret", seed=3).digest
    match = scene()
    before = match.digest
    match.close()
    match.apply(j.Rewound(round=1))
    assert match.digest == before


def test_SS_01_the_tables_are_the_sources() -> None:
    assert SINS == ("pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth")
    assert VIRTUES == ("faith", "hope", "charity")
    assert len(set(ALL_PAIRS)) == 21
