"""Matches that a game's random bots played out, for properties to be held against; and a match played by
script: given, orders, expect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from os import environ
from time import process_time
from typing import Any, TypeVar

from msgspec.structs import replace

from core.botplay.playing import Endless, make_bot, play_out
from core.contract import AnyGame, Game
from core.decoding import decode, plain
from core.dice import commitment, scenario_nonce
from core.games import game as find_game
from core.games import known, register
from core.json import Json
from core.ledger import Pending
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome, pending
from core.match.reducer import apply, take
from core.match.state import Match, begin
from core.match.turns import acted, by_default, played_to_the_close
from core.refusal import Refused

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
"""Who sits at matches that are tried: as many of them as a game has seats."""


class Broken(AssertionError):
    """A promise that does not hold, in a sentence."""


def hold(holds: object, otherwise: str) -> None:
    """Raise Broken with the sentence unless it holds."""
    if not holds:
        raise Broken(otherwise)


class Played:
    """A match that random bots played to the end, with everything that was entered and where it led."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.start = begin_match(game, seed)
        self.entries: list[j.AnyEntry] = []
        self.moments: list[Match] = [self.start]
        """The match before the first entry, and after each."""
        self.refusals: list[str] = []
        """What was refused to a bot though its `asks` had offered it."""
        bots = {seat: make_bot(self.start, seat, "random") for seat in self.start.seats}
        self.trouble = ""
        """Why it came to no end; empty where it did."""
        self.end = self.start
        try:
            self.end = play_out(self.start, bots, refused=self._refused, each=self._note)
        except Endless as trouble:
            self.trouble = f"among random bots, with seed {seed}, {trouble}: its close cannot be reached"

    def _refused(self, seat: str, move: object, refusal: Refused) -> None:
        if refusal.code not in self.start.game.unforeseen:
            self.refusals.append(f"{seat} {move}: {refusal.message}")

    def _note(self, match: Match, entry: j.AnyEntry) -> None:
        self.entries.append(entry)
        self.moments.append(match)

    def closes(self) -> list[tuple[Match, j.Closed, Match]]:
        """Every close: the match as the close met it, its entry, and after. Where a move closed the round, what it met
        is after that move."""
        found = []
        for before, entry, after in zip(self.moments, self.entries, self.moments[1:], strict=False):
            if isinstance(entry, j.Closed):
                met = played_to_the_close(before, entry.at) if before.phase == "round" else before
                found.append((met, entry, after))
            elif len(after.rounds) > len(before.rounds):
                found.append((_moved(before, entry), j.Closed(at=entry.at, by="clock", cause="early"), after))
        return found

    def open_moments(self, how_many: int = 12) -> list[Match]:
        """Moments at which orders or actions are possible, spread over the match; about that many."""
        found = [moment for moment in self.moments if moment.phase in ("pregame", "round")]
        return found[:: max(1, len(found) // how_many)]


def _moved(match: Match, entry: j.AnyEntry) -> Match:
    """The match after what somebody on turn did, before the close that follows from it."""
    if isinstance(entry, j.Acted):
        return acted(match, entry.by, decode(match.game.Action, entry.action, "action"), entry.action, entry.at)[0]
    stage = match.stage
    named = entry.seats if isinstance(entry, j.Lapsed) else ()
    return by_default(match, named or (() if stage is None else stage.seats), entry.at)[0]


def begin_match(game: AnyGame, seed: int = 7, **more: Any) -> Match:
    """A match of `game` at its beginning; `more` are fields of the journal's header (`given`, `options`)."""
    if not known(game.spec.id) or find_game(game.spec.id) is not game:
        register(game)
    spec, nonce = game.spec, scenario_nonce(seed)
    return begin(
        j.Header(
            match="test",
            game=spec.id,
            rules_version=spec.rules_version,
            seats=NAMES[: spec.seats],
            seed=seed,
            nonce=nonce,
            commitment=commitment(seed, nonce),
            **more,
        )
    )


@cache
def _played(game: AnyGame, seed: int) -> Played:
    return Played(game, seed)


def played(game: AnyGame, seed: int) -> Played:
    """A match of `game` with this seed, played once a process. Broken if it comes to no end."""
    found = _played(game, seed)
    hold(not found.trouble, found.trouble)
    return found


def refusal(match: Match, seat: str, slot: str, probe: Json) -> Refused | None:
    """What the match answers to a probe of `asks`; None if it is accepted."""
    try:
        apply(match, probe_entry(seat, slot, probe))
    except Refused as error:
        return error
    return None


def probe_entry(seat: str, slot: str, probe: Json) -> j.AnyEntry:
    """The entry by which a probe is tried: a live action in slots `action...`, sealed orders otherwise."""
    if slot.startswith("action"):
        return j.Acted(by=seat, action=probe)
    return j.Sealed(by=seat, orders=probe)


T = TypeVar("T")

DEEP = environ.get("GARNET_DEEP", "") not in ("", "0")
SECONDS = float(environ.get("GARNET_SECONDS") or (10 if DEEP else 0.1))
"""Of the processor, for one property of one game."""
FEWEST = 10
"""So many are looked at however long it takes, so that what is found does not hang on the machine alone."""
SEEDS = (1, 2, 3)
"""Of the matches that are played, one after the other as far as time allows."""

Look = tuple[int, Match, str]
"""A number, other at each look; a moment; a seat at it."""


def looks(game: AnyGame, *, seconds: float | None = None, fewest: int = FEWEST) -> Iterator[Look]:
    """Moments while anything can be ordered, done or chosen, each with one seat; the briefing first, where the game
    shows something else in it (CM-26), and last a finished match whose host keeps the record."""
    played(game, SEEDS[0])  # kept for all properties, and no part of the time of the first
    found = worth(_candidates(game), _marks, SECONDS if seconds is None else seconds, fewest)
    for n, (moment, seat) in enumerate(found):
        yield n, moment, seat


def closes(game: AnyGame, *, seconds: float | None = None) -> Iterator[Look]:
    """Moments at which a round is about to close, each with one seat."""
    played(game, SEEDS[0])
    found = (
        (before, before.seats[(n + shift) % len(before.seats)])
        for seed in SEEDS
        for shift in range(game.spec.seats)
        for n, before in enumerate(spread([before for before, _, _ in played(game, seed).closes()]))
        if before.phase in ("pregame", "round")
    )
    for n, (moment, seat) in enumerate(worth(found, _marks, SECONDS if seconds is None else seconds)):
        yield n, moment, seat


def worth(
    candidates: Iterable[T], marks: Callable[[T], set[Hashable]], seconds: float, fewest: int = FEWEST
) -> Iterator[T]:
    """Candidates for so many seconds, those first of which a mark was not seen before."""
    until, shown = process_time() + seconds, 0
    seen: set[Hashable] = set()
    later: list[T] = []
    for one in candidates:
        if process_time() > until and shown + len(later) >= fewest:
            break
        fresh = marks(one) - seen
        if not fresh:
            later.append(one)
            continue
        seen |= fresh
        shown += 1
        yield one
    for one in later:
        if process_time() > until and shown >= fewest:
            break
        shown += 1
        yield one


def in_time() -> Callable[[], bool]:
    """Says whether the time of a property that begins now still lasts."""
    until = process_time() + SECONDS
    return lambda: process_time() <= until


def spread(found: Sequence[T]) -> Iterator[T]:
    """All of them, in an order of which every beginning is spread over the whole."""
    size = 1 << max(0, len(found) - 1).bit_length()
    places = (int(f"{n:b}".zfill(size.bit_length() - 1)[::-1], 2) for n in range(size))
    yield from (found[place] for place in places if place < len(found))


def _candidates(game: AnyGame) -> Iterator[tuple[Match, str]]:
    if type(game).briefing_view is not Game.briefing_view:
        begun = begin_match(game, SEEDS[0], briefing=True)
        yield begun, begun.seats[0]
    for seed in SEEDS:
        match = played(game, seed)
        # One of each phase first: of the last ones there are few.
        phases = {moment.phase: moment for moment in (*moments(match), kept(match.end))}
        found = [*phases.values(), *spread(moments(match))]
        seats = match.start.seats
        for shift in range(len(seats)):
            yield from ((moment, seats[(n + shift) % len(seats)]) for n, moment in enumerate(found))


def moments(match: Played) -> list[Match]:
    """Where anything can be ordered, done or chosen."""
    return [moment for moment in match.moments if moment.phase in ("pregame", "round", "decision")]


def kept(end: Match) -> Match:
    """A finished match whose host keeps the record."""
    options = {**end.header.options, "reveal": False}
    return replace(end, header=replace(end.header, options=options))


def _marks(look: tuple[Match, str]) -> set[Hashable]:
    """What this seat is shown here that somebody might forget."""
    match, seat = look
    found: set[Hashable] = {("round", match.phase, match.round)}
    if match.phase == "finished":
        return found
    for choice in views.asks(match, seat).choices:
        found.add((kind_of(choice.slot), choice.closed is None, choice.ruling))
    found |= {("told", told.notice.kind) for told in match.told.get(seat, ())}
    found |= {("done", deed.by == seat, deed.action.get("kind")) for deed in match.actions}
    return found


def kind_of(slot: str) -> str:
    """A slot of `asks` without the number of its place: `action.open_channel` of `action.open_channel.0`."""
    return slot.rstrip("0123456789.")


def varied(found: Iterable[T], mark: Callable[[T], Hashable], most: int) -> list[T]:
    """So many at most: one of each mark, then a second of each, and so on."""
    many: dict[Hashable, Iterator[int]] = {}
    placed = [(next(many.setdefault(mark(one), count())), one) for one in found]
    return [one for _, one in sorted(placed, key=lambda pair: pair[0])[:most]]


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
