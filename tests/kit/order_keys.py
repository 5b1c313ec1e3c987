"""Checks the keys of JSON orders and actions against the structs of their game.

Drafts, probes and bots' moves are JSON, and mypy knows nothing of their keys. `make types` runs this: an old key of a
renamed field is an error in a value that is called orders, or is passed to a function that takes them.

    python -m tests.kit.order_keys
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import inspect

from core.games import MODULES, game
from tests.kit.source import tree

CARRIERS = frozenset(
    """
    EMPTY action bare before begun cell changed crew deal deed draft drafted fields goes granting kept laid
    low meal offer offers old order orders pair plant planter probe probes queries query ritual
    rituals sealed trade turn visit visits way
    """.split()  # noqa: SIM905
)
"""Names of variables with JSON orders or their parts."""
TAKERS = frozenset(
    """
    Do Seal Taken _action_choice _add _choice _order_choice append choice do do_now edit insert judge putting
    then
    """.split()  # noqa: SIM905
)
"""Functions that take orders."""
WRITERS = frozenset(
    """
    _bid _start _tidy action bid choose empty json named orders place start visits walled with_cap with_room
    with_start written
    """.split()  # noqa: SIM905
)
"""Functions that return orders."""
CHOICES = frozenset({"kind", "player", "players"})
"""Names of choices, equal in every game."""
BASES = {"exodus": "trading", "famine": "trading", "black_and_white": "duel", "ninety_nine": "duel"}
"""Games that share a folder."""


def words(kind: Any) -> set[str]:
    """Every name in the JSON of a type and its parts."""
    names: set[str] = set()
    seen: set[int] = set()

    def walk(one: Any) -> None:
        if id(one) in seen:
            return
        seen.add(id(one))
        if isinstance(one, inspect.StructType):
            names.update(field.encode_name for field in one.fields)
            names.update([one.tag_field] if one.tag_field else [])
            for field in one.fields:
                walk(field.type)
        for name in ("types", "item_types"):
            for part in getattr(one, name, ()):
                walk(part)
        for name in ("item_type", "value_type"):
            if (part := getattr(one, name, None)) is not None:
                walk(part)

    walk(inspect.type_info(kind))
    return names


def known(name: str) -> set[str]:
    """Names that orders and actions of a game may have, decisions and lots included."""
    rules = game(name)
    return words(rules.Orders) | (words(rules.Action) if rules.Action is not None else set()) | CHOICES


OTHERS = {"story", "views", "words", "reviewing", "closing", "drawing", "pictures"}
"""Modules that write events, not orders."""


def folders(name: str) -> list[Path]:
    """Folders of a game: rules, shared code, and screen."""
    paths = [Path(top) / folder for top in ("core/games", "tui/games") for folder in (name, BASES.get(name, name))]
    return [folder for folder in dict.fromkeys(paths) if folder.is_dir()]


def files(name: str) -> list[Path]:
    """Modules that write or read orders of a game; tables and texts are none of them."""
    shared = [] if BASES.get(name) != "trading" else sorted(Path("tui/games/trade_form").glob("*.py"))
    paths = [path for folder in folders(name) for path in sorted(folder.rglob("*.py")) if path.stem not in OTHERS]
    alone = [path for folder in (name, BASES.get(name, name)) if (path := Path("tui/games", f"{folder}.py")).is_file()]
    return [*paths, *shared, *dict.fromkeys(alone)]


def carried(node: ast.expr) -> bool:
    """True if an expression holds orders, an action or a part of one, judged by its last name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in CARRIERS
        case ast.Subscript(value=value) if not isinstance(node.slice, ast.Slice):
            return carried(value)
        case ast.BoolOp(values=[first, *_]):
            return carried(first)
        case ast.Call(func=ast.Attribute(value=value, attr="get" | "copy")):
            return carried(value)
        case ast.Call(func=ast.Name(id="dict"), args=[value, *_]):
            return carried(value)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in ("order_of", "offer", "drafted")
    return False


def literals(node: ast.AST) -> Iterator[ast.Constant]:
    """Keys of a dict literal, and of literals inside it."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key
            yield from literals(value)
    elif isinstance(node, ast.List | ast.Tuple):
        for each in node.elts:
            yield from literals(each)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from literals(node.left)
        yield from literals(node.right)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from literals(each)
    elif isinstance(node, ast.ListComp | ast.GeneratorExp):
        yield from literals(node.elt)


def keys(tree: ast.AST) -> Iterator[ast.Constant]:
    """Every key by which a module writes or reads orders."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=value, slice=ast.Constant() as key) if carried(value):
                yield key
            case ast.Call(func=ast.Attribute(value=value, attr="get" | "pop"), args=[ast.Constant() as key, *_]) if (
                carried(value)
            ):
                yield key
            case ast.Call(func=ast.Attribute(attr="drafted"), args=[ast.Constant() as key]):
                yield key
            case ast.Compare(left=left, comparators=[right]) if carried(left) or carried(right):
                yield from literals(left)
                yield from literals(right)
            case ast.Compare(left=ast.Constant() as key, ops=[ast.In() | ast.NotIn()], comparators=[value]) if (
                isinstance(value, ast.Name | ast.Attribute) and carried(value) and shape(value)
            ):
                yield key
        if isinstance(node, ast.Dict) and any(
            key is None and grown(value) for key, value in zip(node.keys, node.values, strict=True)
        ):
            yield from literals(node)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in TAKERS:
                for given in node.args:
                    yield from literals(given)
            for keyword in node.keywords:
                if keyword.arg in CARRIERS:
                    yield from literals(keyword.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(carried(target) for target in targets):
                yield from literals(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name in WRITERS:
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from literals(part.value)


def grown(value: ast.expr) -> bool:
    """True if a dict extends orders."""
    return carried(value) or (isinstance(value, ast.Call) and bool(value.args) and carried(value.args[0]))


def shape(value: ast.expr) -> bool:
    """True if a value is a dict of orders, not a list of parts."""
    return getattr(value, "id", getattr(value, "attr", "")) in ("orders", "order", "deed", "query", "ritual", "action")


@cache
def used(path: Path) -> tuple[tuple[int, str], ...]:
    """Lines and keys at which a module writes or reads orders."""
    return tuple(sorted({(key.lineno, key.value) for key in keys(tree(path)) if isinstance(key.value, str)}))


def strangers(path: Path, known: set[str]) -> list[str]:
    """Keys of a module that are no names of its game's orders and actions."""
    return [f'{path}:{line}: error: orders have no "{key}"' for line, key in used(path) if key not in known]


def faults() -> list[str]:
    """Every use of an unknown name."""
    names = {name: known(name) for name in MODULES}
    by_path: dict[Path, set[str]] = {}
    for name in MODULES:
        for path in files(name):
            by_path.setdefault(path, set()).update(names[name])
    return [line for path, words in by_path.items() for line in strangers(path, words)]


if __name__ == "__main__":
    found = faults()
    print("\n".join(found) or "Every key of orders is a field of them.")
    sys.exit(bool(found))
