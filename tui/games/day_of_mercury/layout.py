"""The table of parts of Day of Mercury's panel, and the drawings of place cards and sin bars. No widgets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from core.games.day_of_mercury.forecast import Forecast
from core.games.day_of_mercury.shrine import Preview
from core.games.day_of_mercury.spec import (
    FEW,
    LOCATIONS,
    MANY,
    SHRINE,
    SHRINE_YIELD,
    SIN_LOCATIONS,
    SINS,
    VISITS,
    crowd_yield,
)
from core.games.day_of_mercury.structs import View
from core.json import Json
from tui.games.day_of_mercury import draft
from tui.games.day_of_mercury.rows import BEEN, HUES, NUMBER, SHORT, full
from tui.widgets.layout import ANY, Columns, Rows, Table, part
from tui.words import text

LOW_CARD = 5
"""Card lines up to which a long sentence is cut; above, it continues in a second line."""
LISTED, PAIRED, CARDS, LARGE_CARDS, TALL_CARDS = range(5)
"""Forms of the places: a line each, two lines each, cards in two columns, large cards, cards with the past."""
CARD_LINES = {CARDS: 3, LARGE_CARDS: 5, TALL_CARDS: 9}

TABLE = Table(
    Rows(Columns("left", "centre", "right"), Columns("below", "beside")),
    part("places-box", "left", (30, 9), worth=100)
    .larger((30, 17), worth=40)
    .larger((50, 21), worth=47, up_to=(80, 21))
    .larger((76, 29), worth=30, up_to=(100, 29))
    .larger((76, 45), worth=20, up_to=(120, 45)),
    part("about", "left centre right", (30, 8), worth=80, up_to=(ANY, 10)),
    part("force", "left centre right", (24, 3), worth=60, up_to=(ANY, 6)),
    part("plan-box", "centre", (26, 11), worth=95, up_to=(ANY, 15)),
    part("outlook", "centre", (26, 5), worth=75, up_to=(ANY, 24)),
    part("sins", "right", (24, 10), worth=90).larger((36, 10), worth=38, up_to=(60, 10)),
    part("words", "right", (24, 9), worth=85, up_to=(ANY, 12)),
    part("seen", "below right", (45, 16), worth=55, up_to=(58, 20)).larger((58, 16), worth=25, up_to=(58, 20)),
    part("tiers", "right beside centre", (24, 8), worth=45, up_to=(ANY, 14)),
    part("commits", "beside right centre left", (22, 6), worth=50, up_to=(ANY, 14)),
)
"""At 80x24 places, plan and sins. Effects, sightings and commits join them on larger terminals."""

SLIM = 80
SLIM_TABLE = Table(
    Columns("left", "right"),
    part("places-box", "left right", (30, 9), worth=100).larger((30, 17), worth=40),
    part("about", "left right", (30, 8), worth=80, up_to=(ANY, 10)),
    part("plan-box", "left right", (26, 8), worth=95, up_to=(ANY, 15)),
    part("sins", "left right", (24, 10), worth=90).larger((36, 10), worth=38, up_to=(60, 10)),
    part("words", "left right", (24, 9), worth=85, up_to=(ANY, 12)),
    part("outlook", "left right", (26, 2), worth=97, up_to=(ANY, 16)),
    part("force", "left right", (24, 3), worth=60, up_to=(ANY, 6)),
    part("seen", "left right", (37, 16), worth=55, up_to=(ANY, 20)),
    part("commits", "left right", (22, 6), worth=50, up_to=(ANY, 14)),
    part("tiers", "left right", (24, 8), worth=45, up_to=(ANY, 14)),
)
"""Small terminals: one pane, and below it remarks on the plan and received proposals."""

COMMITS = 19
"""Least columns of text of the commits pane, not counting broken words at line ends."""
PANES = ("places-box", "plan-box", "sins", "words", "about")


def rows_needed(view: View) -> dict[str, int]:
    """Return the rows that parts need this round, titles included. Called at every layout, so it only counts."""
    stolen = sum(1 for sighting in view.sightings if sighting.stolen)
    seen = 3 + len(view.seats) + stolen if view.sightings else 3
    places = min(VISITS + view.effects.extra, len(LOCATIONS))
    names = sum(len(name) + 2 for name in view.targets)
    commits = 2 + 2 * len(view.attempts) + (len("Not tried yet: ") + names) // COMMITS
    return {"seen": seen, "plan-box": 3 + (1 + len(draft.STEPS)) * places, "commits": commits}


class Spot(NamedTuple):
    place: str
    sin: str
    yields: tuple[int, ...]
    """Yields of a gather with few, some, many present. A single number where the crowd does not matter."""
    more: bool
    """True if declared to the Hanged Men: each gather brings one more."""
    forced: bool
    counts: bool
    been: bool
    planned: bool
    deeds: tuple[tuple[str, int], ...]
    """Planned actions with their counts, in the order in which they resolve."""
    met: tuple[tuple[int, tuple[str, ...]], ...]
    """Rounds in which the seat was there, the latest first, and the players it met."""


def spots(view: View, visits: Sequence[Json]) -> list[Spot]:
    drawn = []
    chosen = draft.places(list(visits))
    for place, location in LOCATIONS.items():
        more = place in view.effects.declared
        crowds = (SHRINE_YIELD,) if place == SHRINE else tuple(crowd_yield(crowd) for crowd in (1, FEW, MANY + 1))
        deeds = tuple(
            (step, len(actions)) for step in draft.STEPS if (actions := draft.deeds_of_step(list(visits), place, step))
        )
        met = tuple((s.round, s.places[place]) for s in reversed(view.sightings) if place in s.places)
        drawn.append(
            Spot(
                place, location.sin or "random", tuple(crowd + more for crowd in crowds), more,
                place == view.effects.forced, place in SIN_LOCATIONS, place in view.visited, place in chosen, deeds,
                met,
            )
        )  # fmt: skip
    return drawn


# --- the places -------------------------------------------------------------------------------------------------------
CROWDS = ("\u2022", "\u2022\u2022", "\u2022\u2022\u2022")
WIDE_CROWD = 16
STEP_WORDS = {"gather": "gather", "commit": "commit", "offer": "offer"}


def crowd_words(spot: Spot, width: int = ANY) -> Content:
    """Return the yields of a gather by crowd: `• 4  •• 3  ••• 2`; closer together in few columns."""
    style = "$good" if spot.more else "$strong"
    if len(spot.yields) == 1:
        words = " each gather, any crowd" if width > WIDE_CROWD else " each"
        return text.line((f"{spot.yields[0]}", style), (words, "$faint"))
    gap, space = ("  ", " ") if width >= WIDE_CROWD else (" ", "")
    pieces: list[text.Part] = []
    for dots, count in zip(CROWDS, spot.yields, strict=True):
        pieces += [(f"{gap if pieces else ''}{dots}{space}", "$faint"), (str(count), style)]
    return text.line(*pieces)


def plan_words(spot: Spot) -> Content:
    if not spot.planned:
        return text.line()
    words = ", ".join(f"{count} {STEP_WORDS[step]}" if count > 1 else STEP_WORDS[step] for step, count in spot.deeds)
    return text.line(("\u25c6 ", "$key"), (words or "nothing yet", "$strong" if words else "$warn"))


def met_words(spot: Spot, most: int) -> list[Content]:
    return [
        text.line((f"r{round_} ", "$faint"), (", ".join(others) if others else "nobody else", "$accent"))
        for round_, others in spot.met[:most]
    ]


def tick(spot: Spot) -> text.Part:
    if spot.forced:
        return ("!", "bold $warn")
    if not spot.counts:
        return (" ", "$faint")
    return (BEEN, "$good") if spot.been else ("\u00b7", "$faint")


def paired_lines(spot: Spot, width: int) -> list[Content]:
    """Return two lines: number, name and sin; below them the plan, else crowd and yield."""
    name = text.line(
        ("\u25c6" if spot.planned else " ", "$key"), (f" {NUMBER[spot.place]} ", "$key"),
        (f"{SHORT[spot.place]:<13}", "$strong" if spot.planned else ""), (f" {spot.sin}", HUES.get(spot.sin, "$faint")),
    )  # fmt: skip
    below = text.line("     ", plan_words(spot)[2:] if spot.planned else crowd_words(spot))
    return [text.line(text.fit(name, width - 2), tick(spot), " "), text.fit(below, width)]


HEAVY, LIGHT = ("\u250f\u2513\u2517\u251b", "\u2501", "\u2503"), ("\u256d\u256e\u2570\u256f", "\u2500", "\u2502")
"""Corners, lines and sides of a card: heavy at the cursor and in the plan."""


def card_lines(spot: Spot, width: int, lines: int, at_cursor: bool, lively: bool) -> list[Content]:
    location, inner = LOCATIONS[spot.place], width - 4
    edge = "$key" if at_cursor and lively else "$accent" if spot.planned else "$closed"
    heavy = at_cursor or spot.planned
    corners, dash, side = HEAVY if heavy else LIGHT
    name = full(spot.place) if len(full(spot.place)) <= width - 11 else SHORT[spot.place]
    title = text.line((f" {NUMBER[spot.place]} ", "$key"), (name, "bold" if heavy else ""))
    rest = dash * (width - title.cell_length - 7)
    top = text.line(
        (corners[0] + dash, edge), title, (f" {rest}", edge), " ", tick(spot), " ", (corners[1], edge)
    )  # fmt: skip
    hue = HUES.get(spot.sin, "$faint")
    crowd = crowd_words(spot, inner - 9)
    first = text.line(text.fit((spot.sin, f"bold {hue}"), max(9, inner - crowd.cell_length - 1)), " ", crowd)
    body: list[text.Part] = [first]
    if lines > 3:
        price = (
            "all your sin, tier by tier"
            if spot.place == SHRINE
            else f"{location.cost} {location.cost_sin}: {location.offering}"
        )
        commit = location.commit or "nothing is committed here"
        for key, words in (("o ", price), ("c ", commit)):
            sentence = text.wrapped((words, "$faint"), inner - len(key))
            body += [text.line((key, "$key"), sentence[0] if lines > LOW_CARD else (words, "$faint"))]
            body += [text.line(" " * len(key), more) for more in (sentence[1:2] if lines > LOW_CARD else ())]
    offer = text.line(
        ("offer ", "$faint"), (f"{location.cost} {location.cost_sin}" if location.cost else "everything", "$faint")
    )
    body.append(plan_words(spot) if spot.planned or lines > 3 else offer)
    body += met_words(spot, lines - len(body))
    body += [""] * (lines - len(body))
    drawn = [top]
    for row in body:
        content = text.fit(row, inner)
        drawn.append(text.line((side, edge), " ", content, " ", (side, edge)))
    drawn.append(text.line((corners[2] + dash * (width - 2) + corners[3], edge)))
    if at_cursor:
        head = text.line((top.plain[1:-1], "$pick" if lively else "$held"))
        drawn[0] = text.line((corners[0], edge), head, (corners[1], edge))
    return drawn


# --- the sins ---------------------------------------------------------------------------------------------------------
FULL, COMES, GOES = "\u2588", "\u2592", "\u2591"
"""Amount of a sin that is held, that the plan brings, that it takes."""


def bar_rows(view: View, outlook: Forecast | None, width: int) -> Iterator[text.Part]:
    """Draw the seven sins as bars, highest tier first: amount held, plan, amount x tier, gain of one more. The last row
    is the Shrine's payment."""
    shown: Preview | None = outlook.shrine if outlook is not None else view.shrine
    assert shown is not None
    assert view.shrine is not None
    ranks = {sin: tier.rank for tier in shown.tiers for sin in tier.sins}
    planned = {sin: outlook.sin[sin] if outlook is not None else view.sin[sin] for sin in SINS}
    room = width - 9 - 6 - 5
    most = max([1, *planned.values(), *view.sin.values()])
    scale = min(1.0, room / most)
    yield text.line((f"{'':<9}{'':<{room}}{'tier':>6}{'+1 ':>5}", "$faint"))
    for sin in sorted(SINS, key=lambda kind: (-planned[kind], SINS.index(kind))):
        now, later = view.sin[sin], planned[sin]
        stays, comes, goes = (round(scale * n) for n in (min(now, later), max(0, later - now), max(0, now - later)))
        best = sin in shown.best and len(shown.best) < len(SINS)
        gain = text.signed(shown.one_more[sin]).removeprefix("+") + ("*" if best else " ")
        bar = text.line((FULL * stays, HUES[sin]), (COMES * comes, "$good"), (GOES * goes, "$warn"))
        yield text.line(
            (f"{sin:<9}", HUES[sin] if now or later else "$faint"),
            text.fit(bar, room),
            (f"{f'{later}x{ranks[sin]}' if later else '-':>6}", "$strong" if later else "$faint"),
            (f"{gain:>5}", "$key" if best else "$faint"),
        )
    now_pays, then_pays = view.shrine.points, shown.points
    change = f" \u2192 {then_pays} with the plan" if outlook is not None else ""
    yield text.line(("Shrine   ", "$faint"), (f"{now_pays}{change}", "$strong"))
