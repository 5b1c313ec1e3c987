"""A small game of the tests that uses everything of the engine, under each policy of talk.

Four seats, three rounds. Orders name a number from 0 to 9; the highest single number of a round scores a point. Live
actions: `wave` to another seat (tells both, asks the other for an answer), `line` opens a line to another seat until
the close. The most points win; the fewest are the Elimination Candidate, ties chosen by the winners; a single winner
gives two tokens away. Each seat holds a secret word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.bots.contract import Bot
from core.contract import (
    ActionResult,
    Asks,
    Choice,
    Closing,
    Game,
    GameState,
    Given,
    Notice,
    Options,
    Policy,
    Spec,
    Struct,
)
from core.dice import Dice
from core.games import register
from core.ledger import Ending, LedgerEntry, Pending, group
from core.refusal import NotAMatch, Refused


class ParleyState(GameState, frozen=True, kw_only=True):
    points: dict[str, int]
    words: dict[str, str]
    open: tuple[tuple[str, str], ...] = ()
    given_away: bool = False


class ParleyOrders(Struct, frozen=True):
    number: int | None = None


class Wave(Struct, frozen=True, tag="wave", tag_field="kind"):
    to: str


class Line(Struct, frozen=True, tag="line", tag_field="kind"):
    to: str


class ParleyGiven(Given, frozen=True):
    points: dict[str, int] | None = None
    words: dict[str, str] | None = None


class ParleyOptions(Options, frozen=True):
    highest: int = 9


class ParleyReport(Struct, frozen=True):
    points: int
    won: bool
    number: int | None


class ParleyView(Struct, frozen=True):
    word: str | None
    points: int | None


class Parley(Game[ParleyState, ParleyOrders, ParleyView, ParleyReport]):
    State, Orders, Action, Options, Given = ParleyState, ParleyOrders, Wave | Line, ParleyOptions, ParleyGiven
    Report, View = ParleyReport, ParleyView

    def __init__(self, policy: Policy) -> None:
        self.spec = Spec(  # type: ignore[misc]
            id=f"parley-{policy}",
            title=f"Parley ({policy})",
            blurb="A game for tests.",
            seats=4,
            rounds=3,
            policy=policy,
            ruling_prefix="PA",
        )

    def setup(self, seats: tuple[str, ...], options: ParleyOptions, given: ParleyGiven, dice: Dice) -> ParleyState:
        for name in [*(given.points or {}), *(given.words or {})]:
            if name not in seats:
                raise NotAMatch("not_seated", f"Nobody called {name!r} is seated here.")
        draw = dice.draw("words")
        words = {seat: given.words[seat] if given.words else f"w{draw.below(1000)}" for seat in seats}
        points = {seat: (given.points or {}).get(seat, 0) for seat in seats}
        return ParleyState(seats=seats, round=given.round or 1, points=points, words=words)

    def check(self, state: ParleyState, seat: str, orders: ParleyOrders) -> None:
        if orders.number is not None and not 0 <= orders.number <= 9:
            raise Refused("bad_number", f"Name a number from 0 to 9, not {orders.number}.", "PA-01")

    def act(
        self, state: ParleyState, seat: str, action: Wave | Line, sealed: ParleyOrders | None, dice: Dice
    ) -> ActionResult[ParleyState]:
        if action.to not in state.seats or action.to == seat:
            raise Refused("not_seated", f"You cannot turn to {action.to!r}.", "PA-02")
        notices: dict[str, tuple[Notice, ...]] = {
            seat: (Notice("waved", f"You turned to {action.to}."),),
            action.to: (Notice("waved", f"{seat} turned to you."),),
        }
        if isinstance(action, Line):
            first, other = (s for s in state.seats if s in (seat, action.to))
            state = msgspec.structs.replace(state, open=tuple(sorted({*state.open, (first, other)})))
        return ActionResult(state, notices, (action.to,))

    def close(
        self, state: ParleyState, orders: Mapping[str, ParleyOrders], dice: Dice
    ) -> Closing[ParleyState, ParleyReport]:
        numbers = {seat: orders[seat].number for seat in state.seats if seat in orders}
        most = max((n for n in numbers.values() if n is not None), default=None)
        best = [seat for seat, n in numbers.items() if n is not None and n == most]
        points = {s: p + (best == [s]) for s, p in state.points.items()}
        reports = {s: ParleyReport(points[s], best == [s], numbers.get(s)) for s in state.seats}
        after = msgspec.structs.replace(state, points=points, open=())
        if state.round < 3:
            return Closing(msgspec.structs.replace(after, round=state.round + 1), reports)
        return Closing(self._end(after), reports, {"best": max(points.values())})

    def _end(self, state: ParleyState) -> ParleyState:
        ranking = group(state.seats, state.points)
        winners, last = ranking[0], ranking[-1] if len(ranking) > 1 else ()
        ledger = tuple(LedgerEntry(seat, "token", 1, "the most points") for seat in winners)
        ending = Ending(
            winners,
            ranking,
            candidates=last if len(last) > 1 else (),
            choosers=winners,
            candidate=last[0] if len(last) == 1 else None,
        )
        return msgspec.structs.replace(state, ending=ending, ledger=(*state.ledger, *ledger))

    def pending(self, state: ParleyState) -> Pending | None:
        ending = state.ending
        assert ending is not None
        waiting = super().pending(state)
        if len(ending.winners) == 1 and not state.given_away and (waiting is None or waiting.kind == "choose_opponent"):
            among = tuple(s for s in state.seats if s not in (ending.winners[0], ending.candidate))
            return Pending("give_tokens", ending.winners, among, 1)
        return waiting

    def decide(self, state: ParleyState, kind: str, chosen: tuple[str, ...]) -> ParleyState:
        if kind == "give_tokens":
            more = tuple(LedgerEntry(seat, "token", 1, "a gift") for seat in chosen)
            return msgspec.structs.replace(state, ledger=(*state.ledger, *more), given_away=True)
        return super().decide(state, kind, chosen)

    def asks(self, state: ParleyState, seat: str, sealed: ParleyOrders | None) -> Asks:
        numbers = [
            Choice("number", n, closed=None if n <= 9 else "Too high.", ruling="PA-01", probe={"number": n})
            for n in range(12)
        ]
        waves = [Choice("action.wave", s, probe={"kind": "wave", "to": s}) for s in state.seats if s != seat]
        return Asks(True, {"highest": 9}, (*numbers, *waves))

    def view(self, state: ParleyState, seat: str | None) -> ParleyView:
        return ParleyView(state.words[seat], state.points[seat]) if seat else ParleyView(None, None)

    def host(self, state: ParleyState) -> dict[str, Any]:
        return {"players": {s: {"points": state.points[s], "word": state.words[s]} for s in state.seats}}

    def realms(self, state: ParleyState) -> dict[str, str]:
        if self.spec.policy != "realms":
            return {}
        return {seat: "north" if i < 2 else "south" for i, seat in enumerate(state.seats)}

    def lines(self, state: ParleyState) -> tuple[tuple[str, str], ...]:
        return state.open

    def restate(self, orders: ParleyOrders) -> list[str]:
        return [f"Name {orders.number}."]

    def tell(self, report: ParleyReport) -> list[str]:
        return [f"You have {report.points} points."]

    def bot(self, level: str, seat: str, seed: int) -> Bot[ParleyOrders, ParleyView, ParleyReport]:
        raise NotImplementedError


class Turns(Parley):
    """Parley in which a seat acts each round, in seat order, with concealed counts."""

    def __init__(self) -> None:
        super().__init__("open")
        self.spec = msgspec.structs.replace(  # type: ignore[misc]
            self.spec, id="parley-turns", title="Parley in turns", counts=False
        )

    def asks(self, state: ParleyState, seat: str, sealed: ParleyOrders | None) -> Asks:
        return super().asks(state, seat, sealed) if self._turn(state) == seat else Asks(False)

    def check(self, state: ParleyState, seat: str, orders: ParleyOrders) -> None:
        if self._turn(state) != seat:
            raise Refused("not_your_turn", f"It is {self._turn(state)}'s turn.", "PA-03")
        super().check(state, seat, orders)

    def _turn(self, state: ParleyState) -> str:
        return state.seats[(state.round - 1) % len(state.seats)]


POLICIES: tuple[Policy, ...] = ("open", "realms", "limited")
for each in POLICIES:
    register(Parley(each))
register(Turns())
