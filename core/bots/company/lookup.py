"""The sentence of a rule book that answers a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from core.talk.parsing.words import sign, written_out

SHORTEST, LONGEST = 19, 240
"""Characters of a sentence that is answered; others are left to the rule book."""
BEGIN: Final = 24
"""Characters at the begin of a sentence, where its subject stands."""
_COMMON: Final = sign("lookup", "common")
"""Words that say nothing about the thing asked for."""


_CODES: Final = re.compile(r" ?\((?:[A-Z]{2}-\d+(?:, )?)+\)")
_TABLES: Final = sign("lookup", "tables")
"""Headings that no answer comes from."""


_ROUND: Final = re.compile(r"(?:round|year) \d+", re.I)
"""A heading of what that round pays; a text that names one asks for that round."""


class Rule(NamedTuple):
    text: str
    heading: str
    words: frozenset[str]
    leading: tuple[str, ...]
    """Words of its begin and of its heading; a word of both stands twice."""


def _stem(word: str) -> str:
    return re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|s|e|y)$", "", word)


def _keywords(text: str) -> frozenset[str]:
    """Return the telling words of a text, stemmed; single capitals and room names keep their case."""
    signs = re.findall(r"(?<![\w'])(?:[B-HJ-Z]|\d+[A-C])(?![\w'])", text)
    words = re.findall(r"[a-zé']{3,}", written_out(text))
    return frozenset(
        {*signs, *(_stem(word) for word in words if not _COMMON.fullmatch(word) and not _COMMON.fullmatch(_stem(word)))}
    )


@lru_cache(maxsize=16)
def rules(markdown: str, closed: frozenset[str] = frozenset()) -> tuple[Rule, ...]:
    """Return the sentences of a page, without the sections that are `closed` yet."""
    return tuple(
        Rule(text, heading, _keywords(text), (*_keywords(text[:BEGIN]), *_keywords(heading)))
        for heading, text in _sentences(markdown)
        if heading not in closed and not _TABLES.fullmatch(heading) and _says(heading, text)
    )


def _says(heading: str, text: str) -> bool:
    """True if a sentence answers something by itself."""
    whole = len(re.findall("[a-z]{3,}", text)) > 2 and not text.endswith(":")
    return whole and (SHORTEST <= len(text) <= LONGEST or _ROUND.fullmatch(heading) is not None)


def _sentences(markdown: str) -> Iterator[tuple[str, str]]:
    heading, in_table = "", False
    for block in re.split(r"\n(?=\n|[-*|#] ?|\d\. )", markdown):
        text = " ".join(block.replace("**", "").replace("`", "").split())
        if text.startswith("#"):
            heading = text.lstrip("# ")
        elif text.startswith("|"):
            if in_table and set(text) - set("|-: "):
                cells = [cell.strip() for cell in text.strip("|").split("|") if cell.strip()]
                yield heading, _CODES.sub("", f"{cells[0][:1].upper()}{cells[0][1:]}: {', '.join(cells[1:])}.")
        elif text and not block.startswith("    "):
            item = re.sub(r"^(?:[-*]|\d\.) ", "", text)
            for sentence in re.split(r"(?<=.{30}[.!?]) (?=[A-Z])", _CODES.sub("", item)):
                yield heading, sentence
        in_table = text.startswith("|")


def rule_for(book: Collection[Rule], text: str, least: int = 1) -> str:
    """Return the sentence with the most telling words of a question; empty below `least` of them, or half."""
    keywords, book = _keywords(text), [rule for rule in book if not _ROUND.fullmatch(rule.heading)]
    seen = Counter(word for rule in book for word in rule.words)
    weights = {word: math.log(len(book) / seen[word]) for word in keywords if seen[word]}
    if not weights:
        return ""

    counts = re.search(r"\bhow many\b", text, re.I) is not None

    def score(rule: Rule) -> float:
        if counts and any(re.search(rf"\b\d+ (?:\w+ )?{word}", rule.text) for word in weights):
            return 100 - len(rule.words) / 100
        leading = sum(weights.get(word, 0) for word in rule.leading)
        return sum(weights[word] for word in weights.keys() & rule.words) + leading / 2 - len(rule.words) / 100

    best = max(book, key=score)
    hits = len(weights.keys() & {*best.words, *best.leading})
    return best.text if hits >= least and 2 * hits >= len(keywords) else ""


def rule_of_round(book: Collection[Rule], text: str, now: int, word: str) -> str:
    """Return what another round than `now` pays for the thing that a question names; empty for another question."""
    lowered = written_out(text)
    asked = re.search(r"\b(?:round|year) (\d+)\b|\b(next)(?: (?:round|year|time|one))\b", lowered)
    number = 0 if asked is None else now + 1 if asked[2] else int(asked[1])
    if number in (0, now):
        return ""
    pays = [rule.text for rule in book if rule.heading.casefold() == f"{word} {number}"]
    named = [row for row in pays if _keywords(lowered) & _keywords(row[:BEGIN])][:1]
    if not named and not re.search(r"\b(?:best|pays?|worth|most|works?|scores?)\b", lowered):
        return ""
    answer = " ".join(named or pays)
    return f"In {word} {number}: {answer[:1].lower()}{answer[1:]}" if answer else ""
