"""Bytes of a terminal as events of a Textual app, without clock or network.

Textual's parser handles keys and mouse. This module bounds pastes, drops sequences that Textual does not know, and
survives input that breaks the parser.
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

_WHOLE: Final = re.compile(
    r"(?:\x1b\[|\x9b)(?:M.{3}|\[[A-E]|(?!M)[0-?]*[ -/]*[@-Z\\-~])"  # a key, the mouse, a reply; F1 to F5 of a console
    r"|\x1bO[0-?]*[@-~]"
    r"|\x1b[]P^_][^\x07\x1b]*(?:\x07|\x1b\\)",  # a string: a colour, the clipboard, the name of a terminal
    re.DOTALL,
)
_BEGUN: Final = re.compile(
    r"(?:\x1b\[|\x9b)(?:M.{0,2}|\[|[0-?]*[ -/]*)|\x1bO[0-?]*|\x1b[]P^_][^\x07\x1b]*\x1b?|\x1b", re.DOTALL
)
_ESCAPE: Final = re.compile("[\x1b\x9b]")
_LONGEST: Final = 32
"""Longest incomplete sequence that is kept; every key is shorter."""

_ANSWERS_ONLY = (events.Key, events.MouseEvent, events.Paste, messages.TerminalSupportsSynchronizedOutput)
# Sizes come over SSH, and focus reports are never enabled; hostile clients could send both.


class TerminalInput:
    """Input of a terminal. If `waiting` after `feed`, call `flush` after a short silence."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._parser = KeyParser()
        self._held = ""
        self._begun = ""
        self._paste: list[str] | None = None
        self._paste_size = 0
        self.cut = False
        """True if the last paste exceeded the limit; reset by the caller who reports it."""

    @property
    def pasting(self) -> bool:
        return self._paste is not None

    @property
    def waiting(self) -> bool:
        """True if more input may change the meaning of the last bytes."""
        return bool(self._held or self._begun) or self.pasting or self._parser.unfinished

    def feed(self, data: bytes) -> list[Message]:
        text, self._held = self._held + self._decoder.decode(data), ""
        events_so_far: list[Message] = []
        while text:
            if self._paste is not None:
                text = self._gather(text, events_so_far)
                continue
            before, start, text = text.partition(BRACKETED_PASTE_START)
            if start:
                events_so_far += self._parse(before)
                events_so_far += self._settle()
                self._paste, self._paste_size = [], 0
            else:
                keep = _tail(before, BRACKETED_PASTE_START)
                self._held = before[len(before) - keep :]
                events_so_far += self._parse(before[: len(before) - keep])
        return events_so_far

    def flush(self) -> list[Message]:
        """Settle held input: an escape was the Escape key, a cut sequence is dropped, an open paste ends."""
        events_so_far: list[Message] = []
        held, self._held = self._held, ""
        if self._paste is not None:
            self._keep(held)
            self._end_paste(events_so_far)
        else:
            events_so_far += self._parse(held)
        return events_so_far + self._settle()

    def _gather(self, text: str, events_so_far: list[Message]) -> str:
        """Add text to the open paste. Returns the text after its end. Everything up to the last end marker counts as
        pasted: a pasted end marker must not turn the text after it into keys."""
        inside, end, rest = text.partition(BRACKETED_PASTE_END)
        if end:
            more, last_end, _ = rest.partition(BRACKETED_PASTE_START)[0].rpartition(BRACKETED_PASTE_END)
            self._keep(inside + more.replace(BRACKETED_PASTE_END, ""))
            rest = rest[len(more) + len(last_end) :]
            self._end_paste(events_so_far)
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

    def _end_paste(self, events_so_far: list[Message]) -> None:
        text = without_controls("".join(self._paste or ()))
        self._paste = None
        if text:
            events_so_far.append(events.Paste(text))

    def _parse(self, text: str) -> Iterator[Message]:
        for piece, is_sequence in self._pieces(text):
            yield from self._collect(piece)
            if is_sequence and self._parser.unfinished:  # Textual has no key of this name and would type it
                self._parser = KeyParser()

    def _pieces(self, text: str) -> Iterator[tuple[str, bool]]:
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
        begun, self._begun = self._begun, ""
        parsed = self._collect(begun) if len(begun) <= 2 else []
        if self._parser.unfinished:
            self._parser.give_up()
            parsed += self._collect()
        return parsed

    def _collect(self, text: str = "") -> list[Message]:
        parsed: list[Message] = []
        try:
            for event in self._parser.feed(text) if text else self._parser.tick():
                if isinstance(event, _ANSWERS_ONLY):
                    parsed.append(event)
        except Exception:  # a parser that has raised is dead: too long numbers, sizes of zero and the like
            self._parser = KeyParser()
        return parsed


def _tail(text: str, sequence: str) -> int:
    """Longest end of `text` that may begin `sequence`, in characters."""
    for size in range(min(len(text), len(sequence) - 1), 0, -1):
        if text.endswith(sequence[:size]):
            return size
    return 0
