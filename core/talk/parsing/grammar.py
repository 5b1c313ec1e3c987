"""The lark grammar of promises in plain words.

The lexer knows few words and the game's verbs, things and seats. A sentence with any other word has no reading, so no
condition and no round is ever dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from core.talk.acts import SEATS, Term
from core.talk.parsing.words import SIGNS, meant, pattern_of

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

GRAMMAR: Final = r"""
start: piece (SEP piece)*
piece: IF? _timed
_timed: _body | WHEN _body | _body WHEN | WHEN
_body: action | exchange | half | other_half | same
action: subject? NOT? VERB target? (item EACH?)?
exchange: (subject? VERB target? | subject)? item FOR item
half: item
other_half: FOR item
same: subject NOT EITHER? | TOO
subject: I | YOU | WE | ANY
target: ME | YOU | EACH
item: (DET | MY | YOUR)* (THING | SLOT) POST* | (DET | MY | YOUR)* PACT WITH*
%declare SEP IF WHEN NOT VERB FOR EITHER TOO PACT I YOU WE ANY ME EACH DET MY YOUR THING SLOT POST WITH
"""
BREAK: Final = "\xa6"
"""Stands before a subject that begins a phrase without a comma."""
ALWAYS: Final = pattern_of("{always}")
GIVES: Final = (
    "give|trade|swap|exchange|bring|send|hand(?: over)?|put in|lay|part with|spare|sell|do|offer|add|giving|offering|"
    "trading|swapping"
)
GETS: Final = "want|need|take|get|like|love|accept|receive|prefer|fancy"
_WORDS: Final = {kind: pattern_of(pattern) for kind, pattern in SIGNS["terminals"].items()}
"""Terminals in the order in which they are tried."""


_ROUNDS: Final = frozenset({"UNTIL", "RANGE", "LIST", "ALWAYS", "NEXT", "ONE", "NOW", "FROM"})


class Vocabulary(NamedTuple):
    """Words of a game, to build its lexer; hashable."""

    verbs: tuple[str, ...]
    """Patterns of verbs."""
    nouns: tuple[str, ...]
    """Patterns of nouns that may follow a thing."""
    slots: tuple[str, ...]
    """Words of places, rooms and seats, in small letters."""


def vocabulary(terms: Sequence[Term], seats: Sequence[str]) -> Vocabulary:
    verbs = dict.fromkeys(verb for term in terms for verb in (*term.words, *term.others))
    slots = dict.fromkeys(seat.casefold() for seat in seats)
    for term in terms:
        if not term.swaps and term.among != SEATS:
            slots |= dict.fromkeys((*(value.casefold() for value in term.among), *term.names))
    ordered = (*sorted(verbs, key=len, reverse=True), GIVES, GETS, "make|have|form|be")
    return Vocabulary(ordered, tuple(term.noun for term in terms if term.noun), tuple(slots))


@cache
def _parser() -> Lark:
    """Return the parser. It is built at the first sentence, for lark takes a moment to load."""
    from lark import Lark
    from lark.lexer import Lexer

    class LexedTokens(Lexer):
        """Passes on tokens that are lexed already."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, data: list[Token]) -> Iterator[Token]:  # type: ignore[override]
            yield from data

    return Lark(GRAMMAR, parser="lalr", lexer=LexedTokens)


class Item(NamedTuple):
    """A thing, a place or a seat with the words around it."""

    word: str = ""
    owner: str = ""
    """`MY` or `YOUR` before it."""
    side: bool | None = None
    """True for the speaker's thing, false for the other's, None if unsaid."""
    thing: bool = False
    pact: bool = False


class Phrase(NamedTuple):
    """A piece of a sentence, as the grammar names its parts."""

    form: str
    """The rule of its body; `rounds` for rounds alone."""
    condition: bool
    when: str
    """`ONE 5`, `LIST 4 6`, `RANGE 5 7`, `UNTIL 7`, `NEXT`, `NOW`, `ALWAYS`, `FROM 5`; empty without rounds."""
    leads: bool
    """True if its rounds come first."""
    subject: str = ""
    target: str = ""
    verb: str = ""
    negated: bool = False
    items: tuple[Item, ...] = ()

    def says(self, verbs: Iterable[str]) -> bool:
        return bool(self.verb) and any(re.fullmatch(f"(?:{verb})s?", self.verb) for verb in verbs)


def phrases(words: Vocabulary, text: str) -> list[Phrase]:
    """Return the phrases of a prepared text; none if a word is left over or stands where it cannot."""
    from lark import Token
    from lark.exceptions import LarkError

    tokens = _lexed(words, text)
    if not tokens:
        return []
    try:
        tree: Tree[Token] = _parser().parse([Token(kind, value) for kind, value in tokens])
    except LarkError:
        return []
    return [_phrase(piece) for piece in tree.children if not isinstance(piece, Token)]


def _phrase(piece: Tree[Token]) -> Phrase:
    kinds, bodies = _parts(piece)
    when, condition = kinds.get("WHEN", ""), "IF" in kinds
    if not bodies:
        return Phrase("rounds", condition, when, leads=True)
    body = bodies[0]
    words, parts = _parts(body)
    named = {str(part.data): next(iter(_parts(part)[0])) for part in parts if part.data != "item"}
    if "EACH" in words:
        named["target"] = "EACH"
    items = tuple(_item(part) for part in parts if part.data == "item")
    leads = bool(when) and piece.children[-1] is body
    subject, target = named.get("subject", ""), named.get("target", "")
    return Phrase(str(body.data), condition, when, leads, subject, target, words.get("VERB", ""), "NOT" in words, items)


def _item(node: Tree[Token]) -> Item:
    kinds, _ = _parts(node)
    text = " ".join(map(str, node.children))
    mine, yours = _OWN.search(text) is not None, _YOURS.search(text) is not None
    word = next(kinds[kind] for kind in ("THING", "SLOT", "PACT") if kind in kinds)
    owners = [kind for kind in ("MY", "YOUR") if kind in kinds]
    owner = owners[0] if len(owners) == 1 else ""
    return Item(word, owner, mine if mine is not yours else None, "THING" in kinds, "PACT" in kinds)


def _parts(node: Tree[Token]) -> tuple[dict[str, str], list[Tree[Token]]]:
    """Return the terminals of a node by kind, and its branches."""
    branches = [child for child in node.children if not isinstance(child, str)]
    return {child.type: str(child) for child in node.children if isinstance(child, str)}, branches


_OWN: Final = re.compile(r"\b(?:my|of mine|from me|to you|for you)\b")
_YOURS: Final = re.compile(r"\b(?:your|of yours|from you|to me|for me)\b")


@lru_cache(maxsize=64)
def _lexer(words: Vocabulary) -> re.Pattern[str]:
    slots = "|".join(map(re.escape, sorted(words.slots, key=len, reverse=True))) or "(?!)"
    forms = []
    for kind, pattern in _WORDS.items():
        if kind == "POST" and words.nouns:
            pattern = f"{pattern}|{'|'.join(words.nouns)}"
        filled = pattern.replace("{verbs}", f"(?:{'|'.join(words.verbs)})s?").replace("{slots}", slots)
        edge = r"(?!\w)" if kind != "SEP" else r"(?=\W|$)"
        forms.append(rf"(?P<{kind}>(?:{filled}){edge})")
    return re.compile(r"\s*(?:" + "|".join(forms) + ")")


def _lexed(words: Vocabulary, text: str) -> list[tuple[str, str]]:
    """Return terminals with their texts; rounds as `WHEN`. Empty if a word is unknown."""
    lexer, at, tokens = _lexer(words), 0, list[tuple[str, str]]()
    while at < len(text.rstrip()):
        match = lexer.match(text, at)
        if match is None:
            word = re.compile(r"\s*([\w+.]{4,})").match(text, at)
            near = word and meant(word[1], words.slots)
            if not word or not near:
                return []
            tokens.append(("SLOT", near))
            at = word.end()
            continue
        kind = match.lastgroup or ""
        value = match[kind]
        if kind in _ROUNDS:
            numbers = [int(number) for number in re.findall(r"\d+", value)]
            if kind == "LIST" and numbers == [*range(numbers[0], numbers[-1] + 1)]:
                kind = "RANGE"
            value = " ".join([kind, *map(str, numbers)])
            kind = "WHEN"
            if tokens and tokens[-1] == (kind, value):  # "from now on, until the end"
                at = match.end()
                continue
        if kind == "IF" and tokens and tokens[-1][0] != "SEP":
            tokens.append(("SEP", ""))
        leading = [token[0] for token in tokens[-2:]]
        if value == BREAK and leading[-1:] == ["WHEN"] and leading[:-1] in ([], ["SEP"], ["IF"]):
            pass  # rounds before their subject
        elif kind == "SEP" and (not tokens or tokens[-1][0] in ("SEP", "IF")):
            if value.isalpha() and tokens and tokens[-1][0] == "IF":
                return []
        else:
            tokens.append((kind, value))
        at = match.end()
    while tokens and tokens[-1][0] == "SEP":
        tokens.pop()
    return tokens
