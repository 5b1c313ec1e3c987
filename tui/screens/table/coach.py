"""The coach: its line above the table, and its page with reasons and a move to take over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.bots.coach import Advice, Hint
from core.bots.contract import Say
from core.decoding import decode, plain
from core.json import Json
from core.refusal import Refused
from core.story.parts import listed
from core.table.seat import Seat
from tui.app.memory import DocumentShelf, SeatMemory
from tui.screens.dialogs import Dialog
from tui.screens.table.ordering import OrderingScreen, restated
from tui.widgets.boxes import VerticalScroll
from tui.widgets.frame import StatusLine
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


class Coaching:
    """The coach's memory: by seat the number of closed rounds at which it began, by person the games it has shown."""

    def __init__(self, seat: Seat, memory: DocumentShelf, pupil: str | None) -> None:
        """`pupil`: id of the player between matches; None if the coach must not come unasked."""
        self._seat = seat
        self._own = SeatMemory(memory, seat.frame().match, seat.name)
        self._pupil = None if pupil is None else SeatMemory(memory, "coached", pupil)

    @property
    def on(self) -> bool:
        return self._since is not None

    @property
    def _since(self) -> int | None:
        began: int | None = self._own.get("coach")
        return began

    def arrive(self, known: bool) -> bool:
        """Start by itself if this person never had the coach in this game nor played it (`known`). Return True if it
        started."""
        frame = self._seat.frame()
        if self._pupil is None or self._seat.name is None or self._pupil.get(frame.game):
            return False
        self._pupil.put(frame.game, True, soon=True)
        if known or self.on or self._closed or frame.phase not in ("briefing", "pregame", "round"):
            return False
        self.begin()
        return True

    def begin(self) -> None:
        self._own.put("coach", self._closed, soon=True)
        self._own.put("coach_back", None, soon=True)

    def drop(self) -> None:
        """Be silent, and never come back unasked."""
        self._own.put("coach", None)

    @property
    def _closed(self) -> int:
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
            self._own.put("coach_back", self._closed, soon=True)
        elif looked_back != self._closed or frame.orders == "SEALED":
            self._own.put("coach", None, soon=True)  # silently, because it was not asked for
            return None
        return hint

    def advice(self) -> Advice | None:
        """Compute a move to propose, or None."""
        asks = self._seat.asks()
        if not asks.orders and not any(choice.closed is None for choice in asks.choices):
            return None
        try:
            advice = self._seat.game.advise(self._seat.lesson(self._since or 0))
        except Refused:
            return None
        waits = {(turn.waiting.to, turn.waiting.text) for turn in self._seat.waiting()}
        if advice is None or not waits:
            return advice
        # messages waiting in the queue (HH-34) are not sent twice
        say = tuple(waiting for waiting in advice.say if (waiting.to, waiting.text) not in waits)
        return replace(
            advice, say=say, why=(*advice.why, "Some of what you said waits to be said: press C again then.")
        )


AROUND = 7
"""Terminal rows outside the page: its frame, the status line, the keys."""

Answer = Literal["take", "hush"]


class Telling:
    """Messages of an advice that are not sent yet."""

    def __init__(self, seat: Seat, advice: Advice | None) -> None:
        self._seat, self._round = seat, seat.frame().round
        self._left = [] if advice is None else list(advice.say)

    @property
    def to(self) -> list[str]:
        return list(dict.fromkeys(audience(say) for say in self._left))

    def send(self) -> None:
        """Send the rest.

        Raises:
            Refused: `round_over` if the round of the advice is over, and nothing is sent. Else by the first message
                that cannot be sent, which stays.
        """
        if self._left and self._seat.frame().round != self._round:
            raise Refused("round_over", "The round it was meant for is over.")
        while self._left:
            say = self._left[0]
            self._seat.say(say.to if isinstance(say.to, str) else list(say.to), say.text, say.deal)
            del self._left[0]


def audience(say: Say) -> str:
    return f"the {say.to}" if isinstance(say.to, str) else listed(list(say.to))


class CoachPage(Dialog[Answer]):
    """The coach's page. The answer is `take` (do what it proposes), `hush`, or None."""

    BROAD = True
    AUTO_FOCUS = ".pane-auto"
    BINDINGS = [
        Binding(
            "enter", "take", "do it", id="coach.take",
            tooltip="Put the proposed orders into the draft, or act at the table; and say what belongs to it.",
        ),
        Binding("enter", "done", "close", id="coach.done", tooltip="Close this page."),
        Binding("p", "propose", "only tell them", id="coach.propose", tooltip="Say what belongs to it, and stay here."),
        Binding("H,h", "hush", "no more coach", id="coach.hush", key_display="H", tooltip="Send the coach away."),
        Binding("C", "back", "close", show=False, id="coach.close", tooltip="Close this page."),
    ]  # fmt: skip

    def __init__(self, hint: Hint, advice: Advice | None, restated: Iterable[text.Part], telling: Telling) -> None:
        """`restated`: the proposed orders in words."""
        super().__init__(f"Coach: step {hint.step} of {hint.of}" if hint.step else "Coach: what came of it")
        self._hint, self._advice, self._restated, self._telling = hint, advice, list(restated), telling

    def body(self) -> Iterable[Widget]:
        rows: list[text.Part] = [(self._hint.words, "$strong")]
        rows += ["", *self._hint.more] if self._hint.more else []
        if (advice := self._advice) is not None and (self._offers or advice.why):
            title = "A move that you could make" if self._offers else "Nothing to change now"
            rows += ["", (title, "$accent"), *self._restated]
            rows += [text.line(("Why  ", "$faint"), why) for why in advice.why]
            recipients: dict[str, list[str]] = {}
            for say in advice.say:
                recipients.setdefault(say.text, []).append(audience(say))
            rows += [text.line(("Say  ", "$faint"), f"{listed(to)}: {words}") for words, to in recipients.items()]
        rows += ["", (self._foot(), "$faint")]
        pane = VerticalScroll(Paper(text.lines(rows), id="dialog-text"), classes="pane-auto")
        pane.styles.max_height = max(10, self.app.size.height - AROUND)
        yield pane

    def _foot(self) -> str:
        advice, names = self._advice, listed(self._telling.to)
        sentences = []
        if advice is not None and advice.action is not None:
            sentences.append(f"Enter does it at the table, at once{f', and tells {names}' if names else ''}.")
        elif advice is not None and advice.orders is not None:
            telling_words = f" and tells {names} so" if names else ""
            sentences.append(f"Enter puts it into your draft{telling_words}; nothing is sealed.")
            sentences += ["p only tells them."] if names else []
        elif names:
            sentences.append(f"Enter says it to {names}.")
        return " ".join([*sentences, "H: no more coach."])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("take", "done"):
            return (action == "take") == self._offers
        if action == "propose":
            return bool(self._telling.to)
        return super().check_action(action, parameters)

    @property
    def _offers(self) -> bool:
        advice = self._advice
        return advice is not None and (advice.orders is not None or advice.action is not None or bool(advice.say))

    def action_take(self) -> None:
        self.dismiss("take")

    def action_done(self) -> None:
        self.dismiss(None)

    def action_propose(self) -> None:
        self.attempt(self._telling.send, "Said. Enter does the rest.")
        self.refresh_bindings()

    def action_hush(self) -> None:
        self.dismiss("hush")


class TableCoach:
    """The coach of one table screen: line, page, and their actions."""

    def __init__(self, screen: OrderingScreen, goal: Hint | None = None) -> None:
        """`goal`: a lesson's goal, which replaces the steps in the line."""
        self._screen, self._goal = screen, goal
        self._coaching: Coaching | None = None
        self._last: Hint | None = None
        """Hint shown last."""

    @property
    def coaching(self) -> Coaching:
        if self._coaching is None:
            screen = self._screen
            self._coaching = Coaching(screen.seat, screen.services.memory, screen.services.pupil(screen.seat))
        return self._coaching

    @property
    def possible(self) -> bool:
        return (
            self._screen.seat.name is not None and self._screen.panel is not None and not self._screen.panel.read_only
        )

    def arrive(self) -> bool:
        """Let the coach come by itself to a new player, once. Return True if it speaks."""
        screen = self._screen
        known = SeatMemory(screen.services.memory, "games known", screen.seat.name).get(screen.seat.frame().game)
        has_come = self.possible and self.coaching.arrive(bool(known))
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
            status.rest(None if hint is None or own_row else partial(coach_line, hint))
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
        if hint is None:
            screen.tell("The coach speaks when the round is open.")
            return
        advice, round_ = self.coaching.advice(), screen.seat.frame().round
        words = [] if advice is None or advice.orders is None else restated(screen.seat, advice.orders)
        telling = Telling(screen.seat, advice)

        def answered(answer: Answer | None) -> None:
            if answer == "hush":
                self.hush()
            elif answer == "take" and advice is not None:
                self._take(advice, round_, telling)

        screen.app.push_screen(CoachPage(hint, advice, words, telling), answered)

    def _take(self, advice: Advice, round_: int, telling: Telling) -> None:
        screen, seat = self._screen, self._screen.seat
        if screen.panel is None or seat.frame().round != round_:
            screen.tell("The round it was meant for is over.", "warn")
            return
        names = listed(telling.to)
        has = "have" if len(telling.to) > 1 else "has"
        if advice.orders is not None:
            screen.panel.edit(plain(decode(seat.game.Orders, advice.orders, "orders")))
        self.show()
        if not screen.attempt(telling.send):
            return
        if advice.action is not None:
            screen.attempt(partial(self._act, advice.action, round_))
        elif advice.orders is None:
            screen.tell(f"{names} {has} been told. C says what comes next.", "good")
        elif names or screen.size.height >= OWN_ROW:  # else its line shows the next step
            lead = f"Drafted, and {names} {has} been told" if names else ""
            screen.tell(f"{lead or 'It is your draft now'}; u takes it back, s seals it.", "good")

    def _act(self, action: Json, round_: int) -> None:
        """Withdraw sealed orders first, because they may hold what the action needs."""
        seat = self._screen.seat
        if seat.sealed() is not None:
            seat.withdraw(round_)
        seat.do(action, round_)

    def hush(self) -> None:
        if self.coaching.on:
            self.coaching.drop()
            self.show()
            self._screen.tell("The coach is silent. C calls it again.")
