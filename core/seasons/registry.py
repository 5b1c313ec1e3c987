"""All the seasons of a house: opening and making them, who may read them, who hears of them (SE-02)."""

from __future__ import annotations

import contextlib
import hmac
import logging
import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

from core import person
from core.decoding import sentence
from core.dice import commitment
from core.json import Json
from core.match.naming import check_seat_names, check_title
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.following import Matches, follow, wanted
from core.seasons.live import LiveSeason
from core.seasons.options import SeasonOptions
from core.seasons.reducer import fold
from core.seasons.season import Episode, Season, begin
from core.seasons.signup import is_on_list
from core.store import DISCARDED, Damaged, Store
from core.table.host_controls import HostControls
from core.table.subscribers import Hear, Leave, Subscribers
from core.table.table import Table

PERSON = "person:"


def check_one_name(held: Mapping[str, str], name: str, holder: str) -> None:
    """Refused (`second_name`) if somebody of the house, `holder`, plays another name of the cast than `name` already.
    `held`: the names that are in, to who plays them."""
    for other, who in held.items():
        if who == holder and other != name and holder.startswith(PERSON):
            raise Refused(
                "second_name",
                f"{holder.removeprefix(PERSON)} plays {other} already and cannot play {name} as well: one person plays "
                f"one name of a cast. Give {other} or {name} to somebody else, to a bot, or leave it open.",
                "SE-20",
            )


def is_held(held: Mapping[str, str], holder: str) -> bool:
    """Is `holder` somebody of the house who plays a name already?"""
    return holder.startswith(PERSON) and holder in held.values()


def check_cast_held(held: Mapping[str, str]) -> None:
    """Refused if one person would play two names of this cast."""
    for name, holder in held.items():
        check_one_name(held, name, holder)


SHELF = "season_readers"


class Readers:
    """Who gave the code of each season: a document for each code, so that another code begins with nobody."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, season: Season) -> tuple[str, ...]:
        """Their ids; nobody where it is not read by code."""
        if season.watch != "code":
            return ()
        return tuple((self._store.get(SHELF, _key(season)) or {}).get("who", ()))

    def let_in(self, season: Season, code: str, who: str) -> bool:
        """Add `who` if that is the code of the season. Was it?"""
        if season.watch != "code" or not hmac.compare_digest(season.watch_code, person.digest(code)):
            return False
        if who not in (known := self.of(season)):
            self._store.put(SHELF, _key(season), {"who": [*known, who]})
        return True


def _key(season: Season) -> str:
    return f"{season.header.season} {season.watch_code}"


log = logging.getLogger(__name__)


def _unknown(season: str) -> Refused:
    """What is said of an id that no season has, and of one that whoever asks may not read."""
    return Refused("no_such_season", f"There is no season {quoted(season)} in this house.")


class Seasons:
    """All the seasons of one house."""

    def __init__(self, house: Matches) -> None:
        self.house = house
        self.live: dict[str, LiveSeason] = {}
        """By id, oldest first."""
        self.damaged: dict[str, str] = {}
        """Seasons that could not be opened, with the sentence that says why. They are left as they are."""
        self.warnings: list[str] = []
        self._hearers = Subscribers()
        self._of_match: dict[str, str] = {}
        """Match to season, for every match that a season has made."""
        self._leave: Callable[[], None] | None = None
        gone = house.store.all(DISCARDED)
        for season in house.store.seasons.ids():
            if season not in gone:
                self._open(season)
                continue
            with contextlib.suppress(Refused):  # where a kill came between; a visit deletes nothing
                house.store.seasons.discard(season)

    def _open(self, name: str) -> None:
        place = ""

        def entries(stored: tuple[Json, ...]) -> Iterator[j.AnyEntry]:
            nonlocal place
            for number, entry in enumerate(stored, 1):
                place = f"entry {number}: "
                yield j.entry_from_json(entry)

        try:
            stored = self.house.store.seasons.read(name)
            season = fold(j.header_from_json(stored.header), entries(stored.entries))
        except (Damaged, Refused) as trouble:
            self.damaged[name] = f"The season {name} cannot be opened: {place}{trouble}"
            return
        except msgspec.ValidationError as mistake:
            self.damaged[name] = f"The season {name} cannot be opened: {place or 'header: '}{sentence(str(mistake))}"
            return
        self.warnings.extend(f"{name}: {warning}" for warning in stored.warnings)
        self._take(season)

    def _take(self, season: Season) -> LiveSeason:
        live = self.live[season.header.season] = LiveSeason(season, self.house.store.seasons, self.house.clock)
        live.subscribe(lambda: self.tell(live.id))
        return live

    def start(self) -> None:
        """Do what a kill left undone, and from now on whatever the matches of seasons ask for."""
        for live in self.live.values():
            self.look_after(live)
        self._leave = self._leave or self.house.listen(self._heard)

    def stop(self) -> None:
        """Listen no more. Nothing needs saving."""
        if self._leave is not None:
            self._leave()
            self._leave = None

    # --- seasons ------------------------------------------------------------------------------------------------------
    def make(
        self,
        cast: tuple[str, ...],
        *,
        title: str = "",
        options: SeasonOptions | None = None,
        holders: dict[str, str] | None = None,
        host: str = "local",
        seed: int | None = None,
        season: str | None = None,
    ) -> LiveSeason:
        """Begin a season; stored before it is returned. NotAMatch for what makes none, Refused where one
        person would play two names (SE-20), and by the wall of a gallery (HH-63). Without `seed` it is drawn from
        secret randomness; `holders` says who plays a name, and whoever is not in it is not known yet."""
        self.house.galleries.check_names(host, title, *cast)
        seed = int(self.house.token(8), 16) if seed is None else seed
        nonce = self.house.token(16)
        name = season or self._free_id(title, hidden=options is not None and options.private)
        header = j.SeasonHeader(
            season=name,
            title=title,
            cast=cast,
            options=options or SeasonOptions(),
            seed=seed,
            nonce=nonce,
            commitment=commitment(seed, nonce),
            made_at=self.house.clock(),
            holders=dict.fromkeys(cast, "open") | (holders or {}),
            host=host,
        )
        begun = begin(header)
        check_seat_names(cast)  # HH-16: they are to sit at the same matches
        check_title(title)
        check_cast_held(header.holders)
        self.house.store.seasons.create(name, j.as_json(header))
        live = self._take(begun)
        self.tell(name)
        return live

    def _free_id(self, title: str, *, hidden: bool) -> str:
        """`spring-1`, `spring-2`, ...: the title's first word, short enough to type in a command. Of a private season
        one of its own kind (HH-49)."""
        words = re.findall(r"[a-z0-9]+", title.lower())
        taken = {*self.live, *self.damaged, *self.house.store.seasons.ids(), *self.house.store.all(DISCARDED)}
        return self.house.new_id(words[0][:24] if words else "season", taken, hidden=hidden)

    def discard(self, season: str) -> None:
        """Let go of a season whose id stands on the shelf DISCARDED, for good (HH-69)."""
        live = self.live.pop(season)
        live.discarded = True
        self.house.store.seasons.discard(season)
        self.tell(season)

    def find(self, season: str) -> LiveSeason:
        """The season of that id. Refused, in words, if there is none or its file is damaged."""
        if season in self.damaged:
            raise Refused("damaged", self.damaged[season])
        if season not in self.live:
            raise _unknown(season)
        return self.live[season]

    # --- who may read (SE-02, SE-23) ----------------------------------------------------------------------------------
    def readable(self, holder: str, *, host: bool = False) -> tuple[LiveSeason, ...]:
        """The seasons that `holder` (`person:<id>`) may read, oldest first. `host`: a host of the house reads all."""
        return tuple(live for live in self.live.values() if host or self.may_read(live.id, holder))

    def read(self, season: str, holder: str, *, host: bool = False) -> LiveSeason:
        """One of those. Refused as if there were none where `holder` may not read it."""
        if not (host or self.may_read(season, holder)):
            raise _unknown(season)
        return self.find(season)

    def may_read(self, name: str, holder: str) -> bool:
        """May somebody who hosts nothing read the season of that id? Nobody may read a damaged one."""
        if name not in self.live:
            return False
        season = self.live[name].season
        if season.watch == "house" or holder in (season.header.host, *season.holders.values()):
            return True
        if holder.removeprefix("person:") in Readers(self.house.store).of(season) or is_on_list(season, holder):
            return True
        return any(holder in self._guests(episode) for episode in season.episodes if episode.guests)

    def opens_duel(self, told: Summary) -> bool:
        """Is that a duel of a season whose duels everybody of the house may watch (SE-29)?"""
        live = self.live.get(told.season)
        return live is not None and live.season.header.options.duels == "house" and len(told.seats) == 2

    def _guests(self, episode: Episode) -> tuple[str, ...]:
        """Who holds the guests' seats now, in the match or by what it is to be made with."""
        held = (episode.match and self.house.holders(episode.match)) or episode.seating.holders
        return tuple(held.get(seat, "open") for seat in episode.guests)

    # --- matches ------------------------------------------------------------------------------------------------------
    def _heard(self, match: str) -> None:
        """Something became public in a match."""
        season = self._of_match.get(match)
        if season is not None and self.house.is_finished(match):
            self.look_after(self.live[season])

    def look_after(self, live: LiveSeason) -> None:
        """Make, book and end what follows from where the season and its matches stand. Trouble with it is the house's:
        it is written down, and tried again at the next occasion."""
        episode = live.season.open
        if episode is not None:
            self._of_match |= {match: live.id for match in (episode.match, episode.duel) if match is not None}
        try:
            follow(self.house, live)
        except Exception:
            log.exception("the season %s could not be looked after", live.id)

    def take_end_back(self, desk: HostControls, reason: str = "") -> None:
        """Let a match that was ended without a result go on, with the episode that was called off for it (HH-50); on a
        desk that only tries, only try. Refused: `built_on` where its season has gone on since, as by the desk."""
        match = desk.table.match
        live = self.live.get(match.header.season)
        if live is None or match.before_abort is None or wanted(live.season, match):
            desk.take_end_back(reason)
            return
        undone = j.Undone(match=match.header.match)
        try:
            before = live.preview(undone)
            if not wanted(before, match):
                raise Refused("built_on", "")
        except Refused:
            last = live.season.stands[-1].text if live.season.stands else ""
            told = f"{live.id} has gone on since: {last} Take that back first: season undo {live.id} --last."
            raise Refused("built_on", told, "HH-50") from None
        desk.take_end_back(reason)
        if desk.told is None:
            live.submit(msgspec.structs.replace(undone, by=desk.by))  # before anybody else has a turn

    def running(self, live: LiveSeason) -> tuple[Table, ...]:
        """The tables that the season waits for."""
        found = [table for table in self.house.tables.values() if table.match.header.season == live.id]
        return tuple(t for t in found if t.match.phase != "finished" and wanted(live.season, t.match))

    # --- listening ----------------------------------------------------------------------------------------------------
    def listen(self, hear: Hear) -> Leave:
        """Call `hear(season)` when something changed in a season, or one was made. Returns the way out."""
        return self._hearers.listen(hear)

    def tell(self, season: str) -> None:
        self._hearers.tell(season)
