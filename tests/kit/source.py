"""Modules read as trees, for tests that look at what is written in them."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """Nobody looks for garbage meanwhile: a tree has none, but so many nodes that looking takes longer than reading."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def tree(path: Path | str) -> ast.Module:
    """A module as it is written."""
    with uncollected():
        return ast.parse(Path(path).read_bytes())


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement in a tree, those in others after these; what they are made of is not looked at."""
    waiting = [node]
    for one in waiting:
        if isinstance(one, ast.stmt):
            yield one
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(one, part, ()))
