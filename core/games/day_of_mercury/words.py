"""Orders, reports and effects in sentences for the player. Plain text, no markup."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from core.games.day_of_mercury.spec import LOCATIONS, SHRINE, SINS
from core.games.day_of_mercury.structs import (
    Commit,
    Deed,
    Effects,
    Gather,
    Orders,
    OtherGain,
    Report,
    Result,
    Suffered,
    View,
)
from core.story.parts import capital, listed
from core.talk.acts import named_place

REASONS = {
    "several_commits": "failed: someone else committed against the same target, and both came to nothing",
    "turned_away": "failed: the Angels protected the target",
    "cannot_pay": "failed: you could not pay, and it cost nothing",
    "negated": "was paid and did nothing: a commit from the Drowned Tower took its effect",
}
"""Meaning of each `reason` of a report, after "your commit" or "your offer" (DM-20, DM-21, DM-37, DM-29)."""

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
    return LOCATIONS[location].title


def sin_words(sin: Mapping[str, int]) -> str:
    return listed(f"{sin[s]} {s}" for s in SINS if sin.get(s, 0)) or "nothing"


# --- proposals -----------------------------------------------------------------------------------------------


def meeting(location: str, give: str, want: str) -> str:
    """Return a proposal of a trade. The text names the meeting place, the deal only the sins."""
    return f"I shall be in {place(location)}. My {give} for your {want}?"


def place_in(text: str) -> str | None:
    """Return the location named in a message; None if it names none, or several."""
    return named_place(NAMED, text)


def _short_titles(title: str) -> tuple[str, ...]:
    folded = title.casefold()
    short = folded.removeprefix("the ").split(" of ")[0]
    return (folded, short, short.split()[-1])


NAMED = {word: place.id for place in LOCATIONS.values() for word in _short_titles(place.title)} | {
    "abigails": "abigails_quarters", "abigail's": "abigails_quarters", "lakeside": "lakeside_garden",
}  # fmt: skip
BESIDE = (
    r"(?:(?:we |let's |let us )?meet (?:me )?)?(?:at|in|by|@) (?:the )?"
    rf"\b(?:{'|'.join(sorted(NAMED, key=len, reverse=True))})\b"
)
"""Pattern of a trade's place as people add it to the trade."""


# --- orders --------------------------------------------------------------------------------------------------


def restate(orders: Orders) -> list[str]:
    if orders.nothing:
        return ["Nothing: you will stand in two random locations and do nothing there."]
    lines = [
        f"{capital(place(visit.location))}: {listed(deed(visit.location, d) for d in visit.deeds) or 'only be there'}."
        for visit in orders.visits
    ]
    if orders.trade is not None:
        lines.append(f"Trade with {orders.trade.partner}: your {orders.trade.give} for their {orders.trade.want}.")
    return lines


def deed(location: str, act: Deed) -> str:
    """Return one action without its location: `gather`, `commit against Bo, denying lust and envy`."""
    if isinstance(act, Gather):
        return "gather"
    if isinstance(act, Commit):
        against = f"commit against {act.target}"
        if act.sins is not UNSET:
            return f"{against}, denying {listed(act.sins)}"
        return against if act.location is UNSET else f"{against}, sending them to {place(act.location)}"
    if location == SHRINE:
        return "offer all your sin"
    place_ = LOCATIONS[location]
    offer = f"offer {place_.cost} {place_.cost_sin} to {place_.resident}"
    if act.location is not UNSET:
        return f"{offer}, declaring {place(act.location)}"
    if act.player is not UNSET and act.sin is not UNSET:
        return f"{offer}, for 2 {act.sin} and 1 to {act.player}"
    return offer


def past_tense(location: str, act: Deed) -> str:
    """Return a deed in the past tense: `committed against Bo, denying lust and envy`."""
    verb, _, target = deed(location, act).partition(" ")
    past = {"gather": "gathered", "commit": "committed", "offer": "offered"}[verb]
    return f"{past} {target}" if target else past


# --- reports -------------------------------------------------------------------------------------------------


def tell_to(report: Report, view: View) -> list[str]:
    """Return `tell` with the Shrine's payment from `view`, and without repeating the seat's own losses."""
    matching = [
        s
        for s in view.sightings
        if (s.points, s.places, s.announced) == (report.points, report.visits, report.announced)
    ]
    lines = tell(replace(report, announced=tuple(name for name in report.announced if name != view.seat)))
    if len({(s.paid, s.converted) for s in matching}) != 1:  # rounds that cannot be told apart
        return lines
    paid, converted = matching[0].paid, matching[0].converted
    if OFFERED in lines:
        lines[lines.index(OFFERED)] = f"{OFFERED[:-1]}: {_with_number(paid, 'point')}."
    if converted:
        lines.insert(
            1, f"After the last round the Shrine turned the sin you had left into {_with_number(converted, 'point')}."
        )
    return lines


def tell(report: Report) -> list[str]:
    ahead = report.next_round
    return [
        f"You have {_with_number(report.points, 'point')} and hold {sin_words(report.sin)}.",
        *(
            f"You were in {place(location)} {f'with {listed(others)}' if others else 'alone'}."
            for location, others in report.visits.items()
        ),
        *(_result_line(result) for result in report.actions),
        *([TRADE_WORDS[report.trade]] if report.trade is not None else []),
        *(suffered_words(hit) for hit in report.suffered),
        *(f"A sin was committed against {target}." for target in report.announced),
        *(f"{target} holds {sin_words(sin)}." for target, sin in report.readings.items()),
        *(gain_words(gain) for gain in report.other_gains),
        *in_force(Effects(ahead.forced, ahead.extra, ahead.protected), "next round"),
    ]


def _with_number(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _result_line(result: Result) -> str:
    opening = capital(place(result.location))
    place_ = LOCATIONS[result.location]
    if result.reason is not None:
        subject = "your commit" if result.do == "commit" else f"your offer to {place_.resident}"
        return f"{opening}: {subject} {REASONS[result.reason]}."
    if result.do == "gather":
        return f"{opening}: your gathering left you {sin_words(result.gained)}."
    if result.do == "commit":
        return f"{opening}: your commit succeeded{_gain_words(result)}."
    if result.location == SHRINE:
        return OFFERED
    return f"{opening}: {place_.resident} took your offer{_gain_words(result)}."


def _gain_words(result: Result) -> str:
    return f" and brought you {sin_words(result.gained)}" if result.gained else ""


def suffered_words(hit: Suffered) -> str:
    """Return a commit against the reader in words: its effect, never its author (DM-23)."""
    place_ = LOCATIONS[hit.location]
    against = f"A sin was committed against you from {place_.title}"
    if hit.turned_away:
        return f"{against}, and the Angels turned it away."
    return f"{against}: {_effect_line(hit)}."


def _effect_line(hit: Suffered) -> str:
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


def gain_words(gain: OtherGain) -> str:
    return f"{CAUSE_WORDS[gain.cause]} {sin_words(gain.sin)}."


# --- effects -------------------------------------------------------------------------------------------------


def in_force(effects: Effects, when: str = "this round") -> list[str]:
    lines = []
    if effects.forced is not None:
        lines.append(f"You must visit {place(effects.forced)} {when}.")
    if effects.extra:
        places, deeds = _with_number(effects.extra, "more location"), _with_number(effects.extra, "more action")
        lines.append(f"The Maidens grant you {places} and {deeds} {when}.")
    if effects.protected:
        lines.append(f"The Angels protect you: every commit made against you {when} is turned away.")
    if effects.lambs:
        times = "" if effects.lambs == 1 else f", {effects.lambs} times over"
        lines.append(f"The Lambs give half of what you gather to everyone beside you {when}{times}.")
    if effects.declared:
        places = listed(place(location) for location in effects.declared)
        lines.append(f"The Hanged Men: each gather in {places} brings one more {when}.")
    if effects.promises:
        lines.append(f"The Catacombs count what {listed(effects.promises)} gain {when}, for you.")
    return lines
