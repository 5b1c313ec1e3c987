"""Schemes for Pantheic Runes: a steady player in everything but what the scheme is about."""

from __future__ import annotations

from typing import Any

from core.bots.contract import Do, Move, Say
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.bots.plan import Outlook, Plan
from core.games.pantheic_runes.bots.steady import SteadyBot
from core.games.pantheic_runes.purse import hand_without
from core.games.pantheic_runes.routes import Means
from core.games.pantheic_runes.views import Sight, View


class Mute(SteadyBot):
    """Never says a word: proposes in silence, and answers proposals by deeds alone."""

    def turn(self, sight: Sight) -> list[Move]:
        return [move for move in super().turn(sight) if not isinstance(move, Say)]


class Overpromiser(SteadyBot):
    """Promises the requested tableau, and lays the one that it can best spare."""

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        mine = sight.view.mine
        spare = () if mine is None else hand_without(mine.tableaux, (offer.tableau for offer in mine.offered))
        return [self._with_worst(move, spare) for move in moves]

    def _with_worst(self, move: Move, hand: tuple[str, ...]) -> Move:
        if not isinstance(move, Do) or move.action["kind"] not in ("propose_combine", "accept_combine") or not hand:
            return move
        worst = min(hand, key=lambda tableau: (sum(rune != "." for rune in tableau), tableau))
        return Do({**move.action, "tableau": worst})


class Parrot(SteadyBot):
    """Accepts every proposal, with its first free tableau."""

    def turn(self, sight: Sight) -> list[Move]:
        return [self._accepted(sight, move) for move in super().turn(sight)]

    def _accepted(self, sight: Sight, move: Move) -> Move:
        mine = sight.view.mine
        if isinstance(move, Do) and move.action["kind"] == "decline_combine" and mine is not None and mine.tableaux:
            free = hand_without(mine.tableaux, (offer.tableau for offer in mine.offered))
            if free:
                return Do({"kind": "accept_combine", "from": move.action["from"], "tableau": free[0]})
        return move


class Greedy(SteadyBot):
    """Honest, and plays for itself alone: no proposals, and no to all others."""

    def proposal(self, sight: Sight, outlook: Outlook, means: Means, plan: Plan) -> Any:
        return None

    def answers(self, sight: Sight, outlook: Outlook, means: Means, plan: Plan) -> tuple[list[Move], Means]:
        asked = sight.view.mine.asked_by if sight.view.mine is not None else ()
        return [Do({"kind": "decline_combine", "from": by}) for by in asked], means


class Saboteur(SteadyBot):
    """Takes the temple places that all want, and forbids what others lay down."""

    def picks(self, view: View, plan: Plan) -> list[int]:
        mine = view.mine
        full = sorted(range(len(view.temple)), key=lambda place: view.temple[place].count("."))
        return full[: 0 if mine is None else mine.picks]

    def forbid(self, view: View, plan: Plan) -> str:
        return next(pattern for pattern, deity in spec.OWNER.items() if deity == "zeus" and pattern not in plan.rituals)


class Claimer(SteadyBot):
    """Claims the fullest place of the temple in talk, before the other seats, and takes it."""

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        mine = sight.view.mine
        has_spoken = any(m.sender == sight.seat and m.round == sight.round for m in sight.heard)
        if mine is None or sight.phase != "round" or sight.round >= sight.view.rounds or has_spoken:
            return moves
        return [Say("lounge", f"I take place {self._best(sight.view)}."), *(m for m in moves if not isinstance(m, Say))]

    def picks(self, view: View, plan: Plan) -> list[int]:
        best = self._best(view)
        mine = view.mine
        others = [place for place in super().picks(view, plan) if place != best]
        return [best, *others][: 0 if mine is None else mine.picks]

    @staticmethod
    def _best(view: View) -> int:
        return max(
            range(len(view.temple)), key=lambda at: (len(set(view.temple[at]) - {"."}), -view.temple[at].count("."))
        )


SCHEMES = {
    "overpromiser": Overpromiser,
    "mute": Mute,
    "parrot": Parrot,
    "greedy": Greedy,
    "saboteur": Saboteur,
    "claimer": Claimer,
}
