"""A View in rows, for the general panel: labelled values, a table by seat, and the past folded below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from core.contract import Choice
from core.json import Json
from core.usual import field_label, sentence_of, words_of
from tui.words import text
from tui.words.plot import hues

WIDEST_HEAD = 12
"""Cells of a line of a column's head."""
LATEST = 2
"""Latest items of a past that stay in sight."""


def known_rows(
    view: Json, seats: Sequence[str], labels: Mapping[str, str], width: int, *, whole: bool
) -> list[text.Part]:
    """Return a View in rows of at most `width` cells.

    Args:
        labels: Words of fields (`core.contract.Game.labels`). A field with words in brackets is left out.
        whole: False folds what is past to its latest items.
    """
    view = {name: value for name, value in view.items() if not labels.get(f"View.{name}", "").startswith("(")}
    by_seat = {name: value for name, value in view.items() if _is_by_seat(value, seats)}
    past = {name: value for name, value in view.items() if _is_past(value)}
    rows: list[text.Part] = []
    for name, value in view.items():
        if name not in by_seat and name not in past and value not in ([], "", {}):
            rows += _field(name, value, labels)
    if by_seat:
        table = _facing if len(seats) == 2 else _table
        rows += ["" for _ in rows[:1]] + table(by_seat, seats, labels, width)
    for name, items in past.items():
        shown = items if whole else items[-LATEST:]
        rows += ["", (_head(name, labels), "$accent")]
        for number, item in reversed([*enumerate(items, 1)][-len(shown) :] if shown else []):
            lines = [piece for line in _item(item, labels) for piece in text.wrapped(line, max(10, width - 4))]
            rows += [text.line((f"{number:>2} " if line is lines[0] else "   ", "$faint"), line) for line in lines]
        if len(shown) < len(items):
            rows.append((f"   {len(items) - len(shown)} earlier: v shows all", "$faint"))
    return rows


def known_lines(view: Json, seats: Sequence[str], labels: Mapping[str, str], width: int) -> list[str]:
    return [text.line(row).plain.rstrip() for row in known_rows(view, seats, labels, width, whole=True)]


def ask_lines(choices: Iterable[Choice]) -> Iterator[str]:
    """Yield the open choices in lines, each slot under its heading; numbers and texts with their limits."""
    for slot, group in groupby((choice for choice in choices if choice.closed is None), key=lambda choice: choice.slot):
        listed = [*group]
        first = listed[0]
        head = first.head or (first.label if first.entry else slot)
        words = first.entry.hint if first.entry else ", ".join(str(item.label or item.value) for item in listed)
        yield from ("", head, f"  {words}")


def _key(name: str, labels: Mapping[str, str]) -> str:
    return _head(name, labels) if any(key.endswith(f".{name}") for key in labels) else name.replace("_", " ")


def _head(name: str, labels: Mapping[str, str]) -> str:
    return field_label(labels, "View", name).replace("{}", "...").rstrip(".:")


def _is_by_seat(value: Any, seats: Sequence[str]) -> bool:
    return isinstance(value, dict) and bool(value) and set(value) <= {*seats} and all(map(_is_short, value.values()))


def _is_past(value: Any) -> bool:
    """True for a list of records of rounds, of sentences, or of lists of sentences."""
    if not isinstance(value, list) or not value:
        return False
    return all(
        "round" in item if isinstance(item, dict) else _are_sentences(item if isinstance(item, list) else [item])
        for item in value
    )


def _are_sentences(item: list[Any]) -> bool:
    return all(isinstance(line, str) and line.endswith(".") for line in item)


def _item(item: Any, labels: Mapping[str, str]) -> list[str]:
    if isinstance(item, list) and all(isinstance(line, str) for line in item):
        return list(item) or ["-"]
    if isinstance(item, dict):
        return [", ".join(f"{_head(name, labels)} {words_of(value)}" for name, value in item.items())]
    return [words_of(item)]


def _field(name: str, value: Any, labels: Mapping[str, str]) -> list[text.Part]:
    label = field_label(labels, "View", name)
    if "{}" in label and value is not None:
        return [sentence_of(label, value)]
    rows_of_text = isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)
    if rows_of_text and any("  " in row for row in value):  # a board in rows
        return [(_head(name, labels), "$accent"), *(f" {row}" for row in value), ""]
    if _is_short(value):
        return [text.line((f"{_head(name, labels)}: ", "$accent"), words_of(value))]
    return [(_head(name, labels), "$accent"), *tree(value, labels, 1)]


def _table(fields: Mapping[str, Json], seats: Sequence[str], labels: Mapping[str, str], width: int) -> list[text.Part]:
    """Return fields by seat as columns; those that do not fit follow in rows."""
    heads = {name: _head_lines(_head(name, labels)) for name in fields}
    cells = {name: {seat: words_of(value) for seat, value in fields[name].items()} for name in fields}
    room = width - max(map(len, seats))
    wide = {name: max(map(len, (*heads[name], *cells[name].values()))) for name in fields}
    fitting: set[str] = set()
    for name in sorted(fields, key=lambda name: any(isinstance(value, list) for value in fields[name].values())):
        if sum(wide[each] + 2 for each in (*fitting, name)) <= room:  # lists take what single values leave
            fitting.add(name)
    columns = {name: wide[name] for name in fields if name in fitting}
    high = max((len(heads[name]) for name in columns), default=0)
    first = max(map(len, seats))
    rows: list[text.Part] = []
    for line in range(high):
        words = [
            heads[name][line - high + len(heads[name])] if line >= high - len(heads[name]) else "" for name in columns
        ]
        rows.append(
            (
                " " * first + "".join(f"  {word:>{columns[name]}}" for name, word in zip(columns, words, strict=True)),
                "$faint",
            )
        )
    for seat in seats:
        shown = "".join(f"  {cells[name].get(seat, '-'):>{columns[name]}}" for name in columns)
        if columns:
            rows.append(f"{seat:<{first}}{shown}")
    for name in fields:
        if name not in columns:
            rows.append((_head(name, labels), "$accent"))
            rows += [f" {seat}: {value}" for seat, value in cells[name].items()]
    return rows


def _facing(fields: Mapping[str, Json], seats: Sequence[str], labels: Mapping[str, str], width: int) -> list[text.Part]:
    """Return the fields of two seats, face to face: their values on both sides of the labels."""
    heads, tones = {name: _head_lines(_head(name, labels)) for name in fields}, hues(seats)
    words = {name: [words_of(by_seat.get(seat)) for seat in seats] for name, by_seat in fields.items()}
    middle = max(len(line) for lines in heads.values() for line in lines)
    longest = max(len(cell) for cells in (seats, *words.values()) for cell in cells)
    side = min(longest, max(1, (width - middle - 4) // 2))
    named = [[text.fit((seat, f"bold {tones[seat]}"), min(side, len(seat)))] for seat in seats]
    blocks = [([""], named), *((heads[name], [text.wrapped(value, side) for value in words[name]]) for name in fields)]
    rows: list[text.Part] = []
    for lines, (left, right) in blocks:
        for left_cell, head, right_cell in zip_longest(left, lines, right):
            pad = " " * (side - (left_cell.cell_length if left_cell else 0))
            rows.append(text.line(pad, left_cell or "", f"  {head or '':^{middle}}  ", right_cell or ""))
    return rows


def _head_lines(head: str) -> list[str]:
    lines: list[str] = []
    for word in head.split():
        if lines and len(lines[-1]) + 1 + len(word) <= WIDEST_HEAD:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def tree(value: Any, labels: Mapping[str, str], depth: int = 0) -> list[text.Part]:
    """Return nested values in rows, indented. Keys at `depth` 0 are fields."""
    pad, key_words = "  " * depth, _key if depth else _head
    if isinstance(value, dict):
        shown: list[text.Part] = []
        for key, inner in value.items():
            if isinstance(inner, dict | list) and inner and not _is_short(inner):
                shown += [text.line(pad, (key_words(key, labels), "$accent")), *tree(inner, labels, depth + 1)]
            else:
                shown.append(text.line(pad, (f"{key_words(key, labels)}: ", "$accent"), words_of(inner)))
        return shown
    if isinstance(value, list) and not _is_short(value):
        return [
            row
            for item in value
            for row in ([f"{pad}- {words_of(item)}"] if _is_short(item) else tree(item, labels, depth))
        ]
    return [f"{pad}{words_of(value)}"]


def _is_short(value: Any) -> bool:
    return not isinstance(value, dict | list) or len(words_of(value)) <= 34
