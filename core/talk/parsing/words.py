"""Hasty spelling written out (`u` is you, `saphire` is sapphire), and named things marked by number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

READ: Final = 500
"""Characters read of a message: longer ones put no deal, and reading must stay fast."""
CHAT, SIGNS, PHRASES = (
    dict[str, Any](tomllib.loads(files("core.talk.parsing").joinpath(f"{name}.toml").read_text(encoding="utf-8")))
    for name in ("chat", "signs", "answers")
)


def pattern_of(parts: str | Sequence[str]) -> str:
    """Return a pattern of `signs.toml` with its families of words filled in."""
    text = parts if isinstance(parts, str) else "".join(parts)
    for name, words in reversed(SIGNS["words"].items()):
        text = text.replace(f"{{{name}}}", "".join(words))
    return text


def sign(table: str, name: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern_of(SIGNS[table][name]), flags)


_SHORT: Final = {short: word for word, shorts in CHAT["short"].items() for short in shorts}
_KNOWN_WORDS, _NEARLY = CHAT["known"], frozenset(CHAT["nearly"])
_ANSWERS: Final = {face: word for word, faces in CHAT["answers"].items() for face in faces}
_SIGNS: Final = re.compile(rf"[{''.join(_ANSWERS)}][\U0001f3fb-\U0001f3ff\ufe0f]*")
_FACES, _FOR, _FOR_TOO = sign("words_out", "faces"), sign("words_out", "for"), sign("words_out", "for_too")
_SOUNDS: Final = (("ph", "f"), ("y", "i"), ("z", "s"), ("k", "c"))


@lru_cache(maxsize=2048)
def written_out(text: str) -> str:
    """Cached: each bot reads a text again."""
    low = text.replace("\u2019", "'").replace("\u2018", "'").casefold()
    low = _SIGNS.sub(lambda found: f" {_ANSWERS[found[0][0]]} ", low)
    low = _FACES.sub(" ", low)
    low = re.sub(r"(?<!\w)[a-z][a-z'0-9]*/?(?!\w)", lambda found: _whole(found[0]), low)
    low = _FOR.sub("for", low)
    return _FOR_TOO.sub(r"\1 for", low)


@lru_cache(maxsize=4096)
def _whole(word: str) -> str:
    return _SHORT.get(word) or meant(word, _KNOWN_WORDS) or word


def meant(word: str, names: Collection[str]) -> str | None:
    """Return the one of `names` that a word means, allowing one slip: a missing, doubled, turned or like-sounding
    letter. None for none or several; short words must be exact."""
    if word in names:
        return word
    if len(word) < 4 or word in _NEARLY:
        return None
    matches = {name for name in names if len(name) > 3 and name[0] == word[0] and _slips(word, name)}
    return matches.pop() if len(matches) == 1 else None


def _slips(word: str, name: str) -> bool:
    if abs(len(word) - len(name)) > 1 or word in (f"{name}s", f"{name}d") or name in (f"{word}s", f"{word}d"):
        return False
    if _sounding(word) == _sounding(name):
        return True
    if len(word) == len(name):
        at = next(n for n in range(len(word)) if word[n] != name[n])
        turned = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        vowel = len(word) > 5 and word[at] in "aeiou" and name[at] in "aeiou"
        return turned == name or (vowel and word[at + 1 :] == name[at + 1 :])
    longer, shorter = (word, name) if len(word) > len(name) else (name, word)
    return any(longer[:n] + longer[n + 1 :] == shorter for n in range(1, len(longer)))


def _sounding(word: str) -> str:
    for sound, other in _SOUNDS:
        word = word.replace(sound, other)
    return re.sub(r"(.)\1+", r"\1", word)


MARK: Final = pattern_of("{mark}")
"""Mark of a thing in a sentence; its number points into `Marked.named`."""
CALL: Final = pattern_of("{call}")
"""Words before a name with which a text begins."""
NOUN: Final = pattern_of("{noun}")
"""Nouns that may follow a thing and add nothing."""


class Marked(NamedTuple):
    """A text in small letters, with `<0>`, `<1>`, ... for its things."""

    text: str
    named: tuple[str, ...]

    def at(self, mark: str) -> str:
        return self.named[int(mark.strip("<>"))]


def marked(words: Mapping[str, str], text: str) -> Marked:
    low = re.sub(r"[<>]", " ", re.sub(r"<?[-=]+>|\u2192|\u2194", " for ", written_out(text)))
    named: list[str] = []

    def mark(match: re.Match[str]) -> str:
        named.append(words[match[0]])
        return f"<{len(named) - 1}>"

    if words:
        names = tuple(words)
        low = re.sub(r"(?<![\w'])[a-z]{4,}(?![\w'])", lambda found: _nearest(found[0], names) or found[0], low)
        longest_first = sorted(words, key=len, reverse=True)
        low = re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", mark, low)
    return Marked(low, tuple(named))


@lru_cache(maxsize=4096)
def _nearest(word: str, names: tuple[str, ...]) -> str | None:
    return meant(word, names)


@lru_cache(maxsize=8192)
def whole(word: str) -> re.Pattern[str]:
    """Return the pattern of a word or its plural in a text of small letters."""
    plural = rf"{re.escape(word[:-1])}(?:y|ies)" if word.endswith("y") else rf"{re.escape(word)}(?:s|es)?"
    return re.compile(rf"(?<!\w){plural}(?!\w)")


def unnamed(names: Collection[str], text: str) -> str:
    """Drop the listener's name before or after a text in small letters."""
    for name in map(re.escape, map(str.casefold, names)):
        lead = rf"^({CALL}){name}\b(?!'s)[\s,:;.!\-]*"
        text = re.sub(rf"[\s,]+{name}(?=\W*$)|(?<=[,.!]) {name}(?=[,.!])", "", re.sub(lead, r"\1", text))
    return text


@lru_cache(maxsize=2048)
def bare(text: str) -> str:
    """Return the words of a text without stops and smiles; unknown signs stand as words."""
    plain = re.sub(
        r"[,.;:!?()\"\u2013\u2014\u2026~^\U0001f600-\U0001f60a\U0001f642\U0001f389\ufe0f]|(?<!\w)'|'(?!\w)", " ", text
    )
    return " ".join(re.sub(r"(?<!\S)-(?!\S)", " ", plain).split())


_LIMITED: Final = sign("clauses", "limited")
"""Words that make more of a swap than one of this round: a condition, another round, a doubt."""
_NO_LIMIT: Final = sign("clauses", "no_limit")
"""An `if` that only states the swap: one thing for the other."""


def limited(text: str) -> bool:
    """True if a text sets a condition, names other rounds, or doubts. It is written out, in small letters."""
    return _LIMITED.search(_NO_LIMIT.sub(" ", text)) is not None
