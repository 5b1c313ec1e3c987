"""Facts and tables of Day of Mercury: the seven sins and the eight locations."""

from __future__ import annotations

from core.contract import Spec, Struct

SPEC = Spec(
    id="day_of_mercury",
    title="Day of Mercury",
    blurb="Thirteen players gather seven sins in eight places, and offer them to the Shrine of Flies.",
    learning="hard: eight places, seven sins, many effects",
    best_for="a week over SSH with a full house; alone with bots to learn it",
    seats=13,
    rounds=9,
    policy="open",
    closed=True,
    ruling_prefix="DM",
    decides={"winner": ("the most points", "DM-70"), "candidate": ("the fewest points", "DM-71")},
)

SINS = ("pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth")

SHRINE = "shrine_of_flies"


class Place(Struct, frozen=True):
    """A location: the sin gathered in it, its resident, and the effects of commit and offering."""

    id: str
    title: str
    """Title with article, as within a sentence."""
    sin: str | None
    """Sin of a gather; None at the Shrine, where it is random."""
    resident: str = ""
    """Taker of offerings; empty at the Shrine."""
    cost_sin: str = ""
    cost: int = 0
    """Price of one offering: exactly `cost` of `cost_sin` (DM-36); 0 at the Shrine, which takes everything (DM-50)."""
    offering: str = ""
    """Effect of the offering, for people."""
    commit: str = ""
    """Effect of a commit on its target, for people; empty at the Shrine (DM-03)."""


_PLACES = (
    Place(
        "ringed_city",
        "the Ringed City",
        "gluttony",
        "the Angels",
        "pride",
        2,
        "next round every commit against you is turned away",
        "steal two sins, drawn at random, from the target",
    ),
    Place(
        "drowned_tower",
        "the Drowned Tower",
        "pride",
        "the Hanged Men",
        "envy",
        1,
        "name a location in secret: next round each gather there brings one more, for everyone",
        "what the target offers to residents this round is paid in vain",
    ),
    Place(
        "catacombs",
        "the Catacombs",
        "greed",
        "the Visitors",
        "sloth",
        6,
        "receive six sins, each of a random type",
        "next round you gain one random sin for every three that the target gains",
    ),
    Place(
        "abigails_quarters",
        "the Abigails' Quarters",
        "wrath",
        "the Maidens",
        "lust",
        2,
        "next round you may visit one more location and do one more action",
        "name two types: the target acquires none of either this round",
    ),
    Place(
        "weeping_cathedral",
        "the Weeping Cathedral",
        "envy",
        "the Lambs",
        "wrath",
        2,
        "next round everyone beside you receives half of what you gather there, from nowhere",
        "learn how much of each sin the target holds",
    ),
    Place(
        "lost_district",
        "the Lost District",
        "sloth",
        "the Daughters",
        "greed",
        3,
        "receive one garnet",
        "name a location other than the Shrine: the target must visit it next round",
    ),
    Place(
        "lakeside_garden",
        "the Lakeside Garden",
        "lust",
        "Those Lacking Eyes",
        "gluttony",
        1,
        "name a sin and another player: you receive two of it, that player one",
        "if the target trades this round, both sins of the trade are destroyed",
    ),
    Place(SHRINE, "the Shrine of Flies", None, offering="turn all your sin into points"),
)

LOCATIONS: dict[str, Place] = {place.id: place for place in _PLACES}
"""All eight, in the order of the rulings."""

SIN_LOCATIONS = tuple(place.id for place in _PLACES if place.id != SHRINE)
"""The seven that count towards the visit bonus (DM-52)."""

HOME = {place.sin: place.id for place in _PLACES if place.sin is not None}

VISITS = 2
ACTIONS = 3
ACTIONS_HERE = 2
"""Visits, actions in all and actions in one location, before Maidens effects (DM-01, DM-02)."""

SHRINE_YIELD = 2
INTEREST_EVERY = 10
"""Points for a point of interest (DM-51)."""
PROMISE_EVERY = 3
"""Catacombs: one sin for every full three (DM-28)."""
VISITORS_GIVE = 6
EYES_GIVE = 2
THEFT = 2

FEW = 3
MANY = 6
"""Fewer than FEW visitors, or more than MANY, change the yield of a gather (DM-10)."""

TOKENS_TO_GIVE = 3
MOST_TIED = 4
"""Most seats tied for most points that can win; with more there is no winner (DM-70)."""


def crowd_yield(visitors: int) -> int:
    """Return the yield of one gather in a sin location by its visitors, the gatherer included (DM-10)."""
    if visitors < FEW:
        return 4
    if visitors > MANY:
        return 2
    return 3
