"""The coach of Pantheic Runes: make a god's pattern, lay it down, pick from the temple; then the results."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import Hint, Lesson, Position, Step, looking_back, percent, steps
from core.bots.contract import Do, Move, Seal
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import View
from core.json import Json
from core.story.parts import listed

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    if lesson.sight.phase == "pregame":
        return _hint_while_waiting(lesson)
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and lesson.view.mine is not None and lesson.view.mine.past:
        return _hint_after_close(lesson)
    return _round(lesson)


def _hint_while_waiting(lesson: Pupil) -> Hint:
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
    own = lesson.view.own
    mana = "mana without limit" if own.mana is None else f"{own.mana} mana"
    wanted = _open_patterns(lesson.view)
    pleasing = [tableau for tableau in own.tableaux if tableau in wanted]
    laid = [ritual.get("tableau") for ritual in lesson.drafted("rituals") or ()]
    advice = f"{pleasing[0]} pleases {wanted[pleasing[0]]}: lay it down as a ritual." if pleasing else ""
    return steps(
        lesson,
        (
            Step(
                bool(laid),
                advice or f"Make what a god wants: combine, turn or adjust, with {mana}.",
                (
                    "Combining: equal runes leave nothing, different ones give the third, an empty cell takes "
                    "what comes. "
                    "The bench shows A + B = C before it costs anything; an action cannot be taken back.",
                    "Any grid of four runes can be laid down: a + in it brings a pick next round, an o mana, an "
                    "x a token. "
                    "So a ritual that pleases nobody still pays.",
                ),
                f"Lay it down: it pleases {wanted[pleasing[0]]}." if pleasing else "Make what a god wants: combine.",
            ),
            Step(
                bool(lesson.drafted("temple")),
                f"Pick from the temple ({own.picks}): you get what nobody else picked.",
                ("What you get can be used from the next round on. Two who want the same get nothing.",),
                f"Pick {own.picks} from the temple.",
            ),
        ),
    )


def _hint_after_close(lesson: Pupil) -> Hint:
    report = lesson.report
    blessed = [spec.BY_ID[deity].name for deity in report.blessings]
    received = [pick.tableau for pick in report.picks if pick.got]
    performed = sum(ritual.ok for ritual in report.rituals)
    words = [f"{performed} ritual{'' if performed == 1 else 's'}"]
    words += [f"blessed by {name}" for name in blessed]
    words += [f"{len(received)} of {len(report.picks)} picks"] if report.picks else []
    mana = "unlimited" if report.mana is None else report.mana
    more = [f"You have {mana} mana, {report.tokens} tokens and {report.points} points."]
    more += [f"{pick.tableau} went to nobody, or to who has Ares." for pick in report.picks if not pick.got]
    more.append("A blessing is a point, two if you are the first to have it.")
    return looking_back(f"What came of it: {', '.join(words)}.", more)


ALONE = (0.90, 0.61, 0.42, 0.14, 0.26)
"""Share of this coach's picks in each round that no steady bot made too, in 120 matches
(`python -m benchmarks.calibration pantheic_runes`). Which place it was made no difference that could be told."""


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    view, own = lesson.view, lesson.view.own
    sealed = next((move.orders for move in reversed(made) if isinstance(move, Seal)), None)
    first = next((move.action for move in made if isinstance(move, Do)), None)
    lines = [] if first is None else [deed(first)]
    rituals = [ritual["tableau"] for ritual in (sealed or {}).get("rituals") or ()]
    blessed: set[str] = set()
    for tableau in rituals:
        brings = [reward for rune, reward in (("+", "a pick"), ("o", "a mana"), ("x", "a token")) if rune in tableau]
        opening = "Then lay down" if first is not None else "Lay down"
        lines.append(f"{opening} {tableau}: {_pleases(view, tableau, blessed)}{listed(brings)} next round.")
    if first is not None:
        return lines
    places = (sealed or {}).get("temple") or ()
    if places and 0 < view.round < view.rounds:
        called = listed([f"{place} ({view.temple[place]})" for place in places])
        often = percent(ALONE[min(view.round, len(ALONE)) - 1])
        lines.append(f"Pick place{'s' * (len(places) > 1)} {called} of the temple.")
        lines.append(
            f"In this round {often} of such picks were made alone among steady bots; two who pick one get none."
        )
    if own.picks > len(places) and view.round < view.rounds and sealed is not None:
        lines.append(f"{own.picks - len(places)} of {own.picks} picks stay unused.")
    wanted = _open_patterns(view)
    idle = [t for t in dict.fromkeys(own.tableaux) if t in wanted and t not in rituals]
    if idle and sealed is not None:
        lines.append(f"{listed(idle)} would please {listed([wanted[t] for t in idle])}, and is not laid down.")
    if own.offered:
        waits = f"{listed([offer.to for offer in own.offered])} has not answered what you proposed"
        lines.append(f"{waits}: wait for it, and press C again.")
    if not rituals and sealed is not None:
        lines.append("Nothing that you can make now is worth a ritual: keep what you have for the next round.")
    return lines


def _open_patterns(view: View) -> dict[str, str]:
    return {pattern: deity.name for deity in view.deities for pattern in deity.patterns if deity.blessing is None}


def _pleases(view: View, tableau: str, blessed: set[str]) -> str:
    """Name the deity that a ritual pleases, if any: a blessing is a point, two for the first seat (PR-24). Adds the
    deity to `blessed`, those that earlier rituals of the round please."""
    for deity in view.deities:
        if tableau in deity.patterns and deity.blessing is None and deity.name not in blessed:
            if deity.need == 1:
                blessed.add(deity.name)
                return f"it pleases {deity.name} (1 point, 2 if you are the first), and brings "
            return f"it is one of the {deity.need} for {deity.name}, and brings "
    return "it brings "


def deed(action: Json) -> str:
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
        "Round 2: a ritual of Hera in the hand, another god a step away",
        {
            "round": 2,
            "tableaux": {"$1": ["xo++", "xo+x", "++++"], "$2": ["oooo", "+xox"], "$3": ["xxxx", "o.ox"]},
            "mana": {"$1": 4},
            "tokens": {"$1": 1},
        },
    ),
)
