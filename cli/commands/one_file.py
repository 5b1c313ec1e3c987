"""`garnet try FILE` plays a game of one file, `garnet check FILE` tests it. Nothing is installed."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cli.alarm import lend
from cli.opening import load
from cli.printing import put
from core.contract import AnyGame
from core.games import GameFile
from core.json import Json
from core.refusal import Refused
from storage import game_file


# --- garnet check -----------------------------------------------------------------------------------------------------
def check(arguments: argparse.Namespace) -> int:
    """Print each broken promise, else questions that the author must answer. Exit status 1 if one is broken."""
    if arguments.seconds is not None:
        os.environ["GARNET_SECONDS"] = str(arguments.seconds)
    lend(forgiving=False)
    logging.getLogger("core.games.guard").disabled = True  # each fault is printed below, once
    path, began = Path(arguments.file), time.monotonic()
    game, _ = load(path)
    from core.kit import PROPERTIES, revealed_by_close, sentences_of_one_seat
    from core.kit.properties import AT_ALL_SIZES
    from core.kit.skeleton import faults

    broken: dict[str, list[str]] = {fault: [] for fault in faults(game)}
    for promise in PROPERTIES:
        if why := _broken(promise, game, path):
            if "no end after" in why or "leads to" in why:  # every promise would wait for it again
                put(f"- {why}")
                return 1
            broken.setdefault(why, []).append(promise.__name__.replace("_", " "))
    for variant in () if broken else sizes(game):
        for promise in AT_ALL_SIZES:
            if why := _broken(promise, variant, path):
                sentence = f"with {variant.spec.seats} seats: {why}"
                broken.setdefault(sentence, []).append(promise.__name__.replace("_", " "))
    for why, promises in broken.items():
        more = f" and {len(promises) - 1} more" if len(promises) > 1 else ""
        put(f"- {why}" + (f"\n  Broken promise: {promises[0]}{more}." if promises else ""))
    if broken:
        return 1
    put(f"{game.spec.title} keeps all {len(PROPERTIES)} promises ({time.monotonic() - began:.0f} seconds).")
    if not game.spec.hides:
        put("Nothing is declared hidden: each player may know everything but sealed orders. Is that so?")
    elif paths := revealed_by_close(game):
        put(f"Closes disclose of what a player did not know: {', '.join(paths)}. Do your rulings say so?")
    if lines := sentences_of_one_seat(game):
        put(f"Sentences that change with one player's orders alone: {' '.join(lines[:3])} Do your rulings say so?")
    return 0


def sizes(game: AnyGame) -> Iterator[AnyGame]:
    """Yield the game with its fewest and its most seats, unless that is its usual number."""
    for count in {*game.spec.seat_range} - {game.spec.seats}:
        variant = copy(game)
        object.__setattr__(variant, "spec", replace(game.spec, seats=count, fewest=count, most=count))
        yield variant


def _broken(promise: Callable[[AnyGame], None], game: AnyGame, path: Path) -> str:
    from core.games.guard import error_words
    from core.kit import Broken

    try:
        promise(game)
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"your code failed with {error_words(error, str(path))}."
    return ""


# --- garnet try -------------------------------------------------------------------------------------------------------
CHANGED = 64
"""Exit status of the screens after the file has changed."""


def play(arguments: argparse.Namespace) -> int:
    """Play a file's game at this terminal; after each change of the file go on at the same place."""
    from cli.commands.play import sit_down

    lend()
    path = Path(arguments.file)
    game, file = load(path)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("no_terminal", f"Playing {game.spec.title} needs a terminal, and there is none here.")
    trial = _Trial(game, arguments)
    while True:
        house, match = trial.house(game)
        status = sit_down(house, match_id=match, watching=_changes(path, file, trial))
        if status != CHANGED:
            return status
        trial.keep(house, match)
        game, file = load(path)


def _changes(path: Path, before: GameFile, trial: _Trial) -> Iterator[str | int | None]:
    """Yield at each look: None for no change, CHANGED for a new version, else the sentence that refuses it."""
    while True:
        now = game_file(path) if path.is_file() else before
        if isinstance(now, str) or now.source == before.source:
            yield None
            continue
        before = now
        try:
            trial.house(load(path)[0])
        except Refused as refusal:
            yield f"{path.name}: {refusal.message.rpartition(' is left out: ')[2]}"
        else:
            yield CHANGED


class _Trial:
    """A match in memory. Each version of the game replays its inputs up to the first that it refuses."""

    def __init__(self, game: AnyGame, arguments: argparse.Namespace) -> None:
        from core.match.seating import NAMES, USUAL_BOT

        count = arguments.seats or max(game.spec.seats, arguments.people)
        if not game.spec.takes(count) or not 1 <= arguments.people <= count:
            raise Refused("wrong_seats", f"{game.spec.title} has {game.spec.seat_words} seats, one or more of people.")
        people = NAMES[: arguments.people]
        self._seats, self._seed = NAMES[:count], arguments.seed
        self._holders = {seat: "local" if seat in people else USUAL_BOT for seat in self._seats}
        self._entries: tuple[Json, ...] = ()

    def house(self, game: AnyGame) -> tuple[Any, str]:
        from core.house.house import House
        from core.match import journal as j
        from core.match.reducer import apply
        from core.match.views import look
        from storage import MemoryStore

        house = House(MemoryStore(), time.time, secrets.token_hex)
        table = house.make(game.spec.id, self._seats, holders=self._holders, seed=self._seed)
        match, name = table.match, table.match.header.match
        for document in self._entries:
            entry = j.entry_from_json(document)
            if isinstance(entry, j.CanClose):
                entry = replace(entry, results="")  # a digest of the earlier version's reports
            try:
                before, (match, _) = match, apply(match, entry)
                look(before, match)
            except Exception:  # the new rules take this input no more, or fail at it
                break
            house.store.append(name, j.as_json(entry))
        return House(house.store, time.time, secrets.token_hex), name

    def keep(self, house: Any, match: str) -> None:
        self._entries = house.store.read(match).entries
