"""A host's script as a game without a host: each close takes what `judge(now)` proposes (RF-15)."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from types import ModuleType
from typing import ClassVar

from msgspec import convert, defstruct
from msgspec.structs import replace

from core.contract import AnyGame, Game
from core.dice import Dice
from core.games import one_file
from core.games.refereed import Refereed, rules
from core.games.refereed.columns import title
from core.games.refereed.script import QUESTIONS, Script, options_of, propose
from core.games.refereed.structs import Given, Options, Orders, Report, State, Verdict
from core.games.refereed.views import redeal
from core.parts import Closing
from core.refusal import Refused
from core.usual import PurseOptions


class Hostless(Refereed):
    Judgement = Direction = None
    spec_of = Game.spec_of
    script: ClassVar[Script]
    usual: ClassVar[Options]

    def setup(self, seats: tuple[str, ...], options: PurseOptions, given: Given, dice: Dice) -> State:
        return rules.setup(seats, replace(self.usual, purse=options.purse, purses=options.purses), given, dice)

    def redeal(self, state: State, seat: str | None, dice: Dice) -> State:
        return replace(redeal(state, seat, dice), forms=state.forms, later=state.later)  # no host sets others

    def close(self, state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
        answers = {seat: sealed.answers for seat, sealed in orders.items()}
        draw = dice.draw(f"round {state.round}: the script")
        try:
            return rules.judge(state, orders, convert(propose(self.script, state, answers, (), draw), Verdict), dice)
        except Refused as refusal:  # a fault of the game
            raise refusal.__cause__ or ValueError(refusal.message) from None


def build(name: str, source: str, file: str) -> AnyGame:
    """Make the game of a file; one with `judge` and no `close` is a script. Raises as `one_file.build`."""
    body = ast.parse(source, file).body
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    constants = {t.id for node in body if isinstance(node, ast.Assign) for t in node.targets if isinstance(t, ast.Name)}
    if "judge" not in functions | {*constants} and "close" not in functions and {"FORM", "COLUMNS"} & constants:
        raise one_file.NoGame("it has FORM or COLUMNS and no judge: write `def judge(now):`.")
    if "judge" not in functions or "close" in functions:
        return one_file.build(name, source, file)
    return one_file.build(name, source, file, partial(_bound, Script(file, source)), QUESTIONS)


def _bound(script: Script, name: str, module: ModuleType, source: str) -> AnyGame:
    spec = one_file.spec_of_module(name, {"HIDES": True, **vars(module)}, one_file.pages(module.__doc__ or ""))
    usual = convert({**options_of(script), "title": "", "rules": ""}, Options)
    shown = ", ".join(f"`{title(column)}`" for column in usual.columns if column.see in ("all", "place"))
    rulings = (files(__package__ or "") / "rulings.md").read_text("utf-8").partition("## Rulings\n")[2]
    module.__doc__ = f"{module.__doc__}\n## Forms and columns\nAll read {shown or 'no column'}.\n\n{rulings}"
    purse = defstruct("Purse", [("purse", int, usual.purse)], bases=(PurseOptions,), frozen=True)
    namespace = {"__module__": module.__name__, "spec": spec, "script": script, "usual": usual, "Options": purse}
    game: AnyGame = type("Hostless", (Hostless,), namespace)()
    return game
