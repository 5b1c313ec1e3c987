"""The one skeleton of a game's folder: which file holds what. A game of the house is held to it, and `garnet new-game`
writes it.

No file is called like a function in it or like a parameter of the contract, and a folder's own modules and their names
are never imported under another name: whoever knows one game finds everything in the next.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from core.contract import AnyGame, Game

FILES: Final[dict[str, tuple[str, ...]]] = {
    "start": ("setup",),
    "asking": ("asks", "check"),
    "acting": ("act", "stage", "default"),
    "closing": ("close",),
    "ending": ("pending", "decide"),
    "views": ("view", "host", "briefing_view", "redeal", "determinize", "knows"),
    "words": ("restate", "tell", "tell_public", "restate_to", "tell_to"),
    "story": ("tale", "own_tale"),
    "drawing": ("draw",),
    "reckoning": ("reckon",),
    "coaching": ("coach", "advise", "reasons"),
    "company": ("gist", "weigh"),
    "terms": ("breaks",),
    "bots": ("bot", "adviser"),
}
"""File to the functions of the contract that stand in it, each under the contract's own name. A file may be a folder of
the same name (`bots/`) where it holds much."""

NEEDED: Final = ("spec", "structs", "start", "closing", "views", "words", "bots")
"""Without these there is no game; the rest only where the game has something to say there."""

MAY_STAND_APART: Final = {"checking": "asking", "redealing": "views"}
"""Where a game has much of it: `check` in a file of its own, and `redeal` in one."""

TOGETHER: Final = {
    "spec": ("structs",),
    "asking": ("acting",),
    "closing": ("start", "ending"),
    "rules": ("start", "asking", "acting", "closing", "ending", "views"),
    "views": ("words",),
    "story": ("drawing", "reckoning"),
    "company": ("terms",),
}
"""Where a game has little of it: a file that holds what otherwise stands in the files named behind it, or in some of
them."""

PAGES: Final = ("help.md", "rulings.md")


def faults(game: AnyGame) -> list[str]:
    """What a game's folder does otherwise, a sentence each; empty if it follows the skeleton."""
    homes = [cls.__module__ for cls in type(game).__mro__ if issubclass(cls, Game) and cls is not Game]
    return faults_of(*homes)


def faults_of(home: str, *bases: str) -> list[str]:
    """The same of the package `home`. What a base of several games does for it (`core.games.trading`) is looked for in
    the package of the base."""
    own = files(home)
    found = [f"{home} has no {page}." for page in PAGES if not (own / page).is_file()]
    there = {name for package in (home, *bases) for name, _ in _modules(files(package))}
    there |= {name for file in there for name in TOGETHER.get(file, ())}
    found += [f"{home} has no {name}.py." for name in NEEDED if name not in there]
    for part, file in _modules(own):
        found += [f"{home}, {file.name}: {fault}" for fault in _faults_in(file.read_text(encoding="utf-8"), part, home)]
    return found


def _modules(folder: Traversable, part: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every Python file, in the order of names, with the part that it belongs to: `bots` for all in `bots/`."""
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _modules(file, part or file.name)
        elif file.name.endswith(".py"):
            yield part or file.name.removesuffix(".py"), file


def _faults_in(text: str, part: str, home: str) -> Iterator[str]:
    tree = ast.parse(text)
    place = {function: name for name, functions in FILES.items() for function in functions}
    homes = (part, MAY_STAND_APART.get(part), *TOGETHER.get(part, ()))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and place.get(node.name, part) not in homes:
            yield f"{node.name}() belongs into {place[node.name]}.py."
    for found in ast.walk(tree):
        if isinstance(found, ast.FunctionDef) and part == "__init__" and _passes_on(found):
            yield f"{found.name}() only passes on: bind it, {found.name} = staticmethod({found.name})."
        if isinstance(found, ast.ImportFrom) and f"{found.module}.".startswith(f"{home}."):
            for name in found.names:
                if name.asname not in (None, name.name):
                    yield f"{name.name} goes by the name of {name.asname}."


def _passes_on(method: ast.FunctionDef) -> bool:
    """Does a method nothing but call the function of its name with its own parameters?"""
    match [line for line in method.body if not isinstance(getattr(line, "value", None), ast.Constant)]:
        case [ast.Return(ast.Call(ast.Name(name), words, [])) | ast.Expr(ast.Call(ast.Name(name), words, []))]:
            own = [arg.arg for arg in method.args.args]
            return name == method.name and ["self", *(ast.unparse(word) for word in words)] == own
    return False


def bound() -> set[str]:
    """Every name that a module of a game must not have: functions of the contract, and their parameters."""
    methods = {name: function for name, function in vars(Game).items() if inspect.isfunction(function)}
    parameters = {parameter for function in methods.values() for parameter in inspect.signature(function).parameters}
    return {name for name in (*methods, *parameters) if not name.startswith("_")} - {"self"}
