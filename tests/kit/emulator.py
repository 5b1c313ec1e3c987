"""A terminal emulator for tests that read screens: pyte's draws a character at a time, which took a third of the
processor time of a test over ssh."""

from __future__ import annotations

from functools import lru_cache

import pyte
import pyte.modes
from pyte.screens import Char, wcwidth


@lru_cache(maxsize=20_000)
def _narrow(char: str, attributes: Char) -> Char | None:
    """Cell of a character of one column; None for any other character."""
    return attributes._replace(data=char) if wcwidth(char) == 1 else None


class EmulatedScreen(pyte.Screen):
    """Draws a text of narrow characters that fits into its row at once; everything else as pyte does."""

    def draw(self, data: str) -> None:
        cursor, end = self.cursor, self.cursor.x + len(data)
        if end <= self.columns and pyte.modes.IRM not in self.mode:
            text = data.translate(self.g1_charset if self.charset else self.g0_charset)
            cells = [_narrow(char, cursor.attrs) for char in text]
            if None not in cells:
                self.buffer[cursor.y].update(zip(range(cursor.x, end), cells, strict=True))  # type: ignore[arg-type]
                cursor.x = end
                self.dirty.add(cursor.y)
                return
        super().draw(data)
