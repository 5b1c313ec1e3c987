"""Practice: one person and bots, without deadlines, from the start of a match or from a position (HH-31).

A practice match is its player's own: nobody else finds it in the lobby, and it counts nowhere. Its rules, dice and
secrets are those of every match.
"""

from __future__ import annotations

from typing import Any

from core.bots.coach import Position
from core.games import game as find_game
from core.house.house import House
from core.levels import USUAL
from core.match import journal as j
from core.match.seating import name_for, spare_names
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.table.table import Table

A_DAY = 86_400.0
MOST = 12
"""Practice matches that one person of a served house may begin in a day: each leaves a journal (HH-31)."""
LESSON = "lesson"
"""What is asked for instead of a position by who wants the game's lesson (HH-66)."""
START = "start"
"""What is asked for instead of a position by who wants to begin at the beginning."""


def position(game: str, wanted: str) -> Position | None:
    """A game's position by its id; None for the start. Refused, naming those there are, for another."""
    if wanted in ("", START):
        return None
    found = {position.id: position for position in find_game(game).positions}
    if wanted not in found:
        raise Refused(
            "no_such_position",
            f"There is no position {quoted(wanted)} to practise here. There are: {', '.join((START, *found))}.",
            "HH-31",
        )
    return found[wanted]


def begin(house: House, game: str, holder: str, called: str, at: Position | None = None) -> Table:
    """A new practice match for `holder`, who sits first and is called `called`; an earlier one of theirs is ended.
    Refused (`enough_practice`) for a person of a served house who began a dozen within a day."""
    spec, rules = find_game(game).spec, find_game(game)
    if holder != "local" and sum(_since(house, one) for one in _own(house, holder)) >= MOST:
        raise Refused("enough_practice", f"You began {MOST} practice matches within a day: go on tomorrow.", "HH-31")
    for table in house.running():
        header = table.match.header
        if header.practice and table.match.holders.get(table.match.seats[0]) == holder:
            if holder == "local" and table.match.seats[0] != called:
                continue  # somebody else at the same keyboard
            table.submit(j.Ended(reason="another practice match began"))
    you = name_for((), called)
    seats = (you, *spare_names([you])[: spec.seats - 1])
    # simple and honest ones, where there are any
    bots = f"bot:{'trusting' if 'trusting' in rules.levels else USUAL}"
    return house.make(
        game,
        seats,
        title=f"Practice: {spec.title}"[:40],
        holders={seat: holder if seat == you else bots for seat in seats},
        host=holder,
        setup=None if at is None else named(at.given, seats),
        seed=None if at is None else at.seed,
        practice=True,
    )


def named(given: Any, seats: tuple[str, ...]) -> Any:
    """A position with the seats' names in place of `$1`, `$2`, ..., in keys and values."""
    if isinstance(given, dict):
        return {named(key, seats): named(value, seats) for key, value in given.items()}
    if isinstance(given, list | tuple):
        return [named(one, seats) for one in given]
    if isinstance(given, str) and given.startswith("$") and given[1:].isdigit():
        return seats[int(given[1:]) - 1]
    return given


def _own(house: House, holder: str) -> list[Summary]:
    return [match for match in house.matches() if match.practice and match.host == holder]


def _since(house: House, one: Summary) -> bool:
    return one.made_at > house.clock() - A_DAY
