"""The meaning of one sentence to one other seat: an act, or a part in a bargain, or talk.

Screens show it before it binds ("Heard: ..."); bots go by it. Only acts bind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from core.talk.acts import AnyAct, Apologise, Claim, Offer, Term, as_offer
from core.talk.parsing import Heard, hear
from core.talk.parsing.asks import act_in, claimed, ends_pact
from core.talk.parsing.asks import marked as seats_marked
from core.talk.parsing.clauses import limited, offer_in, swap_words
from core.talk.parsing.words import marked, sign, written_out

FOREIGN: Final = sign("reading", "foreign")
"""Words of other languages; two of them show one."""


class Reading(NamedTuple):
    act: AnyAct | None
    parsed: Heard
    """Part in a bargain; `talk` if the act says all."""
    part: str = ""
    """The words of a text that alone are an offer, beside others without a condition: echoed, and never binding."""

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
    beside = next((term.beside for term in game_terms if term.swaps), "")
    others = [seat for seat in seats if seat not in (by, to)]
    if ends_pact(text):
        return Reading(None, Heard("no"))

    def offer_of(words_: str) -> tuple[Offer | None, Heard]:
        parsed = hear(words, words_, (to,), beside)
        if parsed.deal is not None:
            return as_offer(game_terms, by, to, parsed.deal, now), parsed
        return offer_in(game_terms, seats, by, to, max(1, now), rounds, words_), parsed

    offer, heard = offer_of(text)
    if heard.deal is not None or offer is not None:
        return Reading(offer, heard if heard.deal is not None else Heard("talk"))
    if (claim := _claim(game_terms, text)) is not None and heard.kind == "talk":
        return Reading(claim, heard)
    if heard.kind not in ("yes", "no") or heard.wavers:
        part = _part_of(
            words, others, text, lambda run: offer_of(run)[0] is not None or offer_of(run)[1].deal is not None
        )
        if part:
            return Reading(None, Heard("unclear"), part)
    act = act_in(others, text, to)
    if isinstance(act, Apologise) and not _SORRY.match(text.casefold()) and marked(words, text).named:
        act = None  # sorry about a thing that it names, not an apology
    return (
        Reading(None if heard.kind == "unclear" else act, heard)
        if heard.kind in ("talk", "unclear")
        else Reading(None, heard)
    )


def unquoted(text: str) -> str:
    """Drop quotations, unless they are all: they have no effect."""
    rest = _QUOTED.sub(" ", text)
    return rest if re.search(r"\w", rest) else text


def _part_of(words: Mapping[str, str], others: Sequence[str], text: str, offers: Callable[[str], bool]) -> str:
    """Return the longest run of pieces that is an offer, if the others limit nothing, tell of no other seat, and name
    no other thing; else an empty text. A quotation is no piece."""
    spoken = _HEDGES.sub(" ", unquoted(text))
    pieces = [piece for piece in _CUTS.split(spoken) if re.search(r"\w", piece)]
    for size in range(len(pieces) - (spoken == text), 0, -1) if len(pieces) <= _MOST_PIECES else ():
        for at in range(len(pieces) - size + 1):
            run, rest = ", ".join(pieces[at : at + size]), [*pieces[:at], *pieces[at + size :]]
            if offers(run):
                things = {*marked(words, run).named}
                clear = all(
                    not _LIMITS.search(low := written_out(piece))
                    and not limited(low)
                    and {*marked(words, piece).named} <= things
                    and "@" not in seats_marked(others, piece)
                    for piece in rest
                )
                return run if clear else ""
    return ""


_MOST_PIECES: Final = 7
_QUOTED: Final = sign("reading", "quoted")
_HEDGES: Final = sign("reading", "hedges", re.I)
"""Words that make an offer a suggestion."""
_CUTS: Final = sign("reading", "cuts", re.I)
_LIMITS: Final = sign("reading", "limits")
"""Words with which another piece may change an offer, or tell of it."""


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


_TAKES: Final = sign("reading", "takes")
_SORRY: Final = sign("reading", "sorry")


def foreign(text: str) -> bool:
    return len(set(FOREIGN.findall(text.casefold()))) >= 2
