"""The galleries of a house: who is let in, their places, what they say among themselves, who looks through whose eyes.

Nothing here is read by a table or by anybody who plays: a gallery follows what was kept, a moment later (HH-61).
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Iterable
from typing import Protocol

from core.botplay.hindsight import would_have
from core.levels import best
from core.match import journal as j
from core.match import views
from core.match.audience import Remark, wall
from core.match.seating import NAMES, is_unnamed
from core.match.state import Match, RoundRecord
from core.narration import promises
from core.narration.recall import memory_of
from core.refusal import Refused, quoted
from core.store import Store
from core.story.parts import Turn
from core.table.gallery import GalleryTable, Past, shown
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Aside, Message

SHELF = "galleries"
BREATH = 0.5
"""Seconds after which a gallery is told what has come: those who play are answered first, and much at once is one."""
GONE = "You are not in the gallery of this match any more: its host has taken you out."


class TableIndex(Protocol):
    """What galleries ask of their house."""

    store: Store
    tables: dict[str, Table]

    def table(self, match: str) -> Table: ...
    def running(self) -> tuple[Table, ...]: ...
    def follow(self, hear: Callable[[str], None]) -> Callable[[], None]: ...


class GalleryPlace:
    """Somebody's place in the gallery of a match: everything of it, for as long as they are let in."""

    def __init__(self, galleries: Galleries, table: Table, holder: str) -> None:
        self._galleries, self._table, self.holder = galleries, table, holder
        self._tables: dict[str, GalleryTable] = {}
        self._leave: list[Callable[[], None]] = []
        self._recorded: set[int] = set()

    @property
    def called(self) -> str:
        """What they are called."""
        return self._table.match.audience.members.get(self.holder, "")

    def gone(self) -> Refused | None:
        """Why they see nothing of it any more; None while they are let in."""
        return None if self.holder in self._table.match.audience.members else Refused("not_in_gallery", GONE, "HH-61")

    def _check(self) -> None:
        if (gone := self.gone()) is not None:
            raise gone

    def enter(self) -> None:
        """On record, as a host's look is (CM-11); nothing is shown before."""
        self._record()

    def _record(self) -> None:
        """Once a round: who is in it sees everything, whichever page they are at."""
        self._check()
        match = self._table.match
        if match.phase == "finished" or match.round in self._recorded:
            return
        when = match.game.spec.when(match.round)
        self._table.submit(j.Opened(by=self.holder, called=self.called, what=f"everything in {when}"))
        self._recorded.add(match.round)

    # --- what is seen ------------------------------------------------------------------------------------------------
    @property
    def match(self) -> Match:
        """The match as it is shown now."""
        self._check()
        return shown(self._galleries.past(self._table).match())

    @property
    def late(self) -> str:
        """How late, in words: `live`, `2 rounds late`."""
        words = self._table.match.header.gallery
        return words if words == "live" or self._table.match.phase == "finished" else f"{words} late"

    def watching(self) -> Seat:
        """With the eyes of nobody: what spectators know, now."""
        return Seat(self._table, None)

    def eyes(self, seat: str) -> Seat:
        """With the eyes of a seat, on record once a round. Refused: `not_seated`."""
        match = self.match
        if seat not in match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
        self._record()
        table = self._tables.setdefault(seat, GalleryTable(match, self._table.clock))
        table.goes_on(match)
        return Seat(table, seat, finds=lambda: self.gone() is None)

    def orders(self) -> dict[str, tuple[str, ...] | None]:
        """By seat, in seat order, what is sealed, in words; None where nothing is."""
        match = self.match
        found: dict[str, tuple[str, ...] | None] = {}
        for seat in match.seats:
            own = views.own_orders(match, seat)
            found[seat] = None if own is None else tuple(match.game.restate_to(own, views.game_view(match, seat)))
        return found

    def said(self) -> tuple[Message, ...]:
        """The talk that may be read here (HH-62), oldest first."""
        return self.match.said

    def confided(self) -> tuple[Aside, ...]:
        """The confessionals of those who let them be read here, oldest first."""
        return self.match.apart

    def broken(self) -> tuple[Turn, ...]:
        """What was done to somebody up to the last close, the latest first: stolen, and words broken as far as the talk
        that gave them may be read here. It may take half a second; of as many rounds it is found once."""
        return self._galleries.broken(self._table.match.header.match, self.match)

    def expects(self, seat: str) -> tuple[str, tuple[str, ...]]:
        """What a sharp bot (the usual one where there are no sharp ones) would do in that seat now, knowing what it
        knows but for the talk that is not read here: its level, and what in words. It may take half a second."""
        match = self.match
        return best(match.game.levels), would_have(match.game, views.sight(match, seat), views.own_orders(match, seat))

    # --- among themselves (HH-64) ------------------------------------------------------------------------------------
    def remarks(self) -> tuple[Remark, ...]:
        """What is said in the gallery, oldest first: at once, however late the match is seen."""
        self._check()
        return tuple(one for one in self._table.match.audience.remarks if one.where == "gallery")

    def remark(self, text: str) -> None:
        """Say something to the others in the gallery. Refused: what no text is, and by the wall (HH-63)."""
        self._check()
        members = self._table.match.audience.members
        self._galleries.check_wall(self.holder, [one for one in members if one != self.holder])
        self._table.submit(j.Remarked(by=self.holder, called=self.called, text=text, where="gallery"))

    def looks(self, seat: str | None) -> None:
        """From now on through these eyes (None: nobody's), as the others in the gallery see."""
        self._galleries.looking.setdefault(self._table.match.header.match, {})[self.holder] = seat
        self._galleries.kept(self._table.match.header.match)

    def others(self) -> tuple[tuple[str, str], ...]:
        """Who is here, with whose eyes: a seat's name, or empty for nobody's."""
        members = self._table.match.audience.members
        here = self._galleries.looking.get(self._table.match.header.match, {})
        return tuple((members[one], seat or "") for one, seat in here.items() if one in members)

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, hear: Callable[[], None]) -> None:
        """Call `hear()` a moment after anything changed, until `depart`."""

        def told() -> None:
            if self.gone() is None:
                match = self.match
                for table in self._tables.values():
                    table.goes_on(match)
            hear()

        self._leave.append(self._galleries.listen(self._table.match.header.match, told))

    def depart(self) -> None:
        """Leave: nothing is told here any more."""
        for leave in self._leave:
            leave()
        self._leave.clear()
        self._galleries.looking.get(self._table.match.header.match, {}).pop(self.holder, None)
        self._galleries.kept(self._table.match.header.match)


class Galleries:
    """Those of one house."""

    def __init__(self, house: TableIndex) -> None:
        self._house = house
        self._pasts: dict[str, Past] = {}
        self._hearers: dict[str, list[Callable[[], None]]] = {}
        self._due: set[str] = set()
        self._broken: dict[str, tuple[tuple[RoundRecord, ...], tuple[Turn, ...]]] = {}
        self.looking: dict[str, dict[str, str | None]] = {}
        """By match, who of its gallery is here, and with whose eyes."""
        house.follow(self._kept)

    def broken(self, match: str, seen: Match) -> tuple[Turn, ...]:
        """`GalleryPlace.broken`, for all who are in one gallery."""
        known = self._broken.get(match)
        if known is None or known[0] is not seen.rounds:
            turns = [turn for seat in seen.seats for turn in seen.game.own_tale(memory_of(seen, seat)).turns]
            turns += [turn for seat in seen.seats for turn in promises.turns(seen, seat)]
            said = {turn.text: turn for turn in turns if turn.tells == "betrayal"}
            known = self._broken[match] = seen.rounds, tuple(sorted(said.values(), key=lambda turn: -turn.round))
        return known[1]

    # --- who is let in -----------------------------------------------------------------------------------------------
    def has(self, match: str, holder: str) -> bool:
        """Is that person in the gallery of that match, open or played?"""
        table = self._house.tables.get(match)
        return table is not None and holder in table.match.audience.members

    def let_into_season(self, season: str, holder: str, called: str, yes: bool = True, by: str = "host") -> None:
        """Into the gallery of every match that the season makes and that has one, in which they hold no seat; or out of
        all of them."""
        store = self._house.store
        kept = {**of_season(store, season), holder: called}
        store.put(SHELF, season, {"who": {one: name for one, name in kept.items() if yes or one != holder}})
        for table in self._house.running():
            if table.match.header.season == season and table.match.header.gallery:
                with contextlib.suppress(Refused):
                    table.submit(j.Gallery(by=by, holder=holder, called=called, yes=yes))

    def begun(self, table: Table) -> None:
        """A match was made: those of its season's gallery are in its own."""
        header = table.match.header
        if header.season and header.gallery:
            for holder, called in of_season(self._house.store, header.season).items():
                with contextlib.suppress(Refused):
                    table.submit(j.Gallery(holder=holder, called=called))

    def place(self, match: str, holder: str) -> GalleryPlace:
        """Somebody's place, which the caller has fetched. Refused: `not_in_gallery`."""
        found = GalleryPlace(self, self._house.table(match), holder)
        if (gone := found.gone()) is not None:
            raise Refused("not_in_gallery", "You are not in the gallery of this match.", gone.ruling)
        return found

    # --- the wall (HH-63) --------------------------------------------------------------------------------------------
    def walled(self, holder: str) -> frozenset[str]:
        """To whom somebody writes nothing anywhere: who plays a match that still runs, and whose gallery they have been
        in."""
        return frozenset(
            other
            for table in self._house.running()
            if holder in table.match.audience.ever
            for other in table.match.holders.values()
            if other.startswith("person:") and other != holder
        )

    def hosts(self, *of: str) -> frozenset[str]:
        """Who hosts the house, or one of these matches and seasons beside whoever made it (HH-45)."""
        known = self._house.store.all("people").items()
        return frozenset(f"person:{who}" for who, one in known if one.get("host") or {*of} & {*one.get("hosts", ())})

    def check_wall(self, holder: str, readers: Iterable[str]) -> None:
        """Refused (`gallery_wall`) where somebody of `readers` plays what `holder` sees."""
        if self.walled(holder).intersection(readers):
            raise wall()

    def check_names(self, by: str, *names: str) -> None:
        """Refused (`gallery_wall`) where somebody (`person:<id>` or `host:<id>`) who may not write to those who play a
        match would give anything in the house a name of their own making: none of the house's, nor of its people."""
        if not self.walled(by.replace("host:", "person:")):
            return
        known = {*NAMES, *(str(one["name"]) for one in self._house.store.all("people").values())}
        if any(name and name not in known and not is_unnamed(name) for name in names):
            raise wall()

    # --- what is seen, and told --------------------------------------------------------------------------------------
    def past(self, table: Table) -> Past:
        """The match as its gallery sees it, one for all of them."""
        match = table.match.header.match
        if match not in self._pasts:
            self._pasts[match] = Past(table)
        return self._pasts[match]

    async def fetch(self, match: str) -> None:
        """Before `past` from an event loop with others on it: go through a long journal aside."""
        table = self._house.table(match)
        if match not in self._pasts:
            found = await asyncio.to_thread(Past, table, table.stored())
            found.kept()
            self._pasts.setdefault(match, found)

    def _kept(self, match: str) -> None:
        if match in self._pasts:
            self._pasts[match].kept()
        self.kept(match)

    def kept(self, match: str) -> None:
        """Something changed: whoever is in that gallery is told, a moment later."""
        if match not in self._hearers or match in self._due:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a script or a test drives the house by hand
            return
        self._due.add(match)
        loop.call_later(BREATH, self._tell, match, context=contextvars.Context())

    def _tell(self, match: str) -> None:
        self._due.discard(match)
        for hear in list(self._hearers.get(match, ())):
            hear()

    def listen(self, match: str, hear: Callable[[], None]) -> Callable[[], None]:
        """Call `hear()`, in the context of whoever listens, a moment after something changed. Returns the way out."""
        context = contextvars.copy_context()

        def told() -> None:
            context.copy().run(hear)

        self._hearers.setdefault(match, []).append(told)

        def leave() -> None:
            found = self._hearers.get(match, [])
            if told in found:
                found.remove(told)
            if not found:
                self._hearers.pop(match, None)
                self._pasts.pop(match, None)
                self._broken.pop(match, None)

        return leave


def of_season(store: Store, season: str) -> dict[str, str]:
    """Who is in the gallery of a season, with what they are called."""
    return dict((store.get(SHELF, season) or {}).get("who", {}))
