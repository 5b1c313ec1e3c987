"""Data between a game and the house. `core.contract` exports all of it.

Types come in one order: the game's State, Orders, View and Report. A part leaves out those that it does not hold: a
`Seat[O, V, R]` knows no State. Left out all, they stand for any Struct.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal

import msgspec
from typing_extensions import TypeVar

from core.json import Json
from core.ledger import Ending, Ledger
from core.refusal import Refused, quoted

Policy = Literal["open", "realms", "limited"]
Pair = tuple[str, str]
"""Two seats, in seat order."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all that a game stores or shows: frozen, and strict when decoded (CM-25).

    msgspec does not inherit `kw_only=True`: a subclass with required fields after inherited defaults repeats it.
    """


class Options(Struct, frozen=True):
    """Options of every game. A game adds its own in a subclass, each with type and default."""

    reveal: bool = True
    """False keeps the record with the host after the end, as the sources do (CM-09)."""
    exempt: tuple[str, ...] = ()
    """Seats that the Elimination Candidate cannot choose as opponent: in a season players of an earlier Token of Life
    (CM-08, SE-06)."""


class Given(Struct, frozen=True):
    """Set-up keys: facts that the dice do not decide, or a position to start from. A game adds its own."""

    round: int | None = None
    """First round (1 to the last), without a pregame; None for the usual start."""


class RoundNames:
    """Players' names of rounds, for a Struct with these fields."""

    __slots__ = ()
    rounds: int
    round_word: str
    at_most: bool
    parts: int
    parts_word: str

    def when(self, number: int, exact: bool = False) -> str:
        """Return the name of a round: `round 3`, `trick 8`; 0 is `the pregame`. `exact` adds the part of a trick."""
        if not number:
            return "the pregame"
        if self.parts == 1:
            return f"{self.round_word} {number}"
        trick, part = divmod(number - 1, self.parts)
        return f"{self.parts_word} {trick + 1}" + (f", part {part + 1}" if exact else "")

    def progress(self, number: int, of: str = "/", exact: bool = False) -> str:
        """Return the progress: `round 3/7`, `trick 8/9, part 2`; `round 3` if the last round is not certain."""
        if self.at_most:
            return self.when(number, exact)
        name, comma, part = self.when(number, exact).partition(",")
        return f"{name}{of}{self.rounds // self.parts}{comma}{part}"


class Spec(RoundNames, Struct, frozen=True, kw_only=True):
    """Facts about a game before a match."""

    id: str
    title: str
    blurb: str
    """Sentence for menus."""
    learning: str = ""
    """Difficulty in a few words that begin with `easy`, `medium` or `hard`; empty if unknown."""
    best_for: str = ""
    """Best occasion: alone with bots, four at a table, a week over SSH; empty if unknown."""
    seats: int
    """Number of seats; of a game with a range the usual number, which forms offer and tests play."""
    fewest: int = 0
    """Fewest seats of a match; 0 for `seats`."""
    most: int = 0
    """Most seats of a match; 0 for `seats`."""
    rounds: int
    at_most: bool = False
    """True if a match may end before its last round."""
    policy: Policy
    pregame: bool = False
    """True if the match starts in round 0, which the first close ends."""
    pregame_orders: bool = False
    """True if round 0 takes orders (The Drifting Ship)."""
    round_word: str = "round"
    """The players' word for a round: `round`, `year` in Famine, `lot`, `trick`, `hand`."""
    parts: int = 1
    """Rounds that readers see as one thing: the parts of a trick."""
    parts_word: str = ""
    """Word for that, if `parts` is more than 1: `trick`."""
    turn_seconds: float | None = None
    """Default seconds of a round in a served house; the match then begins with a briefing. None for slower games."""
    rules_version: int = 1
    """Raised when the same journal would fold to another match."""
    ruling_prefix: str
    """`EX` for EX-01 and so on."""
    counts: bool = True
    """False if the number of seals would reveal something: only the host sees how many have sealed and are ready
    (CM-28)."""
    decides: dict[str, tuple[str, str]] = {}
    """Rule for `winner` and `candidate` in a few words after a colon, with its ruling; for readers without the figures.
    """
    rules: str = ""
    """Rules of one match in its host's words, as Markdown: before those of the game; empty for none."""
    closed: bool = False
    """True if spectators learn next to nothing while it is played: its host is told so (HH-80)."""
    hides: bool = True
    """False if a State holds no secrets: then there is nothing to redeal (HH-15)."""

    @property
    def seat_range(self) -> tuple[int, int]:
        """Fewest and most seats of a match."""
        return self.fewest or self.seats, self.most or self.seats

    @property
    def several(self) -> bool:
        """True if matches may have different numbers of seats."""
        return self.seat_range[0] < self.seat_range[1]

    @property
    def seat_words(self) -> str:
        """Number of seats in words: `4`, `2 to 26`."""
        fewest, most = self.seat_range
        return f"{fewest} to {most}" if self.several else str(self.seats)

    def takes(self, count: int) -> bool:
        """True if a match may have so many seats."""
        fewest, most = self.seat_range
        return fewest <= count <= most

    @property
    def length(self) -> str:
        """Length in a few words: rounds, and their usual time if there is one."""
        if self.turn_seconds is not None:
            most = self.rounds * self.turn_seconds / 60
            return f"{self.rounds} turns of {self.turn_seconds / 60:g} min, {most:g} min at most"
        limit = "at most " if self.at_most else ""
        return f"{limit}{self.rounds} {self.round_word}s: {limit}{self.rounds + self.pregame} days, if one closes a day"

    @property
    def duel(self) -> bool:
        """True for a game for two alone, which can decide a Death Match."""
        return self.seat_range == (2, 2)


class GameState(Struct, frozen=True):
    """Fields of every game's State; a game adds its own."""

    seats: tuple[str, ...]
    round: int
    """0 in the pregame, then 1 to the last; after the last close it stays the last round played."""
    ledger: Ledger = ()
    """Tokens of Life and garnets so far, with reasons (CM-06)."""
    ending: Ending | None = None
    """None while rounds are played; set by the close that ends the last round."""
    exempt: tuple[str, ...] = ()
    """Option `exempt`, in seat order. The match sets it at its begin."""


class Number(Struct, frozen=True):
    """A whole number that a player types for a Choice."""

    least: int
    most: int

    @property
    def hint(self) -> str:
        """The range in words: `0 to 5,000`."""
        return f"{self.least:,} to {self.most:,}"

    def read(self, typed: str) -> int:
        """Return the number. Raises Refused, `bad_number`."""
        digits = typed.strip().replace("\u2212", "-")
        is_whole = re.fullmatch(r"[+-]?([0-9]{1,18}|[0-9]{1,3}(,[0-9]{3}){1,5})", digits)
        number = int(digits.replace(",", "")) if is_whole else None
        if number is None or not self.least <= number <= self.most:
            raise Refused("bad_number", f"Type a whole number from {self.hint}, not {quoted(typed)}.", "CM-25")
        return number


class Text(Struct, frozen=True):
    """A text that a player types for a Choice."""

    longest: int
    """Most characters."""

    @property
    def hint(self) -> str:
        """The limit in words."""
        return f"at most {self.longest:,} characters"

    def read(self, typed: str) -> str:
        """Return the text without blanks around it. Refused: `no_text`, `text_too_long`."""
        if not typed.strip():
            raise Refused("no_text", "Type a text.", "CM-25")
        if len(typed.strip()) > self.longest:
            raise Refused("text_too_long", f"That has {len(typed.strip()):,} characters; {self.hint} fit.", "CM-25")
        return typed.strip()


class Choice(Struct, frozen=True):
    """A possible part of a seat's orders, or action, open or closed."""

    slot: str
    """Kind of choice, for example `offer.to`, `offer.give`, `action.rotate`. Screens group by it. A slot of several
    words that are the keys of its value in the probe (`answers.ally`, also with a list at its end) sets that value
    alone, if it has a `head` or an `entry`, or if the orders are complete so."""
    value: str | int
    label: str = ""
    """Label for people; empty means the value."""
    closed: str | None = None
    """None if open, otherwise the sentence that says why not, from the seat's knowledge."""
    ruling: str | None = None
    probe: Json | None = None
    """Smallest complete orders (or, with slot `action...`, the action) that use this choice, as JSON. An open choice's
    probe is accepted, a closed one's refused: the property kit tries every one. None if no single input stands for the
    choice."""
    entry: Number | Text | None = None
    """Not None: the player types the value. `value` is then an example, which stands in the probe at the key that the
    slot's last word names (`bid`, `answers.request`, `action.raise.amount`). The kit tries both limits."""
    head: str = ""
    """Heading of its slot for people; empty means the slot."""

    def filled(self, value: str | int) -> Json:
        """Return the probe with another value in the place of this one."""
        filled: Json = _filled(self.probe or {}, self.slot.rpartition(".")[2], value)
        return filled


def _filled(probe: Any, key: str, value: str | int) -> Any:
    if isinstance(probe, dict):
        return {name: value if name == key else _filled(inner, key, value) for name, inner in probe.items()}
    return [_filled(inner, key, value) for inner in probe] if isinstance(probe, list) else probe


class Asks(Struct, frozen=True):
    """Possible inputs of a seat now, for screens, bots and validation; from the seat's knowledge alone."""

    orders: bool
    """True if this seat may seal orders now. A seat that may not, and has no open choice, is not awaited (CM-29)."""
    limits: dict[str, int] = {}
    """Limits of the orders by name, `{"offers": 2}`, for counters on the screen."""
    choices: tuple[Choice, ...] = ()
    answers: tuple[str, ...] = ()
    """Seats that wait for this one's answer to a proposal."""

    def open(self, slot: str) -> tuple[Choice, ...]:
        """Return the open choices of `slot`."""
        return tuple(c for c in self.choices if c.slot == slot and c.closed is None)


class Stage(Struct, frozen=True):
    """The seats for which an open round waits; never stored, always computed (CM-30)."""

    name: str
    """Task in a few words after a colon: `pay a chip, or take`. Public."""
    seats: tuple[str, ...] = ()
    """Seats on turn, in seat order; several move in any order. Public. Empty: the round closes."""
    by: Literal["actions", "orders"] = "actions"
    """Live actions, which count at once, or orders, sealed until all of these seats are ready."""
    free: tuple[str, ...] = ()
    """Kinds of live actions that every seat may make meanwhile."""
    share: float = 1.0
    """Share of the host's time for a turn."""


class NoOrders(Struct, frozen=True):
    """Orders of a game without sealing."""


class Hidden(Struct, frozen=True):
    """A field of a State with hidden things, which the default redeal redraws: a row (a deck), or a dict by seat of
    rows (hands) or of single things (a card on the forehead)."""

    field: str
    by: Literal["nobody", "holder", "realm", "others"] = "nobody"
    """Seats that see them: none (a deck), the holder (a hand), the holder's realm (a team's), all but the holder
    (Indian poker)."""
    kind: str = "card"
    """Kind of things that could be in each other's place."""
    peeked: str = ""
    """Field of the State, a dict by seat: things of this field that the seat has looked at, in any hand. They stay in
    place. Things of a kind must differ for it."""


class Notice(Struct, frozen=True):
    """A message of the game to one seat in mid-round, kept in its log (CM-10): the result of a live action."""

    kind: str
    text: str
    """Sentence from that seat's knowledge."""
    data: Json = {}


S = TypeVar("S", bound="GameState", default="GameState")
"""A game's State."""
O = TypeVar("O", bound="Struct", default="Struct")  # noqa: E741 - the contract's own word is "orders"
"""A game's Orders."""
V = TypeVar("V", bound="Struct", default="Struct")
"""A game's View."""
R = TypeVar("R", bound="Struct", default="Struct")
"""A game's Report."""
S_co = TypeVar("S_co", bound="GameState", covariant=True, default="GameState")
O_co = TypeVar("O_co", bound="Struct", covariant=True, default="Struct")
V_co = TypeVar("V_co", bound="Struct", covariant=True, default="Struct")
R_co = TypeVar("R_co", bound="Struct", covariant=True, default="Struct")
"""Covariant: for types that are only read. A place for any seat takes a seat of every game."""
O_in = TypeVar("O_in", bound="Struct", contravariant=True, default="Struct")
V_in = TypeVar("V_in", bound="Struct", contravariant=True, default="Struct")
R_in = TypeVar("R_in", bound="Struct", contravariant=True, default="Struct")
"""Contravariant: for types that are only taken in, by a bot."""


class ActionResult(Struct, Generic[S_co], frozen=True):
    """Result of a live action."""

    state: S_co
    notices: Mapping[str, Sequence[Notice]] = {}
    """Notices by seat, the actor included. Other seats learn nothing, not even that it happened."""
    asked: tuple[str, ...] = ()
    """Seats asked for an answer: they lose their ready mark (CM-27)."""


Acted = ActionResult
"""Old name, for games from outside."""


class Closing(Struct, Generic[S_co, R_co], frozen=True):
    """Result of a close."""

    state: S_co
    """`round` is advanced, or `ending` set with `round` left at the last round."""
    reports: Mapping[str, R_co]
    """Private Report of every seat."""
    public: object = None
    """Public report, or None. Kept in every log."""


class ActionRecord(msgspec.Struct, frozen=True):
    """A live action in the record."""

    round: int
    by: str
    action: Json
    at: float
