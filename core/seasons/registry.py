"""All seasons of a house (SE-02)."""

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
from core.seasons.following import Matches, follow, is_awaited
from core.seasons.live import LiveSeason
from core.seasons.options import SeasonOptions
from core.seasons.reducer import fold
from core.seasons.season import Episode, Season, begin
from core.seasons.signup import is_on_list
from core.store import DISCARDED, Damaged, Store
from core.table.host_controls import HostControls
from core.table.subscribers import Listener, Subscribers, Unsubscribe
from core.table.table import Table

PERSON = "person:"


def check_one_name(holders: Mapping[str, str], name: str, holder: str) -> None:
    """Refused (`second_name`) if the person `holder` plays another name of the cast. `holders`: those of the names
    that are in."""
    for other, who in holders.items():
        if who == holder and other != name and holder.startswith(PERSON):
            raise Refused(
                "second_name",
                f"{holder.removeprefix(PERSON)} plays {other} already and cannot play {name} as well: one person plays "
                f"one name of a cast. Give {other} or {name} to somebody else, to a bot, or leave it open.",
                "SE-20",
            )


def is_held(holders: Mapping[str, str], holder: str) -> bool:
    return holder.startswith(PERSON) and holder in holders.values()


def check_cast_held(holders: Mapping[str, str]) -> None:
    """Refused if one person would play two names of this cast."""
    for name, holder in holders.items():
        check_one_name(holders, name, holder)


CODE_READERS = "season_readers"


class Readers:
    """People who gave a season's code: a document for each code, so that a new code has none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, season: Season) -> tuple[str, ...]:
        if season.watch != "code":
            return ()
        return tuple((self._store.get(CODE_READERS, _watch_key(season)) or {}).get("who", ()))

    def let_in(self, season: Season, code: str, who: str) -> bool:
        """Add `who` if `code` is the season's. Returns True if it is."""
        if season.watch != "code" or not hmac.compare_digest(season.watch_code, person.digest(code)):
            return False
        if who not in (known := self.of(season)):
            self._store.put(CODE_READERS, _watch_key(season), {"who": [*known, who]})
        return True


def _watch_key(season: Season) -> str:
    return f"{season.header.season} {season.watch_code}"


log = logging.getLogger(__name__)


def _no_such_season(season: str) -> Refused:
    return Refused("no_such_season", f"There is no season {quoted(season)} in this house.")


class Seasons:
    def __init__(self, house: Matches) -> None:
        self.house = house
        self.live: dict[str, LiveSeason] = {}
        self.damaged: dict[str, str] = {}
        """Seasons that could not be opened, with the reason in a sentence. Their files are left alone."""
        self.warnings: list[str] = []
        self._subscribers = Subscribers()
        self._of_match: dict[str, str] = {}
        self._leave: Callable[[], None] | None = None
        discarded = house.store.all(DISCARDED)
        for season in house.store.seasons.ids():
            if season not in discarded:
                self._open(season)
                continue
            with contextlib.suppress(Refused):  # after a kill between two writes; a read-only visit deletes nothing
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
        """Complete what a kill interrupted, and follow the matches from now on."""
        for live in self.live.values():
            self.look_after(live)
        self._leave = self._leave or self.house.listen(self._on_match_change)

    def stop(self) -> None:
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
        """Begin and store a season.

        Args:
            holders: players by name; missing names are open.
            seed: drawn from secret randomness if missing.
        Raises:
            NotAMatch: bad cast, options or commitment.
            Refused: one person would play two names (SE-20), or the wall of a gallery (HH-63).
        """
        self.house.galleries.check_names(host, title, *cast)
        seed = int(self.house.token(8), 16) if seed is None else seed
        nonce = self.house.token(16)
        name = season or self._free_id(title, hidden=options is not None and options.private)
        header = j.SeasonHeader(
            season=name, title=title, cast=cast, options=options or SeasonOptions(), seed=seed, nonce=nonce,
            commitment=commitment(seed, nonce), made_at=self.house.clock(),
            holders=dict.fromkeys(cast, "open") | (holders or {}), host=host,
        )  # fmt: skip
        begun = begin(header)
        check_seat_names(cast)  # they are to sit at the same matches (HH-16)
        check_title(title)
        check_cast_held(header.holders)
        self.house.store.seasons.create(name, j.as_json(header))
        live = self._take(begun)
        self.tell(name)
        return live

    def _free_id(self, title: str, *, hidden: bool) -> str:
        """Return `spring-1`, `spring-2`, ... from the title's first word. A private season gets a random id (HH-49)."""
        words = re.findall(r"[a-z0-9]+", title.lower())
        taken = {*self.live, *self.damaged, *self.house.store.seasons.ids(), *self.house.store.all(DISCARDED)}
        return self.house.new_id(words[0][:24] if words else "season", taken, hidden=hidden)

    def discard(self, season: str) -> None:
        """Delete a season with an id on the shelf DISCARDED (HH-69)."""
        live = self.live.pop(season)
        live.discarded = True
        self.house.store.seasons.discard(season)
        self.tell(season)

    def find(self, season: str) -> LiveSeason:
        """Refused in words if it is missing or damaged."""
        if season in self.damaged:
            raise Refused("damaged", self.damaged[season])
        if season not in self.live:
            raise _no_such_season(season)
        return self.live[season]

    # --- who may read (SE-02, SE-23) ----------------------------------------------------------------------------------
    def readable(self, holder: str, *, host: bool = False) -> tuple[LiveSeason, ...]:
        """Return the seasons that `holder` (`person:<id>`) may read, oldest first; all for a `host` of the house."""
        return tuple(live for live in self.live.values() if host or self.may_read(live.id, holder))

    def read(self, season: str, holder: str, *, host: bool = False) -> LiveSeason:
        """Return a readable season. Refused as if it did not exist."""
        if not (host or self.may_read(season, holder)):
            raise _no_such_season(season)
        return self.find(season)

    def may_read(self, name: str, holder: str) -> bool:
        """True if a person who hosts nothing may read that season; false for a damaged one."""
        if name not in self.live:
            return False
        season = self.live[name].season
        if season.watch == "house" or holder in (season.header.host, *season.holders.values()):
            return True
        if holder.removeprefix("person:") in Readers(self.house.store).of(season) or is_on_list(season, holder):
            return True
        return any(holder in self._guests(episode) for episode in season.episodes if episode.guests)

    def opens_duel(self, summary: Summary) -> bool:
        """True for a duel that everyone of the house may watch (SE-29)."""
        live = self.live.get(summary.season)
        return live is not None and live.season.header.options.duels == "house" and len(summary.seats) == 2

    def _guests(self, episode: Episode) -> tuple[str, ...]:
        holders = (episode.match and self.house.holders(episode.match)) or episode.seating.holders
        return tuple(holders.get(seat, "open") for seat in episode.guests)

    # --- matches ------------------------------------------------------------------------------------------------------
    def _on_match_change(self, match: str) -> None:
        season = self._of_match.get(match)
        if season is not None and self.house.is_finished(match):
            self.look_after(self.live[season])

    def look_after(self, live: LiveSeason) -> None:
        """Follow the matches of a season. A failure is logged, and retried at the next change."""
        episode = live.season.open
        if episode is not None:
            self._of_match |= {match: live.id for match in (episode.match, episode.duel) if match is not None}
        try:
            follow(self.house, live)
        except Exception:
            log.exception("the season %s could not be looked after", live.id)

    def take_end_back(self, desk: HostControls, reason: str = "") -> None:
        """Reopen a match that was ended without a result, with its episode that was called off (HH-50); a trial desk
        stores nothing. Refused: `built_on` if the season has gone on, or as by the desk."""
        match = desk.table.match
        live = self.live.get(match.header.season)
        if live is None or match.before_abort is None or is_awaited(live.season, match):
            desk.take_end_back(reason)
            return
        undone = j.Undone(match=match.header.match)
        try:
            before = live.preview(undone)
            if not is_awaited(before, match):
                raise Refused("built_on", "")
        except Refused:
            last = live.season.lasting_news[-1].text if live.season.lasting_news else ""
            message = f"{live.id} has gone on since: {last} Take that back first: season undo {live.id} --last."
            raise Refused("built_on", message, "HH-50") from None
        desk.take_end_back(reason)
        if desk.dry_run_text is None:
            live.submit(msgspec.structs.replace(undone, author=desk.by))  # before any other input

    def running(self, live: LiveSeason) -> tuple[Table, ...]:
        tables = [table for table in self.house.tables.values() if table.match.header.season == live.id]
        return tuple(t for t in tables if t.match.phase != "finished" and is_awaited(live.season, t.match))

    # --- listening ----------------------------------------------------------------------------------------------------
    def tick(self) -> None:
        """Make the planned announcements that are due (SE-34)."""
        now = self.house.clock()
        for live in list(self.live.values()):
            for item in live.season.planned:
                if item.due <= now and live.season.phase != "finished":
                    live.submit(j.SeasonAnnounced(author=item.author, text=item.text, due=item.due))

    def listen(self, listener: Listener) -> Unsubscribe:
        """Call `listener(season)` when a season changed or was made. Returns the function that ends it."""
        return self._subscribers.listen(listener)

    def tell(self, season: str) -> None:
        self._subscribers.tell(season)
