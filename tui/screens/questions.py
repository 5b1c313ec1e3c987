"""Deeds behind questions: a list to pick from, a reason, a yes. What is refused is said, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.seasons.live import LiveSeason
from tui.app.services import AppServices
from tui.screens.dialogs import Ask, Confirm, Pick
from tui.widgets.choices import Row
from tui.words import text

REASON = "Say why: everybody who reads the season is told."


class Questions:
    """What a host is asked before something is done to a season."""

    def __init__(self, app: AppServices, live: LiveSeason) -> None:
        self.app = app
        self._live = live

    def do(self, deed: Callable[[], object]) -> bool:
        """Do something, and say what was announced. False if it was refused."""
        before = len(self._live.season.news)
        done = self.app.attempt(deed)
        if done and len(self._live.season.news) > before:
            self.app.tell(self._live.season.news[-1].text, "good")
        return done

    def pick(self, question: str, rows: Sequence[Row], then: Callable[[str], object], at: str | None = None) -> None:
        """One of a list, which `then` takes; `at`: where the cursor stands."""
        self.app.push_screen(Pick(question, rows, at), lambda answer: None if answer is None else then(answer))

    def ask_why(self, question: str, then: Callable[[str], object]) -> None:
        """A reason, which `then` takes; what it refuses is said in the box."""
        self.app.push_screen(Ask(question, REASON, longest=200, take=then))

    def confirm(self, question: str, rows: Sequence[text.Part], deed: Callable[[], object]) -> None:
        """Do it after a yes."""
        self.app.push_screen(Confirm(question, rows), lambda yes: self.do(deed) if yes else None)
