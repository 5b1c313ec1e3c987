"""A table during a match of bots, one of them interrupted before it sealed.

async with sit("exodus", "Ada", before=lambda table: lived(table, 3)) as at:
    ...  # three rounds are closed, all but Ada have sealed, and her draft is there
"""

from __future__ import annotations

from typing import Any

from core.botplay.companion import companion_for
from core.botplay.playing import make_bot, play_out
from core.bots.contract import AnyBot, Do, Done, Move, Seal, Sight
from core.match import journal as j
from core.match.state import Match
from core.table.table import Table


class Enough(Exception):
    """The round that should stay open would close."""


class Hesitant:
    """A bot that from some round on only notes the orders that it would seal, and says nothing twice."""

    def __init__(self, bot: AnyBot, from_round: int) -> None:
        self.bot = bot
        self.from_round = from_round
        self.draft: dict[str, Any] | None = None
        self.said: list[Move] = []

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        moves = self.bot.turn(sight)
        if sight.round < self.from_round:
            return moves
        for move in moves:
            if isinstance(move, Seal):
                self.draft = move.orders
        new: list[Move] = [m for m in moves if not isinstance(m, Seal | Do | Done) and m not in self.said]
        self.said += new
        return new


def lived(
    table: Table, rounds: int, *, seat: str = "Ada", level: str = "steady", draft: bool = True, company: bool = True
) -> None:
    """Let bots play `rounds` rounds, and the next until `seat` alone has not sealed. With `draft` its orders become the
    draft. Raises ValueError if the match ends before. Without `company` the bots only play and bargain, in less than
    half the time."""
    start = table.match
    hesitant = Hesitant(make_bot(start, seat, level), start.round + rounds)
    bots: dict[str, AnyBot] = {
        name: (companion_for if company else make_bot)(start, name, level) for name in start.seats
    }
    bots[seat] = hesitant
    entries: list[j.AnyEntry] = []
    closed = 0

    def kept(match: Match, entry: j.AnyEntry) -> None:
        nonlocal closed
        if isinstance(entry, j.Closed):
            if closed == rounds:
                raise Enough
            closed += 1
        elif isinstance(entry, j.Readied) and closed < rounds:
            return  # a table at which all are ready closes at once, though a bot may want to say more
        entries.append(entry)

    try:
        play_out(start, bots, each=kept)
    except Enough:
        pass
    else:
        raise ValueError(f"{start.game.spec.title} is over before round {start.round + rounds} is played")
    for entry in entries:
        table.submit(entry)
    if draft and hesitant.draft is not None:
        table.submit(j.Drafted(author=seat, orders=hesitant.draft, round=table.match.round))
