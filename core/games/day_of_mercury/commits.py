"""Step (2) of a round, Commit Sin: which commits count (DM-20 to DM-23), then what they do, in the order of DM-24."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET, structs

from core.games.day_of_mercury.day import Act, Day, Hit, count_up, without
from core.games.day_of_mercury.spec import PROMISE_EVERY, SINS, THEFT
from core.games.day_of_mercury.structs import Commit, Sin, none_of_any


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
