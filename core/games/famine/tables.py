"""The scoring of The Seven Years' Famine, year by year, to be held against the rules line by line."""

from __future__ import annotations

from typing import Literal

from core.contract import Struct

Power = Literal["inventory", "partners", "rank", "favor", "lock", "kinds", "garnets"]
"""What a diamond does for its giver beyond its Favor (FA-06 to FA-09)."""


class Year(Struct, frozen=True, kw_only=True):
    """What giving each gemstone away means in one year, in Favor."""

    ruby: int
    ruby_for_sapphire: int
    """In place of `ruby`, if a sapphire comes back."""
    sapphire: int
    sapphire_takes: int
    """By how much the recipient's gain from this trade shrinks; not below 0."""
    emerald_adds: int
    """Beyond what the recipient gains from this trade, if it gains anything."""
    topaz_shared: int
    """Divided by the number of topaz given by everybody this year, rounded down."""
    diamond: int
    power: Power
    onyx: int
    onyx_costs: int
    """What the recipient loses."""


YEARS: dict[int, Year] = {
    1: Year(
        ruby=3,
        ruby_for_sapphire=9,
        sapphire=2,
        sapphire_takes=3,
        emerald_adds=1,
        topaz_shared=12,
        diamond=3,
        power="inventory",
        onyx=2,
        onyx_costs=2,
    ),
    2: Year(
        ruby=3,
        ruby_for_sapphire=11,
        sapphire=2,
        sapphire_takes=4,
        emerald_adds=2,
        topaz_shared=14,
        diamond=4,
        power="partners",
        onyx=2,
        onyx_costs=3,
    ),
    3: Year(
        ruby=4,
        ruby_for_sapphire=13,
        sapphire=3,
        sapphire_takes=5,
        emerald_adds=3,
        topaz_shared=16,
        diamond=5,
        power="rank",
        onyx=3,
        onyx_costs=3,
    ),
    4: Year(
        ruby=4,
        ruby_for_sapphire=15,
        sapphire=3,
        sapphire_takes=6,
        emerald_adds=4,
        topaz_shared=18,
        diamond=6,
        power="favor",
        onyx=3,
        onyx_costs=4,
    ),
    5: Year(
        ruby=5,
        ruby_for_sapphire=17,
        sapphire=4,
        sapphire_takes=7,
        emerald_adds=5,
        topaz_shared=20,
        diamond=7,
        power="lock",
        onyx=4,
        onyx_costs=4,
    ),
    6: Year(
        ruby=5,
        ruby_for_sapphire=19,
        sapphire=4,
        sapphire_takes=8,
        emerald_adds=6,
        topaz_shared=22,
        diamond=8,
        power="kinds",
        onyx=4,
        onyx_costs=5,
    ),
    7: Year(
        ruby=6,
        ruby_for_sapphire=21,
        sapphire=5,
        sapphire_takes=9,
        emerald_adds=7,
        topaz_shared=24,
        diamond=9,
        power="garnets",
        onyx=5,
        onyx_costs=5,
    ),
}

NOTHING_FOR_EMERALD = ("emerald", "topaz")
"""An emerald given for one of these gains nothing, in every year."""

SAME_GEM_YEAR, SAME_GEM_COST = 2, 2
"""In this year each seat of a trade of a gem for the same gem loses so much (FA-05)."""
STRANGERS_YEAR, STRANGER_COST = 3, 5
"""At the end of this year each other seat never traded with costs so much (FA-06)."""
ONYX_YEAR, ONYX_AT_LEAST, ONYX_BONUS = 5, 3, 20
"""At the end of this year so many onyx bring so much."""
KINDS_YEAR, KIND_BONUS = 6, 3
"""At the end of this year each diamond given in it brings so much for each kind owned."""
TWICE_YEAR, TWICE_BONUS = 6, 25
"""At the end of this year having traded with every other seat at least twice brings so much."""
ALIKE_YEAR, ALIKE_BONUS = 7, 30
"""At the end of this year owning gemstones of one kind only brings so much."""
LOCK_YEAR = 5
"""Diamonds received in this year cannot be given in the next (FA-08)."""
GARNET_YEAR, DIAMOND_GARNETS = 7, 3
"""In this year each diamond given earns so many garnets (FA-09)."""

POWERS: dict[Power, str] = {
    "inventory": "you learn what they hold after the close",
    "partners": "you learn with whom they traded in year 1",
    "rank": "you learn their rank after the close",
    "favor": "you learn their Favor after the close",
    "lock": "they cannot give this diamond away next year",
    "kinds": f"+{KIND_BONUS} at the end of the year for each kind you own then",
    "garnets": f"you earn {DIAMOND_GARNETS} garnets",
}


def lines_in_words(year: int) -> tuple[str, ...]:
    """The scoring of a year, a line for each gemstone given, then what else holds and what its end brings."""
    line = YEARS[year]
    found = [
        f"Give ruby: you +{line.ruby}; for sapphire you +{line.ruby_for_sapphire} instead.",
        f"Give sapphire: you +{line.sapphire}; their gain from this trade -{line.sapphire_takes}, not below 0.",
        f"Give emerald: what they gain from this trade +{line.emerald_adds}, nothing if they gain nothing; "
        f"for {' or '.join(NOTHING_FOR_EMERALD)} nothing.",
        f"Give topaz: you +{line.topaz_shared}/n rounded down, n being all topaz given this year.",
        f"Give diamond: you +{line.diamond}; {POWERS[line.power]}.",
        f"Give onyx: you +{line.onyx}; they -{line.onyx_costs}.",
    ]
    if year == SAME_GEM_YEAR:
        found.append(f"A gem for the same gem: both -{SAME_GEM_COST}, each time.")
    if year == STRANGERS_YEAR:
        found.append(f"At the end: -{STRANGER_COST} for each player you have never traded with.")
    if year == ONYX_YEAR:
        found.append(f"At the end, owning at least {ONYX_AT_LEAST} onyx: +{ONYX_BONUS}.")
    if year == TWICE_YEAR:
        found.append(f"At the end, having traded with every other player at least twice: +{TWICE_BONUS}.")
    if year == ALIKE_YEAR:
        found.append(f"At the end, if all your gemstones are of one kind: +{ALIKE_BONUS}.")
    return tuple(found)
