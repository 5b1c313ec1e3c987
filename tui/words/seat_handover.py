"""Who plays a seat, in words, and what it means that somebody else does."""

from __future__ import annotations

from core.house.people import People
from core.match.seating import OPEN, bot_level, is_bot
from core.match.state import Match
from core.table.seat_handover import taken_name
from tui.words.wording import Row, counted, joined


def holder_words(holder: str, people: People | None) -> str:
    """Who plays a seat, for people. `people`: of the house; at one keyboard there are none."""
    if holder == OPEN:
        return "free"
    if is_bot(holder):
        return f"{bot_level(holder)} bot"
    if holder == "local":
        return "somebody at the house's keyboard" if people is not None else "a person at this keyboard"
    person = None if people is None else people.find(holder.removeprefix("person:"))
    return person.name if person else "somebody unknown"


def person_name(holder: str, people: People | None) -> str:
    """The name of the person who plays a seat; nothing for a bot, a keyboard, or where it is free."""
    found = None if people is None or not holder.startswith("person:") else people.find(holder.removeprefix("person:"))
    return "" if found is None else found.name


def handing_rows(match: Match, people: People | None, seat: str, holder: str) -> list[Row]:
    """What changes when `holder` plays `seat`: for whom, and what they read then."""
    held = match.holders.get(seat, OPEN)
    now, then = _who(held, people), _who(holder, people)
    rows: list[Row] = [
        ((seat, "$strong"), ": from ", (now, "$strong"), " to ", (then, "$strong"), "."),
    ]
    said = counted(sum(seat in message.readers for message in match.said), "message")
    all_of_it = f"what {seat} was told and has sealed, its drafts, its private notes, and {said} of its talk"
    if holder == OPEN:
        rows.append((f"Whoever sits down there next reads {all_of_it}.",))
    else:
        rows.append((f"{_capital(then)} reads from then on {all_of_it}.",))
    if held.startswith("person:") and held != holder:
        rows.append((f"{_capital(now)} reads nothing of it any more, and leaves the table at once.",))
    also = [other for other, one in match.holders.items() if one == holder and other != seat]
    if also and holder.startswith("person:"):
        rows.append(((f"{then} plays {joined(also)} already, and reads what all of these seats are told.", "$warn"),))
    called = taken_name(match.seats, seat, holder, person_name(holder, people))
    if called != seat:
        rows.append((f"The seat's name was left open: it is called {called} then.",))
    return rows


def ending_rows(match: Match, people: People | None) -> list[Row]:
    """What is ended, where a host ends a match without a result: which, where it stands, and whose."""
    word = match.game.spec.round_word
    where = f"{word} {match.round} of {match.game.spec.rounds}" if match.phase == "round" else f"the {match.phase}"
    held = [(seat, match.holders.get(seat, OPEN)) for seat in match.seats]
    who = joined([f"{seat} ({holder_words(holder, people)})" for seat, holder in held])
    name = match.header.match
    return [
        ((name, "$strong"), f", {match.title}, stands in {where}. Seated: {who}."),
        (f"It ends without a result. Until something is built on that it can be taken back: end {name} --undo.",),
    ]


def _who(holder: str, people: People | None) -> str:
    """Who plays a seat, in a sentence."""
    return "nobody yet" if holder == OPEN else f"{'a ' * is_bot(holder)}{holder_words(holder, people)}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
