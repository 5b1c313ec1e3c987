"""Inputs: `apply(season, entry)` gives the season after an entry of its journal, or refuses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from core.seasons import journal as j
from core.seasons.booking import book
from core.seasons.corrections import (
    add,
    correct,
    hand_over,
    publish,
    rename,
    set_usual,
    unbook,
    undo,
    watched_by,
)
from core.seasons.death_match import fight, leave_out, make_duel, name
from core.seasons.gifts import give
from core.seasons.opening import call_off, make_final, open_episode
from core.seasons.season import Moment, Season, begin, change, check_phase, finish, settle
from core.seasons.signup import signed_off, signed_up, start
from core.seasons.talk import answer, looked, out_may_write, proclaim, say


def _end(season: Season, entry: j.Ended) -> Season:
    """The host says so (SE-11)."""
    check_phase(season, "between")
    return finish(season, entry)


_KINDS: dict[type, Callable[[Season, Any], Season]] = {
    j.Added: add,
    j.HandedOver: hand_over,
    j.Opened: open_episode,
    j.CalledOff: call_off,
    j.Booked: book,
    j.Named: name,
    j.DuelMade: make_duel,
    j.Fought: fight,
    j.LeftOut: leave_out,
    j.FinalMade: make_final,
    j.Corrected: correct,
    j.Unbooked: unbook,
    j.Undone: undo,
    j.Published: publish,
    j.Watching: watched_by,
    j.Given: give,
    j.Said: say,
    j.Answered: answer,
    j.OutMayWrite: out_may_write,
    j.Looked: looked,
    j.Announced: proclaim,
    j.Usual: set_usual,
    j.Renamed: rename,
    j.SignedUp: signed_up,
    j.SignedOff: signed_off,
    j.Started: start,
    j.Ended: _end,
}


_UNDOING = (j.Unbooked, j.Undone)
_STAYING = (
    j.HandedOver, j.Published, j.Watching, j.Usual, j.Renamed, j.Said, j.Answered, j.OutMayWrite, j.Looked, j.Announced,
    j.SignedUp, j.SignedOff,
)  # fmt: skip
"""What no undoing takes back (SE-13)."""


def apply(season: Season, entry: j.AnyEntry) -> Season:
    """The season after `entry`. Raises Refused, with nothing changed, if it cannot be."""
    if season.phase == "finished" and not isinstance(entry, (*_UNDOING, j.Published, j.Watching)):  # SE-11
        check_phase(season, "between", "main", "death_match")
    after = settle(_KINDS[type(entry)](season, entry), entry)
    if not isinstance(entry, (*_UNDOING, *_STAYING)):
        moment = Moment(str(type(entry).__struct_config__.tag), change(season, past=()))
        after = change(after, past=(*season.past, moment))
    return change(after, length=season.length + 1)


def fold(header: j.Header, entries: Iterable[j.AnyEntry]) -> Season:
    """The season that a journal tells of. Refused if an entry does not fit, which no stored journal contains."""
    season = begin(header)
    for entry in entries:
        season = apply(season, entry)
    return season
