"""A deed of the host's, asked for with what players will be told of it (HH-42)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.refusal import Refused
from core.table.host_controls import HostDesk
from core.table.host_preview import Told
from tui.app.services import AppServices
from tui.screens.dialogs import Confirm
from tui.words import text

Deed = Callable[[HostDesk], object]


def told_rows(told: Told) -> list[text.Part]:
    """What would be told, and to whom."""
    rows: list[text.Part] = []
    if told.everybody:
        rows += [("Everybody is told:", "$accent"), *(text.line("  ", line) for line in told.everybody)]
    for seat, lines in told.seats.items():
        rows += [text.line((seat, "$accent"), (" alone is told:", "$accent")), *(text.line("  ", one) for one in lines)]
    return rows or [("Nobody is told anything.", "$faint")]


def ask_to_do(
    app: AppServices,
    desk: HostDesk,
    title: str,
    deed: Deed,
    done: str | Callable[[], str] = "",
    rows: Sequence[text.Part] = (),
    yes: str = "Enter does it, q goes back.",
    after: Callable[[], object] = lambda: None,
) -> None:
    """Show what a deed would tell, after `rows` about it; Enter does it, says `done`, and calls `after`. What cannot be
    done is said at once."""
    try:
        told = desk.preview(deed)
    except Refused as refusal:
        app.refuse(refusal)
        return

    def sure(agreed: bool | None) -> None:
        if agreed and app.attempt(lambda: deed(desk)):
            said = done if isinstance(done, str) else done()
            if said:
                app.tell(said, "good")
            after()

    about = [*rows, ""] if rows else []
    app.push_screen(Confirm(title, [*about, *told_rows(told)], yes), sure)
