"""The hosts' pages of the house: its health, its people, their rights, blocked keys, and the log of hosts' actions
(HH-35 to HH-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.widget import Widget

from core.house.moderation import STALLS, HostDeed, Steward
from core.house.settings import HouseSettings
from core.narration.feed_shelf import LONGEST_URL
from core.person import Person, fold
from core.refusal import Refused
from core.words.health import health_rows
from tui.app.services import PaletteCommand, SessionServices
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick, ReadDialog, ReadScreen
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

AGAIN_SECONDS = 5.0
"""Seconds between updates of the page."""


BACKUPS_NEED_YOU = "The backups need you: type : and Health for the reason."


def health_command(session: SessionServices) -> tuple[PaletteCommand, ...]:
    if not session.hosts or session.door.health is None:
        return ()
    words = "Who is seated from where, load, slowest key, disk, backups, last errors."
    return (PaletteCommand("Health of the house", words, lambda: session.push_screen(HealthScreen(session))),)


def warn_of_backups(session: SessionServices) -> None:
    if session.hosts and session.door.health is not None:
        backups = session.door.health().backups
        if backups is not None and backups.trouble:
            session.tell(BACKUPS_NEED_YOU, "bad")


class HealthScreen(ReadScreen):
    """The state of the house at a glance, kept up to date."""

    TOPIC = """\
The state of the house, for its hosts; the same as `garnet host status`. Keys: the longest time from a key press to
the repainted screen. Connections at the door have not logged in yet. Backups are made by `garnet serve --backup`."""

    def __init__(self, session: SessionServices) -> None:
        super().__init__(id="health")
        self._session = session

    def on_mount(self) -> None:
        self.set_interval(AGAIN_SECONDS, self._again)

    def _again(self) -> None:
        if not self._session.hosts:  # the right was withdrawn meanwhile
            self.dismiss(None)
            return
        for words in self.query("#read-text").results(Paper):
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        look = self._session.door.health
        if look is None or not self._session.hosts:
            return ["Nothing to tell."]
        return [("The health of the house", "$accent"), *text.rows(health_rows(look(), self.services.zone))]


MUTED_HERE = "This house is a copy: feeds and nudges are muted. Type : and choose Unmute to send them."


def webhook_command(session: SessionServices) -> tuple[PaletteCommand, ...]:
    if not session.hosts:
        return ()
    webhook = PaletteCommand("Webhook", "Where nudges of the missing are sent.", lambda: ask_webhook(session))
    if not HouseSettings(session.house.store).muted:
        return (webhook,)
    return (webhook, PaletteCommand("Unmute feeds and nudges", "This house is a copy.", lambda: ask_unmute(session)))


def warn_if_muted(session: SessionServices) -> None:
    if session.hosts and HouseSettings(session.house.store).muted:
        session.tell(MUTED_HERE, "warn")


def ask_unmute(session: SessionServices) -> None:
    """Ask, then let a copy of a house post (HH-48)."""
    settings = HouseSettings(session.house.store)

    def sure(_: bool) -> None:
        if not session.hosts:
            return
        try:
            settings.unmute()
        except Refused as refusal:
            session.tell(refusal.message, "bad")
            return
        if session.door.unmuted is not None:
            session.door.unmuted()
        session.tell("Feeds and nudges are sent from now on.", "good")

    rows = [
        "This house is a copy. While the other one is still served, both would tell the same rooms.",
        "They get what they had not got when the copy was made, and everything since.",
    ]
    session.ask(Confirm("Let this copy post and nudge?", rows), sure)


def ask_webhook(session: SessionServices) -> None:
    settings = HouseSettings(session.house.store)
    question = "Where nudges are sent: an address with http:// or https://, or none."
    if session.door.webhook:
        question += " The house was started with another address, which is used instead."

    def take(given: str) -> None:
        if session.hosts:
            settings.set_webhook(given)

    def kept(given: str) -> None:
        if session.hosts:
            none = given.strip().lower() in ("", "none")
            session.tell("No webhook is set." if none else "Kept; the next nudge goes there.", "good")

    session.ask(AskLine("Webhook", question, settings.webhook or "", longest=LONGEST_URL, take=take), kept)


ABOUT = "Enter on a person: rights, another name, blocking. L lists every action and the host who did it."


class PeopleScreen(GarnetScreen[None]):
    AUTO_FOCUS = "#everybody"
    TOPIC = """\
All people of the house. Enter on a person lists what you can do: make them a host of the house or of a single match
or season, give them another name, block one or all of their keys, remove them for good. Each action asks first and
says what it means. L lists the hosts' actions."""
    BINDINGS = [
        Binding("L", "log", "who did what", id="people.log", tooltip="What hosts did to people of the house."),
        Binding("b", "barred", "blocked keys", id="people.barred", tooltip="Blocked keys; Enter unblocks one."),
    ]

    def __init__(self, session: SessionServices) -> None:
        super().__init__(id="people")
        self._session = session
        self._steward = Steward(session.house, session.people, session.guest.host_author)

    def body(self) -> Iterable[Widget]:
        yield Block("People of the house", id="about")
        yield Choices(id="everybody", empty="Nobody has joined yet: i in the lobby invites.")

    def on_mount(self) -> None:
        self.query_one("#about", Block).show([(ABOUT, "$faint")])
        self.query_one("#everybody", Choices).add_class("-fill")
        self.show()

    def on_resize(self) -> None:
        if self.is_usable:
            self.show()

    def show(self) -> None:
        everyone = sorted(self._session.people.everyone(), key=lambda person: fold(person.name))
        self.query_one("#everybody", Choices).show([self._row(person) for person in everyone])

    def _row(self, person: Person) -> Row:
        what: list[text.Part] = []
        if person.blocked:
            what.append(("blocked", "$bad"))
        if person.host:
            what.append(("host of the house", "$accent"))
        elif person.hosts:
            what.append((f"hosts {text.joined(person.hosts)}", "$accent"))
        if self.size.width >= WIDE:
            keys = [text.counted(len(person.keys), "key")] if person.keys else []
            what.append((", ".join([*keys, *(["a password"] if person.password else [])]), "$faint"))
            if person.former:
                what.append((f"was {text.joined(person.former)}", "$faint"))
        parts: list[text.Part] = []
        for part in what:
            parts += [part, "  "]
        visit = self._session.house.store.get("visits", person.id)
        seen = "never here" if visit is None else f"seen {text.span(self._session.house.clock() - visit['at'])} ago"
        return Row(person.id, text.line(text.fit((person.name, "$strong"), 26), *parts), note=(seen, "$faint"))

    # --- somebody ----------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        person = self._session.people.find(message.row.id)
        if person is None:
            return
        own = "That is yourself: ask another host, or the machine's owner." if person.id == self._session.who else None
        rows = [
            Row("rename", "give them another name", note=("keys, seats and results stay theirs", "$faint")),
            Row("unhost", "no host any more", own) if person.host else Row("host", "make them a host of the house"),
            Row("at", "make them host of a match or season", "They host the whole house." if person.host else None),
            *(Row(f"off:{where}", f"no host of {where} any more") for where in person.hosts),
            Row("unblock", "let them in again") if person.blocked else Row("block", "block them", own),
            *(Row(f"key:{key.fingerprint}", text.line("block the key ", (key.fingerprint[:19], "$faint")), own)
              for key in person.keys),
            Row("remove", ("remove them for good", "$bad"), own),
            *([Row("remove:keys", ("remove them, but let their keys come again", "$bad"), own)] if person.keys else []),
        ]  # fmt: skip

        self.services.ask(Pick(person.name, rows), lambda what: self._do(what, person))

    def _do(self, deed: str, person: Person) -> None:
        steward, name = self._steward, person.name
        kind, _, about = deed.partition(":")
        seats = "Their seats stay theirs until you give them away."
        ends = "What they have open ends at once."
        if kind == "rename":
            self._rename(person)
        elif kind == "host":
            may = ["They may then make matches, invite people, and host every match of the house."]
            self._sure(f"Make {name} a host?", may, lambda: steward.rights(name, True))
        elif kind == "unhost":
            rows = [ends, "They can connect again, and play."]
            self._sure(f"Take {name}'s rights as a host?", rows, lambda: steward.rights(name, False))
        elif kind == "at":
            self._host_at(person)
        elif kind == "off":
            self._sure(f"{name} no host of {about}?", [ends], lambda: steward.rights_at(name, about, False))
        elif kind == "block":
            rows = [f"No key and no password of {name}'s opens the door. {ends}", seats, "It can be taken back."]
            self._sure(f"Block {name}?", rows, lambda: steward.block(name, True))
        elif kind == "unblock":
            self._sure(f"Let {name} in again?", ["With the keys and the password that they had."],
                       lambda: steward.block(name, False))  # fmt: skip
        elif kind == "key":
            rows = [f"This key is blocked; {name}'s others still work. {ends}", about]
            self._sure("Block this key?", rows, lambda: steward.bar(about, True))
        else:
            self._remove(person, bar=not about)

    def _sure(self, title: str, rows: Sequence[text.Part], doing: Callable[[], str]) -> None:
        def sure(_: bool) -> None:
            results: list[str] = []
            if self.attempt(lambda: results.append(doing())):
                self.show()
                self.tell(results[0], "good")

        self.services.ask(Confirm(title, rows), sure)

    def _rename(self, person: Person) -> None:
        def take(to: str) -> None:
            self._steward.rename(person.id, to.strip())

        def taken(to: str) -> None:
            self.show()
            self.tell(f"{person.name} is called {to.strip()} now.", "good")

        explained = (
            "Keys, seats, rights and results stay theirs, and so does the old name: it still opens the door, and "
            "nobody else gets it. Seats and past records keep the names they have."
        )
        self.services.ask(AskLine(f"{person.name} is called", explained, person.name, longest=24, take=take), taken)

    def _host_at(self, person: Person) -> None:
        house = self._session.house
        going = [live for live in house.seasons.live.values() if live.season.phase != "finished"]
        seasons = [Row(live.id, live.season.title, note=(live.id, "$faint")) for live in going]
        matches = [Row(table.match.header.match, table.match.title, note=(table.match.header.match, "$faint"))
                   for table in house.running() if not table.match.header.practice]  # fmt: skip
        rows = [Row("seasons", "Seasons, with all their matches", heading=True), *seasons] if seasons else []
        rows += [Row("matches", "Matches", heading=True), *matches] if matches else []

        def chosen(where: str) -> None:
            may = [f"They may then do at {where} what you may, and nothing elsewhere. What they do is kept as theirs."]
            self._sure(f"Make {person.name} a host of {where}?", may,
                       lambda: self._steward.rights_at(person.id, where, True))  # fmt: skip

        self.services.ask(Pick(f"{person.name} hosts", rows, empty="Nothing is being played."), chosen)

    def _remove(self, person: Person, *, bar: bool) -> None:
        removal = self._steward.removal(person.id)
        rows: list[text.Part] = [
            ("This cannot be taken back.", "$warn"),
            "Keys, password and rights are forgotten; what they played keeps its names; nobody else gets theirs.",
            "Their keys stay blocked, also under another name; b lists them and can unblock one."
            if bar
            else "With the same keys they can come in again under another name.",
            "Blocking, in place of this, keeps their seats and can be taken back.",
            "",
            f"Free then: {text.joined(removal.freed)}."
            if removal.freed
            else "They hold no seat in what is being played.",
            *(
                [f"Without a clock the free seat then holds up {text.joined(removal.stalls)}. {STALLS}"]
                if removal.stalls
                else []
            ),
            *([f"Gone then from {text.joined(removal.dropped)}."] if removal.dropped else []),
        ]
        for match, words in removal.told.items():
            rows += [(f"Everybody at {match} is told:", "$accent"), *(text.line("  ", line) for line in words)]
        rows += [text.line((person.name, "$accent"), (" is told:", "$accent")), text.line("  ", removal.person)]
        self._sure(f"Remove {person.name}?", rows, lambda: self._steward.remove(person.id, bar=bar)[0])

    # --- keys and the log --------------------------------------------------------------------------------------------
    def action_barred(self) -> None:
        people = self._session.people
        rows = []
        for fingerprint in people.barred():
            holder = people.holder(fingerprint)
            rows.append(Row(fingerprint, fingerprint, note=("nobody's" if holder is None else holder.name, "$faint")))

        def chosen(fingerprint: str) -> None:
            opens = "It opens what it opened before."
            self._sure("Let this key in again?", [fingerprint, opens], lambda: self._steward.bar(fingerprint, False))

        self.services.ask(Pick("Blocked keys", rows, empty="No key is blocked."), chosen)

    def action_log(self) -> None:
        rows = log_rows(self._steward, self._steward.log(), self._session)
        self.app.push_screen(ReadDialog("What was done to people", rows))


def log_rows(steward: Steward, log: Sequence[HostDeed], session: SessionServices) -> list[text.Part]:
    now, zone = session.house.clock(), session.zone
    rows: list[text.Part] = [
        text.line(
            (f"{text.moment(deed.at, now, zone)}  ", "$faint"),
            (f"{steward.host_name(deed.host)}  ", "$strong"),
            deed.sentence,
        )
        for deed in reversed(log)
    ]
    return rows or [("Nothing was done yet.", "$faint")]
