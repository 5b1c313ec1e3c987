"""Characters that would act upon whatever shows them, and those that nobody sees.

What people write is shown on terminals, pages, in feeds, calendars, pictures and chat rooms. Each of these asks `clean`
first: an escape sequence, or a mark that turns the direction of what follows, is a sign there like any other.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that choose how the sign before them is drawn: that of an emoji, say."""
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | _SELECTORS
"""Letters and marks that are drawn as nothing: Unicode's `Default_Ignorable_Code_Point` as far as it counts as
printable, and the empty pattern of Braille."""


def clean(text: str) -> str:
    """`text` with control and direction characters made visible; line breaks stay."""
    if text.isprintable():
        return text
    plain = text.replace("\r\n", "\n").replace("\t", "    ")
    if plain.replace("\n", "").isprintable():
        return plain
    for char in set(plain):  # a page has a million signs, and a hundred different ones
        if char != "\n" and not char.isprintable():
            plain = plain.replace(char, _shown(char))
    return plain


def blank(text: str) -> bool:
    """Is there nothing in it that anybody would see?"""
    return all(char.isspace() or not char.isprintable() or char in _EMPTY for char in text)


def unseen(text: str) -> bool:
    """Has it a letter that nobody sees, or nothing that anybody would?"""
    return any(char in _EMPTY and char not in _SELECTORS for char in text) or blank(text)


def without_selectors(text: str) -> str:
    """`text` without the marks that only choose how a sign is drawn."""
    return "".join(char for char in text if char not in _SELECTORS)


def _shown(char: str) -> str:
    """What stands for one that cannot be printed."""
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the control pictures: a visible sign for each
    return "\u2421" if code == 0x7F else " " if unicodedata.category(char) == "Zs" else "\ufffd"


def sentence(text: str) -> str:
    """What somebody gave as a reason, to stand before other sentences: with a full stop where nothing ends it."""
    text = text.strip()
    return f"{text}." if text and (text[-1].isalnum() or text[-1] in ")]'\"") else text
