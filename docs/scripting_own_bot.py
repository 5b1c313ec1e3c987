"""A bot for The Exodus Game. Usage: garnet bots exodus --bot scripting_own_bot:Agreeable --seats steady"""

from core.bots import Do, Done, Say, Seal
from core.talk import Deal


class Agreeable:
    """Says yes to every proposal that it can pay, at most two a round, and gives what it said."""

    def __init__(self, seat, seed):
        self.seat, self.round = seat, 0

    def turn(self, sight):
        if sight.pending:
            return [Do({"kind": sight.pending.kind, "player": sight.pending.among[0]})]
        if sight.phase != "round":
            return [] if sight.ready or sight.phase in ("decision", "finished") else [Done()]
        if sight.round != self.round:
            self.round, self.heard, self.gives = sight.round, 0, {}
        moves, left = [], dict(sight.view.held)
        for given in self.gives.values():
            left[given] -= 1
        said = [m for m in sight.heard if m.round == sight.round and m.sender != self.seat]
        for message in said[self.heard :]:
            deal, by = message.deal, message.sender
            if deal and message.of_two and by not in self.gives and len(self.gives) < 2 and left.get(deal.want):
                self.gives[by] = deal.want
                left[deal.want] -= 1
                moves.append(Say([by], "Agreed.", Deal(give=deal.want, want=deal.give)))
        self.heard = len(said)
        if moves or not sight.ready:
            moves.append(Seal({"offers": [{"to": to, "give": give} for to, give in self.gives.items()]}))
            moves.append(Done())
        return moves
