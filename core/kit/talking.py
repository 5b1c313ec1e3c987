"""What bots say, as a property (HH-15): a bot is handed its Sight and nothing else, so what it says and does is the
same whatever its seat cannot know."""

from __future__ import annotations

from msgspec.structs import replace

from core import projections
from core.bots import Move, Say
from core.company.companion import Companion
from core.company.voices import TEMPERS
from core.contract import AnyGame
from core.decoding import canonical, plain
from core.kit.played import hold
from core.kit.secrecy import difference, moments, redealt, seats_at
from core.match import Match

SEED = 15
"""Of the bots that are tried. That of a bot in a match follows from the nonce, which is drawn anew like the dice."""


def what_a_bot_says_follows_from_what_it_may_know(game: AnyGame) -> None:
    """HH-15, HH-32: sitting down at any moment of a match, among people who may have spoken, a bot of each level and
    temper says and does the same after a redeal for its seat; and some of them do speak."""
    said = sum(compare_talk(moment, seats_at(moment, turn)[0], turn) for turn, moment in moments(game))
    hold(said, "no bot said a word at any moment: there was nothing to compare")


def compare_talk(moment: Match, seat: str, turn: int) -> int:
    """How much a bot says that sits down at `moment`. Broken if that, or what it does, follows from what its seat
    cannot know."""
    one, other = (moves_of(match, seat, turn) for match in (moment, redealt(moment, seat, turn)))
    told, again = (canonical([(type(move).__name__, plain(move)) for move in moves]) for moves in (one, other))
    hold(
        told == again,
        f"a bot at {seat} in {moment.game.spec.round_word} {moment.round} says or does what it cannot know: "
        f"{difference(told, again)}",
    )
    return sum(isinstance(move, Say) for move in one)


def moves_of(match: Match, seat: str, turn: int) -> list[Move]:
    """What a bot does that sits down here now, everybody else being people."""
    sight = projections.sight(match, seat)
    sight = replace(sight, people=tuple(other for other in match.seats if other != seat), sealed=None, ready=False)
    level = match.game.levels[turn % len(match.game.levels)]
    temper = TEMPERS[turn % len(TEMPERS)]
    bot = Companion(match.game, match.game.bot(level, seat, SEED), temper, level, SEED, "talkative")
    return bot.turn(sight)
