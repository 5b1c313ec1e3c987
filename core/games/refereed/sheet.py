"""The host's files: a form as TOML, submissions and results as CSV (RF-09)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.decoding import toml
from core.games.refereed.columns import has_points
from core.games.refereed.structs import Answer, FormField, State, Value
from core.json import Json
from core.refusal import Refused, did_you_mean, quoted

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet reads as a formula."""
AMOUNTS: Final = ("points", "tokens", "garnets")


def text_of(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252, the encodings that spreadsheets write. Refused:
    `bad_encoding` with the line, for a file that mixes them too."""
    mixed = not data.decode("utf-8", "ignore").isascii()
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")[: 2 - mixed]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as mistake:
            line = data[: mistake.start].count(b"\n") + 1
    message = f"Line {line} holds a character that cannot be read. Save the file as CSV in UTF-8."
    raise Refused("bad_encoding", message, "RF-09")


OF_A_MATCH: Final = ("title", "rounds", "rules", "places", "points", "purse")
"""Keys of a form's file that hold for a whole match: options of its begin, in a script in capitals."""


def first_form(text: str) -> Json:
    """Return the options that a form's TOML sets; none for no text. Refused: `bad_form`."""
    if not text:
        return {}
    document = _document(text)
    of_a_match: Json = {name: document[name] for name in OF_A_MATCH if name in document}
    columns: Json = {"columns": document["column"]} if "column" in document else {}
    return {"form": _fields(document), **of_a_match, **columns}


def read_form(text: str) -> list[Json]:
    """Return the fields of a later form from its TOML. Refused: `bad_form`."""
    document = _document(text)
    if early := [name for name in (*OF_A_MATCH, "column") if name in document]:
        message = f"{early[0]} is said when a match is made; a form for later rounds has [[field]] tables alone."
        raise Refused("bad_form", message, "RF-11")
    return _fields(document)


def _document(text: str) -> Json:
    try:
        document = toml(text)
    except (ValueError, RecursionError) as mistake:
        raise Refused("bad_form", f"The form is no TOML: {mistake}.", "RF-02") from None
    if unknown := sorted({*document} - {"field", "column", *OF_A_MATCH}):
        message = f"A form has [[field]] and [[column]] tables, {', '.join(OF_A_MATCH)}, and no {unknown[0]}."
        raise Refused("bad_form", message, "RF-02")
    return document


def _fields(document: Json) -> list[Json]:
    fields = document.get("field", [])
    if not isinstance(fields, list) or not all(isinstance(field, dict) for field in fields):
        raise Refused("bad_form", "Write each field of the form as a [[field]] table.", "RF-02")
    field_names = FormField.__struct_fields__
    for number, field in enumerate(fields, 1):
        if unknown := sorted({*field} - {*field_names}):
            hint = did_you_mean(unknown[0], field_names)
            raise Refused("bad_form", f"Field {number} has no key {unknown[0]}{hint}", "RF-02")
    return fields


def submission_rows(
    state: State, answers: Mapping[str, Mapping[str, Answer]], sealed: Mapping[str, str], verdict: Json | None = None
) -> list[list[str]]:
    """Return the sheet's rows, the header first: answers, the match's columns, and results where there is a verdict.

    Args:
        sealed: Text of that column by seat.
        verdict: Results so far, which stand in for the present values.
    """
    forms = state.forms
    asked = [*dict.fromkeys(field.id for form in (forms.form, *forms.own.values()) for field in form)]
    asked += [*dict.fromkeys(name for by in answers.values() for name in by if name not in asked)]
    results = result_columns(state) if verdict is not None else ()
    rows = [["seat", "sealed", *asked, *(column.id for column in state.columns), *results]]
    given: Json = verdict or {}
    for seat in state.seats:
        own, after = answers.get(seat, {}), given.get("columns", {})
        values = [after.get(column.id, {}).get(seat, state.values[column.id][seat]) for column in state.columns]
        brought = [given.get(name, {}).get(seat, "") for name in results]
        cells = [*(own.get(name, "") for name in asked), *values, *brought]
        rows.append([without_formula(seat), sealed.get(seat, ""), *map(_cell_text, cells)])
    return rows


def result_columns(state: State) -> tuple[str, ...]:
    """Return the columns of results beside the match's own."""
    return (*("points",) * has_points(state.columns, state.rule), "tokens", "garnets", "told")


def as_csv(rows: Iterable[Sequence[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


def _cell_text(answer: Answer) -> str:
    if isinstance(answer, int):
        return str(answer)
    return without_formula(answer if isinstance(answer, str) else "; ".join(answer))


def without_formula(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


def read_results(text: str, state: State) -> Json:
    """Return the verdict of a sheet of results. Refused with the line: `bad_sheet`, `missing_column`, `unknown_seat`,
    `missing_seat`, `formula`, `bad_number`."""
    lines = text.splitlines()
    head = lines[0] if lines else ""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    try:
        rows = [(number, row) for row in reader for number in [reader.line_num] if any(cell.strip() for cell in row)]
    except csv.Error as mistake:
        raise Refused("bad_sheet", f"Line {reader.line_num} cannot be read: {mistake}.", "RF-09") from None
    columns = [cell.strip().lower() for cell in rows[0][1]] if rows else []
    kinds = {column.id: column.start for column in state.columns}
    for wanted in ("seat", *("points",) * has_points(state.columns, state.rule), *({*kinds} & {*columns})):
        if columns.count(wanted) != 1:
            count_words = "no column" if wanted not in columns else "two columns"
            named = ", ".join(filter(None, columns)) or "nothing"
            raise Refused("missing_column", f"Line 1 has {count_words} {wanted}. It has: {named}.", "RF-09")
    verdict: Json = {name: {} for name in (*AMOUNTS, "told")}
    if kinds:
        verdict["columns"] = {name: {} for name in kinds if name in columns}
    line_numbers: dict[str, int] = {}
    for number, row in rows[1:]:
        if len(row) > len(columns):
            raise Refused("bad_sheet", f"Line {number} has {len(row)} cells, and line 1 has {len(columns)}.", "RF-09")
        cells = dict(zip(columns, row, strict=False))
        seat = _read_seat(cells.get("seat", ""), state.seats, number)
        if seat in line_numbers:
            raise Refused("bad_sheet", f"Line {number}: {seat} stands in line {line_numbers[seat]} already.", "RF-09")
        line_numbers[seat] = number
        for name in AMOUNTS:
            if amount := _read_amount(cells.get(name, ""), f"Line {number}, {name}"):
                verdict[name][seat] = amount
        if words := _cell_value(cells.get("told", ""), f"Line {number}, told"):
            verdict["told"][seat] = words
        for name, by_seat in verdict.get("columns", {}).items():
            where = f"Line {number}, {name}"
            if not isinstance(kinds[name], int):
                by_seat[seat] = typed_value(_cell_value(cells.get(name, ""), where), kinds[name])
            elif cells.get(name, "").strip():
                by_seat[seat] = _read_amount(cells[name], where)
    if missing := [seat for seat in state.seats if seat not in line_numbers]:
        raise Refused("missing_seat", f"There is no line for {', '.join(missing)} (last line: {len(lines)}).", "RF-09")
    return verdict


def _read_seat(cell: str, seats: Sequence[str], number: int) -> str:
    seat = _cell_value(cell, f"Line {number}, seat")
    if seat not in seats:
        hint = did_you_mean(seat, seats)
        raise Refused("unknown_seat", f"Line {number}: no seat is called {quoted(seat)}{hint}", "RF-09")
    return seat


def typed_value(typed: str, start: Value) -> Value:
    """Return words or a list as typed, its items divided by semicolons."""
    return typed if isinstance(start, str) else tuple(word.strip() for word in typed.split(";") if word.strip())


def _read_amount(cell: str, where: str) -> int:
    typed = _cell_value(cell, where).replace("\u2212", "-")
    if not typed:
        return 0
    if not re.fullmatch(r"[+-]?[0-9]{1,12}([.,]00?)?", typed):
        divided = re.fullmatch(r"[+-]?[0-9][0-9.,'\u2019\s]*", typed) is not None
        hint = ": write it in digits alone, without decimals, commas, dots and blanks" * divided
        raise Refused("bad_number", f"{where}: {quoted(typed)} is no whole number{hint}.", "RF-09")
    return int(re.split("[.,]", typed)[0])


def _cell_value(cell: str, where: str) -> str:
    """Return a cell's text without the apostrophe that guards against formulas."""
    cell = cell.strip()
    if cell.startswith("="):
        raise Refused("formula", f"{where}: {quoted(cell)} is a formula. Save the sheet with its values.", "RF-09")
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell
