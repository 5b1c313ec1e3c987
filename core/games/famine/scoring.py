"""Favor of trades in The Seven Years' Famine: pure functions over the tables (FA-04 to FA-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from core.contract import Struct
from core.games.famine.spec import GOODS
from core.games.famine.structs import View, famine_view
from core.games.trading.offers import Swap, after_swaps
from core.games.trading.results import Item, Outlook, Payoff, Plan, Result, outlook
from core.games.trading.structs import TradingView

Power = Literal["inventory", "partners", "rank", "favor", "lock", "kinds", "garnets"]
"""A diamond's power for its giver, in addition to its Favor (FA-06 to FA-09)."""


class Year(Struct, frozen=True, kw_only=True):
    ruby: int
    ruby_for_sapphire: int
    """Replaces `ruby` if a sapphire comes back."""
    sapphire: int
    sapphire_takes: int
    """Reduction of the recipient's gain from this trade; not below 0."""
    emerald_adds: int
    """Added to the recipient's gain from this trade, if it gains anything."""
    topaz_shared: int
    """Divided by all topaz given this year, rounded down."""
    diamond: int
    power: Power
    onyx: int
    onyx_costs: int
    """Loss of the recipient."""


# fmt: off
YEARS: dict[int, Year] = {
    1: Year(ruby=3, ruby_for_sapphire=9, sapphire=2, sapphire_takes=3, emerald_adds=1,
            topaz_shared=12, diamond=3, power="inventory", onyx=2, onyx_costs=2),
    2: Year(ruby=3, ruby_for_sapphire=11, sapphire=2, sapphire_takes=4, emerald_adds=2,
            topaz_shared=14, diamond=4, power="partners", onyx=2, onyx_costs=3),
    3: Year(ruby=4, ruby_for_sapphire=13, sapphire=3, sapphire_takes=5, emerald_adds=3,
            topaz_shared=16, diamond=5, power="rank", onyx=3, onyx_costs=3),
    4: Year(ruby=4, ruby_for_sapphire=15, sapphire=3, sapphire_takes=6, emerald_adds=4,
            topaz_shared=18, diamond=6, power="favor", onyx=3, onyx_costs=4),
    5: Year(ruby=5, ruby_for_sapphire=17, sapphire=4, sapphire_takes=7, emerald_adds=5,
            topaz_shared=20, diamond=7, power="lock", onyx=4, onyx_costs=4),
    6: Year(ruby=5, ruby_for_sapphire=19, sapphire=4, sapphire_takes=8, emerald_adds=6,
            topaz_shared=22, diamond=8, power="kinds", onyx=4, onyx_costs=5),
    7: Year(ruby=6, ruby_for_sapphire=21, sapphire=5, sapphire_takes=9, emerald_adds=7,
            topaz_shared=24, diamond=9, power="garnets", onyx=5, onyx_costs=5),
}
# fmt: on

NOTHING_FOR_EMERALD = ("emerald", "topaz")
"""An emerald given for one of these gains nothing, in every year."""

SAME_GEM_YEAR, SAME_GEM_COST = 2, 2
"""Year in which a trade of a gem for the same gem costs each of its seats so much (FA-05)."""
STRANGERS_YEAR, STRANGER_COST = 3, 5
"""At the end of this year each other seat never traded with costs so much (FA-06)."""
ONYX_YEAR, ONYX_AT_LEAST, ONYX_BONUS = 5, 3, 20
"""At the end of this year so many onyx bring so much."""
KINDS_YEAR, KIND_BONUS = 6, 3
"""At the end of this year each diamond given in it brings so much for each kind owned."""
TWICE_YEAR, TWICE_BONUS = 6, 25
"""At the end of this year at least two trades with every other seat bring so much."""
ALIKE_YEAR, ALIKE_BONUS = 7, 30
"""At the end of this year gemstones of one kind only bring so much."""
LOCK_YEAR = 5
"""Diamonds received in this year cannot be given in the next (FA-08)."""
GARNET_YEAR, DIAMOND_GARNETS = 7, 3
"""Each diamond given in this year earns so many garnets (FA-09)."""

POWERS: dict[Power, str] = {
    "inventory": "you learn what they hold after the close",
    "partners": "you learn with whom they traded in year 1",
    "rank": "you learn their rank after the close",
    "favor": "you learn their Favor after the close",
    "lock": "they cannot give this diamond away next year",
    "kinds": f"+{KIND_BONUS} at the end of the year for each kind you own then",
    "garnets": f"you earn {DIAMOND_GARNETS} garnets",
}


def lines_in_words(year: int) -> tuple[str, ...]:
    line = YEARS[year]
    lines = [
        f"Give ruby: you +{line.ruby}; for sapphire you +{line.ruby_for_sapphire} instead.",
        f"Give sapphire: you +{line.sapphire}; their gain from this trade -{line.sapphire_takes}, not below 0.",
        f"Give emerald: what they gain from this trade +{line.emerald_adds}, nothing if they gain nothing; "
        f"for {' or '.join(NOTHING_FOR_EMERALD)} nothing.",
        f"Give topaz: you +{line.topaz_shared}/n rounded down, n being all topaz given this year.",
        f"Give diamond: you +{line.diamond}; {POWERS[line.power]}.",
        f"Give onyx: you +{line.onyx}; they -{line.onyx_costs}.",
    ]
    if year == SAME_GEM_YEAR:
        lines.append(f"A gem for the same gem: both -{SAME_GEM_COST}, each time.")
    if year == STRANGERS_YEAR:
        lines.append(f"At the end: -{STRANGER_COST} for each player you have never traded with.")
    if year == ONYX_YEAR:
        lines.append(f"At the end, owning at least {ONYX_AT_LEAST} onyx: +{ONYX_BONUS}.")
    if year == TWICE_YEAR:
        lines.append(f"At the end, having traded with every other player at least twice: +{TWICE_BONUS}.")
    if year == ALIKE_YEAR:
        lines.append(f"At the end, if all your gemstones are of one kind: +{ALIKE_BONUS}.")
    return tuple(lines)


@cache
def own_gain(year: int, gave: str, got: str, topaz: int) -> int:
    """Return the gain of the gemstone given, "instead" applied; 0 for an emerald, which is computed later (FA-04,
    1).

    `topaz` counts every topaz given in the year's processed trades, by all seats.
    """
    line = YEARS[year]
    if gave == "ruby":
        return line.ruby_for_sapphire if got == "sapphire" else line.ruby
    if gave == "topaz":
        return line.topaz_shared // topaz
    return {"sapphire": line.sapphire, "emerald": 0, "diamond": line.diamond, "onyx": line.onyx}[gave]


@cache
def trade_gain(year: int, gave: str, got: str, topaz: int) -> int:
    """Return G, a seat's gain from one trade; never below 0 (FA-04)."""
    line = YEARS[year]
    gain = own_gain(year, gave, got, topaz)
    if gave == "emerald" and got not in NOTHING_FOR_EMERALD:  # FA-04 (2)
        theirs = own_gain(year, got, gave, topaz)
        gain = theirs + line.emerald_adds if theirs else 0
    if got == "sapphire":  # FA-04 (3)
        gain = max(0, gain - line.sapphire_takes)
    return gain


@cache
def side(year: int, gave: str, got: str, topaz: int) -> Result:
    """Return the result of one trade for the seat that gave `gave` and got `got`; losses stay apart from the gain
    (FA-05)."""
    gain = trade_gain(year, gave, got, topaz)
    losses = []
    if got == "onyx":
        losses.append(Item(-YEARS[year].onyx_costs, f"onyx received for {gave}"))
    if year == SAME_GEM_YEAR and gave == got:
        losses.append(Item(-SAME_GEM_COST, f"{gave} for {got}"))
    return Result(gains=(Item(gain, f"{gave} given for {got}"),) if gain else (), losses=tuple(losses))


def end_of_year(year: int, diamonds: int, after: Mapping[str, int], met: Mapping[str, int]) -> tuple[Item, ...]:
    """Return the bonuses and costs of the end of a year (FA-06): `diamonds` given in it, `after` the hand then,
    `met` the trades so far with each other seat. They are no gain from a trade."""
    items = []
    strangers = sum(not times for times in met.values())
    kinds = sum(1 for number in after.values() if number > 0)
    if year == STRANGERS_YEAR and strangers:
        items.append(Item(-STRANGER_COST * strangers, f"{strangers} never traded with"))
    if year == ONYX_YEAR and after.get("onyx", 0) >= ONYX_AT_LEAST:
        items.append(Item(ONYX_BONUS, f"at least {ONYX_AT_LEAST} onyx"))
    if year == KINDS_YEAR and diamonds and kinds:
        items.append(Item(KIND_BONUS * kinds * diamonds, f"{diamonds} diamond given, {kinds} kinds owned"))
    if year == TWICE_YEAR and all(times >= 2 for times in met.values()):
        items.append(Item(TWICE_BONUS, "traded with every other player twice"))
    if year == ALIKE_YEAR and kinds == 1:
        items.append(Item(ALIKE_BONUS, "all gemstones of one kind"))
    return tuple(items)


def year_result(
    year: int, pairs: Iterable[tuple[str, str]], topaz: int, after: Mapping[str, int], met: Mapping[str, int]
) -> Result:
    """Return a seat's result of a whole year; `pairs` are (gave, got) of its trades."""
    trades = tuple(pairs)
    sides = [side(year, gave, got, topaz) for gave, got in trades]
    diamonds = sum(gave == "diamond" for gave, _ in trades)
    return Result(
        gains=tuple(item for trade in sides for item in trade.gains),
        losses=tuple(item for trade in sides for item in trade.losses),
        bonuses=end_of_year(year, diamonds, after, met),
    )


def topaz_in(pairs: Iterable[tuple[str, str]]) -> int:
    return sum((gave == "topaz") + (got == "topaz") for gave, got in pairs)


@cache
def payoff(year: int, give: str, receive: str, elsewhere: int = 0) -> Payoff:
    """Return both seats' results of one trade, taken alone; `elsewhere` topaz are given in other trades."""
    topaz = topaz_in([(give, receive)]) + elsewhere
    own, theirs = side(year, give, receive, topaz), side(year, receive, give, topaz)
    notes = [f"you: {POWERS[YEARS[year].power]}"] if give == "diamond" else []
    if receive == "diamond":
        notes.append("their diamond works for them")
    return Payoff(own.total, theirs.total, tuple(notes))


def preview(view: TradingView, plans: tuple[Plan, ...], elsewhere: int = 0) -> Outlook:
    """Return the outlook of planned offers in the year of `view`, with `elsewhere` topaz given in others' trades."""
    view = famine_view(view)

    def result(swaps: tuple[Swap, ...]) -> Result:
        pairs = [(swap.gave, swap.got) for swap in swaps]
        met = {**view.met}
        for swap in swaps:
            if swap.partner:  # an offer without a partner is no swap with a particular seat
                met[swap.partner] = met.get(swap.partner, 0) + 1
        return year_result(view.round, pairs, topaz_in(pairs) + elsewhere, after_swaps(view.held, swaps), met)

    return outlook(plans, GOODS.kinds, result)


def reminders(view: TradingView) -> tuple[str, ...]:
    """Return reminders, a line each: partners still needed, bonuses ahead, locked diamonds, the risk of onyx (FA-06,
    FA-08, FA-12). `view.strangers` and `view.needed_twice` have the seats."""
    view = famine_view(view)
    if view.seat is None:
        return ()
    lines = []
    onyx = view.held.get(GOODS.risk, 0)
    strangers, lacking = len(view.strangers), sum(view.needed_twice.values())
    if view.round <= STRANGERS_YEAR and strangers:
        lines.append(f"Year {STRANGERS_YEAR}: -{STRANGER_COST * strangers}, no trade with {strangers}.")
    if view.round <= ONYX_YEAR:
        lines.append(f"Year {ONYX_YEAR}: {onyx} of {ONYX_AT_LEAST} onyx for +{ONYX_BONUS}.")
    if view.round <= TWICE_YEAR:
        state = f"+{TWICE_BONUS}, twice with all"
        if lacking:
            state = f"{lacking} more swap{'s' * (lacking != 1)} for +{TWICE_BONUS}"
        if not twice_possible(view):
            state = f"+{TWICE_BONUS} out of reach"
        lines.append(f"Year {TWICE_YEAR}: {state}.")
    lines.append(f"Year {ALIKE_YEAR}: +{ALIKE_BONUS} if all one kind.")
    if view.locked_diamonds:
        lines.append(f"{GOODS.counted(view.locked_diamonds, 'diamond')} locked this year.")
    if onyx:
        lines.append(f"Most onyx: Candidate. You: {onyx}.")
    return tuple(lines)


def twice_possible(view: View) -> bool:
    """False if two trades with every other seat by the end of year 6 are impossible: too few offers are left
    (FA-02), or too few years that do not follow one another."""
    lacking = view.needed_twice
    if sum(lacking.values()) > GOODS.limit * max(0, TWICE_YEAR - view.round + 1):
        return False
    for partner, times in lacking.items():
        first = view.round + (partner in view.last_year)
        if first + 2 * (times - 1) > TWICE_YEAR:
            return False
    return True
