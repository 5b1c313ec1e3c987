"""Ears of the host's own: a program that says which act a person's words are, if the house does not read them.

Its answer is checked; terms are echoed and bind by the person's own yes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, get_args

import msgspec

from core.bots.company.context import AnySight
from core.json import Json
from core.refusal import Refused
from core.talk import acts
from core.talk.acts import SEATS, AnyAct, AskKind, Offer, Term, Warn, all_terms, check_offer
from core.talk.channels import Message

Ear = Callable[[Json], str | None]
"""Returns an act as JSON, or None."""
Heard = Offer | acts.Ask | Warn | acts.Accuse | acts.Apologise | acts.Threaten | acts.Courtesy
LATEST: Final = 8
"""Earlier lines that a program gets."""


def ear_input(sight: AnySight, message: Message, game_terms: Sequence[Term], rounds: int) -> Json:
    """Return the program's input: the words, the acts that are possible now, and earlier lines of that conversation,
    all from the bot's Sight."""
    thread = [m for m in sight.heard if m.key == message.key and m != message]
    terms = [
        {"term": term.id, "says": term.says, "what": list(sight.seats if term.among == SEATS else term.among),
         "between": "{to}" in term.says}
        for term in all_terms(game_terms).values()
    ]  # fmt: skip
    return {
        "seat": sight.seat, "by": message.sender, "text": message.text, "round": sight.round, "rounds": rounds,
        "seats": list(sight.seats),
        "acts": [
            {"kind": "offer", "terms": terms},
            {"kind": "ask", "about": list(get_args(AskKind))},
            {"kind": "warn", "of": [seat for seat in sight.seats if seat not in (sight.seat, message.sender)]},
            *({"kind": kind} for kind in ("accuse", "apologise", "threaten")),
            {"kind": "courtesy", "word": ["hello", "thanks", "bye"]},
        ],
        "before": [{"by": m.sender, "text": m.text} for m in thread[-LATEST:]],
    }  # fmt: skip


def act_of(
    sight: AnySight, message: Message, game_terms: Sequence[Term], rounds: int, answer: str | None
) -> AnyAct | None:
    """Return a program's act if it is possible now; else None."""
    try:
        act: Heard = msgspec.convert(json.loads(answer or "null"), type=Heard)
        if isinstance(act, Offer):
            now = max(1, sight.round)
            check_offer(game_terms, sight.seats, message.sender, (message.sender, sight.seat), now, rounds, act)
        elif isinstance(act, Warn) and act.about not in sight.seats:
            return None
    except (ValueError, msgspec.ValidationError, Refused, TypeError):
        return None
    return act
