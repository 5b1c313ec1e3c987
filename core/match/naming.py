"""Checks new names of seats and titles of matches: distinct to the eye, and no words of the house (HH-16)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from core.decoding import check_name
from core.refusal import Refused, quoted
from core.talk.channels import clean, unseen, without_selectors

WORDS: Final = ("lounge", "realm", "confessional", "all", "house", "host")
"""Names that would be taken for a room or for the house."""

LONGEST_TITLE: Final = 60
TRIAL: Final = "Trial: "
"""Start of the title of a match that counts nowhere (HH-69)."""

_WORD = re.compile(r"[^\W_]+")
_EASTERN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
"""Scripts that are mixed within one word."""

# fmt: off
_ALIKE: Final = {
    "2": "ƧϨ", "3": "ƷȜЗӠ", "5": "Ƽ", "6": "б", "8": "Ȣȣ", "A": "ΑА", "B": "ΒВ", "C": "СϹ", "E": "ΕЕ", "F": "Ϝ",
    "G": "Ԍ", "H": "ΗН", "J": "ͿЈ", "K": "ΚК", "M": "ΜϺМ", "N": "Ν", "O": "0ΟОՕ", "P": "ΡР", "R": "Ʀ",
    "S": "ЅՏ", "T": "ΤТ", "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ΧХ", "Y": "ΥУҮ", "Z": "Ζ", "a": "ɑαа", "b": "ƄЬ",
    "c": "сϲ", "d": "ԁ", "e": "еҽ", "f": "ք", "g": "ƍɡց", "h": "һհ", "i": "ıɩɪιіӏ", "j": "ϳј", "l": "1I|ƖǀΙІӀ",
    "n": "ոռ", "o": "οσоօ", "p": "ρр", "q": "ԛգզ", "r": "г", "s": "ƽѕ", "u": "ʋυս", "v": "νѵ", "w": "ɯѡԝա",
    "x": "х", "y": "ɣʏγуү",
}
# fmt: on
"""Characters that look like an ASCII letter or digit, from Unicode's confusables (UTS 39): Latin, Greek, Cyrillic,
Armenian, and ASCII itself."""
_TABLE: Final = str.maketrans({letter: plain for plain, letters in _ALIKE.items() for letter in letters})
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def check_seat_name(name: str, others: Sequence[str] = ()) -> None:
    """Check a name for a seat beside `others`.

    Refused: `bad_name` for its form (HH-01, HH-16), `name_reserved` for a word of the house, `look_alike`.
    """
    check_name(name)
    _check_seen(name, "bad_name", "A name")
    _check_script(name, "bad_name", "A name")
    for word in WORDS:
        if alike(name, word):
            raise Refused("name_reserved", f"The house keeps the word {word} for itself; choose another name.", "HH-16")
    for other in others:
        if alike(name, other) and name.casefold() != other.casefold():  # equal names are refused by HH-01
            message = f"{quoted(name)} looks like {quoted(other)}: give each seat a name that nobody takes for another."
            raise Refused("look_alike", message, "HH-16")


def check_seat_names(names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        check_seat_name(name, names[:place])


def check_title(title: str) -> None:
    """Check a title; empty stands for the game's title. Refused: `bad_title`."""
    if len(title) > LONGEST_TITLE:
        message = f"A title has at most {LONGEST_TITLE} characters: {quoted(title)} has {len(title):,}."
        raise Refused("bad_title", message, "HH-16")
    if "\n" in title or clean(title) != title or title != title.strip():
        message = f"A title has printable characters, no space at its ends: {quoted(title)} does not fit."
        raise Refused("bad_title", message, "HH-16")
    if title:
        _check_seen(title, "bad_title", "A title")
    _check_script(title, "bad_title", "A title")


def alike(name: str, other: str) -> bool:
    return _appearance(name) == _appearance(other)


@lru_cache(maxsize=1_000)
def _appearance(name: str) -> str:
    text = unicodedata.normalize("NFKC", without_selectors(name)).translate(_TABLE).casefold()
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text


def _check_seen(text: str, code: str, noun: str) -> None:
    if unseen(text):
        message = f"{noun} has only letters and signs that are seen: {quoted(text)} has one that is not."
        raise Refused(code, message, "HH-16")


def _check_script(text: str, code: str, noun: str) -> None:
    """Refused unless each word has one script, and every character is in its usual form."""
    if text != unicodedata.normalize("NFKC", text):
        message = f"{noun} is written with plain letters, not wide, styled or composed ones: {quoted(text)} is not."
        raise Refused(code, message, "HH-16")
    for before, mark in pairwise(text):
        if unicodedata.combining(mark) and _script_of(before) == "LATIN":
            message = f"{noun} has no marks over plain letters: {quoted(text)} has some."
            raise Refused(code, message, "HH-16")
    for word in _WORD.findall(text):
        scripts = {script for letter in word if (script := _script_of(letter)) is not None}
        if len(scripts) > 1:
            mixed = " and ".join(sorted(script.capitalize() for script in scripts))
            message = f"{noun} keeps to one script in each word: {quoted(word)} mixes {mixed}."
            raise Refused(code, message, "HH-16")


def _script_of(character: str) -> str | None:
    """Return the script from the letter's Unicode name; None for other characters. Scripts that mix in one word count
    as one."""
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "UNNAMED").split(" ")[0]
    return "EASTERN" if script in _EASTERN else script
