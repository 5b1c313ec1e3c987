"""No module of the project needs another that needs it in turn: also where an import is hidden in a function, or stands
only for types. Whoever must know what is above them takes a protocol (`tui.app.services`,
`ssh_server.door.connection.ConnectionOwner`)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import grimp
import pytest

PACKAGES = ("core", "storage", "themes", "tui", "ssh_server", "cli")


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """By module, what it imports of the project, wherever in its text."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def circle(imports: Mapping[str, Set[str]]) -> list[str]:
    """Some modules each of which imports the next, the last one the first; empty where there are none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        return list(reversed(found.args[1]))
    return []


def test_no_modules_import_each_other_in_a_circle(imports):
    found = circle(imports)
    assert not found, f"these import each other in a circle: {' -> '.join(found)}"


def test_imports_in_functions_and_for_types_are_seen(tmp_path, monkeypatch):
    package = tmp_path / "knotted"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("def late():\n    from knotted import two\n    return two\n")
    (package / "two.py").write_text(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from knotted.one import late\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    graph = grimp.build_graph("knotted", exclude_type_checking_imports=False, cache_dir=None)
    found = circle({module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules})
    assert sorted(set(found)) == ["knotted.one", "knotted.two"]


def test_it_names_the_circle():
    assert steps(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) <= {("a", "b"), ("b", "c"), ("c", "a")}


def steps(found: list[str]) -> set[tuple[str, str]]:
    return set(pairwise(found))
