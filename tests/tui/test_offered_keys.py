"""Every key that a screen takes is offered on a page's bar, and what is named in the colour of keys is a target."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters, digits

import pytest
from textual.widgets import Input, TextArea

from core.games import MODULES
from ssh_server.session.colours import BAR_KEYS, key_sequence, page_keys
from tests.kit.depth import deep, games
from tests.kit.screens import NAMED_KEYS, Sitting, sit
from tui.widgets.frame import key_name, working_keys
from tui.widgets.lines import Lettered

PHONE = (40, 28)
GAMES = tuple(game for game in MODULES if not game.startswith("parley"))
ARROWS = {"up", "down"}
"""Keys of every bar."""
LEAVES = {"leave", "back", "blank"}


def keys_offered(at: Sitting) -> set[str]:
    return {entry[2] for entry in page_keys(at.app)["keys"]}


def not_offered(at: Sitting) -> list[str]:
    """Keys that work here, and that the bar has neither by themselves nor by another key with the same deed."""
    offered, screen = keys_offered(at), at.screen
    working = working_keys(screen)

    def is_there(key: str, name: str) -> bool:
        return name in BAR_KEYS or key_sequence(key) in offered

    deeds = {(a.node, a.binding.action) for a in working if is_there(a.binding.key, key_name(a.binding))}
    focused = screen.focused
    typed = focused.takes if isinstance(focused, Lettered) else lambda letter: False
    plain = [a for a in working if key_sequence(a.binding.key) and not typed(key_name(a.binding))]
    return [
        key_name(a.binding)
        for a in plain
        if not is_there(a.binding.key, key_name(a.binding)) and (a.node, a.binding.action) not in deeds
    ]


async def check(at: Sitting) -> None:
    assert not_offered(at) == [], f"{at.screen} takes keys that no thumb can press"
    focused = at.screen.focused
    if isinstance(focused, Input | TextArea):
        assert page_keys(at.app)["to"] is not None, f"{focused} takes no words of a page"
    if isinstance(focused, Lettered):
        before, offered = [row.plain for row in focused.drawn()], keys_offered(at)
        for letter in ascii_letters + digits:
            if letter.casefold() not in {each.casefold() for each in offered} and focused.takes(letter):
                await at.press(letter)
                assert at.screen.focused is focused, f"{letter} leaves, and is not offered"
                assert [row.plain for row in focused.drawn()] == before, f"{letter} does something, and is not offered"


async def home(at: Sitting) -> None:
    for _ in range(6):
        if at.screen.id == "table":
            return
        await at.press("escape")


@pytest.mark.parametrize("game", games(*GAMES))
async def test_every_key_of_every_screen_at_a_table_is_offered(game: str) -> None:
    """Breadth first: each offered key from the table, and from each screen that opens, each offered key again."""
    async with sit(game, size=PHONE) as at:
        at.app.by_thumb = True
        known: set[tuple[str, str]] = set()

        async def look(path: tuple[str, ...], depth: int) -> None:
            focused = at.screen.focused
            here = (type(at.screen).__name__, "" if focused is None else focused.id or type(focused).__name__)
            if here in known:
                return
            known.add(here)
            await check(at)
            for key, word, sequence in page_keys(at.app)["keys"] if depth else ():
                if word in LEAVES or len(sequence) > 1 or not sequence.isprintable():
                    continue
                await at.press(NAMED_KEYS.get(sequence, sequence))
                if not at.app.is_running or not at.app.screen_stack:
                    return
                await look((*path, key), depth - 1)
                await home(at)
                if path:
                    await at.press(*(NAMED_KEYS.get(each, each) for each in path))

        await look((), deep(2, 1))
        assert len(known) > 3


def handlers(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Methods that Textual gives keys to, with their classes."""
    for kind in ast.walk(tree):
        for node in kind.body if isinstance(kind, ast.ClassDef) else ():
            name = getattr(node, "name", "").lstrip("_")
            if name == "on_key" or (name.startswith("key_") and "events.Key" in ast.unparse(node)):
                yield kind.name, node


def test_no_screen_reads_keys_past_its_bindings_and_letters() -> None:
    """`Lettered` offers what it reads; a cover is left by any key; arrows are on every bar."""
    read = {}
    for path in Path("tui").rglob("*.py"):
        for kind, handler in handlers(ast.parse(path.read_text())):
            read[kind] = {
                node.value for node in ast.walk(handler) if isinstance(node, ast.Constant) and node.value is not None
            }
    assert read.keys() <= {"Lettered", "TooSmall", "Blank", "Palette", "SearchedPick"}
    assert read["Palette"] == {*ARROWS, "#found", 1}


async def tap(at: Sitting, words: str, after: int = 0) -> None:
    """Click on the first place where these words stand."""
    y, row = next((y, row) for y, row in enumerate(at.text.split("\n")) if words in row)
    await at.pilot.click(offset=(row.index(words) + after, y))
    for _ in range(3):  # the click goes up to the screen, and its key comes down again
        await at.settle()


async def test_a_query_is_put_together_by_taps_on_its_letters_and_words() -> None:
    async with sit("sinners_secret", size=PHONE) as at:
        at.app.by_thumb = True
        await tap(at, "2 Query", 3)
        assert at.screen.focused.id == "query", "the name of a pane is a target"
        await at.press("g")
        for words, after in (("Di    C", 6), ("Bo    K", 6), ("Flo   U", 6), ("g greed", 3), ("left", 1)):
            await tap(at, words, after)
        assert at.screen.id == "table"
        assert at.find("#panel").orders["query"]["attribute"] == "greed"


async def test_terms_are_put_together_by_taps_on_their_words() -> None:
    async with sit("exodus", size=PHONE) as at:
        at.app.by_thumb = True
        await at.press("t", "down", "o")
        await tap(at, " trade ", 2)
        assert "You give" not in at.text
        await tap(at, " give ", 2)
        await tap(at, "bLack", 0)
        await tap(at, "Yellow", 3)
        assert "Bo gives you a yellow cube" in at.text
        await at.press("enter")
        assert str(at.seat("Bo").messages()[-1].text) == "My black for your yellow?"


async def test_a_thumb_on_the_board_or_the_matrix_is_asked_which_place_it_means() -> None:
    """One tap places nobody; a choice from the list places one crewmate."""
    async with sit("drifting_ship", size=PHONE) as at:
        at.app.by_thumb = True
        await tap(at, "1A", 1)
        assert at.seat("Ada").draft() is None
        assert [row.label for row in at.find("#pick").rows][:1] == ["1A, Machine Learning"]
        await at.press("enter")
        await at.settle()
        assert at.screen.id == "table"
        assert str(at.seat("Ada").draft().orders).count("1A") == 1
    async with sit("exodus", size=PHONE) as at:
        at.app.by_thumb = True
        await tap(at, "2/−1", 1)
        assert "green, 2/−1" in at.find("#pick").rows[0].label
        assert len(at.find("#pick").rows) == 6
