"""The rules of The Seven Years' Famine: the deal or a set-up's position, and the close of a year."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing, Options
from core.dice import Dice
from core.games.famine.scoring import DIAMOND_GARNETS, GARNET_YEAR, LOCK_YEAR, YEARS, topaz_in, year_result
from core.games.famine.spec import GOODS, HAND, PRIZES, SPEC
from core.games.famine.structs import Diamond, DossierEntry, Given, Report, State
from core.games.trading import offers
from core.games.trading.ending import ending, prize_entries
from core.games.trading.offers import Orders, Swap, Trade
from core.games.trading.structs import Account, check_seated, given_hands, given_scores
from core.ledger import LedgerEntry
from core.refusal import NotAMatch


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Resolve a year: process and score trades, give the diamonds' information, and decide the match after year 7."""
    trades, failed = offers.meet(state.seats, state.round, orders)  # FA-03
    own = {seat: offers.swaps(trades, seat) for seat in state.seats}
    after = play(state, trades)
    reports = {
        seat: Report(
            score=after.score[seat],
            held=after.held[seat],
            trades=own[seat],
            failed=failed[seat],
            diamonds=tuple(entry.diamond for entry in after.told[seat][len(state.told[seat]) :]),
        )
        for seat in state.seats
    }
    if state.round < SPEC.rounds:
        return Closing(replace(after, round=state.round + 1), reports)
    end = ending(after, GOODS, PRIZES, dice)  # FA-11, FA-12
    entries = (*prize_entries(after, GOODS, PRIZES, end.winners), *diamond_garnets(state.round, own))  # FA-13
    return Closing(replace(after, ending=end, ledger=(*state.ledger, *entries)), reports)


def play(state: State, trades: tuple[Trade, ...]) -> State:
    """Return the state after the trades of its year, with what its diamonds told."""
    own = {seat: offers.swaps(trades, seat) for seat in state.seats}
    after = lock(score(state, trades, own), own)
    told_by_diamonds = {
        seat: (
            *state.told[seat],
            *(DossierEntry(state.round, diamond) for diamond in diamonds_revealed(after, own[seat])),
        )
        for seat in state.seats
    }
    return replace(after, told=told_by_diamonds)


def trades_by_partner(trades: tuple[Trade, ...], seats: tuple[str, ...], seat: str) -> dict[str, int]:
    times = {other: 0 for other in seats if other != seat}
    for trade in trades:
        if seat in (trade.a, trade.b):
            times[trade.b if trade.a == seat else trade.a] += 1
    return times


def partners_of(trades: tuple[Trade, ...], seats: tuple[str, ...], seat: str, year: int) -> tuple[str, ...]:
    counts = trades_by_partner(tuple(trade for trade in trades if trade.round == year), seats, seat)
    return tuple(other for other, times in counts.items() if times)


def score(state: State, trades: tuple[Trade, ...], own: Mapping[str, tuple[Swap, ...]]) -> State:
    """Move all gemstones at once, and score every seat's trades and the end of the year (FA-04 to FA-06)."""
    topaz = topaz_in((trade.a_gave or "", trade.b_gave or "") for trade in trades)  # FA-04: counted over all seats
    every = (*state.trades, *trades)
    hands, favor, accounts = {}, {}, {}
    for seat in state.seats:
        hands[seat] = offers.after_swaps(state.held[seat], own[seat])
        pairs = [(swap.gave, swap.got) for swap in own[seat]]
        result = year_result(state.round, pairs, topaz, hands[seat], trades_by_partner(every, state.seats, seat))
        favor[seat] = state.score[seat] + result.total
        accounts[seat] = (*state.accounts[seat], Account(state.round, result, favor[seat]))
    return replace(state, held=hands, score=favor, accounts=accounts, trades=every)


def lock(state: State, own: Mapping[str, tuple[Swap, ...]]) -> State:
    """FA-08: Diamonds received in year 5 cannot be given in year 6; no other year locks any."""
    received = {seat: sum(swap.got == "diamond" for swap in own[seat]) for seat in state.seats}
    return replace(state, locked=received if state.round == LOCK_YEAR else dict.fromkeys(state.seats, 0))


def diamonds_revealed(after: State, own: tuple[Swap, ...]) -> tuple[Diamond, ...]:
    """FA-07: Return the information that a seat gets for the diamonds it gave this year, after the close."""
    about = [swap.partner for swap in own if swap.gave == "diamond"]
    power = YEARS[after.round].power
    if power == "inventory":
        return tuple(Diamond(seat, gems=after.held[seat]) for seat in about)
    if power == "partners":
        return tuple(Diamond(seat, partners=partners_of(after.trades, after.seats, seat, 1)) for seat in about)
    if power == "rank":
        return tuple(Diamond(seat, rank=rank(after, seat)) for seat in about)
    if power == "favor":
        return tuple(Diamond(seat, favor=after.score[seat]) for seat in about)
    return ()


def rank(state: State, seat: str) -> int:
    """FA-07: Return the rank by Favor; 1 is best, equal Favor shares a rank, and the next rank skips."""
    return 1 + sum(other > state.score[seat] for other in state.score.values())


def diamond_garnets(year: int, own: Mapping[str, tuple[Swap, ...]]) -> tuple[LedgerEntry, ...]:
    """FA-09: Return garnets for the diamonds given in year 7."""
    if year != GARNET_YEAR:
        return ()
    counts = {seat: sum(swap.gave == "diamond" for swap in swaps) for seat, swaps in own.items()}
    return tuple(
        LedgerEntry(
            seat, "garnet", DIAMOND_GARNETS * number, f"{GOODS.counted(number, 'diamond')} given in year {year}"
        )
        for seat, number in counts.items()
        if number
    )


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Return the position at the start.

    Raises:
        NotAMatch: The rules exclude the position.
    """
    year = given.round or 1
    hands = deal(seats, dice) if given.hands is None else given_hands(GOODS, seats, given.hands)
    return State(
        seats=seats, round=year, score=given_scores("favor", seats, given.favor), held=hands,
        trades=earlier_trades(seats, year, given.partners), accounts=dict.fromkeys(seats, ()),
        locked=locked(seats, year, given.locked_diamonds, hands), told=dict.fromkeys(seats, ()),
    )  # fmt: skip


def deal(seats: tuple[str, ...], dice: Dice) -> dict[str, dict[str, int]]:
    """FA-01: Deal all forty gemstones in random order, five to each seat."""
    pool = [kind for kind in GOODS.kinds for _ in range(GOODS.pool[kind])]
    dice.draw("deal").shuffle(pool)
    return {seat: GOODS.count(tuple(pool[i * HAND : (i + 1) * HAND])) for i, seat in enumerate(seats)}


def earlier_trades(seats: tuple[str, ...], year: int, partners: tuple[tuple[str, str, int], ...]) -> tuple[Trade, ...]:
    """Return the trades of a set-up, by year and in seat order.

    Raises:
        NotAMatch: They could not have been made (FA-02, FA-90).
    """
    trades: list[Trade] = []
    for first, other, when in partners:
        check_seated("partners", seats, {first: when, other: when})
        if first == other:
            raise NotAMatch("to_oneself", f"`partners`: {first} cannot have traded with itself.", "FA-02")
        if not 1 <= when < year:
            raise NotAMatch(
                "no_such_year", f"`partners`: a trade in year {when} is not earlier than year {year}, the start."
            )
        a, b = sorted((first, other), key=seats.index)
        for trade in trades:
            if (trade.a, trade.b) == (a, b) and abs(trade.round - when) <= 1:
                raise NotAMatch(
                    "impossible_trades",
                    f"`partners`: {a} and {b} cannot have traded in year {trade.round} and in year {when}.",
                    "FA-02",
                )
        for seat in (a, b):
            if sum(trade.round == when and seat in (trade.a, trade.b) for trade in trades) == GOODS.limit:
                raise NotAMatch(
                    "impossible_trades",
                    f"`partners`: {seat} cannot have made more than {GOODS.limit} trades in year {when}.",
                    "FA-02",
                )
        trades.append(Trade(when, a, b))
    return tuple(sorted(trades, key=lambda trade: (trade.round, seats.index(trade.a), seats.index(trade.b))))


def locked(
    seats: tuple[str, ...], year: int, locks: dict[str, int], hands: dict[str, dict[str, int]]
) -> dict[str, int]:
    """FA-08: Return locked diamonds by seat.

    Raises:
        NotAMatch: It is not year 6, or a seat does not hold them.
    """
    check_seated("locked_diamonds", seats, locks)
    if locks and year != LOCK_YEAR + 1:
        raise NotAMatch(
            "not_that_year", f"`locked_diamonds` is for a start in year {LOCK_YEAR + 1}, not in year {year}.", "FA-08"
        )
    for seat, number in locks.items():
        most = min(hands[seat]["diamond"], GOODS.limit)
        if not 0 <= number <= most:
            raise NotAMatch(
                "impossible_lock",
                f"`locked_diamonds`: {seat} can have 0 to {most} locked diamonds, not {number}.",
                "FA-08",
            )
    return {seat: locks.get(seat, 0) for seat in seats}
