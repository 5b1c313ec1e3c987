"""The pictures of the README: every table has one, light, and with nothing fetched from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.games import MODULES
from tests.kit.pictures import MENUS, PACKAGES, STORIES, TABLES, film, lightened, table_picture
from tui.games import PANELS

FOLDER = Path("docs/pictures")
OUTSIDE = tuple(game.replace("_", "-") for game in PACKAGES)
"""The tables of the packages that the guide for authors shows."""
MOST, MOST_FILM = 150_000, 400_000
"""Bytes of a picture, and of the film."""


def test_every_table_has_its_picture_and_the_readme_shows_all_of_them():
    assert set(TABLES) == {game for game in MODULES if game in PANELS}
    readme = Path("README.md").read_text(encoding="utf-8")
    pictures = sorted(FOLDER.glob("*.svg"))
    assert len(pictures) == len(TABLES) + len(STORIES) + 1 + len(OUTSIDE) + len(MENUS)
    pages = dict.fromkeys(OUTSIDE, "docs/adding-a-game.md") | dict.fromkeys(MENUS, "docs/style.md")
    for path in pictures:
        page = pages.get(path.stem)
        assert f"(pictures/{path.name})" in Path(page).read_text(encoding="utf-8") if page else str(path) in readme
        assert path.stat().st_size <= (MOST_FILM if path.stem == "a-round" else MOST)
        words = path.read_text(encoding="utf-8")
        ElementTree.fromstring(words)
        assert not re.search(r"url\(\"?https?:|<script|<image", words), "nothing is fetched"


async def test_a_picture_says_what_the_screen_says():
    drawn = re.sub(r"<[^>]*>", "", await table_picture("exodus")).replace("&#160;", " ")
    for words in ("The Exodus Game", "Partners", "Offers", "10/0"):
        assert words in drawn


def test_a_film_shows_each_picture_in_its_turn_with_its_own_colours():
    pictures = [
        f'<svg xmlns="http://www.w3.org/2000/svg"><style>.t-r1 {{ fill: #00000{number} }}</style>'
        f'<g transform="translate(9, 41)"><text class="t-r1">{number}</text></g></svg>'
        for number in range(3)
    ]
    shown = film(pictures)
    ElementTree.fromstring(shown)
    for number in range(3):
        assert f".f{number}-r1 {{ fill: #00000{number} }}" in shown
        assert f'<text class="f{number}-r1">{number}</text>' in shown
    assert "prefers-reduced-motion" in shown


@pytest.mark.parametrize("ground", ["#16131a", "#ffffff"])
def test_a_lighter_picture_keeps_what_is_painted_on_the_ground(ground):
    row = f'<rect fill="{ground}" x="0" y="1.5" width="900" height="24"/>'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(9, 41)">{row}'
        '<rect fill="#b03c66" x="12.2" y="1.5" width="24.4" height="24"/></g></svg>'
    )
    lighter = lightened(svg)
    assert 'fill="#b03c66"' in lighter
    assert row not in lighter
    assert f'<rect fill="{ground}" width="100%" height="100%"/>' in lighter
