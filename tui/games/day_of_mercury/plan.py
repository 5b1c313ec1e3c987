"""A plan of Day of Mercury as JSON orders, and how it is changed: every function gives new orders, in place of none."""

from __future__ import annotations

from typing import Any

import msgspec

from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.games.day_of_mercury.structs import Orders

Json = dict[str, Any]

STEPS = ("gather", "commit", "offer")
"""What can be done in a place, in the order in which it resolves; the trade comes between the last two."""


def empty() -> Json:
    """Orders that mean nothing."""
    return {"visits": [], "trade": None}


def visits(orders: Json, forced: str | None) -> list[Json]:
    """The places of the plan, each with a list of actions; a forced place is always there (DM-05)."""
    found = [
        {"location": visit["location"], "actions": list(visit.get("actions") or [])}
        for visit in orders.get("visits") or []
        if visit["location"] in LOCATIONS
    ]
    if forced is not None and forced not in (visit["location"] for visit in found):
        found.insert(0, {"location": forced, "actions": []})
    return found


def written(orders: Json, visits: list[Json], forced: str | None) -> Json:
    """The orders with other visits. A forced place alone, with nothing to do in it, is no plan yet."""
    bare = [visit for visit in visits if visit["location"] != forced or visit["actions"]]
    return {"visits": visits if bare or orders.get("trade") else [], "trade": orders.get("trade")}


def places(visits: list[Json]) -> list[str]:
    return [visit["location"] for visit in visits]


def done(visits: list[Json], place: str, step: str) -> list[Json]:
    """The actions of one kind in one place, in order."""
    return [deed for visit in visits if visit["location"] == place for deed in visit["actions"] if deed["do"] == step]


def here(visits: list[Json], place: str) -> int:
    """How many actions are planned in that place."""
    return sum(len(visit["actions"]) for visit in visits if visit["location"] == place)


def total(visits: list[Json]) -> int:
    """How many actions are planned in all."""
    return sum(len(visit["actions"]) for visit in visits)


def with_place(visits: list[Json], place: str) -> list[Json]:
    """One more place, at the end."""
    return visits if place in places(visits) else [*visits, {"location": place, "actions": []}]


def without_place(visits: list[Json], place: str) -> list[Json]:
    return [visit for visit in visits if visit["location"] != place]


def instead(visits: list[Json], old: str, new: str) -> list[Json]:
    """Another place in the place of one; what was to be done there goes with it."""
    return [{"location": new, "actions": []} if visit["location"] == old else visit for visit in visits]


def with_deed(visits: list[Json], place: str, deed: Json) -> list[Json]:
    """One more action in that place. Actions stand in the order in which they resolve."""
    found = []
    for visit in visits:
        if visit["location"] == place:
            deeds = sorted([*visit["actions"], deed], key=lambda one: STEPS.index(one["do"]))
            visit = {**visit, "actions": deeds}
        found.append(visit)
    return found


def without_deed(visits: list[Json], place: str, step: str | None) -> list[Json]:
    """One action less there: the last one of that kind, or the last of all."""
    found = []
    for visit in visits:
        if visit["location"] == place:
            deeds = visit["actions"]
            last = next((n for n in reversed(range(len(deeds))) if step in (None, deeds[n]["do"])), None)
            visit = {**visit, "actions": [deed for n, deed in enumerate(deeds) if n != last]}
        found.append(visit)
    return found


def moved(visits: list[Json], place: str, by: int) -> list[Json]:
    """The place earlier or later in the plan: offers resolve in its order (DM-36)."""
    at = places(visits).index(place)
    to = max(0, min(len(visits) - 1, at + by))
    found = [visit for visit in visits if visit["location"] != place]
    return [*found[:to], visits[at], *found[to:]]


def read(orders: Json) -> Orders:
    """The orders as the rules read them; nothing, where they are of the wrong form or name what does not exist."""
    try:
        found = msgspec.convert(orders, Orders)
    except msgspec.ValidationError:
        return Orders()
    trade = found.trade
    known = all(visit.location in LOCATIONS for visit in found.visits)
    return found if known and (trade is None or {trade.give, trade.want} <= {*SINS}) else Orders()
