"""One key says what the marks of a table mean, those under the cursor first (M); and no mark is without its words."""

from __future__ import annotations

import re

import pytest
from textual.content import Content

from core.games import MODULES
from core.words.marks import RULING, find_marks, marks
from core.words.rulebook import MARKS, book
from tests.kit.depth import deep
from tests.kit.lived import lived
from tests.kit.screens import sit
from tests.kit.script import NAMES
from tui.widgets.lines import Lines

SIZES = ((40, 15), (80, 24), (160, 45))
ROUNDS = 3
"""So many are played before a table is read: by then most of its marks stand on it."""

DRAWN = re.compile(r"[\u2500-\u257f\u2580-\u259f]+")
"""Lines of boxes and the dots of large figures."""
WORD = r"(?:[A-Z]?[a-z\u00df-\u00ff]+|[A-Z]|[A-Z][a-z]+[A-Z][a-z]+|XC[a-z]+)(?:[\u2019'-][A-Za-z\u00df-\u00ff]*)*"
PLAIN = re.compile(rf"[(\u201c\"\[]*(?:{WORD}|\d+|[+\u2212-]\d+)?[.,:;?!)\]\"\u201d\u2026]*[s']?")


def without_marks(game: str, pane: str, words: str) -> str:
    for _, match in find_marks(game, pane, words):
        words = f"{words[: match.start()]}{' ' * len(match.group())}{words[match.end() :]}"
    return words


def strange(game: str, pane: str, line: str) -> list[str]:
    """What of a line is neither a word, a figure nor a declared mark."""
    left = without_marks(game, pane, DRAWN.sub(" ", re.sub(r"^[\u2191\u2193]", " ", line)))  # a list scrolls that way
    return [sign for sign in left.split() if not PLAIN.fullmatch(sign)]


@pytest.mark.parametrize("game", MODULES)
async def test_every_mark_that_a_table_prints_is_declared_with_its_words(game):
    found: dict[str, str] = {}
    for rounds in deep((0, ROUNDS), (ROUNDS,)):
        before = (lambda table, rounds=rounds: lived(table, rounds, company=False)) if rounds else None
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
    assert told[1:] == [mark.meaning() for mark in marks(game)]
    numbers = {paragraph.words.split(" ")[0] for paragraph in book(game)}
    for mark in marks(game):
        assert set(RULING.findall(mark.says)) <= numbers, mark.like


def first_words(at) -> str:
    """The page that M opens, in one line."""
    return " ".join(at.find("#rules-text").content.plain.split())


HANDS = {"hands": {name: ["red", "yellow", "green", "black"] if name == "Ada" else [] for name in NAMES[:9]}}
UNDER = [
    # the game and its position, the pane and where in it, what is at the cursor, what is told of it
    ("drifting_ship", {"round": 3, "claimed": {"5A": "Ada", "6A": "Ada"}}, "board", "5A", "5A ■",
     "■: activated, and yours: closed for good (SH-13)"),
    ("day_of_mercury", {"round": 3}, "places", "ringed_city", "1 Ringed City gluttony ·",
     "·: you have not been there yet"),
    ("sinners_secret", {"round": 3}, "letters", (0, 12), "pride, F F pride ✓", "✓: yes, no, maybe"),
    ("exodus", {"round": 4, **HANDS}, "matrix", (0, 0), "▐R▌ red, red 3/3",
     "3/3: this swap alone pays you 3 and them 3"),
    ("famine", {}, "partners", "Bo", "Bo ○○", "○○: ● a swap that you have had with this partner"),
    ("pantheic_runes", {"round": 3, "tableaux": {"Ada": ["xo++", "+.o."]}}, "hand", None, "1 + . o .",
     "+ .: runes: a tableau has four cells"),
    ("black_and_white", {}, "hand", None, "▲", "▲: under your tiles: ▲ the cursor"),
    ("ninety_nine", {}, "hand", None, "", "your purse: █ stays, ▒ goes with this bid"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "setup", "pane", "place", "head", "says"), UNDER)
async def test_what_is_under_the_cursor_comes_first_with_its_very_figures(game, setup, pane, place, head, says):
    async with sit(game, "Ada", setup=setup) as at:
        widget = at.find(f"#{pane}")
        widget.focus()
        if place is not None:
            widget.point(*place) if isinstance(place, tuple) else widget.point(place)
        await at.press("M")
        here, elsewhere, _ = first_words(at).partition("Elsewhere on this table")
        assert here.startswith(f"WHAT IT SAYS At the cursor{': ' if head else ''}{head}")
        assert says in here
        assert elsewhere
        for number in RULING.findall(says):
            assert f"• {number} " in here, "the ruling stands there in full"


@pytest.mark.parametrize(
    ("game", "setup", "says"),
    [
        ("drifting_ship", {"round": 3, "claimed": {"5A": "Ada", "6A": "Ada"}},
         "2=11 left 11: behind a Sequence: 2 of its components are yours, their numbers add up to 11, and 11 are"),
        ("day_of_mercury", {"round": 3, "sin": {"Ada": {"lust": 7, "greed": 8}}},
         "8x1: 8 of this sin, in tier 1, so that each pays 1 at the Shrine"),
    ],
)  # fmt: skip
async def test_what_stands_elsewhere_is_told_too_with_its_figures(game, setup, says):
    async with sit(game, "Ada", setup=setup) as at:
        await at.press("M")
        assert says in first_words(at).partition("Elsewhere on this table")[2]


async def test_what_is_closed_under_the_cursor_says_why_with_the_ruling_in_full():
    async with sit("sinners_secret", setup={"round": 3}) as at:
        letters = at.find("#letters")
        letters.focus()
        own = next(n for n, cells in enumerate(letters.cells) if cells[12].closed and cells[12].ruling)
        letters.point(own, 12)
        cell = letters.cells[own][12]
        await at.press("M")
        here = first_words(at).partition("Elsewhere")[0]
        assert f"Closed: {cell.closed} ({cell.ruling})" in here
        assert f"• {cell.ruling} " in here


def test_a_mark_that_is_not_of_its_form_is_an_error(tmp_path, monkeypatch):
    from core.words import marks as words

    (tmp_path / "marks.toml").write_text('[[mark]]\nlike = "7x2"\nform = "y"\nsays = "no"\n')
    monkeypatch.setattr(words, "files", lambda _: tmp_path)
    with pytest.raises(ValueError, match="'7x2' is not of its form 'y'"):
        words._load_marks.__wrapped__("anything")


async def test_a_mark_that_is_not_declared_is_found():
    """The net holds: what no game declares is seen."""
    assert strange("day_of_mercury", "sins", "pride 7x2 4y4") == ["4y4"]
    assert strange("drifting_ship", "bars", "A Frontier 3=19 left 6 3#19") == ["3#19"]
