"""The gallery of a match: everything about it, for the people that its hosts let in (HH-61)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.refusal import Refused
from core.story.parts import Story, Turn
from core.table.foresight import CloseForecast
from core.table.galleries import GalleryPlace
from core.table.seat import Seat
from core.words.gallery import head_words, lounge_rows, seat_rows, standing_rows, talk_rows
from core.words.show import forecast_rows, strip_row
from core.words.wording import Row as Line
from tui.drawings import draw, frame_of
from tui.games import panel_class
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import AskLine, Pick, ReadDialog
from tui.screens.table.screen import TableScreen
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Row
from tui.widgets.lines import Paper, Words
from tui.widgets.motion import STEP, WHOLE, draw_close
from tui.words import text

PANES = (("seats", "Promised and sealed"), ("said", "Agreed, said and confided"), ("lounge", "Standing"))
INSIDE: Line = (("In the gallery", "$accent"),)
BOARD = 24
"""Most rows of the last close's board."""
NARROWEST = 50
"""Columns below which the board is left out."""
EVERY = 5.0
"""Seconds between updates: in a gallery that runs minutes behind, time alone brings news."""
READ = "remarks"


class GalleryScreen(GarnetScreen[None]):
    """Every seat's orders, the readable talk, and the gallery's own lounge."""

    TOPIC = """\
You are in the gallery of this match: you see the last close on its board, what each seat has promised and sealed, as
late as the line above says, and of the talk what everybody who hears it lets be read here. A word that the sealed
orders break is marked \u25c6: it can still change. A seat's eyes show its own table; there q leads back. That you look
is on record once a round, as a host's look is, and told to the players after the end.

Until the match is over you write to nobody who plays it, here or anywhere in the house (HH-63)."""
    BINDINGS = [
        Binding("e", "eyes", "eyes", id="gallery.eyes", tooltip="Whose eyes to look through."),
        Binding("b", "expects", "a bot", id="gallery.expects", tooltip="What a sharp bot would do in a seat now."),
        Binding("t", "say", "say", id="gallery.say", tooltip="Say something to the others in the gallery."),
        *(Binding(str(n), f"pane({n - 1})", "panes", id=f"gallery.pane{n}", tooltip="Another part of the page.")
          for n in (1, 2, 3)),
        Binding("R", "rules", "rules", id="gallery.rules", tooltip="How to play, with the rulings."),
    ]  # fmt: skip

    def __init__(self, place: GalleryPlace) -> None:
        super().__init__(id="gallery")
        self._place = place
        self._pane = 0
        self._read = 0
        """Number of lounge remarks that were read at the last opening."""
        self._broken: tuple[Turn, ...] = ()
        self._story: Story | None = None
        self._forecast: CloseForecast | None = None
        self._looked_back: tuple[object, ...] = ()
        """Closed rounds, seals and latest message at the last search for broken words."""
        self._step: int | None = None
        """Steps shown so far of a close that is moving; at most those of the story's last scene."""
        self._timer: Timer | None = None

    def gone(self) -> Refused | None:
        """Return why the viewer may not stay, or None."""
        return self._place.gone()

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        with Horizontal(id="gallery-body"):
            for name, _ in PANES:
                yield VerticalScroll(Words(id=f"gallery-{name}"), id=f"gallery-{name}-scroll", classes="house-pane")

    def on_mount(self) -> None:
        self._place.enter()
        self._memory = self.services.seat_memory(self._place.match.header.match, "gallery")
        self._read = int(self._memory.get(READ, 0))
        self._place.looks(None)
        self._place.listen(self._repaint_soon)
        self.set_interval(EVERY, self._paint)
        self._fit()
        self.call_after_refresh(self._paint)

    def on_unmount(self) -> None:
        self._place.depart()

    def on_resize(self) -> None:
        super().on_resize()
        if self.is_mounted:
            self._fit()
            self.call_after_refresh(self._paint)  # boards are drawn for a width

    def _fit(self) -> None:
        wide = self.app.size.width >= WIDE
        for n, (name, _) in enumerate(PANES):
            self.query_one(f"#gallery-{name}-scroll").display = wide or n == self._pane
        self.query_one(f"#gallery-{PANES[self._pane][0]}-scroll").focus()

    @property
    def _lounge(self) -> bool:
        return self.app.size.width >= WIDE or self._pane == len(PANES) - 1

    async def _look_back(self) -> None:
        before = self._story
        try:
            story = await asyncio.to_thread(self._place.story)
            broken = await asyncio.to_thread(self._place.broken)
            forecast = await asyncio.to_thread(self._place.if_closed)
        except Refused:  # the viewer was removed meanwhile
            return
        self._story, self._broken, self._forecast = story, broken, forecast
        if story is not before:
            self._end_motion()
        if before is not None and len(story.scenes) > len(before.scenes) and self.services.settings().get("motion"):
            self._step = 0
            self._timer = self.set_interval(min(STEP, WHOLE / (len(story.scenes[-1].steps) + 1)), self._move_on)
        self._paint()

    def _end_motion(self) -> None:
        self._step = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _move_on(self) -> None:
        if self._step is not None and self._story is not None and self._step < len(self._story.scenes[-1].steps):
            self._step += 1
        else:
            self._end_motion()
        self._paint()

    def _repaint_soon(self) -> None:
        self.call_later(self._paint)

    def _paint(self) -> None:
        place = self._place
        if not self.is_usable or place.gone() is not None:  # the screen that opened it closes it
            return
        title = place.match.title
        dot = (" \u00b7 ", "$faint")
        remarks = place.remarks()
        new = (
            0
            if self._lounge
            else sum(remark.author != place.holder for remark in remarks[int(self._memory.get(READ, 0)) :])
        )
        if self._lounge:
            self._memory.put(READ, len(remarks), soon=True)
        unread: text.Part = (f" \u00b7 3: {new} new in the gallery", "$warn") if new else ""
        self.query_one("#frame", Paper).update(
            text.line((f" {title}", "$strong"), dot, "gallery", dot, head_words(place), unread)
        )
        standing = standing_rows(self._story) if self._story is not None else []
        inside = lounge_rows(place, self._read)
        columns: Sequence[Sequence[Line]] = (
            seat_rows(place), talk_rows(place), [*standing, *([("",), INSIDE] if standing else []), *inside],
        )  # fmt: skip
        match = place.match
        now = (match.rounds, match.sealed, match.state, next(reversed(match.messages), None))
        if len(self._looked_back) != len(now) or any(a is not b for a, b in zip(now, self._looked_back, strict=True)):
            self._looked_back = now
            self.refresh_bindings()
            self.run_worker(self._look_back(), group="broken", exclusive=True)
        for (name, heading), rows in zip(PANES, columns, strict=True):
            head = INSIDE[0] if name == "lounge" and not standing else (heading, "$accent")
            lines: list[text.Part] = [head, *(text.line(*row) for row in rows)]
            if name == "seats" and match.phase == "finished":
                lines = [("How it ended", "$accent"), *lines[1:], "", *self._last_close(everything=True)]
            elif name == "seats":
                lines = [*self._stakes(), *lines, "", *self._last_close()]
                lines = [*self._last_close(), *lines] if self._step is not None else lines
            self.query_one(f"#gallery-{name}", Words).update(text.lines(lines))

    def _stakes(self) -> list[text.Part]:
        """Return the strip of danger, and what a close now would bring."""
        story, place = self._story, self._place
        rows: list[text.Part] = [text.line(*strip_row(story.strip))] if story is not None and story.strip else []
        if len(place.match.seats) == 2 and place.late == "live":
            rows += panel_class(place.match.header.game).stakes(place.watching())
        closing = [] if self._forecast is None else forecast_rows(self._forecast)
        return [*rows, *([""] if rows else []), *(text.line(*row) for row in closing), *([""] if closing else [])]

    def _last_close(self, everything: bool = False) -> list[text.Part]:
        """Return headline, deeds and board of the last close, or the deeds of all."""
        story = self._story
        if story is None or not story.scenes:
            return []
        scene, place = story.scenes[-1], len(story.scenes) - 1
        deeds = [turn.text for turn in self._broken if everything or turn.round == scene.round]
        deeds = deeds or ([scene.deed] if scene.deed else [])
        width = self.query_one("#gallery-seats-scroll").size.width - 4
        ends = "stands" if scene.round % story.parts else "closed"
        when = f"{story.when(scene.round).capitalize()}, as it {ends}"
        title = text.line((when, "$accent"), (f"  {scene.headline}".rstrip(), "$strong"))
        narrow = width < NARROWEST
        if self._step is not None and not narrow and (moving := draw_close(story, self._step, width, BOARD)):
            return [title, *(text.fit(text.line(row), width) for row in moving), ""]
        drawn = draw(frame_of(story, place, len(scene.steps) + 1, width, BOARD)) if not narrow else []
        return [title, *((deed, "$warn") for deed in deeds), *(text.fit(row, width) for row in drawn)]

    # --- keys --------------------------------------------------------------------------------------------------------
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("expects", "say") and self._place.match.phase == "finished":
            return action == "say"
        return action != "pane" or self.app.size.width < WIDE

    def action_pane(self, number: int) -> None:
        self._pane = number
        self._read = int(self._memory.get(READ, 0))
        self._fit()
        self._paint()

    def action_eyes(self) -> None:
        self.services.ask(Pick("With whose eyes?", self._seats()), self._open_seat)

    def _seats(self) -> list[Row]:
        return [Row(seat, seat) for seat in self._place.match.seats]

    def _open_seat(self, name: str) -> None:
        if not self.attempt(lambda: self._place.eyes(name)):
            return
        seat: Seat = self._place.eyes(name)
        self._place.looks(name)

        def back(_: object) -> None:
            self._place.looks(None)

        self.app.push_screen(TableScreen(seat, read_only=True), back)

    def action_expects(self) -> None:
        self.services.ask(Pick("A sharp bot in whose seat?", self._seats()), self._think)

    def _think(self, seat: str) -> None:
        self.tell(f"Thinking in {seat}'s seat ...")
        self.run_worker(self._show_expectations(seat), exclusive=True)

    async def _show_expectations(self, seat: str) -> None:
        try:
            level, rows = await asyncio.to_thread(self._place.expects, seat)
        except Refused as refusal:
            self.refuse(refusal)
            return
        self.tell("")
        head = f"A {level} bot, knowing what {seat} knows but for what is not read here, would"
        self.app.push_screen(ReadDialog(f"In {seat}'s seat", [(head, "$accent"), *(f"  {row}" for row in rows)]))

    def action_say(self) -> None:
        self.app.push_screen(
            AskLine("Say in the gallery", longest=2000, take=self._place.remark), lambda _: self._paint()
        )

    def action_rules(self) -> None:
        self.services.open_rules(self._place.match.header.game, self._place.watching())
