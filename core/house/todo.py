"""Tasks of a host, computed from matches, seasons and given facts of the serving process (backups, silent rooms). They
name seats that have not sealed or chosen: for hosts alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec

from core.games.guard import faults
from core.house.absences import Absences
from core.house.guest import Guest
from core.house.house import House
from core.house.moderation import STALLS
from core.house.settings import MUTED, HouseSettings
from core.levels import USUAL
from core.match import signup
from core.match.decisions import pending
from core.match.private_channels import messages_to_hosts, unanswered
from core.match.scheduling import closes
from core.match.seating import OPEN, is_person
from core.match.state import Match
from core.seasons.death_match import missing_role
from core.seasons.live import LiveSeason
from core.seasons.season import Episode
from core.seasons.signup import names_and_places
from core.seasons.talk import questions
from core.seasons.words import title_and_id as season_called
from core.story.parts import listed
from core.table.host_controls import HostControls
from core.table.table import Table

LATE: Final = 2.0
"""Intervals after which a backup is old."""
QUIET_ROOM: Final = 60.0
"""Seconds of silence before a host hears of a room."""

Kind = Literal[
    "damaged", "confirm", "judge", "choose", "death_match", "book", "question", "away", "missed", "start", "seats",
    "clock", "schedule", "episode", "room", "muted", "backup",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
WAITING_SINCE: Final = ("room", "backup", "question")
"""Kinds with a time in the past."""


class Todo(msgspec.Struct, frozen=True, kw_only=True):
    kind: Kind
    match: str = ""
    season: str = ""
    seats: tuple[str, ...] = msgspec.field(default=(), name="who")
    at: float | None = None
    """When it settles itself, or (`WAITING_SINCE`) since when it is so; seconds since the epoch."""
    text: str
    do: str = ""
    """Command after `garnet host`; empty if it is not one command."""


class SilentRoom(msgspec.Struct, frozen=True):
    event: str = msgspec.field(name="of")
    """Match or season."""
    room: str
    """`players` or `spectators`."""
    since: float


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    silent: tuple[SilentRoom, ...] = ()
    last_backup: float | None = None
    """Last backup, in seconds since the epoch; None before the first."""
    backup_every: float | None = None
    """Seconds; None for a house without automatic backups."""
    backup_trouble: str = ""


def todo(
    house: House, outside: Outside | None = None, guest: Guest | None = None, match: str | None = None
) -> tuple[Todo, ...]:
    """Return the tasks of the house, of a `guest`'s matches, or of one `match`, which they then do not name. Only hosts
    of the house read of backups and unopenable matches. No journal is read."""
    tasks: list[Todo] = []
    shows_all = guest is None or guest.hosts_house
    if shows_all:
        damaged = {**house.damaged, **house.not_installed, **house.seasons.damaged}
        changed = house.changed_rules
        tasks += [Todo(kind="damaged", text=text, do="") for name, text in damaged.items() if name not in changed]
        tasks += _of_house(house, outside or Outside())
    for name, header in house.changed_rules.items():
        if shows_all or (guest is not None and guest.hosts_it(name, header.season, header.host)):
            tasks.append(Todo(kind="damaged", match=name, text=house.damaged[name], do=f"reopen {name}"))
    for table in house.running():
        if match is not None and table.match.header.match != match:
            continue
        if not table.match.header.practice and (guest is None or guest.hosts(table)):
            title, name = table.match.title, table.match.header.match
            for task in (*_of_match(table, name), *_of_absent(house, table, name)):
                text = task.text if match is not None else f"{title} ({name}): {task.text}"
                tasks.append(msgspec.structs.replace(task, match=name, text=text))
    for live in house.seasons.live.values():
        if guest is None or guest.hosts_season(live.id):
            tasks += _of_season(house, live)
    hosted = {task.match or task.season for task in tasks}
    for room in () if outside is None else outside.silent:
        if house.clock() - room.since < QUIET_ROOM:
            continue
        if shows_all or room.event in hosted or (guest is not None and _hosts_event(house, guest, room.event)):
            tasks.append(_silent_room_item(house, room))
    if match is not None:
        tasks = [task for task in tasks if task.match == match]
    return tuple(sorted(tasks, key=lambda task: (KINDS.index(task.kind), task.at or float("inf"))))


def _hosts_event(house: House, guest: Guest, name: str) -> bool:
    summary = house.find(name)
    return guest.hosts_season(name) if summary is None else guest.hosts_it(summary.match, summary.season, summary.host)


# --- the house --------------------------------------------------------------------------------------------------------
def _of_house(house: House, outside: Outside) -> Iterator[Todo]:
    if HouseSettings(house.store).muted:
        yield Todo(kind="muted", text=MUTED, do="unmute")
    if outside.backup_every is None:
        return
    last, now = outside.last_backup, house.clock()
    if outside.backup_trouble:
        yield Todo(kind="backup", at=last, text=f"Backups need you: {outside.backup_trouble}", do="status")
    elif last is not None and now - last > LATE * outside.backup_every:
        yield Todo(kind="backup", at=last, text="The newest backup is old.", do="status")


def _silent_room_item(house: House, room: SilentRoom) -> Todo:
    season = room.event in house.seasons.live
    return Todo(
        kind="room", at=room.since, match="" if season else room.event, season=room.event if season else "",
        text=f"The {room.room}' room of {room.event} does not answer; what it was not told waits.",
        do=f"{'season ' * season}feed {room.event}",
    )  # fmt: skip


# --- a match ----------------------------------------------------------------------------------------------------------
def _of_match(table: Table, name: str) -> Iterator[Todo]:
    """Yield the tasks of a match, without its title."""
    match = table.match
    if table.fault is not None:
        text = f"it stands still until its file is mended and read again (games --reload): {table.fault}."
        yield Todo(kind="damaged", text=text, do=f"reopen {name}")
    for fault in faults.values():
        game = fault.game, fault.version
        if game == (match.header.game, match.header.rules_version) and str(fault) != str(table.fault):
            yield Todo(kind="damaged", text=f"a function of its game has failed: {fault}.")
    if match.phase == "judging":
        when = match.spec.when(match.round)
        yield Todo(kind="judge", text=f"{when} waits for your results.", do=f"submissions {name}")
    elif match.held_close is not None:
        yield Todo(kind="confirm", text="a result waits until you confirm it.", do=f"confirm {name}")
    for number in unanswered(match):
        question = messages_to_hosts(match)[number - 1]
        text = f"{question.seat} waits for an answer."
        yield Todo(
            kind="question", seats=(question.seat,), at=question.at, text=text, do=f"answer {name} {number} TEXT"
        )
    if (choice := pending(match)) is not None and (silent := HostControls(table).missing()):
        task = choice.kind.replace("_", " ")
        text = f"{listed(silent)} {'has' if len(silent) == 1 else 'have'} still to {task}."
        yield Todo(kind="choose", seats=silent, at=match.deadline, text=text, do=f"nudge {name}")
    if absent := missed_twice(match):
        text = f"{listed(absent)} sealed nothing in the last two {match.spec.round_word}s, nor in this one."
        typed = f'"{absent[0]}"' if " " in absent[0] else absent[0]
        do = f"hand-over {name} {typed} TO"
        yield Todo(kind="missed", seats=absent, at=match.deadline, text=text, do=do)
    free = tuple(seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN)
    if match.phase == "briefing" and match.header.signup:
        text = f"{signup.names_and_seats(match)}; lots decide when you begin."
        yield Todo(kind="start", text=text, do=f"start {name}")
    elif match.phase == "briefing" and free:
        text = f"{len(free)} free seat{'s' * (len(free) != 1)}, and it has not begun."
        yield Todo(kind="seats", seats=free, at=match.deadline, text=text, do=f"invite --match {name}")
    elif match.phase == "briefing" and match.deadline is None and match.spec.turn_seconds is None:
        yield Todo(kind="start", text="everybody is seated; it begins when you say so.", do=f"start {name}")
    if words := HostControls(table).held_up:
        yield Todo(kind="seats", seats=free, do=f"lapse {name}", text=f"{words}. {STALLS}")
    if match.paused:
        yield Todo(kind="clock", text="the clock is stopped.", do=f"resume {name}")
    if (left := _schedule_left(table)) is not None:
        yield Todo(kind="schedule", text=left, do=f"schedule {name}")


def _of_absent(house: House, table: Table, name: str) -> Iterator[Todo]:
    """Yield who is away when the open round closes, and owes orders or a choice (HH-83)."""
    match, absences = table.match, Absences(house.store, house.clock)
    if match.deadline is None or match.phase not in ("pregame", "round", "decision"):
        return
    for seat in HostControls(table).missing():
        absence = absences.of(match.holders.get(seat, OPEN).removeprefix("person:"))
        if absence is not None and absence.covers(match.deadline):
            what = "the choice is due" if match.phase == "decision" else f"{match.spec.when(match.round)} closes"
            text = f"{seat} is away when {what}: let a bot sit there, or move it (deadline {name} +2d)."
            typed = f'"{seat}"' if " " in seat else seat
            yield Todo(kind="away", seats=(seat,), at=match.deadline, text=text,
                       do=f"hand-over {name} {typed} bot:{USUAL}")  # fmt: skip


def missed_twice(match: Match) -> tuple[str, ...]:
    """Return the people's seats that neither ordered nor were ready in the last two rounds, and have sealed nothing in
    this one."""
    if match.phase != "round" or len(match.rounds) < 2 or not match.seals:
        return ()
    return tuple(
        seat
        for seat in match.seats
        if is_person(match.holders.get(seat, OPEN))
        and seat not in match.sealed
        and seat not in match.ready
        and all(seat not in round.orders and seat not in round.ready for round in match.rounds[-2:])
    )


def _schedule_left(table: Table) -> str | None:
    """Return that the schedule ends before the match; None if not."""
    match, schedule = table.match, table.match.schedule
    if schedule is None or match.phase not in ("briefing", "pregame", "round", "decision"):
        return None
    last = schedule.moments[-1]
    if (match.deadline is not None and match.deadline > last) or (match.turns and table.clock() > last):
        return "its times have run out; rounds go on at the last interval."
    beyond = [close for close in closes(match, table.clock()) if close.at > last]
    if not beyond or match.deadline is None:
        return None
    since = match.spec.when(beyond[0].round)
    return f"its times end before {since}; from then on the last interval goes on."


# --- a season ---------------------------------------------------------------------------------------------------------
def _of_season(house: House, live: LiveSeason) -> Iterator[Todo]:
    season, name = live.season, live.id
    title, episode = season_called(season), season.open
    if not season.started and season.phase == "between":
        text = f"{title}: {names_and_places(season)}; lots decide when you start it."
        yield Todo(kind="start", season=name, text=text, do=f"season start {name}")
    elif season.phase == "between":
        two = len(season.remaining) == 2 and season.number > 0
        next_ = f"episode {season.number + 1} is to be opened{', or the final made' * two}"
        opens_at = season.opens_after(season.news[-1].at if season.news else season.header.made_at)
        yield Todo(kind="episode", season=name, at=opens_at, text=f"{title}: {next_}.", do=f"season open {name} GAME")
    for question in questions(season):
        if not question.answered:
            yield Todo(kind="question", season=name, seats=(question.name,), at=question.at,
                       text=f"{title}: {question.name} waits for an answer to question {question.number}.",
                       do=f"season answer {name} {question.number} ...")  # fmt: skip
    if episode is not None:
        yield from _of_episode(house, live, episode, title)


def _of_episode(house: House, live: LiveSeason, episode: Episode, title: str) -> Iterator[Todo]:
    season, name = live.season, live.id
    if season.phase == "main":
        if episode.match is None:
            text = f"{title}: episode {episode.number} is played elsewhere; book it once it is over."
            yield Todo(kind="book", season=name, text=text, do=f"season book {name} --place NAME ...")
        elif house.is_finished(episode.match) or episode.match in house.damaged:
            yield Todo(kind="book", season=name, match=episode.match, do=f"season book {name}",
                       text=f"{title}: {episode.match} is over and not booked.")  # fmt: skip
        elif (times := episode.seating.times) is not None and episode.match in house.tables:
            match = house.tables[episode.match].match
            if match.schedule is None and match.deadline is None and not match.paused:
                rule = f" ({times.rule})" if times.rule else ""
                yield Todo(kind="schedule", season=name, match=episode.match, do=f"schedule {episode.match}",
                           text=f"{title}: {episode.match} has no times; its season set times{rule}.")  # fmt: skip
        return
    if (role := missing_role(season)) is not None:
        who = () if episode.candidate is None else (episode.candidate,)
        chooses = f" (whom {episode.candidate} chooses)" if role == "opponent" else ""
        yield Todo(kind="death_match", season=name, seats=who, do=f"season {role} {name} NAME",
                   text=f"{title}: name the {role} of the Death Match{chooses}.")  # fmt: skip
    elif episode.duel is None or episode.duel in season.read or house.is_finished(episode.duel):
        two_ = (episode.candidate or "", episode.opponent or "")
        yield Todo(kind="death_match", season=name, seats=two_, do=f"season duel {name} GAME",
                   text=f"{title}: make the duel of {' and '.join(two_)}, or say who won.")  # fmt: skip
