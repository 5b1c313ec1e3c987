"""Turns moves of bots into journal entries, and plays a match among bots to its end without a table. Among them the
pupil, who does what the coach's page says and nothing else: so the coach is measured as any bot is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from core.bots.coach import Lesson
from core.bots.contract import AnyBot, Do, Done, Move, Say, Seal, Sight
from core.contract import AnyGame
from core.decoding import plain
from core.levels import COACH, USUAL
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import Change, Match
from core.refusal import Refused


class Pupil:
    """A bot that opens the coach's page whenever something has changed, and does what stands there.

    It remembers nothing: what was said, proposed and sealed stands in its Sight, as it does for a person. Choices after
    the last round, for which there is no page, are the adviser's.
    """

    def __init__(self, game: AnyGame, seat: str) -> None:
        self._game = game
        self._seat = seat

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        if sight.pending is not None or not sight.asks.orders:
            return list(self._game.adviser(self._seat).turn(sight))
        draft = None if sight.sealed is None else plain(sight.sealed)
        advice = self._game.advise(Lesson(sight=sight, draft=draft, edited=False, played=0))
        ready: list[Move] = [] if sight.ready else [Done()]
        if advice is None:
            return ready
        moves: list[Move] = list(advice.say)
        if advice.action is not None:
            moves += [Seal({}), Do(advice.action)] if sight.sealed is not None else [Do(advice.action)]
        elif advice.orders is not None:
            moves.append(Seal(advice.orders))
        return [*moves, Done()] if moves else ready


TURNS = 40
"""How often a bot is asked in one round before it is left alone."""

ANSWERING = 8
"""How many of these it has left, at a table, whenever a person says or does something that concerns it."""

WAKING = ("closed", "said", "told", "news")
"""Changes that are worth a bot's turn; counts of seals and ready marks are not."""


def bot_seed(match: Match, seat: str) -> int:
    """The seed of the bot in a seat. It follows from nonce and seat, so that its temper shows nothing of the dice."""
    told = hashlib.sha256(f"bot:{match.header.nonce}:{seat}".encode()).digest()
    return int.from_bytes(told[:8], "big")


def make_bot(match: Match, seat: str, level: str) -> AnyBot:
    """The bot for a seat, or the pupil of its game's coach."""
    game = match.game
    if level == COACH:
        return Pupil(game, seat)
    bot: AnyBot = game.bot(level if level in game.levels else USUAL, seat, bot_seed(match, seat))
    return bot


def entry_for(move: Move, seat: str, at: float = 0.0) -> j.AnyEntry:
    """The journal entry that a bot's move asks for."""
    if isinstance(move, Seal):
        return j.Sealed(by=seat, at=at, orders=move.orders)
    if isinstance(move, Do):
        return j.Acted(by=seat, at=at, action=move.action)
    if isinstance(move, Say):
        to = move.to if isinstance(move.to, str) else tuple(move.to)
        return j.Said(by=seat, at=at, to=to, text=move.text, deal=move.deal, act=move.act)
    assert isinstance(move, Done)
    return j.Readied(by=seat, at=at)


def concerns(change: Change, seat: str, by: str | None) -> bool:
    """Is this change, made by `by`, worth a turn of the bot in `seat`? What it said itself is not."""
    if change.kind not in WAKING or (change.kind == "said" and seat == by):
        return False
    return change.seats is None or seat in change.seats


MOST_INPUTS = 5_000
"""Inputs of one round after which it is taken for one without an end."""


class Endless(Exception):
    """A round that comes to no close, in a sentence."""


def play_out(
    match: Match,
    bots: Mapping[str, AnyBot],
    *,
    refused: Callable[[str, Move, Refused], None] | None = None,
    each: Callable[[Match, j.AnyEntry], None] | None = None,
    quiet: Callable[[Match, str], None] | None = None,
) -> Match:
    """Play to the end, closing each round when every bot is quiet; where it waits for moves, those on turn lapse then.

    `refused` hears of every move that the match refused (such moves are dropped), `each` of every entry applied,
    `quiet` of every seat that is still waited for when all are quiet. Raises Endless for a round that goes on and on.
    """
    inputs = 0

    def do(entry: j.AnyEntry) -> tuple[Change, ...]:
        nonlocal match, inputs
        was = match
        match, changes = apply(match, entry)
        inputs = inputs + 1 if len(match.rounds) == len(was.rounds) and match.phase == was.phase else 0
        if inputs > MOST_INPUTS:
            word = match.game.spec.round_word
            raise Endless(f"{word} {match.round} has not closed after {MOST_INPUTS:,} inputs")
        if each is not None:
            each(match, entry)
        return changes

    def finished() -> bool:
        return match.phase == "finished"

    while not finished():
        waiting, turns = set(bots), dict.fromkeys(bots, 0)
        while seat := next((s for s in match.seats if s in waiting and turns[s] < TURNS), None):
            waiting.discard(seat)
            turns[seat] += 1
            for move in bots[seat].turn(views.sight(match, seat)):
                phase, came = match.phase, match.turn_marks
                if isinstance(move, Done) and match.turns:
                    continue  # moves count at once: nobody has to say so
                try:
                    changes = do(entry_for(move, seat))
                except Refused as refusal:
                    if refused is not None:
                        refused(seat, move, refusal)
                    continue
                waiting |= {s for s in bots if any(concerns(c, s, seat) for c in changes)}
                for other in match.turn_marks if match.turn_marks != came else ():
                    if other in bots and match.turn_marks[other] != came.get(other):
                        waiting.add(other)
                        turns[other] = min(turns[other], TURNS - ANSWERING)
                if match.phase != phase or (came and match.turn_marks.get(seat) != came.get(seat)):
                    break  # the rest of its moves was meant for what is over
        if not finished():
            _report_quiet(match, quiet)
            do(j.Lapsed(by="house") if match.turns else j.Closed(cause="early"))
    return match


def _report_quiet(match: Match, quiet: Callable[[Match, str], None] | None) -> None:
    """Tell of every seat that was waited for, and of which nothing more comes."""
    stage = match.stage
    if quiet is None or match.phase not in ("pregame", "round"):
        return
    for seat in match.seats if stage is None else stage.seats:
        if match.turns or (seat not in match.ready and views.can_act(match, seat)):
            quiet(match, seat)
