"""The host's pages of announcements and questions: made, scheduled, and new ones (HH-24)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.match.private_channels import answers_to, messages_to_hosts, unanswered
from core.match.records import PlannedNews
from core.match.state import Match
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.deadlines import match_zone
from core.words.moments import moment_in_zone, read_moment
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick, ReadDialog
from tui.screens.host.preview import ask_to_do
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import notices, text

SYNTAX = "**strong**, *stressed*, `code`, lists and links are shown as such."


class HostAnnouncements(GarnetScreen[None]):
    AUTO_FOCUS = "#made"
    TOPIC = """\
a announces something now, l at a later time. Enter reads an announcement; on one that waits, it asks whether to take
it back. Only hosts see those that wait. Each stays at a player's table until it is read."""
    BINDINGS = [
        Binding("a", "announce", "announce", id="made.now", tooltip="Tell everybody something, now."),
        Binding("l", "later", "later", id="made.later", tooltip="Tell everybody something at a later time."),
    ]

    def __init__(self, desk: HostControls) -> None:
        super().__init__(id="host-announcements")
        self.desk = desk

    def body(self) -> Iterable[Widget]:
        yield Block("Announcements", id="about")
        yield Choices(id="made", empty="Nothing was announced yet: a announces something, l does so later.")

    def on_mount(self) -> None:
        self.query_one("#about", Block).show([(SYNTAX, "$faint")])
        self.query_one("#made", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        match, now, zone = self.desk.table.match, self.desk.table.clock(), self.services.zone
        waits = [
            Row(
                f"planned:{planned.number}",
                self._line(f"waits for {moment_in_zone(planned.due, now, zone)}", planned.text, "$warn"),
            )
            for planned in sorted(match.planned, key=lambda planned: planned.due)
        ]
        announced = [
            Row(f"made:{n}", self._line(text.moment(item.at, now, zone), item.text, "$accent"))
            for n, item in enumerate(match.news)
            if item.kind == "announced"
        ]
        rows = [Row("head:waits", "Waits for its time", heading=True), *waits] if waits else []
        rows += [Row("head:made", "Announced", heading=True), *reversed(announced)] if announced else []
        self.query_one("#made", Choices).show(rows)

    @staticmethod
    def _line(time: str, words: str, tone: str) -> text.Part:
        return text.line((f"{time}  ", tone), notices.plain(words))

    # --- writing -----------------------------------------------------------------------------------------------------
    def action_announce(self) -> None:
        ask = AskLine("Announce", f"Everybody at this match is told. {SYNTAX}", longest=None, take=self.desk.announce)
        self.services.ask(ask, lambda _: self._report("Announced to every seat."))

    def action_later(self) -> None:
        zone = match_zone(self.desk.table.match, self.desk.table.clock(), self.services.zone)

        def due(given: str) -> float:
            moment = read_moment(given, self.desk.table.clock(), zone)
            if moment is None or moment <= self.desk.table.clock():
                raise Refused("moment_past", "Write a time that is still to come: 21:00, Fri 21:00, +2h.", "HH-24")
            return moment

        def at(given: str) -> None:
            moment = due(given)
            ask = AskLine("Announce later", SYNTAX, longest=None, take=lambda words: self.desk.plan(words, moment))
            success = f"It is announced {moment_in_zone(moment, self.desk.table.clock(), zone)}."
            self.services.ask(ask, lambda _: self._report(success))

        self.services.ask(AskLine("When?", "21:00, Fri 21:00, 2026-12-24 21:00, +2h.", longest=60, take=due), at)

    def _report(self, sentence: str) -> None:
        self.tell(sentence, "good")
        self.show()

    # --- reading -----------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, _, number = message.row.id.partition(":")
        match = self.desk.table.match
        if kind == "made":
            item = match.news[int(number)]
            at = text.moment(item.at, self.desk.table.clock(), self.services.zone)
            self.app.push_screen(ReadDialog(f"Announced {at}", notices.rows(item.text)))
            return
        planned = next((planned for planned in match.planned if planned.number == int(number)), None)
        if planned is not None:
            self._take_back(planned)

    def _take_back(self, planned: PlannedNews) -> None:
        def sure(_: bool) -> None:
            self.attempt(lambda: self.desk.unplan(planned.number), "It will not be announced.")
            self.show()

        at = moment_in_zone(planned.due, self.desk.table.clock(), self.services.zone)
        rows = [*notices.rows(planned.text), "", f"It waits for {at}."]
        self.services.ask(Confirm("Take it back?", rows, "Enter takes it back, q leaves it."), sure)


HINT = "An answer goes to its seat alone; published, everybody reads question and answer, without a name, at R."


class HostQuestions(GarnetScreen[None]):
    """A row for each question, waiting ones first."""

    AUTO_FOCUS = "#asked"
    TOPIC = """\
Enter answers a question: its seat alone, or everybody. For everybody you may put it into other words first, so that it
does not tell who asked or what they hold; it gets a number, stands at R, and is kept with the record. w writes to one
seat. c opens the confessionals, on record, as all that is private."""
    BINDINGS = [
        Binding("w", "write", "write to a seat", id="lines.write", tooltip="Say something to one seat alone."),
        Binding("c", "confessionals", "confessionals", id="lines.confessionals", tooltip="Read them (recorded)."),
    ]

    def __init__(self, desk: HostControls) -> None:
        super().__init__(id="host-lines")
        self.desk = desk

    @property
    def match(self) -> Match:
        return self.desk.table.match

    def body(self) -> Iterable[Widget]:
        yield Block("Questions", id="about")
        yield Choices(id="asked", empty="Nobody has asked anything.")

    def on_mount(self) -> None:
        self.query_one("#about", Block).show([(HINT, "$faint")])
        self.query_one("#asked", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        match, waits = self.match, unanswered(self.match)
        numbers = range(len(messages_to_hosts(match)), 0, -1)
        waiting = [self._row(number) for number in reversed(numbers) if number in waits]
        others = [self._row(number) for number in numbers if number not in waits]
        published = [
            Row(f"public:{answered.number}", text.line((f"{answered.number}. ", "$key"), _one_line(answered.question)))
            for answered in reversed(match.published_answers)
        ]
        rows = [Row("head:waits", "Waits for an answer", heading=True), *waiting] if waiting else []
        rows += [Row("head:answered", "Answered", heading=True), *others] if others else []
        rows += [Row("head:public", "For everybody", heading=True), *published] if published else []
        self.query_one("#asked", Choices).show(rows)

    def _row(self, number: int) -> Row:
        question, now = messages_to_hosts(self.match)[number - 1], self.desk.table.clock()
        at = text.moment(question.at, now, self.services.zone)
        return Row(
            str(number), text.line((f"{at}  ", "$faint"), (f"{question.seat}: ", "$strong"), _one_line(question.text))
        )

    # --- answering
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, _, number = message.row.id.rpartition(":")
        if kind == "public":
            ruled = self.match.published_answers[int(number) - 1]
            self.app.push_screen(
                ReadDialog(f"Question {ruled.number}", [(ruled.question, "$strong"), "", ruled.answer])
            )
            return
        question = messages_to_hosts(self.match)[int(number) - 1]
        rows = [
            Row("one", f"answer {question.seat} alone"),
            Row("all", "answer everybody", note=("without a name", "$faint")),
            Row("read", "read it whole, with what was answered"),
        ]

        def chosen(choice: str) -> None:
            if choice == "read":
                answers = [
                    text.line(("You: ", "$accent"), answer.text) for answer in answers_to(self.match, int(number))
                ]
                self.app.push_screen(ReadDialog(f"{question.seat} asks", [question.text, "", *answers]))
            elif choice == "all":
                ask = AskLine(
                    "The question, as everybody reads it",
                    "Without who asks, and what they hold.",
                    question.text,
                    longest=None,
                )
                self.services.ask(ask, lambda words: self._answer(int(number), words))
            elif choice == "one":
                self._answer(int(number), None)

        self.services.ask(Pick(f"{question.seat} asks", rows), chosen)

    def _answer(self, number: int, words: str | None) -> None:
        question = messages_to_hosts(self.match)[number - 1]
        who = "Everybody reads it, and it is kept with the record." if words else f"{question.seat} alone reads it."

        def answer(desk: HostControls, given: str) -> None:
            desk.answer(number, given, publish=bool(words), words=words or "")

        def take(given: str) -> None:
            if words:  # an answer for everybody is shown first as they will read it
                self.desk.preview(lambda desk: answer(desk, given))
            else:
                answer(self.desk, given)

        ask = AskLine("Your answer", f"{_one_line(words or question.text)}\n\n{who}", longest=None, take=take)
        success = "Answered for everybody." if words else f"{question.seat} is answered."

        def taken(given: str) -> None:
            if words:
                ask_to_do(
                    self.services, self.desk, "Answer it for everybody?", lambda desk: answer(desk, given), success,
                    after=self.show,
                )  # fmt: skip
            else:
                self._report(success)

        self.services.ask(ask, taken)

    def action_write(self) -> None:
        def chosen(seat: str) -> None:
            ask = AskLine(f"To {seat}", f"{seat} alone reads it.", longest=None,
                      take=lambda sentence: self.desk.write(seat, sentence))  # fmt: skip
            self.services.ask(ask, lambda _: self._report(f"{seat} is told."))

        self.services.ask(Pick("Write to", [Row(seat, seat) for seat in self.match.seats]), chosen)

    def _report(self, sentence: str) -> None:
        self.tell(sentence, "good")
        self.show()

    # --- confessionals
    def action_confessionals(self) -> None:
        confided = self.desk.confessionals()
        rows: list[text.Part] = [("It is on record that you looked.", "$warn"), ""]
        round_ = None
        for confession in confided:
            if confession.round != round_:
                round_ = confession.round
                rows.append((f"-- {text.round_title(self.match.spec, round_)} --", "$faint"))
            rows.append(text.line((f"{confession.seat}: ", "$strong"), confession.text))
        self.app.push_screen(
            ReadDialog("Confessionals", rows if confided else [*rows, "Nobody has confided anything."])
        )


def _one_line(words: str) -> str:
    return " ".join(words.split())
