"""All the seasons of a house, and what ties them to its matches (SE-05, SE-08).

The season's entry comes first and the match follows from it: `Opened` and `DuelMade` hold all that their match is
made of. So whatever a kill leaves undone is found at the next start and done then: a match that is not there yet is
made, one that finished is booked, one that is not wanted any more is ended. The same runs after every entry and every
change of a match, and does nothing where nothing is left to do; that is why nothing is ever booked twice.
"""

from __future__ import annotations

import contextvars
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec

from core import journal as matches
from core.decisions import outcome as outcome_of
from core.dice import commitment
from core.form import sentence
from core.match import Match
from core.naming import check_seat_names, check_title
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.inputs import fold
from core.seasons.live import LiveSeason
from core.seasons.season import Episode, Season, begin
from core.store import Damaged, Store
from core.table import Table
from core.vigil import Clock

log = logging.getLogger(__name__)


class Matches(Protocol):
    """What seasons ask of their house (`core.house.House`)."""

    store: Store
    clock: Clock
    token: Callable[[int], str]
    tables: dict[str, Table]
    damaged: dict[str, str]

    def table(self, match: str, /) -> Table: ...

    def holders(self, match: str, /) -> dict[str, str]: ...

    def is_finished(self, match: str, /) -> bool: ...

    def free_id(self, game: str, /) -> str: ...

    def make(self, *seating: Any, **how: Any) -> Table: ...

    def listen(self, hear: Callable[[str], None], /) -> Callable[[], None]: ...


class Seasons:
    """All the seasons of one house."""

    def __init__(self, house: Matches) -> None:
        self.house = house
        self.live: dict[str, LiveSeason] = {}
        """By id, oldest first."""
        self.damaged: dict[str, str] = {}
        """Seasons that could not be opened, with the sentence that says why. They are left as they are."""
        self.warnings: list[str] = []
        self._listeners: list[Callable[[str], None]] = []
        self._of_match: dict[str, str] = {}
        """Match to season, for every match that a season has made."""
        self._leave: Callable[[], None] | None = None
        for season in house.store.seasons.ids():
            self._open(season)

    def _open(self, name: str) -> None:
        place = ""

        def entries(stored: tuple[dict[str, Any], ...]) -> Iterator[j.AnyEntry]:
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
        options: j.Options | None = None,
        holders: dict[str, str] | None = None,
        host: str = "local",
        seed: int | None = None,
        season: str | None = None,
    ) -> LiveSeason:
        """Begin a season; stored before it is returned. NotAMatch for what makes none. Without `seed` it is drawn from
        secret randomness; `holders` says who plays a name, and whoever is not in it is not known yet."""
        seed = int(self.house.token(8), 16) if seed is None else seed
        nonce = self.house.token(16)
        name = season or self._free_id(title)
        header = j.Header(
            season=name,
            title=title,
            cast=cast,
            options=options or j.Options(),
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
        self.house.store.seasons.create(name, j.as_json(header))
        live = self._take(begun)
        self.tell(name)
        return live

    def _free_id(self, title: str) -> str:
        """`spring-1`, `spring-2`, ...: the title's first word, short enough to type in a command."""
        words = re.findall(r"[a-z0-9]+", title.lower())
        taken = {*self.live, *self.damaged, *self.house.store.seasons.ids()}
        number = 1
        while (name := f"{words[0][:24] if words else 'season'}-{number}") in taken:
            number += 1
        return name

    def find(self, season: str) -> LiveSeason:
        """The season of that id. Refused, in words, if there is none or its file is damaged."""
        if season in self.damaged:
            raise Refused("damaged", self.damaged[season])
        if season not in self.live:
            raise Refused("no_such_season", f"There is no season {quoted(season)} in this house.")
        return self.live[season]

    # --- who may read (SE-02) -----------------------------------------------------------------------------------------
    def readable(self, holder: str, *, host: bool = False) -> tuple[LiveSeason, ...]:
        """The seasons that `holder` (`person:<id>`) may read, oldest first. `host`: a host of the house reads all."""
        return tuple(live for live in self.live.values() if host or self._may_read(live.season, holder))

    def read(self, season: str, holder: str, *, host: bool = False) -> LiveSeason:
        """One of those. Refused as if there were none where `holder` may not read it."""
        if season in self.live and self.live[season] not in self.readable(holder, host=host):
            raise Refused("no_such_season", f"There is no season {quoted(season)} in this house.")
        return self.find(season)

    def _may_read(self, season: Season, holder: str) -> bool:
        if not season.options.private or holder in (season.header.host, *season.holders.values()):
            return True
        return any(holder in self._guests(episode) for episode in season.episodes if episode.guests)

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
        try:
            self._make_missing(live)
            self._book(live)
            self._decide(live)
            self._end_unwanted(live)
        except Exception:
            log.exception("the season %s could not be looked after", live.id)

    def _match(self, match: str) -> Match | None:
        """The match, if there is one that can be read."""
        try:
            return self.house.table(match).match
        except Refused:
            return None

    def _make_missing(self, live: LiveSeason) -> None:
        """The match of an entry that a kill left without one is made from it."""
        episode = live.season.open
        if episode is None:
            return
        for wanted in (episode.match, episode.duel):
            if wanted is not None:
                self._of_match[wanted] = live.id
        if live.season.phase == "main" and episode.match is not None and self._is_missing(episode.match):
            self._make(live, episode.match, episode.game, episode.seats, episode.given, episode.seating)
        if (two := the_two(episode)) and episode.duel and episode.duel_game and self._is_missing(episode.duel):
            self._make(live, episode.duel, episode.duel_game, two, {}, episode.duel_seating)

    def _is_missing(self, match: str) -> bool:
        return match not in self.house.tables and match not in self.house.store.matches()

    def _make(
        self, live: LiveSeason, match: str, game: str, seats: tuple[str, ...], options: dict[str, Any], how: j.Seating
    ) -> None:
        self.house.make(
            game,
            seats,
            match=match,
            season=live.id,
            title=how.title,
            holders=how.holders,
            host=live.season.header.host,
            options=options,
            briefing=how.briefing,
            early_close=how.early_close,
            round_seconds=how.round_seconds,
            presence=how.presence,
        )

    def _book(self, live: LiveSeason) -> None:
        """A main match that has finished is written into the season, once (SE-05)."""
        episode = live.season.open
        if episode is None or live.season.phase != "main":
            return
        match = self._finished(live.season, episode.match)
        if match is None:
            return
        name = match.header.match
        if match.abandoned:
            live.submit(j.CalledOff(by="house", reason=f"{name} was ended without a result."))
        else:
            live.submit(j.Booked(by="house", match=name, outcome=outcome_in(match, episode)))

    def _decide(self, live: LiveSeason) -> None:
        """A duel that has finished decides the Death Match, or counts for the final, once (SE-08)."""
        episode = live.season.open
        if episode is None or live.season.phase != "death_match":
            return
        duel = self._finished(live.season, episode.duel)
        if duel is not None and not duel.abandoned and duel.header.seats == the_two(episode):
            live.submit(j.Fought(by="house", match=duel.header.match, winner=winner_in(duel)))

    def _finished(self, season: Season, match: str | None) -> Match | None:
        """The match, if it has finished and was not read before."""
        found = None if match is None or match in season.read else self._match(match)
        return found if found is not None and found.phase == "finished" else None

    def _end_unwanted(self, live: LiveSeason) -> None:
        """A match of this season that still runs and that nothing in it waits for is ended (SE-08, SE-14)."""
        for table in list(self.house.tables.values()):
            match = table.match
            if match.header.season == live.id and match.phase != "finished" and not self.wanted(live.season, match):
                reason = "The season does not wait for it any more."
                table.submit(matches.Ended(by="house", reason=reason))

    @staticmethod
    def wanted(season: Season, match: Match) -> bool:
        """Does the season wait for the end of this match?"""
        episode = season.open
        if episode is None:
            return False
        if season.phase == "main":
            return match.header.match == episode.match
        if match.header.match in season.read:  # somebody typed how the duel ended while it ran
            return False
        return match.header.match == episode.duel and match.header.seats == the_two(episode)

    def running(self, live: LiveSeason) -> tuple[Table, ...]:
        """The tables that the season waits for."""
        found = [table for table in self.house.tables.values() if table.match.header.season == live.id]
        return tuple(t for t in found if t.match.phase != "finished" and self.wanted(live.season, t.match))

    # --- listening ----------------------------------------------------------------------------------------------------
    def listen(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Call `hear(season)` when something changed in a season, or one was made. Returns the way out."""
        context = contextvars.copy_context()

        def told(season: str) -> None:
            context.run(hear, season)

        self._listeners.append(told)

        def leave() -> None:
            if told in self._listeners:
                self._listeners.remove(told)

        return leave

    def tell(self, season: str) -> None:
        for hear in list(self._listeners):
            try:
                hear(season)
            except Exception:  # one listener's trouble never reaches another
                log.exception("a listener failed")


def the_two(episode: Episode) -> tuple[str, ...]:
    """The seats of a duel: candidate and opponent; none while one of them is missing."""
    two = (episode.candidate, episode.opponent)
    return tuple(name for name in two if name is not None) if None not in two else ()


def outcome_in(match: Match, episode: Episode) -> outcomes.Outcome:
    """What a finished match gives to the season. Seats that were renamed when somebody sat down are the season's own
    names again (HH-10)."""
    printed = outcome_of(match)
    assert printed is not None
    names = dict(zip(match.seats, episode.seats, strict=True))
    return outcomes.known(_renamed(printed, names) if match.seats != episode.seats else printed)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def winner_in(duel: Match) -> str | None:
    """Who won a duel; None if it was drawn."""
    printed = outcome_of(duel)
    winners = [] if printed is None else printed["winners"]
    return winners[0] if len(winners) == 1 else None
