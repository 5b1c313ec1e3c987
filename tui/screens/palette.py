"""The command palette: everything that can be done on the screen one came from, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from textual import events
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.app.services import Command
from tui.screens.dialogs import Dialog
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import key_name, working_keys
from tui.widgets.say import Field

Do = Callable[[], object]


def key_commands(screen: Screen[object]) -> list[tuple[Command, str]]:
    """Every key that does something by name on `screen`, with the key."""
    found: dict[str, tuple[Command, str]] = {}
    for active in working_keys(screen):
        binding = active.binding
        if binding.show and binding.description and binding.tooltip and not binding.system:
            command = Command(binding.description, binding.tooltip, _runner(binding.action, active.node))
            found.setdefault(binding.tooltip, (command, key_name(binding)))
    return list(found.values())


def _runner(action: str, node: Any) -> Do:
    def run() -> object:
        return node.call_later(node.run_action, action)

    return run


class Palette(Dialog[Do]):
    """Type a part of a word; Enter runs what is under the cursor."""

    BROAD = True
    AUTO_FOCUS = "#find"

    def __init__(self, screen: Screen[object], commands: Sequence[Command]) -> None:
        super().__init__("Commands")
        self.id = "palette"  # there is one
        self._all = [*key_commands(screen), *((command, "") for command in commands)]

    def body(self) -> Iterable[Widget]:
        yield Field(placeholder="type to find", id="find")
        yield Choices(self._rows(""), id="found", empty="Nothing is called that here.")

    def _rows(self, wanted: str) -> list[Row]:
        words = wanted.casefold().split()
        return [
            Row(str(number), f"{command.word[:1].upper()}{command.word[1:]}: {command.help}", note=(key, "$key"))
            for number, (command, key) in enumerate(self._all)
            if all(word in f"{command.word} {command.help}".casefold() for word in words)
        ]

    def on_input_changed(self, message: Input.Changed) -> None:
        self.query_one("#found", Choices).show(self._rows(message.value), keep=False)

    def action_palette(self) -> None:
        """It is open: back to the line in which one types."""
        self.query_one("#find", Field).focus()

    def on_key(self, event: events.Key) -> None:
        """Arrows move in the list while the line above keeps the typing."""
        if event.key in ("up", "down"):
            self.query_one("#found", Choices).action_move(-1 if event.key == "up" else 1)
            event.stop()

    def on_input_submitted(self) -> None:
        self.query_one("#found", Choices).action_pick()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(self._all[int(message.row.id)][0].do)
