"""Making a match as a host: who sits where, the clock, the briefing, what seats may see of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding

from core.games import game as find_game
from core.handing import taken_name
from core.people import People
from core.person import fold
from core.seating import BOTS, OPEN, bot_level, bot_words, check_only_seat, is_bot, unnamed
from tui import text
from tui.screens.dialogs import Pick
from tui.screens.newmatch import NewMatch, Plan
from tui.screens.rules import game_rows
from tui.widgets.choices import Choices, Row

if TYPE_CHECKING:
    from tui.session import SessionApp


class HostedPlan(Plan):
    """What a host puts together: the form of one keyboard, and what matters among many terminals."""

    briefing: bool = False
    early_close: bool = True
    presence: bool = False
    several: bool = False
    counts: bool = True

    @classmethod
    def usual(cls, game: str, people: int = 0) -> HostedPlan:
        """Every seat free, its name left open (HH-10), and a day for a round; where turns are quick (BW-91), their time
        and a briefing first."""
        spec = find_game(game).spec
        names, holders = list(map(unnamed, range(spec.seats))), [OPEN] * spec.seats
        quick = spec.turn_seconds
        return cls(game=game, seats=names, holders=holders, seconds=quick or 86_400.0, briefing=quick is not None)


SWITCHES = {
    "briefing": ("Briefing first", "talk and rules, until you begin"),
    "early_close": ("Close when all are ready", "before the deadline"),
    "presence": ("Seats see who is connected", ""),
    "several": ("A person may hold several", "and then reads what all of them are told"),
    "counts": ("Seats see the counts", "how many have sealed and are ready"),
}


def holder_words(holder: str, people: People | None) -> str:
    """Who plays a seat, for people. `people`: of the house; at one keyboard there are none."""
    if holder == OPEN:
        return "free"
    if is_bot(holder):
        return f"{bot_level(holder)} bot"
    if holder == "local":
        return "somebody at the house's keyboard" if people is not None else "a person at this keyboard"
    person = None if people is None else people.find(holder.removeprefix("person:"))
    return person.name if person else "somebody unknown"


def holder_rows(people: People, spare: str = "") -> list[Row]:
    """Everybody and everything that can play a seat."""
    rows = [Row(OPEN, "free: whoever sits down, or is invited"), Row("people", "People", heading=True)]
    everyone = sorted(people.everyone(), key=lambda person: fold(person.name))
    rows += [Row(f"person:{fold(person.name)}", person.name) for person in everyone]
    rows.append(Row("bots", "Bots", heading=True))
    rows += [Row(bot, f"{bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS]
    return [row for row in rows if row.id != spare]


class HostedMatch(NewMatch):
    """The form for a match over many terminals. Enter changes a line, b says who plays a seat."""

    TOPIC = """\
Enter changes the line you are at. On a seat, Enter renames it and b says who plays it: somebody of the house, a bot,
or whoever sits down first. The last line makes the match and opens its console, where you invite people to seats."""
    BINDINGS = [
        Binding("b", "holder", "who plays it", id="new.holder", tooltip="Who plays this seat."),
        Binding("s", "seat", "make it", id="new.seat", tooltip="Make the match and go to its console."),
    ]
    plan: HostedPlan

    def __init__(self, plan: HostedPlan, session: SessionApp) -> None:
        super().__init__(plan, lambda _: self._make())
        self._session = session
        self._given: dict[int, str] = {}
        """By place: the name that came with whoever plays there."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "pin"

    def _rows(self) -> list[Row]:
        rows = []
        for row in super()._rows():
            kind, _, rest = row.id.partition(":")
            if kind == "seat":
                holder = self.plan.holders[int(rest)]
                tone = "$faint" if holder == OPEN else "$accent"
                row = row._replace(note=(holder_words(holder, self._session.people), tone))
            elif row.id == "go":
                rows += self._switches()
                row = row._replace(label=("Make it, and go to its console", "$good"))
            rows.append(row)
        return rows

    def _switches(self) -> list[Row]:
        found = []
        for name, (words, more) in SWITCHES.items():
            if name == "counts" and not find_game(self.plan.game).spec.counts:
                continue  # this game keeps them back in any case (CM-28)
            on = getattr(self.plan, name)
            label = text.line(text.fit(words, 28), ("yes" if on else "no", "" if on else "$faint"))
            found.append(Row(f"switch:{name}", label, note=(more, "$faint")))
        return found

    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, _, name = message.row.id.partition(":")
        if kind == "switch":  # the form of one keyboard, which hears of every other line, knows none
            message.prevent_default()
            setattr(self.plan, name, not getattr(self.plan, name))
            self.show()

    def action_holder(self) -> None:
        place = self._place()
        if place is None:
            return

        def chosen(holder: str | None) -> None:
            if holder is not None:
                self.attempt(lambda: self._seat_holder(place, holder))
                self.show()

        now = self.plan.holders[place]
        self.app.push_screen(
            Pick(f"{self.plan.seats[place]} is played by", holder_rows(self._session.people), now), chosen
        )

    def _seat_holder(self, place: int, holder: str) -> None:
        """Who plays it also gives it their name, unless the host has named it."""
        plan = self.plan
        if not plan.several:
            check_only_seat(dict(zip(plan.seats, plan.holders, strict=True)), plan.seats[place], holder)
        person = self._session.people.find(holder.removeprefix("person:")) if holder.startswith("person:") else None
        if plan.seats[place] == self._given.get(place, unnamed(place)):  # not the host's own choice
            called = "" if person is None else person.name
            others = [*plan.seats, *(one.name for one in self._session.people.everyone() if is_bot(holder))]
            plan.seats[place] = taken_name(tuple(others), unnamed(place), holder, called)
            self._given[place] = plan.seats[place]
        plan.holders[place] = holder

    def _make(self) -> None:
        plan, session = self.plan, self._session
        table = session.house.make(
            plan.game,
            tuple(plan.seats),
            title=plan.title,
            holders=dict(zip(plan.seats, plan.holders, strict=True)),
            host=session.guest.holder,
            options=plan.options,
            seed=plan.seed,
            briefing=plan.briefing,
            early_close=plan.early_close,
            round_seconds=plan.seconds,
            presence=plan.presence,
            several=plan.several,
            counts=plan.counts,
        )
        self.dismiss()
        session.call_later(session.host_match, table.match.header.match)


def choose_game(session: SessionApp) -> None:
    """New match: which game, then the form."""

    def chosen(game: str | None) -> None:
        if game is not None:
            session.push_screen(HostedMatch(HostedPlan.usual(game), session))

    session.push_screen(Pick("Which match?", game_rows()), chosen)
