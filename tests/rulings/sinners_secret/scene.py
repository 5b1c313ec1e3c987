"""The position that these tests start from, and short ways to write queries and locks."""

from __future__ import annotations

from typing import Any

from tests.kit import Script, play

HEAVEN = ("Ada", "Bo", "Cy", "Di")
HELL = ("Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")

LETTERS = {
    "Ada": ["A", "B", "C"],
    "Bo": ["D", "E", "F"],
    "Cy": ["G", "H", "I"],
    "Di": ["J", "K", "L"],
    **dict(zip(HELL, [[letter] for letter in "MNOPQRSTU"], strict=True)),
}

PAIRS = {
    "A": ["pride", "faith"],
    "B": ["greed", "hope"],
    "C": ["lust", "charity"],
    "D": ["greed", "faith"],
    "E": ["lust", "hope"],
    "F": ["envy", "charity"],
    "G": ["lust", "faith"],
    "H": ["envy", "hope"],
    "I": ["gluttony", "charity"],
    "J": ["envy", "faith"],
    "K": ["gluttony", "hope"],
    "L": ["wrath", "charity"],
    "M": ["gluttony", "faith"],
    "N": ["wrath", "faith"],
    "O": ["sloth", "faith"],
    "P": ["wrath", "hope"],
    "Q": ["sloth", "hope"],
    "R": ["pride", "hope"],
    "S": ["sloth", "charity"],
    "T": ["pride", "charity"],
    "U": ["greed", "charity"],
}

# Hell ends Ed 10, Flo 8, Gus 6, Hal 4, Ivy 2, Jo 0, Kit -1, Lou -2, Max -3 points;
# Heaven ends Di -6, Cy -12, Bo -13, Ada -15.
FULL = [
    *(["M", letter, n] for n, letter in enumerate("ADGIJ", 1)),
    *(["N", letter, n] for n, letter in enumerate("ADGL", 1)),
    *(["O", letter, n] for n, letter in enumerate("ADG", 1)),
    *(["P", letter, n] for n, letter in enumerate("BE", 1)),
    ["Q", "B", 1],
    ["S", "A", 1],
    *(["T", letter, n] for n, letter in enumerate("DE", 1)),
    *(["U", letter, n] for n, letter in enumerate("AEG", 1)),
    ["D", "E", 1],
]


def scene(locks: Any = (), round: int | None = None, **more: Any) -> Script:
    """A match with these letters and pairs. `more` goes to `play`."""
    given: dict[str, Any] = {"letters": LETTERS, "pairs": PAIRS}
    if locks:
        given["locks"] = [list(lock) for lock in locks]
    if round is not None:
        given["round"] = round
    return play("sinners_secret", setup=given, **more)


def last_round(locks: Any = (), **more: Any) -> Script:
    """Round 10 with these locks made before."""
    return scene(locks, round=10, **more)


def ended(locks: Any = FULL, **more: Any) -> Script:
    """The decision phase after these locks."""
    match = last_round(locks, **more)
    match.close()
    return match


def query(letters: str, attribute: str, to: str) -> dict[str, Any]:
    """Orders with a query alone."""
    return {"query": {"letters": list(letters), "attribute": attribute, "to": to}}


def locks(**made: str) -> dict[str, Any]:
    """Orders with locks alone: `locks(A="F")`."""
    return {"locks": made}


def order_of(match: Script, realm: str) -> list[str]:
    """The order that everybody knows once round 10 has closed."""
    found: list[str] = match.view("Ada")["view"]["orders"][realm]
    return found
