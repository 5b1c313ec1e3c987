"""Orders, reports and effects in sentences for the player. Plain text, no markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from core.games.day_of_mercury.spec import LOCATIONS, SHRINE, SINS
from core.games.day_of_mercury.structs import (
    Commit,
    Deed,
    Effects,
    Gather,
    Offer,
    Orders,
    OtherGain,
    Report,
    Result,
    Suffered,
    View,
)

REASONS = {
    "several_commits": "failed: someone else committed against the same target, and both came to nothing",
    "turned_away": "failed: the Angels protected the target",
    "cannot_pay": "failed: you could not pay, and it cost nothing",
    "negated": "was paid and did nothing: a commit from the Drowned Tower took its effect",
}
"""What each `reason` of a report means, after "your commit" or "your offer" (DM-20, DM-21, DM-37, DM-29)."""

CAUSE_WORDS = {
    "lambs": "The Lambs shared with you",
    "catacombs": "Your commit from the Catacombs brought you",
    "gift": "Those Lacking Eyes gave you",
    "visit_bonus": "For visiting all seven sin locations you received",
}

OFFERED = "The Shrine of Flies: all the sin you held was turned into points."

TRADE_WORDS = {
    "done": "Your trade was carried out.",
    "cancelled": "Your trade was cancelled.",
    "destroyed": "Your trade came to pass and both sins were destroyed.",
}


def place(location: str) -> str:
    """`the Ringed City`."""
    return LOCATIONS[location].title


def some(sin: Mapping[str, int]) -> str:
    """`3 pride and 1 sloth`; `nothing` for nothing."""
    return listed(f"{sin[s]} {s}" for s in SINS if sin.get(s, 0)) or "nothing"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`; empty for none."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _opening(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- proposals -----------------------------------------------------------------------------------------------


def meeting(location: str, give: str, want: str) -> str:
    """A proposal of a trade: the text names where to meet, the deal itself only the sins."""
    return f"I shall be in {place(location)}. My {give} for your {want}?"


def place_in(text: str) -> str | None:
    """The location that a message names; None if it names none, or several."""
    found = {NAMED[word] for word in re.findall(_NAMES, text.casefold())}
    return found.pop() if len(found) == 1 else None


def _called(title: str) -> tuple[str, ...]:
    """What a location is called in talk: `the catacombs`, `catacombs`, `cathedral`."""
    whole = title.casefold()
    short = whole.removeprefix("the ").split(" of ")[0]
    return (whole, short, short.split()[-1])


NAMED = {word: place.id for place in LOCATIONS.values() for word in _called(place.title)}
"""What words name a location, in small letters."""
_NAMES = rf"\b(?:{'|'.join(sorted(NAMED, key=len, reverse=True))})\b"
BESIDE = rf"(?:(?:we |let's |let us )?meet (?:me )?)?(?:at|in|by|@) (?:the )?{_NAMES}"
"""Where a trade takes place, as people say it beside the trade."""


# --- orders --------------------------------------------------------------------------------------------------


def restate(orders: Orders) -> list[str]:
    """The orders, one line for each visit and one for the trade."""
    if orders.nothing:
        return ["Nothing: you will stand in two random locations and do nothing there."]
    lines = [
        f"{_opening(place(visit.location))}: {listed(deed(visit.location, d) for d in visit.deeds) or 'only be there'}."
        for visit in orders.visits
    ]
    if orders.trade is not None:
        lines.append(f"Trade with {orders.trade.partner}: your {orders.trade.give} for their {orders.trade.want}.")
    return lines


def deed(location: str, done: Deed) -> str:
    """One action, without its location: `gather`, `commit against Bo, denying lust and envy`."""
    if isinstance(done, Gather):
        return "gather"
    if isinstance(done, Commit):
        against = f"commit against {done.target}"
        if done.sins is not UNSET:
            return f"{against}, denying {listed(done.sins)}"
        return against if done.location is UNSET else f"{against}, sending them to {place(done.location)}"
    return _offer(location, done)


def did(location: str, done: Deed) -> str:
    """The same of what is past: `committed against Bo, denying lust and envy`."""
    what, _, rest = deed(location, done).partition(" ")
    past = {"gather": "gathered", "commit": "committed", "offer": "offered"}[what]
    return f"{past} {rest}" if rest else past


def _offer(location: str, done: Offer) -> str:
    if location == SHRINE:
        return "offer all your sin"
    there = LOCATIONS[location]
    offer = f"offer {there.cost} {there.cost_sin} to {there.resident}"
    if done.location is not UNSET:
        return f"{offer}, declaring {place(done.location)}"
    if done.player is not UNSET and done.sin is not UNSET:
        return f"{offer}, for 2 {done.sin} and 1 to {done.player}"
    return offer


# --- reports -------------------------------------------------------------------------------------------------


def tell_to(report: Report, view: View) -> list[str]:
    """`tell` for the seat that sees `view`: what the Shrine paid it, and what it suffered said once."""
    found = [s for s in view.sightings if (s.points, s.places, s.announced) == _mark(report)]
    lines = tell(replace(report, announced=tuple(name for name in report.announced if name != view.seat)))
    if len({(s.paid, s.converted) for s in found}) != 1:  # rounds that nothing tells apart
        return lines
    paid, converted = found[0].paid, found[0].converted
    if OFFERED in lines:
        lines[lines.index(OFFERED)] = f"{OFFERED[:-1]}: {_counted(paid, 'point')}."
    if converted:
        lines.insert(
            1, f"After the last round the Shrine turned the sin you had left into {_counted(converted, 'point')}."
        )
    return lines


def _mark(report: Report) -> tuple[object, ...]:
    """What tells the rounds of one seat apart."""
    return (report.points, report.visits, report.announced)


def tell(report: Report) -> list[str]:
    """A report, one line for each thing told, the totals first."""
    return [
        f"You have {_counted(report.points, 'point')} and hold {some(report.sin)}.",
        *(_visit(location, others) for location, others in report.visits.items()),
        *(_result(result) for result in report.actions),
        *([TRADE_WORDS[report.trade]] if report.trade is not None else []),
        *(suffered_words(hit) for hit in report.suffered),
        *(f"A sin was committed against {target}." for target in report.announced),
        *(f"{target} holds {some(sin)}." for target, sin in report.readings.items()),
        *(_other(gain) for gain in report.other_gains),
        *_next(report),
    ]


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _visit(location: str, others: tuple[str, ...]) -> str:
    with_whom = f"with {listed(others)}" if others else "alone"
    return f"You were in {place(location)} {with_whom}."


def _result(result: Result) -> str:
    where = _opening(place(result.location))
    there = LOCATIONS[result.location]
    if result.reason is not None:
        what = "your commit" if result.do == "commit" else f"your offer to {there.resident}"
        return f"{where}: {what} {REASONS[result.reason]}."
    if result.do == "gather":
        return f"{where}: your gathering left you {some(result.gained)}."
    if result.do == "commit":
        return f"{where}: your commit succeeded{_brought(result)}."
    if result.location == SHRINE:
        return OFFERED
    return f"{where}: {there.resident} took your offer{_brought(result)}."


def _brought(result: Result) -> str:
    return f" and brought you {some(result.gained)}" if result.gained else ""


def suffered_words(hit: Suffered) -> str:
    """What befell the one who is told: its nature, never its author (DM-23)."""
    there = LOCATIONS[hit.location]
    against = f"A sin was committed against you from {there.title}"
    if hit.turned_away:
        return f"{against}, and the Angels turned it away."
    return f"{against}: {_effect(hit)}."


def _effect(hit: Suffered) -> str:
    """What a commit did to the one who is told, with its parameters."""
    if hit.sins is not UNSET:
        return f"no {listed(hit.sins).replace(' and ', ' and no ')} reached you this round"
    if hit.to is not UNSET:
        return f"you are sent to {place(hit.to)}"
    return {
        "ringed_city": "two of your sins, drawn at random, were stolen, or as many as you held",
        "drowned_tower": "what you offered to residents was paid for and did nothing",
        "catacombs": "someone gains by what you gain next round",
        "weeping_cathedral": "someone knows what you hold",
        "lakeside_garden": "both sins of a trade of yours were to be destroyed this round",
    }[hit.location]


def _other(gain: OtherGain) -> str:
    return f"{CAUSE_WORDS[gain.cause]} {some(gain.sin)}."


def _next(report: Report) -> list[str]:
    ahead = report.next_round
    return in_force(Effects(ahead.forced, ahead.extra, ahead.protected), "next round")


# --- effects -------------------------------------------------------------------------------------------------


def in_force(effects: Effects, when: str = "this round") -> list[str]:
    """What holds for a seat, one line for each effect; empty if nothing does."""
    found = []
    if effects.forced is not None:
        found.append(f"You must visit {place(effects.forced)} {when}.")
    if effects.extra:
        places, deeds = _counted(effects.extra, "more location"), _counted(effects.extra, "more action")
        found.append(f"The Maidens grant you {places} and {deeds} {when}.")
    if effects.protected:
        found.append(f"The Angels protect you: every commit made against you {when} is turned away.")
    if effects.lambs:
        times = "" if effects.lambs == 1 else f", {effects.lambs} times over"
        found.append(f"The Lambs give half of what you gather to everyone beside you {when}{times}.")
    if effects.declared:
        places = listed(place(location) for location in effects.declared)
        found.append(f"The Hanged Men: each gather in {places} brings one more {when}.")
    if effects.promises:
        found.append(f"The Catacombs count what {listed(effects.promises)} gain {when}, for you.")
    return found
