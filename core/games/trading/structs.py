"""State, View, Report and Given of both games. JSON says `points` and `cubes`, or `favor` and `gems`; code `score` and
`held`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.bots import contract as bots
from core.contract import GameState, Given, Struct
from core.games.trading.offers import Goods, Offer, Orders, Swap, Trade
from core.games.trading.results import Result
from core.refusal import NotAMatch, quoted
from core.story import parts as story

LARGEST_SCORE = 1_000_000
"""The largest score, either way, at the start of a match."""


class TradingState(GameState, frozen=True, kw_only=True):
    """Everything about a match of either game, without the sealed offers."""

    score: dict[str, int]
    held: dict[str, dict[str, int]]
    """Pieces of each kind by seat; every kind is named."""
    trades: tuple[Trade, ...] = ()
    """Every trade processed so far, by round, in seat order."""
    accounts: dict[str, tuple[Account, ...]] = {}


class Past(Struct, frozen=True):
    """An own processed trade of an earlier round."""

    round: int
    partner: str = msgspec.field(name="with")
    gave: str | None
    """None if the set-up says only that there was a trade."""
    got: str | None


class Account(Struct, frozen=True):
    """A seat's result of a closed round, item by item."""

    round: int
    result: Result
    score: int


class TradingView(Struct, frozen=True, kw_only=True):
    """A seat's view of the match; a spectator's is empty but for `round`."""

    seat: str | None
    round: int
    score: int = 0
    """The seat's own score; others' scores are secret."""
    held: dict[str, int] = {}
    """The seat's own hand, every kind named."""
    past: tuple[Past, ...] = ()
    """Own processed trades, oldest first."""
    accounts: tuple[Account, ...] = ()

    @property
    def free(self) -> dict[str, int]:
        return self.held

    @property
    def closed_partners(self) -> tuple[str, ...]:
        return ()


class TradingReport(Struct, frozen=True, kw_only=True):
    score: int
    held: dict[str, int]
    trades: tuple[Swap, ...] = ()
    """Own processed trades, by partner in seat order."""
    failed: tuple[Offer, ...] = ()


# --- what the house hands out, of either game ------------------------------------------------------------------------
Sight = bots.Sight[Orders, TradingView, TradingReport]
Bot = bots.Bot[Orders, TradingView, TradingReport]
Chapter = story.Chapter[TradingState, Orders, TradingReport]
Record = story.Record[TradingState, Orders, TradingReport]
Page = story.Page[Orders, TradingView, TradingReport]
Memory = story.Memory[Orders, TradingView, TradingReport]


class TradingGiven(Given, frozen=True, kw_only=True):
    hands: dict[str, tuple[str, ...]] | None = None
    """Every seat's hand; None for a deal by the dice."""


def past(trades: tuple[Trade, ...], seat: str) -> tuple[Past, ...]:
    own = []
    for t in trades:
        if t.a == seat:
            own.append(Past(t.round, t.b, t.a_gave, t.b_gave))
        elif t.b == seat:
            own.append(Past(t.round, t.a, t.b_gave, t.a_gave))
    return tuple(own)


# --- reading a set-up -------------------------------------------------------------------------------------------------
def given_hands(
    goods: Goods, seats: tuple[str, ...], hands: Mapping[str, tuple[str, ...]]
) -> dict[str, dict[str, int]]:
    """Return hands by seat from a set-up; they need not be a legal deal. Raises NotAMatch."""
    check_seated("hands", seats, hands)
    for seat in seats:
        if seat not in hands:
            raise NotAMatch("no_hand", f"`hands` names every seat; {seat} is missing.")
        for kind in hands[seat]:
            if kind not in goods.pool:
                known = ", ".join(goods.kinds)
                raise NotAMatch(
                    "unknown_kind", f"`hands`: {seat} holds a {goods.one} called {quoted(kind)}; there are {known}."
                )
    return {seat: goods.count(hands[seat]) for seat in seats}


def given_scores(key: str, seats: tuple[str, ...], scores: Mapping[str, int]) -> dict[str, int]:
    """Return scores by seat from a set-up, 0 by default. Raises NotAMatch."""
    check_seated(key, seats, scores)
    for seat, score in scores.items():
        if abs(score) > LARGEST_SCORE:
            raise NotAMatch(
                "impossible_score", f"`{key}`: {seat} starts with {score}; {LARGEST_SCORE:,} is the limit either way."
            )
    return {seat: scores.get(seat, 0) for seat in seats}


def check_seated(key: str, seats: tuple[str, ...], names: Mapping[str, object]) -> None:
    for name in names:
        if name not in seats:
            raise NotAMatch("not_seated", f"`{key}` names {quoted(name)}, who is not seated.")
