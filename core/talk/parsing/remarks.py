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
        "promises", "no", "defers", "insult", "joke", "mood",
        "quiet", "nudge", "hello", "thanks", "bye", "praise", "banter", "sorry", "states",
    ]
)  # fmt: skip
_ASKED: Final[Mapping[RemarkKind, AskKind]] = {kind: kind for kind in get_args(AskKind)}
_FORMS: Final = {name: re.compile(pattern) for name, pattern in CHAT["forms"].items()}
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
    word: str = ""
    """The longest word of its sign, as `bored`."""


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
    return (
        _FORMS["asks"].search(low) is not None
        and _FORMS["tells"].match(low) is None
        and _FORMS["tagged"].match(low) is None
    )


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
    if preface := _FORMS["preface"].match(low):
        low, question = low[preface.end() :], True
    names_of = dict(things)
    named = _things_named(names_of, _FORMS["subject"].sub("", bare), _FORMS["subject"].sub("", low)) or _things_named(
        names_of, bare, low
    )
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
    sign = None if row is None else row[1].search(low)
    return ParsedRemark(
        kind, named, about, away, you, max(re.findall(r"\w+", sign[0]) if sign else [], key=len, default="")
    )


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
