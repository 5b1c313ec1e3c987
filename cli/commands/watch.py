"""`garnet watch`: a match of the data folder on the whole terminal, for everybody in the room."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time

from cli.commands.play import until_left
from core.match.reading import read
from core.match.state import Match
from core.refusal import Refused, quoted
from storage import data_folder, visit_house
from tui.app.beamer import BeamerApp


def run(arguments: argparse.Namespace) -> int:
    """Show it until somebody presses q; also while a server has the house open. Refused: `no_such_match`."""
    store = visit_house(data_folder(arguments.data))

    def look() -> Match:
        return read(store, arguments.match).match

    try:
        match = look()
    except KeyError:
        said = f"There is no match {quoted(arguments.match)} in this house. See: garnet matches"
        raise Refused("no_such_match", said) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("garnet: this needs a terminal, and there is none here. Try: garnet --help", file=sys.stderr)
        return 1
    app = BeamerApp(match, time.time, look, theme=arguments.theme, no_color=bool(os.environ.get("NO_COLOR")))
    asyncio.run(until_left(app, mouse=False))
    return app.return_code or 0
