"""What a text is by its build, where no words of a kind are in it: a reproach, a plea, a kind or an unkind word.

It is read last (core.talk.parsing.topics), from a text said plainly (core.talk.parsing.plain), and says what the build
shows: whoever says "you" and tells of something done reproaches, whoever begins with "don't" asks to be spared.
"""

from __future__ import annotations

import re
from typing import Final

from core.talk.parsing.kinds import TopicKind

_DONE: Final = (
    r"(?:(?!need|feed|speed)\w{2,}ed|took|gave|sent|went|came|got|had|made|left|kept|put|said|told|knew|stole|broke|"
    r"lost|sold|bought|chose|won|hid|bid|hit|cut|let|did|were|was|forgot|saw|swore|spoke|threw|ran|cost)"
)
_YOU_DID: Final = re.compile(
    rf"\byou(?:'ve| have|'d| had| only| both| all)? (?:\w+ly )?{_DONE}\b|\byou(?: should| could| might|'d better) "
    r"(?:have|'ve|of|not have)\b|\byou should(?:'ve|n't have)\b|\byou shouldve\b|\bwe (?:shook|agreed)\b"
)
_SPARE: Final = re.compile(
    r"^\W*(?:please )?(?:(?:don't|do not) (?!be\b|worry|know|think|mind|want|need|tell|trust)|stop|leave|hands off|"
    r"keep (?:your|off|away|out|to)|stay (?:off|away|out)|back off|"
    r"get off|quit)\b|\b(?:please )?(?:don't|do not) (?:go for|take|touch|bid|come|block|use|waste)\b"
)
_GOOD: Final = re.compile(
    r"\b(?:good|great|nice|love|like|fun|best|favou?rite|sweet|cool|glad|lovely|kind|clever|smart|not (?:so |that |"
    r"too )?bad|"
    r"brilliant|impressive|amazing|pretty|fair|honest|charming|proud|pleasure|decent|funny|hard bargain|tough)\b"
)
_BAD: Final = re.compile(
    r"\b(?:bad|hate|annoy\w*|nerves|sick|worse|worst|wrong|stupid|unfair|mean|ugly|dumb|lame|boring|rude|greedy|"
    r"nasty|cheap|drunk|goat|joke|useless|weird|awful|terrible|horrible|disgust\w*|cold|cruel|crazy|mad|silly|"
    r"pathetic|selfish|insult\w*|wasn't (?:cool|nice|fair|kind)|not (?:cool|nice|fair|kind|okay|ok)|ridiculous|"
    r"shame\w*)\b"
)
_HOPED: Final = re.compile(
    r"\bi (?:was )?(?:hop(?:ed|ing)|expect(?:ed|ing)|count(?:ed|ing))\b[^.!?]*\b(?:more|better|else)\b"
)


def stance_of(plain: str, *, asks: bool) -> TopicKind | None:
    """The kind that the build of a text shows; None if it shows none."""
    if asks:
        return None
    you = re.search(r"\byou(?:'\w+)?\b|\byours?\b", plain) is not None
    bad = _BAD.search(plain) is not None
    good = _GOOD.search(_BAD.sub("", plain)) is not None
    if "@" in plain and bad:
        return "warning"
    if _SPARE.search(plain):
        return "plea"
    if _YOU_DID.search(plain) and not good:
        return "accusation"
    if _HOPED.search(plain):
        return "lament"
    if you and bad and not good:
        return "insult"
    if you and good and not re.search(r"\bi(?:'d|'ll| would| will| want)\b", plain):
        return "praise"
    if bad and not good and re.search(r"\b(?:i|i'm|i've|my|me|it|this|that)\b", plain):
        return "lament"
    return None
