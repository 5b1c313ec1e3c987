"""Chooses the answer to a message: the occasion and the values of its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.bots.company import between, pacts
from core.bots.company.about import answer_to, example_slots
from core.bots.company.context import Answer, ReplyContext, things_of
from core.bots.company.lookup import rule_for, rule_of_round
from core.bots.company.secrets import LIARS, answer_about_secret
from core.bots.company.talk_facts import Plan, TalkFacts
from core.parts import Spec
from core.story.parts import capital, listed
from core.talk.acts import Accuse, Apologise, Ask, Claim, Courtesy, Offer, Threaten, Warn, in_words, plain_swap
from core.talk.book import standing, waiting_for
from core.talk.deals import bargains
from core.talk.parsing.asks import named_in
from core.talk.parsing.offers import Wish
from core.talk.parsing.remarks import ParsedRemark
from core.talk.parsing.words import CHAT, meant, sign, whole
from core.talk.voices import HOW, REASONS


class Reply(NamedTuple):
    occasion: str
    slots: dict[str, str]
    adds: str = ""
    """A sentence after the line."""
    before: str = ""
    """Things that it heard named, before the line."""


def reply_to(context: ReplyContext) -> Reply | None:
    """Return the answer to a message without a deal; None for silence."""
    context = between.completed(context)
    kind = between.follow_up(context)
    answer = _answer_follow_up(context, kind) if kind else None
    if kind == "heard" and answer is None:
        return None
    for reads in (_answer_next, _answer_about_past, answer_about_secret, _answer_by_kind):
        answer = answer or reads(context)
    own = between.own_lines(context)
    if own and own[0].occasion == "inquires" and (answer is None or answer[0] in ("unread", "bantered", "claims")):
        answer = "noted", {"things": "that", "remark": ""}  # it asked, and takes what it is told
    named = named_in([context.sight.seat], context.message.text) is not None
    greeted = any(m.occasion == "greeted" for m in context.shared)
    if answer is None or (answer[0] == "greeted" and context.in_common and greeted and not named):
        return None
    occasion, slots = answer
    stands = _agreement(context) if occasion in ("accepts_no", "unsettled", "waits", "joked") else None
    if stands is not None:  # a deal that stands is contradicted by no answer
        terms = stands[1].get("terms") or f"{stands[1]['deal']}."
        occasion, slots = "holds", {"terms": f"{terms[:1].upper()}{terms[1:]}"}
    added, lies_open = _added(context, occasion)
    if lies_open and "example" in slots and occasion != "unread":
        slots = slots | {"example": ""}  # one example is enough
    return Reply(occasion, {"other": context.other, **slots}, added, _heard_things(context, occasion))


def _heard_things(context: ReplyContext, occasion: str) -> str:
    """Return the things that a question names, before an answer that names none."""
    remark = context.remark
    named = [] if remark is None else [*remark.things, *filter(None, [remark.about])][:2]
    return f"{capital(listed(named))}? " if named and occasion in CHAT["sets"]["keeps"] else ""


_OF_BARGAIN: Final = sign("about", "of_bargain")
THANKED: Final = frozenset({"thanked", "praised", "accepts_no"})
REPROACHED, LOOSE, VAGUE = (frozenset(CHAT["sets"][name]) for name in ("reproached", "loose", "vague"))
"""Occasions of answers to a reproach, of those that name nothing of a bargain, and among these of those that fit any
text: what lies between the two is named after them, after the others once in a while."""


def _added(context: ReplyContext, occasion: str) -> tuple[str, bool]:
    """Return what lies between the two, if a text is about it: the deal, the bot's open offer, the outcome of the last
    agreement, the pact; and True for a deal or offer that lies open. Each is named once in a row, the open offer and
    the outcome once a round."""
    gist, other, heard = context.gist, context.other, context.heard
    if context.in_common or occasion not in REPROACHED | LOOSE:
        return "", False
    own = between.own_lines(context)
    past = (gist.past or {}).get(other, "")
    past = "" if any(past and past in m.text for m in own) else past
    if occasion in REPROACHED:
        return "" if occasion == "insulted" and "instead" not in past else past, False
    of_bargain = occasion in THANKED or _OF_BARGAIN.search(heard.plain) is not None
    if other in gist.deals:
        state = f"It stays {gist.deals[other]}."
        is_new = occasion in VAGUE or of_bargain or not any(state in m.text for m in own[:2])
        return (state, True) if is_new else ("", False)
    put = bargains(context.sight.seat, context.sight.heard, context.sight.round).get(other)
    if put is not None and put.message.sender == context.sight.seat:
        deal = f"my {put.deal.give} for your {put.deal.want}"
        if put.declined or put.deal.want in heard.lacks:
            return f"So nothing comes of {deal}." if occasion in ("accepts_no", "calm") or of_bargain else "", False
        about = of_bargain or bool({*heard.things.named} & {put.deal.give, put.deal.want})
        state = f"You have not answered {deal}."
        return (state, True) if about and not any(state in m.text for m in own) else ("", False)
    return past or ("Our pact stands." if _is_ally(context) and occasion != "bound" else ""), False


def _answer_next(context: ReplyContext) -> Answer | None:
    """Answer what a swap is worth, what to do next, and if there is a way out, by what stands."""
    deal = None if context.in_common else context.gist.deals.get(context.other)
    pays = "" if context.in_common else context.gist.pays.get(context.other, "")
    if pays and context.heard.asks and re.search(CHAT["value"], context.heard.plain):
        return "worth", {"worth": pays}
    wavers = re.search(CHAT["wavers"], context.heard.plain) and not context.heard.asks
    if deal and (re.search(CHAT["out"], context.heard.plain) or wavers):
        return "holds", {"terms": f"{deal[:1].upper()}{deal[1:]}."}
    if not re.search(CHAT["next"], context.heard.plain):
        return None
    return ("seals", {"deal": deal}) if deal else _open_offer(context) or ("help", example_slots(context))


def _answer_about_past(context: ReplyContext) -> Answer | None:
    """Answer what came of an agreement from the book, and what the asker said in their own words."""
    gist, lowered = context.gist, context.heard.plain
    if re.search(CHAT["quotes"], lowered):
        return _quote(context)
    if gist.past is None or context.in_common or not re.search("|".join(CHAT["past"]), lowered):
        return None
    if context.heard.about or re.search(r"\bwhy\b|\b(?:would|will|can|could|if) you\b|\bany(?:one|body)\b", lowered):
        return None
    past, stands = gist.past.get(context.other), context.other in gist.deals
    if stands and not re.search(r"\b(?:last|before|earlier|(?:round|year) \d)\b", lowered):
        return _agreement(context)
    return None if past is None and _agreement(context) else ("past", {"past": past}) if past else ("unsettled", {})


def _quote(context: ReplyContext) -> Answer:
    """Quote the asker's last statement that all readers of the answer read, about the thing that is named."""
    remark = context.remark
    about = [] if remark is None else [*remark.things, *filter(None, [remark.about])]
    words = [word for word, name in things_of(context.gist).items() if name in about] + about
    names = [whole(word.casefold()) for word in words]
    lines = [m.text for m in reversed(context.before) if m.sender == context.other and not context.heard.also(m).asks]
    named = [text for text in lines if not about or any(name.search(text.casefold()) for name in names)]
    return ("quotes", {"last": named[0]}) if named else ("unseen", {"remark": ""})


def _answer_follow_up(context: ReplyContext, kind: str) -> Answer | None:
    gist, last = context.gist, between.own_lines(context)[0].occasion
    if kind == "proof":
        return "word", {}
    if kind == "heard":
        return None if _agreement(context) else _open_offer(context)
    if kind == "presses" and (stands := _agreement(context) or _open_offer(context)):
        return stands
    if kind == "price" or (kind in ("presses", "same") and last in between.BARGAINED):
        slots = {"things": gist.needs, "about": "", "example": context.example}
        return ("priced" if gist.needs else "wished"), slots
    return (CHAT["same"][last], {"remark": ""}) if kind == "same" and last in CHAT["same"] else None


def _answer_by_kind(context: ReplyContext) -> Answer | None:
    act, gist, heard = context.act, context.gist, context.heard
    if isinstance(act, Ask):
        return _answer_remark(context, ParsedRemark(act.about, about=act.what, you=True))
    remark = context.remark
    if heard.ends_pact:
        return ("parted" if _is_ally(context, also_ended=True) else "unsettled"), {}
    bargains_ = re.search(rf"\b{gist.bargain}\b", heard.plain) is not None if gist.bargain else False
    if heard.does == "yes" and not bargains_:
        return _agreement(context) or _open_offer(context) or ("nothing", {})
    if heard.does == "no":
        own = [m for m in context.own if m.of_two and m.round == context.sight.round and m.proposes]
        says_no = heard.wavers and not heard.asks and re.match(r"\W*(?:no|nah|nope|sorry)\b", heard.plain)
        if says_no and own and _agreement(context) is None:
            return "accepts_no", {}
        if heard.wavers and remark is not None and remark.kind != "no":
            return _answer_remark(context, remark) or ("accepts_no", {})
        if _agreement(context) is not None:
            return "accepts_no", {}
        return ("accepts_no" if own else "unsettled"), {}  # with a deal it was answered above
    if isinstance(act, Claim):
        return _answer_claim(context, act)
    if isinstance(act, Warn):
        return "warned", {"about": act.about}
    if isinstance(act, Apologise):
        return ("accepts_no" if heard.lacks else "sorry"), {}
    if isinstance(act, Accuse | Threaten | Courtesy):  # from an ear
        kind = act.word if isinstance(act, Courtesy) else "accuse" if isinstance(act, Accuse) else "threat"
        return answer_to(context, ParsedRemark(kind))
    wish, unclear = heard.wish, heard.does == "unclear"
    if wish == Wish() and (stands := _open_offer(context)):
        return stands
    if wish is not None and (unclear or wish.gives is not None):
        return "haggle", {"example": context.example}
    if (unclear or (heard.lacks and "?" in heard.plain)) and (asked_back := _asked_back(context, remark)) is not None:
        return asked_back
    if (answer := None if remark is None else _answer_remark(context, remark)) is not None:
        return answer
    if bargains_ or (unclear and (gist.names or not heard.wavers)):
        return "unsure", {"round": context.spec.round_word, "how": _how_to_propose(gist)}
    return _answer_unread(context)


def _asked_back(context: ReplyContext, remark: ParsedRemark | None) -> Answer | None:
    """Return the swap that a text may mean, for the asker to say alone: of the things that it wants."""
    named = context.heard.things
    not_wanted = {*context.heard.lacks, *map(named.at, between.NOT_WANTED.findall(named.text))}
    things = [thing for thing in dict.fromkeys(named.named) if thing not in not_wanted]
    if remark is not None and remark.kind not in between.OF_SWAPS:
        return None
    if re.search(r"<\d+>[^<]*\bor\b[^<]*<\d+>", named.text) or (len(things) == 1 and not_wanted):
        return "haggle", {"example": context.example}  # a choice, or the other half is open
    if (own := re.search(r"\b(my|your) (<\d+>)", named.text)) is not None and len(things) == 2:
        things.sort(key=lambda thing: (thing == named.at(own[2])) is (own[1] == "your"))  # "your red + my blue"
    return ("restate", {"example": f"my {things[0]} for your {things[1]}"}) if len(things) > 1 else None


def _agreement(context: ReplyContext) -> Answer | None:
    """Name what stands with the asker, as far as every reader of the answer read it."""
    if context.other in context.gist.deals and not context.in_common:
        return "agreed_on", {"deal": context.gist.deals[context.other]}
    agreed = [
        entry.offer
        for entry in standing(context.terms, context.sight.seat, context.shared, max(1, context.sight.round))
        if context.other in entry.offer.parties and not entry.offer.is_pact
    ]
    return ("agrees", {"terms": _in_words(context, agreed[-1])}) if agreed else None


def _open_offer(context: ReplyContext) -> Answer | None:
    waiting = waiting_for(context.terms, context.other, context.shared, max(1, context.sight.round))
    own = [entry.offer for entry in waiting if entry.proposer == context.sight.seat]
    seat, now = context.sight.seat, context.sight.round
    swap = bargains(seat, context.sight.heard, now).get(context.other)
    if swap is not None and swap.declined:  # what came after it has taken its place
        own = [offer for offer in own if plain_swap(context.terms, seat, now, offer) is None]
    return ("stands", {"terms": _in_words(context, own[-1])}) if own else None


def _in_words(context: ReplyContext, offer: Offer) -> str:
    return in_words(context.terms, offer, None, max(1, context.sight.round), context.spec.round_word)


def _answer_remark(context: ReplyContext, remark: ParsedRemark) -> Answer | None:
    """Answer a remark, by its kind as a question if it is one that every game answers."""
    gist, kind = context.gist, remark.kind
    if context.heard.asks and (
        rule := rule_of_round(context.book, context.message.text, context.sight.round, context.spec.round_word)
    ):
        return "rules", {"rule": rule}
    if kind in ("worth", "advice", "rules") and (known := _answer_from_rules(context, kind))[0] != "lookup":
        return known
    if re.search(CHAT["length"], context.heard.plain):
        return _answer_from_rules(context, "rules")
    if kind == "defers":
        return _open_offer(context) or ("waits", {})
    if kind == "help":
        return "help", example_slots(context)
    if kind == "again":
        own = [m for m in context.own if m.key == context.message.key and m.occasion != "repeats"]
        return ("repeats", {"last": own[-1].text}) if own else ("unreasoned", {})
    if kind == "leader" and re.search(r"\b(?:what|which)\b", context.heard.plain) and remark.things:
        return _answer_from_rules(context, "worth")
    if kind == "leader" and not {*remark.things} & {*gist.names.values()}:
        return _answer_about_leader(context)
    if kind == "deal" and re.search(r"\b(?:pact|alliance|truce|all(?:y|ies|ied))\b", context.heard.plain):
        kind = "pacts"
    if kind == "deal":
        stands = _open_offer(context) if context.heard.asks else None
        return _agreement(context) or stands or ("discreet" if context.in_common else "unsettled", {})
    if kind == "pacts" and (realm := gist.worths.get("realm")) and _SIDE.search(context.heard.plain):
        return "worth", {"worth": realm}
    if kind == "pacts" and gist.secrets and not remark.about:  # letters are allies
        return "trade_secret", {"thing": "my own letters"}
    if kind == "pacts":
        of_us = not remark.about and re.search(r"\b(?:we|our|us)\b", context.heard.plain) is not None
        past = (gist.past or {}).get(context.other, "")
        if _is_ally(context):
            return "bound", {}
        return ("past", {"past": past}) if of_us and past else ("unsettled" if of_us else "discreet", {})
    if kind == "trust":
        return _answer_about_trust(context, remark.about) if remark.about else _answer_about_liars(context)
    if kind == "why" and _DEEDS.search(context.heard.plain):
        breach = context.other in gist.wronged
        return ("because", {"reason": REASONS["for_breach"]}) if breach else ("accused", {})
    if kind == "why" and (remark.you or (not remark.about and not _OTHERS.search(context.heard.plain))):
        return ("because", {"reason": reason}) if (reason := reason_of(context)) else ("unreasoned", {})
    if kind == "why" and remark.things and not remark.about:
        return _answer_from_rules(context, "worth")
    if kind == "why":
        return "unseen", {"remark": ""}
    answer = answer_to(context, remark)
    if kind == "plan" and answer == ("mum", {}) and gist.plan is not None:
        spots = {gist.spots[word] for word in gist.spots if whole(word).search(context.heard.plain)}
        return _answer_about_plan(context, gist.plan, spots.pop() if len(spots) == 1 else None)
    return answer


_DEEDS: Final = re.compile(CHAT["deeds"].replace("{deceit}", CHAT["words"]["deceit"]))
_SIDE, _OTHERS = sign("reply", "side"), sign("reply", "others")
_COMPOSER: Final = "An offer from the composer says it all (p)."


def _is_ally(context: ReplyContext, also_ended: bool = False) -> bool:
    """True if the asker has a pact with it, or (`also_ended`) had one until this round."""
    now = max(1, context.sight.round)
    known = pacts.pacts_in(context.terms, context.sight.seat, context.shared, now)
    return any(pact.with_ == context.other and pact.closed in (None, now if also_ended else None) for pact in known)


def _how_to_propose(gist: TalkFacts) -> str:
    give, want, *_ = (*dict.fromkeys(gist.names.values()), "", "")
    return f"Say \u201cmy {give} for your {want}\u201d, or offer terms from the composer (p)." if want else _COMPOSER


def _answer_unread(context: ReplyContext) -> Answer | None:
    """Say once a round to each person that a text was not understood, with a sentence that would be."""
    sight = context.sight
    named = named_in([sight.seat], context.message.text) is not None
    if context.in_common and not named and not _open_offer(context):
        return None
    rule = rule_for_question(context.spec, sight.round, {}, context.heard.plain)
    if context.heard.asks and (rule := rule or rule_for(context.book, context.message.text, 2)):
        return "rules", {"rule": rule}
    repeated = any(m.round == sight.round and m.occasion in ("unread", "foreign") for m in context.own)
    occasion = "unread_too" if repeated else "foreign" if context.heard.foreign else "unread"
    return occasion, {} if repeated else example_slots(context)


def _answer_claim(context: ReplyContext, act: Claim) -> Answer:
    gist = context.gist
    if act.what.isdigit() and int(act.what) < gist.places:
        return ("contests" if context.other in gist.insistent else "leaves"), {"place": act.what}
    spot = gist.spots.get(act.what.casefold())
    if gist.plan is not None and spot is not None:
        return _answer_about_plan(context, gist.plan, spot)
    return "mum", {}


# --- questions --------------------------------------------------------------------------------------------------------
def _answer_from_rules(context: ReplyContext, about: str) -> Answer:
    """Answer from public knowledge: worth, rules, advice."""
    gist, text, plain = context.gist, context.message.text, context.heard.plain
    rule = rule_for_question(context.spec, context.sight.round, gist.rules, plain) or rule_for(
        context.book, text, 1 + (about == "advice")
    )
    worth = _matching_sentence(gist.worths, plain)
    if not (rule or worth) and (topic := between.topic_of(context)):
        rule = rule_for(context.book, f"{text} {topic}")
    if about == "worth":
        best = gist.best if not rule or re.search(r"\b(?:best|worst|most|least|which)\b", plain) else ""
        if worth or best:
            return "worth", {"worth": worth or best}
        return ("rules", {"rule": rule or gist.rule}) if rule or gist.rule else ("lookup", {})
    if about == "rules" and worth and gist.names and re.search(r"\b(?:trade|swap|give|giving)\b", plain):
        return "worth", {"worth": worth}
    if about == "rules":
        bare = re.search(r"\b(?:rules?|explain|play|goal|aim|point|(?:game|this|it) works?)\b", plain)
        rule = rule or worth or (gist.rule if bare else "")
        return ("rules", {"rule": rule}) if rule else ("lookup", {})
    if worth and not gist.secrets:
        return "worth", {"worth": worth}
    side = not gist.allies or context.other in gist.allies
    if gist.advice and side:
        return "advice", {"advice": gist.advice}
    return ("rules" if gist.rule else "lookup"), {"rule": gist.rule}


def _answer_about_leader(context: ReplyContext) -> Answer:
    gist = context.gist
    if gist.leaders is not None and len(gist.leaders) == 1:
        leader = gist.leaders[0]
        return ("leading", {}) if leader == context.sight.seat else ("leads", {"leader": leader})
    if gist.own and (gist.leaders is not None or context.open):
        return "unknown", {"own": gist.own}
    return ("hides" if gist.own and re.search(r"\byour?\b", context.heard.plain) else "nobody"), {}


def _answer_about_liars(context: ReplyContext) -> Answer:
    gist, other = context.gist, context.other
    wants_honest = re.search(r"\b(?:honest|reliable|trustworthy|trust(?:ed)?)\b", context.heard.plain)
    if wants_honest and (honest := [seat for seat in gist.honest if seat != other]):
        return "vouches", {"about": honest[0]}
    if liars := [seat for seat in gist.liars if seat != other]:
        return "liars", {"about": liars[0]}
    tale = _latest_accusation(context, other)
    return ("hearsay", {"about": tale[0], "teller": tale[1]}) if tale is not None else ("clean", {})


def _answer_about_trust(context: ReplyContext, about: str) -> Answer:
    """Answer how far it trusts a seat: by its experience and own warnings, else by hearsay."""
    gist = context.gist
    has_warned = any(about in context.heard.also(m).accused for m in context.own)
    if has_warned or about in (*gist.broken_by, *gist.liars):
        return "doubts", {"about": about}
    if about in gist.honest:
        return "vouches", {"about": about}
    tale = _latest_accusation(context, about, about)
    return ("hearsay", {"about": about, "teller": tale[1]}) if tale is not None else ("trusts", {"about": about})


def _latest_accusation(context: ReplyContext, but: str, about: str | None = None) -> tuple[str, str] | None:
    """Return the latest accusation of breaking a word that every reader of the answer could read, and its teller;
    never one by `but`, the asker (HH-32)."""
    sight = context.sight
    seats = [seat for seat in sight.seats if seat not in (sight.seat, but)] if about is None else [about]
    for message in reversed(context.shared):
        accuser, accused = message.sender, [seat for seat in context.heard.also(message).accused if seat in seats]
        if accuser not in (sight.seat, but) and len(accused) == 1 and accused[0] != accuser:
            return accused[0], accuser
    return None


def _answer_about_plan(context: ReplyContext, plan: Plan, spot: str | None) -> Answer:
    """Answer a question about its plan with truth, half, lie or silence, by temper."""
    if plan.truth == plan.half == plan.feint:  # public already
        return "plans", {"plan": plan.truth}
    if context.temper == "sly" and context.level in LIARS:
        return ("elsewhere", {"spot": spot}) if spot and spot in plan.goals else ("plans", {"plan": plan.feint})
    if not HOW[context.temper].tells:
        return "mum", {}
    if spot is not None:
        return ("plans", {"plan": plan.goals[spot]}) if spot in plan.goals else ("elsewhere", {"spot": spot})
    return "plans", {"plan": plan.half if context.in_common else plan.truth}


def _matching_sentence(sentences: Mapping[str, str], lowered: str) -> str:
    near = {meant(word, tuple(sentences)) for word in re.findall(r"[a-z]{4,}", lowered)}
    several = {sentences[word] for word in sentences if word in near or whole(word).search(lowered)}
    return " ".join(sorted(several)) if len(several) < 3 else ""


# --- reasons ----------------------------------------------------------------------------------------------------------


def reason_of(context: ReplyContext) -> str | None:
    """Return the reason of its last message to the asker, or of breaking its word to them; None without one."""
    seat, other = context.sight.seat, context.other
    own = [m for m in reversed(context.before) if m.sender == seat and m.round == context.sight.round]
    about = context.heard.about
    if any(about in context.heard.also(m).accused for m in own):
        return REASONS["for_accusation"]
    if not own:
        return REASONS["for_breach"] if other in context.gist.wronged else None
    for last in own:
        if context.heard.also(last).accuses:
            return REASONS["for_accusation"]
        occasion = last.occasion or context.gist.stock.get(last.text)
        if not occasion:
            return REASONS["for_offer"] if last.deal is not None else REASONS["for_news"]
        if occasion in REASONS:
            return REASONS[occasion]
    return None


def rule_for_question(spec: Spec, round_: int, own: Mapping[str, str], lowered: str) -> str:
    """Return the rule that a question asks for: of the game (`own`, by word) or of every game; empty if neither."""
    words_of = {words: re.sub(r"y(?=\||$)", "(?:y|ie)", words) for words in own}
    rules = {own[words] for words in own if re.search(rf"\b(?:{words_of[words]})(?:e?s|ed|ing)?\b", lowered)}
    if len(rules) == 1:
        return rules.pop()
    if re.search(CHAT["length"], lowered):
        return f"There are {spec.rounds} {spec.round_word}s in all, and this is {spec.round_word} {max(1, round_)}."
    return next((row["rule"] for row in CHAT["common"] if re.search(row["asks"], lowered)), "")
