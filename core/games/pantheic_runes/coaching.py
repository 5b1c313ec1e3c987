"""The coach of Pantheic Runes: make what a god wants, lay it down, pick from the temple; and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import (
    Hint,
    Lesson,
    Position,
    Step,
    looking_back,
    steps,
)
from core.bots.contract import Do, Move, Seal
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import View
from core.json import Json

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    """The pregame, the steps of a round, then what came of rituals and picks."""
    if lesson.sight.phase == "pregame":
        return _waiting(lesson)
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and lesson.view.mine is not None and lesson.view.mine.past:
        return _after(lesson)
    return _round(lesson)


def _waiting(lesson: Pupil) -> Hint:
    if lesson.sight.ready:
        return Hint(
            "You are ready: round 1 starts when all are, and shows the gods.",
            (),
            1,
            1,
            "Ready: it starts when all are.",
        )
    return Hint(
        "Nothing to order yet: talk if you like (t); r when ready.",
        (
            "You hold three grids of four runes. When round 1 starts you see the gods, and what each wants: a grid of "
            "four runes, exactly so. To combine with somebody else costs each of you 1 mana instead of 2: look "
            "for a partner.",
        ),
        1,
        1,
        "Talk if you like (t), then r.",
    )


def _round(lesson: Pupil) -> Hint:
    mine = lesson.view.own
    mana = "mana without limit" if mine.mana is None else f"{mine.mana} mana"
    wanted = {
        pattern: deity.name for deity in lesson.view.deities for pattern in deity.patterns if deity.blessing is None
    }
    held = [tableau for tableau in mine.tableaux if tableau in wanted]
    laid = [ritual.get("tableau") for ritual in lesson.drafted("rituals") or ()]
    made = f"{held[0]} pleases {wanted[held[0]]}: lay it down as a ritual." if held else ""
    return steps(
        lesson,
        (
            Step(
                bool(laid),
                made or f"Make what a god wants: combine, turn or adjust, with {mana}.",
                (
                    "Combining: equal runes leave nothing, different ones give the third, an empty cell takes "
                    "what comes. "
                    "The bench shows A + B = C before it costs anything; an action cannot be taken back.",
                    "Any grid of four runes can be laid down: a + in it brings a pick next round, an o mana, an "
                    "x a token. "
                    "So a ritual that pleases nobody still pays.",
                ),
                f"Lay it down: it pleases {wanted[held[0]]}." if held else "Make what a god wants: combine.",
            ),
            Step(
                bool(lesson.drafted("temple")),
                f"Pick from the temple ({mine.picks}): you get what nobody else picked.",
                ("What you get can be used from the next round on. Two who want the same get nothing.",),
                f"Pick {mine.picks} from the temple.",
            ),
        ),
    )


def _after(lesson: Pupil) -> Hint:
    report = lesson.report
    blessed = [spec.BY_ID[deity].name for deity in report.blessings]
    got = [pick.tableau for pick in report.picks if pick.got]
    done = sum(ritual.ok for ritual in report.rituals)
    words = [f"{done} ritual{'' if done == 1 else 's'}"]
    words += [f"blessed by {name}" for name in blessed]
    words += [f"{len(got)} of {len(report.picks)} picks"] if report.picks else []
    mana = "unlimited" if report.mana is None else report.mana
    more = [f"You have {mana} mana, {report.tokens} tokens and {report.points} points."]
    more += [f"{pick.tableau} went to nobody, or to who has Ares." for pick in report.picks if not pick.got]
    more.append("A blessing is a point, two if you are the first to have it.")
    return looking_back(f"What came of it: {', '.join(words)}.", more)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    """Why these rituals and picks."""
    first = next((move.action for move in made if isinstance(move, Do)), None)
    if first is not None:
        return [_deed(first), "An action happens at once, and the bench says what it costs before it does."]
    orders = next((move.orders for move in reversed(made) if isinstance(move, Seal)), {})
    wanted = {pattern: deity.name for deity in lesson.view.deities for pattern in deity.patterns}
    found = []
    for ritual in orders.get("rituals") or ():
        tableau = ritual["tableau"]
        brings = [what for rune, what in (("+", "a pick"), ("o", "a mana"), ("x", "a token")) if rune in tableau]
        pleases = f"pleases {wanted[tableau]} and " if tableau in wanted else ""
        found.append(f"{tableau} {pleases}brings {' and '.join(brings)} next round.")
    for place in orders.get("temple") or ():
        shown = lesson.view.temple[place]
        pleases = f"pleases {wanted[shown]}" if shown in wanted else "can become what a god wants"
        found.append(f"The temple's place {place} ({shown}) {pleases}.")
    return found or ["Nothing pays now: keep your mana for the next round."]


def _deed(action: Json) -> str:
    """A live action, as something to do."""
    kind = action["kind"]
    if kind == "rotate":
        return f"First turn {action['tableau']} by {action['degrees']} degrees."
    if kind == "adjust":
        return f"First set cell {action['cell'] + 1} of {action['tableau']} to {action['rune']}."
    if kind == "combine":
        return f"First combine {' and '.join(action['tableaux'])}."
    if kind == "propose_combine":
        return f"First propose to {action['with']} to combine, and put {action['tableau']} in: it is half the price."
    if kind == "accept_combine":
        return f"First accept what {action['from']} proposes, with {action['tableau']}."
    if kind == "decline_combine":
        return f"First answer {action['from']}, whose proposal waits: decline it."
    if kind == "create_tableau":
        return f"First create {action['tableau']}: a god allows it once."
    return "First take back what you proposed."


POSITIONS = (
    Position(
        "ritual",
        "Round 2: a ritual of Hera in the hand, and another god one step away",
        {
            "round": 2,
            "tableaux": {"$1": ["xo++", "xo+x", "++++"], "$2": ["oooo", "+xox"], "$3": ["xxxx", "o.ox"]},
            "mana": {"$1": 4},
            "tokens": {"$1": 1},
        },
    ),
)
