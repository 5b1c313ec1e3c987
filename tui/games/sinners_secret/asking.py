"""Composing the query and the locks of A Sinner's Secret: what a chosen place changes, and what is asked then."""

from __future__ import annotations

from core.games.sinners_secret.spec import ATTRIBUTES
from tui.games.sinners_secret import lists
from tui.games.sinners_secret.desk import Desk
from tui.screens.dialogs import Pick
from tui.widgets.choices import Row


# --- the query --------------------------------------------------------------------------------------------------------
def toggle_letter(desk: Desk, letter: str, attribute: str = "") -> None:
    """Take a letter into the query or out of it; with the third, ask for what is still lacking."""
    sight = desk.sight
    closed = sight.letter_closed(letter)
    if closed is not None:
        desk.tell(closed[0], "warn", closed[1])
        return
    before = sight.draft
    desk.order(before.toggled(letter, attribute))
    if letter not in before.letters:
        complete(desk)


def complete(desk: Desk) -> None:
    """Ask for what a query with three letters still lacks, one thing after the other."""
    lacks = desk.sight.draft.lacks
    if lacks == "attribute":
        pick_attribute(desk)
    elif lacks == "to":
        pick_recipient(desk)


def pick_attribute(desk: Desk) -> None:
    draft = desk.sight.draft
    rows = []
    for name in ATTRIBUTES:
        choice = desk.sight.choice("query.attribute", name)
        rows.append(Row(name, name, choice.closed, choice.ruling, chosen=name == draft.attribute))

    def chosen(name: str) -> None:
        desk.order(desk.sight.draft._replace(attribute=name))
        complete(desk)

    title = f"Which of {', '.join(draft.letters) or 'the letters'} have ...?"
    desk.ask(Pick(title, rows, at=draft.attribute or None), chosen)


def pick_recipient(desk: Desk) -> None:
    rows = lists.recipient_rows(desk.sight)
    first = desk.sight.draft.to or next((row.id for row in rows if row.closed is None), None)
    desk.ask(
        Pick("Who is told the answers?", rows, at=first),
        lambda name: desk.order(desk.sight.draft._replace(to=name)),
    )


# --- locks ------------------------------------------------------------------------------------------------------------
def pick_lock(desk: Desk, letter: str) -> None:
    """Lock a letter for one of the own letters: which one is asked where there are several."""
    sight = desk.sight
    own = list(sight.view.pairs)
    if len(own) == 1:
        toggle_lock(desk, own[0], letter)
        return
    rows = []
    for one in own:
        choice = sight.choice(f"lock.{one}", letter)
        now = sight.draft.locks.get(one)
        note = (f"now {now}", "$faint") if now else ""
        rows.append(Row(one, f"for {one}", choice.closed, choice.ruling, note, chosen=now == letter))
    if rows:
        title = f"Lock {letter} as an ally of which letter of yours?"
        desk.ask(Pick(title, rows), lambda one: toggle_lock(desk, one, letter))


def toggle_lock(desk: Desk, own: str, letter: str) -> None:
    """Lock a letter for an own one at the close, or do not after all."""
    choice = desk.sight.choice(f"lock.{own}", letter)
    if choice.closed is not None:
        desk.tell(choice.closed, "warn", choice.ruling)
        return
    draft = desk.sight.draft.locking(own, letter)
    desk.order(draft)
    if own in draft.locks:
        desk.tell(f"{own} locks {letter}: final once the round has closed.", "warn", "SS-11")
