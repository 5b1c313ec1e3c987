"""The close of a year, in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.famine.scoring import DIAMOND_GARNETS, GARNET_YEAR, LOCK_YEAR, YEARS, topaz_in, year_result
from core.games.famine.spec import GOODS, PRIZES, SPEC
from core.games.famine.structs import Diamond, Report, State, Told
from core.games.trading import offers
from core.games.trading.ending import ending, prize_entries
from core.games.trading.offers import Orders, Swap, Trade
from core.games.trading.structs import Account
from core.match.ledger import Entry


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Resolve a year: trades that meet are processed and scored, diamonds tell, and year 7 decides the match."""
    trades, failed = offers.meet(state.seats, state.round, orders)  # FA-03
    own = {seat: offers.swaps(trades, seat) for seat in state.seats}
    after = score(state, trades, own)
    after = lock(after, own)
    told = {seat: diamonds_told(after, own[seat]) for seat in state.seats}
    after = replace(after, told={s: (*state.told[s], *(Told(state.round, d) for d in told[s])) for s in state.seats})
    reports = {
        seat: Report(
            score=after.score[seat],
            held=after.held[seat],
            trades=own[seat],
            failed=failed[seat],
            diamonds=told[seat],
        )
        for seat in state.seats
    }
    if state.round < SPEC.rounds:
        return Closing(replace(after, round=state.round + 1), reports)
    end = ending(after, GOODS, PRIZES, dice)  # FA-11, FA-12
    entries = (*prize_entries(after, GOODS, PRIZES, end.winners), *diamond_garnets(state.round, own))  # FA-13
    return Closing(replace(after, ending=end, ledger=(*state.ledger, *entries)), reports)


def met(trades: tuple[Trade, ...], seats: tuple[str, ...], seat: str) -> dict[str, int]:
    """By other seat, how many trades `seat` has had with it."""
    times = {other: 0 for other in seats if other != seat}
    for trade in trades:
        if seat in (trade.a, trade.b):
            times[trade.b if trade.a == seat else trade.a] += 1
    return times


def partners_of(trades: tuple[Trade, ...], seats: tuple[str, ...], seat: str, year: int) -> tuple[str, ...]:
    """With whom `seat` traded in a year, in seat order."""
    then = met(tuple(trade for trade in trades if trade.round == year), seats, seat)
    return tuple(other for other, times in then.items() if times)


def score(state: State, trades: tuple[Trade, ...], own: Mapping[str, tuple[Swap, ...]]) -> State:
    """Move the gemstones, all at once, and score every seat's trades and the end of the year (FA-04 to FA-06)."""
    topaz = topaz_in((trade.a_gave or "", trade.b_gave or "") for trade in trades)  # FA-04: by all seats together
    every = (*state.trades, *trades)
    held, favor, accounts = {}, {}, {}
    for seat in state.seats:
        held[seat] = offers.moved(state.held[seat], own[seat])
        pairs = [(swap.gave, swap.got) for swap in own[seat]]
        result = year_result(state.round, pairs, topaz, held[seat], met(every, state.seats, seat))
        favor[seat] = state.score[seat] + result.total
        accounts[seat] = (*state.accounts[seat], Account(state.round, result, favor[seat]))
    return replace(state, held=held, score=favor, accounts=accounts, trades=every)


def lock(state: State, own: Mapping[str, tuple[Swap, ...]]) -> State:
    """Diamonds received in year 5 cannot be given in year 6; no other year locks any (FA-08)."""
    received = {seat: sum(swap.got == "diamond" for swap in own[seat]) for seat in state.seats}
    return replace(state, locked=received if state.round == LOCK_YEAR else dict.fromkeys(state.seats, 0))


def diamonds_told(after: State, own: tuple[Swap, ...]) -> tuple[Diamond, ...]:
    """What the diamonds that a seat gave this year tell it of their recipients, after the close (FA-07)."""
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
    """1 is best; equal Favor, equal rank; the next rank skips (FA-07)."""
    return 1 + sum(other > state.score[seat] for other in state.score.values())


def diamond_garnets(year: int, own: Mapping[str, tuple[Swap, ...]]) -> tuple[Entry, ...]:
    """Garnets for the diamonds given in year 7 (FA-09)."""
    if year != GARNET_YEAR:
        return ()
    given = {seat: sum(swap.gave == "diamond" for swap in done) for seat, done in own.items()}
    return tuple(
        Entry(seat, "garnet", DIAMOND_GARNETS * number, f"{GOODS.counted(number, 'diamond')} given in year {year}")
        for seat, number in given.items()
        if number
    )
