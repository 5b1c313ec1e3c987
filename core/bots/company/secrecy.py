"""What a bot says when it is asked for a secret of its own, by temper: truth, lie or a bargain."""

from __future__ import annotations

import re
from typing import Any

from core.bots.company.gist import Gist
from core.bots.company.voices import occasion_of
from core.bots.contract import Sight
from core.talk.channels import Message
from core.talk.parsing.spelling import meant, written_out

OPEN = frozenset({"warm", "blunt"})
"""Tempers that tell what they hold, and the truth to allies."""
LIARS = frozenset({"sharp", "rogue"})
"""Levels of bots that may tell a lie of a secret, where their temper is sly: the others' play never lies of it."""


def secret_in(
    gist: Gist, temper: str, level: str, message: Message, in_common: bool
) -> tuple[str, dict[str, str]] | None:
    """What to say to a question about oneself, as "do you have charity?": truth, lie or a bargain."""
    low = re.sub(r"\bhope (?=you|i\b|we|that|it|so|to|not|this|they)|\bi hope\b", " ", written_out(message.text))
    if not gist.secrets or re.search(r"\byou (?:have )?lied\b|\bliar\b", low):
        return None
    things = {found for word in re.findall(r"[a-z]+", low) if (found := meant(word, tuple(gist.secrets))) is not None}
    if len(things) == 1 and re.search(r"\b(?:you|your|yours)\b", low) is None:
        asked = "?" in low or re.match(r"\W*(?:who|got|any|have|is it|tell me)\b", low)
        return ("trade_secret", {"thing": things.pop()}) if asked else None
    if len(things) != 1:
        if re.search(
            r"\bmine\b[^.!]*\byours?\b|\byours?\b[^.!]*\bmine\b|\bswap (?:letters|secrets|info)|"
            r"\banswer for an answer\b",
            low,
        ):
            return "trade_secret", {"thing": "my own letters"}
        bare = re.search(r"\byou(?:r|rs)?\b[^.!?]*\b(sin|virtue|letters?|pair|attributes?|secret)\b", low) or re.search(
            r"\b(sin|virtue|letters?|pair|attributes?|secret)\b[^.!?]*\b(?:are|have) you\b|"
            r"\b(?:which|what) (letter|sin|virtue|one) (?:is|are) yours?\b|"
            r"\b(sin|virtue)\b[^.!?]*\byou(?:r| are| have)\b",
            low,
        )
        if len(things) > 1 and re.search(r"\byou(?:r|rs)?\b", low) is None:
            return None
        asks = things or (bare is not None and re.search(r"\?|\b(?:what|which|tell|is|are|do)\b", low))
        return ("trade_secret", {"thing": "my own letters"}) if asks and "lock" not in low else None
    thing = things.pop()
    secret = gist.secrets[thing]
    if not in_common and temper in OPEN and message.by in gist.allies:
        return "confess", {"claim": secret.truth}
    if not in_common and temper == "sly" and level in LIARS:
        return "confess", {"claim": secret.lie}
    return "trade_secret", {"thing": thing}


_TELLS = re.compile(r"\b(?:i have|i've got|i am|i'm|mine|my (?:letters?|sin|virtue))\b|\byes\b")


def paid(
    sight: Sight[Any, Any, Any], gist: Gist, temper: str, level: str, message: Message, in_common: bool
) -> tuple[str, dict[str, str]] | None:
    """Somebody tells of a letter of its own after it was asked for that: now it is the bot's turn, once."""
    low = written_out(message.text)
    if not gist.secrets or in_common or "?" in low or not _TELLS.search(low):
        return None
    named = [word for word in re.findall(r"[a-z]+", low) if meant(word, tuple(gist.secrets)) is not None]
    said = [occasion_of(m.text) for m in sight.heard if m.by == sight.seat and message.by in m.readers and m.of_two]
    if not named or "trade_secret" not in said or "confess" in said:
        return None
    own = next((one for one in gist.secrets.values() if one.truth.endswith("yes.")), None)
    if own is not None and message.by in gist.allies:
        return "confess", {"claim": own.truth}
    return ("confess", {"claim": own.lie}) if own is not None and temper == "sly" and level in LIARS else ("hides", {})
