"""Makes a match from a template, for forms and commands alike."""

from __future__ import annotations

from datetime import tzinfo

from core.dice import commitment
from core.games import game as find_game
from core.house.house import House
from core.house.new_match_checks import founded
from core.house.templates import MatchTemplate
from core.match import journal as j
from core.refusal import Refused, quoted
from core.table.host_controls import HostControls, check_clock
from core.table.table import Table
from tui.words.deadlines import draft
from tui.words.timetable import read_timetable


def check_level(game: str, level: str) -> str:
    """A level of a game's bots. Refused (`no_such_level`), naming those there are."""
    levels = find_game(game).levels
    if level not in levels:
        raise Refused("no_such_level", f"There are no {quoted(level)} bots here. There are: {', '.join(levels)}.")
    return level


def trial(template: MatchTemplate) -> None:
    """Refused, as by `make_match`, if a match cannot be made as a template says; nothing is made."""
    check_clock(template.round_seconds)
    seating = template.seating()
    seats = tuple(seating)
    founded(
        j.Header(
            match="trial",
            game=template.game,
            rules_version=find_game(template.game).spec.rules_version,
            seats=seats,
            options=template.options,
            seed=0,
            nonce="",
            commitment=commitment(0, ""),
            made_at=0.0,
            holders=seating,
            **template.chosen(),
        )
    )


def make_match(
    house: House,
    template: MatchTemplate,
    *,
    zone: tzinfo | None,
    host: str = "local",
    seed: int | None = None,
    fill: str = "",
) -> Table:
    """Seat a new match as a template says. `zone`: the clock of whoever makes it; `fill`: bots of this level on all
    seats that nobody holds and nobody has named. Refused as by `House.make`, and for a schedule that is none, with
    nothing made."""
    check_clock(template.round_seconds)
    seating = template.seating()
    if template.schedule:
        read_timetable(template.schedule, house.clock(), zone).moments(house.clock(), 1, zone)
    if fill:
        check_level(template.game, fill)
    table = house.make(
        template.game,
        tuple(seating),
        holders=seating,
        host=host,
        options=template.options,
        seed=seed,
        **template.chosen(),
    )
    desk = HostControls(table)
    if template.schedule:
        draft(desk, template.schedule, zone, template.shortest).apply(desk, keep=template.keep)
    if fill:
        desk.fill(fill, unnamed_only=True)
    return table
