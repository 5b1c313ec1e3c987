"""Why a bot said what it said last: the reason for a bare "why?", as far as its own words have one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core.bots.company.gist import Gist
from core.bots.company.voices import occasion_of
from core.talk.channels import Message
from core.talk.parsing.tales import told_of
from core.talk.parsing.topics import named_in

REASONS: Final[Mapping[str, str]] = {
    "decline": "what you offer is worth less to me than what I would give",
    "full": "each of my offers has somebody who waits for it",
    "meagre": "the swap would help you more than me",
    "hides": "what I hold is worth more while nobody knows it",
    "mum": "whoever knows where I go can be there first",
    "trade_secret": "an answer for nothing is a gift to whoever listens",
    "guilty": "the round paid better that way",
    "wary_pact": "the last word between us was broken, and not by me",
    "pact": "two who keep their word get further than one alone",
    "bound": "I agreed to it and have not taken it back",
    "alone": "the rules here leave two nothing to share",
    "leaves": "two in one place get nothing, and you spoke first",
    "contests": "whoever always chooses first wins, and you chose the round before",
    "leading": "I go by the points, and mine are the most",
    "leads": "I go by the points that everybody is shown",
    "unknown": "each of us is told its own points and nobody else's",
    "nobody": "each of us is told its own part and no more",
    "accused": "I have found nothing between us that I promised and did not do",
    "broke": "what came was not what we had agreed on",
    "kept": "what you gave is what you said you would give",
    "ahead": "the last round went my way",
    "behind": "the last round brought me nothing to speak of",
    "haggle": "half an offer cannot be weighed",
    "several": "so many things in one sentence can mean anything",
    "plans": "it is the best that I can reach from here",
    "elsewhere": "something else is worth more to me now",
    "warned": "I listen to everybody and believe few",
    "threatened": "threats change none of the sums",
    "sorry": "a grudge costs more than it brings",
    "doubts": "what came was not what had been agreed on",
    "trusts": "nothing that was agreed between us was broken",
    "agreed_on": "that is how both of us put it",
    "unsettled": "neither of us has said yes to anything here",
    "liars": "what came was not what had been agreed on",
    "vouches": "what was agreed came, each time",
    "hearsay": "I repeat what I heard, and weigh it by who said it",
    "rallied": "whoever is far in front has to be slowed by somebody",
    "discreet": "who tells on others is told little",
    "believes": "you have given me no cause to doubt it",
    "disbelieves": "the last word between us was broken, and not by me",
    "parted": "one of us wished it so",
    "spares": "I go by the sums, and they change each round",
    "vows": "a word that is kept once is believed twice",
    "advice": "it is what we know least about",
}
"""By the occasion of what was said, a clause."""
OFFERED: Final = "by my count it pays us both"
TALE: Final = "I was promised one thing and given another"
TOLD: Final = "it may be of use to you, and to me that you know it"
DONE: Final = "the round paid better that way"


def reason_of(seat: str, seats: Sequence[str], gist: Gist, heard: Sequence[Message], asked: Message) -> str | None:
    """Why `seat` said the last thing that the asker could read, or broke its word with them; None where it has said
    and done nothing that has a reason."""
    before = heard[: len(heard) - 1 - heard[::-1].index(asked)]  # the same may have been asked before
    about = named_in([name for name in seats if name != asked.by], asked.text)
    if about is not None and any(m.by == seat and told_of([about], m.text) is not None for m in before):
        return TALE
    last = next((one for one in reversed(before) if one.by == seat and asked.by in one.readers), None)
    if last is None:
        return DONE if asked.by in gist.wronged else None
    if told_of(seats, last.text) is not None:
        return TALE
    occasion = occasion_of(last.text) or gist.stock.get(last.text)
    if occasion:
        return REASONS.get(occasion)
    return OFFERED if last.deal is not None else TOLD
