"""Whose moves the coach proposes: `sharp`, going on in a round from what its seat has said and ordered there."""

from __future__ import annotations

from core.bots.contract import Move, Say
from core.dice import Draw
from core.games.day_of_mercury.bots.sharp import SharpBot
from core.games.day_of_mercury.structs import Bot, Orders, Sight, Trade
from core.games.day_of_mercury.words import place_in
from core.talk.deals import bargains, between_two


class Adviser(SharpBot):
    """It has just sat down. Where it would be is thought out anew, and the same again for the same view; what became of
    the trades that its seat has spoken of stands in the messages."""

    def _open(self, sight: Sight, lost: bool) -> list[Move]:
        self.round, self.turns = sight.round, 0
        self.orders = self.write(sight, self.draw("plan"))
        self._befriend(sight)
        standing = self._recall(sight)
        if standing is not None and self.orders is not None:
            self.orders = Orders(self.orders.visits, trade=standing)
        news = [m for m in sight.heard[self.read :] if m.round == sight.round and m.of_two and m.by != self.seat]
        self.read = len(sight.heard)
        said = [move for m in news if m.deal is not None for move in self._answer(sight, m)]
        said = [move for move in said if isinstance(move, Say)]
        waits = self.orders is not None and self.orders.trade is not None
        more = [] if waits else self.propose(sight, self.draw(f"partner {len(self.asked)}"))
        if self.orders is not None and not self.agreed:
            self.orders = Orders(
                self.orders.visits
            )  # a trade that is not agreed yet would only seem to bring something
        return [*said, *(move for move in more if isinstance(move, Say)), *self._seal()]

    def _recall(self, sight: Sight) -> Trade | None:
        """The trade that stands: agreed, or proposed last and not answered yet."""
        last = [at for at, m in enumerate(sight.heard) if m.by == self.seat]
        self.read = last[-1] + 1 if last else 0
        found: tuple[bool, int, Trade] | None = None
        for other, said in between_two(self.seat, sight.heard, sight.round).items():
            mine: Trade | None = None
            theirs: Trade | None = None
            agreed, at = False, 0
            for m in said:
                if m.by == self.seat:
                    if m.deal is None:
                        mine = None if theirs is not None and not agreed else mine
                        theirs = None
                        continue
                    mine, at = Trade(other, m.deal.give, m.deal.want), sight.heard.index(m)
                    self.asked.append(other)
                    self.offered[other] = mine
                    agreed = theirs == mine
                elif m.deal is None:
                    mine, agreed = None, False
                elif self._goes(place_in(m.text)):
                    theirs = Trade(other, m.deal.want, m.deal.give)
                    agreed = agreed or theirs == mine
            if mine is not None and (found is None or (agreed, at) > found[:2]):
                found = (agreed, at, mine)
        self.agreed = found is not None and found[0]
        return None if found is None else found[2]

    def _befriend(self, sight: Sight) -> None:
        """Who came to trade in the rounds before, as agreed, and who did not."""
        for past, report in sight.reports.items():
            for other, one in bargains(self.seat, sight.heard, past).items():
                if one.agreed and report.trade in ("done", "cancelled"):
                    more = 1 if report.trade == "done" else -1
                    self.friends[other] = self.friends.get(other, 0) + more

    def draw(self, what: str) -> Draw:
        return self.dice.draw(f"{self.seat}, round {self.round}: {what}")


def adviser(seat: str) -> Bot:
    """Whose moves the coach proposes."""
    return Adviser(seat, 0)
