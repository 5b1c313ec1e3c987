"""The coach of Day of Mercury: two places, their actions, and afterwards the effect of the crowds."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import Hint, Lesson, Position, Step, looking_back, steps
from core.bots.contract import Move, Say, Seal
from core.decoding import decode
from core.games.day_of_mercury.bots.haggling import ELSEWHERE
from core.games.day_of_mercury.bots.steady import expected_holding, swap_gain
from core.games.day_of_mercury.company import TERMS
from core.games.day_of_mercury.forecast import Forecast, expected_yield, forecast
from core.games.day_of_mercury.spec import LOCATIONS, SHRINE
from core.games.day_of_mercury.structs import Commit, Gather, Offer, Orders, Report, View, Visit
from core.games.day_of_mercury.words import place
from core.story.parts import listed
from core.talk.deals import bargains

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    if lesson.played:
        return _hint_after_close(lesson)
    if lesson.sight.phase != "round":
        return None
    view, visits = lesson.view, lesson.drafted("visits") or ()
    places_chosen = [visit["location"] for visit in visits if visit.get("location")]
    deeds = [deed for visit in visits for deed in visit.get("actions") or ()]
    forced = view.effects.forced
    forced_words = (
        f" You must be in {place(forced)} this round." if forced is not None and forced not in places_chosen else ""
    )
    places_words = "another place" if places_chosen else "two places"
    return steps(
        lesson,
        (
            Step(
                len(places_chosen) >= 2,
                f"Choose {places_words}: the crowd decides what they yield.{forced_words}",
                (
                    "A gather brings 4 of a place's sin where fewer than three players are, 3 usually, 2 where more "
                    "than six are. You cannot see who goes where: guess, or ask them (t).",
                    "Points come from the Shrine of Flies, which pays best for many kinds of sin of different "
                    f"amounts.{' Early on there is nothing to offer: gather.' if view.round < 4 else ''}",
                ),
                # a forced place comes first, because plans without it are refused
                f"Choose {place(forced)}." if forced_words and forced is not None else f"Choose {places_words}: 1-8.",
            ),
            Step(
                bool(deeds),
                f"Add up to {view.actions} actions, two at most in a place: g gathers.",
                (
                    "Gather brings the place's sin. A commit does something to another player, who never learns from "
                    "whom, and costs its action alone. Offer pays the place's resident for a favour.",
                    f"You have {sum(view.sin.values())} sin now. What you gather can be spent in the same round: "
                    f"it comes first.",
                ),
                f"Up to {view.actions} actions: g gathers.",
            ),
        ),
    )


def _hint_after_close(lesson: Pupil) -> Hint:
    report = lesson.report
    parts = [
        f"{LOCATIONS[spot].title.removeprefix('the ')} {f'{len(others) + 1} people' if others else 'you alone'}"
        for spot, others in report.visits.items()
    ]
    gained = sum(sum(result.gained.values()) for result in report.actions if result.ok)
    failed = [result for result in report.actions if not result.ok]
    more = [f"What you did brought {gained} sin: you hold {sum(report.sin.values())}, and {report.points} points."]
    for spot, others in report.visits.items():
        with_you = f"with {', '.join(others)}" if others else "alone"
        more.append(f"You stood in {place(spot)} {with_you}: {_yield_words(spot, len(others) + 1)}.")
    more += [f"Your {result.do} in {place(result.location)} did nothing; the report says why." for result in failed]
    more.append("Sin is worth nothing until it is offered at the Shrine of Flies, or the ninth round has closed.")
    return looking_back(f"What came of it: +{gained} sin. {', '.join(parts)}.", more)


def _talk_line(lesson: Pupil, orders: Orders, say: Say) -> str:
    """Say why something is said: what a swap would add to an offering, or that it adds nothing."""
    to = say.to if isinstance(say.to, str) else say.to[0]
    if say.text == ELSEWHERE:
        return f"{to} will be in another place than you, and a trade needs both in one."
    if say.deal is None:
        return f"No to {to}: a seat has one trade a round, and this one adds nothing, or is elsewhere."
    adds = swap_gain(expected_holding(lesson.view, orders), say.deal.give, say.deal.want)
    spoken = bargains(lesson.sight.seat, lesson.sight.heard, lesson.sight.round, TERMS).get(to)
    lead = "Say yes to" if spoken is not None and spoken.waits_for(lesson.sight.seat) else "Ask"
    swap = f"{say.deal.give} for {say.deal.want}"
    return f"{lead} {to}: {swap} adds {adds} to what the Shrine would pay for all that you hold after this round."


def _yield_words(spot: str, number: int) -> str:
    if spot == SHRINE:
        return "there each gather draws two sins, whatever the crowd"
    amount = 4 if number < 3 else 2 if number > 6 else 3
    return f"a crowd of {number}, so each gather there was worth {amount}"


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    sealed = next((move.orders for move in reversed(made) if isinstance(move, Seal)), None)
    if sealed is None:
        return []
    orders, view = decode(Orders, sealed, "orders"), lesson.view
    if talk := [move for move in made if isinstance(move, Say)]:
        return [_talk_line(lesson, orders, move) for move in talk]
    planned = forecast(view, orders)
    lines = [line for visit in orders.visits if (line := _visit_line(view, visit, planned))]
    holding = ", ".join(f"{sin} {amount}" for sin, amount in planned.sin.items() if amount)
    if not planned.offered:
        pays = f"then the Shrine would pay {planned.shrine.points} for it"
        lines.append(f"With middle crowds you hold {holding or 'nothing'} after it: {pays}.")
    if view.round < view.rounds:  # in the last round the coach's reckoning is just that
        lines.append(f"That makes {planned.points} points at the end of round {view.round} ({view.points} now).")
    lacking = [spot for spot in view.lacking if all(visit.location != spot for visit in orders.visits)]
    if planned.bonus and view.lacking:
        lines.append("It completes the seven places: one more of every sin at the end of the round.")
    elif lacking and len(lacking) < 3:
        lines.append(f"For the visit bonus you lack {listed([place(spot) for spot in lacking])} still.")
    if orders.trade is not None:
        lines.append(
            f"The trade with {orders.trade.partner}, your {orders.trade.give} for {orders.trade.want}, is agreed: it "
            f"comes about if both seal it and meet."
        )
    sight = lesson.sight
    standing = bargains(sight.seat, sight.heard, sight.round)
    waits = [
        other for other, bargain in standing.items()
        if bargain.message.sender == sight.seat and not bargain.agreed and not bargain.answer
    ]  # fmt: skip
    if waits:
        has = "has" if len(waits) == 1 else "have"
        lines.append(f"{listed(waits)} {has} not answered: wait for it, and press C again; a trade comes on top.")
    unused = view.actions - sum(len(visit.deeds) for visit in orders.visits)
    if unused > 0:
        lines.append(f"{unused} of {view.actions} actions stay unused.")
    return lines


def _visit_line(view: View, visit: Visit, planned: Forecast) -> str:
    spot, deeds = LOCATIONS[visit.location], visit.deeds
    gathers = sum(isinstance(deed, Gather) for deed in deeds)
    if gathers and spot.sin is not None:
        amount = expected_yield(view.effects, spot.id)
        return (
            f"Gather {'twice' if gathers == 2 else 'once'} in {place(spot.id)}: {gathers * amount} {spot.sin} in a "
            f"crowd of three to six ({amount} each; one more below three, one less above six)."
        )
    if any(isinstance(deed, Offer) for deed in deeds) and spot.id == SHRINE:
        return f"Offer at the Shrine now: {planned.offered} points, which bear interest from this round on."
    if any(isinstance(deed, Commit) for deed in deeds):
        return f"Commit from {place(spot.id)}: {spot.commit}."
    return f"Offer in {place(spot.id)}: {spot.offering}." if deeds else ""


POSITIONS = (
    Position(
        "shrine",
        "Round 5: offer at the Shrine now, or gather on for more tiers",
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
