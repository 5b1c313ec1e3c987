"""What the host's console shows: seats by state, of whom orders are awaited, what was announced. No contents."""

from __future__ import annotations

import secrets
from datetime import tzinfo
from typing import Any, Literal, cast

from core.house import person
from core.house.guest import Watchers
from core.house.signup import up
from core.match.seating import is_person
from core.match.settings import SETTINGS
from core.match.state import WATCHING, Match
from core.table.host_controls import HostControls, SeatStatus
from core.talk.private_channels import unanswered
from tui.app.services import SessionServices
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick, Read
from tui.screens.host.preview import ask_to_do
from tui.widgets.choices import Row
from tui.words import text
from tui.words.notices import told_words
from tui.words.seat_handover import holder_words

STATES = {
    "nothing": ("- nothing", "$faint"),
    "draft": ("~ draft", "$warn"),
    "sealed": ("\u2713 sealed", "$good"),
    "missed": ("! missed", "$bad"),
    "turn": ("> on turn", "$warn"),
}
"""Mark, word and tone of each state of a seat."""


def facts(match: Match) -> text.Part:
    """What the match was made with, on one line."""
    header = match.header
    told = [
        f"Host's console of {header.match}",
        _clock(match),
        *(field.about.told for field in SETTINGS.values() if field.about.told and getattr(header, field.name)),
        f"grace {text.span(header.grace_seconds)}" if header.grace_seconds else "",
        f"{text.counted(len(up(match)), 'name')} down" if header.signup and match.phase == "briefing" else "",
        f"{text.counted(waiting, 'question')} for you (m)" if (waiting := len(unanswered(match))) else "",
        "" if match.shows_counts else "only you see the counts",
    ]
    waits = " The result waits for you: t looks at it, c confirms it." if match.held is not None else ""
    return text.line((waits, "$warn"), (" " + " · ".join(filter(None, told)), "$faint"))


def _clock(match: Match) -> str:
    """What the rounds close by, shortly."""
    seconds, schedule = match.header.round_seconds, match.schedule
    if schedule is not None:
        return "closes at set times"
    word = "turn" if match.turns else match.game.spec.round_word
    bank = f", bank {text.span(match.header.bank_seconds)}" if match.header.bank_seconds else ""
    return f"{text.span(seconds)} a {word}{bank}" if seconds else ""


def seat_row(session: SessionServices, one: SeatStatus) -> Row:
    """A seat: who plays it, what state it is in, and when somebody was last there."""
    state = text.fit(STATES[one.state], 10)
    at = "" if one.sealed_at is None else text.hour(one.sealed_at, session.zone)
    ready = ("ready", "$good") if one.ready else ""
    who = holder_words(one.holder, session.people)
    label = text.line(text.fit((one.seat, "$strong"), 22), state, text.fit(at, 7), text.fit(ready, 7), who)
    return Row(one.seat, label, note=_last_there(session, one))


def _last_there(session: SessionServices, one: SeatStatus) -> text.Part:
    if not is_person(one.holder):
        return ""
    if one.present:
        return ("here now", "$good")
    visit = session.house.store.get("visits", one.holder.removeprefix("person:"))
    if visit is None:
        return ("never here", "$faint")
    return (f"seen {text.span(session.house.clock() - visit['at'])} ago", "$faint")


def awaited(desk: HostControls) -> list[text.Part]:
    """Of whom orders are still awaited, and where nobody sits."""
    missing, free = desk.missing(), desk.free()
    rows: list[text.Part] = [text.joined(missing) if missing else ("Nobody: no orders are awaited.", "$good")]
    if missing:
        rows.append(text.line(("n  ", "$key"), "reminds them outside the house"))
    if free:
        rows.append(text.line(("i  ", "$key"), f"invites people to {text.counted(len(free), 'free seat')}"))
    return rows


def sealed_so_far(match: Match) -> list[text.Part]:
    """How many have sealed, and who has not: before a close."""
    if match.turns:
        return ["Until it closes, everybody on turn makes the usual move, as if their time were up."]
    if not match.seals:
        return []
    rows: list[text.Part] = [f"{len(match.sealed)} of {len(match.seats)} have sealed."]
    nothing = [seat for seat in match.seats if seat not in match.sealed]
    if nothing:
        rows.append(text.line(("Nothing sealed: ", "$warn"), ", ".join(nothing)))
    return rows


def announced(match: Match, most: int, width: int, now: float, zone: tzinfo | None) -> list[text.Part]:
    """The last `most` announcements, newest first, wrapped to `width` cells."""
    rows: list[text.Part] = []
    for item in reversed(match.news[-most:]):
        at = f"{text.moment(item.at, now, zone)}  "
        for number, words in enumerate(text.wrapped(told_words(item, now, zone), width - len(at))):
            rows.append(text.line((" " * len(at) if number else at, "$faint"), words))
    return rows


Watching = Literal["house", "cast", "code"]


def ask_who_watches(session: SessionServices, screen: GarnetScreen[Any], desk: HostControls) -> None:
    """Choose who, with what it is now; then ask, and do it."""
    now = desk.table.match.watch
    rows = [Row(who, words, note=("now", "$good") if who == now and who != "code" else "")
            for who, words in WATCHING.items()]  # fmt: skip

    def chosen(who: str | None) -> None:
        if who is not None:
            _watched_by(session, screen, desk, cast("Watching", who))

    screen.app.push_screen(Pick("Who may watch", rows), chosen)


def _watched_by(session: SessionServices, screen: GarnetScreen[Any], desk: HostControls, who: Watching) -> None:
    """Ask, do it; a new code is shown once."""
    match = desk.table.match.header.match
    code = person.write_code(secrets.token_bytes(person.LETTERS)) if who == "code" else ""

    def show() -> None:
        if code:
            Watchers(session.house.store).forget(match)
            rows: list[text.Part] = [
                text.line("The code, shown this once: ", (code, "$key")), "",
                "Whoever is of the house types, once:",
                text.line("  ", (f"{session.door.command('NAME')} watch {match} --code {code}", "$strong")),
                text.line("or ", (":", "$key"), " and *Watch by code* in the lobby: ", (f"{match} {code}", "$strong")),
            ]  # fmt: skip
            screen.app.push_screen(Read("A code to watch with", rows))

    rows = ["Whoever had an earlier code needs this one."] if code and desk.table.match.watch == "code" else []
    ask_to_do(
        screen.services, desk, "Who may watch",
        lambda desk: desk.watched_by(who, person.digest(code) if code else ""), "Done.", rows, after=show,
    )  # fmt: skip
