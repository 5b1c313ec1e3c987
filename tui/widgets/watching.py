"""A spectator's page of public facts, from a spectator's seat and story alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from itertools import takewhile
from math import inf

from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer

from core.narration.text import leaders_sentence
from core.story.parts import Step, Story, called
from core.table.seat import Seat, Sitter
from core.words.deadlines import day_and_hour
from core.words.gallery import remark_rows
from core.words.rulebook import book, with_sections_replaced
from tui.app.memory import SeatMemory
from tui.drawings import draw, frame_of
from tui.games import panel_class
from tui.widgets.lines import Lines
from tui.widgets.motion import draw_close
from tui.words import text
from tui.words.plot import hues

SLIM, LOW = 60, 16
"""Columns or rows below which everything is in one scrolling column."""
SIDE = (24, 44)
"""Least and most columns beside the board."""
GAP = 3
TALL = 30
"""Rows from which the stakes are beside the board."""
MOST = 23
"""Most rows of a duel's board."""
NEWS = 5
"""Share of the rows, one in so many, kept for events below the board."""
LOUNGE = 4
"""Rows kept for spectators' remarks, if there are any."""
EVENTS = "What has happened"
AMONG = "Among those who watch"
READ = "remarks"
STEP, WHOLE = 0.9, 8.0
"""Most seconds for each step of a close, and for all of them together."""


class WatchPage:
    def __init__(
        self, seat: Seat, story: Story, zone: tzinfo | None, shown_moment: int | None = None, read: int | None = None
    ) -> None:
        """`story`: a spectator's story. `shown_moment`: number of the last close's `moments` shown so far; None for
        all. `read`: number of remarks read before; later ones are marked."""
        self._seat, self._story, self._zone, self._shown, self._read = seat, story, zone, shown_moment, read
        self._frame = seat.frame()
        self._panel = panel_class(self._frame.game)
        self._standing = leaders_sentence(story) if story.opened else ""

    def rows(self, width: int, height: int) -> list[Content]:
        if width < SLIM or height < LOW:
            return self._slim(width, height)
        if len(self._frame.seats) == 2:
            return self._duel(width, height)
        side = max(SIDE[0], min(SIDE[1], width * 3 // 10))
        left = width - side - GAP
        tall = height >= TALL
        beside, told_secret = self._side_rows(side, height, tall)
        above = [] if tall else [*self._stakes(left), text.line("")]
        news = self._news(left)
        room = height - len(above) - 1 - max(2, min(len(news), height // NEWS))
        board = [*self._board(left, room)]
        room = height - len(above) - len(board) - 1
        news = news if len(news) <= room else [*news[: room - 1], text.line(("  … L: the rest", "$faint"))]
        under = [*above, *board, text.line(""), *news]
        if not told_secret and len(secret := self._secret(left)) < height - len(under):
            under += [text.line(""), *secret]
        under += self._rules(left, height - len(under) - 1)
        return text.beside([under, beside[:height]], [left, side], GAP)

    def _duel(self, width: int, height: int) -> list[Content]:
        side = max(SIDE[0], min(SIDE[1], width * 2 // 5))
        left = width - side - GAP
        stakes = self._stakes(width)
        beside, _ = self._side_rows(side, height, tall=False)
        news = self._news(left)
        room = min(MOST, height - len(stakes) - 2 - max(6, min(len(beside), height // 3)))
        board = self._board(width, room)
        board = [row for n, row in enumerate(board) if row.plain.strip() or (n and board[n - 1].plain.strip())]
        above = [*stakes, text.line(""), *board, text.line("")]
        news += self._rules(left, height - len(above) - len(news) - 1)
        return [*above, *text.beside([news, beside], [left, side], GAP)][:height]

    def _slim(self, width: int, height: int) -> list[Content]:
        standing = text.wrapped(self._standing, width) if self._standing else []
        parts = [[self._moment(self._story.opened - 1), *standing] if standing else [],
                 self._news(width, 1), self._stakes(width), self._secret(width),
                 self._board(width, max(height, LOW)), self._sitters(width), self._times(width, 4),
                 self._lounge(width, height), self._news(width)]  # fmt: skip
        rows: list[Content] = []
        for part in parts:
            rows += [*([text.line("")] if rows and part else []), *part]
        return rows

    def _rules(self, width: int, room: int) -> list[Content]:
        fitting: list[Content] = []
        held: list[Content] = []
        later = self._seat.game.later_pages(self._seat.view())
        for paragraph in with_sections_replaced(book(self._frame.game, self._seat.spec), later):
            if (fitting and paragraph.kind == "title") or len(fitting) >= room:  # the rulings begin, or no row is left
                break
            style = "$strong" if paragraph.kind == "heading" else "$faint"
            mark = "\u2022 " if paragraph.kind == "item" else ""
            words = "How it is played" if paragraph.kind == "title" else f"{mark}{paragraph.words}"
            rows = text.hung((words, "$accent" if paragraph.kind == "title" else style), width)
            if paragraph.kind == "heading":
                held = rows
            elif len(fitting) + len(held) + len(rows) <= room:
                fitting, held = [*fitting, *held, *rows], []
            elif len(fitting) < 2:  # later lines would hang in the air
                fitting += [*rows[: max(0, room - 2)], text.line(("\u2026 R: the rules", "$faint"))]
                break
        return [text.line(""), *fitting] if len(fitting) > 2 else []

    # --- the parts ---------------------------------------------------------------------------------------------------
    def _board(self, width: int, height: int) -> list[Content]:
        if self._shown is not None and self._steps and height > 0:  # motion is shown on the board
            at = len(self._steps) * self._shown // self.moments
            if drawn := draw_close(self._story, at, width, height):
                return drawn
        if self._story.opened and (drawn := self._late_board(width, height)):
            return drawn
        return [text.fit(row, width) for row in self._panel.watched(self._seat, width, height)][: max(0, height)]

    @property
    def _steps(self) -> Sequence[Step]:
        return self._story.scenes[-1].steps if self._story.scenes else ()

    @property
    def moments(self) -> int:
        return max(len(self._steps), len(next((sentences for _, sentences in self._titled_closes()), ())))

    def _titled_closes(self) -> list[tuple[str, Sequence[str]]]:
        """Return a title and the sentences of each close, the latest first. Late onlookers read old closes whole
        (HH-71)."""
        titled, scenes = [*self._panel.headlines(self._seat, self._story)], self._story.scenes[::-1]
        if not self._story.late or len(titled) != len(scenes):
            return titled
        closed = len(scenes) - self._story.opened
        whole: list[tuple[str, Sequence[str]]] = [(title, ()) for title, _ in titled[:closed]]
        for (title, _), scene in zip(titled[closed:], scenes[closed:], strict=True):
            turned = [turn.text.removeprefix(f"{title}: ") for turn in self._story.turns if turn.round == scene.round]
            first = [f"{words[:1].upper()}{words[1:]}".replace(f" in {title.lower()}", "", 1) for words in turned]
            whole.append((title, [*first, *(step.text for step in scene.steps if step.text not in first)]))
        return whole

    @property
    def _late(self) -> str:
        return text.counted(self._story.late, self._story.round_word)

    def _moment(self, at: int) -> Content:
        """Name the moment of a scene: `Year 3, 2 years late`."""
        when = self._story.when(self._story.scenes[at].round).capitalize()
        return text.line((when, "$strong"), (f", {self._late} late" if self._story.late else "", "$faint"))

    def _late_board(self, width: int, height: int) -> list[Content]:
        """Draw the latest round that late onlookers see whole (HH-71)."""
        at = self._story.opened - 1
        scene = self._story.scenes[at]
        head = self._moment(at)
        stands = text.wrapped(self._standing, width) if self._standing else []
        drawn = draw(frame_of(self._story, at, len(scene.steps) + 1, width, height - 1 - len(stands)))
        return [text.fit(row, width) for row in (head, *stands, *drawn)][:height] if drawn else []

    def _stakes(self, width: int) -> list[Content]:
        parts = [*self._panel.stakes(self._seat)]
        together = [part for part_ in parts for part in (part_, " ")]
        return text.wrapped(text.line(*together), width) if parts else []

    def _secret(self, width: int) -> list[Content]:
        word = self._story.round_word
        secret = f"Each {word} is shown whole {self._late} after its close." if self._story.late else self._panel.SECRET
        return text.wrapped((secret, "$faint"), width) if secret else []

    def _side_rows(self, width: int, height: int, tall: bool) -> tuple[list[Content], bool]:
        """Seats, stakes if they fit, and closing times; and True if the secrets are named."""
        rows, secret = self._sitters(width), self._secret(width)
        if tall:
            stakes = [row for part in self._panel.stakes(self._seat) for row in text.wrapped(part, width)]
            rows += [text.line(""), text.line(("At stake", "$accent")), *stakes]
        reserved = LOUNGE if self._seat.remarks() else 0
        times = self._times(width, min(len(self._frame.seats), height - len(rows) - 1 - reserved))
        rows += [*([text.line("")] if times else []), *times]
        told_secret = bool(secret) and len(rows) + 1 + len(secret) <= height
        rows += [text.line(""), *secret] if told_secret else []
        lounge = self._lounge(width, height - len(rows) - 1)
        return [*rows, *([text.line(""), *lounge] if lounge else [])], told_secret

    def _lounge(self, width: int, room: int) -> list[Content]:
        """Spectators' remarks, the latest first (HH-64)."""
        rows = remark_rows(self._seat.remarks(), self._seat.watcher, self._read)
        lines = [row for remark in rows for row in text.hung(text.line(*remark), width)]
        return [text.line((AMONG, "$accent")), *lines[: room - 1]] if lines and room > 1 else []

    def _sitters(self, width: int) -> list[Content]:
        tone, present = hues(self._frame.seats), self._frame.present
        count = "" if present is None else f"  {len(present)} here"
        rows = [text.line(("At the table", "$accent"), (count, "$faint"))]
        name = max(len(seat) for seat in self._frame.seats)
        for sitter in self._seat.sitters():
            mark: text.Part = "  "
            if present is not None:
                mark = ("\u25cf ", "$good") if sitter.seat in present else ("\u25cb ", "$faint")
            words = (_sitter_words(sitter), "$faint")
            row = text.line(mark, text.fit((sitter.seat, f"bold {tone[sitter.seat]}"), name), "  ", words)
            rows.append(text.fit(row, width))
        return rows

    def _times(self, width: int, most: int) -> list[Content]:
        closes = self._seat.closes()[: max(0, most - 1)]
        if not closes:
            return []
        names = [text.round_title(self._frame, close.round).capitalize() for close in closes]
        heads = [text.line((f"{name:<9}", "$faint")) for name in names]
        whens = [day_and_hour(close.at, self._zone) for close in closes]
        if any(head.cell_length + len(when) > width for head, when in zip(heads, whens, strict=True)):
            whens = [
                text.moment(close.at, self._seat.now, self._zone) for close in closes
            ]  # `Tue 21:00`: no room for more
        rows = [text.line(head, when) for head, when in zip(heads, whens, strict=True)]
        return [text.line(("When it closes", "$accent")), *(text.fit(row, width) for row in rows)]

    def _news(self, width: int, most: int | None = None) -> list[Content]:
        """Closes with their sentences and announcements, the latest first; `most` of them, or all."""
        seat, now, titled = self._seat, self._seat.now, self._titled_closes()
        closes, parts = seat.closed_at(), self._story.parts
        at = sorted(closes.values(), reverse=True)
        if parts > 1:  # a trick that is open has no moment
            at = [closes.get(trick * parts, 0.0) for trick in range(-(-max(closes, default=0) // parts), 0, -1)]
        events: list[tuple[float, list[Content]]] = []
        silent = 0
        for number, (title, sentences) in enumerate(titled):
            if not sentences and (silent or self._story.opened):  # of late rounds the board's title says it
                continue
            silent = 0 if sentences else sum(1 for _ in takewhile(lambda pair: not pair[1], titled[number:]))
            moment = at[number] if len(titled) == len(at) else 0.0
            lines = (
                sentences
                if number or self._shown is None
                else sentences[: -(-len(sentences) * self._shown // self.moments)]
            )
            new = number == 0 and self._shown is not None
            when = f" closed, {text.moment(moment, now, self._zone)}" if moment else ""
            head = text.line((title, "bold $key" if new else "$strong"), (when, "$faint"))
            if silent:
                closed = f"{text.counted(silent, self._story.round_word).capitalize()} have closed, the last"
                known = f"shown {self._late} later" if self._story.late else "known at the table alone"
                head = text.line((closed, "$strong"), (when.removeprefix(" closed,"), "$faint")) if silent > 1 else head
                head = text.line(head, (f": what {called(silent, 'it', 'they')} brought is {known}", "$faint"))
            body = [row for line in lines for row in text.hung(text.line(("\u2022 ", "$faint"), line), width)]
            events.append((moment or inf, [*text.hung(head, width), *body]))
        announced = [item for item in seat.news() if item.kind == "announced"]
        if len(titled) == len(at):
            events += [(item.at, text.hung(text.line(("Host: ", "$warn"), item.text), width)) for item in announced]
            events.sort(key=lambda event: -event[0])
        rows = [row for _, part in events[:most] for row in part]
        none = text.line(("Nothing has closed yet.", "$faint"))
        return [text.line((EVENTS if self._story.late else self._panel.NEWS, "$accent")), *(rows or [none])]


def _sitter_words(sitter: Sitter) -> str:
    """`person`, `bot, sharp, greedy`, `free`."""
    if sitter.holder == "bot":
        return ", ".join(word for word in ("bot", sitter.level, sitter.temper) if word)
    return "free" if sitter.holder == "open" else "person"


class WatchLines(Lines, can_focus=True):
    """A spectator's page, kept up to date. With motion a close is shown step by step."""

    BINDINGS = [
        Binding("up", "go(-1)", "up", show=False, id="watching.up", tooltip="What stands above."),
        Binding("down", "go(1)", "down", show=False, id="watching.down", tooltip="What stands below."),
        Binding("pageup", "go(-10)", "up", show=False, id="watching.pageup", tooltip="A page up."),
        Binding("pagedown", "go(10)", "down", show=False, id="watching.pagedown", tooltip="A page down."),
    ]
    DEFAULT_CSS = "WatchLines { height: 1fr; padding: 0 1; }"

    def __init__(self, seat: Seat, zone: tzinfo | None, memory: SeatMemory | None = None) -> None:
        """`memory`: this viewer's memory; without it nothing is marked as new."""
        super().__init__(id="watching")
        self._seat, self._zone, self._memory = seat, zone, memory
        self._read = None if memory is None or not seat.may_remark else int(memory.get(READ, 0))
        self._story: Story | None = None
        self._rounds_closed = len(seat.closed_at())
        self._told_so_far: int | None = None
        self._timer: Timer | None = None
        self._top = 0
        self._seen: int | None = None
        """Number of remarks painted so far."""

    def on_unmount(self) -> None:
        if self._memory is not None and self._seen is not None:
            self._memory.put(READ, self._seen, soon=True)

    def show(self, *, moving: bool) -> None:
        """Update after a change. `moving`: a close may be shown step by step."""
        closed, self._rounds_closed = self._rounds_closed, len(self._seat.closed_at())
        self._story = None
        if self._rounds_closed > closed and moving and (moments := self._page().moments) > 0:
            self._told_so_far, self._top = 0, 0
            if self._timer is not None:
                self._timer.stop()
            self._timer = self.set_interval(min(STEP, WHOLE / moments), lambda: self._tell_on(moments))
        elif self._rounds_closed != closed:
            self._told_so_far = None
        self.redraw()

    def _tell_on(self, moments: int) -> None:
        so_far = self._told_so_far
        self._told_so_far = None if so_far is None or so_far >= moments else so_far + 1
        if self._told_so_far is None and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.redraw()

    def _page(self) -> WatchPage:
        if self._story is None:
            self._story = self._seat.story()
        return WatchPage(self._seat, self._story, self._zone, self._told_so_far, self._read)

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        if not width or not height:
            return []
        rows = self._page().rows(width, height)
        self._top = max(0, min(self._top, len(rows) - height))
        shown = rows[self._top : self._top + height]
        remarks = self._seat.remarks()
        seen = any(row.plain.strip().endswith(AMONG) for row in shown[:-2])
        self._seen = len(remarks) if seen and self._read is not None else None
        if len(rows) > self._top + height:
            more = len(rows) - self._top - height + 1
            new = (
                0
                if seen or self._read is None
                else sum(remark.author != self._seat.watcher for remark in remarks[self._read :])
            )
            words = f", {new} new in the lounge" if new else ""
            shown[-1] = text.line((f"\u2193 {more} more rows", "$faint"), (words, "$warn"))
        return [text.fit(row, width) for row in shown]

    def has_read(self) -> None:
        self._read = None if self._read is None else len(self._seat.remarks())
        self.redraw()

    def action_go(self, by: int) -> None:
        self._top = max(0, self._top + by)
        self.redraw()

    @property
    def plain(self) -> str:
        width = max(self.size.width, 78)
        return "\n".join(row.plain.rstrip() for row in self._page().rows(width, max(self.size.height, LOW)))
