"""How large the house is, in figures that somebody who takes it over would ask for.

python -m tests.kit.measure_house                 this checkout
python -m tests.kit.measure_house a3d90fb HEAD    revisions, side by side; each is looked at as `git archive` gives it

What ships is what lies in the packages below, tests and benchmarks left out.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKAGES = ("core", "storage", "themes", "tui", "ssh_server", "web_server", "cli")
SMALL = 60
"""A module with fewer lines counts as small."""
OF_GAMES = ("core/games/", "tui/games/", "cli/scaffold/")
"""Folders with one folder a game, in which the same names are the point."""
PRONOUN = re.compile(r"\b(nobody|somebody|anybody|whoever|whom|whose)\b", re.IGNORECASE)
VAGUE = re.compile(r"(Of|What|Whom|Whose|Who|As|Those|Without|By|Beside|From|In|It|Its|They|Them|One|To|With|For)\b")
"""Words with which no docstring begins: a verb or a noun does."""
VAGUE_LOCALS = frozenset(
    ["found", "one", "told", "said", "came", "stood", "made", "done", "here", "there", "then", "again"]
)
SHORT = 3
"""A function with so many lines or fewer counts as short, its `def` and docstring included."""


def measured(root: Path) -> dict[str, int]:
    """Sentence to figure, for the checkout or the archive at a folder."""
    texts = {path.relative_to(root): path.read_text("utf-8") for path in modules(root)}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    nodes = {path: list(ast.walk(tree)) for path, tree in trees.items()}
    importers = imported(nodes)
    lines = {path: len(text.splitlines()) for path, text in texts.items()}
    return {
        "lines of Python that ship": sum(lines.values()),
        "modules": len(texts),
        f"modules under {SMALL} lines": sum(count < SMALL for count in lines.values()),
        "modules with exactly one importer": sum(len(by) == 1 for by in importers.values()),
        "modules loose at the top of core": loose(texts, "core"),
        "modules loose at the top of tui": loose(texts, "tui"),
        "file names that occur more than once outside of games": repeated(texts),
        "private names of libraries": sum(is_call(node, "Private") for part in nodes.values() for node in part),
        "type: ignore": sum(text.count("# type: ignore") for text in texts.values()),
        "explicit Any": sum(is_any(node) for part in nodes.values() for node in part),
        "words of docstrings": sum(len(text.split()) for tree in trees.values() for text in docstrings(tree)),
        "indefinite pronouns in docstrings and comments": sum(
            len(PRONOUN.findall(said)) for path in texts for said in (*docstrings(trees[path]), *comments(texts[path]))
        ),
        "docstrings that begin vaguely": sum(
            VAGUE.match(text) is not None for tree in trees.values() for text in docstrings(tree)
        ),
        "locals that name nothing": sum(is_vague_local(node) for part in nodes.values() for node in part),
        "class names used again outside of games": repeated_classes(nodes),
        "functions of three lines or less": sum(is_short(node) for part in nodes.values() for node in part),
        "packages of core that import in a circle": circling(importers),
        "lines of docs/*.md": sum(len(page.read_text("utf-8").splitlines()) for page in (root / "docs").glob("*.md")),
        "lines of CHANGELOG.md": len((root / "CHANGELOG.md").read_text("utf-8").splitlines()),
    }


def modules(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imported(nodes: Mapping[Path, list[ast.AST]]) -> dict[str, set[str]]:
    """Module to the modules that import it, wherever in their text; imports are absolute here."""
    found: dict[str, set[str]] = {dotted(path): set() for path in nodes}
    for path, part in nodes.items():
        for node in part:
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                below = [f"{node.module}.{one.name}" for one in node.names]
                names = [name if name in found else node.module for name in below]
            for name in {*names} & found.keys():
                found[name].add(dotted(path))
    return found


def loose(paths: Mapping[Path, str], package: str) -> int:
    """Modules that lie in the folder of a package itself, its `__init__` left out."""
    return sum(path.parent == Path(package) and path.stem != "__init__" for path in paths)


def repeated(paths: Mapping[Path, str]) -> int:
    outside = [path for path in paths if not path.as_posix().startswith(OF_GAMES)]
    names = Counter(path.name for path in outside if path.stem not in ("__init__", "__main__"))
    return sum(count > 1 for count in names.values())


def is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def is_any(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "Any"


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Of modules, classes and functions, and those that stand under what they describe."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def comments(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def is_vague_local(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE_LOCALS


def is_short(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return (node.end_lineno or node.lineno) - node.lineno < SHORT


def repeated_classes(nodes: Mapping[Path, list[ast.AST]]) -> int:
    """Count the classes that bear the name of another one, the first of each name left out."""
    outside = [part for path, part in nodes.items() if not path.as_posix().startswith(OF_GAMES)]
    names = Counter(node.name for part in outside for node in part if isinstance(node, ast.ClassDef))
    return sum(count - 1 for count in names.values())


def circling(importers: Mapping[str, set[str]]) -> int:
    """Count the packages below core that import each other, directly or through others."""

    def package(module: str) -> str:
        parts = module.split(".")
        return parts[1] if parts[0] == "core" and len(parts) > 2 else ""

    needs: dict[str, set[str]] = {}
    for module, users in importers.items():
        for user in users:
            if package(module) and package(user) not in ("", package(module)):
                needs.setdefault(package(user), set()).add(package(module))
    reached = dict(needs)
    for _ in needs:
        reached = {name: found.union(*(reached.get(other, ()) for other in found)) for name, found in reached.items()}
    return sum(name in found for name, found in reached.items())


def archived(revision: str, into: Path) -> Path:
    """A revision of this repository, written to a folder. Raises CalledProcessError where git does not know it."""
    packed = subprocess.run(["git", "archive", revision], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(into, filter="data")
    return into


def main(revisions: list[str]) -> None:
    """Print a line a figure, a column a revision."""
    with tempfile.TemporaryDirectory() as folder:
        roots = [archived(one, Path(folder, str(n))) for n, one in enumerate(revisions)] or [Path.cwd()]
        found = [measured(root) for root in roots]
    print("".join(f"{one:>10.9}" for one in revisions or ["here"]))
    for sentence in found[0]:
        print("".join(f"{one[sentence]:>10,}" for one in found), sentence, sep="  ")


if __name__ == "__main__":
    main(sys.argv[1:])
