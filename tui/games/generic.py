"""The panel of last resort: any game can be played with it, through what `asks` offers and the orders as JSON. It also
stands in for a game's own panel where that has too little room."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import TextArea

from core.contract import Choice, Struct
from core.decoding import plain
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Message
from tui.app.memory import SeatMemory
from tui.games.base import AnyPanel, GamePanel
from tui.games.composing import chosen, composed
from tui.screens.dialogs import Dialog
from tui.widgets.block import Block
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import ANY, Columns, Table, part
from tui.widgets.lines import Paper
from tui.widgets.threads import Start
from tui.words import text


class GenericPanel(GamePanel[Struct, Struct, Struct]):
    """Left, what the seat knows; right, the draft and every choice that the rules offer."""

    TOPIC = (
        "The list holds everything that you may order or do; closed choices say why.\n"
        "Enter on a choice puts it into your orders, or does it. e edits the orders as text."
    )
    DEFAULT_CSS = "GenericPanel { height: 1fr; }"
    LOOKS = frozenset({"look"})
    TABLE = Table(
        Columns("left", "right"),
        part("view-pane", "left right", (36, 6), worth=50, up_to=(ANY, ANY)),
        part("draft", "right", (36, 4), worth=80).larger((36, 9), worth=20, up_to=(ANY, 16)),
        part("choices", "right", (36, 6), worth=100, up_to=(ANY, ANY)),
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
        """`instead`: the panel for which it stands in, with an id of its own. What was drafted there can be undone
        here, and what that panel has to say of the orders, of deals and of what sealing restates is said here too."""
        super().__init__(seat, memory, read_only=read_only, id="panel" if instead is None else "stand-in")
        self._instead = instead
        if instead is not None:
            self._undo = instead._undo

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        return ((), ()) if self._instead is None else self._instead.deals()

    def under(self) -> Start:
        return Start() if self._instead is None else self._instead.under()

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
        """What the game's Orders require, as little of it as there can be: usually empty lists."""
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
        if not self.query("#view"):  # it does not stand yet, or no more: a size that changes quickly
            return
        self.rearrange()
        self.query_one("#view", Block).show(tree(plain(self.seat.view())))
        asks = self.seat.asks()
        limits = ", ".join(f"{name} {number}" for name, number in asks.limits.items())
        draft = self.query_one("#draft", Block)
        draft.head("Your orders", (limits, "$faint"))
        draft.show(self._draft())
        slots = {} if self._instead is None else self._instead.SLOTS
        self.query_one("#choices", Choices).show(rows(asks.choices, self.orders, slots))

    def _draft(self) -> list[text.Part]:
        try:
            orders = msgspec.convert(self.orders, self.seat.game.Orders)
            words: list[text.Part] = list(self.seat.game.restate(orders)) or [("Nothing.", "$faint")]
        except (msgspec.ValidationError, Refused):
            words = [json.dumps(self.orders)]
        if self.seat.asks().orders and (refusal := self.preview()) is not None:
            words.append((refusal.message, "$warn"))
        return words

    def on_choices_picked(self, message: Choices.Picked) -> None:
        choice = self.seat.asks().choices[int(message.row.id)]
        action = choice.slot.startswith("action")
        if choice.probe is None:
            start = {"kind": choice.slot.partition(".")[2]} if action else self.orders
            self._write(start, action)
        elif action:
            self.do(choice.probe, [f"{choice.slot}: {choice.label or choice.value}", json.dumps(choice.probe)])
        else:
            self.edit(composed(self.orders, choice, self._legal))

    def _legal(self, orders: Json) -> bool:
        try:
            self.seat.check(orders)
        except Refused:
            return False
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What writes orders is there where any are sealed."""
        if action in ("write", "clear") and self.is_mounted and not self.seat.frame().seals:
            return False
        return super().check_action(action, parameters)

    def action_look(self) -> None:
        self.bring(None if self.brought else "view-pane")
        self.screen.set_focus(self.preferred_focus())

    def action_write(self) -> None:
        self._write(self.orders, False)

    def action_write_action(self) -> None:
        if self.seat.game.Action is None:
            self.tell(f"{self.seat.game.spec.title} has no live actions.", "warn")
        else:
            self._write({"kind": ""}, True)

    def action_clear(self) -> None:
        self.edit(self.empty())

    def _write(self, start: Json, action: bool) -> None:
        def written(found: Json) -> None:
            if action:
                self.do(found, [json.dumps(found)])
            else:
                self.edit(found)

        self.ask(WriteJson("The action as JSON" if action else "The orders as JSON", start), written)


def slot_words(slot: str, slots: Mapping[str, str]) -> str:
    """What a slot is called: as the game says, else its own name."""
    before, _, last = slot.rpartition(".")
    return slots.get(slot) or slots.get(f"{before}.*", slot).replace("*", last)


def rows(choices: Iterable[Choice], orders: Json, slots: Mapping[str, str] = MappingProxyType({})) -> list[Row]:
    """Every choice, under a heading for each slot."""
    found, slot = [], None
    for number, choice in enumerate(choices):
        if choice.slot != slot:
            slot = choice.slot
            found.append(Row(f"slot-{number}", slot_words(slot, slots), heading=True))
        label = choice.label or str(choice.value)
        found.append(Row(str(number), label, choice.closed, choice.ruling, chosen=chosen(choice, orders)))
    return found


def tree(value: Any, depth: int = 0) -> list[text.Part]:
    """JSON as an indented list."""
    pad = "  " * depth
    if isinstance(value, dict):
        found: list[text.Part] = []
        for key, inner in value.items():
            if isinstance(inner, dict | list) and inner and not _short(inner):
                found += [text.line(pad, (f"{key}", "$accent")), *tree(inner, depth + 1)]
            else:
                found.append(text.line(pad, (f"{key}: ", "$accent"), _words(inner)))
        return found
    if isinstance(value, list) and not _short(value):
        return [row for item in value for row in ([f"{pad}- {_words(item)}"] if _short(item) else tree(item, depth))]
    return [f"{pad}{_words(value)}"]


def _short(value: Any) -> bool:
    return not isinstance(value, dict | list) or len(_words(value)) <= 34


def _words(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(_words(item) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(inner)}" for key, inner in value.items()) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class WriteJson(Dialog[Json]):
    """Orders or an action as JSON text."""

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
            found = json.loads(self.query_one("#json", TextArea).text)
        except ValueError as mistake:
            self.tell(f"This is not JSON: {mistake}.", "bad")
            return
        if isinstance(found, dict):
            self.dismiss(found)
        else:
            self.tell('Write an object: {"...": ...}.', "bad")
