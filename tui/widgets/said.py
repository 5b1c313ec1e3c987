"""What was said in a thread of talk, as rows: pure, for whoever shows it; and a proposal in words, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import tzinfo

from core.table.seat import Deal, Seat
from core.talk.channels import LINE, Message
from tui.widgets.threads import Thread, same_room
from tui.words import text

SHOWN = 200
"""How many messages of a thread are drawn at most."""
ROOM = 400
"""How many rows they may fill, about, beyond the latest message: a thread is drawn anew with every message, and
while a few hundred long ones are drawn nobody else's keys are answered."""
ROW = 40
"""Characters of a message that count as a row, at least."""

Worth = Callable[[str, str], text.Part]
"""What a proposal of this round would bring: `worth(give, get)`."""


def said_rows(
    seat: Seat, said: Sequence[Message], zone: tzinfo | None, *, trades: bool, worth: Worth | None
) -> list[text.Part]:
    """The messages of a thread, with the rounds they were said in; the earliest only counted where they are many.
    `trades`: can a proposal be taken here?"""
    rows: list[text.Part] = []
    round_, word = None, seat.game.spec.round_word
    drawn, waiting = latest(said), open_proposal(seat, said) if trades else None
    if earlier := len(said) - len(drawn):
        rows.append((f"-- {text.counted(earlier, 'earlier message')} --", "$faint"))
    for message in drawn:
        if message.round != round_:
            round_ = message.round
            rows.append((f"-- {text.round_title(word, round_)} --", "$faint"))
        rows.append(_row(seat, message, zone, waiting=message is waiting, worth=worth))
    return rows


def latest(said: Sequence[Message]) -> Sequence[Message]:
    """The messages that are drawn: the last ones, as many as there is room for."""
    room, first = ROOM, len(said)
    for message in reversed(said[-SHOWN:]):
        room -= message.text.count("\n") + 1 + len(message.text) // ROW
        if room < 0 and first < len(said):
            break
        first -= 1
    return said[first:]


def open_proposal(seat: Seat, said: Sequence[Message]) -> Message | None:
    """The proposal in a thread that waits for an answer: the latest of this round, if somebody else made it."""
    now = seat.frame().round
    found = next((m for m in reversed(said) if m.deal is not None and m.round == now), None)
    return None if found is None or found.by == seat.name else found


def _row(seat: Seat, message: Message, zone: tzinfo | None, *, waiting: bool, worth: Worth | None) -> text.Part:
    mine = message.by == seat.name
    who = "You" if mine else "A host" if message.channel == LINE else message.by
    head = text.line((f"{text.hour(message.at, zone)} ", "$faint"), (who, "$accent" if mine else "$strong"), ": ")
    if message.deal is None:
        return text.line(head, message.text)
    give, get = (message.deal.give, message.deal.want) if mine else (message.deal.want, message.deal.give)
    brings = worth(give, get) if worth is not None and message.round == seat.frame().round else ""
    said = restated(message)
    return text.line(
        head,
        ("\u2713 agreed, ", "$good") if said == AGREED else ("\u21c4 ", "$key"),
        (f"your {give} for their {get}", "$warn"),
        " " if brings else "",
        brings,
        ("  (a takes it)" if waiting else "", "$faint"),
        f"\n      {message.text}" if not said else "",
    )


def unsaid_rows(seat: Seat, thread: Thread, zone: tzinfo | None) -> list[text.Part]:
    """What is written in a thread and waits to be said, and what could not be said when its turn came (HH-34)."""
    rows: list[text.Part] = []
    for one in seat.unsaid():
        if same_room(thread.to, one.to):
            rows.append(text.line(("! not said: ", "$bad"), one.text, (f"  ({one.why})", "$faint")))
    for turn in seat.waiting():
        if same_room(thread.to, turn.waiting.to):
            at = f"~ waits, said at {text.hour(turn.due, zone)}: "
            rows.append(text.line((at, "$warn"), (turn.waiting.text, "$faint")))
    return rows


# --- proposals --------------------------------------------------------------------------------------------------------
PROPOSED, AGREED = "proposed", "agreed"
_RESTATED = re.compile(r"(agreed: )?my (\S+)(?: \w+)? for your (\S+)(?: \w+)?[?.!]?", re.IGNORECASE)


def proposal(deal: Deal) -> str:
    """A deal in words."""
    return f"My {deal.give} for your {deal.want}?"


def restated(message: Message) -> str:
    """PROPOSED or AGREED if the words of a proposal only say the deal once more (`My red cube for your green cube?`),
    so that it need not be written twice; empty if they say something of their own."""
    found, deal = _RESTATED.fullmatch(message.text.strip()), message.deal
    if found is None or deal is None:
        return ""
    give, want = (word.rstrip("?.!") for word in found.group(2, 3))
    return "" if (give, want) != (deal.give, deal.want) else AGREED if found[1] else PROPOSED
