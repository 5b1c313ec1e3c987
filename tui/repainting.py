"""A screen that is built anew, never twice at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable


class Repainting:
    """What takes a screen's parts away and mounts others, which takes a while: whoever asks for it while it is at work
    (another key, a player that steps by itself, a worker that has thought) has it done once more at its end instead of
    beside it, where two would mount parts of one id. Awaited, it is over, unless somebody else is at it already."""

    def __init__(self, paint: Callable[[], Awaitable[None]]) -> None:
        self._paint = paint
        self._busy = self._wanted = False

    async def __call__(self) -> None:
        self._wanted = True
        if self._busy:
            return
        self._busy = True
        try:
            while self._wanted:
                self._wanted = False
                await self._paint()
        finally:
            self._busy = False
