"""The lobby: what waits for this person first, then their other matches, free seats, and what is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.house.guest import Standing
from core.house.todo import Todo, todo
from core.refusal import Refused
from core.table.seat import Seat
from tui.app.fitting import covered
from tui.app.services import Command, SessionServices
from tui.games import panel_class
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import Ask, Confirm, Pick
from tui.screens.lobby.picking import PickMatch
from tui.screens.lobby.rows import Listing, take_apart
from tui.screens.lobby.words import about, below, ranking, todo_rows, welcome
from tui.screens.table.announcements import unread_announcements
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import Tone
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.season_rows import season_rows

NO_MATCHES = "Nothing waits for you. When a host gives you a seat it is shown here at once."
NO_MATCHES_YET = "No match yet: n makes one, i invites people to it."

ABOUT = 48
"""Columns that the pane about a match has at the most; it has a third of a wide terminal."""
ROOMY, LIST = 156, 96
"""Columns of the terminal from which that pane has all but those of the list, as the style sheet has it; the match
under the cursor is drawn there."""
FRAME = 4
"""Rows of the terminal that are not the pane's: header, its title, answers, keys."""
LEAST_BOARD = 6
"""Rows that a board is worth drawing in."""
LATEST, AROUND = 12, 20
"""Finished matches in the list at the least, and the rows of a tall terminal for all else; / finds the rest."""


class Lobby(GarnetScreen[None]):
    """Every match of the house as one person finds it. It follows what happens, and waits for nobody to ask."""

    AUTO_FOCUS = "#matches"
    TOPIC = """\
Enter opens what you are at: your table, a free seat to take, a match to watch, a finished one to replay.

What waits for you comes first. A mark like (3) counts unread messages. Everything here changes by itself. Of the
finished matches the latest are listed, your own first; / finds every one by its title, its game, or who played."""
    BINDINGS = [
        Binding("o", "due", "what waits", id="lobby.due", tooltip="Your seat that is due first."),
        Binding("t", "take", "take a seat", id="lobby.take", tooltip="Sit down at a free seat of this match."),
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
        self._todo: tuple[Todo, ...] = ()
        """What waits for this person as a host."""
        self._due = ""
        """The row of the seat that is due first; empty where none is."""
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
        if action == "due":
            return self._due != ""
        if action == "take":
            one = self._under()
            return one is not None and bool(one.free) and not one.seats
        if action == "host":
            return self._session.hosts or any(one.hosted for one in self._standings)
        return True

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        """Everything as it is now."""
        guest = self._session.guest
        self._finished = len(guest.finished())
        running = guest.running()
        self._standings = (*running, *guest.latest(max(LATEST, self.size.height - AROUND - len(running))))
        matches, width = self.query_one("#matches", Choices), self.size.width
        roomy = width >= ROOMY
        self.set_class(roomy, "-roomy")
        columns = LIST if roomy else width if width < WIDE else width - min(ABOUT, width // 3)
        self._todo = self._waits_for_host()
        listing = Listing(self._session, self._standings, self._finished, self._todo, width=columns, roomy=roomy)
        first = not matches.rows
        matches.show(listing.rows())
        if first and matches.rows:
            matches.point(next(row.id for row in matches.rows if not row.heading))
        self._due = listing.waiting[0].id if listing.waiting else ""
        waits = len(listing.waiting)
        told = f"{text.counted(waits, 'seat')} wait{'s' * (waits == 1)} for you" if waits else "nothing waits for you"
        left = text.line(" ", ("Garnet House", "$strong"), (" · ", "$faint"), self._session.called)
        if left.cell_length + len(told) + 3 > self.size.width:
            left = text.line(" ", self._session.called)
        width = max(1, self.size.width - left.cell_length - len(told) - 1)
        tail = (told, "$warn" if waits else "$faint")
        self.query_one("#frame", Paper).update(text.line(left, " " * width, tail))
        self._describe()
        self.refresh_bindings()
        self._beat()

    def _waits_for_host(self) -> tuple[Todo, ...]:
        """What waits for this person as a host, if they host anything."""
        guest, outside = self._session.guest, self._session.door.outside
        hosts = guest.hosts_house or any(one.hosted for one in self._standings)
        hosts = hosts or any(guest.hosts_season(live.id) for live in self._session.house.seasons.live.values())
        return todo(self._session.house, None if outside is None else outside(), guest) if hosts else ()

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
        row, pane = self.query_one("#matches", Choices).row, self.query_one("#about", Block)
        head, rows = self._told(None if row is None or row.heading else row)
        pane.head((head, "$strong"))
        pane.show(rows if self.size.width >= WIDE else below(rows, max(1, self.size.width - 2)))

    def _told(self, row: Row | None) -> tuple[str, list[text.Part]]:
        """What there is to know of the row under the cursor, under its title."""
        kind, match, name = ("", "", "") if row is None else take_apart(row.id)
        if kind == "todo":
            return "To do as host", todo_rows(self._todo[int(name)], self._session.house.clock(), self.services.zone)
        if kind == "season":
            live, (width, height) = self._session.house.seasons.find(match), self._pane()
            rows: list[text.Part] = [("Enter: its page.", "$key"), *season_rows(live.season, width, height)]
            return live.season.title, rows
        one = None if row is None else self._found(row.id)
        if one is None:
            command = self._session.door.command(self._session.called)
            return "Welcome to Garnet House", welcome(command, hosts=self._session.hosts)
        seat, day = self._session.places.seats.get((match, name)), self._session.day(one.summary)
        watched, unread = self._public(one, seat)
        rows = about(one, kind, seat, self.services.zone, day, watched, unread)
        return one.summary.title, [*rows, *self._drawn(one, watched, rows)]

    def _pane(self) -> tuple[int, int]:
        """Columns and rows of the pane about the row under the cursor."""
        width = self.size.width - LIST - 3 if self.size.width >= ROOMY else min(ABOUT, self.size.width // 3) - 3
        return max(1, width), max(1, self.size.height - FRAME)

    def _drawn(self, one: Standing, watched: Seat | None, above: Sequence[text.Part]) -> list[text.Part]:
        """How a match stands, as far as everybody may see it: the board of one that is played, the ranking of one that
        is over; as much of it as there is room for below what is said."""
        if self.size.width < WIDE:
            return []
        width, height = self._pane()
        room = height - sum(len(text.hung(row, width)) for row in above) - 2
        if one.summary.finished:
            return ["", ("The standing", "$accent"), *ranking(one.summary)][: max(0, room)]
        if watched is None or room < LEAST_BOARD or watched.frame().phase not in ("pregame", "round"):
            return []
        panel = panel_class(one.summary.game)
        rows: list[text.Part] = [text.fit(row, width) for row in panel.watched(watched, width, room)]
        stakes = [row for part in panel.stakes(watched) for row in text.hung(part, width)]
        if stakes and len(rows) + len(stakes) + 2 <= room:
            rows += ["", ("At stake", "$accent"), *stakes]
        return ["", *rows] if rows else []

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
        elif kind == "todo":
            self._see_to(self._todo[int(name)])
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

    def _see_to(self, one: Todo) -> None:
        """Where a host does what waits: the match's console, the season's page, or what is typed."""
        if one.match and not one.season:
            self._session.host_match(one.match)
        elif one.season:
            self._session.open_season(self._session.house.seasons.find(one.season))
        else:
            self.tell(f"{one.text} {f'Type: garnet host {one.do}' if one.do else ''}".strip(), "warn")

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

    def _under(self) -> Standing | None:
        """The match under the cursor."""
        matches = self.query(Choices)
        row = matches.first(Choices).row if matches else None
        return None if row is None or row.heading else self._found(row.id)

    def action_due(self) -> None:
        _, match, name = take_apart(self._due)
        self._session.sit(match, name)

    def action_take(self) -> None:
        if (one := self._under()) is not None:
            self._take(one)

    def action_watch(self) -> None:
        if (one := self._here()) is None:
            return
        if one.summary.finished and one.seats:
            self._session.replay(one.summary.match)
        else:
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
        from tui.screens.host.house import PeopleScreen

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
