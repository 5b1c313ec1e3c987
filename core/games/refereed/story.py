"""The story: points after each round, and the host's words."""

from __future__ import annotations

from collections.abc import Mapping

from core.decoding import plain
from core.games.refereed.structs import Orders, Report, State, View
from core.games.refereed.views import gained, tell_public
from core.story.parts import Column, GameStory, Memory, Reason, Record, Step, Turn
from core.story.turning import counted

POINTS = Column(id="points", title="Points", short="points", decides=True)


def full_story(record: Record[State, Orders, Report]) -> GameStory:
    chapters, final = record.chapters, record.final
    won = () if record.ending is None else record.ending.winners
    return GameStory(
        columns=(POINTS,),
        cells={seat: {"points": final.points[seat]} for seat in record.seats},
        reasons=tuple(
            Reason(kind="winner", seats=(seat,), text=f"{seat} has {final.points[seat]:,} points.", ruling="RF-08")
            for seat in won
        ),
        series=(
            counted(record, "points", "Points", "points", lambda state, seat: state.points[seat], column="points"),
        ),
        turns=_best_round(record),
        steps={chapter.round: (*_gains(chapter.reports), *_public_steps(chapter.public)) for chapter in chapters},
        pictures={-1: {"points": record.start.points}}
        | {chapter.round: {"points": chapter.after.points} for chapter in chapters},
    )


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
    points_by_round = {round_: _points(memory.seat, view) for round_, view in memory.views.items()}
    own = {page.round: {memory.seat: page.report} for page in memory.pages if memory.seat and page.report}
    points_now = _points(memory.seat, memory.now)
    figures = counted(memory, "points", "Points", "points", lambda view, seat: _points(memory.seat, view).get(seat),
                      seats=tuple(points_now), column="points")  # fmt: skip
    return GameStory(
        columns=(POINTS,),
        cells={seat: {"points": points} for seat, points in points_now.items()},
        series=(figures,) if points_now else (),
        steps={page.round: (*_gains(own.get(page.round, {})), *_public_steps(page.public)) for page in memory.pages},
        pictures={round_: {"points": points} for round_, points in points_by_round.items()},
    )


def _points(seat: str | None, view: View) -> dict[str, int]:
    own = {} if view.points is None or seat is None else {seat: view.points}
    return {**view.all_points, **own}


def _gains(reports: Mapping[str, Report]) -> tuple[Step, ...]:
    return tuple(
        Step(kind="gained", seats=(seat,), text=f"{seat} {gained(report.gained, 's')}.")
        for seat, report in reports.items()
        if report.gained
    )


def _public_steps(public: object) -> tuple[Step, ...]:
    return tuple(Step(kind="said", seats=(), text=line) for line in tell_public(plain(public)))
