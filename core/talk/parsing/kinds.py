"""What talk can be about: the one list for every game. `questions.py` has the words of what asks, claims or accuses,
`remarks.py` those of the rest; the first that is found counts, so that what asks stands before what is only polite.
Texts are in small letters and written out (core.talk.parsing.spelling); a name of a seat is `@`.
"""

from __future__ import annotations

import re
from typing import Final, Literal

TopicKind = Literal[
    "leader", "hand", "pact", "unpact", "pacts", "rules", "warning", "accusation", "apology", "threat", "insult",
    "thanks", "praise", "greeting", "claim", "plan", "advice", "worth", "why", "trust", "faith", "rumour", "machine",
    "last", "rally", "deal", "vow", "others", "found", "plea", "did", "joke", "self", "howdy", "bye", "lament", "boast",
    "taunt", "laugh", "wait", "nod", "shrug", "question", "talk",
]  # fmt: skip

Kinds = tuple[tuple[TopicKind, re.Pattern[str]], ...]

HURT: Final = (
    r"(?:lied|cheated|betrayed|tricked|fooled|deceived|screwed|scammed|robbed|backstabbed|stabbed|double[- ]crossed|"
    r"ripped|conned|played)"
)
"""What is said of somebody who broke a word."""


def words(*parts: str) -> re.Pattern[str]:
    """Any of these."""
    return re.compile("|".join(parts))
