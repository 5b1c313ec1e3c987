"""Pantheic Runes: its spec and the tables of its rules."""

from __future__ import annotations

import itertools

from core.contract import Spec, Struct
from core.games.pantheic_runes.runes import RUNES, has_all_runes

SPEC = Spec(
    id="pantheic_runes",
    title="Pantheic Runes",
    blurb="Turn, adjust and combine 2x2 tableaux of runes, and lay them down as rituals that please the gods.",
    learning="medium: a puzzle that you solve with your hands",
    best_for="five at a table; alone with bots, who leave you time",
    seats=5,
    rounds=6,
    policy="open",
    pregame=True,
    closed=True,
    ruling_prefix="PR",
    decides={
        "winner": ("the most points, then the most rituals", "PR-50"),
        "candidate": ("the fewest points, then the fewest rituals", "PR-51"),
    },
)

START_TABLEAUX = ("++++", "oooo", "xxxx")  # PR-01
START_MANA = 3
START_TOKENS = 0  # adjustment tokens

LEAST_SHOWN, MOST_SHOWN, USUALLY_SHOWN = 4, 12, 6
"""Option `temple`: the tableaux that the temple shows each round (PR-02)."""

ROTATE_MANA = 1
ADJUST_MANA = 2
ADJUST_MANA_HEPHAESTUS = 1
ADJUST_TOKENS = 1
COMBINE_MANA = 2
COMBINE_MANA_DIONYSUS = 1
COMBINE_MANA_TOGETHER = 1  # for each of the two seats
"""Prices of actions (PR-10, PR-12, PR-31, PR-35)."""

POSEIDON_USES = 3
"""Uses of each of the three actions in the unlimited round (PR-32)."""

ZEUS_EXTRA = 4  # points
FIRST_EXTRA = 1  # point for a blessing that no other seat has (PR-25)
APHRODITE_EXTRA = 2  # points at the end (PR-36)
HESTIA_RITUALS = 3  # rituals for the blessing (PR-24)


class Deity(Struct, frozen=True):
    id: str
    name: str
    patterns: tuple[str, ...]
    """Row by row; orientation matters. Empty for Dionysus (secret, PR-30) and Hestia (all other patterns)."""
    wants: str
    """Condition of its blessing, for people."""
    gives: str
    """Effect of its blessing, for people."""


DEITIES = (
    Deity("zeus", "Zeus", ("+o+o", "x+x+", "oxox"), "all three, in any rounds", "4 more points"),
    Deity("hera", "Hera", ("xo++",), "the one ritual", "one more pick from the temple in every later round"),
    Deity(
        "poseidon",
        "Poseidon",
        ("++o+", "+o++"),
        "either ritual",
        "next round mana without limit but each action at most 3 times; after that 0 mana for good",
    ),
    Deity(
        "demeter",
        "Demeter",
        ("x++o", "+xxo"),
        "either ritual",
        "once, in a later round: create any tableau, and every seat receives it",
    ),
    Deity("apollo", "Apollo", ("o+ox",), "the one ritual", "1 mana at the start of every later round"),
    Deity(
        "artemis",
        "Artemis",
        ("oo+x", "o++x", "ox+x"),
        "any of the three",
        "with the granting ritual: forbid a pattern, whose rituals fail at this close",
    ),
    Deity(
        "ares", "Ares", ("++x+", "+++x"), "either ritual", "from the next round on, priority at contested temple places"
    ),
    Deity("athena", "Athena", ("oxo+", "xoo+", "oox+"), "any of the three", "you learn the ritual of Dionysus"),
    Deity(
        "hephaestus",
        "Hephaestus",
        ("+xox",),
        "the one ritual",
        "1 adjustment token at the start of every later round; adjusting costs 1 mana",
    ),
    Deity(
        "aphrodite",
        "Aphrodite",
        ("oxxo", "xoox", "ooxx", "xxoo"),
        "any of the four",
        "at the end 2 more points if exactly one other seat earned it by the same ritual",
    ),
    Deity("hermes", "Hermes", ("x+ox", "+ox+", "ox+o"), "any of the three", "you cannot be the Elimination Candidate"),
    Deity(
        "dionysus",
        "Dionysus",
        (),
        "one secret ritual",
        "no more combining with others; combining alone costs 1 mana and gives two copies",
    ),
    Deity(
        "hestia",
        "Hestia",
        (),
        "three rituals of full tableaux with all three runes that please nobody else",
        "nothing but its point",
    ),
)

BY_ID = {deity.id: deity for deity in DEITIES}
OWNER = {pattern: deity.id for deity in DEITIES for pattern in deity.patterns}
"""Pattern to the deity that it pleases. No pattern belongs to two (PR-23)."""

FULL = tuple("".join(cells) for cells in itertools.product(RUNES, repeat=4))
"""All 81 full tableaux, sorted."""
UNCLAIMED = tuple(t for t in FULL if has_all_runes(t) and t not in OWNER)
"""Full tableaux of three runes without a deity above: one is Dionysus's, the others Hestia's (PR-30)."""
