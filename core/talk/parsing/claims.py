"""Claims in plain words: "I take place 3", "leave place 3 to me". For games in which what two want goes to neither."""

from __future__ import annotations

import re
from typing import Final

from core.talk.parsing.spelling import written_out

READ: Final = 500
"""Characters that are read of one message."""

_PLACE = r"(?:the )?(?:(?:temple(?:'s)? )?(?:place|spot|tableau|number|no\.?)\s*)?#?(\d{1,2})\b"
_CLAIMS = (
    re.compile(
        r"\bi(?:'ll| will| shall|'d like to| would like to|'m going to| am going to| want to)?(?: just| also)? "
        rf"(?:take|pick|choose|claim|go for|reserve|fancy|call) {_PLACE}"
    ),
    re.compile(rf"\bi(?:'m| am) (?:taking|picking|choosing|going for|on) {_PLACE}"),
    re.compile(
        rf"\b(?:leave|let|keep|spare|save)(?: me)? {_PLACE}(?: of the temple)?(?: to me| for me| alone| free|$|[,.!])"
    ),
    re.compile(rf"\b(?:hands off|stay off|keep off|stay away from|keep away from|dibs on) {_PLACE}"),
    re.compile(rf"\b(?:any(?:one|body)|who) (?:\w+ )?(?:wants?|takes?|taking) {_PLACE}(?=.*\b(?:can|may|could) i\b)"),
    re.compile(rf"\b(?:may|can|could) i (?:please )?(?:have|take|pick|get) {_PLACE}"),
    re.compile(rf"\b{_PLACE}(?: of the temple)? (?:is|shall be|will be) mine\b"),
    re.compile(
        r"^\W*(?:i(?:'m| am) )?(?:taking|take|picking|pick|claiming|claim|dibs on|bagsy|want|fancy|going for) "
        rf"{_PLACE}(?! of you)"
    ),
    re.compile(rf"\b(?:i(?:'m| am))? ?going to (?:take|pick|claim|choose) {_PLACE}"),
    re.compile(r"\bi (?:want|need) (?:the )?(?:temple )?(?:place|spot|tableau|number|no\.?|#) ?#?(\d{1,2})\b"),
    re.compile(rf"\bmine(?: is|:)? {_PLACE}"),
    re.compile(r"\b(?:place|spot|tableau|number|no\.?)\s*#?(\d{1,2})(?: of the temple)? (?:for me|to me)\b"),
)
_NOT = re.compile(r"\b(?:not|never|unless|if(?! you (?:please|like|agree)| i may))\b|n't\b")


def claimed(text: str) -> int | None:
    """The number of the one place that a text claims for its speaker; None if it claims none, or several."""
    found: set[int] = set()
    for sentence in re.split(r"[;\n]|[.!?](?:\s|$)|\bbut\b", written_out(text[:READ])):
        if _NOT.search(sentence) is None:
            found |= {int(match[1]) for pattern in _CLAIMS for match in pattern.finditer(sentence)}
    return found.pop() if len(found) == 1 else None
