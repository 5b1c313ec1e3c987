"""A season played by a restless host, and the invariants that must hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from core.house.house import House
from core.match import journal as matches
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.following import is_awaited
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.reducer import fold
from core.seasons.season_controls import SeasonControls
from core.seasons.words import digest
from core.table.table import Table
from storage.memory import MemoryStore

CAST = ("Ada", "Bo", "Cy", "Di", "Ed")
SEASON = "play-1"
DUELS = ("black_and_white", "ninety_nine")


class RestlessHost:
    """Acts on the season of a house: opens, plays on, rewinds, corrects, undoes."""

    def __init__(self, house: House, chance: random.Random) -> None:
        self.house = house
        self.chance = chance
        if SEASON not in house.seasons.live:
            house.seasons.make(
                CAST, title="Play", options=SeasonOptions(purse=3), seed=chance.getrandbits(32), season=SEASON
            )
        house.seasons.start()
        self.live: LiveSeason = house.seasons.live[SEASON]
        self.desk = SeasonControls(house.seasons, self.live)

    @property
    def over(self) -> bool:
        return self.live.season.phase == "finished"

    def step(self) -> str | None:
        """Do one thing. Returns its name, None if it was refused."""
        running = self.house.seasons.running(self.live)
        what, deed = self._play_on(running[0]) if running and self.chance.random() < 0.85 else self._deed()
        try:
            deed()
        except Refused:
            return None
        return what

    def _play_on(self, table: Table) -> tuple[str, Callable[[], object]]:
        lot = self.chance.random()
        if lot < 0.02:
            return "end", lambda: table.submit(matches.Ended(reason="rain"))
        if lot < 0.06:
            return "rewind", lambda: table.submit(matches.Rewound(round=1))
        return "close", lambda: table.submit(matches.Closed())

    def _deed(self) -> tuple[str, Callable[[], object]]:
        desk, season, chance = self.desk, self.live.season, self.chance
        name, other = chance.sample(list(season.cast), 2)
        last = season.episodes[-1] if season.episodes else None
        change = {name: j.CastCorrection(purse=chance.randrange(9), marked=chance.random() < 0.5)}
        gone = {name: j.CastCorrection(in_=chance.random() < 0.7)}
        anywhere: list[tuple[str, Callable[[], object]]] = [
            ("correct", lambda: desk.correct(change, "a mistake")),
            ("leave", lambda: desk.correct(gone, "came and went")),
            ("undo", desk.unbook),
            ("undo last", desk.undo),
        ]
        if season.phase == "between":
            opening = [
                ("open", lambda: desk.open(EpisodeWish("drifting_ship"))),
                ("open", lambda: desk.open(EpisodeWish("elsewhere"))),
            ]
            return chance.choice([*anywhere, *opening * 3, ("final", lambda: desk.final(chance.choice((1, 3))))])
        if season.phase == "main" and last is not None:
            typed = Outcome(ranking=(last.seats,), elimination_candidate=name, garnets={other: 2})
            booking = [("book", lambda: desk.book(typed)), ("book", desk.book)]
            return chance.choice([*anywhere, *booking * 3, ("call off", lambda: desk.call_off("rain"))])
        if season.phase == "death_match":
            return chance.choice(
                [
                    *anywhere,
                    *[("name", lambda: desk.name("candidate", name)), ("name", lambda: desk.name("opponent", other))]
                    * 2,
                    *[("duel", lambda: desk.duel(chance.choice(DUELS)))] * 3,
                    ("won", lambda: desk.death_match(chance.choice((name, None)))),
                    ("leave out", lambda: desk.leave_out("peace")),
                ]
            )
        return "undo", desk.unbook


# --- what must hold ---------------------------------------------------------------------------------------------------
def broken(house: House) -> list[str]:
    """Broken invariants of a season after opening and starting; empty if none."""
    live = house.seasons.live.get(SEASON)
    if live is None:
        return [f"the season cannot be read: {house.seasons.damaged}"]
    problems = [*_purses(live), *_bookings(house, live)]
    season = live.season
    main = season.open.match if season.open is not None and season.phase == "main" else None
    if main is not None and not house.knows(main):
        problems.append(f"{main} was never made")
    elif main is not None and main not in season.read and house.table(main).match.phase == "finished":
        problems.append(f"{main} has finished and is not booked")
    for table in house.tables.values():
        match = table.match
        unwanted = match.phase != "finished" and not is_awaited(season, match)
        if match.header.season == SEASON and unwanted:
            problems.append(f"{match.header.match} goes on though nothing waits for it")
    return problems


def _purses(live: LiveSeason) -> list[str]:
    problems = []
    for name, player in live.season.cast.items():
        explained = sum(line.amount for line in live.season.ledger if line.name == name)
        if player.purse != explained or player.purse < 0:
            problems.append(f"{name} holds {player.purse} garnets, {explained} are explained")
    return problems


def _bookings(house: House, live: LiveSeason) -> list[str]:
    """The journal must fold to the live season, and the house may book no match twice."""
    stored = house.store.seasons.read(SEASON)
    entries = [j.entry_from_json(entry) for entry in stored.entries]
    problems = []
    if digest(fold(j.header_from_json(stored.header), entries)) != digest(live.season):
        problems.append("the journal does not fold to the season")
    read = [entry.match for entry in entries if isinstance(entry, j.Booked | j.Fought) and entry.author == "house"]
    problems += [f"{match} was booked {n} times" for match, n in Counter(read).items() if n > 1]
    return problems


# --- dying in the middle ----------------------------------------------------------------------------------------------
class Killed(BaseException):
    """The process is gone: nothing catches it."""


class Mortal:
    """A store that dies at a given write: just before or just after it is on disk."""

    def __init__(self, store: MemoryStore, writes: int, *, after: bool) -> None:
        self._store = store
        self._left = writes
        self._after = after
        self.seasons: Any = _Dying(self, store.seasons)

    def write(self, doing: Callable[[], None]) -> None:
        self._left -= 1
        if self._left == 0 and not self._after:
            raise Killed
        doing()
        if self._left == 0:
            raise Killed

    def create(self, match: str, header: dict[str, Any]) -> None:
        self.write(lambda: self._store.create(match, header))

    def append(self, match: str, *entries: dict[str, Any]) -> None:
        self.write(lambda: self._store.append(match, *entries))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class _Dying:
    """Journals of seasons of a mortal store."""

    def __init__(self, mortal: Mortal, journals: Any) -> None:
        self._mortal = mortal
        self._journals = journals

    def create(self, name: str, header: dict[str, Any]) -> None:
        self._mortal.write(lambda: self._journals.create(name, header))

    def append(self, name: str, entry: dict[str, Any]) -> None:
        self._mortal.write(lambda: self._journals.append(name, entry))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journals, name)
