"""Bargaining between two seats: the latest proposal, and if it is agreed.

It is derived from messages that the seat can read, so it reveals nothing (CM-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from msgspec import structs

from core.talk.acts import Decline, End, Offer, Term, place_of
from core.talk.channels import CLOSING, Deal, Message
from core.talk.parsing.utterance import Tongue, Utterance, tongue, utterance


class Bargain(NamedTuple):
    message: Message
    agreed: bool
    """True if both made the same proposal, and the partner has not taken it back."""
    answer: str
    """The partner's last words after it, or empty."""
    settled: Message | None = None
    """Latest proposal made by both, although another followed; None if there is none, or the partner took it back."""
    place: str | None = None
    """Meeting place of the settled proposal; None if neither named one."""
    declined: bool = False
    """True if the partner has said no to the proposal."""

    @property
    def deal(self) -> Deal:
        assert self.message.deal is not None
        return self.message.deal

    def give(self, you: str | None) -> str:
        return self.deal.give if self.message.sender == you else self.deal.want

    def settled_as(self, you: str | None) -> tuple[str, str] | None:
        """Return what this seat gives and gets by the settled proposal; None without one."""
        deal = None if self.settled is None else seen_by(you, self.settled)
        return None if deal is None else (deal.give, deal.want)

    def waits_for(self, you: str | None) -> bool:
        return self.message.sender != you and not self.agreed

    def get(self, you: str | None) -> str:
        return expected_from(self.message, you)


def between_two(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, list[Message]]:
    by_other: dict[str, list[Message]] = {}
    for message in messages:
        if message.round == round_ and message.channel == "seats":
            others = [reader for reader in message.readers if reader != you]
            if len(others) == 1:
                by_other.setdefault(others[0], []).append(message)
    return by_other


def bargains(
    you: str | None, messages: Sequence[Message], round_: int, game_terms: Sequence[Term] = ()
) -> dict[str, Bargain]:
    """Return the bargain with each partner of a round. By `game_terms`, the same swap in two places is not agreed."""
    bargains_ = {}
    for name, thread in between_two(you, messages, round_).items():
        proposals = [number for number, message in enumerate(thread) if message.deal is not None]
        if not proposals:
            continue
        later = [m for m in thread[proposals[-1] + 1 :] if m.sender == name and not m.is_chat]
        declined = any(answer_in(m) == "no" or isinstance(m.act, Decline) for m in later)
        settled = _settled(name, thread, proposals, game_terms)
        last = thread[proposals[-1]]
        before = () if settled is None else reversed(thread[: thread.index(settled) + 1])
        places = (place_of(game_terms, m.text) for m in before if m.deal is not None)
        bargains_[name] = Bargain(
            last, settled is last, later[-1].text if later else "", settled, next(filter(None, places), None), declined
        )
    return bargains_


def _settled(name: str, thread: Sequence[Message], proposals: Sequence[int], terms: Sequence[Term]) -> Message | None:
    after, off = len(thread), set[Deal | None]()
    for place, number in reversed([*enumerate(proposals)]):
        proposal, later = thread[number], thread[number + 1 : after]
        taken_back = any(ends_deal(message, thread, _given(message.sender, proposal)) for message in later)
        if taken_back or _act_ends(later):
            off.add(seen_by(name, proposal))  # also where it was said before
        took = any(m.sender != proposal.sender and answer_in(m, thread) == "yes" for m in later)
        agreed = took or _both_proposed(thread, proposals[: place + 1], terms)
        if agreed and seen_by(name, proposal) not in off:
            return proposal
        after = number
    return None


def seen_by(you: str | None, proposal: Message) -> Deal | None:
    deal = proposal.deal
    return deal if deal is None or proposal.sender == you else deal.mirrored


def _given(you: str, proposal: Message) -> str:
    deal = seen_by(you, proposal)
    return "" if deal is None else deal.give


def _act_ends(later: Sequence[Message]) -> bool:
    """True if a no or a notice by act is about the swap, and not about terms offered after it."""
    terms = 0
    for message in later:
        if isinstance(message.act, Offer):
            terms += 1
        elif isinstance(message.act, Decline | End):
            if not terms:
                return True
            terms -= 1
    return False


def ends_deal(message: Message, messages: Sequence[Message], promised: str = "") -> bool:
    """True if a message calls off what its two agreed (HH-58): all of its words do, or it is a bare no right after the
    deal, or its speaker does not have the thing that it promised. `messages`: those before it, and others."""
    before = [m for m in takewhile(lambda m: m is not message and m != message, messages) if m.key == message.key]
    last = before[-1] if before else None
    after_deal = last is not None and (last.proposes or last.occasion in _OF_DEAL or answer_in(last) == "yes")
    if message.proposes or not message.of_two:
        return False
    if message.occasion:
        return message.occasion == "off" or (message.occasion in CLOSING and after_deal)
    heard = utterance(message, outside=_goods(promised) if promised else None)
    if promised and not heard.deal and promised in heard.lacks:
        return True
    return heard.answer.no and (heard.answer.off or after_deal)


_OF_DEAL: Final = frozenset({"agrees", "agreed_on", "deal", "keeps_to", "stands", "holds", "echoes"})
"""Occasions of bots' lines that speak of the deal alone."""


def _goods(*kinds: str) -> Tongue:
    words = {word: kind for kind in kinds for word in (kind, f"{kind}s", f"{kind[:-1]}ies")}
    return tongue((), words=tuple(words.items()))


def says_yes(heard: Utterance, message: Message, messages: Sequence[Message]) -> bool:
    """True if a text agrees to the last proposal before it: a mere "ok" only right after it, and none to a question
    that names another swap."""
    if not heard.answer.yes:
        return False
    before = [m for m in takewhile(lambda m: m != message, messages) if m.key == message.key]
    if not heard.answer.weak or (before and before[-1].occasion == "restate"):
        return not before or before[-1].occasion != "restate"
    since = [m.sender for m in before if m.proposes or m.sender == message.sender]
    return not since or since[-1] != message.sender


def answer_in(message: Message, messages: Sequence[Message] = ()) -> Literal["yes", "no", "half a no", ""]:
    """Return the answer of a message in words. A bot's own lines are known; an offer is no answer."""
    if message.proposes:
        return ""
    if message.occasion:
        return "no" if message.occasion in CLOSING else ""
    heard = utterance(message)
    if heard.kind == "no":
        return "half a no" if heard.wavers else "no"
    return "yes" if says_yes(heard, message, messages) else ""


def mirrors(game_terms: Sequence[Term], message: Message, other: Message) -> bool:
    """True if two proposals are one swap from both sides, in one place or in a place that only one of them names."""
    deal = other.deal
    if message.deal is None or deal is None or message.deal != deal.mirrored:
        return False
    places = {place_of(game_terms, message.text), place_of(game_terms, other.text)} - {None}
    return len(places) < 2


def _both_proposed(thread: Sequence[Message], proposals: Sequence[int], game_terms: Sequence[Term]) -> bool:
    last = thread[proposals[-1]]
    earlier = next((thread[number] for number in reversed(proposals) if thread[number].sender != last.sender), None)
    mirrored = earlier is not None and mirrors(game_terms, last, earlier)
    return mirrored or _in_words(thread[: proposals[-1]], last, game_terms)


def _in_words(before: Sequence[Message], last: Message, game_terms: Sequence[Term]) -> bool:
    """True if the other said the same in words, or yes to the same proposal."""
    deal = last.deal
    assert deal is not None
    words = _goods(deal.give, deal.want)
    put = False
    for message in before:
        if message.sender == last.sender:
            put = put or message.deal == deal
        elif message.deal is None:
            heard = utterance(message, outside=words)
            same = heard.deal is not None and mirrors(game_terms, structs.replace(message, deal=heard.deal), last)
            if same or (put and (says_yes(heard, message, before) or heard.takes(deal.mirrored))):
                return True
    return False


def expected_from(message: Message, you: str | None) -> str:
    assert message.deal is not None
    return message.deal.want if message.sender == you else message.deal.give
