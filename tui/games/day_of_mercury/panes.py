"""The panes of Day of Mercury, each painted in the form that its room allows, and the spectators' page."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content

from core.contract import Asks
from core.games.day_of_mercury.forecast import Forecast
from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.structs import View
from core.json import Json
from tui.games.day_of_mercury import draft, rows
from tui.games.day_of_mercury import layout as parts
from tui.games.day_of_mercury.rows import HUES, SHORT, about_place, full, yields
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.cards import CardList, Draw
from tui.widgets.choices import Choices
from tui.widgets.layout import Arrangement
from tui.words import text

CROWDED = "Places: gather with \u2022 few \u2022\u2022 some \u2022\u2022\u2022 many"
HEADS = ("Places: gather 4/3/2", "Places \u2022 few \u2022\u2022\u2022 many", CROWDED, CROWDED, CROWDED)


WAYS = text.line(("  → ", "$key"), ("plan", "$faint"))
"""Shown after a title: the right arrow goes to the plan."""
DEEDS_BESIDE = 36


class PlacesPane(Vertical):
    """The eight places: a list with the id `places`, drawn as lines, pairs of lines or cards."""

    def compose(self) -> ComposeResult:
        yield CardList(id="places")

    def paint(self, view: View, visits: list[Json], form: int, width: int, ways: bool) -> None:
        """Paint the places. `width`: columns; `ways`: say that other panes are to the right."""
        form = max(0, form)
        ticks = f", {rows.BEEN} {len(view.visited)}/7" if view.seat is not None else ""
        self.border_title = text.line(f"{HEADS[form]}{ticks}", WAYS if ways else "")
        listed, spots = rows.place_rows(view, draft.places(visits), False), parts.spots(view, visits)
        if form == parts.LISTED and width >= DEEDS_BESIDE:
            listed = [
                row._replace(note=text.line(_deeds(spot), row.note)) for row, spot in zip(listed, spots, strict=True)
            ]
        draw, columns, lines = _card_drawer(spots, form)
        self.query_one(CardList).draw(listed, draw, columns, lines, lines)


def _deeds(spot: parts.Spot) -> text.Part:
    keys = " ".join(f"{step[0]}{count if count > 1 else ''}" for step, count in spot.deeds)
    return (f"{keys} ", "$key") if keys else ""


def _card_drawer(spots: Sequence[parts.Spot], form: int) -> tuple[Draw | None, int, int]:
    if form in parts.CARD_LINES:

        def card(number: int, width: int, lines: int, at_cursor: bool, lively: bool) -> list[Content]:
            return parts.card_lines(spots[number], width, lines - 2, at_cursor, lively)

        return card, 2, parts.CARD_LINES[form] + 2

    def pair(number: int, width: int, lines: int, at_cursor: bool, lively: bool) -> list[Content]:
        drawn = parts.paired_lines(spots[number], width)
        return [text.line((row.plain, "$pick" if lively else "$held")) for row in drawn] if at_cursor else drawn

    return (pair, 1, 2) if form == parts.PAIRED else (None, 1, 1)


class PlanPane(Vertical):
    """The plan: a list with the id `plan`, under its counters."""

    def compose(self) -> ComposeResult:
        yield Choices(id="plan", empty="Only the players plan.").add_class("-fill")

    def paint(self, view: View, orders: Json, visits: list[Json], asks: Asks, outlook: Forecast | None) -> None:
        self.border_title = text.line(draft.counters(asks, visits))
        self.query_one(Choices).show(draft.plan_rows(view, orders, visits, asks, outlook))


def paint_sins(sins: Block, view: View, outlook: Forecast | None, arrangement: Arrangement) -> None:
    bars = arrangement.form("sins") > 0
    sins.head("Sins: amount x tier" if bars else "Sin: amount x tier")
    width = arrangement.rooms["sins"].width - 2 if bars else 0
    sins.show(parts.bar_rows(view, outlook, width) if bars else rows.sin_rows(view, outlook))


def paint_tiers(tiers: Block, view: View, outlook: Forecast | None, arrangement: Arrangement) -> None:
    room = arrangement.rooms.get("tiers")
    tiers.show(rows.both_tiers(view, outlook, 0 if room is None else room.width - 2))


def paint_past(force: Block, seen: Block, commits: Block, view: View, arrangement: Arrangement) -> None:
    force.show(rows.force_short(view, planned=True) or [("Nothing beyond the rules.", "$faint")])
    room = arrangement.rooms.get("seen")
    seen.show(rows.worded_sightings(view, 0 if room is None else room.width - 2))
    commits.head("Commits used", f"{view.commits} done")
    commits.show(rows.commit_rows(view))


CARD, GAP = 46, 3


def board(view: View, width: int, height: int) -> list[Content]:
    for columns in (4, 2, 1):
        each = (width - GAP * (columns - 1)) // columns
        if each < CARD and columns > 1:
            continue
        rows = _cards(view, columns, each)
        if len(rows) <= height:
            return rows
    return _table(width)[:height]


def _cards(view: View, columns: int, width: int) -> list[Content]:
    places, rows = list(LOCATIONS), list[Content]()
    for first in range(0, len(places), columns):
        cards = [_card(view, place, width) for place in places[first : first + columns]]
        rows += [*([text.line("")] if rows else []), *text.beside(cards, [width] * len(cards), GAP)]
    return rows


def _card(view: View, place: str, width: int) -> list[Content]:
    sin = LOCATIONS[place].sin or ""
    head = text.line((full(place), "$strong"), (f"  {sin or 'sin becomes points'}", HUES.get(sin, "$faint")))
    return [head, *(row for line in about_place(view, place) for row in text.hung(line, width, 2))]


def _table(width: int) -> list[Content]:
    broad = width >= 56
    name = max(len(full(location) if broad else SHORT[location]) for location in LOCATIONS)
    costs = width >= name + 35
    rows = [text.line((f"{'':{name}} {'gather':<8} few/some/many{' offering' if costs else ''}", "$faint"))]
    for place, location in LOCATIONS.items():
        cost = f"{location.cost} {location.cost_sin}" if location.cost else "everything"
        rows.append(
            text.line(
                (f"{full(place) if broad else SHORT[place]:<{name}} ", "$strong"),
                (f"{location.sin or 'random':<8} ", HUES.get(location.sin or "", "$faint")),
                f"{yields(place):<{14 if costs else 0}}",
                (cost if costs else "", HUES.get(location.cost_sin, "$faint")),
            )
        )
    return [text.fit(row, width) for row in rows]
