"""Confessionals of a seat (HH-29), and the line between a seat and its hosts (HH-30).

No bot and no later holder of the seat reads them; no policy closes them.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.match import journal as j
from core.match.audience import may_read
from core.match.records import Change
from core.match.seating import OPEN
from core.match.state import Applied, Match, announce, change, check_player
from core.refusal import Refused
from core.talk.channels import CONFESSIONAL, LINE, Aside, Message, Mute, PublishedAnswer, Room, check_text, rooms_words


def rooms_apart(match: Match, seat: str) -> tuple[Room, ...]:
    """Return the private rooms open to `seat`: after the end only the line to its hosts."""
    return (LINE,) if match.phase == "finished" else (CONFESSIONAL, LINE)


def own(match: Match, seat: str) -> tuple[Message, ...]:
    """Return the private messages of the present player of `seat`, oldest first."""
    holder = match.holders.get(seat, OPEN)
    return tuple(aside.message for aside in match.asides if aside.seat == seat and aside.holder == holder)


def confessions(match: Match) -> tuple[Aside, ...]:
    return tuple(aside for aside in match.asides if aside.room == CONFESSIONAL)


def confession_lines(asides: tuple[Aside, ...], when: Callable[[int], str]) -> list[str]:
    lines = [f"{when(aside.round)}  {aside.seat}: {aside.text}" for aside in asides]
    return lines or ["Nobody has confided anything."]


def confession_json(aside: Aside) -> dict[str, object]:
    return {"seat": aside.seat, "round": aside.round, "text": aside.text, "at": aside.at}


def messages_to_hosts(match: Match) -> tuple[Aside, ...]:
    """Return messages to the hosts, oldest first, numbered from 1. Only hosts see the numbers: they count others'
    questions."""
    return tuple(aside for aside in match.asides if aside.room == LINE and not aside.from_host)


def answers_to(match: Match, number: int) -> tuple[Aside, ...]:
    return tuple(aside for aside in match.asides if aside.from_host and aside.answers == number)


def unanswered(match: Match) -> tuple[int, ...]:
    """Return the numbers of the questions that wait for an answer: those since a host last wrote to the seat."""
    waiting: dict[int, str] = {}
    number = 0
    for aside in match.asides:
        if aside.room != LINE:
            continue
        if aside.from_host:
            waiting = {n: seat for n, seat in waiting.items() if seat != aside.seat or (aside.answers or n) < n}
        else:
            number += 1
            if not aside.notice:
                waiting[number] = aside.seat
    return tuple(waiting)


def say_apart(match: Match, entry: j.Said, room: Room) -> Applied:
    """Record a private message. Refused: `no_text`, `too_long`, `bad_deal`, and `confessional_closed` after the end."""
    check_text(entry.text)
    if entry.deal is not None or entry.act is not None:
        raise Refused("bad_deal", "There is nobody to propose a deal to: only hosts read this.", "HH-29")
    if room not in rooms_apart(match, entry.author):
        message = "The match is over: what you confided you may publish or keep (release), not add to."
        raise Refused("confessional_closed", message, "HH-29")
    holder, notice = match.holders.get(entry.author, OPEN), entry.occasion == j.AWAY
    aside = Aside(entry.author, room, entry.text, holder, match.round, entry.at, notice=notice)
    after, audience = change(match, asides=(*match.asides, aside)), match.audience
    if match.header.gallery and room == CONFESSIONAL and may_read(audience, entry.author, aside.holder, "confessional"):
        confided = (*audience.confided, len(match.asides))
        after = change(after, audience=msgspec.structs.replace(audience, confided=confided))
    return after, (Change("apart", (entry.author,)),)


def answer(match: Match, entry: j.Answered) -> Applied:
    """Record a host's answer or message to a seat. Refused: `no_such_question`, `nobody_there`."""
    check_text(entry.text)
    seat, holder, question_text = entry.seat, None, ""
    if entry.question is not None:
        questions = messages_to_hosts(match)
        if not 1 <= entry.question <= len(questions):
            numbers = (
                f"The questions are numbered 1 to {len(questions)}." if questions else "Nobody has asked anything yet."
            )
            raise Refused("no_such_question", f"No question has the number {entry.question}. {numbers}", "HH-30")
        question = questions[entry.question - 1]
        seat, holder, question_text = question.seat, question.holder, question.text
    elif entry.published:
        raise Refused("no_such_question", "Say which question this answers: only answers are published.", "HH-30")
    check_player(match, seat)
    if holder is None:
        holder = match.holders.get(seat, OPEN)
        if holder == OPEN:
            raise Refused("nobody_there", f"Nobody plays {seat} yet: there is nobody to tell.", "HH-30")
    aside = Aside(seat, LINE, entry.text, holder, match.round, entry.at, True, entry.question)
    after = change(match, asides=(*match.asides, aside))
    to_seat = Change("apart", (seat,) if match.holders.get(seat) == holder else ())
    if not entry.published:
        return after, (to_seat,)
    number = len(match.published_answers) + 1
    words = entry.words.strip() or question_text
    check_text(words)
    published = PublishedAnswer(number, words, entry.text, match.round, entry.at)
    after = change(after, published_answers=(*match.published_answers, published))
    text = f"Question {number} is answered for everybody: {words} {entry.text}"
    return announce(after, "answered", text, entry.at), (to_seat, Change("news"))


def out_may_read(match: Match, entry: j.OutMayRead) -> Applied:
    """Let players who are out of the season read confessionals, or not. Refused: `no_season`, and `confided` once a
    player wrote for hosts alone."""
    if entry.yes == match.out_may_read:
        return match, ()
    if entry.yes and not match.header.season:
        raise Refused("no_season", "This match belongs to no season: nobody can be out of it.", "HH-29")
    if entry.yes and confessions(match):
        message = "Somebody has confided already, to hosts alone: confessionals stay as they are at this match."
        raise Refused("confided", message, "HH-29")
    readers = "those who are out of the season read it too" if entry.yes else "hosts alone read it"
    text = f"The confessional: {readers} while the match is played."
    return announce(change(match, out_may_read=entry.yes), "out_may_read", text, entry.at), (Change("news"),)


def mute(match: Match, entry: j.Muted) -> Applied:
    """Mute a seat or end that; only its line says so (HH-33). Refused: `moment_past`, `not_muted`."""
    check_player(match, entry.seat)
    if entry.until is not None and entry.until <= entry.at:
        raise Refused("moment_past", "That moment lies in the past; leave it out to mute for the whole match.", "HH-33")
    muted = {seat: mute_ for seat, mute_ in match.muted.items() if seat != entry.seat}
    if entry.rooms:
        muted[entry.seat] = Mute(entry.rooms, entry.until, entry.words)
        until = f" until {entry.words}" if entry.words else ""
        text = f"You are muted {rooms_words(entry.rooms)}{until}. This line stays open."
    elif entry.seat in match.muted:
        text = "You may speak everywhere again."
    else:
        raise Refused("not_muted", f"{entry.seat} is not muted.", "HH-33")
    holder = match.holders.get(entry.seat, OPEN)
    aside = Aside(entry.seat, LINE, text, holder, match.round, entry.at, True)
    return change(match, muted=muted, asides=(*match.asides, aside)), (Change("apart", (entry.seat,)),)
