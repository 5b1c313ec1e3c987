"""Names in the project: a class has a name of its own outside games, and a file calls a module by a single name."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.kit.source import statements, tree

SHIPS = ("core", "storage", "themes", "tui", "ssh_server", "web_server", "cli")
GAMES = ("core/games/", "tui/games/", "cli/scaffold/", "cli/shelf/")
SHARED = {
    "Moved": 3, "Picked": 3, "PickedClosed": 2,  # messages of widgets, each inside the class of its widget
    "Person": 2, "Step": 2, "Table": 3,  # parts of drawings and stories, which games from outside use
}  # fmt: skip
"""Class names with more than one class outside games, and how many."""


RENAMED = re.compile(r"^\s*(?:from|import) .*\bas\b|^ +\w+ as \w+,$", re.MULTILINE)
"""An import under another name."""


def files(*tops: str) -> Iterator[tuple[Path, list[ast.stmt]]]:
    """The files below some folders, with their statements."""
    for top in tops:
        for file in sorted(Path(top).rglob("*.py")):
            yield file, list(statements(tree(file)))


@cache
def is_module(name: str) -> bool:
    """True if the project has a module or package of that name."""
    path = Path(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_a_class_has_a_name_of_its_own() -> None:
    classes = Counter(
        node.name
        for file, nodes in files(*SHIPS)
        if not file.as_posix().startswith(GAMES)
        for node in nodes
        if isinstance(node, ast.ClassDef)
    )
    assert {name: count for name, count in classes.items() if count > 1} == SHARED


def test_a_file_calls_a_module_by_a_single_name() -> None:
    twice = []
    for file in (file for top in (*SHIPS, "tests", "benchmarks") for file in sorted(Path(top).rglob("*.py"))):
        text = file.read_text(encoding="utf-8")
        nodes = statements(tree(file)) if RENAMED.search(text) else ()  # two names need an `as`
        names = defaultdict(set)
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    if is_module(module := f"{node.module}.{alias.name}"):
                        names[module].add(alias.asname or alias.name)
        twice += [(file.as_posix(), module) for module, called in names.items() if len(called) > 1]
    assert twice == []
