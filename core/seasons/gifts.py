"""Gifts: garnets that change hands among the cast, openly or secretly (SE-27), and promises of them (SE-31).

A secret gift changes nothing that anybody reads until it comes out: the purse of who gives it holds its garnets until
then, and they cannot be given twice. So whoever is neither of the two, nor a host, finds the season as it were without.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from core.json import Json
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.season import Gift, Promise, Season, announce, change, check_member, counted_garnets, pay, spendable
from core.talk.channels import check_seen

LARGEST: Final = 1_000
LONGEST: Final = 120
"""Characters of a condition."""
MOST: Final = 20
"""Promises of one person that stand at a time."""


def give(season: Season, entry: j.GarnetsGiven) -> Season:
    """Garnets from one purse into another. Refused: `no_gifts`, `no_secret_gifts`, `cannot_give`, `bad_amount`,
    `lent`."""
    _check(season, entry)
    lent = season.open is not None and season.phase == "main" and "purses" in season.open.given
    if lent and {entry.name, entry.to} & set(season.episodes[-1].sat):
        raise Refused("lent", "Purses are lent to the match that is played: give when it is booked.", "SE-27")
    held = spendable(season, entry.name)
    if not 1 <= entry.amount <= held:
        said = f"You can give 1 to {counted_garnets(held)}" if held > 0 else "You have no garnets to give"
        raise Refused("bad_amount", f"{said}, not {entry.amount}.", "SE-27")
    if entry.secret:
        season = change(season, gifts=(*season.gifts, Gift(entry.name, entry.to, entry.amount, entry.at)))
        return _kept(season, entry)
    season = pay(season, entry.name, -entry.amount, f"a gift to {entry.to}")
    season = pay(season, entry.to, entry.amount, f"a gift of {entry.name}")
    return _kept(announce(season, entry, f"{entry.name} gives {entry.to} {counted_garnets(entry.amount)}."), entry)


def _check(season: Season, entry: j.GarnetsGiven | j.Promised) -> None:
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


def promise(season: Season, entry: j.Promised) -> Season:
    """Garnets that are to be given later. Refused: as `give`, and `bad_episode`, `too_long`, `too_many`."""
    _check(season, entry)
    if not 1 <= entry.amount <= LARGEST:
        raise Refused("bad_amount", f"Promise 1 to {LARGEST} garnets, not {entry.amount}.", "SE-31")
    first = season.number if season.open is not None else season.number + 1
    if entry.until is not None and not first <= entry.until <= first + LARGEST:
        told = f"Episode {entry.until} is none to come: name {first} or a later one, or none for the season's end."
        raise Refused("bad_episode", told, "SE-31")
    if entry.words:
        check_seen(entry.words)
        if len(entry.words) > LONGEST or len(entry.words.splitlines()) > 1:
            raise Refused("too_long", f"A condition is one line of at most {LONGEST} characters.", "SE-31")
    if sum(one.name == entry.name and not one.became for one in season.promises) >= MOST:
        raise Refused("too_many", f"{MOST} promises of yours stand already: keep one first.", "SE-31")
    made = Promise(entry.name, entry.to, entry.amount, entry.until, entry.words.strip(), entry.secret)
    season = change(season, promises=(*season.promises, made))
    return season if entry.secret else announce(season, entry, f"{made.said('promises')}.")


def _kept(season: Season, entry: j.GarnetsGiven) -> Season:
    """A gift goes to what was promised, the oldest first: an open one to open promises, and any, apart from that, to
    secret ones. So nothing that others read tells whether something was promised or given secretly."""
    left = {False: 0 if entry.secret else entry.amount, True: entry.amount}
    found: list[Promise] = []
    for one in season.promises:
        if (one.name, one.to, one.became) == (entry.name, entry.to, ""):
            part = min(left[one.secret], one.amount - one.given)
            left[one.secret] -= part
            whole = one.given + part == one.amount
            one = msgspec.structs.replace(one, given=one.given + part, became="kept" if whole else "")
            if whole and not one.secret:
                season = announce(season, entry, f"{one.said('promised')}: kept.")
        found.append(one)
    return change(season, promises=tuple(found))


PROMISED = re.compile(r"(\d{1,4})(?:\s+garnets?)?(?:\s+until\s+(?:episode\s+)?(\d{1,4}))?(?:,?\s+if\s+(.+))?", re.I)


def read_promise(given: str) -> tuple[int, int | None, str]:
    """How many garnets, the episode with whose end they are due, and the condition: `2`, `2 until 5`, `2 until 5 if you
    spare me`. Refused: `bad_amount`."""
    found = PROMISED.fullmatch(given.strip())
    if found is None:
        raise Refused("bad_amount", "Write how many, and what else holds: 2, 2 until 5, 2 until 5 if you spare me.",
                      "SE-31")  # fmt: skip
    many, until, words = found.groups()
    return int(many), None if until is None else int(until), words or ""


def promises_json(season: Season) -> list[Json]:
    """The book of promises that everybody reads: the open ones, and once the season is over all of them."""
    over = season.phase == "finished"
    return [msgspec.to_builtins(one) for one in season.promises if over or not one.secret]


def gift_lines(season: Season, names: tuple[str, ...] | None) -> list[str]:
    """Secret gifts that have not come out, and promises that stand, for those who gave or got them (`names`), or for
    hosts (None)."""
    return [
        f"{gift.name} has secretly given {gift.to} {counted_garnets(gift.amount)}."
        for gift in season.gifts
        if names is None or gift.name in names or gift.to in names
    ] + [
        f"{one.said('has secretly promised' if one.secret else 'has promised')}"
        + (f"; {one.given} of it given." if one.given else ".")
        for one in season.promises
        if not one.became and (names is None or one.name in names or one.to in names)
    ]
