"""The lobby: what waits for this person first, then their other matches, free seats, and what is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widget import Widget

from core.guest import Standing
from core.refusal import Refused
from core.seat import Frame, Seat
from tui import text
from tui.places import owes
from tui.screens.base import WIDE, Command, GarnetScreen
from tui.screens.dialogs import Confirm, Pick
from tui.screens.lobby_words import about, below, columns, take_apart, titles, welcome, where
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import stage, standing, time_left
from tui.widgets.talk import unread
from tui.widgets.words import Paper

if TYPE_CHECKING:
    from tui.session import SessionApp

NO_MATCHES = "Nothing waits for you. When a host gives you a seat it is shown here at once."
NO_MATCHES_YET = "No match yet: n makes one, i invites people to it."


class Lobby(GarnetScreen[None]):
    """Every match of the house as one person finds it. It follows what happens, and waits for nobody to ask."""

    AUTO_FOCUS = "#matches"
    TOPIC = """\
Enter opens what you are at: your table, a free seat to take, a match to watch, a finished one to replay.

What waits for you comes first. A mark like (3) counts unread messages. Everything here changes by itself."""
    BINDINGS = [
        Binding("w", "watch", "watch", id="lobby.watch", tooltip="Watch a match: public facts only."),
        Binding("h", "host", "host", id="lobby.host", tooltip="The host's console of this match."),
        Binding("n", "new", "new match", id="lobby.new", tooltip="Make a match: any game, people and bots."),
        Binding("i", "invite", "invitations", id="lobby.invite", tooltip="Let people into the house."),
        Binding("l", "link", "link", show=False, id="lobby.link", tooltip="A code that lets another device in."),
        Binding("K", "own_keys", "my keys", show=False, id="lobby.keys", tooltip="Your keys and your password."),
        Binding(
            "comma",
            "settings",
            "settings",
            show=False,
            id="lobby.settings",
            tooltip="Theme, colours, idle time, mouse.",
        ),
        Binding("R", "rules", "rules", id="lobby.rules", tooltip="How to play, with the rulings."),
        Binding("q", "back", "leave", id="back", tooltip="Leave the house. Drafts are kept."),
    ]

    def __init__(self, session: SessionApp) -> None:
        super().__init__(id="lobby")
        self._session = session
        self._standings: tuple[Standing, ...] = ()
        self._titles: dict[str, str] = {}
        self._pulse: Timer | None = None

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Horizontal(
            Choices(id="matches", empty=NO_MATCHES_YET if self._session.hosts else NO_MATCHES),
            VerticalScroll(Block("", id="about"), id="about-pane", can_focus=False),
            id="lobby-body",
        )

    def on_mount(self) -> None:
        self.query_one("#matches", Choices).add_class("-fill")

    def on_resize(self) -> None:
        self.refill()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.refill()

    def refill(self) -> None:
        """Everything as it is now, if it stands already."""
        if self.is_mounted and self.query("#matches"):
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("new", "invite"):
            return self._session.hosts
        if action == "host":
            return self._session.hosts or any(one.hosted for one in self._standings)
        return True

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        """Everything as it is now."""
        self._standings = self._session.guest.standings()
        self._titles = titles(self._standings)
        matches = self.query_one("#matches", Choices)
        first = not matches.rows
        matches.show(self._rows())
        if first and matches.rows:
            matches.point(next(row.id for row in matches.rows if not row.heading))
        waits = sum(row.id.startswith("mine:") and self._owes(row.id) for row in matches.rows)
        told = f"{text.counted(waits, 'seat')} wait{'s' * (waits == 1)} for you" if waits else "nothing waits for you"
        left = text.line(" ", ("Garnet House", "$strong"), (" · ", "$faint"), self._session.called)
        width = max(0, self.size.width - left.cell_length - len(told) - 1)
        tail = (told, "$warn" if waits else "$faint")
        self.query_one("#frame", Paper).update(text.line(left, " " * width, tail))
        self._describe()
        self.refresh_bindings()
        self._beat()

    def _owes(self, row_id: str) -> bool:
        seat = self._seat(row_id)
        return seat is not None and owes(seat)

    def _seat(self, row_id: str) -> Seat | None:
        kind, match, name = take_apart(row_id)
        return self._session.places.seats.get((match, name)) if kind == "mine" else None

    def _beat(self) -> None:
        """The clocks move once a minute, while somebody looks."""
        if self._pulse is not None:
            self._pulse.stop()
        self._pulse = None
        deadlines = [one.summary.deadline for one in self._standings if one.summary.deadline is not None]
        if deadlines:
            left = [(at - self._session.house.clock()) % 60 or 60.0 for at in deadlines]
            self._pulse = self.set_timer(max(0.05, min(left)), self._minute)

    def _minute(self) -> None:
        if self.is_current:
            self.show()

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for title, found in self._sections():
            if found:
                rows += [Row(f"head:{title}", title, heading=True), *found]
        return rows

    def _sections(self) -> list[tuple[str, list[Row]]]:
        waiting: list[Row] = []
        mine: list[Row] = []
        free: list[Row] = []
        hosted: list[Row] = []
        watched: list[Row] = []
        finished: list[Row] = []
        for one in self._standings:
            over = one.summary.phase == "finished"
            for name in one.seats:
                row = self._own_row(one, name)
                (finished if over else waiting if self._owes(row.id) else mine).append(row)
            if over:
                if not one.seats:
                    finished.append(self._match_row("done", one, text.counted(len(one.summary.seats), "seat")))
                continue
            if one.hosted:
                hosted.append(self._match_row("host", one, self._host_words(one)))
            if one.free and not one.seats:
                free.append(self._match_row("free", one, f"{len(one.free)} of {len(one.summary.seats)} seats free"))
            elif not one.seats:
                watched.append(self._match_row("watch", one, text.counted(len(one.summary.seats), "seat")))
        return [
            ("Waits for you", waiting),
            ("Your other matches", mine),
            ("Free seats: sit down", free),
            ("You host", hosted),
            ("To watch", watched),
            ("Finished", list(reversed(finished))),
        ]

    def _own_row(self, one: Standing, name: str) -> Row:
        seat = self._session.places.seats.get((one.summary.match, name))
        if seat is None:  # the seat has just changed hands
            return self._match_row("watch", one, "")
        frame = seat.frame()
        memory = self._session.seat_memory(one.summary.match, name)
        count = sum(unread(seat, memory).values())
        state: text.Part = ""
        if seat.pending() is not None:
            state = ("your choice", "$warn")
        elif frame.phase == "finished":
            told = seat.outcome()
            state = "no result" if told is None else text.line("won by ", (text.joined(told["winners"]), "$accent"))
        elif frame.phase in ("round", "pregame"):
            state = standing(frame, self.garnet.zone)
        left = "" if frame.phase == "finished" else self._time_words(frame, seat.now)
        note = text.line(left, "  " if count else "", (f"({count})" if count else "", "$badge"))
        named = name if name.casefold() != self._session.who else "you"
        label = text.line(
            columns(self._titles.get(frame.match, frame.title), stage(frame)), text.fit(named, 8), " ", state
        )
        return Row(f"mine:{one.summary.match}\n{name}", label, note=note)

    def _match_row(self, kind: str, one: Standing, note: str) -> Row:
        """A match in the list: public facts only."""
        facts = one.summary
        label = columns(self._titles[facts.match], where(facts))
        return Row(f"{kind}:{facts.match}", label, note=(note, "$faint"))

    def _time_words(self, frame: Frame, now: float) -> text.Part:
        """Time left; the deadline too where there is room for it."""
        if frame.deadline is None or frame.paused or self.size.width >= WIDE:
            return time_left(frame, now, self.garnet.zone) if frame.deadline is not None or frame.paused else ""
        left = frame.deadline - now
        if left <= 0:
            return ("time is up", "$bad")
        return (f"{text.span(left)} left", "$bad" if left < 600 else "$strong")

    def _host_words(self, one: Standing) -> str:
        match = self._session.house.table(one.summary.match).match
        if match.phase not in ("round", "pregame"):
            return text.counted(len(one.free), "free seat") if one.free else ""
        sealed = f"{len(match.sealed)}/{len(match.seats)} sealed"
        return f"{sealed}, {len(one.free)} free" if one.free else sealed

    # --- the row under the cursor ------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        self._describe()

    def _describe(self) -> None:
        row = self.query_one("#matches", Choices).row
        pane = self.query_one("#about", Block)
        one = None if row is None or row.heading else self._found(row.id)
        if one is None or row is None:
            head = "Welcome to Garnet House"
            rows = welcome(self._session.door.command(self._session.called), hosts=self._session.hosts)
        else:
            kind, match, name = take_apart(row.id)
            head = one.summary.title
            rows = about(one, kind, self._session.places.seats.get((match, name)))
        pane.head((head, "$strong"))
        pane.show(rows if self.size.width >= WIDE else below(rows, max(1, self.size.width - 2)))

    def _found(self, row_id: str) -> Standing | None:
        match = take_apart(row_id)[1]
        return next((one for one in self._standings if one.summary.match == match), None)

    # --- doing -------------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, match, name = take_apart(message.row.id)
        one = self._found(message.row.id)
        if one is None:
            return
        if kind == "mine":
            if one.summary.phase == "finished":
                self._session.replay(match)
            else:
                self._session.sit(match, name)
        elif kind == "free":
            self._take(one)
        elif kind == "host":
            self._session.host_match(match)
        else:
            self._session.spectate(match)

    def _take(self, one: Standing) -> None:
        """Sit down at a free seat; of two who reach for one the first gets it."""
        match = one.summary.match

        def chosen(seat: str | None) -> None:
            if seat is None:
                return
            try:
                self._session.guest.take(match, seat)
            except Refused as refusal:
                self.show()
                self.refuse(refusal)
            else:
                self.call_later(self._session.sit, match, seat)

        rows = [Row(seat, seat) for seat in one.free]
        self.app.push_screen(Pick(f"A seat at {one.summary.title}", rows), chosen)

    def _here(self) -> Standing | None:
        row = self.query_one("#matches", Choices).row
        one = None if row is None else self._found(row.id)
        if one is None:
            self.tell("Go to a match first.", "warn")
        return one

    def action_watch(self) -> None:
        if (one := self._here()) is not None:
            self._session.spectate(one.summary.match)

    def action_host(self) -> None:
        if (one := self._here()) is not None:
            self._session.host_match(one.summary.match)

    def action_new(self) -> None:
        from tui.screens.hosting import choose_game

        choose_game(self._session)

    def action_invite(self) -> None:
        from tui.screens.invitations import Invitations

        self.app.push_screen(Invitations(self._session))

    def action_link(self) -> None:
        from tui.screens.keys import show_link

        show_link(self._session)

    def action_own_keys(self) -> None:
        from tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(self._session))

    def action_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_rules(self) -> None:
        one = self._found(row.id) if (row := self.query_one("#matches", Choices).row) else None
        self.garnet.open_rules(None if one is None else one.summary.game)

    def action_back(self) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self.garnet.action_leave()

        self.app.push_screen(Confirm("Leave the house?", ["Everything is kept; come back when you like."]), sure)

    def commands(self) -> tuple[Command, ...]:
        from tui.screens.webhook import webhook_command

        found = Command("How to connect", "What others type to come here.", self._connect)
        return (found, *webhook_command(self._session))

    def _connect(self) -> None:
        from tui.screens.dialogs import Read

        door = self._session.door
        rows: Sequence[text.Part] = [
            text.line("You: ", (door.command(self._session.called), "$key")),
            text.line("Somebody new, with a code: ", (door.command("join"), "$key")),
            text.line("The house's key: ", door.fingerprint),
        ]
        self.app.push_screen(Read("How to connect", rows))
