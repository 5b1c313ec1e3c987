"""Answers of a bot that need no bargain: why it said something, what the rules of every game are, and what it says when
it is asked for a secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.bots.company.gist import Gist
from core.bots.company.voices import occasion_of
from core.bots.contract import Sight
from core.parts import Spec
from core.talk.channels import Message
from core.talk.parsing.spelling import meant, written_out
from core.talk.parsing.tales import told_of
from core.talk.parsing.topics import named_in

REASONS: Final[Mapping[str, str]] = {
    "decline": "what you offer is worth less to me than what I would give",
    "full": "each of my offers has somebody who waits for it",
    "meagre": "the swap would help you more than me",
    "hides": "what I hold is worth more while nobody knows it",
    "mum": "whoever knows where I go can be there first",
    "trade_secret": "an answer for nothing is a gift to whoever listens",
    "guilty": "the round paid better that way",
    "wary_pact": "the last word between us was broken, and not by me",
    "pact": "two who keep their word get further than one alone",
    "bound": "I agreed to it and have not taken it back",
    "alone": "the rules here leave two nothing to share",
    "leaves": "two in one place get nothing, and you spoke first",
    "contests": "whoever always chooses first wins, and you chose the round before",
    "leading": "I go by the points, and mine are the most",
    "leads": "I go by the points that everybody is shown",
    "unknown": "each of us is told its own points and nobody else's",
    "nobody": "each of us is told its own part and no more",
    "accused": "I have found nothing between us that I promised and did not do",
    "broke": "what came was not what we had agreed on",
    "kept": "what you gave is what you said you would give",
    "ahead": "the last round went my way",
    "behind": "the last round brought me nothing to speak of",
    "haggle": "half an offer cannot be weighed",
    "several": "so many things in one sentence can mean anything",
    "plans": "it is the best that I can reach from here",
    "elsewhere": "something else is worth more to me now",
    "warned": "I listen to everybody and believe few",
    "threatened": "threats change none of the sums",
    "sorry": "a grudge costs more than it brings",
    "doubts": "what came was not what had been agreed on",
    "trusts": "nothing that was agreed between us was broken",
    "agreed_on": "that is how both of us put it",
    "unsettled": "neither of us has said yes to anything here",
    "liars": "what came was not what had been agreed on",
    "vouches": "what was agreed came, each time",
    "hearsay": "I repeat what I heard, and weigh it by who said it",
    "rallied": "whoever is far in front has to be slowed by somebody",
    "discreet": "who tells on others is told little",
    "believes": "you have given me no cause to doubt it",
    "disbelieves": "the last word between us was broken, and not by me",
    "parted": "one of us wished it so",
    "spares": "I go by the sums, and they change each round",
    "vows": "a word that is kept once is believed twice",
    "advice": "it is what we know least about",
}
"""By the occasion of what was said, a clause."""
OFFERED: Final = "by my count it pays us both"
TALE: Final = "I was promised one thing and given another"
TOLD: Final = "it may be of use to you, and to me that you know it"
DONE: Final = "the round paid better that way"


def reason_of(seat: str, seats: Sequence[str], gist: Gist, heard: Sequence[Message], asked: Message) -> str | None:
    """Why `seat` said the last thing that the asker could read, or broke its word with them; None where it has said
    and done nothing that has a reason."""
    before = heard[: len(heard) - 1 - heard[::-1].index(asked)]  # the same may have been asked before
    about = named_in([name for name in seats if name != asked.by], asked.text)
    if about is not None and any(m.by == seat and told_of([about], m.text) is not None for m in before):
        return TALE
    last = next((one for one in reversed(before) if one.by == seat and asked.by in one.readers), None)
    if last is None:
        return DONE if asked.by in gist.wronged else None
    if told_of(seats, last.text) is not None:
        return TALE
    occasion = occasion_of(last.text) or gist.stock.get(last.text)
    if occasion:
        return REASONS.get(occasion)
    return OFFERED if last.deal is not None else TOLD


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
