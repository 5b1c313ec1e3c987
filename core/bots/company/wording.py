"""Words a bot's decided lines by a program of the host (its voice).

The house's line stays if the program fails, or if its text could be taken for a line that other bots read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.bots.company.context import AnySight
from core.bots.contract import Say
from core.json import Json
from core.refusal import Refused
from core.talk.channels import check_seen, check_text, clean
from core.talk.parsing.utterance import Utterance, tongue

Voice = Callable[[Json], str | None]
"""Returns the words for a decided line, or None."""
VOICED: Final = frozenset({
    "greet", "aboard", "greeted", "thanked", "bye", "sorry", "accused", "guilty", "warned", "threatened", "hides",
    "mum", "haggle", "wary_pact", "alone", "discreet", "unsettled", "nothing", "took", "missed", "equal",
    "close", "device", "praises", "points_out", "bantered",
})  # fmt: skip
"""Occasions of lines on which no play depends."""
EARLIER_LINES: Final = 8
"""Earlier lines that a program gets."""
LONGEST_ANSWER: Final = 300
"""Characters of its answer."""
LINES_A_TURN: Final = 2
"""Lines of one turn given to the program: each may take seconds, and other bots wait."""


def voice_input(sight: AnySight, move: Say, temper: str) -> Json | None:
    """Return the program's input for a line: the decision, and earlier lines of that room, all from the bot's Sight.
    None for a line that keeps its words."""
    occasion = move.occasion
    if move.deal is not None or move.act is not None or occasion not in VOICED:
        return None
    to = move.to if isinstance(move.to, str) else sorted(move.to)
    readers = {sight.seat, *to}
    said_there = [m for m in sight.heard if (m.channel == to or (m.channel, {*m.readers}) == ("seats", readers))]
    return {
        "seat": sight.seat, "temper": temper, "act": occasion, "line": move.text, "to": to, "round": sight.round,
        "before": [{"by": m.sender, "text": m.text} for m in said_there[-EARLIER_LINES:]],
    }  # fmt: skip


def checked_words(sight: AnySight, answer: str | None) -> str | None:
    """Return a program's words if they are only talk; else None."""
    text = clean(" ".join((answer or "").split()))
    try:
        check_text(text)
        check_seen(text)
    except Refused:
        return None
    heard = Utterance(tongue((), sight.seats), text, sight.seat)
    if len(text) > LONGEST_ANSWER or heard.kind != "talk" or heard.claimed is not None:
        return None
    remark = heard.remark({})
    speaks = heard.accused or heard.act or (remark and remark.kind in ("accuse", "threat", "thanks", "hello", "bye"))
    return None if speaks or (heard.asks and heard.question is not None) else text
