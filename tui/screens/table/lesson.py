"""A lesson: exercises one after the other, each at its own unstored table (HH-66)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from textual.binding import Binding

from core.bots.coach import Hint
from core.table.clock_gaps import Clock
from core.table.seat import Seat
from core.table.table import Table
from core.training.lessons import Exercise, begin, close, coached, lessons, unmet_conditions
from tui.app.memory import SeatMemory
from tui.app.services import AppServices
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import ReadScreen
from tui.screens.lobby.picking import SOLVED, solved_ids
from tui.screens.table.screen import TableScreen
from tui.words import text
from tui.words.log_rows import round_rows

Answer = Literal["next", "again"]


class LessonPlay:
    """A person's progress in the exercises of a game."""

    def __init__(
        self, services: AppServices, game: str, called: str, clock: Clock, practise: Callable[[str, None], object]
    ) -> None:
        """`called`: the learner's name at the table. `practise(game, None)` begins a match with the coach."""
        self._practise = practise
        self._services, self._game, self._called, self._clock = services, game, called, clock
        self._exercises = lessons(game)
        self._then: Answer | None = None

    def open(self, number: int | None = None) -> None:
        """Open an exercise, counted from 0; None for the first unsolved one."""
        if number is None:
            finished = solved_ids(self._services.memory, self._game)
            number = next((n for n, item in enumerate(self._exercises) if item.id not in finished), 0)
        exercise = self._exercises[number]
        table = begin(self._game, exercise, self._called, self._clock)
        exercise = exercise.with_names(table.match.seats)
        opened, seat = table.match.round, Seat(table, table.match.seats[0])
        self._services.memory.put(f"{table.match.header.match}/{seat.name}", {"coach": 0})  # forget the last try
        title = f"Lesson {number + 1} of {len(self._exercises)}, {exercise.title}"
        goal = Hint(f"{title}: {exercise.goal}", (exercise.idea,), brief=exercise.goal)
        self._then = None

        def sealed(screen: GarnetScreen[None]) -> None:
            close(table, exercise, opened)

        def closed(screen: GarnetScreen[None]) -> None:
            self._judge(screen, number, seat, exercise, opened)

        screen = TableScreen(
            seat,
            sealing_is_ready=True,
            after_seal=sealed,
            after_close=closed,
            leave_twice=True,
            goal=goal,
            plan=coached(exercise, seat, table),
        )
        self._services.push_screen(screen, lambda _: self._after_exercise(table, number))
        # by the app: a page that asked for the table, and is gone, can open no second screen
        self._services.call_later(self._services.push_screen, IdeaPage(title, exercise))

    def _judge(self, screen: GarnetScreen[None], number: int, seat: Seat, exercise: Exercise, opened: int) -> None:
        if any(isinstance(page, AnswerPage) for page in screen.app.screen_stack):
            return  # the others' turn closed too: the first page tells both
        reached = not unmet_conditions(exercise, seat)
        if reached:
            finished = solved_ids(self._services.memory, self._game)
            if exercise.id not in finished:
                solved = self._services.memory.get(SOLVED)
                self._services.memory.put(SOLVED, {**solved, self._game: [*finished, exercise.id]})

        def answered(answer: Answer | None) -> None:
            self._then = answer
            screen.dismiss()

        last = number + 1 == len(self._exercises)
        finished, exercise_count = solved_ids(self._services.memory, self._game), len(self._exercises)
        solved_words = f"{len(finished)} of {exercise_count} solved."
        page = AnswerPage(exercise, seat, opened, reached=reached, last=last, solved=solved_words)
        self._services.push_screen(page, answered)

    def _after_exercise(self, table: Table, number: int) -> None:
        table.stop()
        if self._then == "again":
            self._services.call_later(self.open, number)
        elif self._then == "next" and number + 1 < len(self._exercises):
            self._services.call_later(self.open, number + 1)
        elif self._then == "next":
            self._practise(self._game, None)


class IdeaPage(ReadScreen):
    def __init__(self, title: str, exercise: Exercise) -> None:
        super().__init__(id="lesson")
        self._title, self._exercise = title, exercise

    def rows(self) -> list[text.Part]:
        exercise = self._exercise
        return [
            (self._title, "$accent"),
            "",
            exercise.idea,
            "",
            text.line(("Goal  ", "$faint"), (exercise.goal, "$strong")),
            "",
            text.line(("Enter", "$key"), " to the table. ", ("s", "$key"), " seals, ", ("C", "$key"),
                      " asks the coach, ", ("R", "$key"), " has the rules."),
        ]  # fmt: skip


class AnswerPage(ReadScreen):
    """Whether the goal was reached, a good answer with reasons, and the events."""

    BINDINGS = [
        Binding("enter", "on", "go on", id="lesson.on", tooltip="The next exercise; after a miss the same once more."),
        Binding("a", "again", "again", id="lesson.again", tooltip="The same exercise once more."),
        Binding("n", "next", "next", id="lesson.next", tooltip="The next exercise."),
    ]

    def __init__(self, exercise: Exercise, seat: Seat, opened: int, *, reached: bool, last: bool, solved: str) -> None:
        """`opened`: the learner's round, with which the events begin. `solved`: how many exercises of the lesson are
        solved, in words."""
        super().__init__(id="answer")
        self._solved = solved
        self._exercise, self._seat, self._reached, self._last = exercise, seat, reached, last
        self._opened = opened

    def rows(self) -> list[text.Part]:
        exercise = self._exercise
        head: text.Part = ("\u2713 Reached: ", "$good") if self._reached else ("\u2717 Not yet: ", "$warn")
        rows: list[text.Part] = [text.line(head, (exercise.goal, "$strong"), (f"  {self._solved}", "$faint")), ""]
        rows += [("A good answer", "$accent"), f"  {exercise.answer}"]
        rows += [("Why", "$accent"), f"  {exercise.why}", ""]
        on = "begins a match with the coach" if self._last else "goes on"
        keys: list[text.Part] = [("Enter", "$key"), f" {on}, ", ("a", "$key"), " once more"]
        if not self._reached:
            keys = [("Enter", "$key"), " tries it once more, ", ("n", "$key"), " goes on"]
        rows += [text.line(*keys, ("    q leaves the lesson", "$faint")), "", ("What happened", "$accent")]
        memory = SeatMemory(self.services.memory, self._seat.frame().match, self._seat.name)
        for entry in (entry for entry in self._seat.closed_rounds() if entry.round >= self._opened):
            rows += round_rows(self._seat, entry, memory)
        return rows

    def action_on(self) -> None:
        self._answer("next" if self._reached else "again")

    def action_again(self) -> None:
        self._answer("again")

    def action_next(self) -> None:
        self._answer("next")

    def _answer(self, answer: Answer) -> None:
        self.dismiss(answer)  # type: ignore[arg-type]
