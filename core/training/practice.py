"""Practice: a person and bots, without deadlines, from the start of a match or a position (HH-31).

Others do not find a practice match, and it counts nowhere.
"""

from __future__ import annotations

from typing import Any

from core.bots.coach import Position
from core.games import game as find_game
from core.house.house import House
from core.levels import USUAL
from core.match import journal as j
from core.match.seating import is_bot, name_for, spare_names
from core.refusal import Refused, quoted
from core.table.table import Table

A_DAY = 86_400.0
MOST = 12
"""Practice matches of one person of a served house in a day: each leaves a journal (HH-31)."""
LESSON = "lesson"
"""Name of the lesson in place of a position (HH-66)."""
START = "start"
"""Name of the start in place of a position."""


def position(game: str, wanted: str) -> Position | None:
    """Return a game's position by its id; None for the start. Refused for another, with a list."""
    if wanted in ("", START):
        return None
    positions = {position.id: position for position in find_game(game).positions}
    if wanted not in positions:
        raise Refused(
            "no_such_position",
            f"There is no position {quoted(wanted)} to practise here. There are: {', '.join((START, *positions))}.",
            "HH-31",
        )
    return positions[wanted]


def begin(house: House, game: str, holder: str, called: str, position: Position | None = None) -> Table:
    """Begin a practice match for `holder`, who sits first and is named `called`; their earlier one is ended. Refused
    (`enough_practice`) for a person of a served house who began a dozen within a day."""
    spec, rules = find_game(game).spec, find_game(game)
    you = name_for((), called)
    seats = (you, *spare_names([you])[: spec.seats - 1])
    # simple and honest bots, if there are any
    bots = f"bot:{'trusting' if 'trusting' in rules.levels else USUAL}"
    given: dict[str, Any] = (
        {} if position is None else {"setup": with_seat_names(position.given, seats), "seed": position.seed}
    )
    return _practice(house, game, dict.fromkeys(seats, bots) | {you: holder}, you, **given)


def again(house: House, match: str, holder: str) -> Table:
    """Begin the table of a match anew, with other dice. At a keyboard all people sit down again; else it is a practice
    match in which bots have the other people's seats. A host's set-up is not taken over. Refused as by `begin`."""
    header = j.header_from_json(house.journal(match).header)
    if holder == "local" and not header.practice:
        holders, chosen = dict(header.holders), header.chosen()
        return house.make(header.game, header.seats, holders=holders, host=holder, options=header.options, **chosen)
    held = {seat: header.holders.get(seat, "") for seat in header.seats}
    people = [seat for seat in held if not is_bot(held[seat])] or [*held]
    you = next((seat for seat in people if held[seat] == holder), people[0])
    holders = {seat: held[seat] if is_bot(held[seat]) else f"bot:{USUAL}" for seat in held} | {you: holder}
    return _practice(
        house, header.game, holders, you, options=header.options, setup=header.setup if header.practice else None
    )


def _practice(house: House, game: str, holders: dict[str, str], you: str, **given: Any) -> Table:
    """Make a practice match in which the player has the seat `you`, and end their earlier one."""
    holder = holders[you]
    own = [match for match in house.matches() if match.practice and match.host == holder]
    if holder != "local" and sum(match.made_at > house.clock() - A_DAY for match in own) >= MOST:
        raise Refused("enough_practice", f"You began {MOST} practice matches within a day: go on tomorrow.", "HH-31")
    for table in house.running():
        header = table.match.header
        if header.practice and holder in table.match.holders.values():
            if holder == "local" and table.match.holders.get(you) != holder:
                continue  # another player at the same keyboard
            table.submit(j.Ended(reason="another practice match began"))
    title = f"Practice: {find_game(game).spec.title}"[:40]
    return house.make(game, tuple(holders), title=title, holders=holders, host=holder, practice=True, **given)


def with_seat_names(value: Any, seats: tuple[str, ...]) -> Any:
    """Replace `$1`, `$2`, ... by the seats' names, in keys and values."""
    if isinstance(value, dict):
        return {with_seat_names(key, seats): with_seat_names(value, seats) for key, value in value.items()}
    if isinstance(value, list | tuple):
        return [with_seat_names(item, seats) for item in value]
    if isinstance(value, str) and value.startswith("$") and value[1:].isdigit():
        return seats[int(value[1:]) - 1]
    return value
