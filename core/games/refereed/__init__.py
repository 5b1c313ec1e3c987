"""A match that its host judges: seats fill the host's forms in secret, and the host gives each round's results.

bots.py      bots that fill forms at random
coaching.py  the coach
columns.py   columns of a match, and places by rule
drawing.py   points and columns, drawn
forms.py     possible forms and fitting answers
hostless.py  a host's script as a game without a host
rules.py     set-up, forms, results, the end
script.py    scripts of hosts that propose results
sheet.py     forms, submissions and results as files of the host
spec.py      the game's facts
story.py     the story
structs.py   State, forms, Orders, Verdict, Report, View
typed_form.py  a question as a host types it
views.py     views of seats and of the host, sentences
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from core.contract import Game, Spec, Struct
from core.games.refereed import structs
from core.games.refereed.bots import bot
from core.games.refereed.coaching import coach
from core.games.refereed.drawing import board, draw
from core.games.refereed.rules import asks, check, close, direct, judge, rooms, setup
from core.games.refereed.spec import LABELS, SPEC
from core.games.refereed.story import full_story, own_story
from core.games.refereed.views import host, knows, redeal, restate, restate_to, tell, tell_public, view
from core.json import Json
from core.usual import UsualGame


class Refereed(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    State = structs.State
    Orders = structs.Orders
    Options = structs.Options
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    Judgement: ClassVar[type[Struct] | None] = structs.Verdict
    Direction: ClassVar[type[Struct] | None] = structs.Setting
    labels = LABELS

    setup = staticmethod(setup)
    check = staticmethod(check)
    close = staticmethod(close)
    judge = staticmethod(judge)
    direct = staticmethod(direct)
    rooms = staticmethod(rooms)
    asks = staticmethod(asks)
    view = staticmethod(view)
    host = staticmethod(host)
    knows = staticmethod(knows)
    redeal = staticmethod(redeal)
    restate = staticmethod(restate)
    restate_to = staticmethod(restate_to)
    tell = staticmethod(tell)
    tell_public = staticmethod(tell_public)
    full_story = staticmethod(full_story)
    own_story = staticmethod(own_story)
    draw = staticmethod(draw)
    board = staticmethod(board)
    coach = staticmethod(coach)
    bot = staticmethod(bot)

    outcome_facts = UsualGame.outcome_facts

    def spec_of(self, options: Json) -> Spec:
        own = {name: options[name] for name in ("title", "rounds", "rules") if options.get(name)}
        if rule := options.get("places"):
            last = f"the host's word, else the last by {rule}"
            own["decides"] = {"winner": (f"the host's word, else {rule}", "RF-12"), "candidate": (last, "RF-12")}
        return replace(self.spec, at_most="rounds" not in own, **own) if own else self.spec

    def reasons(self, lesson: object, made: object) -> tuple[str, ...]:
        return ("These answers are drawn by lot: your host alone decides what an answer brings.",)


GAME = Refereed()
