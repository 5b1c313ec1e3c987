"""JSON as it is printed on somebody's terminal, which must not act upon what others wrote."""

from __future__ import annotations

import json
from typing import Any

import msgspec


def json_line(value: Any) -> str:
    """A value as one line of JSON."""
    return harmless(msgspec.json.encode(value).decode())


def harmless(document: str) -> str:
    """The same JSON without characters that a terminal would act upon: what others wrote is printed here."""
    if document.replace("\n", "").isprintable():
        return document
    return "".join(letter if letter == "\n" or letter.isprintable() else _escaped(letter) for letter in document)


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != "\x7f" else "\\u007f"
