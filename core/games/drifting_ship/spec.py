"""The Drifting Ship: its spec and the tables of its rules (SH-01 to SH-50)."""

from __future__ import annotations

from typing import Literal

from core.contract import Spec

SPEC = Spec(
    id="drifting_ship",
    title="The Drifting Ship",
    blurb="Two crewmates each walk a stricken ship in secret, bid energy for its parts and race to mend a Sequence.",
    learning="medium: walk, bid, collect",
    best_for="four at a table; alone with three bots",
    seats=4,
    rounds=8,
    policy="limited",
    pregame=True,
    pregame_orders=True,
    ruling_prefix="SH",
    decides={
        "winner": ("a right plant, or else the best of what was collected", "SH-41"),
        "candidate": ("whom a right plant beat, or else the smallest value, improper planters first", "SH-43"),
    },
)

SIDE = 7

Letter = Literal["A", "B", "C"]

LETTERS: tuple[Letter, ...] = ("A", "B", "C")

TITLES: dict[str, str] = {"A": "Frontier", "B": "Greenhouse", "C": "Conductor"}

PARTS: dict[str, tuple[str, ...]] = {
    "A": (
        "Machine Learning",
        "Boot Sequence",
        "Streamline",
        "Beam Cell",
        "Compile Driver",
        "Recursion",
        "Hologram",
        "Aggregate",
        "Auto-Shields",
        "Capacitor",
        "Defragment",
        "Cognitive Bias",
        "Stack",
    ),
    "B": (
        "Manjusaka",
        "Orchid",
        "Edelweiss",
        "Hyacinth",
        "Plumeria",
        "Lotus",
        "Wisteria",
        "Iris",
        "Morning Glory",
        "Hibiscus",
        "Chrysanthemum",
        "Lilac",
        "Jasmine",
    ),
    "C": (
        "Ravel",
        "Scriabin",
        "Debussy",
        "Saint-Saens",
        "Medtner",
        "Chopin",
        "Beethoven",
        "Bach",
        "Mozart",
        "Tchaikovsky",
        "Haydn",
        "Schubert",
        "Mendelssohn",
    ),
}
"""The thirteen components of each Sequence, number 1 first. The names have no effect."""

COMPONENTS: tuple[str, ...] = tuple(f"{number}{letter}" for letter in LETTERS for number in range(1, 14))

BONUSES: dict[str, str] = {
    "R": "Rosé Tteokbokki",
    "S": "Summoner's Meme",
    "T": "Take Back Toe",
    "U": "Urgot Peraphernalia",
    "W": "Wiwaxia",
    "X": "XCommunications Device",
    "Y": "Yellow Banana",
    "Z": "Zurich Is Stained Vinyl Record",
}

USES: dict[str, int | None] = {"R": None, "S": 1, "T": None, "U": 1, "W": 2, "X": 1, "Y": 1, "Z": None}
"""Uses of each bonus; None for unlimited."""

EFFECTS: dict[str, str] = {
    "R": "+1 energy at the start of each round",
    "S": "once: a wall on one side of the room you end in",
    "T": "one more step for 1 energy after the move",
    "U": "your next activation of a component room wins",
    "W": "twice: drain 1 energy from everyone in your room",
    "X": "once: a private channel with a seat you shared a room with",
    "Y": "once: +3 energy before anything else",
    "Z": "4 garnets at the end",
}

PARASITE_ROOM = "P"
VAULT = "V"
ROOMS: tuple[str, ...] = (*COMPONENTS, *BONUSES, PARASITE_ROOM, VAULT)
"""The 49 names of a board."""

STARTS: tuple[str, ...] = ("1A", "1B", "1C", "2A", "2B", "2C", "3A", "5A")
"""Rooms where a crewmate can start (SH-02)."""

Direction = Literal["north", "east", "south", "west"]
DIRECTIONS: dict[Direction, tuple[int, int]] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
"""Directions as (rows down, columns right)."""

FIRST_ENERGY = 5
ROUND_ENERGY = 3
ROSE_ENERGY = 1
BANANA_ENERGY = 3
BASE_CAP = 7
CAP_PRICE = 3
"""Garnets for +1 cap of both crewmates (SH-04)."""
MOST_CAPS = 2
PLANT_LEAST = 3
"""The least energy that plants a Parasite (SH-31)."""
PURSE = 6
LONGEST_NAME = 16
ROUNDS = SPEC.rounds
PARTS_A_GARNET = 3
"""Components for one garnet at the end (SH-44)."""
RECORD_GARNETS = 4


def is_component(room: str) -> bool:
    return room in _NUMBERS


def number(room: str) -> int:
    """Return a component room's number: 12 for `12A`. Raises KeyError for other rooms."""
    return _NUMBERS[room]


def letter(room: str) -> str:
    return room[-1]


_NUMBERS: dict[str, int] = {room: int(room[:-1]) for room in COMPONENTS}
