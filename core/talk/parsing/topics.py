"""What talk is about that puts no deal and answers none: who leads, a pact, a warning, thanks, and the like.

`questions.py` and `remarks.py` have the words of each kind. Names are those of seats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.talk.parsing.claims import claimed
from core.talk.parsing.idioms import IDIOMS
from core.talk.parsing.kinds import TopicKind
from core.talk.parsing.leaning import leaning_of
from core.talk.parsing.plain import plainly
from core.talk.parsing.questions import QUESTIONS
from core.talk.parsing.remarks import REMARKS
from core.talk.parsing.sayings import SAYINGS
from core.talk.parsing.spelling import written_out
from core.talk.parsing.stance import stance_of
from core.talk.parsing.tales import told_of

READ: Final = 500
"""Characters that are read of one message."""


class Topic(NamedTuple):
    """What a sentence is about."""

    kind: TopicKind
    about: str | None = None
    """The one seat that it names, apart from the one it is said to."""


_TOLD = re.compile(r"\bi (?:have|had|made|got) (?:a|my|an) (?:pact|alliance|truce)\b|\bno (?:pact|alliance|truce)\b")
"""A pact of which somebody only tells is not one that is asked for."""
_SORRY = re.compile(
    r"^\W*(?:so |very )?(?:sorry|excuse me|pardon)\b(?: to (?:ask|"
    r"bother)(?: you)?)?(?: but)?[\s,]+(?=(?:what|how|which|who|where|when|can i|do i|"
    r"does|is (?:it|there))\b)"
)
"""Who begins a question with sorry apologises for nothing."""
_TAG = re.compile(r",? (?:isn't it|aren't you|don't you think|right|eh|no|yes|okay|ok|huh)\?\s*$")
"""What makes no question of a sentence."""
_ASKS = re.compile(
    r"\?|^\W*(?:who|what(?! an?\b)|why|when|where|which|how|do|does|did|are|is|can|could|will|would|have|has|"
    r"should|shall)\b"
)
ASKED: Final[frozenset[TopicKind]] = frozenset(
    {"leader", "worth", "rules", "advice", "plan", "others", "last", "deal", "found", "why", "faith", "rumour", "trust"}
)
"""Questions that put nothing, whatever they name."""
_NEEDS_NAME: Final = frozenset({"warning", "rally"})
"""What is said of somebody, and of nobody in particular is only talk."""


def topic_of(seats: Sequence[str], text: str, to: str = "") -> Topic:
    """What a text is about. `seats` are those that it may name: all but speaker and listener; `to` is the listener, by
    whose name it may begin or end."""
    return _topic(tuple(seats), text[:READ], to)


@lru_cache(maxsize=1024)
def _topic(seats: tuple[str, ...], text: str, to: str) -> Topic:
    about = named_in(seats, text)
    liar = told_of(seats, text)
    if liar is not None:
        return Topic("warning", liar)
    if claimed(text) is not None:
        return Topic("claim", about)
    low = _SORRY.sub("", _marked(seats, _unaddressed(to, text)))
    plain = plainly(low)
    for kinds, said in (((*SAYINGS, *IDIOMS), plain), ((*QUESTIONS, *REMARKS), low), ((*QUESTIONS, *REMARKS), plain)):
        for kind, words in kinds:
            if words.search(said) and not (kind in ("pact", "pacts") and _TOLD.search(low)):
                return _about(kind, about or (_first_in(seats, text) if kind in _NEEDS_NAME else None))
    asks = _ASKS.search(_TAG.sub("", low)) is not None or _ASKS.search(_TAG.sub("", plain)) is not None
    leaning = leaning_of(low, asks=asks)
    told = leaning in ("pact", "pacts") and _TOLD.search(low)
    if leaning is not None and not told and not (leaning in _NEEDS_NAME and about is None):
        return Topic(leaning, about)
    stance = stance_of(plain, asks=asks)
    if stance is not None and not (stance in _NEEDS_NAME and about is None):
        return Topic(stance, about)
    return Topic("question" if asks else "talk", about)


def _about(kind: TopicKind, about: str | None) -> Topic:
    return Topic("talk" if kind in _NEEDS_NAME and about is None else kind, about)


def _first_in(seats: Sequence[str], text: str) -> str | None:
    """The seat that a text names first, whomever else it names."""
    found = [(at.start(), seat) for seat in seats if (at := _name(seat).search(text)) is not None]
    return min(found)[1] if found else None


def _name(seat: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)", re.IGNORECASE)


def _unaddressed(to: str, text: str) -> str:
    """A text without the listener's name before or after it, unless that is all that it says."""
    if not to:
        return text
    name = re.escape(to)
    bare = re.sub(
        rf"^\W*(?:(?:hey|hi|oh|so|and|ok|well)\W+)?{name}\b(?!'s)[\s,:;.!\-]*|[\s,]+{name}(?=\W*$)",
        "",
        text,
        flags=re.I,
    )
    return bare if re.search(r"\w", bare) else text


def _marked(seats: Sequence[str], text: str) -> str:
    """A text written out, with `@` for each seat that it names."""
    names = "|".join(re.escape(seat.casefold()) for seat in sorted(seats, key=len, reverse=True))
    low = text.replace("\u2019", "'").casefold().strip().replace("@", " ")
    if names:
        low = re.sub(rf"(?<!\w)(?:{names})(?!\w)", "@", low)
    return written_out(low)


def spoken_of(seat: str, text: str) -> bool:
    """Does a text speak of this seat rather than to it?"""
    name = re.escape(seat.casefold())
    low = written_out(text)
    if re.match(rf"\W*(?:(?:hey|hi|oi|oh|so|and|ok|well)\W+)?{name}\W+(?:(?:\w+|\w+n't) )?you(?:'\w+)?\b", low):
        return False  # it begins with the name, and says you: "Ada did you bid"
    return (
        re.search(
            rf"(?<!\w){name}(?:'s| (?:is|was|has|had|will|wins?|leads?|broke|lied|lies|cheat\w*|took|stole|gave|"
            rf"gives|did|does|"
            rf"never|betray\w*|and|or)\b(?! (?:you|the|it|that|this|there|\d+[a-c])\b))|\b(?:stop|against|beware|"
            rf"beware of|trust|believe|watch|with|about|beat|"
            rf"of|than|like|and|or|"
            rf"is|did|does|has|was|block|help|feed|give|for|careful with|from) {name}(?!\w)",
            low,
        )
        is not None
    )


def named_in(seats: Sequence[str], text: str) -> str | None:
    """The one of `seats` that a text names; None if it names none, or several."""
    low = text.casefold()
    found = [seat for seat in seats if re.search(rf"(?<!\w){re.escape(seat.casefold())}(?!\w)", low)]
    return found[0] if len(found) == 1 else None
