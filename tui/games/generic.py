"""The panel of last resort: it plays any game through `asks`, and stands in for a panel without room."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Click
from textual.widget import Widget
from textual.widgets import TextArea

from core.contract import Choice, Number, Struct, Text
from core.decoding import plain
from core.json import Json
from core.refusal import Refused, shortened
from core.table.seat import Seat
from core.talk.channels import Message
from core.usual import field_label
from tui.app.memory import SeatMemory
from tui.drawings import draw_board
from tui.games.base import AnyPanel, GamePanel
from tui.games.filling import chosen, direct, value_at, with_choice, without
from tui.games.known import known_rows
from tui.screens.dialogs import AskLine, Dialog
from tui.widgets.block import Block
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import ANY, Columns, Table, part
from tui.widgets.lines import Paper
from tui.widgets.threads import TermsStart
from tui.widgets.writing import BREAK
from tui.words import text

LEFT = 36
"""Least columns of the pane of what a player knows."""


class GenericPanel(GamePanel[Struct, Struct, Struct]):
    """The seat's knowledge at the left; the draft and all choices at the right."""

    TOPIC = (
        "The list holds everything that you may order or do; closed choices say why.\n"
        "Enter on a choice puts it into your orders, does it, or asks for a number or words."
    )
    DEFAULT_CSS = "GenericPanel #view-pane { scrollbar-gutter: stable; }"
    LOOKS = frozenset({"look"})
    TABLE = Table(
        Columns("left", "right"),
        part("view-pane", "left right", (LEFT, 6), worth=50, up_to=(ANY, ANY)),
        part("draft", "right", (36, 4), worth=80, up_to=(ANY, 16)),
        part("choices", "right", (36, 6), worth=100, up_to=(ANY, ANY)).larger((36, 12), worth=30, up_to=(ANY, ANY)),
    )
    BINDINGS = [
        Binding("v", "look", "what you know", id="generic.look", tooltip="What you know, in all the room there is."),
        Binding("e", "write", "edit as text", id="generic.write", tooltip="Write the orders as JSON."),
        Binding("a", "write_action", "write an action", id="generic.action", tooltip="Write a live action as JSON."),
        Binding("x", "clear", "clear", id="generic.clear", tooltip="Empty the draft."),
    ]

    def __init__(
        self, seat: Seat[Any, Any, Any], memory: SeatMemory, *, read_only: bool = False, instead: AnyPanel | None = None
    ) -> None:
        """`instead`: the panel that this one stands in for. Its edits can be undone here, and its orders, deals and
        restated words are used."""
        super().__init__(seat, memory, read_only=read_only, id="panel" if instead is None else "stand-in")
        self._instead = instead
        self._has_board = False
        if instead is not None:
            self._undo = instead._undo

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        return ((), ()) if self._instead is None else self._instead.deals()

    def under(self) -> TermsStart:
        return TermsStart() if self._instead is None else self._instead.under()

    def worth(self, give: str, got: str) -> text.Part:
        return "" if self._instead is None else self._instead.worth(give, got)

    def accept(self, message: Message) -> None:
        if self._instead is None:
            super().accept(message)
        else:
            self._instead.accept(message)
            self.show()

    def restated(self) -> Sequence[text.Part]:
        return () if self._instead is None else self._instead.restated()

    def warnings(self) -> Sequence[str]:
        return () if self._instead is None else self._instead.warnings()

    def empty(self) -> Json:
        if self._instead is not None:
            return self._instead.empty()
        return {
            field.encode_name: [] if "tuple" in str(field.type) else {} if "dict" in str(field.type) else None
            for field in msgspec.structs.fields(self.seat.game.Orders)
            if field.required
        }

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="view-pane"):
            yield Block("What you know", id="view")
        yield Block("Your orders", id="draft")
        yield Choices(id="choices", empty="Nothing can be ordered or done now.")

    def preferred_focus(self) -> Widget | None:
        return next(iter(self.query("#view-pane" if self.brought else "#choices")), None)

    def table(self) -> Table:
        if self.brought:
            return self.TABLE.without("draft", "choices")
        return self.TABLE if self.seat.frame().seals else self.TABLE.without("draft")

    def step_back(self) -> bool:
        if self.brought:
            self.action_look()
            return True
        return False

    def show(self) -> None:
        if not self.query("#view"):  # not mounted yet, or no longer: the size may change quickly
            return
        self.rearrange()
        seat = self.seat
        asks = seat.asks()
        limits = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in asks.limits.items())
        draft = self.query_one("#draft", Block)
        draft.head("Your orders", (limits, "$faint"))
        draft.show(self._draft())
        self.query_one("#choices", Choices).show(rows(asks.choices, self.orders, self._slots()))
        self._show_view()

    def _show_view(self) -> None:
        seat, view = self.seat, self.query_one("#view", Block)
        width = view.size.width or LEFT  # not laid out yet
        known = known_rows(plain(seat.view()), seat.frame().seats, seat.game.labels, width, whole=bool(self.brought))
        view.show([*self._board(seat.asks().choices, width), *known])

    def on_choices_moved(self, message: Choices.Moved) -> None:
        """Mark the cell of a board that the cursor's choice names."""
        if self._has_board:
            self._show_view()

    def _board(self, choices: Sequence[Choice], width: int) -> list[text.Part]:
        """Return the game's drawing of the position, with the cells that can be chosen and that of the cursor's choice;
        empty without one."""
        self._has_board = False
        drawing = None if self._instead is not None else self.seat.game.board(self.seat.view())
        if drawing is None:
            return []
        self._has_board = True
        open_ = [choice for choice in choices if choice.closed is None and choice.probe is not None]
        choosable = {cell_name(choice): "reverse" if chosen(choice, self.orders) else "$key" for choice in open_}
        row = self.query_one("#choices", Choices).row
        under = "" if row is None or not row.id.isdigit() else cell_name(choices[int(row.id)])
        if under in choosable:
            choosable[under] += " bold underline"
        seats = self.seat.frame().seats
        return [*draw_board(drawing, seats, width, self.size.height, choosable), ""]

    def on_click(self, event: Click) -> None:
        """Choose the cell of a board that was clicked, if it is open, or open its box."""
        name = event.style.meta.get("cell")
        for number, choice in enumerate(self.seat.asks().choices if name and not self.only_shows else ()):
            if cell_name(choice) == name and choice.closed is None and choice.probe is not None:
                self._pick(number)
                return

    def _slots(self) -> Mapping[str, str]:
        """Return headings of the slots: of the panel that this one replaces, or the words of the orders."""
        if self._instead is not None:
            return self._instead.SLOTS
        labels, slots = self.seat.game.labels, {choice.slot for choice in self.seat.asks().choices}
        return {slot: slot_label(labels, slot) for slot in slots}

    def _draft(self) -> list[text.Part]:
        try:
            orders = msgspec.convert(self.orders, self.seat.game.Orders)
            words: list[text.Part] = list(self.seat.game.restate_to(orders, self.seat.view())) or [
                ("Nothing.", "$faint")
            ]
        except (msgspec.ValidationError, Refused):
            words = [json.dumps(self.orders)]
        if self.seat.asks().orders and (refusal := self.preview()) is not None:
            words.append((refusal.message, "$warn"))
        return words

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self._pick(int(message.row.id))

    def _pick(self, number: int) -> None:
        choice = self.seat.asks().choices[number]
        action = choice.slot.startswith("action")
        if choice.probe is None:
            start = {"kind": choice.slot.partition(".")[2]} if action else self.orders
            self._write(start, action)
        elif choice.entry is not None:
            self._type(choice, choice.entry)
        elif action:
            head = choice.head or slot_words(choice.slot, self._slots())
            self.do(choice.probe, [f"{head}: {choice.label or choice.value}"])
        else:
            self.edit(with_choice(self.orders, choice, self._legal))

    def _type(self, choice: Choice, entry: Number | Text) -> None:
        """Let the player type the value of a choice. An empty line takes it out of the orders."""
        keys = direct(choice)
        old = None if keys is None else value_at(self.orders, keys)

        def take(typed: str) -> None:
            if typed.strip() or old is None:
                entry.read(typed)

        def taken(typed: str) -> None:
            if keys is not None and not typed.strip():
                self.edit(without(self.orders, keys))
                return
            value = entry.read(typed.replace(BREAK, "\n"))
            filled = msgspec.structs.replace(choice, value=value, probe=choice.filled(value))
            if choice.slot.startswith("action"):
                self.do(choice.filled(value), [f"{title}: {value}"])
            else:
                self.edit(with_choice(self.orders, filled, self._legal))

        title = choice.label or choice.head or slot_words(choice.slot, self._slots())
        start = "" if old is None else str(old).replace("\n", BREAK)
        longest = entry.longest if isinstance(entry, Text) else 20
        self.ask(AskLine(title, entry.hint.capitalize() + ".", start, longest=longest, take=take), taken)

    def _legal(self, orders: Json) -> bool:
        try:
            self.seat.check(orders)
        except Refused:
            return False
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("write", "clear") and self.is_mounted and not self.seat.frame().seals:
            return False
        if action in ("write", "write_action") and self.is_mounted:  # only where choosing and typing do not suffice
            live = action == "write_action"
            probes = [c.probe for c in self.seat.asks().choices if c.slot.startswith("action") == live]
            return None in probes or not (probes or live)
        return super().check_action(action, parameters)

    def action_look(self) -> None:
        self.bring(None if self.brought else "view-pane")
        self.call_after_refresh(self._show_view)  # in its new width
        self.screen.set_focus(self.preferred_focus())

    def action_write(self) -> None:
        self._write(self.orders, False)

    def action_write_action(self) -> None:
        if self.seat.game.Action is None:
            self.tell(f"{self.seat.spec.title} has no live actions.", "warn")
        else:
            self._write({"kind": ""}, True)

    def action_clear(self) -> None:
        self.edit(self.empty())

    def _write(self, start: Json, action: bool) -> None:
        def written(written_json: Json) -> None:
            if action:
                self.do(written_json, [json.dumps(written_json)])
            else:
                self.edit(written_json)

        self.ask(WriteJson("The action as JSON" if action else "The orders as JSON", start), written)


def cell_name(choice: Choice) -> str:
    """Return the name of a board's cell for this choice: its value, or the last word of the slot of a typed one."""
    return str(choice.value) if choice.entry is None else choice.slot.rpartition(".")[2]


def slot_words(slot: str, slots: Mapping[str, str]) -> str:
    before, _, last = slot.rpartition(".")
    return slots.get(slot) or slots.get(f"{before}.*", slot).replace("*", last)


def slot_label(labels: Mapping[str, str], slot: str) -> str:
    """Return the words of a slot: those of the field of Orders with its name, or its name."""
    name = slot.removeprefix("action.").replace(".", "_")
    return field_label(labels, "Orders", name).replace("{}", "...").rstrip(".:")


def rows(choices: Iterable[Choice], orders: Json, slots: Mapping[str, str] = MappingProxyType({})) -> list[Row]:
    listed, slot = [], None
    for number, choice in enumerate(choices):
        if choice.entry is not None:
            slot = choice.slot
            value = value_at(orders, direct(choice) or ("",))
            note = "" if value is None else shortened(str(value))
            label = choice.label or choice.head or slot_words(slot, slots)
            label = f"{label} ({choice.entry.hint})"
            listed.append(Row(str(number), label, choice.closed, choice.ruling, note, chosen=value is not None))
            continue
        if choice.slot != slot:
            slot = choice.slot
            listed.append(Row(f"slot-{number}", choice.head or slot_words(slot, slots), heading=True))
        label = choice.label or str(choice.value)
        listed.append(Row(str(number), label, choice.closed, choice.ruling, chosen=chosen(choice, orders)))
    return listed


class WriteJson(Dialog[Json]):
    BROAD = True
    AUTO_FOCUS = "#json"
    BINDINGS = [Binding("tab", "take", "take it", priority=True, id="json.take", tooltip="Take this text over.")]

    def __init__(self, title: str, start: Json) -> None:
        super().__init__(title)
        self._start = json.dumps(start, indent=1, ensure_ascii=False)

    def body(self) -> Iterable[Widget]:
        area = TextArea(self._start, id="json", tab_behavior="focus")
        area.styles.height = 12
        yield area
        yield Paper("Tab takes it over, Esc goes back.")

    def action_take(self) -> None:
        try:
            parsed = json.loads(self.query_one("#json", TextArea).text)
        except ValueError as mistake:
            self.tell(f"This is not JSON: {mistake}.", "bad")
            return
        if isinstance(parsed, dict):
            self.dismiss(parsed)
        else:
            self.tell('Write an object: {"...": ...}.', "bad")
