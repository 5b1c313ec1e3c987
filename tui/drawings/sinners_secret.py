"""A Sinner's Secret laid open: who locked whom rightly and wrongly, the true allies, the queries of the round."""

from __future__ import annotations

from textual.content import Content

from core.games.sinners_secret.spec import are_allies
from tui import text
from tui.drawings import Frame

RIGHT, WRONG, ALLY, MADE = "\u2713", "\u2717", "\u00b7", "\u25a0"


def draw(frame: Frame) -> list[Content]:
    """Letters by letters: locks right and wrong, allies that nobody has found yet."""
    picture = frame.scene.picture
    letters = sorted(letter for own in picture["letters"].values() for letter in own)
    owner = {letter: seat for seat, own in picture["letters"].items() for letter in own}
    locks = {(a, b): ok for a, b, round_, ok in picture["locks"] if round_ < frame.scene.round or frame.over}
    for step in frame.done:
        if step.kind == "lock":
            locks[step.data["letter"], step.data["locked"]] = step.data.get("ok")
    lit = _lit(frame)
    pairs = picture["pairs"]
    wide = frame.width >= 100
    rows = [text.line((" " * (34 if wide else 12), ""), *[(f"{letter} ", _style(letter, lit)) for letter in letters])]
    for letter in letters:
        about = " ".join(pairs.get(letter, ("", "")))
        head: list[text.Part] = [frame.name(owner[letter], 9), (f"{letter}  ", _style(letter, lit))]
        if wide:
            head.append(text.fit((about, "$faint"), 22))
        cells: list[text.Part] = []
        for other in letters:
            cells.append(_cell(letter, other, locks, pairs, lit))
        rows.append(text.line(*head, *cells))
    return rows


def _lit(frame: Frame) -> tuple[str, ...]:
    """The letters of the last step."""
    if frame.step is None:
        return ()
    data = frame.step.data
    if frame.step.kind == "lock":
        return (data["letter"], data["locked"])
    return tuple(data.get("letters", ()))


def _style(letter: str, lit: tuple[str, ...]) -> str:
    return "bold $key" if letter in lit else "$faint"


def _cell(
    letter: str,
    other: str,
    locks: dict[tuple[str, str], bool | None],
    pairs: dict[str, tuple[str, str]],
    lit: tuple[str, ...],
) -> text.Part:
    if letter == other:
        return ("\u2572 ", "$faint")
    if (letter, other) in locks:
        ok = locks[letter, other]
        style = "$strong" if ok is None else "$good" if ok else "$bad"
        mark = MADE if ok is None else RIGHT if ok else WRONG
        here = lit == (letter, other)
        return (f"{mark} ", f"bold {style}" if here else style)
    known = letter in pairs and other in pairs
    return (f"{ALLY} ", "$ink") if known and are_allies(pairs[letter], pairs[other]) else "  "
