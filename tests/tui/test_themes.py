"""Themes: complete, readable, and the only place with colours."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from rich.color import Color
from rich.style import Style

import themes
from ssh_server.session.colours import Colours, nearest_of_256, restyle
from tests.kit.screens import sit
from tui.app.app import GarnetApp

GOOD = (themes.FOLDER / "garnet.toml").read_text(encoding="utf-8")
READABLE = 4.5
"""The contrast that WCAG asks of text."""


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", themes.names())
def test_a_theme_is_complete_and_every_text_can_be_read(name):
    spec = themes.load(name)
    if not spec.colours:
        assert "#" not in (themes.FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        return
    backs = (spec.surfaces.paper, spec.surfaces.sheet, spec.surfaces.bar)
    for key, style in msgspec.to_builtins(spec.text).items():
        colours = re.findall(r"#[0-9a-fA-F]{6}", style)
        pairs = [(colours[0], colours[1])] if " on " in style else [(colours[0], back) for back in backs]
        for ink, back in pairs:
            assert contrast(ink, back) >= READABLE, (name, key, ink, back)
    assert min(contrast(spec.surfaces.ink, back) for back in (*backs, spec.surfaces.cursor)) >= READABLE


@pytest.mark.parametrize("name", [name for name in themes.names() if themes.load(name).colours])
def test_a_theme_can_be_read_in_256_colours_and_its_white_is_white(name):
    spec = themes.load(name)

    def shown(colour):
        return nearest_of_256(Color.parse(colour)).get_truecolor().hex

    surfaces = msgspec.to_builtins(spec.surfaces)
    backs = [surfaces[key] for key in ("paper", "sheet", "bar")]
    for key, style in msgspec.to_builtins(spec.text).items():
        colours = re.findall(r"#[0-9a-fA-F]{6}", style)
        pairs = [(colours[0], colours[1])] if " on " in style else [(colours[0], back) for back in backs]
        for ink, back in pairs:
            assert contrast(shown(ink), shown(back)) >= READABLE, (name, key, shown(ink), shown(back))
    assert contrast(shown(spec.surfaces.ink), shown(spec.surfaces.cursor)) >= READABLE
    tile = re.findall(r"#[0-9a-fA-F]{6}", spec.text.ivory)[1]
    assert nearest_of_256(Color.parse(tile)).number == 231, "a white tile is white"
    for ground in (*surfaces.values(), *(style.partition(" on ")[2] for style in (spec.text.pick, spec.text.held))):
        if name != "contrast" and ground.startswith("#"):
            red, _, blue = nearest_of_256(Color.parse(ground)).get_truecolor()
            assert red >= blue, (ground, "no ground is colder than its theme")
    grounds = [re.findall(r"#[0-9a-fA-F]{6}", getattr(spec.text, key))[1] for key in ("best", "fair", "poor")]
    assert len({shown(ground) for ground in grounds}) == 3, "a heat map has three grounds"


BEHIND = {"best": ("strong", "good", "key"), "fair": ("strong", "good", "key"), "poor": ("strong", "bad", "key")}
"""What stands on the grounds of a heat map."""


COLOURED = [name for name in themes.names() if themes.load(name).colours]
LEVELS = ("full", "256")


def shown(colour: str, level: str) -> str:
    """A colour as a terminal of so many shows it."""
    return colour if level == "full" else nearest_of_256(Color.parse(colour)).get_truecolor().hex


def hexes(style: str) -> list[str]:
    return re.findall(r"#[0-9a-fA-F]{6}", style)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", COLOURED)
def test_what_stands_on_a_heat_map_can_be_read(name, level):
    texts = msgspec.to_builtins(themes.load(name).text)
    for ground, inks in BEHIND.items():
        back = shown(hexes(texts[ground])[1], level)
        for ink in inks:
            assert contrast(shown(hexes(texts[ink])[0], level), back) >= READABLE, (name, ground, ink)


SEEN = 3.0
"""The contrast that WCAG asks of what shows where the keyboard is."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", COLOURED)
def test_what_has_the_keyboard_stands_out(name, level):
    spec = themes.load(name)
    paper, sheet = shown(spec.surfaces.paper, level), shown(spec.surfaces.sheet, level)
    pick = shown(hexes(spec.text.pick)[1], level)
    assert min(contrast(pick, back) for back in (paper, sheet)) >= SEEN, "the line under the cursor"
    assert contrast(shown(spec.surfaces.line_live, level), paper) >= SEEN, "the border of the pane"
    held = [shown(colour, level) for colour in hexes(spec.text.held)[1:]] or [paper]
    assert contrast(pick, held[0]) >= 2, "not to be taken for the line of a list that has not"
    assert pick not in {shown(spec.surfaces.bar, level), shown(spec.surfaces.cursor, level)}
    assert shown(spec.surfaces.line_live, level) != shown(spec.surfaces.line, level)


def test_without_colours_too_what_has_the_keyboard_stands_out():
    spec = themes.load(themes.COLOURLESS)
    assert "reverse" in spec.text.pick
    assert "reverse" not in spec.text.held


WORN = [
    *((name, colours) for name in COLOURED for colours in (Colours.FULL, Colours.MANY, Colours.SIXTEEN)),
    (themes.COLOURLESS, Colours.NONE),
]


@pytest.mark.parametrize(("name", "colours"), WORN)
async def test_one_row_of_a_list_has_the_keyboard_whatever_is_shown(name, colours):
    async with sit("exodus", theme=name) as at:
        await at.press("colon")
        at.app.screen.query("Choices").first().focus()
        await at.settle()
        rows: dict[tuple[object, bool], set[int]] = {}
        box = at.app.screen.query("Choices").first().region
        for number, strip in enumerate(at.screen._compositor.render_strips(at.app.size)):
            if not box.y <= number < box.bottom:
                continue
            for segment in strip.crop(box.x, box.right):
                style = restyle(segment.style or Style(), colours)
                rows.setdefault((style.bgcolor, bool(style.reverse)), set()).add(number)
        assert any(len(found) == 1 for found in rows.values()), "one ground is of one row alone"


def test_there_are_a_dark_a_light_a_contrasty_and_a_colourless_theme():
    assert themes.names()[0] == themes.USUAL
    specs = {name: themes.load(name) for name in themes.names()}
    assert {spec.dark for spec in specs.values() if spec.colours} == {True, False}
    assert "contrast" in specs
    assert not specs[themes.COLOURLESS].colours


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text.replace('ink = "#d8d3cf"', 'ink = "red"'), "surfaces.ink is 'red'"),
        (lambda text: text.replace('faint = "#978d9c"', 'faint = "blink #978d9c"'), "'blink'"),
        (lambda text: text.replace('faint = "#978d9c"', 'faint = ""'), "text.faint is empty"),
        (lambda text: text.replace("[text]", "[text]\nglow = '#ffffff'"), "glow"),
        (lambda text: re.sub(r'good = ".*"\n', "", text), "good"),
        (lambda text: text.replace("[text]", "[text"), "not TOML"),
        (lambda text: text.replace('"#f0ebe2" = 231', '"#f0ebe2" = 7'), "16 to 255"),
        (lambda text: text.replace('"#f0ebe2" = 231', '"#123456" = 231'), "name a colour of this file"),
    ],
)
def test_a_bad_theme_file_is_answered_with_a_sentence_that_names_it(spoil, said):
    spoiled = spoil(GOOD)
    assert spoiled != GOOD
    with pytest.raises(themes.BadTheme) as caught:
        themes.parse(spoiled, "mine.toml")
    assert "mine.toml" in str(caught.value)
    assert said in str(caught.value)


def test_an_unknown_theme_falls_back_and_says_so():
    app = GarnetApp(theme="nonesuch")
    assert app.theme == themes.USUAL
    assert "There is no theme 'nonesuch'" in (app.trouble or "")


def test_widgets_name_colours_only_by_what_they_are_for():
    hexes, wrong = re.compile(r"#[0-9a-fA-F]{6}\b"), []
    painted = [
        path for path in Path("tui").rglob("*.py") if path != Path("core/words/door.py")
    ]  # a camera reads its code
    for path in [*painted, *Path("themes").glob("*.tcss")]:
        wrong += [f"{path}: {found}" for found in hexes.findall(path.read_text(encoding="utf-8"))]
    assert wrong == []


async def test_without_colours_nothing_on_the_screen_has_one():
    async with sit("exodus", no_color=True, size=(160, 45)) as at:
        await at.press("enter")
        assert at.app.theme == themes.COLOURLESS
        colours = set()
        for strip in at.screen._compositor.render_strips(at.app.size):
            for segment in strip:
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    colours.add("default" if colour is None else colour.name)
        assert colours == {"default"}
        assert "\u203a" in at.text, "the cursor has a mark of its own"


async def test_every_theme_can_be_worn_in_mid_session():
    async with sit("exodus") as at:
        for name in themes.names():
            at.app.use_theme(name)
            await at.settle()
            assert "Exodus" in at.text
