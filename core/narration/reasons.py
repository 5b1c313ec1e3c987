"""Reasons that hold in every match: why somebody won, received a token or garnets, was named candidate, or is safe.

A game that knows better says so in its own story, kind by kind; what it says takes the place of what is said here.
"""

from __future__ import annotations

import re
from collections import Counter

from core.ledger import Ending, total
from core.match.decisions import lots_told
from core.match.state import Match
from core.story.parts import Reason, called, listed

RULING = re.compile(r"\(([A-Z]{2}-\d+)\)$")
"""At the end of a reason in the ledger."""


def reasons(match: Match, reader: str | None, whole: bool) -> tuple[Reason, ...]:
    """The general reasons of a match that has come to its end, from what everyone knows (CM-12) and the rules of its
    game; the ledger's own reasons as far as the reader may see it."""
    ending = match.state.ending
    if ending is None:
        return ()
    found: list[Reason] = []
    if ending.winners:
        found.append(_by_rule(match, "winner", ending.winners, f"{listed(ending.winners)} won the match"))
    else:
        found.append(Reason(kind="winner", seats=(), text="Nobody won the match."))
    found += _tokens(match, reader, whole)
    if ending.candidate is not None:
        found.append(_candidate(match, ending))
        found += _exempt(match, ending)
    if ending.opponent is not None:
        found.append(_opponent(match, ending))
    for sentence in lots_told(match, reader):
        found.append(Reason(kind="lots", seats=(), text=sentence, ruling="CM-05"))
    return tuple(found)


def _tokens(match: Match, reader: str | None, whole: bool) -> list[Reason]:
    """Who received Tokens of Life; why, where the reader may know (CM-06, CM-09, CM-12). One sentence for all who
    received as many for the same reason."""
    told: list[tuple[tuple[int, str, str], str]] = []
    hidden = Counter[str]()
    for entry in match.state.ledger:
        if entry.coin == "token" and entry.amount > 0:
            if whole or entry.seat == reader:
                told.append(((entry.amount, *_cited(entry.reason)), entry.seat))
            else:
                hidden[entry.seat] += entry.amount
    # The ledger goes by its reasons: of those that the reader may not see, its order and parts would tell.
    told += [((hidden[seat], "", "CM-06"), seat) for seat in match.seats if hidden[seat]]
    groups: dict[tuple[int, str, str], list[str]] = {}
    for what, seat in told:
        groups.setdefault(what, []).append(seat)
    found = []
    for (amount, why, ruling), seats in groups.items():
        each = "each " if len(seats) > 1 else ""
        text = f"{listed(seats)} {each}received {counted(amount, 'Token')} of Life{why}."
        found.append(Reason(kind="token", seats=tuple(seats), text=text, ruling=ruling))
    return found


def _cited(reason: str) -> tuple[str, str]:
    """A reason of the ledger as the end of a sentence, and the ruling that it names, or else that of all ledgers."""
    named = RULING.search(reason)
    return (f": {reason}", "CM-06") if named is None else (f": {reason[: named.start()].rstrip()}", named[1])


def _by_rule(match: Match, kind: str, seats: tuple[str, ...], what: str) -> Reason:
    """What came of it, and by which rule, without figures: nobody needs to know any to be told."""
    if kind not in match.game.spec.decides:
        return Reason(kind=kind, seats=seats, text=f"{what}.")
    why, ruling = match.game.spec.decides[kind]
    return Reason(kind=kind, seats=seats, text=f"{what}: {why}.", ruling=ruling)


def _candidate(match: Match, ending: Ending) -> Reason:
    name = ending.candidate or ""
    if ending.candidates:
        others = listed([seat for seat in ending.candidates if seat != name])
        text = f"{name} is the Elimination Candidate: tied with {others}, {_how(match, 'choose_candidate')}."
        return Reason(kind="candidate", seats=(name,), text=text, ruling="CM-07")
    return _by_rule(match, "candidate", (name,), f"{name} is the Elimination Candidate")


def _how(match: Match, kind: str) -> str:
    """In which way a choice was settled, from its announcement."""
    told = next((news.text for news in match.news if news.kind == kind), "")
    if "by lot among equal votes" in told:
        return "by lot among equal votes"
    return "by lot" if told.endswith("by lot.") else "named by those who may choose"


def _exempt(match: Match, ending: Ending) -> list[Reason]:
    """Who could not be named as the opponent, and why (CM-08): one sentence for all with as many tokens."""
    tokens = total(match.state.ledger, "token", match.seats)
    groups: dict[int, list[str]] = {}
    for seat in match.seats:
        if tokens[seat] > 0 and seat != ending.candidate:
            groups.setdefault(tokens[seat], []).append(seat)
    found = []
    for amount, seats in groups.items():
        holds = "each holds" if len(seats) > 1 else "holds"
        text = f"{listed(seats)} cannot be named as the opponent: {holds} {counted(amount, 'Token')} of Life."
        found.append(Reason(kind="exempt", seats=tuple(seats), text=text, ruling="CM-08"))
    return found


def _opponent(match: Match, ending: Ending) -> Reason:
    told = next((news.text for news in match.news if news.kind == "choose_opponent"), "")
    if "by lot" in told:
        how = "drawn by lot, for nobody was named in time"
    elif any(deed.action.get("kind") == "choose_opponent" for deed in match.actions):
        how = f"named by {ending.candidate}"
    else:
        how = "the only one who could be named"
    return Reason(
        kind="opponent",
        seats=(ending.opponent or "",),
        text=f"{ending.opponent} is the opponent in the Death Match: {how}.",
        ruling="CM-08",
    )


def counted(amount: int, word: str) -> str:
    """`a Token`, `2 Tokens`."""
    return called(amount, f"a {word}", f"{amount} {word}s")
