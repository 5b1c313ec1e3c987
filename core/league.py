"""The league of a house: what every person has done in every game, apart from seasons (SE-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from core.decisions import outcome
from core.ledger import total, won
from core.match import Match
from core.seating import OPEN, is_bot, is_person


class Row(msgspec.Struct, frozen=True, kw_only=True):
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


def league(matches: Iterable[Match], name_of: Callable[[str, str], str]) -> tuple[Row, ...]:
    """The rows of all finished matches, by name, game, and without bots first. Matches that were ended without a
    result do not count. `name_of(holder, seat)` is what the person who holds a seat is called."""
    rows: dict[tuple[str, str, bool], Row] = {}
    for match in matches:
        told = outcome(match)
        if told is None or match.abandoned:
            continue
        bots = any(is_bot(holder) for holder in match.holders.values())
        tokens = total(match.state.ledger, "token", match.seats)
        garnets = won(match.state.ledger, match.seats)
        for seat, place in _places(told["ranking"]).items():
            holder = match.holders.get(seat, OPEN)
            if not is_person(holder):
                continue
            key = (name_of(holder, seat), match.header.game, bots)
            row = rows.get(key) or Row(name=key[0], game=key[1], bots=bots)
            rows[key] = Row(
                name=row.name,
                game=row.game,
                bots=bots,
                matches=row.matches + 1,
                places=_one_more(row.places, place),
                tokens=row.tokens + tokens[seat],
                garnets=row.garnets + garnets[seat],
            )
    return tuple(rows[key] for key in sorted(rows, key=lambda key: (key[0].casefold(), *key)))


def _places(ranking: list[list[str]]) -> dict[str, int]:
    places: dict[str, int] = {}
    for tied in ranking:
        places |= dict.fromkeys(tied, len(places) + 1)
    return places


def _one_more(places: dict[str, int], place: int) -> dict[str, int]:
    """Keys in the order of the places."""
    counted = {**places, str(place): places.get(str(place), 0) + 1}
    return {key: counted[key] for key in sorted(counted, key=int)}
