"""Settings of a season's coming matches, as `garnet host season settings` changes them (SE-25)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from textual.binding import Binding

from core.match.settings import SETTINGS, SettingField, TypedSettings, settings_of
from core.seasons.season_controls import SeasonControls, usual_seating
from core.words.timetable import FORMS, read_timetable
from tui.app.house_zone import HouseZone
from tui.screens.forms import FormScreen, SettingLines
from tui.screens.lobby.newmatch import ask_clock
from tui.widgets.choices import Choices, Row
from tui.words import text


class SeasonSettings(FormScreen):
    """The form. A refusal loses nothing."""

    TOPIC = """\
What every match of this season is made with from now on, unless its opening says something else. Matches that are made
already stay as they are."""
    BINDINGS = [Binding("s", "keep", "keep", id="season-settings.keep", tooltip="Keep these settings.")]

    def __init__(self, desk: SeasonControls) -> None:
        super().__init__(id="season-settings")
        self._desk = desk
        usual = desk.season.usual
        self.settings = settings_of(usual_seating(desk.season) if usual.settings else TypedSettings())
        self._schedule = usual.schedule
        self._lines = SettingLines(self, self, self._has, self._ask_clock, lambda: self._schedule)

    def _has(self, field: SettingField) -> bool:
        return field.about.season and field.name != "title"

    def head(self) -> tuple[text.Part, text.Part]:
        return text.line((self._desk.season.title, "$strong"), ": settings of coming matches"), ""

    def meaning(self, row: Row) -> Sequence[text.Part]:
        kind, _, name = row.id.partition(":")
        return self._lines.meaning(name) if kind == "setting" else ["Every match made from now on has them."]

    def comes_to(self) -> Sequence[text.Part]:
        when = f"Rounds close {self._schedule}." if self._schedule else ""
        return [when] if when else []

    def form_rows(self) -> list[Row]:
        return [*self._lines.rows(), Row("go", ("Keep them", "$good"))]

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "setting":
            self._lines.change(name)
        else:
            self.action_keep()

    def _ask_clock(self) -> None:
        ask_clock(self, self._set_clock, self._ask_times)

    def _set_clock(self, seconds: float | None) -> None:
        self._schedule = ""
        self._lines.set(round_seconds=seconds)

    def _ask_times(self) -> None:
        def take(given: str) -> None:
            zone = HouseZone()
            timetable = read_timetable(given, self._desk.now, zone)
            self._schedule = (timetable if timetable.zone else timetable._replace(zone=zone.key)).rule()
            self._lines.set(round_seconds=None)

        self.ask("When rounds close", f"{FORMS}.", self._schedule, take, 200)

    def action_keep(self) -> None:
        usual = TypedSettings()
        chosen = {
            SETTINGS[name].key: value for name, value in self.settings.chosen().items()
            if name != "title" and value != getattr(usual, name)
        }  # fmt: skip
        entry = msgspec.structs.replace(self._desk.season.usual, settings=chosen, schedule=self._schedule)
        if self.attempt(lambda: self._desk.set_usual(entry)):
            self.dismiss(None)
