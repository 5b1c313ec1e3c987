"""A voice of the host's own: a program that puts what a bot has decided to say into words of its own.

It is asked for lines of talk alone. What bots read of one another (a no, a pact, a claim, a tale, terms) stays in the
house's words, and so does every figure and rule; where the program fails, or says what could be taken for one of these,
the house's line stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.bots.company.reply import AnySight
from core.bots.contract import Say
from core.json import Json
from core.refusal import Refused
from core.talk.channels import check_seen, check_text, clean
from core.talk.parsing import hear
from core.talk.parsing.asks import act_in, claimed, told_of
from core.talk.voices import occasion_of

Voice = Callable[[Json], str | None]
"""Gives the words for what it is told, or None."""
VOICED: Final = frozenset({
    "greet", "aboard", "greeted", "thanked", "bye", "sorry", "accused", "guilty", "warned", "threatened", "hides",
    "mum", "haggle", "wary_pact", "alone", "discreet", "free", "unsettled", "nothing", "took", "missed", "equal",
    "close", "device", "praises", "points_out",
})  # fmt: skip
"""Occasions whose words nobody goes by."""
LATEST: Final = 8
"""How many of the lines before it a program is shown."""
LONGEST: Final = 300
"""Characters of its answer."""
AT_ONCE: Final = 2
"""Lines of one turn that are put into other words: each may take seconds, and other bots wait."""


def asked(sight: AnySight, move: Say, temper: str) -> Json | None:
    """What a program is given for a line: what was decided, by whom, and what was said before where it will stand. Made
    of the bot's Sight, and of what all who hear the line have read. None where the line stays as it is."""
    occasion = occasion_of(move.text)
    if move.deal is not None or move.act is not None or occasion not in VOICED:
        return None
    to = move.to if isinstance(move.to, str) else sorted(move.to)
    readers = {sight.seat, *([] if isinstance(to, str) else to)}
    before = [
        m
        for m in sight.heard
        if (m.channel == to if isinstance(to, str) else m.channel == "seats" and set(m.readers) == readers)
    ]
    return {
        "seat": sight.seat,
        "temper": temper,
        "act": occasion,
        "line": move.text,
        "to": to,
        "round": sight.round,
        "before": [{"by": m.by, "text": m.text} for m in before[-LATEST:]],
    }


def guarded(sight: AnySight, found: str | None) -> str | None:
    """The words of a program, if they are nothing but talk; None otherwise."""
    text = clean(" ".join((found or "").split()))
    try:
        check_text(text)
        check_seen(text)
    except Refused:
        return None
    if (
        len(text) > LONGEST
        or hear({}, text).kind != "talk"
        or claimed(text) is not None
        or occasion_of(text) is not None
    ):
        return None
    seats = [seat for seat in sight.seats if seat != sight.seat]
    return None if told_of(seats, text) is not None or act_in(seats, text) is not None else text
