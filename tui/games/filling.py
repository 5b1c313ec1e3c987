"""Choices put into a draft, for a panel that knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from core.contract import Choice
from core.json import Json

Path = tuple[str | int, ...]


def merge(orders: Json, probe: Json) -> Json:
    """Merge a choice's smallest orders into `orders`: lists grow, everything else is replaced."""
    result = dict(orders)
    for key, value in probe.items():
        old = result.get(key)
        if isinstance(value, list) and isinstance(old, list) and (_has_empty_form(value) or _has_empty_form(old)):
            result[key] = [merge(a or {}, b or {}) for a, b in zip_longest(old, value)]
        elif isinstance(value, list) and isinstance(old, list):
            result[key] = [*old, *(item for item in value if item not in old)]
        elif isinstance(value, dict) and isinstance(old, dict):
            result[key] = merge(old, value)
        else:
            result[key] = value
    return result


def chosen(choice: Choice, orders: Json) -> bool:
    if choice.probe is None or choice.closed is not None or choice.slot.startswith("action"):
        return False
    if (keys := direct(choice)) is not None:
        value = value_at(orders, keys)
        return value is not None if choice.entry is not None else choice.value in (value, *_as_list(value))
    path = value_path(choice)
    if path is None:
        return merge(orders, choice.probe) == orders
    return any(_at_path(orders, way) == choice.value for way in _same_places(orders, choice.probe, path))


def with_choice(orders: Json, choice: Choice, legal: Callable[[Json], bool]) -> Json:
    """Put this choice into the draft, or remove it if it is in already. The first `legal` way to do so is taken,
    else the first."""
    assert choice.probe is not None
    if (keys := direct(choice)) is not None:
        alone = _with_key(orders, keys, choice)
        if choice.entry is not None or choice.head or legal(alone):  # a form is filled field by field
            return alone
    path = value_path(choice)
    if path is not None:
        chosen_at = [at for at in _same_places(orders, choice.probe, path) if _at_path(orders, at) == choice.value]
        if chosen_at:
            rest = without(orders, chosen_at[0])
            return rest if legal(rest) or _names_item(choice.probe, path) else orders
    ways = list(_candidates(orders, choice.probe, path, choice.value))
    return next((way for way in ways if legal(way)), ways[0])


def direct(choice: Choice) -> Path | None:
    """Return the slot's words if they are the keys of the choice's value; else None, also for a single word that is not
    typed."""
    words = tuple(choice.slot.split("."))
    if words[0] == "action" or (len(words) == 1 and choice.entry is None):
        return None
    value = value_at(choice.probe, words)
    return words if choice.value in (value, *_as_list(value)) else None


def value_at(orders: Any, keys: Path) -> Any:
    """Return the value below these keys, or None."""
    for key in keys:
        orders = orders.get(key) if isinstance(orders, dict) else None
    return orders


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _with_key(orders: Json, keys: Path, choice: Choice) -> Json:
    key, *rest = keys
    if rest:
        return {**orders, str(key): _with_key(orders.get(str(key)) or {}, tuple(rest), choice)}
    old, new = orders.get(str(key)), choice.value
    if isinstance(value_at(choice.probe, tuple(choice.slot.split("."))), list):
        items = _as_list(old)
        return {**orders, str(key): [item for item in items if item != new] if new in items else [*items, new]}
    if old == new and choice.entry is None:
        return {name: inner for name, inner in orders.items() if name != key}
    return {**orders, str(key): new}


def value_path(choice: Choice) -> Path | None:
    """Return the path of the choice's value in its probe: below the last word of its slot, if the probe has that
    word. None if it is nowhere."""
    word = choice.slot.rpartition(".")[2]
    matches = [path for path in _paths(choice.probe) if _at_path(choice.probe, path) == choice.value]
    named = [path for path in _paths(choice.probe) if word in path]
    return next((path for path in matches if path in named), None if named else next(iter(matches), None))


def _paths(value: Any, way: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*way, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*way, number))
    else:
        yield way


def _at_path(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _same_places(orders: Json, probe: Json, path: Path) -> list[Path]:
    """Paths of the draft that correspond to `path` in the probe, the last first. List items are the same if they begin
    alike, or have the number that carries their meaning."""
    shape = tuple(step for step in path if isinstance(step, str))
    alike = [other for other in _paths(orders) if tuple(step for step in other if isinstance(step, str)) == shape]
    items = [number + 1 for number, step in enumerate(path) if isinstance(step, int)]
    same = [other for other in alike if all(_same_item(orders, probe, path[:n], other[:n]) for n in items)]
    return list(reversed(same))


def _same_item(orders: Json, probe: Json, mine: Path, other: Path) -> bool:
    a, b = _at_path(probe, mine), _at_path(orders, other)
    if not isinstance(a, dict) or not isinstance(b, dict):
        return True
    return not _has_empty_form(_at_path(probe, mine[:-1])) or mine[-1] == other[-1]


def _candidates(orders: Json, probe: Json, path: Path | None, value: Any) -> Iterator[Json]:
    if path is None:
        yield merge(orders, probe)
        return
    alike = _same_places(orders, probe, path)
    if alike and not _names_item(probe, path):
        yield _replaced(orders, alike[0], value)
    yield _extended(orders, probe, path)
    if alike and isinstance(path[-1], int):  # a single value is replaced: the oldest gives way
        yield _extended(without(orders, alike[-1]), probe, path)
    elif alike:
        yield _replaced(orders, alike[0], value)
    yield {**orders, str(path[0]): probe[str(path[0])]}


def _names_item(probe: Json, path: Path) -> bool:
    if isinstance(path[-1], int):
        return True
    return (
        len(path) > 1
        and isinstance(path[-2], int)
        and next(iter(_at_path(probe, path[:-1]))) == path[-1]
        and not _has_empty_form(_at_path(probe, path[:-2]))
    )


def _extended(old: Any, probe: Any, path: Path) -> Any:
    if not path:
        return probe
    step, *rest = path
    if isinstance(probe, dict):
        if not isinstance(old, dict) or step not in old or old[step] is None:
            start = old if isinstance(old, dict) else {}
            kept = probe[step]
            if len(rest) > 1 and isinstance(rest[0], int) and isinstance(kept, list) and not _has_empty_form(kept):
                kept = [kept[rest[0]]]
            return {**probe, **start, step: kept}
        return {**old, step: _extended(old[step], probe[step], tuple(rest))}
    assert isinstance(step, int)
    items = list(old or [])
    if _has_empty_form(probe):
        items += [{} for _ in range(len(probe) - len(items))]
        items[step] = _extended(items[step], probe[step], tuple(rest))
        return items
    mine = probe[step]
    if isinstance(mine, dict) and len(rest) > 1:
        first = next(iter(mine))
        for number, item in enumerate(items):
            if item.get(first) == mine[first]:
                items[number] = _extended(item, mine, tuple(rest))
                return items
    return [*items, mine]


def _has_empty_form(items: list[Any]) -> bool:
    return any(not item and isinstance(item, dict) for item in items)


def _replaced(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(value, dict):
        return {**value, step: _replaced(value[step], tuple(rest), new)}
    return [_replaced(item, tuple(rest), new) if number == step else item for number, item in enumerate(value)]


def without(value: Any, path: Path) -> Any:
    step, *rest = path
    if isinstance(value, dict):
        if not rest:
            return {key: inner for key, inner in value.items() if key != step}
        return {**value, step: without(value[step], tuple(rest))}
    if not rest or (
        len(rest) == 1 and next(iter(value[step])) == rest[0] and not _has_empty_form(value) and len(value[step]) > 0
    ):
        return [item for number, item in enumerate(value) if number != step]
    return [without(item, tuple(rest)) if number == step else item for number, item in enumerate(value)]
