"""What one seat may know (built up from nothing), and what the host may."""

from __future__ import annotations

from typing import Any

from core.games.day_of_mercury.checking import may_do, may_visit, targets
from core.games.day_of_mercury.reports import sighting
from core.games.day_of_mercury.shrine import interest, preview
from core.games.day_of_mercury.spec import SIN_LOCATIONS, SPEC
from core.games.day_of_mercury.structs import State, View
from core.ledger import total


def view(state: State, seat: str | None) -> View:
    """The View of `seat`: its own player, and of the others only whom it met and whom it heard named. A spectator
    sees the round."""
    if seat is None:
        return View(seat=None, seats=state.seats, round=state.round, rounds=SPEC.rounds)
    me = state.players[seat]
    return View(
        seat=seat,
        seats=state.seats,
        round=state.round,
        rounds=SPEC.rounds,
        points=me.points,
        interest=interest(me.points),
        sin=me.sin,
        shrine=preview(me.sin),
        garnets=total(state.ledger, "garnet", state.seats)[seat],
        visited=me.visited,
        lacking=tuple(place for place in SIN_LOCATIONS if place not in me.visited),
        visits=may_visit(me),
        actions=may_do(me),
        effects=me.effects,
        commits=me.commits,
        attempts=me.attempts,
        targets=targets(state, seat),
        sightings=tuple(sighting(past, seat) for past in state.past),
    )


def host(state: State) -> dict[str, Any]:
    """The keys of *Host state* in the rulings."""
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
