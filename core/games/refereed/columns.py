"""Columns of a match: their values, readers, and places by rule (RF-12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.games.refereed.spec import BILLION, LONGEST_TEXT, RESERVED
from core.games.refereed.structs import Column, Report, State, Value
from core.ledger import total
from core.refusal import Refused, did_you_mean, quoted

MOST_COLUMNS: Final = 20
POINTS: Final = Column(id="points", label="Points")
_KEY = re.compile(r"(?:(most|fewest|nearest (-?\d{1,9})) )?([a-z][a-z0-9_]*)")


class PlaceKey(NamedTuple):
    """A column by which places are given, and how it counts."""

    column: str
    sign: int = 1
    """-1: the fewest are best."""
    near: int | None = None
    """The nearest to this are best; None for a column that counts by itself."""

    def of(self, value: int) -> int:
        """Return the key of a value: greater is better."""
        return self.sign * value if self.near is None else -abs(value - self.near)

    def back(self, key: int, above: bool) -> int:
        """Return a value with this key, `above` the nearest number or below."""
        return self.sign * key if self.near is None else self.near - (key if above else -key)


def place_keys(rule: str, columns: Sequence[Column]) -> tuple[PlaceKey, ...]:
    """Parse `nearest 1728 score, fewest debts`; empty for the first number, or points. Refused: `bad_form`."""
    numbers = {column.id for column in columns if isinstance(column.start, int)}
    if not rule.strip():
        return tuple(PlaceKey(column.id) for column in columns if column.id in numbers)[:1] or (PlaceKey("points"),)
    keys = []
    for word in rule.split(","):
        parsed = _KEY.fullmatch(" ".join(word.split()))
        if parsed is None or parsed[3] not in (*numbers, "points"):
            known = (*sorted(numbers), "points")
            hint = did_you_mean(parsed[3], known) if parsed else ""
            message = f"places: {quoted(word.strip())} is no column of numbers, with most, fewest or nearest N{hint}"
            raise _bad(message)
        keys.append(PlaceKey(parsed[3], -1 if parsed[1] == "fewest" else 1, int(parsed[2]) if parsed[2] else None))
    return tuple(keys)


def check_columns(columns: Sequence[Column], rule: str) -> None:
    """Raise Refused, `bad_form`, for columns that no match can have."""
    if len(columns) > MOST_COLUMNS:
        raise _bad(f"A match has at most {MOST_COLUMNS} columns.")
    for place, column in enumerate(columns):
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", column.id) or column.id in RESERVED:
            raise _bad(
                f"{quoted(column.id)} is no id of a column: small letters, digits and _, and none of "
                f"{', '.join(sorted(RESERVED))}."
            )
        if any(column.id == other.id or title(column) == title(other) for other in columns[:place]):
            raise _bad(f"Two columns are called {title(column)}; give each its own id and label.")
        if not column.label.isprintable() or len(column.label) > 24:
            raise _bad(f"The label of {column.id} is one line of at most 24 characters.")
        if column.see == "place" and not isinstance(column.start, int):
            raise _bad(f"{column.id} holds no number, so it has no places.")
        check_value(column, column.start, "its start")
    place_keys(rule, columns)


def check_value(column: Column, value: Value, whose: str) -> None:
    """Raise Refused, `bad_value`, for a value that the column cannot hold."""
    kind = type(column.start)
    if isinstance(value, int):
        fits = -BILLION <= value <= BILLION
    elif isinstance(value, str):
        fits = len(value) <= LONGEST_TEXT
    else:
        fits = len(value) <= 40 and all(word.strip() and len(word) <= 60 and ";" not in word for word in value)
    if not fits or type(value) is not kind:
        wanted = {int: "a whole number", str: f"at most {LONGEST_TEXT} characters"}.get(kind, "at most 40 words")
        raise Refused("bad_value", f"{title(column)}, {whose}: it holds {wanted}, not {quoted(str(value))}.", "RF-12")


def _bad(message: str) -> Refused:
    return Refused("bad_form", message, "RF-12")


def title(column: Column) -> str:
    return column.label or column.id.replace("_", " ").capitalize()


def has_points(columns: Sequence[Column], rule: str) -> bool:
    """True if a match has points: without columns, and where places are given by points."""
    return not columns or any(key.column == "points" for key in place_keys(rule, columns))


def figures(state: State, column: str) -> Mapping[str, Any]:
    """Return the values of a column by seat, also of `points` and `garnets`."""
    if column == "garnets":
        return total(state.ledger, "garnet", state.seats)
    return state.points if column == "points" else state.values[column]


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Return the keys of places by seat: greater is better."""
    keys = place_keys(state.rule, state.columns)
    return {seat: tuple(key.of(figures(state, key.column)[seat]) for key in keys) for seat in state.seats}


def places(standing: Mapping[str, Any]) -> dict[str, int]:
    """Return places: 1 plus the number of seats with more."""
    return {seat: 1 + sum(other > own for other in standing.values()) for seat, own in standing.items()}


def seen(state: State, seat: str | None) -> dict[str, dict[str, Value]]:
    """Return the values that a seat knows, by label and seat."""
    shown = {}
    for column in state.columns:
        values = state.values[column.id]
        if column.see == "all":
            shown[title(column)] = dict(values)
        elif column.see != "host" and seat is not None:
            shown[title(column)] = {seat: values[seat]}
    return shown


def seen_places(state: State) -> dict[str, dict[str, int]]:
    """Return the places of each column with places alone, by label and seat."""
    return {title(column): places(state.values[column.id]) for column in state.columns if column.see == "place"}


def reported(before: State, after: State, seat: str) -> dict[str, tuple[Value, Value]]:
    shown = {title(column): column.id for column in after.columns if column.see != "host"}
    return {label: (before.values[name][seat], after.values[name][seat]) for label, name in shown.items()}


def in_words(value: Value) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return (value if isinstance(value, str) else ", ".join(value)) or "-"


def lines(report: Report) -> Iterable[str]:
    for label, (before, after) in (report.columns or {}).items():
        yield f"{label}: {in_words(after)}{'' if before == after else f', before {in_words(before)}'}."
