"""Questions and answers in plain lines, before anybody is known well enough to get a screen."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from textual import events
from textual.message import Message

from ssh_server.session.input import TerminalInput, plain
from ssh_server.session.line import EARLY, Line

LONGEST: Final = 256
"""Characters of an answer; more are not taken."""


class Gone(Exception):
    """The person left in the middle of the dialog."""


class Dialog:
    """Asks on a terminal, line by line. Use as a context manager: at its end the terminal is free again."""

    def __init__(self, terminal: Line) -> None:
        self._terminal = terminal
        self._input = TerminalInput()
        self._ahead: deque[Message] = deque(maxlen=EARLY)
        self._line: list[str] = []
        self._echo = True
        self._answer: asyncio.Future[str] | None = None

    def __enter__(self) -> Dialog:
        self._terminal.on_end = self._leave
        self._terminal.listen(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        self._terminal.on_end = None
        self._terminal.listen(None)

    def say(self, text: str) -> None:
        """Print lines."""
        self._terminal.say(text)

    async def ask(self, question: str, *, hidden: bool = False) -> str:
        """The answer, without surrounding space. Raises Gone if the person leaves, or pressed Ctrl-C or Ctrl-D."""
        if self._terminal.ended:
            raise Gone
        self._echo = not hidden
        self._line.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._write(question)
        self._work()
        try:
            return (await self._answer).strip()
        finally:
            self._answer = None

    def _write(self, text: str) -> None:
        self._terminal.output.send(text.encode("utf-8", "replace"))

    def _leave(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Gone())

    def _hear(self, data: bytes) -> None:
        self._ahead.extend(self._input.feed(data))
        self._work()

    def _work(self) -> None:
        """Take what was typed, up to the end of the answer; the rest is for the next question."""
        while self._ahead and self._answer is not None and not self._answer.done():
            event = self._ahead.popleft()
            if isinstance(event, events.Key):
                self._key(event)
            elif isinstance(event, events.Paste):
                self._type(event.text.partition("\n")[0])

    def _key(self, event: events.Key) -> None:
        if event.key in {"enter", "ctrl+j"}:
            self._write("\r\n")
            if self._answer is not None and not self._answer.done():
                self._answer.set_result("".join(self._line))
        elif event.key in {"ctrl+c", "ctrl+d"}:
            self._leave()
        elif event.key == "backspace":
            if self._line:
                self._line.pop()
                self._write("\b \b" if self._echo else "")
        elif event.key == "ctrl+u":
            self._write("\b \b" * len(self._line) if self._echo else "")
            self._line.clear()
        elif event.is_printable and event.character:
            self._type(event.character)

    def _type(self, text: str) -> None:
        kept = plain(text)[: LONGEST - len(self._line)]
        self._line.extend(kept)
        if self._echo:
            self._write(kept)
