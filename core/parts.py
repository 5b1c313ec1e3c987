"""What the contract is made of: the data that a game and the house hand each other. `core.contract` shows all of it.

Every one of these is known by four types, in this order wherever they stand: the game's State, Orders, View and Report.
What is handed on leaves out those that it does not hold: a `Seat[O, V, R]` knows nothing of a State. Where nobody
looks inside (lists, commands, the frame of a screen) they are left out altogether, and stand for any Struct at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Literal

import msgspec
from typing_extensions import TypeVar

from core.json import Json
from core.ledger import Ending, Ledger

Policy = Literal["open", "realms", "limited"]
Pair = tuple[str, str]
"""Two seats, in seat order."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything that a game stores or shows: frozen, and strict when decoded (CM-25).

    msgspec does not hand `kw_only=True` down: a subclass with required fields after inherited defaults says it anew.
    """


class Options(Struct, frozen=True):
    """Options that every game has. A game adds its own in a subclass, each with type and default."""

    reveal: bool = True
    """False keeps the record with the host after the end, as the sources do (CM-09)."""
    exempt: tuple[str, ...] = ()
    """Seats that the Elimination Candidate cannot choose as opponent, whatever they hold here: in a season those
    who play a Token of Life that they brought along (CM-08, SE-06)."""


class Given(Struct, frozen=True):
    """Set-up keys: what is not left to the dice, or the position to start from. A game adds its own."""

    round: int | None = None
    """Start at this round (1 to the last), without a pregame; None for the usual start."""


class Spec(Struct, frozen=True, kw_only=True):
    """What a game is, before anyone sits down."""

    id: str
    title: str
    blurb: str
    """One sentence for menus."""
    learning: str = ""
    """How hard it is to learn, in a few words that begin with `easy`, `medium` or `hard`; empty where nobody said."""
    best_for: str = ""
    """When it is best played: alone with bots, four at a table, a week over SSH; empty where nobody said."""
    seats: int
    rounds: int
    policy: Policy
    pregame: bool = False
    """True if the match starts in round 0, which the first close ends."""
    pregame_orders: bool = False
    """True if round 0 takes orders (The Drifting Ship)."""
    round_word: str = "round"
    """What players call a round: `round`, `year` in Famine, `lot`, `trick`, `hand`."""
    parts: int = 1
    """So many rounds are one thing for those who hear of the match: the parts of a trick."""
    parts_word: str = ""
    """What that is called, where they are more than one: `trick`."""
    turn_seconds: float | None = None
    """Seconds of a round in a served house, unless its host says otherwise. A match with it begins with a briefing,
    so that its clock starts when everybody is there. None for a game of slower rounds."""
    rules_version: int = 1
    """Raised when the same journal would fold to another match."""
    ruling_prefix: str
    """`EX` for EX-01 and so on."""
    counts: bool = True
    """False where the number of sealed orders would tell something: nobody but the host is shown how many have sealed
    and are ready (CM-28)."""
    decides: dict[str, tuple[str, str]] = {}
    """What settles `winner` and `candidate`, in a few words that read on after a colon, each with its ruling. Told to
    those who may not know the figures; a game tells all others its reasons in its tale."""
    hides: bool = True
    """False if a State holds nothing that some seat may not know: then there is nothing to redeal (HH-15)."""

    def when(self, number: int, exact: bool = False) -> str:
        """Return what players call a round: `round 3`, `trick 8`, `the pregame`."""
        return round_name(self.round_word, number, self.parts, self.parts_word, exact)

    @property
    def length(self) -> str:
        """How long it is, in a few words: its rounds, and what they take where a round has a usual time."""
        if self.turn_seconds is not None:
            most = self.rounds * self.turn_seconds / 60
            return f"{self.rounds} turns of {self.turn_seconds / 60:g} min, {most:g} min at most"
        return f"{self.rounds} {self.round_word}s, at one a day {self.rounds + self.pregame} days"

    @property
    def duel(self) -> bool:
        """Is it a game for two, which can decide a Death Match?"""
        return self.seats == 2


def round_name(word: str, number: int, parts: int = 1, parts_word: str = "", exact: bool = False) -> str:
    """Return what players call a round; 0 is the pregame.

    In a game whose rounds are `parts` of a trick or bout, that is its trick; `exact` adds which part of it.
    """
    if not number:
        return "the pregame"
    if parts == 1:
        return f"{word} {number}"
    trick, part = divmod(number - 1, parts)
    return f"{parts_word} {trick + 1}" + (f", part {part + 1}" if exact else "")


class GameState(Struct, frozen=True):
    """What every game's State has; a game adds its own fields."""

    seats: tuple[str, ...]
    round: int
    """0 in the pregame, then 1 to the last; after the last close it stays the last round played."""
    ledger: Ledger = ()
    """Tokens of Life and garnets so far, with reasons (CM-06)."""
    ending: Ending | None = None
    """None while rounds are played; set by the close that ends the last round."""
    exempt: tuple[str, ...] = ()
    """Option `exempt`, in seat order. The match enters it when it begins: no game does."""


class Choice(Struct, frozen=True):
    """One thing that a seat could put into its orders, or do now, and whether it may."""

    slot: str
    """What is being chosen, for example `offer.to`, `offer.give`, `action.rotate`. Screens group by it."""
    value: str | int
    label: str = ""
    """For people; empty means the value itself."""
    closed: str | None = None
    """None if open, otherwise the sentence that says why not. Uses only what the seat may know."""
    ruling: str | None = None
    """The ruling that closes it."""
    probe: Json | None = None
    """The smallest complete orders (or, with slot `action...`, the action) that use this choice, as JSON.
    An open choice's probe is accepted, a closed one's is refused: the property kit tries every one.
    None where no single input stands for the choice."""


class Asks(Struct, frozen=True):
    """What one seat may do now. Screens, bots and validation share it; it depends only on what the seat knows."""

    orders: bool
    """May this seat seal orders now? A seat that may not, and to which no choice is open, is not waited for (CM-29)."""
    limits: dict[str, int] = {}
    """Numbers that bound the orders, by name: `{"offers": 2}`. For counters on the screen."""
    choices: tuple[Choice, ...] = ()
    answers: tuple[str, ...] = ()
    """Seats that wait for this one to answer what they proposed. A curtain says that there is something to answer."""

    def open(self, slot: str) -> tuple[Choice, ...]:
        """The choices of `slot` that are not closed."""
        return tuple(c for c in self.choices if c.slot == slot and c.closed is None)


class Stage(Struct, frozen=True):
    """Whom an open round waits for, as the State has it: never stored, always asked anew (CM-30)."""

    name: str
    """What they are to do, in a few words that read on after a colon: `pay a chip, or take`. Public."""
    seats: tuple[str, ...] = ()
    """Who is on turn, in seat order; one, or several who move in any order. Public. Nobody: the round closes."""
    by: Literal["actions", "orders"] = "actions"
    """What they do: live actions, which count at once, or orders, sealed until everybody of them is ready."""
    free: tuple[str, ...] = ()
    """Kinds of live actions that every seat may do meanwhile, on turn or not."""
    share: float = 1.0
    """Of the time that the host gives a turn, how much this one has."""


class NoOrders(Struct, frozen=True):
    """The Orders of a game in which nothing is ever sealed."""


class Hidden(Struct, frozen=True):
    """A field of a State whose things are hidden from some: the usual redeal draws them anew. Things in a row (a deck),
    or a dict by seat of such rows (hands) or of single things (a card on the forehead)."""

    field: str
    by: Literal["nobody", "holder", "realm", "others"] = "nobody"
    """Who sees them: nobody (a deck), whoever holds them (a hand), everybody of that seat's realm (a team's), all but
    the holder (Indian poker)."""
    kind: str = "card"
    """Things of one kind could lie in each other's place."""
    peeked: str = ""
    """A field of the State, dict by seat: the things of this field that the seat was let look at, whoever holds them.
    They stay where they lie. Things of a kind must differ for it."""


class Notice(Struct, frozen=True):
    """Something that one seat is told in mid-round, kept in its log (CM-10): the result of a live action."""

    kind: str
    text: str
    """A sentence for that seat, from what that seat may know."""
    data: Json = {}


S = TypeVar("S", bound="GameState", default="GameState")
"""A game's State."""
O = TypeVar("O", bound="Struct", default="Struct")  # noqa: E741 - the contract's own word is "orders"
"""Its Orders."""
V = TypeVar("V", bound="Struct", default="Struct")
"""Its View."""
R = TypeVar("R", bound="Struct", default="Struct")
"""Its Report."""
S_co = TypeVar("S_co", bound="GameState", covariant=True, default="GameState")
O_co = TypeVar("O_co", bound="Struct", covariant=True, default="Struct")
V_co = TypeVar("V_co", bound="Struct", covariant=True, default="Struct")
R_co = TypeVar("R_co", bound="Struct", covariant=True, default="Struct")
"""The same for what is only read: where any seat will do, that of every game will."""
O_in = TypeVar("O_in", bound="Struct", contravariant=True, default="Struct")
V_in = TypeVar("V_in", bound="Struct", contravariant=True, default="Struct")
R_in = TypeVar("R_in", bound="Struct", contravariant=True, default="Struct")
"""And for who only takes them in, a bot."""


class ActionResult(Struct, Generic[S_co], frozen=True):
    """What a live action did."""

    state: S_co
    notices: Mapping[str, Sequence[Notice]] = {}
    """By seat, the actor included: what each is told. Seats not named learn nothing, not even that it happened."""
    asked: tuple[str, ...] = ()
    """Seats from whom this asks an answer: their ready mark is taken away (CM-27)."""


Acted = ActionResult
"""Old name, for games from outside."""


class Closing(Struct, Generic[S_co, R_co], frozen=True):
    """What the close of a round did."""

    state: S_co
    """With `round` advanced, or with `ending` set and `round` left at the last round played."""
    reports: Mapping[str, R_co]
    """By seat, every seat: its private Report."""
    public: object = None
    """What everyone is told, or None. Kept in everybody's log."""


class ActionRecord(msgspec.Struct, frozen=True):
    """A live action as kept in the record."""

    round: int
    by: str
    action: Json
    at: float
