"""Orders put together from the choices of `asks`, for any game: what one choice makes of a draft.

A choice brings a probe: the smallest complete orders that use it. What it chooses is the place in the probe where its
value stands (`offers[0].give` for a choice of `offer.give`), the rest is only there to make the probe complete. So that
place is looked for in the draft, and only what is missing on the way is taken from the probe. Pure, on JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from core.contract import Choice
from core.json import Json

Path = tuple[str | int, ...]


def merged(orders: Json, probe: Json) -> Json:
    """Orders with a choice's own smallest orders added: lists grow, everything else is replaced."""
    found = dict(orders)
    for key, value in probe.items():
        old = found.get(key)
        if isinstance(value, list) and isinstance(old, list) and (_numbered(value) or _numbered(old)):
            found[key] = [merged(a or {}, b or {}) for a, b in zip_longest(old, value)]
        elif isinstance(value, list) and isinstance(old, list):
            found[key] = [*old, *(item for item in value if item not in old)]
        elif isinstance(value, dict) and isinstance(old, dict):
            found[key] = merged(old, value)
        else:
            found[key] = value
    return found


def chosen(choice: Choice, orders: Json) -> bool:
    """Is this choice part of the orders already?"""
    if choice.probe is None or choice.closed is not None or choice.slot.startswith("action"):
        return False
    path = place(choice)
    if path is None:
        return merged(orders, choice.probe) == orders
    return any(_at(orders, found) == choice.value for found in _alike(orders, choice.probe, path))


def composed(orders: Json, choice: Choice, legal: Callable[[Json], bool]) -> Json:
    """The draft with this choice put in, or taken out if it was in already. Of the ways to do so the first that is
    `legal` is taken; the first of all, where none is."""
    assert choice.probe is not None
    path = place(choice)
    if path is not None:
        here = [found for found in _alike(orders, choice.probe, path) if _at(orders, found) == choice.value]
        if here:
            rest = _without(orders, here[0])
            return rest if legal(rest) or _names_item(choice.probe, path) else orders
    ways = list(_ways(orders, choice.probe, path, choice.value))
    return next((way for way in ways if legal(way)), ways[0])


def place(choice: Choice) -> Path | None:
    """Where the value of the choice stands in its probe: under the last word of its slot, if the probe has that word.
    None where it stands nowhere."""
    word = choice.slot.rpartition(".")[2]
    found = [path for path in _paths(choice.probe) if _at(choice.probe, path) == choice.value]
    named = [path for path in _paths(choice.probe) if word in path]
    return next((path for path in found if path in named), None if named else next(iter(found), None))


def _paths(value: Any, way: Path = ()) -> Iterator[Path]:
    """The way to everything that is no dict and no list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*way, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*way, number))
    else:
        yield way


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _alike(orders: Json, probe: Json, path: Path) -> list[Path]:
    """The places of the draft that mean what `path` means in the probe, the last first. Items of lists that begin with
    the same (an offer to the same seat) are the same; where the number of an item says what it is, the number counts.
    """
    shape = tuple(step for step in path if isinstance(step, str))
    found = [other for other in _paths(orders) if tuple(step for step in other if isinstance(step, str)) == shape]
    same = [other for other in found if all(_same_item(orders, probe, path[:n], other[:n]) for n in _items(path))]
    return list(reversed(same))


def _items(path: Path) -> list[int]:
    """How far the way goes to each item of a list on it."""
    return [number + 1 for number, step in enumerate(path) if isinstance(step, int)]


def _same_item(orders: Json, probe: Json, mine: Path, other: Path) -> bool:
    a, b = _at(probe, mine), _at(orders, other)
    if not isinstance(a, dict) or not isinstance(b, dict):
        return True
    return not _by_number(probe, mine) or mine[-1] == other[-1]


def _by_number(probe: Json, item: Path) -> bool:
    """Is this an item of a list in which its number says what it is: some of the others are left empty?"""
    return any(not other for other in _at(probe, item[:-1]))


def _ways(orders: Json, probe: Json, path: Path | None, value: Any) -> Iterator[Json]:
    """The drafts that the choice could make of this one, the best first."""
    if path is None:
        yield merged(orders, probe)
        return
    there = _alike(orders, probe, path)
    if there and not _names_item(probe, path):
        yield _with(orders, there[0], value)
    yield _grown(orders, probe, path)
    if there and isinstance(path[-1], int):  # one of several: the oldest gives way
        yield _grown(_without(orders, there[-1]), probe, path)
    elif there:
        yield _with(orders, there[0], value)
    yield {**orders, str(path[0]): probe[str(path[0])]}


def _names_item(probe: Json, path: Path) -> bool:
    """Does the value say which item of a list it is about: the item itself, or the first word of one?"""
    if isinstance(path[-1], int):
        return True
    return (
        len(path) > 1
        and isinstance(path[-2], int)
        and next(iter(_at(probe, path[:-1]))) == path[-1]
        and not _by_number(probe, path[:-1])
    )


def _grown(old: Any, probe: Any, path: Path) -> Any:
    """The draft with what is on the way to the place, as far as it is not there; without the probe's other items."""
    if not path:
        return probe
    step, *rest = path
    if isinstance(probe, dict):
        if not isinstance(old, dict) or step not in old or old[step] is None:
            start = old if isinstance(old, dict) else {}
            kept = probe[step]
            if rest and isinstance(rest[0], int) and isinstance(kept, list) and not _numbered(kept) and len(rest) > 1:
                kept = [kept[rest[0]]]
            return {**probe, **start, step: kept}
        return {**old, step: _grown(old[step], probe[step], tuple(rest))}
    assert isinstance(step, int)
    items = list(old or [])
    if _numbered(probe):
        items += [{} for _ in range(len(probe) - len(items))]
        items[step] = _grown(items[step], probe[step], tuple(rest))
        return items
    mine = probe[step]
    if isinstance(mine, dict) and len(rest) > 1:
        first = next(iter(mine))
        for number, item in enumerate(items):
            if item.get(first) == mine[first]:
                items[number] = _grown(item, mine, tuple(rest))
                return items
    return [*items, mine]


def _numbered(items: list[Any]) -> bool:
    return any(not item and isinstance(item, dict) for item in items)


def _with(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(value, dict):
        return {**value, step: _with(value[step], tuple(rest), new)}
    return [_with(item, tuple(rest), new) if number == step else item for number, item in enumerate(value)]


def _without(value: Any, path: Path) -> Any:
    """Without what stands there: the item of a list that it names, or the word alone."""
    step, *rest = path
    if isinstance(value, dict):
        if not rest:
            return {key: inner for key, inner in value.items() if key != step}
        return {**value, step: _without(value[step], tuple(rest))}
    if not rest or (len(rest) == 1 and next(iter(value[step])) == rest[0] and not _numbered_with(value, step)):
        return [item for number, item in enumerate(value) if number != step]
    return [_without(item, tuple(rest)) if number == step else item for number, item in enumerate(value)]


def _numbered_with(items: list[Any], step: Any) -> bool:
    return _numbered(items) or len(items[step]) == 0
