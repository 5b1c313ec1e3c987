"""The close of a round, a function for each step of the rules, and the ending after the last (DM-70 to DM-75)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import UNSET, structs

from core.contract import Closing
from core.dice import Dice
from core.games.day_of_mercury.day import Act, Day, begin, commit, count_up, struck, without
from core.games.day_of_mercury.shrine import interest, worth
from core.games.day_of_mercury.spec import (
    EYES_GIVE,
    LOCATIONS,
    MOST_TIED,
    SHRINE,
    SHRINE_YIELD,
    SIN_LOCATIONS,
    SINS,
    SPEC,
    TOKENS_TO_GIVE,
    VISITORS_GIVE,
    VISITS,
    crowd_yield,
)
from core.games.day_of_mercury.structs import (
    CAUSES,
    Attempt,
    Commit,
    Gather,
    NextRound,
    Offer,
    Orders,
    OtherGain,
    Past,
    Player,
    Report,
    Sighting,
    Sin,
    State,
    Struck,
    Suffered,
    none_of_any,
)
from core.json import Json
from core.ledger import Ending, LedgerEntry, Lots, Pending, group, total

MOST_POINTS = "most points"
MOST_SINS = "most sins committed"
GIVEN = "given by the winner"
GARNET_TOKEN = "for a Token of Life"
GARNET_WINNER = "single winner"


def settle(state: State, dice: Dice) -> State:
    """Decide winners, ranking and candidate by points, after the conversion (DM-70, DM-71, DM-75)."""
    ranking = group(state.seats, {seat: player.points for seat, player in state.players.items()})
    most, fewest = ranking[0], ranking[-1]
    winners = most if len(most) <= MOST_TIED else ()
    ending = Ending(winners, ranking)
    if len(ranking) == 1:
        ending = structs.replace(ending, has_opponent=False)
    elif len(fewest) == 1:
        ending = structs.replace(ending, candidate=fewest[0])
    elif winners:
        ending = structs.replace(ending, candidates=fewest, choosers=winners)
    else:
        chosen = dice.draw("candidate by lot").pick(fewest)
        lots = f"Nobody won, so lots drew the Elimination Candidate among {', '.join(fewest)}: {chosen}."
        ending = structs.replace(ending, candidate=chosen, lots=(Lots(lots, fewest),))
    tokens = tuple(LedgerEntry(seat, "token", 1, MOST_POINTS) for seat in winners)
    state = structs.replace(state, ending=ending, ledger=(*state.ledger, *tokens))
    if ending.candidate is not None or not ending.candidates:
        state = most_sins(state)
    return finish(state)


def most_sins(state: State) -> State:
    """Give a token to the seat with the most successful commits. None in a tie, without a success, or for the candidate
    (DM-72)."""
    assert state.ending is not None
    most = group(state.seats, {seat: player.commits for seat, player in state.players.items()})[0]
    seat = most[0]
    if len(most) > 1 or state.players[seat].commits == 0 or seat == state.ending.candidate:
        return state
    return structs.replace(state, ledger=(*state.ledger, LedgerEntry(seat, "token", 1, MOST_SINS)))


def pending(state: State) -> Pending | None:
    """Return the next choice: the candidate if tied (DM-71), the winner's three tokens (DM-73), the opponent
    (CM-08)."""
    ending = state.ending
    assert ending is not None
    if ending.candidates and ending.candidate is None:
        return Pending("choose_candidate", ending.choosers, ending.candidates)
    if len(ending.winners) == 1 and not state.tokens_given:
        among = tuple(s for s in state.seats if s not in (ending.winners[0], ending.candidate))
        return Pending("give_tokens", ending.winners, among, TOKENS_TO_GIVE)
    if ending.candidate is None or ending.opponent is not None:
        return None
    tokens = total(state.ledger, "token", state.seats)
    excluded = (ending.candidate, *state.exempt)
    among = tuple(s for s in state.seats if s not in excluded and tokens[s] == 0)
    return Pending("choose_opponent", (ending.candidate,), among) if among else None


def decide(state: State, kind: str, chosen: tuple[str, ...]) -> State:
    ending = state.ending
    assert ending is not None
    if kind == "choose_candidate":
        state = structs.replace(state, ending=structs.replace(ending, candidate=chosen[0]))
        return finish(most_sins(state))
    if kind == "give_tokens":
        tokens = tuple(LedgerEntry(seat, "token", 1, GIVEN) for seat in state.seats if seat in chosen)
        return finish(structs.replace(state, tokens_given=True, ledger=(*state.ledger, *tokens)))
    if kind == "choose_opponent":
        return finish(structs.replace(state, ending=structs.replace(ending, opponent=chosen[0])))
    raise ValueError(f"Day of Mercury has no decision {kind!r}")


def finish(state: State) -> State:
    """Once nothing is left to decide, give a garnet to each seat with a token, and one more to a single winner
    (DM-74)."""
    assert state.ending is not None
    if pending(state) is not None:
        return state
    tokens = total(state.ledger, "token", state.seats)
    garnets = [LedgerEntry(seat, "garnet", 1, GARNET_TOKEN) for seat in state.seats if tokens[seat]]
    if len(state.ending.winners) == 1:
        garnets.append(LedgerEntry(state.ending.winners[0], "garnet", 1, GARNET_WINNER))
    return structs.replace(state, ledger=(*state.ledger, *garnets))


def report(day: Day, seat: str) -> Report:
    ahead = day.will_hold(seat)
    round_seen = sighting(Past(day.state.round, dict(day.visits), tuple(day.hits)), seat)
    gains = [(cause, without(day.other.get((seat, cause), {}), ())) for cause in CAUSES]
    return Report(
        points=day.points[seat],
        sin=day.sin[seat],
        visits=round_seen.places,
        actions=tuple(day.results[act.seat, act.slot] for act in day.acts if act.seat == seat),
        trade=day.traded.get(seat),  # type: ignore[arg-type]
        announced=round_seen.announced,
        suffered=commit_against(day, seat),
        readings={target: sin for (by, target), sin in day.readings.items() if by == seat},
        other_gains=tuple(OtherGain(cause, sin) for cause, sin in gains if sin),
        next_round=NextRound(ahead.forced, ahead.extra, ahead.protected),
    )


def sighting(past: Past, seat: str) -> Sighting:
    """Return the seats met in a round, the announced targets (itself, and those that shared a location with it, DM-23),
    and losses to theft."""
    others = [s for s in past.visits if s != seat]
    places = {place: tuple(s for s in others if place in past.visits[s]) for place in past.visits[seat]}
    met = {s for others_at in places.values() for s in others_at}
    announced = tuple(target for target in past.announced if target == seat or target in met)
    own = [by_seat.get(seat, 0) for by_seat in (past.points, past.paid, past.converted)]
    return Sighting(past.round, places, announced, past.stolen.get(seat, {}), *own)


def commit_against(day: Day, seat: str) -> tuple[Suffered, ...]:
    """Return the single commit against the seat, if any: its location and parameters (DM-21, DM-23)."""
    hit = day.hits.get(seat)
    if hit is None:
        return ()
    deed = hit.act.deed
    assert isinstance(deed, Commit)
    sins = deed.sins if deed.sins is not UNSET else UNSET
    return (Suffered(hit.act.location, hit.turned_away, sins, deed.location),)


def residents(day: Day) -> Day:
    """(4a) Resolve the offers to residents, each seat's in the order of its orders (DM-36)."""
    for act in day.acts:
        if isinstance(act.deed, Offer) and act.location != SHRINE:
            day = _offer(day, act, act.deed)
    return day


def _offer(day: Day, act: Act, deed: Offer) -> Day:
    """Pay exactly the required amount. An offer that cannot be paid fails and costs nothing (DM-37); under the
    Drowned Tower it is paid without effect (DM-29)."""
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
    """A location is declared in secret (DM-31). The same one twice counts once (DM-37)."""
    assert deed.location is not UNSET
    declared = day.will_hold(act.seat).declared
    places = tuple(place for place in LOCATIONS if place in declared or place == deed.location)
    return day.hold(act.seat, declared=places), {}


def _visitors(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Six sins, each of a random type (DM-32)."""
    return day.gain(act.seat, day.draw_sins(f"the Visitors give to {act.seat}, {act.slot + 1}", VISITORS_GIVE))


def _maidens(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """An extra location and an extra action next round, for each offer (DM-34, DM-37)."""
    return day.hold(act.seat, extra=day.will_hold(act.seat).extra + 1), {}


def _lambs(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """Other seats share the seat's gathers next round, once for each offer (DM-35, DM-37)."""
    return day.hold(act.seat, lambs=day.will_hold(act.seat).lambs + 1), {}


def _daughters(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """A garnet, entered at once (DM-33, DM-74)."""
    return replace(day, daughters=(*day.daughters, act.seat)), {}


def _those_lacking_eyes(day: Day, act: Act, deed: Offer) -> tuple[Day, Sin]:
    """The offerer gets 2 of the declared sin now, the declared player 1 after all offers (DM-33, DM-36)."""
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
    """Deliver the gifts of Those Lacking Eyes: after all offers to residents, before the Shrine (DM-36)."""
    for seat in day.seats:
        gift = count_up(sin for to, sin in day.gifts if to == seat)
        if gift:
            day = day.gain_by("gift", seat, gift)
    return replace(day, gifts=())


def shrine(day: Day) -> Day:
    """(4b) Turn all sin of each seat that offers at the Shrine into points (DM-50)."""
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


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Resolve the round. The dice place seats without orders or with empty orders (DM-08, DM-90)."""
    active = {seat: orders[seat] for seat in state.seats if seat in orders and not orders[seat].nothing}
    day = begin(state, active, places(state, active, dice), dice)
    day = gather(day)  # (1)
    day = lambs(day)
    day = commit(day)  # (2)
    day = trade(day)  # (3)
    day = residents(day)  # (4a)
    day = gifts(day)
    day = shrine(day)  # (4b)
    day = add_interest(day)
    day = visit_bonus(day)
    last = state.round == SPEC.rounds
    if last:
        day = conversion(day)
        day = replace(day, following={})
    after = night(day)
    if last:
        after = settle(after, dice)
    return Closing(after, {seat: report(day, seat) for seat in day.seats})


def places(state: State, orders: Mapping[str, Orders], dice: Dice) -> dict[str, tuple[str, ...]]:
    """Return each seat's locations: as ordered, else two random ones including a forced one (DM-08).

    Each missing seat has its own draw, so that a submission never changes another seat's dice (CM-03).
    """
    visits = {}
    for seat in state.seats:
        if seat in orders:
            visits[seat] = tuple(visit.location for visit in orders[seat].visits)
            continue
        forced = state.players[seat].effects.forced
        certain = [] if forced is None else [forced]
        others = [place for place in LOCATIONS if place not in certain]
        draw = dice.draw(f"round {state.round}: where {seat} goes without orders")
        visits[seat] = (*certain, *draw.sample(others, VISITS - len(certain)))
    return visits


def gather(day: Day) -> Day:
    """(1) Gather 3 of the location's sin, 4 in a small crowd, 2 in a large one (DM-10); at the Shrine 2 random ones
    (DM-11); 1 more where the Hanged Men were told (DM-12)."""
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
        day, gained = day.gain(act.seat, brought)
        day = day.record(act, gained)
        sofar = day.gathered.get((act.seat, act.location), {})
        total = {s: sofar.get(s, 0) + brought.get(s, 0) for s in SINS if s in sofar or s in brought}
        day = replace(day, gathered={**day.gathered, (act.seat, act.location): total})
    return day


def lambs(day: Day) -> Day:
    """Every seat that shares a location with a Lambs offerer receives half of what it gathered there (DM-13, DM-35)."""
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
    """(3) Swap one sin for one, if both orders match, the seats share a location, and both can pay (DM-40)."""
    for seat, own in day.trades.items():
        if seat in day.traded:
            continue
        partner = own.partner
        theirs = day.trades.get(partner)
        agreed = theirs is not None and (theirs.partner, theirs.give, theirs.want) == (seat, own.want, own.give)
        holds = day.sin[seat][own.give] > 0 and day.sin[partner][own.want] > 0
        if not (agreed and day.share(seat, partner) and holds):
            day = replace(day, traded={**day.traded, seat: "cancelled"})
            continue
        destroyed = any(struck(day, s, "lakeside_garden") for s in (seat, partner))  # DM-29
        day = day.lose(seat, {own.give: 1}).lose(partner, {own.want: 1})
        if not destroyed:
            day, _ = day.gain(seat, {own.want: 1})
            day, _ = day.gain(partner, {own.give: 1})
        outcome = "destroyed" if destroyed else "done"
        day = replace(day, traded={**day.traded, seat: outcome, partner: outcome})
    return day


# --- the end of the round ------------------------------------------------------------------------------------


def add_interest(day: Day) -> Day:
    """Add one point for every full ten, this round's offering included (DM-51)."""
    return replace(day, points={seat: points + interest(points) for seat, points in day.points.items()})


def visit_bonus(day: Day) -> Day:
    """Give one of each sin for all seven sin locations and empty the list (DM-52). No denial applies (DM-27)."""
    visited = dict(day.visited)
    for seat in day.seats:
        places = tuple(p for p in SIN_LOCATIONS if p in visited[seat] or p in day.visits[seat])
        if places == SIN_LOCATIONS:
            places = ()
            day = day.gain_by("visit_bonus", seat, count_up(SINS), deniable=False)
        visited[seat] = places
    return replace(day, visited=visited)


def conversion(day: Day) -> Day:
    """Convert all remaining sin after the last round's interest and bonus (DM-53)."""
    brought = {seat: worth(day.sin[seat]) for seat in day.seats}
    points = {seat: points + brought[seat] for seat, points in day.points.items()}
    return replace(day, points=points, converted=brought, sin={seat: none_of_any() for seat in day.seats})


def night(day: Day) -> State:
    """Return the state for the next round. After the last round `round` stays, and no effects remain."""
    players = {}
    for seat in day.seats:
        before = day.state.players[seat]
        tries = tuple(attempt(day, act) for act in day.acts if act.seat == seat and isinstance(act.deed, Commit))
        players[seat] = Player(
            points=day.points[seat], sin=day.sin[seat], visited=day.visited[seat],
            commits=before.commits + sum(a.ok for a in tries), attempts=(*before.attempts, *tries),
            effects=day.will_hold(seat),
        )  # fmt: skip
    rounds = day.state.round
    past = Past(
        rounds, dict(day.visits), tuple(day.hits), dict(day.stolen), dict(day.points), dict(day.paid),
        dict(day.converted), **own_knowledge(day),
    )  # fmt: skip
    return structs.replace(
        day.state,
        round=min(rounds + 1, SPEC.rounds),
        players=players,
        past=(*day.state.past, past),
        ledger=(*day.state.ledger, *(LedgerEntry(seat, "garnet", 1, "from the Daughters") for seat in day.daughters)),
    )


def own_knowledge(day: Day) -> Json:
    """Return each seat's own knowledge of the round, which `redeal` must not contradict (HH-15)."""
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
        "gains": {seat: {cause: sin for (to, cause), sin in day.other.items() if to == seat} for seat in day.seats},
    }


def attempt(day: Day, act: Act) -> Attempt:
    """Return a commit as an attempt: its target is used up whether or not it succeeded (DM-04)."""
    assert isinstance(act.deed, Commit)
    result = day.results[act.seat, act.slot]
    return Attempt(day.state.round, act.deed.target, act.location, result.ok, result.reason)
