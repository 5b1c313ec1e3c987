"""Screens of the tests' emulator are those of pyte."""

from __future__ import annotations

import random

import pyte

from tests.kit.emulator import EmulatedScreen

PIECES = (
    "hello ", "─│┌", "漢字", "e\u0301", "\u200b", "x" * 30, "\x1b[{y};{x}H", "\x1b[31m", "\x1b[0m", "\x1b[4h",
    "\x1b[4l", "\x1b(0", "\x1b(B", "\x0e", "\x0f", "\x1b[?7l", "\x1b[?7h", "\x1b[2K", "\r\n",
)  # fmt: skip
"""Texts, cursor moves, colours, insert mode, charsets, wrapping, and what else moves cells."""


def test_whatever_is_written_its_screen_is_pyte_s():
    dice = random.Random(1)
    for _ in range(60):
        screens = pyte.Screen(40, 10), EmulatedScreen(40, 10)
        streams = [pyte.ByteStream(screen) for screen in screens]
        for _ in range(80):
            piece = dice.choice(PIECES).format(y=dice.randint(1, 10), x=dice.randint(1, 40)).encode()
            for stream in streams:
                stream.feed(piece)
            first, second = ((screen.buffer, screen.cursor.x, screen.cursor.y, screen.dirty) for screen in screens)
            assert first == second, piece
