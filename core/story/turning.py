"""Series of values after every round for curves, and turning points of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

import msgspec

from core.parts import O, R, S, V
from core.story.parts import Memory, Record, Series, Turn, listed, unit_of

MOST = 7
"""Turning points of one match."""
LIKE = 3
"""Number of turns of a kind that become one, if the game words that."""
QUIET = 0.25
"""Turns below this share of their kind's greatest weight are dropped."""
TIMES = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}

Because = Callable[[str, int], str]
"""Returns by seat and round its largest gain or loss in a few words (`+25 at least 3 black`); empty if none stands out.
"""


def swings(series: Series, word: str, most: int = 2, because: Because = lambda seat, round_: "") -> list[Turn]:
    """Return the largest changes in one round for one seat, best and worst; `word` names a round."""
    changes = []
    for seat, values in series.curves.items():
        for place in range(1, len(values)):
            before, after = values[place - 1], values[place]
            if before is None or after is None or before == after:
                continue
            changes.append((after - before, series.rounds[place], seat, before, after))
    if not changes:
        return []
    best = [item for item in sorted(changes, key=lambda item: -item[0])[:most] if item[0] > 0]
    worst = [item for item in sorted(changes, key=lambda item: item[0])[:most] if item[0] < 0]
    return [
        Turn(
            round=round_,
            seats=(seat,),
            kind="swing",
            text=f"{seat} {'won' if change > 0 else 'lost'} {_amount(abs(change), series.unit)} in {word} {round_}: "
            f"from {number(before)} to {number(after)}{_cause_words(because(seat, round_))}.",
            figures={"from": before, "to": after, "change": change},
            weight=abs(change),
        )
        for change, round_, seat, before, after in [*best, *worst]
    ]


def _cause_words(cause: str) -> str:
    return f" ({cause})" if cause else ""


def _amount(much: float, unit: str) -> str:
    return f"{number(much)} {unit_of(much, unit)}".rstrip()


def by_trick(series: Series, parts: int) -> Series:
    """Return a series with a value for each trick or bout of `parts` rounds, numbered as players count them."""
    curves = {seat: curve[::parts] for seat, curve in series.curves.items()}
    return msgspec.structs.replace(series, rounds=tuple(n // parts for n in series.rounds[::parts]), curves=curves)


def leads(series: Series, word: str) -> list[Turn]:
    """Return the turns in which one sole leader overtook another."""
    turns: list[Turn] = []
    leader: str | None = None
    for place in range(1, len(series.rounds)):
        values = {seat: curve[place] for seat, curve in series.curves.items() if curve[place] is not None}
        if not values:
            continue
        top = max(v for v in values.values() if v is not None)
        first = [seat for seat, value in values.items() if value == top]
        if len(first) != 1 or first[0] == leader:
            continue
        if leader is not None:
            behind = values[leader]
            assert behind is not None
            turns.append(
                Turn(
                    round=series.rounds[place],
                    seats=(first[0], leader),
                    kind="lead",
                    text=f"{first[0]} took the lead from {leader} in {word} {series.rounds[place]}: "
                    f"{number(top)} to {number(behind)}.",
                    figures={"first": top, "second": behind},
                    weight=top - behind,
                )
            )
        leader = first[0]
    if turns:  # the last change of lead stayed, and counts most
        most = max(turn.weight for turn in turns)
        turns[-1] = msgspec.structs.replace(turns[-1], weight=turns[-1].weight + most)
    return turns


def ahead(series: Series, winner: str, word: str) -> str:
    """Return from when on the winner led alone, as a sentence; empty if the curve ends otherwise. `word` names a
    round."""
    fronts = [_leaders_at(series, place) for place in range(len(series.rounds))]
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
    # A figure behind a name reads as that seat's, so another seat's gets its name.
    named = len(others) == 1 or (seconds == before and since > 1)
    behind = (
        f"{number(second)} of {len(seconds)} others" if len(seconds) > 2 else f"{listed(seconds)}'s {number(second)}"
    )
    end = f"{number(top)} {unit_of(top, series.unit)}".rstrip() + f" to {number(second) if named else behind}"
    if since <= 1:
        return f"{winner} led from {word} {series.rounds[min(1, len(series.rounds) - 1)]} to the end: {end}."
    rose = _largest_gain(series, winner, since)
    jump = f"won {number(rose)} {unit_of(rose, series.unit)}".rstrip() if rose else ""
    went = f"took the lead from {before[0]}" if len(before) == 1 else "went ahead"
    stayed = "kept it" if len(before) == 1 else "stayed there"
    is_last = since == len(fronts) - 1
    if [winner] in fronts[:since]:
        last = since - 1 - fronts[:since][::-1].index([winner])
        throughout = all(front == [winner] for front in fronts[min(1, last) : last + 1])
        at = f"{word} {series.rounds[last]}"
        led = f"{winner} led until {at}" if throughout else f"{winner} led in {at} already"
        regained = f"only in {when}, the last, {went} again" if is_last else f"in {when} {went} again and {stayed}"
        return f"{led}, and {regained}: {end}{'' if is_last else ' in the end'}."
    if is_last:
        return f"Only in {when}, the last, {winner} {f'{jump} and ' if jump else ''}{went}: {end}."
    return f"In {when} {winner} {f'{jump}, ' if jump else ''}{went} and {stayed}: {end} in the end."


def _leaders_at(series: Series, place: int) -> list[str]:
    known = {seat: value for seat, c in series.curves.items() if (value := c[place]) is not None}
    top = max(known.values(), default=None)
    return [seat for seat, value in known.items() if value == top]


def _largest_gain(series: Series, seat: str, place: int) -> float:

    def change(curve: Sequence[float | None]) -> float:
        before, after = curve[place - 1], curve[place]
        return 0.0 if before is None or after is None else after - before

    own = change(series.curves[seat])
    return own if own > 1 and own >= max(change(curve) for curve in series.curves.values()) else 0.0


def gained_on(series: Series, first: str, second: str, word: str, because: Because = lambda seat, round_: "") -> str:
    """Return the round in which `first` gained most on `second`, as the end of a sentence: `; in round 4 alone Ada
    gained 9 on Bo (+12 red given for blue)`. Empty if none stands out."""
    own, other = series.curves[first], series.curves[second]
    gains = [
        (a - b - (was - other_was), series.rounds[place])
        for place, (was, other_was, a, b) in enumerate(zip(own, other, own[1:], other[1:], strict=False), 1)
        if a is not None and b is not None and was is not None and other_was is not None
    ]
    best, round_ = max(gains, key=lambda item: item[0], default=(0.0, 0))
    if best <= 1 or [gain for gain, _ in gains].count(best) > 1:
        return ""
    return f"; in {word} {round_} alone {first} gained {number(best)} on {second}{_cause_words(because(first, round_))}"


def together(
    turns: Sequence[Turn], what: str, rest: Callable[[Turn], str], figures: Mapping[str, float] | None = None
) -> dict[str, Turn]:
    """Return one line for `LIKE` turns or more of one kind (`GameStory.alike`): how often `what` happened, and `rest`
    of the weightiest."""
    if len(turns) < LIKE:
        return {}
    most = max(turns, key=lambda turn: turn.weight)
    seats = [seat for turn in turns for seat in turn.seats]
    named = tuple(sorted(dict.fromkeys([*most.seats, *seats]), key=lambda seat: -seats.count(seat)))
    text = f"{TIMES.get(len(turns), str(len(turns)))} times {what}, {rest(most)}."
    joined = msgspec.structs.replace(most, seats=named, text=text, figures={"times": len(turns), **(figures or {})})
    return {most.kind: joined}


def chosen(candidates: Iterable[Turn], most: int = MOST, alike: Mapping[str, Turn] | None = None) -> tuple[Turn, ...]:
    """Return at most `most` turns in order, the weightiest of each kind first.

    A second turn of one seat and round comes only if there is room. A kind with a line in `alike` appears in that line;
    `QUIET` turns are dropped. Weights are relative to their kind's greatest: kinds are not comparable.
    """
    kinds: dict[str, list[Turn]] = {}
    for turn in candidates:
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
    ranked.sort(key=lambda item: item[:3])
    first: dict[tuple[int, tuple[str, ...]], Turn] = {}
    repeats: list[Turn] = []
    for *_, turn in ranked:
        if first.setdefault((turn.round, turn.seats[:1]), turn) is not turn:
            repeats.append(turn)
    best = [*first.values(), *repeats][:most]
    return tuple(sorted(best, key=lambda turn: (turn.round, -1 if turn.step is None else turn.step)))


def number(value: float) -> str:
    """Return a figure as screens write it: `12`, `−3`, `2.5`."""
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
    """Return a series of `count(moment, seat)` over the rounds of a past, for all its seats or some.

    A moment is a State of a Record and a View of a Memory: a seat's own story counts only what it saw.
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
    """Return the start, as the round before the first, and the end of each round; a pregame is no round of a series."""
    start = past.start
    closed = [(page.round, page.after) for page in (past.chapters if isinstance(past, Record) else past.pages)]
    for round_, after in closed:
        if round_ == 0:
            start = after
    played = [(round_, after) for round_, after in closed if round_ > 0]
    return [(played[0][0] - 1 if played else 0, start), *played]
