"""Size of the house, in figures for an engineer who takes it over.

    python -m tests.kit.measure_house               this checkout
    python -m tests.kit.measure_house a3d90fb HEAD  revisions, side by side, as `git archive` gives them

The packages below ship; tests and benchmarks do not count.
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
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.kit.source import uncollected

PACKAGES = ("core", "storage", "themes", "tui", "ssh_server", "web_server", "cli")
SHELF = Path("cli/shelf")
"""Games of one file that hosts copy: data, which no module imports. They have a figure of their own."""
SMALL = 60
"""Lines below which a module counts as small."""
OF_GAMES = ("core/games/", "tui/games/", "cli/scaffold/")
"""Folders with a folder for each game, where equal names are intended."""
PRONOUN = re.compile(r"\b(nobody|somebody|anybody|whoever|whom|whose)\b", re.IGNORECASE)
VAGUE = re.compile(r"(Of|What|Whom|Whose|Who|As|Those|Without|By|Beside|From|In|It|Its|They|Them|One|To|With|For)\b")
"""Words with which no docstring begins."""
VAGUE_LOCALS = frozenset(
    ["found", "one", "told", "said", "came", "stood", "made", "done", "here", "there", "then", "again"]
)
SHORT = 3
"""Most lines of a short function, its `def` and docstring included."""


@uncollected()
def measured(root: Path) -> dict[str, int]:
    """Figures by sentence, for a checkout or archive."""
    texts = {path.relative_to(root): path.read_text("utf-8") for path in modules(root)}
    nodes = {path: list(counted(ast.parse(text))) for path, text in texts.items()}
    docs = {path: list(docstrings(part)) for path, part in nodes.items()}
    importers = imported(nodes)
    lines = {path: len(text.splitlines()) for path, text in texts.items()}
    return {
        "lines of Python that ship": sum(lines.values()),
        "lines of the largest module": max(lines.values()),
        "modules": len(texts),
        f"modules under {SMALL} lines": sum(count < SMALL for count in lines.values()),
        "modules with exactly one importer": sum(len(by) == 1 for by in importers.values()),
        "modules loose at the top of core": loose(texts, "core"),
        "modules loose at the top of tui": loose(texts, "tui"),
        "file names that occur more than once outside of games": repeated(texts),
        "private names of libraries": sum(is_call(node, "Private") for part in nodes.values() for node in part),
        "type: ignore": sum(text.count("# type: ignore") for text in texts.values()),
        "explicit Any": sum(is_any(node) for part in nodes.values() for node in part),
        "words of docstrings": sum(len(text.split()) for part in docs.values() for text in part),
        "indefinite pronouns in docstrings and comments": sum(
            len(PRONOUN.findall(words)) for path in texts for words in (*docs[path], *comments(texts[path]))
        ),
        "docstrings that begin vaguely": sum(VAGUE.match(text) is not None for part in docs.values() for text in part),
        "locals that name nothing": sum(is_vague_local(node) for part in nodes.values() for node in part),
        "class names used again outside of games": repeated_classes(nodes),
        "functions of three lines or less": sum(is_short(node) for part in nodes.values() for node in part),
        "packages of core that import in a circle": circling(importers),
        "lines of the shelf's games": written((root / SHELF).glob("*.py")),
        "lines of docs/*.md": written((root / "docs").glob("*.md")),
        "lines of CHANGELOG.md": written([root / "CHANGELOG.md"]),
    }


COUNTED = (ast.stmt, ast.Name, ast.Call)
"""Kinds of nodes that a figure looks at."""


def counted(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that a figure looks at, in the order of `ast.walk`: half of all nodes."""
    return (node for node in ast.walk(tree) if isinstance(node, COUNTED))


def modules(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from (path for path in sorted((root / package).rglob("*.py")) if path.parent != root / SHELF)


def written(files: Iterable[Path]) -> int:
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imported(nodes: Mapping[Path, list[ast.AST]]) -> dict[str, set[str]]:
    """Imports by module, wherever they stand; imports are absolute."""
    imports: dict[str, set[str]] = {dotted(path): set() for path in nodes}
    for path, part in nodes.items():
        for node in part:
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                below = [f"{node.module}.{alias.name}" for alias in node.names]
                names = [name if name in imports else node.module for name in below]
            for name in {*names} & imports.keys():
                imports[name].add(dotted(path))
    return imports


def loose(paths: Mapping[Path, str], package: str) -> int:
    """Modules directly in the folder of a package."""
    return sum(path.parent == Path(package) and path.stem != "__init__" for path in paths)


def repeated(paths: Mapping[Path, str]) -> int:
    outside = [path for path in paths if not path.as_posix().startswith(OF_GAMES)]
    names = Counter(path.name for path in outside if path.stem not in ("__init__", "__main__"))
    return sum(count > 1 for count in names.values())


def is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def is_any(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "Any"


def docstrings(nodes: list[ast.AST]) -> Iterator[str]:
    """Docstrings of modules, classes and functions, and those below fields."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def comments(text: str) -> Iterator[str]:
    """Comments of a file with an indefinite pronoun behind a `#`; reading the tokens of every file takes seconds."""
    if not any(PRONOUN.search(line.partition("#")[2]) for line in text.splitlines()):
        return
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
    """Number of classes with the name of an earlier one."""
    outside = [part for path, part in nodes.items() if not path.as_posix().startswith(OF_GAMES)]
    names = Counter(node.name for part in outside for node in part if isinstance(node, ast.ClassDef))
    return sum(count - 1 for count in names.values())


def circling(importers: Mapping[str, set[str]]) -> int:
    """Number of core's packages that import each other, directly or not."""

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
        reached = {
            name: imports.union(*(reached.get(other, ()) for other in imports)) for name, imports in reached.items()
        }
    return sum(name in imports for name, imports in reached.items())


def archived(revision: str, into: Path) -> Path:
    """Write a revision of this repository to a folder. Raises CalledProcessError for an unknown revision."""
    packed = subprocess.run(["git", "archive", revision], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(into, filter="data")
    return into


def main(revisions: list[str]) -> None:
    """Print a line for each figure, with a column for each revision."""
    with tempfile.TemporaryDirectory() as folder:
        roots = [archived(revision, Path(folder, str(n))) for n, revision in enumerate(revisions)] or [Path.cwd()]
        figures = [measured(root) for root in roots]
    print("".join(f"{revision:>10.9}" for revision in revisions or ["here"]))
    for sentence in figures[0]:
        print("".join(f"{revision[sentence]:>10,}" for revision in figures), sentence, sep="  ")


if __name__ == "__main__":
    main(sys.argv[1:])
