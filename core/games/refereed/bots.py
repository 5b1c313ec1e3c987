"""Bots: they fill the form legally, at random."""

from __future__ import annotations

from core.bots import contract as bots
from core.dice import Draw
from core.games.refereed.forms import holds
from core.games.refereed.structs import Orders, Report, View
from core.json import Json
from core.parts import Number
from core.usual import OnceARound

Sight = bots.Sight[Orders, View, Report]


def bot(level: str, seat: str, seed: int) -> OnceARound[Orders, View, Report]:
    return OnceARound(seat, seed, plan)


def plan(sight: Sight, draw: Draw) -> Json | None:
    """Answer every question that is asked: a number in its bounds, a text of few words, any of the rest."""
    answers: Json = {}
    for slot in dict.fromkeys(choice.slot for choice in sight.asks.choices):
        choices = sight.asks.open(slot)
        name, entry = slot.partition(".")[2], choices[0].entry
        if not holds(sight.view.conditions.get(name, ""), answers):
            continue
        usual = (choices[0].probe or {})["answers"][name]
        if isinstance(entry, Number):
            answers[name] = entry.least + draw.below(entry.most - entry.least + 1)
        elif entry is not None:
            answers[name] = draw.pick(("I wait.", "I stay where I am.", "I watch the others."))[: entry.longest]
        elif isinstance(usual, list):
            answers[name] = draw.sample([str(choice.value) for choice in choices], len(usual))
        else:
            answers[name] = draw.pick(choices).value
    return {"answers": answers}
