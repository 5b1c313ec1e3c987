"""A message as one listener hears it. It is read once and kept beside the message; a part is read when it is first
asked for.

Screens show it before it binds ("Heard: ..."); bots, book, bargains and coach go by it. Only acts bind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Final, Literal, get_args

from msgspec import structs

from core.talk.acts import AnyAct, Apologise, Ask, AskKind, Claim, Deal, Offer, Term, Warn, as_offer
from core.talk.channels import Message
from core.talk.parsing.answers import Answer, answer_in, lacked_marks
from core.talk.parsing.asks import accused_in, claimed, named_in, seats_marked, unaddressed
from core.talk.parsing.clauses import offer_in, swap_in, swap_words
from core.talk.parsing.offers import Wish, wish_in
from core.talk.parsing.remarks import ParsedRemark, is_question, remark_in
from core.talk.parsing.words import READ, Marked, bare, limited, marked, sign, unnamed, written_out

_SPEAKS: Final = sign("hearing", "speaks")
"""Speaks of named things as something to be had."""
_PAST: Final = sign("hearing", "past")
"""Speaks of the past, of others, or of possessions."""
_FOREIGN: Final = sign("reading", "foreign")
"""Words of other languages; two of them show one."""
_QUOTED: Final = sign("reading", "quoted")
_HEDGES: Final = sign("reading", "hedges", re.I)
"""Words that make an offer a suggestion."""
_CUTS: Final = sign("reading", "cuts", re.I)
_LIMITS: Final = sign("reading", "limits")
"""Words with which another piece may change an offer, or tell of it."""
_TAKES: Final = sign("reading", "takes")
_SORRY, _SORRY_SAID, _SORRY_BUT = sign("reading", "sorry"), sign("asks", "sorry"), sign("asks", "sorry_but")
_WARNS, _ENDS = sign("asks", "warns"), sign("asks", "ends")
_CALLED: Final = sign("reading", "called", re.I)
"""Names for the listener: "what do you need, ally?" proposes no pact."""
_OWNED: Final = re.compile(r"\b(?:my|mine|your|yours|i|you)\b")
_LEADING_YES: Final = re.compile(
    r"(?:.*[,.:!]|) ?\W*(?:ok|okay|yes|yeah|yep|fine|deal|bet|sure|agreed|alright)\b(?! with)"
)
_MOST_PIECES: Final = 7

Kind = Literal["deal", "yes", "no", "unclear", "talk"]


class Tongue:
    """The words of a match, by which its messages are read. Equal only to itself."""

    def __init__(self, terms: Sequence[Term], seats: Sequence[str], rounds: int, words: Mapping[str, str]) -> None:
        """`words`: things that can be swapped by word in small letters, if the game has no term for it."""
        self.terms, self.seats, self.rounds = tuple(terms), tuple(seats), rounds
        self.words = swap_words(terms) or words
        self.beside = next((term.beside for term in terms if term.swaps), "")


@lru_cache(maxsize=512)
def tongue(
    terms: tuple[Term, ...], seats: tuple[str, ...] = (), rounds: int = 0, words: tuple[tuple[str, str], ...] = ()
) -> Tongue:
    if words and any(term.swaps for term in terms):
        return tongue(terms, seats, rounds)
    return Tongue(terms, seats, rounds, dict(words))


def utterance(message: Message, to: str = "", spoken: Tongue | None = None, outside: Tongue | None = None) -> Utterance:
    """Return the reading of a message, kept beside it.

    Args:
        to: the listener; empty for all readers.
        spoken: words to read it by in place of those of its match.
        outside: words for a message that is of no match.
    """
    kept = message.readings
    by_words = spoken or kept.get("") or outside or tongue(())
    names = (to,) if to else tuple(reader for reader in message.readers if reader != message.sender)
    known: Utterance | None = kept.get((by_words, names))
    if known is None:
        known = kept[by_words, names] = Utterance(by_words, message.text, message.sender, names, message.round)
    return known


def said_in(message: Message, spoken: Tongue) -> Message:
    """Note the words of its match beside a message."""
    message.readings[""] = spoken
    return message


def reworded(message: Message, text: str) -> Message:
    """Return the message with another text, of the same match."""
    other = structs.replace(message, text=text)
    other.readings.update({"": message.readings[""]} if "" in message.readings else {})
    return other


class Utterance:
    def __init__(self, spoken: Tongue, text: str, by: str = "", names: Sequence[str] = (), now: int = 0) -> None:
        """`names`: its listeners. `now`: the round in which it is said."""
        self.spoken, self.text, self.by, self.names, self.now = spoken, text, by, tuple(names), now
        self._remarks: dict[object, ParsedRemark | None] = {}

    def of(self, text: str) -> Utterance:
        """Return the reading of another text, said by and to the same seats."""
        return Utterance(self.spoken, text, self.by, self.names, self.now)

    def also(self, message: Message) -> Utterance:
        """Return the reading of another message by the same listener."""
        return utterance(message, self.to, self.spoken)

    @property
    def to(self) -> str:
        return self.names[0] if len(self.names) == 1 else ""

    # --- its words
    @cached_property
    def bare(self) -> str:
        """The text without the listener's name before or after it."""
        return unaddressed(self.to, self.text[:READ])

    @cached_property
    def plain(self) -> str:
        """`bare` in small letters, with hasty spelling written out."""
        return written_out(self.bare)

    @cached_property
    def low(self) -> str:
        """`plain` with `@` for other seats."""
        return seats_marked(self.others, self.bare)

    @cached_property
    def things(self) -> Marked:
        """The text with its things marked."""
        return marked(self.spoken.words, self.text[:READ])

    @cached_property
    def whole_and_last(self) -> tuple[str, str]:
        """The words with marks for things, without the listener's name and stops: all, and those of the last piece."""
        text = unnamed(self.names, self.things.text)
        return bare(text), bare(re.split(r"[.!?]\s", text.rstrip(" .!?"))[-1])

    @cached_property
    def unquoted(self) -> str:
        """The text without quotations, which have no effect; whole if it is nothing else."""
        rest = _QUOTED.sub(" ", self.text)
        return rest if re.search(r"\w", rest) else self.text

    @property
    def others(self) -> list[str]:
        """Seats that neither say nor hear it."""
        return [seat for seat in self.spoken.seats if seat != self.by and seat not in self.names]

    @cached_property
    def about(self) -> str:
        """The one other seat that it names; empty for none or several."""
        return named_in(self.others, self.bare) or ""

    @cached_property
    def foreign(self) -> bool:
        return len(set(_FOREIGN.findall(self.text.casefold()))) >= 2

    # --- its part in a bargain
    @cached_property
    def answer(self) -> Answer:
        return answer_in(self.things.text, self.names, "|".join(re.escape(seat.casefold()) for seat in self.others))

    weak, sorry, off = (property(attrgetter(f"answer.{name}")) for name in ("weak", "sorry", "off"))
    """Names of `answer` for games from outside."""

    @cached_property
    def lacks(self) -> tuple[str, ...]:
        """Things that the speaker says to lack."""
        return tuple(map(self.things.at, lacked_marks(self.things.text)))

    @cached_property
    def deal(self) -> Deal | None:
        """The swap of this round that it is, from the speaker's side."""
        return None if self.answer.yes or self.answer.no else swap_in(self.things, self.names, self.spoken.beside)

    @property
    def wavers(self) -> bool:
        """True for a text that begins like a yes (then `unclear`) or a no, and goes on."""
        answer = self.answer
        return not (answer.yes or answer.no or self.deal) and (answer.half_no or answer.half_yes)

    @cached_property
    def kind(self) -> Kind:
        """`deal` puts or repeats one; `yes` agrees; `no` refuses or takes back; `unclear` speaks of trading, or is a
        conditional yes; `talk` is anything else."""
        answer, named = self.answer, self.things.named
        if answer.yes or answer.no or self.deal:
            return "deal" if self.deal else "yes" if answer.yes else "no"
        if answer.half_no:
            return "no"
        low = self.things.text
        spoken = len(named) > len(self.lacks) and (limited(low) or len(named) > 1 or _SPEAKS.search(low))
        return "unclear" if answer.half_yes or (spoken and not _PAST.search(low)) else "talk"

    @cached_property
    def wish(self) -> Wish | None:
        """The wish that it is, in one sentence or in two; None if it says anything besides."""
        return wish_in(self.things)

    @cached_property
    def offer(self) -> Offer | None:
        """The terms that it surely offers to one other seat, also a swap of this round."""
        spoken, now = self.spoken, max(1, self.now)
        if self.deal is not None:
            return as_offer(spoken.terms, self.by, self.to, self.deal, self.now)
        return offer_in(spoken.terms, spoken.seats, self.by, self.to, now, spoken.rounds, self.things)

    @cached_property
    def part(self) -> str:
        """The words that alone are an offer, beside others without a condition: echoed, and never binding."""
        if self.deal or self.offer or self.ends_pact or (self.kind in ("yes", "no") and not self.wavers):
            return ""
        return "" if self._claim is not None and self.kind == "talk" else self._part_of_it()

    def takes(self, deal: Deal) -> bool:
        """True if it says yes to this swap, given from its speaker's side, and repeats it or its things."""
        named = {*self.things.named}
        if self.answer.late and named and named <= {deal.give, deal.want}:
            return True
        swap = self.deal or (self.of(self.part).deal if self.part else None)
        turned = named == {deal.give, deal.want} and not _OWNED.search(self.plain)  # as its partner put it
        says = self.answer.says_yes or _LEADING_YES.match(self.plain) is not None
        return swap is not None and (swap == deal or turned) and says

    def _part_of_it(self) -> str:
        """Return the longest run of pieces that is an offer, if the others limit nothing, tell of no other seat, and
        name no other thing. A quotation is no piece."""
        spoken = _HEDGES.sub(" ", self.unquoted)
        pieces = [piece for piece in _CUTS.split(spoken) if re.search(r"\w", piece) and not _CALLED.fullmatch(piece)]
        for size in range(len(pieces) - (spoken == self.text), 0, -1) if len(pieces) <= _MOST_PIECES else ():
            for at in range(len(pieces) - size + 1):
                run, rest = self.of(", ".join(pieces[at : at + size])), [*pieces[:at], *pieces[at + size :]]
                if run.deal or run.offer:
                    clear = all(self.of(piece)._adds_nothing({*run.things.named}) for piece in rest)
                    return run.text if clear else ""
        return ""

    def _adds_nothing(self, things: set[str]) -> bool:
        low = written_out(self.text)
        bound = _LIMITS.search(low) or limited(low) or "@" in seats_marked(self.others, self.text)
        return not bound and {*self.things.named} <= things

    # --- what it does or says besides
    @cached_property
    def act(self) -> AnyAct | None:
        """The act that it is besides a yes or a no: an offer, a claim, a warning, an apology."""
        if self.ends_pact or self.offer or self.deal:
            return None if self.ends_pact else self.offer
        if self.kind != "talk" or self.part:
            return None
        if self._claim is not None:
            return self._claim
        accused = [seat for seat in self.accused if seat in self.others]
        low = _SORRY_BUT.sub("", self.low)
        supposes = "?" in low or re.search(r"\bif\b", low) is not None
        if len(accused) == 1 or (self.about and not supposes and _WARNS.search(low)):
            return Warn(accused[0] if len(accused) == 1 else self.about)
        of_thing = not _SORRY.match(self.text.casefold()) and self.things.named  # sorry about a thing that it names
        return Apologise() if _SORRY_SAID.search(low) and not supposes and not of_thing else None

    @property
    def _claim(self) -> Claim | None:
        place = next((term for term in self.spoken.terms if term.id == "leave"), None)
        if place is None:
            return None
        if self.claimed is not None and str(self.claimed) in place.among:
            return Claim(str(self.claimed))
        low = written_out(self.text)
        if "?" in self.text or re.search(r"\b(?:not|never|if|unless|until|you take)\b|n't\b", low):
            return None
        pieces = re.split(r"[,.;:!]|\band\b", low)
        rooms = {place.names.get(taken[1]) for piece in pieces if (taken := _TAKES.fullmatch(piece))}
        return Claim(room) if len(rooms) == 1 and (room := rooms.pop()) is not None else None

    @property
    def does(self) -> str:
        """The name of its act, `yes`, `no`, `unclear`, or `words` if nothing of that is understood."""
        if self.act is not None:
            return type(self.act).__name__.lower()
        if self.ends_pact or self.part:
            return "no" if self.ends_pact else "unclear"
        return "words" if self.kind == "talk" else self.kind

    @cached_property
    def claimed(self) -> int | None:
        """The place that it claims; None for none or several."""
        return claimed(self.text)

    @cached_property
    def ends_pact(self) -> bool:
        """True if it ends a pact: only words that name it do."""
        return "?" not in self.text and _ENDS.search(written_out(self.text)) is not None

    @cached_property
    def accused(self) -> tuple[str, ...]:
        """Seats that it says to break their word."""
        return accused_in(self.spoken.seats, self.text)

    @property
    def accuses(self) -> str:
        """The one seat that it says to break its word; empty for none or several."""
        return self.accused[0] if len(self.accused) == 1 else ""

    @cached_property
    def asks(self) -> bool:
        """True for a question, also one without its mark."""
        return is_question(seats_marked((), self.bare))

    def remark(self, things: Mapping[str, str], verbs: str = "") -> ParsedRemark | None:
        """Return the remark that it is; None without a telling word.

        Args:
            things: names of the game's things by word, in small letters; single capitals stand for themselves.
            verbs: pattern of verbs that the game adds to those of every game.
        """
        key = (tuple(things.items()), verbs)
        if key not in self._remarks:
            self._remarks[key] = remark_in(things, verbs, self.bare, self.low, self.about, asks=self.asks)
        return self._remarks[key]

    @property
    def question(self) -> Ask | None:
        """The question that every game answers; None for anything else."""
        remark = self.remark({})
        return Ask(remark.kind, remark.about) if remark and remark.kind in get_args(AskKind) else None  # type: ignore[arg-type]


def hear(words: Mapping[str, str], text: str, names: Sequence[str] = (), beside: str = "") -> Utterance:
    """Return the reading of a text to `names` outside a match. `words` maps words in small letters to things; `beside`
    is a pattern that the game itself reads (`Term.beside`)."""
    spoken = Tongue((), (), 0, words)
    spoken.beside = beside
    return Utterance(spoken, text, "", names)


def read(
    terms: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int, rounds: int, text: str,
    words: Mapping[str, str] | None = None,
) -> Utterance:  # fmt: skip
    """Return the reading of a text that `by` would say to `to` in round `now`."""
    return Utterance(Tongue(terms, seats, rounds, words or {}), text, by, (to,), now)
