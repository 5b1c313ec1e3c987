"""The coach of The Drifting Ship: two crewmates placed, a walk and a bid for each, and what became of the bids."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import (
    Hint,
    Lesson,
    Position,
    Step,
    looking_back,
    steps,
)
from core.bots.contract import Move, Seal
from core.games.drifting_ship.structs import Orders, Report, View
from core.json import Json

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    """The steps of the pregame and of a round, then what came of the bids."""
    if lesson.sight.phase == "pregame":
        return _placing(lesson)
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and lesson.view.own is not None and len(lesson.view.own.pages) > 1:
        return _after(lesson)
    return _walking(lesson)


def _crew(lesson: Pupil) -> list[Json]:
    return [*(lesson.drafted("crew") or ()), {}, {}][:2]


def _placing(lesson: Pupil) -> Hint:
    placed = sum(bool(one.get("start")) for one in _crew(lesson))
    return steps(
        lesson,
        (
            Step(
                placed == 2,
                f"Place your two crewmates ({placed} of 2): Enter on a room with \u25cb.",
                (
                    "From there they walk in straight lines, along a row or a column, one energy a tile. Two "
                    "that stand far "
                    "apart reach more of the ship, and do not bid for the same room.",
                    "High numbers are worth more: you are as strong in a Sequence as the sum of your rooms in it.",
                ),
                f"Place two ({placed}/2): Enter on \u25cb.",
            ),
        ),
    )


def _walking(lesson: Pupil) -> Hint:
    crew, own = _crew(lesson), lesson.view.own
    energy = "" if own is None else ", ".join(f"{one.name} has {one.energy}" for one in own.crew)
    bids = sum(bool(one.get("activate")) for one in crew)
    return steps(
        lesson,
        (
            Step(
                any(one.get("move") or one.get("activate") for one in crew),
                "Walk a crewmate along its row or column: a tile costs 1 energy.",
                (
                    f"Energy: {energy}. Each gets 3 more a round, at most 7. The lit rooms are in reach; what a walk "
                    "leaves is what you can bid.",
                    "Nobody sees where you walk, but whoever ends in the same room sees you, as you see them.",
                ),
                "Walk one: 1 energy for a tile.",
            ),
            Step(
                bids > 0,
                "Bid with + for the room it ends in: the highest bid gets it.",
                (
                    "Equal bids strike each other out, and the next highest wins. So an odd little bid can beat "
                    "two big "
                    "ones that are alike. What is bid is gone, won or lost.",
                ),
                "Bid with + for where it ends.",
            ),
            Step(
                bids > 1 or all(one.get("move") or one.get("activate") for one in crew),
                "The same with the other crewmate: c goes to it. Then s seals.",
                ("A crewmate may also stay and rest: then it keeps its energy.",),
                "The other crewmate: c. Then s.",
            ),
        ),
    )


def _after(lesson: Pupil) -> Hint:
    report = lesson.report
    won = [one.room for one in report.activations if one.ok]
    lost = [one.room for one in report.activations if not one.ok]
    told = [f"{room} is yours" for room in won] + [f"you did not get {room}" for room in lost]
    more = []
    if lost:
        more.append(
            "A failed bid has no reason given: a tie, a higher bid and a disabled room look the same. The energy "
            "is gone."
        )
    more += [f"You met {met.name} of {met.player} in {met.room}." for met in report.met]
    others = [room for room in report.activated if room not in won]
    more.append(f"Activated by others: {', '.join(others) or 'nothing'}. Only rooms are told, not who.")
    more.append(f"Your crewmates start the round with {report.energy[0]} and {report.energy[1]} energy.")
    return looking_back(f"What came of it: {', '.join(told) or 'you bid for nothing'}.", more)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    """Why these rooms."""
    orders = next((move.orders for move in reversed(made) if isinstance(move, Seal)), {})
    found = []
    for index, one in enumerate(orders.get("crew") or ()):
        if one.get("activate"):
            room = one.get("move") or (lesson.view.own.crew[index].room if lesson.view.own else "")
            found.append(f"{room} is free and in reach; a bid of {one['activate']} leaves energy for the next round.")
    if any(one.get("start") for one in orders.get("crew") or ()):
        found.append("They start apart, so that together they reach more rooms.")
    return found or ["Nothing is in reach that is worth the energy: rest, and have more next round."]


def _mate(name: str, room: str, energy: int, *bonuses: str) -> Json:
    return {"name": name, "room": room, "energy": energy, "bonuses": list(bonuses), "parasite": False}


POSITIONS = (
    Position(
        "conductor",
        "Round 5: much of a Sequence is taken, and there is energy for two good bids",
        {
            "round": 5,
            "crew": {
                "$1": [_mate("Teal", "13C", 6), _mate("Rust", "9A", 5, "R")],
                "$2": [_mate("Jade", "10A", 6), _mate("Sky", "6C", 4)],
                "$3": [_mate("Onyx", "7B", 5, "X"), _mate("Red", "2A", 7)],
                "$4": [_mate("Moss", "8B", 3), _mate("Plum", "V", 6)],
            },
            "claimed": {"12C": "$1", "4B": "$1", "8A": "$2", "9C": "$3", "11C": "$4", "10C": "$2", "5B": "$4"},
        },
    ),
)
