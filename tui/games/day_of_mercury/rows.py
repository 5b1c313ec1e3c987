"""Text of Day of Mercury's panel about places, sins and the Shrine. Pure functions of a seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.day_of_mercury import words
from core.games.day_of_mercury.forecast import Forecast
from core.games.day_of_mercury.shrine import Preview
from core.games.day_of_mercury.spec import FEW, LOCATIONS, MANY, SHRINE, SHRINE_YIELD, SIN_LOCATIONS, SINS, crowd_yield
from core.games.day_of_mercury.structs import View
from tui.widgets.choices import Row
from tui.words import text

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
"""Names that fit into a column. The pane of a place shows the full name."""

NUMBER = {place: number for number, place in enumerate(LOCATIONS, 1)}

HUES = {
    "pride": "$violet",
    "greed": "$yellow",
    "lust": "$accent",
    "envy": "$green",
    "gluttony": "$cyan",
    "wrath": "$red",
    "sloth": "$blue",
}
"""Used beside the word, never instead."""

BEEN = "\u2713"
UNKNOWN = "$faint"


def full(place: str) -> str:
    title = LOCATIONS[place].title
    return title[:1].upper() + title[1:]


def yields(place: str, more: int = 0) -> str:
    """Return the yields of a gather with few, some and many present: `4/3/2`; at the Shrine `2`."""
    if place == SHRINE:
        return str(SHRINE_YIELD + more)
    return "/".join(str(crowd_yield(crowd) + more) for crowd in (1, FEW, MANY + 1))


# --- the places -------------------------------------------------------------------------------------------------------
def place_rows(view: View, chosen: Sequence[str], wide: bool) -> list[Row]:
    rows = []
    for place, location in LOCATIONS.items():
        sin = location.sin or "random"
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


def about_place(view: View, place: str) -> Iterator[text.Part]:
    location = LOCATIONS[place]
    more = int(place in view.effects.declared)
    if place == view.effects.forced:
        yield ("! You must visit it this round.", "$warn")
    if location.sin is None:
        count = SHRINE_YIELD + more
        yield text.line(("Gather ", "$key"), f"{count} sins, each drawn at random, whatever the crowd.")
        yield text.line(("Offer ", "$key"), "all your sin becomes points, tier by tier.")
        yield text.line(("Commit ", "$key"), "not here.")
        return
    few, some, many = (crowd_yield(crowd) + more for crowd in (1, FEW, MANY + 1))
    yield text.line(
        ("Gather ", "$key"),
        (location.sin, HUES[location.sin]),
        f": {few} with 1-{FEW - 1} here, {some} with {FEW}-{MANY}, {many} with {MANY + 1}+.",
    )
    yield text.line(
        ("Offer ", "$key"),
        (f"{location.cost} {location.cost_sin}", HUES[location.cost_sin]),
        f" to {location.resident}: {location.offering}.",
    )
    yield text.line(("Commit ", "$key"), f"{location.commit}.")


# --- sins and the Shrine ----------------------------------------------------------------------------------------------
def sin_rows(view: View, plan: Forecast | None) -> Iterator[text.Part]:
    later = plan.shrine if plan is not None else None
    shown = later or view.shrine
    assert view.shrine is not None
    assert shown is not None
    head = f"{'':<8}{'now':>5}{'plan' if later else '':>5}{'+1 ':>4}"
    yield (head, "$faint")
    now_ranks, later_ranks = _ranks(view.shrine), _ranks(later) if later else {}
    for sin in SINS:
        amount = view.sin[sin]
        planned = plan.sin[sin] if plan is not None else amount
        best = sin in shown.best and len(shown.best) < len(SINS)
        yield text.line(
            (f"{sin:<8}", HUES[sin] if amount or planned else "$faint"),
            (f"{_stake(amount, now_ranks.get(sin)):>5}", "$strong" if amount else "$faint"),
            (
                f"{_stake(planned, later_ranks.get(sin)) if later else '':>5}",
                "$good" if planned > amount else "$warn" if planned < amount else "$faint",
            ),
            (_adds(shown.one_more[sin], best), "$key" if best else "$faint"),
        )
    pays = f"{later.points:>5}" if later else f"{'':>5}"
    yield text.line(("Shrine  ", "$faint"), (f"{view.shrine.points:>5}", "$strong"), (pays, "$strong"))


def _adds(points: int, best: bool) -> str:
    words = text.signed(points).removeprefix("+")
    return f"{words + ('*' if best else ' ' * (len(words) < 3)):>4}"


def _ranks(preview: Preview) -> dict[str, int]:
    return {sin: tier.rank for tier in preview.tiers for sin in tier.sins}


def _stake(amount: int, rank: int | None) -> str:
    return f"{amount}x{rank}" if amount else "-"


def shrine_words(view: View, plan: Forecast | None, wide: bool) -> Iterator[text.Part]:
    shown = plan.shrine if plan is not None else view.shrine
    assert shown is not None
    if len(shown.best) < len(SINS):
        which = f"{text.joined(shown.best, 'or')} adds most" if len(shown.best) < 4 else "of any with * adds most"
        yield text.line(f"One more {which}: ", (text.signed(shown.one_more[shown.best[0]]), "$key"))
    yield text.line(
        (f"{view.points}", "$strong"),
        f" {'point' if view.points == 1 else 'points'}, interest ",
        (f"+{view.interest}", "$good"),
    )
    if plan is None:
        yield ("5x1: five of it in tier 1; each pays its tier.", "$faint")
    else:
        yield from _ahead(view, plan)
    if view.sightings and not wide:
        yield text.line(("v", "$key"), (" shows who was where.", "$faint"))


def _ahead(view: View, plan: Forecast) -> Iterator[text.Part]:
    last = view.round == view.rounds
    offers: list[text.Part] = ["offering ", (f"+{plan.offered}", "$good"), ", "] if plan.offered else []
    yield text.line(
        "If the plan works: ",
        *offers,
        "interest ",
        (f"+{plan.interest}", "$good"),
        ", one of each sin" if plan.bonus else "",
        ", the rest converted: " if last else ": ",
        (str(plan.points), "$strong"),
        " points.",
    )
    guess = f"Gathers counted at {crowd_yield(FEW)}"
    if plan.random:
        guess += f", {plan.random} random sins not"
    yield (f"{guess}.", "$faint")


def tier_rows(preview: Preview, title: str, width: int) -> list[text.Part]:
    rows: list[text.Part] = [text.line((title, "$strong"), f": {text.counted(preview.points, 'point')}")]
    for tier in preview.tiers:
        each = f"{tier.amount}x{tier.rank}" + (f"x{len(tier.sins)}" if len(tier.sins) > 1 else "")
        spelled = text.line(
            (f"{tier.rank} ", "$key"), (f"{each}={tier.points} ", "$strong"), (", ".join(tier.sins), "$faint")
        )
        rows += text.wrapped(spelled, width)
    return rows


TIER_WIDTH = 25


def both_tiers(view: View, plan: Forecast | None, width: int) -> list[text.Part]:
    assert view.shrine is not None
    if plan is None:
        return tier_rows(view.shrine, "Now", max(TIER_WIDTH, width))
    if width < 2 * TIER_WIDTH + 2:
        each = max(20, width)
        return [*tier_rows(plan.shrine, "Plan", each), *tier_rows(view.shrine, "Now", each)]
    columns = [tier_rows(view.shrine, "Now", TIER_WIDTH), tier_rows(plan.shrine, "Plan", TIER_WIDTH)]
    return [*text.beside(columns, [TIER_WIDTH] * len(columns))]


def force_rows(view: View) -> list[text.Part]:
    return [text.line(("! ", "$warn"), sentence) for sentence in words.in_force(view.effects)]


def force_short(view: View, planned: bool) -> list[text.Part]:
    """Return the effects in force, a line each. A forced place and the Maidens are included only if `planned`."""
    effects = view.effects
    effect_words = []
    if planned and effects.forced is not None:
        effect_words.append(f"You must visit {LOCATIONS[effects.forced].title}")
    if planned and effects.extra:
        effect_words.append(f"Maidens: {effects.extra} more location, {effects.extra} more action")
    if effects.protected:
        effect_words.append("The Angels protect you")
    if effects.lambs:
        effect_words.append("Your Lambs share" + (f" {effects.lambs} times" if effects.lambs > 1 else ""))
    if effects.declared:
        effect_words.append(f"Gathers +1: {', '.join(SHORT[place] for place in effects.declared)}")
    if effects.promises:
        effect_words.append(f"Catacombs count {text.joined(effects.promises)}")
    return [text.line(("! ", "$warn"), sentence) for sentence in effect_words]


def beside_rows(view: View, width: int) -> Iterator[text.Part]:
    """Yield the sightings so far and the Shrine's payment tier by tier, for the page after a close."""
    yield from (("Who was where", "$accent"), *sighting_rows(view, legend=True, width=width))
    if view.shrine is not None and view.shrine.tiers:
        yield from ("", *tier_rows(view.shrine, "All of it at the Shrine now", width))


APART, CLOSE = (9, 5), (6, 4)


def sightings_wide(view: View, room: tuple[int, int] = APART) -> int:
    name, cell = room
    return name + 1 + cell * view.rounds


WORD = 5
"""Columns of a place among the sightings: `Ring Gard*`. The first four letters of a name are unique."""


def worded_sightings(view: View, width: int) -> list[text.Part]:
    """Return as many rounds of sightings as fit into `width`, with the places in words, the latest first."""
    if not view.sightings:
        return sighting_rows(view, legend=False)
    latest = sorted(view.sightings, key=lambda sighting: -sighting.round)
    cell = 1 + WORD * max(len(sighting.places) for sighting in latest)
    name_wide = APART[0] if (width - APART[0]) // cell >= (width - CLOSE[0]) // cell else CLOSE[0]
    shown = latest[: max(1, (width - name_wide - 1) // cell)]
    lead = " " * (name_wide + 1)
    rows: list[text.Part] = [(lead + "".join(f"{f'r{sighting.round}':<{cell}}" for sighting in shown), "$faint")]
    for name in (view.seat, *(seat for seat in view.seats if seat != view.seat)):
        cells: list[text.Part] = []
        for sighting in shown:
            cells += _meeting_cells(sighting.places, sighting.announced, name, name == view.seat, cell, worded=True)
        who = text.fit((name or "", "$accent" if name == view.seat else ""), name_wide)
        rows.append(text.line(who, " ", *cells))
    more = text.line("  ", ("v", "$key"), " earlier ones") if len(shown) < len(latest) else ""
    rows.append(text.line(("Met there. *: a target near you.", "$faint"), more))
    return [*rows, *_stolen_rows(view)]


def sighting_rows(view: View, legend: bool, width: int = 0) -> list[text.Part]:
    """Return the sightings by round: place numbers in the colours of their sins, `*` for an announced target. `width` 0
    means no limit."""
    if not view.sightings:
        return [("Nobody has been met yet: after each round, who shared your places.", "$faint")]
    rounds = range(1, view.rounds + 1)
    name_wide, cell = APART if not width or width >= sightings_wide(view) else CLOSE
    lead = " " * (name_wide + 1)
    rows: list[text.Part] = [(lead + "".join(f"{f'r{number}':<{cell}}" for number in rounds), "$faint")]
    seen = {sighting.round: sighting for sighting in view.sightings}
    for name in (view.seat, *(seat for seat in view.seats if seat != view.seat)):
        cells: list[text.Part] = []
        for number in rounds:
            cells += (
                _meeting_cells(seen[number].places, seen[number].announced, name, name == view.seat, cell)
                if number in seen
                else [" " * cell]
            )
        who = text.fit((name or "", "$accent" if name == view.seat else ""), name_wide)
        rows.append(text.line(who, " ", *cells))
    if legend:
        names = [f"{NUMBER[place]} {SHORT[place]}" for place in LOCATIONS]
        rows += [(f"{', '.join(names[:4])},", "$faint"), (", ".join(names[4:]), "$faint")]
    rows.append(("Numbers: met there. *: a target near you.", "$faint"))
    return [*rows, *_stolen_rows(view)]


def _stolen_rows(view: View) -> list[text.Part]:
    return [
        text.line(("! ", "$warn"), f"Round {sighting.round}: {words.sin_words(sighting.stolen)} stolen from you.")
        for sighting in view.sightings
        if sighting.stolen
    ]


def _meeting_cells(
    places: dict[str, tuple[str, ...]],
    announced: Sequence[str],
    name: str | None,
    me: bool,
    cell: int,
    worded: bool = False,
) -> list[text.Part]:
    shared = [place for place, others in places.items() if me or name in others]
    comma = (" " if worded else "," if len(shared) < 3 and cell > CLOSE[1] else "", "$faint")
    pieces: list[text.Part] = []
    for place in shared:
        sin = LOCATIONS[place].sin
        pieces += [comma] * bool(pieces) + [
            (SHORT[place][: WORD - 1] if worded else str(NUMBER[place]), f"bold {HUES[sin]}" if sin else "$strong")
        ]
    pieces.append(("*" if name in announced else "", "$warn"))
    drawn = text.line(*(pieces if shared else [("\u00b7", "$faint"), *pieces]))
    return [drawn.pad_right(max(0, cell - drawn.cell_length))]


def commit_rows(view: View) -> Iterator[text.Part]:
    """Yield the commits used, the latest first. A target can be named once (DM-04)."""
    for attempt in reversed(view.attempts):
        how: text.Part = ("done", "$good")
        if attempt.reason is not None:
            how = (
                {"several_commits": "both came to nothing", "turned_away": "turned away by the Angels"}.get(
                    attempt.reason, "failed"
                ),
                "$bad",
            )
        yield text.line(
            (f"r{attempt.round} ", "$faint"),
            (attempt.target, "$strong"),
            f" from {words.place(attempt.location)}: ",
            how,
        )
    left = text.joined(view.targets) if view.targets else "nobody"
    yield text.line(("Not tried yet: ", "$faint"), left)
