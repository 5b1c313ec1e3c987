"""Who of the house may find and watch a match (HH-46), said at its console."""

from __future__ import annotations

import secrets
from typing import Any, Literal, cast

from core import codes
from core.guest import Watchers
from core.host_desk import HostDesk
from core.reducer import WATCHING
from tui import text
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick, Read
from tui.screens.foretold import ask_to_do
from tui.visit import Visit
from tui.widgets.choices import Row

Watching = Literal["house", "cast", "code"]


def ask_who_watches(session: Visit, screen: GarnetScreen[Any], desk: HostDesk) -> None:
    """Choose who, with what it is now; then ask, and do it."""
    now = desk.table.match.watch
    rows = [Row(who, words, note=("now", "$good") if who == now and who != "code" else "")
            for who, words in WATCHING.items()]  # fmt: skip

    def chosen(who: str | None) -> None:
        if who is not None:
            _watched_by(session, screen, desk, cast("Watching", who))

    screen.app.push_screen(Pick("Who may watch", rows), chosen)


def _watched_by(session: Visit, screen: GarnetScreen[Any], desk: HostDesk, who: Watching) -> None:
    """Ask, do it; a new code is shown once."""
    match = desk.table.match.header.match
    code = codes.write_code(secrets.token_bytes(codes.LETTERS)) if who == "code" else ""

    def show() -> None:
        if code:
            Watchers(session.house.store).forget(match)
            rows: list[text.Part] = [
                text.line("The code, shown this once: ", (code, "$key")), "",
                "Whoever is of the house types, once:",
                text.line("  ", (f"{session.door.command('NAME')} watch {match} --code {code}", "$strong")),
                text.line("or ", (":", "$key"), " and *Watch by code* in the lobby: ", (f"{match} {code}", "$strong")),
            ]  # fmt: skip
            screen.app.push_screen(Read("A code to watch with", rows))

    rows = ["Whoever had an earlier code needs this one."] if code and desk.table.match.watch == "code" else []
    ask_to_do(
        screen.garnet, desk, "Who may watch",
        lambda desk: desk.watched_by(who, codes.digest(code) if code else ""), "Done.", rows, after=show,
    )  # fmt: skip
