"""Forms: which are possible, and which answers fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from msgspec import UnsetType
from msgspec.structs import replace

from core.games.refereed.columns import figures
from core.games.refereed.spec import BILLION, LONGEST_TEXT, MOST_FIELDS, MOST_TEXT, RESERVED
from core.games.refereed.structs import Answer, Column, Form, FormField, State
from core.parts import Number, Text
from core.refusal import Refused, quoted


# --- the form (RF-02, RF-13) ------------------------------------------------------------------------------------------
def check_form(form: Form, seats: Sequence[str], columns: Sequence[Column] = ()) -> None:
    """Raise Refused, `bad_form`, for a form that cannot be asked."""
    if len(form) > MOST_FIELDS:
        raise _bad_form(f"A form has at most {MOST_FIELDS} fields; this one has {len(form)}.")
    known = {column.id for column in columns if isinstance(column.start, int) and column.see != "host"}
    for place, field in enumerate(form):
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", field.id) or field.id in {*RESERVED, *known}:
            raise _bad_form(
                f"{quoted(field.id)} is no id of a field: small letters, digits and _, and none of "
                f"{', '.join(sorted({*RESERVED, *known}))}."
            )
        if any(other.id == field.id for other in form[:place]):
            raise _bad_form(f"Two fields have the id {field.id}; give each its own.")
        if not field.ask.strip() or len(field.ask) > 200 or not field.ask.isprintable():
            raise _bad_form(f"The question of {field.id} is one line of at most 200 characters.")
        for bound in (field.least, field.most):
            if isinstance(bound, str) and (field.kind == "text" or bound not in {*known, "garnets"}):
                among = ", ".join((*sorted(known), "garnets"))
                raise _bad_form(f"{field.id}: {quoted(bound)} is no column that bounds it. There are: {among}.")
        _check_kind(field, seats)
        _check_condition(field, form[:place])


def _check_condition(field: FormField, earlier: Form) -> None:
    if field.once == "option" and field.kind not in ("choice", "seats"):
        raise _bad_form(f'{field.id} has no options that could be named once: once = "match" asks it once.')
    if not field.when:
        return
    name, words = condition(field.when)
    other = next((other for other in earlier if other.id == name and other.kind == "choice"), None)
    if other is None or not words or not {*words} <= {*other.options}:
        raise _bad_form(
            f'{field.id}: `when` is an earlier choice and some of its options: when = "deed = break, copy".'
        )


def condition(when: str) -> tuple[str, tuple[str, ...]]:
    """Return the field and answers of a condition `deed = break, copy`."""
    name, _, words = when.partition("=")
    return name.strip(), tuple(word.strip() for word in words.split(",") if word.strip())


def holds(when: str | UnsetType, answers: Mapping[str, Any]) -> bool:
    """True if the question with this condition is asked beside these answers."""
    if not when:
        return True
    name, words = condition(when)
    answer = answers.get(name)
    return bool({*words} & ({*answer} if isinstance(answer, tuple | list) else {answer}))


def _check_kind(field: FormField, seats: Sequence[str]) -> None:
    least, most = field.least, field.most
    if field.kind == "number":
        ends = [bound for bound in (least, most) if isinstance(bound, int)]
        if None in (least, most) or ends != sorted(ends) or any(abs(bound) > BILLION for bound in ends):
            raise _bad_form(f"{field.id} needs `least` and `most`: whole numbers, the lower first, within a billion.")
    elif field.kind == "text":
        if least is not None or not 1 <= longest(field) <= MOST_TEXT:
            raise _bad_form(f"The text {field.id} has at most {MOST_TEXT:,} characters: say `most`, and no `least`.")
    elif field.kind in ("seats", "choice"):
        least, most = (bound if isinstance(bound, int) else 1 for bound in bounds(field))
        count = len(seats) - 1 if field.kind == "seats" else len(field.options)
        if not 1 <= least <= max(most, least) <= max(count, 1) or most < 1:
            noun = "seats" if field.kind == "seats" else "options"
            raise _bad_form(f"{field.id} names 1 to {count} {noun}: say `least` and `most`.")
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
    return field.most if isinstance(field.most, int) else LONGEST_TEXT


def bounds(field: FormField) -> tuple[Any, Any]:
    """Return the fewest and most words that a `seats` or `choice` field names; columns by name."""
    least = 1 if field.least is None else field.least
    return least, least if field.most is None else field.most


def numbers(field: FormField) -> tuple[int, int]:
    """Return the bounds of an asked number."""
    assert isinstance(field.least, int)
    assert isinstance(field.most, int)
    return field.least, field.most


def things(field: FormField, seat: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the possible words of a choice, seats or ranking."""
    return field.options or tuple(other for other in seats if other != seat)


def asked(state: State, seat: str | None) -> Form:
    """Return a seat's questions of this round: bounds as numbers, without what it used up, and without questions that
    no answer fits (RF-13)."""
    form = state.forms.of(seat)
    if seat is None or not any(field.once or str in (type(field.least), type(field.most)) for field in form):
        return form
    fields = (_resolved(state, seat, field) for field in form)
    return tuple(field for field in fields if field is not None)


def _resolved(state: State, seat: str, field: FormField) -> FormField | None:
    used = state.used.get(seat, {}).get(field.id, ())
    least, most = (
        figures(state, bound)[seat] if isinstance(bound, str) else bound for bound in (field.least, field.most)
    )
    field = replace(field, least=least, most=most)
    if field.once == "match" and used:
        return None
    if field.kind == "number":
        return field if numbers(field)[0] <= numbers(field)[1] else None
    if field.kind in ("seats", "choice"):
        words = tuple(word for word in things(field, seat, state.seats) if field.once != "option" or word not in used)
        least, most = bounds(field)
        if min(len(words), most) < least:
            return None
        return replace(field, options=words, least=least, most=min(most, len(words)))
    return field


# --- answers (RF-03) --------------------------------------------------------------------------------------------------
def check_answers(state: State, seat: str, answers: dict[str, Answer]) -> None:
    """Refused unless these answers fill the seat's form: `no_such_field`, `bad_answer`, `not_asked`, `incomplete`."""
    form = {field.id: field for field in asked(state, seat)}
    for name, answer in answers.items():
        if name not in form:
            raise Refused("no_such_field", f"This round's form has no field {quoted(name)} for you.", "RF-03")
        _check_answer(form[name], answer, things(form[name], seat, state.seats))
        if not holds(form[name].when, answers):
            message = f"{form[name].ask} This is asked only if {form[name].when}: leave it out."
            raise Refused("not_asked", message, "RF-13")
    missing = [
        field.ask for name, field in form.items() if field.need and name not in answers and holds(field.when, answers)
    ]
    if missing:
        raise Refused("incomplete", f"Not answered yet: {' '.join(missing)}", "RF-03")


def _check_answer(field: FormField, answer: Answer, words: tuple[str, ...]) -> None:
    def bad(wanted: str) -> NoReturn:
        raise Refused("bad_answer", f"{field.ask} Answer with {wanted}.", "RF-03")

    if field.kind == "number":
        least, most = numbers(field)
        if not isinstance(answer, int) or not least <= answer <= most:
            bad(f"a whole number from {Number(least, most).hint}")
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
    return field.kind in ("choice", "seats") and bounds(field)[1] == 1


def example(field: FormField, words: tuple[str, ...], first: str = "") -> Answer:
    """Return a small fitting answer; `first` is a word that it has."""
    if field.kind == "number":
        return numbers(field)[0]
    if field.kind == "text":
        return "x"
    first = first or words[0]
    if is_single(field):
        return first
    others = [word for word in words if word != first]
    return (first, *(others if field.kind == "ranking" else others[: bounds(field)[0] - 1]))


def completed(form: Form, field: FormField, answer: Answer, seat: str, seats: Sequence[str]) -> dict[str, Answer]:
    """Return the smallest answers with this one: what it needs, and what else is needed then. Empty if its condition
    cannot hold."""
    by_id, answers, at = {other.id: other for other in form}, {field.id: answer}, field
    while at.when:
        name, words = condition(at.when)
        at = by_id.get(name, field)
        possible = [word for word in words if word in at.options]
        if at is field or not possible:
            return {}
        answers[at.id] = example(at, at.options, possible[0])
    for other in form:
        if other.id not in answers and other.need and holds(other.when, answers):
            answers[other.id] = example(other, things(other, seat, seats))
    return answers
