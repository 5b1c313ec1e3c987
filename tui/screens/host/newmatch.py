"""Making a match as a host: seats and their holders, clock, briefing, visibility."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.house.templates import MatchTemplate, Templates, of_match
from core.match.seating import BOTS, OPEN, bot_level, bot_words, check_only_seat, is_unnamed, unnamed
from core.match.settings import SettingField, TypedSettings, settings_of
from core.match.state import Match
from core.person import fold
from core.table.host_controls import taken_name
from core.words.show import closed_words
from core.words.timetable import FORMS, read_timetable
from core.words.wording import holder_words
from tui.app.making import make_match
from tui.app.services import SessionServices
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine
from tui.screens.lobby.newmatch import MatchPlan, NewMatch, ask_clock
from tui.screens.lobby.picking import PickGame, ask_level, easiest
from tui.widgets.choices import Choices, Row
from tui.words import text


class HostedPlan(MatchPlan):
    """A host's plan: the form of one keyboard, with settings for many terminals."""

    schedule: str = ""
    """Times at which rounds close, in words, instead of a length."""
    keep: bool = True
    shortest: float | None = None

    @classmethod
    def of(cls, template: MatchTemplate) -> HostedPlan:
        given = {name: getattr(template, name) for name in SHARED}
        seating = template.seating()
        settings = settings_of(template)
        return cls(seats=list(seating), holders=list(seating.values()), settings=settings, **given)

    def template(self) -> MatchTemplate:
        given = {name: getattr(self, name) for name in SHARED}
        holders = dict(zip(self.seats, self.holders, strict=True))
        return MatchTemplate(
            seats=tuple(self.seats), places=self.places, holders=holders, **given, **self.settings.chosen()
        )

    def add_seat(self) -> None:
        self.seats.append(unnamed(len(self.seats)))
        self.holders.append(OPEN)

    @classmethod
    def usual(cls, game: str, people: int = 0) -> HostedPlan:
        """Return a plan with free, unnamed seats (HH-10) and a day for a round. A game of quick turns (BW-91) gets
        its turn time; it has a briefing, as has one in which the host asks (RF-01)."""
        spec, asked = find_game(game).spec, find_game(game).Direction is not None
        names, holders = list(map(unnamed, range(spec.seats))), [OPEN] * spec.seats
        quick = spec.turn_seconds
        settings = settings_of(TypedSettings(round_seconds=quick or 86_400.0, briefing=asked or quick is not None))
        return cls(game=game, seats=names, holders=holders, settings=settings)


SHARED = ("game", "options", "schedule", "keep", "shortest")
"""Names that form and template share, beside the settings."""


def holder_rows(people: People, spare: str = "") -> list[Row]:
    rows = [Row(OPEN, "free: for the first to sit down, or by invitation"), Row("people", "People", heading=True)]
    everyone = sorted(people.everyone(), key=lambda person: fold(person.name))
    rows += [Row(f"person:{person.id}", person.name) for person in everyone]
    rows.append(Row("bots", "Bots", heading=True))
    rows += [Row(bot, f"{bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS]
    return [row for row in rows if row.id != spare]


class HostedMatch(NewMatch):
    """The form for a match over many terminals. Enter changes a line, b sets the holder of a seat."""

    TOPIC = """\
Enter changes the line you are at. On a seat, Enter renames it and b says who plays it: somebody of the house, a bot,
or the first to sit down. The last line makes the match and opens its console, where you invite people to seats."""
    BINDINGS = [
        Binding("s", "seat", "make it", id="new.seat", tooltip="Make the match and go to its console."),
        Binding("b", "holder", "who plays it", id="new.holder", tooltip="Who plays this seat."),
        Binding("f", "fill", "fill with bots", id="new.fill", tooltip="A bot for every seat that is free and unnamed."),
        Binding("o", "onlookers", "let onlookers in", id="new.onlookers",
                tooltip="Those who watch see each round whole, two rounds late; or public facts alone."),
        Binding("T", "save", "save as template", id="new.template", tooltip="Keep this form under a name."),
        Binding("plus", "more", "a seat more", id="new.more", tooltip="Add a seat, if the game takes it."),
        Binding("minus", "fewer", "one fewer", id="new.fewer", tooltip="Remove the last seat, if the game allows it."),
    ]  # fmt: skip
    plan: HostedPlan

    def __init__(self, plan: HostedPlan, session: SessionServices) -> None:
        super().__init__(plan, lambda _: self._make())
        self._session = session
        self._given: dict[int, str] = {}
        """Name that came with the holder, by place."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "onlookers":
            return self.plan.spec.closed
        return action != "pin" and super().check_action(action, parameters)

    def result_rows(self) -> Sequence[text.Part]:
        row = self.query_one("#form", Choices).row
        return [*(() if row is not None and row.id == "go" else self._warning), *super().result_rows()]

    def meaning(self, row: Row) -> Sequence[text.Part]:
        return (self._warning if row.id == "go" else ()) or super().meaning(row)

    @property
    def _warning(self) -> list[text.Part]:
        words = closed_words(self.plan.spec, self.plan.settings.onlookers, "o")
        return [text.line((line, "$warn")) for line in words]

    def action_onlookers(self) -> None:
        self._settings.set(onlookers="" if self.plan.settings.onlookers else "2 rounds")

    SEAT = "Enter gives this seat another name, b says who plays it: a person, a bot, or the first to sit down."
    GO = "Make it, and go to its console"

    def _holder_words(self, place: int) -> text.Part:
        holder = self.plan.holders[place]
        return holder_words(holder, self._session.people), "$faint" if holder == OPEN else "$accent"

    def _rule(self) -> str:
        return self.plan.schedule

    def _now(self) -> float:
        return self._session.house.clock()

    def _has(self, field: SettingField) -> bool:
        return field.name != "counts" or self.plan.spec.counts  # withheld in any case (CM-28)

    def _ask_clock(self) -> None:
        ask_clock(self, self._set_clock, self._ask_schedule)

    def _set_clock(self, seconds: float | None) -> None:
        self.plan.schedule = ""
        self._settings.set(round_seconds=seconds)

    def _ask_schedule(self) -> None:
        def take(given: str) -> None:
            now, zone = self._session.house.clock(), self.services.zone
            timetable = read_timetable(given, now, zone)
            timetable.moments(now, 1, zone)
            self.plan.schedule = timetable.rule()
            self._settings.set(round_seconds=None)

        self.ask("When rounds close", f"{FORMS}.", self.plan.schedule, take, 200)

    def action_fill(self) -> None:
        plan = self.plan
        free = [n for n, holder in enumerate(plan.holders) if holder == OPEN and is_unnamed(plan.seats[n])]
        if not free:
            self.tell("No seat is free and unnamed.", "warn")
            return

        def take(level: str) -> None:
            for place in free:
                self._seat_holder(place, f"bot:{level}")
            self.show()

        ask_level(self, plan.game, len(free), take)

    def action_save(self) -> None:
        ask_name(self, self.plan.template(), self._session)

    def _players(self) -> list[Row]:
        return holder_rows(self._session.people)

    def _seat_holder(self, place: int, holder: str) -> None:
        plan = self.plan
        if not plan.settings.several:
            check_only_seat(dict(zip(plan.seats, plan.holders, strict=True)), plan.seats[place], holder)
        person = self._session.people.find(holder.removeprefix("person:")) if holder.startswith("person:") else None
        if plan.seats[place] == self._given.get(place, unnamed(place)):  # not named by the host
            called = "" if person is None else person.name
            people = self._session.house.names_of_people()
            plan.seats[place] = taken_name(tuple(plan.seats), unnamed(place), holder, called, people)
            self._given[place] = plan.seats[place]
        plan.holders[place] = holder

    def _make(self) -> None:
        plan, session = self.plan, self._session
        table = make_match(
            session.house, self.plan.template(), zone=self.services.zone, host=session.guest.holder, seed=plan.seed
        )
        self.dismiss()
        match = table.match
        own = [seat for seat in match.seats if match.holders.get(seat) == session.guest.holder]
        if own:  # a host who plays sits down; the console is a key of the lobby
            session.call_later(session.sit, match.header.match, own[0])
        else:
            session.call_later(session.host_match, match.header.match)


def ask_name(screen: GarnetScreen[None], template: MatchTemplate, session: SessionServices) -> None:
    def take(name: str) -> None:
        session.house.galleries.check_names(session.guest.host_author, name.strip(), template.title)
        Templates(session.house.store).save(name.strip(), template)

    hint = "Lower case letters, digits and hyphens. Its people are left out; bots stay."
    ask = AskLine("Save as a template", hint, template.game.replace("_", "-"), longest=40, take=take)
    screen.services.ask(ask, lambda name: screen.tell(f"Kept as {name}.", "good"))


def copy_match(session: SessionServices, match: Match) -> None:
    session.push_screen(HostedMatch(HostedPlan.of(of_match(match).without_people(session.people.gone())), session))


def choose_game(session: SessionServices) -> None:
    every = Templates(session.house.store).all()
    templates = {name: template for name, template in every.items() if isinstance(template, MatchTemplate)}

    def chosen(picked: str) -> None:
        kind, _, name = picked.partition(":")
        plan = HostedPlan.of(templates[name]) if kind == "template" else HostedPlan.usual(picked)
        session.push_screen(HostedMatch(plan, session))

    rows = [
        Row(f"template:{name}", name, note=(find_game(template.game).spec_of(template.options).title, "$faint"))
        for name, template in templates.items()
    ]
    if rows:
        rows = [Row("templates", "Templates", heading=True), *rows]
    session.ask(PickGame("Which match?", rows, start=None if rows else easiest()), chosen)


Open = Callable[[str], object]
"""Opens a match: its curtain, its table, or its replay."""


class Hosting(NamedTuple):
    house: House
    go: Open
    by: str = "host"
    host: str = "local"
    people: People | None = None
    """People of the house; None at its own keyboard, where all persons take turns."""

    def holders(self) -> list[Row]:
        if self.people is not None:
            return holder_rows(self.people)
        bots = [Row(bot, f"a {bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS]
        return [Row("local", "a person at this keyboard"), *bots]

    def words(self, holder: str) -> str:
        return holder_words(holder, self.people)

    def people_names(self) -> tuple[str, ...]:
        return () if self.people is None else tuple(known.name for known in self.people.everyone())

    def player(self, name: str) -> str:
        if self.people is None:
            return "local"
        known = self.people.find(name)
        return OPEN if known is None else f"person:{known.id}"
