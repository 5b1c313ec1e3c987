"""What Textual, asyncssh and TinyDB keep to themselves is used in the seams alone, where each name says why."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

LIBRARIES = ("textual", "asyncssh", "tinydb", "rich")
OURS = ("core", "tui", "ssh_server", "storage", "cli", "themes")
SEAMS = {"tui/textual_seam.py", "ssh_server/textual_seam.py", "ssh_server/asyncssh_seam.py"}


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def theirs() -> dict[str, frozenset[str]]:
    """The private attributes of each class of the libraries, its parents' of the same library included."""
    own: dict[str, set[str]] = {}
    parents: dict[str, list[str]] = {}
    for library in LIBRARIES:
        for path in Path(importlib.import_module(library).__file__ or "").parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    own.setdefault(node.name, set()).update(name for name in defined(node) if private(name))
                    parents.setdefault(node.name, []).extend(base_names(node))

    def everything(name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        if name in seen or name not in own:
            return set()
        return own[name].union(*(everything(base, seen | {name}) for base in parents[name]))

    return {name: frozenset(everything(name)) for name in own}


def base_names(node: ast.ClassDef) -> list[str]:
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return [
        base.attr if isinstance(base, ast.Attribute) else base.id
        for base in bases
        if isinstance(base, ast.Attribute | ast.Name)
    ]


def defined(node: ast.ClassDef) -> Iterator[str]:
    """What a class defines: methods, class attributes, and what its methods set on `self`."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id
        elif isinstance(part, ast.Assign):
            yield from (target.id for target in part.targets if isinstance(target, ast.Name))
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and of_self(part):
            yield part.attr


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


@cache
def modules() -> dict[str, ast.Module]:
    paths = [path for folder in OURS for path in Path(folder).rglob("*.py")]
    return {str(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def our_classes() -> dict[str, list[ast.ClassDef]]:
    found: dict[str, list[ast.ClassDef]] = {}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


@cache
def inherited(name: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The private names that a class of ours has from a library."""
    found: set[str] = set()
    for node in our_classes().get(name, ()):
        for base in set(base_names(node)) - seen - {name}:
            found |= inherited(base, seen | {name}) if base in our_classes() else theirs().get(base, frozenset())
    return frozenset(found)


def uses(path: str) -> Iterator[tuple[int, str]]:
    """The lines on which a module of ours uses a private name of a library, with the name."""
    everything = frozenset().union(*theirs().values())
    of_ours = {name for nodes in our_classes().values() for node in nodes for name in defined(node)}
    tree = modules()[path]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES:
            if any(private(part) for part in (node.module or "").split(".")):
                yield node.lineno, node.module or ""
            yield from ((node.lineno, name.name) for name in node.names if private(name.name))
        elif isinstance(node, ast.Attribute) and private(node.attr) and not of_self(node):
            if node.attr in everything and node.attr not in of_ours:
                yield node.lineno, node.attr
        elif isinstance(node, ast.keyword) and node.arg and private(node.arg) and node.arg not in of_ours:
            yield node.value.lineno, node.arg
        elif isinstance(node, ast.ClassDef):
            kept = inherited(node.name)
            yield from ((node.lineno, name) for name in sorted(set(defined(node)) & kept))
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and of_self(part) and part.attr in kept:
                    yield part.lineno, part.attr


@pytest.mark.parametrize("path", sorted(set(modules()) - SEAMS))
def test_no_private_name_of_a_library_is_used_outside_of_the_seams(path):
    found = [f"{path}:{line} uses {name}" for line, name in sorted(set(uses(path)))]
    assert not found, "; ".join([*found, "bring it into the seam of its library, with why it is needed"])
