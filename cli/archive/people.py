"""A page for everybody who has played in what is public, under the name that they appear by: matches, duels, seasons,
and how they kept their word, as far as that may be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cli.archive.pages import Pages


class Known(msgspec.Struct, frozen=True):
    """Somebody who is no bot and wants a name."""

    name: str
    page: str
    matches: tuple[Mapping[str, Any], ...]
    """Newest first."""
    seasons: tuple[Mapping[str, Any], ...]

    @property
    def won(self) -> int:
        """How many of them, duels too."""
        return sum(self.name in one["won"] for one in self.matches)


def known(matches: Sequence[Mapping[str, Any]], seasons: Sequence[Mapping[str, Any]]) -> list[Known]:
    """Everybody, who has played most first. No two pages have one address."""
    played: dict[str, list[Mapping[str, Any]]] = {}
    for one in matches:
        for seat in one["people"]:
            played.setdefault(seat, []).append(one)
    found: list[Known] = []
    taken: set[str] = set()
    for name in sorted(played, key=lambda one: (-len(played[one]), one.casefold(), one)):
        slug = base = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "somebody"
        number = 1
        while slug in taken:
            number += 1
            slug = f"{base}-{number}"
        taken.add(slug)
        own = tuple(
            one for one in seasons if any(m["season"] == one["slug"] for m in played[name]) and name in one["cast"]
        )
        found.append(Known(name, f"people/{slug}.html", tuple(played[name]), own))
    return found


def file(pages: Pages, one: Known) -> tuple[str, bytes]:
    """The page of somebody."""
    rows = [(m, m["places"].get(one.name), _words(m["words"].get(one.name))) for m in one.matches]
    games = [(m, "" if place is None else f"{place}.", words) for m, place, words in rows if not m["duel"]]
    duels = [(m, _ended(m, one.name), words) for m, _, words in rows if m["duel"]]
    duels.sort(key=lambda row: (row[0]["at"], row[0]["number"] or 0), reverse=True)
    won = sum(one.name in m["won"] for m, *_ in games)
    duels_won = sum(one.name in m["won"] for m, *_ in duels)
    kept, broken = (sum(m["words"].get(one.name, (0, 0))[n] for m in one.matches) for n in (0, 1))
    return one.page, pages.page(
        "person.html", one.page, one.name, _about(one.name, len(games), won, len(duels), duels_won), name=one.name,
        games=games, duels=duels, won=won, duels_won=duels_won, kept=kept, broken=broken, seasons=one.seasons,
    )  # fmt: skip


def _ended(duel: Mapping[str, Any], name: str) -> str:
    """How a duel ended for one of the two."""
    return "drawn" if not duel["won"] else "won" if name in duel["won"] else "lost"


def _about(name: str, games: int, won: int, duels: int, duels_won: int) -> str:
    told = [f"{many} {one if many == 1 else more}, {first} won" for many, one, more, first in (
        (games, "match", "matches", won), (duels, "duel", "duels", duels_won)) if many]  # fmt: skip
    return f"{name} in this house: {'; '.join(told)}."


def _words(counts: Sequence[int] | None) -> str:
    """`4 of 6 kept`."""
    return "" if counts is None else f"{counts[0]} of {sum(counts)} kept"
