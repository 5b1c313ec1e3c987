"""Notices that rules changed under a running match (HH-70), and lets the match go on by the new ones."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from core.games import game as find_game
from core.games.guard import GameFault
from core.match import journal as j
from core.match.reducer import apply
from core.match.state import Match, begin
from core.match.views import look
from core.refusal import NotAMatch, Refused

ALWAYS_KEPT = (
    j.Said | j.Unsaid | j.Answered | j.Noted | j.Opened | j.Announced | j.Planned | j.Unplanned | j.Muted | j.OutMayRead
    | j.HandedOver | j.Renamed | j.Gallery | j.LetRead | j.Remarked | j.Published | j.Watching | j.Released
)  # fmt: skip
"""Entries that stand although their round begins anew: talk, seating and audience."""


class ChangedRules(Refused):
    """Code `rules_changed`: the installed rules give other reports than a running match has."""

    def __init__(self, message: str, since: int) -> None:
        super().__init__("rules_changed", message, "HH-70")
        self.since = since


def results_digest(before: Match, after: Match) -> str:
    """Return 16 hex digits for the reports of the rounds that closed between two positions; "" if none closed.

    A field of a report at its default counts as absent: a field that is added later changes no digest.
    """
    closed = after.rounds[len(before.rounds) :]
    if not closed:
        return ""
    reports = [[record.round, _facts(record.reports), _facts(record.public)] for record in closed]
    return hashlib.sha256(msgspec.json.encode(reports, order="deterministic")).hexdigest()[:16]


def _facts(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        pairs = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
        return {field.name: _facts(inner) for field, inner in pairs if inner != _default_of(field)}
    if isinstance(value, Mapping):
        return {key: _facts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_facts(inner) for inner in value]
    return value


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


class NumberedEntry(NamedTuple):
    number: int
    entry: j.AnyEntry
    void: bool = False
    """True after a `Reopened` that begins before it: applied if it still fits."""


def in_force(entries: Iterable[j.AnyEntry]) -> list[NumberedEntry]:
    """Return the entries that count, in order. A `Reopened` voids those from its `since` on, except ALWAYS_KEPT."""
    in_force_entries: list[NumberedEntry] = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, j.Reopened):
            in_force_entries = [
                earlier if earlier.number < entry.since else earlier._replace(void=True)
                for earlier in in_force_entries
                if earlier.number < entry.since or isinstance(earlier.entry, ALWAYS_KEPT)
            ]
        in_force_entries.append(NumberedEntry(number, entry))
    return in_force_entries


def fold_stored(header: j.Header, entries: Iterable[j.AnyEntry]) -> Match:
    """Fold a stored journal, and compare each close's reports with those of the time.

    Raises:
        ChangedRules: the installed rules give other reports, or have another version.
        Refused: an entry does not fit. No stored journal contains one, unless the rules changed.
    """
    entries = tuple(entries)
    version = next((e.rules_version for e in reversed(entries) if isinstance(e, j.Reopened)), header.rules_version)
    try:
        spec = find_game(header.game, version).spec
    except NotAMatch as refusal:
        if find_game(header.game).spec.rules_version == version:  # refused itself, if it is no other
            raise
        raise ChangedRules(f"{refusal.message} {_ways_out(header)}", len(entries) + 1) from refusal
    try:
        match = begin(msgspec.structs.replace(header, rules_version=spec.rules_version))
    except GameFault as fault:
        raise ChangedRules(f"{fault}. {_ways_out(header)}", 1) from fault
    for number, entry, void in in_force(entries):
        if void:
            with contextlib.suppress(Refused, GameFault):
                match, _ = apply(match, entry)
            continue
        try:
            after, _ = apply(match, entry)
            if number == len(entries):
                look(match, after)
        except (Refused, GameFault) as refusal:
            text = f"entry {number}: {str(refusal).rstrip('.')}. {_ways_out(header)}"
            raise ChangedRules(text, number) from refusal
        if isinstance(entry, j.CanClose) and entry.results not in ("", results_digest(match, after)):
            text = (
                f"the rules of {spec.title} that are installed here resolve {spec.when(match.round)} otherwise "
                f"than its players were told. {_ways_out(header)}"
            )
            raise ChangedRules(text, number)
        match = after
    if version != spec.rules_version:
        text = (
            f"it is played by version {version} of the rules of {spec.title}, and version {spec.rules_version} is "
            f"installed here. {_ways_out(header)}"
        )
        raise ChangedRules(text, len(entries) + 1)
    return match


def _ways_out(header: j.Header) -> str:
    return (
        "The match stands still until the earlier rules are installed again, or its host lets it go on by these: "
        f"garnet host reopen {header.match}"
    )


def reopened(header: j.Header, entries: Iterable[j.AnyEntry], by: str, at: float) -> j.Reopened:
    """Return the entry that lets a match go on by the installed rules. Refused (`same_rules`) if they fit."""
    try:
        fold_stored(header, entries)
    except ChangedRules as changed:
        version = find_game(header.game).spec.rules_version
        return j.Reopened(author=by, at=at, since=changed.since, rules_version=version)
    raise Refused("same_rules", f"The rules of {header.match} are those that it is played by.", "HH-70")


def mended(
    header: j.Header, entries: tuple[j.AnyEntry, ...], by: str, at: float, *, anew: bool
) -> tuple[j.Reopened, Match]:
    """Let a match that stands still go on by the newest rules, at the same input if they tell the same (HH-78).

    Refused: `say_yes` where a round comes out otherwise, unless that may begin `anew`.
    """
    version = find_game(header.game).spec.rules_version
    entry = j.Reopened(author=by, at=at, since=len(entries) + 1, rules_version=version, keeps=True)
    try:
        return entry, fold_stored(header, (*entries, entry))
    except ChangedRules as changed:
        if not anew:
            text = f"By the new rules {header.match} comes out otherwise, and begins anew there: {changed.message}"
            raise Refused("say_yes", text, "HH-78") from changed
        entry = msgspec.structs.replace(entry, since=changed.since, keeps=False)
        return entry, fold_stored(header, (*entries, entry))
