"""State between a bot and a person, and texts that rest on it: "and lust?", "what then", "the same again"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from core.bots.company.context import AnySight, ReplyContext, things_of
from core.bots.company.talk_facts import TalkFacts
from core.talk.acts import SEATS, Clause, Offer, Term, all_terms, when_words
from core.talk.channels import Deal, Message
from core.talk.deals import answer_in, bargains
from core.talk.parsing.offers import Wish
from core.talk.parsing.utterance import Utterance, reworded
from core.talk.parsing.words import CHAT, sign, whole

BARGAINED, OF_SWAPS = frozenset(CHAT["sets"]["bargained"]), frozenset(CHAT["sets"]["of_swaps"])
"""Occasions of a line that leaves a bargain open; and kinds of remarks that may be half a swap."""
_SIGNS: Final = {
    name: re.compile(rf"^\W*(?:(?:{CHAT['follow_ups']['lead']})\W+)*(?:{'|'.join(signs)})")
    for name, signs in CHAT["follow_ups"].items() if name != "lead"
}  # fmt: skip


def own_lines(context: ReplyContext) -> list[Message]:
    """Return the bot's lines to the asker in this round, the last first."""
    thread = _thread(context)
    spoken = any(m.sender == context.other for m in thread)
    return [m for m in reversed(thread) if m.sender == context.sight.seat] if spoken else []


def completed(context: ReplyContext) -> ReplyContext:
    """Write a text out that rests on the last question: "and lust" after "what is envy worth"."""
    heard, things = context.heard, things_of(context.gist)
    more, new = _SIGNS["more"].match(heard.plain), context.remark
    earlier = [heard.also(m) for m in _thread(context)[-6:] if m.sender == context.other]
    before = next((line for line in reversed(earlier) if line.asks and not _ALSO.match(line.plain)), None)
    names = new is not None and bool(new.things or new.about)
    rests = (heard.asks or _REQUEST.match(heard.plain)) and not names and _TOPIC.search(heard.plain)
    stands = _SIGNS["proof"].match(heard.plain) or (new is not None and new.kind in CHAT["plain"])
    if more is None and rests and not stands and (topic := topic_of(context)):
        return _with_text(context, f"{context.message.text.rstrip('?!. ')} {topic}?")
    if before is None or (earlier[-1] is not before and not _ALSO.match(earlier[-1].plain)):
        return context
    old = before.remark(things, context.gist.verbs)
    written, ends = before.plain, before.plain.rstrip("?!. ")
    if more is not None and (named_round := re.search(r"(?:round|year) \d+|next (?:round|year)", more[1])):
        asks_round = re.search(r"(?:in |for )?(?:this|next|last)? ?(?:round|year)(?: \d+)?", written)
        at = f"in {named_round[0]}"
        return _with_text(context, written.replace(asks_round[0], at) if asks_round else f"{ends} {at}?")
    if more is not None and old and old.about and re.fullmatch(r"(?:with |for )?(?:me|you)", more[1]):
        return _with_text(context, whole(old.about.casefold()).sub(more[1].split()[-1], written))
    if more is not None and old and names and len(more[1].split()) < 4:
        named = [word for word, name in things.items() if name in old.things] + [old.about.casefold()]
        for word in filter(None, named):
            written = whole(word).sub(more[1], written)
        return _with_text(context, written if more[1] in written else f"{ends} {more[1]}?")
    if _ALSO.match(heard.plain) and heard.does == "words" and (new is None or not new.sure):
        return _with_text(context, f"{ends}, {heard.plain}")
    return context


def topic_of(context: ReplyContext) -> str:
    """Return the last thing of which the asker spoke in their last two messages before; empty for none."""
    earlier = [context.heard.also(m) for m in _thread(context) if m.sender == context.other][-2:]
    remarks = [line.remark(things_of(context.gist), context.gist.verbs) for line in reversed(earlier)]
    return next((remark.things[-1] for remark in remarks if remark and remark.things), "")


_ALSO: Final = re.compile(r"\W*(?:(?:and|or|with)\b(?! (?:you|i)\b)|(?:then|so)\b(?! (?:you|i)\b).*\?)")
_REQUEST: Final = re.compile(r"\W*(?:(?:so|then|ok|please) )*(?:leave|give|keep|sell|spare|take) (?:me )?it\b")
_TOPIC: Final = re.compile(r"\b(?:it|there|that|them|they|those)\b|^\W*how (?:many|much)\b")
"""Words that stand for the thing of the question before."""


def _thread(context: ReplyContext) -> list[Message]:
    sight = context.sight
    thread = [m for m in sight.heard if m.key == context.message.key and m.round == sight.round]
    return thread[: thread.index(context.message)] if context.message in thread else thread


def _with_text(context: ReplyContext, text: str) -> ReplyContext:
    message = reworded(context.message, text)
    heard = tuple(message if m is context.message else m for m in context.sight.heard)
    sight = structs.replace(context.sight, heard=heard)
    return context._replace(message=message, heard=context.heard.also(message), sight=sight)


def follow_up(context: ReplyContext) -> str:
    """Return what a text asks of the bot's last line; empty if it stands for itself. `price`: what would you take?
    `presses`: come on. `same`: more of that. `heard`: ok."""
    own = own_lines(context)
    bargained = any(m.occasion in BARGAINED or m.deal is not None for m in own[:3])
    plain = bool(own) and own[0].deal is None and own[0].act is None
    rests = {"presses": own, "price": bargained, "proof": own, "same": own and own[0].occasion, "heard": plain}
    return next((kind for kind, does in rests.items() if does and _SIGNS[kind].match(context.heard.plain)), "")


def meant_by(sight: AnySight, to: str, text: str, heard: Utterance, round_word: str) -> str:
    """Return the plain sentence that a seat's text to another means after what the two wrote; empty for none."""
    readers = tuple(seat for seat in sight.seats if seat in (sight.seat, to))
    draft = Message(sight.seat, "seats", readers, text, sight.round, 0.0)
    thread = (*(m for m in sight.heard if m.key == draft.key), draft)
    listener = structs.replace(sight, seat=to, heard=thread)
    return plain_words(listener, TalkFacts(names=heard.spoken.words), draft, heard, round_word)


_PLAIN: Final = {kind: re.compile(rf"(?:(?:{CHAT['follow_ups']['lead']}) )*(?:{'|'.join(signs)})")
                 for kind, signs in CHAT["rewrites"].items()}  # fmt: skip


def plain_words(sight: AnySight, gist: TalkFacts, message: Message, heard: Utterance, round_word: str) -> str:
    """Return the sentence that a text means after what the two said, as the grammar reads it; empty if it stands for
    itself. It never binds: the bot weighs it, and repeats it."""
    person, text = message.sender, heard.things
    before = [m for m in sight.heard[: sight.heard.index(message)] if m.key == message.key]
    own = [m for m in reversed(before) if m.sender == sight.seat and m.round == sight.round]
    last = own[0].occasion if own else ""
    if last == "restate" and heard.kind == "yes":
        return own[0].text.partition("\u201c")[2].partition("\u201d")[0]
    put = _swaps_put(heard, before, sight.round)
    low, _ = ends = heard.whole_and_last
    kind = next((kind for kind, sign in _PLAIN.items() if any(map(sign.fullmatch, ends))), "")
    unwanted = [*heard.lacks, *map(text.at, NOT_WANTED.findall(text.text))]
    things = [thing for thing in dict.fromkeys(text.named) if thing not in unwanted]
    if kind == "pact":
        return "pact?"
    if kind == "offer" and own:
        return "make me an offer"
    if kind == "again" and (old_swap := _agreed_before(sight, person)) is not None:
        put = [old_swap]
    earlier = [heard.also(m) for m in before if m.sender == person]
    wishes = [line.wish for line in earlier if line.wish]
    wish = wishes[-1] if wishes else Wish()
    if kind == "thing" and last in ("inquires", "haggle") and len(things) == 1:
        if last == "inquires" or wish in (Wish(), Wish(wants=things[0]), Wish(gives=things[0])):
            return f"i need {things[0]}"
        return swap_words(Deal(wish.gives or things[0], wish.wants or things[0]))
    if put and kind == "later" and not any(line.asks for line in earlier[-1:]):
        return f"{swap_words(put[-1])} next {round_word}"
    if not put:
        return _terms_words(sight, heard, before)
    if person in gist.deals:
        return ""
    swap = put[-1]
    if kind in ("again", "turn"):
        return swap_words(swap if kind == "again" else swap.mirrored)
    if kind == "which" and (proposals := [m.deal for m in reversed(own) if m.deal is not None]):
        deal = proposals[0 if "first" in low or len(proposals) == 1 else -2 if "other" in low else -1]
        return swap_words(deal.mirrored)
    open_ = [m.occasion in BARGAINED or m.deal is not None for m in own[:3]]
    bargains_now = "instead" in low or any(open_[:1]) or (any(open_) and _CHANGES.search(low))
    remark = heard.remark(things_of(gist), gist.verbs)
    replaces = unwanted and len(things) == 1 and not (remark and remark.kind not in OF_SWAPS)
    if things and ((kind == "thing" and bargains_now) or replaces):
        if things == [swap.give]:
            return swap_words(swap)
        old = next((thing for thing in (*unwanted, *text.named[1:]) if thing in (swap.give, swap.want)), "")
        of_own = re.search(r"\b(?:my|i|i'd|i'll|for) ", low) is not None or wish.wants == swap.want
        gives = old == swap.give if old else of_own
        new = Deal(things[0], swap.want) if gives else Deal(swap.give, things[0])
        return swap_words(new) if new.give != new.want and new != swap else ""
    return ""


def _terms_words(sight: AnySight, heard: Utterance, before: Sequence[Message]) -> str:
    """Return the terms that two spoke of last with what a text changes of them: a value, the round or the sides."""
    terms = all_terms(heard.spoken.terms)
    of_two = [m for m in before if m.sender in (heard.by, sight.seat)]
    put = [offer for m in of_two if isinstance(offer := m.act or heard.also(m).offer, Offer) and not offer.is_pact]
    if not put or {*put[-1].parties} != {heard.by, sight.seat}:
        return ""
    now, clauses, text = max(1, sight.round), list(put[-1].clauses), heard.whole_and_last[0]
    slot = [word for clause in clauses for word in _values(terms[clause.term], sight.seats) if whole(word).search(text)]
    for word in slot[:1]:
        text = whole(word).sub("<0>", text)
    kind = next((kind for kind, sign in _PLAIN.items() if sign.fullmatch(text)), "")
    if kind == "turn":
        other = {heard.by: sight.seat, sight.seat: heard.by}
        clauses = [structs.replace(c, who=other[c.who], to=other.get(c.to, c.to)) for c in clauses]
    elif kind == "thing" and slot:
        who = heard.by if re.search(r"\b(?:my|i|i'd|i'll)\b", text) else sight.seat
        at = next((n for n, c in enumerate(clauses) if c.who == who), 0)
        value = _values(terms[clauses[at].term], sight.seats).get(slot[0])
        clauses[at] = structs.replace(clauses[at], what=value or clauses[at].what)
    elif kind not in ("later", "again"):
        return ""
    ahead = now + (kind == "later")
    clauses = [structs.replace(c, first=ahead, last=ahead) if kind in ("later", "again") else c for c in clauses]
    sentence = _plain_terms(terms, heard, clauses, now)
    return sentence if heard.of(sentence).offer else ""


def _values(term: Term, seats: Sequence[str]) -> dict[str, str]:
    among = seats if term.among == SEATS else term.among
    return {value.casefold(): value for value in among} | dict(term.names)


def _plain_terms(terms: Mapping[str, Term], heard: Utterance, clauses: Sequence[Clause], now: int) -> str:
    """Return terms as their speaker puts them to the listener: `you leave 9A to me and i leave 7A to you`."""
    parts = []
    for clause in clauses:
        mine, says = clause.who == heard.by, terms[clause.term].says
        what = {heard.by: "me", heard.to: "you"}.get(clause.what, clause.what)
        deed = f"{clause.term} {what}" if " of {what}" in says else says.format(what=what, to="you" if mine else "me")
        negated = "not " if clause.negated else ""
        parts.append(f"{'i' if mine else 'you'} {negated}{deed} {when_words(clause, now)}")
    waits = next((clause.after for clause in clauses if clause.after is not None), None)
    if waits is not None:
        return f"if {parts[waits]}, {' and '.join(part for part in parts if part != parts[waits])}"
    return " and ".join(parts)


_CHANGES: Final = sign("reply", "changes")
NOT_WANTED: Final = sign("reply", "not_wanted")


def swap_words(deal: Deal) -> str:
    return f"my {deal.give} for your {deal.want}"


def _swaps_put(heard: Utterance, before: Sequence[Message], round_: int) -> list[Deal]:
    """Return the swaps of this round that two spoke of, from the speaker's side, oldest first."""
    put = []
    for message in before:
        deal = message.deal or (heard.also(message).deal if message.sender == heard.by else None)
        if deal is not None and message.round == round_:
            put.append(deal if message.sender == heard.by else deal.mirrored)
    return put


def open_echo(sight: AnySight, person: str) -> Deal | None:
    """Return the swap that the bot repeated last as it understood it, if the person has not said yes to that."""
    thread = [m for m in sight.heard if m.of_two and person in m.readers and m.round == sight.round]
    at = next((n for n in reversed(range(len(thread))) if thread[n].deal is not None), 0)
    if not thread or thread[at].occasion != "resolved":
        return None
    agreed = any(m.sender == person and answer_in(m, thread) == "yes" for m in thread[at + 1 :])
    return None if agreed else thread[at].deal


def _agreed_before(sight: AnySight, person: str) -> Deal | None:
    """Return the last swap that two settled in an earlier round, from the person's side."""
    for round_ in range(sight.round - 1, 0, -1):
        bargain = bargains(sight.seat, [m for m in sight.heard if person in m.readers], round_).get(person)
        if bargain is not None and (settled := bargain.settled_as(sight.seat)) is not None:
            return Deal(settled[1], settled[0])
    return None
