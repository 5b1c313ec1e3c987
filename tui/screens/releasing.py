"""A person's consents: name in the archive (HH-26), published talk and notes, and what the gallery of a match may
read (HH-62)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.table.seat import Question, Seat
from core.words.gallery import lets_lines
from core.words.publishing import NOTHING_ASKED, appearance, state, subject
from tui.app.services import PaletteCommand, SessionServices
from tui.screens.dialogs import AskLine, Dialog, Pick, with_cursor
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper

ABOUT = """\
The page of this match is public. It shows a conversation only if everybody in it says yes, and your notes only if
you say yes. No answer counts as no. You can change an answer later. Nobody sees your answers."""


def appear_command(session: SessionServices) -> PaletteCommand:
    return PaletteCommand(
        "How I appear in the archive", "By name, by another name, or as a player.", lambda: ask(session)
    )


def ask(session: SessionServices) -> None:
    now = session.person.appears

    def appear(name: str | None) -> None:
        session.house.galleries.check_names(f"person:{session.who}", name or "")
        session.people.appear(session.who, name)

    def told() -> None:
        session.tell(appearance(session.person.appears), "good")

    def chosen(choice: str) -> None:
        if choice == "other":
            box = AskLine("Another name", "Pages of the archive call you so from now on.", now or "", longest=24,
                      take=lambda name: appear(name.strip() or None))  # fmt: skip
            session.ask(box, lambda _: told())
        else:
            session.people.appear(session.who, None if choice == "usual" else "")
            told()

    rows = [
        Row("usual", "by the names of my seats", chosen=now is None),
        Row("other", "by another name", note=(now or "", "$faint"), chosen=bool(now)),
        Row("nameless", "as a player without a name", chosen=now == ""),
    ]
    at = "usual" if now is None else "other" if now else "nameless"
    session.ask(Pick("How I appear in the archive", rows, row_id=at), chosen)


class Releasing(Dialog[None]):
    """Every conversation of one seat, and its notes; Enter answers."""

    BROAD = True
    AUTO_FOCUS = "#questions"
    TOPIC = ABOUT
    BINDINGS = [
        Binding("y", "answer(True)", "yes", id="releasing.yes", tooltip="This may be published, as far as you say."),
        Binding("n", "answer(False)", "no", id="releasing.no", tooltip="This stays among those who were in it."),
        Binding("Y", "answer_all(True)", "yes to all", id="releasing.all", tooltip="All of it may be published."),
    ]

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"May it be published? {seat.frame().title}")
        self._seat = seat

    def body(self) -> Iterable[Widget]:
        yield Paper(" ".join(ABOUT.split()), id="dialog-text")
        yield with_cursor(Choices(self._rows(), id="questions", empty=NOTHING_ASKED))

    def _rows(self) -> list[Row]:
        style = {True: "$good", False: "$bad", None: "$faint"}
        return [
            Row(str(n), subject(question, self._seat), closed=None if question.open else state(question),
                note=(state(question) if question.open else "", style[question.answer]))
            for n, question in enumerate(self._seat.questions())
        ]  # fmt: skip

    def on_choices_picked(self, message: Choices.Picked) -> None:
        question = self._seat.questions()[int(message.row.id)]
        self._say([question], question.answer is not True)

    def action_answer(self, yes: bool) -> None:
        row = self.query_one(Choices).row
        if row is not None:
            self._say([self._seat.questions()[int(row.id)]], yes)

    def action_answer_all(self, yes: bool) -> None:
        self._say([question for question in self._seat.questions() if question.open], yes)

    def _say(self, questions: list[Question], yes: bool) -> None:
        def answer() -> None:
            for question in questions:
                if question.open:
                    self._seat.answer(question.key, yes)

        self.attempt(answer)
        self.query_one(Choices).show(self._rows())


class LetReadDialog(Dialog[None]):
    """A seat's consent to the gallery: asked at the start, changeable at any time (HH-62)."""

    BROAD = True
    AUTO_FOCUS = "#lets"
    TOPIC = """\
This match has a gallery: people whom its hosts let see every seat's table and orders. They read what you say only
after you allow it, and a conversation only if all its readers allow it. Enter changes an answer; nobody sees it."""

    def __init__(self, seat: Seat) -> None:
        super().__init__("May the gallery read what you say?")
        self._seat = seat

    def body(self) -> Iterable[Widget]:
        late = self._seat.onlookers
        more = f" If your talk may be read, onlookers are told of a word that you break, {late} late." if late else ""
        yield Paper(" ".join(self.TOPIC.split()) + more, id="dialog-text")
        yield with_cursor(Choices(self._rows(), id="lets"))

    def _rows(self) -> list[Row]:
        lets = self._seat.lets()
        answers = {"talk": lets is not None and lets.talk, "confessional": lets is not None and lets.confessional}
        words = {"talk": "What I say to others, from now on", "confessional": "What I confide, from now on"}
        rows = [
            Row(what, words[what], note=("may be read", "$good") if yes else ("is not read", "$faint"))
            for what, yes in answers.items()
        ]
        return [*rows, Row("done", "Done")]

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        lets = self._seat.lets()
        talk, confessional = (False, False) if lets is None else (lets.talk, lets.confessional)
        if message.row.id == "done":
            if lets is None:  # leaving the question unanswered is a no
                self.attempt(lambda: self._seat.let_read(False, False))
            self.dismiss()
            return
        talk, confessional = talk != (message.row.id == "talk"), confessional != (message.row.id == "confessional")
        if self.attempt(lambda: self._seat.let_read(talk, confessional)):
            self.query_one(Choices).show(self._rows())
            self.tell(lets_lines(self._seat)[-1])
