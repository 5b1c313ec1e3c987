"""The first page of every package lists its modules and packages, each with its purpose."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PAGES = sorted(
    page
    for top in ("core", "storage", "themes", "tui", "ssh_server", "web_server", "cli")
    for page in Path(top).rglob("__init__.py")
)
LINE = re.compile(r"^ *(\w+\.py|\w+/)  +(\S.*)$", re.MULTILINE)
"""A line of the list: `name.py  purpose`, or `package/  purpose`."""


def held(package: Path) -> list[str]:
    """Modules, then packages, of a folder: the names that its page lists, in order."""
    modules = sorted(module.name for module in package.glob("*.py") if module.name != "__init__.py")
    return [*modules, *sorted(f"{page.parent.name}/" for page in package.glob("*/__init__.py"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: ".".join(page.parent.parts))
def test_a_page_lists_exactly_the_modules_of_its_package(page: Path) -> None:
    docstring = ast.get_docstring(ast.parse(page.read_text("utf-8")), clean=False) or ""
    assert [name for name, _ in LINE.findall(docstring)] == held(page.parent)


def test_every_package_that_holds_modules_has_a_page() -> None:
    folders = {module.parent for page in PAGES for module in page.parent.glob("*.py")}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()
