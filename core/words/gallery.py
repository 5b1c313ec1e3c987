"""A match's gallery in rows, lines and JSON, and the questions to a seat about it (HH-61, HH-62)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from core.decoding import plain
from core.json import Json
from core.match.audience import Remark
from core.match.seating import OPEN, is_bot
from core.narration import promises
from core.narration.text import headline
from core.story.parts import Cell, Story, unit_of
from core.story.turning import number
from core.table.galleries import GalleryPlace
from core.table.seat import Seat
from core.talk.channels import Message
from core.words.show import forecast_rows, strip_row
from core.words.wording import Row, unstyled


def seat_rows(place: GalleryPlace) -> list[Row]:
    """Return every seat with holder and orders; after the end the result."""
    match, rows = place.match, list[Row]()
    if match.phase == "finished":
        story = place.watching().story()
        return [*((line,) for line in (headline(story), *story.lead) if line)]
    promised = place.promised()
    for seat, sealed in place.orders().items():
        holder = match.holders.get(seat, OPEN)
        player = holder.replace(":", ", ") if is_bot(holder) else "free" if holder == OPEN else "person"
        state = "ready" if seat in match.ready else "sealed" if sealed is not None else "nothing sealed"
        rows.append(((seat, "$strong"), (f"  {player}, {state}", "$faint")))
        rows += [
            (("  \u25c6 breaks their word to ", "$bad"), (f"{promise.to}: {promise.words}", "$bad")) if promise.broken
            else (("  promised ", "$faint"), f"{promise.to}: {promise.words}",
                  ("  \u2713" * (sealed is not None), "$good"))
            for promise in promised if promise.by == seat
        ]  # fmt: skip
        rows += [((f"  {'sealed ' if promised else ''}", "$faint"), line) for line in sealed or ()]
    return rows


def standing_rows(story: Story) -> list[Row]:
    """Return a row for each seat as of the last close, the best of the deciding figure first; empty before it."""
    decides = [column for column in story.standing.columns if column.decides]
    rows = [row for row in story.standing.rows if row.cells.get(decides[0].id) is not None] if decides else []
    if not rows:
        return []
    if not any(row.place for row in rows) and all(isinstance(row.cells[decides[0].id], int | float) for row in rows):
        rows = sorted(rows, key=lambda row: -float(row.cells[decides[0].id] or 0))
    width = max(len(row.seat) for row in rows)
    return [
        ((f"{row.seat:<{width}}", "$strong"), "  ", ", ".join(_figure_words(cell, column.short)
         for column in decides if (cell := row.cells.get(column.id)) is not None),
         (f"  {row.role}" if row.role else "", "$warn"))
        for row in rows
    ]  # fmt: skip


def _figure_words(cell: Cell, unit: str) -> str:
    return f"{number(cell)} {unit_of(cell, unit)}" if isinstance(cell, int | float) else f"{cell} {unit}"


def talk_rows(place: GalleryPlace) -> list[Row]:
    """Return the agreements of the open round, then the readable talk and confessionals, latest first."""
    match = place.match
    agreed, vain = promises.agreed_now(match) if match.phase == "round" else ((), "")
    head: list[Row] = [*(((line, "$good"),) for line in agreed), *([((vain, "$faint"),)] if vain else [])]
    timed: list[tuple[float, Row]] = []
    for (sender, channel, words), group in itertools.groupby(place.said(), _row_key):
        messages = list(group)
        seats = dict.fromkeys(name for message in messages for name in message.readers if name != sender)
        recipients = ", ".join(seats) if channel == "seats" else channel
        timed.append((messages[-1].at, ((sender, "$strong"), (f" to {recipients}: ", "$faint"), words)))
    for aside in place.confided():
        timed.append((aside.at, ((aside.seat, "$strong"), (" confides: ", "$warn"), aside.text)))
    rows = [row for _, row in sorted(timed, key=lambda item: -item[0])]
    none: Row = ((f"Nothing that may be read here; {len(match.seats)} seats are asked.", "$faint"),)
    return [*head, *([("",)] if head and rows else []), *rows] or [none]


def _row_key(message: Message) -> tuple[str, str, str]:
    # Neighbours with equal sender, channel and words share a row.
    swap = "" if message.deal is None else f"{message.deal.give} for {message.deal.want}"
    suffix = f" ({swap})" if swap and not all(goods in message.text for goods in swap.split(" for ")) else ""
    return message.sender, message.channel, f"{message.text}{suffix}"


def lounge_rows(place: GalleryPlace, read: int | None = None) -> list[Row]:
    """Return the connected members with their views, and the remarks, latest first; later ones than the first `read`
    are marked."""
    rows: list[Row] = [
        ((name, "$strong"), (f"  {'with ' + eyes + chr(39) + 's eyes' if eyes else 'everything'}", "$faint"))
        for name, eyes in place.others()
    ]
    remarks = remark_rows(place.remarks(), place.holder, read)
    return [*rows, *([("",)] if rows and remarks else []), *remarks]


def remark_rows(remarks: Sequence[Remark], reader: str, read: int | None = None) -> list[Row]:
    """Return remarks, latest first; others' later ones than the first `read` are marked. `reader`: `person:<id>`."""
    return [
        (("new " if read is not None and n >= read and remark.author != reader else "", "$warn"),
         (f"{remark.name}: ", "$strong"), remark.text) for n, remark in reversed(list(enumerate(remarks)))
    ]  # fmt: skip


def head_words(place: GalleryPlace) -> str:
    """Return the state of the match as shown: `round 3 of 7, 2 rounds late`."""
    match = place.match
    where = match.spec.progress(match.round, " of ") if match.phase == "round" else match.phase
    return f"{where}, {place.late}"


def gallery_lines(place: GalleryPlace) -> Iterator[str]:
    parts = [("Seats", seat_rows(place)), ("Said", talk_rows(place)), ("In the gallery", lounge_rows(place))]
    parts[1:1] = [("Standing", rows)] if (rows := standing_rows(place.story())) else []
    if closing := place.if_closed():
        head, *rows = forecast_rows(closing)
        parts.insert(1, (unstyled([head])[0], rows))
    parts[:0] = [("What is at stake", [strip_row(strip)])] if (strip := place.story().strip) else []
    parts += [("Who did what to whom", [(turn.text,) for turn in broken])] if (broken := place.broken()) else []
    yield f"{place.match.title}: {head_words(place)}. It is on record that you looked."
    for title, rows in parts:
        yield from ("", title)
        yield from (f"  {''.join(part if isinstance(part, str) else part[0] for part in row)}".rstrip() for row in rows)


def gallery_json(place: GalleryPlace) -> Json:
    match = place.match
    return {
        "match": match.header.match,
        "late": place.late,
        "phase": match.phase,
        "round": match.round,
        "orders": {seat: None if lines is None else list(lines) for seat, lines in place.orders().items()},
        "if_closed": plain(place.if_closed()),
        "strip": plain(place.story().strip),
        "promised": [{"by": p.by, "to": p.to, "text": p.words, "broken": p.broken} for p in place.promised()],
        "broken": [{"round": item.round, "seats": list(item.seats), "text": item.text} for item in place.broken()],
        "messages": [
            {"by": m.sender, "channel": m.channel, "readers": list(m.readers), "round": m.round, "text": m.text}
            for m in place.said()
        ],
        "confessionals": [{"seat": a.seat, "round": a.round, "text": a.text} for a in place.confided()],
        "here": [{"called": name, "eyes": eyes or None} for name, eyes in place.others()],
        "remarks": [{"called": item.name, "text": item.text} for item in place.remarks()],
    }


def lets_lines(seat: Seat) -> list[str]:
    """Say what a seat lets the gallery read."""
    frame, lets = seat.frame(), seat.lets()
    if frame.gallery is None:
        return ["This match has no gallery: nobody else reads what you say."]
    visitors = f"{frame.gallery} {'person is' if frame.gallery == 1 else 'people are'} in the gallery."
    if lets is None:
        return [visitors, "You have not said what it may read: nothing of yours is read there."]
    talk = "may be read there where all who hear it let it be" if lets.talk else "is not read there"
    confided = "is read there" if lets.confessional else "is not read there"
    late = f" A word that you break is told to onlookers, {seat.onlookers} late." * bool(seat.onlookers and lets.talk)
    return [visitors, f"What you say from now on {talk}; what you confide {confided}.{late}"]
