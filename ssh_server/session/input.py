"""What a terminal sends, byte by byte, as the events of a Textual app. Knows no clock and no network.

Textual's own parser does the keys and the mouse. Around it stands what a public door needs: pastes are gathered here
and bounded, sequences that Textual does not know are dropped whole, and input that breaks the parser costs only itself.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

from textual import events, messages
from textual.message import Message

from core.talk.channels import without_controls
from ssh_server.session.textual_seam import BRACKETED_PASTE_END, BRACKETED_PASTE_START, KeyParser

PASTE_LIMIT: Final = 20_000
"""Most characters kept of one paste; the rest is thrown away."""

_WHOLE: Final = re.compile(
    r"(?:\x1b\[|\x9b)(?:M.{3}|\[[A-E]|(?!M)[0-?]*[ -/]*[@-Z\\-~])"  # a key, the mouse, an answer; a console's F1 to F5
    r"|\x1bO[0-?]*[@-~]"
    r"|\x1b[]P^_][^\x07\x1b]*(?:\x07|\x1b\\)",  # a string: a colour, the clipboard, a terminal's name
    re.DOTALL,
)
"""A sequence as terminals send them, to its end (ECMA-48)."""
_BEGUN: Final = re.compile(
    r"(?:\x1b\[|\x9b)(?:M.{0,2}|\[|[0-?]*[ -/]*)|\x1bO[0-?]*|\x1b[]P^_][^\x07\x1b]*\x1b?|\x1b", re.DOTALL
)
"""The beginning of one."""
_ESCAPE: Final = re.compile("[\x1b\x9b]")
_LONGEST: Final = 32
"""Characters of a sequence that are kept until its end comes. No key has as many."""

_ANSWERS_ONLY = (events.Key, events.MouseEvent, events.Paste, messages.TerminalSupportsSynchronizedOutput)
# Sizes come over SSH, and focus reports are never switched on; a client could send both to make trouble.


class TerminalInput:
    """The bytes of one terminal. Feed it; when `waiting`, flush it after a short silence."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._parser = KeyParser()
        self._held = ""
        self._begun = ""
        """The beginning of a sequence."""
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
        return bool(self._held or self._begun) or self.pasting or self._parser.unfinished

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
        """Nothing follows: an escape was the Escape key, a cut sequence is dropped, an open paste is over."""
        found: list[Message] = []
        held, self._held = self._held, ""
        if self._paste is not None:
            self._keep(held)
            self._end_paste(found)
        else:
            found += self._parse(held)
        return found + self._settle()

    def _gather(self, text: str, found: list[Message]) -> str:
        """Take text into the open paste; returns what follows its end. Where a second end follows in the same text, the
        first was pasted, to press the keys after it."""
        inside, end, rest = text.partition(BRACKETED_PASTE_END)
        if end:
            more, again, _ = rest.partition(BRACKETED_PASTE_START)[0].rpartition(BRACKETED_PASTE_END)
            self._keep(inside + more.replace(BRACKETED_PASTE_END, ""))
            rest = rest[len(more) + len(again) :]
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
        text = without_controls("".join(self._paste or ()))
        self._paste = None
        if text:
            found.append(events.Paste(text))

    def _parse(self, text: str) -> list[Message]:
        found: list[Message] = []
        for piece, is_sequence in self._pieces(text):
            found += self._collect(piece)
            if is_sequence and self._parser.unfinished:  # Textual knows no key of this name: it would type it
                self._parser = KeyParser()
        return found

    def _pieces(self, text: str) -> Iterator[tuple[str, bool]]:
        """The text in pieces: whole sequences (True), and what stands between them. A beginning waits for its end."""
        text, self._begun = self._begun + text, ""
        at = 0
        while text[at:]:
            escape = _ESCAPE.search(text, at)
            begin = len(text) if escape is None else escape.start()
            if begin > at:
                yield text[at:begin], False
            if escape is None:
                return
            begun = _BEGUN.match(text, begin)
            assert begun is not None
            if whole := _WHOLE.match(text, begin):
                if whole[0][1] not in "]P^_" and len(whole[0]) < _LONGEST:
                    yield whole[0].replace("\x9b", "\x1b[", 1), True
                at = whole.end()
            elif begun.end() == len(text):
                self._begun = begun[0] if len(begun[0]) < _LONGEST else f"{begun[0][:2]}={begun[0][-1]}"
                return
            else:
                if len(begun[0]) == 1:
                    yield begun[0], False
                at = begun.end() - (len(begun[0]) > 1 and begun[0].endswith("\x1b"))

    def _settle(self) -> list[Message]:
        """Make the parser take an unfinished sequence for what it is: two keys at most, or nothing."""
        begun, self._begun = self._begun, ""
        found = self._collect(begun) if len(begun) <= 2 else []
        if self._parser.unfinished:
            self._parser.give_up()
            found += self._collect()
        return found

    def _collect(self, text: str = "") -> list[Message]:
        """The parser's events in a text, or without one those of what it was made to give up."""
        found: list[Message] = []
        try:
            for event in self._parser.feed(text) if text else self._parser.tick():
                if isinstance(event, _ANSWERS_ONLY):
                    found.append(event)
        except Exception:  # a generator that has raised is dead: numbers too long, sizes of zero, and so on
            self._parser = KeyParser()
        return found


def _tail(text: str, sequence: str) -> int:
    """How many characters at the end of `text` may be the beginning of `sequence`."""
    for size in range(min(len(text), len(sequence) - 1), 0, -1):
        if text.endswith(sequence[:size]):
            return size
    return 0
