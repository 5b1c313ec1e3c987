"""Bounds every function of a game from outside: its time, its errors, and attempts to end the program.

The process that plays lends its alarm (`cli.alarm`): without it errors are caught, and loops are not.
"""

from __future__ import annotations

import logging
import sys
import traceback
from _thread import get_ident
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final

from core.bots.company.context import AnySight
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Move
from core.contract import AnyGame, Game
from core.refusal import Refused
from core.story.parts import GameStory

log = logging.getLogger(__name__)

BEAT: Final = 0.25
"""Seconds between two beats of the alarm while a hook runs."""
CALL, IMPORT = 8, 20
"""Beats that a hook and an import may take."""
USUAL: Final[dict[str, Any]] = {
    **dict.fromkeys(("restate", "tell", "tell_public", "restate_to", "tell_to", "awaits", "reasons", "terms_now"), ()),
    **dict.fromkeys(("draw", "board", "review", "coach", "advise", "takes_back", "hope", "determinize")),
    "host": {}, "outcome_facts": {}, "later_pages": {},
    "full_story": GameStory(), "own_story": GameStory(), "deed": "", "kept": "unseen", "breaks": False,
    "weigh": "I make no promises of that kind", "talk_facts": TalkFacts(),
}  # fmt: skip
"""Functions that a match can be played without, with the result that stands in for a failed call."""


class Overtime(BaseException):
    """A hook took too long. No `except Exception` of the game's catches it."""


class GameFault(Exception):
    """A hook failed. Its `__cause__` is the error."""

    def __init__(self, game: AnyGame, hook: str, words: str) -> None:
        spec = game.spec
        super().__init__(f"{spec.title} ({spec.id}, version {spec.rules_version:x}): {hook} failed with {words}")
        self.game, self.version, self.hook, self.words = spec.id, spec.rules_version, hook, words


faults: dict[tuple[str, int, str], GameFault] = {}
"""Last fault by game, version and hook."""
_running: dict[int, int] = {}
"""Threads inside a hook, with the beat by which it must end."""
_beats = [0]


class Alarm:
    """Means of the process to end a hook. `arm` makes `beat` run every BEAT seconds in the main thread until that
    returns False; `interrupt` raises Overtime in another thread."""

    arm: Callable[[], None] = staticmethod(lambda: None)
    interrupt: Callable[[int], None] = staticmethod(lambda thread: None)
    beating = False
    forgiving = False
    """True where people play: results of USUAL stand in for failed calls, and an interrupt is an error of the game."""


def beat() -> bool:
    """Count a beat and end the hooks that are over their time. False if no hook runs.

    Raises:
        Overtime: The hook in this thread is over its time.
    """
    _beats[0] += 1
    late = [thread for thread, until in tuple(_running.items()) if until < _beats[0]]
    for thread in late:
        if thread != get_ident():
            Alarm.interrupt(thread)
    if get_ident() in late:
        raise Overtime
    Alarm.beating = bool(_running)
    return Alarm.beating


def bounded(function: Callable[..., Any], beats: int = CALL) -> Callable[..., Any]:
    """Return the function with a limit of time. Raises Overtime. Inside another bounded call it is called as it is."""

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        thread = get_ident()
        if thread in _running:
            return function(*arguments, **named)
        if not Alarm.beating:
            Alarm.beating = True
            Alarm.arm()
        _running[thread] = _beats[0] + beats
        try:
            return function(*arguments, **named)
        finally:
            _running.pop(thread)

    return call


def guarded(game: AnyGame) -> AnyGame:
    """Wrap each function of a game. Failed calls raise GameFault, or return the result in USUAL."""
    for hook in (name for name in dir(Game) if isinstance(getattr(Game, name), FunctionType) and name[0] != "_"):
        function = getattr(game, hook)
        wrap = _guarded_bot if hook in ("bot", "adviser") else _guarded
        object.__setattr__(game, hook, wrap(game, hook, function))  # also for frozen classes
    object.__setattr__(game, "guarded", True)
    return game


def _guarded(game: AnyGame, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
    off = False

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:  # `bounded` once more: a second frame would double the cost
        nonlocal off
        thread = get_ident()
        if thread in _running:
            return function(*arguments, **named)
        if off and Alarm.forgiving:
            return USUAL[hook]
        if not Alarm.beating:
            Alarm.beating = True
            Alarm.arm()
        try:
            _running[thread] = _beats[0] + CALL
            try:
                return function(*arguments, **named)
            finally:
                _running.pop(thread)
        except Refused:
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and not Alarm.forgiving:
                raise
            fault = _noted(game, hook, error)
            if hook not in USUAL or not Alarm.forgiving:
                raise fault from error
            off = isinstance(error, Overtime)
            return USUAL[hook]

    return call


def _guarded_bot(game: AnyGame, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
    make = _guarded(game, hook, function)

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        bot = make(*arguments, **named)
        if get_ident() in _running or hasattr(bot.turn, "__wrapped__"):
            return bot
        turn = _guarded(game, "bot.turn", bot.turn)

        @wraps(turn)
        def or_random(sight: AnySight) -> list[Move]:
            moves: list[Move]
            try:
                moves = turn(sight)
            except GameFault:
                if not Alarm.forgiving or hook != "bot" or "random" not in {*game.levels} - {*arguments[:1]}:
                    raise
                substitute = call("random", *arguments[1:]).turn
                object.__setattr__(bot, "turn", substitute)  # from now on
                moves = substitute(sight)
            return moves

        object.__setattr__(bot, "turn", or_random)
        return bot

    return call


def _noted(game: AnyGame, hook: str, error: BaseException) -> GameFault:
    fault = GameFault(game, hook, error_words(error, home_of(game)))
    key = fault.game, fault.version, hook
    if key not in faults:
        log.error("%s", fault, exc_info=error)
    faults[key] = fault
    return fault


def home_of(game: AnyGame) -> str:
    """Return the game's file, or its folder if it is a package."""
    name = type(game).__module__
    file = str(getattr(sys.modules.get(name), "__file__", ""))
    return file.rpartition("/")[0] if "." in name and not name.startswith("garnet_one_file.") else file


def error_words(trouble: BaseException, home: str = "") -> str:
    """Describe an error in a line, with its last place in the file or folder `home`, else its last. `str` of the
    exception is the author's code too."""
    if isinstance(trouble, GameFault):
        return trouble.words
    if isinstance(trouble, SyntaxError) and trouble.filename:
        return f"{type(trouble).__name__}: {trouble.msg} ({trouble.filename.rpartition('/')[2]}, line {trouble.lineno})"
    frames = traceback.extract_tb(trouble.__traceback__)
    last = next((frame for frame in reversed(frames) if home and frame.filename.startswith(home)), frames[-1])
    kind = f"no end after {BEAT * CALL:g} seconds" if isinstance(trouble, Overtime) else type(trouble).__name__
    try:
        message = f": {trouble}" if str(trouble) else ""
    except Exception:
        message = ""
    return f"{kind}{message} ({last.filename.rpartition('/')[2]}, line {last.lineno})"
