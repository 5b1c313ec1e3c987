"""Where bargaining stands, worked out again from what was said: for a bot that sits down in mid-match.

A house that is quit and opened again seats new bots. What they had agreed stands in their messages and sealed orders,
so that nobody is asked twice and no word is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.trading.bots.bargain import Bargaining, Pair
from core.games.trading.bots.hearing import FULL, OFF, declined
from core.games.trading.offers import Orders
from core.talk import Message


def recall(deals: Bargaining, seat: str, said: Sequence[Message]) -> None:
    """Take up in `deals` what `seat` said and heard in conversations of two, in one round."""
    standing: dict[str, Pair] = {}
    for message in said:
        if not message.of_two:
            continue
        other = next(reader for reader in message.readers if reader != seat)
        deal = message.deal
        if message.by == seat:
            deals.answered[other] = deals.answered.get(other, 0) + (other in standing)
            if deal is not None and standing.get(other) == (deal.give, deal.want):
                deals.agree(other, deal.give, deal.want)
            elif deal is not None:
                deals.propose(other, deal.give, deal.want)
            elif declined(message.text):
                deals.drop(other)
                deals.full[other] = message.text == OFF
        elif deal is not None:
            standing[other] = (deal.want, deal.give)
            if deals.proposed.get(other) == standing[other]:
                deals.agree(other, *standing[other])
        elif declined(message.text):
            deals.drop(other)
            deals.full[other] = message.text == FULL


def keep_sealed(deals: Bargaining, sealed: Orders | None) -> None:
    """Of what was agreed, only what was then sealed stands, and with what was sealed for it."""
    given = {offer.to: offer.give for offer in sealed.offers} if sealed is not None else {}
    for partner in list(deals.agreed):
        if partner in given:
            deals.given[partner] = given[partner]
        else:
            deals.drop(partner)


def unanswered(seat: str, said: Sequence[Message], news: Sequence[Message]) -> list[Message]:
    """Of the news, what came after this seat's own last word in the same conversation, and was not taken back."""
    last = {m.key: at for at, m in enumerate(said) if m.by == seat or (m.of_two and declined(m.text))}
    return [m for at, m in enumerate(said) if m in news and at > last.get(m.key, -1)]


def unheard(seat: str, other: str, said: Sequence[Message]) -> int:
    """How many proposals in a row `seat` has made to somebody who said nothing to it since."""
    count = 0
    for message in said:
        if message.of_two and other in message.readers:
            count = 0 if message.by == other else count + (message.deal is not None)
    return count
