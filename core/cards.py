"""Decks and hands: what a seat cannot see of a State's declared rows (`core.parts.Hidden`), drawn anew or exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

import msgspec

from core.dice import Dice
from core.json import Json
from core.parts import GameState, Hidden

G = TypeVar("G", bound=GameState)


class Spot(NamedTuple):
    """Where one thing lies."""

    hidden: Hidden
    holder: str | None
    """The seat whose row it is; None in a row of nobody's."""
    place: int | None
    """From 0; None for a single thing."""
    thing: Any


def unseen(
    state: GameState, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str]
) -> dict[str, list[Spot]]:
    """What `seat` (None: a spectator) cannot see, by kind, in the order of `hidden`, of seats and of rows."""
    found: dict[str, list[Spot]] = {}
    for one in hidden:
        kept = _peeked(state, seat, one)
        for spot in _spots(state, one):
            if _sees(one, seat, spot.holder, realms):
                continue
            if spot.thing in kept:
                kept.remove(spot.thing)
            else:
                found.setdefault(one.kind, []).append(spot)
    return found


def redealt(state: G, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str], dice: Dice) -> G:
    """`state` with what `seat` cannot see drawn anew: things of a kind lie in each other's place."""
    for kind, spots in unseen(state, seat, hidden, realms).items():
        things = [spot.thing for spot in spots]
        dice.draw(f"redeal: {kind}").shuffle(things)
        state = laid(state, zip(spots, things, strict=True))
    return state


def exchanged(
    state: G, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str], most: int = 12
) -> Iterator[tuple[G, tuple[Any, Any]]]:
    """`state` with two things exchanged that `seat` cannot see and that differ, with the two; about `most` such states
    of each kind. Half of them have to do with what lies in front: of a deck, what comes next."""
    for spots in unseen(state, seat, hidden, realms).values():
        pairs = [pair for pair in combinations(spots, 2) if pair[0].thing != pair[1].thing]
        front = [pair for pair in pairs if not (pair[0].place and pair[1].place)]
        for some in (front, pairs):
            for one, two in some[:: max(1, 2 * len(some) // most)]:
                yield laid(state, ((one, two.thing), (two, one.thing))), (one.thing, two.thing)


def laid(state: G, things: Any) -> G:
    """`state` with other things at some spots: pairs of a spot and what lies there then."""
    rows: Json = {}
    for spot, thing in things:
        field = spot.hidden.field
        if field not in rows:
            row = getattr(state, field)
            if isinstance(row, Mapping):
                rows[field] = {holder: list(own) if _is_row(own) else own for holder, own in row.items()}
            else:
                rows[field] = list(row)
        if spot.holder is None:
            rows[field][spot.place] = thing
        elif spot.place is None:
            rows[field][spot.holder] = thing
        else:
            rows[field][spot.holder][spot.place] = thing
    return msgspec.structs.replace(state, **{field: _frozen(row) for field, row in rows.items()})


def _frozen(row: Any) -> Any:
    if isinstance(row, dict):
        return {holder: tuple(own) if isinstance(own, list) else own for holder, own in row.items()}
    return tuple(row)


def _is_row(own: Any) -> bool:
    return isinstance(own, list | tuple)


def _spots(state: GameState, one: Hidden) -> Iterator[Spot]:
    row = getattr(state, one.field)
    if isinstance(row, Mapping):
        for holder, own in row.items():
            if _is_row(own):
                yield from (Spot(one, holder, place, thing) for place, thing in enumerate(own))
            elif own is not None:
                yield Spot(one, holder, None, own)
    else:
        yield from (Spot(one, None, place, thing) for place, thing in enumerate(row))


def _sees(one: Hidden, seat: str | None, holder: str | None, realms: Mapping[str, str]) -> bool:
    if seat is None or holder is None or one.by == "nobody":
        return False
    if one.by == "others":
        return seat != holder
    if one.by == "realm" and seat in realms:
        return realms.get(holder) == realms[seat]
    return seat == holder


def _peeked(state: GameState, seat: str | None, one: Hidden) -> list[Any]:
    if seat is None or not one.peeked:
        return []
    return list(getattr(state, one.peeked).get(seat, ()))
