"""The coach: its line above the table, and its page, why the next step matters and a move that one may take over."""

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
from tui.app.memory import Memory, SeatMemory
from tui.screens.dialogs import Dialog
from tui.screens.table.ordering import OrderingScreen, restated
from tui.widgets.boxes import VerticalScroll
from tui.widgets.frame import StatusLine
from tui.widgets.lines import Lines, Paper
from tui.words import text

OWN_ROW = 26
"""Rows of the terminal from which the coach has one of its own: with fewer it would cost the table a part."""

NARROW = 60
"""Columns below which everything around its words is said as shortly as it can be."""

KEYS: text.Part = text.line((" C", "$key"), (" how, ", "$faint"), ("H", "$key"), (" hush ", "$faint"))


def coach_line(hint: Hint, width: int) -> Content:
    """What the coach says in one row: the step, the words, and its two keys at the end."""
    head = " "
    if hint.step and hint.of > 1:
        head = f" {hint.step} of {hint.of}: " if width >= NARROW else f" {hint.step}/{hint.of} "
    room = max(0, width - len(head) - text.line(KEYS).cell_length)
    if len(hint.words) > room:  # the keys give way before the words do: their names are on the page
        tail = text.line((" C", "$key"), (" how ", "$faint")) if width >= NARROW else text.line((" C", "$key"), " ")
        room = max(0, width - len(head) - tail.cell_length)
    else:
        tail = text.line(KEYS)
    said = hint.words if len(hint.words) <= room else hint.brief or hint.words
    words = text.fit(text.line((said, "$strong")), room)
    return text.fit(text.line((head, "$accent"), words, tail), width)


class CoachLine(Lines):
    """The line; not there while the coach says nothing."""

    DEFAULT_CSS = "CoachLine { height: 1; background: $sheet; display: none; }"

    def __init__(self) -> None:
        super().__init__(id="coach")
        self.hint: Hint | None = None

    def show(self, hint: Hint | None) -> None:
        """Other words; None takes the line away."""
        self.hint = hint
        self.display = hint is not None
        self.redraw()

    def drawn(self) -> Sequence[Content]:
        return [] if self.hint is None else [coach_line(self.hint, self.size.width)]


class Coaching:
    """What is remembered of it: with the seat, since how many closed rounds it speaks; with the person, which games it
    has shown."""

    def __init__(self, seat: Seat, memory: Memory, pupil: str | None) -> None:
        """`pupil`: who sits there, as the house remembers them between matches; None where nobody is to be coached
        unasked."""
        self._seat = seat
        self._own = SeatMemory(memory, seat.frame().match, seat.name)
        self._pupil = None if pupil is None else SeatMemory(memory, "coached", pupil)

    @property
    def on(self) -> bool:
        """Does it speak?"""
        return self._since is not None

    @property
    def _since(self) -> int | None:
        found: int | None = self._own.get("coach")
        return found

    def arrive(self, known: bool) -> bool:
        """Somebody sits down: the coach comes by itself if this person has never had it in this game, nor played it
        (`known`). True if it came now."""
        frame = self._seat.frame()
        if self._pupil is None or self._seat.name is None or self._pupil.get(frame.game):
            return False
        self._pupil.put(frame.game, True, soon=True)
        if known or self.on or self._closed or frame.phase not in ("briefing", "pregame", "round"):
            return False
        self.begin()
        return True

    def begin(self) -> None:
        """Speak from now on, from the round that is open."""
        self._own.put("coach", self._closed, soon=True)
        self._own.put("coach_back", None, soon=True)

    def drop(self) -> None:
        """Be silent, and never come back unasked."""
        self._own.put("coach", None)

    @property
    def _closed(self) -> int:
        return len(self._seat.closed_rounds())

    def hint(self) -> Hint | None:
        """What it says now; None if nothing. When the round after its last words has been sealed, or closes, it is
        done."""
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
            self._own.put("coach", None, soon=True)  # nobody is told, as nobody asked
            return None
        return hint

    def advice(self) -> Advice | None:
        """A move to propose, as far as there is one; it is worked out now."""
        asks = self._seat.asks()
        if not asks.orders and not any(choice.closed is None for choice in asks.choices):
            return None
        try:
            found = self._seat.game.advise(self._seat.lesson(self._since or 0))
        except Refused:
            return None
        waits = {(turn.waiting.to, turn.waiting.text) for turn in self._seat.waiting()}
        if found is None or not waits:
            return found
        # what was written in haste is said by the house (HH-34), and not written again
        say = tuple(one for one in found.say if (one.to, one.text) not in waits)
        return replace(found, say=say, why=(*found.why, "Some of what you said waits to be said: press C again then."))


AROUND = 7
"""Rows of the terminal that the page leaves: its frame, the line for answers, the keys."""

Answer = Literal["take", "hush"]


class Telling:
    """What belongs to an advice and is still to be said."""

    def __init__(self, seat: Seat, advice: Advice | None) -> None:
        self._seat, self._round = seat, seat.frame().round
        self._left = [] if advice is None else list(advice.say)

    @property
    def to(self) -> list[str]:
        """To whom it goes, each once; nobody is left once it was said."""
        return list(dict.fromkeys(audience(say) for say in self._left))

    def send(self) -> None:
        """Say what is left of it. Raises Refused at the first that cannot be said, which stays; `round_over` where the
        round that it was meant for is over, and nothing is said."""
        if self._left and self._seat.frame().round != self._round:
            raise Refused("round_over", "The round it was meant for is over.")
        while self._left:
            say = self._left[0]
            self._seat.say(say.to if isinstance(say.to, str) else list(say.to), say.text, say.deal)
            del self._left[0]


def audience(say: Say) -> str:
    """To whom something is said, in words."""
    return f"the {say.to}" if isinstance(say.to, str) else listed(list(say.to))


class CoachPage(Dialog[Answer]):
    """What the coach has to say now. The answer is `take` (do what it proposes), `hush`, or None."""

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
            told: dict[str, list[str]] = {}
            for say in advice.say:
                told.setdefault(say.text, []).append(audience(say))
            rows += [text.line(("Say  ", "$faint"), f"{listed(to)}: {words}") for words, to in told.items()]
        rows += ["", (self._foot(), "$faint")]
        pane = VerticalScroll(Paper(text.lines(rows), id="dialog-text"), classes="pane-auto")
        pane.styles.max_height = max(10, self.app.size.height - AROUND)
        yield pane

    def _foot(self) -> str:
        """What Enter does."""
        advice, names = self._advice, listed(self._telling.to)
        found = []
        if advice is not None and advice.action is not None:
            found.append(f"Enter does it at the table, at once{f', and tells {names}' if names else ''}.")
        elif advice is not None and advice.orders is not None:
            told = f" and tells {names} so" if names else ""
            found.append(f"Enter puts it into your draft{told}; nothing is sealed.")
            found += ["p only tells them."] if names else []
        elif names:
            found.append(f"Enter says it to {names}.")
        return " ".join([*found, "H: no more coach."])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("take", "done"):
            return (action == "take") == self._offers
        if action == "propose":
            return bool(self._telling.to)
        return super().check_action(action, parameters)

    @property
    def _offers(self) -> bool:
        """Is there a move to take over?"""
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
    """The coach of one table screen: its line, its page, and what its page does."""

    def __init__(self, screen: OrderingScreen, goal: Hint | None = None) -> None:
        """`goal`: of a lesson; it stands in the line instead of the steps."""
        self._screen, self._goal = screen, goal
        self._coaching: Coaching | None = None
        self._last: Hint | None = None
        """What it said last."""

    @property
    def coaching(self) -> Coaching:
        """What is remembered of it."""
        if self._coaching is None:
            screen = self._screen
            self._coaching = Coaching(screen.seat, screen.services.memory, screen.services.pupil(screen.seat))
        return self._coaching

    @property
    def possible(self) -> bool:
        """Is this a seat that plays?"""
        return (
            self._screen.seat.name is not None and self._screen.panel is not None and not self._screen.panel.read_only
        )

    def arrive(self) -> bool:
        """Somebody has sat down; the coach may come by itself, as it does once. True if it speaks."""
        screen = self._screen
        known = SeatMemory(screen.services.memory, "games known", screen.seat.name).get(screen.seat.frame().game)
        came = self.possible and self.coaching.arrive(bool(known))
        self.show()
        return came or (self.possible and self.coaching.on)

    def show(self) -> None:
        """The line, as things stand."""
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
                status.make_way()  # what was said about the step before would stand over this one

    def open(self) -> None:
        """The page; a coach that is silent speaks again, from the round that is open."""
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
        """The proposed orders, as the draft, or the action, at once; and its partners are told, without whom a trade
        comes to nothing."""
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
        elif names or screen.size.height >= OWN_ROW:  # else its line says what is next
            told = f"Drafted, and {names} {has} been told" if names else ""
            screen.tell(f"{told or 'It is your draft now'}; u takes it back, s seals it.", "good")

    def _act(self, action: Json, round_: int) -> None:
        """Act at the table; what is sealed is taken back first, as it may hold what the action needs."""
        seat = self._screen.seat
        if seat.sealed() is not None:
            seat.withdraw(round_)
        seat.do(action, round_)

    def hush(self) -> None:
        """Send it away."""
        if self.coaching.on:
            self.coaching.drop()
            self.show()
            self._screen.tell("The coach is silent. C calls it again.")
