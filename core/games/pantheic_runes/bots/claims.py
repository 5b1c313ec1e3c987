"""Who takes which place of the temple, by talk alone: what two seats pick goes to neither (PR-04), so whoever says
first which place it takes is left it. A claim is for one round and one place, and the last that a seat makes counts.
What a person claims who claimed one in the round before counts for nothing: somebody who always chose first won two
matches of three, and if bots only turned to other places of their own accord, still half as many again as its share."""

from __future__ import annotations

from core.dice import Draw
from core.games.pantheic_runes.views import Sight
from core.talk.parsing.claims import claimed

WORDS = (
    "I take place {} of the temple: leave it to me, and nobody loses it.",
    "Place {} is mine this round, by your leave.",
    "I pick place {}. Two who want it get nothing.",
    "Leave place {} to me, and I keep off yours.",
    "I go for place {}. The rest of the temple is yours.",
    "Keep off place {}, I beg you: I have plans for it.",
    "I'll take place {}. There are others, and they are lovely.",
    "Hands off place {}, friends. The gods and I have an understanding.",
)
"""How a bot claims a place."""


def claims(sight: Sight) -> dict[int, str]:
    """Whom each place claimed in this round is left to: people who do not insist, then bots; who said so first. In the
    first round people have no advance: a full tableau that early leads to half as many points again as the others'."""
    last: dict[str, tuple[bool, int, int]] = {}
    for at, message in enumerate(sight.heard):
        if message.round != sight.round or message.deal is not None:
            continue
        if message.by in sight.people and insists(sight, message.by):
            continue
        place = claimed(message.text)
        if place is not None and place < len(sight.view.temple):
            last[message.by] = (message.by not in sight.people or sight.round < 2, at, place)
    found: dict[int, str] = {}
    for by in sorted(last, key=lambda by: last[by]):
        found.setdefault(last[by][2], by)
    return found


def taken(sight: Sight) -> frozenset[int]:
    """The places that are left to others."""
    return frozenset(place for place, by in claims(sight).items() if by != sight.seat)


def insisted(sight: Sight) -> frozenset[int]:
    """The places that people claim who claimed one in the round before."""
    found = {
        message.by: place
        for message in sight.heard
        if message.round == sight.round and message.deal is None and message.by in sight.people
        if (place := claimed(message.text)) is not None and place < len(sight.view.temple)
    }
    return frozenset(place for by, place in found.items() if insists(sight, by))


def insists(sight: Sight, by: str) -> bool:
    """Did somebody claim a place in the round before this one, too?"""
    before = (m for m in sight.heard if m.by == by and m.round == sight.round - 1 and m.deal is None)
    return any(claimed(m.text) is not None for m in before)


def words(sight: Sight, place: int, draw: Draw) -> str:
    """A claim, in words that this seat has not used yet, nor anybody in this round."""
    said = [m.text for m in sight.heard if m.by == sight.seat or m.round == sight.round]
    fresh = [form for form in WORDS if not any(_same(form, text) for text in said)]
    return draw.pick(fresh or list(WORDS)).format(place)


def _same(form: str, text: str) -> bool:
    start, end = form.split("{}")
    return text.startswith(start) and text.endswith(end)
