"""Seating a new match: who sits where, PINs, bots and their levels, the game's options, the clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from textual.binding import Binding
from textual.widget import Widget

from core.bots.levels import LEVELS
from core.games import game as find_game
from core.json import Json
from core.match.naming import check_seat_name
from core.match.seating import (
    NAMES,
    USUAL_BOT,
    bot_level,
    bot_words,
    is_bot,
)
from core.match.settings import Field, MatchSettings
from core.refusal import Refused, quoted
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Pick
from tui.screens.lobby.options import OptionLines, SettingLines
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import text

PERSON = "local"
WHOLE = re.compile(r"-?[0-9]{1,20}")
CLOCKS = (("none", None), ("1 minute a round", 60.0), ("5 minutes a round", 300.0), ("24 hours a round", 86_400.0))

TALK = {
    "open": "Everybody may talk with everybody.",
    "realms": "Talk stays within a realm, but for the lines that are opened.",
    "limited": "Talk is in the lounge, but for the lines that are opened.",
}
"""What each policy of talk lets seats do."""


class Plan(msgspec.Struct):
    """What is being put together."""

    game: str
    seats: list[str]
    holders: list[str]
    """`local` for a person, `bot:<level>` for a bot; by seat."""
    pins: dict[int, str] = {}
    """By place at the table; kept as a hash once the match is seated."""
    options: Json = {}
    settings: MatchSettings = MatchSettings()
    seed: int | None = None

    @classmethod
    def usual(cls, game: str, people: int = 2) -> Plan:
        """People first, then steady bots."""
        seats = find_game(game).spec.seats
        holders = [PERSON if place < people else USUAL_BOT for place in range(seats)]
        return cls(game=game, seats=list(NAMES[:seats]), holders=holders)


class NewMatch(GarnetScreen[None]):
    """The form. `seat(plan)` makes the match; what it refuses is shown and nothing is lost."""

    AUTO_FOCUS = "#form"
    TOPIC = """\
Enter changes the line you are at. On a seat, b makes it a person or a bot of some level, and p sets a PIN that its
player types at the handover.

The last line seats everybody and goes to the first curtain."""
    BINDINGS = [
        Binding("b", "holder", "person or bot", id="new.holder", tooltip="A person, or how the bot plays."),
        Binding("p", "pin", "PIN", id="new.pin", tooltip="A PIN for this person's seat; empty for none."),
        Binding("s", "seat", "seat them", id="new.seat", tooltip="Seat everybody and begin."),
    ]

    def __init__(self, plan: Plan, seat: Callable[[Plan], None]) -> None:
        super().__init__(id="new-match")
        self.plan = plan
        self._seat = seat
        self._options = OptionLines(self, plan.game, plan.options, self.show)
        self._settings = SettingLines(self, plan, self.show, self._has, self._ask_clock)

    def _has(self, field: Field) -> bool:
        """Is this setting one of this form's?"""
        return field.about.keyboard

    def body(self) -> Iterable[Widget]:
        spec = find_game(self.plan.game).spec
        yield Block(text.line("New match: ", (spec.title, "$strong")), id="about")
        yield Choices(id="form")

    def on_mount(self) -> None:
        spec = find_game(self.plan.game).spec
        facts = f"{spec.seats} seats, {spec.rounds} {spec.round_word}s. {TALK[spec.policy]}"
        self.query_one("#about", Block).show([spec.blurb, (facts, "$faint")])
        self.query_one("#form", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        """The lines as they are now."""
        self.query_one("#form", Choices).show(self._rows())

    def _rows(self) -> list[Row]:
        plan = self.plan
        rows = [Row("seats", "Seats", heading=True)]
        for place, name in enumerate(plan.seats):
            person = plan.holders[place] == PERSON
            kind = "person" if person else f"{plan.holders[place].removeprefix('bot:')} bot"
            pin = " with a PIN" if place in plan.pins and person else ""
            label = text.line(f"{place + 1:>2}  ", text.fit((name, "$strong" if person else ""), 24))
            rows.append(Row(f"seat:{place}", label, note=(kind + pin, "$accent" if person else "$faint")))
        rows.append(Row("match", "Match", heading=True))
        rows += self._settings.rows()
        rows.append(
            Row(
                "seed",
                text.line(text.fit("Seed of the dice", 28)),
                note=("secret, drawn", "$faint") if plan.seed is None else str(plan.seed),
            )
        )
        rows += self._options.rows()
        rows.append(Row("go", ("Seat them and begin", "$good")))
        return rows

    # --- changing a line
    def on_choices_picked(self, message: Choices.Picked) -> None:
        key, _, rest = message.row.id.partition(":")
        if key == "seat":
            self._rename(int(rest))
        elif key == "option":
            self._options.change(rest)
        elif key == "setting":
            self._settings.change(rest)
        elif key == "seed":
            now = "" if self.plan.seed is None else str(self.plan.seed)
            self._ask(
                "Seed", "A whole number; the same seed deals the same. Empty: drawn in secret.", now, self._set_seed, 20
            )
        else:
            self.action_seat()

    def _ask(self, title: str, question: str, value: str, then: Callable[[str], None], longest: int) -> None:
        ask = Ask(title, question, value, longest=longest, take=lambda given: then(given.strip()))
        self.app.push_screen(ask, lambda _: self.show())

    def _rename(self, place: int) -> None:
        def take(name: str) -> None:
            others = [other for n, other in enumerate(self.plan.seats) if n != place]
            if name.casefold() in [other.casefold() for other in others]:
                raise Refused("equal_names", f"There is a {quoted(name)} already; give each seat its own name.")
            check_seat_name(name, others)
            self.plan.seats[place] = name

        self._ask(f"Seat {place + 1}", "The player's name, at most 24 characters.", self.plan.seats[place], take, 40)

    def _place(self) -> int | None:
        row = self.query_one("#form", Choices).row
        if row is None or not row.id.startswith("seat:"):
            self.tell("Go to a seat first.", "warn")
            return None
        return int(row.id.partition(":")[2])

    def action_holder(self) -> None:
        place = self._place()
        if place is not None:
            kinds = [PERSON, *(f"bot:{level}" for level in LEVELS if level in find_game(self.plan.game).levels)]
            held = self.plan.holders[place] = kinds[(kinds.index(self.plan.holders[place]) + 1) % len(kinds)]
            self.show()
            if is_bot(held):
                self.tell(f"{self.plan.seats[place]}: a {bot_level(held)} bot, {bot_words(held)}.")

    def action_pin(self) -> None:
        place = self._place()
        if place is None:
            return
        if self.plan.holders[place] != PERSON:
            self.tell("Only a person's seat has a PIN; b makes this one a person.", "warn")
            return

        def answered(pin: str | None) -> None:
            if pin:
                self.plan.pins[place] = pin
            elif pin is not None:
                self.plan.pins.pop(place, None)
            self.show()

        self.app.push_screen(
            Ask(
                f"A PIN for {self.plan.seats[place]}",
                "Typed at every handover; empty for none.",
                secret=True,
                longest=40,
            ),
            answered,
        )

    def _set_seed(self, given: str) -> None:
        if given and not WHOLE.fullmatch(given):
            raise Refused("bad_seed", f"A seed is a whole number of at most 20 digits; {quoted(given)} is none.")
        self.plan.seed = int(given) if given else None

    def _ask_clock(self) -> None:
        ask_clock(self, lambda seconds: self._settings.set(round_seconds=seconds))

    def action_seat(self) -> None:
        if self.is_current:  # a second click in haste seats nobody twice
            self.attempt(lambda: self._seat(self.plan))


def ask_clock(
    screen: GarnetScreen[Any], take: Callable[[float | None], None], schedule: Callable[[], None] | None = None
) -> None:
    """How long a round lasts, in seconds; None for no clock. `schedule` asks for set times, where there can be such."""
    rows = [Row(str(n), said) for n, (said, _) in enumerate(CLOCKS)] + [Row("free", "so many minutes ...")]
    if schedule is not None:
        rows.append(Row("schedule", "at set times: every day 21:00 ..."))

    def minutes(given: str) -> None:
        given = given.strip()
        if not WHOLE.fullmatch(given) or not 1 <= int(given) <= 60 * 24 * 30:
            raise Refused("bad_clock", "Give whole minutes, from 1 to 43,200 (30 days).")
        take(int(given) * 60.0)

    def chosen(key: str | None) -> None:
        if key == "free":
            screen.app.push_screen(Ask("Clock", "How many minutes a round lasts.", "60", longest=6, take=minutes))
        elif key == "schedule" and schedule is not None:
            schedule()
        elif key is not None:
            take(CLOCKS[int(key)][1])

    screen.app.push_screen(Pick("The clock of a round", rows), chosen)
