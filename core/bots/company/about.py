"""Answers to remarks that bind no seat, from the bot's TalkFacts alone."""

from __future__ import annotations

import re
from typing import Final

from core.bots.company.context import Answer, ReplyContext, has_said
from core.bots.company.lookup import rule_for
from core.story.parts import listed
from core.talk.parsing.remarks import ParsedRemark
from core.talk.parsing.words import CHAT, sign
from core.talk.voices import HOW

PLAIN, NOTED, _OF_ITSELF = CHAT["plain"], CHAT["noted"], frozenset(CHAT["sets"]["of_itself"])
"""Occasions of answers by the kind of a remark; and kinds of questions that a truth about the bot may answer."""
_BARGAINS: Final = sign("about", "bargains")
"""Speaks of what both do, or of one thing for another."""
_TOGETHER, _SPARES, _PLANS = sign("about", "together"), sign("about", "spares"), sign("about", "plans")
_OF_OTHERS, _DECLARES = sign("about", "of_others"), sign("about", "declares")
LONGEST_QUOTE: Final = 80
"""Characters of a person's words that are quoted as they are."""
_SUBJECT: Final = sign("about", "subject")


def answer_to(context: ReplyContext, remark: ParsedRemark) -> Answer | None:
    gist, kind = context.gist, remark.kind
    named = listed([*remark.things, *([remark.about] if remark.about else [])])
    lowered, spoken = context.heard.plain, context.heard.low
    goods = {*gist.names.values()}
    traded = (
        len([thing for thing in remark.things if thing in goods or not goods]) > 1
        and re.search(r"(?<!going )(?<!goes )\b(?:for|against)\b", lowered) is not None
    )
    open_ = kind in NOTED or kind in _OF_ITSELF or kind in ("no", "request", "trade", "banter", "advice")
    both = _BARGAINS.search(spoken) is not None and (named or _TOGETHER.search(spoken))
    if context.terms and open_ and (both or (traded and kind not in ("no", "advice"))):
        return "jointly", {"about": f" about {named}" if named else "", "example": context.example}
    if kind == "banter" and not remark.sure and (own_words := quotable(context)).count(" ") > 2:
        return "claims", {"last": own_words}
    if kind in PLAIN:
        return PLAIN[kind], {"word": remark.word, "example": context.example}
    if kind == "states" and remark.things and {*remark.things} <= goods and not _SUBJECT.search(spoken):
        return "haggle", {"example": context.example}  # "sapphire up for grabs"
    if kind in NOTED:
        occasion = "noted" if remark.about else NOTED[kind]
        if not named:
            own_words = quotable(context)
            return ("claims", {"last": own_words}) if own_words else ("bantered", {})
        return occasion, {"things": named, "remark": _public_aside(context, remark)}
    if kind == "accuse":
        return ("guilty" if context.other in gist.wronged else "accused"), {}
    if kind == "request":
        return _answer_request(context, remark, named)
    return _answer_question(context, remark)


def quotable(context: ReplyContext) -> str:
    """Return the longest clause of a statement, in its speaker's words, once a round; else empty."""
    heard, own = context.heard, [m for m in context.own if m.round == context.sight.round]
    if heard.asks or "?" in heard.text or heard.accused or not _DECLARES.match(heard.plain):
        return ""
    pieces = [piece.strip(" .!,;:") for piece in re.split(r"[.!;\n]\s|,\s", heard.bare)]
    last = max(pieces, key=len, default="")
    quoted = any(m.occasion == "claims" for m in own) or "\u201c" in last
    return "" if quoted or not 2 < len(last) <= LONGEST_QUOTE else last


def _public_aside(context: ReplyContext, remark: ParsedRemark) -> str:
    """Return a public sentence about the first thing named, once to each person; else empty. Short tempers add none."""
    if HOW[context.temper].short and remark.kind != "rules":
        return ""
    by_name = {name.casefold(): text for name, text in (*context.gist.worths.items(), *context.gist.notes.items())}
    names = {name: word for word, name in (*context.gist.spots.items(), *context.gist.names.items())}
    for thing in remark.things:
        text = by_name.get(thing.casefold()) or by_name.get(names.get(thing, ""), "")
        if text and not has_said(context, text):
            return text
    return ""


def _answer_request(context: ReplyContext, remark: ParsedRemark, named: str) -> Answer:
    gist = context.gist
    spot = next((thing for thing in remark.things if thing in gist.spots.values()), "")
    if spot and gist.plan is not None and context.open:
        goal = gist.plan.goals.get(spot)
        return ("plans", {"plan": goal}) if goal else ("elsewhere", {"spot": spot})
    return "wished", {"about": f" about {named}" if named else "", "example": context.example}


def _answer_question(context: ReplyContext, remark: ParsedRemark) -> Answer | None:
    gist = context.gist
    lowered = context.heard.plain
    of_another = not remark.you or remark.kind == "done" or f"about {remark.about.casefold()}" in lowered
    of_others = _OF_OTHERS.search(lowered) is not None or (remark.about != "" and of_another)
    past = re.search(r"\b(?:was|were)\b", lowered) is not None and remark.about == ""
    of_itself = remark.kind in _OF_ITSELF and (remark.you or past or remark.kind == "have") and not of_others
    if of_itself and (fact := _answer_with_fact(context, remark)) is not None:
        return fact
    if remark.kind == "need" and remark.you and gist.needs:
        return ("plans", {"plan": f"I could use {gist.needs}"}) if context.open else ("priced", {"things": gist.needs})
    if remark.kind == "need" and remark.you and context.example:
        return "haggle", {"example": context.example}
    if (
        gist.names
        and remark.you
        and not remark.about
        and _SPARES.search(lowered)
        and remark.kind not in ("worth", "rules", "advice")
    ):
        return "haggle", {"example": context.example}
    if remark.kind in ("own", "have") and remark.you:
        shown = gist.holds and context.open and not remark.things
        return ("shows", {"holds": gist.holds}) if shown else ("hides", {})
    if remark.kind in ("need", "plan", "done") and (remark.you or not (remark.things or remark.about)):
        return ("mum", {}) if _PLANS.search(lowered) else None
    if remark.kind in ("worth", "advice", "rules"):
        aside = _public_aside(context, remark)
        return ("worth", {"worth": aside}) if aside else ("lookup", {})
    rule = "" if remark.you else rule_for(context.book, context.message.text, 2)
    if rule:
        return "rules", {"rule": rule}
    aside = "" if remark.you else _public_aside(context, remark)
    of_rules = not remark.you and not aside and re.match(r"\W*(?:do(?! you know)|does|can)\b", lowered)
    if of_rules and (rule := rule_for(context.book, context.message.text)):
        return "rules", {"rule": rule}
    if aside and re.search(r"\b(?:what|which)\b", lowered):
        return "worth", {"worth": aside}
    names = remark.things or remark.about or (remark.kind in ("third", "have") and not remark.you)
    return ("unseen", {"remark": aside}) if names else None


def example_slots(context: ReplyContext) -> dict[str, str]:
    """Return what a bot of this game understands, with an example."""
    gist = context.gist
    names = [
        "swaps" if gist.names else "", "pacts" if gist.pacts else "promises", "who leads",
        "what things are worth" if gist.worths else "", "the rules" if gist.rule else "", "whom to trust",
    ]  # fmt: skip
    return {"topics": listed([topic for topic in names if topic]), "example": context.example}


def _answer_with_fact(context: ReplyContext, remark: ParsedRemark) -> Answer | None:
    """Answer with the truth about itself that a question names, if it tells; a temper that does not keeps it."""
    names = {name: word for word, name in (*context.gist.names.items(), *context.gist.things.items())}
    words = [word for thing in remark.things for word in (thing, thing.casefold(), names.get(thing, "")) if word]
    fact = next((context.gist.facts[word] for word in words if word in context.gist.facts), "")
    if not fact:
        return None
    return ("admits", {"fact": fact}) if context.open else ("hides", {})
