"""Text of the lobby: a match's stage, and facts about the match under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from core.house.guest import LobbyMatch
from core.house.todo import Todo
from core.match.seating import OPEN, is_bot
from core.match.summary import Summary
from core.table.seat import Seat
from core.words.door import Door
from tui.app.followed_seats import holds_up
from tui.screens.table.announcements import announcements
from tui.widgets.frame import STAGES, turn
from tui.words import text
from tui.words.notices import told_words

NARROW_ROWS = 5
"""Lines about a match below the list, if there is no room beside it."""


def stage_words(summary: Summary) -> str:
    if summary.abandoned:
        return "ended"
    return STAGES.get(summary.phase, summary.progress(summary.round))


def welcome(command: str, *, hosts: bool) -> list[text.Part]:
    """Return the options while there is no match. `command`: the person's login command."""
    keys = [("R", "how each match is played"), ("K", "your keys and your password"), (",", "theme, colours, mouse")]
    if hosts:
        keys = [("n", "a new match: people, bots, free seats"), ("i", "invitations to the house"), *keys]
    else:
        keys.append(("l", "let another device of yours in"))
    return [
        text.line(("Next time: ", "$faint"), command),
        *(text.line((f"{key}  ", "$key"), words) for key, words in keys),
    ]


def connect_rows(door: Door, called: str) -> list[text.Part]:
    return [
        text.line("You: ", (door.command(called), "$key")),
        text.line("Somebody new, with a code: ", (door.command("join"), "$key")),
        text.line("The house's key: ", door.fingerprint),
    ]


def match_rows(
    standing: LobbyMatch,
    kind: str,
    seat: Seat | None,
    zone: tzinfo | None,
    day: str,
    watched: Seat | None = None,
    unread: int = 0,
) -> list[text.Part]:
    """Return the facts about a match. `seat`: the reader's own seat; `day`: day of its end; `watched`: a spectator's
    seat while it is running; `unread`: unread announcements."""
    summary = standing.summary
    enter = {
        "mine": "Enter: to your table.", "free": "Enter: take a free seat. w: watch.",
        "host": "Enter: the host's console.",
        "watch": "Enter: the gallery; you see everything." if standing.gallery else "Enter: watch as a spectator.",
        "done": "Enter: how it ended.", "asked": "Enter: say what may be published; silence is no.",
        "names": f"Enter: {'take your name back' if standing.signed_up else 'put your name down'}. w: watch.",
    }[kind]  # fmt: skip
    if summary.phase == "finished" and (kind == "mine" or (kind == "done" and summary.record_is_open)):
        enter = "Enter: the replay, round by round."
    game = f"{summary.game_title}; " if summary.game_title != summary.title else ""
    rows: list[text.Part] = [(enter, "$key"), f"{game}{stage_words(summary)}. In commands: {summary.match}"]
    news = _news_rows(watched or seat, unread, zone)
    if unread:
        rows += news[:1]
    if summary.finished:
        rows.append(f"{f'Won by {text.joined(summary.winners)}' if summary.winners else 'No result'}, {day}.")
    elif seat is not None:
        frame = seat.frame()
        progress = ""
        if not frame.seals:
            progress = "" if frame.stage is None else f" {turn(frame, seat.name)[0]}."
        elif frame.sealed_count is not None and not frame.over:
            progress = f" {frame.sealed_count}/{len(frame.seats)} sealed, {frame.ready_count} ready."
        begins = " It begins when all are ready: sit down, and press r." if holds_up(seat) else ""
        rows.append(f"You play {seat.name}.{progress}{begins}")
    if standing.names is not None:
        names_words, seats = text.counted(len(standing.names), "name"), len(summary.seats)
        rows.append(
            f"{names_words} for {seats} seats; lots decide when the host begins. {text.joined(standing.names)}".strip()
        )
    if watched is not None and (coming := watched.closes()):
        frame = watched.frame()
        condition = "If it began now: " if frame.phase == "briefing" and frame.deadline is None else ""
        times = (f"{frame.when(close.round)} {text.moment(close.at, watched.now, zone)}" for close in coming[:3])
        rows.append(text.line(("Closes: ", "$faint"), condition, ", ".join(times), "" if len(coming) < 4 else ", ..."))
    rows += news[1:] if unread else news
    return [*rows, text.line(("Seats: ", "$faint"), ", ".join(_seats(standing)))]


def ranking_rows(summary: Summary) -> list[text.Part]:
    if summary.outcome is None:
        return [(f"{summary.ended_how.capitalize()}.", "$faint")]
    width, rows = max(len(seat) for seat in summary.seats), list[text.Part]()
    for seat in sorted(summary.seats, key=lambda seat: (summary.place(seat) or 0, summary.seats.index(seat))):
        tokens, garnets = summary.outcome["tokens_of_life"].get(seat, 0), summary.won.get(seat, 0)
        gained = [
            text.counted(tokens, "Token of Life", "Tokens of Life") if tokens else "",
            text.counted(garnets, "garnet") if garnets else "",
            "Elimination Candidate" if seat == summary.outcome["elimination_candidate"] else "",
        ]
        best = seat in summary.winners
        name = text.fit((seat, "$good" if best else "$strong"), width)
        tail = f"  {', '.join(filter(None, ['won' * best, *gained]))}"
        rows.append(text.line((f"{summary.place(seat):>2}. ", "$faint"), name, (tail, "$accent")))
    return rows


def todo_rows(task: Todo, now: float, zone: tzinfo | None) -> list[text.Part]:
    enter = "Enter: the season's page." if task.season else "Enter: the console of its match." if task.match else ""
    rows: list[text.Part] = [(enter, "$key")] if enter else []
    rows.append(task.text)
    if task.at is not None:
        label = "Since" if task.at < now else "It decides itself"
        rows.append(text.line((f"{label}: ", "$faint"), text.moment(task.at, now, zone)))
    if task.do:
        rows.append(text.line(("Typed: ", "$faint"), f"garnet host {task.do}"))
    return rows


SET_UP = ("handed_over", "renamed", "seated", "open_record", "onlookers", "gallery")


def _news_rows(seat: Seat | None, unread: int, zone: tzinfo | None) -> list[text.Part]:
    # In the first round seats are given and settings told: no news for a list.
    if seat is None or not (news := [item for item in seat.news() if item.kind not in SET_UP or item.round > 1]):
        return []
    rows: list[text.Part] = []
    from_host = announcements(seat)
    if unread:
        rows.append((f"{text.counted(unread, 'announcement')} to read at the table", "$warn"))
    for item in from_host[-max(1, min(unread, 3)) :]:
        at = text.moment(item.at, seat.now, zone)
        rows.append(text.line((f"Host, {at}: ", "$accent"), told_words(item, seat.now, zone)))
    if news[-1] not in from_host:
        rows.append(text.line(("Last told: ", "$faint"), told_words(news[-1], seat.now, zone)))
    return rows


def _seats(standing: LobbyMatch) -> list[str]:
    seats, unnamed = [], 0
    for seat in standing.summary.seats:
        holder = standing.summary.holders.get(seat, OPEN)
        if holder == OPEN and seat.startswith("open seat "):  # the number of an unnamed seat has no meaning
            unnamed += 1
            continue
        mark = " (free)" if holder == OPEN else _bot_mark(standing, seat) if is_bot(holder) else ""
        seats.append(seat + (" (you)" if seat in standing.seats else mark))
    return [*seats, f"{unnamed} free"] if unnamed else seats


def _bot_mark(standing: LobbyMatch, seat: str) -> str:
    return f" ({' '.join(filter(None, (standing.summary.tempers.get(seat, ''), 'bot')))})"


def first_rows(rows: Sequence[text.Part], width: int) -> list[text.Part]:
    lines: list[text.Part] = []
    for row in rows:
        lines += text.wrapped(row, width)
    if len(lines) > NARROW_ROWS:
        lines[NARROW_ROWS - 1 :] = [text.fit(text.line(lines[NARROW_ROWS - 1], " \u2026"), width)]
    return lines
