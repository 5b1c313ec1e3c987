"""The coach of A Sinner's Secret: three letters, an attribute, somebody to be told; and what others asked."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import (
    Hint,
    Lesson,
    Step,
    looking_back,
    steps,
)
from core.bots.contract import Move, Seal
from core.games.sinners_secret.structs import Orders, Report, View
from core.games.sinners_secret.words import listed

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    """The steps of a query, then what was told whom."""
    if lesson.played:
        return _after(lesson)
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
                ("Whoever is told the answers hears yes or no for each letter, and never the attribute.",),
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


def _after(lesson: Pupil) -> Hint:
    report, asked = lesson.report, lesson.view.sent[-1:] if lesson.ordered and lesson.ordered.query else ()
    told = [f"{answer.by} asked about {listed(answer.letters)}" for answer in report.answers]
    words = "nobody asked you" if not told else "; ".join(told)
    more = [f"You asked {sent.to} to be told which of {listed(sent.letters)} have {sent.attribute}." for sent in asked]
    if report.channels:
        more.append(f"This round you may talk with {listed(report.channels)} across the realms: t. Trade halves.")
    more.append("What you were told is in the answers, and what follows from it on the board (f).")
    return looking_back(f"What came of it: {words}.", more)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    """Why this query."""
    orders = next((move.orders for move in reversed(made) if isinstance(move, Seal)), {})
    query, locks = orders.get("query"), orders.get("locks") or {}
    often = (
        "Of the letters that you know nothing of at least two in five are allies, and a lock pays from one in three on"
    )
    lock = f"{often}; it is final." if locks else f"{often}; but a lock is final, and you may know more next round."
    if not query:
        return ["There is nothing worth asking now: keep what you have to ask for a later round.", lock]
    own = [letter for letter, pair in lesson.view.pairs.items() if query["attribute"] in pair]
    found = [f"{query['to']} is told, and may talk with you next round."]
    if own:
        found.insert(0, f"Your {listed(own)} has {query['attribute']}: every yes would be an ally of it.")
    return [*found, lock]
