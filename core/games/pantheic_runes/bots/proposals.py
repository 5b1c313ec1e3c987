"""Combining with other seats, for `steady`: proposals, answers and reasons."""

from __future__ import annotations

import msgspec

from core.bots.contract import Do, Move, Say
from core.dice import Draw
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.bots.plan import PLACE_NODES, Outlook, Plan, best_plan
from core.games.pantheic_runes.purse import hand_without
from core.games.pantheic_runes.routes import Means
from core.games.pantheic_runes.views import Sight
from core.talk.channels import Deal, Message
from core.talk.parsing.offers import lays
from core.talk.parsing.utterance import utterance

GRACE = 0.1
"""Points by which a person's proposal may fall short."""


def propose(other: str, gives: str, wants: str | None) -> list[Move]:
    if wants is None:
        sentence, want = f"I lay {gives} to combine. Put in whatever makes something of it.", "any"
    else:
        sentence, want = f"I lay {gives} to combine. With your {wants} it gives {runes.combine(gives, wants)}.", wants
    return [
        Say([other], sentence, Deal(give=gives, want=want)),
        Do({"kind": "propose_combine", "with": other, "tableau": gives}),
    ]


def best_answer(
    outlook: Outlook, have: Means, plan: Plan, gives: str, wants: str | None, grace: float = 0.0
) -> str | None:
    """Return the own tableau to combine with `gives`: the requested one or, for any, the best. None if it is not
    worth the mana."""
    if not can_combine(have):
        return None
    rated = []
    for own in dict.fromkeys(have.hand):
        if wants is None or own == wants:
            means = msgspec.structs.replace(put_in(have, own), combines_left=have.combines_left - 1)
            rated.append((best_plan(outlook, with_also(means, runes.combine(gives, own)), PLACE_NODES).value, own))
    value, own = max(rated, default=(0.0, ""))
    return own if own and value + grace > plan.value + 0.05 else None


def offer_of(sight: Sight, by: str) -> tuple[str, str | None] | None:
    """Return the tableau that a proposer lays and the one that it wants (None: any), by its last message of this
    round."""
    for message in reversed(sight.heard):
        if message.sender == by and message.round == sight.round and (offer := offer_in(message)) is not None:
            return offer
    return None


def offer_in(message: Message) -> tuple[str, str | None] | None:
    if message.deal is not None:
        gives, wants = runes.parse(message.deal.give), runes.parse(message.deal.want)
        if gives is not None:
            return gives, wants
    return lays(runes.tableaux_in_text(message.text), message.text)


def likely_tableaux(sight: Sight, other: str) -> tuple[str, ...]:
    """Return another seat's likely tableaux: its first ones in the first rounds, and those it offers now."""
    first = spec.START_TABLEAUX if sight.round <= 2 else ()
    messages = [m for m in sight.heard if m.sender == other and m.round == sight.round]
    offered = [laid[0] for m in messages if (laid := lays(runes.tableaux_in_text(m.text), m.text)) is not None]
    return tuple(dict.fromkeys((*first, *offered)))


def refusal_words(have: Means, wants: str | None) -> str:
    if not can_combine(have):
        return "I have no mana left to combine with."
    if not have.hand:
        return "I have no tableau left to put in."
    if wants is not None and wants not in have.hand:
        return f"I have no {wants} to put in."
    return "That would not help me. Another, perhaps?"


def can_combine(have: Means) -> bool:
    return have.combines_left >= 1 and (have.mana is None or have.mana >= 1)


def put_in(have: Means, tableau: str) -> Means:
    mana = None if have.mana is None else have.mana - 1
    return msgspec.structs.replace(have, hand=hand_without(have.hand, (tableau,)), mana=mana)


def with_also(have: Means, tableau: str) -> Means:
    return msgspec.structs.replace(have, hand=tuple(sorted((*have.hand, tableau))))


CLAIM_LINES = (
    "I take place {} of the temple: leave it to me, and nobody loses it.",
    "Place {} is mine this round, by your leave.",
    "I pick place {}. Two who want it get nothing.",
    "Leave place {} to me, and I keep off yours.",
    "I go for place {}. The rest of the temple is yours.",
    "Keep off place {}, I beg you: I have plans for it.",
    "I'll take place {}. There are others, and they are lovely.",
    "Hands off place {}, friends. The gods and I have an understanding.",
)


def claims(sight: Sight) -> dict[int, str]:
    """Return claimed places of this round with the seat they are left to: people who do not insist, then bots,
    earliest first. In the first round people have no precedence: an early full tableau is worth too much."""
    last_claims: dict[str, tuple[bool, int, int]] = {}  # (yields precedence, message, place) by seat
    for index, message in enumerate(sight.heard):
        if message.round != sight.round or message.deal is not None:
            continue
        if message.sender in sight.people and insists(sight, message.sender):
            continue
        place = utterance(message).claimed
        if place is not None and place < len(sight.view.temple):
            last_claims[message.sender] = (message.sender not in sight.people or sight.round < 2, index, place)
    claimed_by: dict[int, str] = {}
    for by in sorted(last_claims, key=lambda by: last_claims[by]):
        claimed_by.setdefault(last_claims[by][2], by)
    return claimed_by


def places_to_leave(sight: Sight) -> frozenset[int]:
    """Return places that others claim, or that this seat has promised to leave."""
    promised = {
        int(clause.what)
        for clause in sight.due
        if clause.who == sight.seat and clause.term == "leave" and not clause.negated
    }
    return frozenset(place for place, by in claims(sight).items() if by != sight.seat) | promised


def insisted_places(sight: Sight) -> frozenset[int]:
    place_by_seat = {
        message.sender: place
        for message in sight.heard
        if message.round == sight.round and message.deal is None and message.sender in sight.people
        if (place := utterance(message).claimed) is not None and place < len(sight.view.temple)
    }
    return frozenset(place for by, place in place_by_seat.items() if insists(sight, by))


def insists(sight: Sight, by: str) -> bool:
    """True if a seat claimed a place in the last round too."""
    earlier = (m for m in sight.heard if m.sender == by and m.round == sight.round - 1 and m.deal is None)
    return any(utterance(m).claimed is not None for m in earlier)


def claim_words(sight: Sight, place: int, draw: Draw) -> str:
    texts = [m.text for m in sight.heard if m.sender == sight.seat or m.round == sight.round]
    unused = [line for line in CLAIM_LINES if not any(_is_line(line, text) for text in texts)]
    return draw.pick(unused or list(CLAIM_LINES)).format(place)


def _is_line(line: str, text: str) -> bool:
    start, end = line.split("{}")
    return text.startswith(start) and text.endswith(end)
