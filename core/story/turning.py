"""What is counted for a seat after every round, laid out as a series for the curves; and the points at which a match
turned, found and chosen among."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

import msgspec

from core.parts import O, R, S, V
from core.story.parts import Memory, Record, Series, Turn, listed, unit_of

MOST = 7
"""Turning points of one match at the most: more are a list, not a story."""
LIKE = 3
"""So many of one kind are told as one, where the game says how."""
QUIET = 0.25
"""What weighs less than this share of the weightiest of its kind turned nothing."""
TIMES = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}

Because = Callable[[str, int], str]
"""By seat and round, what brought or cost it most then, in a few words (`+25 at least 3 black`); empty where
nothing stands out."""


def swings(series: Series, word: str, most: int = 2, because: Because = lambda seat, round_: "") -> list[Turn]:
    """The largest changes that one round brought to one seat, best and worst; `word` is the round's."""
    found = []
    for seat, values in series.curves.items():
        for place in range(1, len(values)):
            was, now = values[place - 1], values[place]
            if was is None or now is None or was == now:
                continue
            found.append((now - was, series.rounds[place], seat, was, now))
    if not found:
        return []
    best = [one for one in sorted(found, key=lambda one: -one[0])[:most] if one[0] > 0]
    worst = [one for one in sorted(found, key=lambda one: one[0])[:most] if one[0] < 0]
    return [
        Turn(
            round=round_,
            seats=(seat,),
            kind="swing",
            text=f"{seat} {'won' if change > 0 else 'lost'} {_amount(abs(change), series.unit)} in {word} {round_}: "
            f"from {number(was)} to {number(now)}{_cause(because(seat, round_))}.",
            figures={"from": was, "to": now, "change": change},
            weight=abs(change),
        )
        for change, round_, seat, was, now in [*best, *worst]
    ]


def _cause(cause: str) -> str:
    return f" ({cause})" if cause else ""


def _amount(much: float, unit: str) -> str:
    """How much of what is counted: 1 point, 2 points, 3 Favor."""
    return f"{number(much)} {unit_of(much, unit)}".rstrip()


def by_trick(series: Series, parts: int) -> Series:
    """Return a series with a value for each trick or bout of `parts` rounds, numbered as players count them."""
    curves = {seat: curve[::parts] for seat, curve in series.curves.items()}
    return msgspec.structs.replace(series, rounds=tuple(at // parts for at in series.rounds[::parts]), curves=curves)


def leads(series: Series, word: str) -> list[Turn]:
    """Where somebody alone in front was overtaken by somebody else alone in front."""
    found: list[Turn] = []
    held: str | None = None
    for place in range(1, len(series.rounds)):
        values = {seat: curve[place] for seat, curve in series.curves.items() if curve[place] is not None}
        if not values:
            continue
        top = max(v for v in values.values() if v is not None)
        first = [seat for seat, value in values.items() if value == top]
        if len(first) != 1 or first[0] == held:
            continue
        if held is not None:
            behind = values[held]
            assert behind is not None
            found.append(
                Turn(
                    round=series.rounds[place],
                    seats=(first[0], held),
                    kind="lead",
                    text=f"{first[0]} took the lead from {held} in {word} {series.rounds[place]}: "
                    f"{number(top)} to {number(behind)}.",
                    figures={"first": top, "second": behind},
                    weight=top - behind,
                )
            )
        held = first[0]
    if found:  # who led last led to the end: the change that stayed counts most
        most = max(turn.weight for turn in found)
        found[-1] = msgspec.structs.replace(found[-1], weight=found[-1].weight + most)
    return found


def ahead(series: Series, winner: str, word: str) -> str:
    """From when on the winner was alone in front, as a sentence; empty where the curve ends otherwise. `word`: what a
    round of the series is called."""
    fronts = [_front(series, place) for place in range(len(series.rounds))]
    since = len(fronts)
    while since and fronts[since - 1] == [winner]:
        since -= 1
    others = {seat: last for seat, c in series.curves.items() if seat != winner and c and (last := c[-1]) is not None}
    top = series.curves.get(winner, (None,))[-1]
    if since == len(fronts) or top is None or not others:
        return ""
    when, before = f"{word} {series.rounds[since]}", fronts[since - 1] if since else []
    second = max(others.values())
    seconds = [seat for seat, last in others.items() if last == second]
    # A figure behind a name is read as that seat's, so another seat's figure has its own name.
    named = len(others) == 1 or (seconds == before and since > 1)
    behind = (
        f"{number(second)} of {len(seconds)} others" if len(seconds) > 2 else f"{listed(seconds)}'s {number(second)}"
    )
    end = f"{number(top)} {unit_of(top, series.unit)}".rstrip() + f" to {number(second) if named else behind}"
    if since <= 1:
        return f"{winner} led from {word} {series.rounds[min(1, len(series.rounds) - 1)]} to the end: {end}."
    rose = _risen(series, winner, since)
    jump = f"won {number(rose)} {unit_of(rose, series.unit)}".rstrip() if rose else ""
    went = f"took the lead from {before[0]}" if len(before) == 1 else "went ahead"
    if since == len(fronts) - 1:
        return f"Only in {when}, the last, {winner} {f'{jump} and ' if jump else ''}{went}: {end}."
    stayed = "kept it" if len(before) == 1 else "stayed there"
    return f"In {when} {winner} {f'{jump}, ' if jump else ''}{went} and {stayed}: {end} in the end."


def _front(series: Series, place: int) -> list[str]:
    known = {seat: value for seat, c in series.curves.items() if (value := c[place]) is not None}
    top = max(known.values(), default=None)
    return [seat for seat, value in known.items() if value == top]


def _risen(series: Series, seat: str, place: int) -> float:
    """What a round brought a seat, if nobody was brought more by it; 0 otherwise."""

    def change(curve: Sequence[float | None]) -> float:
        was, now = curve[place - 1], curve[place]
        return 0.0 if was is None or now is None else now - was

    own = change(series.curves[seat])
    return own if own > 1 and own >= max(change(curve) for curve in series.curves.values()) else 0.0


def gained_on(series: Series, first: str, second: str, word: str, because: Because = lambda seat, round_: "") -> str:
    """The one round in which `first` gained most on `second`, as the end of a sentence that says who won: `; in round 4
    alone Ada gained 9 on Bo (+12 red given for blue)`. Empty where no round stands out."""
    own, other = series.curves[first], series.curves[second]
    gains = [
        (a - b - (was - then), series.rounds[place])
        for place, (was, then, a, b) in enumerate(zip(own, other, own[1:], other[1:], strict=False), 1)
        if a is not None and b is not None and was is not None and then is not None
    ]
    best, round_ = max(gains, key=lambda one: one[0], default=(0.0, 0))
    if best <= 1 or [gain for gain, _ in gains].count(best) > 1:
        return ""
    return f"; in {word} {round_} alone {first} gained {number(best)} on {second}{_cause(because(first, round_))}"


def together(
    turns: Sequence[Turn], what: str, rest: Callable[[Turn], str], figures: Mapping[str, float] | None = None
) -> dict[str, Turn]:
    """The one line in place of `LIKE` or more of one kind (`Tale.alike`): how often `what` happened, and `rest` of the
    weightiest, to whose step it leads."""
    if len(turns) < LIKE:
        return {}
    most = max(turns, key=lambda turn: turn.weight)
    seats = [seat for turn in turns for seat in turn.seats]
    named = tuple(sorted(dict.fromkeys([*most.seats, *seats]), key=lambda seat: -seats.count(seat)))
    text = f"{TIMES.get(len(turns), str(len(turns)))} times {what}, {rest(most)}."
    told = msgspec.structs.replace(most, seats=named, text=text, figures={"times": len(turns), **(figures or {})})
    return {most.kind: told}


def chosen(found: Iterable[Turn], most: int = MOST, alike: Mapping[str, Turn] | None = None) -> tuple[Turn, ...]:
    """At most `most` of the turns found, the weightiest of each kind first, in the order in which they happened. What
    befell one seat in one round is told a second time, in another kind, only where there is room left. A kind of which
    there are many is told in the one line of `alike`, where it has one, and what is `QUIET` is not told.

    Weights of different kinds are not comparable: each kind's are set against its own greatest.
    """
    kinds: dict[str, list[Turn]] = {}
    for turn in found:
        kinds.setdefault(turn.kind, []).append(turn)
    kinds |= {kind: [turn] for kind, turn in (alike or {}).items()}
    for kind, turns in kinds.items():
        loud = QUIET * max(turn.weight for turn in turns)
        kinds[kind] = [turn for turn in turns if turn.weight >= loud]
    ranked = [
        (place, -turn.weight / (max(t.weight for t in turns) or 1.0), number_, turn)
        for number_, turns in enumerate(kinds.values())
        for place, turn in enumerate(sorted(turns, key=lambda t: -t.weight))
    ]
    ranked.sort(key=lambda one: one[:3])
    first: dict[tuple[int, tuple[str, ...]], Turn] = {}
    again: list[Turn] = []
    for *_, turn in ranked:
        if first.setdefault((turn.round, turn.seats[:1]), turn) is not turn:
            again.append(turn)
    best = [*first.values(), *again][:most]
    return tuple(sorted(best, key=lambda turn: (turn.round, -1 if turn.step is None else turn.step)))


def number(value: float) -> str:
    """`12`, `−3`, `2.5`: as screens and texts write a figure."""
    text = f"{abs(value):g}" if value != int(value) else str(abs(int(value)))
    return f"−{text}" if value < 0 else text


@overload
def counted(
    past: Record[S, O, R],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[S, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series: ...
@overload
def counted(
    past: Memory[O, V, R],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[V, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series: ...
def counted(
    past: Record[Any, Any, Any] | Memory[Any, Any, Any],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[Any, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series:
    """A series of `count(moment, seat)` over the rounds of a past, for its seats or only some of them.

    A moment is a State of a Record and a View of a Memory: a seat's own story counts nothing but what it was shown.
    """
    moments = _moments(past)
    return Series(
        id=id_,
        title=title,
        unit=unit,
        rounds=tuple(round_ for round_, _ in moments),
        curves={
            seat: tuple(count(moment, seat) for _, moment in moments)
            for seat in (past.seats if seats is None else seats)
        },
        column=column,
    )


def _moments(past: Record[Any, Any, Any] | Memory[Any, Any, Any]) -> list[tuple[int, Any]]:
    """The start of the first round, as the round before it, and the end of each: a pregame is no round of a series."""
    start = past.start
    closed = [(one.round, one.after) for one in (past.chapters if isinstance(past, Record) else past.pages)]
    for round_, after in closed:
        if round_ == 0:
            start = after
    played = [(round_, after) for round_, after in closed if round_ > 0]
    return [(played[0][0] - 1 if played else 0, start), *played]
