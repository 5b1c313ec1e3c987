"""Text of the host's console: seats by state, missing orders, announcements. No private contents."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple, cast

from core import person
from core.house.guest import Watchers, WatchLinks
from core.house.todo import Todo
from core.match.closing import unsealed
from core.match.journal import WatchedBy
from core.match.private_channels import messages_to_hosts, unanswered
from core.match.scheduling import closes
from core.match.seating import OPEN, is_person
from core.match.settings import SETTINGS
from core.match.signup import listed_names
from core.match.state import WATCHING, Match
from core.narration.recall import page_of
from core.table.host_controls import HostControls, SeatStatus
from core.words.wording import holder_words
from tui.app.services import SessionServices
from tui.screens.base import SLIM, GarnetScreen
from tui.screens.dialogs import Pick, ReadDialog
from tui.screens.host.preview import ask_to_do
from tui.widgets.choices import Row
from tui.words import text
from tui.words.notices import told_words

TOLD_APART = ("question", "choose")
"""Kinds of a host's tasks that have their own place on the console."""
CLOSES = 6
"""Most future closes listed."""
STATES = {
    "nothing": ("- nothing", "$faint"),
    "draft": ("~ draft", "$warn"),
    "sealed": ("\u2713 sealed", "$good"),
    "missed": ("! missed", "$bad"),
    "turn": ("> on turn", "$warn"),
}
"""Mark, word and tone of each state of a seat."""


def facts(match: Match) -> text.Part:
    header, names, closed = match.header, listed_names(match.names), match.phase in ("judging", "finished")
    parts = [
        f"Host's console of {header.match}",
        _clock(match),
        *(field.about.console for name, field in SETTINGS.items()
          if field.about.console and getattr(header, name) and not (closed and name == "early_close")),
        f"{len(match.audience.members)} in it (:)" if header.gallery else "",
        f"grace {text.span(header.grace_seconds)}" if header.grace_seconds else "",
        f"{text.counted(len(names), 'name')} down" if header.signup and match.phase == "briefing" else "",
        f"{text.counted(waiting, 'question')} for you (m)" if (waiting := len(unanswered(match))) else "",
        "" if match.shows_counts else "only you see the counts",
    ]  # fmt: skip
    waits = " The result waits for you: t looks at it, c confirms it." if match.phase == "confirming" else ""
    waits = " You have the answers: c reads them, and writes the results." if match.phase == "judging" else waits
    return text.line((waits, "$warn"), "\n" if waits else "", (" " + " · ".join(filter(None, parts)), "$faint"))


def _clock(match: Match) -> str:
    seconds, schedule = match.header.round_seconds, match.schedule
    if schedule is not None:
        return "closes at set times"
    word = "turn" if match.turns else match.spec.round_word
    bank = f", bank {text.span(match.header.bank_seconds)}" if match.header.bank_seconds else ""
    return f"{text.span(seconds)} a {word}{bank}" if seconds else ""


def seat_rows(session: SessionServices, seats: Sequence[SeatStatus], width: int) -> Iterator[Row]:
    name = max(len(status.seat) for status in seats) + 2
    for status in seats:
        at = "" if status.sealed_at is None else text.hour(status.sealed_at, session.zone)
        cells: list[text.Part] = [text.fit((status.seat, "$strong"), name), text.fit(STATES[status.state], 11)]
        if width >= SLIM:
            ready = ("ready", "$good") if status.ready else ""
            who = holder_words(status.holder, session.people)
            cells += [text.fit(at, 7), text.fit(ready, 7), text.fit(who if who != status.seat else "", 24)]
            cells.append(_last_presence(session, status))
        elif status.ready:
            cells.append(("ready", "$good"))
        yield Row(status.seat, text.line(*cells))


def _last_presence(session: SessionServices, status: SeatStatus) -> text.Part:
    if not is_person(status.holder):
        return ""
    if status.present:
        return ("here now", "$good")
    visit = session.house.store.get("visits", status.holder.removeprefix("person:"))
    if visit is None:
        return ("never here", "$faint")
    return (f"seen {text.span(session.house.clock() - visit['at'])} ago", "$faint")


class HostFact(NamedTuple):
    id: str
    title: str
    rows: list[text.Part]
    brief: text.Part = ""
    """The same in a line; empty if its rows are as short, or if it is not urgent."""


def overview(
    session: SessionServices, desk: HostControls, todo: Sequence[Todo], outcome: tuple[int, int] | None, width: int
) -> list[HostFact]:
    """Return the parts beside the seats, the most urgent first. `outcome`: how many orders of the last close succeeded
    and failed (HH-57)."""
    match, now, zone = desk.table.match, session.house.clock(), session.zone
    tasks = [task.text for task in todo if task.kind not in TOLD_APART]
    rows: list[text.Part] = [(words if words.startswith(match.seats) else words[:1].upper() + words[1:], "$warn")
                             for words in tasks]  # fmt: skip
    asks: list[text.Part] = []
    if match.phase == "briefing" and match.game.Direction is not None:
        asks = [text.line(("F  ", "$key"), "writes the questions of the first round")]
    parts = [
        HostFact("todo", "To do", rows, text.lines(text.line(("To do: ", "$accent"), words) for words in tasks)),
        HostFact("form", "Questions", asks, text.line(*asks)),
        _missing_fact(session, desk),
        _closes_fact(match, now, zone),
        _questions(match, now, zone),
        _last_close(session, desk, outcome),
    ]
    news = announcement_lines(match, 20, width, now, zone)
    return [*(part for part in parts if part.rows), HostFact("news", "Announced", news or [("Nothing yet.", "$faint")])]


def _missing_fact(session: SessionServices, desk: HostControls) -> HostFact:
    match, missing, free = desk.table.match, desk.missing(), desk.free()
    if match.phase not in ("pregame", "round", "decision"):
        return HostFact("missing", "Missing", [])
    unready = [seat for seat in match.seats if is_person(match.holders.get(seat, OPEN)) and seat not in match.ready]
    none = "Nobody who is seated." if free else "Nobody: no orders are awaited."
    if unready and match.header.early_close:
        none = f"Nobody. Not ready yet: {text.joined(unready)}."
    invites = text.line(("i  ", "$key"), f"invites people to {text.counted(len(free), 'free seat')}")
    rows: list[text.Part] = [text.joined(missing) if missing else (none, "$warn" if free else "$good")]
    nudged = session.house.store.get("nudges", match.header.match)
    reminded = nudged is not None and nudged.get("round") == match.round
    if missing:
        reminder = "have been reminded for this one" if reminded else "reminds them outside the house"
        rows.append(text.line(("n  ", "$key"), reminder))
    if free:
        rows.append(invites)
    label = f"{len(missing)} of {len(match.seats)} missing" if missing else "Missing"
    brief = text.line((f"{label}: ", "$accent"), rows[0], (", reminded" if missing and reminded else "", "$faint"),
                      *(("  ", invites) if free else ()))  # fmt: skip
    return HostFact("missing", label, rows, brief)


def _closes_fact(match: Match, now: float, zone: tzinfo | None) -> HostFact:
    coming = closes(match, now)
    rows: list[text.Part] = [
        text.line(
            (text.fit(match.spec.when(close.round).capitalize(), 14).plain, "$faint"),
            (text.fit(text.moment(close.at, now, zone), 14).plain, "$strong"),
            (f"in {text.span(close.at - now)}", "$faint"),
        )
        for close in coming[:CLOSES]
    ]
    if len(coming) > CLOSES:
        rows.append((f"and {len(coming) - CLOSES} more", "$faint"))
    if not rows:
        stopped = "The clock is stopped: p lets it run." if match.paused else "No clock: c closes, or all are ready."
        rows = [(stopped, "$faint")] if match.phase in ("pregame", "round") else []
    elif match.phase == "briefing" and match.deadline is None:
        rows.insert(0, ("If it began now:", "$faint"))
    times = ", ".join(f"{match.spec.when(close.round)} {text.moment(close.at, now, zone)}" for close in coming[:3])
    brief = text.line(("Closes: ", "$accent"), times, ", ..." * (len(coming) > 3)) if coming else ""
    return HostFact("closes", "Next closes", rows, brief)


def _questions(match: Match, now: float, zone: tzinfo | None) -> HostFact:
    waiting = [messages_to_hosts(match)[number - 1] for number in unanswered(match)]
    rows: list[text.Part] = [
        text.line((question.seat, "$strong"), (f"  {text.moment(question.at, now, zone)}", "$faint"))
        for question in waiting
    ]
    if rows:
        rows.append(text.line(("m  ", "$key"), "reads and answers"))
    who = text.joined(list(dict.fromkeys(question.seat for question in waiting)))
    waiting_words = f"{who} wait{'s' * (len(waiting) == 1)} for an answer (m)"
    brief = text.line(("Questions: ", "$accent"), waiting_words) if rows else ""
    return HostFact("questions", "Questions", rows, brief)


def _last_close(session: SessionServices, desk: HostControls, outcome: tuple[int, int] | None) -> HostFact:
    match = desk.table.match
    if not match.rounds:
        return HostFact("last", "Last close", [])
    last, now = match.rounds[-1], session.house.clock()
    title = f"{match.spec.when(last.round).capitalize()} closed {text.moment(last.at, now, session.zone)}"
    facts = []
    if match.seals:
        facts.append(f"{len(last.orders)} of {len(match.seats)} had ordered")
    if outcome is not None and any(outcome):
        facts.append(f"{text.counted(outcome[0], 'order')} succeeded, {outcome[1]} failed")
    rows: list[text.Part] = [text.line(title, f": {', '.join(facts)}." if facts else ".")]
    return HostFact("last", "Last close", rows, text.line(("Last close: ", "$accent"), rows[0]))


def orders_outcome(match: Match, holder: str) -> tuple[int, int] | None:
    """Return how many orders of the last close succeeded and failed, over all seats; None for a host who plays in
    the match (HH-57)."""
    if not match.rounds or holder in match.holders.values():
        return None
    marks = Counter(
        deed.mark
        for seat in match.seats
        if (page := page_of(match, seat, match.rounds[-1].round)) is not None
        and (review := match.game.review(page)) is not None
        for deed in review.deeds
    )
    return marks["done"], marks["failed"]


def sealed_so_far(match: Match) -> list[text.Part]:
    if match.turns:
        return ["Until it closes, everybody on turn makes the usual move, as if their time were up."]
    if not match.seals:
        return []
    rows: list[text.Part] = [f"{len(match.sealed)} of {len(match.seats)} have sealed."]
    nothing = [seat for seat in match.seats if seat not in match.sealed]
    if nothing:
        rows.append(text.line(("Nothing sealed: ", "$warn"), ", ".join(nothing)))
    if lost := unsealed(match):
        rows.append(text.line(("Drafts that do not count unless they are sealed: ", "$warn"), ", ".join(lost)))
    return rows


def announcement_lines(match: Match, most: int, width: int, now: float, zone: tzinfo | None) -> list[text.Part]:
    rows: list[text.Part] = []
    for item in reversed(match.news[-most:]):
        at = f"{text.moment(item.at, now, zone)}  "
        for number, words in enumerate(text.wrapped(told_words(item, now, zone), width - len(at))):
            rows.append(text.line((" " * len(at) if number else at, "$faint"), words))
    return rows


def ask_gallery(session: SessionServices, screen: GarnetScreen[Any], desk: HostControls) -> None:
    """Ask for a person to let into the gallery or out of it (HH-61)."""
    inside = desk.table.match.audience.members
    people = {f"person:{person_.id}": person_.name for person_ in session.people.everyone()}
    rows = [Row(holder, name, note=("in it", "$good") if holder in inside else "") for holder, name in people.items()]

    def chosen(holder: str) -> None:
        way = "out of" if holder in inside else "into"
        title = f"{people[holder]} {way} the gallery?"
        ask_to_do(screen.services, desk, title, lambda at: at.gallery(holder, people[holder], holder not in inside))

    screen.services.ask(Pick("The gallery: let in or out", rows, empty="The house has no people yet."), chosen)


def ask_who_watches(session: SessionServices, screen: GarnetScreen[Any], desk: HostControls) -> None:
    now = desk.table.match.watch
    rows = [Row(who, words, note=("now", "$good") if who == now and who != "code" else "")
            for who, words in WATCHING.items()]  # fmt: skip

    def chosen(who: str) -> None:
        _watched_by(session, screen, desk, cast("WatchedBy", who))

    screen.services.ask(Pick("Who may watch", rows), chosen)


def _watched_by(session: SessionServices, screen: GarnetScreen[Any], desk: HostControls, readers: WatchedBy) -> None:
    match = desk.table.match.header.match
    code = person.write_code(secrets.token_bytes(person.LETTERS)) if readers == "code" else ""

    def show() -> None:
        if code:
            Watchers(session.house.store).forget(match)
            rows: list[text.Part] = [
                text.line("The code, shown this once: ", (code, "$key")), "",
                "People of the house type, once:",
                text.line("  ", (f"{session.door.command('NAME')} watch {match} --code {code}", "$strong")),
                text.line("or ", (":", "$key"), " and *Watch by code* in the lobby: ", (f"{match} {code}", "$strong")),
            ]  # fmt: skip
            screen.app.push_screen(ReadDialog("A code to watch with", rows))
        elif readers == "link":
            link = session.door.to_watch(WatchLinks(session.house).renew(match))
            screen.app.push_screen(ReadDialog("A link to watch by", [link]))
        else:
            WatchLinks(session.house).forget(match)

    renewed = desk.table.match.watch == readers and readers in ("code", "link")
    rows = [f"People with an earlier {readers} need this one."] if renewed else []
    ask_to_do(
        screen.services, desk, "Who may watch",
        lambda desk: desk.watched_by(readers, person.digest(code) if code else ""), "Done.", rows, after=show,
    )  # fmt: skip
