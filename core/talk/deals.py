"""Reads where bargaining between two seats stands: the latest proposal, and whether it is agreed.

Everything here is worked out from the messages that one seat can read, so it tells that seat nothing new (CM-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from core.talk.acts import Decline, End, Offer
from core.talk.channels import Deal, Message
from core.talk.parsing import hear
from core.talk.voices import DECLINING, is_chat, occasion_of


class Bargain(NamedTuple):
    """The latest proposal between this seat and one other."""

    message: Message
    agreed: bool
    """The other side had proposed the very same: both have said it, and the partner has taken nothing back since."""
    answer: str
    """What the partner said in words after it, or nothing."""
    settled: Message | None = None
    """The latest proposal that both have said, though something else was proposed since; None if the partner took its
    word back after it, or nothing was ever agreed."""

    @property
    def deal(self) -> Deal:
        assert self.message.deal is not None
        return self.message.deal

    def give(self, you: str | None) -> str:
        """What the proposal says that this seat gives."""
        return self.deal.give if self.message.by == you else self.deal.want

    def settled_as(self, you: str | None) -> tuple[str, str] | None:
        """What this seat would give and get by the latest that both have said; None where there is nothing."""
        if self.settled is None or self.settled.deal is None:
            return None
        deal = self.settled.deal
        return (deal.give, deal.want) if self.settled.by == you else (deal.want, deal.give)

    def waits_for(self, you: str | None) -> bool:
        """Is it the partner's proposal, and nothing agreed yet: does it wait for this seat's answer?"""
        return self.message.by != you and not self.agreed

    def get(self, you: str | None) -> str:
        """What the proposal says that this seat receives."""
        return expected_from(self.message, you)


def between_two(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, list[Message]]:
    """What was said in a round in each conversation of two, by the other of them."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        if message.round == round_ and message.channel == "seats":
            others = [reader for reader in message.readers if reader != you]
            if len(others) == 1:
                found.setdefault(others[0], []).append(message)
    return found


def bargains(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, Bargain]:
    """Where it stands with each partner with whom a proposal was made in this round."""
    found = {}
    for name, said in between_two(you, messages, round_).items():
        made = [number for number, message in enumerate(said) if message.deal is not None]
        if not made:
            continue
        words = [message.text for message in said[made[-1] + 1 :] if message.by == name and not is_chat(message.text)]
        settled = _settled(name, said, made)
        last = said[made[-1]]
        found[name] = Bargain(last, settled is last, words[-1] if words else "", settled)
    return found


def _settled(name: str, said: Sequence[Message], made: Sequence[int]) -> Message | None:
    """The latest of the proposals (at the places `made`) that both have said and `name` has not taken back. Only an
    outright no ends what both have said, a see you there does not; and a no ends what was proposed last."""
    after = len(said)
    for place, number in reversed([*enumerate(made)]):
        later = said[number + 1 : after]
        taken_back = any(answer_in(message) == "no" for message in later if message.by == name) or _act_ends(later)
        if not taken_back and _both(said, made[: place + 1]):
            return said[number]
        after = number
    return None


def _act_ends(later: Sequence[Message]) -> bool:
    """True if a no or a notice by act is to the swap: to no terms that were offered after it."""
    terms = 0
    for message in later:
        if isinstance(message.act, Offer):
            terms += 1
        elif isinstance(message.act, Decline | End):
            if not terms:
                return True
            terms -= 1
    return False


def answer_in(message: Message) -> Literal["yes", "no", "half a no", ""]:
    """What a message answers in words; a bot's own lines are known. An offer is no answer, whatever its words."""
    if isinstance(message.act, Offer) or message.deal is not None:
        return ""
    occasion = occasion_of(message.text)
    if occasion is not None:
        return "no" if occasion in DECLINING else ""
    heard = hear({}, message.text, message.readers)
    if heard.kind == "no":
        return "half a no" if heard.wavers else "no"
    return "yes" if heard.kind == "yes" else ""


def _both(said: Sequence[Message], made: Sequence[int]) -> bool:
    """Have both said the last of these proposals?"""
    last = said[made[-1]]
    assert last.deal is not None
    mirrored = Deal(give=last.deal.want, want=last.deal.give)
    earlier = next((said[number] for number in reversed(made) if said[number].by != last.by), None)
    return (earlier is not None and earlier.deal == mirrored) or _in_words(said[: made[-1]], last)


def _in_words(before: Sequence[Message], last: Message) -> bool:
    """Had the other said the same in words alone, or yes to the same proposal? Then `last` says that both have."""
    deal = last.deal
    assert deal is not None
    kinds = (deal.give, deal.want)
    words = {word: kind for kind in kinds for word in (kind, f"{kind}s", f"{kind[:-1]}ies")}
    put = False
    for message in before:
        if message.by == last.by:
            put = put or message.deal == deal
        elif message.deal is None:
            heard = hear(words, message.text, message.readers)
            if heard.deal == Deal(give=deal.want, want=deal.give) or (put and heard.kind == "yes"):
                return True
    return False


def deals_by_partner(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, Message]:
    """The latest proposal of this round in each conversation of two."""
    return {name: found.message for name, found in bargains(you, messages, round_).items()}


def expected_from(message: Message, you: str | None) -> str:
    """The kind that a proposal says this seat will receive."""
    assert message.deal is not None
    return message.deal.want if message.by == you else message.deal.give
