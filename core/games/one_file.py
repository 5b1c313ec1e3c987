"""Games of one file: modules with functions and classes that bind to the contract by their names.

    '''Title

    Blurb in a sentence.

    How to play, as Markdown.

    ## Rulings
    - AB-01 ...
    '''
    SEATS, ROUNDS = (2, 26), 6     further fields of the Spec in capitals: POLICY, ROUND_WORD, AT_MOST ...
    class State(GameState): ...    Orders, View, Report, Public, Action, Options, Given likewise
    def setup(seats, dice): ...    every function of `core.contract.Game`, with any of its parameters by name
    hidden, unforeseen, score, combines, plan

`setup`, `close` and `asks` are required; `core.usual.UsualGame` has the rest. A module with its own `GAME` is used as
it is."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import zlib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from linecache import cache as lines_of_files
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from msgspec.structs import fields, replace

from core.contract import CONTRACT, AnyGame, Game, Spec
from core.usual import Sentences, UsualGame

PACKAGE: Final = "garnet_one_file"
"""First part of the names of such modules."""
NEEDED: Final = ("setup", "close", "asks")
CLASSES: Final = ("State", "Orders", "Action", "Options", "Given", "Report", "View")
VALUES: Final = ("hidden", "unforeseen", "levels", "positions", "score", "combines", "plan")
SPEC_CAPITALS: Final = (
    *(f.name.upper() for f in fields(Spec) if f.name not in ("id", "fewest", "most", "rules", "rules_version")),
    "USUAL_SEATS",
)
"""Constants of a module that are fields of its Spec."""
RULING = re.compile(r"^- ([A-Z]{2})-\d\d ", re.MULTILINE)


class NoGame(Exception):
    """The file holds no game. The sentence names the reason, and what to write."""


class Pages(NamedTuple):
    """Docstring of a game of one module."""

    title: str
    blurb: str
    text: str
    """The whole as Markdown, headed by the title."""


def pages(docstring: str) -> Pages:
    """Parse a module's docstring. Missing parts are empty. A first line with a full stop is no title."""
    text = inspect.cleandoc(docstring)
    title, _, body = ("", "", text) if text.partition("\n")[0].endswith(".") else text.partition("\n")
    blurb = " ".join(body.strip().partition("\n\n")[0].split())
    return Pages(title.strip(), blurb, f"# {title.strip()}\n{body}")


def version_of(source: str) -> int:
    return zlib.crc32(source.encode())


def build(
    name: str, source: str, file: str, bind: Callable[[str, ModuleType, str], AnyGame] | None = None,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> AnyGame:  # fmt: skip
    """Make the game of a file. `file` names it in errors; `bind` makes it of the executed module, and `given` are names
    that the module has without an import.

    Raises:
        NoGame: It has no game.
        BaseException: Any error of the author's code.
    """
    module = ModuleType(f"{PACKAGE}.{name}_{version_of(source):08x}")
    module.__file__ = file
    lines_of_files[file] = (len(source), None, source.splitlines(keepends=True), file)
    sys.modules[module.__name__] = module  # msgspec looks up annotations there
    vars(module).update(given)
    exec(compile(source, file, "exec"), module.__dict__)
    game = getattr(module, "GAME", None) or (bind or _bound)(name, module, source)
    if not isinstance(game, Game):
        raise NoGame(f"GAME is no Game but {type(game).__name__}.")
    object.__setattr__(game, "spec", replace(game.spec, rules_version=version_of(source)))
    if not hasattr(game, "contract"):
        object.__setattr__(game, "contract", CONTRACT)
    return game


def _bound(name: str, module: ModuleType, source: str) -> AnyGame:
    values = vars(module)
    methods = {key: method for key, method in vars(UsualGame).items() if isinstance(method, FunctionType)}
    methods = {**{key: method for key, method in vars(Game).items() if isinstance(method, FunctionType)}, **methods}
    methods = {key: method for key, method in methods.items() if not key.startswith("_")}
    for needed in NEEDED:
        if not callable(values.get(needed)):
            parameters = ", ".join([*inspect.signature(methods[needed]).parameters][1:])
            raise NoGame(f"it has no {needed}: write `def {needed}({parameters})`.")
    for class_name in ("State", "View"):
        if not isinstance(values.get(class_name), type):
            base = "GameState" if class_name == "State" else "Struct"
            raise NoGame(f"it has no {class_name}: write `class {class_name}({base}, frozen=True, kw_only=True)`.")
    namespace: dict[str, Any] = {key: values[key] for key in (*CLASSES, *VALUES) if key in values}
    if "plan" in namespace:
        namespace["plan"] = staticmethod(namespace["plan"])
    for key, method in methods.items():
        if isinstance(values.get(key), FunctionType):
            namespace[key] = _method(key, values[key], [*inspect.signature(method).parameters][1:])
    namespace.setdefault("Report", Sentences)
    state_fields = _fields(values["State"])
    if "view" not in namespace and (lost := [f for f in _fields(namespace["View"]) if f not in state_fields]):
        raise NoGame(f"the View's {lost[0]} is no field of the State: write `def view(state, seat)`, or rename it.")
    docstring = pages(module.__doc__ or "")
    namespace |= {"spec": spec_of_module(name, values, docstring), "labels": labels(source), "contract": CONTRACT}
    namespace["__module__"] = module.__name__
    if "score" not in namespace:
        namespace["score"] = next((s for s in ("points", "score") if s in state_fields), "")
    game: AnyGame = type(docstring.title.title().replace(" ", "") or "OneFile", (UsualGame,), namespace)()
    return game


def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(kind.__struct_fields__)


def _method(name: str, function: Callable[..., Any], parameters: list[str]) -> Any:
    """Return a method that gives a module's function the parameters that it names.

    Raises:
        NoGame: It names another.
    """
    wanted = [*inspect.signature(function).parameters]
    strange = [parameter for parameter in wanted if parameter not in parameters]
    if strange:
        raise NoGame(f"{name} takes {', '.join(parameters)}: it names {strange[0]!r}.")
    if wanted == parameters:
        return staticmethod(function)

    def method(self: Any, *arguments: Any, **more: Any) -> Any:
        values = {**dict(zip(parameters, arguments, strict=False)), **more}
        return function(*(values[parameter] for parameter in wanted))

    return method


def spec_of_module(name: str, values: Mapping[str, Any], docstring: Pages) -> Spec:
    """Return the Spec from constants in capitals and the docstring. A duel has a clock, unless TURN_SECONDS is None.

    Raises:
        NoGame: Title, blurb, SEATS or ROUNDS is missing, or SEATS no number and no range.
    """
    if not docstring.title or not docstring.blurb:
        raise NoGame("its docstring begins with the title in a line, and a sentence about the game after an empty one.")
    prefixes = RULING.findall(docstring.text)
    settings = {name.lower(): values[name] for name in SPEC_CAPITALS if name in values and name != "USUAL_SEATS"}
    for needed in ("SEATS", "ROUNDS"):
        if needed not in values:
            misspelt = "".join(f", but {own}" for own, near in misspelt_capitals(values).items() if near == needed)
            raise NoGame(f"it has no {needed}{misspelt}: write `{needed} = 6`.")
    match settings["seats"]:
        case (int() as fewest, int() as most) if 2 <= fewest <= most:
            usual_seats = values.get("USUAL_SEATS", max(fewest, min(most, 6)))
            settings |= {"fewest": fewest, "most": most, "seats": usual_seats}
        case int() as fewest if fewest >= 2:
            settings |= {"turn_seconds": settings.get("turn_seconds", 60.0 if fewest == 2 else None)}
        case wrong:
            raise NoGame(f"SEATS is a number from 2, or the fewest and the most: `SEATS = (2, 6)`. It is {wrong!r}.")
    hides = "hidden" in values or "redeal" in values
    usual = {
        "id": name,
        "title": docstring.title,
        "blurb": docstring.blurb,
        "policy": "open",
        "hides": hides,
        "ruling_prefix": prefixes[0] if prefixes else initials(name),
    }
    return Spec(**{**usual, **settings})


def misspelt_capitals(values: Mapping[str, Any]) -> dict[str, str]:
    """Return constants that are nearly fields of the Spec which the module leaves out, each with the field."""
    missing = [name for name in SPEC_CAPITALS if name not in values]
    own = [name for name in values if name.isupper() and name not in SPEC_CAPITALS]
    return {name: near[0] for name in own if (near := get_close_matches(name, missing, 1, 0.8))}


def initials(name: str) -> str:
    """Return two capitals: the words' initials, else the first letters."""
    words = [word for word in name.split("_") if word[:1].isalpha()]
    letters = "".join(word[0] for word in words) if len(words) > 1 else "".join(filter(str.isalpha, name))
    return f"{letters}x"[:2].upper()


def labels(source: str) -> dict[str, str]:
    """Return the docstrings of all fields of a file's classes, by `Class.field`, as one line."""
    labels_: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for field, words in zip(node.body, node.body[1:], strict=False):
                match field, words:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        labels_[f"{node.name}.{name}"] = " ".join(text.split())
    return labels_


def docstring_of(game: AnyGame) -> str:
    return getattr(sys.modules.get(type(game).__module__), "__doc__", None) or ""
