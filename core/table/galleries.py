"""The galleries of a house: members, their places, remarks, and the seats through which they look.

Neither tables nor players read them: a gallery follows stored inputs, a moment later (HH-61).
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from core.botplay.hindsight import would_have
from core.games.guard import GameFault
from core.levels import best
from core.match import journal as j
from core.match import views
from core.match.audience import Remark, wall
from core.match.records import RoundRecord
from core.match.seating import NAMES, is_unnamed
from core.match.state import Match
from core.narration import promises
from core.narration.promises import PromiseDue
from core.narration.stakes import priced
from core.narration.telling import story
from core.refusal import Refused, quoted
from core.store import Store
from core.story.parts import Story, Turn
from core.table.foresight import CloseForecast, forecast
from core.table.gallery import GalleryTable, Past, shown
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Aside, Message

SHELF = "galleries"
BREATH = 0.5
"""Seconds before a gallery hears of changes: players come first, and many changes become one."""
GONE = "You are not in the gallery of this match any more: its host has taken you out."


class TableIndex(Protocol):
    store: Store
    tables: dict[str, Table]

    def table(self, match: str) -> Table: ...
    def running(self) -> tuple[Table, ...]: ...
    def follow(self, listener: Callable[[str], None]) -> Callable[[], None]: ...


class GalleryPlace:
    def __init__(self, galleries: Galleries, table: Table, holder: str) -> None:
        self._galleries, self._table, self.holder = galleries, table, holder
        self._tables: dict[str, GalleryTable] = {}
        self._leave: list[Callable[[], None]] = []
        self._recorded: set[int] = set()

    @property
    def called(self) -> str:
        return self._table.match.audience.members.get(self.holder, "")

    def gone(self) -> Refused | None:
        """Return the refusal for a person who is no longer a member; None for a member."""
        return None if self.holder in self._table.match.audience.members else Refused("not_in_gallery", GONE, "HH-61")

    def _check(self) -> None:
        if (refusal := self.gone()) is not None:
            raise refusal

    def enter(self) -> None:
        """Record the look, as a host's is (CM-11), before anything is shown."""
        self._record()

    def _record(self) -> None:
        self._check()
        match = self._table.match
        if match.phase == "finished" or match.round in self._recorded:
            return
        when = match.spec.when(match.round)
        self._table.submit(j.Opened(author=self.holder, member_name=self.called, what=f"everything in {when}"))
        self._recorded.add(match.round)

    # --- what is seen ------------------------------------------------------------------------------------------------
    @property
    def match(self) -> Match:
        self._check()
        return shown(self._galleries.past(self._table).match())

    @property
    def late(self) -> str:
        words = self._table.match.header.gallery
        return words if words == "live" or self._table.match.phase == "finished" else f"{words} late"

    def watching(self) -> Seat:
        return Seat(self._table, None)

    def eyes(self, seat: str) -> Seat:
        """Return the view of a seat, recorded once a round. Refused: `not_seated`."""
        match = self.match
        if seat not in match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
        self._record()
        table = self._tables.setdefault(seat, GalleryTable(match, self._table.clock))
        table.goes_on(match)
        return Seat(table, seat, finds=lambda: self.gone() is None)

    def orders(self) -> dict[str, tuple[str, ...] | None]:
        """Return the sealed orders in words by seat, in seat order; None without a seal."""
        match = self.match
        sealed: dict[str, tuple[str, ...] | None] = {}
        for seat in match.seats:
            own = views.own_orders(match, seat)
            sealed[seat] = None if own is None else tuple(match.game.restate_to(own, views.game_view(match, seat)))
        return sealed

    def story(self) -> Story:
        """Return the story with every closed round whole; after the end everyone's. Cached for the same rounds; may
        take half a second."""
        return self._galleries.story(self._table.match.header.match, self.match)

    def if_closed(self) -> CloseForecast | None:
        """Return what the present seals would bring (HH-79); None where none can be tried. May take a tenth of a
        second; cached for the same seals."""
        return self._galleries.if_closed(self._table.match.header.match, self.match, self._table.clock())

    def promised(self) -> tuple[PromiseDue, ...]:
        """Return the promises due now against the sealed orders; from readable talk alone (HH-62)."""
        return promises.promises_due(self.match)

    def said(self) -> tuple[Message, ...]:
        return self.match.messages

    def confided(self) -> tuple[Aside, ...]:
        return self.match.asides

    def broken(self) -> tuple[Turn, ...]:
        """Return thefts and broken words up to the last close, latest first; promises only from readable talk. May take
        half a second; cached for the same rounds."""
        return self._galleries.broken(self._table.match.header.match, self.match)

    def expects(self, seat: str) -> tuple[str, tuple[str, ...]]:
        """Return the best bot's level, and its orders in that seat now in words, given what the seat knows without
        unreadable talk. May take half a second."""
        match = self.match
        return best(match.game.levels), would_have(match.game, views.sight(match, seat), views.own_orders(match, seat))

    # --- among themselves (HH-64) ------------------------------------------------------------------------------------
    def remarks(self) -> tuple[Remark, ...]:
        self._check()
        return tuple(remark for remark in self._table.match.audience.remarks if remark.where == "gallery")

    def remark(self, text: str) -> None:
        """Write to the others in the gallery. Refused for a bad text and by the wall (HH-63)."""
        self._check()
        members = self._table.match.audience.members
        self._galleries.check_wall(self.holder, [member for member in members if member != self.holder])
        self._table.submit(j.Remarked(author=self.holder, name=self.called, text=text, where="gallery"))

    def looks(self, seat: str | None) -> None:
        """Tell the others through which seat this member looks (None: as a spectator)."""
        self._galleries.looking.setdefault(self._table.match.header.match, {})[self.holder] = seat
        self._galleries.tell_soon(self._table.match.header.match)

    def others(self) -> tuple[tuple[str, str], ...]:
        """Return the connected members, each with the seat of their view; empty for a spectator's."""
        members = self._table.match.audience.members
        views_by_member = self._galleries.looking.get(self._table.match.header.match, {})
        return tuple((members[member], seat or "") for member, seat in views_by_member.items() if member in members)

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener()` a moment after each change, until `depart`."""

        def deliver() -> None:
            if self.gone() is None:
                match = self.match
                for table in self._tables.values():
                    table.goes_on(match)
            listener()

        self._leave.append(self._galleries.listen(self._table.match.header.match, deliver))

    def depart(self) -> None:
        for unsubscribe in self._leave:
            unsubscribe()
        self._leave.clear()
        self._galleries.looking.get(self._table.match.header.match, {}).pop(self.holder, None)
        self._galleries.tell_soon(self._table.match.header.match)


class Galleries:
    def __init__(self, house: TableIndex) -> None:
        self._house = house
        self._pasts: dict[str, Past] = {}
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._due: set[str] = set()
        self._broken: dict[str, tuple[tuple[RoundRecord, ...], tuple[Turn, ...]]] = {}
        self._stories: dict[str, tuple[tuple[RoundRecord, ...], Story]] = {}
        self._forecasts: dict[str, tuple[tuple[object, ...], CloseForecast | None]] = {}
        self._forecasting = threading.Lock()
        """Held while a forecast is made: another reader waits for it."""
        self.looking: dict[str, dict[str, str | None]] = {}
        house.follow(self._on_input)

    def broken(self, match: str, seen: Match) -> tuple[Turn, ...]:
        known = self._broken.get(match)
        if known is None or known[0] is not seen.rounds:
            series = self.story(match, seen).series
            turns = tuple(priced(turn, series) for turn in promises.overheard(seen))
            known = self._broken[match] = seen.rounds, turns
        return known[1]

    def story(self, match: str, seen: Match) -> Story:
        known = self._stories.get(match)
        if known is None or known[0] is not seen.rounds or known[1].phase != seen.phase:
            is_over = seen.phase == "finished" and not seen.abandoned
            known = self._stories[match] = (seen.rounds, story(seen, None, whole=is_over, late=None if is_over else 0))
        return known[1]

    def if_closed(self, match: str, seen: Match, now: float) -> CloseForecast | None:
        made_of = (seen.rounds, seen.state, seen.sealed, next(reversed(seen.messages), None))
        with self._forecasting:
            known = self._forecasts.get(match)
            if known is None or any(a is not b for a, b in zip(known[0], made_of, strict=True)):
                foretold = None
                with contextlib.suppress(GameFault):  # rules from outside that fail foretell nothing
                    foretold = forecast(seen, now)
                known = self._forecasts[match] = made_of, foretold
            return known[1]

    # --- who is let in -----------------------------------------------------------------------------------------------
    def has(self, match: str, holder: str) -> bool:
        table = self._house.tables.get(match)
        return table is not None and holder in table.match.audience.members

    def let_into_season(self, season: str, holder: str, called: str, yes: bool = True, by: str = "host") -> None:
        """Let a person into the galleries of all matches of a season in which they hold no seat, or out of all."""
        store = self._house.store
        names = {**of_season(store, season), holder: called}
        store.put(SHELF, season, {"who": {member: name for member, name in names.items() if yes or member != holder}})
        for table in self._house.running():
            if table.match.header.season == season and table.match.header.gallery:
                with contextlib.suppress(Refused):
                    table.submit(j.Gallery(author=by, holder=holder, name=called, yes=yes))

    def begun(self, table: Table) -> None:
        header = table.match.header
        if header.season and header.gallery:
            for holder, called in of_season(self._house.store, header.season).items():
                with contextlib.suppress(Refused):
                    table.submit(j.Gallery(holder=holder, name=called))

    def place(self, match: str, holder: str) -> GalleryPlace:
        """Return a member's place; the caller has called `fetch`. Refused: `not_in_gallery`."""
        place = GalleryPlace(self, self._house.table(match), holder)
        if (refusal := place.gone()) is not None:
            raise Refused("not_in_gallery", "You are not in the gallery of this match.", refusal.ruling)
        return place

    # --- the wall (HH-63) --------------------------------------------------------------------------------------------
    def walled(self, holder: str) -> frozenset[str]:
        """Return the people to which this person may write nothing: players of a running match that this person saw in
        its gallery."""
        return frozenset(
            other
            for table in self._house.running()
            if holder in table.match.audience.ever
            for other in table.match.holders.values()
            if other.startswith("person:") and other != holder
        )

    def hosts(self, *of: str) -> frozenset[str]:
        """Return the hosts of the house, and the further hosts of these matches and seasons (HH-45)."""
        known = self._house.store.all("people").items()
        return frozenset(
            f"person:{who}" for who, person in known if person.get("host") or {*of} & {*person.get("hosts", ())}
        )

    def check_wall(self, holder: str, readers: Iterable[str]) -> None:
        """Refused (`gallery_wall`) if one of `readers` plays a match that `holder` sees."""
        if self.walled(holder).intersection(readers):
            raise wall()

    def check_names(self, by: str, *names: str) -> None:
        """Refused (`gallery_wall`) if a walled person (`person:<id>` or `host:<id>`) would give a name of their own
        making. The names of the house and its people are allowed."""
        if not self.walled(by.replace("host:", "person:")):
            return
        known = {*NAMES, *(str(person["name"]) for person in self._house.store.all("people").values())}
        if any(name and name not in known and not is_unnamed(name) for name in names):
            raise wall()

    # --- what is seen, and told --------------------------------------------------------------------------------------
    def past(self, table: Table) -> Past:
        match = table.match.header.match
        if match not in self._pasts:
            self._pasts[match] = Past(table)
        return self._pasts[match]

    async def fetch(self, match: str) -> None:
        """Fill the cache of `past` off the event loop: a long journal takes time."""
        table = self._house.table(match)
        if match not in self._pasts:
            past = await asyncio.to_thread(Past, table, table.stored())
            past.note_now()
            self._pasts.setdefault(match, past)

    def _on_input(self, match: str) -> None:
        if match in self._pasts:
            self._pasts[match].note_now()
        self.tell_soon(match)

    def tell_soon(self, match: str) -> None:
        if match not in self._listeners or match in self._due:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a script or a test drives the house by hand
            return
        self._due.add(match)
        loop.call_later(BREATH, self._tell, match, context=contextvars.Context())

    def _tell(self, match: str) -> None:
        self._due.discard(match)
        for listener in list(self._listeners.get(match, ())):
            listener()

    def listen(self, match: str, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener()` in the listener's context a moment after a change. Returns the function that ends it."""
        context = contextvars.copy_context()

        def deliver() -> None:
            context.copy().run(listener)

        self._listeners.setdefault(match, []).append(deliver)

        def unsubscribe() -> None:
            listeners = self._listeners.get(match, [])
            if deliver in listeners:
                listeners.remove(deliver)
            if not listeners:
                self._listeners.pop(match, None)
                self._pasts.pop(match, None)
                self._broken.pop(match, None)
                self._stories.pop(match, None)
                self._forecasts.pop(match, None)

        return unsubscribe


def of_season(store: Store, season: str) -> dict[str, str]:
    return dict((store.get(SHELF, season) or {}).get("who", {}))
