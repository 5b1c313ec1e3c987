"""Finds the points at which a match turned, and chooses among them.

Found by rule, from series and steps, never by opinion: the sentence carries the figures that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from core.story.parts import Series, Turn, unit_of

MOST = 7
"""Turning points of one match at the most: more are a list, not a story."""


def swings(series: Series, word: str, most: int = 2) -> list[Turn]:
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
            f"from {number(was)} to {number(now)}.",
            figures={"from": was, "to": now, "change": change},
            weight=abs(change),
        )
        for change, round_, seat, was, now in [*best, *worst]
    ]


def _amount(much: float, unit: str) -> str:
    """How much of what is counted: 1 point, 2 points, 3 Favor."""
    return f"{number(much)} {unit_of(much, unit)}".rstrip()


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


def chosen(found: Iterable[Turn], most: int = MOST) -> tuple[Turn, ...]:
    """At most `most` of the turns found, the weightiest of each kind first, in the order in which they happened. What
    befell one seat in one round is told a second time, in another kind, only where there is room left.

    Weights of different kinds are not comparable: each kind's are set against its own greatest.
    """
    kinds: dict[str, list[Turn]] = {}
    for turn in found:
        kinds.setdefault(turn.kind, []).append(turn)
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
