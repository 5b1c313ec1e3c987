"""The league of a house: results by person and game, apart from seasons (SE-12, SE-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from core.house.people import People
from core.match.seating import OPEN, is_person
from core.match.summary import Summary


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    game: str
    bots: bool
    matches: int = 0
    places: dict[str, int] = {}
    """Place to number of times; tied seats share the better place."""
    tokens: int = 0
    garnets: int = 0
    """Garnets won, without purses."""


def league(finished: Iterable[Summary], name_of: Callable[[str, str], str]) -> tuple[LeagueRow, ...]:
    """Return the rows by name and game, without bots first. Matches without a result, practice (HH-31) and trials
    (HH-69) do not count. `name_of(holder, seat)` names a person."""
    rows: dict[tuple[str, str, bool], LeagueRow] = {}
    for summary in finished:
        if not summary.counts:
            continue
        for seat in summary.seats:
            holder = summary.holders.get(seat, OPEN)
            if is_person(holder):
                key = (name_of(holder, seat), summary.game, summary.bots)
                row = rows.get(key) or LeagueRow(name=key[0], game=key[1], bots=key[2])
                tokens = 0 if summary.outcome is None else summary.outcome["tokens_of_life"].get(seat, 0)
                rows[key] = msgspec.structs.replace(
                    row,
                    matches=row.matches + 1,
                    places=_one_more(row.places, str(summary.place(seat))),
                    tokens=row.tokens + tokens,
                    garnets=row.garnets + summary.won.get(seat, 0),
                )
    return tuple(rows[key] for key in sorted(rows, key=lambda key: (key[0].casefold(), *key)))


class OwnMatches(msgspec.Struct, frozen=True, kw_only=True):
    """Finished matches of one person in a game, practice among them (HH-86)."""

    game: str
    places: tuple[tuple[int, int], ...]
    """Place and number of seats of each, oldest first."""
    practice: int = 0

    @property
    def won(self) -> int:
        return sum(place == 1 for place, _ in self.places)

    @property
    def best(self) -> tuple[int, int]:
        """Return the best place, and the seats of the largest match with it."""
        return min(self.places, key=lambda place: (place[0], -place[1]))

    @property
    def usual(self) -> float:
        """Return the mean place."""
        return sum(place for place, _ in self.places) / len(self.places)


def own_matches(finished: Iterable[Summary], holder: str, called: str = "") -> tuple[OwnMatches, ...]:
    """Return a person's matches by game, the latest game first. Trials, matches without a result and practice that
    goes on from another match (HH-81) are left out. `called`: only seats of this name, where several
    people share a holder, as at one keyboard."""
    rows: dict[str, OwnMatches] = {}
    for summary in finished:
        if summary.outcome is None or summary.trial or summary.branch_of:
            continue
        held = [seat for seat, held_by in summary.holders.items() if held_by == holder]
        for seat in held:
            place = summary.place(seat)
            if place is None or not (called in ("", seat) or len(held) == 1):
                continue
            row = rows.pop(summary.game, OwnMatches(game=summary.game, places=()))
            places = (*row.places, (place, len(summary.seats)))
            practice = row.practice + summary.practice
            rows[summary.game] = msgspec.structs.replace(row, places=places, practice=practice)
    return tuple(reversed(rows.values()))


class MatchCounts(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    people: int = 0
    bots: int = 0
    alone: int = 0


def match_counts(finished: Iterable[Summary]) -> tuple[MatchCounts, ...]:
    """Count the same matches as `league`, and those of bots alone, by game."""
    counts: dict[str, MatchCounts] = {}
    for summary in finished:
        if not summary.counts:
            continue
        counts_before = counts.get(summary.game, MatchCounts(game=summary.game))
        company = "people" if not summary.bots else "bots" if any(map(is_person, summary.holders.values())) else "alone"
        counts[summary.game] = msgspec.structs.replace(counts_before, **{company: getattr(counts_before, company) + 1})
    return tuple(counts.values())


def _one_more(places: dict[str, int], place: str) -> dict[str, int]:
    counted = {**places, place: places.get(place, 0) + 1}
    return {key: counted[key] for key in sorted(counted, key=int)}


def named_rows(people: People) -> Callable[[str, str], str]:
    def name_of(holder: str, seat: str) -> str:
        known = people.find(holder.removeprefix("person:")) if holder.startswith("person:") else None
        return known.name if known is not None else seat

    return name_of


def league_lines(rows: tuple[LeagueRow, ...], counted: Iterable[MatchCounts] = ()) -> list[str]:
    alone = sum(counts.alone for counts in counted)
    apart = f"{alone} match{'es' * (alone != 1)} of bots alone count{'s' * (alone == 1)} for nobody." if alone else ""
    if not rows:
        return [f"No match with people has finished yet; {apart}" if apart else "No match has finished yet."]
    table = [("NAME", "GAME", "BOTS", "MATCHES", "PLACES", "TOKENS", "GARNETS")]
    for row in rows:
        places = ", ".join(f"{place}. x{often}" for place, often in row.places.items())
        bots = "with bots" if row.bots else "people"
        table.append((row.name, row.game, bots, str(row.matches), places, str(row.tokens), str(row.garnets)))
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table]
    return [*lines, *([apart] if apart else [])]
