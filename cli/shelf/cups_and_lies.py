"""Cups and Lies

Bid on dice under everybody's cups, and call the bid that you do not believe.

Each player shakes three dice under a cup and looks at them alone. In turn you bid how many dice of a face lie under all
cups together, more than the bid before, or you call it. If there are at least so many dice, the caller loses a die; if
not, the bidder does. Who has no die is out. The last one with dice wins.

## Rulings

- CL-01 A bid is higher if it has more dice, or as many of a higher face.
- CL-02 After a call all dice are shown; then everybody shakes anew, and the loser begins, or the next with dice.
- CL-03 If your time passes you call; if there is no bid yet, you bid one six.
- CL-04 Players rank by how long they kept a die.
"""

from msgspec.structs import replace

from core.contract import ActionResult, Asks, Choice, Closing, GameState, Hidden, Number, Stage, Struct
from core.refusal import Refused
from core.usual import onward, said

SEATS, ROUNDS, AT_MOST, ROUND_WORD = (2, 8), 23, True, "hand"
DICE, FACES = 3, ("ones", "twos", "threes", "fours", "fives", "sixes")
hidden = (Hidden("cups", by="holder"),)
score = "left"


class State(GameState, frozen=True, kw_only=True):
    cups: dict[str, tuple[int, ...]]
    turn: str
    bid: tuple[int, int] | None = None
    bidder: str | None = None
    called: str | None = None
    left: dict[str, int]
    """Dice left"""
    out: dict[str, int] = {}
    shown: str = ""


class View(Struct, frozen=True):
    cups: tuple[int, ...] | None
    """Dice under your cup"""
    standing: str
    """The bid that stands"""
    left: dict[str, int]
    """Dice left"""
    shown: str
    """The last call"""


class Bid(Struct, frozen=True, tag="bid", tag_field="kind"):
    face: int
    count: int


class Call(Struct, frozen=True, tag="call", tag_field="kind"):
    pass


Action = Bid | Call


def shaken(seats, left, draw):
    return {seat: tuple(sorted(1 + draw.below(6) for _ in range(left[seat]))) for seat in seats}


def setup(seats, dice):
    left = dict.fromkeys(seats, DICE)
    return State(seats=seats, round=1, left=left, turn=seats[0], cups=shaken(seats, left, dice.draw("cups 1")))


def words(bid):
    return "none" if bid is None else f"{bid[0]} {FACES[bid[1] - 1]}"


def view(state, seat):
    standing = f"{words(state.bid)}, of {state.bidder}" if state.bid else "none"
    return View(state.cups.get(seat) if seat else None, standing, state.left, state.shown)


def redeal(state, seat, dice):
    drawn = shaken(state.seats, state.left, dice.draw("redeal: cups"))
    return replace(state, cups={**drawn, **({seat: state.cups[seat]} if seat else {})})


def stage(state):
    return Stage("bid, or call the bid", () if state.called else (state.turn,))


def default(state, seat):
    return Call() if state.bid else Bid(6, 1)


def least(state, face):
    return 1 if state.bid is None else state.bid[0] + (face <= state.bid[1])


def asks(state, seat):
    most = sum(state.left.values())
    bids = [
        Choice("action.bid.count", least(state, face), f"Bid {FACES[face - 1]}: how many",
               probe={"kind": "bid", "face": face, "count": least(state, face)}, entry=Number(least(state, face), most))
        for face in range(1, 7) if least(state, face) <= most
    ]  # fmt: skip
    why = None if state.bid else "There is no bid yet."
    call = Choice("action.call", "call", "call the bid", why, "CL-01" if why else None, {"kind": "call"})
    return Asks(False, {"dice in all": most}, (*bids, call))


def act(state, seat, action):
    following = next(s for s in after_seat(state.seats, seat) if state.left[s])
    if isinstance(action, Call):
        if state.bid is None:
            raise Refused("no_bid", "There is no bid yet.", "CL-01")
        return ActionResult(replace(state, called=seat))
    if not (1 <= action.face <= 6 and least(state, action.face) <= action.count <= sum(state.left.values())):
        raise Refused("too_low", f"Bid more than {words(state.bid)}, and no more dice than there are.", "CL-01")
    return ActionResult(replace(state, bid=(action.count, action.face), bidder=seat, turn=following))


def after_seat(seats, seat):
    at = seats.index(seat) + 1
    return (*seats[at:], *seats[:at])


def close(state, dice):
    (count, face), caller, bidder = state.bid, state.called, state.bidder
    there = sum(cup.count(face) for cup in state.cups.values())
    loser = caller if there >= count else bidder
    left = {**state.left, loser: state.left[loser] - 1}
    out = state.out if left[loser] else {**state.out, loser: state.round}
    cups = "; ".join(f"{seat} {' '.join(map(str, cup))}" for seat, cup in state.cups.items() if cup)
    shown = f"{caller} called {words(state.bid)} of {bidder}: there were {there}. {loser} loses a die. ({cups})"
    turn = next(seat for seat in (loser, *after_seat(state.seats, loser)) if left[seat])
    over = sum(map(bool, left.values())) == 1
    fresh = shaken(state.seats, left, dice.draw(f"cups {state.round + 1}"))
    after = replace(state, cups=fresh, left=left, out=out, turn=turn, bid=None, bidder=None, called=None, shown=shown)
    standing = {seat: out.get(seat, ROUNDS + 1) for seat in state.seats}
    public = said(shown)
    return Closing(onward(after, over, standing, dice), dict.fromkeys(state.seats, public), public)


def plan(sight, draw):
    bids = sight.asks.open("action.bid.count")
    lowest = [bid for bid in bids if bid.value == min(bid.value for bid in bids)]
    dice = sum(sight.view.left.values())
    if sight.asks.open("action.call") and (not lowest or lowest[0].value > dice // 3 + draw.below(3)):
        return {"kind": "call"}
    return draw.pick(lowest).probe
