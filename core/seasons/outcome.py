"""The result of a main match for a season: typed by a host, or read from a match of the house (SE-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.decoding import decode
from core.json import Json
from core.refusal import Refused, quoted


class Realms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    heaven: tuple[str, ...] | None = None
    hell: tuple[str, ...] | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An outcome in the form of the scenario contract; None if missing."""

    ranking: tuple[tuple[str, ...], ...]
    """Groups of seats from first to last, every seat once."""
    winners: tuple[str, ...] | None = None
    elimination_candidate: str | None = None
    death_match_opponent: str | None = None
    tokens_of_life: dict[str, int] | None = None
    garnets: dict[str, int] | None = None
    """Won in the match, without the rest of a lent purse."""
    spent: dict[str, int] | None = None
    """Spent of a lent purse."""
    marked: str | None = None
    realms: Realms | None = None


def read(value: Any) -> Outcome:
    """Read an outcome from JSON values. Refused in words."""
    return decode(Outcome, value, "outcome")


def printed_outcome(printed: Json) -> Outcome:
    """Read the outcome that a match of the house printed, without fields that seasons do not use."""
    return read({key: printed[key] for key in Outcome.__struct_fields__ if key in printed})


def check(outcome: Outcome, seats: tuple[str, ...]) -> None:
    """Refused unless a season can book it (SE-05)."""
    ranked = [name for tied in outcome.ranking for name in tied]
    for name in (*ranked, *_check_named(outcome)):
        if name not in seats:
            raise Refused("not_seated", f"Nobody called {quoted(name)} sat in this match.", "SE-05")
    for seat in seats:
        if ranked.count(seat) != 1:
            times = "is missing from" if seat not in ranked else "stands more than once in"
            raise Refused("bad_ranking", f"{seat} {times} the ranking: every seat stands there once.", "SE-05")
    for field in ("tokens_of_life", "garnets", "spent"):
        for name, amount in (getattr(outcome, field) or {}).items():
            if amount < 0:
                raise Refused("bad_amount", f"{field}: {name} has {amount}; give a whole number from 0.", "SE-05")
    candidate, opponent = outcome.elimination_candidate, outcome.death_match_opponent
    if opponent is not None and opponent == candidate:
        raise Refused("same_two", f"{opponent} cannot be candidate and opponent at once.", "SE-05")
    if opponent is not None and candidate is None:
        raise Refused("no_candidate", "There is an opponent and no candidate: name the candidate too.", "SE-05")
    for name in realm_of(outcome, "heaven"):
        if name in realm_of(outcome, "hell"):
            raise Refused("two_realms", f"{name} cannot be in Heaven and in Hell.", "SE-05")


def realm_of(outcome: Outcome, realm: str) -> tuple[str, ...]:
    named: tuple[str, ...] | None = None if outcome.realms is None else getattr(outcome.realms, realm)
    return named or ()


def _check_named(outcome: Outcome) -> Iterator[str]:
    yield from outcome.winners or ()
    for name in (outcome.elimination_candidate, outcome.death_match_opponent, outcome.marked):
        if name is not None:
            yield name
    for amounts in (outcome.tokens_of_life, outcome.garnets, outcome.spent):
        yield from amounts or {}
    yield from realm_of(outcome, "heaven")
    yield from realm_of(outcome, "hell")
