"""Who wins, who is the Elimination Candidate, and what everyone takes away (SH-40 to SH-45)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from core.contract import Struct
from core.dice import Dice
from core.games.drifting_ship.spec import LETTERS, PARTS_A_GARNET, RECORD_GARNETS, TITLES, letter, number
from core.games.drifting_ship.structs import Record, State
from core.match import ledger
from core.match.ledger import (
    PURSE_TAKEN,
    Ending,
    Entry,
    Lots,
    group,
    total,
)
from core.story.parts import Reason
from core.story.reasons import listed


class Chosen(Struct, frozen=True):
    """A seat that a criterion chose, alone or by lot."""

    seat: str
    level: tuple[str, ...]
    """The seats that the criterion could not tell apart, the chosen one included, in seat order."""
    lots: tuple[Lots, ...] = ()
    """For the record, if lots decided (CM-05)."""


def completed(state: State) -> tuple[str, ...]:
    """The Sequences of which all thirteen components are claimed (SH-40)."""
    owned = [room for player in state.players.values() for room in player.components]
    return tuple(a for a in LETTERS if sum(letter(room) == a for room in owned) == 13)


def conclude(state: State, dice: Dice) -> State:
    """The state with its ending, the Token of Life and the garnets."""
    complete = completed(state)
    planter = winning_planter(state, complete)
    what = "the win" if planter is None else "who would have won without the Parasite"
    natural = natural_winner(state, complete, what, dice)
    winner = natural if planter is None else Chosen(planter, (planter,))
    candidate = elimination_candidate(state, complete, natural, planter, dice)
    ending = Ending(
        winners=(winner.seat,),
        ranking=ranking(state, complete, winner, candidate),
        candidate=candidate.seat,
        lots=natural.lots + candidate.lots,
    )
    return replace(state, ending=ending, ledger=(*state.ledger, *taken_back(state), *rewards(state, winner.seat)))


def value(state: State, seat: str, letters: Sequence[str]) -> int:
    """The seat's Sequence Value: the sum of its numbers over these Sequences."""
    return sum(number(room) for room in state.players[seat].components if letter(room) in letters)


def lasting_value(state: State, complete: Sequence[str]) -> dict[str, int]:
    """SH-43: over the complete Sequences, or over all components if none is complete."""
    return {seat: value(state, seat, complete or LETTERS) for seat in state.seats}


# --- the winner --------------------------------------------------------------------------------------------------
def natural_winner(state: State, complete: Sequence[str], what: str, dice: Dice) -> Chosen:
    """SH-41: who wins if no plant does."""

    def key(seat: str) -> tuple[int, ...]:
        over_all = value(state, seat, LETTERS)  # the gamewide tie-break
        if len(complete) == 1:
            pieces = sum(letter(room) == complete[0] for room in state.players[seat].components)
            return (pieces, value(state, seat, complete), over_all)
        if complete:
            values = [value(state, seat, (a,)) for a in complete]
            return (max(values), sum(values), over_all)
        return (over_all,)

    return choose(state, state.seats, key, what, dice)


def winning_planter(state: State, complete: Sequence[str]) -> str | None:
    """SH-32: the single highest energy among the plants of this close that named a Sequence now complete."""
    right = {
        seat: player.plant.energy
        for seat, player in state.players.items()
        if player.plant is not None and player.plant.round == state.round and player.plant.letter in complete
    }
    best = [seat for seat, energy in right.items() if energy == max(right.values())]
    return best[0] if len(best) == 1 else None


def choose(state: State, among: Sequence[str], key: Callable[[str], tuple[int, ...]], what: str, dice: Dice) -> Chosen:
    """The seat with the greatest key; lots among equals (CM-05)."""
    best = max(key(seat) for seat in among)
    level = tuple(seat for seat in state.seats if seat in among and key(seat) == best)
    if len(level) == 1:
        return Chosen(level[0], level)
    drawn = dice.draw(f"round {state.round}: {what}").pick(level)
    return Chosen(drawn, level, (Lots(f"Lots decided {what} among {', '.join(level)}: {drawn}.", level),))


# --- the candidate -----------------------------------------------------------------------------------------------
def elimination_candidate(
    state: State, complete: Sequence[str], natural: Chosen, planter: str | None, dice: Dice
) -> Chosen:
    """SH-42 after a winning plant, SH-43 otherwise."""
    if planter is not None and natural.seat != planter:
        return Chosen(natural.seat, tuple(seat for seat in natural.level if seat != planter))
    winner = natural.seat
    others = [seat for seat in state.seats if seat != winner]
    improper = [seat for seat in others if state.players[seat].plant is not None] if planter is None else []
    lasting = lasting_value(state, complete)
    return choose(state, improper or others, lambda seat: (-lasting[seat],), "the Elimination Candidate", dice)


# --- ranking and rewards -----------------------------------------------------------------------------------------
def ranking(state: State, complete: Sequence[str], winner: Chosen, candidate: Chosen) -> tuple[tuple[str, ...], ...]:
    """SH-45: the winner first, then by lasting value, the candidate last; seats that only lots told apart stay
    together (CM-05), a candidate that was level with the winner too."""
    told_apart = _improper(state, candidate.seat) and not _improper(state, winner.seat)
    first = tuple(s for s in winner.level if not (told_apart and s in candidate.level))
    last = tuple(s for s in candidate.level if s not in first)
    between = [seat for seat in state.seats if seat not in first and seat not in last]
    groups = group(between, lasting_value(state, complete))
    return (first, *groups, *((last,) if last else ()))


def _improper(state: State, seat: str) -> bool:
    return state.players[seat].plant is not None


def rewards(state: State, winner: str) -> tuple[Entry, ...]:
    """SH-44, on top of the unspent purse."""
    found = [Entry(winner, "token", 1, "won the match")]
    for seat, player in state.players.items():
        if pieces := len(player.components) // PARTS_A_GARNET:
            found.append(Entry(seat, "garnet", pieces, f"{len(player.components)} components"))
        if any("Z" in mate.bonuses for mate in player.crew):
            found.append(Entry(seat, "garnet", RECORD_GARNETS, "Zurich Is Stained Vinyl Record"))
    return tuple(found)


# --- purses that a season lent -----------------------------------------------------------------------------------
def taken_back(state: State) -> tuple[Entry, ...]:
    """SH-44: what is left of a purse that a season lent goes back to it, before the rewards."""
    left = total(state.ledger, "garnet", state.seats) if state.lent else {}
    return tuple(Entry(seat, "garnet", -garnets, PURSE_TAKEN) for seat, garnets in left.items() if garnets)


def spent(state: State) -> dict[str, int]:
    """What each seat spent of its purse, in seat order, seats that spent nothing left out."""
    return {seat: garnets for seat, garnets in ledger.spent(state.ledger, state.seats).items() if garnets}


def verdict(record: Record) -> tuple[Reason, ...]:
    ending, state = record.ending, record.final
    if ending is None:
        return ()
    complete = completed(state)
    found = [Reason(kind="end", seats=(), text=_over_because(complete), ruling="SH-40")]
    winner = ending.winners[0]
    if winning_planter(state, complete) == winner:
        plant = state.players[winner].plant
        assert plant is not None
        text = f"{winner} won by the Parasite: planted on {TITLES[plant.letter]} with {plant.energy} energy, more than "
        text += "any other right plant, at the very close that completed it."
        found.append(Reason(kind="winner", seats=(winner,), text=text, ruling="SH-42"))
    else:
        found.append(Reason(kind="winner", seats=(winner,), text=_won(state, complete, winner), ruling="SH-41"))
    if ending.candidate is not None:
        found.append(_candidate(state, complete, ending.candidate, winner))
    return tuple(found)


def _over_because(complete: Sequence[str]) -> str:
    if not complete:
        return "The match ended after its last round with no Sequence complete."
    return (
        f"The match ended when {listed([TITLES[a] for a in complete])} was complete, all thirteen components claimed."
    )


def _won(state: State, complete: Sequence[str], winner: str) -> str:
    own = [room for room in state.players[winner].components if letter(room) in complete]
    others = [seat for seat in state.seats if seat != winner]
    if len(complete) == 1:
        title = TITLES[complete[0]]
        worth = value(state, winner, complete)
        many = {seat: sum(letter(room) in complete for room in state.players[seat].components) for seat in others}
        second = max(others, key=lambda seat: (many[seat], value(state, seat, complete)))
        next_ = f"{second} owns {many[second]} worth {value(state, second, complete)}"
        return f"{winner} owns the most of {title}: {len(own)} components with a value of {worth}; {next_}."
    if complete:
        best, second, less = _most(others, winner, lambda seat: max(value(state, seat, (a,)) for a in complete))
        return f"{winner} has the highest value in one of the complete Sequences: {best}; {second} has {less}."
    best, second, less = _most(others, winner, lambda seat: value(state, seat, LETTERS))
    head = "No Sequence was complete, so the value over all components decides"
    return f"{head}: {winner} has {best}, {second} {less}."


def _most(others: Sequence[str], winner: str, count: Callable[[str], int]) -> tuple[int, str, int]:
    """What the winner has, and who has most beside it, with how much."""
    second = max(others, key=count)
    return count(winner), second, count(second)


def _candidate(state: State, complete: Sequence[str], name: str, winner: str) -> Reason:
    lasting = lasting_value(state, complete)[name]
    over = listed([TITLES[a] for a in complete]) if complete else "all components"
    head = f"{name} is the Elimination Candidate:"
    if winning_planter(state, complete) == winner:
        would = _natural(state, complete, winner) == name
        why = "would have won" if would else f"the smallest value over {over} among the others, {lasting}"
        text = f"{head} {why}, had the winner's Parasite not been." if would else f"{head} {why}."
        return Reason(kind="candidate", seats=(name,), text=text, ruling="SH-42")
    planted = state.players[name].plant is not None
    among = "among those whose plant was improper" if planted else "of all who did not win"
    text = f"{head} the smallest value over {over} {among}, {lasting}."
    return Reason(kind="candidate", seats=(name,), text=text, ruling="SH-43")


def _natural(state: State, complete: Sequence[str], winner: str) -> str | None:
    """Who is named as the one that would have won: the last of the ranking's candidate, if it is not the smallest."""
    lasting = lasting_value(state, complete)
    ending = state.ending
    assert ending is not None
    others = [seat for seat in state.seats if seat != winner]
    name = ending.candidate
    return name if name is not None and lasting[name] > min(lasting[seat] for seat in others) else None
