"""Views and redeals, answers and reports in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice, Draw
from core.games.refereed import columns
from core.games.refereed.columns import PlaceKey, has_points, in_words, place_keys, places, standings
from core.games.refereed.forms import asked
from core.games.refereed.structs import Column, FormField, Forms, Orders, Published, Report, State, Value, View
from core.json import Json
from core.ledger import PURSE, group


def view(state: State, seat: str | None) -> View:
    last = None if seat is None else state.last.get(seat)
    pointed, form = has_points(state.columns, state.rule), asked(state, seat)
    return View(
        points=UNSET if not pointed else None if seat is None else state.points[seat],
        places={} if state.shown == "secret" else places(standings(state)),
        all_points=state.points if state.shown == "public" and pointed else {},
        own_words="" if last is None else last.words,
        public_words=state.public_words,
        questions={field.id: field.ask for field in form},
        columns=columns.seen(state, seat),
        column_places=columns.seen_places(state),
        conditions={field.id: field.when for field in form if field.when},
    )


def knows(state: State, seat: str | None) -> object:
    """Return the view and the last report, which holds the host's private words (RF-07); its columns are the view's."""
    last = state.last.get(seat or "")
    return view(state, seat), last and replace(last, columns=UNSET)


def host(state: State) -> Json:
    return {
        "players": {
            seat: {
                "points": state.points[seat],
                "told": state.last[seat].words if seat in state.last else "",
                **(
                    {"columns": {name: by_seat[seat] for name, by_seat in state.values.items()}} if state.values else {}
                ),
            }
            for seat in state.seats
        },
        "said": state.public_words,
        **({} if state.rooms is None else {"rooms": [list(room) for room in state.rooms]}),
        "form": plain(state.forms),
        "next_form": plain(state.later),
    }


# --- what a seat cannot know ------------------------------------------------------------------------------------------
def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Redraw the others' points, columns, words and forms, and all later forms (RF-06, RF-07, RF-12)."""
    draw = dice.draw("redeal: results")
    others = [other for other in state.seats if other != seat]
    keys = {} if state.shown == "secret" else {key.column: key for key in place_keys(state.rule, state.columns)}
    points = state.points
    if state.shown != "public" or not has_points(state.columns, state.rule):
        points = _redrawn(state, state.points, seat, keys.get("points"), draw)
    values = {column.id: _redrawn_column(state, column, seat, keys.get(column.id), draw) for column in state.columns}
    redrawn = replace(state, points=points, values=values)
    last = {
        name: report if name not in others else _redrawn_report(report, redrawn, name, draw)
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
    used = {name: answers for name, answers in state.used.items() if name == seat or draw.chance(0.5)}
    return replace(redrawn, last=last, forms=forms, later=later, ledger=ledger, used=used)


def _redrawn_column(
    state: State, column: Column, seat: str | None, key: PlaceKey | None, draw: Draw
) -> dict[str, Value]:
    """Redraw what `seat` does not know of a column. `key`: the places of all depend on it, and stay."""
    values, start = state.values[column.id], column.start
    if column.see == "all":
        return values
    known = None if column.see == "host" else seat
    if isinstance(start, int):
        key = PlaceKey(column.id) if column.see == "place" and key is None else key
        return {**_redrawn(state, values, known, key, draw)}  # type: ignore[arg-type]
    words = {name: f"zq-unseen value {draw.below(1 << 30)}" for name in state.seats}
    unseen = {name: word if isinstance(start, str) else (word,) * draw.below(2) for name, word in words.items()}
    return {name: value if name == known else unseen[name] for name, value in values.items()}


def _redrawn(
    state: State, values: Mapping[str, int], seat: str | None, key: PlaceKey | None, draw: Draw
) -> dict[str, int]:
    """Redraw numbers but those of `seat`; with a `key` the order of all by it stays."""
    if key is None:
        return {name: amount if name == seat else draw.below(1000) - 200 for name, amount in values.items()}
    ranks = {name: key.of(value) for name, value in values.items()}
    groups = group(state.seats, ranks)
    place = next((n for n, tied in enumerate(groups) if seat in tied), len(groups) - 1 if key.near is None else -1)
    ranked = dict(ranks)
    rank = -draw.below(1000) if seat is None else ranks[groups[place][0]]
    if key.near is None and place >= 0:
        ranked |= dict.fromkeys(groups[place], rank)
        above = rank
        for tied in reversed(groups[:place]):  # those that are nearer than the seat stay so near
            above += 1 + draw.below(50)
            ranked |= dict.fromkeys(tied, above)
    for tied in groups[place + 1 :]:
        rank = min(rank, ranks[tied[0]]) - 1 - draw.below(50)
        ranked |= dict.fromkeys(tied, rank)
    return {name: values[name] if name == seat else key.back(ranked[name], draw.chance(0.5)) for name in state.seats}


def _redrawn_report(report: Report, state: State, seat: str, draw: Draw) -> Report:
    words = f"zq-unseen words {draw.below(1 << 30)}" if draw.chance(0.7) else ""
    tokens, garnets = draw.below(3), draw.below(9)
    points = None if report.points is None else state.points[seat]
    moved = columns.reported(state, state, seat) or UNSET
    return replace(report, words=words, gained=draw.below(100), points=points, tokens=tokens, garnets=garnets,
                   columns=moved)  # fmt: skip


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
    if report.points is not None:
        total = f"You have {_counted(report.points, 'point')}"
        lines.append(f"You {gained(report.gained)}. {total}." if report.gained else f"{total}.")
    lines += columns.lines(report)
    if report.place is not None:
        lines.append(f"You are in place {report.place}.")
    if report.tokens:
        lines.append(f"You receive {_counted(report.tokens, 'Token', ' of Life')}.")
    if report.garnets:
        lines.append(f"You {'receive' if report.garnets > 0 else 'pay'} {_counted(abs(report.garnets), 'garnet')}.")
    return lines


def gained(points: int, ending: str = "") -> str:
    """Return `get 7 points`, `loses 1 point`."""
    return f"{'get' if points > 0 else 'lose'}{ending} {_counted(abs(points), 'point')}"


def tell_public(public: object) -> Sequence[str]:
    if public is None:
        return ()
    published = msgspec.convert(public, Published)
    lines = _non_empty_lines(published.text)
    for label, by_seat in (published.columns or {}).items():
        ranked = sorted(by_seat.items(), key=lambda pair: -pair[1] if isinstance(pair[1], int) else 0)
        lines.append(f"{label}: {', '.join(f'{seat} {in_words(value)}' for seat, value in ranked)}.")
    for label, by_place in (published.column_places or {}).items():
        lines.append(standing_words(by_place, True).replace("Places", f"{label}, places", 1))
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
