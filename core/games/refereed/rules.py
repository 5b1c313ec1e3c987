"""The rules: seats fill forms, the host gives results."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.dice import Dice
from core.games.refereed.forms import bounds, check_answers, check_form, example, is_single, longest, things
from core.games.refereed.spec import BILLION, LONGEST_RULES, LONGEST_TITLE, LONGEST_WORDS, SPEC
from core.games.refereed.structs import (
    Finish,
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
from core.refusal import NotAMatch, Refused, quoted
from core.usual import ending, prizes


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    try:
        check_form(options.form, seats)
        _check_words(options)
        _check_amounts(seats, {"points": given.points}, -BILLION)
    except Refused as refusal:
        raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None
    forms = Forms(options.form)
    points = {seat: given.points.get(seat, 0) for seat in seats}
    return State(seats=seats, round=given.round or 1, forms=forms, later=forms, points=points, shown=options.points,
                 rounds=options.rounds)  # fmt: skip


def _check_words(options: Options) -> None:
    title = options.title
    if len(title) > LONGEST_TITLE or not title.isprintable() or title != title.strip() or {*title} & {*"[]\\"}:
        raise Refused("bad_form", f"A title is one line of at most {LONGEST_TITLE} characters, no brackets.", "RF-11")
    if not 1 <= options.rounds <= SPEC.rounds:
        raise Refused("bad_form", f"A match has 1 to {SPEC.rounds} rounds.", "RF-11")
    if len(options.rules) > LONGEST_RULES:
        raise Refused("bad_form", f"The rules have at most {LONGEST_RULES:,} characters.", "RF-11")


# --- forms (RF-01 to RF-03) -------------------------------------------------------------------------------------------
def direct(state: State, direction: Setting, opened: bool) -> State:
    """Set a form (RF-01) or rooms (RF-10). `opened`: round 1 has begun, so a form waits for the next round."""
    if direction.rooms is not None:
        state = replace(state, rooms=tuple(_seated_room(state, room) for room in direction.rooms))
    if direction.form is None:
        return state
    check_form(direction.form, state.seats)
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
    if not state.forms.of(seat):
        raise Refused("nothing_asked", "The host asks you nothing this round.", "RF-03")
    check_answers(state, seat, orders.answers)


def asks(state: State, seat: str, sealed: Orders | None) -> Asks:
    form = state.forms.of(seat)
    needed = {field.id: example(field, things(field, seat, state.seats)) for field in form if field.need}
    choices = [choice for field in form for choice in _choices(field, things(field, seat, state.seats), needed)]
    return Asks(orders=bool(form), choices=tuple(choices))


def _choices(field: FormField, words: tuple[str, ...], needed: Mapping[str, object]) -> list[Choice]:
    slot = f"answers.{field.id}"

    def of(value: int | str, entry: Number | Text | None = None) -> Choice:
        answer = example(field, words, str(value))
        probe = {"answers": {**needed, field.id: list(answer) if isinstance(answer, tuple) else answer}}
        return Choice(slot, value, field.ask if entry else "", probe=probe, entry=entry, head=_heading(field))

    if field.kind == "number":
        assert field.least is not None
        assert field.most is not None
        return [of(field.least, Number(field.least, field.most))]
    if field.kind == "text":
        return [of("x", Text(longest(field)))]
    return [of(word) for word in words]


def _heading(field: FormField) -> str:
    if field.kind == "ranking":
        return f"{field.ask} (all, the first place first)"
    if field.kind == "choice" or is_single(field):
        return field.ask
    least, most = bounds(field)
    return f"{field.ask} ({least if least == most else f'{least} to {most}'})"


# --- the close (RF-04 to RF-08) ---------------------------------------------------------------------------------------
def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Close a round without a host: each seat that answered draws 1 to 6 points (RF-04)."""
    draw = dice.draw(f"round {state.round}: no host")
    points = {seat: 1 + draw.below(6) for seat in state.seats if seat in orders}
    return judge(state, orders, Verdict(points), dice)


def judge(state: State, orders: Mapping[str, Orders], verdict: Verdict, dice: Dice) -> Closing[State, Report]:
    """Apply the host's verdict, then open the next round or end the match."""
    _check_verdict(state, verdict)
    points = {seat: state.points[seat] + verdict.points.get(seat, 0) for seat in state.seats}
    ranks = places(points)
    reason = f"the host, {SPEC.when(state.round)}"
    prized = (*prizes("token", verdict.tokens, reason), *prizes("garnet", verdict.garnets, reason))
    reports = {
        seat: Report(
            words=verdict.words.get(seat, "").strip(),
            gained=verdict.points.get(seat, 0),
            points=points[seat],
            place=None if state.shown == "secret" else ranks[seat],
            tokens=verdict.tokens.get(seat, 0),
            garnets=verdict.garnets.get(seat, 0),
        )
        for seat in state.seats
    }
    after = replace(state, points=points, last=reports, public_words=verdict.public.strip(), forms=state.later,
                    ledger=(*state.ledger, *prized))  # fmt: skip
    words = Published(after.public_words, standing(after), state.shown)
    public = words if words.text or words.standing else None
    if verdict.finish is None and state.round < state.rounds:
        return Closing(replace(after, round=state.round + 1), reports, public)
    return Closing(replace(after, ending=_ending(after, verdict, dice)), reports, public)


def _check_verdict(state: State, verdict: Verdict) -> None:
    _check_amounts(state.seats, {"points": verdict.points}, -BILLION)
    _check_amounts(state.seats, {"tokens": verdict.tokens, "garnets": verdict.garnets}, 0)
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


def places(points: Mapping[str, int]) -> dict[str, int]:
    """Return places: 1 plus the number of seats with more points."""
    return {seat: 1 + sum(other > own for other in points.values()) for seat, own in points.items()}


def standing(state: State) -> dict[str, int]:
    """Return the public part of the points: none, places, or all (RF-06)."""
    return {"secret": {}, "place": places(state.points), "public": state.points}[state.shown]


def _ending(state: State, verdict: Verdict, dice: Dice) -> Ending:
    """Return the ending: the host's choices, else by points (RF-08)."""
    finish = verdict.finish or Finish()
    if free := [seat for seat in finish.winners if seat in verdict.free]:
        raise Refused("free_seat", f"{free[0]} is a free seat, and those never win: name another.", "RF-08")
    for name in (*finish.winners, *(name for name in (finish.candidate, finish.opponent) if name)):
        if name not in state.seats:
            raise _not_seated(name)
    playing = tuple(seat for seat in state.seats if seat not in verdict.free)
    winners = tuple(seat for seat in state.seats if seat in finish.winners)
    if not winners and playing:
        winners = group(playing, state.points)[0]
    order = {seat: (seat in winners, state.points[seat]) for seat in state.seats}
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
