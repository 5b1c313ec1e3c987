"""Which answer fits what somebody said: the occasion, and what its line is filled with."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from core.bots import Sight
from core.company import pacts
from core.company.gist import Gist, Plan
from core.company.reasons import reason_of
from core.hearing.claims import claimed
from core.hearing.tales import told_of
from core.hearing.topics import Topic, named_in, topic_of
from core.hearing.wishes import wish_in
from core.talk import Message

OPEN = frozenset({"warm", "blunt"})
"""Tempers that tell what they hold, and the truth to allies."""
LIARS = frozenset({"sharp", "rogue"})
"""Levels of bots that may tell a lie of a secret, where their temper is sly: the others' play never lies of it."""

PLAIN = {
    "threat": "threatened",
    "insult": "insulted",
    "thanks": "thanked",
    "praise": "praised",
    "greeting": "greeted",
    "apology": "sorry",
    "question": "asked",
    "plan": "mum",
    "machine": "machine",
    "last": "asked",
    "worth": "asked",
    "rules": "asked",
    "talk": "chat",
}


class Reply(NamedTuple):
    """What to say."""

    occasion: str
    slots: dict[str, str]


def reply_to(
    sight: Sight[Any, Any, Any], gist: Gist, temper: str, level: str, message: Message, *, in_common: bool
) -> Reply:
    """The answer of one temper to a message that puts no deal. `in_common`: others read the answer."""
    other = message.by
    secret = _secret(gist, temper, level, message, in_common)
    if secret is not None:
        return Reply(secret[0], {"other": other, **secret[1]})
    topic = topic_of([seat for seat in sight.seats if seat not in (sight.seat, other)], message.text)
    if topic.kind == "plan" and gist.plan is not None:
        spot = _spot(gist, message.text)
        occasion, slots = _plan(gist.plan, spot, temper, level, in_common)
    else:
        occasion, slots = _by_topic(sight, gist, temper, topic, message, in_common)
    return Reply(occasion, {"other": other, **slots})


def _by_topic(
    sight: Sight[Any, Any, Any], gist: Gist, temper: str, topic: Topic, message: Message, in_common: bool
) -> tuple[str, dict[str, str]]:
    if topic.kind == "leader":
        found = _leader(sight, gist)
        secret = gist.leaders is None and (in_common or temper not in OPEN)
        return ("nobody", {}) if found[0] == "unknown" and secret else found
    if topic.kind == "hand":
        return ("shows", {"holds": gist.holds}) if gist.holds and temper in OPEN and not in_common else ("hides", {})
    if topic.kind == "pact":
        return _pact(sight, gist, message.by, in_common), {}
    if topic.kind == "claim" and (place := claimed(message.text)) is not None and place < gist.places:
        return ("contests" if message.by in gist.insistent else "leaves"), {"place": str(place)}
    if topic.kind == "warning" and topic.about is not None:
        return "warned", {"about": topic.about}
    if topic.kind == "accusation":
        return ("guilty" if message.by in gist.wronged else "accused"), {}
    if topic.kind == "why":
        others = [seat for seat in sight.seats if seat != sight.seat]
        reason = reason_of(sight.seat, others, gist, sight.heard, message)
        return ("asked", {}) if reason is None else ("because", {"reason": reason})
    if topic.kind == "advice":
        side = not gist.allies or message.by in gist.allies
        return ("advice", {"advice": gist.advice}) if gist.advice and side else ("asked", {})
    if topic.kind == "worth" and (worth := _worth(gist, message.text)):
        return "worth", {"worth": worth}
    if topic.kind == "rules" and gist.rule:
        return "rules", {"rule": gist.rule}
    if topic.kind == "trust":
        return _trust(sight, gist, topic.about)
    if topic.kind == "last" and (gist.gain or gist.behind):
        return ("recalls", {"gain": gist.gain}) if gist.gain else ("behind", {})
    goods = _goods(gist, message.text)
    if len(goods) > 2 and topic.kind in ("question", "talk"):
        return "several", {"goods": f"{', '.join(goods[:-1])} and {goods[-1]}"}
    if topic.kind in ("question", "talk", "plan") and gist.names and wish_in(gist.names, message.text) is not None:
        return "haggle", {}
    return PLAIN.get(topic.kind, "chat"), {}


def _trust(sight: Sight[Any, Any, Any], gist: Gist, about: str | None) -> tuple[str, dict[str, str]]:
    """How far it trusts somebody, by what it met with itself and has told already; or what its own word is worth."""
    if about is None:
        return "vows", {}
    told = any(m.by == sight.seat and told_of([about], m.text) is not None for m in sight.heard)
    return ("doubts" if told or about in gist.broken_by else "trusts"), {"about": about}


def _plan(plan: Plan, spot: str | None, temper: str, level: str, in_common: bool) -> tuple[str, dict[str, str]]:
    """What to say to a question where it is going: the truth, half of it, something else, or nothing, by temper."""
    if temper == "sly" and level in LIARS:
        return (
            ("elsewhere", {"spot": spot})
            if spot is not None and spot in plan.goals
            else ("plans", {"plan": plan.feint})
        )
    if temper not in OPEN:
        return "mum", {}
    if spot is not None:
        return ("plans", {"plan": plan.goals[spot]}) if spot in plan.goals else ("elsewhere", {"spot": spot})
    return "plans", {"plan": plan.half if in_common else plan.truth}


def _spot(gist: Gist, text: str) -> str | None:
    """The one spot that a text names, as it is written."""
    low = text.casefold()
    found = {gist.spots[word] for word in gist.spots if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", low)}
    return found.pop() if len(found) == 1 else None


def _worth(gist: Gist, text: str) -> str:
    """What everybody may know of the one thing that a question of worth names."""
    low = text.casefold()
    found = {gist.worths[word] for word in gist.worths if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", low)}
    return found.pop() if len(found) == 1 else ""


def _leader(sight: Sight[Any, Any, Any], gist: Gist) -> tuple[str, dict[str, str]]:
    if gist.leaders is not None and len(gist.leaders) == 1:
        leader = gist.leaders[0]
        return ("leading", {}) if leader == sight.seat else ("leads", {"leader": leader})
    return ("unknown", {"own": gist.own}) if gist.own else ("nobody", {})


def _pact(sight: Sight[Any, Any, Any], gist: Gist, other: str, in_common: bool) -> str:
    if not gist.pacts or in_common:
        return "alone" if not gist.pacts else "hides"
    if other in pacts.standing(sight.seat, sight.heard):
        return "bound"
    return "wary_pact" if other in gist.broken_by else "pact"


def _secret(
    gist: Gist, temper: str, level: str, message: Message, in_common: bool
) -> tuple[str, dict[str, str]] | None:
    """What to say to a question about oneself, as "do you have charity?": truth, lie or a bargain."""
    low = message.text.casefold()
    if re.search(r"\b(?:you|your|yours)\b", low) is None:
        return None
    thing = named_in(list(gist.secrets), low)
    if thing is None:
        return None
    secret = gist.secrets[thing]
    if not in_common and temper in OPEN and message.by in gist.allies:
        return "confess", {"claim": secret.truth}
    if not in_common and temper == "sly" and level in LIARS:
        return "confess", {"claim": secret.lie}
    return "trade_secret", {"thing": thing}


def _goods(gist: Gist, text: str) -> list[str]:
    low = text.casefold()
    found = {gist.names[word]: None for word in gist.names if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", low)}
    return list(found)
