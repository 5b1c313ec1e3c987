"""The coach's adviser in Pantheic Runes: a sharp bot that has just sat down, with earlier questions and answers in the
messages.

It claims a place of the temple only in rounds in which others heed claims, and mixes its picks, as equal seats would
want one piece.
"""

from __future__ import annotations

from core.bots.contract import Move
from core.games.pantheic_runes.bots.plan import Plan
from core.games.pantheic_runes.bots.proposals import insists, with_also
from core.games.pantheic_runes.bots.sharp import SharpBot, alone
from core.games.pantheic_runes.bots.steady import ASK, RIVALS, draw_mixed_place, next_round
from core.games.pantheic_runes.views import Sight, View


class Adviser(SharpBot):
    def turn(self, sight: Sight) -> list[Move]:
        if sight.phase == "round" and sight.pending is None:
            self.round, self.temple = sight.round, sight.view.temple
            sent = [m for m in sight.heard if m.sender == self.seat and m.round == sight.round]
            others = [(m, next((reader for reader in m.readers if reader != self.seat), "")) for m in sent if m.of_two]
            self.asked = [*(to for m, to in others if m.deal is not None)]
            self.puzzled = {to for m, to in others if m.text == ASK}
            self.answered = {(to, self.heard_from(sight, to)) for to in self.puzzled if self._last(sight, to)}
            self.read = max((place + 1 for place, m in enumerate(sight.heard) if m.sender == self.seat), default=0)
        return super().turn(sight)

    def _last(self, sight: Sight, other: str) -> bool:
        senders = [m.sender for m in sight.heard if m.of_two and other in m.readers]
        return bool(senders) and senders[-1] == self.seat

    def claims(self, sight: Sight, plan: Plan) -> list[Move]:
        """Claim a place, but not in two rounds in a row: the others ignore the second claim of a person."""
        moves = super().claims(sight, plan)
        if insists(sight, self.seat):
            self.claim = None
            return []
        return moves

    def picks(self, view: View, plan: Plan) -> list[int]:
        """Return as many different places as it may pick; none in the last round, which has no next one."""
        own = view.own
        if view.round >= view.rounds:
            return []
        look, have = self.look(view, 1, plan.rituals), next_round(own, plan)
        chances = alone(view.temple, view.round, own.priority)
        chosen, have = self.claimed(view, have)
        temper = self.dice.draw(f"{self.seat} round {view.round}: temple")
        while len(chosen) < min(own.picks, len(view.temple)):
            worth = self.worth(view, look, have, chosen)
            if not worth:  # only claimed places are left: a pick costs nothing
                chosen += [place for place in range(len(view.temple)) if place not in chosen][: own.picks - len(chosen)]
                break
            hopes = {place: worth[place] if own.priority else chances[place] * worth[place] for place in worth}
            place = (
                max(hopes, key=lambda place: (hopes[place], -place))
                if own.priority
                else draw_mixed_place(hopes, RIVALS, temper)
            )
            chosen.append(place)
            if chances[place] > 0.5:
                have = with_also(have, view.temple[place])
        return chosen
