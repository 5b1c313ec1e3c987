"""What whoever watches Pantheic Runes sees: the temple of the round, and what every god asks for and gives. Hands,
points and blessings are secret."""

from __future__ import annotations

from textual.content import Content

from core.games.pantheic_runes.views import View
from tui.games.pantheic_runes import cards
from tui.words import text

GAP = 2


def board(view: View, width: int, height: int) -> list[Content]:
    """The temple as large as there is room for beside the gods, who stand below it."""
    gods = _gods(view, width)
    for size in (cards.LARGE, cards.FRAMED, cards.BARE):
        rows = _temple(view, width, size)
        if len(rows) + 1 + len(gods) <= height or size == cards.BARE:
            break
    left = max(0, height - len(rows) - 1)
    if len(gods) > left:
        gods = _gods(view, width, short=True)
    return [*rows, text.line(""), *text.cut(gods, left)][:height]


def _temple(view: View, width: int, size: int) -> list[Content]:
    if not view.temple:
        return [text.line(("The temple opens with round 1.", "$faint"))]
    each = cards.WIDTHS[size] + GAP + (2 if size == cards.BARE else 0)
    across = max(1, (width + GAP) // each)
    rows = [text.line(("The temple", "$accent"), (": a place is given to whoever wants it alone", "$faint"))]
    for first in range(0, len(view.temple), across):
        pieces = []
        for place in range(first, min(len(view.temple), first + across)):
            if size > cards.BARE:
                pieces.append(cards.card(view.temple[place], size, (str(place), "$key")))
            else:
                top, low = cards.picture(view.temple[place])
                pieces.append([text.line((f"{place} ", "$key"), top), text.line("  ", low)])
        rows += text.beside(pieces, [each - GAP] * len(pieces), GAP)
    return rows


def _gods(view: View, width: int, *, short: bool = False) -> list[Content]:
    """A row for each god: its rituals, and what it gives; `short`: two beside one another, without that."""
    if not view.deities:
        return []
    rows = [text.line(("The gods", "$accent"), (" and the rituals that please them", "$faint"))]
    most = max(len(god.patterns) for god in view.deities)
    told = [_god(god.name, god.patterns, god.gives, 0 if short else most) for god in view.deities]
    if short:
        half, each = (len(told) + 1) // 2, (width - 1) // 2
        return [*rows, *text.beside([told[:half], told[half:]], [each, each], 1)]
    return [*rows, *(text.fit(row, width) for row in told)]


def _god(name: str, patterns: tuple[str, ...], gives: str, most: int) -> Content:
    """`most`: how many patterns have room before what it gives; 0 leaves that out."""
    runes: list[text.Part] = []
    for pattern in patterns:
        runes += [cards.inline(pattern), " "]
    known: text.Part = text.line(*runes[:-1]) if patterns else ("secret", "$faint")
    if not most:
        return text.line(text.fit((name, "$strong"), 11), known)
    return text.line(text.fit((name, "$strong"), 11), text.fit(known, 5 * most + 1), (gives, "$faint"))
