"""Seating a new match: seats, PINs, bots and their levels, options, clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from textual.binding import Binding

from core.contract import Spec
from core.games import game as find_game
from core.house.templates import MatchTemplate
from core.json import Json
from core.levels import LEVELS
from core.match.naming import check_seat_name
from core.match.seating import NAMES, OPEN, USUAL_BOT, bot_level, bot_name, bot_words, is_bot
from core.match.settings import SETTINGS, MatchSettings, SettingField
from core.refusal import Refused, quoted
from core.words.deadlines import close_lines
from tui.app.making import closings, course, trial, who_plays
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Pick
from tui.screens.forms import FormScreen, OptionLines, SettingLines, option_fields, setting_words
from tui.screens.lobby.picking import facts
from tui.widgets.choices import Choices, Row
from tui.words import text

PERSON = "local"
CLOSES = 12
"""Most rounds listed beside the form."""
WHOLE = re.compile(r"-?[0-9]{1,20}")
CLOCKS = (("none", None), ("1 minute a round", 60.0), ("5 minutes a round", 300.0), ("24 hours a round", 86_400.0))

TALK = {
    "open": "Everybody may talk with everybody.",
    "realms": "Talk stays within a realm, but for the lines that are opened.",
    "limited": "Talk is in the lounge, but for the lines that are opened.",
}


class MatchPlan(msgspec.Struct):
    game: str
    seats: list[str]
    holders: list[str]
    """Occupant by seat: `local` for a person, `bot:<level>` for a bot."""
    pins: dict[int, str] = {}
    """Codes by place at the table. Kept as a hash once the match is seated."""
    options: Json = {}
    settings: MatchSettings = MatchSettings()
    seed: int | None = None

    @classmethod
    def usual(cls, game: str, people: int = 1) -> MatchPlan:
        seats = find_game(game).spec.seats
        holders = [PERSON if place < people else USUAL_BOT for place in range(seats)]
        return cls(game=game, seats=list(NAMES[:seats]), holders=holders)

    def template(self) -> MatchTemplate:
        holders = dict(zip(self.seats, self.holders, strict=True))
        return MatchTemplate(
            game=self.game,
            seats=tuple(self.seats),
            places=self.places,
            holders=holders,
            options=self.options,
            **self.settings.chosen(),
        )

    @property
    def places(self) -> int:
        """Number of seats for a template; 0 in a game with a fixed number."""
        return len(self.seats) if self.spec.several else 0

    @property
    def spec(self) -> Spec:
        """Facts of the match as planned: options may bring a title and rounds of its own."""
        return find_game(self.game).spec_of(self.options)

    def add_seat(self) -> None:
        self.seats.append(bot_name(self.seats))
        self.holders.append(USUAL_BOT)


class NewMatch(FormScreen):
    """The form. `seat(plan)` makes the match; what it refuses is shown and nothing is lost."""

    TOPIC = """\
Enter changes the line you are at. On a seat, b makes it a person or a bot of some level, and p sets a PIN that its
player types at the handover.

The last line seats everybody and begins."""
    BINDINGS = [
        Binding("s", "seat", "begin", id="new.seat", tooltip="Seat everybody and begin."),
        Binding("b", "holder", "person or bot", id="new.holder", tooltip="A person, or how the bot plays."),
        Binding("p", "pin", "PIN", id="new.pin", tooltip="A PIN for this person's seat; empty for none."),
        Binding("plus", "more", "a seat more", id="new.more", tooltip="Add a seat, if the game takes it."),
        Binding("minus", "fewer", "one fewer", id="new.fewer", tooltip="Remove the last seat, if the game allows it."),
    ]
    SEAT = "Enter gives this seat another name, b says who plays it. A person's seat may have a PIN (p)."
    GO = "Seat them and begin"

    def __init__(self, plan: MatchPlan, seat: Callable[[MatchPlan], None]) -> None:
        super().__init__(id="new-match")
        self.plan = plan
        self._seat = seat
        self._last = PERSON
        """Last choice: a bot is often the next one too."""
        self._options = OptionLines(self, plan.game, plan.options)
        self._settings = SettingLines(self, plan, self._has, self._ask_clock, self._rule)

    def _has(self, field: SettingField) -> bool:
        return field.about.keyboard

    def _rule(self) -> str:
        return ""

    def _now(self) -> float:
        return 0.0

    def _holder_words(self, place: int) -> text.Part:
        person = self.plan.holders[place] == PERSON
        kind = "person" if person else f"{self.plan.holders[place].removeprefix('bot:')} bot"
        return kind + (" with a PIN" if place in self.plan.pins and person else ""), "$accent" if person else "$faint"

    # --- rows of the form
    def head(self) -> tuple[text.Part, text.Part]:
        spec = self.plan.spec
        return text.line("New match: ", (spec.title, "$strong")), (f"{spec.seat_words} seats, {spec.length}", "$faint")

    def form_rows(self) -> Iterator[Row]:
        yield Row("seats", "Seats", heading=True)
        for place, name in enumerate(self.plan.seats):
            style = "$strong" if self.plan.holders[place] == PERSON else ""
            label = text.line(
                self.label(text.line((f"{place + 1:>2}  ", "$faint"), (name, style))), self._holder_words(place)
            )
            yield Row(f"seat:{place}", label)
        yield from self._settings.rows()
        yield from self._options.rows()
        seed = ("secret, drawn", "$faint") if self.plan.seed is None else str(self.plan.seed)
        yield Row("seed", text.line(self.label("Seed of the dice"), seed))
        yield Row("go", (self.GO, "$good"))

    def meaning(self, row: Row) -> Sequence[text.Part]:
        key, _, rest = row.id.partition(":")
        if key == "seat":
            held = self.plan.holders[int(rest)]
            plays = f"A {bot_level(held)} bot: {bot_words(held)}." if is_bot(held) else ""
            return [*([plays] if plays else []), self.SEAT]
        if key == "setting":
            return self._settings.meaning(rest)
        if key == "option":
            return self._options.meaning(rest)
        if key == "seed":
            return ["The same seed deals the same. Drawn in secret, nobody knows it before the end."]
        return ["What stands below is made; nothing before."]

    def result_rows(self) -> Sequence[text.Part]:
        plan = self.plan
        try:
            closes = closings(plan.spec, plan.settings, self._rule(), self._now(), self.services.zone)
        except Refused:
            closes = ()  # the refusal is shown at its line
        times = course(plan.spec, plan.settings, self._rule(), closes, self._now(), self.services.zone)
        return [(f"{who_plays(plan.holders)}. {times}", "$strong"), TALK[plan.spec.policy]]

    def background_rows(self) -> Sequence[text.Part]:
        plan, now = self.plan, self._now()
        spec = plan.spec
        rows: list[text.Part] = [spec.blurb, ""]
        if now and (closes := closings(plan.spec, plan.settings, self._rule(), now, self.services.zone)):
            rows += [("When it closes, if it begins now", "$accent")]
            rows += text.rows(close_lines(closes, spec.when, now, self.services.zone, CLOSES))
            rows.append("")
        return [*rows, ("The game", "$accent"), *facts(spec)[1:]]

    def faults(self) -> Mapping[str, Refused]:
        try:
            trial(self.plan.template())
        except Refused as refusal:
            return {self._place_of(refusal): refusal}
        return {}

    def _place_of(self, refusal: Refused) -> str:
        about, message = refusal.code.removeprefix("bad_"), refusal.message
        for name, field in SETTINGS.items():
            if about in (name, field.key, field.flag) or (refusal.code == "no_briefing" and name == "signup"):
                return f"setting:{name}"
        for name in option_fields(self.plan.game):
            if message.startswith((f"{name}:", f"{setting_words(name)}:")):
                return f"option:{name}"
        named = [place for place, name in enumerate(self.plan.seats) if quoted(name) in message or name in message]
        return f"seat:{named[-1]}" if named else "go"

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
            self.ask(
                "Seed", "A whole number; the same seed deals the same. Empty: drawn in secret.", now, self._set_seed, 20
            )
        else:
            self.action_seat()

    def _rename(self, place: int) -> None:
        def take(name: str) -> None:
            others = [other for n, other in enumerate(self.plan.seats) if n != place]
            if name.casefold() in [other.casefold() for other in others]:
                raise Refused("equal_names", f"There is a {quoted(name)} already; give each seat its own name.")
            check_seat_name(name, others)
            self.plan.seats[place] = name

        self.ask(f"Seat {place + 1}", "The player's name, at most 24 characters.", self.plan.seats[place], take, 40)

    def _place(self) -> int | None:
        row = self.query_one("#form", Choices).row
        if row is None or not row.id.startswith("seat:"):
            self.tell("Go to a seat first.", "warn")
            return None
        return int(row.id.partition(":")[2])

    def action_holder(self) -> None:
        place = self._place()
        if place is None:
            return

        def take(holder: str) -> None:
            self._seat_holder(place, holder)
            self._last = holder

        now = self.plan.holders[place]
        now = self._last if now in (PERSON, OPEN) and is_bot(self._last) else now
        self.pick(f"{self.plan.seats[place]} is played by", self._players(), take, now)

    def _players(self) -> list[Row]:
        bots = [f"bot:{level}" for level in LEVELS if level in find_game(self.plan.game).levels]
        rows = [Row(bot, f"{bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in bots]
        return [Row(PERSON, "a person at this keyboard"), *rows]

    def _seat_holder(self, place: int, holder: str) -> None:
        """Set the holder of a seat.

        Raises:
            Refused: It cannot play the seat.
        """
        self.plan.holders[place] = holder

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("more", "fewer"):
            return self.plan.spec.several
        return super().check_action(action, parameters)

    def action_more(self) -> None:
        if self._may_have(len(self.plan.seats) + 1):
            self.plan.add_seat()
            self.show()

    def action_fewer(self) -> None:
        if self._may_have(len(self.plan.seats) - 1):
            self.plan.pins.pop(len(self.plan.seats) - 1, None)
            self.plan.seats.pop()
            self.plan.holders.pop()
            self.show()

    def _may_have(self, count: int) -> bool:
        spec = self.plan.spec
        if not spec.takes(count):
            self.tell(f"{spec.title} has {spec.seat_words} seats.", "warn")
        return spec.takes(count)

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
            self.chosen(pin is not None)

        self.app.push_screen(
            AskLine(
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
        if self.is_current and self.all_right():  # a second hasty click must not seat the match twice
            self.attempt(lambda: self._seat(self.plan))


def ask_clock(
    screen: GarnetScreen[Any], take: Callable[[float | None], None], schedule: Callable[[], None] | None = None
) -> None:
    """Ask for the length of a round in seconds; None for no clock. `schedule` asks for set times, if they are
    possible."""
    rows = [Row(str(n), words_) for n, (words_, _) in enumerate(CLOCKS)] + [Row("free", "so many minutes ...")]
    if schedule is not None:
        rows.append(Row("schedule", "at set times: every day 21:00 ..."))

    def minutes(given: str) -> None:
        given = given.strip()
        if not WHOLE.fullmatch(given) or not 1 <= int(given) <= 60 * 24 * 30:
            raise Refused("bad_clock", "Give whole minutes, from 1 to 43,200 (30 days).")
        take(int(given) * 60.0)

    def chosen(key: str) -> None:
        if key == "free":
            screen.app.push_screen(AskLine("Clock", "How many minutes a round lasts.", "60", longest=6, take=minutes))
        elif key == "schedule" and schedule is not None:
            schedule()
        else:
            take(CLOCKS[int(key)][1])

    screen.services.ask(Pick("The clock of a round", rows), chosen)
