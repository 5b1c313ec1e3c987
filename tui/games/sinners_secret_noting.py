"""Noting what was answered and claimed in A Sinner's Secret, believing it or not, and telling others."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.games.sinners_secret.claims import AnswersClaim, AttributeClaim
from core.games.sinners_secret.deduction import Value
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS_ASKED
from core.games.sinners_secret.words import yes_or_no
from tui import text
from tui.games import sinners_secret_tell as words
from tui.games.sinners_secret_common import Common
from tui.games.sinners_secret_notebook import About, Told, received_key, sent_key
from tui.screens.dialogs import Ask, Pick, PickMany
from tui.widgets.choices import Row

NEXT: dict[Value | None, Value | None] = {None: "yes", "yes": "no", "no": "maybe", "maybe": None}
BELIEF: dict[bool | None, bool | None] = {None: True, True: False, False: None}


class Noting(Common):
    """The notebook's keys."""

    # --- own marks
    def cycle(self, letter: str, attribute: str) -> None:
        """Nothing, yes, no, maybe, nothing."""
        if letter in self.sight.view.pairs:
            self.tell(f"{letter} is yours, and you know its pair.")
            return
        now = next(
            (m.value for m in self.book.marks if (m.letter, m.attribute, m.by) == (letter, attribute, None)), None
        )
        self.write(self.book.mark(letter, attribute, NEXT[now]))

    # --- answers, claims, belief -------------------------------------------------------------------------------------
    def picked_answer(self, row: str) -> None:
        """What is this answer taken to have been about, and who says so?"""
        sight = self.sight
        got = sight.view.received[int(row)]
        about = sight.book.about.get(received_key(got))
        said = [c.attribute for _, c in self.claims_now if isinstance(c, AttributeClaim) and c.query == got]
        fits = ATTRIBUTES if sight.found is None or sight.found.conflict else sight.found.asked[int(row)]
        rows = []
        for name in ATTRIBUTES:
            note = f"{got.by} says so" if name in said else "" if name in fits else "does not fit"
            rows.append(Row(name, name, note=(note, "$warn"), chosen=about is not None and about.attribute == name))
        rows.append(Row("", "I do not know", chosen=about is None))
        start = about.attribute if about else said[-1] if said else None

        def chosen(name: str) -> None:
            if not name:
                self.write(self.book.assign(got, None))
                return
            says = [
                Row("me", "I suppose so"),
                Row("believed", f"{got.by} says so, and I believe it"),
                Row("doubted", f"{got.by} says so, but I doubt it"),
            ]
            self.ask(
                Pick(f"About {name}: who says so?", says, at="believed" if name in said else "me"),
                lambda who: self.write(
                    self.book.assign(got, About(name, None if who == "me" else got.by, who != "doubted"))
                ),
            )

        self.ask(Pick(f"{got.by} asked, round {got.round}: about what?", rows, at=start), chosen)

    def picked_sent(self, row: str) -> None:
        """What does the recipient of this query say?"""
        sent = self.sight.view.sent[int(row)]
        now = self.sight.book.told.get(sent_key(sent))
        said = [c.answers for _, c in self.claims_now if isinstance(c, AnswersClaim) and c.query == sent]
        answers = now.answers if now is not None else said[-1] if said else {}
        rows = [
            Row(letter, f"{letter} has {sent.attribute}", chosen=answers.get(letter, False)) for letter in sent.letters
        ]

        def told(has: tuple[str, ...]) -> None:
            found = {letter: letter in has for letter in sent.letters}
            says = [
                Row("believed", f"{sent.to} says so, and I believe it"),
                Row("doubted", f"{sent.to} says so, but I doubt it"),
                Row("", "Forget it: nothing was said"),
            ]
            self.ask(
                Pick(f"{yes_or_no(found)}?", says),
                lambda who: self.write(self.book.hear(sent, Told(found, who == "believed") if who else None)),
            )

        self.ask(PickMany(f"{sent.to} says yes for which letters?", rows, 0, LETTERS_ASKED), told)

    def picked_claim(self, row: str) -> None:
        claim = self.claims_now[int(row)][1]
        self.write(self.book.take(claim, BELIEF[self.book.stance(claim)]))

    def action_claim(self) -> None:
        """Note what somebody claims about the cell."""
        at = self.at()
        if at is None:
            return
        letter, attribute = at
        others = [Row(seat, seat, note=(self.sight.view.realms[seat].title(), "$faint")) for seat in self.sight.seats]
        others = [row for row in others if row.id != self.seat.name]

        def who(name: str) -> None:
            says = [
                Row(f"{value} {believed}", f"{value}, {'and I believe it' if believed else 'but I doubt it'}")
                for value in ("yes", "no")
                for believed in ("1", "")
            ]

            def what(answer: str) -> None:
                value: Value | None = "yes" if answer.startswith("yes") else "no" if answer else None
                self.write(self.book.mark(letter, attribute, value, name, answer.endswith("1")))

            self.ask(Pick(f"{name} says: {letter} has {attribute}?", [*says, Row("", "Strike it out")]), what)

        self.ask(Pick(f"Who claims something about {letter} and {attribute}?", others), who)

    def action_doubt(self) -> None:
        """Turn belief round."""
        book, view = self.book, self.sight.view
        row = self.row_number()
        if row is not None and self.place == "heard":
            claim = self.claims_now[row][1]
            self.write(book.take(claim, not book.stance(claim)))
        elif row is not None and self.place == "answers":
            got = view.received[row]
            about = book.about.get(received_key(got))
            if about is None or about.by is None:
                self.tell("Nobody's claim is noted here: Enter says what it was about.", "warn")
            else:
                self.write(book.assign(got, msgspec.structs.replace(about, believed=not about.believed)))
        elif row is not None and self.place == "sent":
            sent = view.sent[row]
            told = book.told.get(sent_key(sent))
            if told is None:
                self.tell(f"Nothing is noted that {sent.to} said: Enter does.", "warn")
            else:
                self.write(book.hear(sent, msgspec.structs.replace(told, believed=not told.believed)))
        elif (at := self.at()) is not None:
            turned = book.doubted(view, *at)
            if turned == book:
                self.tell("Nobody's claim is noted in this cell: c notes one.", "warn")
            else:
                self.write(turned)

    # --- telling -----------------------------------------------------------------------------------------------------
    def action_tell_on(self) -> None:
        """Say something about what is under the cursor, in a sentence that others' screens and bots can read."""
        sight, row = self.sight, self.row_number()
        if self.read_only or sight.view.realm is None:
            self.tell("Nothing can be said here.", "warn")
        elif row is not None and self.place == "answers":
            got = sight.view.received[row]
            self._tell(got.by, lambda to: words.of_received(sight, got, to))
        elif row is not None and self.place == "sent":
            sent = sight.view.sent[row]
            self._tell(sent.to, lambda to: words.of_sent(sight, sent, to))
        elif row is not None:
            self.tell("e tells of answers, of sent queries, and of cells of the grid.", "warn")
        elif (at := self.at()) is not None:
            self._tell(None, lambda to: words.of_cell(sight, *at))

    def _tell(self, across: str | None, sentence: Callable[[str], str]) -> None:
        partners, realms = self.seat.partners(), self.sight.view.realms
        rows = []
        if across is not None:
            closed = None if across in partners else f"No line to {across} is open this round."
            rows.append(Row(across, across, closed, "CM-21", ("line open" if closed is None else "no line", "$faint")))
        if "realm" in self.seat.rooms():
            rows.append(Row("realm", "Your realm", note=("everyone in it", "$faint")))
        for name in partners:
            if name != across:
                rows.append(Row(f"seat {name}", name, note=(realms[name].title(), "$faint")))

        def chosen(to: str) -> None:
            name = to.removeprefix("seat ")
            question = text.line(
                "To ", ("your realm" if to == "realm" else name, "$strong"), ". Change it as you like."
            )
            self.ask(
                Ask("Tell", question, sentence(name), longest=400),
                lambda said: self.screen_.attempt(
                    lambda: self.seat.say("realm" if to == "realm" else (name,), said), "Said."
                ),
            )

        self.ask(Pick("Tell whom?", rows, empty="There is nobody to talk to now."), chosen)
