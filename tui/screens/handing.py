"""Handing a seat over: who plays it now, who then, and what the new holder can read. Asked before it is done."""

from __future__ import annotations

from core.handing import taken_name
from core.host_desk import HostDesk
from core.match import Match
from core.people import People
from core.refusal import Refused
from core.seating import OPEN, check_only_seat, is_bot
from tui import text
from tui.garnet import Garnet
from tui.screens.dialogs import Confirm
from tui.screens.hosted_match import holder_words
from tui.widgets.choices import Row


def seat_by_seat(rows: list[Row], match: Match, seat: str) -> list[Row]:
    """Those who can play a seat; who sits at this match already is closed, with the reason (HH-09)."""
    return [row if row.heading else row._replace(closed=_sits(match, seat, row.id), ruling="HH-09") for row in rows]


def _sits(match: Match, seat: str, holder: str) -> str | None:
    if match.header.several:
        return None
    try:
        check_only_seat(match.holders, seat, holder)
    except Refused as refusal:
        return refusal.message
    return None


def ask_to_hand_over(app: Garnet, desk: HostDesk, people: People | None, seat: str, holder: str) -> None:
    """Say what it means that `holder` plays `seat` from now on; Enter does it."""

    def hand() -> None:
        called = desk.hand_over(seat, holder, person_name(holder, people))
        app.tell(f"{called} is now played by {holder_words(holder, people)}.", "good")

    def sure(yes: bool | None) -> None:
        if yes:
            app.attempt(hand)

    rows = handing_rows(desk.table.match, people, seat, holder)
    app.push_screen(Confirm(f"Hand {seat} over?", rows, "Enter hands it over; q goes back."), sure)


def person_name(holder: str, people: People | None) -> str:
    """The name of the person who plays a seat; nothing for a bot, a keyboard, or where it is free."""
    found = None if people is None or not holder.startswith("person:") else people.find(holder.removeprefix("person:"))
    return "" if found is None else found.name


def handing_rows(match: Match, people: People | None, seat: str, holder: str) -> list[text.Part]:
    """What changes when `holder` plays `seat`: for whom, and what they read then."""
    held = match.holders.get(seat, OPEN)
    now, then = _who(held, people), _who(holder, people)
    rows: list[text.Part] = [
        text.line((seat, "$strong"), ": from ", (now, "$strong"), " to ", (then, "$strong"), "."),
    ]
    said = text.counted(sum(seat in message.readers for message in match.said), "message")
    all_of_it = f"what {seat} was told and has sealed, its drafts, its private notes, and {said} of its talk"
    if holder == OPEN:
        rows.append(f"Whoever sits down there next reads {all_of_it}.")
    else:
        rows.append(f"{_capital(then)} reads from then on {all_of_it}.")
    if held.startswith("person:") and held != holder:
        rows.append(f"{_capital(now)} reads nothing of it any more, and leaves the table at once.")
    also = [other for other, one in match.holders.items() if one == holder and other != seat]
    if also and holder.startswith("person:"):
        rows.append((f"{then} plays {text.joined(also)} already, and reads what all of these seats are told.", "$warn"))
    called = taken_name(match.seats, seat, holder, person_name(holder, people))
    if called != seat:
        rows.append(f"The seat's name was left open: it is called {called} then.")
    told = "how the seat is called then" if called != seat else "that the seat changes hands, and not to whom"
    return [*rows, (f"Everybody is told {told}.", "$faint")]


def _who(holder: str, people: People | None) -> str:
    """Who plays a seat, in a sentence."""
    return "nobody yet" if holder == OPEN else f"{'a ' * is_bot(holder)}{holder_words(holder, people)}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
