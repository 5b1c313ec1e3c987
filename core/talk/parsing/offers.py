"""Half a proposal in plain words, and a thing laid beside another's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.talk.parsing.words import MARK, NOUN, READ, Marked, bare, marked

_A = rf"(?:an? |one |1 |some |any |my |your |the |another |spare |more |extra |second |last |only )*({MARK}){NOUN}"
_END = (
    r"(?: (?:please|badly|so much|really|this (?:round|year)|(?:right )?now|anyone|anybody|to spare|to give away|left|"
    r"for sale|thanks|lol|too|from you|of yours|of mine|for me|for you|or not|i (?:need|want|have) to get rid of (?:it|"
    r"mine|one)))*"
)
_LEAD = r"(?:(?:then|hi|hey|hello|so|ok|well|please|and|also|really|just|all|there) )*"
_WANTS: Final = re.compile(
    rf"{_LEAD}(?:i (?:also |really |still |just )*(?:need|want|lack|could use|am after|am looking for|miss)|"
    rf"i'm (?:after|looking for|short of)|(?:i would|i'd) (?:love|like)|need|looking for|got|have you(?: got)?|"
    rf"do you (?:still )?have|you (?:have|got)|(?:has |does |is )?(?:any(?:one|body)|who)(?: here)?(?: there)?(?: has|"
    rf" have| got| with| sells| gives| selling)?|any|(?:can|could|may) i (?:have|get)|(?:can|could|would|"
    rf"will) you (?:give|spare|sell)(?: me)?|give me|send me) {_A}{_END}"
)
_GIVES: Final = re.compile(
    rf"{_LEAD}(?:(?:i'd|i'll|i (?:can|could|would|might)) (?:give|offer|spare|sell)(?: you)?|i (?:give|offer|sell)|"
    r"i have(?: got)?|selling|offering|(?:do|would) you (?:want|need|like)|(?:does |is )?(?:any(?:one|body)|"
    r"who)(?: here)?(?: (?:wants?|needs?|likes?|takes?|after|"
    rf"looking for|interested in))|what (?:would|do|will|can) you (?:give|offer|want)(?: me)? for) {_A}{_END}"
)
_TRADE: Final = re.compile(
    rf"{_LEAD}(?:(?:do |would )?(?:you )?(?:want|like|care|wanna|fancy|ready|up) (?:to |for )?(?:an? )?(?:trade|deal|"
    rf"swap)|(?:let's|let us|shall we|can we) (?:trade|deal|swap)|(?:trade|swap|deal|do business) with me|trades?|"
    rf"swaps?|make me an offer|any (?:offers?|deals?|trades?|swaps?)|what (?:do|would|can|will) you (?:offer|give)|"
    rf"give me (?:something|anything)(?: good| nice)?)(?: with me)?{_END}"
)
_LAYS: Final = re.compile(
    r"(?:^|[.,;!?] ?|\bi (?:can |will |would |'ll )?(?:lay|put in|bring|give|offer|have) |"
    r"i'll (?:lay|put in|put|bring|give|offer) |my )"
    rf"(?:my )?({MARK})(?=\W*$| ?[.,;!?]| (?:for|with|and|you|against|to combine|\+))(?:(?: to combine)? ?[.,;]? "
    rf"?(?:for|with|(?:and )?you (?:put in|put|lay|bring|give)|and|against|\+) (?:your )?({MARK}))?"
)


class Wish(NamedTuple):
    """A wish from the speaker's side; both None if it would trade anything."""

    gives: str | None = None
    wants: str | None = None


def wish_in(words: Mapping[str, str], text: str) -> Wish | None:
    """Return the wish that a text is, in one sentence or in two; None if it says anything besides. `words` maps small
    words to things."""
    marked_text = marked(words, text[:READ])
    plain = bare(marked_text.text)
    halves = [bare(piece) for piece in re.split(r"[.,;!?]+\s", marked_text.text) if bare(piece)]
    if len(halves) == 2:
        for has, gives in (halves, halves[::-1]):
            if (wanted := _WANTS.fullmatch(has)) and (given := _GIVES.fullmatch(gives)):
                return Wish(marked_text.at(given[1]), marked_text.at(wanted[1]))
    if parsed := _GIVES.fullmatch(plain):
        return Wish(gives=marked_text.at(parsed[1]))
    if parsed := _WANTS.fullmatch(plain):
        return Wish(wants=marked_text.at(parsed[1]))
    return Wish() if _TRADE.fullmatch(plain) else None


def laid_in(text: Marked) -> tuple[str, str | None] | None:
    """Return the thing that the speaker lays beside another's, and the one that it wants (None: anything). None if the
    text does not call it their own."""
    parsed = _LAYS.search(text.text)
    if parsed is None or (parsed[2] is None and re.fullmatch(rf"\W*{MARK}\W*", text.text)):
        return None
    return text.at(parsed[1]), None if parsed[2] is None else text.at(parsed[2])
