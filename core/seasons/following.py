"""Keeps a season in step with its matches: reads results, ends episodes, makes duels (SE-05, SE-08, SE-14).

The season's entry comes first: `Opened` and `DuelMade` hold all that their match needs, so the next start completes
what a kill interrupted. `follow` runs after every entry and every change of a match, and is idempotent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

from core.json import Json
from core.match import journal as matches
from core.match.decisions import outcome as outcome_of
from core.match.state import Match
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.death_match import is_safe
from core.seasons.live import LiveSeason
from core.seasons.season import Episode, Season
from core.store import Store
from core.table.clock_gaps import Clock
from core.table.galleries import Galleries
from core.table.table import Table


class Matches(Protocol):
    """The house as seasons use it (`core.house.house.House`)."""

    store: Store
    clock: Clock
    token: Callable[[int], str]
    tables: dict[str, Table]
    damaged: dict[str, str]

    @property
    def galleries(self) -> Galleries: ...

    def table(self, match: str, /) -> Table: ...

    def holders(self, match: str, /) -> dict[str, str]: ...

    def is_finished(self, match: str, /) -> bool: ...

    def free_id(self, game: str, /, *, hidden: bool = False) -> str: ...

    def new_id(self, stem: str, taken: Collection[str], /, *, hidden: bool) -> str: ...

    def make(self, *seating: Any, **how: Any) -> Table: ...

    def of_season(self, season: str, /) -> tuple[str, ...]: ...

    def listen(self, listener: Callable[[str], None], /) -> Callable[[], None]: ...


def follow(house: Matches, live: LiveSeason) -> None:
    """Make, book and end the matches as the season stands."""
    make_missing(house, live)
    exempt_in_match(house, live)
    book(house, live)
    decide(house, live)
    end_unwanted(house, live)


def _match_or_none(house: Matches, match: str) -> Match | None:
    try:
        return house.table(match).match
    except Refused:
        return None


def make_missing(house: Matches, live: LiveSeason) -> None:
    """Make the match of an entry that a kill left without one."""
    episode = live.season.open
    if episode is None:
        return
    if live.season.phase == "main" and episode.match is not None:
        if _is_missing(house, episode.match):
            _make_match(house, live, episode.match, episode.game, episode.seats, episode.options, episode.seating)
        _set_times(house, episode.match, episode.seating.times)
    if (two := the_two(episode)) and episode.duel and episode.duel_game and _is_missing(house, episode.duel):
        _make_match(house, live, episode.duel, episode.duel_game, two, {}, episode.duel_seating)


def _set_times(house: Matches, match: str, times: j.Times | None) -> None:
    """Set the season's times once; past ones are left out. A match that was scheduled once is left alone: its host may
    have set other times, or none."""
    table = None if times is None else house.tables.get(match)
    if times is None or table is None or table.match.phase == "finished":
        return
    if any(news.kind == "scheduled" for news in table.match.news):
        return
    now = house.clock()
    moments = tuple(moment for moment in times.moments if moment > now)
    if moments:
        entry = matches.Scheduled(
            at=now, author="house", moments=moments, rule=times.rule, least=times.least, keep=times.keep
        )
        table.submit(entry)


def exempt_in_match(house: Matches, live: LiveSeason) -> None:
    """Exempt guests, and players who are out or safe, from being chosen in the main match (SE-24)."""
    season, episode = live.season, live.season.open
    if season.phase != "main" or episode is None or episode.match is None:
        return
    table = house.tables.get(episode.match)
    if table is None or table.match.phase == "finished":
        return
    seat_of = dict(zip(episode.seats, table.match.seats, strict=True))
    names = tuple(
        seat for name, seat in seat_of.items()
        if name not in episode.sat or not season.cast[name].in_ or is_safe(season, name)
    )  # fmt: skip
    guests = tuple(seat_of[name] for name in episode.seats if name not in episode.sat)
    if (names, guests) != (table.match.exempt_seats, table.match.guests):
        table.submit(matches.Exempted(author="house", seats=names, guests=guests))


def _is_missing(house: Matches, match: str) -> bool:
    return match not in house.tables and match not in house.store.matches()


def _make_match(
    house: Matches, live: LiveSeason, match: str, game: str, seats: tuple[str, ...], options: Json, seating: j.Seating
) -> None:
    table = house.make(
        game, seats, match=match, season=live.id, holders=seating.holders, host=live.season.header.host,
        options=options,
        **{**seating.chosen(), "trial": live.season.options.trial},
    )  # fmt: skip
    _set_times(house, match, seating.times)
    if live.season.public:
        table.submit(matches.Published(author="house"))


def book(house: Matches, live: LiveSeason) -> None:
    """Book a finished main match, once (SE-05)."""
    episode = live.season.open
    if episode is None or live.season.phase != "main":
        return
    match = _unread_finished(house, live.season, episode.match)
    if match is None:
        return
    name = match.header.match
    if match.abandoned:
        live.submit(j.CalledOff(author="house", reason=f"{name} was ended without a result."))
    else:
        live.submit(j.Booked(author="house", match=name, outcome=outcome_in(match, episode)))


def decide(house: Matches, live: LiveSeason) -> None:
    """Decide the Death Match, or count for the final, by a finished duel, once (SE-08)."""
    episode = live.season.open
    if episode is None or live.season.phase != "death_match":
        return
    duel = _unread_finished(house, live.season, episode.duel)
    if duel is not None and not duel.abandoned:
        live.submit(j.Fought(author="house", match=duel.header.match, winner=winner_in(duel, episode)))


def _unread_finished(house: Matches, season: Season, match: str | None) -> Match | None:
    finished = None if match is None or match in season.read else _match_or_none(house, match)
    return finished if finished is not None and finished.phase == "finished" else None


def end_unwanted(house: Matches, live: LiveSeason) -> None:
    """End running matches of this season that it no longer needs (SE-08, SE-14)."""
    for table in list(house.tables.values()):
        match = table.match
        if match.header.season == live.id and match.phase != "finished" and not is_awaited(live.season, match):
            reason = "The season does not wait for it any more."
            table.submit(matches.Ended(author="house", reason=reason))


def is_awaited(season: Season, match: Match) -> bool:
    episode = season.open
    if episode is None:
        return False
    if season.phase == "main":
        return match.header.match == episode.match
    return match.header.match == episode.duel  # a duel is forgotten once it lacks a player, or its winner was typed


def seats_in(season: Season, match: Match) -> dict[str, str]:
    """Return the seats of a match by the season's names; a seat may have been renamed (HH-10)."""
    episode = season.open
    if episode is None:
        return {}
    names = episode.seats if season.phase == "main" else the_two(episode)
    return dict(zip(names, match.seats, strict=True))


def the_two(episode: Episode) -> tuple[str, ...]:
    two = (episode.candidate, episode.opponent)
    return tuple(name for name in two if name is not None) if None not in two else ()


def outcome_in(match: Match, episode: Episode) -> outcomes.Outcome:
    """Return the outcome of a finished match, with the season's names for renamed seats (HH-10)."""
    printed = outcome_of(match)
    assert printed is not None
    names = dict(zip(match.seats, episode.seats, strict=True))
    return outcomes.printed_outcome({field: _renamed(value, names) for field, value in printed.items()})


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def winner_in(duel: Match, episode: Episode) -> str | None:
    """Return the duel's winner by the season's name; None for a draw."""
    printed = outcome_of(duel)
    winners = [] if printed is None else printed["winners"]
    return the_two(episode)[duel.seats.index(winners[0])] if len(winners) == 1 else None
