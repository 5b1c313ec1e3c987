"""How to play and the rulings, searchable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Input

from core.talk.channels import Answered
from tui.screens.base import GarnetScreen
from tui.screens.lobby.picking import PickGame
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Row
from tui.widgets.lines import Words
from tui.widgets.say import Field
from tui.words import text
from tui.words.rulebook import (
    SEASON,
    Paragraph,
    answers,
    book,
    common,
    search,
    without,
)


class RulesScreen(GarnetScreen[None]):
    """The rule book of one game, or of all that the house knows."""

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
        answered: Sequence[Answered] = (),
        at: Sequence[str] = (),
    ) -> None:
        """`later`: sections of this game that its match holds back for now (`Game.later_pages`). `answered`: questions
        of its match that a host has answered for everybody (HH-30), which come first. `at`: headings and numbers of
        rulings; the page opens at the first that there is, unless a host has answered something."""
        super().__init__(id="rulebook")
        self._own_game = game
        self._answered = answers(answered)
        self._game = game
        self._later = {game: later or {}}
        self._wanted = wanted
        self._at = at

    def body(self) -> Iterable[Widget]:
        yield Field(self._wanted, placeholder="/ searches the rules and rulings", id="search")
        words = Words(id="rules-text")
        yield VerticalScroll(words, id="rules", classes="house-pane")

    def on_mount(self) -> None:
        self._show()
        if self._game is None:
            self.call_after_refresh(self.action_game)
        elif not self._answered:  # what the hosts have answered matters most, and stands at the top
            self.call_after_refresh(self._go_to, self._at)

    def _show(self) -> None:
        found = self._found()
        rows = page(found)
        if not found:
            rows = [("Nothing in the rules has these words.", "$warn")]
        self.query_one("#rules-text", Words).update(text.lines(rows))
        self.query_one("#rules").scroll_home(animate=False)

    def _go_to(self, wanted: Sequence[str]) -> None:
        """Scroll to the first of these headings and rulings that there is."""
        found = self._found()
        for words in wanted:
            place = place_of(found, words)
            if place is not None:
                above = text.hung(text.lines(page(found[:place])), self.query_one("#rules-text").size.width)
                self.query_one("#rules").scroll_to(y=len(above), animate=False)
                self.tell(f"Opened at {words}, which is about what you are at. Home is the beginning.")
                return

    def _found(self) -> tuple[Paragraph, ...]:
        whole = common() if self._game is None else book(self._game)
        first = self._answered if self._game == self._own_game else ()
        return search((*first, *without(whole, self._later.get(self._game, {}))), self._wanted)

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
        def chosen(game: str | None) -> None:
            if game is not None:
                self._game = None if game == "common" else game
                self._show()

        self.app.push_screen(PickGame("The rules of", SHARED_ROWS), chosen)

    def copied(self) -> str:
        return text.lines(page(self._found())).plain


SHARED_ROWS = (
    Row("shared", "Beside the games", heading=True),
    Row("common", "What all games share"),
    Row(SEASON, "Seasons"),
)


def place_of(paragraphs: Sequence[Paragraph], words: str) -> int | None:
    """Where the heading, or the ruling of this number, stands; None if there is none."""
    for number, paragraph in enumerate(paragraphs):
        heading = paragraph.kind == "heading" and paragraph.words == words
        if heading or (paragraph.kind == "item" and paragraph.words.partition(" ")[0] == words):
            return number
    return None


def page(paragraphs: Iterable[Paragraph]) -> list[text.Part]:
    """Paragraphs as rows, with room between them."""
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
