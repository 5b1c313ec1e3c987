"""A Sinner's Secret: its spec and the tables of its rules."""

from __future__ import annotations

from typing import Literal

from core.contract import Spec

Realm = Literal["heaven", "hell"]
Attributes = tuple[str, str]
"""The pair of a letter: its sin and its virtue."""

SPEC = Spec(
    id="sinners_secret",
    title="A Sinner's Secret",
    blurb="Find the letters that share a sin or a virtue with yours, and let nobody find yours.",
    learning="hard: logic and whom to believe",
    best_for="a week over SSH, where there is time to think and to talk",
    seats=13,
    rounds=10,
    policy="realms",
    closed=True,
    ruling_prefix="SS",
    decides={
        "winner": ("first of a realm, by the scores of their letters", "SS-21"),
        "candidate": ("the last in Hell", "SS-22"),
    },
)

SINS = ("pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth")
VIRTUES = ("faith", "hope", "charity")
ATTRIBUTES = SINS + VIRTUES
PAIRS: tuple[Attributes, ...] = tuple((sin, virtue) for sin in SINS for virtue in VIRTUES)
"""All 21 pairs; each belongs to exactly one letter (SS-01)."""
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTU")

HEAVEN_SEATS = 4
LETTERS_OF: dict[Realm, int] = {"heaven": 3, "hell": 1}
"""Letters of each player of a realm (SS-01)."""
MOST_MARKED = 5
"""Most players with an earlier Mark (SS-23)."""

LAST_QUERY_ROUND = 9  # SS-02
LETTERS_ASKED = 3
ADDRESSED_AT_MOST: dict[Realm, int] = {"heaven": 1, "hell": 2}
"""How often a player of a realm may address the same recipient in the match (SS-03)."""

MOST_LOCKS = 8
"""Most locks of one letter, also the number of its allies (SS-10, SS-11)."""
CORRECT_LOCK = 2  # SS-20, points
WRONG_LOCK = -1
LOCKED_BY_ALLY = -3
ASCEND_BY_RANK = 2  # SS-22


def other(realm: Realm) -> Realm:
    return "hell" if realm == "heaven" else "heaven"


def are_allies(first: Attributes, second: Attributes) -> bool:
    """True if two letters with these pairs are allies: they share the sin or the virtue (SS-10)."""
    return first != second and (first[0] == second[0] or first[1] == second[1])
