"""From rules to pixels a game is known by its types: nothing on the way takes or gives a State, Orders, View or Report
of any kind at all. mypy, strict over everything that ships, does the rest: a field that is renamed is an error wherever
its old name is still used. Of JSON orders, which are dicts, `tests.kit.order_keys` says so."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from core.contract import Game
from core.games import MODULES, game
from tests.kit import order_keys
from tests.kit.source import tree
from tui.games import PANELS, panel_class
from tui.games.base import GamePanel

CARRIED = {
    "state",
    "view",
    "report",
    "reports",
    "sealed",
    "sight",
    "record",
    "memory",
    "chapter",
    "page",
    "entry",
    "final",
}
"""Parameters and fields by which the four types are handed on."""
PLACES = ("core/games", "tui/games", "tui/drawings", "tui/widgets")


def untyped(path: Path) -> list[str]:
    """Where a module takes one of them as Any, or a seat's view through a cast."""
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.arg) and node.arg in CARRIED and node.annotation is not None:
            if ast.unparse(node.annotation) in ("Any", "Any | None"):
                found.append(f"{path}:{node.lineno} takes {node.arg}: Any")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in CARRIED:
            if ast.unparse(node.annotation) == "Any":
                found.append(f"{path}:{node.lineno} keeps {node.target.id}: Any")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "cast" and ".view()" in ast.unparse(node):
            found.append(f"{path}:{node.lineno} casts a view")
    return found


def arguments(kind: type, of: type) -> tuple[type, ...] | None:
    """The types that a class gives its generic ancestor, as far as they are classes."""
    for base in getattr(kind, "__orig_bases__", ()):
        given = get_args(base)
        origin = getattr(base, "__origin__", base)
        if origin is of and all(isinstance(one, type) for one in given):
            return given
        if isinstance(origin, type) and issubclass(origin, of):
            return given if all(isinstance(one, type) for one in given) else arguments(origin, of)
    return None


@pytest.mark.parametrize("place", PLACES)
def test_what_is_handed_on_is_never_of_any_type(place):
    found = [line for path in sorted(Path(place).rglob("*.py")) for line in untyped(path)]
    assert not found, "; ".join(found)


def test_a_view_of_any_type_is_found(tmp_path):
    bad = tmp_path / "panel.py"
    bad.write_text("def rest(self, name: str, view: Any) -> None:\n    shown = cast(View, self.seat.view())\n")
    assert [line.partition(" ")[2] for line in untyped(bad)] == ["takes view: Any", "casts a view"]


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_game_and_its_panel_name_the_games_own_types(name):
    one = game(name)
    told = arguments(type(one), Game)
    assert told is not None, f"{name} does not say what its types are"
    assert {one.State, one.View, one.Report} <= set(told)
    if name not in PANELS:
        return
    panel = arguments(panel_class(name), GamePanel)
    assert panel is not None, f"the panel of {name} does not say what its types are"
    assert {one.View, one.Report} <= set(panel)


def test_every_key_of_orders_is_a_field_of_them():
    assert order_keys.faults() == []


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_field_of_orders_that_is_renamed_is_found_where_it_is_still_used(name):
    """As if the field were gone: each place that writes or reads it is a fault, in the rules and on the screen."""
    known, files = order_keys.known(name), order_keys.files(name)
    found = {
        word: [path for path in files if order_keys.strangers(path, known - {word})]
        for word in known - order_keys.CHOICES
    }
    assert not [word for word, paths in found.items() if not paths]
    assert name not in PANELS or any(path.parts[0] == "tui" for paths in found.values() for path in paths)


def test_types_reach_a_game_from_outside():
    roots = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["root_packages"]
    assert [root for root in roots if not Path(root, "py.typed").is_file()] == []
