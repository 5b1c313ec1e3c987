"""Drawing of a round: queries as lines between seats, Heaven beside Hell; right and wrong locks by letters, with the
true allies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.games.sinners_secret.spec import are_allies
from core.story.drawing import Cell, Drawing, Link, Links, Matrix, Moment, Word, Words, name, say
from core.story.parts import Step

LEGEND = (
    "Above, who asked whom in this round, and about what. Below, a row's letter locked a column's: \u2713 rightly, "
    "\u2717 wrongly, \u25a0 where it is not known. Framed cells are true allies."
)
RIGHT, WRONG, ALLY, MADE = "\u2713", "\u2717", "\u00b7", "\u25a0"


def draw(moment: Moment) -> Drawing | None:
    if not moment.scene.picture.get("letters"):
        return None
    locks = _lock_matrix(moment)
    if not moment.scene.picture.get("realms"):
        return Drawing(parts=(locks,), legend=LEGEND)
    realms: Mapping[str, str] = moment.scene.picture["realms"]
    heaven, hell = (tuple(seat for seat in moment.seats if realms.get(seat) == realm) for realm in ("heaven", "hell"))
    links = tuple(_query_link(n, step) for n, step in moment.steps("query", "answer"))
    titles = Word(text="Heaven", tone="cyan"), Word(text="Hell", tone="red")
    return Drawing(parts=(Links(titles=titles, sides=(heaven, hell), links=links), locks), legend=LEGEND, over=True)


def _query_link(n: int, step: Step) -> Link:
    r"""Return a query from a step: the reader's own, any in a full story, or one answered to the reader.
    `A\u2713D\u2717M\u2717 wrath`, as far as known."""
    data, answers = step.data, dict(step.data.get("answers", {}))
    by, to = step.seats if step.kind == "query" else step.seats[::-1]
    words: list[Word] = []
    for letter in data.get("letters", answers):
        words.append(Word(text=letter, tone="strong"))
        if letter in answers:
            words += say((RIGHT, "good") if answers[letter] else (WRONG, "bad"))
    about = data.get("attribute", "")
    return Link(by=by, to=to, said=(*words, *say((f" {about}", "accent"))), brief=tuple(words), about=about, step=n)


def _lock_matrix(moment: Moment) -> Matrix:
    picture: Mapping[str, Any] = moment.scene.picture
    owner = {letter: seat for seat, own in picture["letters"].items() for letter in own}
    letters, pairs = sorted(owner), picture["pairs"]
    locks: dict[tuple[str, str], tuple[bool | None, int | None]] = {
        (a, b): (ok, None) for a, b, round_, ok in picture["locks"] if round_ < moment.scene.round or moment.over
    }
    for n, step in moment.steps("lock"):
        locks[step.data["letter"], step.data["locked"]] = (step.data.get("ok"), n)
    cells = {}
    for row, a in enumerate(letters):
        for column, b in enumerate(letters):
            allies = a != b and a in pairs and b in pairs and are_allies(pairs[a], pairs[b])
            ground = "own" if a == b else "pair" if allies else ""
            if (a, b) in locks:
                ok, lock = locks[a, b]
                mark, tone = (MADE, "strong") if ok is None else (RIGHT, "good") if ok else (WRONG, "bad")
                cells[row, column] = Cell(text=mark, tone=tone, ground=ground, step=lock)
            elif ground:
                cells[row, column] = Cell(text=ALLY if allies else "", ground=ground)
    last = moment.step
    data = {} if last is None else last.data
    lit = (data["letter"], data["locked"]) if last is not None and last.kind == "lock" else data.get("letters", ())
    heads: list[Words] = [say((letter, "key" if letter in lit else "faint")) for letter in letters]
    return Matrix(
        corner="",
        across=tuple(heads),
        down=tuple(
            (say(name(owner[letter])), heads[n], say((" ".join(pairs.get(letter, ("", ""))), "faint")))
            for n, letter in enumerate(letters)
        ),
        cells=cells,
        small=True,
    )
