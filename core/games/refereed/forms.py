"""Forms: which are possible, and which answers fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from core.games.refereed.spec import BILLION, LONGEST_TEXT, MOST_FIELDS, MOST_TEXT, RESERVED
from core.games.refereed.structs import Answer, Form, FormField, State
from core.parts import Number, Text
from core.refusal import Refused, quoted


# --- the form (RF-02) -------------------------------------------------------------------------------------------------
def check_form(form: Form, seats: Sequence[str]) -> None:
    """Raise Refused, `bad_form`, for a form that cannot be asked."""
    if len(form) > MOST_FIELDS:
        raise _bad_form(f"A form has at most {MOST_FIELDS} fields; this one has {len(form)}.")
    for place, field in enumerate(form):
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", field.id) or field.id in RESERVED:
            raise _bad_form(
                f"{quoted(field.id)} is no id of a field: small letters, digits and _, and none of "
                f"{', '.join(sorted(RESERVED))}."
            )
        if any(other.id == field.id for other in form[:place]):
            raise _bad_form(f"Two fields have the id {field.id}; give each its own.")
        if not field.ask.strip() or len(field.ask) > 200 or not field.ask.isprintable():
            raise _bad_form(f"The question of {field.id} is one line of at most 200 characters.")
        _check_kind(field, seats)


def _check_kind(field: FormField, seats: Sequence[str]) -> None:
    least, most = field.least, field.most
    if field.kind == "number":
        if least is None or most is None or not -BILLION <= least <= most <= BILLION:
            raise _bad_form(f"{field.id} needs `least` and `most`: whole numbers, the lower first, within a billion.")
    elif field.kind == "text":
        if least is not None or not 1 <= longest(field) <= MOST_TEXT:
            raise _bad_form(f"The text {field.id} has at most {MOST_TEXT:,} characters: say `most`, and no `least`.")
    elif field.kind == "seats":
        least, most = bounds(field)
        if not 1 <= least <= most < len(seats):
            raise _bad_form(f"{field.id} names 1 to {len(seats) - 1} seats: say `least` and `most`.")
    elif least is not None or most is not None:
        raise _bad_form(f"{field.id} has no `least` and no `most`: it is a {field.kind}.")
    listed = field.options
    if field.kind in ("number", "text", "seats"):
        if listed:
            raise _bad_form(f"{field.id} has no options: it is a {field.kind} field.")
    elif (listed or field.kind == "choice") and not 2 <= len(listed) <= 40:
        raise _bad_form(f"{field.id} has 2 to 40 options.")
    if len({*listed}) < len(listed) or any(not option.strip() or len(option) > 60 or not option.isprintable()
                                           or ";" in option for option in listed):  # fmt: skip
        raise _bad_form(f"The options of {field.id} differ, have 1 to 60 characters, and no semicolon.")


def _bad_form(message: str) -> Refused:
    return Refused("bad_form", message, "RF-02")


def longest(field: FormField) -> int:
    return LONGEST_TEXT if field.most is None else field.most


def bounds(field: FormField) -> tuple[int, int]:
    """Return the fewest and most seats that a `seats` field names."""
    least = 1 if field.least is None else field.least
    return least, least if field.most is None else field.most


def things(field: FormField, seat: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the possible words of a choice, seats or ranking."""
    return field.options or tuple(other for other in seats if other != seat)


# --- answers (RF-03) --------------------------------------------------------------------------------------------------
def check_answers(state: State, seat: str, answers: dict[str, Answer]) -> None:
    """Refused unless these answers fill the seat's form: `no_such_field`, `bad_answer`, `incomplete`."""
    form = {field.id: field for field in state.forms.of(seat)}
    for name, answer in answers.items():
        if name not in form:
            raise Refused("no_such_field", f"This round's form has no field {quoted(name)}.", "RF-03")
        _check_answer(form[name], answer, things(form[name], seat, state.seats))
    missing = [field.ask for name, field in form.items() if field.need and name not in answers]
    if missing:
        raise Refused("incomplete", f"Not answered yet: {' '.join(missing)}", "RF-03")


def _check_answer(field: FormField, answer: Answer, words: tuple[str, ...]) -> None:
    def bad(wanted: str) -> NoReturn:
        raise Refused("bad_answer", f"{field.ask} Answer with {wanted}.", "RF-03")

    if field.kind == "number":
        assert field.least is not None
        assert field.most is not None
        if not isinstance(answer, int) or not field.least <= answer <= field.most:
            bad(f"a whole number from {Number(field.least, field.most).hint}")
    elif field.kind == "text":
        if not isinstance(answer, str) or not answer.strip() or len(answer) > longest(field):
            bad(f"a text, {Text(longest(field)).hint}")
    elif is_single(field):
        if answer not in words:
            bad(f"one of: {', '.join(words)}")
    elif not isinstance(answer, tuple) or len({*answer}) < len(answer) or not {*answer} <= {*words}:
        bad(f"some of: {', '.join(words)}, each once")
    elif field.kind == "ranking":
        if len(answer) < len(words):
            left = ", ".join(word for word in words if word not in answer)
            bad(f"all of them, the first place first; still without a place: {left}")
    else:
        least, most = bounds(field)
        if not least <= len(answer) <= most:
            bad(f"{least if least == most else f'{least} to {most}'} of: {', '.join(words)}")


def is_single(field: FormField) -> bool:
    return field.kind == "choice" or (field.kind == "seats" and bounds(field)[1] == 1)


def example(field: FormField, words: tuple[str, ...], first: str = "") -> Answer:
    """Return a small fitting answer; `first` is a word that it has."""
    if field.kind == "number":
        assert field.least is not None
        return field.least
    if field.kind == "text":
        return "x"
    first = first or words[0]
    if is_single(field):
        return first
    others = [word for word in words if word != first]
    return (first, *(others if field.kind == "ranking" else others[: bounds(field)[0] - 1]))


def in_words(answer: Answer) -> str:
    return ", ".join(answer) if isinstance(answer, tuple) else f"{answer:,}" if isinstance(answer, int) else answer
