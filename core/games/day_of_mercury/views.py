"""Views of a seat, built up from nothing, and of the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.day_of_mercury.asking import may_do, may_visit, targets
from core.games.day_of_mercury.closing import sighting
from core.games.day_of_mercury.shrine import interest, preview
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, LOCATIONS, SIN_LOCATIONS, SINS, SPEC
from core.games.day_of_mercury.structs import Attempt, Effects, Past, Player, State, View
from core.json import Json
from core.ledger import LedgerEntry, total


def view(state: State, seat: str | None) -> View:
    """Return a seat's view: its own player, the seats it met and the targets announced to it. A spectator sees the
    round alone."""
    if seat is None:
        return View(seat=None, seats=state.seats, round=state.round, rounds=SPEC.rounds)
    me = state.players[seat]
    return View(
        seat=seat, seats=state.seats, round=state.round, rounds=SPEC.rounds, points=me.points,
        interest=interest(me.points), sin=me.sin, shrine=preview(me.sin),
        garnets=total(state.ledger, "garnet", state.seats)[seat], visited=me.visited,
        lacking=tuple(place for place in SIN_LOCATIONS if place not in me.visited), visits=may_visit(me),
        actions=may_do(me), effects=me.effects, commits=me.commits, attempts=me.attempts,
        targets=targets(state, seat), sightings=tuple(sighting(past, seat) for past in state.past),
    )  # fmt: skip


def host(state: State) -> Json:
    return {
        "players": {
            seat: {
                "points": player.points,
                "sin": dict(player.sin),
                "visited": list(player.visited),
                "successful_commits": player.commits,
                "attempted": [attempt.target for attempt in player.attempts],
            }
            for seat, player in state.players.items()
        }
    }


BOUGHT = {
    "protected": "ringed_city",
    "lambs": "weeping_cathedral",
    "extra": "abigails_quarters",
    "declared": "drowned_tower",
}
Tries = dict[str, list[Attempt]]


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Return `state` with everything that `seat` cannot know redrawn."""
    others = tuple(other for other in state.seats if other != seat)
    past = _new_visits(state, seat, others, dice.draw("redeal: visits"))
    tries = {other: list(state.players[other].attempts) for other in state.seats}
    past = _new_targets(state, seat, past, tries, dice.draw("redeal: targets"))
    _redraw_authors(others, past, tries, dice.draw("redeal: authors"))
    players = _new_holdings(state, seat, others, dice.draw("redeal: holdings"))
    players = _new_effects(others, past, players, dice.draw("redeal: effects"))
    draw = dice.draw("redeal: forced")
    for other in others:
        old, new = state.players[other].attempts, tuple(sorted(tries[other], key=lambda attempt: attempt.round))
        players[other] = replace(
            players[other],
            attempts=new,
            commits=max(0, state.players[other].commits + sum(a.ok for a in new) - sum(a.ok for a in old)),
            visited=_visited_of(state, other, past),
            effects=replace(
                players[other].effects,
                promises=_promises_of(state, other, new),
                forced=_forced_to(state, other, seat, tries, draw),
            ),
        )
    ledger = _new_garnets(state, others, past, dice.draw("redeal: garnets"))
    return replace(state, past=_new_accounts(state, others, past, players), players=players, ledger=ledger)


# --- where others were ------------------------------------------------------------------------------------------------
def _new_visits(state: State, seat: str | None, others: Sequence[str], draw: Draw) -> tuple[Past, ...]:
    rounds_drawn = []
    for past in state.past:
        own_places = set() if seat is None else set(past.visits[seat])
        visits = dict(past.visits)
        for other in others:
            stays = own_places | {a.location for a in state.players[other].attempts if a.round == past.round}
            if past.round == state.round - 1:
                stays |= {place for effect, place in BOUGHT.items() if getattr(state.players[other].effects, effect)}
            places = [place if place in stays else "" for place in past.visits[other]]
            for n, place in enumerate(places):
                if not place:
                    places[n] = draw.pick([p for p in LOCATIONS if p not in places and p not in own_places])
            visits[other] = tuple(places)
        rounds_drawn.append(replace(past, visits=visits))
    return tuple(rounds_drawn)


def _announced_targets(past: Past, seat: str | None) -> set[str]:
    """Targets that would be announced to the seat: itself and the seats it met (DM-23)."""
    if seat is None:
        return set()
    return {other for other in past.visits if set(past.visits[other]) & set(past.visits[seat])}


# --- commits ----------------------------------------------------------------------------------------------------------
def _new_targets(
    state: State, seat: str | None, rounds: tuple[Past, ...], tries: Tries, draw: Draw
) -> tuple[Past, ...]:
    """Move unannounced commits to other unannounced targets; what is still in effect moves along (DM-26, DM-28)."""
    rounds_drawn = []
    for past in rounds:
        public, named = _announced_targets(past, seat), set(past.announced)
        tried = {a.target for attempts in tries.values() for a in attempts if a.round == past.round}
        for by, attempts in tries.items():
            for n, attempt in enumerate(attempts):
                if by == seat or attempt.round != past.round or not attempt.ok or attempt.target in public:
                    continue
                before = {a.target for a in attempts}
                possible_targets = [s for s in state.seats if s not in public | tried | before and s not in (by, seat)]
                if possible_targets:
                    target = draw.pick(possible_targets)
                    attempts[n] = replace(attempt, target=target)
                    tried = tried - {attempt.target} | {target}
                    named = named - {attempt.target} | {target}
        rounds_drawn.append(replace(past, announced=tuple(s for s in state.seats if s in named)))
    return tuple(rounds_drawn)


def _redraw_authors(others: Sequence[str], rounds: tuple[Past, ...], tries: Tries, draw: Draw) -> None:
    for past in rounds:
        for by in others:
            for attempt in [a for a in tries[by] if a.round == past.round]:
                possible_authors = [by]
                for other in others:
                    acts_then = [a for a in tries[other] if a.round == past.round]
                    acts_here = [a for a in acts_then if a.location == attempt.location]
                    free = len(acts_then) < ACTIONS and len(acts_here) < ACTIONS_HERE
                    fits = attempt.location in past.visits[other] and other != attempt.target
                    if other != by and fits and free and all(a.target != attempt.target for a in tries[other]):
                        possible_authors.append(other)
                author = draw.pick(possible_authors)
                tries[by].remove(attempt)
                tries[author].append(attempt)


def _promises_of(state: State, seat: str, tries: Sequence[Attempt]) -> tuple[str, ...]:
    """Targets with gains that count for it this round, by its Catacombs commits of the last (DM-28)."""
    if not any(player.effects.promises for player in state.players.values()):
        return ()
    targets_promised = {a.target for a in tries if a.ok and a.location == "catacombs" and a.round == state.round - 1}
    return tuple(other for other in state.seats if other in targets_promised)


def _forced_to(state: State, seat: str, reader: str | None, tries: Tries, draw: Draw) -> str | None:
    """Return where `seat` must go by a commit of the last round (DM-26); drawn unless it is the reader's."""
    by = [author for author, attempts in tries.items() for a in attempts if a.ok and a.target == seat
          and a.location == "lost_district" and a.round == state.round - 1]  # fmt: skip
    if by and by[0] == reader:
        return state.players[seat].effects.forced
    return draw.pick(SIN_LOCATIONS) if by else None


# --- what others hold -------------------------------------------------------------------------------------------------
def _new_holdings(state: State, seat: str | None, others: Sequence[str], draw: Draw) -> dict[str, Player]:
    read = set(state.past[-1].readings.get(seat or "", ())) if state.past else set()
    free = [other for other in others if other not in read]
    players = dict(state.players)
    points = _shuffled([state.players[other].points for other in free], draw)
    sins = {sin: _shuffled([state.players[other].sin[sin] for other in free], draw) for sin in SINS}
    for n, other in enumerate(free):
        players[other] = replace(players[other], points=points[n], sin={sin: sins[sin][n] for sin in SINS})
    return players


def _shuffled(amounts: list[int], draw: Draw) -> list[int]:
    draw.shuffle(amounts)
    return amounts


def _new_effects(
    others: Sequence[str], rounds: tuple[Past, ...], players: Mapping[str, Player], draw: Draw
) -> dict[str, Player]:
    """Give a bought effect to any other visitor of its seller (DM-30, DM-31, DM-34, DM-35)."""
    changed = dict(players)
    for name, place in BOUGHT.items():
        nothing = getattr(Effects(), name)
        for holder in others:
            effect = getattr(players[holder].effects, name)
            if effect == nothing or not rounds:
                continue
            possible = [
                s for s in others if place in rounds[-1].visits[s] and getattr(changed[s].effects, name) == nothing
            ]
            changed[holder] = replace(changed[holder], effects=replace(changed[holder].effects, **{name: nothing}))
            taker = draw.pick([holder, *possible])
            changed[taker] = replace(changed[taker], effects=replace(changed[taker].effects, **{name: effect}))
    return changed


def _new_garnets(state: State, others: Sequence[str], rounds: tuple[Past, ...], draw: Draw) -> tuple[LedgerEntry, ...]:
    """Give the Daughters' garnets to any other visitor of the Lost District (DM-33)."""
    entries = []
    visitors = [other for other in others if any("lost_district" in past.visits[other] for past in rounds)]
    for entry in state.ledger:
        entries.append(replace(entry, seat=draw.pick([entry.seat, *visitors])) if entry.seat in others else entry)
    return tuple(entries)


def _visited_of(state: State, seat: str, rounds: tuple[Past, ...]) -> tuple[str, ...]:
    """Progress towards the visit bonus (DM-52); unchanged if a set-up gave some."""
    if _places_counted(seat, state.past) != state.players[seat].visited:
        return state.players[seat].visited
    return _places_counted(seat, rounds)


def _places_counted(seat: str, rounds: tuple[Past, ...]) -> tuple[str, ...]:
    places: tuple[str, ...] = ()
    for past in rounds:
        places = tuple(p for p in SIN_LOCATIONS if p in places or p in past.visits[seat])
        if places == SIN_LOCATIONS:
            places = ()
    return places


def _new_accounts(
    state: State, others: Sequence[str], rounds: tuple[Past, ...], players: Mapping[str, Player]
) -> tuple[Past, ...]:
    """Remove private facts from the past of others. Their last points are those that they hold."""
    rounds_drawn = []
    for past in rounds:
        last = past.round == state.round - 1
        account: Json = {
            key: {name: value for name, value in getattr(past, key).items() if name not in others}
            for key in ("stolen", "paid", "converted", "struck", "results", "traded", "readings", "gains")
        }
        points = {s: players[s].points if last and s in others else n for s, n in past.points.items()}
        rounds_drawn.append(replace(past, points=points, **account))
    return tuple(rounds_drawn)
