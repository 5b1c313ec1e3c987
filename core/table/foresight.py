"""A close of the open round on trial: for a host's dry run, and for what a gallery sees if it closed now (HH-79)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from core.match import journal as j
from core.match.reducer import apply
from core.match.state import Match
from core.narration import promises, stakes
from core.narration.recall import memory_of, record_of
from core.story.parts import GameStory, Stake

WORLDS = 8
"""Closes with made-up seeds: a fact that differs between two of them is by lot."""


def trial_close(match: Match, at: float) -> Match:
    """Return the match after a close now, or after the confirmation of a held one; `match` stays as it is."""
    if match.held_close is None and match.header.confirm:  # skip the wait: a host looks already
        match = replace(match, header=replace(match.header, confirm=False))
    return apply(match, j.Confirmed(at=at) if match.held_close else j.Closed(cause="host", at=at))[0]


class Price(NamedTuple):
    """Price of a broken word for a seat."""

    seat: str
    got: float
    hoped: float | None = None
    """Result of the kept word; None if unknown: `got` is then the whole round's."""


class BrokenWord(msgspec.Struct, frozen=True):
    by: str
    to: str
    words: str
    prices: tuple[Price, ...]
    """Empty if lots decide, or nothing changes."""
    unit: str
    makes_candidate: str
    """Seat that it makes the Elimination Candidate, or empty."""


class CloseForecast(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a close by the present seals."""

    sealed: int
    seats: int
    broken: tuple[BrokenWord, ...]
    gains: dict[str, float]
    """Change of the first series by seat, as far as no lot decides it."""
    unit: str
    by_lot: tuple[str, ...]
    """Seats for which lots decide more."""
    steps: tuple[str, ...]
    """Steps that no lot decides."""
    strip: tuple[Stake, ...]
    """The strip of danger after the close; empty if unknown, or by lot."""
    ends: bool
    winners: tuple[str, ...] | None
    """None if lots decide, or the match goes on."""
    candidates: tuple[str, ...] | None
    """The Elimination Candidate, or the seats from which the winners choose; None likewise."""


def forecast(match: Match, at: float) -> CloseForecast | None:
    """Return what a close now would bring; None without a seal, with turns, or where a host judges.

    `match` is a gallery's: unreadable talk is not in it (HH-62). Its seed is not used, so no draw is foretold.
    """
    if match.phase not in ("pregame", "round") or match.header.judged or match.turns or not match.sealed:
        return None
    worlds = [trial_close(replace(match, header=replace(match.header, seed=n, nonce="")), at) for n in range(WORLDS)]
    records = [record_of(world) for world in worlds]
    stories = [stakes.alone(match.game, record, record.chapters[-1]) for record in records]
    gained = [stakes.gains(story.series) for story in stories]
    same = {seat: much for seat, much in gained[0].items() if all(other.get(seat) == much for other in gained)}
    steps = [stakes.key_steps(story.steps.get(match.round, ())) for story in stories]
    differing = [
        step for story in stories for step in story.steps.get(match.round, ())
        if not all(step in other.steps.get(match.round, ()) for other in stories)
    ]  # fmt: skip
    named = {seat for step in differing for seat in step.seats} | {seat for gain in gained for seat in gain} - {*same}
    strips = [stakes.strip(match.game.full_story(record), match.seats) for record in records]
    endings = [world.state.ending for world in worlds]
    winners = [() if ending is None else ending.winners for ending in endings]
    losers = [() if e is None else e.candidates or tuple(filter(None, (e.candidate,))) for e in endings]
    ends = endings[0] is not None
    return CloseForecast(
        sealed=len(match.sealed), seats=len(match.seats),
        broken=_broken(match, worlds[0], stories[0], named, losers[0] if losers == losers[:1] * WORLDS else ()),
        gains=same, unit=stories[0].series[0].unit if stories[0].series else "",
        by_lot=tuple(seat for seat in match.seats if seat in named),
        steps=tuple(line for line in steps[0] if all(line in other for other in steps)),
        strip=strips[0] if strips == strips[:1] * WORLDS else (),
        ends=ends, winners=winners[0] if ends and winners == winners[:1] * WORLDS else None,
        candidates=losers[0] if ends and losers == losers[:1] * WORLDS else None,
    )  # fmt: skip


def _broken(
    match: Match, after: Match, told: GameStory, by_lot: set[str], losers: tuple[str, ...]
) -> tuple[BrokenWord, ...]:
    broken = list[BrokenWord]()
    for due in [promise for promise in promises.promises_due(match) if promise.broken]:
        known = [match.game.own_story(memory_of(after, seat)).words.get(due.by) for seat in due.others]
        words = [turn for word in known if word is not None for turn in word.told if turn.round == match.round]
        seats, unit, prices = (due.by, *due.others), "", list[Price]()
        for series in () if by_lot & {*seats} else told.series:
            if not prices and (gained := stakes.gains([series])).keys() & {*seats}:
                unit, prices = series.unit, [Price(seat, gained.get(seat, 0)) for seat in seats]
        for turn in words[:1]:
            prices_of = ("hoped", "got", "breaker hoped", "breaker got")
            hoped, got, breaker_hoped, breaker_got = (float(turn.figures.get(price) or 0) for price in prices_of)
            unit, prices = "", [Price(due.by, breaker_got, breaker_hoped), Price(turn.seats[1], got, hoped)]
        loser = next((seat for seat in due.others if losers == (seat,)), "")
        broken.append(BrokenWord(due.by, due.to, due.words, tuple(prices), unit, loser))
    return tuple(broken)
