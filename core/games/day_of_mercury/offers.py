"""Step (4) of a round, Offer Sin: to the residents, then their gifts to others, then to the Shrine of Flies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import UNSET

from core.games.day_of_mercury.commits import struck
from core.games.day_of_mercury.day import Act, Day, count_up
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import EYES_GIVE, LOCATIONS, SHRINE, VISITORS_GIVE
from core.games.day_of_mercury.structs import Offer, Sin, none_of_any


def residents(day: Day) -> Day:
    """(4a) Every offer to a resident, a seat's own in the order of its orders (DM-36)."""
    for act in day.acts:
        if isinstance(act.deed, Offer) and act.location != SHRINE:
            day = _offer(day, act, act.deed)
    return day


def _offer(day: Day, act: Act, deed: Offer) -> Day:
    """One payment of exactly the required amount: unpaid it costs nothing (DM-37), and under the Drowned Tower it
    is paid in vain (DM-29)."""
    place = LOCATIONS[act.location]
    if day.sin[act.seat][place.cost_sin] < place.cost:
        return day.record(act, reason="cannot_pay")
    day = day.lose(act.seat, {place.cost_sin: place.cost})
    if struck(day, act.seat, "drowned_tower"):
        return day.record(act, reason="negated")
    day, gained = _EFFECTS[act.location](day, act, deed)
    return day.record(act, gained)


def _angels(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Commits made against the seat next round are turned away (DM-30)."""
    return day.hold(act.seat, protected=True), {}


def _hanged_men(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """A location is declared in secret (DM-31); the same one twice is the same as once (DM-37)."""
    assert deed.location is not UNSET
    declared = day.will_hold(act.seat).declared
    places = tuple(place for place in LOCATIONS if place in declared or place == deed.location)
    return day.hold(act.seat, declared=places), {}


def _visitors(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Six sins, each of a random type (DM-32)."""
    return day.gain(act.seat, day.draw_sins(f"the Visitors give to {act.seat}, {act.slot + 1}", VISITORS_GIVE))


def _maidens(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """One more location and one more action next round, for each offer (DM-34, DM-37)."""
    return day.hold(act.seat, extra=day.will_hold(act.seat).extra + 1), {}


def _lambs(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Next round others share in what the seat gathers, once for each offer (DM-35, DM-37)."""
    return day.hold(act.seat, lambs=day.will_hold(act.seat).lambs + 1), {}


def _daughters(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """One garnet, entered at once (DM-33, DM-74)."""
    return replace(day, daughters=(*day.daughters, act.seat)), {}


def _those_lacking_eyes(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Two of the declared sin for the offerer now, one for the declared player after all offers (DM-33, DM-36)."""
    assert deed.player is not UNSET
    assert deed.sin is not UNSET
    day = replace(day, gifts=(*day.gifts, (deed.player, deed.sin)))
    return day.gain(act.seat, {deed.sin: EYES_GIVE})


_EFFECTS: dict[str, Callable[[Day, Act, Offer], tuple[Day, Sin]]] = {
    "ringed_city": _angels,
    "drowned_tower": _hanged_men,
    "catacombs": _visitors,
    "abigails_quarters": _maidens,
    "weeping_cathedral": _lambs,
    "lost_district": _daughters,
    "lakeside_garden": _those_lacking_eyes,
}


def gifts(day: Day) -> Day:
    """What Those Lacking Eyes give to others arrives, too late for residents and in time for the Shrine (DM-36)."""
    for seat in day.seats:
        given = count_up(sin for to, sin in day.gifts if to == seat)
        if given:
            day = day.gain_by("gift", seat, given)
    return replace(day, gifts=())


def shrine(day: Day) -> Day:
    """(4b) All sin of whoever offers at the Shrine becomes points; of nothing, none (DM-50)."""
    for act in day.acts:
        if isinstance(act.deed, Offer) and act.location == SHRINE:
            brought = worth(day.sin[act.seat])
            day = replace(
                day,
                points={**day.points, act.seat: day.points[act.seat] + brought},
                paid={**day.paid, act.seat: day.paid.get(act.seat, 0) + brought},
                sin={**day.sin, act.seat: none_of_any()},
            )
            day = day.record(act)
    return day
