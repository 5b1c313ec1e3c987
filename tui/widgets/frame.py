"""The frame of every screen: the header of a match, the status line, and the keys that work."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Literal

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from core.table.seat import Frame, Seat
from tui.widgets.lines import Lettered, Lines
from tui.words import text

Tone = Literal["good", "warn", "bad", "faint"]

KEY_NAMES = {
    "question_mark": "?",
    "colon": ":",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "comma": ",",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "slash": "/",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "space": "Space",
    "backspace": "Backspace",
    "delete": "Del",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_name(binding: Binding) -> str:
    if binding.key_display or binding.key in KEY_NAMES:
        return binding.key_display or KEY_NAMES[binding.key]
    held, _, key = binding.key.rpartition("+")
    return f"{held.title()}+{KEY_NAMES.get(key, key.upper())}" if held and key else binding.key


# --- what the header says ---------------------------------------------------------------------------------------------
def orders_state(frame: Frame, zone: tzinfo | None) -> text.Part:
    """Return the state of the seat's orders: `orders NONE`, `DRAFT`, `SEALED 14:02` or `EDITED: 14:02 still counts`."""
    at = "" if frame.sealed_at is None else text.hour(frame.sealed_at, zone)
    counts = ", counts" if frame.draft_counts else ""
    if frame.orders == "SEALED":
        return (f"SEALED {at}", "$good")
    if frame.orders == "EDITED":
        return (f"EDITED{counts}, else {at}" if counts else f"EDITED: {at} still counts", "$warn")
    if frame.orders == "DRAFT":
        return (f"DRAFT{counts}", "$warn")
    return ("orders NONE", "$faint")


def turn(frame: Frame, name: str | None, most: int = 2) -> text.Part:
    seats = () if frame.stage is None else frame.stage.seats
    if name in seats:
        return ("YOUR TURN", "$good")
    return (f"{' and '.join(seats)}'s turn" if len(seats) <= most else f"{len(seats)} on turn", "$faint")


def time_left(frame: Frame, now: float, zone: tzinfo | None, *, short: bool = False) -> text.Part:
    if frame.stands_still:
        return ("stands still: a mistake in its rules", "$bad")
    if frame.paused:
        left = "" if frame.left is None else f", {text.span(frame.left)} left"
        return (f"clock stopped{left}", "$warn")
    if frame.deadline is None:
        return ("no deadline", "$faint")
    left_now = frame.deadline - now
    at = text.moment(frame.deadline, now, zone)
    if 0 < frame.bank < left_now:  # the turn's own time first, then the bank (CM-32)
        own = left_now - frame.bank
        return (f"{text.span(own)} + {text.span(frame.bank)} bank", "$strong")
    if frame.bank and left_now > 0:
        return (f"{text.span(left_now)} of the bank", "$bad")
    if left_now <= 0:
        return (f"time is up ({at})", "$bad")
    return (f"{text.span(left_now)}{'' if short else ' left'} ({at})", "$bad" if left_now < 60 else "$strong")


def until_tick(left: float) -> float:
    """Return the seconds until a clock's words change, with `left` seconds to go: each minute, each second in the
    last one."""
    return left % 1 or 1.0 if left <= 60 else left % 60 or 60.0


STAGES = {
    "briefing": "briefing", "pregame": "before the start", "decision": "decisions",
    "confirming": "the host looks", "judging": "the host reads", "finished": "finished",
}  # fmt: skip
"""Stage of a match outside rounds, by phase."""


def stage(frame: Frame) -> str:
    return STAGES.get(frame.phase, frame.progress(frame.round))


LEAST_TITLE = 8
"""Least cells of the match's title in the header."""


class FrameLine(Lines):
    """The header line: match, round, time left, state of the orders, number of sealed seats."""

    def __init__(self, seat: Seat, zone: tzinfo | None) -> None:
        super().__init__(id="frame")
        self.seat = seat
        self.zone = zone

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def drawn(self) -> Sequence[Content]:
        tail = self._tail(" \u00b7 ", short=False)
        for gap, short in ((" \u00b7 ", True), ("  ", True)):  # closer together for a long state and a far deadline
            if tail.cell_length + LEAST_TITLE > self.size.width:
                tail = self._tail(gap, short=short)
        if tail.cell_length >= self.size.width:
            return [text.fit(self._least(), self.size.width)]
        room = max(0, self.size.width - tail.cell_length - 1)
        title = text.line((self.seat.frame().title, "$strong")).truncate(room, ellipsis=True)
        return [text.fit(text.line(" ", title, tail), self.size.width)]

    def _least(self) -> Content:
        frame, now = self.seat.frame(), self.seat.now
        place = f"{frame.round}/{frame.rounds}" if frame.phase == "round" else stage(frame)
        parts: list[text.Part] = [(place, "$strong")]
        if frame.phase != "finished" and (frame.paused or frame.deadline is not None):
            left = frame.left if frame.paused or frame.deadline is None else frame.deadline - now
            stopped = (f"stopped, {text.span(left or 0)}", "$warn")
            parts.append(stopped if frame.paused else (text.span(left or 0), "$bad" if (left or 0) < 60 else "$strong"))
        parts += self._waits_for(frame, "")
        return text.line(*[piece for part in parts for piece in (" ", part)])

    def _tail(self, gap: str, *, short: bool) -> Content:
        frame = self.seat.frame()
        parts: list[text.Part] = [stage(frame)]
        if frame.phase != "finished":
            parts.append(time_left(frame, self.seat.now, self.zone, short=short))
        parts += self._waits_for(frame, " sealed")
        return text.line(*[piece for part in parts for piece in ((gap, "$faint"), part)])

    def _waits_for(self, frame: Frame, sealed: str) -> list[text.Part]:
        if frame.phase not in ("round", "pregame"):
            return []
        if not frame.seals:
            return [turn(frame, self.seat.name)] if frame.stage is not None else []
        parts: list[text.Part] = [] if self.seat.name is None else [orders_state(frame, self.zone)]
        if frame.sealed_count is not None:
            parts.append(f"{frame.sealed_count}/{len(frame.seats)}{sealed}")
        return parts


BESIDE = 28
"""Columns from which the resting text of the status line is shown beside a message."""

BAR = "\u2502"

STATUS_LINES = 2
"""More lines would push the dialog away; the help has the whole text."""


class StatusLine(Lines):
    """The latest answer: a refusal with its ruling, or a confirmation. Empty most of the time."""

    def __init__(self) -> None:
        super().__init__(id="status")
        self.message = ""
        """Last sentence, for tests."""
        self._content = Content("")
        self._tail = ""
        """Ruling of the sentence, in brackets."""
        self._tone: Tone = "faint"
        self._rest: Callable[[int], Content] | None = None
        """Draws the resting text for a width: shown without a message, or beside one that leaves room."""

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None, key: str = "") -> None:
        """Show a sentence. `key`: key before it that answers, also by a click on the sentence."""
        mark = {"good": "\u2713 ", "warn": "! ", "bad": "\u2717 "}.get(tone, "")
        self.message = sentence
        tail = f" [{ruling}]" if ruling else ""
        width = self.size.width or 80
        before = self._height(width)
        lead = text.line(" ", (key, "$key")) if key else ""
        self._content = (
            text.line(lead, (f" {mark}{sentence}", f"${tone}"), (tail, "$faint")) if sentence else Content("")
        )
        self._tail, self._tone = tail, tone
        self.redraw(layout=self._height(width) != before)

    def set_resting(self, drawn: Callable[[int], Content] | None) -> None:
        """Set the resting text, drawn for a width; None for an empty line."""
        self._rest = drawn
        self.redraw()

    @property
    def rests(self) -> bool:
        """True where words of the coach stand without a message."""
        return self._rest is not None

    @property
    def warns(self) -> bool:
        """True while a warning stands, or why something was not done."""
        return bool(self.message) and self._tone in ("warn", "bad")

    def clear_refusal(self) -> None:
        """Something has succeeded without a word: drop an older refusal."""
        if self._tone == "bad":
            self.tell("")

    def make_way(self) -> None:
        """The resting text is new: drop a message that leaves it no room, unless it is a warning."""
        if self.message and not self.warns and self._columns_left(self.size.width) < BESIDE:
            self.tell("")

    def _columns_left(self, width: int) -> int:
        return width - self._content.cell_length - 2

    @property
    def lines(self) -> int:
        """Number of lines: one where there are tabs, so that the table stays in place."""
        return 1 if self.screen.query("#tabs") else STATUS_LINES

    @property
    def cut(self) -> bool:
        return len(text.wrapped(self._content, self.size.width)) > self.lines

    def drawn(self) -> Sequence[Content]:
        width = self.size.width
        if not self.message and self._rest is not None:
            return [self._rest(width)]
        if self._rest is not None and self._columns_left(width) >= BESIDE:
            return [text.line(self._content, " ", (BAR, "$faint"), self._rest(self._columns_left(width)))]
        more = text.line(("\u2026", "$faint"), (self._tail, "$faint"), (" ?", "$key"), (" shows all", "$faint"))
        *whole, last = text.wrapped(self._content, width)[: self.lines]
        if self.cut:
            last = text.line(last.truncate(width - more.cell_length - 1), more)
        return [*whole, last]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._height(width)

    def _height(self, width: int) -> int:
        return min(self.lines, len(text.wrapped(self._content, width)))


class KeysLine(Lines):
    """The keys that work now. `?` is leftmost and stays; others are dropped from the right."""

    def __init__(self) -> None:
        super().__init__(id="keys")

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.redraw())

    def drawn(self) -> Sequence[Content]:
        return [keys_line(shown_keys(self.screen), self.size.width)]

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer, or the first of its word's keys."""
        x = event.get_content_offset_capture(self).x
        for entry in ENTRY.finditer(self.drawn()[0].plain):
            if entry.start() <= x < entry.end():
                keys = entry[1]
                names = keys.split("/") if len(keys) > 1 else [keys]
                letter = keys[x - entry.start(1)] if entry.start(1) <= x < entry.end(1) and len(names) == 1 else ""
                any(press(self.screen, name) for name in (keys, letter, *names, keys[0]))


ENTRY = re.compile(r" (\S+) (\S.*?) (?= |$)")
"""A key, or several, with its word in the line of keys."""


def press(screen: Screen[object], name: str) -> bool:
    """Press the working key, or type the letter, that is shown as `name`. Return False if there is none."""
    focused = screen.focused
    key: str | None = name if len(name) == 1 and isinstance(focused, Lettered) and focused.takes(name) else None
    if key is None:
        key = next((active.binding.key for active in working_keys(screen) if key_name(active.binding) == name), None)
    if key is not None:
        event = events.Key(key, None)
        event.set_sender(screen.app)  # as from the keyboard: a message goes no further up than its sender
        screen.app.post_message(event)
    return key is not None


def press_named(widget: Widget, event: events.Click) -> None:
    """Press the key that is painted in the colour of keys in the word under the pointer, else before it."""
    x, y = event.get_content_offset_capture(widget)
    rows = widget.drawn() if isinstance(widget, Lines) and y >= 0 else [widget.border_title]
    row = rows[max(0, y)] if max(0, y) < len(rows) else None
    if not isinstance(row, Content):
        return
    x -= 0 if y >= 0 else widget.styles.border_title_align == "left"
    keys = [span for span in row.spans if span.style == "$key" and row.plain[span.start : span.end].strip()]
    word_end = x + len(row.plain[x:].split(" ", 1)[0])
    in_word = [span for span in keys if x < span.start < word_end and " " not in row.plain[x : span.start]]
    for span in in_word[:1] or [span for span in keys if span.start <= x][-1:]:
        press(widget.screen, row.plain[span.start : span.end].strip())


def working_keys(screen: Screen[object]) -> list[ActiveBinding]:
    """Return every key with an effect on `screen`. In a read-only panel, picking has none."""
    return [active for active in screen.active_bindings.values() if active.enabled and not _idle(active)]


def _idle(active: ActiveBinding) -> bool:
    if active.binding.action != "pick" or not isinstance(active.node, Widget):
        return False
    return any(getattr(node, "read_only", False) for node in active.node.ancestors_with_self)


def key_words(keys: Sequence[str], between: str = "") -> str:
    """Return keys of the same function in a word: digits as `1-2`, others as `hjkl`, longer names as `Tab/Esc`."""
    if len(keys) > 1 and "".join(keys) in "123456789":
        return f"{keys[0]}-{keys[-1]}"
    return (between or ("" if all(len(key) == 1 for key in keys) else "/")).join(keys)


def shown_keys(screen: Screen[object]) -> list[tuple[str, str]]:
    """Return (key, word) for every key to show: `?`, the focused widget's, the panel's, the screen's, and the way
    back last. Keys with the same word are one entry."""
    by_word: dict[str, list[str]] = {}
    for active in working_keys(screen):
        binding = active.binding
        if binding.show and binding.description:
            keys = by_word.setdefault(binding.description, [])
            if key_name(binding) not in keys:
                keys.append(key_name(binding))
    if not any(key == "?" for key, *_ in by_word.values()):  # a line is being typed: letters go into the text
        by_word = {"help (after Esc)": ["?"], **by_word, "back": ["Esc"]}
    entries = [(key_words(keys), word) for word, keys in by_word.items()]
    return sorted(entries, key=lambda entry: (entry[0] != "?", entry[1] == "back"))


FIRST = ("seal", "ready", "talk")
"""Words of keys that stay longest, after `?` and the way back."""


def keys_line(entries: Sequence[tuple[str, str]], width: int) -> Content:
    """Return as many entries as fit, in order. The first (`?`) and the way back are never dropped."""
    lengths = [len(key) + len(word) + 3 for key, word in entries]
    shown = {i for i, (_, word) in enumerate(entries) if i == 0 or word == "back"}
    left = width - sum(lengths[i] for i in shown)
    for number in sorted(range(len(entries)), key=lambda i: entries[i][1] not in FIRST):
        if number not in shown and lengths[number] <= left:
            shown.add(number)
            left -= lengths[number]
    parts: list[text.Part] = []
    for number in sorted(shown):
        key, word = entries[number]
        parts += [" ", (key, "$key"), f" {word} "]
    return text.fit(text.line(*parts), width)


class Tabs(Lines):
    """The second line of a table: the seat, and the panes with unread counts."""

    def __init__(self, entries: Callable[[], tuple[str, Sequence[tuple[str, str, int, bool]]]]) -> None:
        """`entries()` returns the words at the right end, and for each pane its key, word, unread count, and whether
        it is shown."""
        super().__init__(id="tabs")
        self._entries = entries

    def drawn(self) -> Sequence[Content]:
        right, panes = self._entries()
        parts: list[text.Part] = []
        for key, word, unread, shown in panes:
            parts.append((f" {word} ", "$pick") if shown else f" {word} ")
            if key and not shown:
                parts.append((f"({key}) ", "$faint"))
            if unread:
                parts.append((f" {unread} ", "$badge"))
            parts.append(" ")
        left = text.line(*parts)
        room = max(0, self.size.width - left.cell_length - 1)
        tail = text.line((right, "$strong")).truncate(room, ellipsis=True)
        return [text.line(text.fit(left, self.size.width - tail.cell_length - 1), tail, " ")]

    def on_click(self, event: events.Click) -> None:
        """Open the pane of the word or count under the pointer."""
        x = event.get_content_offset_capture(self).x
        for key, word, unread, shown in self._entries()[1]:
            x -= len(word) + 3 + (len(key) + 3 if key and not shown else 0) + (len(str(unread)) + 2 if unread else 0)
            if x < 0:
                if key and not shown:
                    press(self.screen, key)
                return
