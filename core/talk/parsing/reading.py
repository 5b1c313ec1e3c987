"""What one sentence to one other seat means: the act that it surely is, or whether it bargains, answers or only talks.

Screens show it before it binds ("Heard: ..."); bots go by it. What is no act binds nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.talk.acts import AnyAct, Ask, Claim, Term, as_offer
from core.talk.parsing import Heard, hear
from core.talk.parsing.asks import act_in, claimed, ends_pact
from core.talk.parsing.clauses import named, offer_in
from core.talk.parsing.words import written_out

FOREIGN = re.compile(
    r"\b(?:ich|und|nicht|wir|dir|mir|gebe|für|bitte|danke|je|te|donne|contre|avec|vous|pour|oui|merci|yo|doy|por|para|"
    r"gracias|quiero|dame|io|ti|per|grazie|voglio|jag|och|inte|ik|het|een|niet|eu|você|obrigado)\b"
)
"""Words that show another language, two of them at least."""


class Reading(NamedTuple):
    """What was understood."""

    act: AnyAct | None
    heard: Heard
    """Its part in a bargain; `talk` where the act says all."""

    @property
    def kind(self) -> str:
        """In one word: the act's, `yes`, `no`, `unclear`, or `words` for what is not understood."""
        if self.act is not None:
            return type(self.act).__name__.lower()
        return "words" if self.heard.kind == "talk" else self.heard.kind


def read(
    own: Sequence[Term],
    seats: Sequence[str],
    by: str,
    to: str,
    now: int,
    rounds: int,
    text: str,
    names: Mapping[str, str] | None = None,
) -> Reading:
    """What `by` says to `to` with a text in round `now`. `names`: by word, what can be swapped, where the game has
    no term for it."""
    words = named(own) or names or {}
    heard = hear(words, text, (to,), next((term.beside for term in own if term.swaps), ""))
    others = [seat for seat in seats if seat not in (by, to)]
    if ends_pact(text):
        return Reading(None, Heard("no"))
    if heard.deal is not None:
        return Reading(as_offer(own, by, to, heard.deal, now), heard)
    offer = offer_in(own, seats, by, to, max(1, now), rounds, text)
    if offer is not None:
        return Reading(offer, Heard("talk"))
    if (claim := _claim(own, text)) is not None and heard.kind == "talk":
        return Reading(claim, heard)
    act = act_in(others, text, to)
    if isinstance(act, Ask) and (heard.kind in ("talk", "unclear") or _outright(act)):
        return Reading(act, Heard("talk"))
    return (
        Reading(None if heard.kind == "unclear" else act, heard)
        if heard.kind in ("talk", "unclear")
        else Reading(None, heard)
    )


def _outright(act: Ask) -> bool:
    """Is it a question whatever else it looks like?"""
    return act.about in ("why", "deal", "pacts")


def _claim(own: Sequence[Term], text: str) -> Claim | None:
    """The room or place that somebody says it takes itself."""
    place = next((term for term in own if term.id == "leave"), None)
    if place is None:
        return None
    number = claimed(text)
    if number is not None and str(number) in place.among:
        return Claim(str(number))
    low = written_out(text)
    rooms = {place.names[word] for word in re.findall(r"\b\d+[a-c]\b", low) if word in place.names}
    says = re.search(r"\bi(?:'m| am|'ll| will| want| need| take| go for)\b(?!.*\b(?:not|if|unless|last|took)\b)", low)
    return Claim(rooms.pop()) if len(rooms) == 1 and says and "?" not in text and " you take" not in low else None


def foreign(text: str) -> bool:
    """Is it in another language than the one that is read here?"""
    return len(set(FOREIGN.findall(text.casefold()))) >= 2
