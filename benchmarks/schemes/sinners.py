"""Schemes for A Sinner's Secret: a steady player in everything but what the scheme is about."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.contract import Move, Say
from core.games.sinners_secret import words
from core.games.sinners_secret.bots.steady import SteadyBot
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS
from core.games.sinners_secret.structs import Received, Sent, Sight, View


class Mute(SteadyBot):
    """Never says a word."""

    def turn(self, sight: Sight) -> list[Move]:
        return [move for move in super().turn(sight) if not isinstance(move, Say)]


class Overpromiser(SteadyBot):
    """Tells everybody whatever they ask, and never the truth."""

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._temper = "open"

    def _claimed_attribute(self, sent: Sent) -> str:
        others = [name for name in ATTRIBUTES if name != sent.attribute]
        return self._dice.draw(f"{self._seat} {sent.round} lies").pick(others)

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return {letter: not has for letter, has in received.answers.items()}


class Parrot(SteadyBot):
    """Repeats to its realm whatever anybody claimed to it."""

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        heard = [m for m in sight.heard if m.round == sight.round and m.sender != sight.seat and m.channel == "seats"]
        said = [m for m in sight.heard if m.round == sight.round and m.sender == sight.seat and m.channel == "realm"]
        return [*([Say("realm", heard[-1].text)] if heard and not said and sight.phase == "round" else []), *moves]


class Greedy(SteadyBot):
    """Honest to everybody about everything, its own letters too."""

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._temper = "open"

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return dict(received.answers)


class Saboteur(SteadyBot):
    """Floods its realm with facts that it made up."""

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        said = [m for m in sight.heard if m.round == sight.round and m.sender == sight.seat and m.channel == "realm"]
        if said or sight.phase != "round" or not sight.asks.orders:
            return moves
        draw = self._dice.draw(f"{self._seat} {sight.round} flood")
        others = [letter for letter in LETTERS if letter not in sight.view.pairs]
        facts = [(letter, draw.pick(ATTRIBUTES), draw.chance(0.5)) for letter in draw.sample(others, 4)]
        return [Say("realm", words.say_facts(facts)), *moves]


class Claimer(Overpromiser):
    """Claims pairs for its own letters that they have not, always the same ones, to its realm and to whoever asks."""

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        said = [m for m in sight.heard if m.round == sight.round and m.sender == sight.seat and m.channel == "realm"]
        if said or sight.phase != "round" or not sight.asks.orders:
            return moves
        facts = [
            (letter, name, has)
            for letter, pair in sight.view.pairs.items()
            for name, has in ((self._other(letter, pair), True), (pair[0], False))
        ]
        return [Say("realm", words.say_facts(facts)), *moves]

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return {letter: has != (letter in view.pairs) for letter, has in received.answers.items()}

    def _other(self, letter: str, pair: Sequence[str]) -> str:
        return self._dice.draw(f"{self._seat} {letter} claims").pick([name for name in ATTRIBUTES if name not in pair])


SCHEMES = {
    "overpromiser": Overpromiser,
    "mute": Mute,
    "parrot": Parrot,
    "greedy": Greedy,
    "saboteur": Saboteur,
    "claimer": Claimer,
}
