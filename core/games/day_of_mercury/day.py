"""A round during its close, immutable; and step (2), Commit Sin (DM-20 to DM-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from core.dice import Dice
from core.games.day_of_mercury.spec import LOCATIONS, PROMISE_EVERY, SINS, THEFT
from core.games.day_of_mercury.structs import (
    Cause,
    Commit,
    Deed,
    Effects,
    Failure,
    Orders,
    Result,
    Sin,
    State,
    Trade,
    none_of_any,
)


class Act(NamedTuple):
    seat: str
    slot: int
    """Index among the seat's actions, from 0."""
    location: str
    deed: Deed


class Hit(NamedTuple):
    """The only commit on a target this round (DM-20 cancels all others)."""

    act: Act
    turned_away: bool


@dataclass(frozen=True)
class Day:
    state: State
    """State at the start of the round. Points, sin and the fields below are current."""
    dice: Dice
    visits: Mapping[str, tuple[str, ...]]
    """Locations of each seat, in the order of its orders."""
    there: Mapping[str, tuple[str, ...]]
    """Visitors of each location, in seat order."""
    acts: tuple[Act, ...]
    """Sorted by seat, then as ordered."""
    trades: Mapping[str, Trade]

    sin: Mapping[str, Sin]
    points: Mapping[str, int]
    visited: Mapping[str, tuple[str, ...]]

    results: Mapping[tuple[str, int], Result] = field(default_factory=dict)
    gathered: Mapping[tuple[str, str], Sin] = field(default_factory=dict)
    """Yield of the gathers by seat and location, before any denial (DM-35)."""
    arrived: Mapping[str, Sin] = field(default_factory=dict)
    """Sin acquired so far this round and not denied, by seat (DM-27, DM-28)."""
    other: Mapping[tuple[str, Cause], Sin] = field(default_factory=dict)
    hits: Mapping[str, Hit] = field(default_factory=dict)
    """Single commits by target, in seat order, turned away or not."""
    denied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Abigails' Quarters: types that each target does not acquire this round."""
    stolen: Mapping[str, Sin] = field(default_factory=dict)
    """Ringed City: theft from each target, whether or not it reached the thief."""
    readings: Mapping[tuple[str, str], Sin] = field(default_factory=dict)
    traded: Mapping[str, str] = field(default_factory=dict)
    """`done`, `cancelled` or `destroyed`, for each seat that ordered a trade."""
    paid: Mapping[str, int] = field(default_factory=dict)
    """Points of each seat's offering at the Shrine (DM-50)."""
    converted: Mapping[str, int] = field(default_factory=dict)
    """Points of each seat's last conversion (DM-53)."""
    gifts: tuple[tuple[str, str], ...] = ()
    """Seat and type of gifts that arrive before the Shrine (DM-36)."""
    daughters: tuple[str, ...] = ()
    """Seats that received a garnet, once for each."""
    following: Mapping[str, Effects] = field(default_factory=dict)

    # --- looking ---------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    def effects(self, seat: str) -> Effects:
        return self.state.players[seat].effects

    def share(self, a: str, b: str) -> bool:
        return any(place in self.visits[b] for place in self.visits[a])

    def draw_sins(self, draw_name: str, count: int) -> Sin:
        draw = self.dice.draw(f"round {self.state.round}: {draw_name}")
        return count_up(draw.pick(SINS) for _ in range(count))

    # --- changing --------------------------------------------------------------------------------------------

    def gain(self, seat: str, sin: Mapping[str, int], *, deniable: bool = True) -> tuple[Day, Sin]:
        """Add sin to a seat. Also return what reached it: denied types are lost to everyone (DM-27)."""
        allowed = without(sin, self.denied.get(seat, ()) if deniable else ())
        holdings = {**self.sin, seat: plus(self.sin[seat], allowed)}
        arrived = {**self.arrived, seat: plus(self.arrived.get(seat, none_of_any()), allowed)}
        return replace(self, sin=holdings, arrived=arrived), allowed

    def gain_by(self, cause: Cause, seat: str, sin: Mapping[str, int], *, deniable: bool = True) -> Day:
        day, gained = self.gain(seat, sin, deniable=deniable)
        total = plus(day.other.get((seat, cause), {}), gained)
        return replace(day, other={**day.other, (seat, cause): total})

    def lose(self, seat: str, sin: Mapping[str, int]) -> Day:
        left = {s: n - sin.get(s, 0) for s, n in self.sin[seat].items()}
        assert min(left.values()) >= 0, f"{seat} has not got {sin}"
        return replace(self, sin={**self.sin, seat: left})

    def record(self, act: Act, gained: Sin | None = None, reason: Failure | None = None) -> Day:
        """Record the result of an action: a success unless there is a reason."""
        tag: Any = type(act.deed).__struct_config__.tag
        result = Result(act.location, tag, reason is None, gained or {}, reason)
        return replace(self, results={**self.results, (act.seat, act.slot): result})

    def hold(self, seat: str, **changes: Any) -> Day:
        effects = self.following.get(seat, Effects())
        return replace(self, following={**self.following, seat: structs.replace(effects, **changes)})

    def will_hold(self, seat: str) -> Effects:
        return self.following.get(seat, Effects())


def begin(state: State, orders: Mapping[str, Orders], visits: Mapping[str, tuple[str, ...]], dice: Dice) -> Day:
    """Return the day before its first step. `visits`: places of all seats; `orders`: of the seats that sealed some."""
    acts: list[Act] = []
    for seat in state.seats:
        deeds = [(v.location, deed) for v in (orders[seat].visits if seat in orders else ()) for deed in v.deeds]
        acts.extend(Act(seat, slot, location, deed) for slot, (location, deed) in enumerate(deeds))
    trades = {seat: orders[seat].trade for seat in state.seats if seat in orders}
    return Day(
        state=state,
        dice=dice,
        visits=visits,
        there={place: tuple(s for s in state.seats if place in visits[s]) for place in LOCATIONS},
        acts=tuple(acts),
        trades={seat: trade for seat, trade in trades.items() if trade is not None},
        sin={seat: player.sin for seat, player in state.players.items()},
        points={seat: player.points for seat, player in state.players.items()},
        visited={seat: player.visited for seat, player in state.players.items()},
    )


# --- amounts of sin ------------------------------------------------------------------------------------------


def count_up(sins: Any) -> Sin:
    drawn = list(sins)
    return {s: drawn.count(s) for s in SINS if s in drawn}


def plus(a: Mapping[str, int], b: Mapping[str, int]) -> Sin:
    return {s: a.get(s, 0) + b.get(s, 0) for s in SINS if s in a or s in b}


def without(sin: Mapping[str, int], types: tuple[str, ...]) -> Sin:
    return {s: sin[s] for s in SINS if s not in types and sin.get(s, 0)}


def commit(day: Day) -> Day:
    """(2) Resolve all commits of the round (DM-24)."""
    day = meet(day)
    day = abigails_quarters(day)
    day = ringed_city(day)
    day = weeping_cathedral(day)
    day = promised_gains(day)
    day = lost_district(day)
    return promises(day)
    # The Drowned Tower and the Lakeside Garden act in later steps, which call `struck` (DM-24).


def struck(day: Day, target: str, location: str) -> bool:
    """True if a commit from that location takes hold of the target this round."""
    hit = day.hits.get(target)
    return hit is not None and not hit.turned_away and hit.act.location == location


def _successful_commits(day: Day, location: str) -> Iterator[tuple[str, Act, Commit]]:
    for target, hit in day.hits.items():
        if struck(day, target, location):
            assert isinstance(hit.act.deed, Commit)
            yield (target, hit.act, hit.act.deed)


def meet(day: Day) -> Day:
    """Two commits on one target cancel each other (DM-20). The Angels may turn away a single one (DM-21); any other
    succeeds, even without effect (DM-22)."""
    hits: dict[str, Hit] = {}
    for target in day.seats:
        on_target = [act for act in day.acts if isinstance(act.deed, Commit) and act.deed.target == target]
        if len(on_target) > 1:
            for act in on_target:
                day = day.record(act, reason="several_commits")
        elif on_target:
            (act,) = on_target
            turned_away = day.effects(target).protected
            hits[target] = Hit(act, turned_away)
            day = day.record(act, reason="turned_away" if turned_away else None)
    return replace(day, hits=hits)


def abigails_quarters(day: Day) -> Day:
    """The target loses what arrived of two types this round, and acquires no more of them (DM-27)."""
    for target, _, deed in _successful_commits(day, "abigails_quarters"):
        assert deed.sins is not UNSET
        arrived = day.arrived.get(target, none_of_any())
        day = day.lose(target, {s: arrived[s] for s in deed.sins})
        results = dict(day.results)
        for (seat, slot), result in day.results.items():
            if seat == target:
                results[seat, slot] = structs.replace(result, gained=without(result.gained, deed.sins))
        other = dict(day.other)
        for (seat, cause), sin in day.other.items():
            if seat == target:
                other[seat, cause] = without(sin, deed.sins)
        day = replace(
            day,
            denied={**day.denied, target: deed.sins},
            arrived={**day.arrived, target: without(arrived, deed.sins)},
            results=results,
            other=other,
        )
    return day


def ringed_city(day: Day) -> Day:
    """Steal two of the target's single sins, each equally likely. All are drawn before any loot arrives (DM-24,
    DM-25)."""
    loot: list[tuple[Act, Sin]] = []
    for target, act, _ in _successful_commits(day, "ringed_city"):
        singles = [s for s in SINS for _ in range(day.sin[target][s])]
        draw = day.dice.draw(f"round {day.state.round}: theft from {target}")
        stolen = count_up(draw.sample(singles, min(THEFT, len(singles))))
        day = replace(day.lose(target, stolen), stolen={**day.stolen, target: stolen})
        loot.append((act, stolen))
    for act, stolen in loot:
        day, gained = day.gain(act.seat, stolen)
        day = day.record(act, gained)
    return day


def weeping_cathedral(day: Day) -> Day:
    """Tell the committer the target's seven amounts after the thefts (DM-29)."""
    for target, act, _ in _successful_commits(day, "weeping_cathedral"):
        day = replace(day, readings={**day.readings, (act.seat, target): day.sin[target]})
    return day


def promised_gains(day: Day) -> Day:
    """Pay last round's Catacombs commits: one random sin for every full three that the target acquired up to now,
    each promise by itself. These gains are not counted themselves (DM-28)."""
    arrived = day.arrived
    for seat in day.seats:
        for target in day.effects(seat).promises:
            count = sum(arrived.get(target, {}).values()) // PROMISE_EVERY
            if count:
                drawn = day.draw_sins(f"what {seat} gains by {target}", count)
                day = day.gain_by("catacombs", seat, drawn)
    return day


def lost_district(day: Day) -> Day:
    """Force the target to go there next round (DM-26)."""
    for target, _, deed in _successful_commits(day, "lost_district"):
        day = day.hold(target, forced=deed.location)
    return day


def promises(day: Day) -> Day:
    """Let this round's Catacombs commits count the target's gains of the next (DM-28)."""
    for target, act, _ in _successful_commits(day, "catacombs"):
        day = day.hold(act.seat, promises=(*day.will_hold(act.seat).promises, target))
    return day
