"""Who takes which place of the temple, by talk alone: what two seats pick goes to neither (PR-04), so whoever says
first which place it takes is left it. A claim is for one round and one place, and the last that a seat makes counts.
Whoever claims one in round after round is left fewer: over a match the first choice would win it."""

from __future__ import annotations

from core.dice import Draw
from core.games.pantheic_runes.views import Sight
from core.hearing.claims import claimed

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
    """Whom each place claimed in this round is left to: people before bots, then who said so first."""
    last: dict[str, tuple[bool, int, int]] = {}
    for at, message in enumerate(sight.heard):
        if message.round != sight.round or message.deal is not None:
            continue
        place = claimed(message.text)
        if place is not None and place < len(sight.view.temple):
            last[message.by] = (message.by not in sight.people, at, place)
    found: dict[int, str] = {}
    for by in sorted(last, key=lambda by: last[by]):
        found.setdefault(last[by][2], by)
    return found


def taken(sight: Sight) -> frozenset[int]:
    """The places that are left to others."""
    return frozenset(place for place, by in claims(sight).items() if by != sight.seat)


def streak(sight: Sight, by: str) -> int:
    """In how many rounds just before this one somebody has claimed a place."""
    rounds = {m.round for m in sight.heard if m.by == by and m.deal is None and claimed(m.text) is not None}
    return next(number for number in range(sight.round + 1) if sight.round - 1 - number not in rounds)


def words(sight: Sight, place: int, draw: Draw) -> str:
    """A claim, in words that this seat has not used yet, nor anybody in this round."""
    said = [m.text for m in sight.heard if m.by == sight.seat or m.round == sight.round]
    fresh = [form for form in WORDS if not any(_same(form, text) for text in said)]
    return draw.pick(fresh or list(WORDS)).format(place)


def _same(form: str, text: str) -> bool:
    start, end = form.split("{}")
    return text.startswith(start) and text.endswith(end)
