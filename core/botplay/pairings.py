"""Matches among bots for comparing levels: seating, wins, and the table of results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import msgspec

from core.botplay.playing import make_bot
from core.bots.contract import AnyBot
from core.games import game as find_game
from core.levels import LEVELS
from core.match.seating import NAMES
from core.match.state import Match

SCORES = ("points", "score", "favor")
"""Keys of a seat's score in games' host states; the first match counts."""
NORMAL = 1.96
"""Factor of a 95% interval."""


class PairingResult(msgspec.Struct):
    seed: int
    bots: dict[str, str]
    """Level or scheme of each seat."""
    winners: list[str]
    ranking: list[list[str]]
    scores: dict[str, int]
    refused: list[str]
    thought: dict[str, list[float]]
    """Seconds of processor time of each turn by player, which other work on the machine hardly changes."""
    seconds: float
    counts: dict[str, int] = {}

    def won(self, seat: str) -> float:
        """Return 1 for a win, 1/n if n seats share it; a drawn duel is half a win for both."""
        winners = self.winners or self.ranking[0]
        return 1 / len(winners) if seat in winners else 0.0

    def place(self, seat: str) -> float:
        """Return the place from 1; shared places count as their mean."""
        before = 0
        for group in self.ranking:
            if seat in group:
                return before + (len(group) + 1) / 2
            before += len(group)
        return float(len(self.bots))


Sit = Callable[[Match, str, str], AnyBot]
"""Makes the bot of a player for a seat."""
Count = Callable[[Match, dict[str, str]], dict[str, int]]
"""Counts further facts of a finished match; summed over the matches."""


def by_level(match: Match, seat: str, who: str) -> AnyBot:
    """Return a bot of a level that the game must have: a stand-in would be measured under the wrong name."""
    assert who in match.game.levels, f"{match.spec.id} has no {who} bots"
    return make_bot(match, seat, who)


def one_among(game: str, level: str, others: str | Sequence[str], number: int) -> dict[str, str]:
    """Return the players of match `number`: `level` in a rotating seat, `others` by turns in the rest."""
    names = NAMES[: find_game(game).spec.seats]
    among = [others] if isinstance(others, str) else others
    own = number % len(names)
    return {
        seat: level if place == own else among[(place - own - 1) % len(names) % len(among)]
        for place, seat in enumerate(names)
    }


Job = tuple[str, int, dict[str, str]]
"""Game, seed, and player of each seat."""


def interval(share: float, matches: int) -> tuple[float, float]:
    """Return the 95% interval of a share of `matches` wins (Wilson), within 0 and 1."""
    square = NORMAL * NORMAL
    middle = (share + square / (2 * matches)) / (1 + square / matches)
    reach = NORMAL * sqrt(share * (1 - share) / matches + square / (4 * matches * matches)) / (1 + square / matches)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))  # against rounding


HEADING = (
    f"{'game':<16} {'one':<13} {'among':<9} {'wins':>6} {'fair':>6} {'times':>6}  {'95% interval':<16} "
    f"{'score':>7} {'others':>7}  {'turn':>8} {'longest':>8}"
)


class WinShare(msgspec.Struct, frozen=True):
    """Wins of one player among others."""

    wins: float
    """Share of all wins, 0 to 1; a win shared by n seats counts 1/n."""
    fair: float
    """Fair share of a seat."""
    times: float
    """`wins` as a multiple of `fair`."""
    interval: tuple[float, float]
    """95% interval of `times`."""
    score: float | None
    """Mean score; None in games without scores."""
    others_score: float | None
    turn_ms: float
    """Mean milliseconds of processor time of a turn."""
    longest_ms: float


def share_of(level: str, played: Sequence[PairingResult]) -> WinShare:
    seats = len(played[0].bots)
    own = [(match, next(seat for seat, who in match.bots.items() if who == level)) for match in played]
    share = sum(match.won(seat) for match, seat in own) / len(played)
    low, high = interval(share, len(played))
    mine = [match.scores[seat] for match, seat in own if seat in match.scores]
    rest = [score for match, seat in own for other, score in match.scores.items() if other != seat]
    turns = [seconds * 1000 for match in played for seconds in match.thought[level]] or [0.0]
    return WinShare(
        share, 1 / seats, share * seats, (low * seats, high * seats),
        sum(mine) / len(mine) if mine else None, sum(rest) / len(rest) if rest else None,
        sum(turns) / len(turns), max(turns),
    )  # fmt: skip


def line(game: str, level: str, others: str, played: Sequence[PairingResult]) -> str:
    won = share_of(level, played)
    known = won.score is not None and won.others_score is not None
    scores = f"{won.score:7.1f} {won.others_score:7.1f}" if known else f"{'':>15}"
    low, high = won.interval
    return (
        f"{game:<16} {level:<13} {others:<9} {won.wins:>6.1%} {won.fair:>6.1%} {won.times:>6.2f}  "
        f"{f'{low:.2f} to {high:.2f}':<16} {scores}  {won.turn_ms:>5.1f} ms {won.longest_ms:>5.0f} ms"
    )


def ahead(level: str, played: Sequence[PairingResult]) -> tuple[float, float, float] | None:
    """Return how much more `level` scores than the others' mean, with its 95% interval, which needs fewer matches than
    wins do. None in games without scores."""
    leads = []
    for match in played:
        own = next(seat for seat, who in match.bots.items() if who == level)
        rest = [score for seat, score in match.scores.items() if seat != own]
        if own in match.scores and rest:
            leads.append(match.scores[own] - sum(rest) / len(rest))
    if len(leads) < 2:
        return None
    mean = sum(leads) / len(leads)
    reach = NORMAL * sqrt(sum((each - mean) ** 2 for each in leads) / (len(leads) - 1) / len(leads))
    return mean, mean - reach, mean + reach


def refusals(played: Sequence[PairingResult]) -> list[str]:
    lines = [line for match in played for line in match.refused]
    return [f"  refused moves: {len(lines)}", *(f"    {line}" for line in lines[:3])] if lines else []


PAIRS = ("trusting:random", "steady:trusting", "sharp:steady", "rogue:steady")
"""Pairs of one among others: every level with a level below it."""


def known_levels(game: str) -> tuple[str, ...]:
    return tuple(level for level in LEVELS if level in find_game(game).levels)
