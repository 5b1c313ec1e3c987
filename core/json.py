"""What was decoded from JSON or will be written as JSON, as a type: orders, options, views, entries of journals."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object. Its values are text, numbers, true, false, null, lists and objects; whoever reads one checks what it
needs, at best by decoding it to a struct (`core.decoding`)."""
