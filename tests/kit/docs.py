"""Commands in the docs: lines of indented blocks, and of fenced ones without a language.

A page has sections (`## ...`), a section has blocks. Blocks that are no commands (a file, an output) are known by their
first words (tests/test_docs.py).
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
    page: str
    section: str
    block: int
    """Number of the block in its section, from 0."""
    text: str
    """Text without indentation."""

    @property
    def command(self) -> str:
        """Command without prompt and remark."""
        return _REMARK.sub("", self.text).removeprefix("$ ").removeprefix(".venv/bin/").strip()


def lines(page: Path) -> Iterator[Line]:
    """Lines of all blocks of a page, in order."""
    section, block, inside, fence, blank = "", -1, False, None, True
    for raw in page.read_text(encoding="utf-8").splitlines():
        fence_start = _FENCE.match(raw)
        if fence_start and fence is None:
            fence, inside = fence_start[1], False
        elif fence_start:
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
    return [
        typed_line.text
        for typed_line in lines(Path(page))
        if typed_line.section == section and block in (None, typed_line.block)
    ]
