"""Consent to publish talk and notes (HH-27). All seats are asked after the end; no answer means no."""

from __future__ import annotations

import msgspec

from core.match import journal as j
from core.match.records import ConsentAnswer
from core.match.seating import OPEN, is_person
from core.match.state import Match, change, check_player
from core.refusal import Refused
from core.talk.channels import CONFESSIONAL, Message

Key = tuple[str, tuple[str, ...]]
"""Key of a conversation, as `Message.key`."""

LOUNGE: Key = ("lounge", ())


class Question(msgspec.Struct, frozen=True):
    """A conversation of a finished match, or a seat's notes, with the seat's answer."""

    key: Key | None
    """None for the notes."""
    messages: int
    """Messages until the end; for notes, rounds in which they were written."""
    answer: bool | None
    """None if there is no answer."""
    open: bool
    """False if a reader of it has left their seat, so that nothing can release it."""


def release(match: Match, entry: j.Released) -> Match:
    """Record an answer. Refused: `not_yet` before the end, `no_such_talk` for a conversation without the seat."""
    check_player(match, entry.author)
    if match.phase != "finished":
        raise Refused("not_yet", "What may be published is asked after the end.", "HH-27")
    key = LOUNGE if entry.what == "notes" else (entry.channel, entry.readers)
    if entry.what == "talk" and key not in _conversations(match, entry.author):
        raise Refused("no_such_talk", "You were in no such conversation at this match.", "HH-27")
    answer = ConsentAnswer(entry.author, entry.what, key, entry.yes)
    others = tuple(o for o in match.releases if (o.seat, o.what, o.key) != (answer.seat, answer.what, answer.key))
    return change(match, releases=(*others, answer))


def questions(match: Match, seat: str) -> tuple[Question, ...]:
    """Return the questions for `seat` at an ended match, conversations first in the order in which they began."""
    if match.phase != "finished" or match.abandoned:
        return ()
    listed = [
        Question(key, len(messages), _consent(match, seat, "talk", key), _others_stayed(match, key, messages))
        for key, messages in _conversations(match, seat).items()
    ]
    if noted := _own_notes(match, seat):
        listed.append(
            Question(None, len(noted), _consent(match, seat, "notes", LOUNGE), seat not in match.seats_given_up)
        )
    return tuple(listed)


def unanswered(match: Match, seat: str) -> int:
    return sum(question.answer is None and question.open for question in questions(match, seat))


def released_talk(match: Match) -> dict[Key, tuple[tuple[int, Message], ...]]:
    """Return the conversations that all their readers release, each message with its index in the talk."""
    if match.phase != "finished" or match.abandoned:
        return {}
    return {key: messages for key, messages in _conversations(match, None).items() if _all_agreed(match, key, messages)}


def released_notes(match: Match) -> dict[str, dict[int, str]]:
    if match.phase != "finished" or match.abandoned:
        return {}
    return {
        seat: noted
        for seat in match.seats
        if (noted := _own_notes(match, seat))
        and seat not in match.seats_given_up
        and _consent(match, seat, "notes", LOUNGE) is True
    }


def _own_notes(match: Match, seat: str) -> dict[int, str]:
    return {round_: text for round_, text in sorted(match.notes_by_round.get(seat, {}).items()) if text.strip()}


def _conversations(match: Match, seat: str | None) -> dict[Key, tuple[tuple[int, Message], ...]]:
    """Return the conversations until the end, or those of `seat`. A confessional belongs to its writer alone (HH-29): a
    later holder of the seat cannot publish it."""
    talks: dict[Key, list[tuple[int, Message]]] = {}
    for place, message in enumerate(match.messages[: match.messages_by_end]):
        if seat is None or seat in message.readers:
            talks.setdefault(message.key, []).append((place, message))
    for aside in match.asides:
        is_readable = aside.holder == match.holders.get(aside.seat, OPEN) and (seat is None or seat == aside.seat)
        if aside.room == CONFESSIONAL and is_readable:
            before = sum(message.at <= aside.at for message in match.messages)
            talks.setdefault(aside.message.key, []).append((before, aside.message))
    return {key: tuple(messages) for key, messages in talks.items()}


def _consent(match: Match, seat: str, kind: str, key: Key) -> bool | None:
    return next(
        (release.yes for release in match.releases if (release.seat, release.what, release.key) == (seat, kind, key)),
        None,
    )


def _others_stayed(match: Match, key: Key, messages: tuple[tuple[int, Message], ...]) -> bool:
    first = messages[0][0]
    return all(match.seats_given_up.get(seat, 0) <= first for seat in messages[0][1].readers)


def _all_agreed(match: Match, key: Key, messages: tuple[tuple[int, Message], ...]) -> bool:
    """True if every person in it said yes. Bots and open seats are not asked."""
    people = [s for s in messages[0][1].readers if is_person(match.holders.get(s, OPEN))]
    return _others_stayed(match, key, messages) and all(_consent(match, seat, "talk", key) is True for seat in people)
