"""The rules that hold in every game, as far as people ask a bot for them at the table; a game's own are in its gist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from core.parts import Spec
from core.talk.parsing.spelling import written_out

_COMMON: Final = (
    (
        re.compile(r"\bdeath match\b"),
        "After the last round the candidate names an opponent who holds no Token of Life; they meet in a duel.",
    ),
    (
        re.compile(r"\btokens? of life\b"),
        "Who holds a Token of Life cannot be named as the opponent in the Death Match.",
    ),
    (
        re.compile(r"\bcandidate\b"),
        "The elimination candidate is who did worst; it names its opponent in the Death Match.",
    ),
    (
        re.compile(r"\b(?:lie|lying|bluff\w*|cheat\w*|promises?|honest|deals? (?:bind|count)|words? (?:bind|count))\b"),
        "Nothing that is said binds anybody: what is sealed at the close is what counts.",
    ),
    (
        re.compile(
            r"\b(?:undo|withdraw|take back|redo|wrong orders?)\b|\bchange (?:my|our|your|the|an?|it|orders?|them|"
            r"something)\b"
        ),
        "Orders can be changed until the close; the last ones that you sealed count.",
    ),
    (
        re.compile(r"\b(?:seal|ready)\b"),
        "What you draft counts only once it is sealed; whoever is ready waits for the others.",
    ),
    (
        re.compile(r"\bwhen\b|\bhow long does (?:a|the|this) (?:round|year)|\bend of (?:the|this) round"),
        "A round closes when all are ready, or at its deadline if it has one.",
    ),
)
GENERAL: Final = re.compile(
    r"\b(?:rules?|explain|this|it|here|trick|supposed|goal|aim|point|play|game|win|get)\b|^\W*how\W*$|\bwhat (?:do|"
    r"can|must) i\b"
)
"""What asks for nothing in particular: the rule that everybody needs first answers it."""
_LENGTH: Final = re.compile(
    r"\bhow many (?:more )?(?:rounds?|years?|turns?)\b|\bhow long\b[^.!?]*\b(?:rounds?|years?|left|go|last|take|"
    r"match|game)\b"
)


def asked_for(spec: Spec, round_: int, own: Mapping[str, str], text: str) -> str:
    """The rule that a question asks for: one of the game's `own`, by word, or one of every game; empty if neither."""
    low = written_out(text)
    found = {own[word] for word in own if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", low)}
    if len(found) == 1:
        return found.pop()
    if _LENGTH.search(low):
        return f"There are {spec.rounds} {spec.round_word}s in all, and this is {spec.round_word} {max(1, round_)}."
    return next((rule for words, rule in _COMMON if words.search(low)), "")
