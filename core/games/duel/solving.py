"""A trick or bout as a small game: how often to play each option, so that an opponent cannot exploit it.

The other seat has several possible holdings with weights. Both sides learn by regret matching; their mean play is close
to an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import NamedTuple

from core.contract import Struct
from core.games.duel.course import Colour

COLOURS: tuple[Colour, ...] = ("black", "white")
STEPS = 30
"""Learning steps of both sides. More would cost time and hardly change the choices."""

Mix = list[float]
"""Share of each option; they sum to 1."""


class Holding(Struct, frozen=True):
    weight: float
    """Probability; the weights of a side sum to 1."""
    options: tuple[int, ...]
    key: int
    """Passed to the valuation: a set of tiles, or points left."""


Worth = Callable[[int, int, int, int], float]
"""`worth(leader's key, other's key, led, answered)`: the leader's chance to win the duel after that, 0 to 1."""


CARELESS = 0.85
"""Usual share of the other's play that is assumed to be without a plan. At 0 the bot wins little."""


class _Side:
    """A holding in a situation: regrets, and summed play."""

    def __init__(self, options: int) -> None:
        self.regrets = [0.0] * options
        self.done = [0.0] * options

    def mix(self) -> Mix:
        total = sum(self.regrets)
        if total <= 0:
            return [1 / len(self.regrets)] * len(self.regrets)
        return [regret / total for regret in self.regrets]

    def learn(self, values: Sequence[float], mix: Mix, step: int) -> None:
        mean = sum(map(mul, values, mix))
        self.regrets = [max(0.0, regret + value - mean) for regret, value in zip(self.regrets, values, strict=True)]
        self.done = [summed + step * part for summed, part in zip(self.done, mix, strict=True)]

    def mean(self) -> Mix:
        total = sum(self.done)
        return [weight / total for weight in self.done]


def with_carelessness(mix: Mix, careless: float) -> Mix:
    return [(1 - careless) * part + careless / len(mix) for part in mix]


class Parts:
    """A trick or bout: possible holdings of leader and other, and the worth of each pair of choices."""

    def __init__(
        self,
        leaders: Sequence[Holding],
        others: Sequence[Holding],
        colour: Callable[[int], Colour],
        worth: Worth,
        careless: float = CARELESS,
    ) -> None:
        """The thinking seat has a single holding. `careless`: share of the other's play without a plan, 0
        to 1."""
        self._careless = careless
        self.leaders, self.others = leaders, others
        self.shown = [[colour(option) for option in lead.options] for lead in leaders]
        self.table = [
            [[[worth(lead.key, back.key, a, b) for b in back.options] for a in lead.options] for back in others]
            for lead in leaders
        ]
        self._leading = [_Side(len(lead.options)) for lead in leaders]
        self._answering = [{c: _Side(len(back.options)) for c in COLOURS} for back in others]

    def lead(self) -> Mix:
        self._learn(leads=True)
        return self._leading[0].mean()

    def answer(self, to: Colour) -> Mix:
        self._learn(leads=False)
        return self._answering[0][to].mean()

    def leading(self) -> list[float]:
        """Return the worth of each lead, 0 to 1, after `lead` has learned, against the other's average play."""
        back = [{c: with_carelessness(side.mean(), self._careless) for c, side in by.items()} for by in self._answering]
        return self._lead_values(0, back)

    def answering(self, to: Colour) -> list[float]:
        """Return the worth of each answer to a colour for the answering seat, 0 to 1, after `answer` has learned."""
        led = [with_carelessness(side.mean(), self._careless) for side in self._leading]
        reach = sum(
            lead.weight * part
            for lead, mix, colours in zip(self.leaders, led, self.shown, strict=True)
            for part, colour in zip(mix, colours, strict=True)
            if colour == to
        )
        return [1 + value / reach if reach else 0.5 for value in self._answer_values(0, to, led)]

    def _learn(self, *, leads: bool) -> None:
        """Let both sides learn. The side that does not think is believed only in part."""
        for step in range(1, STEPS + 1):
            led = [side.mix() for side in self._leading]
            back = [{c: side.mix() for c, side in by.items()} for by in self._answering]
            believed_led = led if leads else [with_carelessness(mix, self._careless) for mix in led]
            believed_back = (
                [{c: with_carelessness(mix, self._careless) for c, mix in by.items()} for by in back] if leads else back
            )
            for i, side in enumerate(self._leading):
                side.learn(self._lead_values(i, believed_back), led[i], step)
            for j, by in enumerate(self._answering):
                for c, side in by.items():
                    side.learn(self._answer_values(j, c, believed_led), back[j][c], step)

    def _lead_values(self, i: int, back: Sequence[dict[Colour, Mix]]) -> list[float]:
        values = [0.0] * len(self.shown[i])
        for j, other in enumerate(self.others):
            for a, row in enumerate(self.table[i][j]):
                values[a] += other.weight * sum(map(mul, row, back[j][self.shown[i][a]]))
        return values

    def _answer_values(self, j: int, to: Colour, led: Sequence[Mix]) -> list[float]:
        values = [0.0] * len(self.others[j].options)
        for i, lead in enumerate(self.leaders):
            for a, row in enumerate(self.table[i][j]):
                reach = lead.weight * led[i][a]
                if self.shown[i][a] == to and reach:
                    values = [value - reach * part for value, part in zip(values, row, strict=True)]
        return values


FAINT = 0.06
"""Options taken less often are leftovers of learning."""


def drawn_option(options: Sequence[int], mix: Mix, roll: float) -> int:
    """`roll` is from 0 to 1."""
    likely = [(option, part) for option, part in zip(options, mix, strict=True) if part >= FAINT]
    point = roll * sum(part for _, part in likely)
    for option, part in likely:
        point -= part
        if point < 0:
            return option
    return likely[-1][0] if likely else options[mix.index(max(mix))]


class Question(NamedTuple):
    """A decision: the single holding of `own` against those of `other`, to the colour `shown`, or as the leader for
    None."""

    own: Sequence[Holding]
    other: Sequence[Holding]
    shown: Colour | None
    colour: Callable[[int], Colour]
    worth: Worth
    careless: float = CARELESS

    @property
    def parts(self) -> Parts:
        leader, back = (self.own, self.other) if self.shown is None else (self.other, self.own)
        return Parts(leader, back, self.colour, self.worth, self.careless)


def value(question: Question) -> float:
    """Return the chance of the single holding to win the duel if both sides play as well as they have learned."""
    parts, to = question._replace(careless=0.0).parts, question.shown
    mix, values = (parts.lead(), parts.leading()) if to is None else (parts.answer(to), parts.answering(to))
    return sum(part * worth for part, worth in zip(mix, values, strict=True))


Habit = Callable[[int, Colour | None], Sequence[tuple[int, float]]]
"""`habit(key, shown)`: usual answers of that holding to a colour, or its leads for None: each option with its share."""


def against(question: Question, habit: Habit) -> dict[int, float]:
    """Return the chance to win the duel with each option of the single holding against a player of habit."""
    own, led_colour = question.own[0], question.shown
    worths, reach = dict.fromkeys(own.options, 0.0), 0.0
    for other in question.other:
        for option in own.options if led_colour is None else ():
            for back, often in habit(other.key, question.colour(option)):
                worths[option] += other.weight * often * question.worth(own.key, other.key, option, back)
        for led, often in () if led_colour is None else habit(other.key, None):
            if question.colour(led) == led_colour:
                reach += other.weight * often
                for option in own.options:
                    worths[option] += other.weight * often * (1 - question.worth(other.key, own.key, led, option))
    if led_colour is None:
        return worths
    return {option: worth / reach if reach else 0.5 for option, worth in worths.items()}


def choice(question: Question, roll: float) -> int:
    """Draw an option by the best mix; `roll` is from 0 to 1."""
    mix = question.parts.lead() if question.shown is None else question.parts.answer(question.shown)
    return drawn_option(question.own[0].options, mix, roll)
