"""docs/dependencies.md says what is so: what the program imports is declared, and what is declared is explained."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

from tests.kit.source import statements, tree

OURS = {"core", "storage", "tui", "ssh_server", "web_server", "themes", "cli"}
PACKAGES = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "http_ece": "http-ece",
    "markdown_it": "markdown-it-py",
    "py_vapid": "py-vapid",
    "typing_extensions": "typing-extensions",
}
"""What is installed under another name than it is imported by."""
READ = {"tzdata", "textual-serve", "fontpkg-source-code-pro"}
"""What nobody imports: the standard library reads the first where the system has no time zones of its own, and a house
with browsers the files of the others."""


def declared(group: str = "") -> set[str]:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["optional-dependencies"][group] if group else project["dependencies"]
    return {re.split(r"[<>=~!\[ ]", line, maxsplit=1)[0] for line in lines}


def imported() -> set[str]:
    found = set()
    for path in (path for folder in OURS for path in Path(folder).rglob("*.py")):
        for node in statements(tree(path)):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return {PACKAGES.get(name, name) for name in found - OURS - sys.stdlib_module_names}


def test_whatever_the_program_imports_is_declared_and_nothing_else():
    assert imported() | READ == declared() | declared("web")


def test_every_dependency_is_explained():
    told = Path("docs/dependencies.md").read_text(encoding="utf-8")
    rows = {name for row in re.findall(r"^\| ([a-z][a-z0-9, -]*) \|", told, re.MULTILINE) for name in row.split(", ")}
    assert declared() | declared("web") | declared("dev") == rows - {"package"}
