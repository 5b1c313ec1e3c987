"""A finished match gone through again: drawn step by step from everyone's eyes, or the table as one seat saw it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from core.hindsight import level_of
from core.refusal import Refused
from core.seat import Seat
from core.story.parts import Scene, Story, Turn
from core.story.telling import story
from tui import text
from tui.drawings import Frame, draw, frame_of
from tui.drawings.course import Room, course, filled, room_in
from tui.games import panel_class
from tui.memory import Forgetful, SeatMemory
from tui.replaying import Moment, Replay
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.screens.log import course_of, picture_rows, public_rows, round_rows
from tui.widgets.boxes import Horizontal, Vertical, VerticalScroll
from tui.widgets.choices import Row
from tui.widgets.ending import ResultPaper, ending_head, ending_tail
from tui.widgets.words import Paper, Words

EVERYONE = "*"
May = Callable[[str, Callable[[], None]], None]
"""Asks whether these eyes may be looked through, and calls back if so (a PIN, say)."""

LISTED = 140
"""From this width on all steps are listed beside the drawing; below it the drawing has the room."""
SIDE = 37
"""Columns of the words in that list."""
SPEEDS = (3.0, 1.5, 0.8, 0.3)
"""Seconds a step stands while it plays, from slow to fast."""


class Stage(Paper):
    """The drawing of one moment, in the room there is."""

    def __init__(self) -> None:
        super().__init__(id="replay-stage")
        self._moment: tuple[Story, int, int] | None = None
        self.curve = 0
        """Which of the series is drawn under it."""
        self._left: tuple[tuple[int, int, int], Room | None] = (0, 0, 0), None
        self._curves: tuple[Story, tuple[int, bool, Room, int], list[Content]] | None = None
        self.alone = True
        """Is no list of steps beside it?"""

    def show(self, told: Story, place: int, at: int) -> None:
        """The moment after `at` steps of the scene at `place`."""
        self._moment = told, place, at
        before = self._fitted[1]
        self._fitted = (-1, [])
        self.redraw(layout=len(self._fit(self.size.width)) != len(before))

    def fit(self, width: int) -> list[Content]:
        if self._moment is None or width < 1:
            return []
        frame = self.frame(width)
        drawn = draw(frame)
        room = self._room(frame)
        if room is None:
            return drawn or [text.line(("This round is told in steps.", "$faint"))]
        return filled(drawn, room, self._course(frame, room), width)

    def _course(self, frame: Frame, room: Room) -> list[Content]:
        """What stands in that room. Curves alone are the same at every step but the last: drawn once."""
        if self.alone:
            return course(frame, room.width, room.height, True, self.curve)
        key = (frame.scene.round, frame.over, room, self.curve)
        if self._curves is None or self._curves[0] is not frame.story or self._curves[1] != key:
            self._curves = frame.story, key, course(frame, room.width, room.height, False, self.curve)
        return self._curves[2]

    def _room(self, frame: Frame) -> Room | None:
        """What the drawing leaves of its room in this round, at whichever step: found once."""
        key = (id(frame.scene), frame.width, frame.height)
        if self._left[0] != key:
            shapes = [draw(frame._replace(at=at)) for at in (0, len(frame.scene.steps))]
            self._left = key, room_in(shapes, frame.width, frame.height)
        return self._left[1]

    def frame(self, width: int) -> Frame:
        """What is drawn, for a width."""
        assert self._moment is not None
        told, place, at = self._moment
        return frame_of(told, place, at, width, self.screen.size.height - 6)


class ReplayScreen(GarnetScreen[None]):
    """Step by step with left and right, by rounds with up and down; space plays, digits go to the turning points."""

    TOPIC = """\
From everyone's eyes each round is drawn: left and right go through what happened, step by step in the order of the
rules, space plays it, + and - change the speed. Up and down go from round to round, the digits to the turning points.
c shows another curve. After the last round comes the result; v lets one seat's curve stand out there.

Enter changes between the drawing and everybody's orders and reports. e chooses whose eyes: a seat sees its own table as
it stood just before the close, and a step on what came of it; whoever held the seat also its draft in the last form,
what was marked and expected, said and noted. There b tells what a sharp bot would have done, knowing no more than that
seat knew then, and by how much it hoped for more."""
    BINDINGS = [
        Binding("left", "step(-1)", "step back", id="replay.back", key_display="←", tooltip="A step back."),
        Binding("right", "step(1)", "step on", id="replay.on", key_display="→", tooltip="A step on."),
        Binding("up,less_than_sign,pageup", "go(-1)", "round back", show=False, id="replay.earlier",
                tooltip="A round back."),
        Binding("down,greater_than_sign,pagedown", "go(1)", "round on", id="replay.later", key_display="↑↓",
                tooltip="A round on."),
        Binding("space", "play", "play", id="replay.play", tooltip="Play, or stop."),
        Binding("plus,equals_sign", "speed(1)", "faster", show=False, id="replay.faster", tooltip="Play faster."),
        Binding("minus", "speed(-1)", "slower", show=False, id="replay.slower", tooltip="Play slower."),
        *(Binding(str(n), f"turn_to({n})", "", show=False, id=f"replay.turn{n}", tooltip=f"To turning point {n}.")
          for n in range(1, 8)),
        Binding("enter", "turn", "words", id="replay.turn", tooltip="The drawing or table, or what was told."),
        Binding("e", "eyes", "eyes", id="replay.eyes", tooltip="Whose eyes to look through."),
        Binding("b", "best", "a bot", id="replay.best",
                tooltip="At a seat's table: what a sharp bot would have done, knowing what it knew."),
        Binding("c", "curve", "curve", show=False, id="replay.curve", tooltip="Another of the curves."),
        Binding("v", "whose", "whose", show=False, id="replay.whose", tooltip="At the result: whose curve stands out."),
        Binding("R", "rules", "rules", id="replay.rules", tooltip="How to play, with the rulings."),
    ]  # fmt: skip

    def __init__(
        self, replay: Replay, eyes: tuple[str, ...], at: str | None = None, may: May | None = None,
        own: tuple[str, ...] = (), turn: int = 0,
    ) -> None:  # fmt: skip
        """`eyes`: the seats that may be looked through, and EVERYONE if all may. `own`: seats whose conversations
        belong to whoever looks (CM-09). `turn`: the turning point to begin at, 0 for the first round."""
        super().__init__(id="replay")
        self.replay = replay
        self.allowed = eyes
        self.eyes = at or eyes[-1]
        self._may = may
        self._own = own
        self._turn = turn
        self.curve = 0
        """Which curve stands under the drawing."""
        self._best: dict[tuple[str, int], tuple[str, ...]] = {}
        """By seat and round, what a bot would have done, as far as somebody asked."""
        self._stories: dict[str, Story] = {}
        self._lines: tuple[Scene, list[list[str]]] | None = None
        """The steps of a round, in lines."""
        self.place = 0
        """Which round is shown; one past the last for the result."""
        self.at = 0
        """How many of its steps have happened."""
        self.told = False
        """In words, rather than drawn or as the table."""
        self._speed = 1
        self._playing: Timer | None = None

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Paper(id="replay-scrub")
        yield Vertical(id="replay-body", classes="pane")
        yield Paper(id="replay-step")

    async def on_mount(self) -> None:
        await self._paint()
        if self._turn:
            await self.action_turn_to(self._turn)

    # --- where it stands ---------------------------------------------------------------------------------------------
    @property
    def moment(self) -> Moment | None:
        """The round that is shown; None at the result."""
        moments = self.replay.moments
        return moments[self.place] if self.place < len(moments) else None

    @property
    def story(self) -> Story:
        """What these eyes are told: everything, or what one seat knew."""
        if self.eyes not in self._stories:
            everyone = self.eyes == EVERYONE
            self._stories[self.eyes] = story(self.replay.final, None if everyone else self.eyes, whole=everyone)
        return self._stories[self.eyes]

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown; None at the result."""
        return self.story.scenes[self.place] if self.place < len(self.story.scenes) else None

    @property
    def drawn(self) -> bool:
        """Is the round drawn, rather than the table or words?"""
        return self.eyes == EVERYONE and not self.told and self.scene is not None

    # --- painting ----------------------------------------------------------------------------------------------------
    async def _paint(self) -> None:
        """Everything anew: another round, other eyes, or words instead of a drawing."""
        body = self.query_one("#replay-body")
        await body.remove_children()
        moment = self.moment
        if moment is None:
            paper = ResultPaper(id="replay-text")
            scroll = VerticalScroll(paper, id="replay-scroll", classes="pane")
            await body.mount(scroll)
            place = self.replay.seat(None if self.eyes == EVERYONE else self.eyes)
            if self.eyes == EVERYONE:
                place = self.replay.seat(self.replay.header.seats[0])
            news: list[text.Part] = [item.text for item in place.news()]
            paper.tell(self.story, ending_head(place), [*news, "", *ending_tail(place, self.story)])
            scroll.focus()
        elif self.drawn:
            scroll = VerticalScroll(Stage(), id="replay-scroll", classes="pane")
            await body.mount(Horizontal(scroll, VerticalScroll(Words(id="replay-list"), id="replay-side")))
            self.set_focus(None)
        elif not self.told and self.eyes != EVERYONE:
            seat = moment.seat(self.eyes, own=self._owns(moment))
            panel = panel_class(self.replay.header.game)(seat, self._memory(moment), read_only=True)
            side = VerticalScroll(Words(id="replay-list"), id="replay-side")
            side.display = False  # until it is known to have something to say
            await body.mount(Horizontal(panel, side))
            self.set_focus(None)  # so that the arrows turn rounds; Tab goes into the panel
        else:
            words = Words(text.lines(self._rows(moment)), id="replay-text")
            scroll = VerticalScroll(words, id="replay-scroll", classes="pane")
            await body.mount(scroll)
            scroll.focus()
        self._show_step()

    def _show_step(self) -> None:
        """The step of the moment: only what differs is painted."""
        self.query_one("#frame", Paper).update(text.line(*self._title()))
        self.query_one("#replay-scrub", Paper).update(scrub(self.story, self.place, self.size.width))
        scene = self.scene
        step = ""
        if self.drawn and scene is not None:
            step = scene.steps[self.at - 1].text if self.at else "Before the close. \u2192 goes through what happened."
            listed_beside = self.size.width >= LISTED
            for stage in self.query(Stage):
                stage.alone, stage.curve = not listed_beside, self.curve
                stage.show(self.story, self.place, self.at)
            step = "" if listed_beside else step
            for side in self.query("#replay-side"):
                side.display = self.size.width >= LISTED
            for listed in self.query("#replay-list").results(Words):
                listed.update(text.lines(step_rows(self._wrapped(scene), self.at)))
                self.call_after_refresh(self._follow, scene, listed)
        elif self.tabled and self.moment is not None:
            step = self._sealed(self.moment)
            private = self._private(self.moment)
            for listed in self.query("#replay-list").results(Words):
                listed.update(text.lines(private[1:]))  # its first row parts it from what stands above on a page
            for side in self.query("#replay-side"):
                side.display = self.size.width >= LISTED and bool(private)
        self.query_one("#replay-step", Paper).update(text.line((f" {step}", "$strong")))

    def _follow(self, scene: Scene, listed: Words) -> None:
        """Keep the step in sight in the list, with what comes next."""
        if listed.is_attached:
            row = 1 + sum(map(len, self._wrapped(scene)[: max(0, self.at - 1)]))
            high = self.query_one("#replay-side").size.height
            self.query_one("#replay-side").scroll_to(y=max(0, row - high * 2 // 3), animate=False)

    def _wrapped(self, scene: Scene) -> list[list[str]]:
        """The words of the round's steps in lines, found once."""
        if self._lines is None or self._lines[0] is not scene:
            wrapped = [[line.plain for line in text.wrapped(step.text, SIDE - 2)] for step in scene.steps]
            self._lines = scene, wrapped
        return self._lines[1]

    def on_resize(self) -> None:
        if self.query("#replay-scrub"):
            self._show_step()

    def _title(self) -> list[text.Part]:
        moment, spec, scene = self.moment, self.replay.final.game.spec, self.scene
        where = "the result" if moment is None else f"{spec.round_word} {moment.round}/{spec.rounds}"
        whose = "everyone's eyes" if self.eyes == EVERYONE else f"{self.eyes}'s eyes"
        shown = "" if moment is None else self._shown()
        if self.drawn and scene is not None:
            shown = f"step {self.at}/{len(scene.steps)}"
        playing = "" if self._playing is None else f"playing, {SPEEDS[self._speed]:g} s a step"
        title = self.replay.header.title or spec.title
        parts: list[text.Part] = [(f" {title}", "$strong")]
        for part in ("replay", where, whose, shown, playing):
            parts += [(" \u00b7 ", "$faint"), part] if part else []
        return parts

    def _shown(self) -> str:
        if self.tabled:
            return "the table before the close"
        return "what was told" if self.eyes == EVERYONE else "what came of it"

    def _rows(self, moment: Moment) -> list[text.Part]:
        if self.eyes == EVERYONE:
            return everyone_rows(self.replay, moment)
        wide = self.size.width - 6
        own = self._owns(moment)
        seat = self.replay.seat(self.eyes, own=self._may_read(self.eyes))
        page = report_page(self.story, seat, moment.round, wide, self._memory(moment) if own else None)
        return [*self._hindsight(moment), *page, *self._private(moment)]

    # --- one seat's eyes ---------------------------------------------------------------------------------------------
    @property
    def tabled(self) -> bool:
        """Is a seat's own table shown?"""
        return self.eyes != EVERYONE and not self.told and self.moment is not None

    def _may_read(self, eyes: str) -> bool:
        """Are these conversations the reader's own (CM-09)? Where eyes have to be proved, whoever proved them is."""
        return eyes in self._own or (self._may is not None and eyes != EVERYONE)

    def _owns(self, moment: Moment) -> bool:
        """Does the reader hold this seat, and did so then? Draft, marks and notes of that moment are theirs (HH-39)."""
        return self._may_read(self.eyes) and self.replay.same_holder(moment, self.eyes)

    def _memory(self, moment: Moment) -> SeatMemory:
        """What its player had marked and expected in that round, where it is the reader's own; else nothing."""
        match = self.replay.header.match
        if self._owns(moment):
            return self.garnet.seat_memory(match, self.eyes).as_of(moment.round)
        return SeatMemory(Forgetful(), match, self.eyes)

    def _sealed(self, moment: Moment) -> str:
        """What of the table counted."""
        if not self._owns(moment):
            return f"What {self.eyes} sealed. What was drafted, expected, said and noted stays with {self.eyes}."
        seat = moment.seat(self.eyes, own=True)
        draft, sealed = seat.draft(), seat.sealed()
        if draft is None:
            return "Sealed as it stands." if sealed is not None else "Nothing was sealed."
        if draft.counts:
            return "The draft in its last form: it was to count at the deadline."
        return f"The draft in its last form, never sealed{': what was sealed before counted' if sealed else ''}."

    def _private(self, moment: Moment) -> list[text.Part]:
        """What this seat noted, said and heard, where it is the reader's own; nobody else's page has it."""
        if not self._may_read(self.eyes):
            return []
        rows: list[text.Part] = []
        if self._owns(moment) and (notes := moment.seat(self.eyes, own=True).notes().strip()):
            rows += ["", ("Your notes then", "$accent"), *(f"  {line}" for line in notes.splitlines())]
        return [*rows, *self._said(moment)]

    def _hindsight(self, moment: Moment) -> list[text.Part]:
        """What a bot would have done, if somebody asked (HH-38)."""
        found = self._best.get((self.eyes, moment.round))
        if found is None:
            return []
        level = level_of(self.replay.final.game)
        head = (f"A {level} bot, knowing what {self.eyes} knew before the close, would", "$accent")
        return [head, *(f"  {line}" for line in found), ""]

    def _said(self, moment: Moment) -> list[text.Part]:
        """What this seat said and heard in the round."""
        heard = [m for m in self.replay.final.said if m.round == moment.round and self.eyes in m.readers]
        rows = []
        for message in heard:
            others = text.joined([name for name in message.readers if name != message.by])
            to = message.channel if message.channel != "seats" else others
            rows.append(text.line("  ", (message.by, "$strong"), (f" to {to}: ", "$faint"), message.text))
        word = self.replay.final.game.spec.round_word
        return ["", (f"Said in this {word}; only you see it here", "$accent"), *rows] if rows else []

    # --- keys --------------------------------------------------------------------------------------------------------
    async def action_go(self, by: int) -> None:
        """To another round: on, before its close; back, likewise."""
        self._stop()
        self.tell("")
        place = max(0, min(len(self.replay.moments), self.place + by))
        await self._to(place, 0)

    async def action_step(self, by: int) -> None:
        """A step; past the last of a round its next. At a seat's table what came of it; in everybody's words a whole
        round."""
        self._stop()
        self.tell("")
        await self._step(by)

    async def _step(self, by: int) -> None:
        scene, moment = self.scene, self.moment
        if self.eyes != EVERYONE and (moment is not None or by < 0):
            await self._turn_page(by)
        elif not self.drawn or scene is None:
            place = max(0, min(len(self.replay.moments), self.place + by))
            await self._to(place, len(self.story.scenes[place].steps) if self._draws(place) and by < 0 else 0)
        elif 0 <= self.at + by <= len(scene.steps):
            self.at += by
            self._show_step()
        elif by > 0:
            await self._to(self.place + 1, 0)
        elif self.place:
            await self._to(self.place - 1, len(self.story.scenes[self.place - 1].steps))

    async def _turn_page(self, by: int) -> None:
        """Through one seat's match: its table, what came of it, the next table."""
        told = self.moment is not None and self.told
        if told == (by > 0):
            place = max(0, min(len(self.replay.moments), self.place + by))
            if place == self.place:
                return
            self.place, self.told = place, by < 0
        else:
            self.told = by > 0
        await self._paint()

    def _draws(self, place: int) -> bool:
        return self.eyes == EVERYONE and not self.told and place < len(self.story.scenes)

    async def _to(self, place: int, at: int) -> None:
        again = place == self.place and self.drawn and bool(self.query(Stage))
        self.place, self.at = place, at
        if again or (self.drawn and self.query(Stage)):
            self._show_step()
        else:
            await self._paint()

    async def action_turn_to(self, number: int) -> None:
        """To a turning point, as everyone's eyes see it where that is allowed."""
        self._stop()
        turns = self.story.turns
        if not 1 <= number <= len(turns):
            self.tell(f"There are {len(turns)} turning points." if turns else "No turning points are known here.")
            return
        turn = turns[number - 1]
        place = next(n for n, scene in enumerate(self.story.scenes) if scene.round == turn.round)
        await self._to(place, self._end_of(turn, place) if self._draws(place) else 0)
        self.tell(turn.text)

    def _end_of(self, turn: Turn, place: int) -> int:
        return len(self.story.scenes[place].steps) if turn.step is None else turn.step + 1

    async def action_turn(self) -> None:
        if self.moment is None:
            return
        self._stop()
        self.tell("")
        self.told = not self.told
        await self._paint()

    async def action_play(self) -> None:
        if self._playing is not None:
            self._stop()
            self._show_step()
        elif self.moment is not None:
            if self.eyes == EVERYONE and self.told:
                await self.action_turn()
            self._start()
            self._show_step()

    def action_speed(self, by: int) -> None:
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self._playing is not None:
            self._stop()
            self._start()
        self.tell(f"{SPEEDS[self._speed]:g} seconds a step.")
        self._show_step()

    def _start(self) -> None:
        self._playing = self.set_interval(SPEEDS[self._speed], self._on)

    async def _on(self) -> None:
        """The next step, by itself; the result is where it ends."""
        await self._step(1)
        if self.moment is None:
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def action_eyes(self) -> None:
        self._stop()
        rows = [Row(eyes, "Everyone" if eyes == EVERYONE else eyes) for eyes in self.allowed]

        def look(eyes: str) -> None:
            self.tell("")
            self.eyes, self.told, self.at = eyes, False, 0
            self.call_later(self._paint)

        def chosen(eyes: str | None) -> None:
            if eyes is not None:
                if self._may is None or eyes == EVERYONE:
                    look(eyes)
                else:
                    self._may(eyes, lambda: look(eyes))

        self.app.push_screen(Pick("Whose eyes?", rows, self.eyes), chosen)

    async def action_best(self) -> None:
        """What a bot would have done in this seat: thought out beside the loop, one moment at a time (HH-38)."""
        moment, eyes = self.moment, self.eyes
        if moment is None or eyes == EVERYONE:
            self.tell("e chooses a seat: what a bot would have done is told from what one seat knew.")
            return
        self._stop()
        self.tell("Thinking...")
        self.run_worker(self._think(moment, eyes), group="best", exclusive=True)

    async def _think(self, moment: Moment, eyes: str) -> None:
        try:
            found = await asyncio.to_thread(self.replay.would_have, moment, eyes, self._may_read(eyes))
        except Refused as refusal:
            self.tell(refusal.message)
            return
        self._best[eyes, moment.round] = found
        if self.moment is moment and self.eyes == eyes:
            self.tell("")
            self.told = True
            await self._paint()

    def action_curve(self) -> None:
        for paper in self.query(ResultPaper):
            paper.next_curve()
        if self.drawn:
            self.curve += 1
            self._show_step()

    def action_whose(self) -> None:
        for paper in self.query(ResultPaper):
            paper.next_seat()

    def action_rules(self) -> None:
        self.garnet.open_rules(self.replay.header.game)

    def copied(self) -> str:
        shown = [paper.plain if isinstance(paper, ResultPaper) else str(paper.content) for paper in self.query(Paper)]
        stage = ["\n".join(row.plain.rstrip() for row in s.fit(self.size.width)) for s in self.query(Stage)]
        return "\n".join(part for part in [*shown, *stage] if part)


def scrub(told: Story, place: int, width: int) -> Content:
    """All rounds in a line, the one that is shown lit, turning points by their digits, the result at the end."""
    parts: list[text.Part] = [" "]
    for number_, scene in enumerate(told.scenes):
        turns = "".join(str(n) for n, turn in enumerate(told.turns, 1) if turn.round == scene.round)
        here = number_ == place
        parts.append((f" {scene.round} ", "$pick" if here else "$ink"))
        parts.append((f"{turns}" if turns else "", "$key"))
        parts.append((" \u2500 " if width >= 100 else " ", "$faint"))
    parts.append((" result ", "$pick" if place >= len(told.scenes) else "$ink"))
    return text.line(*parts).truncate(width, ellipsis=True)


def step_rows(steps: Sequence[Sequence[str]], at: int) -> list[text.Part]:
    """The steps of a round, each in its lines: those that have happened, the last one marked, those to come faint."""
    rows: list[text.Part] = [(f"What happened: {len(steps)} steps", "$accent")]
    for number_, wrapped in enumerate(steps, 1):
        style = "$strong" if number_ == at else "$ink" if number_ < at else "$faint"
        mark = "\u25b8 " if number_ == at else "  "
        rows += [text.line((mark if n == 0 else "  ", "$key"), (line, style)) for n, line in enumerate(wrapped)]
    return rows


def report_page(told: Story, seat: Seat, round_: int, width: int, memory: SeatMemory | None = None) -> list[text.Part]:
    """What came of a round for one seat, as its report told it; `memory` for what its player had expected."""
    entry = next(entry for entry in seat.closed_rounds() if entry.round == round_)
    course = course_of(told, seat, round_)
    return [*round_rows(seat, entry, memory, course)[1:-1], *picture_rows(told, round_, width)]


def own_rows(replay: Replay, moment: Moment, seat: str) -> list[text.Part]:
    """What one seat ordered and was told."""
    game, record, sight = replay.final.game, moment.record, replay.seat(seat).view()
    orders = record.orders.get(seat)
    rows: list[text.Part] = [(f"{seat} ordered", "$accent")]
    rows += (
        [f"  {line}" for line in game.restate_to(orders, sight)] if orders is not None else [("  nothing", "$faint")]
    )
    told = [t.notice.text for t in replay.final.told.get(seat, ()) if t.round == record.round]
    rows += [f"  {line}" for line in told]
    told_now = game.tell_to(record.reports[seat], sight)
    return [*rows, ("  and was told", "$strong"), *(f"  {line}" for line in told_now)]


def told_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """What all were told at a close."""
    told = public_rows(replay.final.game, moment.record.public)
    return [("Everyone was told", "$accent"), *(text.line("  ", row) for row in told)] if told else []


def everyone_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """Every seat's orders and report of a round, then what all were told."""
    rows: list[text.Part] = []
    for seat in replay.header.seats:
        rows += [*own_rows(replay, moment, seat), ""]
    return [*rows, *told_rows(replay, moment)]
