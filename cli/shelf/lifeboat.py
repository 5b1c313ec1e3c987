"""The Lifeboat

Vote in secret who leaves the boat, until two are left.

Every round each player in the boat seals a vote for another one. Who has the most votes leaves; among equals a lot
decides. Once in the match you may hold on: votes against you do not count in that round. The last two win, and the
first who left is the Elimination Candidate.

## Rulings

- LB-01 Everybody learns how many `votes` each player had, who `held` on, and who `left`. Votes stay secret.
- LB-02 A player without a vote against it leaves only if nobody has one; those who hold on never leave.
- LB-03 If all in the boat hold on, a lot decides among them.
- LB-04 Who has left may talk, and votes no more.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Struct
from core.refusal import Refused
from core.usual import choices, onward, said

SEATS, ROUNDS, AT_MOST = (4, 16), 14, True
score = "stayed"


class State(GameState, frozen=True, kw_only=True):
    boat: tuple[str, ...]
    rope: dict[str, bool]
    stayed: dict[str, int]
    """Rounds in the boat"""
    votes: tuple[str, ...] = ()


class View(Struct, frozen=True):
    boat: tuple[str, ...]
    """In the boat"""
    rope: dict[str, bool]
    """May still hold on"""
    stayed: dict[str, int]
    """Rounds in the boat"""
    votes: tuple[str, ...]
    """Votes so far"""


class Orders(Struct, frozen=True):
    vote: str | None = None
    """You vote for {} to leave."""
    hold: bool = False
    """You hold on: {}."""


def setup(seats):
    return State(seats=seats, round=1, boat=seats, rope=dict.fromkeys(seats, True), stayed=dict.fromkeys(seats, 0))


def check(state, seat, orders):
    if seat not in state.boat:
        raise Refused("left", "You have left the boat.", "LB-04")
    if orders.vote is not None and (orders.vote == seat or orders.vote not in state.boat):
        raise Refused("bad_vote", "Vote for another player in the boat.", "LB-01")
    if orders.hold and not state.rope[seat]:
        raise Refused("no_rope", "You have held on already.", "LB-02")


def asks(state, seat):
    if seat not in state.boat:
        return Asks(False)
    others = [other for other in state.boat if other != seat]
    votes = choices("vote", others, lambda vote: Orders(vote=vote), lambda orders: check(state, seat, orders))
    hold = choices(
        "hold", (1,), lambda _: Orders(hold=True), lambda orders: check(state, seat, orders), lambda _: "yes"
    )
    return Asks(True, {}, (*votes, *hold))


def close(state, orders, dice):
    sealed = {seat: orders.get(seat, Orders()) for seat in state.boat}
    held = [seat for seat in state.boat if sealed[seat].hold]
    votes = {seat: sum(order.vote == seat for order in sealed.values()) for seat in state.boat}
    may_leave = [seat for seat in state.boat if seat not in held] or list(state.boat)
    most = max(votes[seat] for seat in may_leave)
    leaves = dice.draw(f"round {state.round}: who leaves").pick([seat for seat in may_leave if votes[seat] == most])
    boat = tuple(seat for seat in state.boat if seat != leaves)
    stayed = {seat: n + (seat in boat) for seat, n in state.stayed.items()}
    told = ", ".join(f"{seat} {n}" for seat, n in votes.items() if n) or "none"
    lines = (f"Votes: {told}.", *(f"{seat} held on." for seat in held), f"{leaves} leaves the boat.")
    rope = {seat: state.rope[seat] and seat not in held for seat in state.seats}
    after = replace(state, boat=boat, rope=rope, stayed=stayed, votes=(*state.votes, " ".join(lines)))
    public = said(*lines)
    return Closing(onward(after, len(boat) == 2, stayed, dice), dict.fromkeys(state.seats, public), public)


def plan(sight, draw):
    others = [seat for seat in sight.view.boat if seat != sight.seat]
    loose = [seat for seat in others if not sight.view.rope[seat]]  # they cannot hold on
    hold = sight.view.rope[sight.seat] and (len(others) == 2 or draw.chance(0.05))
    return {"vote": draw.pick(loose or others), "hold": hold} if sight.seat in sight.view.boat else None
