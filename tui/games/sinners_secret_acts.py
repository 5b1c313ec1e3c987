"""Composing the query and the locks of A Sinner's Secret, from the grid and from the list beside it."""

from __future__ import annotations

from typing import Any

from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS_ASKED
from tui.games import sinners_secret_lists as lists
from tui.games.sinners_secret_common import LISTS, QUERY_ROW
from tui.games.sinners_secret_noting import Noting
from tui.screens.dialogs import Pick
from tui.widgets.choices import Choices, Row
from tui.widgets.grid import Grid


class Acts(Noting):
    """The orders' keys."""

    # --- the grid ----------------------------------------------------------------------------------------------------
    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        letter = self.grid.letter
        if letter is None:
            return
        if message.row < QUERY_ROW:
            self.cycle(letter, ATTRIBUTES[message.row])
        elif message.row == QUERY_ROW:
            self._toggle_letter(letter)
        else:
            self._toggle_lock(self.own_letters[message.row - QUERY_ROW - 1], letter)

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
            "answers": self.picked_answer,
            "sent": self.picked_sent,
            "heard": self.picked_claim,
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

    def action_clear(self) -> None:
        """Take back what is under the cursor."""
        row, view, book = self.row_number(), self.sight.view, self.book
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
