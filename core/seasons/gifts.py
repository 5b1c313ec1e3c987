"""Gifts of garnets among the cast, open or secret (SE-27), and promises of them (SE-31).

Only giver, receiver and hosts know a secret gift until it comes out. Until then the giver's purse holds the garnets,
which cannot be given twice.
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
MOST: Final = 20


def give(season: Season, entry: j.GarnetsGiven) -> Season:
    """Give garnets. Refused: `no_gifts`, `no_secret_gifts`, `cannot_give`, `bad_amount`, `lent`."""
    _check_gift(season, entry)
    are_lent = season.open is not None and season.phase == "main" and "purses" in season.open.options
    if are_lent and {entry.name, entry.to} & set(season.episodes[-1].sat):
        raise Refused("lent", "Purses are lent to the match that is played: give when it is booked.", "SE-27")
    purse = spendable(season, entry.name)
    if not 1 <= entry.amount <= purse:
        message = f"You can give 1 to {counted_garnets(purse)}" if purse > 0 else "You have no garnets to give"
        raise Refused("bad_amount", f"{message}, not {entry.amount}.", "SE-27")
    if entry.secret:
        season = change(season, gifts=(*season.gifts, Gift(entry.name, entry.to, entry.amount, entry.at)))
        return _count_toward_promises(season, entry)
    season = pay(season, entry.name, -entry.amount, f"a gift to {entry.to}")
    season = pay(season, entry.to, entry.amount, f"a gift of {entry.name}")
    return _count_toward_promises(
        announce(season, entry, f"{entry.name} gives {entry.to} {counted_garnets(entry.amount)}."), entry
    )


def _check_gift(season: Season, entry: j.GarnetsGiven | j.Promised) -> None:
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
    """Promise garnets. Refused: as `give`, and `bad_episode`, `too_long`, `too_many`."""
    _check_gift(season, entry)
    if not 1 <= entry.amount <= LARGEST:
        raise Refused("bad_amount", f"Promise 1 to {LARGEST} garnets, not {entry.amount}.", "SE-31")
    first = season.number if season.open is not None else season.number + 1
    if entry.until is not None and not first <= entry.until <= first + LARGEST:
        message = f"Episode {entry.until} is not to come: name {first} or a later one, or none for the season's end."
        raise Refused("bad_episode", message, "SE-31")
    if entry.words:
        check_seen(entry.words)
        if len(entry.words) > LONGEST or len(entry.words.splitlines()) > 1:
            raise Refused("too_long", f"A condition is one line of at most {LONGEST} characters.", "SE-31")
    if sum(promise.name == entry.name and not promise.became for promise in season.promises) >= MOST:
        raise Refused("too_many", f"{MOST} promises of yours stand already: keep one first.", "SE-31")
    new_promise = Promise(entry.name, entry.to, entry.amount, entry.until, entry.words.strip(), entry.secret)
    season = change(season, promises=(*season.promises, new_promise))
    return season if entry.secret else announce(season, entry, f"{new_promise.sentence('promises')}.")


def _count_toward_promises(season: Season, entry: j.GarnetsGiven) -> Season:
    """Count a gift toward promises, oldest first. Open gifts count toward open promises. Any gift counts, separately,
    toward secret ones, so nothing public reveals a secret."""
    left = {False: 0 if entry.secret else entry.amount, True: entry.amount}
    promises: list[Promise] = []
    for promise_ in season.promises:
        if (promise_.name, promise_.to, promise_.became) == (entry.name, entry.to, ""):
            counted = min(left[promise_.secret], promise_.amount - promise_.paid)
            left[promise_.secret] -= counted
            paid = promise_.paid + counted
            is_kept = paid == promise_.amount
            promise_ = msgspec.structs.replace(promise_, paid=paid, became="kept" if is_kept else "")
            if is_kept and not promise_.secret:
                season = announce(season, entry, f"{promise_.sentence('promised')}: kept.")
        promises.append(promise_)
    return change(season, promises=tuple(promises))


PROMISED = re.compile(r"(\d{1,4})(?:\s+garnets?)?(?:\s+until\s+(?:episode\s+)?(\d{1,4}))?(?:,?\s+if\s+(.+))?", re.I)


def read_promise(typed: str) -> tuple[int, int | None, str]:
    """Parse `2`, `2 until 5`, `2 until 5 if you spare me` into number, due episode and condition. Refused:
    `bad_amount`."""
    parsed = PROMISED.fullmatch(typed.strip())
    if parsed is None:
        examples = "Write how many, and what else holds: 2, 2 until 5, 2 until 5 if you spare me."
        raise Refused("bad_amount", examples, "SE-31")
    amount, until, condition = parsed.groups()
    return int(amount), None if until is None else int(until), condition or ""


def promises_json(season: Season) -> list[Json]:
    """Return the public promises: open ones, and all once the season is over."""
    is_over = season.phase == "finished"
    return [msgspec.to_builtins(promise) for promise in season.promises if is_over or not promise.secret]


def gift_lines(season: Season, names: tuple[str, ...] | None) -> list[str]:
    """Return secret gifts and open promises, of the players `names`, or (None) all for hosts."""
    return [
        f"{gift.name} has secretly given {gift.to} {counted_garnets(gift.amount)}."
        for gift in season.gifts
        if names is None or gift.name in names or gift.to in names
    ] + [
        f"{promise.sentence('has secretly promised' if promise.secret else 'has promised')}"
        + (f"; {promise.paid} of it given." if promise.paid else ".")
        for promise in season.promises
        if not promise.became and (names is None or promise.name in names or promise.to in names)
    ]
