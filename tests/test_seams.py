"""What Textual, asyncssh and TinyDB keep to themselves is used in the seams alone, where each name says why."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from textual.app import App

from ssh_server.door import asyncssh_seam as ssh_asyncssh
from ssh_server.session import textual_seam as ssh_textual
from tests.kit.source import statements, tree, uncollected
from tui import textual_seam as tui_textual
from tui.textual_seam import Private
from tui.textual_seam import painting as tui_painting

LIBRARIES = ("textual", "asyncssh", "tinydb", "rich")
OURS = ("core", "tui", "ssh_server", "storage", "cli", "themes")
OF_MODULES = re.compile(rb"^(?:async )?def (_[a-z]\w*)", re.MULTILINE)
MODULES = (ssh_textual, ssh_asyncssh, tui_textual, tui_painting)


def path_of(module: ModuleType) -> str:
    return str(Path(module.__file__ or "").relative_to(Path.cwd()))


SEAMS = {path_of(module) for module in MODULES}


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    """Millions of nodes: whoever collects garbage would look at each of them, again and again."""
    with uncollected():
        yield
        for one in (theirs, modules, our_classes, inherited, read):
            one.cache_clear()


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def theirs() -> dict[str, frozenset[str]]:
    """The private attributes of each class of the libraries, its parents' of the same library included; the functions
    of their modules under no name."""
    own: dict[str, set[str]] = {}
    parents: dict[str, list[str]] = {}
    for library in LIBRARIES:
        for path in Path(importlib.import_module(library).__file__ or "").parent.rglob("*.py"):
            text = path.read_bytes()
            own.setdefault("", set()).update(name.decode() for name in OF_MODULES.findall(text))
            if b"class " not in text:
                continue
            for node in statements(tree(path)):
                if isinstance(node, ast.ClassDef):
                    own.setdefault(node.name, set()).update(name for name in defined(node) if private(name))
                    parents.setdefault(node.name, []).extend(base_names(node))

    def everything(name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        if name in seen or name not in own:
            return set()
        return own[name].union(*(everything(base, seen | {name}) for base in parents.get(name, ())))

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


def of_itself(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and of_self(node)


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


@cache
def modules() -> dict[str, ast.Module]:
    paths = [path for folder in OURS for path in Path(folder).rglob("*.py")]
    return {str(path): tree(path) for path in paths}


@cache
def our_classes() -> dict[str, list[ast.ClassDef]]:
    found: dict[str, list[ast.ClassDef]] = {}
    for module in modules().values():
        for node in statements(module):
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


@cache
def all_of_theirs() -> frozenset[str]:
    return frozenset().union(*theirs().values())


@cache
def all_of_ours() -> frozenset[str]:
    """What classes of ours define, outside of the seams."""
    return frozenset(
        name
        for path, module in modules().items()
        if path not in SEAMS
        for node in statements(module)
        if isinstance(node, ast.ClassDef)
        for name in defined(node)
    )


def uses(path: str) -> Iterator[tuple[int, str]]:
    """The lines on which a module of ours uses a private name of a library, with the name."""
    everything, of_ours = all_of_theirs(), all_of_ours()
    nodes = list(ast.walk(modules()[path]))
    inside = {part for node in nodes if isinstance(node, ast.ClassDef) for part in ast.walk(node) if of_itself(part)}
    if path in SEAMS:
        told = {part for node in nodes if said_of_private(node) for part in ast.walk(node)}
        quoted = {node for node in nodes if isinstance(node, ast.Constant)} - told
    else:
        quoted = {part for node in nodes for part in asked_for(node)}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES:
            yield from ((node.lineno, part) for part in (node.module or "").split(".") if private(part))
            yield from ((node.lineno, name.name) for name in node.names if private(name.name))
        elif isinstance(node, ast.Import):
            parts = [name.name.split(".") for name in node.names if name.name.partition(".")[0] in LIBRARIES]
            yield from ((node.lineno, part) for several in parts for part in several if private(part))
        elif isinstance(node, ast.Attribute) and private(node.attr) and node not in inside:
            if node.attr in everything and node.attr not in of_ours:
                yield node.lineno, node.attr
        elif isinstance(node, ast.Constant) and node in quoted and isinstance(node.value, str):
            if node.value in everything and (path in SEAMS or node.value not in of_ours):
                yield node.lineno, node.value
        elif isinstance(node, ast.keyword) and node.arg and private(node.arg) and node.arg not in of_ours:
            yield node.value.lineno, node.arg
        elif isinstance(node, ast.ClassDef):
            kept = inherited(node.name)
            yield from ((node.lineno, name) for name in sorted(set(defined(node)) & kept))
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and of_self(part) and part.attr in kept:
                    yield part.lineno, part.attr


ASKING = ("getattr", "setattr", "hasattr", "delattr")


def said_of_private(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Private"


def asked_for(node: ast.AST) -> Iterator[ast.AST]:
    """The words by which something is asked for: `getattr(app, "_driver")`, `vars(app)["_driver"]`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
        yield from ast.walk(node.args[1])
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        yield node.slice


def test_private_names_of_the_libraries_are_used_in_the_seams_alone_and_each_says_why():
    """One test: whoever runs it has to read all of theirs and all of ours."""
    paths = sorted(set(modules()) - SEAMS)
    assert {path.partition("/")[0] for path in paths} == set(OURS)
    found = [f"{path}:{line} uses {name}" for path in paths for line, name in sorted(set(uses(path)))]
    assert not found, "; ".join([*found, "bring it into the seam of its library, with why it is needed"])
    for module in MODULES:
        path = path_of(module)
        used = {name for _, name in uses(path)}
        untold = used - {one.name for one in module.USED}
        assert not untold, f"{path} does not say why it uses {', '.join(sorted(untold))}"
        text = Path(path).read_text(encoding="utf-8")
        idle = [one.name for one in module.USED if not re.search(rf'(?<!"){one.name}\b', text)]
        idle = [name for name in idle if name not in used]
        assert not idle, f"{path} does not use {', '.join(idle)} any more: take it out of USED"


def test_a_name_in_quotes_and_one_taken_by_a_function_are_seen_too(monkeypatch):
    text = "def f(app):\n    app._animator\n    self._registry\n    getattr(app, '_exit')\n    vars(app)['_filters']\n"
    monkeypatch.setitem(modules(), "tui/made_up.py", ast.parse(text + "import textual._compositor\n'_context'"))
    assert {name for _, name in uses("tui/made_up.py")} == {
        "_animator",
        "_registry",
        "_exit",
        "_filters",
        "_compositor",
    }


# --- what the seams rest on -------------------------------------------------------------------------------------------
def found(one: Private) -> Private:
    """With the owner itself, where only its place is said."""
    if not isinstance(one.owner, str):
        return one
    home, _, name = one.owner.partition(":")
    return one._replace(owner=getattr(importlib.import_module(home), name))


PRIVATE = [(module, found(one)) for module in MODULES for one in module.USED]


def test_there_are_no_more_than_forty():
    """Each is a place to look at with every new version of a library. Whoever needs another one gives one up."""
    assert len(PRIVATE) <= 40


@cache
def read(path: str) -> dict[str, ast.ClassDef]:
    """The classes of a file."""
    return {node.name: node for node in statements(tree(path)) if isinstance(node, ast.ClassDef)}


def sets(owner: type, name: str) -> bool:
    """Does a class of a library, or one that it is made of, give its instances this attribute?"""
    library = owner.__module__.partition(".")[0]
    return any(
        name in defined(read(inspect.getfile(one))[one.__name__])
        for one in owner.__mro__
        if one.__module__.partition(".")[0] == library
    )


@pytest.mark.parametrize(
    ("module", "one"), PRIVATE, ids=[f"{m.__name__}-{p.owner.__name__}.{p.name}" for m, p in PRIVATE]
)
def test_the_library_still_has_what_a_seam_uses(module, one):
    """An upgrade that takes a name away, or asks a method for something else, says here what has to be looked at."""
    library = getattr(one.owner, "__module__", one.owner.__name__).partition(".")[0]
    where = f"{library} {version(library)}: {one.owner.__name__}.{one.name}"
    help_ = f"{module.__name__} needs it, for: {one.why}. See docs/dependencies.md on upgrades."
    has = hasattr(one.owner, one.name) or (isinstance(one.owner, type) and sets(one.owner, one.name))
    assert has, f"{where} is gone. {help_}"
    if one.takes is not None:
        takes = tuple(inspect.signature(getattr(one.owner, one.name)).parameters)[isinstance(one.owner, type) :]
        assert takes == one.takes, f"{where} takes {takes} and not {one.takes} any more. {help_}"
    assert one.why
    assert one.instead


def test_a_name_that_is_gone_is_told_in_a_sentence():
    gone = Private(App, "_never_was", "nothing", "nothing")
    with pytest.raises(AssertionError, match=r"App\._never_was is gone\. .* needs it, for: nothing"):
        test_the_library_still_has_what_a_seam_uses(tui_textual, gone)


def test_versions_are_bounded():
    """Private names may change with any version that is not a mere mend: nobody gets one unseen."""
    asked = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounded = {line.partition("=")[0].rstrip("~><"): line for line in asked}
    for library in ("textual", "asyncssh", "tinydb"):
        assert "~=" in bounded[library] or "<" in bounded[library], f"{bounded[library]} has no upper bound"
