"""HH-32: what a seat says to a bot alone changes no answer of that bot to another seat, alone or in a room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.botplay.companion import Companion
from core.bots.contract import Move, Say, Sight
from core.games import game as find_game
from core.kit import played
from core.kit.secrecy import SEED
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import Match
from core.talk import channels
from core.talk.acts import Deal
from core.talk.parsing.asks import tale
from tests.kit.depth import deep, games

SWAP = "a swap that both propose"
CONFIDED = (
    ("hello",),
    ("Beware of {third}, {third} lied to me. Keep that to yourself.",),
    (tale("{third}"), "never trust {third}", "who leads?", "why?"),
    ("pact, you and me?", "yes", "do not trade with {third} and I do not trade with {asker}"),
    (SWAP, "pact?", "yes"),
    ("you broke your word!", "I will ruin you", "what do you plan?", "what do you plan?", "and {third}?"),
)
"""What Ada says to the bot alone, world by world."""
ASKED = (
    "Whom do you trust?", "Who broke their word?", "Do you trust {third}?", "Why?", "who are you allied with?",
    "what did {teller} tell you?", "did {teller} say anything about {third}?", "do you have a deal with {teller}?",
    "Don't trade with {teller} and I don't trade with {third}", "say that again?", "who leads?", "what do you plan?",
    "you broke your word!", "no", "what did we agree on?", "hello", "what happened between us?", "what did I tell you?",
    "what did {teller} say about {third}?", "the same again?", "let me think", "did {teller} give you anything?",
    "next round then?", "the other way round?", "and {third}?", "may I rely on that?", "so it goes with us",
)  # fmt: skip


class Idle:
    """Plays nothing: proposals of a game's bot are play, and a deal with another seat may change them."""

    def turn(self, sight: Sight) -> list[Move]:
        return []


class World:
    """A bot at a moment of a match, among people."""

    def __init__(self, match: Match, bot: str, people: tuple[str, ...], temper: str) -> None:
        level = match.game.levels[-1]
        self.match, self.seat, self.people = match, bot, people
        self.bot = Companion(match.game, Idle(), temper, level, SEED, "talkative")
        self._turn()

    def swap(self, with_: str) -> None:
        """Let both propose one swap, if the game has any; it is agreed then."""
        things = next((term.among[:2] for term in self.match.game.terms if term.swaps), ())
        if things:
            for author, to, deal in ((with_, self.seat, Deal(*things)), (self.seat, with_, Deal(*things[::-1]))):
                self.match, _ = apply(self.match, j.Said(author=author, to=(to,), text="So be it.", deal=deal))

    def say(self, by: str, to: str | tuple[str, ...], text: str) -> list[Say]:
        """Say it, and return what the bot says thereupon to the speaker, alone or in a room."""
        self.match, _ = apply(self.match, j.Said(author=by, to=to, text=text))
        return [move for move in self._turn() if by in move.to or isinstance(move.to, str)]

    def _turn(self) -> list[Say]:
        sight = replace(views.sight(self.match, self.seat), people=self.people, sealed=None, ready=False)
        says = [move for move in self.bot.turn(sight) if isinstance(move, Say)]
        for move in says:
            entry = j.Said(
                author=self.seat, to=move.to, text=move.text, occasion=move.occasion, act=move.act, deal=move.deal
            )
            self.match, _ = apply(self.match, entry)
        return says


def meetings(game: str) -> list[tuple[Match, str, str, str, str]]:
    """Moments of a match with a bot, two seats that may speak to it alone, and a third seat."""
    found = []
    for match in played(find_game(game), 2).open_moments(12):
        for bot in match.seats[::3]:
            partners = channels.partners(match.talk, bot) if match.phase in ("round", "pregame") else ()
            if len(partners) > 2:
                found.append((match, bot, *partners[:3]))
    return deep(found[:: max(1, len(found) // 12)], found[len(found) // 2 :][:1])


@pytest.mark.parametrize("game", games("exodus", "day_of_mercury", "sinners_secret"))
@pytest.mark.parametrize("room", ["alone", "lounge"])
def test_HH_32_what_one_seat_tells_a_bot_alone_changes_no_answer_to_another(game: str, room: str) -> None:
    answers, found = 0, meetings(game)
    for number, (match, bot, teller, asker, third) in enumerate(found):
        names = {"teller": teller, "asker": asker, "third": third}
        to = (bot,) if room == "alone" else "realm" if match.talk.policy == "realms" else "lounge"
        for question in ASKED:
            text = question.format(**names) if room == "alone" else f"{bot}, {question.format(**names)}"
            told = []
            for confidences in CONFIDED:
                world = World(match, bot, (teller, asker), TEMPERS[number % len(TEMPERS)])
                for confidence in confidences:
                    world.say(teller, (bot,), confidence.format(**names))
                told.append(world.say(asker, to, text))
            answers += len(told[0])
            assert all(other == told[0] for other in told), (
                text,
                [[(m.occasion, m.deal, m.text[:60]) for m in t] for t in told],
            )
    assert answers or not found or room == "lounge"
