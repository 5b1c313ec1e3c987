"""A seated player's panes, talk and notes; the table's help text; and its timer."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo

from textual.app import ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from core.refusal import Refused
from core.table.seat import Frame, Seat
from core.talk.channels import Message
from core.words.marks import first_meanings, marks
from core.words.rulebook import Paragraph, marks_at_cursor
from tui.app.memory import SeatMemory
from tui.games.base import AnyPanel
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import FrameLine, until_tick
from tui.widgets.grid import Grid, GridCell
from tui.widgets.lines import Lines
from tui.widgets.shelf import Shelf
from tui.widgets.talk import Talk
from tui.widgets.writing import Notes
from tui.words import text


class Side(Vertical):
    """The side of the table, empty until opened."""

    def __init__(
        self,
        seat: Seat,
        memory: SeatMemory,
        zone: tzinfo | None,
        panel: Callable[[], AnyPanel | None],
        *,
        read_only: bool,
        opened: bool,
    ) -> None:
        """`panel()`: the game's present panel, for proposals in talk. `opened`: from the start."""
        super().__init__(id="side")
        self._seat, self._memory, self._zone, self._read_only = seat, memory, zone, read_only
        self._panel, self._opened = panel, opened
        self._opening = asyncio.Lock()

    def compose(self) -> ComposeResult:
        if self._opened:
            yield from self._panes()

    async def open(self) -> None:
        """Mount the panes unless they are. A resize and a key may both ask: the second caller waits."""
        async with self._opening:
            if not self._opened:
                await self.mount_all(self._panes())
                self._opened = True

    def _panes(self) -> Iterable[Widget]:
        if self._seat.name is None:
            return
        yield Talk(
            self._seat,
            self._memory,
            self._zone,
            accept=self._accept,
            words=self._deals,
            propose=self._propose,
            worth=self._worth,
            frozen=self._read_only,
        )
        yield Notes(self._seat, frozen=self._read_only)

    def show(self, kinds: set[str]) -> None:
        if kinds & {"said", "apart", "closed", "told", "news"}:
            for talk in self.query(Talk):
                if talk.query("#messages"):  # else it is about to open and then shows everything
                    talk.show()

    # --- what talk asks of the game -----------------------------------------------------------------------------------
    def _accept(self, message: Message) -> None:
        panel = self._panel()
        if panel is None:
            raise Refused("no_round", "No round is open any more.")
        panel.accept(message)

    def _propose(self, to: str) -> bool:
        panel = self._panel()
        return panel is not None and panel.propose(to)

    def _worth(self, give: str, get: str) -> text.Part:
        panel = self._panel()
        return "" if panel is None else panel.worth(give, get)

    def _deals(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        panel = self._panel()
        give, want = panel.deals() if panel is not None else ((), ())
        return tuple(give), tuple(want)


TOPIC = """\
Write your orders on the table, then press s: they are restated in words, and Enter seals them.
Sealing again replaces them; until then what was sealed still counts. w takes them back.
A draft is kept as you write it, also when you leave."""

TALKING = """\
Write what you like: "my red for your blue?", "deal", "no thanks", "I promise you a red one in round 3", "do not trade
with Bo and I will not trade with Cy". The line above says who hears it: all, some, or one; up and down choose another
conversation. The confessional is read by your hosts alone, and your hosts answer on their line.

What a sentence would bind you to is shown as understood before it is said: Enter says it, Esc does not. A proposal
waits until it is answered; x withdraws yours or declines theirs, and "I call it off" ends what you agreed. K is the
book of promises. Nothing that is said forces your orders: the book shows who kept what."""

TURNS = """\
The player on turn moves on the table: a move counts at once and cannot be taken back. The line above says whose turn
it is and how long it lasts. If the time runs out, the usual move is made; R names it."""

ACTING = """\
What you do on the table counts at once and cannot be taken back. r says that you have nothing more to do."""

WATCHING = """\
You are watching: the page shows the seats, what is at stake, what has happened, the closing times and the public
board. What the players hide stays hidden until the end. Up and Down scroll. t talks to the other spectators; the
players do not hear it. L shows what everyone was told, round by round, D the times, N the announcements, R the
rules."""

ENDED = """\
The last round is over: nothing can be ordered any more, and talk goes on. If you have to choose, go to a name and
press Enter; you are asked once more before it counts. Everybody sees who has to choose.

After all choices the result is shown here, with the ledger; L is your log of every round. A begins the same table
anew, with bots for other people. Replay a finished match from the list where you opened it."""


def topic(frame: Frame, name: str | None) -> str:
    if name is None:
        return WATCHING
    return TOPIC if frame.seals else TURNS if frame.stage is not None else ACTING


def panes(seated: bool, aside: str, wide: bool, unread: int) -> Sequence[tuple[str, str, int, bool]]:
    """Return the panes: key, name, unread, and whether it is shown. `aside`: pane over the game; `wide`: panes are side
    by side."""
    table = ("" if wide else "q", "Table", 0, not aside or wide)
    if not seated:
        return [table]
    return [
        table,
        ("t", "Talk", unread, not wide and aside == "talk"),
        ("n", "Notes", 0, not wide and aside == "notes"),
    ]


def name_and_ready(frame: Frame, name: str | None) -> str:
    name_words = "Watching" if name is None else name
    if frame.over or (frame.stage is not None and not frame.seals):
        return name_words
    counted = "" if frame.ready_count is None else f" \u00b7 {frame.ready_count}/{len(frame.seats)} ready"
    return f"{name_words}{', ready' if frame.ready else ''}{counted}"


def explain(game: str, focused: Widget | None, panel: AnyPanel | None) -> tuple[Paragraph, ...]:
    """Return the meanings of the marks under the cursor, then of those elsewhere on the screen."""
    under_cursor = "" if focused is None else text_under_cursor(focused)
    item: Row | GridCell | None = None
    if isinstance(focused, Choices):
        item = focused.row
    elif isinstance(focused, Grid) and focused.cells:
        item = focused.cells[focused.at[0]][focused.at[1]]
    widget_id = "" if focused is None else focused.id or ""
    meanings = first_meanings(game, [(widget_id, line) for line in under_cursor.split("\n")])
    closed = [f"Closed: {item.closed} ({item.ruling})"] if item is not None and item.closed and item.ruling else []
    shown = () if panel is None else (*panel.screen.query(FrameLine), *panel.query("*"))
    seen: list[tuple[str, str]] = []
    for widget in shown:
        if all(above.display for above in widget.ancestors_with_self):
            lines = [row.plain for row in widget.drawn()] if isinstance(widget, Lines) else []
            title = Content.from_markup(widget.border_title or "").plain
            seen += [(widget.id or "", line) for line in (title, *lines) if line]
    on_screen = first_meanings(game, seen)
    elsewhere = [on_screen[mark] for mark in marks(game) if mark in on_screen and mark not in meanings]
    return marks_at_cursor(game, " ".join(under_cursor.split()), [*closed, *meanings.values()], elsewhere)


def text_under_cursor(widget: Widget) -> str:
    """Return the text under the cursor of a list, grid or board: an uncut row, else the highlighted text after its
    column's and row's titles."""
    if isinstance(widget, Choices) and widget.row is not None:
        return f"{text.line(widget.row.label).plain}  {text.line(widget.row.note).plain}".rstrip()
    if isinstance(widget, Shelf) and widget.cards:
        card = widget.cards[widget.at]
        return "\n".join((f"{card.number} {card.mark}", *(text.line(row).plain for row in card.picture)))
    pieces: list[str] = []
    if isinstance(widget, Grid) and widget.cells:
        titles = [
            side[at] for side, at in zip((widget.titles, widget.columns), widget.at, strict=True) if at < len(side)
        ]
        pieces = [", ".join(" ".join(text.line(title).plain.split()) for title in titles)]
    lines = widget.drawn() if isinstance(widget, Lines) else ()
    for line in lines:
        pieces += [line.plain[span.start : span.end] for span in line.spans if span.style in ("$pick", "$held")]
    return "\n".join(pieces or (line.plain for line in lines))


def rules_now(frame: Frame, focused: Widget | None, panel: AnyPanel | None) -> tuple[str, ...]:
    """Return headings at which the rule book may open, best first: the ruling that closes the item under the cursor,
    the panel's page, the phase."""
    item = getattr(focused, "row", None) or getattr(focused, "cell", None)
    ruling = getattr(item, "ruling", None) if getattr(item, "closed", None) else None
    if frame.over:
        phase: tuple[str, ...] = ("The end",)
    elif frame.phase in ("briefing", "pregame"):
        phase = ("Pregame", "In short")
    else:
        phase = (f"{frame.when(frame.round).capitalize()}", f"A {frame.round_word}", "Turns")
    page = panel.page() if panel is not None and not panel.read_only else ""
    return (*([ruling] if ruling else []), *([page] if page else []), *phase)


FEW, APART, LONGEST = 8, 0.01, 1.0
"""More spectators than FEW paint one after the other: seconds between two, and at most."""
PHASES = (number * 0.618034 % 1 for number in itertools.count(1))
"""A fraction of that time for each screen, evenly spread."""


class TableTimer:
    """Ticks when something that depends on time is due."""

    def __init__(self, screen: Widget, seat: Seat, tick: Callable[[], None], idle: Callable[[], float | None]) -> None:
        """`tick` is called at each beat. `idle()`: seconds without a key after which the player counts as away; None
        for never."""
        self._screen, self._seat, self._tick, self._idle_seconds = screen, seat, tick, idle
        self._timer: Timer | None = None
        self._phase = next(PHASES)
        self._last_key = seat.now
        self.keys = 0
        """Number of keys pressed at the table."""

    @property
    def patience(self) -> float:
        """Delay in seconds before changes are painted; 0 for few watchers. Many paint at different moments, so that a
        player waits for one at most."""
        crowd = self._seat.crowd
        return min(crowd * APART, LONGEST) * self._phase if crowd > FEW else 0.0

    def note_key(self) -> None:
        self._last_key = self._seat.now
        self.keys += 1

    def became_idle(self) -> bool:
        """Return True once after `idle` seconds without a key; then the time starts again."""
        if self._until_idle(self._seat.now) != 0.0:
            return False
        self._last_key = self._seat.now
        return True

    def schedule(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        deadline, now = self._seat.frame().deadline, self._seat.now
        waits = [] if (idle := self._until_idle(now)) is None else [idle]
        if deadline is not None and deadline > now:
            waits.append(until_tick(deadline - now))
        self._timer = self._screen.set_timer(max(0.05, min(waits)), self._tick) if waits else None

    def _until_idle(self, now: float) -> float | None:
        idle = self._idle_seconds()
        return None if idle is None else max(0.0, self._last_key + idle - now)
