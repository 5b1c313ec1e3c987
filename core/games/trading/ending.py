"""The end of both games: winners and tokens, garnets, ranking, the Elimination Candidate (EX-11 to EX-14, FA-11 to
FA-13)."""

from __future__ import annotations

from core.contract import Struct
from core.dice import Dice
from core.games.trading.offers import Goods
from core.games.trading.structs import TradingState
from core.ledger import Ending, LedgerEntry, Lots, group

CROWD = 4
"""Number tied for first from which no Tokens of Life are given (EX-11, FA-11)."""


class Prizes(Struct, frozen=True, kw_only=True):
    per_garnet: int
    crowd_wins: bool
    """True if a crowd tied for first wins, though without tokens (EX-11); False if it does not (FA-11)."""


def ending(state: TradingState, goods: Goods, prizes: Prizes, dice: Dice) -> Ending:
    """Return winners, ranking and, unless players must choose, the Elimination Candidate."""
    ranking = group(state.seats, state.score)
    first = ranking[0]
    winners = first if len(first) < CROWD or prizes.crowd_wins else ()
    losers = tuple(seat for seat in state.seats if seat not in winners)
    if not losers:  # EX-12: all seats won
        return Ending(winners=winners, ranking=ranking, has_opponent=False)
    tied = tied_for_candidate(state, goods, losers)
    if len(tied) == 1:
        return Ending(winners=winners, ranking=ranking, candidate=tied[0])
    if winners:
        return Ending(winners=winners, ranking=ranking, candidates=tied, choosers=winners)
    drawn = dice.draw(f"round {state.round}: elimination candidate").pick(tied)  # FA-12: no winner to choose
    sentence = f"{drawn} is the Elimination Candidate, drawn by lot among {', '.join(tied)}."
    return Ending(winners=winners, ranking=ranking, candidate=drawn, lots=(Lots(sentence, tied),))


def tied_for_candidate(state: TradingState, goods: Goods, losers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats left by the game's own tie-breaks: the most of the risky kind, then the lowest score (EX-12,
    FA-12)."""
    most = max(state.held[seat][goods.risk] for seat in losers)
    holding = [seat for seat in losers if state.held[seat][goods.risk] == most] if most else list(losers)
    least = min(state.score[seat] for seat in holding)
    return tuple(seat for seat in holding if state.score[seat] == least)


def prize_entries(
    state: TradingState, goods: Goods, prizes: Prizes, winners: tuple[str, ...]
) -> tuple[LedgerEntry, ...]:
    """Return the ledger's entries for tokens and garnets (EX-11, EX-13, FA-11, FA-13)."""
    entries = []
    if len(winners) == 1:
        entries.append(LedgerEntry(winners[0], "token", 2, "won the match"))
    elif len(winners) < CROWD:
        entries += [LedgerEntry(seat, "token", 1, "tied for first place") for seat in winners]
    for seat in state.seats:
        garnets = max(0, state.score[seat] // prizes.per_garnet)  # CM-06
        if garnets:
            why = f"{state.score[seat]} {goods.score}, one garnet for every {prizes.per_garnet}"
            entries.append(LedgerEntry(seat, "garnet", garnets, why))
    return tuple(entries)
