"""Generous reading of sentences that bind no seat: the kind of a remark and what it names.

A wrong guess costs one line, so one keyword is enough. `clauses` and `answers` read what binds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from core.talk.acts import Ask, AskKind
from core.talk.parsing.asks import marked, named_in, unaddressed
from core.talk.parsing.words import CHAT, READ, meant, whole

RemarkKind = (
    AskKind
    | Literal[
        "trade", "word", "own", "done", "third", "again", "request", "threat", "accuse", "wants", "holds", "goes",
        "promises", "no", "quiet", "nudge", "hello", "thanks", "bye", "praise", "banter", "sorry", "states",
    ]
)  # fmt: skip
_ASKED: Final[Mapping[RemarkKind, AskKind]] = {kind: kind for kind in get_args(AskKind)}
_ASKS: Final = re.compile(
    r"\?|^[^\w@]*(?:(?:hey|hi|hello|yo|psst|so|and|but|ok|well|oh|wait|btw|question)\W+)*"
    r"(?:who|whom|what(?! an? )|where|when|which|why|how|whose|do|does|did|are|"
    r"is|was|were|have|has|can(?!')|could|will|would|should|shall|may|any|anyone|anybody|anything|got|fancy|"
    r"want (?:to|an?|some)|care to|up for|\w+n't (?:you|we|i|it|they|@))\b|\b(?:am i|are we|is it|are they)\W*$|"
    r"^\W*you (?:still )?(?:\w+ing|want|need|got)\b|^\W*(?:please )?(?:help|explain|advise me|tell me (?:the|what|how|"
    r"why|who)|show me|tips?|advice|rules?)\b|\b(?:is|are) (?:who|what|where)\b|\b\w+n't (?:you|we|it|they|i|@)\W*$|"
    r", (?:what(?! an?\b)|which|who|any|how|(?:can|may|should|do) i|(?:can|could|will|would|do|did|are|have) you|"
    r"want to)\b|\bfor what\W*$|\w (?:right|correct|or not|innit|huh)\W*$"
)
_PREFACE: Final = re.compile(
    r"\W*(?:(?:quick )?question\b|(?:do you )?(?:think|reckon|believe)(?= i should| @)|"
    r"(?:do|don't) you (?:think|reckon|believe)(?: it's time to)?|(?:\w+ ){0,3}(?:tell|remind) me|"
    r"(?:can|could|would|will) (?:you|any(?:one|body)|some(?:one|body)) (?:please )?"
    r"(?:tell|explain)(?: to)? (?:me|us)|do you (?:happen to )?know|any(?:one|body) knows?|i(?:'m| was| am)? "
    r"wonder(?:ing)?|(?:i'd|i would) like to know)(?: if| whether|(?=[,:]? (?:what|who|how|which|where|why|when|is|are|"
    r"can|do|does|i should|@)\b))"
)
"""Asks politely for the question that follows."""
_TELLS: Final = re.compile(
    r"(?!.*[,.;!] (?:so |and |but )?(?:can|could|shall|will|would) (?:you|we|i|an?|my)\b[^.]*\?)\W*(?:i've|i have|"
    r"i got|my|mine)\b(?! \S+\W*$)|\W*(?:got|have) (?!any|you|we)[^?]*$"
)
"""Begins of a statement, also if a question follows."""
_TAGGED: Final = re.compile(  # "I take A, ok?"
    r"\W*(?!(?:who|what|where|when|which|why|how|do|does|did|are|is|can|could|will|would|shall|should|may|want|any)\b)"
    r".*\w\W+(?:agreed|ok|okay|deal|fine)\W*\?\W*$"
)
_SUBJECT: Final = re.compile(r"\bmy \w+(?= (?:is|are)\b)", re.IGNORECASE)  # "my letter is P"
_AWAY: Final = "stay|keep|leave|don't|do not|never|avoid|hands off|not"


class ParsedRemark(NamedTuple):
    kind: RemarkKind
    things: tuple[str, ...] = ()
    """Words of the game that it names, as the listener's TalkFacts spells them."""
    about: str = ""
    """The one other seat that it names."""
    away: bool = False
    """True if a request asks to leave something alone."""
    you: bool = False
    """True if it speaks to the listener."""


def remark_in(things: Mapping[str, str], verbs: str, seats: Sequence[str], text: str, to: str) -> ParsedRemark | None:
    """Return the remark that a text is; None without a telling word.

    Args:
        things: names of the game's things by word, in small letters; single capitals stand for themselves.
        verbs: pattern of verbs that the game adds to those of every game.
        seats: seats that the text may name.
        to: the listener.
    """
    return _remark(tuple(things.items()), verbs, tuple(seats), text[:READ], to)


def asks(text: str) -> bool:
    """True for a question, also one without its mark."""
    low = marked((), text)
    return _ASKS.search(low) is not None and _TELLS.match(low) is None and _TAGGED.match(low) is None


def question_in(seats: Sequence[str], text: str, to: str) -> Ask | None:
    """Return the question of a text that every game answers; None for anything else."""
    remark = remark_in({}, "", seats, text, to)
    about = None if remark is None else _ASKED.get(remark.kind)
    return None if remark is None or about is None else Ask(about, remark.about)


@lru_cache(maxsize=2048)
def _remark(
    things: tuple[tuple[str, str], ...], verbs: str, seats: tuple[str, ...], text: str, to: str
) -> ParsedRemark | None:
    bare = unaddressed(to, text)
    low = marked(seats, bare)
    question = asks(bare)
    if preface := _PREFACE.match(low):
        low, question = low[preface.end() :], True
    names_of = dict(things)
    named = _things_named(names_of, _SUBJECT.sub("", bare), _SUBJECT.sub("", low)) or _things_named(names_of, bare, low)
    about = named_in(seats, bare) or ""
    names = bool(named or about or "@" in low)
    rows = _rows("question" if question else "statement", verbs)
    row = next((row for row in rows if row[1].search(low) and not (row[0] == "sorry" and named)), None)
    kind = None if row is None else row[0]
    if kind in ("wants", "holds", "goes") and not names:
        kind = "states"
    you = re.search(r"\byou(?:r|rs|'\w+)?\b", low) is not None
    if names and row in (None, rows[-1]):
        kind = "third" if question else "states"
    if kind is None and question and you:
        kind = "done"
    if kind is None:
        return None
    away = re.search(rf"\b(?:{_AWAY}|n't|nobody|no one)\b", low) is not None
    return ParsedRemark(kind, named, about, away, you)


@lru_cache(maxsize=32)
def _rows(form: str, verbs: str) -> tuple[tuple[RemarkKind, re.Pattern[str]], ...]:
    """Return kinds of remarks with their signs, in order."""
    families = {**CHAT["words"], "verbs": verbs or "!"}

    def pattern(signs: Sequence[str]) -> re.Pattern[str]:
        joined = "|".join(signs)
        for name, words in families.items():
            joined = joined.replace(f"{{{name}}}", words)
        return re.compile(joined)

    return tuple((row["kind"], pattern(row["any"])) for row in (*CHAT["both"], *CHAT[form]))


def _things_named(things: Mapping[str, str], text: str, low: str) -> tuple[str, ...]:
    places: dict[str, int] = {}
    for word, name in ((word, name) for word, name in things.items() if word):
        letter = len(word) == 1 and word.isupper()
        match = re.search(rf"(?<![\w'/]){word}(?![\w'])", text) if letter else whole(word).search(low)
        if match is not None and name not in places:
            places[name] = match.start()
    long = tuple(word for word in things if len(word) > 3)
    for match in re.finditer(r"[a-z]{5,}", low):
        near = meant(match[0], long)
        if near is not None:
            places.setdefault(things[near], match.start())
    return tuple(sorted(places, key=lambda name: places[name]))
