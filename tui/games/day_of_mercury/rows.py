"""What the panel of Day of Mercury writes about places, sins and the Shrine. Pure functions of what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.day_of_mercury.forecast import Forecast
from core.games.day_of_mercury.shrine import Preview
from core.games.day_of_mercury.spec import FEW, LOCATIONS, MANY, SHRINE, SHRINE_YIELD, SIN_LOCATIONS, SINS, crowd_yield
from core.games.day_of_mercury.structs import View
from tui import text
from tui.widgets.choices import Row

SHORT = {
    "ringed_city": "Ringed City",
    "drowned_tower": "Drowned Tower",
    "catacombs": "Catacombs",
    "abigails_quarters": "Abigails",
    "weeping_cathedral": "Cathedral",
    "lost_district": "Lost District",
    "lakeside_garden": "Garden",
    "shrine_of_flies": "Shrine",
}
"""Names that fit into a column; the full ones stand in the pane of the place."""

NUMBER = {place: number for number, place in enumerate(LOCATIONS, 1)}
"""The digit that goes to a place."""

HUES = {
    "pride": "$violet",
    "greed": "$yellow",
    "lust": "$accent",
    "envy": "$green",
    "gluttony": "$cyan",
    "wrath": "$red",
    "sloth": "$blue",
}
"""Beside the word, never in its place."""

BEEN = "\u2713"
UNKNOWN = "$faint"


def full(place: str) -> str:
    """`The Ringed City`."""
    title = LOCATIONS[place].title
    return title[:1].upper() + title[1:]


def yields(place: str, more: int = 0) -> str:
    """What a gather brings with few, some and many there: `4/3/2`; at the Shrine `2`."""
    if place == SHRINE:
        return str(SHRINE_YIELD + more)
    return "/".join(str(crowd_yield(crowd) + more) for crowd in (1, FEW, MANY + 1))


# --- the places -------------------------------------------------------------------------------------------------------
def place_rows(view: View, chosen: Sequence[str], wide: bool) -> list[Row]:
    """All eight: number, name, sin, what stands out about the place, and the tick of the visit bonus."""
    rows = []
    for place, there in LOCATIONS.items():
        sin = there.sin or "random"
        more = place in view.effects.declared
        parts: list[text.Part] = [
            (f"{NUMBER[place]} ", "$key"),
            text.fit(full(place) if wide else SHORT[place], 24 if wide else 13),
        ]
        parts.append((f" {sin:<9}" if wide else f" {sin}", HUES.get(sin, "$faint")))
        if wide:
            parts.append((f"{yields(place, more):>5}", "$good" if more else "$faint"))
        rows.append(
            Row(place, text.line(*parts), note=_place_note(view, place, more and not wide), chosen=place in chosen)
        )
    return rows


def _place_note(view: View, place: str, more: bool) -> text.Part:
    notes: list[text.Part] = [("+", "$good")] if more else []
    if place == view.effects.forced:
        notes.append(("!", "$warn"))
    if place in SIN_LOCATIONS:
        notes.append((BEEN, "$good") if place in view.visited else ("\u00b7", "$faint"))
    else:
        notes.append(" ")
    return text.line(*notes)


def about_place(view: View, place: str) -> list[text.Part]:
    """What can be done there, what it costs and what it does."""
    there = LOCATIONS[place]
    more = int(place in view.effects.declared)
    rows: list[text.Part] = []
    if place == view.effects.forced:
        rows.append(("! You must visit it this round.", "$warn"))
    if there.sin is None:
        count = SHRINE_YIELD + more
        rows.append(text.line(("Gather ", "$key"), f"{count} sins, each drawn at random, whatever the crowd."))
        rows.append(text.line(("Offer ", "$key"), "all your sin becomes points, tier by tier."))
        rows.append(text.line(("Commit ", "$key"), "not here."))
        return rows
    few, some, many = (crowd_yield(crowd) + more for crowd in (1, FEW, MANY + 1))
    rows.append(
        text.line(
            ("Gather ", "$key"),
            (there.sin, HUES[there.sin]),
            f": {few} with 1-{FEW - 1} here, {some} with {FEW}-{MANY}, {many} with {MANY + 1}+.",
        )
    )
    rows.append(
        text.line(
            ("Offer ", "$key"),
            (f"{there.cost} {there.cost_sin}", HUES[there.cost_sin]),
            f" to {there.resident}: {there.offering}.",
        )
    )
    rows.append(text.line(("Commit ", "$key"), f"{there.commit}."))
    return rows


# --- sins and the Shrine ----------------------------------------------------------------------------------------------
def sin_rows(view: View, plan: Forecast | None) -> list[text.Part]:
    """The seven sins as amount x tier, now and if the plan works, and what one more of each would add."""
    later = plan.shrine if plan is not None else None
    shown = later or view.shrine
    assert view.shrine is not None
    assert shown is not None
    head = f"{'':<8}{'now':>5}{'plan' if later else '':>5}{'+1 ':>4}"
    rows: list[text.Part] = [(head, "$faint")]
    now_ranks, later_ranks = _ranks(view.shrine), _ranks(later) if later else {}
    for sin in SINS:
        amount = view.sin[sin]
        then = plan.sin[sin] if plan is not None else amount
        best = sin in shown.best and len(shown.best) < len(SINS)
        rows.append(
            text.line(
                (f"{sin:<8}", HUES[sin] if amount or then else "$faint"),
                (f"{_stake(amount, now_ranks.get(sin)):>5}", "$strong" if amount else "$faint"),
                (
                    f"{_stake(then, later_ranks.get(sin)) if later else '':>5}",
                    "$good" if then > amount else "$warn" if then < amount else "$faint",
                ),
                (_adds(shown.one_more[sin], best), "$key" if best else "$faint"),
            )
        )
    pays = f"{later.points:>5}" if later else f"{'':>5}"
    rows.append(text.line(("Shrine  ", "$faint"), (f"{view.shrine.points:>5}", "$strong"), (pays, "$strong")))
    return rows


def _adds(points: int, best: bool) -> str:
    """What one more adds, four wide; `*` where nothing adds more."""
    words = text.signed(points).removeprefix("+")
    return f"{words + ('*' if best else ' ' * (len(words) < 3)):>4}"


def _ranks(found: Preview) -> dict[str, int]:
    return {sin: tier.rank for tier in found.tiers for sin in tier.sins}


def _stake(amount: int, rank: int | None) -> str:
    """`5x1`: five of it, in tier 1."""
    return f"{amount}x{rank}" if amount else "-"


def shrine_words(view: View, plan: Forecast | None, wide: bool) -> list[text.Part]:
    """What the table says, in words: what would help most, what is only expected, points and interest."""
    shown = plan.shrine if plan is not None else view.shrine
    assert shown is not None
    rows: list[text.Part] = []
    if len(shown.best) < len(SINS):
        which = f"{text.joined(shown.best, 'or')} adds most" if len(shown.best) < 4 else "of any with * adds most"
        rows.append(
            text.line(
                f"One more {which}: ",
                (text.signed(shown.one_more[shown.best[0]]), "$key"),
            )
        )
    rows.append(
        text.line(
            (f"{view.points}", "$strong"),
            f" {'point' if view.points == 1 else 'points'}, interest ",
            (f"+{view.interest}", "$good"),
        )
    )
    if plan is None:
        rows.append(("5x1: five of it in tier 1; each pays its tier.", "$faint"))
    else:
        rows += _ahead(view, plan)
    if view.sightings and not wide:
        rows.append(text.line(("v", "$key"), (" shows who was where.", "$faint")))
    return rows


def _ahead(view: View, plan: Forecast) -> list[text.Part]:
    """The points at the end of the round, and what they are reckoned with."""
    last = view.round == view.rounds
    offers: list[text.Part] = ["offering ", (f"+{plan.offered}", "$good"), ", "] if plan.offered else []
    rows: list[text.Part] = [
        text.line(
            "If the plan works: ",
            *offers,
            "interest ",
            (f"+{plan.interest}", "$good"),
            ", one of each sin" if plan.bonus else "",
            ", the rest converted: " if last else ": ",
            (str(plan.points), "$strong"),
            " points.",
        )
    ]
    guess = f"Gathers counted at {crowd_yield(FEW)}"
    if plan.random:
        guess += f", {plan.random} random sins not"
    rows.append((f"{guess}.", "$faint"))
    return rows


def tier_rows(found: Preview, title: str, width: int) -> list[text.Part]:
    """The tiers, spelled out one after the other: `tier 2: 3x2x2 = 12 greed, lust`."""
    rows: list[text.Part] = [text.line((title, "$strong"), f": {text.counted(found.points, 'point')}")]
    for tier in found.tiers:
        each = f"{tier.amount}x{tier.rank}" + (f"x{len(tier.sins)}" if len(tier.sins) > 1 else "")
        spelled = text.line(
            (f"{tier.rank} ", "$key"), (f"{each}={tier.points} ", "$strong"), (", ".join(tier.sins), "$faint")
        )
        rows += text.wrapped(spelled, width)
    return rows


TIER_WIDTH = 25


def both_tiers(view: View, plan: Forecast | None, width: int) -> list[text.Part]:
    """Now, and what the plan makes of it: beside it where there are columns for both, else below."""
    assert view.shrine is not None
    if plan is None:
        return tier_rows(view.shrine, "Now", max(TIER_WIDTH, width))
    if width < 2 * TIER_WIDTH + 2:
        each = max(20, width)
        return [*tier_rows(plan.shrine, "Plan", each), *tier_rows(view.shrine, "Now", each)]
    columns = [tier_rows(view.shrine, "Now", TIER_WIDTH), tier_rows(plan.shrine, "Plan", TIER_WIDTH)]
    return [*text.beside(columns, [TIER_WIDTH] * len(columns))]
