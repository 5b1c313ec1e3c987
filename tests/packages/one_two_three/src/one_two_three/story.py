"""What happened: points round by round, and who met whom."""

from __future__ import annotations

from collections.abc import Mapping

from core.decoding import plain
from core.json import Json
from core.story.parts import Column, GameStory, Memory, Reason, Record, Series, Step
from one_two_three.structs import Met, Orders, Report, State, View
from one_two_three.words import told

POINTS = Column(id="points", title="Points", short="Points", decides=True)


def full_story(record: Record[State, Orders, Report]) -> GameStory:
    """From everyone's eyes."""
    final = record.final
    won = () if record.ending is None else record.ending.winners
    reasons = tuple(
        Reason(kind="winner", seats=(seat,), text=f"{seat} has {final.points[seat]} points.", ruling="OT-06")
        for seat in won
    )
    steps: dict[int, list[Step]] = {}
    for seat in record.seats:
        for met in final.met[seat]:
            if record.seats.index(seat) < record.seats.index(met.other):
                steps.setdefault(met.round, []).append(_step(seat, met))
    rounds = tuple(sorted(steps))
    curves = {seat: _curve(final.met[seat]) for seat in record.seats}
    series = Series(id="points", title="Points", unit="points", rounds=(min(rounds, default=1) - 1, *rounds),
                    curves=curves, column="points")  # fmt: skip
    return GameStory(
        columns=(POINTS,), cells={seat: {"points": final.points[seat]} for seat in record.seats}, reasons=reasons,
        series=(series,), steps={number: tuple(found) for number, found in steps.items()},
        pictures={-1: _picture(record.start.points, record.start.met)}
        | {one.round: _picture(one.after.points, one.after.met) for one in record.chapters},
    )  # fmt: skip


def own_story(memory: Memory[Orders, View, Report]) -> GameStory:
    """From what one seat knows."""
    now = memory.now
    steps = {met.round: (Step(kind="met", seats=(memory.seat or "", met.other), text=told(met)),) for met in now.met}
    views = {-1: memory.start} | {page.round: page.after for page in memory.pages}
    pictures = {
        number: _picture(view.points, {} if memory.seat is None else {memory.seat: view.met})
        for number, view in views.items()
    }
    return GameStory(columns=(POINTS,), cells={seat: {"points": n} for seat, n in now.points.items()}, steps=steps,
                pictures=pictures)  # fmt: skip


def _picture(points: Mapping[str, int], met: Mapping[str, tuple[Met, ...]]) -> Json:
    """What `drawing` needs: points, and meetings as far as the reader knows them."""
    return {"points": dict(points), "met": plain(met)}


def _step(seat: str, met: Met) -> Step:
    own, theirs = (met.own or "-")[0], (met.theirs or "-")[0]
    took = seat if own > theirs else met.other if theirs > own else "nobody"
    return Step(
        kind="met", seats=(seat, met.other), text=f"{seat}'s {own} met {met.other}'s {theirs}: {took} takes both."
    )


def _curve(met: tuple[Met, ...]) -> tuple[float, ...]:
    found = [0]
    for one in met:
        found.append(found[-1] + one.won)
    return tuple(found)
