"""Practice: a person and bots, without deadlines, from the start of a match or a position (HH-31).

Others do not find a practice match, and it counts nowhere.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from core.bots.coach import Position
from core.decoding import plain
from core.games import game as find_game
from core.house.house import House
from core.levels import USUAL
from core.match import journal as j
from core.match import views
from core.match.seating import is_bot, name_for, spare_names
from core.match.state import Match, check_player
from core.match.summary import Summary
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


def again(house: House, match: str, holder: str, *, same_dice: bool = False) -> Table:
    """Begin the table of a match anew. At a keyboard all people sit down again; else it is a practice match in which
    bots have the other people's seats. A host's set-up is not taken over. `same_dice`: those of a practice match.
    Refused as by `begin`."""
    header = j.header_from_json(house.journal(match).header)
    if holder == "local" and not header.practice:
        holders, chosen = dict(header.holders), header.chosen()
        return house.make(header.game, header.seats, holders=holders, host=holder, options=header.options, **chosen)
    held = {seat: header.holders.get(seat, "") for seat in header.seats}
    people = [seat for seat in held if not is_bot(held[seat])] or [*held]
    you = next((seat for seat in people if held[seat] == holder), people[0])
    holders = {seat: held[seat] if is_bot(held[seat]) else f"bot:{USUAL}" for seat in held} | {you: holder}
    own: dict[str, Any] = {}
    if header.practice:
        own = {"setup": header.setup, "branch": header.branch, "seed": header.seed if same_dice else None}
    return _practice(house, header.game, holders, you, options=header.options, **own)


OTHERS = {
    "bots": "Bots play them.",
    "as played": "As they did this round, then bots.",
    "yours": "You enter their orders too.",
}
"""Players of the other seats of a branch, in words (HH-81)."""


def check_goes_on(final: Match) -> None:
    """Refused (`record_kept`, `judged_by_host`, `other_rules`) unless a finished match can be played on (HH-81)."""
    if not views.shows_record(final):
        text = "Only a finished match with an open record is played on: its record stays with the host."
        raise Refused("record_kept", text, "HH-81")
    if final.game.Judgement is not None:
        raise Refused("judged_by_host", "A host judged this match, and nobody would judge it in practice.", "HH-81")
    if final.game is not find_game(final.header.game):
        raise Refused("other_rules", "This match was played by older rules, which nothing new begins with.", "HH-81")


def go_on(house: House, final: Match, number: int, seat: str, holder: str, others: str = "bots") -> Table:
    """Begin a practice match at the start of a round of a finished match, with other dice (HH-81).

    Args:
        others: a key of OTHERS.

    Raises:
        Refused: `record_kept`, `judged_by_host`, `other_rules`, `no_such_round`, `not_seated`, and as by `begin`.
    """
    header = final.header
    check_player(final, seat)
    check_goes_on(final)
    if number not in final.starts:
        known = ", ".join(map(str, sorted(final.starts)))
        raise Refused("no_such_round", f"This match is played on from the start of rounds {known}.", "HH-81")
    state = plain(final.starts[number].state)
    branch = j.Branch(match=header.match, round=number, state=state, as_played=others == "as played")
    holders = {}
    for name in final.seats:
        held = final.holders.get(name, "")
        yours = name == seat or others == "yours"
        holders[name] = holder if yours else held if is_bot(held) else f"bot:{USUAL}"
    title = f"From {final.spec.when(number)}: {final.spec.title if header.practice else final.title}"[:40]
    table = _practice(
        house, header.game, holders, seat, title=title, options=header.options, branch=branch, several=others == "yours"
    )
    record = next((record for record in final.rounds if record.round == number), None)
    if others == "as played" and record is not None:
        for name, orders in record.orders.items():
            if name != seat:
                with suppress(Refused):  # they rest on what was done earlier in that round
                    table.submit(j.Sealed(author=name, orders=plain(orders), round=number))
                    table.submit(j.Readied(author=name))
    return table


COMPARED = 4
"""Most branches compared with their match."""


def branches(house: House, match: str, holder: str) -> list[Summary]:
    """Return a person's newest practice matches that went on from a match to a result, oldest first."""
    own = (summary for summary in house.matches() if summary.host == holder and summary.branch_of == match)
    return sorted((summary for summary in own if summary.outcome is not None), key=lambda summary: summary.made_at)[
        -COMPARED:
    ]


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
    given = {"title": f"Practice: {find_game(game).spec.title}"[:40], **given}
    return house.make(game, tuple(holders), holders=holders, host=holder, practice=True, **given)


def with_seat_names(value: Any, seats: tuple[str, ...]) -> Any:
    """Replace `$1`, `$2`, ... by the seats' names, in keys and values."""
    if isinstance(value, dict):
        return {with_seat_names(key, seats): with_seat_names(value, seats) for key, value in value.items()}
    if isinstance(value, list | tuple):
        return [with_seat_names(item, seats) for item in value]
    if isinstance(value, str) and value.startswith("$") and value[1:].isdigit():
        return seats[int(value[1:]) - 1]
    return value
