"""What of talk and notes may be published (HH-27): everybody is asked after the end, and no answer means no."""

from __future__ import annotations

import msgspec

from core.match import journal as j
from core.match.seating import OPEN, is_person
from core.match.state import Match, Release, change, check_player
from core.refusal import Refused
from core.talk.channels import CONFESSIONAL, Message

Key = tuple[str, tuple[str, ...]]
"""Of a conversation, as `Message.key`."""

LOUNGE: Key = ("lounge", ())


class Question(msgspec.Struct, frozen=True):
    """A conversation of a finished match, or the notes of a seat, and what their seat has answered."""

    key: Key | None
    """None for the seat's notes."""
    messages: int
    """How many were said until the end; of notes the rounds in which they were written."""
    answer: bool | None
    """None while there is none."""
    open: bool
    """False where nobody's word would do: somebody who read it has left their seat."""


def release(match: Match, entry: j.Released) -> Match:
    """The match with an answer. Refused: `not_yet` before the end, `no_such_talk` for what the seat was not in."""
    check_player(match, entry.by)
    if match.phase != "finished":
        raise Refused("not_yet", "What may be published is asked after the end.", "HH-27")
    key = LOUNGE if entry.what == "notes" else (entry.channel, entry.readers)
    if entry.what == "talk" and key not in _talks(match, entry.by):
        raise Refused("no_such_talk", "You were in no such conversation at this match.", "HH-27")
    answer = Release(entry.by, entry.what, key, entry.yes)
    others = tuple(o for o in match.releases if (o.seat, o.what, o.key) != (answer.seat, answer.what, answer.key))
    return change(match, releases=(*others, answer))


def questions(match: Match, seat: str) -> tuple[Question, ...]:
    """What `seat` can answer at a match that has ended, conversations first, in the order in which they began."""
    if match.phase != "finished" or match.abandoned:
        return ()
    found = [
        Question(key, len(said), _answer(match, seat, "talk", key), _stayed(match, key, said))
        for key, said in _talks(match, seat).items()
    ]
    if noted := _own_notes(match, seat):
        found.append(
            Question(None, len(noted), _answer(match, seat, "notes", LOUNGE), seat not in match.seats_given_up)
        )
    return tuple(found)


def unanswered(match: Match, seat: str) -> int:
    """How many of its questions wait for an answer."""
    return sum(one.answer is None and one.open for one in questions(match, seat))


def released_talk(match: Match) -> dict[Key, tuple[tuple[int, Message], ...]]:
    """The conversations that everybody in them lets be published, each message with its place among all that was said;
    only what was said until the end."""
    if match.phase != "finished" or match.abandoned:
        return {}
    return {key: said for key, said in _talks(match, None).items() if _agreed(match, key, said)}


def released_notes(match: Match) -> dict[str, dict[int, str]]:
    """By seat and round, the notes whose writers let them be published."""
    if match.phase != "finished" or match.abandoned:
        return {}
    return {
        seat: noted
        for seat in match.seats
        if (noted := _own_notes(match, seat))
        and seat not in match.seats_given_up
        and _answer(match, seat, "notes", LOUNGE) is True
    }


def _own_notes(match: Match, seat: str) -> dict[int, str]:
    return {round_: text for round_, text in sorted(match.notes_by_round.get(seat, {}).items()) if text.strip()}


def _talks(match: Match, seat: str | None) -> dict[Key, tuple[tuple[int, Message], ...]]:
    """Every conversation until the end; of one seat those that it was in. A confessional is one of its writer alone
    (HH-29): what was said there while somebody else held the seat is not theirs to publish."""
    found: dict[Key, list[tuple[int, Message]]] = {}
    for place, message in enumerate(match.said[: match.said_by_end]):
        if seat is None or seat in message.readers:
            found.setdefault(message.key, []).append((place, message))
    for aside in match.apart:
        mine = aside.holder == match.holders.get(aside.seat, OPEN) and (seat is None or seat == aside.seat)
        if aside.room == CONFESSIONAL and mine:
            before = sum(message.at <= aside.at for message in match.said)
            found.setdefault(aside.message.key, []).append((before, aside.message))
    return {key: tuple(said) for key, said in found.items()}


def _answer(match: Match, seat: str, what: str, key: Key) -> bool | None:
    return next((one.yes for one in match.releases if (one.seat, one.what, one.key) == (seat, what, key)), None)


def _stayed(match: Match, key: Key, said: tuple[tuple[int, Message], ...]) -> bool:
    """Is everybody who read it still there to be asked?"""
    first = said[0][0]
    return all(match.seats_given_up.get(seat, 0) <= first for seat in said[0][1].readers)


def _agreed(match: Match, key: Key, said: tuple[tuple[int, Message], ...]) -> bool:
    """Has everybody in it said yes? A bot has nothing to keep to itself, and a seat that nobody holds nobody to ask."""
    people = [s for s in said[0][1].readers if is_person(match.holders.get(s, OPEN))]
    return _stayed(match, key, said) and all(_answer(match, seat, "talk", key) is True for seat in people)
