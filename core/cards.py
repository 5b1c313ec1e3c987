"""Decks and hands: the hidden things of a State's declared rows (`core.parts.Hidden`), redrawn or exchanged."""

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
    hidden: Hidden
    holder: str | None
    """Seat with the row; None for a row without an owner."""
    place: int | None
    """Index from 0; None for a single thing."""
    thing: Any


def unseen_things(
    state: GameState, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str]
) -> dict[str, list[Spot]]:
    """Return the things that `seat` (None: a spectator) cannot see, by kind, in the order of `hidden`, seats and
    rows."""
    by_kind: dict[str, list[Spot]] = {}
    for hidden_row in hidden:
        peeked = _peeked_spots(state, seat, hidden_row)
        for spot in _spots(state, hidden_row):
            if _may_see(hidden_row, seat, spot.holder, realms):
                continue
            if spot.thing in peeked:
                peeked.remove(spot.thing)
            else:
                by_kind.setdefault(hidden_row.kind, []).append(spot)
    return by_kind


def redealt(state: G, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str], dice: Dice) -> G:
    """Shuffle the things that `seat` cannot see among things of their kind."""
    for kind, spots in unseen_things(state, seat, hidden, realms).items():
        things = [spot.thing for spot in spots]
        dice.draw(f"redeal: {kind}").shuffle(things)
        state = with_things_laid(state, zip(spots, things, strict=True))
    return state


def exchanged(
    state: G, seat: str | None, hidden: Sequence[Hidden], realms: Mapping[str, str], most: int = 12
) -> Iterator[tuple[G, tuple[Any, Any]]]:
    """Yield `state` with two different things exchanged that `seat` cannot see, and the two; about `most` states of
    each kind. Half of them involve the front, as a deck's next card."""
    for spots in unseen_things(state, seat, hidden, realms).values():
        pairs = [pair for pair in combinations(spots, 2) if pair[0].thing != pair[1].thing]
        front = [pair for pair in pairs if not (pair[0].place and pair[1].place)]
        for some in (front, pairs):
            for first, two in some[:: max(1, 2 * len(some) // most)]:
                yield with_things_laid(state, ((first, two.thing), (two, first.thing))), (first.thing, two.thing)


def with_things_laid(state: G, things: Any) -> G:
    """Lay other things at some spots, given as pairs."""
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


def _spots(state: GameState, hidden: Hidden) -> Iterator[Spot]:
    row = getattr(state, hidden.field)
    if isinstance(row, Mapping):
        for holder, own in row.items():
            if _is_row(own):
                yield from (Spot(hidden, holder, place, thing) for place, thing in enumerate(own))
            elif own is not None:
                yield Spot(hidden, holder, None, own)
    else:
        yield from (Spot(hidden, None, place, thing) for place, thing in enumerate(row))


def _may_see(hidden: Hidden, seat: str | None, holder: str | None, realms: Mapping[str, str]) -> bool:
    if seat is None or holder is None or hidden.by == "nobody":
        return False
    if hidden.by == "others":
        return seat != holder
    if hidden.by == "realm" and seat in realms:
        return realms.get(holder) == realms[seat]
    return seat == holder


def _peeked_spots(state: GameState, seat: str | None, hidden: Hidden) -> list[Any]:
    if seat is None or not hidden.peeked:
        return []
    return list(getattr(state, hidden.peeked).get(seat, ()))


unseen, laid = unseen_things, with_things_laid
"""Old names, for games from outside."""
