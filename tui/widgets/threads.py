"""The threads of talk: the same people in the same kind of channel, with unread counts and readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from core.table.seat import Deal, Seat
from core.talk.acts import Offer
from core.talk.channels import APART, CONFESSIONAL, LINE, Message
from core.talk.deals import answer_in
from tui.app.memory import SeatMemory
from tui.words import text

Words = tuple[str, ...]

APART_WORDS = {CONFESSIONAL: "Confessional", LINE: "Your hosts"}
"""Names of the rooms without other seats."""

EVERYONE = "Lounge (everyone)"


class Thread(NamedTuple):
    """Messages of the same people in the same kind of channel."""

    id: str
    label: str
    to: str | Words
    open: bool = True
    why: str = "This line is closed; it stays readable."
    """Shown in place of the input where it is closed."""


def thread_id(message: Message) -> str:
    channel, readers = message.key
    return "\n".join((channel, *readers))


def threads(seat: Seat) -> list[Thread]:
    you = seat.you
    by_key: dict[str, Thread] = {}
    for room in seat.rooms():
        if room == "lounge":
            by_key["lounge"] = Thread("lounge", EVERYONE, "lounge")
    order, away = {name: number for number, name in enumerate(seat.frame().seats)}, seat.away()
    for other in seat.partners():
        readers = sorted((you, other), key=order.__getitem__)
        label = f"{other} (away)" if other in away else other
        by_key["\n".join(("seats", *readers))] = Thread("\n".join(("seats", *readers)), label, (other,))
    for message in seat.messages():
        key = thread_id(message)
        if key not in by_key:
            others = tuple(reader for reader in message.readers if reader != you)
            open_now = message.channel == "realm" or all(name in seat.partners() for name in others)
            to: str | Words = others if message.channel == "seats" else message.channel
            label = EVERYONE if message.channel == "lounge" else text.joined(others)
            by_key[key] = Thread(key, label, to, open_now and message.channel != "lounge")
    if "realm" in seat.rooms():
        realm = next((key for key in by_key if key.startswith("realm\n")), "realm")
        by_key = {realm: Thread(realm, "Your realm", "realm"), **{k: v for k, v in by_key.items() if k != realm}}
    names = {"lounge": EVERYONE, "seats": "A player alone"}
    closed = [Thread(room, names[room], room, False, why) for room, why in seat.closed_rooms().items()]
    return [*by_key.values(), *(room for room in closed if room.id not in by_key), *_private_threads(seat)]


def _private_threads(seat: Seat) -> list[Thread]:
    """Rooms without other seats (HH-29, HH-30), last; a closed one, and in practice all, only with messages."""
    now = () if seat.frame().practice else seat.rooms_apart()
    used = {message.channel for message in seat.apart()}
    return [
        Thread("\n".join((room, seat.you)), APART_WORDS[room], room, room in now)
        for room in APART
        if room in now or room in used
    ]


def is_apart(thread: Thread) -> bool:
    return thread.to in APART


def in_order(every: Sequence[Thread], waiting: Mapping[str, int], held: Sequence[str]) -> list[Thread]:
    """Return the threads `held` in their order, then rooms, unread threads, others, closed ones."""
    by_id = {thread.id: thread for thread in every}
    first = [by_id.pop(key) for key in held if key in by_id]
    rooms = [thread for thread in by_id.values() if thread.open and isinstance(thread.to, str) and not is_apart(thread)]
    others = sorted(
        (thread for thread in by_id.values() if thread not in rooms),
        key=lambda thread: (
            is_apart(thread) and not waiting.get(thread.id),
            not thread.open,
            not waiting.get(thread.id),
        ),
    )
    return [*first, *rooms, *others]


def note(thread: Thread, seat: Seat) -> str:
    """Return the readers of a thread if its name does not tell; shown at the input."""
    if thread.to == CONFESSIONAL:
        who = "Hosts, and who is out of the season," if seat.out_may_read else "Hosts alone"
        return f"{who} read this during play; after it you publish or keep it."
    return "Your hosts alone read this, and answer here." if thread.to == LINE else ""


def all_messages(seat: Seat) -> tuple[Message, ...]:
    return (*seat.messages(), *seat.apart())


def unread(seat: Seat, memory: SeatMemory) -> dict[str, int]:
    read = memory.get("read", {})
    counts: dict[str, int] = {}
    for message in all_messages(seat):
        if message.sender != seat.name:
            key = thread_id(message)
            counts[key] = counts.get(key, 0) + 1
    return {key: count - read.get(key, 0) for key, count in counts.items() if count > read.get(key, 0)}


def newest_unread(seat: Seat, memory: SeatMemory) -> Message | None:
    """Return the latest message to this seat in a thread with unread ones; None if all is read."""
    waiting = unread(seat, memory)
    new = [m for m in all_messages(seat) if m.sender != seat.name and thread_id(m) in waiting]
    return max(reversed(new), key=lambda message: message.at, default=None)


def read_to(seat: Seat, memory: SeatMemory, message: Message) -> None:
    """Mark the messages of a thread up to this one as read, because it was answered elsewhere."""
    key, count = thread_id(message), 0
    for spoken_message in all_messages(seat):
        count += thread_id(spoken_message) == key and spoken_message.sender != seat.name
        if spoken_message == message:
            break
    read = memory.get("read", {})
    if read.get(key, 0) < count:
        memory.put("read", {**read, key: count}, soon=True)


def same_room(first: str | Words, other: str | Words) -> bool:
    return first == other if isinstance(first, str) or isinstance(other, str) else set(first) == set(other)


SHOWN = 200
"""Most messages of a thread that are drawn."""
ROOM = 400
"""Most rows besides the latest message: a thread is drawn again with every message."""
ROW = 40
"""Characters of a message that count as a row."""

Worth = Callable[[str, str], text.Part]
"""Value of a proposal of this round: `worth(give, get)`."""


class TermsStart(NamedTuple):
    term: str = ""
    whats: tuple[tuple[str, str], ...] = ()
    """Contents of the slots by side (`you`, `to`, `both`), in the order in which they were filled."""
    have: Sequence[str] = ()
    """Things that the seat can give; empty if that does not matter."""
    worth: Worth | None = None
    spans: tuple[tuple[str, int, int | None], ...] = ()
    """First and last round by side; a last of None: until notice."""
    after: bool = False
    """True if the own promise waits until the other is kept."""


def said_rows(
    seat: Seat, messages: Sequence[Message], zone: tzinfo | None, *, trades: bool, worth: Worth | None
) -> Iterator[text.Part]:
    """Yield the messages of a thread with their rounds; many early ones are only counted. `trades`: True if a
    proposal can be taken."""
    round_ = None
    drawn, waiting = latest(messages), open_proposal(seat, messages) if trades else None
    if earlier := len(messages) - len(drawn):
        yield (f"-- {text.counted(earlier, 'earlier message')} --", "$faint")
    for message in drawn:
        if message.round != round_:
            round_ = message.round
            yield (f"-- {text.round_title(seat.spec, round_)} --", "$faint")
        shown = speech(seat, message, messages=messages, waiting=message is waiting, worth=worth)
        yield text.line(
            (f"{text.hour(message.at, zone)} ", "$faint"),
            (shown.who, "$accent" if shown.mine else "$strong"),
            ": ",
            shown.words,
            (f"  {shown.keys}" if shown.keys else "", "$faint"),
            f"\n      {shown.aside}" if shown.aside else "",
        )


def latest(messages: Sequence[Message]) -> Sequence[Message]:
    room, first = ROOM, len(messages)
    for message in reversed(messages[-SHOWN:]):
        room -= message.text.count("\n") + 1 + len(message.text) // ROW
        if room < 0 and first < len(messages):
            break
        first -= 1
    return messages[first:]


def open_proposal(seat: Seat, messages: Sequence[Message]) -> Message | None:
    """Return the proposal in a thread that waits for this seat's answer: the latest of this round, if another seat
    made it, and neither has said no since."""
    now = seat.frame().round
    place = next((n for n in reversed(range(len(messages))) if messages[n].deal and messages[n].round == now), None)
    if place is None or messages[place].sender == seat.name:
        return None
    two = (seat.name, messages[place].sender)
    is_off = any(m.sender in two and answer_in(m, messages) == "no" for m in messages[place + 1 :])
    return None if is_off else messages[place]


class Speech(NamedTuple):
    """A message as its reader sees it."""

    who: str
    mine: bool
    words: text.Part
    aside: str
    """Own words of a message beside its terms, or empty."""
    keys: str
    """Keys that answer, if it waits for this seat's answer, else empty."""
    waits: str
    """Identifies an offer or proposal that waits for this seat's answer; empty for other messages."""


def speech(seat: Seat, message: Message, *, messages: Sequence[Message], waiting: bool, worth: Worth | None) -> Speech:
    mine = message.sender == seat.name
    who = "You" if mine else "A host" if message.channel == LINE else message.sender
    if isinstance(message.act, Offer) and seat.name is not None:
        entry = next((entry for entry in seat.offers(messages) if messages[entry.at] is message), None)
        waits = entry is not None and entry.waits_for(seat.name)
        parts: list[text.Part] = [("\u21c4 ", "$key"), (seat.act_words(message.act, you=True), "$warn")]
        if entry is not None and not waits:
            parts.append((f"  {entry.state}", "$good" if entry.state == "agreed" else "$faint"))
        aside = "" if message.text.strip() == seat.act_words(message.act).strip() else message.text
        keys = "(a agrees, d declines)" if waits else ""
        return Speech(who, mine, text.line(*parts), aside, keys, entry.name if entry is not None and waits else "")
    if message.deal is None:
        return Speech(who, mine, message.text, "", "", "")
    give, get = (message.deal.give, message.deal.want) if mine else (message.deal.want, message.deal.give)
    brings = worth(give, get) if worth is not None and message.round == seat.frame().round else ""
    repeats = restated(message)
    words = text.line(
        ("\u2713 agreed, ", "$good") if repeats == AGREED else ("\u21c4 ", "$key"),
        (f"your {give} for their {get}", "$warn"),
        " " if brings else "",
        brings,
    )
    keys = "" if not waiting else "(a drafts it)" if repeats == AGREED else "(a takes it)"
    waits_for = str(message.at) if waiting else ""
    return Speech(who, mine, words, "" if repeats else message.text, keys, waits_for)


ANSWERS = [["accept", "Agree"], ["counter", "Other terms"], ["decline", "Decline"]]
"""Answers to terms or a proposal, with their words."""
DRAFTS = [["accept", "Draft it"]]
"""Answer to a proposal that is agreed."""
WITHDRAWS = [["withdraw", "Withdraw"]]
"""Answer to own terms, or an own proposal, that are still open."""
BUBBLES = 60
"""Most messages of a thread that a page shows."""


def bubbles(
    seat: Seat, messages: Sequence[Message], zone: tzinfo | None, *, trades: bool, worth: Worth | None
) -> list[dict[str, Any]]:
    """The latest messages of a thread for a page: the first of a round with its title, the own ones without a name."""
    waiting = open_proposal(seat, messages) if trades else None
    open_terms = {id(messages[e.at]): e.name for e in seat.offers(messages) if e.state == "offered"}
    drawn, rows = messages[-BUBBLES:], []
    before: Message | None = None
    for message in drawn:
        shown = speech(seat, message, messages=messages, waiting=message is waiting, worth=worth)
        new = before is None or before.round != message.round
        own = open_terms.get(id(message), "") if shown.mine else ""
        answers = DRAFTS if shown.waits and restated(message) == AGREED else ANSWERS if shown.waits else []
        rows.append(
            {
                "title": text.round_title(seat.spec, message.round) if new else "",
                "who": "" if shown.mine else shown.who,
                "hour": text.hour(message.at, zone),
                "words": text.line(shown.words).plain,
                "aside": shown.aside,
                "waits": shown.waits or own,
                "answers": WITHDRAWS if own else answers,
            }
        )
        before = message
    return rows


def unsaid_rows(seat: Seat, thread: Thread, zone: tzinfo | None) -> Iterator[text.Part]:
    """Yield the messages of a thread that wait to be sent, and those that could not be sent in their turn (HH-34)."""
    for unsent in seat.unsaid():
        if same_room(thread.to, unsent.to):
            yield text.line(("! not said: ", "$bad"), unsent.text, (f"  ({unsent.failure})", "$faint"))
    for turn in seat.waiting():
        if same_room(thread.to, turn.waiting.to):
            at = f"~ waits, said at {text.hour(turn.due, zone)}: "
            yield text.line((at, "$warn"), (turn.waiting.text, "$faint"))


# --- proposals --------------------------------------------------------------------------------------------------------
PROPOSED, AGREED = "proposed", "agreed"
_RESTATED = re.compile(r"(agreed: )?my (\S+)(?: \w+)? for your (\S+)(?: \w+)?[?.!]?", re.IGNORECASE)


def proposal(deal: Deal) -> str:
    return f"My {deal.give} for your {deal.want}?"


def restated(message: Message) -> str:
    """Return PROPOSED or AGREED if a proposal's words only repeat the deal, else empty."""
    match, deal = _RESTATED.fullmatch(message.text.strip()), message.deal
    if match is None or deal is None:
        return ""
    give, want = (word.rstrip("?.!") for word in match.group(2, 3))
    return "" if (give, want) != (deal.give, deal.want) else AGREED if match[1] else PROPOSED
