"""What the keys of A Sinner's Secret's panel do: compose the query, lock, note, and tell."""

from __future__ import annotations

from typing import Any

import msgspec
from textual.widget import Widget

from core.games.sinners_secret.claims import AnswersClaim, AttributeClaim, Claim
from core.games.sinners_secret.deduction import Value
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS_ASKED
from core.games.sinners_secret.words import yes_or_no
from tui import text
from tui.games import sinners_secret_lists as lists
from tui.games import sinners_secret_tell as words
from tui.games.base import GamePanel
from tui.games.sinners_secret_grid import LettersGrid
from tui.games.sinners_secret_notebook import About, Notebook, Told, kept, opened, received_key, sent_key
from tui.games.sinners_secret_sight import Sight
from tui.screens.dialogs import Ask, Pick, PickMany
from tui.widgets.choices import Choices, Row
from tui.widgets.grid import Grid

LISTS = ("answers", "sent", "heard")
NEXT: dict[Value | None, Value | None] = {None: "yes", "yes": "no", "no": "maybe", "maybe": None}
BELIEF: dict[bool | None, bool | None] = {None: True, True: False, False: None}
QUERY_ROW = len(ATTRIBUTES)
"""The row of the grid under the attributes; the locks of the own letters follow."""


class Acts(GamePanel):
    """The panel without its looks."""

    sight_now: Sight | None = None
    claims_now: tuple[tuple[str, Claim], ...] = ()
    """What was said, and the claim in it; in the order of the list."""

    @property
    def sight(self) -> Sight:
        """What is before the player now."""
        if self.sight_now is None:
            self.sight_now = Sight(
                self.seat.view(),
                self.seat.asks(),
                self.orders,
                self.book,
                self.seat.frame().round,
                deducing=self.remembered("follow", False),
                by_owner=self.remembered("by_owner", True),
            )
        return self.sight_now

    @property
    def book(self) -> Notebook:
        return opened(self.remembered("notebook"))

    @property
    def grid(self) -> LettersGrid:
        return self.query_one("#letters", LettersGrid)

    @property
    def place(self) -> str:
        """The pane with the keyboard: `letters`, `query`, `answers`, `sent` or `heard`."""
        focus = self.screen.focused
        return focus.id if isinstance(focus, Widget) and focus.id else "letters"

    @property
    def own_letters(self) -> list[str]:
        return list(self.sight.view.pairs)

    def write(self, book: Notebook) -> None:
        """Keep another notebook, and show it."""
        if self.read_only:
            self.tell("Nothing can be noted here.", "warn")
            return
        self.remember("notebook", kept(book))
        self.tell("")
        self.show()

    # --- the grid ----------------------------------------------------------------------------------------------------
    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        letter = self.grid.letter
        if letter is None:
            return
        if message.row < QUERY_ROW:
            self._cycle(letter, ATTRIBUTES[message.row])
        elif message.row == QUERY_ROW:
            self._toggle_letter(letter)
        else:
            self._toggle_lock(self.own_letters[message.row - QUERY_ROW - 1], letter)

    def _cycle(self, letter: str, attribute: str) -> None:
        """Nothing, yes, no, maybe, nothing."""
        if letter in self.sight.view.pairs:
            self.tell(f"{letter} is yours, and you know its pair.")
            return
        now = next(
            (m.value for m in self.book.marks if (m.letter, m.attribute, m.by) == (letter, attribute, None)), None
        )
        self.write(self.book.mark(letter, attribute, NEXT[now]))

    def at(self) -> tuple[str, str] | None:
        """Letter and attribute under the cursor; None on another row, with a word about it."""
        letter, row = self.grid.letter, self.grid.at[0]
        if letter is None or row >= QUERY_ROW:
            self.tell("Put the cursor on a letter and an attribute first.", "warn")
            return None
        return letter, ATTRIBUTES[row]

    # --- the query ---------------------------------------------------------------------------------------------------
    def action_ask_letter(self) -> None:
        if self.grid.letter is not None:
            row = self.grid.at[0]
            self._toggle_letter(self.grid.letter, ATTRIBUTES[row] if row < QUERY_ROW else "")

    def _toggle_letter(self, letter: str, attribute: str = "") -> None:
        sight = self.sight
        closed = sight.letter_closed(letter)
        if closed is not None:
            self.tell(closed[0], "warn", closed[1])
            return
        adding = letter not in sight.picked
        letters = sorted([*sight.picked, letter]) if adding else [one for one in sight.picked if one != letter]
        about = sight.attribute or (attribute if adding else "")
        self._ask(letters=letters, attribute=about)
        if adding and len(letters) == LETTERS_ASKED:
            self._complete()

    def _complete(self) -> None:
        """Ask for what the query still lacks, one thing after the other."""
        sight = self.sight
        if not sight.attribute:
            self._pick_attribute()
        elif not sight.to:
            self._pick_recipient()

    def _ask(self, **changes: Any) -> None:
        """Change the query of the draft."""
        sight = self.sight
        query = {"letters": sight.picked, "attribute": sight.attribute, "to": sight.to} | changes
        self.order(query=query if any(query.values()) else None)

    def order(self, **changes: Any) -> None:
        """Change the draft."""
        orders = {"query": self.sight.query or None, "locks": self.sight.locks or None}
        self.edit(orders | changes)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        {
            "query": self._picked_query,
            "answers": self._picked_answer,
            "sent": self._picked_sent,
            "heard": self._picked_claim,
        }[str(message.choices.id)](message.row.id)

    def _picked_query(self, row: str) -> None:
        if row == "letters":
            self.grid.point(QUERY_ROW, self.grid.at[1])
            self.grid.focus()
        elif row == "attribute":
            self._pick_attribute()
        else:
            self._pick_recipient()

    def _pick_attribute(self) -> None:
        rows = [
            Row(name, name, (choice := self.sight.choice("query.attribute", name)).closed, choice.ruling,
                chosen=name == self.sight.attribute)
            for name in ATTRIBUTES
        ]  # fmt: skip

        def chosen(name: str) -> None:
            self._ask(attribute=name)
            if len(self.sight.picked) == LETTERS_ASKED:
                self._complete()

        title = f"Which of {', '.join(self.sight.picked) or 'the letters'} have ...?"
        self.ask(Pick(title, rows, at=self.sight.attribute or None), chosen)

    def _pick_recipient(self) -> None:
        rows = lists.recipient_rows(self.sight)
        first = self.sight.to or next((row.id for row in rows if row.closed is None), None)
        self.ask(Pick("Who is told the answers?", rows, at=first), lambda name: self._ask(to=name))

    # --- locks -------------------------------------------------------------------------------------------------------
    def action_lock(self) -> None:
        letter, own = self.grid.letter, self.own_letters
        if letter is None or not own:
            return
        row = self.grid.at[0] - QUERY_ROW - 1
        if len(own) == 1 or row >= 0:
            self._toggle_lock(own[max(0, row)], letter)
            return
        rows = []
        for one in own:
            choice = self.sight.choice(f"lock.{one}", letter)
            taken = self.sight.locks.get(one) == letter
            note = (f"now {self.sight.locks[one]}", "$faint") if one in self.sight.locks else ""
            rows.append(Row(one, f"for {one}", choice.closed, choice.ruling, note, chosen=taken))
        title = f"Lock {letter} as an ally of which letter of yours?"
        self.ask(Pick(title, rows), lambda one: self._toggle_lock(one, letter))

    def _toggle_lock(self, own: str, letter: str) -> None:
        choice = self.sight.choice(f"lock.{own}", letter)
        if choice.closed is not None:
            self.tell(choice.closed, "warn", choice.ruling)
            return
        locks = {**self.sight.locks, own: letter}
        if self.sight.locks.get(own) == letter:
            del locks[own]
        self.order(locks=locks or None)
        if own in locks:
            self.tell(f"{own} locks {letter}: final once the round has closed.", "warn", "SS-11")

    # --- answers, claims, belief -------------------------------------------------------------------------------------
    def _picked_answer(self, row: str) -> None:
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

    def _picked_sent(self, row: str) -> None:
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

    def _picked_claim(self, row: str) -> None:
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
        row = self._row()
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

    def _row(self) -> int | None:
        """The number of the row under the cursor of the list with the keyboard."""
        if self.place not in LISTS:
            return None
        row = self.query_one(f"#{self.place}", Choices).row
        return None if row is None else int(row.id)

    def action_clear(self) -> None:
        """Take back what is under the cursor."""
        row, view, book = self._row(), self.sight.view, self.book
        if self.place in LISTS:
            if row is not None:
                self.write(
                    book.assign(view.received[row], None) if self.place == "answers"
                    else book.hear(view.sent[row], None) if self.place == "sent"
                    else book.take(self.claims_now[row][1], None)
                )  # fmt: skip
        elif self.place == "query" or self.grid.at[0] == QUERY_ROW:
            self.order(query=None)
        elif self.grid.at[0] > QUERY_ROW:
            own = self.own_letters[self.grid.at[0] - QUERY_ROW - 1]
            self.order(locks={a: b for a, b in self.sight.locks.items() if a != own} or None)
        elif (at := self.at()) is not None:
            self.write(book.cleared(*at))

    # --- telling -----------------------------------------------------------------------------------------------------
    def action_tell_on(self) -> None:
        """Say something about what is under the cursor, in a sentence that others' screens and bots can read."""
        sight, row = self.sight, self._row()
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

    def _tell(self, across: str | None, sentence: Any) -> None:
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
