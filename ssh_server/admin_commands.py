"""What the host of the machine can do to the house by command: a request is a document, and so is the answer.

A request names what is to be done (`{"do": "pause", "match": "exodus-1"}`). An answer is `{"ok": true, "told": [...]}`
with sentences for people and whatever a program may want besides, or `{"ok": false, "error": {"code", "message"}}`.
The same deeds are done on a running server (`desk_socket`) and directly on a house that nobody serves.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from core.contract import Spec
from core.decoding import sentence
from core.feed import ROOMS, Feeds
from core.games import game as find_game
from core.games import ids, meant
from core.hosting import HostDesk
from core.house import House
from core.match import Match
from core.people import LINK_SECONDS, People
from core.refusal import Refused, quoted
from core.scheduling import Close, closes
from core.seasons.desk import SeasonDesk
from core.settings import HouseSettings
from core.signup import up
from core.table import Table
from core.templates import (
    MatchTemplate,
    SeasonTemplate,
    Template,
    Templates,
    of_match,
    of_season,
    read_template,
    template_json,
)
from ssh_server.holders import Holders
from ssh_server.season_deeds import SeasonDeeds
from tui import text
from tui.clockwords import HouseZone, move_deadline, moved_words, read_moment, zoned
from tui.deadlines import Draft, close_lines, draft, move_round
from tui.door import Door
from tui.ics import calendar, events
from tui.making import check_level, make_match
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
    keep: bool = True
    """A schedule that is set stays as it is after an early close (HH-20)."""
    shortest: float | None = None
    """Seconds that a round must have to take a time of the schedule that is set; null for half of the interval."""
    try_: bool = msgspec.field(default=False, name="try")
    """Show what would be set, and set nothing."""
    grace: float = 0.0
    """Seconds that a deadline waits once for each seat (HH-23)."""
    signup: bool = False
    """People put their names down (HH-25)."""
    fill: str = ""
    """The level of the bots that take all free seats; empty for none."""
    template: str = ""
    """The name of a template."""
    document: dict[str, Any] = {}
    """A template as a file holds it."""
    season: str = ""
    drop: bool = False
    """Forget the template."""
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
            "copy": self._copy,
            "fill": self._fill,
            "names": self._names,
            "template": self._template,
            "seats": self._seats,
            "start": lambda asked: self._told(asked, self._desk(asked).begin, "It has begun."),
            "pause": lambda asked: self._told(asked, self._desk(asked).pause, "The clock is stopped."),
            "resume": lambda asked: self._told(asked, self._desk(asked).resume, "The clock runs again."),
            "close": lambda asked: self._told(asked, self._desk(asked).close, "Closed."),
            "deadline": self._deadline,
            "schedule": self._schedule,
            "calendar": self._calendar,
            "dry-run": self._dry_run,
            "rewind": self._rewind,
            "hand-over": self._hand_over,
            "rename": self._rename,
            "announce": self._announce,
            "announcements": self._announcements,
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

    def _schedule(self, asked: Request) -> Answer:
        """Look at the times of the rounds; set them, move them all or one, or take them away."""
        desk, zone, now = self._desk(asked), HouseZone(), self._house.clock()
        match, done = desk.table.match, ""
        if asked.round is not None:
            if not asked.when:
                raise Refused("which_moment", "Say when that round is to close: 21:00, Fri 21:00, +1d.")
            move_round(desk, asked.round, asked.when, zone, asked.text)
            done = "Moved."
        elif asked.when.lower() == "none":
            desk.set_schedule((), reason=asked.text)
            done = "It follows no schedule any more."
        elif asked.when:
            found = draft(desk, asked.when, zone, asked.shortest)
            if asked.try_:
                return self._tried(match, found)
            found.apply(desk, keep=asked.keep, reason=asked.text)
            done = "Set; everybody is told."
        match = desk.table.match
        word = match.game.spec.round_word
        rule = "" if match.schedule is None else match.schedule.rule
        lines = [f"{asked.match}: {done}"] if done else []
        lines += [f"The {word}s close {rule}."] if rule else []
        times = closes(match, now)
        lines += [text.line(row).plain for row in close_lines(times, word, now, zone)] or ["No times are set."]
        return {
            "told": lines,
            "match": asked.match,
            "rule": rule,
            "keep": match.schedule is None or match.schedule.keep,
            "closes": msgspec.to_builtins([one._asdict() for one in times]),
        }

    def _tried(self, match: Match, found: Draft) -> Answer:
        now, word = self._house.clock(), match.game.spec.round_word
        count = match.game.spec.rounds - match.round + 1
        times = [Close(match.round + n, at) for n, at in enumerate(found.moments[:count])]
        lines = ["Nothing is set. It would be:"]
        lines += [text.line(row).plain for row in close_lines(times, word, now, HouseZone())]
        return {"told": lines, "rule": found.rule, "closes": [one._asdict() for one in times]}

    def _calendar(self, asked: Request) -> Answer:
        match, now = self._desk(asked).table.match, self._house.clock()
        title = match.header.title or match.game.spec.title
        found = calendar(title, events(match, now, self._door.address), now)
        # The answer is printed line by line, and a line of a calendar ends in CR and LF.
        return {"told": found.removesuffix("\n").split("\n"), "calendar": found}

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
        if asked.match in self._house.seasons.live and not self._house.knows(asked.match):
            seasons = self._house.seasons
            season = SeasonDesk(seasons, seasons.find(asked.match)).publish(public)
            return {"told": [season.news[-1].text], "season": asked.match, "public": season.public}
        done = "It may be published once it has finished: garnet publish FOLDER." if public else "It stays private."
        return self._told(asked, lambda: self._desk(asked).publish(public), done)

    def _announce(self, asked: Request) -> Answer:
        if not asked.when:
            return self._told(asked, lambda: self._desk(asked).announce(asked.text), "Announced.")
        desk, now = self._desk(asked), self._house.clock()
        due = read_moment(asked.when, now, HouseZone())
        if due is None:
            raise Refused("bad_moment", "Say when it is to be announced: 21:00, Fri 21:00, +2h.")
        number = desk.plan(asked.text, due)
        return {"told": [f"{asked.match}: #{number} is announced {zoned(due, now, HouseZone())}."], "number": number}

    def _announcements(self, asked: Request) -> Answer:
        """What was announced and what waits; with a number what waits is taken back."""
        desk, now, zone = self._desk(asked), self._house.clock(), HouseZone()
        if asked.number:
            if not asked.number.lstrip("#").isdigit():
                raise Refused("not_planned", f"{quoted(asked.number)} is no number of an announcement.", "HH-24")
            desk.unplan(int(asked.number.lstrip("#")))
            return {"told": [f"#{asked.number.lstrip('#')} will not be announced."]}
        match = desk.table.match
        made = [item for item in match.news if item.kind == "announced"]
        lines = [f"{text.moment(item.at, now, zone)}  {item.text}" for item in made]
        lines += [f"#{one.number} waits for {zoned(one.due, now, zone)}  {one.text}" for one in match.planned]
        return {
            "told": lines or ["Nothing was announced yet."],
            "announced": [{"at": item.at, "text": item.text} for item in made],
            "planned": [msgspec.to_builtins(one) for one in match.planned],
        }

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
        template = self._template_asked(asked)
        spec = find_game(template.game).spec
        table = make_match(self._house, template, zone=HouseZone(), seed=asked.seed, fill=asked.fill)
        return self._made(table, spec.title)

    def _made(self, table: Table, title: str) -> Answer:
        match, holders = table.match.header.match, table.match.holders
        lines = [f"Made {match}: {title}."]
        lines += [f"  {seat:<24} {self._holders.words(holder)}" for seat, holder in holders.items()]
        return {"told": lines, "match": match, "holders": holders}

    def _template_asked(self, asked: Request) -> MatchTemplate:
        """What a new match is to be made with: as typed, or a template with what is typed in its place."""
        if asked.template:
            found = Templates(self._house.store).get(asked.template)
        elif asked.document:
            found = read_template(asked.document)
        else:
            return self._typed(asked)
        if not isinstance(found, MatchTemplate):
            raise Refused("bad_template", "That template is a season's: garnet host season new --template NAME")
        changes: dict[str, Any] = {}
        if asked.seats:
            changes["holders"] = self._named(asked, find_game(found.game).spec)
            changes["seats"] = tuple(changes["holders"])
        changes |= {"title": asked.title} if asked.title else {}
        changes |= {"schedule": asked.when} if asked.when else {}
        return msgspec.structs.replace(found, **changes)

    def _named(self, asked: Request, spec: Spec) -> dict[str, str]:
        if len(asked.seats) > spec.seats:
            raise Refused("wrong_seats", f"{spec.title} has {spec.seats} seats; {len(asked.seats)} were named.")
        holders = dict(self._holders.named(word) for word in asked.seats)
        if len(holders) < len(asked.seats):
            raise Refused("equal_names", "Two seats have the same name; give each its own.")
        return holders

    def _typed(self, asked: Request) -> MatchTemplate:
        if not asked.game:
            raise Refused("which_game", f"Say which game, or --template NAME. There are: {', '.join(ids())}.")
        asked = msgspec.structs.replace(asked, game=meant(asked.game) or asked.game)
        if asked.game not in ids():
            raise Refused("no_such_game", f"There is no game {quoted(asked.game)}. There are: {', '.join(ids())}.")
        spec = find_game(asked.game).spec
        seconds = spec.turn_seconds if asked.seconds is None else None if asked.seconds == "none" else asked.seconds
        holders = self._named(asked, spec)
        briefing = (asked.signup or spec.turn_seconds is not None) if asked.briefing is None else asked.briefing
        return MatchTemplate(
            game=asked.game,
            title=asked.title,
            seats=tuple(holders),
            holders=holders,
            options=asked.options,
            seconds=seconds,
            schedule=asked.when,
            keep=asked.keep,
            shortest=asked.shortest,
            grace=asked.grace,
            signup=asked.signup,
            briefing=briefing,
            early_close=asked.early_close,
            presence=asked.presence,
            several=asked.several,
            counts=asked.counts,
        )

    def _copy(self, asked: Request) -> Answer:
        """A finished match once more, with the same people."""
        match = self._house.table(asked.match).match
        return self._made(make_match(self._house, of_match(match), zone=HouseZone()), match.game.spec.title)

    def _fill(self, asked: Request) -> Answer:
        desk = self._desk(asked)
        seats = desk.fill(check_level(desk.table.match.header.game, asked.to))
        if not seats:
            raise Refused("no_free_seat", f"Every seat at {asked.match} is taken.")
        return self._told(asked, lambda: None, f"{asked.to.capitalize()} bots play {text.joined(seats)}.")

    def _names(self, asked: Request) -> Answer:
        names = [name.called for name in up(self._desk(asked).table.match)]
        return {"told": names or ["Nobody has put their name down yet."], "match": asked.match, "names": names}

    def _template(self, asked: Request) -> Answer:
        """Templates by name: list, show, save, import or drop one."""
        templates, name = Templates(self._house.store), asked.template
        if not name:
            every = templates.all()
            lines = [f"{name:<24} {_template_words(one)}" for name, one in every.items()]
            return {"told": lines or ["No template is kept yet."], "templates": list(every)}
        if asked.drop:
            templates.drop(name)
            return {"told": [f"The template {name} is dropped."], "template": name}
        if asked.document:
            templates.save(name, read_template(asked.document))
        elif asked.match:
            templates.save(name, of_match(self._house.table(asked.match).match))
        elif asked.season:
            templates.save(name, of_season(self._house.seasons.find(asked.season).season))
        else:
            document = template_json(templates.get(name))
            return {"told": json.dumps(document, ensure_ascii=False, indent=1).split("\n"), "template": document}
        return {"told": [f"Kept as {name}: {_template_words(templates.get(name))}."], "template": name}

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


def _template_words(template: Template) -> str:
    if isinstance(template, SeasonTemplate):
        return f"a season{f', {template.title}' if template.title else ''}"
    clock = template.schedule or (f"{text.span(template.seconds)} a round" if template.seconds else "no deadline")
    return f"{find_game(template.game).spec.title}, {clock}"


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
