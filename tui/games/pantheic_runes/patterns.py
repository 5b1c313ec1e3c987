"""The dialogs of Pantheic Runes that name a pattern: what a ritual of Artemis forbids, and Demeter's gift."""

from __future__ import annotations

from collections.abc import Callable

from core.games.pantheic_runes import runes
from tui import text
from tui.games.pantheic_runes import cards
from tui.games.pantheic_runes.desk import Desk
from tui.screens.dialogs import Ask, Pick
from tui.widgets.choices import Row

OTHER = "other"


def name_pattern(
    desk: Desk, title: str, then: Callable[[str], object], *, empty_cells: bool, none: str = ""
) -> None:  # fmt: skip
    """Choose a pattern from the deities' lists, or write any other."""
    listed = [Row("", none)] if none else []
    listed.append(Row(OTHER, "another, by its four cells"))
    mine = desk.sight.mine
    held = () if mine is None else mine.tableaux
    for deity in desk.sight.view.deities:
        for pattern in deity.patterns:
            note: text.Part = ("you hold one", "$warn") if pattern in held else ""
            listed.append(Row(pattern, text.line(cards.inline(pattern), f"  {deity.name}"), note=note))

    def written(words: str) -> None:
        tableau = runes.parse(words)
        if tableau is None or (not empty_cells and not runes.is_full(tableau)):
            full = "" if empty_cells else ", no cell empty"
            desk.tell(f"Write four cells row by row with + o x{' .' if empty_cells else ''}{full}.", "warn")
        else:
            then(tableau)

    def chosen(answer: str) -> None:
        if answer == OTHER:
            desk.ask(Ask(title, "Four cells, row by row: xo++ is x o above + +."), written)
        else:
            then(answer)

    desk.ask(Pick(title, listed), chosen)


def forbid(desk: Desk) -> None:
    """The prohibition of the ritual that grants Artemis (PR-34)."""
    mine = desk.sight.mine
    held = mine is not None and "artemis" in mine.blessings
    if desk.sight.draft.granting is None or held:
        why = "You hold Artemis already" if held else "Lay a ritual of Artemis down first (l)"
        desk.tell(f"{why}: only the ritual that grants her blessing forbids a pattern.", "warn", "PR-34")
        return
    name_pattern(
        desk,
        "Every ritual of which pattern fails?",
        lambda pattern: desk.order(desk.sight.draft.forbidding(pattern)),
        empty_cells=False,
        none="forbid nothing",
    )


def create(desk: Desk) -> None:
    """Demeter's gift (PR-33)."""
    choice = next((c for c in desk.sight.asks.choices if c.slot == "action.create_tableau"), None)
    if choice is None:
        return
    if choice.closed is not None:
        desk.tell(choice.closed, "warn", choice.ruling)
        return

    def chosen(tableau: str) -> None:
        said: list[text.Part] = [
            text.line("Create ", cards.inline(tableau), ": every seat, you included, receives a copy at once."),
            "Nobody is told from whom. It costs nothing, and there is no second time.",
        ]
        desk.do({"kind": "create_tableau", "tableau": tableau}, said, "Create it?")

    name_pattern(desk, "Create which tableau, for everybody?", chosen, empty_cells=True)
