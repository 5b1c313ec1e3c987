"""The help pages: a screen's text and keys, and the searchable rule book with the rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from core.talk.channels import PublishedAnswer
from core.words.rulebook import (
    SEASON,
    Paragraph,
    book,
    common_rulings,
    published_answers,
    search,
    with_sections_replaced,
)
from tui.app.services import PaletteCommand
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Dialog
from tui.screens.lobby.picking import PickGame
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import key_name, key_words, working_keys
from tui.widgets.lines import Words
from tui.widgets.writing import Field
from tui.words import text

PLAIN = {
    "Focus Next": "To the next pane.",
    "Focus Previous": "To the pane before.",
    "Copy selected text": "Copy what the mouse has selected.",
    "Scroll Up": "A line up.",
    "Scroll Down": "A line down.",
    "Scroll Left": "A column to the left.",
    "Scroll Right": "A column to the right.",
    "Scroll Home": "To the beginning.",
    "Scroll End": "To the end.",
    "Page Up": "A page up.",
    "Page Down": "A page down.",
    "Page Left": "A page to the left.",
    "Page Right": "A page to the right.",
}
"""Textual's descriptions of keys in our words."""

MOVING = ("move", "edge", "scroll_", "page_up", "page_down", "app.focus_", "screen.focus_", "focus_", "cursor_")
SIDEWAYS = ("scroll_left", "scroll_right", "page_left", "page_right")
"""Textual's keys for content wider than the terminal; there is none."""
EVERYWHERE = frozenset({"help", "back", "back.escape", "palette", "blank", "copy", "leave"})
SECTIONS = ("Keys here", "Everywhere", "To get about")


def key_rows(screen: Screen[object]) -> list[text.Part]:
    """Return a line for every key that works on `screen`: special keys first, movement last."""
    sections: dict[str, dict[str, list[str]]] = {section: {} for section in SECTIONS}
    for active in working_keys(screen):
        binding = active.binding
        words = binding.tooltip or binding.description
        if words and not binding.system and not binding.key.startswith("super+") and binding.action not in SIDEWAYS:
            sections[_section(binding)].setdefault(PLAIN.get(words, words), []).append(key_name(binding))
    rows: list[text.Part] = []
    for section, lines in sections.items():
        rows += [(section, "$strong"), ""] if lines else []
        for words, keys in lines.items():
            rows.append(text.line("  ", text.fit((key_words([*dict.fromkeys(keys)], " "), "$key"), 18), " ", words))
        rows += [""] if lines else []
    return rows


def _section(binding: Binding) -> str:
    if binding.action.startswith(MOVING):
        return "To get about"
    return "Everywhere" if binding.id in EVERYWHERE or binding.action == "screen.copy_text" else "Keys here"


class HelpScreen(GarnetScreen[None]):
    AUTO_FOCUS = "#help"

    def __init__(self, topic: str, about: Screen[object]) -> None:
        super().__init__()
        self._topic = topic
        self._rows = key_rows(about)

    def body(self) -> Iterable[Widget]:
        rows: list[text.Part] = [("Help", "$strong"), ""]
        if self._topic:
            for paragraph in self._topic.strip().split("\n\n"):
                rows += [" ".join(paragraph.split()), ""]
        rows += self._rows
        scroll = VerticalScroll(Words(text.lines(rows)), id="help", classes="house-pane")
        yield scroll

    def action_help(self) -> None:
        self.dismiss()


Do = Callable[[], object]


def key_commands(screen: Screen[object]) -> list[tuple[PaletteCommand, str]]:
    commands: dict[str, tuple[PaletteCommand, str]] = {}
    for active in working_keys(screen):
        binding = active.binding
        if binding.show and binding.description and binding.tooltip and not binding.system:
            command = PaletteCommand(binding.description, binding.tooltip, _runner(binding.action, active.node))
            commands.setdefault(binding.tooltip, (command, key_name(binding)))
    return list(commands.values())


def _runner(action: str, node: Any) -> Do:
    def run() -> object:
        return node.call_later(node.run_action, action)

    return run


class Palette(Dialog[Do]):
    """Filters commands by typed text; Enter runs the command under the cursor."""

    BROAD = True
    AUTO_FOCUS = "#find"

    def __init__(self, screen: Screen[object], commands: Sequence[PaletteCommand]) -> None:
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
        self.query_one("#find", Field).focus()

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down"):
            self.query_one("#found", Choices).action_move(-1 if event.key == "up" else 1)
            event.stop()

    def on_input_submitted(self) -> None:
        self.query_one("#found", Choices).action_pick()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(self._all[int(message.row.id)][0].do)


class RulesScreen(GarnetScreen[None]):
    """The rule book of one game, or of everything the house knows."""

    TOPIC = """\
The rules in our own words, then the numbered rulings; at a table first what the hosts have answered for everybody.
/ searches: only paragraphs with your words stay."""
    AUTO_FOCUS = "#rules"
    BINDINGS = [
        Binding("slash", "search", "search", id="rules.search", tooltip="Find words or a ruling, for example EX-07."),
        Binding("g", "game", "another game", id="rules.game", tooltip="The rules of another game."),
    ]

    def __init__(
        self,
        game: str | None = None,
        wanted: str = "",
        later: Mapping[str, str] | None = None,
        answered: Sequence[PublishedAnswer] = (),
        own: Sequence[Paragraph] = (),
        headings: Sequence[str] = (),
        marks: Sequence[Paragraph] = (),
    ) -> None:
        """`later`: sections that the match withholds for now (`Game.later_pages`). `answered`: a host's public answers
        (HH-30), first. `own`: the match's own rules, next. `headings`: headings and ruling numbers, of which the first
        opens. `marks`: leading paragraphs."""
        super().__init__(id="rulebook")
        self._own_game = game
        self._here, self._answered = tuple(marks), (*published_answers(answered), *own)
        self._game = game
        self._later = {game: later or {}}
        self._wanted = wanted
        self._at = headings

    def body(self) -> Iterable[Widget]:
        yield Field(self._wanted, placeholder="/ searches the rules and rulings", id="search")
        words = Words(id="rules-text")
        yield VerticalScroll(words, id="rules", classes="house-pane")

    def on_mount(self) -> None:
        self._show()
        if self._game is None:
            self.call_after_refresh(self.action_game)
        elif not self._answered:  # the hosts' answers are at the top and matter most
            self.call_after_refresh(self._go_to, self._at)

    def _show(self) -> None:
        shown = self._matching_paragraphs()
        rows = page(shown)
        if not shown:
            rows = [("Nothing in the rules has these words.", "$warn")]
        self.query_one("#rules-text", Words).update(text.lines(rows))
        self.query_one("#rules").scroll_home(animate=False)

    def _go_to(self, wanted: Sequence[str]) -> None:
        shown = self._matching_paragraphs()
        for words in wanted:
            place = place_of(shown, words)
            if place is not None:
                above = text.hung(text.lines(page(shown[:place])), self.query_one("#rules-text").size.width)
                self.query_one("#rules").scroll_to(y=len(above), animate=False)
                self.tell(f"Opened at {words}, which is about what you are at. Home is the beginning.")
                return

    def _matching_paragraphs(self) -> tuple[Paragraph, ...]:
        whole = common_rulings() if self._game is None else book(self._game)
        first = (*self._here, *self._answered) if self._game == self._own_game else ()
        return search((*first, *with_sections_replaced(whole, self._later.get(self._game, {}))), self._wanted)

    def on_input_changed(self, message: Input.Changed) -> None:
        self._wanted = message.value
        self._show()

    def on_input_submitted(self) -> None:
        self.query_one("#rules").focus()

    def action_search(self) -> None:
        self.query_one("#search").focus()

    def action_back(self) -> None:
        if self.query_one("#search").has_focus:
            self.query_one("#rules").focus()
        else:
            self.dismiss()

    def action_game(self) -> None:
        def chosen(game: str) -> None:
            self._game = None if game == "common" else game
            self._show()

        self.services.ask(PickGame("The rules of", SHARED_ROWS), chosen)

    def text_to_copy(self) -> str:
        return text.lines(page(self._matching_paragraphs())).plain


SHARED_ROWS = (
    Row("shared", "Beside the games", heading=True),
    Row("common", "What all games share"),
    Row(SEASON, "Seasons"),
)


def place_of(paragraphs: Sequence[Paragraph], words: str) -> int | None:
    """Return the index of a heading or ruling number; None if there is none."""
    for number, paragraph in enumerate(paragraphs):
        heading = paragraph.kind == "heading" and paragraph.words == words
        if heading or (paragraph.kind == "item" and paragraph.words.partition(" ")[0] == words):
            return number
    return None


def page(paragraphs: Iterable[Paragraph]) -> list[text.Part]:
    rows: list[text.Part] = []
    for paragraph in paragraphs:
        if paragraph.kind == "title":
            rows += ["", (paragraph.words.upper(), "$accent"), ""]
        elif paragraph.kind == "heading":
            rows += ["", (paragraph.words, "$strong")]
        elif paragraph.kind == "item":
            number, _, rest = paragraph.words.partition(" ")
            ruling = "-" in number and number[-1:].isdigit()
            rows.append(text.line("\u2022 ", (number, "$key" if ruling else ""), f" {rest}"))
        elif paragraph.kind in ("table", "columns"):
            tone = "$accent" if paragraph.kind == "columns" else ""
            rows += [text.line((f"  {line}", tone)) for line in paragraph.words.split("\n")]
        else:
            rows.append(paragraph.words)
    return rows
