"""The league of a house: what every person has done in every game, apart from seasons (SE-12, SE-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from core.house.people import People
from core.match.seating import OPEN, is_person
from core.match.summary import Summary


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """One person in one game."""

    name: str
    game: str
    bots: bool
    """Of matches in which a bot held a seat at the end, or of those without."""
    matches: int = 0
    places: dict[str, int] = {}
    """Place to how often it was reached; tied seats share the better one."""
    tokens: int = 0
    garnets: int = 0
    """Won; what a purse held is not among them."""


def league(finished: Iterable[Summary], name_of: Callable[[str, str], str]) -> tuple[LeagueRow, ...]:
    """The rows of all finished matches, by name, game, and without bots first. Matches that were ended without a
    result do not count, nor do practice matches (HH-31) and trials (HH-69). `name_of(holder, seat)` is what the person
    who holds a seat is called."""
    rows: dict[tuple[str, str, bool], LeagueRow] = {}
    for one in finished:
        if not one.counts:
            continue
        for seat in one.seats:
            holder = one.holders.get(seat, OPEN)
            if is_person(holder):
                key = (name_of(holder, seat), one.game, one.bots)
                rows[key] = _with(rows.get(key) or LeagueRow(name=key[0], game=key[1], bots=key[2]), one, seat)
    return tuple(rows[key] for key in sorted(rows, key=lambda key: (key[0].casefold(), *key)))


class MatchCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many matches of a game have finished with a result, by who played them."""

    game: str
    people: int = 0
    bots: int = 0
    """With people and bots."""
    alone: int = 0
    """With bots alone: in the row of nobody."""


def counted(finished: Iterable[Summary]) -> tuple[MatchCounts, ...]:
    """The same matches as in `league`, and those of bots alone apart, by game."""
    found: dict[str, MatchCounts] = {}
    for one in finished:
        if not one.counts:
            continue
        had = found.get(one.game, MatchCounts(game=one.game))
        kind = "people" if not one.bots else "bots" if any(map(is_person, one.holders.values())) else "alone"
        found[one.game] = msgspec.structs.replace(had, **{kind: getattr(had, kind) + 1})
    return tuple(found.values())


def _with(row: LeagueRow, one: Summary, seat: str) -> LeagueRow:
    """A row with one match more."""
    tokens = 0 if one.outcome is None else one.outcome["tokens_of_life"].get(seat, 0)
    return msgspec.structs.replace(
        row,
        matches=row.matches + 1,
        places=_one_more(row.places, str(one.place(seat))),
        tokens=row.tokens + tokens,
        garnets=row.garnets + one.won.get(seat, 0),
    )


def _one_more(places: dict[str, int], place: str) -> dict[str, int]:
    """Keys in the order of the places."""
    counted = {**places, place: places.get(place, 0) + 1}
    return {key: counted[key] for key in sorted(counted, key=int)}


def named(people: People) -> Callable[[str, str], str]:
    """What whoever holds a seat is called: by the house, or at its keyboard by the seat."""

    def name_of(holder: str, seat: str) -> str:
        known = people.find(holder.removeprefix("person:")) if holder.startswith("person:") else None
        return known.name if known is not None else seat

    return name_of


def league_lines(found: tuple[LeagueRow, ...], counted: Iterable[MatchCounts] = ()) -> list[str]:
    """The league for people, a line for each person and game; matches of bots alone are told apart."""
    alone = sum(one.alone for one in counted)
    apart = f"{alone} match{'es' * (alone != 1)} of bots alone count{'s' * (alone == 1)} for nobody." if alone else ""
    if not found:
        return [f"No match with people has finished yet; {apart}" if apart else "No match has finished yet."]
    table = [("NAME", "GAME", "BOTS", "MATCHES", "PLACES", "TOKENS", "GARNETS")]
    for row in found:
        places = ", ".join(f"{place}. x{often}" for place, often in row.places.items())
        bots = "with bots" if row.bots else "people"
        table.append((row.name, row.game, bots, str(row.matches), places, str(row.tokens), str(row.garnets)))
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table]
    return [*lines, *([apart] if apart else [])]
