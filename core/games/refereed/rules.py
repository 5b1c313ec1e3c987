"""The rules: seats fill forms, the host gives results."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice
from core.games.refereed.columns import (
    check_columns,
    check_value,
    figures,
    has_points,
    place_keys,
    places,
    reported,
    seen,
    seen_places,
    standings,
)
from core.games.refereed.forms import (
    asked,
    bounds,
    check_answers,
    check_form,
    completed,
    example,
    is_single,
    longest,
    numbers,
    things,
)
from core.games.refereed.spec import BILLION, LONGEST_RULES, LONGEST_TITLE, LONGEST_WORDS, SPEC
from core.games.refereed.structs import (
    Finish,
    Form,
    FormField,
    Forms,
    Given,
    Options,
    Orders,
    Published,
    Report,
    Setting,
    State,
    Verdict,
)
from core.ledger import Ending, group, total
from core.parts import Asks, Choice, Closing, Number, Text
from core.refusal import NotAMatch, Refused, did_you_mean, quoted
from core.usual import ending, prizes, purses, purses_back


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    try:
        check_columns(options.columns, options.places)
        check_form(options.form, seats, options.columns)
        title = options.title
        if len(title) > LONGEST_TITLE or not title.isprintable() or title != title.strip() or {*title} & {*"[]\\"}:
            raise Refused(
                "bad_form", f"A title is one line of at most {LONGEST_TITLE} characters, no brackets.", "RF-11"
            )
        if not 1 <= options.rounds <= SPEC.rounds:
            raise Refused("bad_form", f"A match has 1 to {SPEC.rounds} rounds.", "RF-11")
        if len(options.rules) > LONGEST_RULES:
            raise Refused("bad_form", f"The rules have at most {LONGEST_RULES:,} characters.", "RF-11")
        _check_amounts(seats, {"points": given.points}, -BILLION)
    except Refused as refusal:
        raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None
    forms = Forms(options.form)
    points = {seat: given.points.get(seat, 0) for seat in seats}
    values = {column.id: dict.fromkeys(seats, column.start) for column in options.columns}
    return State(seats=seats, round=given.round or 1, forms=forms, later=forms, points=points, shown=options.points,
                 rounds=options.rounds, columns=options.columns, values=values, rule=options.places,
                 **purses(seats, options))  # fmt: skip


# --- forms (RF-01 to RF-03) -------------------------------------------------------------------------------------------
def direct(state: State, direction: Setting, opened: bool) -> State:
    """Set a form (RF-01) or rooms (RF-10). `opened`: round 1 has begun, so a form waits for the next round."""
    if direction.rooms is not None:
        state = replace(state, rooms=tuple(_seated_room(state, room) for room in direction.rooms))
    if direction.form is None:
        return state
    check_form(direction.form, state.seats, state.columns)
    if direction.seat and direction.seat not in state.seats:
        raise _not_seated(direction.seat)
    later = state.later
    later = (
        Forms(later.form, {**later.own, direction.seat: direction.form}) if direction.seat else Forms(direction.form)
    )
    return replace(state, later=later) if opened else replace(state, later=later, forms=later)


def _seated_room(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in state.seats:
            raise _not_seated(name)
    if len({*names}) < 2:
        raise Refused("bad_room", "A room has two seats or more.", "RF-10")
    return tuple(seat for seat in state.seats if seat in names)


def rooms(state: State) -> tuple[tuple[str, ...], ...] | None:
    return state.rooms


def _not_seated(name: str) -> Refused:
    return Refused("not_seated", f"Nobody called {quoted(name)} is seated here.", "CM-25")


def check(state: State, seat: str, orders: Orders) -> None:
    if not asked(state, seat):
        raise Refused("nothing_asked", "The host asks you nothing this round.", "RF-03")
    check_answers(state, seat, orders.answers)


def asks(state: State, seat: str, sealed: Orders | None) -> Asks:
    form = asked(state, seat)
    choices = [choice for field in form for choice in _choices(form, field, seat, state.seats)]
    return Asks(orders=bool(form), choices=tuple(choices))


def _choices(form: Form, field: FormField, seat: str, seats: tuple[str, ...]) -> list[Choice]:
    slot, words = f"answers.{field.id}", things(field, seat, seats)

    if field.when and not completed(form, field, "", seat, seats):  # its condition cannot hold
        return []

    def of(value: int | str, entry: Number | Text | None = None) -> Choice:
        answers = completed(form, field, example(field, words, str(value)), seat, seats)
        label = _heading(field) if entry else ""
        return Choice(slot, value, label, probe={"answers": plain(answers)}, entry=entry, head=_heading(field))

    if field.kind == "number":
        least, most = numbers(field)
        return [of(least, Number(least, most))]
    if field.kind == "text":
        return [of("x", Text(longest(field)))]
    return [of(word) for word in words]


def _heading(field: FormField) -> str:
    ask = f"{field.ask} (if {field.when})" if field.when else field.ask
    if field.kind == "ranking":
        return f"{ask} (all, the first place first)"
    if is_single(field) or field.kind in ("number", "text"):
        return ask
    least, most = bounds(field)
    return f"{ask} ({least if least == most else f'{least} to {most}'})"


# --- the close (RF-04 to RF-08) ---------------------------------------------------------------------------------------
def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Close a round without a host: each seat that answered draws 1 to 6 points, or of the first column
    that gives places (RF-04)."""
    draw = dice.draw(f"round {state.round}: no host")
    points = {seat: 1 + draw.below(6) for seat in state.seats if seat in orders}
    if has_points(state.columns, state.rule):
        return judge(state, orders, Verdict(points), dice)
    column = place_keys(state.rule, state.columns)[0].column
    values = {seat: figures(state, column)[seat] + gained for seat, gained in points.items()}
    return judge(state, orders, Verdict(columns={column: values}), dice)


def judge(state: State, orders: Mapping[str, Orders], verdict: Verdict, dice: Dice) -> Closing[State, Report]:
    """Apply the host's verdict, then open the next round or end the match."""
    _check_verdict(state, verdict)
    reason = f"the host, {SPEC.when(state.round)}"
    prized = (*prizes("token", verdict.tokens, reason), *prizes("garnet", verdict.garnets, reason))
    points = {seat: state.points[seat] + verdict.points.get(seat, 0) for seat in state.seats}
    values = {name: {**old, **verdict.columns.get(name, {})} for name, old in state.values.items()}
    after = replace(state, points=points, values=values, public_words=verdict.public.strip(), forms=state.later,
                    used=_used(state, orders), ledger=(*state.ledger, *prized))  # fmt: skip
    ranks, pointed = places(standings(after)), has_points(state.columns, state.rule)
    reports = {
        seat: Report(
            words=verdict.words.get(seat, "").strip(),
            gained=verdict.points.get(seat, 0),
            points=points[seat] if pointed else None,
            place=None if state.shown == "secret" else ranks[seat],
            tokens=verdict.tokens.get(seat, 0),
            garnets=verdict.garnets.get(seat, 0),
            columns=reported(state, after, seat) or UNSET,
        )
        for seat in state.seats
    }
    after = replace(after, last=reports)
    shown = "place" if state.shown == "public" and not pointed else state.shown
    words = Published(after.public_words, standing(after), shown, seen(after, None) or UNSET,
                      seen_places(after) or UNSET)  # fmt: skip
    public = words if words.text or words.standing or words.columns or words.column_places else None
    if verdict.finish is None and state.round < state.rounds:
        return Closing(replace(after, round=state.round + 1), reports, public)
    ending_ = _ending(after, verdict, dice)
    back = purses_back(after)
    return Closing(replace(after, ending=ending_, ledger=(*after.ledger, *back)), reports, public)


def _used(state: State, orders: Mapping[str, Orders]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the answers so far to questions that are asked once (RF-13)."""
    used = dict(state.used)
    for seat in (seat for seat in state.seats if seat in orders):
        for field in state.forms.of(seat):
            if field.once and (answer := orders[seat].answers.get(field.id)) is not None:
                words = tuple(map(str, answer)) if isinstance(answer, tuple) else (str(answer),)
                own = used.get(seat, {})
                used[seat] = {**own, field.id: (*own.get(field.id, ()), *words)}
    return used


def _check_verdict(state: State, verdict: Verdict) -> None:
    _check_amounts(state.seats, {"points": verdict.points}, -BILLION)
    _check_amounts(state.seats, {"tokens": verdict.tokens}, 0)
    _check_amounts(state.seats, {"garnets": verdict.garnets}, -BILLION)
    for seat, held in figures(state, "garnets").items():
        if -verdict.garnets.get(seat, 0) > held:
            message = f"{seat} holds {held:,} garnets, and cannot lose {-verdict.garnets[seat]:,}."
            raise Refused("bad_amount", message, "RF-05")
    if any(verdict.points.values()) and not has_points(state.columns, state.rule):
        raise Refused("bad_amount", "This match has columns and no points: its places do not name them.", "RF-12")
    columns = {column.id: column for column in state.columns}
    for name, by_seat in verdict.columns.items():
        if name not in columns:
            raise Refused("no_such_column", f"This match has no column {quoted(name)}{did_you_mean(name, columns)}",
                          "RF-12")  # fmt: skip
        for seat, value in by_seat.items():
            if seat not in state.seats:
                raise _not_seated(seat)
            check_value(columns[name], value, seat)
    for seat, words in (*verdict.words.items(), ("", verdict.public)):
        if seat and seat not in state.seats:
            raise _not_seated(seat)
        if len(words) > LONGEST_WORDS:
            whose = f"The words to {seat}" if seat else "The words to all"
            raise Refused("too_long", f"{whose} have {len(words):,} characters; {LONGEST_WORDS:,} fit.", "RF-05")


def _check_amounts(seats: tuple[str, ...], amounts: Mapping[str, Mapping[str, int]], least: int) -> None:
    for unit, by_seat in amounts.items():
        for seat, amount in by_seat.items():
            if seat not in seats:
                raise _not_seated(seat)
            if not least <= amount <= BILLION:
                raise Refused("bad_amount", f"{seat}: {amount:,} is no possible number of {unit}.", "RF-05")


def standing(state: State) -> dict[str, int]:
    """Return the public part of the standing: none, places, or all points (RF-06)."""
    if state.shown == "secret":
        return {}
    if state.shown == "public" and has_points(state.columns, state.rule):
        return state.points
    return places(standings(state))


def _ending(state: State, verdict: Verdict, dice: Dice) -> Ending:
    """Return the ending: the host's choices, else by the rule of places (RF-08)."""
    finish, keys = verdict.finish or Finish(), standings(state)
    if free := [seat for seat in finish.winners if seat in verdict.free]:
        raise Refused("free_seat", f"{free[0]} is a free seat, and those never win: name another.", "RF-08")
    for name in (*finish.winners, *(name for name in (finish.candidate, finish.opponent) if name)):
        if name not in state.seats:
            raise _not_seated(name)
    lost = finish.candidate if finish.apart else None
    playing = tuple(seat for seat in state.seats if seat not in verdict.free and seat != lost)
    winners = tuple(seat for seat in state.seats if seat in finish.winners)
    if not winners and playing:
        winners = group(playing, keys)[0]
    order = {seat: (seat in winners, keys[seat]) for seat in state.seats}
    usual = ending(state.seats, order, dice)
    if finish.candidate == "":
        return Ending(winners, usual.ranking, has_opponent=False)
    if finish.candidate is None:
        ended = usual
    else:
        ended = Ending(winners, usual.ranking, candidate=finish.candidate)
    if ended.candidate in finish.winners:
        raise Refused("bad_candidate", f"{ended.candidate} has won: name another candidate.", "RF-08")
    if finish.opponent is not None:
        tokens = total(state.ledger, "token", state.seats)
        eligible = [s for s in state.seats if s not in (ended.candidate, *state.exempt) and not tokens[s]]
        if ended.candidate is None or finish.opponent not in eligible:
            message = f"{finish.opponent} cannot be the opponent. Possible: {', '.join(eligible) or 'no seat'}."
            raise Refused("bad_opponent", message, "CM-08")
    return replace(ended, opponent=finish.opponent)
