"""Structs of A Sinner's Secret."""

from __future__ import annotations

import msgspec

from core.bots import contract as bots
from core.contract import GameState, Struct
from core.contract import Given as CommonGiven
from core.contract import Options as CommonOptions
from core.games.sinners_secret.spec import Attributes, Realm
from core.story import parts


class Options(CommonOptions, frozen=True):
    marked: tuple[str, ...] = ()
    """Players with an earlier Mark of Elimination: always in Hell, at most five (SS-23)."""
    heaven: tuple[str, ...] | None = None
    """The four players in Heaven, given by a season; None draws them."""
    assistance: bool = True
    """True if screens may compute conclusions from a player's marks and answers. It reveals nothing new."""


class Given(CommonGiven, frozen=True):
    heaven: tuple[str, ...] | None = None
    letters: dict[str, tuple[str, ...]] | None = None
    """Player to letters, complete: three for each in Heaven, one for each in Hell."""
    pairs: dict[str, Attributes] | None = None
    """Letter to sin and virtue, complete, obeying SS-01."""
    locks: tuple[tuple[str, str, int], ...] = ()
    """Locks made before `round`: letter, locked letter, round."""


class Query(Struct, frozen=True):
    """A query in force at the close of its round."""

    round: int
    by: str
    letters: tuple[str, ...]
    """The three letters, sorted: their order tells nothing."""
    attribute: str
    to: str


class Lock(Struct, frozen=True):
    """A lock in force: `letter` holds `locked` for its ally since the close of `round`."""

    letter: str
    locked: str
    round: int


class State(GameState, frozen=True, kw_only=True):
    realms: dict[str, Realm]
    """Seat to realm, in seat order; that of the match, also after its end."""
    letters: dict[str, tuple[str, ...]]
    """Seat to its letters, sorted; in seat order."""
    pairs: dict[str, Attributes]
    """Letter to sin and virtue, by letter."""
    marked: tuple[str, ...]
    """Players with an earlier Mark, in seat order (SS-23)."""
    reveal: bool
    assistance: bool
    queries: tuple[Query, ...] = ()
    """Sorted by round, then in seat order of the askers."""
    locks: tuple[Lock, ...] = ()
    """Sorted by round, then letter."""
    lines: tuple[tuple[str, str], ...] = ()
    """Pairs across the realms that may talk this round, in seat order (SS-05)."""
    ascended: tuple[str, ...] = ()
    """Ascending seats after the last close, by rank and then by choice (SS-22)."""
    lots: tuple[str, ...] = ()
    """A sentence for each tie that lots decided. Told only when the match has finished (SS-12)."""


# --- orders ---------------------------------------------------------------------------------------------------------
class Ask(Struct, frozen=True):
    """A query of a round: three letters, one attribute, and the recipient of the answers (SS-02)."""

    letters: tuple[str, ...]
    attribute: str
    to: str


class Orders(Struct, frozen=True):
    query: Ask | None = None
    locks: dict[str, str] | None = None
    """Own letter to the letter that it locks in (SS-11)."""


# --- what a seat is told --------------------------------------------------------------------------------------------
class Answer(Struct, frozen=True, rename={"by": "from"}):
    """A query's answers for its recipient: never the attribute (SS-04)."""

    by: str
    letters: tuple[str, ...]
    answers: dict[str, bool]


class TwoOrders(Struct, frozen=True):
    """The order of the players in each realm, first to last."""

    heaven: tuple[str, ...]
    hell: tuple[str, ...]


class Report(Struct, frozen=True):
    answers: tuple[Answer, ...]
    """Ordered by the askers' seats."""
    channels: tuple[str, ...]
    """Players of the other realm that the seat may talk with in the coming round, in seat order."""
    orders: TwoOrders | msgspec.UnsetType = msgspec.UNSET
    """Only at the last close (SS-12)."""


# --- what a seat may look at ----------------------------------------------------------------------------------------
class Sent(Struct, frozen=True):
    """An own query of a closed round. Another seat got its answers."""

    round: int
    letters: tuple[str, ...]
    attribute: str
    to: str


class Received(Struct, frozen=True):
    """An answer received at the close of `round`, the attribute unknown."""

    round: int
    by: str
    letters: tuple[str, ...]
    answers: dict[str, bool]


class LockMade(Struct, frozen=True):
    """A lock of an own letter. Its truth is secret before the end (SS-12)."""

    locked: str
    round: int


class Standing(Struct, frozen=True):
    """A player's final result; shown once the match has finished."""

    score: int
    """Points: 2 a correct lock, -1 a wrong one, -3 each time a letter was locked by an ally."""
    correct_locks: int
    wrong_locks: int
    locked_by_allies: int


class Result(Struct, frozen=True):
    """Former secrets, for seated players, once the match has finished (CM-09)."""

    players: dict[str, Standing]
    pairs: dict[str, Attributes]
    locks: tuple[Lock, ...]
    queries: tuple[Query, ...]


class View(Struct, frozen=True, kw_only=True):
    realms: dict[str, Realm]
    """Seat to realm, in seat order. Public from the start."""
    marked: tuple[str, ...]
    """Players with an earlier Mark. Public."""
    dealt: bool
    """False in the briefing, when letters and pairs are not yet known (SS-06)."""
    assistance: bool
    """True if the host allows screens to deduce."""
    letters: dict[str, tuple[str, ...]]
    """Seat to its letters, in seat order. Public once dealt, empty before."""
    realm: Realm | None = None
    """The viewer's own realm; None for a spectator, who sees none of the fields up to `orders`."""
    pairs: dict[str, Attributes] = {}
    """Own letter to its sin and virtue. Empty in the briefing."""
    sent: tuple[Sent, ...] = ()
    """Own queries of closed rounds, oldest first."""
    received: tuple[Received, ...] = ()
    """Answers to the queries of others, oldest first; inside a round by seat order of the askers."""
    recipients: dict[str, int] = {}
    """Players of the other realm, in seat order: how often the viewer may still address each (SS-03)."""
    locks: dict[str, tuple[LockMade, ...]] = {}
    """Own letter to the locks it made in closed rounds, oldest first."""
    lines: tuple[str, ...] = ()
    """Players of the other realm that the viewer may talk with this round."""
    orders: TwoOrders | None = None
    """The two orders, once round 10 has closed. Public, like everything below (CM-12)."""
    fallen: str | None = None
    """The last in Heaven, who carries the Mark of Elimination from now on (SS-22)."""
    ascended: tuple[str, ...] = ()
    """Ascending seats, as far as settled."""
    candidate: str | None = None
    opponent: str | None = None
    result: Result | None = None
    """Only when the match has finished, only for seated players, and only if it is revealed."""


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
