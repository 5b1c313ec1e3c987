"""A small game of the tests' own: it tries everything that the engine offers, under each policy of talk.

Four seats, three rounds. Orders name a number from 0 to 9; the highest single number of a round scores its seat 1
point. Live actions: `wave` to another seat (tells both, asks the other for an answer), `line` opens a line to
another seat until the close. The most points win; the fewest are the Elimination Candidate, ties chosen by the
winners; a single winner then gives two tokens away. Each seat holds a secret word.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.contract import Acted, Asks, Choice, Closing, Game, GameState, Given, Notice, Options, Spec, Struct
from core.games import register
from core.ledger import Ending, Entry, Pending, group
from core.refusal import NotAMatch, Refused


class State(GameState, frozen=True, kw_only=True):
    points: dict[str, int]
    words: dict[str, str]
    open: tuple[tuple[str, str], ...] = ()
    given_away: bool = False


class Orders(Struct, frozen=True):
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


class Report(Struct, frozen=True):
    points: int
    won: bool
    number: int | None


class View(Struct, frozen=True):
    word: str | None
    points: int | None


class Parley(Game[State, Orders]):
    State, Orders, Action, Options, Given = State, Orders, Wave | Line, ParleyOptions, ParleyGiven
    Report, View = Report, View

    def __init__(self, policy: Literal["open", "realms", "limited"]) -> None:
        self.spec = Spec(  # type: ignore[misc]
            id=f"parley-{policy}",
            title=f"Parley ({policy})",
            blurb="A game for tests.",
            seats=4,
            rounds=3,
            policy=policy,
            ruling_prefix="PA",
        )

    def setup(self, seats, options, given, dice):
        for name in [*(given.points or {}), *(given.words or {})]:
            if name not in seats:
                raise NotAMatch("not_seated", f"Nobody called {name!r} is seated here.")
        draw = dice.draw("words")
        words = {seat: given.words[seat] if given.words else f"w{draw.below(1000)}" for seat in seats}
        points = {seat: (given.points or {}).get(seat, 0) for seat in seats}
        return State(seats=seats, round=given.round or 1, points=points, words=words)

    def check(self, state, seat, orders):
        if orders.number is not None and not 0 <= orders.number <= 9:
            raise Refused("bad_number", f"Name a number from 0 to 9, not {orders.number}.", "PA-01")

    def act(self, state, seat, action, sealed):
        if action.to not in state.seats or action.to == seat:
            raise Refused("not_seated", f"You cannot turn to {action.to!r}.", "PA-02")
        notices = {
            seat: (Notice("waved", f"You turned to {action.to}."),),
            action.to: (Notice("waved", f"{seat} turned to you."),),
        }
        if isinstance(action, Line):
            pair = tuple(s for s in state.seats if s in (seat, action.to))
            state = msgspec.structs.replace(state, open=tuple(sorted({*state.open, pair})))
        return Acted(state, notices, (action.to,))

    def close(self, state, orders, dice):
        numbers = {seat: orders[seat].number for seat in state.seats if seat in orders}
        most = max((n for n in numbers.values() if n is not None), default=None)
        best = [seat for seat, n in numbers.items() if n is not None and n == most]
        points = {s: p + (best == [s]) for s, p in state.points.items()}
        reports = {s: Report(points[s], best == [s], numbers.get(s)) for s in state.seats}
        after = msgspec.structs.replace(state, points=points, open=())
        if state.round < 3:
            return Closing(msgspec.structs.replace(after, round=state.round + 1), reports)
        return Closing(self._end(after), reports, {"best": max(points.values())})

    def _end(self, state):
        ranking = group(state.seats, state.points)
        winners, last = ranking[0], ranking[-1] if len(ranking) > 1 else ()
        ledger = tuple(Entry(seat, "token", 1, "the most points") for seat in winners)
        ending = Ending(
            winners,
            ranking,
            candidates=last if len(last) > 1 else (),
            choosers=winners,
            candidate=last[0] if len(last) == 1 else None,
        )
        return msgspec.structs.replace(state, ending=ending, ledger=(*state.ledger, *ledger))

    def pending(self, state):
        ending = state.ending
        found = super().pending(state)
        if len(ending.winners) == 1 and not state.given_away and (found is None or found.kind == "choose_opponent"):
            among = tuple(s for s in state.seats if s not in (ending.winners[0], ending.candidate))
            return Pending("give_tokens", ending.winners, among, 1)
        return found

    def decide(self, state, kind, chosen):
        if kind == "give_tokens":
            more = tuple(Entry(seat, "token", 1, "a gift") for seat in chosen)
            return msgspec.structs.replace(state, ledger=(*state.ledger, *more), given_away=True)
        return super().decide(state, kind, chosen)

    def asks(self, state, seat, sealed):
        numbers = [
            Choice("number", n, closed=None if n <= 9 else "Too high.", ruling="PA-01", probe={"number": n})
            for n in range(12)
        ]
        waves = [Choice("action.wave", s, probe={"kind": "wave", "to": s}) for s in state.seats if s != seat]
        return Asks(True, {"highest": 9}, (*numbers, *waves))

    def view(self, state, seat):
        return View(state.words[seat], state.points[seat]) if seat else View(None, None)

    def host(self, state):
        return {"players": {s: {"points": state.points[s], "word": state.words[s]} for s in state.seats}}

    def realms(self, state):
        if self.spec.policy != "realms":
            return {}
        return {seat: "north" if i < 2 else "south" for i, seat in enumerate(state.seats)}

    def lines(self, state):
        return state.open

    def restate(self, orders):
        return [f"Name {orders.number}."]

    def tell(self, report: Any):
        return [f"You have {report.points} points."]

    def bot(self, level, seat, seed):
        raise NotImplementedError


class Turns(Parley):
    """Parley in which one seat acts a round, in seat order, and nobody is told how many have sealed."""

    def __init__(self) -> None:
        super().__init__("open")
        self.spec = msgspec.structs.replace(self.spec, id="parley-turns", title="Parley in turns", counts=False)

    def asks(self, state, seat, sealed):
        return super().asks(state, seat, sealed) if self._turn(state) == seat else Asks(False)

    def check(self, state, seat, orders):
        if self._turn(state) != seat:
            raise Refused("not_your_turn", f"It is {self._turn(state)}'s turn.", "PA-03")
        super().check(state, seat, orders)

    def _turn(self, state):
        return state.seats[(state.round - 1) % len(state.seats)]


for each in ("open", "realms", "limited"):
    register(Parley(each))  # type: ignore[arg-type]
register(Turns())
