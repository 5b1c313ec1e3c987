"""The close of a round: the numbered steps of the rules, in their order, a function a step.

(1) Gather Sin      gather, lambs
(2) Commit Sin      commits.py
(3) Trade Sin       trade
(4) Offer Sin       offers.py: (a) residents, then gifts, (b) the Shrine of Flies
End of the round    interest, visit bonus; after round 9 the conversion, and ending.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from core.contract import Closing
from core.dice import Dice
from core.games.day_of_mercury import commits, ending, offers
from core.games.day_of_mercury.day import Act, Day, begin, count_up
from core.games.day_of_mercury.reports import report
from core.games.day_of_mercury.shrine import interest, worth
from core.games.day_of_mercury.spec import (
    LOCATIONS,
    SHRINE_YIELD,
    SIN_LOCATIONS,
    SINS,
    SPEC,
    VISITS,
    crowd_yield,
)
from core.games.day_of_mercury.structs import (
    Attempt,
    Commit,
    Gather,
    Orders,
    Past,
    Player,
    Report,
    State,
    Struck,
    none_of_any,
)
from core.ledger import Entry


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Resolve the round. Seats that sealed nothing, or orders with nothing in them, are placed by the dice."""
    active = {seat: orders[seat] for seat in state.seats if seat in orders and not orders[seat].nothing}
    day = begin(state, active, places(state, active, dice), dice)
    day = gather(day)  # (1)
    day = lambs(day)
    day = commits.commit(day)  # (2)
    day = trade(day)  # (3)
    day = offers.residents(day)  # (4a)
    day = offers.gifts(day)
    day = offers.shrine(day)  # (4b)
    day = add_interest(day)
    day = visit_bonus(day)
    last = state.round == SPEC.rounds
    if last:
        day = conversion(day)
        day = replace(day, following={})
    after = night(day)
    if last:
        after = ending.settle(after, dice)
    return Closing(after, {seat: report(day, seat) for seat in day.seats})


def places(state: State, orders: Mapping[str, Orders], dice: Dice) -> dict[str, tuple[str, ...]]:
    """Where every seat goes: as ordered, otherwise two random locations, a forced one among them (DM-08).

    Every missing seat has a draw of its own: nobody's submission moves another's dice (CM-03).
    """
    found = {}
    for seat in state.seats:
        if seat in orders:
            found[seat] = tuple(visit.location for visit in orders[seat].visits)
            continue
        forced = state.players[seat].effects.forced
        certain = [] if forced is None else [forced]
        others = [place for place in LOCATIONS if place not in certain]
        draw = dice.draw(f"round {state.round}: where {seat} goes without orders")
        found[seat] = (*certain, *draw.sample(others, VISITS - len(certain)))
    return found


def gather(day: Day) -> Day:
    """(1) Three of the location's sin, four in a small crowd, two in a great one (DM-10); at the Shrine two drawn
    ones (DM-11); one more where the Hanged Men were told to (DM-12)."""
    declared = {place for seat in day.seats for place in day.effects(seat).declared}
    at_shrine: dict[str, int] = {}
    for act in day.acts:
        if not isinstance(act.deed, Gather):
            continue
        more = 1 if act.location in declared else 0
        sin = LOCATIONS[act.location].sin
        if sin is not None:
            brought = {sin: crowd_yield(len(day.there[act.location])) + more}
        else:
            nth = at_shrine[act.seat] = at_shrine.get(act.seat, 0) + 1
            brought = day.draw_sins(f"{act.seat} gathers at the Shrine, {nth}", SHRINE_YIELD + more)
        day, kept = day.gain(act.seat, brought)
        day = day.record(act, kept)
        sofar = day.gathered.get((act.seat, act.location), {})
        total = {s: sofar.get(s, 0) + brought.get(s, 0) for s in SINS if s in sofar or s in brought}
        day = replace(day, gathered={**day.gathered, (act.seat, act.location): total})
    return day


def lambs(day: Day) -> Day:
    """Whoever shares a location with a Lambs offerer receives half of what it gathered there (DM-13, DM-35)."""
    for giver in day.seats:
        for place in day.visits[giver]:
            gathered = day.gathered.get((giver, place), {})
            share = {s: n // 2 * day.effects(giver).lambs for s, n in gathered.items()}
            if any(share.values()):
                for seat in day.there[place]:
                    if seat != giver:
                        day = day.gain_by("lambs", seat, share)
    return day


def trade(day: Day) -> Day:
    """(3) Matching orders, a shared location, and both can pay: then one sin changes places with one (DM-40)."""
    for seat, mine in day.trades.items():
        if seat in day.traded:
            continue
        partner = mine.partner
        theirs = day.trades.get(partner)
        agreed = theirs is not None and (theirs.partner, theirs.give, theirs.want) == (seat, mine.want, mine.give)
        holds = day.sin[seat][mine.give] > 0 and day.sin[partner][mine.want] > 0
        if not (agreed and day.share(seat, partner) and holds):
            day = replace(day, traded={**day.traded, seat: "cancelled"})
            continue
        destroyed = any(commits.struck(day, s, "lakeside_garden") for s in (seat, partner))  # DM-29
        day = day.lose(seat, {mine.give: 1}).lose(partner, {mine.want: 1})
        if not destroyed:
            day, _ = day.gain(seat, {mine.want: 1})
            day, _ = day.gain(partner, {mine.give: 1})
        how = "destroyed" if destroyed else "done"
        day = replace(day, traded={**day.traded, seat: how, partner: how})
    return day


# --- the end of the round ------------------------------------------------------------------------------------


def add_interest(day: Day) -> Day:
    """One point for every full ten, this round's offering included (DM-51)."""
    return replace(day, points={seat: points + interest(points) for seat, points in day.points.items()})


def visit_bonus(day: Day) -> Day:
    """One of each sin for all seven sin locations, and the list begins afresh (DM-52). Nothing denies it (DM-27)."""
    visited = dict(day.visited)
    for seat in day.seats:
        seen = tuple(p for p in SIN_LOCATIONS if p in visited[seat] or p in day.visits[seat])
        if seen == SIN_LOCATIONS:
            seen = ()
            day = day.gain_by("visit_bonus", seat, count_up(SINS), deniable=False)
        visited[seat] = seen
    return replace(day, visited=visited)


def conversion(day: Day) -> Day:
    """After the last round's interest and bonus all sin goes to the Shrine (DM-53)."""
    brought = {seat: worth(day.sin[seat]) for seat in day.seats}
    points = {seat: points + brought[seat] for seat, points in day.points.items()}
    return replace(day, points=points, converted=brought, sin={seat: none_of_any() for seat in day.seats})


def night(day: Day) -> State:
    """The state in which the next round begins; after the last one `round` stays and nothing holds any more."""
    players = {}
    for seat in day.seats:
        before = day.state.players[seat]
        tries = tuple(attempt(day, act) for act in day.acts if act.seat == seat and isinstance(act.deed, Commit))
        players[seat] = Player(
            points=day.points[seat],
            sin=day.sin[seat],
            visited=day.visited[seat],
            commits=before.commits + sum(a.ok for a in tries),
            attempts=(*before.attempts, *tries),
            effects=day.will_hold(seat),
        )
    rounds = day.state.round
    past = Past(
        rounds,
        dict(day.visits),
        tuple(day.hits),
        dict(day.stolen),
        dict(day.points),
        dict(day.paid),
        dict(day.converted),
        **remembered(day),
    )
    return structs.replace(
        day.state,
        round=min(rounds + 1, SPEC.rounds),
        players=players,
        past=(*day.state.past, past),
        ledger=(*day.state.ledger, *(Entry(seat, "garnet", 1, "from the Daughters") for seat in day.daughters)),
    )


def remembered(day: Day) -> dict[str, Any]:
    """By seat, what the round taught it of itself: `redeal` must not contradict it (HH-15)."""
    struck = {target: Struck(hit.act.location, hit.turned_away, hit.act.deed) for target, hit in day.hits.items()}
    return {
        "struck": struck,
        "results": {
            seat: tuple(day.results[act.seat, act.slot] for act in day.acts if act.seat == seat) for seat in day.seats
        },
        "traded": dict(day.traded),
        "readings": {
            seat: {target: sin for (by, target), sin in day.readings.items() if by == seat} for seat in day.seats
        },
        "gains": {seat: {cause: sin for (who, cause), sin in day.other.items() if who == seat} for seat in day.seats},
    }


def attempt(day: Day, act: Act) -> Attempt:
    """A commit as it is remembered: its target is spent, whatever came of it (DM-04)."""
    assert isinstance(act.deed, Commit)
    result = day.results[act.seat, act.slot]
    return Attempt(day.state.round, act.deed.target, act.location, result.ok, result.reason)
