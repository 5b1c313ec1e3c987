"""A spectator's page of public facts, from a spectator's seat and story alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from itertools import takewhile
from math import inf

from msgspec.structs import replace
from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer

from core.match.closing import READS
from core.narration.stakes import key_steps
from core.narration.text import leaders_sentence
from core.story.parts import Step, Story, called
from core.table.seat import Seat, Sitter
from core.words.deadlines import day_and_hour
from core.words.gallery import remark_rows
from core.words.rulebook import book, with_sections_replaced
from core.words.show import strip_row
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
MOST = 23
"""Most rows of a duel's board."""
NEWS = 5
"""Share of the rows, one in so many, kept for events below the board."""
EVENTS = "What has happened"
AMONG = "Among those who watch"
READ = "remarks"
ALL, COMPACT = 200, 16
"""Rows of a board that is drawn whole, since the page scrolls; and of the public one beside it."""
ROOMY = 100
"""Columns from which the present has a column of its own."""
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
        self._closed = seat.spec.closed and not story.opened
        self.lounge_at: int | None = None
        """Row of the remarks' heading on the page drawn last; None without remarks."""

    def rows(self, width: int, height: int) -> list[Content]:
        """Return the page; it is longer than `height` where nothing of it is to be cut."""
        if width < SLIM or height < LOW:
            return self._slim(width, height)
        late, duel = self._story.opened > 0, len(self._frame.seats) == 2
        apart = late and width >= ROOMY
        side = SIDE[1] if apart else max(SIDE[0], min(SIDE[1], width * (4 if duel and not late else 3) // 10))
        left = width - side - GAP
        beside = self._with_lounge([
            self._present(side) if apart else [], self._sitters(side), self._times(side, len(self._frame.seats)),
            [] if late or self._closed else self._secret(side), self._lounge(side, height),
        ])  # fmt: skip
        if late or self._closed:
            return text.beside(
                [self._two_clocks(left, apart) if late else self._closed_game(left), beside], [left, side], GAP
            )
        over, news = width if duel else left, self._news(left)
        stakes = self._stakes(over)
        room = height - len(stakes) - 2 - max(6 if duel else 2, min(len(news), height // NEWS))
        board = self._board(over, min(MOST, room) if duel else room)
        board = [row for n, row in enumerate(board) if row.plain.strip() or (n and board[n - 1].plain.strip())]
        above = [*_parted([stakes, board]), text.line("")]
        news += self._rules(left, height - len(above) - len(news) - 1)
        if duel:
            self.lounge_at = None if self.lounge_at is None else self.lounge_at + len(above)
            return [*above, *text.beside([news, beside], [left, side], GAP)]
        return text.beside([[*above, *news], beside], [left, side], GAP)

    def _slim(self, width: int, height: int) -> list[Content]:
        parts = [
            self._news(width, 1), self._stakes(width), self._secret(width), self._board(width, max(height, LOW)),
            self._sitters(width), self._times(width, 4), self._lounge(width, height),
        ]  # fmt: skip
        if self._story.opened or self._closed:
            parts[:4] = [self._two_clocks(width) if self._story.opened else self._closed_game(width)]
            return self._with_lounge(parts)
        return _parted([self._with_lounge(parts), self._news(width)])

    def _with_lounge(self, parts: Sequence[Sequence[Content]]) -> list[Content]:
        """Return parts one below the other, and note the row of the last one, the lounge."""
        rows = _parted(parts)
        self.lounge_at = len(rows) - len(parts[-1]) if parts[-1] else None
        return rows

    def _two_clocks(self, width: int, apart: bool = False) -> list[Content]:
        """Return the newest round that onlookers see whole, and the present as everybody knows it unless it is `apart`,
        each named (HH-71)."""
        story, at = self._story, self._story.opened - 1
        scene = story.scenes[at]
        moment = text.line(
            ("THEN  ", "$accent"), (story.when(scene.round), "$strong"), (f", {self._late} late", "$faint")
        )
        stands: text.Part = text.line(*strip_row(story.strip)) if story.strip else leaders_sentence(story)
        deed = [(scene.headline, "$strong"), (scene.deed, "$warn")] if scene.headline or scene.deed else []
        moving = None if self._shown is None else len(self._steps) * self._shown // self.moments
        if moving is None:
            board = draw(frame_of(story, at, len(scene.steps) + 1, width, ALL))
        else:
            board = draw_close(story, moving, width, MOST + 2, at)
        return _parted([
            [*self._now(width), *text.hung(moment, width), *(text.hung(stands, width) if stands else [])],
            [row for part in deed if part[0] for row in text.hung(part, width)],
            [text.fit(row, width) for row in board],
            self._late_news(width),
            [] if apart else self._present(width),
        ])  # fmt: skip

    def _present(self, width: int) -> list[Content]:
        head = text.line(("NOW   ", "$accent"), ("as everybody knows it", "$faint"))
        board = self._board(width, COMPACT)
        return _parted([[head, *board], self._stakes(width), self._secret(width), self._news(width)])

    def public_rows(self, width: int) -> list[Content]:
        """Return what everybody saw of a match that is over: its board, and its closes."""
        half = (width - GAP) // 2
        board = [text.line(("What everybody saw", "$accent")), *self._board(half, 2 * COMPACT)]
        return text.beside([board, self._news(half)], [half, half], GAP)

    def _now(self, width: int) -> list[Content]:
        """Return `NOW   round 5 of 7 is open · 3 of 9 sealed`."""
        frame = self._frame
        words = READS if frame.phase == "judging" else frame.phase
        words = f"{self._seat.spec.progress(frame.round, ' of ')} is open" if frame.phase == "round" else words
        sealed = frame.sealed_count if frame.seals and frame.stage is None else None
        turn = f" \u00b7 {text.joined(frame.stage.seats)} on turn" if frame.stage is not None else ""
        seals = "" if sealed is None else f" \u00b7 {sealed} of {len(frame.seats)} sealed"
        return text.hung(text.line(("NOW   ", "$accent"), (words, "$strong"), (f"{seals}{turn}", "$faint")), width)

    def _closed_game(self, width: int) -> list[Content]:
        """Return what there is to watch where almost nothing is public."""
        head = ("Little of this game is public while it is played: who sits here, the rounds, and the rules.", "$warn")
        return _parted([
            [*self._now(width), *text.hung(head, width)],
            self._news(width), self._stakes(width), self._board(width, COMPACT), self._secret(width),
            self._rules(width, ALL),
        ])  # fmt: skip

    def _late_news(self, width: int) -> list[Content]:
        """Return the rounds that are whole, the latest first: what mattered, and in a judged match all that was sent
        and told (HH-72)."""
        titled: dict[str, list[str]] = {}
        newest = self._story.scenes[self._story.opened - 1]
        for scene in self._story.scenes[self._story.opened - 1 :: -1]:
            lines = [scene.headline, scene.deed] if scene is not newest and self._story.parts == 1 else []
            lines = [*(line for line in lines if line), *key_steps(scene.steps)]
            if self._seat.game.Judgement is not None:
                lines += [f"{seat} sent: {' '.join(orders)}" for seat, orders in scene.orders.items() if orders]
                lines += [f"To {seat}: {' '.join(report)}" for seat, report in scene.reports.items() if report]
            known = titled.setdefault(text.round_title(self._story, scene.round).capitalize(), [])
            known[:0] = lines
        rows = [text.line((EVENTS, "$accent"))]
        for title, lines in titled.items():
            rows.append(text.line((title, "$strong")))
            rows += [row for line in lines for row in text.hung(text.line(("\u2022 ", "$faint"), line), width)]
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
        if self._shown is not None and self._steps and height > 0 and not self._story.opened:  # motion is on the board
            at = len(self._steps) * self._shown // self.moments
            if drawn := draw_close(self._story, at, width, height):
                return drawn
        return [text.fit(row, width) for row in self._panel.watched(self._seat, width, height)]

    @property
    def _steps(self) -> Sequence[Step]:
        return (
            self._story.scenes[(self._story.opened or len(self._story.scenes)) - 1].steps if self._story.scenes else ()
        )

    @property
    def moments(self) -> int:
        titled = [] if self._story.opened else self._panel.headlines(self._seat, self._story)
        return max(len(self._steps), len(titled[0][1]) if titled else 0)

    @property
    def _late(self) -> str:
        late, parts = self._story.late, self._story.parts
        return text.counted(-(-late // parts), self._story.parts_word or self._story.round_word)

    def _stakes(self, width: int) -> list[Content]:
        parts = [*self._panel.stakes(self._seat)]
        together = [part for part_ in parts for part in (part_, " ")]
        strip = [] if self._story.opened else text.hung(text.line(*strip_row(self._story.strip)), width)
        return [*(strip if self._story.strip else []), *(text.wrapped(text.line(*together), width) if parts else [])]

    def _secret(self, width: int) -> list[Content]:
        word = self._story.parts_word or self._story.round_word
        secret = f"Each {word} is shown whole {self._late} after its close." if self._story.late else self._panel.SECRET
        return text.wrapped((secret, "$faint"), width) if secret else []

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
        seat, now = self._seat, self._seat.now
        public = replace(self._story, scenes=self._story.scenes[self._story.opened :])  # late rounds are told apart
        titled = [*self._panel.headlines(seat, public)]
        closes, parts = seat.closed_at(), self._story.parts
        at = sorted(closes.values(), reverse=True)
        if parts > 1:  # a trick that is open has no moment
            at = [closes.get(trick * parts, 0.0) for trick in range(-(-max(closes, default=0) // parts), 0, -1)]
        at = at[: len(titled)] if self._story.opened else at
        events: list[tuple[float, list[Content]]] = []
        silent = 0
        for number, (title, sentences) in enumerate(titled):
            if not sentences and silent:
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
                known = f"shown {self._late} later" if self._story.late else "known at the table alone"
                brought = f": what {called(silent, 'it', 'they')} brought is {known}"
                if silent > 1:
                    opened = self._story.opened // parts
                    total = len(titled) - number + opened if opened else silent
                    closed = f"{text.counted(total, self._story.round_word).capitalize()} have closed"
                    last = f", the last {text.moment(moment, now, self._zone)}" if moment else ""
                    head = text.line((closed, "$strong"), (last, "$faint"))
                    brought = f"; the newest {silent} are {known}" if opened else brought
                head = text.line(head, (brought, "$faint"))
            body = [row for line in lines for row in text.hung(text.line(("\u2022 ", "$faint"), line), width)]
            events.append((moment or inf, [*text.hung(head, width), *body]))
        announced = [item for item in seat.news() if item.kind == "announced"]
        if len(titled) == len(at):
            events += [(item.at, text.hung(text.line(("Host: ", "$warn"), item.text), width)) for item in announced]
            events.sort(key=lambda event: -event[0])
        rows = [row for _, part in events[:most] for row in part]
        none = [] if self._story.opened else [text.line(("Nothing has closed yet.", "$faint"))]
        return [text.line((self._panel.NEWS, "$accent")), *(rows or none)] if rows or none else []


def _parted(parts: Sequence[Sequence[Content]]) -> list[Content]:
    """Return parts one below the other, with an empty row between."""
    rows: list[Content] = []
    for part in parts:
        rows += [*([text.line("")] if rows and part else []), *part]
    return rows


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
        self._moments = 0
        """Moments of the close that is told, as it began."""
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
            self._told_so_far, self._top, self._moments = 0, 0, moments
            if self._timer is not None:
                self._timer.stop()
            self._timer = self.set_interval(min(STEP, WHOLE / moments), self._tell_on)
        elif self._rounds_closed != closed or (
            self._told_so_far is not None and self._page().moments != self._moments  # the end opens other rounds
        ):
            self._told_so_far = None
        self.redraw()

    def _tell_on(self) -> None:
        so_far = self._told_so_far
        self._told_so_far = None if so_far is None or so_far >= self._moments else so_far + 1
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
        page = self._page()
        rows = page.rows(width, height)
        self._top = max(0, min(self._top, len(rows) - height))
        shown = rows[self._top : self._top + height]
        remarks = self._seat.remarks()
        seen = page.lounge_at is not None and self._top <= page.lounge_at < self._top + len(shown) - 2
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
