"""What a seat is told at a close (DM-60): its own part of the day, cut out by what it may know. Others appear only as
visitors of its locations and as announced targets; no committer and no giver appears at all."""

from __future__ import annotations

from msgspec import UNSET

from core.games.day_of_mercury.day import Day, without
from core.games.day_of_mercury.structs import (
    CAUSES,
    Commit,
    NextRound,
    OtherGain,
    Past,
    Report,
    Sighting,
    Suffered,
)


def report(day: Day, seat: str) -> Report:
    """The report of one seat."""
    ahead = day.will_hold(seat)
    seen = sighting(Past(day.state.round, dict(day.visits), tuple(day.hits)), seat)  # who was where, and no more
    gains = [(cause, without(day.other.get((seat, cause), {}), ())) for cause in CAUSES]
    return Report(
        points=day.points[seat],
        sin=day.sin[seat],
        visits=seen.places,
        actions=tuple(day.results[act.seat, act.slot] for act in day.acts if act.seat == seat),
        trade=day.traded.get(seat),  # type: ignore[arg-type]
        announced=seen.announced,
        suffered=suffered(day, seat),
        readings={target: sin for (by, target), sin in day.readings.items() if by == seat},
        other_gains=tuple(OtherGain(cause, sin) for cause, sin in gains if sin),
        next_round=NextRound(ahead.forced, ahead.extra, ahead.protected),
    )


def sighting(past: Past, seat: str) -> Sighting:
    """Whom the seat met in a round, which of the targets were named in its hearing (those that shared a location with
    it, and itself, DM-23), and what was stolen from it."""
    others = [s for s in past.visits if s != seat]
    places = {place: tuple(s for s in others if place in past.visits[s]) for place in past.visits[seat]}
    met = {s for there in places.values() for s in there}
    announced = tuple(target for target in past.announced if target == seat or target in met)
    own = [by_seat.get(seat, 0) for by_seat in (past.points, past.paid, past.converted)]
    return Sighting(past.round, places, announced, past.stolen.get(seat, {}), *own)


def suffered(day: Day, seat: str) -> tuple[Suffered, ...]:
    """The single commit against the seat, if there was one: its nature and parameters (DM-21, DM-23)."""
    hit = day.hits.get(seat)
    if hit is None:
        return ()
    deed = hit.act.deed
    assert isinstance(deed, Commit)
    sins = deed.sins if deed.sins is not UNSET else UNSET
    return (Suffered(hit.act.location, hit.turned_away, sins, deed.location),)
