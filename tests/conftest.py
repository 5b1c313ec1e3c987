"""Fixtures that every test may use."""

from __future__ import annotations

import tests.kit.parley  # noqa: F401 - registers the tests' own games
