"""Chooses the answer to what somebody said: the occasion, and the values that its line is filled with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.bots.company import pacts
from core.bots.company.answers import GENERAL, LIARS, OPEN, REASONS, asked_for, paid, reason_of, secret_in
from core.bots.company.gist import Gist, Plan
from core.bots.contract import Sight
from core.parts import Spec
from core.talk.channels import Message
from core.talk.parsing import hear
from core.talk.parsing.claims import claimed
from core.talk.parsing.spelling import meant, written_out
from core.talk.parsing.tales import told_of
from core.talk.parsing.topics import ASKED, Topic, topic_of
from core.talk.parsing.wishes import wish_in
from core.talk.parsing.words import marked

PLAIN = {
    "threat": "threatened",
    "insult": "insulted",
    "thanks": "thanked",
    "praise": "praised",
    "greeting": "greeted",
    "howdy": "well",
    "bye": "bye",
    "lament": "comforts",
    "boast": "challenged",
    "taunt": "challenged",
    "laugh": "laughs",
    "joke": "jokes",
    "self": "self",
    "wait": "patient",
    "nod": "nods",
    "shrug": "shrugs",
    "others": "discreet",
    "did": "hides",
    "plea": "spares",
    "faith": "vows",
    "apology": "sorry",
    "question": "asked",
    "plan": "mum",
    "claim": "mum",
    "machine": "machine",
    "last": "so_so",
    "worth": "asked",
    "rules": "asked",
    "unpact": "shrugs",
    "found": "discreet",
    "deal": "unsettled",
    "talk": "chat",
}
"""By kind of talk, the occasion of what needs nothing but a word."""


HALVES = frozenset({"question", "talk", "plan", "hand", "wait"})
"""Kinds of talk that may hold half a proposal."""


IDLE = frozenset({"lament", "boast", "nod", "shrug", "thanks", "greeting"})
"""Kinds that may hold one too, if they name a thing."""


class Reply(NamedTuple):
    """What to say."""

    occasion: str
    slots: dict[str, str]


def reply_to(
    sight: Sight[Any, Any, Any], gist: Gist, spec: Spec, temper: str, level: str, message: Message, *, in_common: bool
) -> Reply:
    """The answer of one temper to a message that puts no deal. `in_common`: others read the answer."""
    other = message.by
    secret = paid(sight, gist, temper, level, message, in_common) or secret_in(gist, temper, level, message, in_common)
    if secret is not None:
        return Reply(secret[0], {"other": other, **secret[1]})
    topic = _topic(sight, message)
    spot = _spot(gist, message.text)
    claims = spot is not None and topic.kind not in ASKED and _after(message.text)
    asks = spot is not None and topic.kind == "question" and re.search(r"\byou\b", written_out(message.text))
    if gist.plan is not None and (topic.kind == "plan" or claims or asks):
        occasion, slots = _plan(gist.plan, spot, temper, level, in_common)
    elif claims:
        occasion, slots = "mum", {}
    elif _may_wish(gist, topic, message.text) and _half(gist, message.text):
        occasion, slots = "haggle", {}
    else:
        found = _of_rules(sight, gist, spec, topic, message) or _of_others(sight, gist, topic, message)
        occasion, slots = found or _by_topic(sight, gist, temper, topic, message, in_common)
        if occasion == "asked" and gist.rule and _OF_RULES.match(written_out(message.text)):
            occasion = "lookup"
        if occasion in ("chat", "asked") and len(_goods(gist, message.text)) == 1:
            occasion, slots = "haggle", {}  # whatever else was meant, it names what can be traded
    return Reply(occasion, {"other": other, **slots})


_FOLLOWS = re.compile(
    r"^\W*(?:(?:and|or|but|so|ok|hm+)\W+)*(?:and|or|what about|how about)\W+(?:\w+\W*){1,4}$|"
    r"^\W*(?:well|so|and)?\W*(?:what do you say|what say you|how about it|are you in|you in|interested|sound good)\W*$"
)
"""A question that leans on the one before it: "and you?", "what about Di?"."""
CARRIED = frozenset({"question", "talk", "howdy", "trust", "others"})
"""What such a question looks like by itself."""


def _topic(sight: Sight[Any, Any, Any], message: Message) -> Topic:
    """What a message is about; what leans on the question before it is about the same, of whom it names."""
    seats = [seat for seat in sight.seats if seat not in (sight.seat, message.by)]
    topic = topic_of(seats, message.text, sight.seat)
    if topic.kind not in CARRIED or _FOLLOWS.match(written_out(message.text)) is None:
        return topic
    before = (m for m in sight.heard[: _at(sight, message)][::-1] if m.by == message.by and m.key == message.key)
    earlier = next((topic_of(seats, m.text, sight.seat) for m in before if m.deal is None), None)
    if earlier is None or earlier.kind not in (*ASKED, "hand", "howdy", "pacts", "pact"):
        return Topic("howdy") if re.fullmatch(r"\W*and you\W*", written_out(message.text)) else topic
    return Topic(earlier.kind, topic.about)


def _may_wish(gist: Gist, topic: Topic, text: str) -> bool:
    """Is it of a kind that may hold half a proposal?"""
    if topic.kind == "pact":  # "I need a partner for this" is a pact only where nobody combines
        return bool(gist.bargain)
    if _WHO_WANTS.match(written_out(text)) and _goods(gist, text):
        return True
    return topic.kind in HALVES or (topic.kind in IDLE and bool(_goods(gist, text)))


_WHO_WANTS = re.compile(
    r"\W*(?:so |ok )?(?:who|any(?:one|body)|does any(?:one|body)|some(?:one|body)|you) (?:here |still |else )?"
    r"(?:wants?|needs?|has|have|got|fanc(?:y|ies)|likes?|lacks?|could use|after)\b"
)
"""What seeks a partner for a swap, whatever else is in it."""

_REFUSED = re.compile(
    r"\b(?:didn't|don't|won't|not|wouldn't|did you)\b.*\b(?:turn|refuse|reject|decline|say no|ignore|take|accept|"
    r"agree|want|trade|swap|deal|offer|answer)\b"
)
_OF_RULES = re.compile(
    r"^(?!.*\byou\b)\W*(?:(?:and|so|but|ok)\W+)*(?:(?:do|does|is|are|can|will|must|may) (?!@|i\b|there any|"
    r"it (?:just|only)|we\b|this\b|every|any)|"
    r"how (?:far|long|often|many|much)\b)"
)
"""What asks how things are here, and nobody for anything."""
_NEED = re.compile(r"\b(?:need|want|after|looking for|searching|lack|collecting|missing)\b")
_ASKS_WORTH = re.compile(
    r"\W*(?:(?:and|so|but|is|are|does|do|should|any|i)\b|what|how(?! (?:many (?!points)|far|long|come|about|would))|"
    r"which)"
)
_AFTER = re.compile(
    r"\bi(?:'m| am|'ll| will| want| need| take| go)\b|\b(?:leave|mine|stay off|stay away)\b|\bkeep (?:off|out)\b"
)


def _after(text: str) -> bool:
    """Does the speaker say that it is after something itself?"""
    return _AFTER.search(written_out(text)) is not None


def _half(gist: Gist, text: str) -> bool:
    """Does it wish for something, or part with something, and leave the other half open?"""
    if gist.bargain and re.search(rf"\b{gist.bargain}\b", text.casefold()):
        return True
    if not gist.names or len(_goods(gist, text)) > 1 or hear(gist.names, text).kind == "no":
        return False
    return wish_in(gist.names, text) is not None


def _of_rules(
    sight: Sight[Any, Any, Any], gist: Gist, spec: Spec, topic: Topic, message: Message
) -> tuple[str, dict[str, str]] | None:
    """What everybody may know: what a thing is worth, how it is played, what is advisable."""
    text = message.text
    valued = re.search(r"\b(?:worth|points?|value|pays?)\b", text.casefold()) is not None
    lacks = bool(gist.names) and bool(hear(gist.names, text).lacks)
    asks = topic.kind in ("worth", "rules") or (topic.kind == "question" and _ASKS_WORTH.match(text.casefold()))
    valued = valued and topic.kind in ("question", "talk", "leader", "hand")
    if (asks or valued) and not lacks and (worth := _worth(gist, text)):
        named = _named(gist.rules, text) if topic.kind == "rules" else ""
        return ("rules", {"rule": named}) if named else ("worth", {"worth": worth})
    if topic.kind == "advice" and (worth := _worth(gist, text)):  # "when should I go to the Shrine"
        return "worth", {"worth": worth}
    if topic.kind == "worth" and (named := _named(gist.rules, text)):
        return "rules", {"rule": named}
    if topic.kind == "worth" and gist.best:
        return "worth", {"worth": gist.best}
    if topic.kind == "rules" and gist.rule:
        rule = asked_for(spec, sight.round, gist.rules, text) or (
            gist.rule if GENERAL.search(written_out(text)) else ""
        )
        return ("rules", {"rule": rule}) if rule else ("lookup", {})
    side = not gist.allies or message.by in gist.allies
    if gist.advice and side and (topic.kind == "advice" or (topic.kind == "found" and gist.secrets)):
        return "advice", {"advice": gist.advice}
    if topic.kind == "advice":
        return ("rules", {"rule": gist.rule}) if gist.rule else ("asked", {})
    return None


def _of_others(
    sight: Sight[Any, Any, Any], gist: Gist, topic: Topic, message: Message
) -> tuple[str, dict[str, str]] | None:
    """What it thinks of others, by what it met with itself, what they tell, and with whom it stands."""
    other = message.by
    if topic.kind == "trust" and topic.about is not None:
        return _trust(sight, gist, topic.about)
    if topic.kind == "rumour":
        return _rumour(
            sight,
            gist,
            other,
            wants_honest=re.search(r"\b(?:honest|reliable|trustworthy|can|could)\b(?! i not)", message.text.casefold())
            is not None,
        )
    if topic.kind == "rally" and topic.about is not None:
        return "rallied", {"about": topic.about}
    if topic.kind == "vow":
        return ("disbelieves" if other in gist.liars else "believes"), {}
    if topic.kind == "pacts":
        allies = pacts.standing(sight.seat, sight.heard)
        return ("bound" if other in allies else "discreet" if allies else "free"), {}
    if topic.kind == "unpact" and other in pacts.standing(sight.seat, sight.heard[: _at(sight, message)]):
        return "parted", {}
    if topic.kind == "deal" and other in gist.deals:
        return "agreed_on", {"deal": gist.deals[other]}
    return None


def _at(sight: Sight[Any, Any, Any], message: Message) -> int:
    """Where a message stands among what was heard: the last that is the same."""
    return len(sight.heard) - 1 - sight.heard[::-1].index(message)


def _rumour(sight: Sight[Any, Any, Any], gist: Gist, other: str, *, wants_honest: bool) -> tuple[str, dict[str, str]]:
    """Who broke or kept a word: what it met with itself comes before what others tell."""
    if wants_honest and (honest := [seat for seat in gist.honest if seat != other]):
        return "vouches", {"about": honest[0]}
    if liars := [seat for seat in gist.liars if seat != other]:
        return "liars", {"about": liars[0]}
    tale = _tale(sight, other)
    return ("hearsay", {"about": tale[0], "teller": tale[1]}) if tale is not None else ("clean", {})


def _tale(sight: Sight[Any, Any, Any], but: str, about: str | None = None) -> tuple[str, str] | None:
    """Of whom somebody told last that it broke its word, and who told so; never what `but` told, who asks."""
    seats = [seat for seat in sight.seats if seat not in (sight.seat, but)] if about is None else [about]
    for message in reversed(sight.heard):
        if message.by not in (sight.seat, but) and (told := told_of(seats, message.text)) and told != message.by:
            return told, message.by
    return None


def _by_topic(
    sight: Sight[Any, Any, Any], gist: Gist, temper: str, topic: Topic, message: Message, in_common: bool
) -> tuple[str, dict[str, str]]:
    if topic.kind == "leader":
        found = _leader(sight, gist)
        secret = gist.leaders is None and (in_common or temper not in OPEN)
        return ("nobody", {}) if found[0] == "unknown" and secret else found
    if topic.kind == "hand" and _NEED.search(written_out(message.text)):
        tells = gist.needs and temper in OPEN and not in_common
        return ("plans", {"plan": f"I could use {gist.needs}"}) if tells else ("mum", {})
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
        if reason is None and _REFUSED.search(written_out(message.text)):
            reason = REASONS["decline"]
        return ("asked", {}) if reason is None else ("because", {"reason": reason})
    if topic.kind == "last" and re.match(r"\W*(?:so |and )?who\b", written_out(message.text)):
        return "discreet", {}
    if topic.kind == "last" and (gist.gain or gist.brought or gist.behind):
        return ("recalls", {"gain": gist.gain or gist.brought}) if gist.gain or gist.brought else ("behind", {})
    goods = _goods(gist, message.text)
    if len(goods) > 2 and topic.kind in ("question", "talk", "hand"):
        return "several", {"goods": f"{', '.join(goods[:-1])} and {goods[-1]}"}
    if topic.kind in ("talk", "laugh", "question", "thanks"):
        heard = hear(gist.names, message.text)
        if heard.kind == "no" or heard.lacks:
            return "shrugs", {}
    return PLAIN.get(topic.kind, "chat"), {}


def _trust(sight: Sight[Any, Any, Any], gist: Gist, about: str) -> tuple[str, dict[str, str]]:
    """How far it trusts somebody, by what it met with itself and has told already, or else by what others tell."""
    told = any(m.by == sight.seat and told_of([about], m.text) is not None for m in sight.heard)
    if told or about in (*gist.broken_by, *gist.liars):
        return "doubts", {"about": about}
    if about in gist.honest:
        return "vouches", {"about": about}
    tale = _tale(sight, about, about)
    return ("hearsay", {"about": about, "teller": tale[1]}) if tale is not None else ("trusts", {"about": about})


def _plan(plan: Plan, spot: str | None, temper: str, level: str, in_common: bool) -> tuple[str, dict[str, str]]:
    """What to say to a question where it is going: the truth, half of it, something else, or nothing, by temper."""
    if plan.truth == plan.half == plan.feint:  # it has told everybody so itself
        return "plans", {"plan": plan.truth}
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
    found = {gist.spots[word] for word in gist.spots if _whole(word, low)}
    return found.pop() if len(found) == 1 else None


def _worth(gist: Gist, text: str) -> str:
    """What everybody may know of the one thing that a question of worth names."""
    return _named(gist.worths, text)


def _named(sentences: Mapping[str, str], text: str) -> str:
    """The one of the sentences, by word, that a text asks for; nothing if it names none, or several."""
    low = written_out(text)
    near = {found for word in re.findall(r"[a-z]{4,}", low) if (found := meant(word, tuple(sentences))) is not None}
    several = {sentences[word] for word in sentences if word in near or _whole(word, low)}
    return several.pop() if len(several) == 1 else ""


def _whole(word: str, low: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", low) is not None


def _leader(sight: Sight[Any, Any, Any], gist: Gist) -> tuple[str, dict[str, str]]:
    if gist.leaders is not None and len(gist.leaders) == 1:
        leader = gist.leaders[0]
        return ("leading", {}) if leader == sight.seat else ("leads", {"leader": leader})
    return ("unknown", {"own": gist.own}) if gist.own else ("nobody", {})


def _pact(sight: Sight[Any, Any, Any], gist: Gist, other: str, in_common: bool) -> str:
    if not gist.pacts or in_common:
        allied = pacts.standing(sight.seat, sight.heard)
        return "alone" if not gist.pacts else "discreet" if allied else "free"
    if other in pacts.standing(sight.seat, sight.heard):
        return "bound"
    return "wary_pact" if other in gist.broken_by else "pact"


def _goods(gist: Gist, text: str) -> list[str]:
    return list(dict.fromkeys(marked(gist.names, text).named)) if gist.names else []
