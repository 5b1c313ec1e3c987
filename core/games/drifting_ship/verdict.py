"""Why a match on the ship ended so: what was complete, who won by what, why the candidate is one (SH-40 to SH-45)."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.drifting_ship.ending import completed, lasting_value, value, winning_planter
from core.games.drifting_ship.spec import LETTERS, TITLES, letter
from core.games.drifting_ship.structs import Record, State
from core.story.parts import Reason
from core.story.reasons import listed


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
    if len(complete) == 1:
        title = TITLES[complete[0]]
        worth = value(state, winner, complete)
        return f"{winner} owns the most of {title}: {len(own)} components with a value of {worth}."
    if complete:
        best = max(value(state, winner, (a,)) for a in complete)
        return f"{winner} has the highest value in one of the complete Sequences: {best}."
    worth = value(state, winner, LETTERS)
    return f"No Sequence was complete, so the value over all components decides: {winner} has {worth}."


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
