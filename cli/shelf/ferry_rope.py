"""The Ferry Rope

A duel of two crews who pull a ferry to their own bank, each with a strength that the other does not see.

The ferry lies in the middle of seven posts. Each of you begins with 40 strength. In every round you seal how hard you
pull; both lose what they pulled, and the ferry moves a post towards the one who pulled harder. Who brings the ferry to
the own bank wins. If nobody has after 15 rounds, or both are tired out, the nearer bank wins; in the middle the rest of
the strength decides.

## Rulings

- FR-01 Who seals nothing pulls with 0. You cannot pull harder than the strength that you have.
- FR-02 Equal pulls leave the ferry where it is; both lose what they pulled.
- FR-03 Everybody learns who pulled harder (`harder`), and never how hard. Strength stays secret; only that both have
  none is told, as it ends the match.
- FR-04 In the middle and with equal strength both win.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.refusal import Refused
from core.story.drawing import Cell, Drawing, NamedCells
from core.usual import number, onward

SEATS, ROUNDS, AT_MOST, ROUND_WORD = 2, 15, True, "pull"
STRENGTH, BANK = 40, 3
POSTS = tuple("abcdefg")
hidden = (Hidden("strength", by="holder"),)
score = "near"


class State(GameState, frozen=True, kw_only=True):
    strength: dict[str, int]
    near: dict[str, int]
    """Posts towards the own bank"""
    past: tuple[str, ...] = ()


class View(Struct, frozen=True):
    strength: int | None
    """Your strength"""
    near: dict[str, int]
    """Posts towards the own bank"""
    past: tuple[str, ...]
    """Who pulled harder"""


class Orders(Struct, frozen=True):
    pull: int = 0
    """You pull with {} strength."""


class Report(Struct, frozen=True):
    strength: int
    """You have {} strength left."""


class Public(Struct, frozen=True):
    harder: str
    """Pulled harder: {}"""


def setup(seats):
    return State(seats=seats, round=1, strength=dict.fromkeys(seats, STRENGTH), near=dict.fromkeys(seats, 0))


def redeal(state, seat, dice):
    """The other crew may have kept whatever its pulls allow: at least 1 went with each pull that it won."""
    draw, strength = dice.draw("redeal: strength"), dict(state.strength)
    for other in state.seats:
        if other != seat and state.past:
            strength[other] = draw.below(STRENGTH + 1 - state.past.count(other))
    return replace(state, strength=strength)


def board(view):
    left, right = view.near
    ends = {POSTS[0]: Cell(text=left[:2], seat=left), POSTS[-1]: Cell(text=right[:2], seat=right)}
    posts = {post: Cell(text="|", tone="faint") for post in POSTS[1:-1]}
    ferry = {POSTS[BANK + view.near[right]]: Cell(text="<>", tone="blue")}
    river = NamedCells(rows=(POSTS,), cells=posts | ends | ferry)
    return Drawing(parts=(river,), legend="The ferry between the banks.")


def check(state, seat, orders):
    if not 0 <= orders.pull <= state.strength[seat]:
        raise Refused("too_strong", f"You have {state.strength[seat]} strength, and pull with {orders.pull}.", "FR-01")


def asks(state, seat):
    most = state.strength[seat]
    return Asks(True, {"strength": most}, (number("pull", 0, most, Orders, "Strength of your pull"),))


def close(state, orders, dice):
    pulls = {seat: orders[seat].pull if seat in orders else 0 for seat in state.seats}
    strength = {seat: state.strength[seat] - pulls[seat] for seat in state.seats}
    left, right = state.seats
    moved = (pulls[right] > pulls[left]) - (pulls[left] > pulls[right])
    near = {left: state.near[left] - moved, right: state.near[right] + moved}
    harder = {1: right, -1: left, 0: "nobody"}[moved]
    after = replace(state, strength=strength, near=near, past=(*state.past, harder))
    over = state.round == ROUNDS or BANK in near.values() or not any(strength.values())
    standing = {seat: (near[seat], strength[seat]) for seat in state.seats}
    reports = {seat: Report(strength[seat]) for seat in state.seats}
    return Closing(onward(after, over, standing, dice), reports, Public(harder))


def plan(sight, draw):
    strength, near = sight.view.strength, sight.view.near[sight.seat]
    share = {-2: 0.3, -1: 0.2, 0: 0.12, 1: 0.12, 2: 0.2}[near]  # more where a pull decides
    return {"pull": min(strength, round(strength * share * (1 + draw.below(100) / 100)))}
