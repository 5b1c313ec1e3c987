"""Words of the lobby: where a match stands, and what is said of the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from core.house.guest import Standing
from core.house.todo import Todo
from core.match.seating import OPEN, is_bot
from core.match.summary import Summary
from core.table.seat import Seat
from tui.app.followed_seats import holds_up
from tui.screens.table.announcements import announcements
from tui.widgets.frame import STAGES, turn
from tui.words import text
from tui.words.notices import told_words

NARROW_ROWS = 5
"""Lines about a match below the list, where there is no room beside it."""


def where(one: Summary) -> str:
    """Where a match stands, shortly."""
    if one.abandoned:
        return "ended"
    return STAGES.get(one.phase, f"{one.round_word} {one.round}/{one.rounds}")


def welcome(command: str, *, hosts: bool) -> list[text.Part]:
    """What there is to do where no match is yet; `command` is what this person types to come back."""
    keys = [("R", "how each match is played"), ("K", "your keys and your password"), (",", "theme, colours, mouse")]
    if hosts:
        keys = [("n", "a new match: people, bots, free seats"), ("i", "invitations to the house"), *keys]
    else:
        keys.append(("l", "let another device of yours in"))
    return [
        text.line(("Next time: ", "$faint"), command),
        *(text.line((f"{key}  ", "$key"), words) for key, words in keys),
    ]


def about(
    one: Standing,
    kind: str,
    seat: Seat | None,
    zone: tzinfo | None,
    day: str,
    watched: Seat | None = None,
    unread: int = 0,
) -> list[text.Part]:
    """What is to be known of a match before one goes there; `seat` is one's own at it, `day` when it ended; `watched`:
    as a spectator sees it, where it is still played; `unread`: announcements that one has not read."""
    facts = one.summary
    doing = {
        "mine": "Enter: to your table.", "free": "Enter: take a free seat. w: watch.",
        "host": "Enter: the host's console.", "watch": "Enter: watch; public facts only.",
        "done": "Enter: how it ended.", "asked": "Enter: say what may be published; silence is no.",
        "names": "Enter: take your name back. w: watch." if one.signed_up else "Enter: put your name down. w: watch.",
    }[kind]  # fmt: skip
    if facts.phase == "finished" and (kind == "mine" or (kind == "done" and facts.opened)):
        doing = "Enter: the replay, round by round."
    game = f"{facts.game_title}; " if facts.game_title != facts.title else ""
    rows: list[text.Part] = [(doing, "$key"), f"{game}{where(facts)}. In commands: {facts.match}"]
    news = _announced(watched or seat, unread, zone)
    if unread:
        rows += news[:1]
    if facts.finished:
        rows.append(f"{f'Won by {text.joined(facts.winners)}' if facts.winners else 'No result'}, {day}.")
    elif seat is not None:
        frame = seat.frame()
        counted = ""
        if not frame.seals:
            counted = "" if frame.stage is None else f" {turn(frame, seat.name)[0]}."
        elif frame.sealed_count is not None and not frame.over:
            counted = f" {frame.sealed_count}/{len(frame.seats)} sealed, {frame.ready_count} ready."
        begins = " It begins when all are ready: sit down, and press r." if holds_up(seat) else ""
        rows.append(f"You play {seat.name}.{counted}{begins}")
    if one.names is not None:
        many, seats = text.counted(len(one.names), "name"), len(facts.seats)
        rows.append(f"{many} for {seats} seats; lots decide when the host begins. {text.joined(one.names)}".strip())
    if watched is not None and (found := watched.closes()):
        word = watched.frame().round_word
        sure = (
            "" if watched.frame().phase != "briefing" or watched.frame().deadline is not None else "If it began now: "
        )
        times = (f"{word} {close.round} {text.moment(close.at, watched.now, zone)}" for close in found[:3])
        rows.append(text.line(("Closes: ", "$faint"), sure, ", ".join(times), "" if len(found) < 4 else ", ..."))
    rows += news[1:] if unread else news
    return [*rows, text.line(("Seats: ", "$faint"), ", ".join(_seats(one)))]


def ranking(one: Summary) -> list[text.Part]:
    """How a finished match came out: a row a seat, those who are level under one place."""
    if one.outcome is None:
        return [(f"{one.ended_how.capitalize()}.", "$faint")]
    width, rows = max(len(seat) for seat in one.seats), list[text.Part]()
    for seat in sorted(one.seats, key=lambda seat: (one.place(seat) or 0, one.seats.index(seat))):
        tokens, garnets = one.outcome["tokens_of_life"].get(seat, 0), one.won.get(seat, 0)
        gained = [
            text.counted(tokens, "Token of Life", "Tokens of Life") if tokens else "",
            text.counted(garnets, "garnet") if garnets else "",
            "Elimination Candidate" if seat == one.outcome["elimination_candidate"] else "",
        ]
        best = seat in one.winners
        name = text.fit((seat, "$good" if best else "$strong"), width)
        told = f"  {', '.join(filter(None, ['won' * best, *gained]))}"
        rows.append(text.line((f"{one.place(seat):>2}. ", "$faint"), name, (told, "$accent")))
    return rows


def todo_rows(one: Todo, now: float, zone: tzinfo | None) -> list[text.Part]:
    """One thing that waits for a host: what it is, until when, how it is done."""
    where = "Enter: the season's page." if one.season else "Enter: the console of its match." if one.match else ""
    rows: list[text.Part] = [(where, "$key")] if where else []
    rows.append(one.text)
    if one.at is not None:
        word = "Since" if one.at < now else "It decides itself"
        rows.append(text.line((f"{word}: ", "$faint"), text.moment(one.at, now, zone)))
    if one.do:
        rows.append(text.line(("Typed: ", "$faint"), f"garnet host {one.do}"))
    return rows


def _announced(seat: Seat | None, unread: int, zone: tzinfo | None) -> list[text.Part]:
    """The last that was told to everybody, and what of the host's own words was not read."""
    if seat is None or not (news := seat.news()):
        return []
    rows: list[text.Part] = []
    own = announcements(seat)
    if unread:
        rows.append((f"{text.counted(unread, 'announcement')} to read at the table", "$warn"))
    for item in own[-max(1, min(unread, 3)) :]:
        at = text.moment(item.at, seat.now, zone)
        rows.append(text.line((f"Host, {at}: ", "$accent"), told_words(item, seat.now, zone)))
    if not own or news[-1] is not own[-1]:
        rows.append(text.line(("Last told: ", "$faint"), told_words(news[-1], seat.now, zone)))
    return rows


def _seats(one: Standing) -> list[str]:
    found, unnamed = [], 0
    for seat in one.summary.seats:
        holder = one.summary.holders.get(seat, OPEN)
        if holder == OPEN and seat.startswith(
            "open seat "
        ):  # a seat that nobody has named yet tells nothing by its number
            unnamed += 1
            continue
        mark = " (free)" if holder == OPEN else _bot(one, seat) if is_bot(holder) else ""
        found.append(seat + (" (you)" if seat in one.seats else mark))
    return [*found, f"{unnamed} free"] if unnamed else found


def _bot(one: Standing, seat: str) -> str:
    """That it is a bot, and of which temper (HH-32)."""
    return f" ({' '.join(filter(None, (one.summary.tempers.get(seat, ''), 'bot')))})"


def below(rows: Sequence[text.Part], width: int) -> list[text.Part]:
    """The same in the few lines below the list."""
    lines: list[text.Part] = []
    for row in rows:
        lines += text.wrapped(row, width)
    if len(lines) > NARROW_ROWS:
        lines[NARROW_ROWS - 1 :] = [text.fit(text.line(lines[NARROW_ROWS - 1], " \u2026"), width)]
    return lines
