"""The questions behind an order: where to, which Sequence, which side, whom to call. What is closed says why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.contract import Choice
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import LETTERS, TITLES
from core.games.drifting_ship.structs import View
from core.refusal import Refused
from tui import text
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship.tiles import room_name
from tui.screens.dialogs import Pick
from tui.widgets.choices import Row

SIDES = ("north", "east", "south", "west")


def pick_way(ways: Mapping[str, Reached], goal: str) -> Pick:
    """Where to, from a list: those rooms first that leave most energy. `goal`: where the draft leads."""
    picks = []
    for room in sorted(ways, key=lambda room: (-ways[room].left, room)):
        words, left = text.line((room, rows.hue(room)), f" {room_name(room)}"), (f"{ways[room].left} left", "$good")
        picks.append(Row(room, words, note=left, chosen=room == goal))
    return Pick("Walk to which room?", picks, goal)


def pick_sequence(view: View, index: int, order: Mapping[str, Any], energy: int) -> Pick:
    """Which Sequence the Parasite is planted for, by one crewmate with so much energy."""
    bars = {bar.letter: bar for bar in view.sequences}
    picks = []
    for letter in LETTERS:
        then = {**draft.without(order, "disable"), "activate": energy, "plant": letter}
        words = text.line((f"{letter} {TITLES[letter]}", rows.HUES[letter]))
        left = (f"{len(bars[letter].free)} left", "$faint")
        picks.append(_picked(letter, words, draft.closed(view, index, then), left, order.get("plant") == letter))
    return Pick("Which Sequence will be complete at this very close?", picks, order.get("plant"))


def side_rows(view: View, index: int, order: Mapping[str, Any], key: str) -> list[Row]:
    """The sides of a `wall` or a `step` of one crewmate; the one that is drafted can be taken back."""
    picks = []
    for side in SIDES:
        chosen = order.get(key) == side
        shut = None if chosen else draft.closed(view, index, {**order, key: side})
        picks.append(_picked(side, side, shut, "take back" if chosen else "", chosen))
    return picks


def pick_side(view: View, index: int, order: Mapping[str, Any], key: str, picks: Sequence[Row]) -> Pick:
    """On which side of the room where the draft leads, of those `side_rows`."""
    room = draft.end(view, index, order)[0]
    title = f"A wall on which side of {room}?" if key == "wall" else "One step more, to which side?"
    return Pick(title, picks, order.get(key))


def pick_call(calls: Iterable[Choice]) -> Pick:
    """Whom the device calls."""
    picks = [Row(str(one.value), str(one.value), one.closed, one.ruling) for one in calls]
    return Pick("Call whom? Who shared its room last", picks)


def _picked(key: str, words: text.Part, shut: Refused | None, note: text.Part, chosen: bool) -> Row:
    """A row of a dialog, closed by a refusal."""
    reason, ruling = (None, None) if shut is None else (shut.message, shut.ruling)
    return Row(key, words, reason, ruling, note, chosen)
