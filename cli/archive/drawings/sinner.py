"""A Sinner's Secret: every letter with its owner and attributes, who locked whom rightly or wrongly, true allies, and
which letters were asked about."""

from __future__ import annotations

from cli.archive.drawings.frame import Frame
from cli.archive.svg import fit, picture, squares, tag, words
from core.games.sinners_secret.spec import are_allies

LEGEND = "A row's letter locked a column's: \u2713 rightly, \u2717 wrongly, \u25a0 where it is not known. Framed cells \
are true allies. Letters on a ground are those that somebody asked about in this round."
SIZE, LEFT, TOP = 20, 266, 24


def draw(frame: Frame) -> str:
    """Letters by letters."""
    owner = {one: seat for seat, own in frame.picture["letters"].items() for one in own}
    letters = sorted(owner)
    if not letters:
        return ""
    at, pairs, hue = {one: n for n, one in enumerate(letters)}, frame.picture["pairs"], frame.hue
    side = SIZE * len(letters)
    parts = [tag("rect", x=LEFT - 1, y=TOP - 1, width=side, height=side, class_="place")]
    for step, done in frame.steps("query"):
        for one in done.data.get("letters", ()):
            if one in at:
                parts.append(tag("rect", x=LEFT + SIZE * at[one], y=TOP - 19, width=SIZE - 2, height=17, rx=3,
                                 class_="asked", data_step=step))  # fmt: skip
    for n, one in enumerate(letters):
        y = TOP + SIZE * n + 14
        parts.append(words(96, y, fit(owner[one], 12), f"name c{hue[owner[one]]}", "end"))
        parts.append(words(110, y, one, "title", "middle"))
        parts.append(words(124, y, ", ".join(pairs.get(one, ())), "faint"))
        parts.append(words(LEFT + SIZE * n + 9, TOP - 6, one, "title", "middle"))
    parts.append(squares(((LEFT + SIZE * n, TOP + SIZE * n) for n in range(len(letters))), SIZE - 2, "cell"))
    allies = (
        (LEFT + SIZE * at[b], TOP + SIZE * at[a])
        for a in letters
        for b in letters
        if a != b and a in pairs and b in pairs and are_allies(pairs[a], pairs[b])
    )
    parts.append(squares(allies, SIZE - 2, "ally"))
    now = {(d.data["letter"], d.data["locked"]): (d.data.get("ok"), step) for step, d in frame.steps("lock")}
    for a, b, _, ok in frame.picture["locks"]:
        if (a, b) not in now:
            parts.append(_lock(at[a], at[b], ok, None))
    parts += [_lock(at[a], at[b], ok, step) for (a, b), (ok, step) in now.items()]
    return picture(LEFT + side + 2, TOP + side + 2, parts, f"Letters and locks after {frame.title}")


def _lock(row: int, column: int, ok: bool | None, step: int | None) -> str:
    mark, style = ("\u25a0", "") if ok is None else ("\u2713", "good") if ok else ("\u2717", "bad")
    return words(LEFT + SIZE * column + 9, TOP + SIZE * row + 14, mark, style, "middle", step)
