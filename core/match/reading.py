"""Reads a match from its stored journal, and says in a sentence why that failed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from core.decoding import sentence
from core.house.store import Damaged, Store, Stored
from core.match import journal as j
from core.match.reducer import fold
from core.match.state import Match
from core.refusal import NotAMatch, Refused, quoted

log = logging.getLogger(__name__)


class Read(NamedTuple):
    """What a journal tells."""

    match: Match
    warnings: tuple[str, ...]
    """Sentences for the host, each beginning with the match."""


def read(store: Store, match: str) -> Read:
    """Fold the journal of a match. Refused (`damaged`), naming match and entry, if these rules cannot, or
    (`not_installed`) if its game is not here; KeyError if there is none."""
    try:
        stored = store.read(match)
    except (Damaged, Refused) as trouble:
        raise Refused("damaged", f"The match {match} cannot be opened: {trouble}") from None
    return Read(unfold(match, stored), tuple(f"{match}: {warning}" for warning in stored.warnings))


def who_sat(store: Store, match: str) -> frozenset[str]:
    """Who ever held a seat of a match that cannot be folded; nobody where its journal cannot even be read."""
    try:
        stored = store.read(match)
    except (Damaged, Refused):
        return frozenset()
    held = [*stored.header.get("holders", {}).values(), *(entry.get("holder") for entry in stored.entries)]
    return frozenset(str(holder) for holder in held)


def unfold(match: str, stored: Stored) -> Match:
    """The match that a journal tells of, once that was read. Refused as by `read`. Touches no store: a thread may."""
    place = ""

    def entries() -> Iterator[j.AnyEntry]:
        nonlocal place
        for number, entry in enumerate(stored.entries, 1):
            place = f"entry {number}: "
            yield j.entry_from_json(entry)

    try:
        return fold(j.header_from_json(stored.header), entries())
    except NotAMatch as trouble:
        if trouble.code in ("unknown_game", "game_refused"):
            raise Refused("not_installed", _missed(match, stored, trouble)) from None
        told = f"{place}{trouble}"
    except Refused as trouble:
        told = f"{place}{trouble}"
    except msgspec.ValidationError as mistake:
        told = f"{place or 'header: '}{sentence(str(mistake))}"
    except Exception as broken:  # the rules of a game fail: the house and all other matches go on
        log.exception("the match %s cannot be folded", match)
        told = f"{place}its rules failed with {type(broken).__name__}. It is left as it is."
    raise Refused("damaged", f"The match {match} cannot be opened: {told}")


def _missed(match: str, stored: Stored, trouble: NotAMatch) -> str:
    """That the game of a match is not here: its journal is left as it is."""
    why = trouble.message if trouble.code == "game_refused" else "It goes on once that game is installed."
    game = quoted(str(stored.header.get("game")))
    return f"The match {match} is of the game {game}, which is not installed here. {why}"
