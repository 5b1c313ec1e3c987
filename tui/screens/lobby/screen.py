"""The lobby: what waits for this person first, then their other matches, free seats, and what is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.house.guest import Standing
from core.refusal import Refused
from core.table.seat import Seat
from tui.app.fitting import covered
from tui.app.services import Command, SessionServices
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import Ask, Confirm, Pick
from tui.screens.lobby.find import PickMatch
from tui.screens.lobby.rows import ROOMY, Listing, take_apart
from tui.screens.lobby.words import about, below, welcome
from tui.screens.table.announcements import unread_announcements
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import Tone
from tui.widgets.lines import Paper
from tui.words import text

NO_MATCHES = "Nothing waits for you. When a host gives you a seat it is shown here at once."
NO_MATCHES_YET = "No match yet: n makes one, i invites people to it."

ABOUT = 48
"""Columns that the pane about a match has at the most; it has a third of a wide terminal."""
LATEST = 12
"""Finished matches in the list; / finds the others."""


class Lobby(GarnetScreen[None]):
    """Every match of the house as one person finds it. It follows what happens, and waits for nobody to ask."""

    AUTO_FOCUS = "#matches"
    TOPIC = """\
Enter opens what you are at: your table, a free seat to take, a match to watch, a finished one to replay.

What waits for you comes first. A mark like (3) counts unread messages. Everything here changes by itself. Of the
finished matches the latest are listed, your own first; / finds every one by its title, its game, or who played."""
    BINDINGS = [
        Binding("w", "watch", "watch", id="lobby.watch", tooltip="Watch a match: public facts only."),
        Binding("h", "host", "host", id="lobby.host", tooltip="The host's console of this match."),
        Binding("slash", "find", "find", id="lobby.find", tooltip="Find a finished match by title, game or person."),
        Binding("S", "season", "season", id="lobby.season", tooltip="Seasons: standings, episodes, who is out."),
        Binding("p", "practice", "practise", id="lobby.practice", tooltip="A match of your own with bots and a coach."),
        Binding("G", "league", "league", show=False, id="lobby.league", tooltip="Everybody's wins and prizes."),
        Binding("n", "new", "new match", id="lobby.new", tooltip="Make a match: any game, people and bots."),
        Binding("i", "invite", "invitations", id="lobby.invite", tooltip="Let people into the house."),
        Binding(
            "P", "people", "people", show=False, id="lobby.people", tooltip="Everybody, their rights, who did what."
        ),
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

    def __init__(self, session: SessionServices, *, later: bool = False) -> None:
        """`later`: something else is seen first, and nothing of the lobby is made before that is left. It would be a
        tenth of a login, for a screen that many do not look at."""
        super().__init__(id="lobby")
        self._session = session
        self._later = later
        self._owed: tuple[str, Tone, str | None] | None = None
        """What was said here before anybody could see it."""
        self._standings: tuple[Standing, ...] = ()
        self._finished = 0
        """Of how many finished matches this person may see the replay or the table."""
        self._pulse: Timer | None = None

    def body(self) -> Iterable[Widget]:
        matches = Choices(id="matches", empty=NO_MATCHES_YET if self._session.hosts else NO_MATCHES)
        yield Paper(id="frame")
        yield Horizontal(
            matches.add_class("-fill"),
            VerticalScroll(Block("", id="about"), id="about-pane", can_focus=False),
            id="lobby-body",
        )

    def compose(self) -> ComposeResult:
        return () if self._later else super().compose()

    @property
    def stands(self) -> bool:
        return super().stands and not self._later

    def on_resize(self) -> None:
        self.refill()

    async def on_screen_resume(self, event: events.ScreenResume) -> None:  # type: ignore[override]
        if self._later and not covered(self):
            await self._put_up()
        self.refill()

    async def _put_up(self) -> None:
        """What stood over it is left: now it is seen. Keys that came meanwhile wait for it."""
        self._later = False
        await self.mount_all(super().compose())
        if self._owed is not None:
            self.tell(*self._owed)
            self._owed = None

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        if self._later:
            self._owed = sentence, tone, ruling
        else:
            super().tell(sentence, tone, ruling)

    def refill(self) -> None:
        """Everything as it is now, if it stands already."""
        if self.stands:
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("new", "invite", "people"):
            return self._session.hosts
        if action == "find":
            return self._finished > 0
        if action == "host":
            return self._session.hosts or any(one.hosted for one in self._standings)
        return True

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        """Everything as it is now."""
        guest = self._session.guest
        self._finished = len(guest.finished())
        self._standings = (*guest.running(), *guest.latest(LATEST))
        matches, width = self.query_one("#matches", Choices), self.size.width
        columns = width if width < WIDE else width - min(ABOUT, width // 3)
        listing = Listing(self._session, self._standings, self._finished, columns=columns, wide=width >= ROOMY)
        first = not matches.rows
        matches.show(listing.rows())
        if first and matches.rows:
            matches.point(next(row.id for row in matches.rows if not row.heading))
        waits = len(listing.waiting)
        told = f"{text.counted(waits, 'seat')} wait{'s' * (waits == 1)} for you" if waits else "nothing waits for you"
        left = text.line(" ", ("Garnet House", "$strong"), (" · ", "$faint"), self._session.called)
        width = max(0, self.size.width - left.cell_length - len(told) - 1)
        tail = (told, "$warn" if waits else "$faint")
        self.query_one("#frame", Paper).update(text.line(left, " " * width, tail))
        self._describe()
        self.refresh_bindings()
        self._beat()

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
            seat, day = self._session.places.seats.get((match, name)), self._session.day(one.summary)
            rows = about(one, kind, seat, self.services.zone, day, *self._public(one, seat))
        pane.head((head, "$strong"))
        pane.show(rows if self.size.width >= WIDE else below(rows, max(1, self.size.width - 2)))

    def _public(self, one: Standing, seat: Seat | None) -> tuple[Seat | None, int]:
        """A match that is played as a spectator sees it, and how many of its announcements this person has not read."""
        if one.summary.finished or not self._session.guest.finds(one.summary):
            return None, 0
        match = one.summary.match
        unread = () if seat is None else unread_announcements(seat, self._session.seat_memory(match, seat.name))
        return self._session.guest.watch(match), len(unread)

    def _found(self, row_id: str) -> Standing | None:
        match = take_apart(row_id)[1]
        return next((one for one in self._standings if one.summary.match == match), None)

    # --- doing -------------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, match, name = take_apart(message.row.id)
        one = self._found(message.row.id)
        if kind == "find":
            self.action_find()
        elif kind == "season":
            self._session.open_season(self._session.house.seasons.find(match))
        if one is None:
            return
        if kind == "mine":
            if one.summary.phase == "finished":
                self._session.replay(match)
            else:
                self._session.sit(match, name)
        elif kind == "asked":
            self._session.release(match, name)
        elif kind == "free":
            self._take(one)
        elif kind == "names":
            self._sign_up(one)
        elif kind == "host":
            self._session.host_match(match)
        elif one.summary.opened:
            self._session.replay(match)
        else:
            self._session.spectate(match)

    def _sign_up(self, one: Standing) -> None:
        """Put one's name down for a match, or take it back (HH-25)."""
        down = one.signed_up
        told = "Your name is off the list." if down else "Your name is down; the match is here once it begins."
        guest, called = self._session.guest, self._session.called
        self.attempt(lambda: guest.sign_up(one.summary.match, called, down=down), told)
        self.show()

    def _take(self, one: Standing) -> None:
        """Sit down at a free seat; of two who reach for one the first gets it."""
        match = one.summary.match

        def chosen(seat: str | None) -> None:
            if seat is None:
                return
            try:
                taken = self._session.guest.take(match, seat, self._session.called)
            except Refused as refusal:
                self.show()
                self.refuse(refusal)
            else:
                self.call_later(self._session.sit, match, taken.you)

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

    def action_find(self) -> None:
        def chosen(match: str | None) -> None:
            if match is not None:
                self._session.replay(match)

        finished = self._session.guest.finished()
        self.app.push_screen(PickMatch("Finished matches", finished, self._session.day), chosen)

    def action_season(self) -> None:
        self._session.seasons()

    def action_practice(self) -> None:
        self._session.choose_practice()

    def action_league(self) -> None:
        self._session.league()

    def action_new(self) -> None:
        from tui.screens.host.newmatch import choose_game

        choose_game(self._session)

    def action_invite(self) -> None:
        from tui.screens.host.invitations import Invitations

        self.app.push_screen(Invitations(self._session))

    def action_people(self) -> None:
        from tui.screens.host.people import PeopleScreen

        self.app.push_screen(PeopleScreen(self._session))

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
        self.services.open_rules(None if one is None else one.summary.game)

    def action_back(self) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self.services.action_leave()

        self.app.push_screen(Confirm("Leave the house?", ["Everything is kept; come back when you like."]), sure)

    def commands(self) -> tuple[Command, ...]:
        from tui.screens.host.house import health_command, webhook_command

        found = Command("How to connect", "What others type to come here.", self._connect)
        row = self.query_one("#matches", Choices).row
        kind, match, name = ("", "", "") if row is None else take_apart(row.id)
        talk: tuple[Command, ...] = ()
        if kind in ("mine", "asked") and self._session.house.is_finished(match):
            word = "What of my talk may be published"
            talk = (Command(word, "At the match under the cursor.", lambda: self._session.release(match, name)),)
        code = Command("Watch by code", "A match or season that its host shows to those with a code.", self._by_code)
        return (found, code, *talk, *health_command(self._session), *webhook_command(self._session))

    def _by_code(self) -> None:
        """Find and watch a match, or read a season, from now on, by its code (HH-46, SE-23)."""
        opened: list[Callable[[], object]] = []

        def take(given: str) -> None:
            name, _, code = given.strip().partition(" ")
            try:
                self._session.guest.let_in(name, code)
                opened[:] = [lambda: self._session.spectate(name)]
            except Refused:
                self._session.guest.let_in_season(name, code)
                live = self._session.house.seasons.find(name)
                opened[:] = [lambda: self._session.open_season(live)]

        def taken(given: str | None) -> None:
            if given is not None:
                self.show()
                opened[0]()

        told = "The match or season and its code, as its host gave them to you: exodus-1 XXXX-XXXX"
        self.app.push_screen(Ask("Watch by code", told, longest=80, take=take), taken)

    def _connect(self) -> None:
        from tui.screens.dialogs import Read

        door = self._session.door
        rows: Sequence[text.Part] = [
            text.line("You: ", (door.command(self._session.called), "$key")),
            text.line("Somebody new, with a code: ", (door.command("join"), "$key")),
            text.line("The house's key: ", door.fingerprint),
        ]
        self.app.push_screen(Read("How to connect", rows))
