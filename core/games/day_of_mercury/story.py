"""The story of a Day of Mercury. Everybody's view names committers; a seat's own has only its reports, without them
(DM-23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from core.games.day_of_mercury.spec import LOCATIONS, MOST_TIED, SHRINE, SINS
from core.games.day_of_mercury.structs import (
    Chapter,
    Commit,
    Gather,
    Memory,
    Offer,
    Page,
    Player,
    Record,
    Report,
    Result,
    State,
    View,
)
from core.games.day_of_mercury.words import past_tense, place, sin_words
from core.json import Json
from core.ledger import Ending
from core.story.drawing import Box, Boxes, Drawing, Moment, Table, Words, change, name, say
from core.story.parts import Column, GameStory, Reason, Series, Step, Turn, capital, listed
from core.story.turning import counted, gained_on, leads, number, swings, together

FAILED = {
    "several_commits": "both came to nothing, for somebody else committed against the same target",
    "turned_away": "the Angels turned it away",
    "cannot_pay": "could not pay",
    "negated": "paid in vain",
}
"""Reasons of failed actions in everybody's story (DM-20, DM-21, DM-37, DM-29)."""


def full_story(record: Record) -> GameStory:
    points = counted(record, "points", "Points", "points", lambda state, s: state.players[s].points, column="points")
    commits = counted(
        record, "commits", "Sins committed with success", "commits", lambda state, s: state.players[s].commits,
        column="commits",
    )  # fmt: skip
    sin = counted(record, "sin", "Sin held", "sins", lambda state, s: sum(state.players[s].sin.values()))
    final: State = record.final
    shrines = [turn for chapter in record.chapters for turn in _shrine_turns(chapter)]
    return GameStory(
        columns=_columns(),
        endangers=("points",),
        cells={
            seat: {
                "points": final.players[seat].points,
                "commits": final.players[seat].commits,
                "tried": len(final.players[seat].attempts),
                "shrine": sum(past.paid.get(seat, 0) + past.converted.get(seat, 0) for past in final.past),
            }
            for seat in record.seats
        },
        reasons=_reasons(record, points),
        series=(points, commits, sin),
        turns=(
            *swings(points, "round", because=lambda seat, round_: _gains_in_words(record, seat, round_)),
            *leads(points, "round"),
            *(turn for chapter in record.chapters for turn in _theft_turns(chapter)),
            *shrines,
            *(turn for chapter in record.chapters for turn in _clash_turns(chapter)),
        ),
        alike=together(
            shrines,
            "everything was offered at the Shrine",
            lambda one: f"for the most in round {one.round}: {one.seats[0]}, {one.figures['points']} points",
        ),
        steps={chapter.round: tuple(steps(chapter)) for chapter in record.chapters},
        pictures={-1: picture(record.start)} | {c.round: picture(c.after) for c in record.chapters},
    )


def _columns() -> tuple[Column, ...]:
    return (
        Column(id="points", title="Points", short="points", decides=True),
        Column(id="commits", title="Sins committed", short="sins", decides=True),
        Column(id="tried", title="Commits tried", short="tried"),
        Column(id="shrine", title="Points from the Shrine", short="shrine"),
    )


# --- the steps of a close --------------------------------------------------------------------------------------------
def steps(chapter: Chapter) -> Iterator[Step]:
    before, after = chapter.before, chapter.after
    past = after.past[-1]
    for seat, places in past.visits.items():
        lot_words = "" if seat in chapter.orders and not chapter.orders[seat].nothing else ", sent there by lot"
        yield Step(kind="visit", seats=(seat,), text=f"{seat} went to {listed([place(p) for p in places])}{lot_words}.",
                   data={"places": list(places)})  # fmt: skip
    acts = [(seat, *entry) for seat in before.seats for entry in _acts_with_results(chapter, seat)]
    yield from _gather_steps([(seat, where, result) for seat, where, act, result in acts if isinstance(act, Gather)])
    for seat, location, act, result in acts:
        if isinstance(act, Commit):
            yield _commit_step(chapter, seat, location, act, result)
    for seat in before.seats:
        orders, outcome = chapter.orders.get(seat), chapter.reports[seat].trade
        if orders is None or orders.trade is None or outcome is None:
            continue
        trade = orders.trade
        if outcome == "cancelled" or before.seats.index(seat) < before.seats.index(trade.partner):
            yield _trade_step(seat, trade.partner, trade.give, trade.want, outcome)
    for seat, location, act, result in acts:
        if isinstance(act, Offer) and location != SHRINE:
            yield _offering_step(seat, location, act, result)
    for seat in before.seats:
        yield from _gain_steps(seat, chapter.reports[seat])
    for seat, points in past.paid.items():
        yield Step(kind="shrine", seats=(seat,), text=f"{seat} offered everything at the Shrine of Flies: {points} "
                   "points.", data={"points": points})  # fmt: skip
    for seat, points in past.converted.items():
        if points:
            yield Step(kind="converted", seats=(seat,), text=f"The Shrine turned what {seat} had left into {points} "
                       "points.", data={"points": points})  # fmt: skip
    for seat in before.seats:
        old, new = before.players[seat].points, after.players[seat].points
        if old != new:
            yield Step(kind="scored", seats=(seat,), text=f"{seat}: {old} to {new} points.",
                       data={"from": old, "to": new})  # fmt: skip


def _acts_with_results(chapter: Chapter, seat: str) -> list[tuple[str, Any, Result]]:
    orders = chapter.orders.get(seat)
    if orders is None:
        return []
    ordered = [(visit.location, act) for visit in orders.visits for act in visit.deeds]
    return [(where, act, result) for (where, act), result in zip(ordered, chapter.reports[seat].actions, strict=True)]


def _gather_steps(gathers: Iterable[tuple[str, str, Result]]) -> Iterator[Step]:
    for (seat, where), group in groupby(gathers, key=lambda entry: entry[:2]):
        results = [result for _, _, result in group]
        gained = {sin: sum(r.gained.get(sin, 0) for r in results) for r in results for sin in r.gained}
        often = "" if len(results) == 1 else " twice" if len(results) == 2 else f" {len(results)} times"
        yield Step(
            kind="gather",
            seats=(seat,),
            text=f"{seat} gathered{often} in {place(where)}: {sin_words(gained)} stayed.",
            data={"location": where, "gained": gained},
        )


def _commit_step(chapter: Chapter, seat: str, location: str, act: Commit, result: Result) -> Step:
    tail = "" if result.ok else f": {FAILED[result.reason or '']}"
    stolen = chapter.after.past[-1].stolen.get(act.target, {}) if result.ok and location == "ringed_city" else {}
    if stolen:
        tail = f" and stole {sin_words(stolen)}"
    return Step(
        kind="commit",
        seats=(seat, act.target),
        text=f"In {place(location)} {seat} {past_tense(location, act)}{tail}.",
        data={"location": location, "target": act.target, "ok": result.ok, "reason": result.reason,
              "stolen": dict(stolen)},
    )  # fmt: skip


def _trade_step(seat: str, partner: str, give: str, want: str, outcome: str) -> Step:
    words = {
        "done": f"{seat} and {partner} traded {give} for {want}.",
        "cancelled": f"{seat}'s trade with {partner}, {give} for {want}, was cancelled.",
        "destroyed": f"{seat} and {partner} traded {give} for {want}, and both sins were destroyed.",
    }
    data = {"a": seat, "b": partner, "give": give, "want": want, "came": outcome}
    return Step(kind="trade", seats=(seat, partner), text=words[outcome], data=data)


def _offering_step(seat: str, location: str, act: Offer, result: Result) -> Step:
    tail = f": {FAILED[result.reason or '']}" if not result.ok else ""
    if result.gained:
        tail = f" and received {sin_words(result.gained)}"
    return Step(
        kind="offer",
        seats=(seat,),
        text=f"In {place(location)} {seat} {past_tense(location, act)}{tail}.",
        data={"location": location, "ok": result.ok, "reason": result.reason, "gained": dict(result.gained)},
    )


def _gain_steps(seat: str, report: Report) -> Iterator[Step]:
    names = {
        "lambs": "The Lambs gave {} {}.",
        "catacombs": "What the Catacombs promised brought {} {}.",
        "gift": "Those Lacking Eyes gave {} {}.",
        "visit_bonus": "All seven sin locations visited: {} received {}.",
    }
    for gain in report.other_gains:
        yield Step(kind=gain.cause, seats=(seat,), text=names[gain.cause].format(seat, sin_words(gain.sin)),
                   data={"sin": dict(gain.sin)})  # fmt: skip


def picture(state: State) -> Json:
    past = state.past[-1] if state.past else None
    return {
        "places": {p: [s for s, went in past.visits.items() if p in went] for p in LOCATIONS} if past else {},
        "points": {seat: player.points for seat, player in state.players.items()},
        "sin": {seat: dict(player.sin) for seat, player in state.players.items()},
    }


# --- reasons (DM-70 to DM-75) ----------------------------------------------------------------------------------------
def _reasons(record: Record, points: Series) -> tuple[Reason, ...]:
    ending, final = record.ending, record.final
    if ending is None:
        return ()
    reasons = [_winner_reason(record, ending, points)]
    name = ending.candidate
    if name is not None:
        fewest = final.players[name].points
        reason_words = ""
        if ending.candidates:
            reason_words = f", like {listed([s for s in ending.candidates if s != name])}, and named by the winners"
        elif ending.lots:
            reason_words = ", and drawn by lot among those with as few"
        else:
            above = next(group for group in reversed(ending.ranking) if name not in group)
            reason_words = f", {final.players[above[0]].points - fewest} behind {listed(above)}"
        text = f"{name} is the Elimination Candidate: the fewest points, {fewest}{reason_words}."
        reasons.append(Reason(kind="candidate", seats=(name,), text=text, ruling="DM-71"))
    most = max(player.commits for player in final.players.values())
    tied = [seat for seat, player in final.players.items() if player.commits == most]
    if most and len(tied) > 1:
        text = f"Nobody received a token for the most sins: {listed(tied)} are tied with {most}."
        reasons.append(Reason(kind="garnets", seats=(), text=text, ruling="DM-72"))
    text = "A garnet for everyone who received a Token of Life, and one more for a single winner."
    reasons.append(Reason(kind="garnets", seats=(), text=text, ruling="DM-74"))
    return tuple(reasons)


def _winner_reason(record: Record, ending: Ending, points: Series) -> Reason:
    first, final = ending.ranking[0], record.final
    top = final.players[first[0]].points
    if len(first) > MOST_TIED:
        text = f"Nobody won: {len(first)} seats are tied for the most points, {top}."
    elif len(first) > 1:
        text = f"{listed(first)} share the most points, {top}."
    else:
        behind = ending.ranking[1] if len(ending.ranking) > 1 else ()
        ahead = f", {top - final.players[behind[0]].points} ahead of {listed(behind)}" if behind else ""
        because = (
            gained_on(points, first[0], behind[0], "round", lambda seat, round_: _gains_in_words(record, seat, round_))
            if behind
            else ""
        )
        text = f"{first[0]} has the most points: {top}{ahead}{because}."
    return Reason(kind="winner", seats=ending.winners, text=text, ruling="DM-70")


# --- turning points --------------------------------------------------------------------------------------------------
def _gains_in_words(record: Record, seat: str, round_: int) -> str:
    chapter = next(candidate for candidate in record.chapters if candidate.round == round_)
    past = chapter.after.past[-1]
    if paid := past.paid.get(seat, 0):
        return f"{paid} for everything offered at the Shrine"
    left = past.converted.get(seat, 0)
    return f"{left} for what was left in the end" if left else ""


def _theft_turns(chapter: Chapter) -> Iterator[Turn]:
    for nth, step in enumerate(steps(chapter)):
        stolen = step.data.get("stolen") if step.kind == "commit" else None
        if stolen:
            thief, victim = step.seats
            player: Player = chapter.before.players[victim]
            weight = float(sum(stolen.values())) + sum(player.sin[s] == max(player.sin.values()) for s in stolen)
            yield _theft_turn(chapter.round, thief, victim, stolen, weight, nth)


def _theft_turn(round_: int, thief: str, victim: str, stolen: Mapping[str, int], weight: float, step: int) -> Turn:
    loot, remark = (f" {sin_words(stolen)}", "") if stolen else ("", ", and kept nothing of it")
    text = f"Round {round_}: {thief} stole{loot} from {victim}{remark}."
    return Turn(round=round_, seats=(thief, victim), kind="theft", text=text, weight=weight, step=step,
                tells="betrayal")  # fmt: skip


def _shrine_turns(chapter: Chapter) -> Iterator[Turn]:
    for nth, step in enumerate(steps(chapter)):
        if step.kind == "shrine" and step.data["points"]:
            points = step.data["points"]
            text = f"Round {chapter.round}: {step.seats[0]} offered everything at the Shrine for {points} points."
            yield Turn(round=chapter.round, seats=step.seats, kind="shrine", text=text, figures={"points": points},
                       weight=float(points), step=nth)  # fmt: skip


def _clash_turns(chapter: Chapter) -> Iterator[Turn]:
    """Several commits against one target: all fail (DM-20)."""
    by_target: dict[str, list[tuple[int, str]]] = {}
    for nth, step in enumerate(steps(chapter)):
        if step.kind == "commit" and step.data["reason"] == "several_commits":
            by_target.setdefault(step.data["target"], []).append((nth, step.seats[0]))
    for target, commits in by_target.items():
        names = [name for _, name in commits]
        all_ = "both" if len(names) == 2 else "all"
        text = f"Round {chapter.round}: {listed(names)} {all_} committed against {target}, and nothing came of it."
        yield Turn(round=chapter.round, seats=(*names, target), kind="clash", text=text, weight=float(len(names)),
                   step=commits[0][0])  # fmt: skip


# --- from one seat's eyes --------------------------------------------------------------------------------------------
def own_story(memory: Memory) -> GameStory:
    seat = memory.seat
    if seat is None:
        return GameStory()
    view: View = memory.now
    points = counted(memory, "points", "Points", "points", lambda view, _: view.points, column="points", seats=(seat,))
    shrine = sum(sighting.paid + sighting.converted for sighting in view.sightings)
    return GameStory(
        columns=_columns(),
        cells={seat: {"points": view.points, "commits": view.commits, "tried": len(view.attempts), "shrine": shrine}},
        series=(points,),
        turns=(*swings(points, "round"), *(turn for page in memory.pages for turn in _own_thefts(seat, page))),
        steps={page.round: tuple(_own_steps(seat, page)) for page in memory.pages},
        pictures={-1: _own_picture(seat, memory.start, {})}
        | {page.round: _own_picture(seat, page.after, page.report.visits) for page in memory.pages if page.report},
    )


def _own_thefts(seat: str, page: Page) -> Iterator[Turn]:
    """The seat's own thefts. The thieves it suffered from stay secret (DM-23)."""
    for nth, step in enumerate(_own_steps(seat, page)):
        if step.kind == "commit" and step.data["location"] == "ringed_city" and step.data["ok"]:
            gained = step.data["gained"]
            yield _theft_turn(page.round, seat, step.data["target"], gained, 1 + sum(gained.values()), nth)


def _own_steps(seat: str, page: Page) -> Iterator[Step]:
    report = page.told
    for where, others in report.visits.items():
        with_whom = f"met {listed(others)}" if others else "was alone"
        yield Step(kind="visit", seats=(seat, *others), text=f"{seat} {with_whom} in {place(where)}.",
                   data={"places": [where]})  # fmt: skip
    ordered = [] if page.orders is None else [(v.location, d) for v in page.orders.visits for d in v.deeds]
    acts = list(zip(ordered, report.actions, strict=False))
    yield from _gather_steps((seat, where, result) for (where, act), result in acts if isinstance(act, Gather))
    for (where, act), result in acts:
        if isinstance(act, Gather):
            continue
        if isinstance(act, Commit):
            tail = "" if result.ok else f": {FAILED[result.reason or '']}"
            brought = f" and brought {sin_words(result.gained)}" if result.gained else ""
            data = {"location": where, "target": act.target, "ok": result.ok, "reason": result.reason,
                    "gained": dict(result.gained)}  # fmt: skip
            text = f"In {place(where)} {seat} {past_tense(where, act)}{tail}{brought}."
            yield Step(kind="commit", seats=(seat, act.target), text=text, data=data)
        elif where != SHRINE:
            yield _offering_step(seat, where, act, result)
        else:
            yield Step(kind="shrine", seats=(seat,), text=f"{seat} offered everything at the Shrine of Flies.")
    if report.trade is not None and page.orders is not None and page.orders.trade is not None:
        trade = page.orders.trade
        yield _trade_step(seat, trade.partner, trade.give, trade.want, report.trade)
    for hit in report.suffered:
        away = ", and the Angels turned it away" if hit.turned_away else ""
        text = f"A sin was committed against {seat} from {place(hit.location)}{away}."
        yield Step(kind="suffered", seats=(seat,), text=text, data={"location": hit.location})
    yield from _gain_steps(seat, report)


def _own_picture(seat: str, view: View, visits: Mapping[str, Sequence[str]]) -> Json:
    places = {p: [seat, *others] for p, others in visits.items()}
    return {
        "places": {p: places.get(p, []) for p in LOCATIONS},
        "points": {seat: view.points},
        "sin": {seat: {s: view.sin.get(s, 0) for s in SINS}},
    }


LEGEND = (
    "Each box is a place, its sin and its visitors. Below them are the sins committed there, each with its target and "
    "success."
)
HUES = {"pride": "violet", "greed": "yellow", "lust": "accent", "envy": "green", "gluttony": "cyan", "wrath": "red",
        "sloth": "blue"}  # fmt: skip
CAME_OFF, CAME_TO_NOTHING, NONE = "\u2713", "\u2717", "\u00b7"


def draw(moment: Moment) -> Drawing | None:
    visitors = _visitors(moment)
    lit_place = moment.step.data.get("location") if moment.step is not None else None
    boxes = tuple(_box(moment, place, visitors[place], place == lit_place) for place in LOCATIONS)
    return Drawing(parts=(Boxes(boxes=boxes), _points_table(moment)), legend=LEGEND)


def _visitors(moment: Moment) -> dict[str, dict[str, int | None]]:
    visitors: dict[str, dict[str, int | None]] = {place: {} for place in LOCATIONS}
    for n, step in moment.steps("visit"):
        for visited in step.data["places"]:
            for seat in step.seats:
                visitors[visited].setdefault(seat, n)
    places = moment.picture.get("places", {}) if moment.over else {}
    if any(places.values()):
        visitors = {place: {seat: visitors[place].get(seat) for seat in places.get(place, ())} for place in LOCATIONS}
    return visitors


def _box(moment: Moment, place: str, visitors: dict[str, int | None], lit: bool) -> Box:
    sin, title = LOCATIONS[place].sin, LOCATIONS[place].title
    crowd = (f" {len(visitors)}", "accent") if visitors else ""
    lines = []
    for _, step in moment.steps("commit"):
        if step.data.get("location") == place:
            ok = step.data.get("ok")
            words_ = f"{step.seats[0]} \u2192 {step.data['target']} {CAME_OFF if ok else CAME_TO_NOTHING}"
            lines.append((*say((words_, "good" if ok else "bad")),))
    return Box(
        title=say((capital(title), "strong")),
        under=say((sin or "sin to points", HUES.get(sin or "", "faint")), crowd),
        there=tuple(name(seat, step) for seat, step in visitors.items()),
        lines=tuple(lines),
        lit=lit,
    )


def _sin_by_seat(moment: Moment) -> dict[str, dict[str, int]]:
    sins_by_seat = {seat: dict(sins) for seat, sins in moment.before.get("sin", {}).items()}
    for _, step in moment.steps():
        seat = step.seats[0]
        if seat not in sins_by_seat:
            continue
        if step.kind in ("shrine", "converted"):
            sins_by_seat[seat] = {}
        for sin, n in {**step.data.get("gained", {}), **step.data.get("sin", {})}.items():
            sins_by_seat[seat][sin] = sins_by_seat[seat].get(sin, 0) + n
    return dict(moment.picture.get("sin", sins_by_seat)) if moment.over else sins_by_seat


def _points_table(moment: Moment) -> Table:
    before = moment.before.get("points", {})
    points, owned = dict(before), _sin_by_seat(moment)
    for _, step in moment.steps("scored"):
        points[step.seats[0]] = step.data["to"]
    if moment.over:
        points = dict(moment.picture.get("points", points))
    heads = [say((sin[:3], HUES[sin])) for sin in SINS] if owned else []
    sin = [say(("sin", "faint"))] if owned else []
    rows: list[tuple[Words, ...]] = [(say(), say(("points", "faint")), say(), *sin, *heads)]
    for seat in sorted(points, key=lambda seat: -points[seat]):
        own = owned.get(seat, {})
        sins = [say((str(own.get(sin) or NONE), HUES[sin] if own.get(sin) else "faint")) for sin in SINS if owned]
        figures = say((number(points[seat]), "strong")), say(change(points[seat], before.get(seat)))
        total = [say((str(sum(own.values())), "faint"))] if owned else []
        rows.append((say(name(seat)), *figures, *total, *sins))
    every = range(1, len(rows[0]))
    return Table(rows=tuple(rows), right=tuple(every), more=tuple(every[3:]))
