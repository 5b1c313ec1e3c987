"""The deal, or the position that a set-up gives."""

from __future__ import annotations

from core.contract import Options
from core.dice import Dice
from core.games.exodus.spec import GOODS, HAND
from core.games.exodus.structs import Given, State
from core.games.trading.structs import given_hands, given_scores


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """The position before the first round: dealt, or as the set-up says."""
    hands = deal(seats, dice) if given.hands is None else given_hands(GOODS, seats, given.hands)
    return State(
        seats=seats,
        round=given.round or 1,
        score=given_scores("points", seats, given.points),
        held=hands,
        accounts=dict.fromkeys(seats, ()),
    )


def deal(seats: tuple[str, ...], dice: Dice) -> dict[str, dict[str, int]]:
    """Four cubes of four colours each, all 36 dealt, every legal deal equally likely (EX-01).

    A deal is known by the two colours that each seat lacks: each colour is lacking three times. Those 18 gaps are
    shuffled until no seat would lack one colour twice, which takes about three shuffles.
    """
    draw = dice.draw("deal")
    lacking_each = len(GOODS.kinds) - HAND
    gaps = [kind for kind in GOODS.kinds for _ in range(len(seats) - GOODS.pool[kind])]
    while True:
        draw.shuffle(gaps)
        lacks = [gaps[i : i + lacking_each] for i in range(0, len(gaps), lacking_each)]
        if all(len(set(lack)) == len(lack) for lack in lacks):
            break
    return {
        seat: {kind: int(kind not in lack) for kind in GOODS.kinds} for seat, lack in zip(seats, lacks, strict=True)
    }
