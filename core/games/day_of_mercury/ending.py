"""After round nine: winners, candidate, tokens and garnets (DM-70 to DM-75), and the decisions that are left."""

from __future__ import annotations

from msgspec import structs

from core.dice import Dice
from core.games.day_of_mercury.spec import MOST_TIED, TOKENS_TO_GIVE
from core.games.day_of_mercury.structs import State
from core.match.ledger import (
    Ending,
    Entry,
    Lots,
    Pending,
    group,
    total,
)

MOST_POINTS = "most points"
MOST_SINS = "most sins committed"
GIVEN = "given by the winner"
GARNET_TOKEN = "for a Token of Life"
GARNET_WINNER = "single winner"


def settle(state: State, dice: Dice) -> State:
    """Winners and candidate by points, after the conversion (DM-70, DM-71, DM-75)."""
    ranking = group(state.seats, {seat: player.points for seat, player in state.players.items()})
    most, fewest = ranking[0], ranking[-1]
    winners = most if len(most) <= MOST_TIED else ()
    ending = Ending(winners, ranking)
    if len(ranking) == 1:
        ending = structs.replace(ending, has_opponent=False)
    elif len(fewest) == 1:
        ending = structs.replace(ending, candidate=fewest[0])
    elif winners:
        ending = structs.replace(ending, candidates=fewest, choosers=winners)
    else:
        chosen = dice.draw("candidate by lot").pick(fewest)
        lots = f"Nobody won, so lots drew the Elimination Candidate among {', '.join(fewest)}: {chosen}."
        ending = structs.replace(ending, candidate=chosen, lots=(Lots(lots, fewest),))
    tokens = tuple(Entry(seat, "token", 1, MOST_POINTS) for seat in winners)
    state = structs.replace(state, ending=ending, ledger=(*state.ledger, *tokens))
    if ending.candidate is not None or not ending.candidates:
        state = most_sins(state)
    return finish(state)


def most_sins(state: State) -> State:
    """Once the candidate is known: a token for the seat with the most successful commits, unless it is tied, has
    none, or is the candidate (DM-72)."""
    assert state.ending is not None
    most = group(state.seats, {seat: player.commits for seat, player in state.players.items()})[0]
    seat = most[0]
    if len(most) > 1 or state.players[seat].commits == 0 or seat == state.ending.candidate:
        return state
    return structs.replace(state, ledger=(*state.ledger, Entry(seat, "token", 1, MOST_SINS)))


def pending(state: State) -> Pending | None:
    """The candidate if tied (DM-71), then the winner's three tokens (DM-73), then the opponent (CM-08)."""
    ending = state.ending
    assert ending is not None
    if ending.candidates and ending.candidate is None:
        return Pending("choose_candidate", ending.choosers, ending.candidates)
    if len(ending.winners) == 1 and not state.tokens_given:
        among = tuple(s for s in state.seats if s not in (ending.winners[0], ending.candidate))
        return Pending("give_tokens", ending.winners, among, TOKENS_TO_GIVE)
    if ending.candidate is None or ending.opponent is not None:
        return None
    tokens = total(state.ledger, "token", state.seats)
    out = (ending.candidate, *state.exempt)
    among = tuple(s for s in state.seats if s not in out and tokens[s] == 0)
    return Pending("choose_opponent", (ending.candidate,), among) if among else None


def decide(state: State, kind: str, chosen: tuple[str, ...]) -> State:
    """The state after a pending choice fell on `chosen`."""
    ending = state.ending
    assert ending is not None
    if kind == "choose_candidate":
        state = structs.replace(state, ending=structs.replace(ending, candidate=chosen[0]))
        return finish(most_sins(state))
    if kind == "give_tokens":
        given = tuple(Entry(seat, "token", 1, GIVEN) for seat in state.seats if seat in chosen)
        return finish(structs.replace(state, tokens_given=True, ledger=(*state.ledger, *given)))
    if kind == "choose_opponent":
        return finish(structs.replace(state, ending=structs.replace(ending, opponent=chosen[0])))
    raise ValueError(f"Day of Mercury has no decision {kind!r}")


def finish(state: State) -> State:
    """When nothing is left to decide: a garnet for everyone who received a token, one more for a single winner
    (DM-74)."""
    assert state.ending is not None
    if pending(state) is not None:
        return state
    tokens = total(state.ledger, "token", state.seats)
    garnets = [Entry(seat, "garnet", 1, GARNET_TOKEN) for seat in state.seats if tokens[seat]]
    if len(state.ending.winners) == 1:
        garnets.append(Entry(state.ending.winners[0], "garnet", 1, GARNET_WINNER))
    return structs.replace(state, ledger=(*state.ledger, *garnets))
