"""The panes beside the game, talk and notes, which whoever watches has not; the table's own words and help; and the one
timer of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo

from textual.app import ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from core.refusal import Refused
from core.table.seat import Frame, Seat
from core.talk.channels import Message
from core.words.marks import marks, once
from core.words.rulebook import Paragraph, marked
from tui.app.memory import SeatMemory
from tui.games.base import AnyPanel
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import FrameLine, until_tick
from tui.widgets.grid import Cell, Grid
from tui.widgets.lines import Lines
from tui.widgets.shelf import Shelf
from tui.widgets.talk import Talk
from tui.widgets.writing import Notes
from tui.words import text


class Side(Vertical):
    """The side of the table. It is empty until it is opened, which may be from the start: what comes later is laid out,
    and all that stands beside it, a second time."""

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
        """`panel`: the game's panel now, for what is proposed in talk. `opened`: from the start."""
        super().__init__(id="side")
        self._seat, self._memory, self._zone, self._read_only = seat, memory, zone, read_only
        self._panel, self._opened = panel, opened
        self._opening = asyncio.Lock()

    def compose(self) -> ComposeResult:
        if self._opened:
            yield from self._panes()

    async def open(self) -> None:
        """Put the panes there, if they are not yet. A resize and a key may both ask for them: whoever comes second
        waits until they stand."""
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

    def show(self, heard: set[str]) -> None:
        """Paint what these changes have changed."""
        if heard & {"said", "apart", "closed", "told", "news"}:
            for talk in self.query(Talk):
                if talk.query("#messages"):  # else it is about to open, and shows everything when it does
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

TURNS = """\
Whoever is on turn moves on the table: what it does counts at once, and cannot be taken back. The line above says whose
turn it is and how long it lasts; who lets the time pass makes the usual move, which R tells."""

ACTING = """\
What you do on the table counts at once, and cannot be taken back. r says that you have nothing more to do."""

WATCHING = """\
You are watching: who sits here, what is at stake now, what has happened and when it closes, with the board as everybody
may see it. All of it is public; what the players hide stays hidden until the end. Where not everything has room, Up and
Down go through it. t says something to the others who watch, whom the players do not hear. L shows what everyone was
told, round by round, D the times, N what was announced, R the rules."""

ENDED = """\
The last round is over: nothing can be ordered any more, and talk goes on. If a choice is yours, go to a name and press
Enter; it is asked once more before it counts. Who has to choose is said to everybody.

When all choices are made the result stands here, with the ledger; L is your log of every round. A finished match can
be replayed from where you came from."""


def topic(frame: Frame, name: str | None) -> str:
    """What this screen is for whoever sits here."""
    if name is None:
        return WATCHING
    return TOPIC if frame.seals else TURNS if frame.stage is not None else ACTING


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
    if frame.over:
        return told
    if frame.stage is not None and not frame.seals:
        return told
    counted = "" if frame.ready_count is None else f" \u00b7 {frame.ready_count}/{len(frame.seats)} ready"
    return f"{told}{', ready' if frame.ready else ''}{counted}"


def what_it_says(game: str, focused: Widget | None, panel: AnyPanel | None) -> tuple[Paragraph, ...]:
    """The marks under the cursor in words, with the rulings behind them, and those elsewhere on the table."""
    here = "" if focused is None else under(focused)
    one: Row | Cell | None = None
    if isinstance(focused, Choices):
        one = focused.row
    elif isinstance(focused, Grid) and focused.cells:
        one = focused.cells[focused.at[0]][focused.at[1]]
    at = once(game, [((focused.id or "") if focused is not None else "", line) for line in here.split("\n")])
    closed = [f"Closed: {one.closed} ({one.ruling})"] if one is not None and one.closed and one.ruling else []
    shown = () if panel is None else (*panel.screen.query(FrameLine), *panel.query("*"))
    seen: list[tuple[str, str]] = []
    for widget in shown:
        if all(above.display for above in widget.ancestors_with_self):
            lines = [row.plain for row in widget.drawn()] if isinstance(widget, Lines) else []
            title = Content.from_markup(widget.border_title or "").plain
            seen += [(widget.id or "", line) for line in (title, *lines) if line]
    beside = once(game, seen)
    elsewhere = [beside[mark] for mark in marks(game) if mark in beside and mark not in at]
    return marked(game, " ".join(here.split()), [*closed, *at.values()], elsewhere)


def under(widget: Widget) -> str:
    """What stands under the cursor of a list, a grid or a board, line by line: a row as it is written, before it is cut
    to its room; else what is painted as picked, behind the titles of its column and its row."""
    if isinstance(widget, Choices) and widget.row is not None:
        return f"{text.line(widget.row.label).plain}  {text.line(widget.row.note).plain}".rstrip()
    if isinstance(widget, Shelf) and widget.cards:
        card = widget.cards[widget.at]
        return "\n".join((f"{card.number} {card.mark}", *(text.line(row).plain for row in card.picture)))
    found: list[str] = []
    if isinstance(widget, Grid) and widget.cells:
        titles = [
            side[at] for side, at in zip((widget.titles, widget.columns), widget.at, strict=True) if at < len(side)
        ]
        found = [", ".join(" ".join(text.line(title).plain.split()) for title in titles)]
    lines = widget.drawn() if isinstance(widget, Lines) else ()
    for line in lines:
        found += [line.plain[span.start : span.end] for span in line.spans if span.style in ("$pick", "$held")]
    return "\n".join(found or (line.plain for line in lines))


def rules_now(frame: Frame, focused: Widget | None, panel: AnyPanel | None) -> tuple[str, ...]:
    """Where the rule book opens: the ruling that closes what is under the cursor, what is under it, the phase."""
    under = getattr(focused, "row", None) or getattr(focused, "cell", None)
    ruling = getattr(under, "ruling", None) if getattr(under, "closed", None) else None
    if frame.over:
        now: tuple[str, ...] = ("The end",)
    elif frame.phase in ("briefing", "pregame"):
        now = ("Pregame", "In short")
    else:
        now = (f"{frame.round_word.capitalize()} {frame.round}", f"A {frame.round_word}", "Turns")
    page = panel.page() if panel is not None and not panel.read_only else ""
    return (*([ruling] if ruling else []), *([page] if page else []), *now)


class Pulse:
    """Beats when something that time changes is due."""

    def __init__(self, screen: Widget, seat: Seat, tick: Callable[[], None], idle: Callable[[], float | None]) -> None:
        """`tick` is called at each beat. `idle`: seconds without a key after which nobody is there; None for never."""
        self._screen, self._seat, self._tick, self._idle_seconds = screen, seat, tick, idle
        self._timer: Timer | None = None
        self._last_key = seat.now
        self.keys = 0
        """How many keys were pressed here."""

    def touched(self) -> None:
        """A key was pressed."""
        self._last_key = self._seat.now
        self.keys += 1

    def left_alone(self) -> bool:
        """Has nobody pressed a key for so long? Told once, and from then on counted anew."""
        if self._until_idle(self._seat.now) != 0.0:
            return False
        self._last_key = self._seat.now
        return True

    def beat(self) -> None:
        """Find the next beat."""
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
