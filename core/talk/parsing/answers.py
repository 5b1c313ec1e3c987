"""Yes and no in plain words. Every word must belong to the answer: "deal" agrees, "deal me out" and "fine weather" do
not. A bot asks back about a text that only begins like a yes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.talk.parsing.words import MARK, NOUN, PHRASES, bare, limited, unnamed

YES_ABROAD: Final[Sequence[str]] = PHRASES["yes_abroad"]
NO_ABROAD: Final[Sequence[str]] = PHRASES["no_abroad"]


def _filled(pattern: str) -> str:
    for name, words in (
        ("it", PHRASES["it"]),
        ("deal", PHRASES["deal"]),
        ("good", PHRASES["good"]),
        ("mark", MARK),
        ("noun", NOUN),
    ):
        pattern = pattern.replace(f"{{{name}}}", words)
    return pattern


def _any(*lists: str, but: str = "") -> str:
    return _filled("|".join(phrase for name in lists for phrase in PHRASES[name] if phrase != but))


def _only_phrases(*lists: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{_any(*lists)})(?: |$))+")


SORRY: Final = re.compile(PHRASES["sorry"])
_LACKS: Final = re.compile(_filled(PHRASES["lacks"]))
_AGREES: Final = _only_phrases("courtesy", "yes", "yes_abroad", "yes_tail")
_WEAK: Final = _only_phrases("courtesy", "weak")
_SAYS_YES: Final = re.compile(rf"(?<![\w'<])(?:{_any('yes', 'yes_abroad')})(?![\w'])")
_APPROVES: Final = re.compile(_filled(r"(?<!not )\b(?:{good}|works) (?:by|for|with|to) me\W*$"))  # half a yes
_REFUSES: Final = _only_phrases("courtesy", "stops", "no", "no_abroad", "withdraws")
_CALLS_OFF: Final = re.compile(rf"(?<![\w'<])(?:{_any('withdraws')})(?![\w'])")
_SAYS_NO: Final = re.compile(rf"(?<![\w'<])(?:{_any('no', 'no_abroad', 'withdraws', but='sorry')})(?![\w'])")
_BINDS: Final = re.compile(_filled(PHRASES["binds"]) + rf"|(?<![\w'])(?:{_any('yes')})(?![\w'])")
"""Words beside a calling off that may undo it."""
_OF_DEAL: Final = re.compile(PHRASES["of_deal"])
"""Words of a calling off that is surely about the deal, not about what was said just now."""
_DOUBTS: Final = re.compile(PHRASES["doubts"])
"""Words beside a yes at the end that may make it none."""
_EXPLICIT, _NEW_SENTENCE = re.compile(PHRASES["explicit"]), re.compile(PHRASES["new_sentence"])
"""A yes that is no mere tag, as in "red is good, yes"."""
_POLITE: Final = _only_phrases("polite")


class Answer(NamedTuple):
    yes: bool
    weak: bool
    no: bool
    half_yes: bool
    half_no: bool
    """Half answers begin like an answer and go on: they agree to nothing, and take nothing back."""
    sorry: bool
    late: bool
    """True for a yes at the end, of words that doubt nothing."""
    says_yes: bool
    """True if a piece of it is a yes, and none is a no."""
    off: bool
    """True for a no with words that call an agreement off, such as "the deal is off"."""


def answer_in(text: str, names: tuple[str, ...] = (), others: str = "") -> Answer:
    """Return the answer of a marked text (core.talk.parsing.words). `names`: the listeners. `others`: a pattern of
    other seats, beside which no yes at the end agrees."""
    unaddressed = unnamed(names, text)
    pieces = [bare(piece) for piece in re.split(r"[,.;:!?\u00a1\u00bf\n\u2013\u2014]+", unaddressed) if bare(piece)]
    yes_pieces = _leading_answers(pieces, _AGREES, _SAYS_YES)
    no_pieces = _leading_answers(pieces, _REFUSES, _SAYS_NO)
    is_question = "?" in unaddressed
    if is_question and not no_pieces and not {"why not", "are we not"} & set(pieces):
        yes_pieces = 0
    late = False
    approves = not no_pieces and not is_question and any(map(_APPROVES.search, pieces))
    if not is_question and (
        calls_off := [piece for piece in pieces if _CALLS_OFF.search(piece) and _OF_DEAL.search(piece)]
    ):
        rest = " ".join(piece for piece in pieces if not _REFUSES.fullmatch(piece))
        if all(map(_REFUSES.fullmatch, calls_off)) and not _BINDS.search(rest) and not limited(unaddressed):
            no_pieces = len(pieces)
    elif len(pieces) > 1 and not (is_question or no_pieces or yes_pieces == len(pieces)):
        rest = " ".join(pieces[:-1])
        if _SAYS_YES.search(pieces[-1]) and _AGREES.fullmatch(pieces[-1]) and not _WEAK.fullmatch(pieces[-1]):
            explicit = _EXPLICIT.search(pieces[-1]) or _NEW_SENTENCE.search(unaddressed)
            tells = bool(others) and re.search(rf"\b(?:{others})\b", rest) is not None
            late = bool(explicit) and not (tells or _DOUBTS.search(rest) or limited(unaddressed))
            yes_pieces = len(pieces) if late and not re.search(MARK, rest) else yes_pieces
    return Answer(
        yes=bool(yes_pieces) and not no_pieces and yes_pieces == len(pieces),
        weak=all(map(_WEAK.fullmatch, pieces)),
        no=bool(no_pieces) and no_pieces == len(pieces),
        half_yes=0 < yes_pieces < len(pieces) or approves,
        half_no=0 < no_pieces < len(pieces) and not _SAYS_YES.search(" ".join(pieces[no_pieces:])),
        sorry=SORRY.search(text) is not None,
        late=late,
        says_yes=not no_pieces and any(map(_AGREES.fullmatch, filter(_SAYS_YES.search, pieces))),
        off=bool(no_pieces) and no_pieces == len(pieces) and any(map(_CALLS_OFF.search, pieces)),
    )


def _leading_answers(pieces: Sequence[str], only: re.Pattern[str], says: re.Pattern[str]) -> int:
    """Return how many first pieces match `only`; 0 if none of them `says` the answer."""
    count = next((at for at, piece in enumerate(pieces) if only.fullmatch(piece) is None), len(pieces))
    return count if any(says.search(piece) for piece in pieces[:count]) else 0


def is_aside(text: str, first: bool) -> bool:
    """True if a piece is a courtesy, or (the first) a no or a lack before a counter-proposal."""
    plain = bare(text)
    if not first:
        return _POLITE.fullmatch(plain) is not None
    return bool(
        _POLITE.fullmatch(plain) or _REFUSES.fullmatch(plain) or (_LACKS.search(plain) and len(plain.split()) < 8)
    )


def lacked_marks(text: str) -> tuple[str, ...]:
    """Return the marks of things that the speaker does not have."""
    marks = []
    for piece in re.findall(r"[^,.;:!?\n]+[,.;:!?\n]*", text):
        for match in _LACKS.finditer(piece.strip()):
            if "?" not in piece and "you" not in match[0][: match[0].find("<")].split():
                marks.append(match[1] or match[2])
    return tuple(marks)
