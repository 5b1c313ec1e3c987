"""Gifts: garnets that change hands among the cast, openly or secretly (SE-27).

A secret gift changes nothing that anybody reads until it comes out: the purse of who gives it holds its garnets until
then, and they cannot be given twice. So whoever is neither of the two, nor a host, finds the season as it were without.
"""

from __future__ import annotations

from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.season import (
    Gift,
    Season,
    announce,
    change,
    check_member,
    counted_garnets,
    pay,
    spendable,
)


def give(season: Season, entry: j.Given) -> Season:
    """Garnets from one purse into another. Refused: `no_gifts`, `no_secret_gifts`, `cannot_give`, `bad_amount`,
    `lent`."""
    option = season.options.gifts
    if option == "none":
        raise Refused("no_gifts", "Nobody gives garnets away in this season.", "SE-27")
    if entry.secret and option != "secret":
        raise Refused("no_secret_gifts", "In this season gifts are given openly.", "SE-27")
    for name in (entry.name, entry.to):
        check_member(season, name)
        if not season.cast[name].in_:
            raise Refused("cannot_give", f"{quoted(name)} is out: gifts are for those who are in.", "SE-27")
    if entry.name == entry.to:
        raise Refused("cannot_give", "A gift is for somebody else.", "SE-27")
    lent = season.open is not None and season.phase == "main" and "purses" in season.open.given
    if lent and {entry.name, entry.to} & set(season.episodes[-1].sat):
        raise Refused("lent", "Purses are lent to the match that is played: give when it is booked.", "SE-27")
    held = spendable(season, entry.name)
    if not 1 <= entry.amount <= held:
        said = f"You can give 1 to {counted_garnets(held)}" if held > 0 else "You have no garnets to give"
        raise Refused("bad_amount", f"{said}, not {entry.amount}.", "SE-27")
    if entry.secret:
        return change(season, gifts=(*season.gifts, Gift(entry.name, entry.to, entry.amount, entry.at)))
    season = pay(season, entry.name, -entry.amount, f"a gift to {entry.to}")
    season = pay(season, entry.to, entry.amount, f"a gift of {entry.name}")
    return announce(season, entry, f"{entry.name} gives {entry.to} {counted_garnets(entry.amount)}.")


def gift_lines(season: Season, names: tuple[str, ...] | None) -> list[str]:
    """Secret gifts that have not come out, for those who gave or got them (`names`), or for hosts (None)."""
    return [
        f"{gift.name} has secretly given {gift.to} {counted_garnets(gift.amount)}."
        for gift in season.gifts
        if names is None or gift.name in names or gift.to in names
    ]
