"""A season's own rooms (SE-28), and the actions of a cast member: signing up, giving, talking."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Input

from core.decoding import whole
from core.house.guest import Guest
from core.refusal import Refused
from core.seasons.gifts import read_promise
from core.seasons.live import LiveSeason
from core.seasons.season import SeasonMessage, spendable
from core.seasons.season_controls import SeasonControls
from core.seasons.signup import is_on_list
from core.seasons.talk import check_room, message_lines, readable_messages
from core.words.wording import day as day_of
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Pick, ReadDialog
from tui.screens.lobby.signing import sign_up
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.widgets.writing import Addressee, SayLine
from tui.words import text
from tui.words.season_rows import own_name

ROOMS = {"cast": "The cast", "host": "Your hosts", "confessional": "Confessional"}
NOTES = {
    "cast": "The cast reads this, in or out, and so do the hosts.",
    "host": "Your hosts alone read this, and answer here.",
    "confessional": "Hosts alone read this, and it is on record that they do.",
}
LINE = "line:"
"""Prefix of a host's row for a member's line."""
SHOWN = 200
"""Most messages of a room that are drawn."""


class SeasonHand:
    """A person's actions in a season that the person may read."""

    def __init__(self, guest: Guest, live: LiveSeason, called: str) -> None:
        """`called`: the person's name in the house."""
        self.guest, self.live, self._called = guest, live, called

    @property
    def you(self) -> str | None:
        """Person's name in the cast, or None."""
        return own_name(self.live, self.guest.holder)

    @property
    def is_on_list(self) -> bool:
        return is_on_list(self.live.season, self.guest.holder)

    @property
    def signs(self) -> bool:
        return not self.live.season.started and self.you is None

    @property
    def gives(self) -> bool:
        """True if the person can give garnets away (SE-27)."""
        season, you = self.live.season, self.you
        can = season.options.gifts != "none" and season.phase != "finished"
        return can and you is not None and season.cast[you].in_

    def sign(self, screen: GarnetScreen[Any]) -> None:
        """Sign up, or withdraw (SE-30)."""
        later = "lots decide when the host starts it."
        sign_up(screen, self.guest, self.live.id, self._called, down=self.is_on_list, later=later)

    def give(self, screen: GarnetScreen[Any]) -> None:
        season, you = self.live.season, self.you
        rows = [Row(name, name) for name in season.remaining if name != you]

        def to(name: str) -> None:
            ways = [
                Row("give", "give openly", note=("at once, and everybody is told", "$faint")),
                Row("give secret", "give secretly", note=("you two and the hosts know", "$faint")),
                Row("promise", "promise openly", note=("told, and whether you keep it", "$faint")),
                Row("promise secret", "promise secretly", note=("it comes out at the end", "$faint")),
            ]
            if season.options.gifts != "secret":
                ways = [row for row in ways if "secret" not in row.id]
            screen.services.ask(Pick(f"To {name}", ways), lambda how: self._give(screen, name, *how.split()))

        screen.services.ask(Pick("Garnets for whom?", rows), to)

    def _give(self, screen: GarnetScreen[Any], name: str, deed: str, *how: str) -> None:
        season, you, secret = self.live.season, self.you, bool(how)
        held = 0 if you is None else spendable(season, you)

        def take(given: str) -> None:
            if deed == "promise":
                desk, own = self.guest.cast_desk(self.live.id)
                desk.promise(own, name, *read_promise(given), secret=secret)
                return
            if (amount := whole(given.strip())) is None:
                raise Refused("bad_amount", "Give a whole number from 1.", "SE-27")
            desk, own = self.guest.cast_desk(self.live.id)
            desk.give(own, name, amount, secret=secret)

        question = f"You can give {text.counted(held, 'garnet')}."
        if deed == "promise":
            question = "How many, until the end of which episode, if what: 2, 2 until 5, 2 if you spare me."
        title = f"Secretly to {name}" if secret else f"To {name}"
        success = "You two and the hosts alone know." if secret else "Everybody is told."
        screen.services.ask(AskLine(title, question, take=take), lambda _: screen.tell(success, "good"))

    def talk(self, screen: GarnetScreen[Any], host: SeasonControls | None) -> None:
        screen.app.push_screen(SeasonRooms(self, host))


class SeasonRooms(GarnetScreen[None]):
    """The cast's room, the lines to the hosts, and the confessional."""

    AUTO_FOCUS = "#threads"
    TOPIC = """\
Between matches a season has rooms of its own: the cast's, which players who are out also read; your line to the
hosts; and a confessional while you sit in no match. Enter on a room, then write; Esc goes back to the rooms. Hosts
read the cast's room and answer lines; c reads the confessionals, which is recorded."""
    BINDINGS = [
        Binding("c", "confessionals", "confessionals", id="rooms.confided", tooltip="Read them; it is on record.")
    ]

    def __init__(self, hand: SeasonHand, host: SeasonControls | None) -> None:
        """`host`: the controls of a reader who hosts the season, else None."""
        super().__init__(id="season-rooms")
        self._hand, self._host, self._live = hand, host, hand.live
        self._at = "cast"
        self._unsent: dict[str, str] = {}
        """Unsent words, by room."""

    def body(self) -> Iterable[Widget]:
        yield Paper(text.line((f" {self._live.season.title}", "$strong"), (" \u00b7 its own rooms", "$faint")))
        with Vertical(id="talk", classes="house-pane"):
            yield Choices(id="threads")
            with Vertical(id="speech"):
                with VerticalScroll(id="said", can_focus=False):
                    yield Paper(id="messages")
                yield Paper(id="say-room")
                yield SayLine(id="say", placeholder="Enter to write")

    def on_mount(self) -> None:
        self._leave = self._live.subscribe(self._heard_of)
        self.show()

    def on_unmount(self) -> None:
        self._leave()

    def _heard_of(self) -> None:
        self.call_later(self.show)

    def gone(self) -> Refused | None:
        """Return why the reader may not stay, or None."""
        if self._hand.guest.reads(self._live.id) and (self._host is not None or self._hand.you is not None):
            return None
        return Refused("not_read", f"The rooms of {self._live.id} are for its cast and its hosts.", "SE-28")

    def show(self) -> None:
        if self.going or not self.query("#messages") or self.gone() is not None:
            return
        rows = self._rooms()
        self.query_one("#threads", Choices).show([row._replace(chosen=row.id == self._at) for row in rows])
        you = self._hand.you
        readable = readable_messages(self._live.season, (you,) if you else (), hosts=self._host is not None)
        recent = [word for word in readable if self._room_of(word) == self._at][-SHOWN:]
        painted: list[text.Part] = []
        for day, words in groupby(recent, lambda word: day_of(word.at, self._live.clock(), self.services.zone)):
            painted += [(f"-- {day} --", "$faint"), *map(self._row, words)]
        painted = painted or [("Nothing has been said here.", "$faint")]
        self.query_one("#messages", Paper).update(text.lines(painted))
        self.query_one("#said").scroll_end(animate=False)
        closed = self._shut(self._at)
        own = self._at.removeprefix(LINE)
        note = f"{own} alone reads what you answer." if own != self._at else NOTES[self._at]
        self.query_one("#say-room", Paper).update((closed or note, "$warn"))
        self.query_one(SayLine).disabled = bool(closed)

    def _rooms(self) -> list[Row]:
        rows = [Row(room, word) for room, word in ROOMS.items() if room == "cast" or self._hand.you is not None]
        if self._host is not None:
            rows += [Row(LINE + name, f"{name}'s line") for name in self._live.season.cast if name != self._hand.you]
        return rows

    def _room_of(self, word: SeasonMessage) -> str:
        return word.to if word.to == "cast" or word.name == self._hand.you else LINE + word.name

    def _row(self, word: SeasonMessage) -> text.Part:
        who = "You" if word.name == self._hand.you and not word.from_host else word.name
        who = "A host" if word.from_host else who
        at = text.hour(word.at, self.services.zone)
        return text.line((f"{at} ", "$faint"), (who, "$accent" if who == "You" else "$strong"), f": {word.text}")

    def _shut(self, room: str) -> str:
        season, you = self._live.season, self._hand.you
        if season.phase == "finished":
            return "The season is over: this stays readable."
        if room.startswith(LINE):
            return ""
        if you is None:
            return "Hosts read this; what they announce is news."
        try:
            check_room(season, you, room)
        except Refused as refusal:
            return refusal.message
        return ""

    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self._go(message.row.id)

    def _go(self, room: str) -> None:
        if room != self._at:
            line = self.query_one(SayLine)
            self._unsent[self._at] = line.value
            self._at = room
            line.value = self._unsent.get(room, "")
            self.show()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self._go(message.row.id)
        if not self.query_one(SayLine).disabled:
            self.query_one(SayLine).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        line = self.query_one(SayLine)
        if not line.words.strip():
            return

        if self.attempt(lambda: self._say(self._at, line.checked_text())):
            line.value = ""
            self.show()

    def _say(self, room: str, words: str) -> None:
        if room.startswith(LINE) and self._host is not None:
            self._host.answer(room.removeprefix(LINE), words)
        else:
            desk, own = self._hand.guest.cast_desk(self._live.id)
            desk.say(own, room, words)

    def addressee(self) -> Addressee | None:
        if self.gone() is not None or self._shut(room := self._at):
            return None

        def say(words: str, answered: Callable[[bool], None]) -> None:
            answered(self.attempt(lambda: self._say(room, words)))
            self.show()

        label = next((str(row.label) for row in self._rooms() if row.id == room), room)
        return Addressee(f"{self._live.id}\n{room}", f"to {label}", say)

    def action_back(self) -> None:
        if self.query_one(SayLine).has_focus:
            self.query_one("#threads").focus()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._host is not None if action == "confessionals" else True

    def action_confessionals(self) -> None:
        confided = None if self._host is None else self.result_of(self._host.confessionals)
        if confided is not None:
            rows: list[text.Part] = [*message_lines(confided)] or ["Nobody has confided anything."]
            self.app.push_screen(ReadDialog("Confessionals: it is on record that you read them", rows))
