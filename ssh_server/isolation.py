"""Makes a Textual app fit to live with others in one process. The app's own class knows nothing of it.

What a Textual app takes for granted, being alone in its process, and what is done about it here:

- it redirects `sys.stdout` and `sys.stderr` for the process: ours leave them alone;
- it chooses colours from the process's environment: ours get a console and a filter of their own;
- it prints a crash, with the values of local variables, to the terminal: ours log the traceback without values;
- it parses its style sheets anew: ours share what was parsed, which is most of a session's start;
- its lines of a screen remember themselves as what they are cut to, so that each is left to the garbage collector,
  which has better to do here: ours do not;
- each of its lines has seven caches, nearly always empty, which are half of all objects that there are: ours are plain
  dictionaries, which cost nothing while they are empty;
- a table of border colours keeps the last thousand widgets of the process with all their painted lines, long after
  their sessions: ours keeps the colours.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import textual.app
import textual.strip
from rich.console import Console
from rich.style import Style
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.filter import ANSIToTruecolor
from textual.strip import Strip
from textual.style import Style as VisualStyle

from ssh_server.colours import Colours, Palette
from ssh_server.dismantling import remember
from tui import leaving


class _LeftAlone:
    """Stands in an app where the stream to redirect to would be."""


_LEFT_ALONE: Final = _LeftAlone()


def _unless_left_alone(redirect: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Textual's redirection, except for apps that asked to leave the streams alone.

    Redirections of apps that end in another order than they began would restore each other's streams, and keep
    finished apps alive in `sys.stdout`.
    """

    def redirected(target: Any) -> Any:
        return contextlib.nullcontext() if target is _LEFT_ALONE else redirect(target)

    return redirected


for _name in ("redirect_stdout", "redirect_stderr"):
    setattr(textual.app, _name, _unless_left_alone(getattr(contextlib, _name)))


def _adjust(self: Strip, cell_length: int, style: Style | None = None) -> Strip:
    """A line that has the length already is itself, and need not keep that in mind."""
    return self if cell_length == self.cell_length else _adjust_cell_length(self, cell_length, style)


def _divide(self: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """A line that is cut at its end only is itself."""
    cuts = list(cuts)
    return [self] if cuts == [self.cell_length] else _divide_cells(self, cuts)


_adjust_cell_length, _divide_cells = Strip.adjust_cell_length, Strip.divide
Strip.adjust_cell_length, Strip.divide = _adjust, _divide  # type: ignore[method-assign]


def _few(maxsize: int) -> dict[Any, Any]:
    """What a line has been cut to. No limit: it lives until its widget is painted anew, and is cut to few sizes."""
    return {}


textual.strip.FIFOCache = _few  # type: ignore[attr-defined, assignment]


@lru_cache(1024)
def _inner_outer(base_background: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    """Textual's, which is no method of anything although it is written as one."""
    found: tuple[VisualStyle, VisualStyle] = _get_inner_outer(None, base_background, background)
    return found


def _without_its_owner(self: StylesCache, base_background: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    """The colours for a border, which do not depend on whose it is."""
    return _inner_outer(base_background, background)


_get_inner_outer: Any = StylesCache.get_inner_outer.__wrapped__
StylesCache.get_inner_outer = _without_its_owner  # type: ignore[method-assign, assignment]


class _SharedRules:
    """The parse cache of one style sheet, kept with those of all others that have the same variables."""

    LIMIT: Final = 2048
    _all: OrderedDict[tuple[Any, ...], list[RuleSet]] = OrderedDict()

    def __init__(self, sheet: Stylesheet) -> None:
        self._sheet = sheet
        self._variables: tuple[tuple[str, str], ...] | None = None

    def _key(self, key: tuple[Any, ...]) -> tuple[Any, ...]:
        if self._variables is None:
            self._variables = _interned(tuple(sorted(self._sheet._variables.items())))
        return (id(self._variables), *key)

    def __getitem__(self, key: tuple[Any, ...]) -> list[RuleSet]:
        return self._all[self._key(key)]

    def __setitem__(self, key: tuple[Any, ...], rules: list[RuleSet]) -> None:
        self._all[self._key(key)] = rules
        while len(self._all) > self.LIMIT:
            self._all.popitem(last=False)

    def clear(self) -> None:
        """The sheet's variables have changed."""
        self._variables = None


_variables: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}


def _interned(variables: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """One object for equal variables: there are as many as there are themes."""
    return _variables.setdefault(variables, variables)


def house(
    app: App[Any], colours: Colours, driver: Callable[..., Any], on_crash: Callable[[BaseException], None]
) -> None:
    """Prepare an app that has not been run yet.

    `driver` is called as a driver class would be. `on_crash` is told the first exception that ends the app.
    """
    private: Any = app
    private._capture_stdout = private._capture_stderr = _LEFT_ALONE
    private.driver_class = driver
    private.animation_level = "none"
    private.console = _console(app)
    remember(app)
    private.no_color = colours is Colours.NONE
    kept = [kind for kind in private._filters if isinstance(kind, ANSIToTruecolor)]
    private._filters = [*kept, Palette(colours)]
    private.stylesheet._parse_cache = _SharedRules(app.stylesheet)
    private.stylesheet.reparse = app.stylesheet.parse  # Textual's would begin with an empty cache
    private._set_pointer_shape = _nothing
    private._print_error_renderables = private._exit_renderables.clear
    private._handle_exception = _crash_handler(app, on_crash)


def recolour(app: App[Any], colours: Colours) -> None:
    """Other colours for an app that runs: what is on the screen is painted anew."""
    private: Any = app
    private.no_color = colours is Colours.NONE
    private._filters = [*(kind for kind in private._filters if not isinstance(kind, Palette)), Palette(colours)]
    for screen in app.screen_stack:
        for node in screen.walk_children(with_self=True):
            widget: Any = node
            widget._styles_cache.clear()
            widget.refresh()


def _nothing(*_: object) -> None:
    """For what a terminal at the other end of a network is not told: the shape of the mouse pointer."""


def _console(app: App[Any]) -> Console:
    """A console in full colour that has not looked at the server's environment; the filter does the rest."""
    return Console(
        color_system="truecolor",
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def _crash_handler(app: App[Any], on_crash: Callable[[BaseException], None]) -> Callable[[Exception], None]:
    private: Any = app

    def handle(error: Exception) -> None:
        if leaving.forgiven(error):
            return
        if private._exception is None:
            private._exception = error
            private._exception_event.set()
            on_crash(leaving.cause(error))
        private._return_code = 1
        private._close_messages_no_wait()

    return handle


def release(app: App[Any]) -> None:
    """Undo the knots that would keep a finished app alive until the next full collection."""
    private: Any = app
    for name in ("_handle_exception", "_print_error_renderables", "driver_class"):
        private.__dict__.pop(name, None)
    private._driver = None
    private._exception = None
