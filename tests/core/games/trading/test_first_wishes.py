"""The first proposals of bots in a practice: somebody who has just sat down can say yes to some."""

from __future__ import annotations

import pytest

from core.games.trading import desk_of
from core.talk.deals import bargains
from core.training import practice
from tests.kit.house import open_house


@pytest.mark.parametrize("game", ["exodus", "famine"])
async def test_a_practice_begins_with_proposals_that_can_be_taken_and_pay(game: str) -> None:
    """In nine of ten practices at least one proposal asks for what the person holds, and pays both."""
    good = 0
    for _ in range(10):
        house = open_house()
        table = practice.begin(house, game, "local", "Ada")
        table.start()
        await table.quiet()
        seat = house.seat(table.match.header.match, "Ada")
        desk, view = desk_of(seat.game), seat.view()
        proposals = [
            (bargain.give("Ada"), bargain.get("Ada"))
            for bargain in bargains("Ada", seat.messages(), 1).values()
            if bargain.waits_for("Ada")
        ]
        pays = [desk.payoff(1, give, get, 0) for give, get in proposals if view.free.get(give)]
        good += any(pay.mine > 0 and pay.theirs > 0 for pay in pays)
        assert len({give for give, _ in proposals}) > 1, "they do not all ask for the same"
    assert good >= 9
