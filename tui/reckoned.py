"""A closed round as its player reads it, drawn from its reckoning (`core.story.reckoning`): the same for every game."""

from __future__ import annotations

from collections.abc import Sequence

from core.story.reckoning import Counted, Deed, Hoped, Reckoning, because, figure, headed
from tui import text

DONE, FAILED, NEITHER = "\u2713", "\u2717", "\u00b7"
MARKS = {"done": (DONE, "$good"), "failed": (FAILED, "$bad"), "": (NEITHER, "$faint")}


def reckoned_rows(found: Reckoning, title: str = "", drawn: str = "") -> list[text.Part]:
    """Rows for the page after a close. `drawn` is the small curve of what is called `title`: it stands where that is
    counted."""
    parts: list[list[text.Part]] = [
        [*(_hoped(one) for one in found.hoped), *found.said],
        _deeds(found.deeds),
        list(found.befell),
        [_counted(one, drawn if one.what == title else "") for one in found.counted],
        [text.line(("\u203a ", "$key"), line) for line in found.ahead],
    ]
    rows: list[text.Part] = []
    for part in parts:
        if part:
            rows += ["", *part] if rows else part
    return rows


def _hoped(one: Hoped) -> text.Part:
    """`Expected +12 sins, got +9: −2 stolen from you, −1 in great crowds`."""
    tone = "$good" if one.got >= one.expected else "$warn"
    return text.line(
        ("Expected ", "$faint"), (figure(one.expected, one.gain), "$strong"), (f" {one.what}, got ", "$faint"),
        (figure(one.got, one.gain), tone), (f": {because(one)}." if one.why else ".", "$warn" if one.why else "$faint"),
    )  # fmt: skip


def _deeds(deeds: Sequence[Deed]) -> list[text.Part]:
    rows: list[text.Part] = []
    for heading, deed in headed(deeds):
        rows += [(heading, "$accent")] if heading else []
        mark, tone = MARKS[deed.mark]
        came = (f": {deed.came}", "$warn" if deed.mark == "failed" else "$strong") if deed.came else ""
        rows.append(text.line("  " if deed.at else "", (f"{mark} ", tone), deed.text, came))
    return rows


def _counted(one: Counted, drawn: str) -> text.Part:
    """`Points 64 → 70 (+6)  ▁▃▆█  +6 interest`."""
    change: text.Part = ""
    was: text.Part = ""
    if one.before != one.after:
        was = (f"{figure(one.before)} \u2192 ", "$faint")
        if one.before is not None and one.after is not None:
            by = one.after - one.before
            change = (f" ({figure(by, gain=True)})", "$good" if by > 0 else "$bad")
    curve: text.Part = (f"  {drawn}", "$accent") if drawn else ""
    of: text.Part = (f"  {one.of}", "$faint") if one.of else ""
    return text.line(f"{one.what} ", was, (figure(one.after), "$strong"), change, curve, of)
