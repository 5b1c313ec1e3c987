"""One round in the middle of its close: what every step of `closing.py` takes and hands on, and step (2), Commit Sin:
which commits count (DM-20 to DM-23), then what they do. Nothing is changed in place: each method returns the day as it
is afterwards."""

from __future__ import annotations

from collections.abc import Mapping
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
    """One action of the round."""

    seat: str
    slot: int
    """Its place among the seat's actions, from 0."""
    location: str
    deed: Deed


class Hit(NamedTuple):
    """The only commit on a target this round (DM-20 has cancelled all others)."""

    act: Act
    turned_away: bool


@dataclass(frozen=True)
class Day:
    state: State
    """As the round began; points, sin and the rest below are as they are by now."""
    dice: Dice
    visits: Mapping[str, tuple[str, ...]]
    """Seat to locations, in the order of its orders."""
    there: Mapping[str, tuple[str, ...]]
    """Location to visitors, in seat order."""
    acts: tuple[Act, ...]
    """In seat order, then in the order of the orders."""
    trades: Mapping[str, Trade]
    """As ordered."""

    sin: Mapping[str, Sin]
    points: Mapping[str, int]
    visited: Mapping[str, tuple[str, ...]]

    results: Mapping[tuple[str, int], Result] = field(default_factory=dict)
    """By seat and slot."""
    gathered: Mapping[tuple[str, str], Sin] = field(default_factory=dict)
    """By seat and location: what its gathers there brought, before any denial (DM-35)."""
    arrived: Mapping[str, Sin] = field(default_factory=dict)
    """What each seat acquired so far this round and was not denied (DM-27, DM-28)."""
    other: Mapping[tuple[str, Cause], Sin] = field(default_factory=dict)
    hits: Mapping[str, Hit] = field(default_factory=dict)
    """By target, in seat order: the single commits, turned away or not."""
    denied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Abigails' Quarters: target to the types that it does not acquire this round."""
    stolen: Mapping[str, Sin] = field(default_factory=dict)
    """Ringed City: target to what was taken, whether or not it reached the thief."""
    readings: Mapping[tuple[str, str], Sin] = field(default_factory=dict)
    """By committer and target."""
    traded: Mapping[str, str] = field(default_factory=dict)
    """`done`, `cancelled` or `destroyed`, for each seat that ordered a trade."""
    paid: Mapping[str, int] = field(default_factory=dict)
    """By seat: what its offering at the Shrine brought, in points (DM-50)."""
    converted: Mapping[str, int] = field(default_factory=dict)
    """By seat, after the last round: what the sin left over brought, in points (DM-53)."""
    gifts: tuple[tuple[str, str], ...] = ()
    """Seat and type: under way, to arrive before the Shrine (DM-36)."""
    daughters: tuple[str, ...] = ()
    """Who received a garnet, once for each."""
    following: Mapping[str, Effects] = field(default_factory=dict)
    """What will hold for each seat next round."""

    # --- looking ---------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    def effects(self, seat: str) -> Effects:
        """What holds for the seat this round."""
        return self.state.players[seat].effects

    def share(self, a: str, b: str) -> bool:
        """Did both visit one location this round?"""
        return any(place in self.visits[b] for place in self.visits[a])

    def draw_sins(self, what: str, count: int) -> Sin:
        """`count` sins, each of a random type, drawn under the name `what`."""
        draw = self.dice.draw(f"round {self.state.round}: {what}")
        return count_up(draw.pick(SINS) for _ in range(count))

    # --- changing --------------------------------------------------------------------------------------------

    def gain(self, seat: str, sin: Mapping[str, int], *, deniable: bool = True) -> tuple[Day, Sin]:
        """The seat acquires this; with it, what reached it: denied types are lost to everyone (DM-27)."""
        kept = without(sin, self.denied.get(seat, ()) if deniable else ())
        held = {**self.sin, seat: plus(self.sin[seat], kept)}
        arrived = {**self.arrived, seat: plus(self.arrived.get(seat, none_of_any()), kept)}
        return replace(self, sin=held, arrived=arrived), kept

    def gain_by(self, cause: Cause, seat: str, sin: Mapping[str, int], *, deniable: bool = True) -> Day:
        """The seat acquires this by something else than its own action."""
        day, kept = self.gain(seat, sin, deniable=deniable)
        total = plus(day.other.get((seat, cause), {}), kept)
        return replace(day, other={**day.other, (seat, cause): total})

    def lose(self, seat: str, sin: Mapping[str, int]) -> Day:
        """The seat gives up what it holds; nobody may be brought below nothing."""
        left = {s: n - sin.get(s, 0) for s, n in self.sin[seat].items()}
        assert min(left.values()) >= 0, f"{seat} has not got {sin}"
        return replace(self, sin={**self.sin, seat: left})

    def record(self, act: Act, gained: Sin | None = None, reason: Failure | None = None) -> Day:
        """What came of an action: a success unless there is a reason against it."""
        result = Result(act.location, _word(act.deed), reason is None, gained or {}, reason)
        return replace(self, results={**self.results, (act.seat, act.slot): result})

    def hold(self, seat: str, **changes: Any) -> Day:
        """Next round these effects will hold for the seat."""
        now = self.following.get(seat, Effects())
        return replace(self, following={**self.following, seat: structs.replace(now, **changes)})

    def will_hold(self, seat: str) -> Effects:
        """What is known by now to hold for the seat next round."""
        return self.following.get(seat, Effects())


def begin(state: State, orders: Mapping[str, Orders], visits: Mapping[str, tuple[str, ...]], dice: Dice) -> Day:
    """The day before its first step. `visits` says where every seat is, `orders` what those do that sealed some."""
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
    """Single sins counted by type, in the order of SINS."""
    drawn = list(sins)
    return {s: drawn.count(s) for s in SINS if s in drawn}


def plus(a: Mapping[str, int], b: Mapping[str, int]) -> Sin:
    """Both together, in the order of SINS; keeps the keys of either."""
    return {s: a.get(s, 0) + b.get(s, 0) for s in SINS if s in a or s in b}


def without(sin: Mapping[str, int], types: tuple[str, ...]) -> Sin:
    """What is left when these types are taken out; nothing that is zero."""
    return {s: sin[s] for s in SINS if s not in types and sin.get(s, 0)}


def _word(deed: Deed) -> Any:
    return type(deed).__struct_config__.tag


def commit(day: Day) -> Day:
    """(2) All commits of the round."""
    day = meet(day)
    day = abigails_quarters(day)
    day = ringed_city(day)
    day = weeping_cathedral(day)
    day = promised_gains(day)
    day = lost_district(day)
    return promises(day)
    # The Drowned Tower and the Lakeside Garden act in later steps, which ask `struck` (DM-24).


def struck(day: Day, target: str, location: str) -> bool:
    """Does a commit from that location hold against the target this round?"""
    hit = day.hits.get(target)
    return hit is not None and not hit.turned_away and hit.act.location == location


def _succeeded(day: Day, location: str) -> list[tuple[str, Act, Commit]]:
    """The successful commits from one location, with their targets, in the targets' seat order."""
    found = []
    for target, hit in day.hits.items():
        if struck(day, target, location):
            assert isinstance(hit.act.deed, Commit)
            found.append((target, hit.act, hit.act.deed))
    return found


def meet(day: Day) -> Day:
    """Two commits on one target cancel each other (DM-20); a single one may meet the Angels (DM-21); any other
    succeeds, whatever its effect finds to act on (DM-22)."""
    hits: dict[str, Hit] = {}
    for target in day.seats:
        made = [act for act in day.acts if isinstance(act.deed, Commit) and act.deed.target == target]
        if len(made) > 1:
            for act in made:
                day = day.record(act, reason="several_commits")
        elif made:
            (act,) = made
            turned_away = day.effects(target).protected
            hits[target] = Hit(act, turned_away)
            day = day.record(act, reason="turned_away" if turned_away else None)
    return replace(day, hits=hits)


def abigails_quarters(day: Day) -> Day:
    """Of two types the target keeps nothing that arrived this round, and nothing more reaches it (DM-27)."""
    for target, _, deed in _succeeded(day, "abigails_quarters"):
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
    """Two of the target's single sins, each equally likely; all are drawn before any loot arrives (DM-24, DM-25)."""
    loot: list[tuple[Act, Sin]] = []
    for target, act, _ in _succeeded(day, "ringed_city"):
        singles = [s for s in SINS for _ in range(day.sin[target][s])]
        draw = day.dice.draw(f"round {day.state.round}: theft from {target}")
        stolen = count_up(draw.sample(singles, min(THEFT, len(singles))))
        day = replace(day.lose(target, stolen), stolen={**day.stolen, target: stolen})
        loot.append((act, stolen))
    for act, stolen in loot:
        day, kept = day.gain(act.seat, stolen)
        day = day.record(act, kept)
    return day


def weeping_cathedral(day: Day) -> Day:
    """The committer reads the target's seven amounts as they are after the thefts (DM-29)."""
    for target, act, _ in _succeeded(day, "weeping_cathedral"):
        day = replace(day, readings={**day.readings, (act.seat, target): day.sin[target]})
    return day


def promised_gains(day: Day) -> Day:
    """Catacombs commits of last round: one drawn sin for every full three that the target acquired up to here, each
    promise by itself. What arrives by this is itself not counted (DM-28)."""
    arrived = day.arrived
    for seat in day.seats:
        for target in day.effects(seat).promises:
            count = sum(arrived.get(target, {}).values()) // PROMISE_EVERY
            if count:
                drawn = day.draw_sins(f"what {seat} gains by {target}", count)
                day = day.gain_by("catacombs", seat, drawn)
    return day


def lost_district(day: Day) -> Day:
    """The target must go there next round (DM-26)."""
    for target, _, deed in _succeeded(day, "lost_district"):
        day = day.hold(target, forced=deed.location)
    return day


def promises(day: Day) -> Day:
    """Catacombs commits of this round count the target's gains of the next (DM-28)."""
    for target, act, _ in _succeeded(day, "catacombs"):
        day = day.hold(act.seat, promises=(*day.will_hold(act.seat).promises, target))
    return day
