"""The types of Day of Mercury: what a match holds, what players order, what they are told and what they see."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from core import contract
from core.bots import contract as bots
from core.contract import GameState, Struct
from core.games.day_of_mercury.shrine import Preview
from core.games.day_of_mercury.spec import SINS
from core.story import parts

Sin = dict[str, int]
"""Amounts by type, in the order of SINS. A holding has all seven keys; a gain only those that are not zero."""


def none_of_any() -> Sin:
    """A holding with nothing in it."""
    return dict.fromkeys(SINS, 0)


# --- orders --------------------------------------------------------------------------------------------------


class Gather(Struct, frozen=True, tag_field="do", tag="gather"):
    """Gather what the location yields (DM-10, DM-11)."""


class Commit(Struct, frozen=True, tag_field="do", tag="commit"):
    """Commit the location's sin against another seat (DM-04)."""

    target: str
    sins: tuple[str, ...] | UnsetType = UNSET
    """Abigails' Quarters, and only there: the two types to deny (DM-27)."""
    location: str | UnsetType = UNSET
    """Lost District, and only there: where the target must go (DM-26)."""


class Offer(Struct, frozen=True, tag_field="do", tag="offer"):
    """Offer to the location's resident or, at the Shrine, everything to the Shrine (DM-03)."""

    location: str | UnsetType = UNSET
    """Drowned Tower, and only there: the location declared to the Hanged Men (DM-31)."""
    player: str | UnsetType = UNSET
    sin: str | UnsetType = UNSET
    """Lakeside Garden, and only there: who receives the gift, and the sin that is given (DM-33)."""


Deed = Gather | Commit | Offer


class Visit(Struct, frozen=True):
    """One location, and what to do there, in order."""

    location: str
    actions: tuple[Deed, ...] | None = None

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """The actions, also where none were written."""
        return self.actions or ()


class Trade(Struct, frozen=True, rename={"partner": "with"}):
    """One sin for one sin, with a seat that orders the same from its side (DM-06)."""

    partner: str
    """`with` in JSON."""
    give: str
    want: str


class Orders(Struct, frozen=True):
    """A round's orders. With nothing in them they mean a missed submission's visits and no deeds (CM-01, DM-08)."""

    visits: tuple[Visit, ...] = ()
    trade: Trade | None = None

    @property
    def nothing(self) -> bool:
        return not self.visits and self.trade is None


class Given(contract.Given, frozen=True):
    """Set-up keys: positions to start from."""

    sin: dict[str, dict[str, int]] = {}
    """Seat to amounts by type, each 0 or more; what is not named is 0."""
    points: dict[str, int] = {}
    visited: dict[str, tuple[str, ...]] = {}
    """Seat to the sin locations that count towards its visit bonus: at most six, all different."""
    commits: dict[str, int] = {}
    """Seat to its earlier successful commits, 0 to 12."""


# --- the position --------------------------------------------------------------------------------------------

Failure = Literal["several_commits", "turned_away", "cannot_pay", "negated"]
"""Why an action did nothing: DM-20, DM-21, DM-37, DM-29."""


class Attempt(Struct, frozen=True):
    """One commit that was in force at a close: its target cannot be named again (DM-04)."""

    round: int
    target: str
    location: str
    ok: bool
    reason: Failure | None = None


class Effects(Struct, frozen=True):
    """What holds for one seat in the current round because of the round before."""

    forced: str | None = None
    """The location it must visit (DM-26)."""
    extra: int = 0
    """Maidens: so many more locations and actions (DM-34)."""
    protected: bool = False
    """Angels: commits made against it are turned away (DM-30)."""
    lambs: int = 0
    """How often it shares what it gathers (DM-35)."""
    declared: tuple[str, ...] = ()
    """Locations that it declared to the Hanged Men (DM-31), in the order of LOCATIONS, each once."""
    promises: tuple[str, ...] = ()
    """Targets of its Catacombs commits, whose gains count this round (DM-28), in seat order."""


class Player(Struct, frozen=True):
    """Everything about one seat. All of it is secret from the others."""

    points: int
    sin: Sin
    visited: tuple[str, ...] = ()
    """Sin locations since the last visit bonus, in the order of LOCATIONS (DM-52)."""
    commits: int = 0
    """Successful commits (DM-22)."""
    attempts: tuple[Attempt, ...] = ()
    """In the order made."""
    effects: Effects = Effects()


class Struck(Struct, frozen=True):
    """The single commit that a seat was the target of in one round."""

    location: str
    turned_away: bool
    deed: Deed


class Past(Struct, frozen=True):
    """Who was where in a round that is closed, and who was publicly named as a target."""

    round: int
    visits: dict[str, tuple[str, ...]]
    """By seat, in the order of its orders."""
    announced: tuple[str, ...]
    """Targets, in seat order; who is told of them follows from `visits` (DM-23)."""
    stolen: dict[str, Sin] = {}
    """By robbed seat: what the Ringed City took from it (DM-25)."""
    points: dict[str, int] = {}
    """By seat: its points after the close."""
    paid: dict[str, int] = {}
    """By seat that offered at the Shrine: the points that it brought (DM-50)."""
    converted: dict[str, int] = {}
    """By seat, after the last round: the points that the sin left over brought (DM-53)."""
    struck: dict[str, Struck] = {}
    """By target: what it is told of the single commit against it (DM-23)."""
    results: dict[str, tuple[Result, ...]] = {}
    """By seat: what came of its actions, in the order of its orders."""
    traded: dict[str, str] = {}
    """By seat that ordered a trade: what became of it (DM-40)."""
    readings: dict[str, dict[str, Sin]] = {}
    """By committer, by target: the seven amounts that it read (DM-29)."""
    gains: dict[str, dict[str, Sin]] = {}
    """By seat, by cause: what else arrived."""


class State(GameState, frozen=True, kw_only=True):
    """A match of Day of Mercury between two inputs."""

    players: dict[str, Player]
    """By seat, in seat order."""
    past: tuple[Past, ...] = ()
    """Closed rounds, oldest first."""
    tokens_given: bool = False
    """True once a single winner has given its three tokens away (DM-73)."""


# --- what players are told -----------------------------------------------------------------------------------


class Result(Struct, frozen=True):
    """What came of one action."""

    location: str
    do: Literal["gather", "commit", "offer"]
    ok: bool
    gained: Sin
    """What it brought and left with the seat: types that Abigails' denied are not in it (DM-27)."""
    reason: Failure | None = None
    """Null if `ok`."""


class Suffered(Struct, frozen=True):
    """A commit against this seat: its nature, never its author (DM-23)."""

    location: str
    turned_away: bool
    """True if the Angels turned it away (DM-21)."""
    sins: tuple[str, ...] | UnsetType = UNSET
    """Abigails' Quarters: the two types denied."""
    to: str | UnsetType = UNSET
    """Lost District: the location to visit next round."""


Cause = Literal["lambs", "catacombs", "gift", "visit_bonus"]
CAUSES: tuple[Cause, ...] = ("lambs", "catacombs", "gift", "visit_bonus")
"""In the order in which they arrive in a round."""


class OtherGain(Struct, frozen=True):
    """Sin that arrived by something else than an action of the seat, all of one cause together."""

    cause: Cause
    sin: Sin


class NextRound(Struct, frozen=True):
    """What holds for the seat next round; nothing after the last."""

    forced: str | None = None
    extra: int = 0
    protected: bool = False


class Report(Struct, frozen=True):
    """What one seat is told at a close (DM-60). Nothing in it names a committer or a giver."""

    points: int
    sin: Sin
    visits: dict[str, tuple[str, ...]]
    """Location to the others who were there, in seat order."""
    actions: tuple[Result, ...]
    """In the order of the orders."""
    trade: Literal["done", "cancelled", "destroyed"] | None
    announced: tuple[str, ...]
    """Seats named as targets before this seat, itself included if it was one; in seat order (DM-23)."""
    suffered: tuple[Suffered, ...]
    readings: dict[str, Sin]
    """Weeping Cathedral: target to its seven amounts (DM-29)."""
    other_gains: tuple[OtherGain, ...]
    next_round: NextRound


class Sighting(Struct, frozen=True):
    """What a seat saw, what was stolen from it and what the Shrine paid it, in one closed round."""

    round: int
    places: dict[str, tuple[str, ...]]
    """Location that it visited, in the order of its orders, to the others who were there, in seat order."""
    announced: tuple[str, ...] = ()
    """Whom it heard named as a target (DM-23), itself included."""
    stolen: Sin = {}
    """What was stolen from the seat itself (DM-25)."""
    points: int = 0
    """Its own points after the close."""
    paid: int = 0
    """The points that its own offering at the Shrine brought (DM-50)."""
    converted: int = 0
    """After the last round: the points that its own remaining sin brought (DM-53)."""


class View(Struct, frozen=True, kw_only=True):
    """All that one seat may know of the game beside its orders, reports and talk. For a spectator `seat` is None
    and everything but `seats`, `round` and `rounds` is empty."""

    seat: str | None
    seats: tuple[str, ...]
    round: int
    rounds: int
    points: int = 0
    interest: int = 0
    """What the points held now would earn at the end of a round, before anything is offered (DM-51)."""
    sin: Sin = {}
    """All seven amounts."""
    shrine: Preview | None = None
    """What the Shrine would pay for them now."""
    garnets: int = 0
    """Its own, of this match."""
    visited: tuple[str, ...] = ()
    """Sin locations towards the visit bonus, in the order of LOCATIONS."""
    lacking: tuple[str, ...] = ()
    """Sin locations still missing for it."""
    visits: int = 2
    """How many locations it may visit this round; two of them are a duty (DM-01)."""
    actions: int = 3
    """How many actions it may do this round (DM-02)."""
    effects: Effects = Effects()
    """What holds for it this round: forced, extra, protected, and its own Lambs, declarations and promises."""
    commits: int = 0
    """Its successful commits so far (DM-72)."""
    attempts: tuple[Attempt, ...] = ()
    """Its commits so far: whom it tried, from where, with what success. None of them can be a target again."""
    targets: tuple[str, ...] = ()
    """Whom it may still name in a commit, in seat order."""
    sightings: tuple[Sighting, ...] = ()
    """Closed rounds, oldest first."""


def json(orders: Orders) -> dict[str, object]:
    """Orders in their JSON form."""
    made: dict[str, object] = msgspec.to_builtins(orders)
    return made


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
