"""A person in the house: their seats, what waits for them, and where they may sit down or watch."""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from core import person
from core.house.absences import Absence, Absences
from core.house.house import House, no_such_match
from core.match import journal as j
from core.match.audience import wall
from core.match.private_channels import confessions
from core.match.seating import OPEN
from core.match.signup import listed_names, not_withdrawn
from core.match.state import FOUND_BY_ALL, Match, takes_orders
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons import journal as sj
from core.seasons.live import LiveSeason
from core.seasons.registry import Readers
from core.seasons.season_controls import SeasonControls
from core.store import Store
from core.table.galleries import GalleryPlace
from core.table.host_controls import HostControls, hand_over
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Aside

Waits = Literal["orders", "turn", "choice", "ready", "nothing"]


class LobbyMatch(msgspec.Struct, frozen=True, kw_only=True):
    summary: Summary
    seats: tuple[str, ...]
    waits: Waits
    """`orders`: nothing sealed; `turn`: a seat is on turn; `choice`: the match waits for this person; `ready`: only the
    ready mark is left."""
    free: tuple[str, ...]
    hosted: bool
    gallery: bool = False
    """This person is in its gallery (HH-61)."""
    names: tuple[str, ...] | None = None
    """Sign-ups; None if the match takes none (now)."""
    signed_up: bool = False


class Guest:
    """Everything that one person may do in the house. `who` is their id, as in `person:<id>`."""

    def __init__(
        self,
        house: House,
        who: str,
        *,
        host: Callable[[], bool] = bool,
        also_hosted: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`host()`: True if they host every match of the house now. `also()`: further matches and seasons that they
        host, by id (HH-45)."""
        self.house = house
        self.who = who
        self.holder = f"person:{who}"
        self._hosts_all = host
        self._also_hosted = also_hosted
        self._latest: tuple[tuple[object, ...], tuple[LobbyMatch, ...]] = ((), ())
        """Cache of `latest` with its key: limit, changes of the archive, readable seasons, hosting."""

    def lobby_rows(self) -> tuple[LobbyMatch, ...]:
        """Return every match that this person finds: own ones first, by urgency, then by age."""
        standings = [*self.running(), *map(self.row_of_finished, self.finished())]
        return tuple(sorted(standings, key=lambda one: not one.seats))

    # --- what this person finds (HH-31, HH-46, SE-23) -----------------------------------------------------------------
    def check(self, match: str) -> None:
        """Refused (`no_such_match`) if this person does not find the match. Comes before any journal is read."""
        summary, lost = self.house.find(match), self.house.lost(match)
        if lost is None:
            finds = summary is not None and self.may_find(summary)
        else:  # cannot be opened: its hosts and players read why
            finds = self._hosts_all() or match in self._also_hosted() or self.holder in lost
        if not finds:
            raise no_such_match(match)

    async def fetch(self, match: str) -> None:
        self.check(match)
        await self.house.fetch(match)

    def table(self, match: str) -> Table:
        self.check(match)
        return self.house.table(match)

    def may_find(self, summary: Summary) -> bool:
        """True if this person finds that match. A practice match is its player's own (HH-31); a host may hide a match
        or season from those who are not seated (HH-46)."""
        if self.holder in summary.holders.values():
            return True
        if summary.practice:
            return False
        if self.hosts_it(summary.match, summary.season, summary.host) or self.house.galleries.has(
            summary.match, self.holder
        ):
            return True
        if summary.watch not in FOUND_BY_ALL:
            return summary.watch == "code" and self.who in Watchers(self.house.store).people_with_code(summary)
        seasons = self.house.seasons
        return not summary.season or seasons.may_read(summary.season, self.holder) or seasons.opens_duel(summary)

    def hosts_it(self, match: str, season: str, host: str) -> bool:
        also = self._also_hosted()
        return host == self.holder or self._hosts_all() or match in also or (season != "" and season in also)

    def enter_match_code(self, match: str, code: str) -> None:
        """Let this person watch a match by its code (HH-46). Refused: `code_unknown`, in the same words for an unknown
        match."""
        summary, digest = self.house.find(match), person.digest(code)
        if summary is not None and summary.watch == "code" and hmac.compare_digest(summary.watch_code, digest):
            Watchers(self.house.store).add(summary, self.who)
            self._latest = ((), ())
            return
        raise Refused("code_unknown", "That code opens no match of that name. Check both, or ask the host.", "HH-46")

    def enter_season_code(self, season: str, code: str) -> None:
        """Let this person read a season and watch its matches by its code (SE-23). Refused: `code_unknown`, in the same
        words for an unknown season."""
        live = self.house.seasons.live.get(season)
        if live is None or not Readers(self.house.store).let_in(live.season, code, self.who):
            message = "That code opens nothing of that name. Check both, or ask the host."
            raise Refused("code_unknown", message, "SE-23")

    def seasons(self) -> tuple[LiveSeason, ...]:
        """Return the seasons that this person may read, oldest first (SE-02, SE-23, HH-45)."""
        return tuple(live for live in self.house.seasons.live.values() if self.reads(live.id))

    def reads(self, season: str) -> bool:
        """True if this person may read that season; false for a discarded one."""
        live = self.house.seasons.live
        return (season in live and self.hosts_season(season)) or self.house.seasons.may_read(season, self.holder)

    @property
    def hosts_house(self) -> bool:
        return self._hosts_all()

    def hosts_season(self, season: str) -> bool:
        return self._hosts_all() or season in self._also_hosted()

    def season(self, season: str) -> LiveSeason:
        """Return a readable season. Refused (`no_such_season`) as if there were none."""
        return self.house.seasons.read(season, self.holder, host=self.hosts_season(season))

    def cast_desk(self, season: str) -> tuple[SeasonControls, str]:
        """Return the controls for a member of the cast, and their name; one still in if they have several. Refused:
        `no_such_season`, `not_in_cast`."""
        live = self.season(season)
        names = live.season.played_by(self.holder)
        if not names:
            raise Refused("not_in_cast", "You play no name of this season's cast.", "SE-27")
        own = next((name for name in names if live.season.cast[name].in_), names[0])
        return SeasonControls(self.house.seasons, live, "cast"), own

    def finished(self) -> tuple[Summary, ...]:
        return tuple(summary for summary in self.house.finished() if self.may_find(summary))

    def running(self) -> tuple[LobbyMatch, ...]:
        """Return the running matches that this person finds: own ones first, by urgency, then by age."""
        standings = [self.row_of_running(table) for table in self.house.running() if self.may_find(table.summary)]
        order = ("choice", "turn", "orders", "ready", "nothing")
        return tuple(sorted(standings, key=lambda one: (not one.seats, order.index(one.waits))))

    def latest(self, most: int) -> tuple[LobbyMatch, ...]:
        """Return at most `most` finished matches: own ones first, latest first."""
        finished = self.house.archive.summaries
        seasons = self.house.seasons
        closed = [live.id for live in seasons.live.values() if live.season.watch != "house"]
        read = tuple((summary, seasons.may_read(summary, self.holder)) for summary in closed)
        made_from = (most, self.house.archive.changes, read, self._hosts_all(), tuple(self._also_hosted()))
        if self._latest[0] != made_from:
            played: list[Summary] = []
            others: list[Summary] = []
            for summary in reversed(finished.values()):
                if not self.may_find(summary):
                    continue
                into = played if self.holder in summary.holders.values() else others
                if len(into) < most:
                    into.append(summary)
                if len(played) == most:
                    break
            self._latest = (made_from, tuple(map(self.row_of_finished, [*played, *others][:most])))
        return self._latest[1]

    def row_of_finished(self, summary: Summary) -> LobbyMatch:
        return LobbyMatch(
            summary=summary,
            seats=tuple(seat for seat in summary.seats if summary.holders.get(seat) == self.holder),
            waits="nothing",
            free=(),
            hosted=self.hosts_it(summary.match, summary.season, summary.host),
        )

    def row_of_running(self, table: Table) -> LobbyMatch:
        match = table.match
        own_seats = tuple(seat for seat in match.seats if match.holders.get(seat) == self.holder)
        briefing, inside = match.phase == "briefing", self.holder in match.audience.members
        return LobbyMatch(
            summary=table.summary,
            seats=own_seats,
            waits=self._what_it_waits_for(table, own_seats),
            free=()
            if (match.header.signup and briefing) or match.phase == "confirming" or inside
            else tuple(seat for seat in match.seats if match.holders.get(seat) == OPEN),
            hosted=self.hosts(table),
            gallery=inside,
            names=listed_names(match.names) if match.header.signup and briefing and not inside else None,
            signed_up=any(name.holder == self.holder for name in not_withdrawn(match.names)),
        )

    def _what_it_waits_for(self, table: Table, own_seats: tuple[str, ...]) -> Waits:
        match = table.match
        if any(Seat(table, seat).pending() for seat in own_seats):
            return "choice"
        if match.phase == "briefing" and match.spec.turn_seconds is not None:  # it begins when all are ready
            return "ready" if any(seat not in match.ready for seat in own_seats) else "nothing"
        if match.phase not in ("pregame", "round"):
            return "nothing"
        unready = [seat for seat in own_seats if table.waits_for(seat)]
        if match.turns:
            return "turn" if unready else "nothing"
        if takes_orders(match) and any(seat not in match.sealed and table.can_act(seat) for seat in unready):
            return "orders"
        return "ready" if unready else "nothing"

    def seat(self, match: str, name: str | None = None) -> Seat:
        """Return this person's seat; `name` says which if they hold several. Refused if they hold none."""
        table = self.table(match)
        seats = [seat for seat in table.match.seats if table.match.holders.get(seat) == self.holder]
        if not seats:
            raise Refused("not_your_match", f"You hold no seat at {match}. You may watch it.")
        if name is None and len(seats) > 1:
            raise Refused("which_seat", f"You hold several seats at {match}; say which: {', '.join(seats)}.")
        if name is not None and name not in seats:
            raise Refused("not_your_seat", f"{quoted(name)} is not your seat at {match}; yours: {', '.join(seats)}.")
        return self._seat_at(table, name or seats[0])

    def _seat_at(self, table: Table, name: str) -> Seat:
        header = table.match.header
        hosts = (header.match, header.season)
        return Seat(
            table,
            name,
            self.holder,
            wall=self._barred_readers,
            hosts=lambda: self.house.galleries.hosts(*filter(None, hosts)),
            away=lambda: Absences(self.house.store, self.house.clock).public(table.match.holders),
        )

    def watch(self, match: str, called: str = "") -> Seat:
        """Return a spectator's place, valid while this person finds the match. `called`: their name in remarks."""
        table = self.table(match)
        watcher = (self.holder, called or self.who)
        return Seat(
            table, None, finds=lambda: self.may_find(table.summary), wall=self._barred_readers, watcher=watcher,
            late=True,
        )  # fmt: skip

    def _check_wall_to_hosts(self, match: str, words: Sequence[str]) -> None:
        """Refused (`gallery_wall`) for words to hosts who play a match that this person sees (HH-63)."""
        if not any(words):
            return
        summary = self.house.find(match)
        maker = self.season(match).season.header.host if summary is None else summary.host
        of = (match,) if summary is None or not summary.season else (match, summary.season)
        if self._barred_readers() & ({maker} | self.house.galleries.hosts(*of)):
            raise wall()

    def _barred_readers(self) -> frozenset[str]:
        return self.house.galleries.walled(self.holder)

    async def gallery(self, match: str) -> GalleryPlace:
        """Return this person's place in the gallery. Refused: `not_in_gallery`."""
        await self.fetch(match)
        place = self.house.galleries.place(match, self.holder)
        await self.house.galleries.fetch(match)
        return place

    def take_seat(self, match: str, seat: str, called: str = "") -> Seat:
        """Take an open seat; `called` names a seat without a name (HH-10). The first of two gets it. Refused:
        `seat_taken`, `second_seat`, `confirming`."""
        table = self.table(match)
        if table.match.header.signup and table.match.phase == "briefing":
            raise Refused("signup", "Lots decide who sits here: put your name down, and wait for the start.", "HH-25")
        if table.match.phase == "confirming":
            raise Refused("confirming", f"A host looks at the result of {match}: nobody sits down there now.", "HH-53")
        if table.match.holders.get(seat) != OPEN:
            raise Refused("seat_taken", f"The seat {seat} at {match} is not free.")
        return self._seat_at(table, hand_over(table, seat, self.holder, called))

    def asked_with_a_name(self, match: str) -> str:
        """Return the questions of a match or season to people who sign up (HH-84), as their host wrote them."""
        of_season = self.house.means_season(match) and self.reads(match)
        return self.season(match).season.options.questions if of_season else self.table(match).match.header.questions

    def sign_up(
        self, match: str, called: str, *, down: bool = False, answers: tuple[str, ...] = (), note: str = ""
    ) -> tuple[str, ...]:
        """Sign up for a match (HH-25) or season (SE-30), or (`down`) withdraw. Returns all names on the list. Refused:
        `no_signup`, `seated`, `not_signed_up`, `asked`, `bad_answer`, `gallery_wall`."""
        self._check_wall_to_hosts(match, (*answers, note))
        if self.house.means_season(match) and self.reads(match):
            live, by = self.season(match), "cast"
            on = sj.SeasonSignedUp(author=by, holder=self.holder, name=called, answers=answers, note=note)
            live.submit(sj.SeasonSignedOff(author=by, holder=self.holder) if down else on)
            return listed_names(live.season.names)
        table = self.table(match)
        if not down and self.holder in table.match.holders.values():
            raise Refused("seated", f"You hold a seat at {match} already.", "HH-25")
        signed = j.SignedUp(holder=self.holder, name=called, answers=answers, note=note)
        table.submit(j.SignedOff(holder=self.holder) if down else signed)
        return listed_names(table.match.names)

    def say_away(self, absence: Absence | None, words: str) -> tuple[str, ...]:
        """Keep an absence, or its end, and say `words` to the hosts of every match that this person plays, and in the
        lounge if it is public (HH-83). Returns the ids of these matches."""
        absences = Absences(self.house.store, self.house.clock)
        before = absences.of(self.who)
        if absence == before:
            return ()
        absences.keep(self.who, absence)
        lounge = words if absence is not None and absence.public else ""
        if before is not None and before.public and not lounge:
            lounge = "I am back."  # those who were told of an absence are told that it does not hold any more
        matches = dict[str, None]()
        for standing in self.running():
            for name in standing.seats if not standing.summary.practice else ():
                seat = self.seat(standing.summary.match, name)
                for room, line in (("host", words), ("lounge", lounge)):
                    with contextlib.suppress(Refused):  # closed now, or the seat has written too much
                        if line:
                            seat.say(room, line, occasion=j.AWAY)
                            matches[standing.summary.match] = None
        return tuple(matches)

    async def book_before(self, match: str, mine: str, other: str) -> list[str]:
        """Return what this person agreed with the seat `other` in finished matches of the same season, oldest first,
        and what became of it, from the own book alone (HH-85). Matches are loaded off the loop."""
        season = self.table(match).match.header.season
        lines: list[str] = []
        for name in self.house.of_season(season) if season else ():
            summary = self.house.find(name)
            held = summary is not None and summary.finished and summary.holders.get(mine) == self.holder
            if summary is None or not held or other not in summary.seats or name == match:
                continue
            await self.fetch(name)
            if entries := self.seat(name, mine).book(other):
                lines += [summary.title, *(f"  {line}" for line in entries)]
        return lines

    def confessionals(self, match: str) -> tuple[Aside, ...]:
        """Return a match's confessionals: for hosts, on record; and if the match says so, while it is played, for
        players who are out of its season and hold no seat in it (HH-29). Refused: `not_yours_to_read`."""
        table = self.table(match)
        if self.hosts(table):
            return self.host_controls(match).confessionals()
        played = table.match
        if played.out_may_read and played.phase != "finished" and self._out_of_season(played):
            return confessions(played)
        raise Refused("not_yours_to_read", "Confessionals are read by the hosts of a match alone.", "HH-29")

    def _out_of_season(self, match: Match) -> bool:
        live = self.house.seasons.live.get(match.header.season)
        if live is None or self.holder in match.holders.values():
            return False
        holders = live.season.holders
        members = [member for name, member in live.season.cast.items() if holders.get(name) == self.holder]
        return bool(members) and not any(member.in_ for member in members)

    def hosts(self, table: Table) -> bool:
        header = table.match.header
        if header.practice:
            return header.host == self.holder
        return self.hosts_it(header.match, header.season, header.host)

    def host_controls(self, match: str) -> HostControls:
        """Return the host's controls of a match. Refused: `not_your_table`."""
        table = self.table(match)
        if not self.hosts(table):
            raise Refused("not_your_table", f"You do not host {match}.")
        return HostControls(table, self.host_author, self._barred_readers)

    @property
    def host_author(self) -> str:
        """Author of this person's entries as a host (HH-37)."""
        return f"host:{self.who}"


class WatchLinks:
    """Links by which matches are watched: a random code for each match, on the shelf `watch-links` (HH-65)."""

    SHELF = "watch-links"

    def __init__(self, house: House) -> None:
        self._store, self._token, self._tell = house.store, house.token, house.tell

    def code_of(self, match: str) -> str:
        codes = self._store.get(self.SHELF, match) or {}
        return str(codes["code"]) if codes.get("code") else self.renew(match)

    def renew(self, match: str) -> str:
        """Replace the code of a match. The old link opens nothing, and its spectators leave at once."""
        code = self._token(10)
        self._store.put(self.SHELF, match, {"code": code})
        self._tell(match)
        return code

    def forget(self, match: str) -> None:
        self._store.drop(self.SHELF, match)

    def match(self, code: str) -> str:
        documents = self._store.all(self.SHELF).items()
        return next((match for match, document in documents if code and document.get("code") == code), "")


def watched_by_link(house: House, code: str) -> Summary | None:
    """Return the facts of the match with this code in its link, if everyone may watch it (HH-65); else None."""
    match = WatchLinks(house).match(code)
    summary = house.find(match) if match else None
    if summary is None or summary.watch != "link" or summary.practice:
        return None
    live = house.seasons.live.get(summary.season)
    return summary if live is None or live.season.watch == "house" else None


class Watchers:
    """People who gave the code of a match: a document each on the shelf `watchers`, valid for that code alone."""

    SHELF = "watchers"

    def __init__(self, store: Store) -> None:
        self._store = store

    def people_with_code(self, summary: Summary) -> tuple[str, ...]:
        codes = self._store.get(self.SHELF, summary.match) or {}
        return tuple(codes.get("who", ())) if codes.get("code", summary.watch_code) == summary.watch_code else ()

    def add(self, summary: Summary, who: str) -> None:
        known = self.people_with_code(summary)
        if who not in known:
            self._store.put(self.SHELF, summary.match, {"code": summary.watch_code, "who": [*known, who]})

    def forget(self, match: str) -> None:
        """Drop them before another code: old documents do not name theirs."""
        self._store.drop(self.SHELF, match)
