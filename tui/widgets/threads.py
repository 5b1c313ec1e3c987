"""The threads of talk: the same people in the same kind of channel, how much of each is unread, and who reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import NamedTuple

from core.table.seat import Deal, Seat
from core.talk.acts import Offer
from core.talk.channels import APART, CONFESSIONAL, LINE, Message
from tui.app.memory import SeatMemory
from tui.words import text

Words = tuple[str, ...]

APART_WORDS = {CONFESSIONAL: "Confessional", LINE: "Your hosts"}
"""What the rooms are called that no other seat is in."""


class Thread(NamedTuple):
    """The same people in the same kind of channel."""

    id: str
    label: str
    to: str | Words
    open: bool = True


def thread_id(message: Message) -> str:
    """The thread that a message belongs to."""
    channel, readers = message.key
    return "\n".join((channel, *readers))


def threads(seat: Seat) -> list[Thread]:
    """Rooms first, then every partner, then groups that exist; last, threads that are closed but readable."""
    you = seat.you
    found: dict[str, Thread] = {}
    for room in seat.rooms():
        if room == "lounge":
            found["lounge"] = Thread("lounge", "Lounge (everyone)", "lounge")
    order = {name: number for number, name in enumerate(seat.frame().seats)}
    for other in seat.partners():
        readers = sorted((you, other), key=order.__getitem__)
        found["\n".join(("seats", *readers))] = Thread("\n".join(("seats", *readers)), other, (other,))
    for message in seat.messages():
        key = thread_id(message)
        if key not in found:
            others = tuple(reader for reader in message.readers if reader != you)
            open_now = message.channel == "realm" or all(name in seat.partners() for name in others)
            to: str | Words = others if message.channel == "seats" else message.channel
            label = "Lounge (everyone)" if message.channel == "lounge" else text.joined(others)
            found[key] = Thread(key, label, to, open_now and message.channel != "lounge")
    if "realm" in seat.rooms():
        realm = next((key for key in found if key.startswith("realm\n")), "realm")
        found = {realm: Thread(realm, "Your realm", "realm"), **{k: v for k, v in found.items() if k != realm}}
    return [*found.values(), *_apart(seat)]


def _apart(seat: Seat) -> list[Thread]:
    """The rooms that no other seat is in (HH-29, HH-30), last; one that is closed only if something was said there."""
    now = seat.rooms_apart()
    used = {message.channel for message in seat.apart()}
    return [
        Thread("\n".join((room, seat.you)), APART_WORDS[room], room, room in now)
        for room in APART
        if room in now or room in used
    ]


def is_apart(thread: Thread) -> bool:
    """Is it a room that no other seat is in?"""
    return thread.to in APART


def note(thread: Thread, seat: Seat) -> str:
    """Who reads what is written in a thread, where that is not plain from its name; said at the field itself."""
    if thread.to == CONFESSIONAL:
        who = "Hosts, and who is out of the season," if seat.out_may_read else "Hosts alone"
        return f"{who} read this during play; after it you publish or keep it."
    return "Your hosts alone read this, and answer here." if thread.to == LINE else ""


def spoken(seat: Seat) -> tuple[Message, ...]:
    """Everything that this seat can read: talk, and what was said apart from it."""
    return (*seat.messages(), *seat.apart())


def unread(seat: Seat, memory: SeatMemory) -> dict[str, int]:
    """By thread, how many messages of others have not been read."""
    read = memory.get("read", {})
    found: dict[str, int] = {}
    for message in spoken(seat):
        if message.by != seat.name:
            key = thread_id(message)
            found[key] = found.get(key, 0) + 1
    return {key: count - read.get(key, 0) for key, count in found.items() if count > read.get(key, 0)}


def read_to(seat: Seat, memory: SeatMemory, message: Message) -> None:
    """A message was answered elsewhere: it and what came before it in its thread are read."""
    key, count = thread_id(message), 0
    for said in spoken(seat):
        count += thread_id(said) == key and said.by != seat.name
        if said == message:
            break
    read = memory.get("read", {})
    if read.get(key, 0) < count:
        memory.put("read", {**read, key: count}, soon=True)


def same_room(one: str | Words, other: str | Words) -> bool:
    """Do both say the same about whom something is meant for?"""
    return one == other if isinstance(one, str) or isinstance(other, str) else set(one) == set(other)


SHOWN = 200
"""How many messages of a thread are drawn at most."""
ROOM = 400
"""How many rows they may fill, about, beyond the latest message: a thread is drawn anew with every message, and
while a few hundred long ones are drawn nobody else's keys are answered."""
ROW = 40
"""Characters of a message that count as a row, at least."""

Worth = Callable[[str, str], text.Part]
"""What a proposal of this round would bring: `worth(give, get)`."""


class Start(NamedTuple):
    """What the composer of terms begins with."""

    term: str = ""
    whats: tuple[tuple[str, str], ...] = ()
    """By side (`you`, `to`, `both`) what its slot holds, in the order in which it was filled."""
    have: Sequence[str] = ()
    """What one has to give; empty where that does not matter."""
    worth: Worth | None = None


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
        rows.append(_row(seat, message, zone, said=said, waiting=message is waiting, worth=worth))
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


def _terms_stand(seat: Seat, message: Message, said: Sequence[Message]) -> text.Part:
    """Where the terms in a message stand, and the keys that answer them."""
    found = next((one for one in seat.offers(said) if said[one.at] is message), None)
    if found is None:
        return ""
    if found.waits_for(seat.name):
        return ("  (a agrees, d declines)", "$faint")
    return (f"  {found.state}", "$good" if found.state == "agreed" else "$faint")


def _row(
    seat: Seat, message: Message, zone: tzinfo | None, *, said: Sequence[Message], waiting: bool, worth: Worth | None
) -> text.Part:
    mine = message.by == seat.name
    who = "You" if mine else "A host" if message.channel == LINE else message.by
    head = text.line((f"{text.hour(message.at, zone)} ", "$faint"), (who, "$accent" if mine else "$strong"), ": ")
    if isinstance(message.act, Offer) and seat.name is not None:
        words = seat.act_words(message.act, you=True)
        own = message.text.strip() == seat.act_words(message.act).strip()
        stands = _terms_stand(seat, message, said)
        return text.line(head, ("\u21c4 ", "$key"), (words, "$warn"), stands, "" if own else f"\n      {message.text}")
    if message.deal is None:
        return text.line(head, message.text)
    give, get = (message.deal.give, message.deal.want) if mine else (message.deal.want, message.deal.give)
    brings = worth(give, get) if worth is not None and message.round == seat.frame().round else ""
    repeats = restated(message)
    return text.line(
        head,
        ("\u2713 agreed, ", "$good") if repeats == AGREED else ("\u21c4 ", "$key"),
        (f"your {give} for their {get}", "$warn"),
        " " if brings else "",
        brings,
        ("  (a takes it)" if waiting else "", "$faint"),
        f"\n      {message.text}" if not repeats else "",
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
