"""What a seat of Day of Mercury remembers, as rows: what holds this round, who was where, the commits it used."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.day_of_mercury import words
from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.structs import View
from tui import text
from tui.games.day_of_mercury.rows import HUES, NUMBER, SHORT, tier_rows


def force_rows(view: View) -> list[text.Part]:
    """What holds this round, in full."""
    return [text.line(("! ", "$warn"), sentence) for sentence in words.in_force(view.effects)]


def force_short(view: View, planned: bool) -> list[text.Part]:
    """The same, a line each; a forced place and the Maidens only where `planned`, for the plan shows them too."""
    effects = view.effects
    found = []
    if planned and effects.forced is not None:
        found.append(f"You must visit {LOCATIONS[effects.forced].title}")
    if planned and effects.extra:
        found.append(f"Maidens: {effects.extra} more location, {effects.extra} more action")
    if effects.protected:
        found.append("The Angels protect you")
    if effects.lambs:
        found.append("Your Lambs share" + (f" {effects.lambs} times" if effects.lambs > 1 else ""))
    if effects.declared:
        found.append(f"Gathers +1: {', '.join(SHORT[place] for place in effects.declared)}")
    if effects.promises:
        found.append(f"Catacombs count {text.joined(effects.promises)}")
    return [text.line(("! ", "$warn"), sentence) for sentence in found]


def beside_rows(view: View, width: int) -> list[text.Part]:
    """After a close: who was where so far, and what an offer at the Shrine would pay, tier by tier."""
    found: list[text.Part] = [("Who was where", "$accent"), *sighting_rows(view, legend=True, width=width)]
    if view.shrine is not None and view.shrine.tiers:
        found += ["", *tier_rows(view.shrine, "All of it at the Shrine now", width)]
    return found


APART, CLOSE = (9, 5), (6, 4)
"""Columns of a name and of a round in the list of who was where, and where there are few."""


def sightings_wide(view: View, room: tuple[int, int] = APART) -> int:
    """Columns of the list of who was where."""
    name, cell = room
    return name + 1 + cell * view.rounds


def sighting_rows(view: View, legend: bool, width: int = 0) -> list[text.Part]:
    """Who was where, by round: the numbers of the places where one met them, in the colours of their sins; `*`
    announced as a target. `width`: the columns there are, closer together if those are few; 0 for any number."""
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
                _met(seen[number].places, seen[number].announced, name, name == view.seat, cell)
                if number in seen
                else [" " * cell]
            )
        who = text.fit((name or "", "$accent" if name == view.seat else ""), name_wide)
        rows.append(text.line(who, " ", *cells))
    if legend:
        names = [f"{NUMBER[place]} {SHORT[place]}" for place in LOCATIONS]
        rows += [(f"{', '.join(names[:4])},", "$faint"), (", ".join(names[4:]), "$faint")]
    rows.append(("Numbers: met there. *: a target near you.", "$faint"))
    for number, sighting in seen.items():
        if sighting.stolen:
            rows.append(text.line(("! ", "$warn"), f"Round {number}: {words.some(sighting.stolen)} stolen from you."))
    return rows


def _met(
    places: dict[str, tuple[str, ...]], announced: Sequence[str], name: str | None, me: bool, cell: int
) -> list[text.Part]:
    here = [place for place, others in places.items() if me or name in others]
    comma = ("," if len(here) < 3 and cell > CLOSE[1] else "", "$faint")
    found: list[text.Part] = []
    for place in here:
        sin = LOCATIONS[place].sin
        found += [comma] * bool(found) + [(str(NUMBER[place]), f"bold {HUES[sin]}" if sin else "$strong")]
    found.append(("*" if name in announced else "", "$warn"))
    drawn = text.line(*(found if here else [("\u00b7", "$faint"), *found]))
    return [drawn.pad_right(max(0, cell - drawn.cell_length))]


def commit_rows(view: View) -> list[text.Part]:
    """The commits used, the latest first: a target can be named once (DM-04)."""
    rows: list[text.Part] = []
    for attempt in reversed(view.attempts):
        how: text.Part = ("done", "$good")
        if attempt.reason is not None:
            how = (
                {"several_commits": "both came to nothing", "turned_away": "turned away by the Angels"}.get(
                    attempt.reason, "failed"
                ),
                "$bad",
            )
        rows.append(
            text.line(
                (f"r{attempt.round} ", "$faint"),
                (attempt.target, "$strong"),
                f" from {words.place(attempt.location)}: ",
                how,
            )
        )
    left = text.joined(view.targets) if view.targets else "nobody"
    rows.append(text.line(("Not tried yet: ", "$faint"), left))
    return rows
