"""Short ways to write Day of Mercury orders, and to close a round in which everybody's place is known."""

from __future__ import annotations

from typing import Any

from tests.kit import NAMES, Script, play

SINS = ("pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth")
RINGED, TOWER, CATACOMBS, ABIGAILS = "ringed_city", "drowned_tower", "catacombs", "abigails_quarters"
CATHEDRAL, DISTRICT, GARDEN, SHRINE = "weeping_cathedral", "lost_district", "lakeside_garden", "shrine_of_flies"
PLACES = (RINGED, TOWER, CATACOMBS, ABIGAILS, CATHEDRAL, DISTRICT, GARDEN, SHRINE)
SIN_PLACES = PLACES[:7]
HOME = {
    RINGED: "gluttony",
    TOWER: "pride",
    CATACOMBS: "greed",
    ABIGAILS: "wrath",
    CATHEDRAL: "envy",
    DISTRICT: "sloth",
    GARDEN: "lust",
}

Json = dict[str, Any]
GATHER: Json = {"do": "gather"}


def commit(target: str, **more: Any) -> Json:
    return {"do": "commit", "target": target, **more}


def offer(**more: Any) -> Json:
    return {"do": "offer", **more}


def at(location: str, *deeds: Json) -> Json:
    return {"location": location, "actions": list(deeds)}


def plan(*visits: Json, trade: Json | None = None) -> Json:
    return {"visits": list(visits), "trade": trade}


def swap(partner: str, give: str, want: str) -> Json:
    return {"with": partner, "give": give, "want": want}


def mercury(seed: int = 7, **setup: Any) -> Script:
    return play("day_of_mercury", setup=setup, seed=seed)


def close(m: Script, orders: dict[str, Json], rest: tuple[str, str] = (SHRINE, CATHEDRAL)) -> dict[str, Json]:
    """Seal these orders, send everyone else to `rest` to do nothing, and close: the reports."""
    for seat in NAMES:
        m.seal(seat, orders[seat] if seat in orders else plan(at(rest[0]), at(rest[1])))
    return m.close()


def sin(**held: int) -> dict[str, int]:
    """All seven amounts."""
    return {s: held.get(s, 0) for s in SINS}


def holding(m: Script, seat: str) -> dict[str, int]:
    found: dict[str, int] = m.host["players"][seat]["sin"]
    return found


def held(m: Script, seat: str) -> dict[str, int]:
    """Only what is not zero."""
    return {s: n for s, n in holding(m, seat).items() if n}


def player(m: Script, seat: str) -> Json:
    found: Json = m.host["players"][seat]
    return found


def first(report: Json) -> Json:
    """What came of the first action."""
    found: Json = report["actions"][0]
    return found


PARAMETERS: dict[str, Json] = {ABIGAILS: {"sins": ["lust", "envy"]}, DISTRICT: {"location": GARDEN}}


def against(target: str, place: str = RINGED, second: str | None = None) -> Json:
    """Orders with one commit from `place` against `target`."""
    second = second or (TOWER if place != TOWER else RINGED)
    return plan(at(place, commit(target, **PARAMETERS.get(place, {}))), at(second))
