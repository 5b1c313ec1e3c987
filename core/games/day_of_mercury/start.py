"""The position before the first round, from the set-up keys."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract import Options
from core.dice import Dice
from core.games.day_of_mercury.spec import LOCATIONS, SIN_LOCATIONS, SINS
from core.games.day_of_mercury.structs import Given, Player, State
from core.refusal import NotAMatch, quoted


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Return the start: nothing but the given.

    Raises:
        NotAMatch: Names or positions are impossible.
    """
    for key, names in (
        ("sin", given.sin),
        ("points", given.points),
        ("visited", given.visited),
        ("commits", given.commits),
    ):
        for name in names:
            if name not in seats:
                raise NotAMatch("not_seated", f"Set-up gives {quoted(key)} to {quoted(name)}, who is not seated.")
    players = {}
    for seat in seats:
        sin = given.sin.get(seat, {})
        _check_sin(seat, sin)
        points = _checked_number(seat, "points", given.points.get(seat, 0))
        commits = _checked_number(seat, "commits", given.commits.get(seat, 0))
        if commits > len(seats) - 1:
            raise NotAMatch(
                "too_many_commits",
                f"Set-up gives {seat} {commits} successful commits: there are only {len(seats) - 1} to commit against.",
                "DM-04",
            )
        visited = _checked_visits(seat, given.visited.get(seat, ()))
        players[seat] = Player(points, {s: sin.get(s, 0) for s in SINS}, visited, commits)
    return State(seats=seats, round=given.round or 1, players=players)


def _check_sin(seat: str, sin: dict[str, int]) -> None:
    for name, amount in sin.items():
        if name not in SINS:
            raise NotAMatch("unknown_sin", f"Set-up gives {seat} a sin {quoted(name)}. There are: {', '.join(SINS)}.")
        _checked_number(seat, name, amount)


def _checked_number(seat: str, noun: str, amount: int) -> int:
    if amount < 0:
        raise NotAMatch("below_zero", f"Set-up gives {seat} {amount} {noun}: nobody can have less than 0.")
    return amount


def _checked_visits(seat: str, places: Iterable[str]) -> tuple[str, ...]:
    """Sin locations in the order of LOCATIONS, all different, six at most (DM-52)."""
    named = list(places)
    for place in named:
        if place not in LOCATIONS:
            raise NotAMatch("unknown_location", f"Set-up says {seat} visited {quoted(place)}, which is no location.")
        if place not in SIN_LOCATIONS:
            raise NotAMatch(
                "shrine_not_counted", f"Set-up counts the Shrine of Flies for {seat}: it is not counted.", "DM-52"
            )
    if len(set(named)) < len(named):
        raise NotAMatch("visited_twice", f"Set-up names a location twice in what {seat} visited.", "DM-52")
    if len(named) == len(SIN_LOCATIONS):
        raise NotAMatch(
            "all_visited", f"Set-up has {seat} visit all seven sin locations: the list is emptied then.", "DM-52"
        )
    return tuple(place for place in SIN_LOCATIONS if place in named)
