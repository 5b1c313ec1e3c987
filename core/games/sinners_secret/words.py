"""Orders and reports in sentences, and players' claims about queries, which may be false."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from core.contract import Struct
from core.games.sinners_secret.spec import ATTRIBUTES
from core.games.sinners_secret.structs import Orders, Received, Report, Sent, View
from core.talk.channels import Message


def listed(names: Sequence[str]) -> str:
    """`A`, `A and F`, `A, F and K`; `nobody` for none, as in an unfinished draft."""
    if not names:
        return "nobody"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def restate(orders: Orders) -> list[str]:
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
    lines = [
        f"{answer.by} asked about an attribute unknown to you: {yes_or_no(answer.answers)}."
        for answer in report.answers
    ]
    if not report.answers:
        lines.append("No query was sent to you.")
    if report.channels:
        lines.append(f"This round you may talk across the realms with {listed(report.channels)}.")
    return [*lines, *_ranking(report)]


def _ranking(report: Report) -> list[str]:
    if isinstance(report.orders, msgspec.UnsetType):
        return []
    both = (("Heaven", report.orders.heaven), ("Hell", report.orders.hell))
    return [f"{realm}: " + ", ".join(f"{n}. {name}" for n, name in enumerate(order, 1)) + "." for realm, order in both]


def tell_to(report: Report, view: View) -> list[str]:
    ending = [] if isinstance(report.orders, msgspec.UnsetType) else [*_fates(view), *_revealed(view)]
    return [*tell(report), *ending]


def tell_ending(report: Report, view: View) -> list[str]:
    """Return the last close's lines about the end, with later facts; empty for earlier closes."""
    return [] if isinstance(report.orders, msgspec.UnsetType) else [*_ranking(report), *_fates(view), *_revealed(view)]


def _fates(view: View) -> Iterator[str]:
    """Tell the fallen, the ascending and the Death Match, as far as settled (SS-22, SS-24)."""
    if view.fallen is not None:
        yield f"{view.fallen} falls into Hell and carries the Mark of Elimination."
    if view.ascended:
        yield f"{listed(view.ascended)} ascend{'s' if len(view.ascended) == 1 else ''} to Heaven."
    if view.opponent is not None:
        yield f"{view.candidate} is the Elimination Candidate and named {view.opponent}."


def _revealed(view: View) -> Iterator[str]:
    """Tell points, and every letter with its pair, once the match has finished (SS-12)."""
    if view.result is None or view.orders is None:
        return
    for name in (*view.orders.heaven, *view.orders.hell):
        ended = view.result.players[name]
        pairs = ", ".join(f"{letter} {'+'.join(view.result.pairs[letter])}" for letter in view.letters[name])
        times = "once" if ended.locked_by_allies == 1 else f"{ended.locked_by_allies} times"
        counts = f"{ended.correct_locks} right, {ended.wrong_locks} wrong, found {times}"
        yield f"{name} {ended.score} ({counts}): {pairs}."


class AttributeClaim(Struct, frozen=True):
    """Claim of an asker about the attribute of its query, which was answered to the reader."""

    by: str
    query: Received
    attribute: str


class AnswersClaim(Struct, frozen=True):
    """Claim of a recipient about the answers to the reader's own query."""

    by: str
    query: Sent
    answers: dict[str, bool]


class FactClaim(Struct, frozen=True):
    """Claim that a letter has, or has not, an attribute."""

    by: str
    letter: str
    attribute: str
    has: bool


Claim = AttributeClaim | AnswersClaim | FactClaim

_NAMES = "|".join(ATTRIBUTES)
_ABOUT = re.compile(rf"\bround (\d+)\b.*\babout ({_NAMES})\b", re.IGNORECASE)
_YOURS = re.compile(r"\byour query of round (\d+)\b", re.IGNORECASE)
_ANSWER = re.compile(r"\b([A-U]) (yes|no)\b")
_FACT = re.compile(rf"\b([A-U]) ({_NAMES}) (yes|no)\b")


def say_attribute(query: Sent, attribute: str) -> str:
    return f"My query of round {query.round} ({', '.join(query.letters)}) was about {attribute}."


def say_answers(query: Received, answers: Mapping[str, bool]) -> str:
    return f"Your query of round {query.round}: {yes_or_no(dict(answers))}."


def say_facts(facts: Sequence[tuple[str, str, bool]]) -> str:
    return "As far as I know: " + ", ".join(f"{a} {b} {'yes' if has else 'no'}" for a, b, has in facts) + "."


def claims_in(message: Message, view: View) -> tuple[Claim, ...]:
    by, text = message.sender, message.text
    if facts := _FACT.findall(text):
        return tuple(FactClaim(by, letter, attribute, has == "yes") for letter, attribute, has in facts)
    if yours := _YOURS.search(text):
        for sent in view.sent:
            if sent.to == by and str(sent.round) == yours[1]:
                answers = {letter: has == "yes" for letter, has in _ANSWER.findall(text) if letter in sent.letters}
                return (AnswersClaim(by, sent, answers),) if answers else ()
    if about := _ABOUT.search(text):
        for received in view.received:
            if received.by == by and str(received.round) == about[1]:
                return (AttributeClaim(by, received, about[2].lower()),)
    return ()
