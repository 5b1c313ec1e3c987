"""What a terminal sends, byte by byte, as the events of a Textual app. Knows no clock and no network.

Textual's own parser does the keys and the mouse. Around it stands what a public door needs: pastes are gathered here
and bounded, sequences that we never asked for are dropped, and input that breaks the parser costs only itself.
"""

from __future__ import annotations

import codecs
from typing import Any, Final

from textual import events, messages
from textual.message import Message

from ssh_server.session.textual_seam import BRACKETED_PASTE_END, BRACKETED_PASTE_START, KeyParser

PASTE_LIMIT: Final = 20_000
"""Most characters kept of one paste; the rest is thrown away."""

_ANSWERS_ONLY = (events.Key, events.MouseEvent, events.Paste, messages.TerminalSupportsSynchronizedOutput)
# Sizes come over SSH, and focus reports are never switched on; a client could send both to make trouble.


class TerminalInput:
    """The bytes of one terminal. Feed it; when `waiting`, flush it after a short silence."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._parser = KeyParser()
        self._held = ""
        self._paste: list[str] | None = None
        self._paste_size = 0
        self.cut = False
        """Whether the last paste was longer than the limit; whoever tells the person sets it back."""

    @property
    def pasting(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._paste is not None

    @property
    def waiting(self) -> bool:
        """Whether what came so far may be the beginning of something."""
        return bool(self._held) or self.pasting or self._parser.unfinished

    def feed(self, data: bytes) -> list[Message]:
        """The events in these bytes and whatever was held back before."""
        text, self._held = self._held + self._decoder.decode(data), ""
        found: list[Message] = []
        while text:
            if self._paste is not None:
                text = self._gather(text, found)
                continue
            before, start, text = text.partition(BRACKETED_PASTE_START)
            if start:
                found += self._parse(before)
                found += self._settle()
                self._paste, self._paste_size = [], 0
            else:
                keep = _tail(before, BRACKETED_PASTE_START)
                self._held = before[len(before) - keep :]
                found += self._parse(before[: len(before) - keep])
        return found

    def flush(self) -> list[Message]:
        """Nothing follows: an escape was the Escape key, a cut sequence is what it is, an open paste is over."""
        found: list[Message] = []
        held, self._held = self._held, ""
        if self._paste is not None:
            self._keep(held)
            self._end_paste(found)
        else:
            found += self._parse(held)
        return found + self._settle()

    def _gather(self, text: str, found: list[Message]) -> str:
        """Take text into the open paste; returns what follows its end."""
        inside, end, rest = text.partition(BRACKETED_PASTE_END)
        if end:
            self._keep(inside)
            self._end_paste(found)
            return rest
        keep = _tail(inside, BRACKETED_PASTE_END)
        self._held = inside[len(inside) - keep :]
        self._keep(inside[: len(inside) - keep])
        return ""

    def _keep(self, text: str) -> None:
        assert self._paste is not None
        room = PASTE_LIMIT - self._paste_size
        self.cut = self.cut or len(text) > room
        if room > 0 and text:
            self._paste.append(text[:room])
            self._paste_size += min(len(text), room)

    def _end_paste(self, found: list[Message]) -> None:
        text = plain("".join(self._paste or ()))
        self._paste = None
        if text:
            found.append(events.Paste(text))

    def _parse(self, text: str) -> list[Message]:
        if not text:
            return []
        return self._collect(lambda: self._parser.feed(text))

    def _settle(self) -> list[Message]:
        """Make the parser take an unfinished sequence for what it is."""
        if not self._parser.unfinished:
            return []
        self._parser.give_up()
        return self._collect(self._parser.tick)

    def _collect(self, source: Any) -> list[Message]:
        found: list[Message] = []
        try:
            for event in source():
                if isinstance(event, _ANSWERS_ONLY):
                    found.append(event)
        except Exception:  # a generator that has raised is dead: numbers too long, sizes of zero, and so on
            self._parser = KeyParser()
        return found


def plain(text: str) -> str:
    """Text without control characters other than line ends and tabs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(letter for letter in lines if letter in "\n\t" or not _control(letter))


def _control(letter: str) -> bool:
    return letter < " " or "\x7f" <= letter <= "\x9f"


def _tail(text: str, sequence: str) -> int:
    """How many characters at the end of `text` may be the beginning of `sequence`."""
    for size in range(min(len(text), len(sequence) - 1), 0, -1):
        if text.endswith(sequence[:size]):
            return size
    return 0
