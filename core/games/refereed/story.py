"""The story: points after each round, and the host's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.decoding import plain
from core.games.refereed.columns import figures, has_points, lines, place_keys, title
from core.games.refereed.structs import Orders, Report, State, View
from core.games.refereed.views import gained, tell_public
from core.story.parts import Column, GameStory, Memory, Reason, Record, Series, Step, Turn
from core.story.turning import counted

POINTS = Column(id="points", title="Points", short="points", decides=True)
SHORT = 7
"""Letters of a column's short title."""


def full_story(record: Record[State, Orders, Report]) -> GameStory:
    chapters, final = record.chapters, record.final
    won = () if record.ending is None else record.ending.winners
    keys = [key.column for key in place_keys(final.rule, final.columns)]
    own = {column.id: title(column) for column in final.columns}
    pointed = has_points(final.columns, final.rule)
    columns = [Column(id=name, title=label, short=label[:SHORT].casefold(), decides=name in keys)
               for name, label in own.items()]  # fmt: skip
    return GameStory(
        columns=(*columns, *[POINTS] * pointed),
        endangers=("points",) if keys == ["points"] else (),
        cells={
            seat: {**{name: amount for name in own if isinstance(amount := final.values[name][seat], int)},
                   **({"points": final.points[seat]} if pointed else {})}
            for seat in record.seats
        },
        reasons=tuple(
            Reason(kind="winner", seats=(seat,), text=_won_by(final, keys, seat), ruling="RF-08") for seat in won
        ),
        series=tuple(_series(record, key, own.get(key, "Points")) for key in keys),
        turns=_best_round(record),
        steps={chapter.round: (*_gains(chapter.reports), *_public_steps(chapter.public)) for chapter in chapters},
        pictures={-1: _picture(record.start)} | {chapter.round: _picture(chapter.after) for chapter in chapters},
    )  # fmt: skip


def _series(record: Record[State, Orders, Report], name: str, label: str) -> Series:
    unit = "points" if name == "points" else label
    return counted(record, name, label, unit, lambda state, seat: figures(state, name)[seat], column=name)


def _won_by(final: State, keys: list[str], seat: str) -> str:
    if keys == ["points"]:
        return f"{seat} has {final.points[seat]:,} points."
    labels = {column.id: title(column) for column in final.columns}
    return f"{seat} has {', '.join(f'{labels.get(key, key)} {figures(final, key)[seat]:,}' for key in keys)}."


def _picture(state: State) -> dict[str, Any]:
    points = {"points": state.points} if has_points(state.columns, state.rule) else {"points": {}}
    shown = {title(column): state.values[column.id] for column in state.columns}
    return {**points, "columns": shown} if shown else points


def _best_round(record: Record[State, Orders, Report]) -> tuple[Turn, ...]:
    """Return the largest gain of one round; empty if none is positive."""
    gains = [(report.gained, -chapter.round, seat) for chapter in record.chapters
             for seat, report in chapter.reports.items()]  # fmt: skip
    most, round_, seat = max(gains, default=(0, 0, ""))
    if most <= 0:
        return ()
    text = f"In round {-round_} {seat} got {most:,} points, which nobody surpassed in one round."
    return (Turn(round=-round_, seats=(seat,), kind="gained", text=text, weight=float(most)),)


def own_story(memory: Memory[Orders, View, Report]) -> GameStory:
    pictures = {
        round_: {"points": _points(memory.seat, view), **({"columns": view.columns} if view.columns else {})}
        for round_, view in memory.views.items()
    }
    own = {page.round: {memory.seat: page.report} for page in memory.pages if memory.seat and page.report}
    points_now = _points(memory.seat, memory.now)
    figures = counted(memory, "points", "Points", "points", lambda view, seat: _points(memory.seat, view).get(seat),
                      seats=tuple(points_now), column="points")  # fmt: skip
    return GameStory(
        columns=(POINTS,) if points_now or not memory.now.columns else (),
        endangers=("points",),
        cells={seat: {"points": points} for seat, points in points_now.items()},
        series=(figures,) if points_now else (),
        steps={page.round: (*_gains(own.get(page.round, {})), *_public_steps(page.public)) for page in memory.pages},
        pictures=pictures,
    )


def _points(seat: str | None, view: View) -> dict[str, int]:
    own = {seat: view.points} if seat is not None and isinstance(view.points, int) else {}
    return {**view.all_points, **own}


def _gains(reports: Mapping[str, Report]) -> tuple[Step, ...]:
    steps = []
    for seat, report in reports.items():
        if report.gained:
            steps.append(Step(kind="gained", seats=(seat,), text=f"{seat} {gained(report.gained, 's')}."))
        moved = [label for label, (before, after) in (report.columns or {}).items() if before != after]
        if moved:
            words = [line.rstrip(".") for line in lines(report) if line.partition(":")[0] in moved]
            steps.append(Step(kind="gained", seats=(seat,), text=f"{seat}, {'; '.join(words)}."))
    return tuple(steps)


def _public_steps(public: object) -> tuple[Step, ...]:
    return tuple(Step(kind="said", seats=(), text=line) for line in tell_public(plain(public)))
