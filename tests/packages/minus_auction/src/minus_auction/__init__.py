"""Minus Auction: the Game subclass that binds the modules, and GAME, its one instance."""

from __future__ import annotations

from core.contract import Game, Hidden, NoOrders
from minus_auction import structs
from minus_auction.acting import act, default, stage
from minus_auction.asking import asks
from minus_auction.bots import bot
from minus_auction.closing import close
from minus_auction.coaching import coach, reasons
from minus_auction.company import talk_facts
from minus_auction.drawing import draw
from minus_auction.spec import SPEC
from minus_auction.start import setup
from minus_auction.story import full_story, own_story
from minus_auction.views import host, outcome_facts, view
from minus_auction.words import tell, tell_public


class MinusAuction(Game[structs.State, NoOrders, structs.View, structs.Report]):
    contract = 2
    """The contract of Garnet House that this was written for."""
    spec = SPEC
    State = structs.State
    Action = structs.Action
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    hidden = (Hidden("deck"), Hidden("removed"))

    setup = staticmethod(setup)
    stage = staticmethod(stage)
    default = staticmethod(default)
    act = staticmethod(act)
    close = staticmethod(close)
    view = staticmethod(view)
    host = staticmethod(host)
    outcome_facts = staticmethod(outcome_facts)
    tell = staticmethod(tell)
    tell_public = staticmethod(tell_public)
    full_story = staticmethod(full_story)
    own_story = staticmethod(own_story)
    draw = staticmethod(draw)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    talk_facts = staticmethod(talk_facts)
    bot = staticmethod(bot)
    asks = staticmethod(asks)


GAME = MinusAuction()
