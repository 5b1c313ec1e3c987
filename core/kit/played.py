"""Matches that a game's random bots played out, for properties to be held against."""

from __future__ import annotations

from functools import cache
from typing import Any

from core.bots.playing import Endless, make_bot, play_out
from core.contract import AnyGame
from core.decoding import decode
from core.dice import commitment, scenario_nonce
from core.games import game as find_game
from core.games import known, register
from core.json import Json
from core.match import journal as j
from core.match.reducer import apply
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
