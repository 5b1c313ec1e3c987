"""Making a match from a template, for forms and commands: players, length, end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo
from typing import Final

from core.contract import Spec
from core.dice import commitment
from core.games import game as find_game
from core.house.house import House
from core.house.templates import MatchTemplate
from core.json import Json
from core.match import journal as j
from core.match.founding import check_founds_match
from core.match.scheduling import Close
from core.match.seating import OPEN, is_bot
from core.match.setting_checks import check_settings
from core.match.settings import MatchSettings
from core.refusal import Refused, quoted
from core.table.host_controls import HostControls
from core.table.table import Table
from core.words.deadlines import day_and_hour, draft
from core.words.timetable import read_timetable
from core.words.wording import counted, joined, span

GIVEN: Final = "The host has given this match a set-up of its own. It is public with the record, after the end."


def check_level(game: str, level: str) -> str:
    """Check a level of a game's bots and return it.

    Raises:
        Refused: `no_such_level`, which names the existing levels.
    """
    levels = find_game(game).levels
    if level not in levels:
        raise Refused("no_such_level", f"There are no {quoted(level)} bots here. There are: {', '.join(levels)}.")
    return level


def trial(template: MatchTemplate) -> None:
    """Check that a template could be made into a match.

    Raises:
        Refused: As by `make_match`.
    """
    check_settings(template.chosen())
    seating = template.seating()
    seats = tuple(seating)
    check_founds_match(
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
    given: Json | None = None,
) -> Table:
    """Seat a new match from a template.

    `zone`: the maker's time zone. `fill`: level of bots for all seats without holder and name. `given`: set-up keys
    of the game (HH-74).

    Raises:
        Refused: As by `House.make`, or the schedule is invalid; nothing is made then.
    """
    check_settings(template.chosen())
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
        setup=given,
        seed=seed,
        **template.chosen(),
    )
    desk = HostControls(table)
    if template.schedule:
        draft(desk, template.schedule, zone, template.shortest).apply(desk, keep=template.keep)
    if given:
        desk.announce(GIVEN)
    if fill:
        desk.fill(fill, unnamed_only=True)
    return table


def who_plays(holders: Sequence[str]) -> str:
    counts = Counter("free" if holder == OPEN else "bot" if is_bot(holder) else "person" for holder in holders)
    parts = [
        counted(counts["person"], "person", "people") if counts["person"] else "",
        counted(counts["bot"], "bot") if counts["bot"] else "",
        counted(counts["free"], "free seat") if counts["free"] else "",
    ]
    return joined([*filter(None, parts)])


def closings(spec: Spec, settings: MatchSettings, schedule: str, now: float, zone: tzinfo | None) -> tuple[Close, ...]:
    """Return the latest closing times if the match begins now. Empty without a clock, and for games of turns.

    Raises:
        Refused: The schedule is invalid."""
    first = 0 if spec.pregame else 1
    count = spec.rounds + 1 - first
    if schedule:
        times: Sequence[float] = read_timetable(schedule, now, zone).moments(now, count, zone)
    elif settings.round_seconds is not None and spec.turn_seconds is None:
        times = [now + settings.round_seconds * (number + 1) for number in range(count)]
    else:
        times = ()
    return tuple(Close(first + number, at) for number, at in enumerate(times))


def course(
    spec: Spec, settings: MatchSettings, schedule: str, coming: Sequence[Close], now: float, zone: tzinfo | None
) -> str:
    """Return `9 rounds, every day 21:00 Europe/Berlin: ends Thu 3 Dec 21:00 CET, in 9d 2h.` Moments are left out if
    `now` is 0, as at a keyboard."""
    begun = "Once it has begun: " if settings.briefing and coming and now else ""
    most = ("at most " if begun else "At most ") if spec.at_most else ""
    rounds = f"{begun}{most}{spec.rounds} {spec.round_word}s"
    each = "turn" if spec.turn_seconds is not None else spec.round_word
    pace = schedule or (f"{span(settings.round_seconds)} a {each}" if settings.round_seconds else "")
    sooner = " at the latest" if settings.early_close else ""
    if coming and now:
        ends = f"{day_and_hour(coming[-1].at, zone)}{sooner}, in {span(coming[-1].at - now)}"
        return f"{rounds}, {pace}: ends {ends}."
    if coming:
        return f"{rounds}, {pace}: {span(coming[-1].at - now)} at most."
    if pace:
        return f"{rounds}, {pace}."
    return f"{rounds} without a clock: each closes when all are ready{' or you close it' if now else ''}."
