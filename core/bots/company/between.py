"""State between a bot and a person, and texts that rest on it: "and lust?", "what then", "the same again"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import structs

from core.bots.company.about import remark_of, remark_with, things_of
from core.bots.company.context import AnySight, ReplyContext
from core.bots.company.talk_facts import TalkFacts
from core.talk.channels import DECLINING, Deal, Message
from core.talk.deals import answer_in, bargains
from core.talk.parsing import hear
from core.talk.parsing.asks import unaddressed
from core.talk.parsing.offers import Wish, wish_in
from core.talk.parsing.remarks import asks
from core.talk.parsing.words import CHAT, bare, marked, sign, whole, written_out

FollowUp = Literal["price", "presses", "same", "proof", "heard"]
"""`price`: what would you take? `presses`: come on. `same`: more of that. `heard`: ok."""

BARGAINED: Final = DECLINING | {
    "refuses", "haggle", "restate", "none", "wished", "unsure", "jointly", "echoes", "priced", "stands",
    "resolved",
}  # fmt: skip
"""Occasions of a line that leaves a bargain open."""
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
    """Write a text out that names only another thing: "and lust" after "what is envy worth"."""
    more, text = _SIGNS["more"].match(_words(context)), context.message.text
    asked = [m.text for m in _thread(context) if m.sender == context.other]
    if not asked or not asks(asked[-1]):
        return context
    if more is None or len(more[1].split()) > 3:
        new, old = remark_of(context), remark_of(_with_text(context, asked[-1]))
        if (
            not (asks(text) or _REQUEST.match(_words(context)))
            or (new and (new.things or new.about))
            or not _TOPIC.search(_words(context))
        ):
            return context
        return _with_text(context, f"{text.rstrip('?!. ')} {old.things[-1]}?") if old and old.things else context
    text, named_round = written_out(asked[-1]), re.search(r"(?:round|year) \d+|next (?:round|year)", more[1])
    if named_round is not None:
        before = re.search(r"(?:in |for )?(?:this|next|last)? ?(?:round|year)(?: \d+)?", text)
        text = (
            text.replace(before[0], f"in {named_round[0]}") if before else f"{text.rstrip('?!. ')} in {named_round[0]}?"
        )
        return _with_text(context, text)
    new, old = remark_of(context), remark_of(_with_text(context, asked[-1]))
    if new is None or old is None or not (new.things or new.about):
        return context
    named = [word for word, name in things_of(context.gist).items() if name in old.things] + [old.about.casefold()]
    for word in filter(None, named):
        text = whole(word).sub(more[1], text)
    return _with_text(context, text if more[1] in text else f"{text.rstrip('?!. ')} {more[1]}?")


_REQUEST: Final = re.compile(r"\W*(?:(?:so|then|ok|please) )*(?:leave|give|keep|sell|spare|take) (?:me )?it\b")
_TOPIC: Final = re.compile(r"\b(?:it|there|that|them|they|those)\b|^\W*how (?:many|much)\b")
"""Words that stand for the thing of the question before."""


def _thread(context: ReplyContext) -> list[Message]:
    sight = context.sight
    thread = [m for m in sight.heard if m.key == context.message.key and m.round == sight.round]
    return thread[: thread.index(context.message)] if context.message in thread else thread


def _words(context: ReplyContext) -> str:
    return written_out(unaddressed(context.sight.seat, context.message.text))


def _with_text(context: ReplyContext, text: str) -> ReplyContext:
    message = structs.replace(context.message, text=text)
    heard = tuple(message if m is context.message else m for m in context.sight.heard)
    return context._replace(message=message, sight=structs.replace(context.sight, heard=heard))


def follow_up(context: ReplyContext) -> FollowUp | None:
    """Return what a text asks of the bot's last line; None if it stands for itself."""
    own, text = own_lines(context), _words(context)
    if not own:
        return None
    if _SIGNS["presses"].match(text):
        return "presses"
    if _SIGNS["price"].match(text) and any(m.occasion in BARGAINED or m.deal is not None for m in own[:3]):
        return "price"
    if _SIGNS["proof"].match(text):
        return "proof"
    if _SIGNS["same"].match(text) and own[0].occasion:
        return "same"
    return "heard" if _SIGNS["heard"].match(text) and own[0].deal is None and own[0].act is None else None


_PLAIN: Final = {kind: re.compile(rf"(?:(?:{CHAT['follow_ups']['lead']}) )*(?:{'|'.join(signs)})")
                 for kind, signs in CHAT["rewrites"].items()}  # fmt: skip


def plain_words(sight: AnySight, gist: TalkFacts, message: Message, round_word: str) -> str:
    """Return the sentence that a text means after what the two said, as the grammar reads it; empty if it stands for
    itself. It never binds: the bot weighs it, and repeats it."""
    person, names = message.sender, gist.names
    before = [m for m in sight.heard[: sight.heard.index(message)] if m.key == message.key]
    own = [m for m in reversed(before) if m.sender == sight.seat and m.round == sight.round]
    last = own[0].occasion if own else ""
    heard = hear(names, message.text, (sight.seat,))
    if last == "restate" and heard.kind == "yes":
        return own[0].text.partition("\u201c")[2].partition("\u201d")[0]
    text = marked(names, unaddressed(sight.seat, message.text))
    others = [seat for seat in sight.seats if seat not in (person, sight.seat)]
    remark = remark_with(gist, others, message.text, sight.seat)
    low, put = bare(text.text), _swaps_put(person, names, before, sight.round)
    ends = (low, bare(re.split(r"[.!?]\s", text.text.rstrip(" .!?"))[-1]))
    kind = next((kind for kind, sign in _PLAIN.items() if any(map(sign.fullmatch, ends))), "")
    unwanted = [*heard.lacks, *map(text.at, NOT_WANTED.findall(text.text))]
    things = [thing for thing in dict.fromkeys(text.named) if thing not in unwanted]
    if kind == "pact":
        return "pact?"
    if kind == "offer" and own:
        return "make me an offer"
    if kind == "again" and (old_swap := _agreed_before(sight, person)) is not None:
        put = [old_swap]
    wishes = [wish for m in before if m.sender == person and (wish := wish_in(names, m.text))]
    wish = wishes[-1] if wishes else Wish()
    if kind == "thing" and last in ("inquires", "haggle") and len(things) == 1:
        if last == "inquires" or wish in (Wish(), Wish(wants=things[0]), Wish(gives=things[0])):
            return f"i need {things[0]}"
        return swap_words(Deal(wish.gives or things[0], wish.wants or things[0]))
    if put and kind == "later" and not any(m.sender == person and asks(m.text) for m in before[-2:]):
        return f"{swap_words(put[-1])} next {round_word}"
    if not put or person in gist.deals:
        return ""
    swap = put[-1]
    if kind in ("again", "turn"):
        return swap_words(swap if kind == "again" else swap.mirrored)
    if kind == "which" and (proposals := [m.deal for m in reversed(own) if m.deal is not None]):
        deal = proposals[0 if "first" in low or len(proposals) == 1 else -2 if "other" in low else -1]
        return swap_words(deal.mirrored)
    bargains_now = last in BARGAINED or "instead" in low or (own and own[0].deal is not None)
    replaces = unwanted and len(things) == 1 and not (remark and remark.kind not in OF_SWAPS)
    if things and ((kind == "thing" and bargains_now) or replaces):
        if things == [swap.give]:
            return swap_words(swap)
        old = next((thing for thing in (*unwanted, *text.named[1:]) if thing in (swap.give, swap.want)), "")
        gives = (
            old == swap.give
            if old
            else re.search(r"\b(?:my|i|i'd|i'll|for) ", low) is not None or wish.wants == swap.want
        )
        new = Deal(things[0], swap.want) if gives else Deal(swap.give, things[0])
        return swap_words(new) if new.give != new.want and new != swap else ""
    return ""


NOT_WANTED: Final = sign("reply", "not_wanted")
OF_SWAPS: Final = ("no", "third", "states", "have", "trade", "wants", "goes", "request")
"""Kinds of remarks that may be half a swap."""


def swap_words(deal: Deal) -> str:
    return f"my {deal.give} for your {deal.want}"


def _swaps_put(person: str, names: Mapping[str, str], before: Sequence[Message], round_: int) -> list[Deal]:
    """Return the swaps of this round that two spoke of, from the person's side, oldest first."""
    put = []
    for message in before:
        deal = message.deal or (hear(names, message.text, message.readers).deal if message.sender == person else None)
        if deal is not None and message.round == round_:
            put.append(deal if message.sender == person else deal.mirrored)
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
