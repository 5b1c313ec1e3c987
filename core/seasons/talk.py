"""The season's rooms: the cast's talk, a line to the hosts, confessionals between episodes (SE-28)."""

from __future__ import annotations

from typing import NamedTuple

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.season import PlannedSeasonNews, Season, SeasonMessage, announce, change, check_member
from core.talk.channels import check_text

MOST_MESSAGES = 5_000
MOST_PLANNED = 50
ROOM_PREFIXES = {"cast": "", "host": "to the hosts: ", "confessional": "confessional: "}


def say(season: Season, entry: j.SeasonSaid) -> Season:
    """Refused: `out_reads`, `episode_runs`, `too_many`, and for bad texts."""
    check_member(season, entry.name)
    check_text(entry.text)
    check_room(season, entry.name, entry.to)
    return _with_message(season, SeasonMessage(name=entry.name, to=entry.to, text=entry.text, at=entry.at))


def check_room(season: Season, name: str, to: str) -> None:
    """Refused if that player may not write there now: `out_reads`, `episode_runs`."""
    if to == "cast" and not season.cast[name].in_ and not season.out_may_write:
        raise Refused("out_reads", "Who is out reads the talk of the cast; your hosts may let you write.", "SE-28")
    if to == "confessional" and season.phase == "main" and name in season.episodes[-1].sat:
        raise Refused("episode_runs", "While you sit in a match its own confessional is open to you.", "SE-28")


def answer(season: Season, entry: j.SeasonAnswered) -> Season:
    check_member(season, entry.name)
    check_text(entry.text)
    question = None if entry.question is None else question_of(season, entry.question)
    message = SeasonMessage(
        name=entry.name, to="host", text=entry.text, at=entry.at, from_host=True, question=entry.question
    )
    after = _with_message(season, message)
    if question is None or not entry.published:
        return after
    return announce(after, entry, f"Asked: {question.text} The host: {entry.text}", stays=True)


class HostQuestion(NamedTuple):
    """A message to the hosts of a season, numbered from 1 (SE-33)."""

    number: int
    name: str
    text: str
    at: float
    answered: bool


def questions(season: Season) -> tuple[HostQuestion, ...]:
    """Return every message to the hosts, oldest first. An answer names its number, or is any later message of a host to
    the same player."""
    answers = [(place, message) for place, message in enumerate(season.messages) if message.from_host]
    questions_: list[HostQuestion] = []
    for place, message in enumerate(season.messages):
        if message.to == "host" and not message.from_host:
            number = len(questions_) + 1
            answered = any(
                answer.question == number or (answer.question is None and answer.name == message.name and index > place)
                for index, answer in answers
            )
            questions_.append(HostQuestion(number, message.name, message.text, message.at, answered))
    return tuple(questions_)


def question_of(season: Season, number: int) -> HostQuestion:
    """Return the question with this number. Refused: `no_such_question`, naming those that exist."""
    known_questions = questions(season)
    if not 1 <= number <= len(known_questions):
        existing = f"There are 1 to {len(known_questions)}." if known_questions else "Nobody has asked anything yet."
        raise Refused("no_such_question", f"No question has the number {number}. {existing}", "SE-33")
    return known_questions[number - 1]


def _with_message(season: Season, message: SeasonMessage) -> Season:
    if len(season.messages) >= MOST_MESSAGES:
        raise Refused("too_many", f"The rooms of one season hold {MOST_MESSAGES:,} words.", "SE-28")
    return change(season, messages=(*season.messages, message))


def out_may_write(season: Season, entry: j.OutMayWrite) -> Season:
    if entry.yes == season.out_may_write:
        return season
    text = (
        "Those who are out may write to the cast." if entry.yes else "Those who are out only read what the cast says."
    )
    return announce(change(season, out_may_write=entry.yes), entry, text, stays=True)


def looked(season: Season, entry: j.Looked) -> Season:
    return season  # the entry itself is the record


def proclaim(season: Season, entry: j.SeasonAnnounced) -> Season:
    check_text(entry.text)
    others = tuple(item for item in season.planned if (item.text, item.due) != (entry.text, entry.due))
    return announce(change(season, planned=others), entry, f"The host: {entry.text}", stays=True)


def plan(season: Season, entry: j.NewsPlanned) -> Season:
    """Refused: `bad_moment` for a time that is over, `too_many`, and for bad texts."""
    check_text(entry.text)
    if entry.due <= entry.at:
        raise Refused("bad_moment", "That time is over: announce it now, or name a later one.", "SE-34")
    if len(season.planned) >= MOST_PLANNED:
        raise Refused("too_many", f"At most {MOST_PLANNED} announcements of a season wait for their time.", "SE-34")
    planned = sorted(
        (*season.planned, PlannedSeasonNews(entry.text, entry.due, entry.author)), key=lambda item: item.due
    )
    return change(season, planned=tuple(planned))


def drop_planned(season: Season, entry: j.NewsDropped) -> Season:
    """Refused: `no_such_announcement`."""
    if not 1 <= entry.number <= len(season.planned):
        existing = f"There are 1 to {len(season.planned)}." if season.planned else "None waits."
        raise Refused("no_such_announcement", f"No announcement {entry.number} waits for its time. {existing}", "SE-34")
    return change(season, planned=tuple(p for n, p in enumerate(season.planned, 1) if n != entry.number))


def readable_messages(season: Season, names: tuple[str, ...], *, hosts: bool = False) -> tuple[SeasonMessage, ...]:
    """Return the messages for the players of these names, oldest first: the cast's talk and their own lines. `hosts`
    read all but confessionals, which are read on record (`confessionals`)."""

    def may_read(message: SeasonMessage) -> bool:
        if message.to == "cast":
            return hosts or bool(names)
        return message.name in names or (hosts and message.to == "host")

    return tuple(message for message in season.messages if may_read(message))


def confessionals(season: Season) -> tuple[SeasonMessage, ...]:
    return tuple(message for message in season.messages if message.to == "confessional")


def message_lines(messages: tuple[SeasonMessage, ...]) -> list[str]:
    lines = []
    for message in messages:
        if message.from_host:
            answered = "" if message.question is None else f", to question {message.question}"
            lines.append(f"The host to {message.name}{answered}: {message.text}")
        else:
            lines.append(f"{message.name}: {ROOM_PREFIXES[message.to]}{message.text}")
    return lines
