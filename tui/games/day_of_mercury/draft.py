"""A plan of Day of Mercury as JSON orders. Every function returns new orders and changes none in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from core.contract import Asks, Choice
from core.games.day_of_mercury import words
from core.games.day_of_mercury.forecast import Forecast, expected_yield
from core.games.day_of_mercury.spec import LOCATIONS, SHRINE, SINS
from core.games.day_of_mercury.structs import Orders, View
from core.json import Json
from tui.games.day_of_mercury.rows import HUES, SHORT
from tui.widgets.choices import Row
from tui.words import text

STEPS = ("gather", "commit", "offer")
"""Kinds of action in the order in which they resolve. The trade resolves between the last two."""


def empty() -> Json:
    return {"visits": [], "trade": None}


def visits(orders: Json, forced: str | None) -> list[Json]:
    """Return the places of the plan, each with a list of actions. A forced place is always included (DM-05)."""
    planned = [
        {"location": visit["location"], "actions": list(visit.get("actions") or [])}
        for visit in orders.get("visits") or []
        if visit["location"] in LOCATIONS
    ]
    if forced is not None and forced not in (visit["location"] for visit in planned):
        planned.insert(0, {"location": forced, "actions": []})
    return planned


def with_visits(orders: Json, visits: list[Json], forced: str | None) -> Json:
    """Return the orders with other visits. A forced place alone, without actions, counts as no plan."""
    bare = [visit for visit in visits if visit["location"] != forced or visit["actions"]]
    return {"visits": visits if bare or orders.get("trade") else [], "trade": orders.get("trade")}


def places(visits: list[Json]) -> list[str]:
    return [visit["location"] for visit in visits]


def deeds_of_step(visits: list[Json], place: str, step: str) -> list[Json]:
    return [deed for visit in visits if visit["location"] == place for deed in visit["actions"] if deed["do"] == step]


def actions_at(visits: list[Json], place: str) -> int:
    return sum(len(visit["actions"]) for visit in visits if visit["location"] == place)


def total(visits: list[Json]) -> int:
    return sum(len(visit["actions"]) for visit in visits)


def with_place(visits: list[Json], place: str) -> list[Json]:
    return visits if place in places(visits) else [*visits, {"location": place, "actions": []}]


def instead(visits: list[Json], old: str, new: str) -> list[Json]:
    return [{"location": new, "actions": []} if visit["location"] == old else visit for visit in visits]


def with_deed(visits: list[Json], place: str, deed: Json) -> list[Json]:
    """Add an action in that place. Actions stay in the order in which they resolve."""
    changed = []
    for visit in visits:
        if visit["location"] == place:
            deeds = sorted([*visit["actions"], deed], key=lambda action: STEPS.index(action["do"]))
            visit = {**visit, "actions": deeds}
        changed.append(visit)
    return changed


def without_deed(visits: list[Json], place: str, step: str | None) -> list[Json]:
    """Remove the last action of that kind in that place; None: the last action of any kind."""
    changed = []
    for visit in visits:
        if visit["location"] == place:
            deeds = visit["actions"]
            last = next((n for n in reversed(range(len(deeds))) if step in (None, deeds[n]["do"])), None)
            visit = {**visit, "actions": [deed for n, deed in enumerate(deeds) if n != last]}
        changed.append(visit)
    return changed


def with_place_moved(visits: list[Json], place: str, by: int) -> list[Json]:
    """Move a place in the plan: offers resolve in its order (DM-36)."""
    at = places(visits).index(place)
    to = max(0, min(len(visits) - 1, at + by))
    others = [visit for visit in visits if visit["location"] != place]
    return [*others[:to], visits[at], *others[to:]]


def read(orders: Json) -> Orders:
    """Parse the orders as the rules do. Return empty orders if the form is wrong or a name is unknown."""
    try:
        parsed = msgspec.convert(orders, Orders)
    except msgspec.ValidationError:
        return Orders()
    trade = parsed.trade
    known = all(visit.location in LOCATIONS for visit in parsed.visits)
    return parsed if known and (trade is None or {trade.give, trade.want} <= {*SINS}) else Orders()


TRADE, FREE = "trade", "free"
"""Ids of rows that are no place. The others are `place` and `place:step`."""


class Why(NamedTuple):
    """Reason why something cannot be added."""

    sentence: str
    ruling: str | None


def by_slot(asks: Asks) -> dict[str, dict[str | int, Choice]]:
    slots: dict[str, dict[str | int, Choice]] = {}
    for choice in asks.choices:
        slots.setdefault(choice.slot, {})[choice.value] = choice
    return slots


def closed_step(asks: Asks, visits: Sequence[Json], place: str, step: str) -> Why | None:
    """Return why another action of this kind cannot be planned in that place, or None."""
    choice = by_slot(asks).get(f"do.{place}", {}).get(step)
    if choice is not None and choice.closed is not None:
        return Why(choice.closed, choice.ruling)
    mine, each, most = list(visits), asks.limits.get("actions_here", 0), asks.limits.get("actions", 0)
    if actions_at(mine, place) >= each:
        return Why(f"At most {each} actions in one location: take one back with x first.", "DM-02")
    if total(mine) >= most:
        return Why(f"At most {most} actions this round: take one back with x first.", "DM-02")
    return None


def why_kept(asks: Asks, place: str) -> Why | None:
    """Return why a planned place cannot be left out, or None."""
    choice = by_slot(asks).get("leave_out", {}).get(place)
    return None if choice is None or choice.closed is None else Why(choice.closed, choice.ruling)


def plan_rows(view: View, orders: Json, visits: list[Json], asks: Asks, forecast: Forecast | None) -> Iterator[Row]:
    yield Row("order", "Gather\u203aCommit\u203aTrade\u203aOffer", heading=True)
    short = {payment.location for payment in forecast.short} if forecast else set()
    here_most = asks.limits.get("actions_here", 2)
    for visit in visits:
        place = visit["location"]
        must = place == view.effects.forced
        counter = (f"{'must' if must else 'here'} {len(visit['actions'])}/{here_most}", "$warn" if must else "$faint")
        yield Row(place, (SHORT[place], "bold $accent"), note=counter)
        for step in STEPS:
            yield _step_row(view, visits, place, step, asks, forecast, place in short)
    least, most = asks.limits.get("visits_least", 2), asks.limits.get("visits", 2)
    for number in range(len(visits), most):
        word = "choose a place" if number < least else "one more, or not"
        yield Row(f"{FREE}{number}", (word, "$warn" if number < least else "$faint"), note=("1-8", "$key"))
    yield _trade_row(orders.get("trade"), forecast)


def _trade_row(trade: Json | None, forecast: Forecast | None) -> Row:
    label = text.line(("b ", "$key"), ("Trade", "bold $accent"))
    if not trade:
        return Row(TRADE, label, note=("one, 0/1", "$faint"))
    short = forecast is not None and any(payment.what == "trade" for payment in forecast.short)
    swap = text.line(_sin(trade["give"]), "\u2192", _sin(trade["want"]), ("!" if short else "", "$warn"))
    label = text.line(label, f" {trade['with']} ", swap)
    return Row(TRADE, label, note=("1/1", "$faint") if label.cell_length <= 19 else "")


def _sin(sin: str) -> text.Part:
    return (sin, HUES.get(sin, "$strong"))


def _step_row(
    view: View, visits: list[Json], place: str, step: str, asks: Asks, forecast: Forecast | None, short: bool
) -> Row:
    deeds = deeds_of_step(visits, place, step)
    why = None if deeds else closed_step(asks, visits, place, step)
    word = step.capitalize()
    label = text.line((f"{step[0]} ", "$key"), (f"{word:<7}", "$strong" if deeds else "$faint"))
    if why is not None:
        return Row(f"{place}:{step}", label, why.sentence, why.ruling)
    if not deeds:
        return Row(f"{place}:{step}", label, note=_hint(view, place, step))
    tail: text.Part = ("!", "$warn") if short and step == "offer" else ""
    return Row(f"{place}:{step}", text.line(label, _queued_words(view, place, step, deeds, forecast), tail))


def _hint(view: View, place: str, step: str) -> text.Part:
    location = LOCATIONS[place]
    if step == "gather":
        return (f"~{expected_yield(view.effects, place)} {location.sin or 'random'}", "$faint")
    if step == "commit":
        return ("-", "$faint")
    return ("all", "$faint") if place == SHRINE else (f"{location.cost} {location.cost_sin}", "$faint")


def _queued_words(view: View, place: str, step: str, deeds: list[Json], forecast: Forecast | None) -> text.Part:
    location = LOCATIONS[place]
    if step == "gather":
        amount = len(deeds) * expected_yield(view.effects, place)
        return text.line(f"{len(deeds)}x ~{amount} ", _sin(location.sin) if location.sin else "random")
    if step == "commit":
        return " + ".join(map(_commit, deeds))
    if place == SHRINE:
        return text.line((f"+{forecast.offered if forecast else 0}", "$good"), " points")
    offers = [_offer(place, deed) for deed in deeds]
    return f"{len(offers)}x {offers[0]}" if len({*offers}) == 1 and len(offers) > 1 else " + ".join(offers)


def _commit(deed: Json) -> str:
    if deed.get("sins"):
        return f"{deed['target']}: no {'/'.join(deed['sins'])}"
    if deed.get("location"):
        return f"{deed['target']} to {SHORT.get(deed['location'], deed['location'])}"
    return str(deed["target"])


def _offer(place: str, deed: Json) -> str:
    location = LOCATIONS[place]
    if deed.get("location"):
        return f"+1 in {SHORT.get(deed['location'], deed['location'])}"
    if deed.get("player"):
        return f"{deed.get('sin')}, {deed['player']}"
    return location.resident.removeprefix("the ")


def counters(asks: Asks, visits: list[Json]) -> text.Part:
    most = asks.limits.get("actions", 3)
    count = total(visits)
    return text.line("Plan: actions ", (f"{count}/{most}", "$bad" if count > most else "$strong"))


def in_vain(visits: list[Json]) -> Iterator[str]:
    """Yield offers that are paid twice and count once (DM-37)."""
    for place in ("ringed_city", "drowned_tower"):
        offers = deeds_of_step(visits, place, "offer")
        if any(offer in offers[:number] for number, offer in enumerate(offers)):
            resident = LOCATIONS[place].resident
            yield f"Two such offers to {resident} do what one does."


def too_long(orders: Orders) -> list[str]:
    """Return details that a row may cut short: the trade, and actions that name sins, places or players."""
    rows = [] if orders.trade is None else [words.restate(Orders(trade=orders.trade))[-1]]
    for visit in orders.visits:
        for deed in visit.deeds:
            sentence = words.deed(visit.location, deed)
            if "," in sentence:
                rows.append(f"{sentence[:1].upper()}{sentence[1:]}.")
    return rows
