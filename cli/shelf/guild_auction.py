"""The Guild Auction

Bid for skills in secret: the highest bid that nobody else made wins.

Eight skills come up one by one. Each player begins with 20 coins that nobody else sees, and seals a bid. Equal bids
cancel each other; of the rest the highest wins the skill and pays. Crown is worth 4 points, Seal 3. Mint gives its
owner 3 coins after every round. Broker pays half of its bids, rounded up. Scholar is worth 1 point for each skill of
its owner, itself included. At the end five coins are worth a point. The most points win.

## Rulings

- GA-01 A bid of 0, or no seal, is no bid.
- GA-02 Everybody learns who won a skill, not for how much; if no bid is left, the skill is gone.
- GA-03 The order of the skills is drawn, and nobody knows the next one.
- GA-04 Purses stay secret until the end; among equal points coins decide.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.refusal import Refused
from core.usual import number, onward, said

SEATS, ROUNDS = (3, 9), 8
COINS = 20
SKILLS = ("Crown", "Crown", "Seal", "Seal", "Mint", "Mint", "Broker", "Scholar")
hidden = (Hidden("coins", by="holder"), Hidden("deck", kind="skill"))
score = "skill_points"


class State(GameState, frozen=True, kw_only=True):
    deck: tuple[str, ...]
    offered: str
    coins: dict[str, int]
    skills: dict[str, tuple[str, ...]]
    skill_points: dict[str, int]
    """Points of skills"""


class View(Struct, frozen=True):
    offered: str
    """Skill on offer"""
    deck: int
    """Skills still to come"""
    coins: int | None
    """Your coins"""
    skills: dict[str, tuple[str, ...]]
    """Skills"""
    skill_points: dict[str, int]
    """Points"""


class Orders(Struct, frozen=True):
    bid: int = 0
    """You bid {} coins."""


class Report(Struct, frozen=True):
    coins: int
    """You have {} coins."""


def setup(seats, dice):
    deck = list(SKILLS)
    dice.draw("skills").shuffle(deck)
    nothing = dict.fromkeys(seats, ())
    return State(seats=seats, round=1, offered=deck[0], deck=tuple(deck[1:]), coins=dict.fromkeys(seats, COINS),
                 skills=nothing, skill_points=dict.fromkeys(seats, 0))  # fmt: skip


def price(state, seat, bid):
    return -(-bid // 2) if "Broker" in state.skills[seat] else bid


def check(state, seat, orders):
    if orders.bid < 0 or price(state, seat, orders.bid) > state.coins[seat]:
        raise Refused("too_much", f"You have {state.coins[seat]} coins and bid {orders.bid}.", "GA-04")


def asks(state, seat):
    most = state.coins[seat] * (2 if "Broker" in state.skills[seat] else 1)
    return Asks(True, {"coins": state.coins[seat]}, (number("bid", 0, most, Orders, f"Your bid for {state.offered}"),))


def points(skills):
    worth = {"Crown": 4, "Seal": 3, "Scholar": len(skills)}
    return sum(worth.get(skill, 0) for skill in skills)


def close(state, orders, dice):
    bids = {seat: orders[seat].bid for seat in state.seats if seat in orders and orders[seat].bid}
    single = [seat for seat, bid in bids.items() if [*bids.values()].count(bid) == 1]
    winner = max(single, key=bids.__getitem__, default=None)
    coins, skills = dict(state.coins), dict(state.skills)
    if winner:
        coins[winner] -= price(state, winner, bids[winner])
        skills[winner] = (*skills[winner], state.offered)
    coins = {seat: n + 3 * state.skills[seat].count("Mint") for seat, n in coins.items()}
    won = {seat: points(skills[seat]) for seat in state.seats}
    offered, deck = (state.deck[0], state.deck[1:]) if state.deck else ("", ())
    after = replace(state, coins=coins, skills=skills, skill_points=won, offered=offered, deck=deck)
    standing = {seat: (won[seat] + coins[seat] // 5, coins[seat]) for seat in state.seats}
    public = said(f"{winner} wins {state.offered}." if winner else f"Nobody wins {state.offered}.")
    reports = {seat: Report(coins[seat]) for seat in state.seats}
    return Closing(onward(after, state.round == ROUNDS, standing, dice), reports, public)


def plan(sight, draw):
    view, own = sight.view, sight.view.skills[sight.seat]
    worth = {"Crown": 4, "Seal": 3, "Mint": 0.6 * view.deck, "Broker": 0.4 * view.deck, "Scholar": 1 + len(own)}
    bid = round(view.coins * worth[view.offered] / (view.deck + 1) * 0.6) + draw.below(3)
    return {"bid": min(bid, view.coins)}
