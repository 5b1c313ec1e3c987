"""General reasons in every match: for a win, tokens, garnets, the candidate, or safety.

A game's own reason of a kind replaces the general one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from core.ledger import Ending, total
from core.match.decisions import lot_sentences
from core.match.state import Match
from core.story.parts import Reason, called, listed

RULING = re.compile(r"\(([A-Z]{2}-\d+)\)$")
"""Ruling at the end of a reason in the ledger."""


def reasons(match: Match, reader: str | None, whole: bool) -> tuple[Reason, ...]:
    """Return the general reasons of an ended match, from public facts (CM-12) and the game's rules; the ledger's as far
    as the reader may see it."""
    ending = match.state.ending
    if ending is None:
        return ()
    reasons_: list[Reason] = []
    if ending.winners:
        reasons_.append(_by_rule(match, "winner", ending.winners, f"{listed(ending.winners)} won the match"))
    else:
        reasons_.append(Reason(kind="winner", seats=(), text="Nobody won the match."))
    reasons_ += _token_reasons(match, reader, whole)
    if ending.candidate is not None:
        reasons_.append(_candidate_reason(match, ending))
        reasons_ += _exempt_reasons(match, ending)
    if ending.opponent is not None:
        reasons_.append(_opponent_reason(match, ending))
    for sentence in lot_sentences(match, reader):
        reasons_.append(Reason(kind="lots", seats=(), text=sentence, ruling="CM-05"))
    return tuple(reasons_)


def _token_reasons(match: Match, reader: str | None, whole: bool) -> Iterator[Reason]:
    """Yield the receivers of Tokens of Life, with the reason if the reader may know it (CM-06, CM-09, CM-12). Seats
    with equal amount and reason share a sentence."""
    received: list[tuple[tuple[int, str, str], str]] = []
    hidden = Counter[str]()
    for entry in match.state.ledger:
        if entry.coin == "token" and entry.amount > 0:
            if whole or entry.seat == reader:
                received.append(((entry.amount, *_reason_and_ruling(entry.reason)), entry.seat))
            else:
                hidden[entry.seat] += entry.amount
    # Hidden amounts go in seat order and whole: the ledger's order and parts would reveal reasons.
    received += [((hidden[seat], "", "CM-06"), seat) for seat in match.seats if hidden[seat]]
    groups: dict[tuple[int, str, str], list[str]] = {}
    for receipt, seat in received:
        groups.setdefault(receipt, []).append(seat)
    for (amount, why, ruling), seats in groups.items():
        each = "each " if len(seats) > 1 else ""
        text = f"{listed(seats)} {each}received {with_number(amount, 'Token')} of Life{why}."
        yield Reason(kind="token", seats=tuple(seats), text=text, ruling=ruling)


def _reason_and_ruling(reason: str) -> tuple[str, str]:
    """Return a reason as the end of a sentence, and its ruling, or else CM-06."""
    named = RULING.search(reason)
    return (f": {reason}", "CM-06") if named is None else (f": {reason[: named.start()].rstrip()}", named[1])


def _by_rule(match: Match, kind: str, seats: tuple[str, ...], fact: str) -> Reason:
    """Return a result with its rule, without figures: all readers may know it."""
    if kind not in match.spec.decides:
        return Reason(kind=kind, seats=seats, text=f"{fact}.")
    why, ruling = match.spec.decides[kind]
    return Reason(kind=kind, seats=seats, text=f"{fact}: {why}.", ruling=ruling)


def _candidate_reason(match: Match, ending: Ending) -> Reason:
    name = ending.candidate or ""
    if ending.candidates:
        others = listed([seat for seat in ending.candidates if seat != name])
        way = {"lots": "by lot", "lots_among_votes": "by lot among equal votes"}.get(
            _settled_by(match, "choose_candidate"), "named by those who may choose"
        )
        text = f"{name} is the Elimination Candidate: tied with {others}, {way}."
        return Reason(kind="candidate", seats=(name,), text=text, ruling="CM-07")
    return _by_rule(match, "candidate", (name,), f"{name} is the Elimination Candidate")


def _settled_by(match: Match, kind: str) -> str:
    return next((choice.settled_by for choice in match.decided if choice.kind == kind), "")


def _exempt_reasons(match: Match, ending: Ending) -> Iterator[Reason]:
    """Yield the seats that cannot be named as opponent, by number of tokens (CM-08)."""
    tokens = total(match.state.ledger, "token", match.seats)
    groups: dict[int, list[str]] = {}
    for seat in match.seats:
        if tokens[seat] > 0 and seat != ending.candidate:
            groups.setdefault(tokens[seat], []).append(seat)
    for amount, seats in groups.items():
        holds = "each holds" if len(seats) > 1 else "holds"
        text = f"{listed(seats)} cannot be named as the opponent: {holds} {with_number(amount, 'Token')} of Life."
        yield Reason(kind="exempt", seats=tuple(seats), text=text, ruling="CM-08")


def _opponent_reason(match: Match, ending: Ending) -> Reason:
    if _settled_by(match, "choose_opponent").startswith("lots"):
        reason = "drawn by lot, for nobody was named in time"
    elif any(deed.action.get("kind") == "choose_opponent" for deed in match.actions):
        reason = f"named by {ending.candidate}"
    else:
        reason = "the only one who could be named"
    return Reason(
        kind="opponent",
        seats=(ending.opponent or "",),
        text=f"{ending.opponent} is the opponent in the Death Match: {reason}.",
        ruling="CM-08",
    )


def with_number(amount: int, word: str) -> str:
    return called(amount, f"a {word}", f"{amount} {word}s")
