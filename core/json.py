"""The type of JSON objects: orders, options, views, entries of journals."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object with text, numbers, true, false, null, lists and objects. A reader checks what it needs, best by
decoding to a struct (`core.decoding`)."""
