"""What the host of the machine can do to the house by command: a request is a document, and so is the answer.

A request names what is to be done (`{"do": "pause", "match": "exodus-1"}`). An answer is `{"ok": true, "told": [...]}`
with sentences for people and whatever a program may want besides, or `{"ok": false, "error": {"code", "message"}}`.
The same deeds are done on a running server (`desk_socket`) and directly on a house that nobody serves.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from core.decoding import sentence
from core.feed import ROOMS, Feeds
from core.games import game as find_game
from core.games import ids, meant
from core.hosting import HostDesk, check_clock
from core.house import House
from core.people import LINK_SECONDS, People
from core.refusal import Refused, quoted
from core.seating import OPEN, unnamed
from core.settings import HouseSettings
from ssh_server.holders import Holders
from ssh_server.season_deeds import SeasonDeeds
from tui import text
from tui.clockwords import HouseZone, move_deadline, moved_words, read_moment
from tui.door import Door
from tui.screens.handing import handing_rows, person_name
from tui.screens.invitations import paste
from tui.text import counted

log = logging.getLogger("garnet.server")

Answer = dict[str, Any]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done. Each deed reads the fields that it needs."""

    do: str
    match: str = ""
    seat: str = ""
    to: str = ""
    """A person's name, `bot:<level>`, or `open`."""
    text: str = ""
    when: str = ""
    round: int | None = None
    number: str = ""
    host: bool = False
    game: str = ""
    title: str = ""
    seats: tuple[str, ...] = ()
    """`NAME`, `NAME=person`, `NAME=bot:steady` or `NAME=open` for each seat."""
    options: dict[str, Any] = {}
    seconds: float | Literal["none"] | None = None
    """How long a round lasts; `none` for no deadline, null for what is usual in this game."""
    seed: int | None = None
    briefing: bool | None = None
    """Null for what is usual in this game."""
    early_close: bool = True
    presence: bool = False
    several: bool = False
    counts: bool = True
    public: bool | None = None
    """Whether a match may be published."""
    url: str | None = None
    """A webhook's address, or `none` to forget it; None to look."""
    late: bool = False
    """The feed of the spectators' room, one round behind."""


class Deeds:
    """The host's commands on one house."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self._house = house
        self._people = people
        self._holders = Holders(people)
        self._seasons = SeasonDeeds(house, people)
        self._door = door
        self._deeds: dict[str, Callable[[Request], Answer]] = {
            "invite": self._invite,
            "invitations": self._invitations,
            "revoke": self._revoke,
            "people": self._everyone,
            "link": self._link,
            "fingerprint": self._fingerprint,
            "new": self._new,
            "seats": self._seats,
            "start": lambda asked: self._told(asked, self._desk(asked).begin, "It has begun."),
            "pause": lambda asked: self._told(asked, self._desk(asked).pause, "The clock is stopped."),
            "resume": lambda asked: self._told(asked, self._desk(asked).resume, "The clock runs again."),
            "close": lambda asked: self._told(asked, self._desk(asked).close, "Closed."),
            "deadline": self._deadline,
            "dry-run": self._dry_run,
            "rewind": self._rewind,
            "hand-over": self._hand_over,
            "rename": self._rename,
            "announce": self._announce,
            "public": self._public,
            "nudge": self._nudge,
            "webhook": self._webhook,
            "feed": self._feed,
            "end": lambda asked: self._told(asked, lambda: self._desk(asked).end(asked.text), "Ended."),
        }

    def do(self, given: Any) -> Answer:
        """Do what a document asks for; always an answer, never an exception for what people typed."""
        if isinstance(given, dict) and given.get("do") == "season":
            return _answered(lambda: self._seasons.do(given))
        try:
            asked = msgspec.convert(given, type=Request)
        except msgspec.ValidationError as mistake:
            return refusal("wrong_form", f"This is no request: {sentence(str(mistake))}")
        deed = self._deeds.get(asked.do)
        if deed is None:
            return refusal(
                "no_such_deed", f"There is nothing called {quoted(asked.do)}. There are: {', '.join(self._deeds)}."
            )
        return _answered(lambda: deed(asked))

    # --- one match
    def _desk(self, asked: Request) -> HostDesk:
        return HostDesk(self._house.table(asked.match))

    def _told(self, asked: Request, doing: Callable[[], object], done: str) -> Answer:
        """Do something and say where the match stands then."""
        doing()
        match = self._house.table(asked.match).match
        word = match.game.spec.round_word
        where = f"{word} {match.round} of {match.game.spec.rounds}" if match.phase == "round" else match.phase
        stands = "It has finished." if match.phase == "finished" else f"It stands at {where} now."
        return {
            "told": [f"{asked.match}: {done} {stands}"],
            "match": asked.match,
            "phase": match.phase,
            "round": match.round,
            "deadline": match.deadline,
            "paused": match.paused,
        }

    def _deadline(self, asked: Request) -> Answer:
        desk = self._desk(asked)
        now = self._house.clock()
        moment = read_moment(asked.when, now, None, desk.deadline())
        done = moved_words(moment, now, desk.table.match.paused, HouseZone())
        if moment is not None and not desk.table.match.paused:
            done = f"{done.rstrip('.')}, by this machine's clock."
        return self._told(asked, lambda: move_deadline(desk, moment, HouseZone(), asked.text), done)

    def _dry_run(self, asked: Request) -> Answer:
        found = self._desk(asked).dry_run()
        lines = [f"A dry run of {asked.match}: nothing is closed. It is on record that you looked."]
        for seat, report in found.reports.items():
            lines += [f"{seat}", *(f"  {line}" for line in report)]
        return {"told": lines, "reports": found.reports_json, "outcome": found.outcome}

    def _rewind(self, asked: Request) -> Answer:
        if asked.round is None:
            raise Refused("which_round", "Say to the start of which round.")
        round_ = asked.round
        return self._told(asked, lambda: self._desk(asked).rewind(round_), "It went back; its orders are drafts.")

    def _hand_over(self, asked: Request) -> Answer:
        desk, holder = self._desk(asked), self._holders.holder(asked.to)
        match = desk.table.match
        rows = [text.line(row).plain for row in handing_rows(match, self._people, asked.seat, holder)]
        called = desk.hand_over(asked.seat, holder, person_name(holder, self._people))
        answer = self._told(asked, lambda: None, rows[0])
        return {**answer, "told": [*answer["told"], *rows[1:]], "seat": called}

    def _rename(self, asked: Request) -> Answer:
        done = f"{asked.seat} is called {asked.to} now."
        return self._told(asked, lambda: self._desk(asked).rename(asked.seat, asked.to), done)

    def _public(self, asked: Request) -> Answer:
        public = asked.public is not False
        done = "It may be published once it has finished: garnet publish FOLDER." if public else "It stays private."
        return self._told(asked, lambda: self._desk(asked).publish(public), done)

    def _announce(self, asked: Request) -> Answer:
        return self._told(asked, lambda: self._desk(asked).announce(asked.text), "Announced.")

    def _nudge(self, asked: Request) -> Answer:
        if self._door.nudge is None:
            raise Refused("not_served", "Nudges are sent by the house while it is served: garnet serve")
        return {"told": [self._door.nudge(asked.match)]}

    def _webhook(self, asked: Request) -> Answer:
        settings = HouseSettings(self._house.store)
        url = settings.webhook if asked.url is None else settings.set_webhook(asked.url)
        lines = ["No webhook is set." if url is None else f"Nudges are sent to {url}"]
        if self._door.webhook:
            lines.append(f"As long as this house runs they are sent to {self._door.webhook}: it was started with that.")
        return {"told": lines, "webhook": url, "started_with": self._door.webhook or None}

    def _feed(self, asked: Request) -> Answer:
        match, feeds = self._desk(asked).table.match, Feeds(self._house.store)
        if asked.url is not None:
            feeds.set(match, "spectators" if asked.late else "players", asked.url)
            if self._door.feed is not None:
                self._door.feed(asked.match)
        found = {room: feeds.get(asked.match, room) for room in ROOMS}
        behind = {"players": "at once", "spectators": "one round behind"}
        lines = [f"The {room}' room is told {behind[room]}: {feed.url}" for room, feed in found.items() if feed]
        urls = {room: feed.url if feed else None for room, feed in found.items()}
        return {"told": lines or [f"No chat room is told of {asked.match}."], "match": asked.match, "feeds": urls}

    def _seats(self, asked: Request) -> Answer:
        found = self._desk(asked).seats()
        ready = {True: "ready", False: ""}
        lines = [
            f"{one.seat:<24} {one.state:<8} {ready[one.ready]:<6} {self._holders.words(one.holder)}".rstrip()
            for one in found
        ]
        return {"told": lines, "seats": msgspec.to_builtins(found)}

    # --- making one
    def _new(self, asked: Request) -> Answer:
        asked = msgspec.structs.replace(asked, game=meant(asked.game) or asked.game)
        if asked.game not in ids():
            raise Refused("no_such_game", f"There is no game {quoted(asked.game)}. There are: {', '.join(ids())}.")
        spec = find_game(asked.game).spec
        if len(asked.seats) > spec.seats:
            raise Refused("wrong_seats", f"{spec.title} has {spec.seats} seats; {len(asked.seats)} were named.")
        seconds = spec.turn_seconds if asked.seconds is None else None if asked.seconds == "none" else asked.seconds
        check_clock(seconds)
        holders = dict(self._holders.named(word) for word in asked.seats)
        if len(holders) < len(asked.seats):
            raise Refused("equal_names", "Two seats have the same name; give each its own.")
        holders |= {unnamed(place): OPEN for place in range(len(holders), spec.seats)}
        table = self._house.make(
            asked.game,
            tuple(holders),
            title=asked.title,
            holders=holders,
            options=asked.options,
            seed=asked.seed,
            briefing=spec.turn_seconds is not None if asked.briefing is None else asked.briefing,
            early_close=asked.early_close,
            round_seconds=seconds,
            presence=asked.presence,
            several=asked.several,
            counts=asked.counts,
        )
        match = table.match.header.match
        lines = [f"Made {match}: {spec.title}."]
        lines += [f"  {seat:<24} {self._holders.words(holder)}" for seat, holder in holders.items()]
        return {"told": lines, "match": match, "holders": holders}

    # --- people
    def _invite(self, asked: Request) -> Answer:
        if asked.match:
            table = self._house.table(asked.match)
            if asked.seat not in table.match.seats:
                raise Refused("not_seated", f"Nobody called {quoted(asked.seat)} is seated at {asked.match}.", "CM-25")
        one, code = self._people.invite("the house", asked.match or None, asked.seat or None, host=asked.host)
        what = (
            f"the seat {asked.seat} at {asked.match}"
            if asked.match
            else "the house, as a host"
            if asked.host
            else "the house"
        )
        lines = [f"Invitation #{one.id}. To paste:", "", *paste(self._door, what, [(asked.seat or None, code)])]
        told = {"connect": self._door.command("join"), "fingerprint": self._door.fingerprint}
        return {"told": lines, "id": one.id, "code": code, **told}

    def _invitations(self, asked: Request) -> Answer:
        found = self._people.invitations()
        lines = [
            f"#{one.id:<4} {_state(one.used_by, one.revoked):<24} "
            f"{f'{one.seat} at {one.match}' if one.match else 'a host' if one.host else 'the house'}"
            for one in found
        ]
        told = [
            {"id": one.id, "match": one.match, "seat": one.seat, "used_by": one.used_by, "revoked": one.revoked}
            for one in found
        ]
        return {"told": lines or ["None was made yet."], "invitations": told}

    def _revoke(self, asked: Request) -> Answer:
        return {"told": [f"Invitation #{self._people.revoke(asked.number.lstrip('#')).id} opens nothing any more."]}

    def _link(self, asked: Request) -> Answer:
        """For somebody whose keys or password are lost. Of the machine's owner alone: it opens all that they see."""
        code = self._people.link(asked.to)
        name = self._holders.words(self._holders.holder(asked.to))
        log.info("A code that lets a new device of %s in was made on this machine.", name)
        lines = [
            f"{name} connects with:", f"  {self._door.command('join')}",
            f"and types this code, good once and for {LINK_SECONDS / 60:.0f} minutes:", f"  {code}",
        ]  # fmt: skip
        return {"told": lines, "code": code, "connect": self._door.command("join")}

    def _everyone(self, asked: Request) -> Answer:
        found = self._people.everyone()
        lines = [
            f"{one.name:<24} " + ", ".join(filter(None, (
                counted(len(one.keys), "key"), "password" if one.password else "", "host" if one.host else ""
            )))
            for one in found
        ]  # fmt: skip
        people = [{"name": one.name, "keys": [key.fingerprint for key in one.keys], "host": one.host} for one in found]
        return {"told": lines or ["Nobody has joined yet."], "people": people}

    def _fingerprint(self, asked: Request) -> Answer:
        if not self._door.fingerprint:
            raise Refused("no_key", "The house has no key yet: it is made when it is first served.")
        return {"told": [self._door.fingerprint], "fingerprint": self._door.fingerprint}


def _state(used_by: str | None, revoked: bool) -> str:
    return f"used by {used_by}" if used_by else "revoked" if revoked else "open"


def _answered(doing: Callable[[], Answer]) -> Answer:
    try:
        return {"ok": True, **doing()}
    except Refused as refused:
        return refusal(refused.code, refused.message)


def refusal(code: str, message: str) -> Answer:
    """The answer to what cannot be done."""
    return {"ok": False, "error": {"code": code, "message": message}}
