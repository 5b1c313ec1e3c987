"""Matches played by a game's random bots, for properties; and a match by script: given, orders, expect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from os import environ
from time import process_time
from typing import Any, Self, TypeVar

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
from core.match.seating import NAMES
from core.match.state import Match, begin
from core.match.turns import apply_action, by_default, played_to_the_close
from core.refusal import Refused


class Broken(AssertionError):
    """A promise does not hold."""


def hold(holds: object, otherwise: str) -> None:
    """Raise Broken with the sentence unless it holds."""
    if not holds:
        raise Broken(otherwise)


class Played:
    """A match that random bots played to the end, with its entries and moments."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.start = begin_match(game, seed)
        self.entries: list[j.AnyEntry] = []
        self.moments: list[Match] = [self.start]
        """The match before the first entry, and after each."""
        self.refusals: list[str] = []
        """Refusals of bots' moves that `asks` had offered."""
        bots = {seat: make_bot(self.start, seat, "random") for seat in self.start.seats}
        self.trouble = ""
        """Reason why it did not end; empty if it did."""
        self.end = self.start
        try:
            self.end = play_out(self.start, bots, refused=self._refused, each=self._note)
        except Endless as trouble:
            self.trouble = f"among random bots, with seed {seed}, {trouble}"

    def _refused(self, seat: str, move: object, refusal: Refused) -> None:
        if refusal.code not in self.start.game.unforeseen:
            self.refusals.append(f"{seat} {move}: {refusal.message}")

    def _note(self, match: Match, entry: j.AnyEntry) -> None:
        self.entries.append(entry)
        self.moments.append(match)

    def closes(self) -> list[tuple[Match, j.Closed, Match]]:
        """Return every close: the match before it, its entry, and after. A close by a move comes after that move."""
        closes_ = []
        for before, entry, after in zip(self.moments, self.entries, self.moments[1:], strict=False):
            if isinstance(entry, j.Closed):
                met = played_to_the_close(before, entry.at) if before.phase == "round" else before
                closes_.append((met, entry, after))
            elif len(after.rounds) > len(before.rounds):
                closes_.append(
                    (_apply_move(before, entry), j.Closed(at=entry.at, author="clock", cause="early"), after)
                )
        return closes_

    def open_moments(self, how_many: int = 12) -> list[Match]:
        """Return about `how_many` moments with possible orders or actions, spread over the match."""
        open_rounds = [moment for moment in self.moments if moment.phase in ("pregame", "round")]
        return open_rounds[:: max(1, len(open_rounds) // how_many)]


def _apply_move(match: Match, entry: j.AnyEntry) -> Match:
    if isinstance(entry, j.Acted):
        return apply_action(
            match, entry.author, decode(match.game.Action, entry.action, "action"), entry.action, entry.at
        )[0]
    stage = match.stage
    named = entry.seats if isinstance(entry, j.Lapsed) else ()
    return by_default(match, named or (() if stage is None else stage.seats), entry.at)[0]


def begin_match(game: AnyGame, seed: int = 7, seats: tuple[str, ...] = (), **more: Any) -> Match:
    """Begin a match of these seats, or of the usual number; `more` are `given` (set-up keys) and fields of the
    journal's header (`options`)."""
    if not known(game.spec.id) or find_game(game.spec.id) is not game:
        register(game)
    spec, nonce = game.spec, scenario_nonce(seed)
    return begin(
        j.Header(
            match="test",
            game=spec.id,
            rules_version=spec.rules_version,
            seats=seats or NAMES[: spec.seats],
            seed=seed,
            nonce=nonce,
            commitment=commitment(seed, nonce),
            setup=more.pop("given", {}),
            **more,
        )
    )


@cache
def _played(game: AnyGame, seed: int) -> Played:
    return Played(game, seed)


def played(game: AnyGame, seed: int) -> Played:
    """Return a match with this seed, played once a process. Raises Broken if it does not end."""
    match = _played(game, seed)
    hold(not match.trouble, match.trouble)
    return match


def refusal(match: Match, seat: str, slot: str, probe: Json) -> Refused | None:
    """Return the match's refusal of a probe of `asks`; None if accepted."""
    try:
        apply(match, probe_entry(seat, slot, probe))
    except Refused as error:
        return error
    return None


def probe_entry(seat: str, slot: str, probe: Json) -> j.AnyEntry:
    """Return the entry of a probe: a live action in slots `action...`, else sealed orders."""
    if slot.startswith("action"):
        return j.Acted(author=seat, action=probe)
    return j.Sealed(author=seat, orders=probe)


T = TypeVar("T")

DEEP = environ.get("GARNET_DEEP", "") not in ("", "0")
SECONDS = float(environ.get("GARNET_SECONDS") or (10 if DEEP else 0.1))
"""Seconds of processor time for one property of one game."""
FEWEST = 10
"""Least number of moments, however long they take, so that results do not depend on the machine alone."""
SEEDS = (1, 2, 3)
"""Seeds of the matches, played in turn as time allows."""

Look = tuple[int, Match, str]
"""Number of the look, a moment, and a seat at it."""


def looks(game: AnyGame, *, seconds: float | None = None, fewest: int = FEWEST) -> Iterator[Look]:
    """Yield moments with possible orders, actions or choices, each with a seat. The briefing comes first if the game
    shows less in it (CM-26), a finished match with a secret record last."""
    played(game, SEEDS[0])  # cached, so that its time counts for no property
    candidates = worth(_candidates(game), _marks, SECONDS if seconds is None else seconds, fewest)
    for n, (moment, seat) in enumerate(candidates):
        yield n, moment, seat


def closes(game: AnyGame, *, seconds: float | None = None) -> Iterator[Look]:
    """Yield moments just before a close, each with a seat."""
    played(game, SEEDS[0])
    candidates = (
        (before, before.seats[(n + shift) % len(before.seats)])
        for seed in SEEDS
        for shift in range(game.spec.seats)
        for n, before in enumerate(spread([before for before, _, _ in played(game, seed).closes()]))
        if before.phase in ("pregame", "round")
    )
    for n, (moment, seat) in enumerate(worth(candidates, _marks, SECONDS if seconds is None else seconds)):
        yield n, moment, seat


def worth(
    candidates: Iterable[T], marks: Callable[[T], set[Hashable]], seconds: float, fewest: int = FEWEST
) -> Iterator[T]:
    """Yield candidates for so many seconds, those with a new mark first."""
    until, yielded = process_time() + seconds, 0
    seen: set[Hashable] = set()
    later: list[T] = []
    for candidate in candidates:
        if process_time() > until and yielded + len(later) >= fewest:
            break
        fresh = marks(candidate) - seen
        if not fresh:
            later.append(candidate)
            continue
        seen |= fresh
        yielded += 1
        yield candidate
    for candidate in later:
        if process_time() > until and yielded >= fewest:
            break
        yielded += 1
        yield candidate


def in_time() -> Callable[[], bool]:
    """Return a function that says if the time of a property that begins now still lasts."""
    until = process_time() + SECONDS
    return lambda: process_time() <= until


def spread(items: Sequence[T]) -> Iterator[T]:
    """Yield all items in an order of which every beginning is spread over the whole."""
    size = 1 << max(0, len(items) - 1).bit_length()
    places = (int(f"{n:b}".zfill(size.bit_length() - 1)[::-1], 2) for n in range(size))
    yield from (items[place] for place in places if place < len(items))


def _candidates(game: AnyGame) -> Iterator[tuple[Match, str]]:
    if type(game).briefing_view is not Game.briefing_view:
        begun = begin_match(game, SEEDS[0], briefing=True)
        yield begun, begun.seats[0]
    for seed in SEEDS:
        match = played(game, seed)
        # One of each phase first: late phases have few moments.
        phases = {moment.phase: moment for moment in (*moments(match), kept(match.end))}
        ordered = [*phases.values(), *spread(moments(match))]
        seats = match.start.seats
        for shift in range(len(seats)):
            yield from ((moment, seats[(n + shift) % len(seats)]) for n, moment in enumerate(ordered))


def moments(match: Played) -> list[Match]:
    """Return the moments with possible orders, actions or choices."""
    return [moment for moment in match.moments if moment.phase in ("pregame", "round", "decision")]


def kept(end: Match) -> Match:
    """Return a finished match with a secret record."""
    options = {**end.header.options, "reveal": False}
    return replace(end, header=replace(end.header, options=options))


def _marks(look: tuple[Match, str]) -> set[Hashable]:
    """Return the features of a moment for a seat, for variety."""
    match, seat = look
    marks: set[Hashable] = {("round", match.phase, match.round)}
    if match.phase == "finished":
        return marks
    for choice in views.asks(match, seat).choices:
        marks.add((kind_of(choice.slot), choice.closed is None, choice.ruling))
    marks |= {("told", notice.notice.kind) for notice in match.notices.get(seat, ())}
    marks |= {("done", deed.by == seat, deed.action.get("kind")) for deed in match.actions}
    return marks


def kind_of(slot: str) -> str:
    """Return a slot of `asks` without its number: `action.open_channel` of `action.open_channel.0`."""
    return slot.rstrip("0123456789.")


def varied(items: Iterable[T], mark: Callable[[T], Hashable], most: int) -> list[T]:
    """Return at most `most` items: one of each mark, then a second of each, and so on."""
    counters: dict[Hashable, Iterator[int]] = {}
    placed = [(next(counters.setdefault(mark(item), count())), item) for item in items]
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])[:most]]


class Script:
    """A match under test. Every method that changes it raises Refused if the match refuses."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @classmethod
    def of(cls, game: AnyGame, seed: int = 7, **header: Any) -> Self:
        """Begin a match; `header`: `given` (set-up keys), `options` and other fields of the header."""
        return cls(begin_match(game, seed, **header))

    # --- inputs
    def apply(self, entry: j.AnyEntry) -> None:
        self.match, _ = take(self.match, entry)

    def seal(self, seat: str, orders: Json) -> None:
        self.apply(j.Sealed(author=seat, orders=orders))

    def withdraw(self, seat: str) -> None:
        self.apply(j.Withdrew(author=seat))

    def ready(self, seat: str, ready: bool = True) -> None:
        self.apply(j.Readied(author=seat, ready=ready))

    def do(self, seat: str, action: Json) -> None:
        """Make a live action, or a choice of the decision phase."""
        self.apply(j.Acted(author=seat, action=action))

    def lapse(self, *seats: str) -> None:
        """Make the default moves of these seats, or of all on turn (CM-31)."""
        self.apply(j.Lapsed(seats=seats))

    def say(self, seat: str, to: Any, text: str) -> None:
        self.apply(j.Said(author=seat, to=to if isinstance(to, str) else tuple(to), text=text))

    def close(self, cause: Any = "host") -> Json:
        """Close the round. Returns the seats' reports as JSON; empty for a decision."""
        closed = len(self.match.rounds)
        self.apply(j.Closed(cause=cause))
        fresh = self.match.rounds[closed:]
        return plain(fresh[0].reports) if fresh else {}

    # --- refusals
    def refused(self, seat: str, orders: Any) -> Refused:
        """Return the refusal of these orders; the test fails if they are accepted."""
        return self._refused(lambda: self.seal(seat, orders))

    def refused_do(self, seat: str, action: Json) -> Refused:
        """Return the refusal of this action; the test fails if it is accepted."""
        return self._refused(lambda: self.do(seat, action))

    def refused_say(self, seat: str, to: Any, text: str) -> Refused:
        return self._refused(lambda: self.say(seat, to, text))

    act, refused_act = do, refused_do  # names of contract 1

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
        """Return this seat's notices, oldest first."""
        return [plain(log_entry.notice) for log_entry in self.match.notices.get(seat, ())]

    @property
    def outcome(self) -> Json | None:
        return outcome(self.match)

    @property
    def result(self) -> Json:
        """Outcome of a finished match; the test fails before."""
        outcome_ = self.outcome
        if outcome_ is None:
            raise Broken("the match has not finished")
        return outcome_

    @property
    def pending(self) -> Pending | None:
        return pending(self.match)

    @property
    def turn(self) -> tuple[str, ...]:
        """Seats on turn, in a game with turns."""
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
