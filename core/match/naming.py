"""New names of seats and titles of matches: told apart by every eye, and no words of the house (HH-16).

Checked where a match is made or a seat gets another name, never where a journal is read: matches from before keep the
names that they have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from core.decoding import check_name
from core.refusal import Refused, quoted
from core.talk.channels import clean, unseen, without_selectors

WORDS: Final = ("lounge", "realm", "confessional", "all", "house", "host")
"""Names that would be taken for a room or for the house itself."""

LONGEST_TITLE: Final = 60
"""Characters of a title."""
TRIAL: Final = "Trial: "
"""Goes before the title of one that counts nowhere (HH-69)."""

_WORD = re.compile(r"[^\W_]+")
_EASTERN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
"""Scripts that are written together in one word."""

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
"""What looks like a letter or digit of ASCII, by Unicode's list of confusable characters (UTS 39): the Latin, Greek,
Cyrillic and Armenian ones, and those inside ASCII itself."""
_TABLE: Final = str.maketrans({one: plain for plain, ones in _ALIKE.items() for one in ones})
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def check_seat_name(name: str, others: Sequence[str] = ()) -> None:
    """Refused unless a seat can be given this name beside `others`.

    Refused: `bad_name` for its form (HH-01, HH-16), `name_reserved` for a word of the house, `look_alike`.
    """
    check_name(name)
    _check_seen(name, "bad_name", "A name")
    _check_script(name, "bad_name", "A name")
    for word in WORDS:
        if alike(name, word):
            raise Refused("name_reserved", f"The house keeps the word {word} for itself; choose another name.", "HH-16")
    for other in others:
        if alike(name, other) and name.casefold() != other.casefold():  # those that are equal are HH-01's business
            said = f"{quoted(name)} looks like {quoted(other)}: give each seat a name that nobody takes for another."
            raise Refused("look_alike", said, "HH-16")


def check_seat_names(names: Sequence[str]) -> None:
    """Refused unless all of them can sit at one match, as for `check_seat_name`."""
    for place, name in enumerate(names):
        check_seat_name(name, names[:place])


def check_title(title: str) -> None:
    """Refused unless a match can be called so; empty stands for the game's own title. Refused: `bad_title`."""
    if len(title) > LONGEST_TITLE:
        said = f"A title has at most {LONGEST_TITLE} characters: {quoted(title)} has {len(title):,}."
        raise Refused("bad_title", said, "HH-16")
    if "\n" in title or clean(title) != title or title != title.strip():
        said = f"A title has printable characters, no space at its ends: {quoted(title)} does not fit."
        raise Refused("bad_title", said, "HH-16")
    if title:
        _check_seen(title, "bad_title", "A title")
    _check_script(title, "bad_title", "A title")


def alike(one: str, other: str) -> bool:
    """Would somebody take one name for the other?"""
    return _looks(one) == _looks(other)


def _looks(name: str) -> str:
    """What a name looks like: the same text for names that look the same."""
    found = unicodedata.normalize("NFKC", without_selectors(name)).translate(_TABLE).casefold()
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found


def _check_seen(text: str, code: str, what: str) -> None:
    if unseen(text):
        said = f"{what} has only letters and signs that are seen: {quoted(text)} has one that is not."
        raise Refused(code, said, "HH-16")


def _check_script(text: str, code: str, what: str) -> None:
    """One script a word, and every character as it is usually written."""
    if text != unicodedata.normalize("NFKC", text):
        said = f"{what} is written with plain letters, not wide, styled or composed ones: {quoted(text)} is not."
        raise Refused(code, said, "HH-16")
    for before, mark in pairwise(text):
        if unicodedata.combining(mark) and _script(before) == "LATIN":
            said = f"{what} has no marks over plain letters: {quoted(text)} has some."
            raise Refused(code, said, "HH-16")
    for word in _WORD.findall(text):
        scripts = {script for letter in word if (script := _script(letter)) is not None}
        if len(scripts) > 1:
            mixed = " and ".join(sorted(script.capitalize() for script in scripts))
            said = f"{what} keeps to one script in each word: {quoted(word)} mixes {mixed}."
            raise Refused(code, said, "HH-16")


def _script(character: str) -> str | None:
    """The script of a letter, as Unicode's name of it begins; None for what is no letter. Those that are written
    together in one word count as one."""
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "UNNAMED").split(" ")[0]
    return "EASTERN" if script in _EASTERN else script
