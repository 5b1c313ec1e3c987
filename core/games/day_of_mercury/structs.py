"""The types of Day of Mercury: state, orders, reports and views."""

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
"""Amounts by type, in the order of SINS. A holding has all seven keys; a gain only the non-zero ones."""


def none_of_any() -> Sin:
    return dict.fromkeys(SINS, 0)


# --- orders --------------------------------------------------------------------------------------------------


class Gather(Struct, frozen=True, tag_field="do", tag="gather"):
    """Gather the location's yield (DM-10, DM-11)."""


class Commit(Struct, frozen=True, tag_field="do", tag="commit"):
    """Commit the location's sin against another seat (DM-04)."""

    target: str
    sins: tuple[str, ...] | UnsetType = UNSET
    """Abigails' Quarters only: the two types to deny (DM-27)."""
    location: str | UnsetType = UNSET
    """Lost District only: the target's place next round (DM-26)."""


class Offer(Struct, frozen=True, tag_field="do", tag="offer"):
    """Offer to the location's resident or, at the Shrine, everything to the Shrine (DM-03)."""

    location: str | UnsetType = UNSET
    """Drowned Tower only: the location declared to the Hanged Men (DM-31)."""
    player: str | UnsetType = UNSET
    sin: str | UnsetType = UNSET
    """Lakeside Garden only: recipient and sin of the gift (DM-33)."""


Deed = Gather | Commit | Offer


class Visit(Struct, frozen=True):
    location: str
    actions: tuple[Deed, ...] | None = None

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return self.actions or ()


class Trade(Struct, frozen=True, rename={"partner": "with"}):
    """Swap of one sin for one, with a seat that orders the mirrored trade (DM-06)."""

    partner: str
    """`with` in JSON."""
    give: str
    want: str


class Orders(Struct, frozen=True):
    """A round's orders. Empty orders count as a missed submission (CM-01, DM-08)."""

    visits: tuple[Visit, ...] = ()
    trade: Trade | None = None

    @property
    def nothing(self) -> bool:
        return not self.visits and self.trade is None


class Given(contract.Given, frozen=True):
    sin: dict[str, dict[str, int]] = {}
    """Amounts by seat and type, at least 0; missing ones are 0."""
    points: dict[str, int] = {}
    visited: dict[str, tuple[str, ...]] = {}
    """Sin locations that count towards each seat's visit bonus: at most six, all different."""
    commits: dict[str, int] = {}
    """Earlier successful commits by seat, 0 to 12."""


# --- the position --------------------------------------------------------------------------------------------

Failure = Literal["several_commits", "turned_away", "cannot_pay", "negated"]
"""Why an action failed: DM-20, DM-21, DM-37, DM-29."""


class Attempt(Struct, frozen=True):
    """A commit in force at a close: its target cannot be named again (DM-04)."""

    round: int
    target: str
    location: str
    ok: bool
    reason: Failure | None = None


class Effects(Struct, frozen=True):
    """A seat's effects in the current round, from the round before."""

    forced: str | None = None
    """Location that it must visit (DM-26)."""
    extra: int = 0
    """Maidens: number of extra locations and actions (DM-34)."""
    protected: bool = False
    """Angels: commits made against it are turned away (DM-30)."""
    lambs: int = 0
    """Lambs: how often it shares its gathers (DM-35)."""
    declared: tuple[str, ...] = ()
    """Locations declared to the Hanged Men (DM-31), in the order of LOCATIONS, each once."""
    promises: tuple[str, ...] = ()
    """Targets of its Catacombs commits, with gains that count this round (DM-28), in seat order."""


class Player(Struct, frozen=True):
    """Everything about one seat, secret from the others."""

    points: int
    sin: Sin
    visited: tuple[str, ...] = ()
    """Sin locations since the last visit bonus, in the order of LOCATIONS (DM-52)."""
    commits: int = 0
    """Successful commits (DM-22)."""
    attempts: tuple[Attempt, ...] = ()
    """Oldest first."""
    effects: Effects = Effects()


class Struck(Struct, frozen=True):
    """The single commit against a seat in one round."""

    location: str
    turned_away: bool
    deed: Deed


class Past(Struct, frozen=True):
    """Visits and public targets of a closed round."""

    round: int
    visits: dict[str, tuple[str, ...]]
    """Locations by seat, as ordered."""
    announced: tuple[str, ...]
    """Targets in seat order; `visits` determines the seats that are told (DM-23)."""
    stolen: dict[str, Sin] = {}
    """Theft from each seat by the Ringed City (DM-25)."""
    points: dict[str, int] = {}
    paid: dict[str, int] = {}
    """Points of each seat's offering at the Shrine (DM-50)."""
    converted: dict[str, int] = {}
    """Points of each seat's last conversion (DM-53)."""
    struck: dict[str, Struck] = {}
    """Single commit against each target, as it is told (DM-23)."""
    results: dict[str, tuple[Result, ...]] = {}
    """Results of each seat's actions, in the order of its orders."""
    traded: dict[str, str] = {}
    """Result of each ordered trade, by seat (DM-40)."""
    readings: dict[str, dict[str, Sin]] = {}
    """The seven amounts read, by committer and target (DM-29)."""
    gains: dict[str, dict[str, Sin]] = {}


class State(GameState, frozen=True, kw_only=True):
    players: dict[str, Player]
    """Ordered by seat."""
    past: tuple[Past, ...] = ()
    """Closed rounds, oldest first."""
    tokens_given: bool = False
    """True once a single winner has given its three tokens (DM-73)."""


# --- what players are told -----------------------------------------------------------------------------------


class Result(Struct, frozen=True):
    location: str
    do: Literal["gather", "commit", "offer"]
    ok: bool
    gained: Sin
    """Gain that stayed with the seat, without types denied by Abigails' (DM-27)."""
    reason: Failure | None = None
    """Null if `ok`."""


class Suffered(Struct, frozen=True):
    """A commit against this seat: its location, never its author (DM-23)."""

    location: str
    turned_away: bool
    """True if the Angels turned it away (DM-21)."""
    sins: tuple[str, ...] | UnsetType = UNSET
    """Abigails' Quarters: the two types denied."""
    to: str | UnsetType = UNSET
    """Lost District: the location to visit next round."""


Cause = Literal["lambs", "catacombs", "gift", "visit_bonus"]
CAUSES: tuple[Cause, ...] = ("lambs", "catacombs", "gift", "visit_bonus")
"""Ordered by arrival in a round."""


class OtherGain(Struct, frozen=True):
    """Sin from a cause other than the seat's actions, summed by cause."""

    cause: Cause
    sin: Sin


class NextRound(Struct, frozen=True):
    """A seat's effects of next round; empty after the last."""

    forced: str | None = None
    extra: int = 0
    protected: bool = False


class Report(Struct, frozen=True):
    """A seat's report of a close (DM-60). It never names a committer or a giver."""

    points: int
    sin: Sin
    visits: dict[str, tuple[str, ...]]
    """Other visitors of each visited location, in seat order."""
    actions: tuple[Result, ...]
    """Ordered like the orders."""
    trade: Literal["done", "cancelled", "destroyed"] | None
    announced: tuple[str, ...]
    """Targets announced to this seat, itself included; in seat order (DM-23)."""
    suffered: tuple[Suffered, ...]
    readings: dict[str, Sin]
    """Weeping Cathedral: the seven amounts of each target (DM-29)."""
    other_gains: tuple[OtherGain, ...]
    next_round: NextRound


class Sighting(Struct, frozen=True):
    """A seat's observations, losses to theft and Shrine payments in one closed round."""

    round: int
    places: dict[str, tuple[str, ...]]
    """Other visitors of each visited location, in the order of its orders and in seat order."""
    announced: tuple[str, ...] = ()
    """Targets announced to it (DM-23), itself included."""
    stolen: Sin = {}
    """Theft from the seat itself (DM-25)."""
    points: int = 0
    paid: int = 0
    """Points of its own offering at the Shrine (DM-50)."""
    converted: int = 0
    """Points of its own last conversion (DM-53)."""


class View(Struct, frozen=True, kw_only=True):
    """Everything that one seat may know besides its orders, reports and talk. For a spectator `seat` is None and all
    but `seats`, `round` and `rounds` is empty."""

    seat: str | None
    seats: tuple[str, ...]
    round: int
    rounds: int
    points: int = 0
    interest: int = 0
    """Interest on the present points, before any offering (DM-51)."""
    sin: Sin = {}
    """All seven amounts."""
    shrine: Preview | None = None
    """Shrine's present payment for them."""
    garnets: int = 0
    """Own garnets of this match."""
    visited: tuple[str, ...] = ()
    """Sin locations towards the visit bonus, in the order of LOCATIONS."""
    lacking: tuple[str, ...] = ()
    """Sin locations still missing for it."""
    visits: int = 2
    """Locations that it may visit this round; two are required (DM-01)."""
    actions: int = 3
    """Actions that it may do this round (DM-02)."""
    effects: Effects = Effects()
    """Effects of this round: forced, extra, protected, and its own Lambs, declarations and promises."""
    commits: int = 0
    """Own successful commits (DM-72)."""
    attempts: tuple[Attempt, ...] = ()
    """Own commits: target, location, success. None of them can be a target again."""
    targets: tuple[str, ...] = ()
    """Seats that it may still name in a commit, in seat order."""
    sightings: tuple[Sighting, ...] = ()
    """Closed rounds, oldest first."""


def json(orders: Orders) -> dict[str, object]:
    written: dict[str, object] = msgspec.to_builtins(orders)
    return written


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
