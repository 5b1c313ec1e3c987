"""Turns moves of bots into journal entries, and plays matches among bots without a table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from msgspec import UNSET

from core.bots.contract import AnyBot, Do, Done, Move, Say, Seal
from core.levels import USUAL
from core.match import journal as j
from core.match import views
from core.match.records import Change
from core.match.reducer import apply
from core.match.state import Match
from core.refusal import Refused

TURNS = 40
"""Turns of a bot in one round before it is left alone."""

ANSWERING = 8
"""Turns left at a table whenever a person does something that concerns the bot."""

WAKING = ("closed", "said", "told", "news")
"""Changes worth a bot's turn; counts of seals and ready marks are not."""


def bot_seed(match: Match, seat: str) -> int:
    """Return the seed of a seat's bot, from nonce and seat, so that its temper reveals no dice."""
    digest = hashlib.sha256(f"bot:{match.header.nonce}:{seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def make_bot(match: Match, seat: str, level: str) -> AnyBot:
    game = match.game
    bot: AnyBot = game.bot(level if level in game.levels else USUAL, seat, bot_seed(match, seat))
    return bot


def entry_for(move: Move, seat: str, at: float = 0.0) -> j.AnyEntry:
    if isinstance(move, Seal):
        return j.Sealed(author=seat, at=at, orders=move.orders)
    if isinstance(move, Do):
        return j.Acted(author=seat, at=at, action=move.action)
    if isinstance(move, Say):
        to = move.to if isinstance(move.to, str) else tuple(move.to)
        return j.Said(
            author=seat, at=at, to=to, text=move.text, deal=move.deal, act=move.act, occasion=move.occasion or UNSET
        )
    assert isinstance(move, Done)
    return j.Readied(author=seat, at=at)


def concerns(change: Change, seat: str, by: str | None) -> bool:
    """True if this change by `by` is worth a turn of the bot in `seat`; its own messages are not."""
    if change.kind not in WAKING or (change.kind == "said" and seat == by):
        return False
    return change.seats is None or seat in change.seats


MOST_INPUTS = 5_000
"""Inputs of one round, after which it is taken for endless."""


class Endless(Exception):
    """A round does not close, or its close leads to no later one."""


def play_out(
    match: Match,
    bots: Mapping[str, AnyBot],
    *,
    refused: Callable[[str, Move, Refused], None] | None = None,
    each: Callable[[Match, j.AnyEntry], None] | None = None,
    quiet: Callable[[Match, str], None] | None = None,
) -> Match:
    """Play to the end. Each round closes when every bot is quiet; seats on turn lapse then.

    `refused` gets every refused move, which is dropped; `each` every applied entry; `quiet` every awaited seat when all
    are quiet. Raises Endless for an endless round.
    """
    inputs = 0

    def do(entry: j.AnyEntry) -> tuple[Change, ...]:
        nonlocal match, inputs
        earlier = match
        match, changes = apply(match, entry)
        inputs = inputs + 1 if len(match.rounds) == len(earlier.rounds) and match.phase == earlier.phase else 0
        if inputs > MOST_INPUTS:
            word = match.spec.round_word
            raise Endless(
                f"{word} {match.round} has not closed after {MOST_INPUTS:,} inputs: its close cannot be reached"
            )
        if len(match.rounds) > len(earlier.rounds) and match.phase == "round":
            number, word = match.rounds[-1].round, match.spec.round_word
            if not number < match.round <= match.spec.rounds:
                raise Endless(f"close() of {word} {number} leads to {word} {match.round} of {match.spec.rounds}")
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
                phase, marks_before = match.phase, match.turn_marks
                if isinstance(move, Done) and match.turns:
                    continue  # moves count at once, without a ready mark
                try:
                    changes = do(entry_for(move, seat))
                except Refused as refusal:
                    if refused is not None:
                        refused(seat, move, refusal)
                    continue
                waiting |= {s for s in bots if any(concerns(c, s, seat) for c in changes)}
                for other in match.turn_marks if match.turn_marks != marks_before else ():
                    if other in bots and match.turn_marks[other] != marks_before.get(other):
                        waiting.add(other)
                        turns[other] = min(turns[other], TURNS - ANSWERING)
                if match.phase != phase or (marks_before and match.turn_marks.get(seat) != marks_before.get(seat)):
                    break  # its other moves were for the old position
        if not finished():
            _report_quiet(match, quiet)
            do(j.Lapsed(author="house") if match.turns else j.Closed(cause="early"))
    return match


def _report_quiet(match: Match, quiet: Callable[[Match, str], None] | None) -> None:
    stage = match.stage
    if quiet is None or match.phase not in ("pregame", "round"):
        return
    for seat in match.seats if stage is None else stage.seats:
        if match.turns or (seat not in match.ready and views.can_act(match, seat)):
            quiet(match, seat)
