"""One key says what the marks of a table mean, those under the cursor first (M); and no mark is without its words."""

from __future__ import annotations

import re

import pytest
from textual.content import Content

from core.games import MODULES
from tests.kit.lived import lived
from tests.kit.screens import sit
from tui.widgets.lines import Lines
from tui.words.marks import marks, rest
from tui.words.rulebook import MARKS, book

SIZES = ((40, 15), (80, 24), (160, 45))
ROUNDS = 3
"""So many are played before a table is read: by then most of its marks stand on it."""

DRAWN = re.compile(r"[\u2500-\u257f\u2580-\u259f]+")
"""Lines of boxes and the dots of large figures."""
WORD = r"(?:[A-Z]?[a-z\u00df-\u00ff]+|[A-Z]|[A-Z][a-z]+[A-Z][a-z]+|XC[a-z]+)(?:[\u2019'-][A-Za-z\u00df-\u00ff]*)*"
PLAIN = re.compile(rf"[(\u201c\"\[]*(?:{WORD}|\d+|[+\u2212-]\d+)?[.,:;?!)\]\"\u201d\u2026]*[s']?")


def strange(game: str, pane: str, line: str) -> list[str]:
    """What of a line is neither a word, a figure nor a declared mark."""
    left = rest(game, pane, DRAWN.sub(" ", line))
    return [sign for sign in left.split() if not PLAIN.fullmatch(sign)]


@pytest.mark.parametrize("game", MODULES)
async def test_every_mark_that_a_table_prints_is_declared_with_its_words(game):
    found: dict[str, str] = {}
    for rounds in (0, ROUNDS):
        before = (lambda table, rounds=rounds: lived(table, rounds)) if rounds else None
        async with sit(game, "Ada", before=before) as at:
            for size in SIZES:
                await at.pilot.resize_terminal(*size)
                await at.settle()
                for widget in at.find("#panel").query("*"):
                    if not all(above.display for above in widget.ancestors_with_self):
                        continue
                    lines = [row.plain for row in widget.drawn()] if isinstance(widget, Lines) else []
                    for line in (Content.from_markup(widget.border_title or "").plain, *lines):
                        found |= dict.fromkeys(strange(game, widget.id or "", line), f"{widget.id}: {line}")
    assert not found


@pytest.mark.parametrize("game", MODULES)
def test_each_mark_is_told_in_the_rule_book_with_rulings_that_there_are(game):
    told = [paragraph.words for paragraph in book(game) if paragraph.under == MARKS]
    assert told[1:] == [mark.told() for mark in marks(game)]
    numbers = {paragraph.words.split(" ")[0] for paragraph in book(game)}
    for mark in marks(game):
        assert set(re.findall(r"\b[A-Z]{2}-\d+\b", mark.says)) <= numbers, mark.like


def first_words(at) -> str:
    """The page that M opens, in one line."""
    return " ".join(at.find("#rules-text").content.plain.split())


UNDER = [
    ("drifting_ship", "board", "At the cursor: 7B ■3", "■: activated, and yours: closed for good (SH-13)"),
    ("drifting_ship", "board", "At the cursor: 7B ■3", "SH-13 "),
    ("drifting_ship", "board", "Elsewhere", "3=19 left 6: behind a Sequence: 3 of its components are yours, their"),
    ("day_of_mercury", "places", "At the cursor: 1 Ringed City gluttony ·", "·: you have not been there yet"),
    ("day_of_mercury", "places", "Elsewhere", "7x2: 7 of this sin, in tier 2, so that each pays 2 at the Shrine"),
    ("sinners_secret", "answers", "At the cursor: 4 Max C✓ J✗ S✓", "C✓ J✗ S✓: what was answered about these letters"),
    ("exodus", "matrix", "At the cursor: r red, red 4/4", "4/4: this swap alone pays you 4 and them 4"),
    ("famine", "partners", "At the cursor: Gus ○○", "○○: ● a swap that you have had with this partner"),
    ("pantheic_runes", "hand", "At the cursor: 1 ▼ o + o x", "▼: it lies on the altar"),
    ("black_and_white", "hand", "At the cursor: ▲", "▲: under your tiles: ▲ the cursor"),
    ("ninety_nine", "hand", "At the cursor: ", "your purse: █ stays, ▒ goes with this bid"),
]


@pytest.mark.parametrize(("game", "pane", "head", "says"), UNDER)
async def test_what_is_under_the_cursor_comes_first_with_its_very_figures(game, pane, head, says):
    async with sit(game, "Ada", before=lambda table: lived(table, 4)) as at:
        at.find(f"#{pane}").focus()
        await at.press("M")
        told = first_words(at)
        assert told.startswith("WHAT IT SAYS At the cursor")
        here, elsewhere, beside = told.partition("Elsewhere on this table")
        assert head == "Elsewhere" or head in here
        assert says in (beside if head == "Elsewhere" else here)
        assert elsewhere


async def test_what_is_closed_under_the_cursor_says_why_with_the_ruling_in_full():
    async with sit("famine", "Ada", before=lambda table: lived(table, 4)) as at:
        partners = at.find("#partners")
        partners.focus()
        partners.point(next(row.id for row in partners.rows if row.closed))
        await at.press("M")
        here = first_words(at).partition("Elsewhere")[0]
        assert "(FA-02)" in here
        assert "FA-02 Orders are at most 3 offers" in here


def test_a_mark_that_is_not_of_its_form_is_an_error(tmp_path, monkeypatch):
    from tui.words import marks as words

    (tmp_path / "marks.toml").write_text('[[mark]]\nlike = "7x2"\nform = "y"\nsays = "no"\n')
    monkeypatch.setattr(words, "files", lambda _: tmp_path)
    with pytest.raises(ValueError, match="'7x2' is not of its form 'y'"):
        words._declared.__wrapped__("anything")


async def test_a_mark_that_is_not_declared_is_found():
    """The net holds: what no game declares is seen."""
    assert strange("day_of_mercury", "sins", "pride 7x2 4y4") == ["4y4"]
    assert strange("drifting_ship", "bars", "A Frontier 3=19 left 6 3#19") == ["3#19"]
