"""The replay of a finished match: drawn step by step for everybody, or as one seat's table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.refusal import Refused
from core.story.parts import Scene, Story
from tui.app.fitting import Repainting
from tui.games import panel_class
from tui.games.place import HoldsPanel
from tui.screens.anew import PlaysAnew
from tui.screens.dialogs import Pick
from tui.screens.result.past_tables import EVERYONE, Eyes, PastMoment, Replay
from tui.screens.result.stage import DrawingStage, Player, ReplaySpot, everyone_rows, report_page, scrub, step_rows
from tui.widgets.boxes import Horizontal, Vertical, VerticalScroll
from tui.widgets.choices import Row
from tui.widgets.ending import ResultPaper
from tui.widgets.lines import Paper, Words
from tui.words import text
from tui.words.ending_rows import ending_head, ending_tail

May = Callable[[str, Callable[[], None]], None]
"""Asks whether a point of view is allowed (by a PIN, say), and calls back if so."""

LISTED = 140
"""Width from which all steps are listed beside the drawing."""
SIDE = 37
"""Columns of the words in that list."""


class ReplayScreen(HoldsPanel, PlaysAnew):
    """Left and right go by steps, up and down by rounds; space plays, digits go to the turning points."""

    TOPIC = """\
As everyone, each round is drawn and played step by step in the order of the rules. The line above lists the rounds;
▴1 marks the first turning point. After the last round comes the result. A seat's own view shows its table just
before the close, and then what its orders brought; the player of the seat also sees its last draft, marks,
expectations, talk and notes. A sharp bot's move is computed from what that seat knew, with how much more it hoped
for."""
    BINDINGS = [
        Binding("left", "step(-1)", "step back", id="replay.back", key_display="←", tooltip="A step back."),
        Binding("right", "step(1)", "step on", id="replay.on", key_display="→", tooltip="A step on."),
        Binding("up,less_than_sign,pageup", "go(-1)", "round back", show=False, id="replay.earlier",
                tooltip="A round back."),
        Binding("down,greater_than_sign,pagedown", "go(1)", "round on", id="replay.later", key_display="↑↓",
                tooltip="A round on."),
        Binding("home", "end(False)", "start", id="replay.home", key_display="Home", priority=True,
                tooltip="To the first round."),
        Binding("end", "end(True)", "result", id="replay.end", key_display="End", priority=True,
                tooltip="To the result."),
        Binding("space", "play", "play", id="replay.play", tooltip="Play, or stop."),
        Binding("plus,equals_sign", "speed(1)", "faster", show=False, id="replay.faster", tooltip="Play faster."),
        Binding("minus", "speed(-1)", "slower", show=False, id="replay.slower", tooltip="Play slower."),
        Binding("enter", "turn", "words", id="replay.turn", tooltip="The drawing or table, or what was told."),
        Binding("e", "eyes", "eyes", id="replay.eyes", tooltip="Whose eyes to look through."),
        Binding("b", "best", "a bot", id="replay.best",
                tooltip="At a seat's table: what a sharp bot would have done, knowing what it knew."),
        Binding("c", "curve", "curve", id="replay.curve", tooltip="Another of the curves."),
        Binding("v", "whose", "whose", id="replay.whose", tooltip="At the result: whose curve stands out."),
        *(Binding(str(n), f"turn_to({n})", "turning points", id=f"replay.turn{n}", tooltip="To a turning point.")
          for n in range(1, 8)),
        Binding("R", "rules", "rules", id="replay.rules", tooltip="How to play, with the rulings."),
    ]  # fmt: skip

    def __init__(
        self, replay: Replay, eyes: tuple[str, ...], at: str | None = None, may: May | None = None,
        own: tuple[str, ...] = (), turn: int | None = 0,
    ) -> None:  # fmt: skip
        """`eyes`: seats whose view is allowed, and EVERYONE for all. `own`: seats with conversations that belong to
        the viewer (CM-09). `turn`: turning point to begin at; 0 for the first round, None for the result."""
        super().__init__(id="replay")
        self.replay = replay
        self.allowed = eyes
        self.eyes = at or eyes[-1]
        self._may = may
        self._own = own
        self._turn = turn
        self.curve = 0
        """Number of the curve under the drawing."""
        self._looked: dict[str, Eyes] = {}
        self._lines: tuple[Scene, list[list[str]]] | None = None
        """Steps of a round, in lines."""
        self.spot = ReplaySpot(len(replay.moments) if turn is None else 0)
        self._player = Player(self, self._on)
        self._paint = Repainting(self._build)

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Paper(id="replay-scrub")
        yield Vertical(id="replay-body", classes="house-pane")
        yield Paper(id="replay-step")

    async def on_mount(self) -> None:
        await self._paint()
        if self._turn:
            await self.action_turn_to(self._turn)

    # --- where it stands ---------------------------------------------------------------------------------------------
    @property
    def current_eyes(self) -> Eyes:
        if self.eyes not in self._looked:
            # A viewer who proved the seat owns its conversations (CM-09).
            own = self.eyes in self._own or (self._may is not None and self.eyes != EVERYONE)
            self._looked[self.eyes] = Eyes(self.replay, self.eyes, own, self.services.seat_memory)
        return self._looked[self.eyes]

    @property
    def moment(self) -> PastMoment | None:
        """Round shown; None at the result."""
        moments = self.replay.moments
        return moments[self.spot.place] if self.spot.place < len(moments) else None

    @property
    def story(self) -> Story:
        return self.current_eyes.story

    @property
    def scene(self) -> Scene | None:
        """Scene shown; None at the result."""
        return self.story.scenes[self.spot.place] if self.spot.place < len(self.story.scenes) else None

    @property
    def drawn(self) -> bool:
        """True if the round is drawn, rather than shown as a table or in words."""
        return self.eyes == EVERYONE and not self.spot.told and self.scene is not None

    @property
    def shows_table(self) -> bool:
        return self.eyes != EVERYONE and not self.spot.told and self.moment is not None

    # --- painting ----------------------------------------------------------------------------------------------------
    async def _build(self) -> None:
        body = self.query_one("#replay-body")
        await body.remove_children()
        moment = self.moment
        if moment is None:
            paper = ResultPaper(id="replay-text")
            scroll = VerticalScroll(paper, id="replay-scroll", classes="house-pane")
            await body.mount(scroll)
            everyone = self.eyes == EVERYONE  # for everybody any seat serves: the page is the same
            place = self.replay.seat(self.replay.header.seats[0] if everyone else self.eyes)
            news: list[text.Part] = [item.text for item in place.news()]
            paper.tell(
                self.story, ending_head(place), [*news, "", *ending_tail(place, self.story, report=not everyone)]
            )
            scroll.focus()
        elif self.drawn:
            scroll = VerticalScroll(DrawingStage(), id="replay-scroll", classes="house-pane")
            await body.mount(Horizontal(scroll, VerticalScroll(Words(id="replay-list"), id="replay-side")))
            self.set_focus(None)
        elif self.shows_table:
            seat = moment.seat(self.eyes, is_own=self.current_eyes.owns(moment))
            panel = panel_class(self.replay.header.game)(seat, self.current_eyes.memory(moment), read_only=True)
            side = VerticalScroll(Words(id="replay-list"), id="replay-side")
            side.display = False  # hidden until it has text
            await body.mount(Horizontal(panel, side))
            self.set_focus(None)  # so that the arrows turn rounds; Tab goes into the panel
        else:
            words = Words(text.lines(self._rows(moment)), id="replay-text")
            scroll = VerticalScroll(words, id="replay-scroll", classes="house-pane")
            await body.mount(scroll)
            scroll.focus()
        self._show_step()
        self.refresh_bindings()

    def _show_step(self) -> None:
        self.query_one("#frame", Paper).update(text.line(*self._title()))
        self.query_one("#replay-scrub", Paper).update(scrub(self.story, self.spot.place, self.size.width))
        scene = self.scene
        step = ""
        if self.drawn and scene is not None:
            step = (
                scene.steps[self.spot.at - 1].text
                if self.spot.at
                else "Before the close. \u2192 goes through what happened."
            )
            listed_beside = self.size.width >= LISTED
            for stage in self.query(DrawingStage):
                stage.alone, stage.curve = not listed_beside, self.curve
                stage.show(self.story, self.spot.place, self.spot.at)
            step = "" if listed_beside else step
            for side in self.query("#replay-side"):
                side.display = self.size.width >= LISTED
            for listed in self.query("#replay-list").results(Words):
                listed.update(text.lines(step_rows(self._step_lines(scene), self.spot.at)))
                self.call_after_refresh(self._follow, scene, listed)
        elif self.shows_table and self.moment is not None:
            step = self.current_eyes.sealed_words(self.moment)
            private = self.current_eyes.private_rows(self.moment)
            for listed in self.query("#replay-list").results(Words):
                listed.update(text.lines(private[1:]))  # its first row separates it from a page above
            for side in self.query("#replay-side"):
                side.display = self.size.width >= LISTED and bool(private)
        self.query_one("#replay-step", Paper).update(text.line((f" {step}", "$strong")))

    def _follow(self, scene: Scene, listed: Words) -> None:
        if listed.is_attached:
            row = 1 + sum(map(len, self._step_lines(scene)[: max(0, self.spot.at - 1)]))
            high = self.query_one("#replay-side").size.height
            self.query_one("#replay-side").scroll_to(y=max(0, row - high * 2 // 3), animate=False)

    def _step_lines(self, scene: Scene) -> list[list[str]]:
        if self._lines is None or self._lines[0] is not scene:
            wrapped = [[line.plain for line in text.wrapped(step.text, SIDE - 2)] for step in scene.steps]
            self._lines = scene, wrapped
        return self._lines[1]

    def on_resize(self) -> None:
        if self.query("#replay-scrub"):
            self._show_step()

    def _title(self) -> list[text.Part]:
        moment, spec, scene = self.moment, self.replay.final.spec, self.scene
        where = "the result" if moment is None else spec.progress(moment.round, exact=True)
        whose = "everyone's eyes" if self.eyes == EVERYONE else f"{self.eyes}'s eyes"
        words = "what was told" if self.eyes == EVERYONE else "what came of it"
        shown = "" if moment is None else "the table before the close" if self.shows_table else words
        if self.drawn and scene is not None:
            shown = f"step {self.spot.at}/{len(scene.steps)}"
        playing = f"playing, {self._player.seconds:g} s a step" if self._player.runs else ""
        title = self.replay.final.title
        parts: list[text.Part] = [(f" {title}", "$strong")]
        for part in ("replay", where, whose, shown, playing):
            parts += [(" \u00b7 ", "$faint"), part] if part else []
        if text.line(*parts).cell_length > self.size.width:  # then drop what the page shows anyway
            parts = [shown.partition(" before ")[0] if part == shown else part for part in parts]
        return parts

    def _rows(self, moment: PastMoment) -> list[text.Part]:
        if self.eyes == EVERYONE:
            return everyone_rows(self.replay, moment)
        own = self.current_eyes.owns(moment)
        seat = self.replay.seat(self.eyes, is_own=self.current_eyes.own)
        page = report_page(
            self.story, seat, moment.round, self.size.width - 6, self.current_eyes.memory(moment) if own else None
        )
        return [*self.current_eyes.hindsight_rows(moment), *page, *self.current_eyes.private_rows(moment)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """At the result nothing can be played or turned. Curves exist at the result and for drawn rounds."""
        if action in ("play", "turn", "best"):
            return self.moment is not None
        if action == "end":
            return (self.moment is not None) == bool(parameters[0])
        if action == "turn_to":
            return int(str(parameters[0])) <= len(self.story.turns)
        if action == "whose":
            return self.moment is None and any(paper.contrasts for paper in self.query(ResultPaper))
        if action == "curve" and self.moment is None:
            return any(paper.curves > 1 for paper in self.query(ResultPaper))
        return action != "curve" or self.drawn

    # --- keys --------------------------------------------------------------------------------------------------------
    async def action_go(self, by: int) -> None:
        self._halt()
        await self._go_to(self.spot.moved_by(by, len(self.replay.moments)))

    async def action_end(self, result: bool) -> None:
        self._halt()
        await self._go_to(ReplaySpot(len(self.replay.moments) if result else 0, told=self.spot.told and not result))

    async def action_step(self, by: int) -> None:
        """Go a step, and past the last step to the next round. A seat's table has its report as second step; words
        have a whole round."""
        self._halt()
        await self._step(by)

    async def _step(self, by: int) -> None:
        if self.eyes == EVERYONE:
            await self._go_to(self.spot.stepped_by(by, [len(scene.steps) for scene in self.story.scenes]))
        else:
            await self._go_to(self.spot.paged_by(by, len(self.replay.moments)))

    async def _go_to(self, spot: ReplaySpot) -> None:
        moved, self.spot = spot != self.spot, spot
        if not moved or (self.drawn and self.query(DrawingStage)):
            self._show_step()
        else:
            await self._paint()

    async def action_turn_to(self, number: int) -> None:
        self._player.stop()
        turns = self.story.turns
        if not 1 <= number <= len(turns):
            self.tell(f"There are {len(turns)} turning points." if turns else "No turning points are known here.")
            return
        turn = turns[number - 1]
        place, scene = next((n, scene) for n, scene in enumerate(self.story.scenes) if scene.round == turn.round)
        end = len(scene.steps) if turn.step is None else turn.step + 1
        drawn = self.eyes == EVERYONE and not self.spot.told
        await self._go_to(self.spot._replace(place=place, at=end if drawn else 0))
        self.tell(turn.text)

    async def action_turn(self) -> None:
        if self.moment is None:
            return
        self._halt()
        await self._go_to(self.spot._replace(told=not self.spot.told))

    async def action_play(self) -> None:
        if self._player.runs:
            self._player.stop()
        elif self.moment is not None:
            if self.eyes == EVERYONE and self.spot.told:
                await self.action_turn()
            self._player.start()
        self._show_step()

    def action_speed(self, by: int) -> None:
        self._player.faster(by)
        self.tell(f"{self._player.seconds:g} seconds a step.")
        self._show_step()

    async def _on(self) -> None:
        await self._step(1)
        if self.moment is None:
            self._player.stop()

    def _halt(self) -> None:
        self._player.stop()
        self.tell("")

    def action_eyes(self) -> None:
        self._player.stop()
        rows = [Row(eyes, "Everyone" if eyes == EVERYONE else eyes) for eyes in self.allowed]

        def look(eyes: str) -> None:
            self.tell("")
            self.eyes, self.spot = eyes, ReplaySpot(self.spot.place)
            self.call_later(self._paint)

        def chosen(eyes: str) -> None:
            if self._may is None or eyes == EVERYONE:
                look(eyes)
            else:
                self._may(eyes, lambda: look(eyes))

        self.services.ask(Pick("Whose eyes?", rows, self.eyes), chosen)

    async def action_best(self) -> None:
        """Compute in the background what a bot would have done in this seat, one moment at a time (HH-38)."""
        moment, eyes = self.moment, self.eyes
        if moment is None or eyes == EVERYONE:
            self.tell("e chooses a seat: what a bot would have done is told from what one seat knew.")
            return
        self._player.stop()
        self.tell("Thinking...")
        self.run_worker(self._think(moment, self.current_eyes), group="best", exclusive=True)

    async def _think(self, moment: PastMoment, eyes: Eyes) -> None:
        try:
            await asyncio.to_thread(eyes.compute_hindsight, moment)
        except Refused as refusal:
            self.tell(refusal.message)
            return
        if self.moment is moment and self.current_eyes is eyes:
            self.tell("")
            self.spot = self.spot._replace(told=True)
            self.call_later(self._paint)  # deferred, because painting removes the worker's page while it runs

    def action_curve(self) -> None:
        for paper in self.query(ResultPaper):
            paper.next_curve()
        if self.drawn:
            self.curve += 1
            self._show_step()

    def action_whose(self) -> None:
        for paper in self.query(ResultPaper):
            paper.next_seat()

    def match_and_round(self) -> tuple[str, int | None]:
        return self.replay.header.match, None if self.moment is None else self.moment.round

    def action_rules(self) -> None:
        self.services.open_rules(self.replay.header.game, spec=self.replay.final.spec)

    def text_to_copy(self) -> str:
        shown = [paper.plain if isinstance(paper, ResultPaper) else str(paper.content) for paper in self.query(Paper)]
        stage = ["\n".join(row.plain.rstrip() for row in s.fit(self.size.width)) for s in self.query(DrawingStage)]
        return "\n".join(part for part in [*shown, *stage] if part)
