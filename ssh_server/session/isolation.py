"""Makes a Textual app fit to live with others in one process. The app's own class knows nothing of it.

What a Textual app takes for granted, being alone in its process, and what is done about it here:

- it redirects `sys.stdout` and `sys.stderr` for the process: ours leave them alone;
- it chooses colours from the process's environment: ours get a console and a filter of their own;
- it prints a crash, with the values of local variables, to the terminal: ours log the traceback without values;
- it parses its style sheets anew: ours share what was parsed, which is most of a session's start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.filter import ANSIToTruecolor

from ssh_server.session.colours import Colours, Palette
from ssh_server.session.textual_seam import (
    bare_console,
    end_for,
    keep_filters,
    leave_streams_alone,
    let_go,
    on_error,
    paint_anew,
    remember,
    say_nothing,
)
from ssh_server.session.textual_seam import shortcuts as shortcuts  # from now on
from tui.app import leaving


def house(
    app: App[Any], colours: Colours, driver: Callable[..., Any], on_crash: Callable[[BaseException], None]
) -> None:
    """Prepare an app that has not been run yet.

    `driver` is called as a driver class would be. `on_crash` is told the first exception that ends the app.
    """
    leave_streams_alone(app)
    app.driver_class = driver  # type: ignore[assignment]
    app.animation_level = "none"
    app.console = bare_console(app)
    remember(app)
    app.no_color = colours is Colours.NONE
    keep_filters(app, lambda kind: isinstance(kind, ANSIToTruecolor), Palette(colours))
    say_nothing(app)
    on_error(app, _crash_handler(app, on_crash))


def recolour(app: App[Any], colours: Colours) -> None:
    """Other colours for an app that runs: what is on the screen is painted anew."""
    app.no_color = colours is Colours.NONE
    keep_filters(app, lambda kind: not isinstance(kind, Palette), Palette(colours))
    paint_anew(app)


def _crash_handler(app: App[Any], on_crash: Callable[[BaseException], None]) -> Callable[[Exception], None]:
    def handle(error: Exception) -> None:
        if not leaving.forgiven(error) and end_for(app, error):
            on_crash(leaving.cause(error))

    return handle


def release(app: App[Any]) -> None:
    """Undo the knots that would keep a finished app alive until the next full collection."""
    let_go(app)
