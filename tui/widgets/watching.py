"""What somebody who watches has at the table: one page of public facts that uses all the room there is.

The board is drawn as large as it can be; who sits, what is at stake, what has happened and when it closes stand around
it. All of it is made of a spectator's seat and story, so that there is nothing in it that not everybody may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from itertools import takewhile

from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer

from core.story.parts import Step, Story
from core.table.seat import Seat, Sitter
from core.words.deadlines import day_and_hour
from core.words.gallery import remark_rows
from core.words.rulebook import book, without
from tui.app.memory import SeatMemory
from tui.games import panel_class
from tui.widgets.lines import Lines
from tui.widgets.motion import acted
from tui.words import text
from tui.words.plot import hues

SLIM, LOW = 60, 16
"""Columns or rows with less than which everything stands in one column, to be gone through."""
SIDE = (24, 44)
"""Columns beside the board, at least and at most."""
GAP = 3
TALL = 30
"""Rows from which what is at stake stands beside the board."""
MOST = 23
"""Rows of the board of a duel, at most: with more it only stands further apart."""
NEWS = 4
"""The part of the rows, one in so many, that what has happened keeps under the board."""
LOUNGE = 4
"""Rows that are kept for what those who watch say, where they have said something."""
AMONG = "Among those who watch"
READ = "remarks"
"""Under what it is remembered how much of that somebody has read."""
STEP, WHOLE = 0.9, 8.0
"""Seconds that each step of a close stands before the next one is told, and all of them together."""


class Page:
    """The page of one moment."""

    def __init__(
        self, seat: Seat, told: Story, zone: tzinfo | None, shown: int | None = None, read: int | None = None
    ) -> None:
        """`told`: a spectator's story. `shown`: how many of the last close's `moments` have been told; None for all.
        `read`: how much of what those who watch say was read before; what came since is marked."""
        self._seat, self._told, self._zone, self._shown, self._read = seat, told, zone, shown, read
        self._frame = seat.frame()
        self._panel = panel_class(self._frame.game)

    def rows(self, width: int, height: int) -> list[Content]:
        """The rows for so much room; more than `height` where there is too little for everything."""
        if width < SLIM or height < LOW:
            return self._slim(width, height)
        if len(self._frame.seats) == 2:
            return self._duel(width, height)
        side = max(SIDE[0], min(SIDE[1], width * 3 // 10))
        left = width - side - GAP
        tall = height >= TALL
        beside, told = self._beside(side, height, tall)
        above = [] if tall else [*self._stakes(left), text.line("")]
        news = self._news(left)
        room = height - len(above) - 1 - max(2, min(len(news), height // NEWS))
        board = [*self._board(left, room)]
        news = news[: height - len(above) - len(board) - 1]
        under = [*above, *board, text.line(""), *news]
        if not told and len(secret := self._secret(left)) < height - len(under):
            under += [text.line(""), *secret]
        under += self._rules(left, height - len(under) - 1)
        return text.beside([under, beside[:height]], [left, side], GAP)

    def _duel(self, width: int, height: int) -> list[Content]:
        """Of two: the board in all its width, what has happened below it beside the rest."""
        side = max(SIDE[0], min(SIDE[1], width * 2 // 5))
        left = width - side - GAP
        stakes = self._stakes(width)
        beside, _ = self._beside(side, height, tall=False)
        news = self._news(left)
        room = min(MOST, height - len(stakes) - 2 - max(6, min(len(beside), height // 3)))
        board = self._board(width, room)
        board = [row for n, row in enumerate(board) if row.plain.strip() or (n and board[n - 1].plain.strip())]
        above = [*stakes, text.line(""), *board, text.line("")]
        news += self._rules(left, height - len(above) - len(news) - 1)
        return [*above, *text.beside([news, beside], [left, side], GAP)][:height]

    def _slim(self, width: int, height: int) -> list[Content]:
        """In one column: what has happened comes first."""
        parts = [self._news(width, 1), self._stakes(width), self._secret(width),
                 self._board(width, max(height, LOW)), self._sitters(width), self._times(width, 4),
                 self._lounge(width, height), self._news(width)]  # fmt: skip
        found: list[Content] = []
        for part in parts:
            found += [*([text.line("")] if found and part else []), *part]
        return found

    def _rules(self, width: int, room: int) -> list[Content]:
        """How it is played, from the beginning of the rule book, as far as there are rows that nothing else needs."""
        found: list[Content] = []
        held: list[Content] = []
        """A heading, until something that stands under it has room."""
        later = self._seat.game.later_pages(self._seat.view())
        for one in without(book(self._frame.game), later):
            if (found and one.kind == "title") or len(found) >= room:  # the rulings begin, or there is no more room
                break
            style = "$strong" if one.kind == "heading" else "$faint"
            mark = "\u2022 " if one.kind == "item" else ""
            words = "How it is played" if one.kind == "title" else f"{mark}{one.words}"
            rows = text.hung((words, "$accent" if one.kind == "title" else style), width)
            if one.kind == "heading":
                held = rows
            elif len(found) + len(held) + len(rows) <= room:
                found, held = [*found, *held, *rows], []
        return [text.line(""), *found] if len(found) > 2 else []

    # --- the parts ---------------------------------------------------------------------------------------------------
    def _board(self, width: int, height: int) -> list[Content]:
        if self._shown is not None and self._steps and height > 0:  # what moves, moves on the board
            at = len(self._steps) * self._shown // self.moments
            if drawn := acted(self._told, at, width, height):
                return drawn
        return [text.fit(row, width) for row in self._panel.watched(self._seat, width, height)][: max(0, height)]

    @property
    def _steps(self) -> Sequence[Step]:
        return self._told.scenes[-1].steps if self._told.scenes else ()

    @property
    def moments(self) -> int:
        """In how many the last close is told: its steps on the board, its sentences beside it."""
        return max(len(self._steps), len(next((said for _, said in self._panel.headlines(self._seat, self._told)), ())))

    def _stakes(self, width: int) -> list[Content]:
        said = [*self._panel.stakes(self._seat)]
        together = [part for one in said for part in (one, " ")]
        return text.wrapped(text.line(*together), width) if said else []

    def _secret(self, width: int) -> list[Content]:
        """What stays hidden, said once."""
        return text.wrapped((self._panel.SECRET, "$faint"), width) if self._panel.SECRET else []

    def _beside(self, width: int, height: int, tall: bool) -> tuple[list[Content], bool]:
        """Who sits, what is at stake where there are rows for it, when it closes; and whether it says what stays
        hidden."""
        found, secret = self._sitters(width), self._secret(width)
        if tall:
            stakes = [row for part in self._panel.stakes(self._seat) for row in text.wrapped(part, width)]
            found += [text.line(""), text.line(("At stake", "$accent")), *stakes]
        kept = LOUNGE if self._seat.remarks() else 0
        times = self._times(width, min(len(self._frame.seats), height - len(found) - 1 - kept))
        found += [*([text.line("")] if times else []), *times]
        told = bool(secret) and len(found) + 1 + len(secret) <= height
        found += [text.line(""), *secret] if told else []
        lounge = self._lounge(width, height - len(found) - 1)
        return [*found, *([text.line(""), *lounge] if lounge else [])], told

    def _lounge(self, width: int, room: int) -> list[Content]:
        """What those who watch say among themselves, the latest first (HH-64)."""
        rows = remark_rows(self._seat.remarks(), self._seat.watcher, self._read)
        said = [row for one in rows for row in text.hung(text.line(*one), width)]
        return [text.line((AMONG, "$accent")), *said[: room - 1]] if said and room > 1 else []

    def _sitters(self, width: int) -> list[Content]:
        """A row for each seat: its name, who has it, whether they are here."""
        tone, present = hues(self._frame.seats), self._frame.present
        here = "" if present is None else f"  {len(present)} here"
        found = [text.line(("At the table", "$accent"), (here, "$faint"))]
        name = max(len(seat) for seat in self._frame.seats)
        for one in self._seat.sitters():
            mark: text.Part = "  "
            if present is not None:
                mark = ("\u25cf ", "$good") if one.seat in present else ("\u25cb ", "$faint")
            words = (_who(one), "$faint")
            row = text.line(mark, text.fit((one.seat, f"bold {tone[one.seat]}"), name), "  ", words)
            found.append(text.fit(row, width))
        return found

    def _times(self, width: int, most: int) -> list[Content]:
        """The next closes."""
        closes = self._seat.closes()[: max(0, most - 1)]
        if not closes:
            return []
        word = self._frame.round_word
        heads = [text.line((f"{text.round_title(word, one.round).capitalize():<9}", "$faint")) for one in closes]
        whens = [day_and_hour(one.at, self._zone) for one in closes]
        if any(head.cell_length + len(when) > width for head, when in zip(heads, whens, strict=True)):
            whens = [text.moment(one.at, self._seat.now, self._zone) for one in closes]  # `Tue 21:00`: no room for more
        rows = [text.line(head, when) for head, when in zip(heads, whens, strict=True)]
        return [text.line(("When it closes", "$accent")), *(text.fit(row, width) for row in rows)]

    def _news(self, width: int, most: int | None = None) -> list[Content]:
        """What has happened, the latest first: each close with its sentences, what the host announced between them; of
        these `most`, or all."""
        seat, now = self._seat, self._seat.now
        told = [*self._panel.headlines(seat, self._told)]
        at = sorted(seat.closed_at().values(), reverse=True)
        found: list[tuple[float, list[Content]]] = []
        silent = 0
        for number, (title, said) in enumerate(told):
            if silent and not said:
                continue
            silent = 0 if said else sum(1 for _ in takewhile(lambda one: not one[1], told[number:]))
            moment = at[number] if len(told) == len(at) else 0.0
            lines = said if number or self._shown is None else said[: -(-len(said) * self._shown // self.moments)]
            new = number == 0 and self._shown is not None
            when = f" closed, {text.moment(moment, now, self._zone)}" if moment else ""
            head = text.line((title, "bold $key" if new else "$strong"), (when, "$faint"))
            if silent:
                more = f" and the {silent - 1} before brought" if silent > 1 else " brought"
                head = text.line(head, (f": what it{more} is known at the table alone", "$faint"))
            body = [row for line in lines for row in text.hung(text.line(("\u2022 ", "$faint"), line), width)]
            found.append((moment, [*text.hung(head, width), *body]))
        announced = [item for item in seat.news() if item.kind == "announced"]
        if len(told) == len(at):
            found += [(item.at, text.hung(text.line(("Host: ", "$warn"), item.text), width)) for item in announced]
            found.sort(key=lambda one: -one[0])
        rows = [row for _, part in found[:most] for row in part]
        none = text.line(("Nothing has closed yet.", "$faint"))
        return [text.line(("What has happened", "$accent")), *(rows or [none])]


def _who(one: Sitter) -> str:
    """`person`, `bot, sharp, greedy`, `free`."""
    if one.holder == "bot":
        return ", ".join(word for word in ("bot", one.level, one.temper) if word)
    return "free" if one.holder == "open" else "person"


class Watching(Lines, can_focus=True):
    """The page, as it is now. A close is told step by step where things may move; Up and Down go through what
    has no room."""

    BINDINGS = [
        Binding("up", "go(-1)", "up", show=False, id="watching.up", tooltip="What stands above."),
        Binding("down", "go(1)", "down", show=False, id="watching.down", tooltip="What stands below."),
        Binding("pageup", "go(-10)", "up", show=False, id="watching.pageup", tooltip="A page up."),
        Binding("pagedown", "go(10)", "down", show=False, id="watching.pagedown", tooltip="A page down."),
    ]
    DEFAULT_CSS = "Watching { height: 1fr; padding: 0 1; }"

    def __init__(self, seat: Seat, zone: tzinfo | None, memory: SeatMemory | None = None) -> None:
        """`memory`: of what this watcher has read; without one nothing is marked as new."""
        super().__init__(id="watching")
        self._seat, self._zone, self._memory = seat, zone, memory
        self._read = None if memory is None or not seat.may_remark else int(memory.get(READ, 0))
        self._told: Story | None = None
        self._rounds_closed = len(seat.closed_at())
        self._told_so_far: int | None = None
        self._timer: Timer | None = None
        self._top = 0
        self._seen: int | None = None
        """How much of what those who watch say has been painted here."""

    def on_unmount(self) -> None:
        if self._memory is not None and self._seen is not None:
            self._memory.put(READ, self._seen, soon=True)

    def show(self, *, moving: bool) -> None:
        """Something changed: read it again. `moving`: a close may be told step by step."""
        closed, self._rounds_closed = self._rounds_closed, len(self._seat.closed_at())
        self._told = None
        if self._rounds_closed > closed and moving and (moments := self._page().moments) > 0:
            self._told_so_far, self._top = 0, 0
            if self._timer is not None:
                self._timer.stop()
            self._timer = self.set_interval(min(STEP, WHOLE / moments), lambda: self._tell_on(moments))
        elif self._rounds_closed != closed:
            self._told_so_far = None
        self.redraw()

    def _tell_on(self, moments: int) -> None:
        """The next moment of the close."""
        so_far = self._told_so_far
        self._told_so_far = None if so_far is None or so_far >= moments else so_far + 1
        if self._told_so_far is None and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.redraw()

    def _page(self) -> Page:
        if self._told is None:
            self._told = self._seat.story()
        return Page(self._seat, self._told, self._zone, self._told_so_far, self._read)

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        if not width or not height:
            return []
        rows = self._page().rows(width, height)
        self._top = max(0, min(self._top, len(rows) - height))
        shown = rows[self._top : self._top + height]
        said = self._seat.remarks()
        seen = any(row.plain.strip().endswith(AMONG) for row in shown[:-2])
        self._seen = len(said) if seen and self._read is not None else None
        if len(rows) > self._top + height:
            more = len(rows) - self._top - height + 1
            new = 0 if seen or self._read is None else sum(one.by != self._seat.watcher for one in said[self._read :])
            words = f", {new} new in the lounge" if new else ""
            shown[-1] = text.line((f"\u2193 {more} more rows", "$faint"), (words, "$warn"))
        return [text.fit(row, width) for row in shown]

    def has_read(self) -> None:
        """Everything that was said up to now: it is new no more."""
        self._read = None if self._read is None else len(self._seat.remarks())
        self.redraw()

    def action_go(self, by: int) -> None:
        self._top = max(0, self._top + by)
        self.redraw()

    @property
    def plain(self) -> str:
        """What `y` copies."""
        width = max(self.size.width, 78)
        return "\n".join(row.plain.rstrip() for row in self._page().rows(width, max(self.size.height, LOW)))
