"""The meaning of one sentence to one other seat: an act, or a part in a bargain, or talk.

Screens show it before it binds ("Heard: ..."); bots go by it. Only acts bind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from core.talk.acts import AnyAct, Apologise, Claim, Offer, Term, as_offer
from core.talk.parsing import Heard, hear
from core.talk.parsing.asks import act_in, claimed, ends_pact
from core.talk.parsing.clauses import limited, offer_in, swap_words
from core.talk.parsing.words import marked, written_out

FOREIGN = re.compile(
    r"\b(?:ich|und|nicht|wir|dir|mir|gebe|für|bitte|danke|du|wer|wo|wie|noch|hab|hast|gegen|tausche|nächste|je|te|"
    r"donne|contre|avec|vous|pour|oui|merci|yo|doy|por|para|"
    r"gracias|quiero|dame|io|ti|per|grazie|voglio|jag|och|inte|ik|het|een|niet|eu|você|obrigado)\b"
)
"""Words of other languages; two of them show one."""


class Reading(NamedTuple):
    act: AnyAct | None
    parsed: Heard
    """Part in a bargain; `talk` if the act says all."""
    part: Offer | None = None
    """Terms that one sentence of several states whole, beside others without a condition. They are echoed."""

    @property
    def kind(self) -> str:
        """The act's name, `yes`, `no`, `unclear`, or `words` if not understood."""
        if self.act is not None:
            return type(self.act).__name__.lower()
        return "words" if self.parsed.kind == "talk" else self.parsed.kind


def read(
    game_terms: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int, rounds: int, text: str,
    names: Mapping[str, str] | None = None,
) -> Reading:  # fmt: skip
    """Read what `by` says to `to` in round `now`. `names`: things that can be swapped by word, if the game has no term
    for it."""
    words = swap_words(game_terms) or names or {}
    heard = hear(words, text, (to,), next((term.beside for term in game_terms if term.swaps), ""))
    others = [seat for seat in seats if seat not in (by, to)]
    if ends_pact(text):
        return Reading(None, Heard("no"))
    if heard.deal is not None:
        return Reading(as_offer(game_terms, by, to, heard.deal, now), heard)
    offer = offer_in(game_terms, seats, by, to, max(1, now), rounds, text)
    if offer is not None:
        return Reading(offer, Heard("talk"))
    if (claim := _claim(game_terms, text)) is not None and heard.kind == "talk":
        return Reading(claim, heard)
    if (part := part_of(game_terms, seats, by, to, now, rounds, text, names)) is not None:
        return Reading(None, Heard("unclear"), part)
    act = act_in(others, text, to)
    if isinstance(act, Apologise) and not _SORRY.match(text.casefold()) and marked(words, text).named:
        act = None  # sorry about a thing that it names, not an apology
    return (
        Reading(None if heard.kind == "unclear" else act, heard)
        if heard.kind in ("talk", "unclear")
        else Reading(None, heard)
    )


def part_of(
    game_terms: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int, rounds: int, text: str,
    names: Mapping[str, str] | None = None,
) -> Offer | None:  # fmt: skip
    """Return the terms that exactly one sentence of a text states, if the others name nothing and limit nothing."""
    sentences = [piece for piece in re.split(r"(?<=[.!?;])\s+|\n+", text.strip()) if re.search(r"\w", piece)]
    if not 1 < len(sentences) < 5:
        return None
    readings = [(piece, read(game_terms, seats, by, to, now, rounds, piece, names)) for piece in sentences]
    offers = [reading.act for _, reading in readings if isinstance(reading.act, Offer)]
    rest = [(piece, reading) for piece, reading in readings if not isinstance(reading.act, Offer)]
    words = swap_words(game_terms) or names or {}
    clear = all(
        reading.parsed.kind == "talk"
        and not _LIMITS.search(written_out(piece))
        and not limited(written_out(piece))
        and not marked(words, piece).named
        for piece, reading in rest
    )
    return offers[0] if len(offers) == 1 and clear else None


_LIMITS: Final = re.compile(
    r"\b(?:not?|never|nothing|instead|or|without|also|too|plus|and|with|both|but)\b|n't\b|(?<![+\d])\d"
)
"""Words with which a second sentence may change the first."""


def _claim(game_terms: Sequence[Term], text: str) -> Claim | None:
    place = next((term for term in game_terms if term.id == "leave"), None)
    if place is None:
        return None
    number = claimed(text)
    if number is not None and str(number) in place.among:
        return Claim(str(number))
    low = written_out(text)
    if "?" in text or re.search(r"\b(?:not|never|if|unless|until|you take)\b|n't\b", low):
        return None
    rooms = {
        place.names.get(parsed[1]) for piece in re.split(r"[,.;:!]|\band\b", low) if (parsed := _TAKES.fullmatch(piece))
    }
    return Claim(room) if len(rooms) == 1 and (room := rooms.pop()) is not None else None


_TAKES: Final = re.compile(
    r"\W*(?:(?:ok|so|well|hey|then|please|now|yes|no) )*(?:i(?:'ll|'m| will| am)? (?:just )?(?:take|taking|want|need|"
    r"go(?:ing)? (?:for|to)|after|bid(?:ding)?(?: \d+)? (?:on|for)|claim) )(\d+[a-c])(?: (?:this (?:round|time)|now|"
    r"then|myself|please|so))*\W*"
)
_SORRY: Final = re.compile(
    r"\W*(?:i'?m |i am |so |very |oh |my )*(?:sorry|sry|apolog\w+|forgive|(?:fault|bad|mistake))\b"
)


def foreign(text: str) -> bool:
    return len(set(FOREIGN.findall(text.casefold()))) >= 2
