"""The workbench of Pantheic Runes: result and price of a turn, an adjustment or a combination.

Pure: computed from `View.mine` and `asks`; nothing is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.contract import Choice
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.routes import Step
from core.games.pantheic_runes.views import Mine, View
from core.json import Json
from tui.games.pantheic_runes import cards
from tui.games.pantheic_runes.cards import BARE, inline, picture
from tui.words import text


# --- what is prepared -------------------------------------------------------------------------------------------------
class Bench(NamedTuple):
    """Action prepared by keys. Numbers are places in `mine.tableaux`."""

    at: int | None = None
    first: int | None = None
    """First of two tableaux to combine, or None."""
    degrees: int = 0
    cell: int | None = None
    """Cell being adjusted, or None."""
    rune: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Bench(at=self.at)

    def with_turn(self, by: int) -> Bench:
        return Bench(at=self.at, degrees=(self.degrees + by) % 360)

    def with_rune(self, symbol: str) -> Bench:
        return Bench(at=self.at, cell=self.cell or 0, rune=symbol)

    def with_cell_moved(self, down: int, right: int) -> Bench:
        cell = self.cell or 0
        return self._replace(cell=(cell // 2 + down) % 2 * 2 + (cell % 2 + right) % 2)


class Deed(NamedTuple):
    kind: str
    """`rotate`, `adjust` or `combine`."""
    action: Json
    takes: tuple[str, ...]
    result: str
    copies: int
    mana: int
    tokens: int
    words: str
    closed: Choice | None = None
    """Choice of `asks` that closes it, or None."""
    clash: str = ""
    """Why it is closed although each tableau alone is open."""

    @property
    def reason(self) -> tuple[str, str | None] | None:
        """Why it cannot be done, with the ruling; None if it can."""
        if self.closed is not None:
            return self.closed.closed or "", self.closed.ruling
        return (self.clash, "PR-20") if self.clash else None


def prepare_deed(bench: Bench, mine: Mine, choices: Sequence[Choice], free: tuple[str, ...]) -> Deed | None:
    """Return the action that Enter would perform, or None if nothing is prepared."""
    if bench.at is None or bench.at >= len(mine.tableaux):
        return None
    tableau = mine.tableaux[bench.at]
    if bench.cell is not None:
        if not bench.rune:
            return None
        result = runes.adjust(tableau, bench.cell, bench.rune)
        action = {"kind": "adjust", "tableau": tableau, "cell": bench.cell, "rune": bench.rune}
        to = "empty" if bench.rune == runes.EMPTY else bench.rune
        words = f"Set the {runes.CORNERS[bench.cell]} cell of {tableau} to {to}"
        return _priced_deed("adjust", action, (tableau,), result, mine, choices, words)
    if bench.degrees:
        action = {"kind": "rotate", "tableau": tableau, "degrees": bench.degrees}
        words = f"Turn {tableau} by {bench.degrees} degrees clockwise"
        return _priced_deed("rotate", action, (tableau,), runes.rotate(tableau, bench.degrees), mine, choices, words)
    if bench.first is None or bench.first == bench.at or bench.first >= len(mine.tableaux):
        return None
    pair = (mine.tableaux[bench.first], tableau)
    words = f"Combine {pair[0]} and {pair[1]}"
    action = {"kind": "combine", "tableaux": list(pair)}
    combined = _priced_deed("combine", action, pair, runes.combine(*pair), mine, choices, words)
    if combined.closed is None and any(free.count(t) < pair.count(t) for t in pair):
        combined = combined._replace(clash=f"Only one {tableau} is free; the other is laid down or set aside.")
    return combined


def _priced_deed(
    kind: str, action: Json, takes: tuple[str, ...], result: str, mine: Mine,
    choices: Sequence[Choice], words: str,
) -> Deed:  # fmt: skip
    slot = f"action.{kind}"
    shut = next((c for c in choices if c.slot == slot and c.value in takes and c.closed is not None), None)
    mana = {"rotate": mine.prices.rotate, "adjust": mine.prices.adjust, "combine": mine.prices.combine}[kind]
    tokens = spec.ADJUST_TOKENS if kind == "adjust" else 0
    copies = mine.copies if kind == "combine" else 1
    return Deed(kind, action, takes, result, copies, mana, tokens, words, shut)


def bench_for_step(step: Step, mine: Mine, barred: Sequence[bool]) -> Bench | None:
    """Return the bench with a route's step; None if its tableaux are not free in the hand."""
    places: list[int] = []
    for tableau in step.tableaux:
        free_places = (
            p for p, held in enumerate(mine.tableaux) if held == tableau and not barred[p] and p not in places
        )
        place = next(free_places, None)
        if place is None:
            return None
        places.append(place)
    if step.kind == "combine":
        return Bench(at=places[1], first=places[0])
    if step.kind == "rotate":
        return Bench(at=places[0], degrees=step.degrees)
    return Bench(at=places[0], cell=step.cell, rune=step.result[step.cell])


# --- words ------------------------------------------------------------------------------------------------------------
def owner(tableau: str, mine: Mine | None) -> str:
    """Return the id of the deity that a ritual with this tableau pleases, as far as the seat knows; empty for none."""
    if mine is not None and tableau == mine.dionysus:
        return "dionysus"
    return spec.OWNER.get(tableau) or ("hestia" if tableau in spec.UNCLAIMED else "")


def pleased_words(tableau: str, view: View) -> text.Part:
    if not view.deities:
        return ""
    if not runes.is_full(tableau):
        return (f"{text.counted(tableau.count(runes.EMPTY), 'cell')} empty", "$faint")
    pleased = owner(tableau, view.mine)
    deity = next((seen for seen in view.deities if seen.id == pleased), None)
    if deity is None:
        return ("full, for no deity", "$faint")
    if deity.blessing is not None:
        return text.line(deity.name, (", held", "$faint"))
    if tableau in deity.performed:
        return text.line(deity.name, (", done", "$faint"))
    part = f" {deity.done + 1}/{deity.need}" if deity.need > 1 else ""
    return text.line(("pleases ", "$good"), (f"{deity.name}{part}", "$good"))


def bill(mine: Mine, mana: int, tokens: int) -> text.Part:
    if mine.mana is None:
        spent: text.Part = ("mana unlimited", "$good")
    else:
        left = mine.mana - mana
        spent = text.line(
            f"mana {mine.mana} → ", (str(left) if left >= 0 else "none", "$strong" if left >= 0 else "$bad")
        )
    left = mine.tokens - tokens
    paid: list[text.Part] = [spent]
    if tokens or mine.tokens:
        paid += [f" · tokens {mine.tokens}"]
        paid += [" → ", (str(left) if left >= 0 else "none", "$strong" if left >= 0 else "$bad")] if tokens else []
    return text.line(*paid)


def restated(deed: Deed, mine: Mine, view: View) -> list[text.Part]:
    twice = " twice" if deed.copies == 2 else ""
    result = text.line(" = ", inline(deed.result), twice, ": ", pleased_words(deed.result, view))
    cost = f"It costs {price(deed.mana, deed.tokens)}: "
    return [text.line(deed.words, result, "."), text.line(cost, bill(mine, deed.mana, deed.tokens), ".")]


def price(mana: int, tokens: int = 0) -> str:
    parts = [f"{mana} mana"] if mana else []
    parts += [text.counted(tokens, "token")] if tokens else []
    return ", ".join(parts) or "nothing"


def short_price(mana: int, tokens: int = 0) -> str:
    return f"{mana}m" + (f" {tokens}t" if tokens else "")


def uses_words(mine: Mine) -> str:
    left = mine.uses_left
    return "" if left is None else f"left: turn {left.rotate}, adjust {left.adjust}, combine {left.combine}"


NARROW = 41
"""Columns from which the workbench's keys are spelled out."""


def bench_rows(
    bench: Bench, deed: Deed | None, view: View, bound: str = "", size: int = BARE, width: int = NARROW
) -> list[text.Part]:
    """Return the workbench: four lines, or cards if `size` is over BARE. `bound`: why the tableau under the cursor
    cannot be used."""
    mine = view.mine
    if mine is None or bench.at is None or bench.at >= len(mine.tableaux):
        return [("Nothing in hand.", "$faint")]
    tableau = mine.tableaux[bench.at]
    if deed is None:
        return _at_rest(bench, tableau, view, mine, bound, size, width < NARROW)
    if size > BARE:
        return [
            *_pieces(bench, deed, tableau, size),
            text.line(inline(deed.result), " ", pleased_words(deed.result, view)),
            *_price_rows(deed, mine),
        ]
    number = bench.at + 1
    if deed.kind == "combine":
        assert bench.first is not None
        left_picture, right_picture = picture(deed.takes[0]), picture(deed.takes[1])
        top = text.line(
            (f"{bench.first + 1:>2} ", "$key"), left_picture[0], (f"{number:>3} ", "$key"), right_picture[0]
        )
        low = text.line("   ", left_picture[1], (" +  ", "$faint"), right_picture[1])
    else:
        drawn = picture(tableau, bench.cell)
        top, low = text.line((f"{number:>2} ", "$key"), drawn[0]), text.line("   ", drawn[1])
    result = picture(deed.result, bench.cell)
    sign = {"rotate": f" {bench.degrees}°", "adjust": " adjust", "combine": ""}[deed.kind]
    copies: text.Part = (" ×2", "$good") if deed.copies == 2 else ""
    top = text.line(top, " " * len(sign), "   ", result[0], copies, " ")
    low = text.line(low, (sign, "$faint"), (" = ", "$strong"), result[1])
    good = text.wrapped(pleased_words(deed.result, view), max(8, width - top.cell_length))
    low = low.pad_right(top.cell_length - low.cell_length) if good[1:] else low  # pad only to align with a second line
    return [text.line(top, *good[:1]), text.line(low, *good[1:2]), *_price_rows(deed, mine)]


def _price_rows(deed: Deed, mine: Mine) -> list[text.Part]:
    if (reason := deed.reason) is not None:
        return [(f"× {reason[0]} [{reason[1]}]", "$warn")]
    verb = {"rotate": "turns", "adjust": "adjusts", "combine": "combines"}[deed.kind]
    return [
        text.line(f"{short_price(deed.mana, deed.tokens)}: ", bill(mine, deed.mana, deed.tokens)),
        text.line(("Enter", "$key"), f" {verb}", ("   Backspace", "$key"), " puts back"),
    ]


def _pieces(bench: Bench, deed: Deed, tableau: str, size: int) -> list[text.Part]:
    number = (str((bench.at or 0) + 1), "$key")
    copies: text.Part = (" ×2 ", "$good") if deed.copies == 2 else ""
    result = cards.card(deed.result, size, ("=", "$strong"), copies, "$good", bench.cell)
    if deed.kind == "combine":
        first = cards.card(deed.takes[0], size, (str((bench.first or 0) + 1), "$key"))
        pieces = [first, cards.card(deed.takes[1], size, number), result]
        return [*cards.row_of(pieces, [(" + ", "$strong"), (" = ", "$strong")])]
    sign = f" {bench.degrees}° = " if deed.kind == "rotate" else " = "
    return [*cards.row_of([cards.card(tableau, size, number, cell=bench.cell), result], [(sign, "$strong")])]


def _at_rest(
    bench: Bench, tableau: str, view: View, mine: Mine, bound: str, size: int, narrow: bool
) -> list[text.Part]:
    drawn = picture(tableau, bench.cell)
    place = str((bench.at or 0) + 1)
    number = (place if size > BARE else f"{place:>2} ", "$key")
    if bench.cell is not None:
        keys: list[text.Part] = [text.line("cell ", ("arrows", "$key"), "  rune ", ("+ o x .", "$key"))]
        keys.append(
            text.line(("set the ", "$faint"), runes.CORNERS[bench.cell], ("   Backspace", "$key"), " puts back")
        )
    elif bench.first is not None:
        keys = [
            text.line("A: go to the tableau that joins it", ("", "$faint")),
            text.line(("Enter", "$key"), " lets it go"),
        ]
    elif bound:
        keys = [(f"× {bound}", "$warn")]
    elif view.round == 0:
        keys = [("Before round 1 players only talk (t).", "$faint"), ""]
    else:
        p = mine.prices
        both = text.line(("Enter", "$key"), f" A+B {p.combine}m   ", ("p", "$key"), f" partner {p.combine_together}m")
        turn, adjust = f" turn {p.rotate}m   ", f" adjust {p.adjust}m {spec.ADJUST_TOKENS}t   "
        lay = " lay down"
        if narrow:
            turn, adjust, lay = f" turn {p.rotate}m  ", f" adjust {p.adjust}m {spec.ADJUST_TOKENS}t  ", " lay"
        keys = [text.line(("< >", "$key"), turn, ("a", "$key"), adjust, ("l", "$key"), lay), both]
    uses = uses_words(mine)
    if size > BARE:
        piece = cards.card(tableau, size, number, cell=bench.cell)
        beside: list[text.Part] = ["", pleased_words(tableau, view), (uses, "$warn") if uses else ""]
        beside += [""] * (len(piece) - len(beside))
        return [*(text.line(row, "  ", words) for row, words in zip(piece, beside, strict=True)), "", *keys]
    return [
        text.line(number, drawn[0], "   ", pleased_words(tableau, view)),
        text.line("   ", drawn[1], "   ", (uses, "$warn") if uses else ""),
        *keys,
    ]
