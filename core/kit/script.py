"""A match played by script: given, orders, expect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.contract import AnyGame
from core.decoding import plain
from core.json import Json
from core.kit.played import Broken, begin_match, hold
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome, pending
from core.match.ledger import Pending
from core.match.reducer import take
from core.match.state import Match
from core.refusal import Refused


class Script:
    """One match under test. Every method that changes it raises Refused where the match refuses."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @classmethod
    def of(cls, game: AnyGame, seed: int = 7, **header: Any) -> Script:
        """A match of `game` at its beginning; `header`: `given` (set-up keys), `options` and what else a header has."""
        return cls(begin_match(game, seed, **header))

    # --- inputs
    def apply(self, entry: j.AnyEntry) -> None:
        self.match, _ = take(self.match, entry)

    def seal(self, seat: str, orders: Json) -> None:
        self.apply(j.Sealed(by=seat, orders=orders))

    def withdraw(self, seat: str) -> None:
        self.apply(j.Withdrew(by=seat))

    def ready(self, seat: str, ready: bool = True) -> None:
        self.apply(j.Readied(by=seat, ready=ready))

    def do(self, seat: str, action: Json) -> None:
        """A live action, or a choice of the decision phase."""
        self.apply(j.Acted(by=seat, action=action))

    def lapse(self, *seats: str) -> None:
        """Time passes for these seats, or for all on turn: each makes the default move (CM-31)."""
        self.apply(j.Lapsed(seats=seats))

    def say(self, seat: str, to: Any, text: str) -> None:
        self.apply(j.Said(by=seat, to=to if isinstance(to, str) else tuple(to), text=text))

    def close(self, cause: Any = "host") -> Json:
        """Close the round; the reports of the seats as JSON (empty for a decision)."""
        closed = len(self.match.rounds)
        self.apply(j.Closed(cause=cause))
        fresh = self.match.rounds[closed:]
        return plain(fresh[0].reports) if fresh else {}

    # --- refusals
    def refused(self, seat: str, orders: Any) -> Refused:
        """The refusal of these orders; the test fails if they are accepted."""
        return self._refused(lambda: self.seal(seat, orders))

    def refused_do(self, seat: str, action: Json) -> Refused:
        """The refusal of this action."""
        return self._refused(lambda: self.do(seat, action))

    def refused_say(self, seat: str, to: Any, text: str) -> Refused:
        return self._refused(lambda: self.say(seat, to, text))

    act, refused_act = do, refused_do  # as games written for contract 1 call them

    def _refused(self, doing: Callable[[], None]) -> Refused:
        before = self.match
        try:
            doing()
        except Refused as refusal:
            hold(self.match is before, "a refusal changed something")
            hold(refusal.message.strip(), "a refusal has no words")
            return refusal
        raise Broken("this should have been refused, and was accepted")

    # --- what is there
    @property
    def host(self) -> Json:
        return views.host(self.match)

    def view(self, seat: str | None) -> Json:
        return views.view(self.match, seat)

    def notices(self, seat: str) -> list[Json]:
        """Everything this seat was told in mid-round, oldest first."""
        return [plain(told.notice) for told in self.match.told.get(seat, ())]

    @property
    def outcome(self) -> Json | None:
        return outcome(self.match)

    @property
    def result(self) -> Json:
        """The outcome of a match that has finished; the test fails before."""
        found = self.outcome
        if found is None:
            raise Broken("the match has not finished")
        return found

    @property
    def pending(self) -> Pending | None:
        return pending(self.match)

    @property
    def turn(self) -> tuple[str, ...]:
        """Who is on turn, in a game with turns."""
        stage = self.match.stage
        return () if stage is None else stage.seats

    @property
    def phase(self) -> str:
        return self.match.phase

    @property
    def round(self) -> int:
        return self.match.round

    @property
    def digest(self) -> str:
        return views.digest(self.match)
