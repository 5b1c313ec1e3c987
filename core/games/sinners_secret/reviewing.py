"""Review of a close for one seat (HH-47). The truth of a lock is secret until the end (SS-04, SS-12); what answers
settle needs the host's permission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from core.games.sinners_secret.deduction import Clue, Deduction, deduce, marks_of, odds, proven_by
from core.games.sinners_secret.rules import owners
from core.games.sinners_secret.spec import Attributes, are_allies
from core.games.sinners_secret.structs import Answer, Orders, Page, Report, View
from core.games.sinners_secret.words import listed, tell_ending, yes_or_no
from core.story.parts import called
from core.story.reviewing import Counted, Deed, RoundReview

FEW = 3
"""Most attributes named as a query's possible ones."""


class Settled(msgspec.Struct, frozen=True):
    """A seat's certain knowledge from its own pairs and the answers it received."""

    cells: int
    """Cells of the grid of 21 letters by 10 attributes."""
    allies: Mapping[str, tuple[str, ...]]
    strangers: Mapping[str, int]
    """Number of letters that are no allies of each own letter."""


def review(page: Page) -> RoundReview:
    report = page.told
    orders = Orders() if page.orders is None else page.orders
    old = new = None
    if page.after.assistance and (report.answers or orders.locks):
        old = _cached_conclusions(page.before)
        new = _cached_conclusions(page.after) if report.answers else old
    return RoundReview(
        said=(_outcome(orders, report),),
        deeds=tuple(_deeds(page, orders, report, old, new)),
        befell=(*_answer_lines(page.after, report, new), *tell_ending(report, page.after)),
        counted=tuple(_figures(page, old, new)),
        ahead=tuple(_partners_ahead(page)) if page.after.orders is None else (),
    )


def _outcome(orders: Orders, report: Report) -> str:
    """Return the outcome: `Your query was answered to Lou, 1 lock was made, 2 answers came to you.`"""
    locks, count = len(orders.locks or {}), len(report.answers)
    query_words = "You asked nothing" if orders.query is None else f"Your query was answered to {orders.query.to}"
    locked = f"{locks} {called(locks, 'lock was', 'locks were')} made" if locks else "no lock was made"
    received = f"{count} {called(count, 'answer')} came to you" if count else "no answer came to you"
    return f"{query_words}, {locked}, {received}."


def _deeds(page: Page, orders: Orders, report: Report, old: Deduction | None, new: Deduction | None) -> Iterator[Deed]:
    ask = orders.query
    if ask is not None:
        text = f"Ask which of {listed(sorted(ask.letters))} have {ask.attribute}, told to {ask.to}"
        talk = f"you may talk with {ask.to} until the next close" if ask.to in report.channels else ""
        yield Deed(text=text, mark="done", came=talk)
    for letter, locked in sorted((orders.locks or {}).items()):
        own_pair = page.before.pairs[letter]
        result = (
            ""
            if old is None or new is None
            else _odds_words(odds(old, letter, own_pair, locked), odds(new, letter, own_pair, locked))
        )
        yield Deed(text=f"Lock {locked} as an ally of {letter}", mark="done", came=result)


def _odds_words(was: tuple[int, int], now: tuple[int, int]) -> str:
    """`right for 5 of the 12 pairs it can have now, 4 of 13 when you locked`."""
    if now[0] == now[1]:
        return "certainly right"
    if not now[0]:
        return "certainly wrong"
    earlier = "" if was == now else f", {was[0]} of {was[1]} when you locked"
    return f"right for {now[0]} of the {now[1]} pairs that it can have{' now' if earlier else ''}{earlier}"


def _answer_lines(view: View, report: Report, deduced: Deduction | None) -> Iterator[str]:
    first = len(view.received) - len(report.answers)
    for place, answer in enumerate(report.answers):
        about = () if deduced is None or deduced.conflict else deduced.asked[first + place]
        sentence = f"{answer.by} asked about {listed(sorted(answer.letters))}: {yes_or_no(answer.answers)}"
        yield f"{sentence}{_meaning_words(answer, about)}."


def _meaning_words(answer: Answer, about: Sequence[str]) -> str:
    """`; so C and J are allies; it was about hope or lust`."""
    proven = proven_by(Clue(answer.answers))
    words = "".join(f"; so {first} and {second} are allies" for first, second in proven)
    attributes = " or ".join((", ".join(about[:-1]), about[-1])) if len(about) > 1 else "".join(about)
    return words + (f"; it was about {attributes}" if 0 < len(about) <= FEW else "")


def _cached_conclusions(view: View) -> Deduction:
    return _conclusions(
        tuple(view.letters.items()),
        tuple(view.pairs.items()),
        tuple(tuple(sorted(got.answers.items())) for got in view.received),
    )


@lru_cache(maxsize=64)
def _conclusions(
    letters: tuple[tuple[str, tuple[str, ...]], ...],
    pairs: tuple[tuple[str, Attributes], ...],
    answers: tuple[tuple[tuple[str, bool], ...], ...],
) -> Deduction:
    return deduce(dict(letters), marks_of(dict(pairs)), [Clue(dict(answer)) for answer in answers])


def settled(view: View, deduced: Deduction) -> Settled:
    owner = owners(view.letters)
    allies: dict[str, tuple[str, ...]] = {}
    strangers: dict[str, int] = {}
    for own, own_pair in view.pairs.items():
        could = {
            letter: {are_allies(own_pair, pair) for pair in deduced.pairs[letter]} for letter in owner if letter != own
        }
        proven = {letter for pair in deduced.proven if own in pair for letter in pair if letter != own}
        allies[own] = tuple(letter for letter in sorted(could) if letter in proven or could[letter] == {True})
        strangers[own] = sum(possible == {False} and letter not in proven for letter, possible in could.items())
    cells = sum(value != "maybe" for row in deduced.grid.values() for value in row.values())
    return Settled(cells, allies, strangers)


def _figures(page: Page, old: Deduction | None, new: Deduction | None) -> Iterator[Counted]:
    before, after = (sum(len(locks) for locks in view.locks.values()) for view in (page.before, page.after))
    yield Counted(what="Locks made", before=before, after=after)
    if old is None or new is None or new is old or old.conflict or new.conflict:
        return
    settled_before, settled_after = settled(page.before, old), settled(page.after, new)
    if settled_before.cells != settled_after.cells:
        yield Counted(
            what="Cells of the grid that are sure", before=settled_before.cells, after=settled_after.cells, of="of 210"
        )
    for own, allies in settled_after.allies.items():
        sure, sure_now = (
            len(known_then.allies[own]) + known_then.strangers[own] for known_then in (settled_before, settled_after)
        )
        if sure != sure_now:
            of = f"allies {listed(allies)}" if allies else ""
            yield Counted(what=f"Letters sure to be an ally of {own}, or none", before=sure, after=sure_now, of=of)


def _partners_ahead(page: Page) -> Iterator[str]:
    recipient = None if page.orders is None or page.orders.query is None else page.orders.query.to
    if others := [name for name in page.after.lines if name != recipient]:
        yield f"You may talk across the realms with {listed(others)} until the next close."
    spent = [name for name, left in page.after.recipients.items() if not left and page.before.recipients.get(name)]
    if spent:
        yield f"You cannot address {listed(spent)} any more (SS-03)."
