"""The host's page of announcements: what was made, what waits for its time, and writing another (HH-24)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.match.state import PlannedNews
from core.refusal import Refused
from core.table.host_controls import HostDesk
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Confirm, Read
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import markdown, text
from tui.words.moments import read_moment, zoned

SYNTAX = "**strong**, *stressed*, `code`, lists and links are shown as such."


class HostAnnouncements(GarnetScreen[None]):
    """A line for each announcement, those that wait first."""

    AUTO_FOCUS = "#made"
    TOPIC = """\
a announces something now, l at a later time. Enter reads one; on one that waits it asks whether to take it back. What
waits is seen by hosts alone; what was announced stays at everybody's table until they have read it."""
    BINDINGS = [
        Binding("a", "announce", "announce", id="made.now", tooltip="Tell everybody something, now."),
        Binding("l", "later", "later", id="made.later", tooltip="Tell everybody something at a later time."),
    ]

    def __init__(self, desk: HostDesk) -> None:
        super().__init__(id="host-announcements")
        self.desk = desk

    def body(self) -> Iterable[Widget]:
        yield Block("Announcements", id="about")
        yield Choices(id="made", empty="Nothing was announced yet: a announces something, l does so later.")

    def on_mount(self) -> None:
        self.query_one("#about", Block).show([(SYNTAX, "$faint")])
        self.query_one("#made", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        """What there is now."""
        match, now, zone = self.desk.table.match, self.desk.table.clock(), self.garnet.zone
        waits = [
            Row(f"planned:{one.number}", self._line(f"waits for {zoned(one.due, now, zone)}", one.text, "$warn"))
            for one in sorted(match.planned, key=lambda one: one.due)
        ]
        made = [
            Row(f"made:{n}", self._line(text.moment(item.at, now, zone), item.text, "$accent"))
            for n, item in enumerate(match.news)
            if item.kind == "announced"
        ]
        rows = [Row("head:waits", "Waits for its time", heading=True), *waits] if waits else []
        rows += [Row("head:made", "Announced", heading=True), *reversed(made)] if made else []
        self.query_one("#made", Choices).show(rows)

    @staticmethod
    def _line(at: str, words: str, tone: str) -> text.Part:
        return text.line((f"{at}  ", tone), markdown.plain(words))

    # --- writing -----------------------------------------------------------------------------------------------------
    def action_announce(self) -> None:
        ask = Ask("Announce", f"Everybody at this match is told. {SYNTAX}", longest=None, take=self.desk.announce)
        self.app.push_screen(ask, lambda said: self._done("Announced to every seat.") if said else None)

    def action_later(self) -> None:
        zone = self.garnet.zone

        def due(given: str) -> float:
            found = read_moment(given, self.desk.table.clock(), zone)
            if found is None or found <= self.desk.table.clock():
                raise Refused("moment_past", "Write a time that is still to come: 21:00, Fri 21:00, +2h.", "HH-24")
            return found

        def at(given: str | None) -> None:
            if given is None:
                return
            moment = due(given)
            ask = Ask("Announce later", SYNTAX, longest=None, take=lambda words: self.desk.plan(words, moment))
            told = f"It is announced {zoned(moment, self.desk.table.clock(), zone)}."
            self.app.push_screen(ask, lambda said: self._done(told) if said else None)

        self.app.push_screen(Ask("When?", "21:00, Fri 21:00, 2026-12-24 21:00, +2h.", longest=60, take=due), at)

    def _done(self, told: str) -> None:
        self.tell(told, "good")
        self.show()

    # --- reading -----------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        kind, _, number = message.row.id.partition(":")
        match = self.desk.table.match
        if kind == "made":
            item = match.news[int(number)]
            at = text.moment(item.at, self.desk.table.clock(), self.garnet.zone)
            self.app.push_screen(Read(f"Announced {at}", markdown.rows(item.text)))
            return
        one = next((one for one in match.planned if one.number == int(number)), None)
        if one is not None:
            self._take_back(one)

    def _take_back(self, one: PlannedNews) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self.attempt(lambda: self.desk.unplan(one.number), "It will not be announced.")
                self.show()

        at = zoned(one.due, self.desk.table.clock(), self.garnet.zone)
        rows = [*markdown.rows(one.text), "", f"It waits for {at}."]
        self.app.push_screen(Confirm("Take it back?", rows, "Enter takes it back, q leaves it."), sure)
