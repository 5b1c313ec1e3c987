"""Orders and reports in sentences for the player."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.sinners_secret.state import Orders, Report


def listed(names: Sequence[str]) -> str:
    """`A`, `A and F`, `A, F and K`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def restate(orders: Orders) -> list[str]:
    """The orders in words, one line each."""
    lines = []
    if orders.query is not None:
        ask = orders.query
        letters = listed(sorted(ask.letters))
        lines.append(f"Ask which of {letters} have {ask.attribute}; {ask.to} is told the answers, not the attribute.")
    for letter, locked in sorted((orders.locks or {}).items()):
        lines.append(f"Lock in {locked} as an ally of {letter}: final once the round closes.")
    return lines or ["Ask nothing and lock nothing."]


def yes_or_no(answers: dict[str, bool]) -> str:
    """`A yes, F no, K no`."""
    return ", ".join(f"{letter} {'yes' if has else 'no'}" for letter, has in sorted(answers.items()))


def tell(report: Report) -> list[str]:
    """A seat's report in words, one line each."""
    lines = [
        f"{answer.by} asked about an attribute unknown to you: {yes_or_no(answer.answers)}."
        for answer in report.answers
    ]
    if not report.answers:
        lines.append("No query was sent to you.")
    if report.channels:
        lines.append(f"This round you may talk across the realms with {listed(report.channels)}.")
    if not isinstance(report.orders, msgspec.UnsetType):
        for realm, order in (("Heaven", report.orders.heaven), ("Hell", report.orders.hell)):
            lines.append(f"{realm}: " + ", ".join(f"{place}. {name}" for place, name in enumerate(order, 1)) + ".")
    return lines
