"""Warnings, reproaches, courtesies and claims ("I take place 3") in plain words. Others are not guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from core.talk.parsing.words import CALL, READ, SIGNS, pattern_of, sign, written_out

BROKE = "{} broke its word to me: beware."
_LIAR, _WARNED = pattern_of("{liar}"), pattern_of("{warned}")
_DENIED: Final = sign("asks", "denied")


def tale(about: str) -> str:
    return BROKE.format(about)


def accused_in(seats: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the seats that a text says to break their word."""
    low = text.replace("\u2019", "'").casefold()
    accused = [
        seat
        for seat in seats
        if seat.casefold() in low
        and (name := re.escape(seat.casefold()))
        and re.search(rf"(?<!\w){name}\s+{_LIAR}|{_WARNED}\s+{name}(?!\w)", low) is not None
    ]
    return tuple(accused) if accused and _DENIED.search(low) is None else ()


def told_of(seats: Sequence[str], text: str) -> str | None:
    """Return the seat that a text says to break its word; None for none or several."""
    accused = accused_in(seats, text)
    return accused[0] if len(accused) == 1 else None


_PASSING: Final = sign("asks", "passing").pattern


def seats_marked(seats: Sequence[str], text: str) -> str:
    names = "|".join(re.escape(seat.casefold()) for seat in sorted(seats, key=len, reverse=True))
    if not text.isupper():
        text = re.sub(r"(?<![\w'])[B-HJ-Z](?![\w'])", r"\g<0>_", text)  # the letter R is no "are"
    low = text.replace("\u2019", "'").casefold().strip().replace("@", " ")
    low = written_out(re.sub(rf"(?<!\w)(?:{names})(?!\w)", "@", low) if names else low)
    low = re.sub(r"^wtf(?= (?:is|are|do|does|did)\b)", "what", low)
    return re.sub(_PASSING, "", low)


def unaddressed(to: str, text: str) -> str:
    """Drop the listener's name before or after a text, unless it is all."""
    if not to:
        return text
    name = re.escape(to)
    lead = rf"^{CALL}{name}\b(?!'s)[\s,:;.!\-]*|[\s,]+{name}(?=\W*$)"
    bare = re.sub(lead, "", text, flags=re.I)
    return bare if re.search(r"\w", bare) else text


def called(seats: Sequence[str], text: str) -> str | None:
    """Return the seat to which a text is said by name at its beginning: "Ben, you take 13B". None for none."""
    names = "|".join(re.escape(seat) for seat in sorted(seats, key=len, reverse=True))
    lead = re.match(rf"{CALL}({names})(?=\s*[,:!\u2013\u2014])", text, re.I)
    return None if lead is None else next(seat for seat in seats if seat.casefold() == lead[1].casefold())


def named_in(seats: Sequence[str], text: str) -> str | None:
    """Return the seat that a text names; None for none or several."""
    low = text.casefold()
    names = [seat for seat in seats if re.search(rf"(?<!\w){re.escape(seat.casefold())}(?!\w)", low)]
    return names[0] if len(names) == 1 else None


def spoken_of(seat: str, text: str) -> bool:
    """True if a text speaks of this seat, not to it. It speaks to it if it begins with the name, and says you or goes
    on like "Ada, who leads?"."""
    name, low = re.escape(seat.casefold()), written_out(text)
    to, of = (pattern.replace("{name}", name) for pattern in (_TO, _OF))
    return re.match(to, low) is None and re.search(of, low) is not None


_TO, _OF = pattern_of("{spoken_to}"), pattern_of("{spoken_of}")
_CLAIMS: Final = tuple(re.compile(pattern_of(f"{{claims}}(?:{words}){{claimed}}")) for words in SIGNS["claims"]["rows"])
_HANDS_OFF: Final = sign("asks", "hands_off")
"""Asks in the words after a claim to respect it."""
_NOT = re.compile(r"\b(?:not|never|unless|until|till|if(?! you (?:please|like|agree)| i may))\b|n't\b")


def claimed(text: str) -> int | None:
    """Return the place that a text claims in a whole piece of a sentence; None for none or several."""
    numbers: set[int] = set()
    for sentence in re.split(r"[;\n]|[.!?](?:\s|$)|\bbut\b", written_out(text[:READ])):
        sentence = _HANDS_OFF.sub("", sentence)
        pieces = [] if _NOT.search(sentence) else [piece.strip() for piece in re.split(r"[,.:!?]|\bor\b", sentence)]
        matches = [match for piece in pieces for claim in _CLAIMS if (match := claim.fullmatch(piece))]
        numbers |= {int(number) for match in matches for number in match.groups() if number}
    return numbers.pop() if len(numbers) == 1 else None
