"""One, Two, Three: the Game subclass that binds the modules, and GAME, its one instance."""

from __future__ import annotations

from core.contract import Game, Hidden
from one_two_three import structs
from one_two_three.acting import act, stage
from one_two_three.asking import asks
from one_two_three.bots import bot
from one_two_three.checking import check
from one_two_three.closing import close
from one_two_three.coaching import coach, reasons
from one_two_three.company import talk_facts
from one_two_three.drawing import draw
from one_two_three.spec import SPEC
from one_two_three.start import setup
from one_two_three.story import full_story, own_story
from one_two_three.views import host, view
from one_two_three.words import restate, tell, tell_public


class OneTwoThree(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    contract = 2
    """The contract of Garnet House that this was written for."""
    spec = SPEC
    State = structs.State
    Orders = structs.Orders
    Action = structs.Action
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    hidden = (Hidden("hands", by="holder", peeked="seen"), Hidden("removed"))

    setup = staticmethod(setup)
    stage = staticmethod(stage)
    check = staticmethod(check)
    act = staticmethod(act)
    asks = staticmethod(asks)
    close = staticmethod(close)
    view = staticmethod(view)
    host = staticmethod(host)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    tell_public = staticmethod(tell_public)
    full_story = staticmethod(full_story)
    own_story = staticmethod(own_story)
    draw = staticmethod(draw)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    talk_facts = staticmethod(talk_facts)
    bot = staticmethod(bot)


GAME = OneTwoThree()
