"""Modules as syntax trees, for tests of source code."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """Disable garbage collection: a tree has so many nodes that a collection takes longer than parsing."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def tree(path: Path | str) -> ast.Module:
    with uncollected():
        return ast.parse(Path(path).read_bytes())


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement in a tree, outer ones first, without expressions."""
    waiting = [node]
    for inner in waiting:
        if isinstance(inner, ast.stmt):
            yield inner
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(inner, part, ()))
