"""A question of a form as a host types it, kind by kind (RF-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from core.games.refereed.forms import bounds, check_form, longest
from core.games.refereed.spec import RESERVED
from core.games.refereed.structs import Column, FormField
from core.refusal import Refused

DETAILS: Final = {
    "number": "The least and the largest number, for example 0 to 100.",
    "choice": "The words to choose from, with commas between them.",
    "seats": "How many other seats they name, for example 1, or 1 to 3.",
    "ranking": "The things to rank, with commas between them; empty ranks the other seats.",
    "text": "How many characters at most, for example 200.",
}
"""Questions for the bounds or options of each kind."""
BOUND: Final = r"-?\d+|[a-z]\w*"
"""A number, or the id of a column."""


def field_id(words: str, known: Iterable[str]) -> str:
    """Return an unused id for a question, made of its first letters."""
    stem = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_0123456789")[:20].rstrip("_") or "answer"
    used_ids = {*known, *RESERVED}
    return next(name for n in range(1, len(used_ids) + 3) if (name := f"{stem}_{n}" if n > 1 else stem) not in used_ids)


def details(field: FormField) -> str:
    """Return the bounds or options of a field as `detailed` reads them."""
    if field.kind == "number":
        return f"{field.least} to {field.most}"
    if field.kind == "seats":
        least, most = bounds(field)
        return str(least) if least == most else f"{least} to {most}"
    return str(longest(field)) if field.kind == "text" else ", ".join(field.options)


def detailed(field: FormField, typed: str, seats: Sequence[str], columns: Sequence[Column] = ()) -> FormField:
    """Return the field with typed bounds or options. Refused: `bad_form`."""
    if field.kind in ("choice", "ranking"):
        field = replace(field, options=tuple(word.strip() for word in typed.split(",") if word.strip()))
    else:
        pair = re.fullmatch(rf"\s*({BOUND})(?:\s*(?:to|-|\u2013|\.\.+)\s*({BOUND}))?\s*", typed)
        if pair is None or (field.kind == "number" and pair[2] is None) or (field.kind == "text" and pair[2]):
            raise Refused("bad_form", DETAILS[field.kind], "RF-02")
        first, last = (word if word[0].isalpha() else int(word) for word in (pair[1], pair[2] or pair[1]))
        field = replace(field, most=first) if field.kind == "text" else replace(field, least=first, most=last)
    check_form((replace(field, when=UNSET),), seats, columns)
    return field
