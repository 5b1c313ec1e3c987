"""The coach of The Drifting Ship: placing, walking, bidding, and the results of bids."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from core.bots.coach import Hint, Lesson, Position, Step, figure, looking_back, percent, steps
from core.bots.contract import Move, Seal
from core.decoding import decode
from core.games.drifting_ship.bots.crowd import ways
from core.games.drifting_ship.bots.sharp import odds
from core.games.drifting_ship.reach import forecast, gain
from core.games.drifting_ship.spec import FIRST_ENERGY, LETTERS, PARASITE_ROOM, ROUNDS, is_component, letter, number
from core.games.drifting_ship.structs import Orders, Report, View
from core.json import Json
from core.story.parts import listed

FEW_LEFT = 3
"""Most free rooms of a Sequence that may all go in one round."""
HIGH = 10
"""The lowest number of a valuable component."""

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    if lesson.sight.phase == "pregame":
        return _placing_hint(lesson)
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and lesson.view.own is not None and len(lesson.view.own.pages) > 1:
        return _hint_after_close(lesson)
    return _walking_hint(lesson)


def _crew(lesson: Pupil) -> list[Json]:
    return [*(lesson.drafted("crew") or ()), {}, {}][:2]


def _placing_hint(lesson: Pupil) -> Hint:
    placed = sum(bool(order.get("start")) for order in _crew(lesson))
    return steps(
        lesson,
        (
            Step(
                placed == 2,
                f"Place {'your other crewmate' if placed else 'your two crewmates'}: Enter on a room with \u25cb.",
                (
                    "From there they walk in straight lines, along a row or a column, one energy a tile. Two that "
                    "stand far apart reach more of the ship, and do not bid for the same room.",
                    "When a Sequence is complete, most pieces of it win, and the sum of their numbers breaks ties. If "
                    "none is complete after the last round, the highest sum of all wins.",
                ),
                f"Place {'the other' if placed else 'two'}: Enter on \u25cb.",
            ),
        ),
    )


def _walking_hint(lesson: Pupil) -> Hint:
    crew, own = _crew(lesson), lesson.view.own
    energy = "" if own is None else ", ".join(f"{mate.name} has {mate.energy}" for mate in own.crew)
    bids = sum(bool(mate.get("activate")) for mate in crew)
    return steps(
        lesson,
        (
            Step(
                any(mate.get("move") or mate.get("activate") for mate in crew),
                "Walk a crewmate along its row or column: a tile costs 1 energy.",
                (
                    f"Energy: {energy}. Each gets 3 more a round, at most 7. The lit rooms are in reach; what a walk "
                    "leaves is what you can bid.",
                    "Nobody sees where you walk, but players who end in the same room see you, as you see them.",
                ),
                "Walk one: 1 energy for a tile.",
            ),
            Step(
                bids > 0,
                "Bid with + for the room it ends in: the highest bid gets it.",
                (
                    "Equal bids strike each other out, and the next highest wins. So an odd little bid can beat two "
                    "big ones that are alike. What is bid is gone, won or lost.",
                ),
                "Bid with + for where it ends.",
            ),
            Step(
                bids > 1 or all(mate.get("move") or mate.get("activate") for mate in crew),
                "The same with the other crewmate: c goes to it. Then s seals.",
                ("A crewmate may also stay and rest: then it keeps its energy.",),
                "The other crewmate: c. Then s.",
            ),
        ),
    )


def _hint_after_close(lesson: Pupil) -> Hint:
    report = lesson.report
    won = [attempt.room for attempt in report.activations if attempt.ok]
    lost = [attempt.room for attempt in report.activations if not attempt.ok]
    results = [f"{room} is yours" for room in won] + [f"you did not get {room}" for room in lost]
    details = []
    if lost:
        details.append(
            "A failed bid has no reason given: a tie, a higher bid and a disabled room look the same. The energy "
            "is gone."
        )
    details += [f"You met {met.name} of {met.player} in {met.room}." for met in report.met]
    others = [room for room in report.activated if room not in won]
    details.append(f"Activated by others: {', '.join(others) or 'nothing'}. Only rooms are told, not who.")
    details.append(f"Your crewmates start the round with {report.energy[0]} and {report.energy[1]} energy.")
    return looking_back(f"What came of it: {', '.join(results) or 'you bid for nothing'}.", details)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    sealed = next((move.orders for move in reversed(made) if isinstance(move, Seal)), None)
    if sealed is None:
        return []
    orders, view = decode(Orders, sealed, "orders"), lesson.view
    if lesson.sight.phase == "pregame" or not view.crew:
        return [_reach_words(view, [mate["start"] for mate in sealed["crew"]])]
    bids = [(forecast(view, n, orders.of(n)).room, orders.of(n).activate) for n in (0, 1)]
    chances = odds(view, {room: bid for room, bid in bids if bid is not UNSET and bid})
    lines, expected = [], 0.0
    for index, crewmate in enumerate(view.crew):
        order, spending = orders.of(index), forecast(view, index, orders.of(index))
        if order.activate is not UNSET and order.activate:
            rivals, chance = chances[spending.room]
            is_sure = crewmate.can_use("U") and is_component(spending.room)
            expected += 1.0 if is_sure else chance
            bid = _bid_words(lesson, spending.room, order.activate, rivals, None if is_sure else chance)
            lines.append(f"{bid}{_sequence_words(view, spending.room)}")
        elif order.move is not UNSET or order.step is not UNSET:
            lines.append(
                f"{crewmate.name} walks to {spending.room} and bids for nothing: it will be nearer to what is next."
            )
        else:
            lines.append(f"{crewmate.name} rests in {spending.room}: nothing in its reach is worth its energy now.")
        lost = gain(spending.after_bid, 99, "R" in crewmate.bonuses) - spending.next_round
        loss = f"; {lost} more would be lost, as {view.me.cap} is the most" if lost > 0 and view.round < ROUNDS else ""
        lines.append(f"{crewmate.name} starts the next round with {spending.next_round} energy{loss}.")
    lines += _ending_lines(view, [room for room, bid in bids if bid is not UNSET and bid])
    if chances:
        lines.append(f"Expect {expected:.1f} of {len(chances)} {'room' if len(chances) == 1 else 'rooms'}.")
    return lines


def _bid_words(lesson: Pupil, room: str, energy: int, rivals: float, chance: float | None) -> str:
    """Say what speaks for and against a bid. `chance` is None if no other seat can win."""
    has_report = lesson.view.own is not None and lesson.view.own.pages and lesson.sight.reports
    met = sorted({crewmate.player for crewmate in lesson.report.met if crewmate.room == room}) if has_report else []
    near = f"{', '.join(met)} stood there with you" if met else "nobody was seen there"
    crowd = "about 1 other is" if figure(rivals) == "1" else f"about {figure(rivals)} others are"
    crowd = f"{crowd} after it" if rivals >= 0.05 else "hardly anybody is after it"
    risk = (
        "nobody can outbid it"
        if chance is None
        else f"{percent(chance)} that nobody bids as much, as equal bids strike out"
    )
    return f"{room} for {energy} energy: {risk}; {crowd}, {near}."


def _reach_words(view: View, rooms: Sequence[str]) -> str:
    chart = view.chart
    near = {target for room in rooms for target, cost in ways(chart.board, chart.walls, room) if cost < FIRST_ENERGY}
    components = [room for room in near if is_component(room)]
    high = sum(number(room) >= HIGH for room in components)
    return f"From there {len(components)} components are in reach in round 1, {high} of them numbered {HIGH} or more."


def _sequence_words(view: View, room: str) -> str:
    """Say what the room does for its Sequence: most pieces win a complete one, then the sum (SH-41)."""
    if not is_component(room):
        return " It is a tool, and counts in no Sequence."
    bar = view.sequences[LETTERS.index(letter(room))]
    pieces = "piece" if len(bar.mine) == 1 else "pieces"
    return f" In the {bar.title} Sequence you have {len(bar.mine)} {pieces}, sum {bar.value}; it adds {number(room)}."


def _ending_lines(view: View, bids: Sequence[str]) -> list[str]:
    """Say which Sequence these bids would complete, and which others may complete: the match ends at that close
    (SH-40), and a right plant wins before the most pieces (SH-32)."""
    lines = []
    carried = any(PARASITE_ROOM in news.activated for news in view.news)
    for bar in view.sequences:
        own = [room for room in bids if is_component(room) and letter(room) == bar.letter]
        rooms = listed([f"{free}{bar.letter}" for free in bar.free])
        if bar.free and len(own) == len(bar.free):
            outcome = f"you have {len(bar.mine) + len(own)} of its 13 pieces then; most pieces win, the sum breaks ties"
            outcome += "; a Parasite planted for it at this close would win before that" if carried else ""
            lines.append(
                f"{listed(own)} complete{'s' * (len(own) == 1)} the {bar.title} Sequence and ends the match: {outcome}."
            )
        elif 0 < len(bar.free) <= FEW_LEFT:
            verb = "is" if len(bar.free) == 1 else "are"
            lines.append(f"Only {rooms} {verb} free in the {bar.title} Sequence: this close may end the match.")
    return lines


def _given_mate(name: str, room: str, energy: int, *bonuses: str) -> Json:
    return {"name": name, "room": room, "energy": energy, "bonuses": list(bonuses), "parasite": False}


POSITIONS = (
    Position(
        "conductor",
        "Round 5: four rooms of C are taken; energy for two good bids",
        {
            "round": 5,
            "crew": {
                "$1": [_given_mate("Teal", "13C", 6), _given_mate("Rust", "9A", 5, "R")],
                "$2": [_given_mate("Jade", "10A", 6), _given_mate("Sky", "6C", 4)],
                "$3": [_given_mate("Onyx", "7B", 5, "X"), _given_mate("Red", "2A", 7)],
                "$4": [_given_mate("Moss", "8B", 3), _given_mate("Plum", "V", 6)],
            },
            "claimed": {"12C": "$1", "4B": "$1", "8A": "$2", "9C": "$3", "11C": "$4", "10C": "$2", "5B": "$4"},
        },
    ),
)
