"""Facts of a match that its host judges."""

from __future__ import annotations

from core.parts import Spec

SPEC = Spec(
    id="refereed",
    title="Refereed Match",
    blurb="Your host asks, you answer in secret, your host says what came of it.",
    learning="easy: answer the host's questions",
    best_for="a season's own match, a round a day over SSH",
    seats=6,
    fewest=2,
    most=26,
    rounds=40,
    at_most=True,
    policy="open",
    ruling_prefix="RF",
    decides={
        "winner": ("the host's word, else the most points", "RF-08"),
        "candidate": ("the host's word, else the fewest points", "RF-08"),
    },
)

LABELS = {
    "View.points": "Your points",
    "View.places": "Place",
    "View.all_points": "Points",
    "View.told": "The host to you",
    "View.said": "The host to all",
    "View.questions": "(The host asks)",
    "View.columns": "(Columns)",
    "View.column_places": "(Places in columns)",
    "View.conditions": "(Conditions)",
}

LONGEST_TEXT = 500
"""Usual limit of a text answer, in characters."""
MOST_TEXT = 2000
"""Largest limit of a text answer."""
MOST_FIELDS = 20
"""Most questions of a form."""
LONGEST_WORDS = 4000
"""Most characters of the host's words to a seat or to all."""
BILLION = 1_000_000_000
"""Bound of numbers and points, in both directions."""
RESERVED = frozenset({"seat", "sealed", "points", "told", "tokens", "garnets"})
"""Columns of the sheet of submissions, which no field may have as id."""
LONGEST_TITLE = 60
"""Most characters of a match's own title."""
LONGEST_RULES = 20_000
"""Most characters of a match's own rules."""
