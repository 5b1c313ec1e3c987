"""The coach of Day of Mercury: two places, what to do there, and afterwards what the crowd made of it."""

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
from core.games.day_of_mercury.spec import LOCATIONS, SHRINE
from core.games.day_of_mercury.structs import Orders, Report, View
from core.games.day_of_mercury.words import place

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    """The steps of a day, then what came of it."""
    if lesson.played:
        return _after(lesson)
    if lesson.sight.phase != "round":
        return None
    view, visits = lesson.view, lesson.drafted("visits") or ()
    there = [visit["location"] for visit in visits if visit.get("location")]
    deeds = [deed for visit in visits for deed in visit.get("actions") or ()]
    forced = view.effects.forced
    where = f" You must be in {place(forced)} this round." if forced is not None and forced not in there else ""
    one = f" ({len(there)} of 2)" if there else ""
    return steps(
        lesson,
        (
            Step(
                len(there) >= 2,
                f"Choose two places{one}: the crowd decides what they yield.{where}",
                (
                    "A gather brings 4 of a place's sin where fewer than three players are, 3 usually, 2 where more "
                    "than six are. You cannot see who goes where: guess, or ask them (t).",
                    "Points come from the Shrine of Flies, which pays best for many kinds of sin of different "
                    "amounts. "
                    "Early on there is nothing to offer: gather.",
                ),
                # a place that one has to be in comes first, for plans without it are refused
                f"Choose {place(forced)}." if where and forced is not None else f"Choose two places{one}: 1-8.",
            ),
            Step(
                bool(deeds),
                f"Add up to {view.actions} actions, two at most in a place: g gathers.",
                (
                    "Gather brings the place's sin. Commit spends one sin to do something to somebody, who never "
                    "learns who "
                    "it was. Offer pays the place's resident for a favour.",
                    f"You have {sum(view.sin.values())} sin now. What you gather can be spent in the same round: "
                    f"it comes first.",
                ),
                f"Up to {view.actions} actions: g gathers.",
            ),
        ),
    )


def _after(lesson: Pupil) -> Hint:
    report = lesson.report
    found = [
        f"{LOCATIONS[spot].title.removeprefix('the ')} {_crowd(len(others) + 1)}"
        for spot, others in report.visits.items()
    ]
    gained = sum(sum(result.gained.values()) for result in report.actions if result.ok)
    failed = [result for result in report.actions if not result.ok]
    more = [f"What you did brought {gained} sin: you hold {sum(report.sin.values())}, and {report.points} points."]
    for spot, others in report.visits.items():
        with_you = f"with {', '.join(others)}" if others else "alone"
        more.append(f"You stood in {place(spot)} {with_you}: {_yield(spot, len(others) + 1)}.")
    more += [f"Your {result.do} in {place(result.location)} did nothing; the report says why." for result in failed]
    more.append("Sin is worth nothing until it is offered at the Shrine of Flies, or the ninth round has closed.")
    return looking_back(f"What came of it: +{gained} sin. {', '.join(found)}.", more)


def _crowd(number: int) -> str:
    return "you alone" if number == 1 else f"{number} people"


def _yield(spot: str, number: int) -> str:
    if spot == SHRINE:
        return "there each gather draws two sins, whatever the crowd"
    amount = 4 if number < 3 else 2 if number > 6 else 3
    return f"a crowd of {number}, so each gather there was worth {amount}"


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    """Why these places."""
    orders = next((move.orders for move in reversed(made) if isinstance(move, Seal)), {})
    found = []
    for visit in orders.get("visits") or ():
        spot, deeds = LOCATIONS[visit["location"]], [deed["do"] for deed in visit.get("actions") or ()]
        times = {1: "once", 2: "twice"}.get(deeds.count("gather"))
        if times and spot.sin is not None:
            found.append(f"Gather {times} in {place(spot.id)}: you hold {lesson.view.sin.get(spot.sin, 0)} {spot.sin}.")
        elif "offer" in deeds and spot.id == SHRINE:
            found.append("Offer at the Shrine: points made early earn interest each round.")
        elif "commit" in deeds:
            found.append(f"Commit from {place(spot.id)}: {spot.commit}.")
        elif "offer" in deeds:
            found.append(f"Offer in {place(spot.id)}: {spot.offering}.")
    return [
        *found,
        "Different amounts of many kinds are what the Shrine pays for, and each of the seven places counts "
        "once towards the visit bonus.",
    ]


POSITIONS = (
    Position(
        "shrine",
        "Round 5: offer at the Shrine now for interest, or gather on for more tiers",
        {
            "round": 5,
            "sin": {
                "$1": {"pride": 5, "greed": 3, "lust": 3, "wrath": 1},
                "$2": {"sloth": 6, "envy": 2},
                "$3": {"gluttony": 4, "pride": 2, "lust": 1},
                "$4": {"greed": 7},
            },
            "points": {"$1": 12, "$2": 21, "$3": 9, "$4": 4},
            "visited": {"$1": ["ringed_city", "catacombs", "lakeside_garden", "drowned_tower"]},
        },
    ),
)
