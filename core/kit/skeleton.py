"""The files of a game's folder. The house's games follow it, and `garnet new-game` writes it.

No file has the name of a function in it or of a parameter of the contract, and a folder's own modules and names are
never imported under another name: all games look alike.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from core.contract import AnyGame, Game
from core.games.one_file import misspelt_capitals, pages

FILES: Final[dict[str, tuple[str, ...]]] = {
    "start": ("setup",),
    "asking": ("asks", "check"),
    "acting": ("act", "stage", "default"),
    "closing": ("close",),
    "ending": ("pending", "decide"),
    "views": ("view", "host", "briefing_view", "redeal", "determinize", "knows"),
    "words": ("restate", "tell", "tell_public", "restate_to", "tell_to"),
    "story": ("full_story", "own_story"),
    "drawing": ("draw", "board"),
    "reviewing": ("review",),
    "coaching": ("coach", "advise", "reasons"),
    "company": ("talk_facts", "weigh"),
    "terms": ("breaks",),
    "bots": ("bot", "adviser"),
}
"""File to the functions of the contract in it, under their own names. A large file may be a folder (`bots/`)."""

NEEDED: Final = ("spec", "structs", "start", "closing", "views", "words", "bots")
"""Files of every game; the others only if needed."""

MAY_STAND_APART: Final = {"checking": "asking", "redealing": "views"}
"""Files of their own for a long `check` and a long `redeal`."""

TOGETHER: Final = {
    "spec": ("structs",),
    "asking": ("acting",),
    "closing": ("start", "ending"),
    "rules": ("start", "asking", "acting", "closing", "ending", "views"),
    "views": ("words",),
    "story": ("drawing", "reviewing"),
    "company": ("terms",),
}
"""Files of a small game that also hold the contents of the files behind them, or of some."""

PAGES: Final = ("help.md", "rulings.md")


def faults(game: AnyGame) -> list[str]:
    """Return a sentence for each departure from the skeleton."""
    home = sys.modules[type(game).__module__]
    if not hasattr(home, "__path__"):
        misspelt = misspelt_capitals(vars(home)).items()
        named = [
            f"{wrong} is no field of the Spec: write {right}, or call your own constant otherwise."
            for wrong, right in misspelt
        ]
        return [*named, *_faults_of_module(home.__doc__ or "", game.spec.ruling_prefix)]
    homes = [cls.__module__ for cls in type(game).__mro__ if issubclass(cls, Game) and cls is not Game]
    return faults_of(*homes)


def _faults_of_module(docstring: str, prefix: str) -> list[str]:
    """Return what a game of one module lacks in its docstring: title, a sentence for menus, how to play, rulings."""
    written = pages(docstring)
    lacks = {
        "the title in its first line": written.title,
        "a sentence about the game after an empty line": written.blurb,
        "rules: how it is played": written.text.partition("##")[0].count("\n\n") > 1,
        f"rulings: a list of lines like `- {prefix}-01 ...`": f"\n- {prefix}-" in written.text,
    }
    return [f"The docstring has no {part}." for part, has in lacks.items() if not has]


def faults_of(home: str, *bases: str) -> list[str]:
    """Return the departures of the package `home`. Functions that a base of several games has (`core.games.trading`)
    may be in the base's package."""
    own = files(home)
    faults_ = [f"{home} has no {page}." for page in PAGES if not (own / page).is_file()]
    names = {name for package in (home, *bases) for name, _ in _modules(files(package))}
    names |= {name for file in names for name in TOGETHER.get(file, ())}
    faults_ += [f"{home} has no {name}.py." for name in NEEDED if name not in names]
    for part, file in _modules(own):
        faults_ += [
            f"{home}, {file.name}: {fault}" for fault in _faults_in(file.read_text(encoding="utf-8"), part, home)
        ]
    return faults_


def _modules(folder: Traversable, part: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield every Python file by name, with its part: `bots` for all in `bots/`."""
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
    for inner in ast.walk(tree):
        if isinstance(inner, ast.FunctionDef) and part == "__init__" and _passes_on(inner):
            yield f"{inner.name}() only passes on: bind it, {inner.name} = staticmethod({inner.name})."
        if isinstance(inner, ast.ImportFrom) and f"{inner.module}.".startswith(f"{home}."):
            for name in inner.names:
                if name.asname not in (None, name.name):
                    yield f"{name.name} goes by the name of {name.asname}."


def _passes_on(method: ast.FunctionDef) -> bool:
    """True if a method only calls the function of its name with its own parameters."""
    match [line for line in method.body if not isinstance(getattr(line, "value", None), ast.Constant)]:
        case [ast.Return(ast.Call(ast.Name(name), words, [])) | ast.Expr(ast.Call(ast.Name(name), words, []))]:
            own = [arg.arg for arg in method.args.args]
            return name == method.name and ["self", *(ast.unparse(word) for word in words)] == own
    return False


def bound() -> set[str]:
    """Return the names that no module of a game may have: functions of the contract and their parameters."""
    methods = {name: function for name, function in vars(Game).items() if inspect.isfunction(function)}
    parameters = {parameter for function in methods.values() for parameter in inspect.signature(function).parameters}
    return {name for name in (*methods, *parameters) if not name.startswith("_")} - {"self"}
