"""What somebody would give and wants for it, in plain words: whose each named thing is, and which is for which; also
half a proposal, which leaves the rest to the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from core.talk.channels import Deal
from core.talk.parsing.answers import lacking, says_no
from core.talk.parsing.words import (
    MARK,
    NOUN,
    Marked,
    clauses,
    marked,
    sentences,
)

Side = Literal["mine", "theirs"]

_SMALL = (
    r"(?:\s+(?:you|me|us|in|up|to you|over|with|back|for you))*(?:\s+(?:an?|1|one|the|some|that|this|another|"
    r"spare|single|of my))*\s*$"
)
"""Small words between a verb and what it is about."""
_HAND = r"(?:give|lay|offer|trade|swap|exchange|bring|put in|put|send|hand|spare|part with|add|throw in|let go)"
_YOUR = re.compile(r"\b(?:your|yours)(?:\s+(?:spare|one|other))*\s*$")
_MY = re.compile(r"\b(?:my|mine|our)(?:\s+(?:spare|one|other|last|only))*\s*$")
_MINE = re.compile(
    rf"(?:\b(?:i|i'll|i'd|i'm|i've|we)(?: (?:will|would|can|could|may|might|shall|do|also|then|gladly|happily|"
    rf"have|want|like|love|to|am|ready|happy|willing|got))*"
    rf" (?:{_HAND}|have|got|hold|giving|offering|bringing|laying)|\b(?:can|could|shall|may) i {_HAND}|"
    r"\byou(?:'ll|'d)?(?: (?:will|would|can|could|may|shall|then|also))* (?:get|receive|take|want|need|like|prefer)|"
    r"\byou (?:can|could|may) have|\b(?:would|could|do|if|will) you (?:like|want|need|take|accept|prefer)|"
    rf"^\s*(?:trade|swap|offering|giving|here is|here's)|\bgot){_SMALL}"
)
_THEIRS = re.compile(
    r"(?:\b(?:i|i'd|i'll|i'm|i've|we)(?: (?:would|will|could|do|really|also|then|only|have|am|still))*"
    r" (?:want|need|take|like|get|love|prefer|accept|looking for|after|be after|use|seek|"
    r"desperate for|dying for|short of|in need of|do with|hunting for|chasing|missing|begging for|crying out for)|"
    r"\b(?:can|could|may|might) i (?:please )?(?:have|get|take)|\blet me have|\blooking for|\bsearching for|"
    r"^\s*(?:want|need|wanted)|"
    rf"\b(?:would|could|can|will|if|should|when|and|do|have|must|had|has)? ?you(?:'ll|'d|'ve)?(?: (?:will|would|"
    rf"can|could|shall|also|only|just|then))*"
    rf" (?:{_HAND}|have|hold|got)|\bhave you(?: got)?|\bgive|\bsend|\bhand|\b(?:who|anyone|anybody|somebody|someone)"
    rf"(?: here)?(?: (?:has|have|got|gives?|with|for|would give|will give|can give))?|\byou){_SMALL}"
)
_FOR = re.compile(r"\bfor\b|\bagainst\b|\bin (?:return|exchange)\b|\bto get\b|\b4\b|\band get\b|\band receive\b")
_BESIDE = re.compile(r"\bfor\b|\bagainst\b|\bwith\b|\band\b|\+")
_MANY = re.compile(r"\b(?:two|three|four|both|all|[2-9]|several|many|or)\b(?:\s+(?:of|my|your|the))*\s*$|\bor\b")
_BEFORE = re.compile(
    r"\b(?:promised|gave|took|traded|swapped|offered|lied|broke|wanted|had|was|were|been|last (?:round|time|"
    r"year)|yesterday|"
    r"earlier)\b"
)
_OTHERS = re.compile(
    r"\b(?!who\b|anyone\b|anybody\b|someone\b|somebody\b|that\b|it\b|this\b|which\b)\w+(?: has| gives| offers|"
    r" wants| needs| takes| promises| says|"
    r" is (?:offering|giving))\b|\b(?:he|she|they)(?:'s|'ll|'d)?\b"
)
"""What is told of others, or of the past, puts nothing."""
_NOT_IT = re.compile(
    rf"\b(?:no(?: more| other| spare)?|not(?: an?| the| my| your| for)?|never|without(?: an?)?|"
    rf"n't \w+(?: to \w+)?(?: any| an?| the| my| your| more)*)\s+({MARK})"
)


class Offer(NamedTuple):
    """What a text puts."""

    deal: Deal | None
    """The one deal that it puts plainly, from the speaker's side."""
    unclear: bool
    """It speaks of trading and names things, but which for which does not follow."""


class Thing(NamedTuple):
    """A thing in a sentence."""

    name: str
    side: Side | None
    start: int
    end: int


def offer_in(said: Marked) -> Offer:
    """The deal in a text, if it is plain."""
    absent = {*lacking(said.text), *(match[1] for match in _NOT_IT.finditer(said.text))}
    found: list[Deal] = []
    loose = 0
    asks = False
    for sentence in sentences(said.text):
        sentence = "".join(piece for piece in clauses(sentence) if not says_no(piece))
        things = _things(said, sentence, absent)
        if not things or _told(sentence):
            continue
        deal = _deal(things, sentence) if len(things) == 2 else None
        if deal is not None:
            found.append(deal)
        else:
            loose = max(loose, len(things))
            asks = asks or sentence.rstrip().endswith("?") or any(thing.side == "theirs" for thing in things)
    plain = len(set(found)) == 1 and loose < 2
    return Offer(found[0] if plain else None, not plain and (bool(found) or loose > 1 or asks))


def laid_in(said: Marked) -> tuple[str, str | None] | None:
    """What a text says that the speaker puts in beside another's, and what it would see beside it (None: anything).
    None if it says of nothing that it is the speaker's own."""
    things = [thing for sentence in sentences(said.text) for thing in _things(said, sentence, set(lacking(said.text)))]
    for sentence in sentences(said.text):
        here = _things(said, sentence, set())
        if len(here) > 1 and here[0].side is None and sentence[: here[0].start].strip() in ("", "or", "and", "then"):
            between = sentence[here[0].end : here[1].start]
            if here[1].side == "theirs" or _BESIDE.search(between):
                return here[0].name, here[1].name if here[1].side != "mine" else None
    own = next((thing for thing in things if thing.side == "mine"), None)
    if own is None:
        return None
    return own.name, next((thing.name for thing in things if thing.side == "theirs"), None)


def laid_sides(said: Marked) -> list[Side]:
    """Whose each thing is that a text names, where it says so."""
    things = [thing for sentence in sentences(said.text) for thing in _things(said, sentence, set(lacking(said.text)))]
    return [thing.side for thing in things if thing.side is not None]


def _things(said: Marked, sentence: str, absent: set[str]) -> list[Thing]:
    """What one sentence names, with whose it is, but for what is said not to be there."""
    found = []
    last = 0
    for match in re.finditer(MARK + NOUN, sentence):
        mark = match[0][: match[0].find(">") + 1]
        if mark not in absent:
            side = _side(sentence[last : match.start()], sentence[match.end() :])
            found.append(Thing(said.at(mark), side, match.start(), match.end()))
        last = match.end()
    return found


def _side(before: str, after: str) -> Side | None:
    """Whose a thing is, by the words before and after it."""
    if _YOUR.search(before) or re.match(r"\s+(?:of yours|from you)\b", after):
        return "theirs"
    if _MY.search(before) or re.match(r"\s+(?:of mine|from me)\b", after):
        return "mine"
    if _MINE.search(before):
        return "mine"
    return "theirs" if _THEIRS.search(before) else None


def _deal(things: list[Thing], sentence: str) -> Deal | None:
    """One thing for another, if the sentence says which is whose."""
    first, second = things
    between = sentence[first.end : second.start]
    if _MANY.search(sentence[: first.start]) or _MANY.search(between):
        return None
    if first.side and second.side:
        return None if first.side == second.side else _of(first, second, first.side)
    if first.side or second.side:
        side: Side = first.side or ("theirs" if second.side == "mine" else "mine")
        return _of(first, second, side) if _FOR.search(sentence) else None
    return _of(first, second, "mine") if _FOR.search(between) else None


def _of(first: Thing, second: Thing, side: Side) -> Deal:
    return Deal(first.name, second.name) if side == "mine" else Deal(second.name, first.name)


_WHY = re.compile(r"^\W*(?:(?:and|but|so|then|ok|well)\W+)*(?:why (?!not|don't we)|how come)")
"""Who asks for a reason puts nothing yet."""


def _told(sentence: str) -> bool:
    """Is the sentence about others, or about the past, or asks why?"""
    return (
        _WHY.search(sentence) is not None
        or _BEFORE.search(sentence) is not None
        or _OTHERS.search(sentence) is not None
    )


READ: Final = 500
"""Characters that are read of one message."""

_ANYBODY_WANTS = re.compile(
    r"\b(?:who|anyone|anybody|someone|somebody|you|everybody|everyone)\b[^.!?<]*\b(?:wants?|needs?|likes?|takes?|"
    r"buys?|"
    r"interested in)\b[^.!?<]*(<\d+>)|\b(?:selling|for sale|to spare|to give away|i offer|on offer)\b[^.!?<]*(<\d+>)"
)
_ANYBODY_HAS = re.compile(r"\b(?:who|anyone|anybody|someone|somebody|you)\b[^.!?<]*\b(?:has|have|got|sells?|holds?)\b")
_TRADE = re.compile(
    r"\b(?:want|like|wanna|ready|willing|care) to (?:trade|deal|swap|do a deal|make a deal)|"
    r"\b(?:trade|deal|swap|do business) with me\b|\b(?:let's|let us|shall we|can we) (?:trade|deal|swap)\b|"
    r"^\W*(?:trades?|swaps?)\W*\?|"
    r"\b(?:fancy|want|up for|need|how about) an? (?:trade|swap|deal)\b|"
    r"\bgive me (?:something|anything|a good)|"
    r"\bwhat (?:do|would|can|will) you (?:offer|give)\b|\bmake me an offer\b|\bany (?:\w+ )?(?:offers?|deals?|"
    r"trades?|swaps?)\b"
)
_TOLD: Final = re.compile(
    r"\b(?:not|n't|never|if|last (?:round|year|time)|yesterday|promised|gave|took|had|was|were|been)\b"
)


class Wish(NamedTuple):
    """From the speaker's side; both None where it would trade and says not what."""

    gives: str | None = None
    wants: str | None = None


def wish_in(words: Mapping[str, str], text: str) -> Wish | None:
    """The wish in a text that puts no deal. `words` gives, in small letters, what each word names. None where it names
    several things, tells of the past, or wishes nothing that could be traded."""
    said = marked(words, text[:READ])
    if _TOLD.search(said.text):
        return None
    named = set(said.named)
    if not named:
        return Wish() if _TRADE.search(said.text) else None
    if len(named) > 1:
        return None
    thing = named.pop()
    if _ANYBODY_HAS.search(said.text):
        return Wish(wants=thing)
    if _ANYBODY_WANTS.search(said.text):
        return Wish(gives=thing)
    sides = set(laid_sides(said))
    if sides == {"mine"}:
        return Wish(gives=thing)
    return Wish(wants=thing) if sides == {"theirs"} else None
