"""JSON objects: orders, options, views, entries of journals; and JSON text that a terminal shows."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]
"""A JSON object with text, numbers, true, false, null, lists and objects. A reader checks what it needs, best by
decoding to a struct (`core.decoding`)."""


def json_line(value: Any) -> str:
    return harmless(msgspec.json.encode(value).decode())


def harmless(document: str) -> str:
    """Escape characters of JSON text that a terminal would act upon: other people wrote parts of it."""
    if document.replace("\n", "").isprintable():
        return document
    return "".join(letter if letter == "\n" or letter.isprintable() else _escaped(letter) for letter in document)


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != "\x7f" else "\\u007f"
