"""Opening an episode: who of the cast sits, guests, Tokens of Life, and the match's options (SE-03, SE-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from textual.binding import Binding

from core.contract import Spec
from core.games import game as find_game
from core.match.settings import SettingField, TypedSettings, settings_of
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.opening import SEASON_OPTIONS, EpisodeWish, may_sit
from core.seasons.opening import title as called
from core.seasons.season import ELSEWHERE
from core.seasons.season_controls import SeasonControls, usual_seating
from core.words.deadlines import season_times
from core.words.timetable import FORMS
from tui.app.house_zone import HouseZone
from tui.app.making import closings, course
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.forms import FormScreen, OptionLines, SettingLines
from tui.screens.host.newmatch import Hosting
from tui.screens.lobby.newmatch import ask_clock
from tui.screens.lobby.picking import facts
from tui.widgets.choices import Choices, Row
from tui.words import text

MEANING = {
    "cast": "Enter: sits, or sits out; t plays a Token of Life. Where too many sit, lots draw who sits out.",
    "guest": "Enter names somebody who is not of the cast; a named guest goes again.",
    "none": "The cast takes every seat.",
}
LONG_CLOCK = 86_400.0
"""Seconds of a round in a served house, unless the host sets another length."""


class OpenEpisode(FormScreen):
    """The form. The result is shown before it is confirmed; a refusal loses nothing."""

    TOPIC = """\
Enter on a player of the cast: they sit, or sit out. If more are left than seats, lots draw who else sits out. Free
seats go to guests, whom you name, or to bots. t plays a Token of Life for a player who brought it along."""
    BINDINGS = [
        Binding("t", "token", "play a token", id="episode.token", tooltip="This person plays a Token of Life."),
        Binding("s", "open", "open it", id="episode.open", tooltip="Open the episode and make its match."),
    ]

    def __init__(
        self, desk: SeasonControls, game: str, opened: Callable[[j.EpisodeOpened], None], hosting: Hosting
    ) -> None:
        """`opened` is called after the episode was opened."""
        super().__init__(id="open-episode")
        self._desk = desk
        self._game = game
        self._opened = opened
        self._hosting = hosting
        self._sit_out: list[str] = []
        self._play: list[str] = []
        self._guests: dict[str, str] = {}
        """Holder by name of a guest."""
        self._values: dict[str, Any] = {}
        usual = self._desk.season.usual
        house = hosting.people is not None
        self.settings = settings_of(TypedSettings(round_seconds=LONG_CLOCK if house else None, open_record=house))
        if usual.settings or usual.schedule:
            self.settings = settings_of(usual_seating(self._desk.season))
        ask_length = partial(ask_clock, self, self._set_clock, self._ask_times)
        self._settings = SettingLines(self, self, self._has, ask_length, self._rule)
        self._times: j.Times | None = None
        if usual.schedule and game != ELSEWHERE:
            now = hosting.house.clock()
            self._times = season_times(game, usual.schedule, now, HouseZone())
        self._options = None if game == ELSEWHERE else OptionLines(self, game, self._values, SEASON_OPTIONS)
        self._plan: j.EpisodeOpened | None = None
        """Plan as it would be opened; None if it cannot be (see `_trouble`)."""
        self._trouble: Refused | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._desk.season.options.keep_tokens if action == "token" else True

    # --- what it comes to
    def _wish(self) -> EpisodeWish:
        return EpisodeWish(self._game, tuple(self._sit_out), tuple(self._guests), tuple(self._play), dict(self._values))

    def _seating(self) -> j.Seating:
        return j.Seating(holders=dict(self._guests), times=self._times, **self.settings.chosen())

    def show(self) -> None:
        try:
            self._plan, self._trouble = self._desk.propose(self._wish(), self._seating()), None
        except Refused as refusal:
            self._plan, self._trouble = None, refusal
        super().show()

    def head(self) -> tuple[text.Part, text.Part]:
        head = text.line(f"Episode {self._desk.season.number + 1}: ", (called(self._game), "$strong"))
        if self._game == ELSEWHERE:
            return head, ""
        spec = self._spec
        return head, (f"{spec.seat_words} seats, {spec.length}", "$faint")

    @property
    def _spec(self) -> Spec:
        return find_game(self._game).spec_of(self._values)

    def faults(self) -> Mapping[str, Refused]:
        return {} if self._trouble is None else {"go": self._trouble}

    def meaning(self, row: Row) -> Sequence[text.Part]:
        kind, _, name = row.id.partition(":")
        if kind == "setting":
            return self._settings.meaning(name)
        if kind == "option" and self._options is not None:
            return self._options.meaning(name)
        return [MEANING.get(kind, "What stands below is opened once you have read what it comes to.")]

    def result_rows(self) -> Sequence[text.Part]:
        players = len(self._desk.season.remaining)
        if self._game == ELSEWHERE:
            return [(f"{players} are in; you enter how it ended.", "$strong")]
        spec, plan, now = self._spec, self._plan, self._hosting.house.clock()
        rule = self._rule()
        zone = self.services.zone
        served = self._hosting.people is not None
        closes = closings(spec, self.settings, rule, now, zone)
        times = course(spec, self.settings, rule, closes, now if served else 0.0, zone)
        rows: list[text.Part] = [(f"{players} of the cast are in, {spec.seat_words} seats. {times}", "$strong")]
        if plan is not None and plan.drawn:
            eligible = len(may_sit(self._desk.season, plan))
            rows.append((f"Lots make {len(plan.drawn)} of {eligible} sit out, at the opening.", "$warn"))
        return rows

    def background_rows(self) -> Sequence[text.Part]:
        if self._game == ELSEWHERE:
            return ()
        return [self._spec.blurb, "", ("The game", "$accent"), *facts(self._spec)[1:]]

    def form_rows(self) -> Iterator[Row]:
        plan = self._plan
        season, words = self._desk.season, self._hosting.words
        yield Row("cast", "Cast", heading=True)
        for name in season.remaining:
            out = name in self._sit_out
            where = "sits out" if out else "draws lots" if plan and plan.drawn else "sits"
            token = ", plays a Token of Life" if name in self._play else ""
            who = words(season.holders.get(name, "open"))
            tone = "$accent" if where == "sits" else "$warn"
            label = self.label((name, "$strong" if where == "sits" else "$faint"))
            yield Row(f"cast:{name}", text.line(label, (where + token, tone), (f"  {who}", "$faint")))
        yield Row("guests", "Guests", heading=True)
        for guest in () if plan is None else plan.guests:
            named = guest in self._guests
            who = words(plan.seating.holders[guest]) if plan is not None and named else "a bot, unless named"
            yield Row(f"guest:{guest}", text.line(self.label(guest), (who, "$faint")))
        if self._game == ELSEWHERE:
            yield Row("guest:", "one more guest")
        elif plan is not None and not plan.guests:
            yield Row("none", ("no seat is free for a guest", "$faint"), "The cast takes every seat.")
        if self._options is not None:
            yield from self._settings.rows() if self._hosting.people is not None else []
            yield from self._options.rows()
        yield Row("go", ("Open it", "$good"))

    # --- changing a line
    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "cast":
            self._toggle(self._sit_out, name)
        elif kind == "guest":
            self._guest(name)
        elif kind == "setting":
            self._settings.change(name)
        elif kind == "option" and self._options is not None:
            self._options.change(name)
        elif kind == "go":
            self.action_open()

    def _toggle(self, names: list[str], name: str) -> None:
        if name in names:
            names.remove(name)
        else:
            names.append(name)
        self.show()

    def _rule(self) -> str:
        return "" if self._times is None else self._times.rule

    def _set_clock(self, seconds: float | None) -> None:
        self._times = None
        self._settings.set(round_seconds=seconds)

    def _has(self, field: SettingField) -> bool:
        """Settings of this form. A game may withhold the counts in any case (CM-28)."""
        return field.about.season and (field.name != "counts" or find_game(self._game).spec.counts)

    def _ask_times(self) -> None:
        def take(given: str) -> None:
            now = self._hosting.house.clock()
            self._times = season_times(self._game, given, now, self.services.zone)
            self._settings.set(round_seconds=None)

        self.ask("When rounds close", f"{FORMS}.", self._rule(), take, 200)

    def _guest(self, name: str) -> None:
        if name in self._guests:
            del self._guests[name]
            self.show()
            return

        def take(given: str) -> None:
            wish = EpisodeWish(self._game, tuple(self._sit_out), (*self._guests, given.strip()), tuple(self._play))
            self._desk.propose(wish)  # HH-01 and HH-16 are checked before the holder is asked for

        def named(given: str) -> None:
            self.app.push_screen(
                Pick(f"{given.strip()} is played by", self._hosting.holders()),
                lambda holder: self._seat_guest(given.strip(), holder),
            )

        self.services.ask(
            AskLine(
                "A guest",
                "The name of a player who is not of the cast.",
                longest=40,
                take=take,
                names=self._hosting.people_names(),
            ),
            named,
        )

    def _seat_guest(self, name: str, holder: str | None) -> None:
        if holder is not None:
            self._guests[name] = holder
        self.show()

    def action_token(self) -> None:
        row = self.query_one("#form", Choices).row
        kind, _, name = ("" if row is None else row.id).partition(":")
        if kind != "cast":
            self.tell("Go to somebody of the cast first.", "warn")
        elif not self._desk.season.cast[name].tokens:
            self.tell(f"{name} holds no Token of Life to play.", "warn", "SE-06")
        else:
            self._toggle(self._play, name)

    # --- opening
    def action_open(self) -> None:
        if not self.is_current:
            return
        plan = self.result_of(lambda: self._desk.propose(self._wish(), self._seating()))
        if plan is not None:
            self.services.ask(Confirm("Open it?", self._confirm_rows(plan)), lambda _: self._open())

    def _confirm_rows(self, plan: j.EpisodeOpened) -> Iterator[text.Part]:
        cast = may_sit(self._desk.season, plan)
        seated = "Lots are drawn among " if plan.drawn else "Seated: "
        yield text.line(seated, (text.joined(cast), "$strong"), ".")
        if plan.guests:
            yield f"Guests: {text.joined(plan.guests)}."
        if plan.drawn:  # no name before the opening: a host could look again until it is another
            yield (f"Sitting out by lot: {len(plan.drawn)}.", "$warn")
        if chosen := [name for name in plan.sat_out if name not in plan.drawn]:
            yield (f"Sitting out: {text.joined(chosen)}.", "$warn")
        if plan.seating.times is not None:
            yield f"Rounds close {plan.seating.times.rule}."
        if plan.played:
            yield f"A Token of Life is played by {text.joined(plan.played)}."

    def _open(self) -> None:
        opened = self.result_of(lambda: self._desk.open(self._wish(), self._seating()))
        if opened is not None:
            self.dismiss()
            self._opened(opened)
