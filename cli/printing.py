"""Output of commands: characters that a terminal would act upon are shown, not sent, because people wrote parts of
it. Commands print by nothing else (tests/test_printing.py)."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from core.json import harmless
from core.talk.channels import clean


def put(text: str, *, end: str = "\n", errors: bool = False) -> None:
    lines = text.split("\r\n")  # a calendar's
    print("\r\n".join(map(clean, lines)), end=end, file=sys.stderr if errors else sys.stdout, flush=True)


def put_progress(words: str = "") -> None:
    print(f"\r\x1b[K{clean(words)}", end="", file=sys.stderr, flush=True)


def json_text(document: Any, indent: int = 2) -> str:
    return harmless(msgspec.json.format(msgspec.json.encode(document), indent=indent).decode())
