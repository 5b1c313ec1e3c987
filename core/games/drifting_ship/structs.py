"""Structs of The Drifting Ship: options, orders, reports, state and views."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from core.bots import contract as bots
from core.contract import GameState, Given, Options, Pair, Struct
from core.games.drifting_ship.board import DEFAULT_BOARD, Board, Wall
from core.games.drifting_ship.spec import BASE_CAP, PURSE, USES, Direction, Letter
from core.story import parts


# --- options and set-up ------------------------------------------------------------------------------------------
class ShipOptions(Options, frozen=True):
    purse: int = PURSE
    """Garnets that each seat may spend (SH-04), 0 or more."""
    board: Board = DEFAULT_BOARD
    """Seven rows of seven names (SH-01)."""
    purses: dict[str, int] | None = None
    """Garnets lent by a season, by seat, 0 or more, in place of `purse`. The rest is taken back at the end (SH-44)."""


class GivenCrewmate(Struct, frozen=True):
    """A crewmate of a given position; every key is needed."""

    name: str
    room: str
    energy: int
    """Energy at the start of the round, 0 to 7."""
    bonuses: tuple[str, ...]
    """Letters; each comes with all its uses."""
    parasite: bool


class ShipGiven(Given, frozen=True):
    crew: dict[str, tuple[GivenCrewmate, ...]] | None = None
    """All four seats, two crewmates each: the match starts in `round`, without a pregame."""
    claimed: dict[str, str] = {}
    activated: tuple[str, ...] = ()
    """Further activated rooms: component or bonus rooms."""
    walls: tuple[tuple[str, str], ...] = ()
    """Pairs of rooms that share a side."""


# --- orders and actions ------------------------------------------------------------------------------------------
class CrewOrders(Struct, frozen=True):
    """Orders for one crewmate: in the pregame `name` and `start`, in rounds the other keys (SH-02, SH-07). UNSET: left
    out; keys of the other phase are refused (CM-25)."""

    name: str | UnsetType = UNSET
    start: str | UnsetType = UNSET
    eat: bool | UnsetType = UNSET
    """Eat the Yellow Banana first."""
    move: str | UnsetType = UNSET
    """The room to walk to, in a straight line."""
    step: Direction | UnsetType = UNSET
    """A further tile, by the Take Back Toe."""
    activate: int | UnsetType = UNSET
    """Energy bid for the room it then stands in, at least 1."""
    plant: Letter | UnsetType = UNSET
    """The Sequence named in the Vault; goes with `activate` there."""
    disable: bool | UnsetType = UNSET
    wall: Direction | UnsetType = UNSET
    """The side of its room where Summoner's Meme puts a wall."""
    drain: bool | UnsetType = UNSET
    """Use the Wiwaxia at the end of the round."""


NO_ORDERS = CrewOrders()


class Orders(Struct, frozen=True):
    crew: tuple[CrewOrders, ...] | UnsetType = UNSET
    """Two entries in crew order, or left out."""
    buy_cap: int | UnsetType = UNSET
    """Purchases of +1 cap for 3 garnets each, 0 to 2."""

    def of(self, index: int) -> CrewOrders:
        return NO_ORDERS if self.crew is UNSET else self.crew[index]

    @property
    def caps(self) -> int:
        return 0 if self.buy_cap is UNSET else self.buy_cap


class OpenChannel(Struct, frozen=True, tag_field="kind", tag="open_channel"):
    """Use the XCommunications Device: a private pair until the round closes (SH-24)."""

    crew: int
    """The crewmate that carries the device: 0 or 1."""
    player: str


# --- what a seat is told -----------------------------------------------------------------------------------------
class Activation(Struct, frozen=True):
    """Result of an own attempt to activate a room. A failed one carries no reason (SH-50)."""

    crew: int
    room: str
    ok: bool


class Activator(Struct, frozen=True):
    """The activator of a room in which the seat had a crewmate; may be the seat itself."""

    room: str
    player: str


class Met(Struct, frozen=True):
    """A crewmate of another seat that ended the round in the room of own crewmate `crew`."""

    crew: int
    room: str
    player: str
    name: str
    bonuses: tuple[str, ...]
    """Letters, sorted, used-up ones too; not the uses left."""
    parasite: bool


class Report(Struct, frozen=True):
    activated: tuple[str, ...]
    """Rooms activated this round, P and V too, sorted as strings. Public."""
    walls: tuple[Wall, ...]
    """New walls. Public."""
    energy: tuple[int, int]
    """Energy of each crewmate at the start of the next round; after the last round, what is left."""
    activations: tuple[Activation, ...]
    activators: tuple[Activator, ...]
    """Sorted by room, then in seat order."""
    met: tuple[Met, ...]
    """Sorted by own crewmate, then in seat and crew order."""


class News(Struct, frozen=True):
    """Public report of a close."""

    round: int
    activated: tuple[str, ...]
    walls: tuple[Wall, ...]


class Page(Struct, frozen=True):
    """A seat's record of a close: where its crewmates ended, and its report."""

    round: int
    """0 for the pregame. A match that starts in round n from a given position has a page n - 1 of its arrival."""
    rooms: tuple[str, str]
    report: Report


# --- the position ------------------------------------------------------------------------------------------------
class Chart(Struct, frozen=True):
    """Public part of the position: the board, activated rooms and walls."""

    board: Board
    activated: tuple[str, ...] = ()
    """Component and bonus rooms, sorted as strings; never P or V."""
    walls: tuple[Wall, ...] = ()


class Crewmate(Struct, frozen=True):
    """A crewmate. Bonuses and parasite are its own, not its seat's."""

    name: str
    room: str
    energy: int
    """0 to its seat's cap."""
    bonuses: dict[str, int | None] = {}
    """Letter to uses left, None for unlimited; sorted by letter."""
    parasite: bool = False

    def can_use(self, bonus: str) -> bool:
        return bonus in self.bonuses and self.bonuses[bonus] != 0


def with_bonus(bonuses: dict[str, int | None], letter: str) -> dict[str, int | None]:
    return dict(sorted({**bonuses, letter: USES[letter]}.items()))


class Disable(Struct, frozen=True):
    """A seat's one disable: the room, and the last round in which it holds."""

    room: str
    last: int


class Plant(Struct, frozen=True):
    round: int
    letter: Letter
    energy: int


class Player(Struct, frozen=True):
    """A seat's own position. The seat and no other knows all of it: put nothing else in."""

    crew: tuple[Crewmate, ...] = ()
    """Two; none before the pregame has closed."""
    components: tuple[str, ...] = ()
    """Rooms of the components it owns, sorted as strings."""
    caps: int = 0
    """Caps bought, 0 to 2."""
    claimed: bool = False
    """True if it has claimed its one Parasite."""
    disable: Disable | None = None
    plant: Plant | None = None
    pages: tuple[Page, ...] = ()

    @property
    def cap(self) -> int:
        return BASE_CAP + self.caps


class State(GameState, frozen=True, kw_only=True):
    """The whole position. Garnets are in the ledger."""

    chart: Chart
    players: dict[str, Player]
    disabled: dict[str, int] = {}
    """Room to the last round in which it is disabled; past ones are dropped. Sorted by room."""
    lines: tuple[Pair, ...] = ()
    """Pairs of seats that the device connects this round."""
    news: tuple[News, ...] = ()
    lent: bool = False
    """True if a season lent the purses: they are taken back at the end, and the outcome tells what was spent."""


# --- what a seat sees --------------------------------------------------------------------------------------------
class Bar(Struct, frozen=True):
    """A Sequence as one seat sees it: every number from 1 to 13 is in exactly one of the three."""

    letter: Letter
    title: str
    mine: tuple[int, ...]
    taken: tuple[int, ...]
    """Activated by others."""
    free: tuple[int, ...]
    value: int
    """Sum of `mine`: the seat's own Sequence Value."""


class Sighting(Struct, frozen=True):
    """A crewmate of another seat, seen at the end of a round."""

    round: int
    room: str
    player: str
    name: str
    bonuses: tuple[str, ...]
    parasite: bool


class View(Struct, frozen=True, kw_only=True):
    """Everything one seat may know. A spectator (`seat` None) has the public fields only."""

    seat: str | None
    seats: tuple[str, ...]
    round: int
    rounds: int
    over: bool
    chart: Chart
    sequences: tuple[Bar, ...]
    complete: tuple[Letter, ...]
    """Complete Sequences: all thirteen rooms are known to be activated; public."""
    news: tuple[News, ...]
    """Public reports, oldest first."""
    own: Player | None
    """The seat's own crew, components, caps, disable, plant and pages; None for a spectator."""
    garnets: int
    """The seat's own garnets: its purse, and from the last close on its total."""
    owners: dict[str, str]
    """Component and bonus rooms with a known activator, itself included, to that player; sorted by room."""
    sightings: tuple[Sighting, ...]
    """Crewmates this seat has seen, oldest first; the last round's are those it shares a room with now."""
    line: str | None
    """The seat at the other end of an open channel, until this round closes."""

    @property
    def me(self) -> Player:
        """`own`, in a seat's view."""
        assert self.own is not None
        return self.own

    @property
    def crew(self) -> tuple[Crewmate, ...]:
        """The seat's crew, if it has one yet; none for a spectator."""
        return () if self.own is None else self.own.crew


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Leaf = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
