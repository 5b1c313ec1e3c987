"""The part of the font that pages load first has what the house draws, and a first load stays small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.letters import STATIC, ranges
from tests.kit.screens import sit
from web_server.pages import ServedPages

SEEN = frozenset("\u21c4\u2717\n")
"""Marks that the font lacks, and ends of lines."""
MOST = 180_000
"""Most bytes of a first load, packed."""
FIRST = ("textual.js", "xterm.css", "door.css", "door.js", "letters.woff2", "icon.svg")


@pytest.mark.parametrize("game", ["exodus", "sinners_secret", "drifting_ship", "pantheic_runes", "black_and_white"])
async def test_what_a_table_draws_is_in_the_letters_that_come_first(game: str) -> None:
    async with sit(game, size=(40, 28)) as at:
        for keys in ((), ("t",), ("escape", "L"), ("escape", "R"), ("escape", "question_mark")):
            await at.press(*keys)
            for letter in set(at.text) - SEEN:
                assert any(first <= ord(letter) <= last for first, last in ranges()), f"{letter!r} needs the whole font"


def test_a_first_load_is_small_and_its_letters_are_no_others() -> None:
    pages = ServedPages()
    assert sum(len(pages.files[name].packed) for name in FIRST) + 4_000 < MOST
    whole = re.search(r'url\("font.ttf"\)[^}]*unicode-range: ([^;}]+)', (STATIC / "door.css").read_text())
    assert whole is not None
    parts = [part.strip().removeprefix("U+").partition("-")[::2] for part in whole[1].split(",")]
    for first, last in ((int(first, 16), int(last or first, 16)) for first, last in parts):
        assert not any(first <= high and low <= last for low, high in ranges()), "both would be loaded"
    assert b"Garnet Mono" not in Path(STATIC / "letters.txt").read_bytes()
