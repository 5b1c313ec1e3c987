"""The threads of talk: the same people in the same kind of channel, how much of each is unread, and who reads it."""

from __future__ import annotations

from typing import NamedTuple

from core.table.seat import Seat
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
