"""Views and redeals, answers and reports in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice, Draw
from core.games.refereed.forms import in_words
from core.games.refereed.rules import places
from core.games.refereed.structs import FormField, Forms, Orders, Published, Report, State, View
from core.json import Json
from core.ledger import PURSE, group


def view(state: State, seat: str | None) -> View:
    last = None if seat is None else state.last.get(seat)
    return View(
        points=None if seat is None else state.points[seat],
        places={} if state.shown == "secret" else places(state.points),
        all_points=state.points if state.shown == "public" else {},
        own_words="" if last is None else last.words,
        public_words=state.public_words,
        questions={field.id: field.ask for field in state.forms.of(seat)},
    )


def knows(state: State, seat: str | None) -> object:
    """Return the view and the last report, which holds the host's private words (RF-07)."""
    return view(state, seat), state.last.get(seat or "")


def host(state: State) -> Json:
    return {
        "players": {
            seat: {"points": state.points[seat], "told": state.last[seat].words if seat in state.last else ""}
            for seat in state.seats
        },
        "said": state.public_words,
        **({} if state.rooms is None else {"rooms": [list(room) for room in state.rooms]}),
        "form": plain(state.forms),
        "next_form": plain(state.later),
    }


# --- what a seat cannot know ------------------------------------------------------------------------------------------
def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Redraw the others' points, words and forms, and all later forms (RF-06, RF-07)."""
    draw = dice.draw("redeal: results")
    others = [other for other in state.seats if other != seat]
    points = state.points if state.shown == "public" else _redrawn_points(state, seat, draw)
    last = {
        name: report if name not in others else _redrawn_report(report, points[name], draw)
        for name, report in state.last.items()
    }
    own = {name: form for name, form in state.forms.own.items() if name not in others}
    own |= {name: (_unseen_field(draw),) for name in others if draw.chance(0.3)}
    forms = Forms(state.forms.form, {name: own[name] for name in state.seats if name in own})
    later = state.later if draw.chance(0.5) else Forms((_unseen_field(draw),))
    ledger = tuple(
        entry if entry.seat == seat or entry.reason == PURSE
        else replace(entry, seat=draw.pick(others), coin=draw.pick(("token", "garnet")), amount=1 + draw.below(9))
        for entry in state.ledger
    )  # fmt: skip
    return replace(state, points=points, last=last, forms=forms, later=later, ledger=ledger)


def _redrawn_points(state: State, seat: str | None, draw: Draw) -> dict[str, int]:
    """Redraw the others' points; public places stay."""
    if state.shown == "secret":
        return {name: amount if name == seat else draw.below(1000) - 200 for name, amount in state.points.items()}
    groups = group(state.seats, state.points)
    place = next((n for n, tied in enumerate(groups) if seat in tied), 0)
    middle = state.points[groups[place][0]] if seat is not None else draw.below(1000)
    points = dict.fromkeys(groups[place], middle)
    for side, step in ((reversed(groups[:place]), 1), (iter(groups[place + 1 :]), -1)):
        value = middle
        for tied in side:
            value += step * (1 + draw.below(50))
            points |= dict.fromkeys(tied, value)
    return {name: points[name] for name in state.seats}


def _redrawn_report(report: Report, points: int, draw: Draw) -> Report:
    words = f"zq-unseen words {draw.below(1 << 30)}" if draw.chance(0.7) else ""
    tokens, garnets = draw.below(3), draw.below(9)
    return replace(report, words=words, gained=draw.below(100), points=points, tokens=tokens, garnets=garnets)


def _unseen_field(draw: Draw) -> FormField:
    ask, most = f"zq-unseen question {draw.below(1 << 30)}?", 1 + draw.below(9)
    return FormField(
        id="unseen", ask=ask, kind=draw.pick(("text", "number")), least=1, most=most, need=draw.chance(0.5)
    )


# --- words ------------------------------------------------------------------------------------------------------------
def restate(orders: Orders) -> list[str]:
    return [f"{name}: {in_words(answer)}" for name, answer in orders.answers.items()]


def restate_to(orders: Orders, view: View) -> list[str]:
    order = [*view.questions, *(name for name in orders.answers if name not in view.questions)]
    return [f"{view.questions.get(name, name)} {in_words(orders.answers[name])}" for name in order
            if name in orders.answers]  # fmt: skip


def tell(report: Report) -> list[str]:
    lines = _non_empty_lines(report.words) or ["The host wrote nothing to you alone."]
    total = f"You have {_counted(report.points, 'point')}"
    lines.append(f"You {gained(report.gained)}. {total}." if report.gained else f"{total}.")
    if report.place is not None:
        lines.append(f"You are in place {report.place}.")
    if report.tokens:
        lines.append(f"You receive {_counted(report.tokens, 'Token', ' of Life')}.")
    if report.garnets:
        lines.append(f"You receive {_counted(report.garnets, 'garnet')}.")
    return lines


def gained(points: int, ending: str = "") -> str:
    """Return `get 7 points`, `loses 1 point`."""
    return f"{'get' if points > 0 else 'lose'}{ending} {_counted(abs(points), 'point')}"


def tell_public(public: object) -> Sequence[str]:
    if public is None:
        return ()
    published = msgspec.convert(public, Published)
    lines = _non_empty_lines(published.text)
    if published.standing:
        lines.append(standing_words(published.standing, published.shown == "place"))
    return lines


def standing_words(by_seat: Mapping[str, int], places: bool) -> str:
    ranked = sorted(by_seat.items(), key=lambda pair: pair[1] if places else -pair[1])
    if places:
        return f"Places: {', '.join(f'{place} {seat}' for seat, place in ranked)}."
    return f"Points: {', '.join(f'{seat} {points:,}' for seat, points in ranked)}."


def _non_empty_lines(words: str) -> list[str]:
    lines: Iterable[str] = (line.rstrip() for line in words.splitlines())
    return [line for line in lines if line]


def _counted(number: int, word: str, more: str = "") -> str:
    return f"{number:,} {word}{'s' * (number != 1)}{more}"
