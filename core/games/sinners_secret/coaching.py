"""The coach of A Sinner's Secret: three letters, an attribute, a recipient; then others' queries."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import Hint, Lesson, Step, looking_back, percent, steps
from core.bots.contract import Move, Say, Seal
from core.decoding import decode
from core.games.sinners_secret.bots.sharp import allied, untrue
from core.games.sinners_secret.deduction import Clue, Deduction, ally, deduce, marks_of, odds
from core.games.sinners_secret.spec import CORRECT_LOCK, MOST_LOCKS, SPEC, WRONG_LOCK
from core.games.sinners_secret.structs import Ask, Orders, Report, View
from core.games.sinners_secret.words import listed

UNPROVEN = 0.99
"""Greatest chance of a lock that the rules do not prove: what rivals say may be a lie."""

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    if lesson.played:
        return _hint_after_close(lesson)
    if lesson.sight.phase != "round":
        return None
    query = lesson.drafted("query") or {}
    letters = query.get("letters") or ()
    pairs = [f"{letter} is {' and '.join(pair)}" for letter, pair in lesson.view.pairs.items()]
    return steps(
        lesson,
        (
            Step(
                len(letters) == 3,
                f"Choose three letters to ask about ({len(letters)} of 3): g is the query.",
                (
                    f"Yours: {', '.join(pairs)}. An ally of a letter shares its sin or its virtue. You look for "
                    f"allies of "
                    "yours, and lock them in: +2 if right, -1 if wrong.",
                    "At least one letter of each realm, and no two of one player.",
                ),
                f"Choose three letters ({len(letters)}/3): g.",
            ),
            Step(
                bool(query.get("attribute")),
                "Choose an attribute that your own letter has.",
                ("The player told the answers hears yes or no for each letter, and never the attribute.",),
                "Choose an attribute you have.",
            ),
            Step(
                bool(query.get("to")),
                "Choose who is told: you two may talk next round.",
                (
                    "You are told nothing yourself. Each of you then holds a half: the attribute, and the answers. "
                    "Tell each other, or something that sounds like it.",
                ),
                "Choose who is told the answers.",
            ),
        ),
    )


def _hint_after_close(lesson: Pupil) -> Hint:
    report, query = lesson.report, lesson.view.sent[-1:] if lesson.ordered and lesson.ordered.query else ()
    received = [f"{answer.by} asked about {listed(answer.letters)}" for answer in report.answers]
    words = "nobody asked you" if not received else "; ".join(received)
    more = [f"You asked {sent.to} to be told which of {listed(sent.letters)} have {sent.attribute}." for sent in query]
    if report.channels:
        more.append(f"This round you may talk with {listed(report.channels)} across the realms: t. Trade halves.")
    more.append("What you were told is in the answers, and what follows from it on the board (f).")
    return looking_back(f"What came of it: {words}.", more)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    sealed = next((move.orders for move in reversed(made) if isinstance(move, Seal)), None)
    if sealed is None or not lesson.view.pairs:
        return []
    orders, view = decode(Orders, sealed, "orders"), lesson.view
    lines = [*_query_lines(view, orders.query), *_lock_lines(lesson, orders)]
    locks = orders.locks or {}
    unlocked = [letter for letter in view.pairs if letter not in locks and len(view.locks[letter]) < MOST_LOCKS]
    rounds = SPEC.rounds - lesson.sight.round
    lies = sum(isinstance(move, Say) and untrue(lesson.sight, move) for move in made)
    if lies:
        what = "One thing that you could say is" if lies == 1 else f"{lies} things that you could say are"
        lines.append(
            f"{what} not so, and left out. Your rivals are your own realm: a rival who knows your pairs takes 3 points "
            "from you with each lock."
        )
    if unlocked and rounds:
        left = "1 round is" if rounds == 1 else f"{rounds} rounds are"
        lines.append(f"{listed(unlocked)} can wait: {left} left, and nothing is sure enough.")
    elif unlocked:
        lines.append(f"{listed(unlocked)} stays unlocked: nothing would pay on average.")
    return lines


def _query_lines(view: View, query: Ask | None) -> list[str]:
    if not query:
        return [] if any(view.recipients.values()) else ["You may ask nobody any more."]
    own = [letter for letter, pair in view.pairs.items() if query.attribute in pair]
    if own:
        line = f"Your {listed(own)} has {query.attribute}: every yes would be an ally of it."
    else:
        line = f"None of your letters has {query.attribute}: a player who learns of it is led away from them."
    return [line, f"Of these three letters least is known; {query.to} is told, and may talk with you next round."]


def _lock_lines(lesson: Pupil, orders: Orders) -> list[str]:
    view, lines = lesson.view, []
    chances, grid = allied(lesson.sight, orders), deduced(view)
    for letter, locked in (orders.locks or {}).items():
        if view.assistance and grid.conflict is None and ally(grid, letter, locked) == "yes":
            lines.append(f"Lock {letter} to {locked}: the grid (f) proves that they are allies, +{CORRECT_LOCK}.")
            continue
        chance = min(chances[letter], UNPROVEN)
        worth = CORRECT_LOCK * chance + WRONG_LOCK * (1 - chance)
        trust = ""
        if view.assistance and grid.conflict is None:
            fits, pairs = odds(grid, letter, view.pairs[letter], locked)
            trust = f" if what you were told is so ({fits} of its {pairs} pairs without it)"
        risk = f"+{CORRECT_LOCK} if so, {WRONG_LOCK} if not: {worth:+.1f} on average"
        lines.append(f"Lock {letter} to {locked}: allies with {percent(chance)}{trust}, {risk}. A lock is final.")
    return lines


def deduced(view: View) -> Deduction:
    return deduce(view.letters, marks_of(view.pairs), [Clue(dict(answer.answers)) for answer in view.received])
