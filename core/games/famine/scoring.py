"""What trades of The Seven Years' Famine bring: pure functions over the tables (FA-04 to FA-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from core.games.famine import tables
from core.games.famine.spec import GOODS
from core.games.famine.structs import View, of_famine
from core.games.trading.offers import Swap, moved
from core.games.trading.results import Item, Outlook, Payoff, Plan, Result, outlook
from core.games.trading.structs import TradingView


@cache
def own_gain(year: int, gave: str, got: str, topaz: int) -> int:
    """The gain of the gemstone given, with "instead" applied; 0 for an emerald, which is found later (FA-04, 1).

    `topaz` counts every topaz given in the year's processed trades, by all seats.
    """
    line = tables.YEARS[year]
    if gave == "ruby":
        return line.ruby_for_sapphire if got == "sapphire" else line.ruby
    if gave == "topaz":
        return line.topaz_shared // topaz
    return {"sapphire": line.sapphire, "emerald": 0, "diamond": line.diamond, "onyx": line.onyx}[gave]


@cache
def trade_gain(year: int, gave: str, got: str, topaz: int) -> int:
    """G, what a seat gains from one trade; never below 0 (FA-04)."""
    line = tables.YEARS[year]
    gain = own_gain(year, gave, got, topaz)
    if gave == "emerald" and got not in tables.NOTHING_FOR_EMERALD:  # FA-04 (2)
        theirs = own_gain(year, got, gave, topaz)
        gain = theirs + line.emerald_adds if theirs else 0
    if got == "sapphire":  # FA-04 (3)
        gain = max(0, gain - line.sapphire_takes)
    return gain


@cache
def side(year: int, gave: str, got: str, topaz: int) -> Result:
    """What one trade brings the seat that gave `gave` and got `got`; losses stand apart from the gain (FA-05)."""
    gain = trade_gain(year, gave, got, topaz)
    losses = []
    if got == "onyx":
        losses.append(Item(-tables.YEARS[year].onyx_costs, f"onyx received for {gave}"))
    if year == tables.SAME_GEM_YEAR and gave == got:
        losses.append(Item(-tables.SAME_GEM_COST, f"{gave} for {got}"))
    return Result(gains=(Item(gain, f"{gave} given for {got}"),) if gain else (), losses=tuple(losses))


def end_of_year(year: int, diamonds: int, after: Mapping[str, int], met: Mapping[str, int]) -> tuple[Item, ...]:
    """What the end of a year adds or takes (FA-06): `diamonds` given in it, `after` the hand then, `met` the trades
    so far with each other seat. No gain from a trade."""
    found = []
    strangers = sum(not times for times in met.values())
    kinds = sum(1 for number in after.values() if number > 0)
    if year == tables.STRANGERS_YEAR and strangers:
        found.append(Item(-tables.STRANGER_COST * strangers, f"{strangers} never traded with"))
    if year == tables.ONYX_YEAR and after.get("onyx", 0) >= tables.ONYX_AT_LEAST:
        found.append(Item(tables.ONYX_BONUS, f"at least {tables.ONYX_AT_LEAST} onyx"))
    if year == tables.KINDS_YEAR and diamonds and kinds:
        found.append(Item(tables.KIND_BONUS * kinds * diamonds, f"{diamonds} diamond given, {kinds} kinds owned"))
    if year == tables.TWICE_YEAR and all(times >= 2 for times in met.values()):
        found.append(Item(tables.TWICE_BONUS, "traded with every other player twice"))
    if year == tables.ALIKE_YEAR and kinds == 1:
        found.append(Item(tables.ALIKE_BONUS, "all gemstones of one kind"))
    return tuple(found)


def year_result(
    year: int, pairs: Iterable[tuple[str, str]], topaz: int, after: Mapping[str, int], met: Mapping[str, int]
) -> Result:
    """What a whole year brings a seat: `pairs` are (gave, got) of its trades."""
    done = tuple(pairs)
    sides = [side(year, gave, got, topaz) for gave, got in done]
    diamonds = sum(gave == "diamond" for gave, _ in done)
    return Result(
        gains=tuple(item for one in sides for item in one.gains),
        losses=tuple(item for one in sides for item in one.losses),
        bonuses=end_of_year(year, diamonds, after, met),
    )


def topaz_in(pairs: Iterable[tuple[str, str]]) -> int:
    """How many topaz are given in trades, seen from one side of each."""
    return sum((gave == "topaz") + (got == "topaz") for gave, got in pairs)


@cache
def payoff(year: int, give: str, receive: str, elsewhere: int = 0) -> Payoff:
    """What one trade brings both its seats, taken alone; `elsewhere` topaz are given in other trades."""
    topaz = topaz_in([(give, receive)]) + elsewhere
    mine, theirs = side(year, give, receive, topaz), side(year, receive, give, topaz)
    notes = [f"you: {tables.POWERS[tables.YEARS[year].power]}"] if give == "diamond" else []
    if receive == "diamond":
        notes.append("their diamond works for them")
    return Payoff(mine.total, theirs.total, tuple(notes))


def preview(view: TradingView, plans: tuple[Plan, ...], elsewhere: int = 0) -> Outlook:
    """The outlook of planned offers in the year of `view`, if `elsewhere` topaz are given in others' trades."""
    view = of_famine(view)

    def result(done: tuple[Swap, ...]) -> Result:
        pairs = [(swap.gave, swap.got) for swap in done]
        met = {**view.met}
        for swap in done:
            if swap.partner:  # an offer to nobody yet is no swap with anybody in particular
                met[swap.partner] = met.get(swap.partner, 0) + 1
        return year_result(view.round, pairs, topaz_in(pairs) + elsewhere, moved(view.held, done), met)

    return outlook(plans, GOODS.kinds, result)


def reminders(view: TradingView) -> tuple[str, ...]:
    """What to keep in mind now, a line each: partners still needed, bonuses ahead, what is locked, the risk of onyx
    (FA-06, FA-08, FA-12). The seats meant are in `view.strangers` and `view.needed_twice`."""
    view = of_famine(view)
    if view.seat is None:
        return ()
    found = []
    onyx, most = view.held.get(GOODS.risk, 0), max(view.held.values(), default=0)
    strangers, lacking = len(view.strangers), sum(view.needed_twice.values())
    if view.round <= tables.STRANGERS_YEAR and strangers:
        found.append(f"End y{tables.STRANGERS_YEAR}: -{tables.STRANGER_COST * strangers}, {strangers} never met.")
    if view.round <= tables.ONYX_YEAR:
        found.append(f"End y{tables.ONYX_YEAR}: +{tables.ONYX_BONUS} for onyx, {onyx}/{tables.ONYX_AT_LEAST}.")
    if view.round <= tables.TWICE_YEAR:
        state = "all met twice" if not lacking else f"{lacking} swap{'s' * (lacking != 1)} to go"
        if not twice_possible(view):
            state = "out of reach"
        found.append(f"End y{tables.TWICE_YEAR}: +{tables.TWICE_BONUS}, {state}.")
    found.append(f"End y{tables.ALIKE_YEAR}: +{tables.ALIKE_BONUS} if alike, {most}/{sum(view.held.values())}.")
    if view.locked_diamonds:
        found.append(f"{GOODS.counted(view.locked_diamonds, 'diamond')} locked this year.")
    if onyx:
        found.append(f"{onyx} onyx: the most is Candidate.")
    return tuple(found)


def twice_possible(view: View) -> bool:
    """False once a seat can no longer trade with every other seat twice by the end of year 6, whatever they do: too
    few offers are left (FA-02), or too few years that do not follow one another for a pair of trades."""
    lacking = view.needed_twice
    if sum(lacking.values()) > GOODS.limit * max(0, tables.TWICE_YEAR - view.round + 1):
        return False
    for partner, times in lacking.items():
        first = view.round + (partner in view.last_year)
        if first + 2 * (times - 1) > tables.TWICE_YEAR:
            return False
    return True
