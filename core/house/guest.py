"""A person in the house: the seats they hold, what waits for them, and where they may sit down or watch."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from core import person
from core.house.house import House, unknown
from core.match import journal as j
from core.match.private_channels import confessions
from core.match.seating import OPEN
from core.match.signup import up
from core.match.state import FOUND_BY_ALL, Match, takes_orders
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons import journal as sj
from core.seasons.live import LiveSeason
from core.seasons.registry import Readers
from core.seasons.season_controls import SeasonControls
from core.seasons.signup import on_list
from core.store import Store
from core.table.galleries import GalleryPlace
from core.table.host_controls import HostControls, hand_over
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Aside

Waits = Literal["orders", "turn", "choice", "ready", "nothing"]


class LobbyMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One match as one person finds it in the lobby."""

    summary: Summary
    seats: tuple[str, ...]
    """The seats that this person holds in it."""
    waits: Waits
    """`orders`: nothing is sealed yet; `turn`: one of them is on turn; `choice`: the match waits for this person;
    `ready`: nothing is left to do but to say so."""
    free: tuple[str, ...]
    """Seats that nobody holds yet, while somebody can sit down there."""
    hosted: bool
    """True if this person hosts it."""
    gallery: bool = False
    """Are they in its gallery (HH-61)?"""
    names: tuple[str, ...] | None = None
    """Who has put their name down; None where that cannot be done (now)."""
    signed_up: bool = False
    """Is this person's name among them?"""


class Guest:
    """What one person may do in the house. `who` is their id, as in `person:<id>`."""

    def __init__(
        self, house: House, who: str, *, host: bool = False, also: Callable[[], Sequence[str]] = tuple
    ) -> None:
        """`host`: this person hosts every match of the house; `also`: the matches and seasons that they host beside
        those that they made, by id (HH-45), asked each time."""
        self.house = house
        self.who = who
        self.holder = f"person:{who}"
        self._host = host
        self._also = also
        self._latest: tuple[tuple[object, ...], tuple[LobbyMatch, ...]] = ((), ())
        """What `latest` found, for how many of how many, and of which seasons beside those that all may read."""

    def standings(self) -> tuple[LobbyMatch, ...]:
        """Every match of the house as this person finds it: own ones first, of these what waits, then by age."""
        found = [*self.running(), *map(self.ended, self.finished())]
        return tuple(sorted(found, key=lambda one: not one.seats))

    # --- what this person finds (HH-31, HH-46, SE-23) -----------------------------------------------------------------
    def check(self, match: str) -> None:
        """The one gate to matches: whatever is given the id of one asks here first, before any journal is read.
        Refused (`no_such_match`) where this person does not find it, as if there were none."""
        told, lost = self.house.find(match), self.house.lost(match)
        if lost is None:
            found = told is not None and self.finds(told)
        else:  # it cannot be opened: whoever hosts it or sat there is told why
            found = self._host or match in self._also() or self.holder in lost
        if not found:
            raise unknown(match)

    async def fetch(self, match: str) -> None:
        """The gate, and behind it `House.fetch`: then `table` costs nothing."""
        self.check(match)
        await self.house.fetch(match)

    def table(self, match: str) -> Table:
        """The table of a match that this person finds. Refused as by `check` and `House.table`."""
        self.check(match)
        return self.house.table(match)

    def finds(self, told: Summary) -> bool:
        """Does this person find that match? A practice match is its player's own (HH-31), and a host may keep a match,
        or a season with its matches, from those who are not seated (HH-46)."""
        if self.holder in told.holders.values():
            return True
        if told.practice:
            return False
        if self.hosts_it(told.match, told.season, told.host) or self.house.galleries.has(told.match, self.holder):
            return True
        if told.watch not in FOUND_BY_ALL:
            return told.watch == "code" and self.who in Watchers(self.house.store).of(told)
        seasons = self.house.seasons
        return not told.season or seasons.may_read(told.season, self.holder) or seasons.opens_duel(told)

    def hosts_it(self, match: str, season: str, host: str) -> bool:
        """Does this person host a match (no practice) of that id, made in that season, by that host?"""
        also = self._also()
        return host == self.holder or self._host or match in also or (season != "" and season in also)

    def let_in(self, match: str, code: str) -> None:
        """Watch a match from now on, by its code (HH-46). Refused: `code_unknown`, in the same words whether there is
        such a match or not."""
        told, digest = self.house.find(match), person.digest(code)
        if told is not None and told.watch == "code" and hmac.compare_digest(told.watch_code, digest):
            Watchers(self.house.store).add(told, self.who)
            self._latest = ((), ())
            return
        raise Refused("code_unknown", "That code opens no match of that name. Check both, or ask the host.", "HH-46")

    def let_in_season(self, season: str, code: str) -> None:
        """Read a season and watch its matches from now on, by its code (SE-23). Refused: `code_unknown`, in the same
        words whether there is such a season or not."""
        live = self.house.seasons.live.get(season)
        if live is None or not Readers(self.house.store).let_in(live.season, code, self.who):
            told = "That code opens nothing of that name. Check both, or ask the host."
            raise Refused("code_unknown", told, "SE-23")

    def seasons(self) -> tuple[LiveSeason, ...]:
        """The seasons that this person may read, oldest first (SE-02, SE-23, HH-45)."""
        return tuple(live for live in self.house.seasons.live.values() if self.reads(live.id))

    def reads(self, season: str) -> bool:
        """May this person read that season? Nobody reads one that was thrown away."""
        live = self.house.seasons.live
        return (season in live and self.hosts_season(season)) or self.house.seasons.may_read(season, self.holder)

    @property
    def hosts_house(self) -> bool:
        """Do they host every match of the house?"""
        return self._host

    def hosts_season(self, season: str) -> bool:
        """Do they host it, as every season of the house or as one that was given to them?"""
        return self._host or season in self._also()

    def season(self, season: str) -> LiveSeason:
        """One of those. Refused (`no_such_season`) for another as if there were none."""
        return self.house.seasons.read(season, self.holder, host=self.hosts_season(season))

    def cast_desk(self, season: str) -> tuple[SeasonControls, str]:
        """Where one of the cast acts in a season, and their name in it, one who is in if they have several. Refused:
        `no_such_season`, `not_in_cast`."""
        live = self.season(season)
        mine = live.season.played_by(self.holder)
        if not mine:
            raise Refused("not_in_cast", "You play no name of this season's cast.", "SE-27")
        own = next((name for name in mine if live.season.cast[name].in_), mine[0])
        return SeasonControls(self.house.seasons, live, "cast"), own

    def finished(self) -> tuple[Summary, ...]:
        """The finished matches that this person finds, in the order in which they finished."""
        return tuple(one for one in self.house.finished() if self.finds(one))

    def running(self) -> tuple[LobbyMatch, ...]:
        """The matches that are played: own ones first, of these what waits, then by age."""
        found = [self.standing(table) for table in self.house.running() if self.finds(table.summary)]
        order = ("choice", "turn", "orders", "ready", "nothing")
        return tuple(sorted(found, key=lambda one: (not one.seats, order.index(one.waits))))

    def latest(self, most: int) -> tuple[LobbyMatch, ...]:
        """Of the finished matches so many at most, own ones first, of these the latest."""
        finished = self.house.archive.summaries
        seasons = self.house.seasons
        closed = [live.id for live in seasons.live.values() if live.season.watch != "house"]
        read = tuple((one, seasons.may_read(one, self.holder)) for one in closed)
        now = (most, self.house.archive.changes, read, tuple(self._also()))
        if self._latest[0] != now:
            mine: list[Summary] = []
            others: list[Summary] = []
            for one in reversed(finished.values()):
                if not self.finds(one):
                    continue
                into = mine if self.holder in one.holders.values() else others
                if len(into) < most:
                    into.append(one)
                if len(mine) == most:
                    break
            self._latest = (now, tuple(map(self.ended, [*mine, *others][:most])))
        return self._latest[1]

    def ended(self, one: Summary) -> LobbyMatch:
        """A finished match as this person finds it."""
        return LobbyMatch(
            summary=one,
            seats=tuple(seat for seat in one.seats if one.holders.get(seat) == self.holder),
            waits="nothing",
            free=(),
            hosted=self.hosts_it(one.match, one.season, one.host),
        )

    def standing(self, table: Table) -> LobbyMatch:
        """One match as this person finds it."""
        match = table.match
        mine = tuple(seat for seat in match.seats if match.holders.get(seat) == self.holder)
        briefing, inside = match.phase == "briefing", self.holder in match.audience.members
        return LobbyMatch(
            summary=table.summary,
            seats=mine,
            waits=self._waits(table, mine),
            free=() if (match.header.signup and briefing) or match.held is not None or inside else _free(match),
            hosted=self.hosts(table),
            gallery=inside,
            names=tuple(n.called for n in up(match)) if match.header.signup and briefing and not inside else None,
            signed_up=any(name.holder == self.holder for name in up(match)),
        )

    def _waits(self, table: Table, mine: tuple[str, ...]) -> Waits:
        match = table.match
        if any(Seat(table, seat).pending() for seat in mine):
            return "choice"
        if match.phase == "briefing" and match.game.spec.turn_seconds is not None:  # it begins when all are there
            return "ready" if any(seat not in match.ready for seat in mine) else "nothing"
        if match.phase not in ("pregame", "round"):
            return "nothing"
        unready = [seat for seat in mine if table.waits_for(seat)]
        if match.turns:
            return "turn" if unready else "nothing"
        if takes_orders(match) and any(seat not in match.sealed and table.can_act(seat) for seat in unready):
            return "orders"
        return "ready" if unready else "nothing"

    def seat(self, match: str, name: str | None = None) -> Seat:
        """This person's seat at a match; `name` tells which if they hold several. Refused if they hold none."""
        table = self.table(match)
        mine = [seat for seat in table.match.seats if table.match.holders.get(seat) == self.holder]
        if not mine:
            raise Refused("not_your_match", f"You hold no seat at {match}. You may watch it.")
        if name is None and len(mine) > 1:
            raise Refused("which_seat", f"You hold several seats at {match}; say which: {', '.join(mine)}.")
        if name is not None and name not in mine:
            raise Refused("not_your_seat", f"{quoted(name)} is not your seat at {match}; yours: {', '.join(mine)}.")
        return self._sits(table, name or mine[0])

    def _sits(self, table: Table, name: str) -> Seat:
        header = table.match.header
        hosts = (header.match, header.season)
        return Seat(
            table, name, self.holder, wall=self._walled, hosts=lambda: self.house.galleries.hosts(*filter(None, hosts))
        )

    def watch(self, match: str, called: str = "") -> Seat:
        """A spectator's place: public facts only, for as long as this person finds the match. `called`: their name, for
        what they say to others who watch."""
        table = self.table(match)
        watcher = (self.holder, called or self.who)
        return Seat(table, None, finds=lambda: self.finds(table.summary), wall=self._walled, watcher=watcher)

    def _walled(self) -> frozenset[str]:
        return self.house.galleries.walled(self.holder)

    async def gallery(self, match: str) -> GalleryPlace:
        """This person's place in the gallery of a match. Refused: `not_in_gallery`."""
        await self.fetch(match)
        found = self.house.galleries.place(match, self.holder)
        await self.house.galleries.fetch(match)
        return found

    def take(self, match: str, seat: str, called: str = "") -> Seat:
        """Sit down at a seat that nobody holds; `called` is this person's name, for a seat whose name was left open
        (HH-10). Of two who reach for one seat the first gets it. Refused: `seat_taken`, `second_seat`,
        `confirming`."""
        table = self.table(match)
        if table.match.header.signup and table.match.phase == "briefing":
            raise Refused("signup", "Lots decide who sits here: put your name down, and wait for the start.", "HH-25")
        if table.match.held is not None:
            raise Refused("confirming", f"A host looks at the result of {match}: nobody sits down there now.", "HH-53")
        if table.match.holders.get(seat) != OPEN:
            raise Refused("seat_taken", f"The seat {seat} at {match} is not free.")
        return self._sits(table, hand_over(table, seat, self.holder, called))

    def sign_up(self, match: str, called: str, *, down: bool = False) -> tuple[str, ...]:
        """Put this person's name down for a match (HH-25) or a season (SE-30), or (`down`) take it back. All names on
        the list then. Refused: `no_signup`, `seated`, `not_signed_up`."""
        if self.house.means_season(match) and self.reads(match):
            live, by = self.season(match), "cast"
            off, on = (
                sj.SeasonSignedOff(by=by, holder=self.holder),
                sj.SeasonSignedUp(by=by, holder=self.holder, called=called),
            )
            live.submit(off if down else on)
            return on_list(live.season)
        table = self.table(match)
        if not down and self.holder in table.match.holders.values():
            raise Refused("seated", f"You hold a seat at {match} already.", "HH-25")
        table.submit(j.SignedOff(holder=self.holder) if down else j.SignedUp(holder=self.holder, called=called))
        return tuple(name.called for name in up(table.match))

    def confessionals(self, match: str) -> tuple[Aside, ...]:
        """What was said in a match's confessionals: for its hosts, on record, and where the match says so, while it is
        played, for those who are out of its season and hold no seat in it (HH-29). Refused: `not_yours_to_read`."""
        table = self.table(match)
        if self.hosts(table):
            return self.desk(match).confessionals()
        played = table.match
        if played.out_may_read and played.phase != "finished" and self._out_of_season(played):
            return confessions(played)
        raise Refused("not_yours_to_read", "Confessionals are read by the hosts of a match alone.", "HH-29")

    def _out_of_season(self, match: Match) -> bool:
        live = self.house.seasons.live.get(match.header.season)
        if live is None or self.holder in match.holders.values():
            return False
        held = live.season.holders
        mine = [one for name, one in live.season.cast.items() if held.get(name) == self.holder]
        return bool(mine) and not any(one.in_ for one in mine)

    def hosts(self, table: Table) -> bool:
        """Does this person host that match?"""
        header = table.match.header
        if header.practice:
            return header.host == self.holder
        return self.hosts_it(header.match, header.season, header.host)

    def desk(self, match: str) -> HostControls:
        """The host's desk at a match. Refused for those who do not host it."""
        table = self.table(match)
        if not self.hosts(table):
            raise Refused("not_your_table", f"You do not host {match}.")
        return HostControls(table, self.as_host, self._walled)

    @property
    def as_host(self) -> str:
        """As whom deeds of this person as a host are kept (HH-37)."""
        return f"host:{self.who}"


class WatchLinks:
    """The links by which matches are watched: a random code each, on the shelf `watch-links`, by match (HH-65)."""

    SHELF = "watch-links"

    def __init__(self, house: House) -> None:
        self._store, self._token = house.store, house.token

    def of(self, match: str) -> str:
        """The code of a match, made where there is none yet."""
        kept = self._store.get(self.SHELF, match) or {}
        return str(kept["code"]) if kept.get("code") else self.renew(match)

    def renew(self, match: str) -> str:
        """Another code for a match; the link of before leads nowhere."""
        code = self._token(10)
        self._store.put(self.SHELF, match, {"code": code})
        return code

    def forget(self, match: str) -> None:
        """Nobody comes by the link of a match any more."""
        self._store.drop(self.SHELF, match)

    def match(self, code: str) -> str:
        """The match that a code is of; empty where it is of none."""
        kept = self._store.all(self.SHELF).items()
        return next((match for match, document in kept if code and document.get("code") == code), "")


def watched_by_link(house: House, code: str) -> Summary | None:
    """The public facts about the match with this code in its link, if anybody may watch it (HH-65); None for every
    other code."""
    match = WatchLinks(house).match(code)
    told = house.find(match) if match else None
    if told is None or told.watch != "link" or told.practice:
        return None
    live = house.seasons.live.get(told.season)
    return told if live is None or live.season.watch == "house" else None


class Watchers:
    """Who gave the code of a match: a document each on the shelf `watchers`, which holds for that code alone."""

    SHELF = "watchers"

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, told: Summary) -> tuple[str, ...]:
        """Their ids, as long as that is the code."""
        kept = self._store.get(self.SHELF, told.match) or {}
        return tuple(kept.get("who", ())) if kept.get("code", told.watch_code) == told.watch_code else ()

    def add(self, told: Summary, who: str) -> None:
        """One more."""
        known = self.of(told)
        if who not in known:
            self._store.put(self.SHELF, told.match, {"code": told.watch_code, "who": [*known, who]})

    def forget(self, match: str) -> None:
        """Another code is to be given: what was kept before it was kept with the code names none."""
        self._store.drop(self.SHELF, match)


def _free(match: Match) -> tuple[str, ...]:
    return tuple(seat for seat in match.seats if match.holders.get(seat) == OPEN)
