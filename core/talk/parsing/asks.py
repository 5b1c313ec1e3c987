"""Warnings, reproaches, courtesies and claims ("I take place 3") in plain words. Others are not guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.talk.acts import Apologise, Warn
from core.talk.parsing.words import READ, written_out

BROKE = "{} broke its word to me: beware."
_LIAR = (
    r"(?:(?:just |really |has |also )?(?:broke|broken|breaks)\b.*\b(?:word|promise|promises|agreement|deal)\b|(?:just |"
    r"has )?(?:lied|lies|cheated|cheats|betrayed|tricked|fooled|double-crossed)\b|(?:is|was) (?:a |an )?(?:liar|cheat|"
    r"traitor|crook|not to be trusted)|can(?:'t|not| not) be trusted|did(?: not|n't) (?:keep|deliver|give me what))"
)
_WARNED = r"(?:beware of|do not trust|don't trust|never trust|watch out for|careful with)"
_DENIED = re.compile(r"\b(?:never|not|n't) (?:broke|broken|lied|lie|cheat|cheated|betrayed|break)\b|\bif\b|\?")


def tale(about: str) -> str:
    return BROKE.format(about)


def told_of(seats: Sequence[str], text: str) -> str | None:
    """Return the seat that a text says to break its word; None for none or several."""
    low = text.replace("\u2019", "'").casefold()
    accused = [
        seat
        for seat in seats
        if seat.casefold() in low
        and (name := re.escape(seat.casefold()))
        and re.search(rf"(?<!\w){name}\s+{_LIAR}|{_WARNED}\s+{name}(?!\w)", low) is not None
    ]
    return accused[0] if len(accused) == 1 and _DENIED.search(low) is None else None


_HURT = r"(?:lied|cheated|betrayed|tricked|fooled|deceived|broke|broken|let me down)"
_SORRY = re.compile(r"\b(?:sorry|apolog\w+|forgive me|my (?:fault|bad|mistake)\b|i broke my word|i was wrong)")
_SORRY_BUT = re.compile(r"^\W*(?:sorry|excuse me)\W+(?:but )?(?=what|how|which|who|where|when|can|do|is)")
_WARNS = re.compile(
    r"\b(?:beware of|watch out for|don't trust|do not trust|never trust|can't trust|cannot trust|not trust) @|"
    rf"@ (?:\w+ )?(?:{_HURT}|lies|cheats|breaks (?:\w+ )?(?:word|promises?))|@ can(?:'t|not) be trusted|"
    rf"@ is (?:a )?(?:liar|cheat|traitor)"
)
_ENDS = re.compile(
    r"\b(?:our|the|this) (?:pact|alliance|truce) (?:is|was) (?:over|off|done|dead|finished)|"
    r"\b(?:end|ending|leave|leaving|cancel|quit|dissolve)\w* (?:our|the|this) (?:pact|alliance|truce)|"
    r"\bno (?:more|longer) (?:an? )?(?:pact|allies)"
)


def act_in(seats: Sequence[str], text: str, to: str = "") -> Warn | Apologise | None:
    """Return the warning or apology that a text is; None if unsure."""
    return _act(tuple(seats), text[:READ], to)


@lru_cache(maxsize=2048)
def _act(seats: tuple[str, ...], text: str, to: str) -> Warn | Apologise | None:
    about = told_of(seats, text)
    low = _SORRY_BUT.sub("", marked(seats, unaddressed(to, text)))
    named = named_in(seats, text)
    asks = "?" in low or re.search(r"\bif\b", low) is not None
    if about is not None:
        return Warn(about)
    if named is not None and not asks and _WARNS.search(low):
        return Warn(named)
    return Apologise() if _SORRY.search(low) and not asks else None


def ends_pact(text: str) -> bool:
    return "?" not in text and _ENDS.search(written_out(text)) is not None


_PASSING: Final = (
    r"[\U0001f300-\U0001faff]|\b(?:even|exactly|tf|the hell|actually) |[, ]+(?:lol|lmao|haha+|hehe)\b|"
    r"^(?:lol|lmao|haha+)[, ]+(?=\w)"
)


def marked(seats: Sequence[str], text: str) -> str:
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
    lead = rf"^\W*(?:(?:hey|hi|oh|so|and|ok|well)\W+)?{name}\b(?!'s)[\s,:;.!\-]*|[\s,]+{name}(?=\W*$)"
    bare = re.sub(lead, "", text, flags=re.I)
    return bare if re.search(r"\w", bare) else text


def called(seats: Sequence[str], text: str) -> str | None:
    """Return the seat to which a text is said by name at its beginning: "Ben, you take 13B". None for none."""
    names = "|".join(re.escape(seat) for seat in sorted(seats, key=len, reverse=True))
    lead = re.match(rf"\W*(?:(?:hey|hi|oi|oh|so|and|ok|well)\W+)?({names})(?=\s*[,:!\u2013\u2014])", text, re.I)
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
    if re.match(
        rf"\W*(?:(?:hey|hi|oi|oh|so|and|ok|well)\W+)?{name}(?:\W+(?:(?:\w+|\w+n't) )?you(?:'\w+)?\b|\s*[,:!?])", low
    ):
        return False
    return re.search(
        rf"(?<!\w){name}(?:'s| (?:is|was|has|had|will|wins?|leads?|broke|lied|took|stole|gave|gives|did|does|never|and|"
        rf"or)\b)|\b(?:stop|against|beware|of|trust|believe|watch|with|about|beat|than|like|and|or|is|did|does|has|was|"
        rf"for|from) {name}(?!\w)",
        low,
    ) is not None  # fmt: skip


_PLACE = r"(?:the )?(?:(?:temple(?:'s)? )?(?:place|spot|tableau|number|no\.?)\s*)?#?(\d{1,2})(?: (?:of|in) the temple)?"
_NUMBERED = r"(?:the )?(?:temple )?(?:place|spot|tableau|number|no\.?|#) ?#?(\d{1,2})"
_CLAIMS: Final = tuple(
    re.compile(rf"(?:(?:ok|so|well|hey|and|then|please|now|yes) )*(?:{words})(?: (?:please|this (?:round|time)|then|"
    rf"too|now|first|myself))*")
    for words in (
        rf"i(?:'ll|'m| will| shall| am|'d like to| would like to|'m going to| am going to| want to)?(?: just| also)? "
        rf"(?:take|pick|choose|claim|go(?:ing)? for|taking|picking|choosing|reserve|fancy|call|on) {_PLACE}",
        rf"(?:would you )?(?:leave|let|keep|spare|save)(?: me {_PLACE}| {_PLACE} (?:to me|for me|alone|free))",
        rf"(?:hands off|stay off|keep off|stay away from|keep away from|dibs on|bagsy|taking|picking|claiming) "
        rf"{_PLACE}",
        rf"(?:may|can|could) i (?:please )?(?:have|take|pick|get) {_PLACE}|{_PLACE} (?:is|shall be|will be) mine",
        rf"i (?:want|need) {_NUMBERED}|mine is {_PLACE}|{_NUMBERED} (?:for me|to me)",
    )
)  # fmt: skip
_HANDS_OFF: Final = re.compile(
    r",? (?:so |and |please )*(?:don't|do not|never) (?:you )?(?:touch|take|pick|contest|fight|steal|go (?:there|for))"
    r"(?: me)?(?: for)?(?: (?:it|that|there|please))*\W*$"
)
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
