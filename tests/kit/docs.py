"""The commands of the docs as they stand there: the lines of indented blocks, and of fenced ones without a language.

A page has sections (`## ...`), a section has blocks. What is laid out as a block and is no command (a file, what a
program printed) is known by how it begins (tests/test_docs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGES = (Path("README.md"), Path("CONTRIBUTING.md"), *sorted(Path("docs").glob("*.md")))
_FENCE = re.compile(r"^ *```(\w*)$")
_INDENTED = re.compile(r"^ {4,}(?=\S)")
_REMARK = re.compile(r"\s{2,}[#(].*$|\s+# .*$")


class Line(NamedTuple):
    """A line of a block."""

    page: str
    section: str
    block: int
    """Its number in the section, from 0."""
    text: str
    """As it stands there, without what it is indented by."""

    @property
    def command(self) -> str:
        """What is typed: without a prompt and the remark behind it."""
        return _REMARK.sub("", self.text).removeprefix("$ ").removeprefix(".venv/bin/").strip()


def lines(page: Path) -> Iterator[Line]:
    """Every line of the blocks of a page, in order; fenced ones only where their fence names no language."""
    section, block, inside, fence, blank = "", -1, False, None, True
    for raw in page.read_text(encoding="utf-8").splitlines():
        found = _FENCE.match(raw)
        if found and fence is None:
            fence, inside = found[1], False
        elif found:
            fence, inside = None, False
        elif fence is None and raw.startswith("## "):
            section, block, inside = raw[3:], -1, False
        elif fence == "" or (fence is None and _INDENTED.match(raw) and (inside or blank)):
            if not inside:
                block += 1
            inside = True
            if raw.strip():
                yield Line(page.as_posix(), section, block, raw.strip())
        elif raw.strip():
            inside = False
        blank = not raw.strip()


def typed(page: Path | str, section: str, block: int | None = None) -> list[str]:
    """The lines of a section, or of one of its blocks, as they stand there."""
    return [one.text for one in lines(Path(page)) if one.section == section and block in (None, one.block)]
