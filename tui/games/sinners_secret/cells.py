"""The cells of A Sinner's Secret's grid, and explanations of the cell under the cursor. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.sinners_secret.deduction import Mark
from core.games.sinners_secret.spec import ATTRIBUTES, SINS, VIRTUES
from tui.games.sinners_secret.grid import Column, Owner
from tui.games.sinners_secret.view_model import Sight, pair_words, value_of
from tui.widgets.grid import GridCell
from tui.words import text

YES, NO = "\u2713", "\u2717"
PICKED, MADE, SHUT, OPEN = "\u25c6", "\u25a0", "\u00d7", "\u00b7"
HEAVEN, HELL = "bold $cyan", "$red"
FAIR = 3
"""A lock wins 2 and loses 1: it pays if at least one pair in three makes an ally."""


def legend(wide: bool) -> list[text.Part]:
    """Return the legend of the grid's marks. `wide`: percentages are shown in full."""
    chance: text.Part = text.line(("44", "$good"), " of 100") if wide else text.line(("4", "$good"), " of 10")
    return [
        text.line((YES, "$good"), " yes ", NO, " no ", ("?", "$warn"), " maybe  ' believed ~ doubted  ",
                  ("!", "$bad"), " clash"),
        text.line(("+", "bold $accent"), " must be  ", ("-", "$accent"), " cannot be  ", (PICKED, "$key"),
                  " in the draft  ", (MADE, "$strong"), " locked"),
        text.line(chance, " pairs make allies; ", ("green", "$good"), ": above 1 in 3, pays"),
    ]  # fmt: skip


def heat(allies: int, pairs: int, wide: bool) -> text.Part:
    figure = f"{100 * allies // pairs:>2}" if wide else str(min(9, 10 * allies // pairs))
    if 2 * allies >= pairs:
        return (figure, "reverse $good")
    return (figure, "$good" if FAIR * allies > pairs else "$warn" if FAIR * allies == pairs else "$bad")


# --- the grid ---------------------------------------------------------------------------------------------------------
def glyph(sight: Sight, letter: str, attribute: str) -> text.Part:
    noted = sight.marks_at(letter, attribute)
    marks = [note.mark for note in noted]
    yes, no, maybe = value_of(marks)
    if yes and no:
        return ("!", "$bad")
    if yes or no:
        says = "yes" if yes else "no"
        own = any(mark.by is None and mark.value == says for mark in marks if mark.believed)
        fact = any(note.source in ("your letter", "revealed") for note in noted)
        style = ("bold $good" if fact else "$good") if yes else "$faint"
        return (f"{YES if yes else NO}{'' if own else chr(39)}", style)
    follows = (
        "maybe" if sight.deduction is None or sight.deduction.conflict else sight.deduction.grid[letter][attribute]
    )
    if follows != "maybe":
        return ("+", "bold $accent") if follows == "yes" else ("-", "$accent")
    if maybe:
        return ("?", "$warn")
    if marks:  # claimed, but doubted
        return (f"{YES if marks[-1].value == 'yes' else NO}~", "$faint")
    return (OPEN, "$faint")


def query_cell(sight: Sight, letter: str) -> GridCell:
    closed = sight.letter_closed(letter)
    if letter in sight.draft.letters:
        return GridCell((PICKED, "$key"), closed and closed[0], closed and closed[1])
    return GridCell((OPEN, "")) if closed is None else GridCell((SHUT, "$closed"), *closed)


def lock_cell(sight: Sight, own_letter: str, letter: str, wide: bool) -> GridCell:
    choice = sight.choice(f"lock.{own_letter}", letter)
    if own_letter == letter:
        return GridCell((SHUT, "$closed"), choice.closed, choice.ruling)
    if any(lock.locked == letter for lock in sight.view.locks[own_letter]):
        right = sight.right(own_letter, letter)
        mark = MADE if right is None else f"{MADE}{YES}" if right else f"{MADE}{NO}"
        return GridCell((mark, "$strong" if right is not False else "$bad"), choice.closed, choice.ruling)
    if sight.draft.locks.get(own_letter) == letter:
        return GridCell((PICKED, "$key"), choice.closed, choice.ruling)
    value, chance = sight.ally_value(own_letter, letter), sight.chance(own_letter, letter)
    if value != "maybe":
        label: text.Part = ("+", "bold $good") if value == "yes" else ("-", "$faint")
    elif chance is not None:
        label = heat(*chance, wide)
    else:
        label = (OPEN, "")
    if choice.closed is not None:
        label = (text.line(label).plain, "$closed")
    return GridCell(label, choice.closed, choice.ruling)


def grid_rows(sight: Sight, wide: bool, narrow: bool = False) -> tuple[list[list[GridCell]], list[text.Part]]:
    """Return cells and row titles: ten attributes, the query, the locks of each own letter. `narrow`: one character
    a cell, short titles."""
    rows, titles = _rows(sight, wide)
    if narrow:
        rows = [[cell._replace(label=text.line(cell.label)[:1]) for cell in row] for row in rows]
        titles = [_short_title(title) for title in titles]
    return rows, titles


def _short_title(title: text.Part) -> text.Part:
    """`pri`, `ask`, `=A`, for four columns."""
    words, style = title if isinstance(title, tuple) else (text.line(title).plain, "")
    if words.startswith("lock "):
        return (f"={words[-1]}", style)
    return ("ask" if words == "query" else words[:3], style)


def _rows(sight: Sight, wide: bool) -> tuple[list[list[GridCell]], list[text.Part]]:
    if not sight.letters:
        return [], []
    rows = [[GridCell(glyph(sight, letter, name)) for letter in sight.letters] for name in ATTRIBUTES]
    titles: list[text.Part] = [(name, "$strong" if name == sight.draft.attribute else "") for name in SINS]
    titles += [(name, "$strong" if name == sight.draft.attribute else "$violet") for name in VIRTUES]
    if sight.view.realm is not None:
        rows.append([query_cell(sight, letter) for letter in sight.letters])
        titles.append(("query", "$key"))
        for own in sight.view.pairs:
            rows.append([lock_cell(sight, own, letter, wide) for letter in sight.letters])
            titles.append(("lock " + own, "$key"))
    return rows, titles


def corner(sight: Sight, narrow: bool = False) -> text.Part:
    if sight.deduction is None:
        return ""
    if narrow:
        return ("!!", "$bad") if sight.deduction.conflict else ("+-", "$accent")
    return ("! clash", "$bad") if sight.deduction.conflict else ("deduced", "$accent")


def grid_heads(sight: Sight, cell_width: int) -> tuple[list[Column], list[Owner]]:
    """Return the letters across and their owners. Names wider than their columns alternate between two rows."""
    heads: list[Column] = []
    shown: list[Owner] = []
    if not sight.letters:
        return [], []
    hands = sight.by_owner
    short = short_names(sight.seats, 2 * max(2, cell_width) - 1)
    before = None
    for letter in sight.letters:
        owner = sight.owner[letter]
        heaven = sight.view.realms[owner] == "heaven"
        style = "bold underline $accent" if letter in sight.view.pairs else HEAVEN if heaven else HELL
        edge = before is not None and before != owner and (sight.view.realms[before] != sight.view.realms[owner])
        hand = cell_width > 2 and before is not None and before != owner and sight.view.realms[before] == "heaven"
        if cell_width == 1:  # adjoining characters: a gap before each hand, or every third letter
            gap = before != owner if hands else len(heads) % 3 == 0
            heads.append(Column(letter, style, gap))
        else:
            heads.append(Column(letter, style, hands and (edge or hand)))
        if hands and heaven:
            if before != owner:
                shown.append(Owner(owner, len(sight.view.letters[owner]), HEAVEN, tiers(sight) - 1))
        else:
            singles = sum(owner_shown.columns == 1 for owner_shown in shown)
            name = short[owner].upper() if heaven else short[owner]
            tier = (singles + 1) % tiers(sight)
            shown.append(Owner(name, 1, HEAVEN if heaven else f"bold {HELL}" if tier else HELL, tier))
        before = owner
    return heads, shown


def tiers(sight: Sight) -> int:
    """Return the rows of names over the letters: two if a name needs more than its column where room is scarce."""
    return 2 if any(len(name) > 1 for name in sight.seats) else 1


def heads_high(sight: Sight) -> int:
    return 1 + tiers(sight)


def short_names(names: Sequence[str], room: int) -> dict[str, str]:
    """Return every name in at most `room` characters, all different: cut with an ellipsis, or numbered if that is
    ambiguous."""
    shortened: dict[str, str] = {}
    for name in names:
        cut = name if len(name) <= room else f"{name[: room - 1]}\u2026"
        numbered = (f"{name[: max(1, room - len(str(n)))]}{n}" for n in range(1, 100))
        shortened[name] = (
            cut
            if cut not in shortened.values()
            else next(candidate for candidate in numbered if candidate not in shortened.values())
        )
    return shortened


# --- words about what is under the cursor -----------------------------------------------------------------------------
def cell_words(sight: Sight, letter: str, attribute: str) -> list[text.Part]:
    rows: list[text.Part] = [text.line(*_letter(sight, letter), ": ", (attribute, "$strong"))]
    noted = sight.marks_at(letter, attribute)
    if noted:
        rows.append("; ".join(mark_words(note.mark, note.source) for note in noted) + ".")
    elif not sight.view.result:
        rows += sight.hint("Nothing noted. Enter: yes, no, maybe, nothing.")
    return rows + follows_words(sight, letter, attribute)


def mark_words(mark: Mark, source: str) -> str:
    if source in ("your letter", "revealed"):
        return f"{mark.value} ({source})"
    where = f" ({source})" if source else ""
    if mark.by is None:
        return f"{mark.value}, as you note{where}"
    return f"{mark.value}, {mark.by} says, {'and you believe it' if mark.believed else 'but you doubt it'}{where}"


def follows_words(sight: Sight, letter: str, attribute: str = "") -> list[text.Part]:
    if sight.deduction is None:
        return []
    if sight.deduction.conflict:
        return [(sight.deduction.conflict, "$bad")]
    pairs = sight.deduction.pairs[letter]
    value = sight.deduction.grid[letter][attribute] if attribute else "maybe"
    lead = f"It follows: {value}. " if value != "maybe" else ""
    listed = "; ".join(pair_words(pair) for pair in pairs) if len(pairs) <= 4 else f"any of {len(pairs)} pairs"
    return [(f"{lead}{letter} can be {listed}.", "$accent")]


def query_words(sight: Sight, letter: str) -> list[text.Part]:
    rows: list[text.Part] = [text.line(*_letter(sight, letter), ": ", ("query", "$strong"))]
    if letter in sight.draft.letters:
        return [*rows, "In the query.", *sight.hint("Enter takes it out.")]
    if sight.letter_closed(letter) is None:
        rows += sight.hint("Three letters, three owners, both realms. Enter picks.")
    return rows  # the status line says why it cannot be picked


def lock_words(sight: Sight, own_letter: str, letter: str) -> list[text.Part]:
    if own_letter == letter:
        return [text.line((letter, "$strong"), f" is yours: {pair_words(sight.view.pairs[own_letter])}.")]
    pair = pair_words(sight.view.pairs[own_letter])
    rows: list[text.Part] = [text.line(*_letter(sight, letter), f": an ally of {own_letter} ", (pair, "$strong"), "?")]
    locked = next((lock for lock in sight.view.locks[own_letter] if lock.locked == letter), None)
    if locked is not None:
        right = sight.right(own_letter, letter)
        verdict = {None: "final", True: "right: 2 points", False: "wrong: -1 point"}[right]
        rows.append(f"{own_letter} locked it in round {locked.round}; {verdict}.")
    elif sight.draft.locks.get(own_letter) == letter:
        rows.append(("To be locked: final when the round closes.", "$warn"))
        rows += sight.hint("Enter takes it out.")
    else:
        rows += sight.hint("Right wins 2, wrong loses 1; final at the close. Enter locks.")
    value, chance = sight.ally_value(own_letter, letter), sight.chance(own_letter, letter)
    if value != "maybe":
        rows.append(("It follows: " + ("an ally." if value == "yes" else "no ally."), "$accent"))
    elif chance is not None:
        rows.append((f"{chance[0]} of the {chance[1]} pairs it can have are allies.", "$accent"))
    elif sight.deduction is not None and sight.deduction.conflict:
        rows.append((sight.deduction.conflict, "$bad"))
    return rows


def _letter(sight: Sight, letter: str) -> tuple[text.Part, ...]:
    return ((letter, "$strong"), f" of {sight.owner[letter]}, {sight.realm(letter)}")
