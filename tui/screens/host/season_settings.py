"""Settings of a season's coming matches, as `garnet host season settings` changes them (SE-25)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from textual.binding import Binding

from core.levels import LEVELS
from core.match.settings import SETTINGS, TypedSettings, settings_of
from core.seasons.journal import Usual
from core.seasons.season_controls import SeasonControls, usual_seating
from core.words.season_settings import changed_words, typed_times, with_openings
from core.words.timetable import FORMS
from tui.app.house_zone import HouseZone
from tui.screens.forms import FormScreen, SettingLines
from tui.screens.lobby.newmatch import ask_clock
from tui.widgets.choices import Choices, Row
from tui.words import text

MEANING = {
    "go": "Every match made from now on has them.",
    "level": "How good bots are on seats that no one of the cast takes.",
    "episodes": "The season's page and each episode's story show the next opening. Opening it is yours.",
}


class SeasonSettings(FormScreen):
    """The form. A refusal loses nothing."""

    TOPIC = """\
Settings of every match of this season that is made from now on, unless its opening sets others. Earlier matches keep
theirs."""
    BINDINGS = [Binding("s", "keep", "keep", id="season-settings.keep", tooltip="Keep these settings.")]

    def __init__(self, desk: SeasonControls) -> None:
        super().__init__(id="season-settings")
        self._desk = desk
        usual = desk.season.usual
        self.settings = settings_of(usual_seating(desk.season) if usual.settings else TypedSettings())
        self._schedule = usual.schedule
        self._usual = usual
        """Level of bots, and times of episodes."""
        ask_length = partial(ask_clock, self, self._set_clock, self._ask_times)
        self._lines = SettingLines(
            self, self, lambda field: field.about.season and field.name != "title", ask_length, lambda: self._schedule
        )

    def head(self) -> tuple[text.Part, text.Part]:
        return text.line((self._desk.season.title, "$strong"), ": settings of coming matches"), ""

    def meaning(self, row: Row) -> Sequence[text.Part]:
        kind, _, name = row.id.partition(":")
        return self._lines.meaning(name) if kind == "setting" else [MEANING[kind]]

    def result_rows(self) -> Sequence[text.Part]:
        words = changed_words(self._desk.season.usual, self._entry())
        return [f"Everybody is told: {words}." if words else "Nothing changes."]

    def form_rows(self) -> list[Row]:
        level, episodes = self._usual.level, self._usual.episodes
        return [
            *self._lines.rows(),
            Row("season", "Season", heading=True),
            Row("level", text.line(self.label("Bots on guests' seats"), level or ("as an opening says", "$faint"))),
            Row("episodes", text.line(self.label("Episodes open"), episodes or ("none", "$faint"))),
            Row("go", ("Keep them", "$good")),
        ]

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "setting":
            self._lines.change(name)
        elif kind == "level":
            rows = [Row("", "as an opening says"), *(Row(level, f"{level} bots") for level in LEVELS)]
            self.pick("Which bots?", rows, self._set_level, self._usual.level)
        elif kind == "episodes":
            self.ask("When episodes open", f"{FORMS}. For everybody to read; you open them.",
                     self._usual.episodes or "none", self._set_episodes, 200)  # fmt: skip
        else:
            self.action_keep()

    def _set_clock(self, seconds: float | None) -> None:
        self._schedule = ""
        self._lines.set(round_seconds=seconds)

    def _ask_times(self) -> None:
        def take(given: str) -> None:
            self._schedule, _ = typed_times(given, self._desk.now, HouseZone(), 1)
            self._lines.set(round_seconds=None)

        self.ask("When rounds close", f"{FORMS}.", self._schedule, take, 200)

    def _set_level(self, level: str) -> None:
        self._usual = msgspec.structs.replace(self._usual, level=level)

    def _set_episodes(self, given: str) -> None:
        self._usual = with_openings(self._usual, given or "none", self._desk.now, HouseZone())

    def _entry(self) -> Usual:
        usual = TypedSettings()
        chosen = {
            SETTINGS[name].key: value for name, value in self.settings.chosen().items()
            if name != "title" and value != getattr(usual, name)
        }  # fmt: skip
        return msgspec.structs.replace(self._usual, settings=chosen, schedule=self._schedule, words="")

    def action_keep(self) -> None:
        entry = self._entry()
        words = changed_words(self._desk.season.usual, entry)
        if self.attempt(lambda: self._desk.set_usual(msgspec.structs.replace(entry, words=words))):
            self.dismiss(None)
