"""What the gallery of a match sees, in rows, lines and JSON; and what a seat is asked about it (HH-61, HH-62)."""

from __future__ import annotations

from collections.abc import Sequence

from core.json import Json
from core.match.audience import Remark
from core.match.seating import OPEN, is_bot
from core.narration.text import headline
from core.story.parts import Turn
from core.table.galleries import GalleryPlace
from core.table.seat import Seat
from core.words.wording import Row


def seat_rows(place: GalleryPlace) -> list[Row]:
    """Every seat: who has it, what it has sealed, in words; in the end how it came out."""
    match, rows = place.match, list[Row]()
    if match.phase == "finished":
        told = place.watching().story()
        return [*((line,) for line in (headline(told), *told.lead) if line)]
    for seat, sealed in place.orders().items():
        holder = match.holders.get(seat, OPEN)
        who = holder.replace(":", ", ") if is_bot(holder) else "free" if holder == OPEN else "person"
        state = "ready" if seat in match.ready else "sealed" if sealed is not None else "nothing sealed"
        rows.append(((seat, "$strong"), (f"  {who}, {state}", "$faint")))
        rows += [(f"  {line}",) for line in sealed or ()]
    return rows


def talk_rows(place: GalleryPlace) -> list[Row]:
    """The talk and confessionals that may be read here, the latest first, with how many seats let theirs be."""
    match = place.match
    found: list[tuple[float, Row]] = []
    for message in place.said():
        others = ", ".join(name for name in message.readers if name != message.by)
        to = others if message.channel == "seats" else message.channel
        swap = "" if message.deal is None else f"{message.deal.give} for {message.deal.want}"
        deal = f" ({swap})" if swap and not all(kind in message.text for kind in swap.split(" for ")) else ""
        found.append((message.at, ((message.by, "$strong"), (f" to {to}: ", "$faint"), f"{message.text}{deal}")))
    for aside in place.confided():
        found.append((aside.at, ((aside.seat, "$strong"), (" confides: ", "$warn"), aside.text)))
    rows = [row for _, row in sorted(found, key=lambda one: -one[0])]
    none: Row = ((f"Nothing that may be read here; {len(match.seats)} seats are asked.", "$faint"),)
    return rows or [none]


def lounge_rows(place: GalleryPlace, read: int | None = None) -> list[Row]:
    """Who is here, with whose eyes, and what they say among themselves, the latest first. `read`: how much of it was
    read before; what came since is marked."""
    rows: list[Row] = [
        ((name, "$strong"), (f"  {'with ' + eyes + chr(39) + 's eyes' if eyes else 'everything'}", "$faint"))
        for name, eyes in place.others()
    ]
    said = remark_rows(place.remarks(), place.holder, read)
    return [*rows, *([("",)] if rows and said else []), *said]


def remark_rows(said: Sequence[Remark], reader: str, read: int | None = None) -> list[Row]:
    """What those who watch say, the latest first; marked what came since `reader` (`person:<id>`) had read so many."""
    return [
        (("new " if read is not None and n >= read and one.by != reader else "", "$warn"),
         (f"{one.called}: ", "$strong"), one.text) for n, one in reversed(list(enumerate(said)))
    ]  # fmt: skip


def broken_rows(found: Sequence[Turn]) -> list[Row]:
    """Who broke a word to whom, or stole: what a gallery is there for."""
    return [((turn.text, "$warn"),) for turn in found]


def head_words(place: GalleryPlace) -> str:
    """Where the match stands as it is seen here: `round 3 of 7, 2 rounds late`."""
    match = place.match
    spec = match.game.spec
    where = f"{spec.when(match.round)} of {spec.rounds // spec.parts}" if match.phase == "round" else match.phase
    return f"{where}, {place.late}"


def gallery_lines(place: GalleryPlace) -> list[str]:
    """All of it, for a command."""
    parts = [("Seats", seat_rows(place)), ("Said", talk_rows(place)), ("In the gallery", lounge_rows(place))]
    parts += [("Who did what to whom", rows)] if (rows := broken_rows(place.broken())) else []
    lines = [f"{place.match.title}: {head_words(place)}. It is on record that you looked."]
    for title, rows in parts:
        lines += ["", title]
        lines += [f"  {''.join(part if isinstance(part, str) else part[0] for part in row)}".rstrip() for row in rows]
    return lines


def gallery_json(place: GalleryPlace) -> Json:
    """The same for programs."""
    match = place.match
    return {
        "match": match.header.match,
        "late": place.late,
        "phase": match.phase,
        "round": match.round,
        "orders": {seat: None if lines is None else list(lines) for seat, lines in place.orders().items()},
        "broken": [{"round": one.round, "seats": list(one.seats), "text": one.text} for one in place.broken()],
        "messages": [
            {"by": m.by, "channel": m.channel, "readers": list(m.readers), "round": m.round, "text": m.text}
            for m in place.said()
        ],
        "confessionals": [{"seat": a.seat, "round": a.round, "text": a.text} for a in place.confided()],
        "here": [{"called": name, "eyes": eyes or None} for name, eyes in place.others()],
        "remarks": [{"called": one.called, "text": one.text} for one in place.remarks()],
    }


def lets_lines(seat: Seat) -> list[str]:
    """What a seat lets the gallery of its match read."""
    frame, lets = seat.frame(), seat.lets()
    if frame.gallery is None:
        return ["This match has no gallery: nobody else reads what you say."]
    many = f"{frame.gallery} {'person is' if frame.gallery == 1 else 'people are'} in the gallery."
    if lets is None:
        return [many, "You have not said what it may read: nothing of yours is read there."]
    talk = "may be read there where all who hear it let it be" if lets.talk else "is not read there"
    confided = "is read there" if lets.confessional else "is not read there"
    return [many, f"What you say from now on {talk}; what you confide {confided}."]
