"""Answers to questions about a bot's secrets: with truth, a lie, or a bargain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from core.bots.company.context import Answer, ReplyContext
from core.talk.parsing.words import meant, sign

LIARS: Final = frozenset({"sharp", "rogue"})
"""Levels of bots that may lie about a secret, if their temper is sly."""
# "mine is hope, yours?"
_SWAPS: Final = sign("reply", "swaps")
_WHICH: Final = sign("reply", "which")
_POOLS: Final = sign("reply", "pools")


def answer_about_secret(context: ReplyContext) -> Answer | None:
    """Answer a question about itself, as "do you have charity?", with truth, lie or a bargain."""
    gist, lowered = context.gist, context.heard.plain
    if not gist.secrets or "@" in context.heard.low:
        return None
    things = {meant(word, tuple(gist.secrets)) or "" for word in re.findall(r"[a-z]+", lowered)} - {""}
    if _WHICH.search(lowered):
        own_letters = [note for note in gist.notes.values() if note.endswith(f" is {context.sight.seat}'s.")]
        return "worth", {"worth": " ".join(own_letters)}
    if _POOLS.search(lowered):
        return "trade_secret", {"thing": "my own letters"}
    letters = set(re.findall(r"\b[B-HJ-Z]\b", context.message.text)) & gist.notes.keys()
    letters -= {letter for letter in letters if gist.notes[letter] == f"{letter} is {context.other}'s."}
    if letters - {secret.truth.split()[0] for secret in gist.secrets.values()}:
        return None  # about another seat's letter
    swaps = _SWAPS.search(lowered) is not None
    if ("?" not in lowered or swaps) and (repaid := _repay_confession(context, things, swaps)) is not None:
        return repaid
    asks = "?" in lowered or re.match(r"\W*(?:who|got|do|does|is|are|have|what|which|tell me)\b", lowered) is not None
    if not asks or "lock" in lowered or re.search(r"\b(?:you|your|yours|who|got|tell me)\b", lowered) is None:
        return None
    if len(things) != 1:
        own = things or re.search(r"\b(?:sin|virtue|letters?|pair|secret)\b|\bwhat are you\W*$", lowered)
        return ("trade_secret", {"thing": "my own letters"}) if own and re.search(r"\byour?s?\b", lowered) else None
    thing = things.pop()
    secret = gist.secrets[thing]
    if context.open and context.other in gist.allies:
        return "confess", {"claim": secret.truth}
    if not context.in_common and context.temper == "sly" and context.level in LIARS:
        return "confess", {"claim": secret.lie}
    return "trade_secret", {"thing": thing}


def _repay_confession(context: ReplyContext, things: Sequence[str] | set[str], unasked: bool) -> Answer | None:
    """Answer once a person who tells an own letter after the bot asked for that, or of their own accord (`unasked`)."""
    sight, gist, lowered = context.sight, context.gist, context.heard.plain
    if context.in_common or not things or not re.search(r"\b(?:i have|i've got|i am|i'm|mine|my)\b|\byes\b", lowered):
        return None
    occasions = [m.occasion for m in sight.heard if m.sender == sight.seat and context.other in m.readers and m.of_two]
    if ("trade_secret" not in occasions and not unasked) or "confess" in occasions:
        return None
    own = next((secret for secret in gist.secrets.values() if secret.truth.endswith("yes.")), None)
    if own is not None and context.other in gist.allies:
        return "confess", {"claim": own.truth}
    lies = own is not None and context.temper == "sly" and context.level in LIARS
    return ("confess", {"claim": own.lie}) if own is not None and lies else ("hides", {})
