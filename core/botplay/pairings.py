"""Matches among bots for comparing levels: who sits where, what a seat won, and the table of results.

They are played by `cli.commands.bots`, which has the clock and the processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import msgspec

from core.botplay.playing import make_bot
from core.bots.contract import AnyBot
from core.games import game as find_game
from core.levels import COACH, LEVELS
from core.match.state import Match

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
SCORES = ("points", "score", "favor")
"""The keys under which games keep a seat's score in their host state, the first found counts."""
NORMAL = 1.96
"""Of a 95% interval."""


class PairingResult(msgspec.Struct):
    """One match played to its end."""

    seed: int
    bots: dict[str, str]
    """Who played each seat: a level, or a scheme."""
    winners: list[str]
    ranking: list[list[str]]
    scores: dict[str, int]
    refused: list[str]
    thought: dict[str, list[float]]
    """By who plays: the seconds of processor time of each turn, which other work on the machine hardly changes."""
    seconds: float
    counts: dict[str, int] = {}
    """Whatever else was counted."""

    def won(self, seat: str) -> float:
        """1 for a win, 1/n for one shared by n seats; a drawn duel, which is played again, is half a win for both."""
        winners = self.winners or self.ranking[0]
        return 1 / len(winners) if seat in winners else 0.0

    def place(self, seat: str) -> float:
        """From 1; shared places count as their mean."""
        before = 0
        for group in self.ranking:
            if seat in group:
                return before + (len(group) + 1) / 2
            before += len(group)
        return float(len(self.bots))


Sit = Callable[[Match, str, str], AnyBot]
"""The bot for a seat, by who plays it."""
Count = Callable[[Match, dict[str, str]], dict[str, int]]
"""What else to count in a match that is over; summed over the matches."""


def by_level(match: Match, seat: str, who: str) -> AnyBot:
    """A bot of a level that the game must have: a stand-in would be measured under another's name."""
    assert who in (*match.game.levels, COACH), f"{match.game.spec.id} has no {who} bots"
    return make_bot(match, seat, who)


def one_among(game: str, one: str, others: str | Sequence[str], number: int) -> dict[str, str]:
    """Who plays each seat in match `number`: `one` in a seat that rotates from match to match, in the others `others`
    in turn."""
    names = NAMES[: find_game(game).spec.seats]
    among = [others] if isinstance(others, str) else others
    own = number % len(names)
    return {
        seat: one if place == own else among[(place - own - 1) % len(names) % len(among)]
        for place, seat in enumerate(names)
    }


def half_each(game: str, levels: Sequence[str], number: int) -> dict[str, str]:
    """Levels alternate round the table, and the start rotates."""
    names = NAMES[: find_game(game).spec.seats]
    return {seat: levels[(place + number) % len(levels)] for place, seat in enumerate(names)}


Job = tuple[str, int, dict[str, str]]
"""Game, seed, and who plays each seat."""


def interval(share: float, matches: int) -> tuple[float, float]:
    """The 95% interval of a share of `matches` wins (Wilson), which stays within 0 and 1."""
    square = NORMAL * NORMAL
    middle = (share + square / (2 * matches)) / (1 + square / matches)
    reach = NORMAL * sqrt(share * (1 - share) / matches + square / (4 * matches * matches)) / (1 + square / matches)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))  # rounding left the share outside


HEADING = (
    f"{'game':<16} {'one':<13} {'among':<9} {'wins':>6} {'fair':>6} {'times':>6}  {'95% interval':<16} "
    f"{'score':>7} {'others':>7}  {'turn':>8} {'longest':>8}"
)


class WinShare(msgspec.Struct, frozen=True):
    """What `one` won among others."""

    wins: float
    """Its share of all wins, 0 to 1; a win shared by n seats counts 1/n."""
    fair: float
    """One seat's fair share of them."""
    times: float
    """How many times its fair share that is."""
    interval: tuple[float, float]
    """Between which times the truth lies, with 95% certainty."""
    score: float | None
    """Its mean score, where the game has scores."""
    others_score: float | None
    turn_ms: float
    """Milliseconds of processor time that its turn took, on average."""
    longest_ms: float


def share_of(one: str, played: Sequence[PairingResult]) -> WinShare:
    """What the one seat that `one` plays won in these matches."""
    seats = len(played[0].bots)
    own = [(match, next(seat for seat, who in match.bots.items() if who == one)) for match in played]
    share = sum(match.won(seat) for match, seat in own) / len(played)
    low, high = interval(share, len(played))
    mine = [match.scores[seat] for match, seat in own if seat in match.scores]
    rest = [score for match, seat in own for other, score in match.scores.items() if other != seat]
    turns = [seconds * 1000 for match in played for seconds in match.thought[one]] or [0.0]
    return WinShare(
        share, 1 / seats, share * seats, (low * seats, high * seats),
        sum(mine) / len(mine) if mine else None, sum(rest) / len(rest) if rest else None,
        sum(turns) / len(turns), max(turns),
    )  # fmt: skip


def line(game: str, one: str, others: str, played: Sequence[PairingResult]) -> str:
    """What `one` won among `others`, beside its fair share: one line of the table."""
    won = share_of(one, played)
    known = won.score is not None and won.others_score is not None
    scores = f"{won.score:7.1f} {won.others_score:7.1f}" if known else f"{'':>15}"
    low, high = won.interval
    return (
        f"{game:<16} {one:<13} {others:<9} {won.wins:>6.1%} {won.fair:>6.1%} {won.times:>6.2f}  "
        f"{f'{low:.2f} to {high:.2f}':<16} {scores}  {won.turn_ms:>5.1f} ms {won.longest_ms:>5.0f} ms"
    )


def ahead(one: str, played: Sequence[PairingResult]) -> tuple[float, float, float] | None:
    """By how much the one seat that `one` plays scores more than the others do on average, between what and what with
    95% certainty: that needs fewer matches than wins do. None in games without scores."""
    found = []
    for match in played:
        own = next(seat for seat, who in match.bots.items() if who == one)
        rest = [score for seat, score in match.scores.items() if seat != own]
        if own in match.scores and rest:
            found.append(match.scores[own] - sum(rest) / len(rest))
    if len(found) < 2:
        return None
    mean = sum(found) / len(found)
    reach = NORMAL * sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))
    return mean, mean - reach, mean + reach


def times_fair(one: str, played: Sequence[PairingResult]) -> float:
    """How many times its fair share of the wins `one` won."""
    return share_of(one, played).times


def refusals(played: Sequence[PairingResult]) -> list[str]:
    """How many moves were refused, and the first few."""
    found = [line for match in played for line in match.refused]
    return [f"  refused moves: {len(found)}", *(f"    {line}" for line in found[:3])] if found else []


PAIRS = ("trusting:random", "steady:trusting", "sharp:steady", "rogue:steady")
"""One among others: every level that has another below it."""


def known_levels(game: str) -> tuple[str, ...]:
    """The levels that a game has, in the order of `core.levels`."""
    return tuple(level for level in LEVELS if level in find_game(game).levels)
