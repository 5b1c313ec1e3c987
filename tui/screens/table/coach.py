"""The coach: its line above the table, and its page with reasons and a move to take over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.botplay.plan import PlanStep, StepKind, audience
from core.bots.coach import Hint
from core.bots.contract import Say
from core.decoding import decode, plain
from core.match.pace import MESSAGES
from core.story.parts import listed
from core.table.coached import CoachedSeat
from core.table.seat import Seat
from tui.app.memory import DocumentShelf, SeatMemory
from tui.screens.dialogs import Dialog
from tui.screens.table.ordering import OrderingScreen, promise_rows, restated
from tui.widgets.boxes import VerticalScroll
from tui.widgets.frame import StatusLine, press
from tui.widgets.lines import Lines, Paper
from tui.words import text

OWN_ROW = 26
"""Terminal rows from which the coach has its own row; below, it would cost the table a part."""

NARROW = 60
"""Columns below which everything around its words is shortened."""

KEYS: text.Part = text.line((" C", "$key"), (" how, ", "$faint"), ("H", "$key"), (" hush ", "$faint"))


def coach_line(hint: Hint, width: int) -> Content:
    head = " "
    if hint.step and hint.of > 1:
        head = f" {hint.step} of {hint.of}: " if width >= NARROW else f" {hint.step}/{hint.of} "
    room = max(0, width - len(head) - text.line(KEYS).cell_length)
    if len(hint.words) > room:  # the keys are shortened before the words: the page names them
        tail = text.line((" C", "$key"), (" how ", "$faint")) if width >= NARROW else text.line((" C", "$key"), " ")
        room = max(0, width - len(head) - tail.cell_length)
    else:
        tail = text.line(KEYS)
    shown = hint.words if len(hint.words) <= room else hint.brief or hint.words
    words = text.fit(text.line((shown, "$strong")), room)
    return text.fit(text.line((head, "$accent"), words, tail), width)


class CoachLine(Lines):
    DEFAULT_CSS = "CoachLine { height: 1; background: $sheet; display: none; }"

    def __init__(self) -> None:
        super().__init__(id="coach")
        self.hint: Hint | None = None

    def show(self, hint: Hint | None) -> None:
        """Show a hint; None hides the line."""
        self.hint = hint
        self.display = hint is not None
        self.redraw()

    def drawn(self) -> Sequence[Content]:
        return [] if self.hint is None else [coach_line(self.hint, self.size.width)]

    def on_click(self) -> None:
        press(self.screen, "C")


class Coaching:
    """The coach's memory: by seat the closed rounds at which it began, by person the games it has shown."""

    def __init__(self, seat: Seat, memory: DocumentShelf, pupil: str | None, plan: CoachedSeat | None = None) -> None:
        """`pupil`: id of the player between matches; None if the coach must not come unasked. `plan`: a
        lesson's own; None for the usual."""
        self._seat = seat
        self.plan = plan or CoachedSeat(seat)
        self._own = SeatMemory(memory, seat.frame().match, seat.name)
        self._pupil = None if pupil is None else SeatMemory(memory, "coached", pupil)

    @property
    def on(self) -> bool:
        return self._since is not None

    @property
    def _since(self) -> int | None:
        began: int | None = self._own.get("coach")
        return began

    def arrive(self, knows_game: bool) -> bool:
        """Start by itself if this person never had the coach in this game nor played it (`knows_game`). Return True
        if it started."""
        frame = self._seat.frame()
        if self._pupil is None or self._seat.name is None or self._pupil.get(frame.game):
            return False
        self._pupil.put(frame.game, True, soon=True)
        if knows_game or self.on or self._closed_count or frame.phase not in ("briefing", "pregame", "round"):
            return False
        self.begin()
        return True

    def begin(self) -> None:
        self._own.put("coach", self._closed_count, soon=True)
        self._own.put("coach_back", None, soon=True)

    def silence(self) -> None:
        self._own.put("coach", None)

    @property
    def _closed_count(self) -> int:
        return len(self._seat.closed_rounds())

    def hint(self) -> Hint | None:
        """Return the present hint, or None. The coach ends once the round after its last words is sealed or closes."""
        since, frame = self._since, self._seat.frame()
        if since is None or frame.phase not in ("pregame", "round"):
            return None
        hint = self._seat.game.coach(self._seat.lesson(since))
        if hint is None or hint.step:
            return hint
        looked_back: int | None = self._own.get("coach_back")
        if looked_back is None:
            self._own.put("coach_back", self._closed_count, soon=True)
        elif looked_back != self._closed_count or frame.orders == "SEALED":
            self._own.put("coach", None, soon=True)  # silently, because it was not asked for
            return None
        return hint

    def step(self, hurry: bool) -> PlanStep | None:
        """Return the next step of the plan, or None. `hurry` as in `CoachedSeat.step`."""
        return self.plan.step(self._since or 0, hurry)


BESIDE = 160
"""Columns from which the page stands at the right, beside the board."""
AROUND = 7
"""Terminal rows outside the page: its frame, the status line, the keys."""

READ = 1.0
"""Seconds that a wait is shown before Enter goes on without it."""

Answer = Literal["take", "lie", "hush"]

HEADS: Final[Mapping[StepKind, str]] = {
    "say": "Next: say it", "act": "Next: do it at the table, at once", "wait": "Next: wait",
    "draft": "Next: draft it", "seal": "Next: seal it", "ready": "Next: say that you are ready",
}  # fmt: skip
FEET: Final[Mapping[StepKind, str]] = {
    "say": "Enter says it in your name, and shows what comes next.",
    "act": "Enter does it; it cannot be taken back.",
    "wait": "What comes moves this page on by itself. Enter goes on without it.",
    "draft": "Enter puts it into your draft, and shows what comes next; nothing is sealed yet.",
    "seal": "Enter seals it, and says that you are ready.",
    "ready": "Enter says that you are ready.",
}


class CoachPage(Dialog[Answer]):
    """The coach's page: the next step of the round, and why. The answer is `take` (do the step), `lie` (say what is
    left out because it is not so), `hush`, or None."""

    BROAD = True
    AUTO_FOCUS = ".pane-auto"
    BINDINGS = [
        Binding("enter", "take", "do it", id="coach.take", tooltip="Do the step that is shown."),
        Binding("enter", "done", "close", id="coach.done", tooltip="Close this page."),
        Binding("L,l", "lie", "say the lie", id="coach.lie", key_display="L", tooltip="Say what is not so."),
        Binding("H,h", "hush", "no more coach", id="coach.hush", key_display="H", tooltip="Send the coach away."),
    ]  # fmt: skip

    def __init__(
        self,
        hint: Hint,
        step: Callable[[], tuple[PlanStep | None, list[text.Part]]],
        now: Callable[[], float],
        is_past: Callable[[], bool] = lambda: False,
        by_hand: bool = True,
    ) -> None:
        """`step` returns the present step, and its orders in words; `now` is the table's time; `is_past` is true once
        the round or the match that the page is about is over. `by_hand`: also how a usual round goes on by hand."""
        super().__init__("Coach" if hint.step else "Coach: what came of it")
        self._is_past, self._by_hand = is_past, by_hand
        self._hint, self._look, self._now, self._since = hint, step, now, now()
        self.step, self._restated = step()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Close the page if its round ended under another page."""
        if self._is_past():
            self.dismiss(None)

    def on_resize(self) -> None:
        super().on_resize()
        self.styles.align_horizontal = "right" if self.app.size.width >= BESIDE else "center"

    def body(self) -> Iterable[Widget]:
        pane = VerticalScroll(Paper(text.lines(self.rows()), id="dialog-text"), classes="pane-auto")
        pane.styles.max_height = max(10, self.app.size.height - AROUND)
        yield pane

    def rows(self) -> list[text.Part]:
        """Return the page, the step first: at 80x24 all messages in the player's name stand above the edge."""
        rows: list[text.Part] = []
        if (step := self.step) is not None:
            rows.append((HEADS[step.kind], "$accent"))
            rows += [text.line(("Say  ", "$faint"), line) for line in _by_audience(step.say)]
            rows += self._restated
            if step.deed:
                rows.append(text.line(("Do   ", "$faint"), step.deed))
            if step.kind == "wait":
                rows.append(self._wait_words(step))
            rows.append((FEET[step.kind], "$faint"))
            rows += [text.line(("Lie  ", "$warn"), line, (" (not so)", "$warn")) for line in _by_audience(step.lies)]
            rows += [("L says it; Enter leaves it out.", "$faint")] if step.lies else []
            whys = [why for why in step.why if why != step.deed]
            rows += ["", *(text.line(("Why  ", "$faint"), why) for why in whys)] if whys else []
        else:
            rows.append(("Nothing is left to do now.", "$accent"))
        early = step is not None and step.kind in ("say", "wait") and self._hint.step >= self._hint.of
        if self._by_hand and not early:  # "press s" comes later
            by_hand = f"By hand, step {self._hint.step} of {self._hint.of}: " if self._hint.step else ""
            rows += ["", text.line((by_hand, "$accent"), (self._hint.words, "$strong")), *self._hint.more]
        return [*rows, "", ("H: no more coach.", "$faint")]

    def _wait_words(self, step: PlanStep) -> str:
        seconds = max(1, round(self._since + step.seconds - self._now()))
        if step.waits:
            return f"Wait for {listed(list(step.waits))}: {seconds} s at most."
        things = "1 message waits" if step.unsaid == 1 else f"{step.unsaid} messages wait"
        return f"{things} to be said: {seconds} s, for you say at most {MESSAGES} things a minute."

    def follow(self) -> bool:
        """Show the present step, if it is another one. Return True if it is."""
        if self._is_past():
            self.dismiss(None)
            return False
        before, since = self.step, self._since
        self.step, self._restated = self._look()
        waited = before is not None and self.step == replace(before, seconds=self.step.seconds if self.step else 0)
        if before == self.step or waited:
            self._since, self.step = since, before
            return False
        self._since = self._now()
        self._repaint()
        self.refresh_bindings()
        return True

    def tick(self) -> None:
        """Count a wait down; look again when it is over."""
        if self.step is None or self.step.kind != "wait":
            return
        if self._now() >= self._since + self.step.seconds:
            self.follow()
        else:
            self._repaint()

    def _repaint(self) -> None:
        for paper in self.query(Paper):
            paper.update(text.lines(self.rows()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("take", "done"):
            return (action == "take") == (self.step is not None)
        if action == "lie":
            return self.step is not None and bool(self.step.lies)
        return super().check_action(action, parameters)

    def action_lie(self) -> None:
        self.dismiss("lie")

    def action_take(self) -> None:
        if self.step is None or self.step.kind != "wait" or self._now() >= self._since + READ:
            self.dismiss("take")  # else it is a fast hand's second Enter

    def action_done(self) -> None:
        self.dismiss(None)

    def action_hush(self) -> None:
        self.dismiss("hush")


def _by_audience(says: Sequence[Say]) -> list[str]:
    """Return messages as lines, equal ones to several seats together."""
    recipients: dict[str, list[str]] = {}
    for say in says:
        recipients.setdefault(say.text, []).append(audience(say))
    return [f"{listed(to)}: {words}" for words, to in recipients.items()]


class TableCoach:
    """The coach of one table screen: line, page, and their actions."""

    def __init__(self, screen: OrderingScreen, goal: Hint | None = None, plan: CoachedSeat | None = None) -> None:
        """`goal`: a lesson's goal, which replaces the steps in the line. `plan`: the lesson's own."""
        self._screen, self._goal, self._plan = screen, goal, plan
        self._coaching: Coaching | None = None
        self._last: Hint | None = None
        self._hurried: int | None = None
        """The round in which the pupil waits no longer."""

    @property
    def coaching(self) -> Coaching:
        if self._coaching is None:
            screen = self._screen
            services = screen.services
            self._coaching = Coaching(screen.seat, services.memory, services.coach_key(screen.seat), self._plan)
        return self._coaching

    @property
    def words(self) -> str:
        return "" if self._last is None else self._last.words

    @property
    def teaches(self) -> bool:
        return self._goal is not None

    @property
    def possible(self) -> bool:
        return (
            self._screen.seat.name is not None and self._screen.panel is not None and not self._screen.panel.read_only
        )

    def arrive(self) -> bool:
        """Let the coach come by itself to a new player, once; a lesson is no match. Return True if it speaks."""
        screen = self._screen
        if self.teaches:
            self.show()
            return True
        knows_game = SeatMemory(screen.services.memory, "games known", screen.seat.name).get(screen.seat.frame().game)
        has_come = self.possible and self.coaching.arrive(bool(knows_game))
        self.show()
        return has_come or (self.possible and self.coaching.on)

    def show(self) -> None:
        if self._screen.seat.name is None:
            return
        hint = self._goal or (self.coaching.hint() if self.coaching.on else None)
        own_row = self._screen.app.size.height >= OWN_ROW
        for line in self._screen.query(CoachLine):
            line.show(hint if own_row else None)
        fresh, self._last = hint is not None and hint != self._last, hint
        for status in self._screen.query(StatusLine):
            status.set_resting(None if hint is None or own_row else partial(coach_line, hint))
            if fresh and not own_row:
                status.make_way()  # an older message would cover this step

    def open(self) -> None:
        """Open the page. A silent coach speaks again from the open round on."""
        screen = self._screen
        if not self.possible:
            screen.tell("There is nothing to be coached in here now.")
            return
        if not self.coaching.on:
            self.coaching.begin()
        hint = self.coaching.hint()
        self.show()
        if hint is not None and not hint.step:  # it has looked back: it coaches this round from its start
            self.coaching.begin()
            hint = self.coaching.hint() or hint
        if hint is None:
            screen.tell("The coach speaks when the round is open.")
            return
        frame = screen.seat.frame()

        def is_past() -> bool:
            now = screen.seat.frame()
            return (now.round, now.over) != (frame.round, frame.over)

        page = CoachPage(hint, self._step_and_rows, lambda: screen.seat.now, is_past, by_hand=not self.teaches)

        def answered(answer: Answer | None) -> None:
            if answer == "hush":
                self.hush()
            elif answer is not None and page.step is not None:
                self._take(page.step, answer == "lie")

        screen.app.push_screen(page, answered)

    def _step(self) -> PlanStep | None:
        return self.coaching.step(self._screen.seat.frame().round == self._hurried)

    def _step_and_rows(self) -> tuple[PlanStep | None, list[text.Part]]:
        step, screen = self._step(), self._screen
        if step is None or step.orders is None:
            return step, []
        rows = [*restated(screen.seat, step.orders), *promise_rows(screen.seat, step.orders)]
        if step.kind == "seal" and screen.panel is not None and screen.panel.orders == step.orders:
            rows += [text.line(("! ", "$warn"), (warning, "$warn")) for warning in screen.panel.warnings()]
        return step, rows

    def follow(self, *, ticks: bool = False) -> None:
        """Bring an open page up to date. `ticks`: only time has passed."""
        for page in self._screen.app.screen_stack:
            if isinstance(page, CoachPage):
                page.tick() if ticks else page.follow()

    def _take(self, step: PlanStep, lies: bool) -> None:
        """Do a step, or say what it leaves out; if something has changed since it was shown, show the next one."""
        screen, seat = self._screen, self._screen.seat
        if screen.panel is None or seat.frame().round != step.round:
            screen.tell("The round it was meant for is over.", "warn")
            return
        if step.kind == "wait":
            self._hurried = step.round
            self.open()
            return
        if self._step() != step:
            self.open()
            screen.tell("Something came in between: look again.", "warn")
            return
        if lies:
            step = replace(step, kind="say", say=step.lies, action=None)
        if step.kind == "draft" and step.orders is not None:
            screen.panel.edit(plain(decode(seat.game.Orders, step.orders, "orders")))
        elif not screen.attempt(partial(self.coaching.plan.do, step)):
            return
        self.show()
        names = listed(step.recipients)
        has = "have" if len(step.recipients) > 1 else "has"
        if step.kind in ("say", "draft"):  # Enter goes on until the orders are sealed
            self.open()
        if step.kind == "say":
            screen.tell(f"{names} {has} been told.", "good")
        elif step.kind == "draft" and screen.size.height >= OWN_ROW:  # else its line shows the next step
            screen.tell("It is your draft now; u takes it back, Enter seals it.", "good")
        elif step.kind in ("seal", "ready"):
            screen.was_sealed("Sealed, and you are ready." if step.kind == "seal" else "You are ready.")

    def hush(self) -> None:
        if self.coaching.on:
            self.coaching.silence()
            self.show()
            self._screen.tell("The coach is silent. C calls it again.")
