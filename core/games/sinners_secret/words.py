"""Orders and reports in sentences for the player."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.sinners_secret.structs import Orders, Report, View


def listed(names: Sequence[str]) -> str:
    """`A`, `A and F`, `A, F and K`; `nobody` for none, as in a draft that is not finished."""
    if not names:
        return "nobody"
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
    return [*lines, *_orders(report)]


def _orders(report: Report) -> list[str]:
    """The order in each realm, at the last close."""
    if isinstance(report.orders, msgspec.UnsetType):
        return []
    both = (("Heaven", report.orders.heaven), ("Hell", report.orders.hell))
    return [f"{realm}: " + ", ".join(f"{n}. {name}" for n, name in enumerate(order, 1)) + "." for realm, order in both]


def tell_to(report: Report, view: View) -> list[str]:
    """A report for the seat that sees `view`; that of the last close with what has become known since."""
    ending = [] if isinstance(report.orders, msgspec.UnsetType) else [*_moves(view), *_revealed(view)]
    return [*tell(report), *ending]


def tell_ending(report: Report, view: View) -> list[str]:
    """What the last close says of the end, with what has become known since; nothing at the closes before it."""
    return [] if isinstance(report.orders, msgspec.UnsetType) else [*_orders(report), *_moves(view), *_revealed(view)]


def _moves(view: View) -> list[str]:
    """Who falls, ascends and meets in the Death Match, as far as settled (SS-22, SS-24)."""
    lines = []
    if view.fallen is not None:
        lines.append(f"{view.fallen} falls into Hell and carries the Mark of Elimination.")
    if view.ascended:
        lines.append(f"{listed(view.ascended)} ascend{'s' if len(view.ascended) == 1 else ''} to Heaven.")
    if view.opponent is not None:
        lines.append(f"{view.candidate} is the Elimination Candidate and named {view.opponent}.")
    return lines


def _revealed(view: View) -> list[str]:
    """Points, and every letter with its pair, once the match has finished (SS-12)."""
    if view.result is None or view.orders is None:
        return []
    lines = []
    for name in (*view.orders.heaven, *view.orders.hell):
        ended = view.result.players[name]
        pairs = ", ".join(f"{letter} {'+'.join(view.result.pairs[letter])}" for letter in view.letters[name])
        times = "once" if ended.locked_by_allies == 1 else f"{ended.locked_by_allies} times"
        counts = f"{ended.correct_locks} right, {ended.wrong_locks} wrong, found {times}"
        lines.append(f"{name} {ended.score} ({counts}): {pairs}.")
    return lines
