"""The lobby: seats that wait for this person first, then other matches, free seats, and finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.house.guest import LobbyMatch
from core.house.todo import Todo, todo
from core.match.summary import Summary
from core.refusal import Refused
from core.story.parts import Story
from core.table.seat import Seat
from tui.app.fitting import is_covered
from tui.app.services import PaletteCommand, SessionServices
from tui.games import panel_class
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.lobby.picking import PickMatch
from tui.screens.lobby.rows import Listing, parts_of_row_id
from tui.screens.lobby.signing import sign_up
from tui.screens.lobby.words import connect_rows, first_rows, match_rows, ranking_rows, todo_rows, welcome
from tui.screens.table.announcements import unread_announcements
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import Tone
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.plot import hues, plot
from tui.words.season_rows import season_rows

NO_MATCHES = "Nothing waits for you. When a host gives you a seat it is shown here at once."
NO_MATCHES_YET = "No match yet: n makes one, i invites people to it."

ABOUT = 48
"""Most columns of the pane about a match; it has a third of a wide terminal."""
ROOMY, LIST = 156, 96
"""Columns of the terminal from which that pane has all but the list's columns, as in the style sheet. It then draws
the match."""
FRAME = 4
"""Rows of the terminal outside the pane: header, title, status line, keys."""
CURVE = 12
"""Most rows of a finished match's curve."""
LEAST_BOARD = 6
"""Rows from which a board is worth drawing."""
LATEST, AROUND = 12, 20
"""Least finished matches in the list, and rows of a tall terminal for everything else; / finds the rest."""


class Lobby(GarnetScreen[None]):
    """Every match that one person can find, kept up to date."""

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
        Binding(
            "a", "away", "away", show=False, id="lobby.away", tooltip="Say when you are away: your hosts are told."
        ),
        Binding("R", "rules", "rules", id="lobby.rules", tooltip="How to play, with the rulings."),
        Binding("q", "back", "leave", id="back", tooltip="Leave the house. Drafts are kept."),
    ]

    def __init__(self, session: SessionServices, *, later: bool = False) -> None:
        """`later`: another page is shown first, and the lobby is built when it is left. Building it takes a tenth of
        a login."""
        super().__init__(id="lobby")
        self._session = session
        self._later = later
        self._owed: tuple[str, Tone, str | None] | None = None
        """Message from before the lobby was visible."""
        self._standings: tuple[LobbyMatch, ...] = ()
        self._finished = 0
        """Number of finished matches with a replay or table for this person."""
        self._todo: tuple[Todo, ...] = ()
        """This person's tasks as a host."""
        self._waiting: tuple[str, ...] = ()
        """Rows of the seats that wait, the one that is due first before the others."""
        self._pulse: Timer | None = None
        self._stories: dict[str, Story | None] = {}
        """Stories of finished matches that the cursor was on; None where there is none."""

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
    def is_usable(self) -> bool:
        return super().is_usable and not self._later

    def on_resize(self) -> None:
        self.refill()

    async def on_screen_resume(self, event: events.ScreenResume) -> None:  # type: ignore[override]
        if self._later and not is_covered(self):
            await self._put_up()
        self.refill()
        self._rest_on_what_waits()

    def _rest_on_what_waits(self) -> None:
        """Move the cursor from an own running match that waits for nothing to the seat that is due first."""
        if not self.is_usable or not self._waiting:
            return
        matches = self.query_one("#matches", Choices)
        row_id = "" if matches.row is None else matches.row.id
        kind, match, _ = parts_of_row_id(row_id)
        if kind == "mine" and row_id not in self._waiting and not self._session.house.is_finished(match):
            matches.point(self._waiting[0])

    async def _put_up(self) -> None:
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
        if self.is_usable:
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("new", "invite", "people"):
            return self._session.hosts
        if action == "find":
            return self._finished > 0
        if action == "due":
            return bool(self._waiting)
        if action == "take":
            standing = self._match_under_cursor()
            return standing is not None and bool(standing.free) and not standing.seats
        if action == "host":
            return self._session.hosts or any(standing.hosted for standing in self._standings)
        return True

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
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
        self._waiting = tuple(entry.id for entry in listing.waiting)
        waits = len(self._waiting)
        waiting = f"{text.counted(waits, 'seat')} wait{'s' * (waits == 1)}" if waits else "nothing waits"
        summary = f"{waiting} for you"
        left = text.line(" ", ("Garnet House", "$strong"), (" · ", "$faint"), self._session.called)
        if left.cell_length + len(summary) + 3 > self.size.width:
            left = text.line(" ", self._session.called)
        width = max(1, self.size.width - left.cell_length - len(summary) - 1)
        tail = (summary, "$warn" if waits else "$faint")
        self.query_one("#frame", Paper).update(text.line(left, " " * width, tail))
        self._describe()
        self.refresh_bindings()
        self._beat()

    def _waits_for_host(self) -> tuple[Todo, ...]:
        guest, outside = self._session.guest, self._session.door.outside
        hosts = guest.hosts_house or any(standing.hosted for standing in self._standings)
        hosts = hosts or any(guest.hosts_season(live.id) for live in self._session.house.seasons.live.values())
        return todo(self._session.house, None if outside is None else outside(), guest) if hosts else ()

    def _beat(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        self._pulse = None
        deadlines = [standing.summary.deadline for standing in self._standings if standing.summary.deadline is not None]
        if deadlines:
            left = [(at - self._session.house.clock()) % 60 or 60.0 for at in deadlines]
            seconds = max(0.05, min(left))
            self._pulse = self.set_timer(seconds, lambda: self.show() if self.is_current else None)

    # --- the row under the cursor ------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        self._describe()

    def _describe(self) -> None:
        row, pane = self.query_one("#matches", Choices).row, self.query_one("#about", Block)
        head, rows = self._side_text(None if row is None or row.heading else row)
        pane.head((head, "$strong"))
        pane.show(rows if self.size.width >= WIDE else first_rows(rows, max(1, self.size.width - 2)))

    def _side_text(self, row: Row | None) -> tuple[str, list[text.Part]]:
        kind, match, name = ("", "", "") if row is None else parts_of_row_id(row.id)
        if kind == "todo":
            return "To do as host", todo_rows(self._todo[int(name)], self._session.house.clock(), self.services.zone)
        if kind == "season":
            live, (width, height) = self._session.house.seasons.find(match), self._pane()
            rows: list[text.Part] = [("Enter: its page.", "$key"), *season_rows(live.season, width, height)]
            return live.season.title, rows
        standing = None if row is None else self._match_of_row(row.id)
        if standing is None:
            command = self._session.door.command(self._session.called)
            return "Welcome to Garnet House", welcome(command, hosts=self._session.hosts)
        seat, day = self._session.places.seats.get((match, name)), self._session.day(standing.summary)
        watched, unread = self._public(standing, seat)
        rows = match_rows(standing, kind, seat, self.services.zone, day, watched, unread)
        return standing.summary.title, [*rows, *self._board_rows(standing, watched, rows)]

    def _pane(self) -> tuple[int, int]:
        width = self.size.width - LIST - 3 if self.size.width >= ROOMY else min(ABOUT, self.size.width * 33 // 100) - 3
        return max(1, width), max(1, self.size.height - FRAME)

    def _board_rows(self, standing: LobbyMatch, watched: Seat | None, above: Sequence[text.Part]) -> list[text.Part]:
        if self.size.width < WIDE:
            return []
        width, height = self._pane()
        room = height - sum(len(text.hung(row, width)) for row in above) - 2
        if standing.summary.finished:
            return self._looked_back(standing.summary, width, room)
        if watched is None or room < LEAST_BOARD or watched.frame().phase not in ("pregame", "round"):
            return []
        panel = panel_class(standing.summary.game)
        rows: list[text.Part] = [text.fit(row, width) for row in panel.watched(watched, width, room)]
        stakes = [row for part in panel.stakes(watched) for row in text.hung(part, width)]
        if stakes and len(rows) + len(stakes) + 2 <= room:
            rows += ["", ("At stake", "$accent"), *stakes]
        return ["", *rows] if rows else []

    def _looked_back(self, summary: Summary, width: int, room: int) -> list[text.Part]:
        """Return how a finished match went: its lead, the standing, and the deciding curve, as far as they fit. A
        thread reads the story once, for a match with an open record."""
        rows: list[text.Part] = ["", ("The standing", "$accent"), *ranking_rows(summary)]
        story = self._stories.get(summary.match)
        if story is None:
            if summary.record_is_open and summary.match not in self._stories:
                self._read_story(summary.match)
            return rows[: max(0, room)]
        rows = [*([""] if story.lead else []), *story.lead, *rows]
        lines = sum(len(text.hung(row, width - 1)) for row in rows)
        height = min(CURVE, room - lines - 3)
        drawn = plot(story.series[0], width, height, hues(story.seats)) if story.series and height > 0 else []
        title: list[text.Part] = ["", (f"{story.series[0].title} by {story.round_word}", "$accent")] if drawn else []
        return [*rows, *title, *drawn][: max(0, room)]

    @work(group="past", exclusive=True)
    async def _read_story(self, match: str) -> None:
        guest = self._session.guest
        try:
            await guest.fetch(match)
            seat = guest.watch(match)
        except Refused:
            self._stories[match] = None
            return
        self._stories[match] = await asyncio.to_thread(seat.story)
        if self.is_usable:
            self._describe()

    def _public(self, standing: LobbyMatch, seat: Seat | None) -> tuple[Seat | None, int]:
        if standing.summary.finished or not self._session.guest.may_find(standing.summary):
            return None, 0
        match = standing.summary.match
        unread = () if seat is None else unread_announcements(seat, self._session.seat_memory(match, seat.name))
        return self._session.guest.watch(match), len(unread)

    def _match_of_row(self, row_id: str) -> LobbyMatch | None:
        match = parts_of_row_id(row_id)[1]
        return next((standing for standing in self._standings if standing.summary.match == match), None)

    # --- doing -------------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, match, name = parts_of_row_id(message.row.id)
        standing = self._match_of_row(message.row.id)
        if kind == "find":
            self.action_find()
        elif kind == "season":
            self._session.open_season(self._session.house.seasons.find(match))
        elif kind == "todo":
            self._see_to(self._todo[int(name)])
        if standing is None:
            return
        if kind == "mine":
            if standing.summary.phase == "finished":
                self._session.replay(match)
            else:
                self._session.sit(match, name)
        elif kind == "asked":
            self._session.release(match, name)
        elif kind == "free":
            self._take(standing)
        elif kind == "names":
            guest, called, later = self._session.guest, self._session.called, "the match is here once it begins."
            sign_up(self, guest, match, called, down=standing.signed_up, later=later, done=self.show)
        elif kind == "host":
            self._session.host_match(match)
        elif standing.summary.record_is_open:
            self._session.replay(match)
        else:
            self._session.spectate(match)

    def _see_to(self, task: Todo) -> None:
        if task.match and not task.season:
            self._session.host_match(task.match)
        elif task.season:
            self._session.open_season(self._session.house.seasons.find(task.season))
        else:
            self.tell(f"{task.text} {f'Type: garnet host {task.do}' if task.do else ''}".strip(), "warn")

    def _take(self, standing: LobbyMatch) -> None:
        """Take a free seat; if two people want it, the first gets it."""
        match = standing.summary.match

        def chosen(seat: str) -> None:
            try:
                taken = self._session.guest.take_seat(match, seat, self._session.called)
            except Refused as refusal:
                self.show()
                self.refuse(refusal)
            else:
                self.call_later(self._session.sit, match, taken.you)

        rows = [Row(seat, seat) for seat in standing.free]
        self.services.ask(Pick(f"A seat at {standing.summary.title}", rows), chosen)

    def _match_or_tell(self) -> LobbyMatch | None:
        if (standing := self._match_under_cursor()) is None:
            self.tell("Go to a match first.", "warn")
        return standing

    def _match_under_cursor(self) -> LobbyMatch | None:
        matches = self.query(Choices)
        row = matches.first(Choices).row if matches else None
        return None if row is None or row.heading else self._match_of_row(row.id)

    def action_due(self) -> None:
        _, match, name = parts_of_row_id(self._waiting[0])
        self._session.sit(match, name)

    def action_take(self) -> None:
        if (standing := self._match_under_cursor()) is not None:
            self._take(standing)

    def action_watch(self) -> None:
        if (standing := self._match_or_tell()) is None:
            return
        if standing.summary.finished and standing.seats:
            self._session.replay(standing.summary.match)
        else:
            self._session.spectate(standing.summary.match)

    def action_host(self) -> None:
        if (standing := self._match_or_tell()) is not None:
            self._session.host_match(standing.summary.match)

    def action_find(self) -> None:
        page = PickMatch("Finished matches", self._session.guest.finished(), self._session.day)
        self.services.ask(page, self._session.replay)

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

    def action_away(self) -> None:
        from tui.screens.lobby.away import ask_away

        ask_away(self._session)

    def action_rules(self) -> None:
        standing = self._match_under_cursor()
        if standing is None:
            self.services.open_rules()
        else:
            table = self._session.house.tables.get(standing.summary.match)
            self.services.open_rules(standing.summary.game, spec=None if table is None else table.match.spec)

    def action_back(self) -> None:
        question = Confirm("Leave the house?", ["Everything is kept; come back when you like."])
        self.services.ask(question, lambda _: self.services.action_leave())

    def commands(self) -> tuple[PaletteCommand, ...]:
        from tui.screens.host.house import health_command, webhook_command

        connect = PaletteCommand("How to connect", "What others type to come here.", self._connect)
        row = self.query_one("#matches", Choices).row
        kind, match, name = ("", "", "") if row is None else parts_of_row_id(row.id)
        talk: tuple[PaletteCommand, ...] = ()
        if kind in ("mine", "asked") and self._session.house.is_finished(match):
            word = "What of my talk may be published"
            talk = (PaletteCommand(word, "At the match under the cursor.", lambda: self._session.release(match, name)),)
        about = "A match or season that its host shows to those with a code."
        code = PaletteCommand("Watch by code", about, self._by_code)
        return (connect, code, *talk, *health_command(self._session), *webhook_command(self._session))

    def _by_code(self) -> None:
        """Watch a match or read a season from now on, by its code (HH-46, SE-23)."""
        opened: list[Callable[[], object]] = []

        def take(given: str) -> None:
            name, _, code = given.strip().partition(" ")
            try:
                self._session.guest.enter_match_code(name, code)
                opened[:] = [lambda: self._session.spectate(name)]
            except Refused:
                self._session.guest.enter_season_code(name, code)
                live = self._session.house.seasons.find(name)
                opened[:] = [lambda: self._session.open_season(live)]

        def taken(_: str) -> None:
            self.show()
            opened[0]()

        hint = "The match or season and its code, as its host gave them to you: exodus-1 XXXX-XXXX"
        self.services.ask(AskLine("Watch by code", hint, longest=80, take=take), taken)

    def _connect(self) -> None:
        from tui.screens.dialogs import ReadDialog

        rows = connect_rows(self._session.door, self._session.called)
        self.app.push_screen(ReadDialog("How to connect", rows))
