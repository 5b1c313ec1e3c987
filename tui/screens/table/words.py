"""What the table says around the game: its line of panes, its help, and where its rule book opens."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widget import Widget

from core.table.seat import Frame
from tui.games.base import AnyPanel

TOPIC = """\
Write your orders on the table, then press s: they are restated in words, and Enter seals them.
Sealing again replaces them; until then what was sealed still counts. w takes them back.
A draft is kept as you write it, also when you leave."""

WATCHING = """\
You are watching: public facts only. L shows what everyone was told, round by round, and what was announced; R the
rules. Below is what the players' screen is for."""

ENDED = """\
The last round is over: nothing can be ordered any more, and talk goes on. If a choice is yours, go to a name and press
Enter; it is asked once more before it counts. Who has to choose is said to everybody.

When all choices are made the result stands here, with the ledger; L is your log of every round. A finished match can
be replayed from where you came from."""


def panes(seated: bool, aside: str, wide: bool, unread: int) -> Sequence[tuple[str, str, int, bool]]:
    """The panes: key, name, unread, and whether it is the one shown. `aside`: what was opened over the game; `wide`:
    everything stands side by side."""
    table = ("" if wide else "q", "Table", 0, not aside or wide)
    if not seated:
        return [table]
    return [
        table,
        ("t", "Talk", unread, not wide and aside == "talk"),
        ("n", "Notes", 0, not wide and aside == "notes"),
    ]


def who(frame: Frame, name: str | None) -> str:
    """Who sits here, and who is ready."""
    told = "Watching" if name is None else name
    if frame.phase in ("decision", "finished"):
        return told
    counted = "" if frame.ready_count is None else f" \u00b7 {frame.ready_count}/{len(frame.seats)} ready"
    return f"{told}{', ready' if frame.ready else ''}{counted}"


def rules_now(frame: Frame, focused: Widget | None, panel: AnyPanel | None) -> tuple[str, ...]:
    """Where the rule book opens: the ruling that closes what is under the cursor, what is under it, the phase."""
    under = getattr(focused, "row", None) or getattr(focused, "cell", None)
    ruling = getattr(under, "ruling", None) if getattr(under, "closed", None) else None
    if frame.phase in ("decision", "finished"):
        now: tuple[str, ...] = ("The end",)
    elif frame.phase in ("briefing", "pregame"):
        now = ("Pregame", "In short")
    else:
        now = (f"{frame.round_word.capitalize()} {frame.round}", f"A {frame.round_word}", "Turns")
    page = panel.page() if panel is not None and not panel.read_only else ""
    return (*([ruling] if ruling else []), *([page] if page else []), *now)
