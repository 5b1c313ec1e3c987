"""Dialogs of a host's actions: pick, give a reason, and confirm after reading what players will be told (HH-42)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.house.people import People
from core.match.seating import check_only_seat
from core.match.state import Match
from core.refusal import Refused
from core.seasons.live import LiveSeason
from core.table.host_controls import HostControls
from core.table.host_preview import DryRunText
from core.words.wording import handing_rows, holder_words, person_name
from tui.app.services import AppServices
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.widgets.choices import Row
from tui.words import text

Deed = Callable[[HostControls], object]


def told_rows(notice: DryRunText) -> list[text.Part]:
    """Return the texts that would be sent, by recipient."""
    rows: list[text.Part] = []
    if notice.everybody:
        rows += [("Everybody is told:", "$accent"), *(text.line("  ", line) for line in notice.everybody)]
    for seat, lines in notice.seats.items():
        rows += [
            text.line((seat, "$accent"), (" alone is told:", "$accent")),
            *(text.line("  ", line) for line in lines),
        ]
    return rows or [("Nobody is told anything.", "$faint")]


def ask_to_do(
    app: AppServices,
    desk: HostControls,
    title: str,
    deed: Deed,
    success: str | Callable[[], str] = "",
    rows: Sequence[text.Part] = (),
    yes: str = "Enter does it, q goes back.",
    after: Callable[[], object] = lambda: None,
) -> None:
    """Show an action's announcements after `rows`; Enter performs it, shows `done`, and calls `after`. A refusal is
    shown at once."""
    try:
        preview = desk.preview(deed)
    except Refused as refusal:
        app.refuse(refusal)
        return

    def sure(_: bool) -> None:
        if app.attempt(lambda: deed(desk)):
            sentence = success if isinstance(success, str) else success()
            if sentence:
                app.tell(sentence, "good")
            after()

    about = [*rows, ""] if rows else []
    app.ask(Confirm(title, [*about, *told_rows(preview)], yes), sure)


def seat_by_seat(rows: list[Row], match: Match, seat: str) -> list[Row]:
    """Close the holders that sit at this match already (HH-09)."""
    return [row if row.heading else row._replace(closed=_sits(match, seat, row.id), ruling="HH-09") for row in rows]


def _sits(match: Match, seat: str, holder: str) -> str | None:
    if match.header.several:
        return None
    try:
        check_only_seat(match.holders, seat, holder)
    except Refused as refusal:
        return refusal.message
    return None


def ask_to_hand_over(app: AppServices, desk: HostControls, people: People | None, seat: str, holder: str) -> None:
    rows = text.rows(handing_rows(desk.table.match, people, seat, holder))

    def hand(desk: HostControls) -> None:
        name.append(desk.hand_over(seat, holder, person_name(holder, people)))

    name: list[str] = []
    ask_to_do(
        app, desk, f"Hand {seat} over?", hand,
        lambda: f"{name[-1]} is now played by {holder_words(holder, people)}.", rows,
        "Enter hands it over; q goes back.",
    )  # fmt: skip


REASON = "Say why: everybody who reads the season is told."


class Questions:
    """Questions to a host before an action on a season."""

    def __init__(self, app: AppServices, live: LiveSeason) -> None:
        self.app = app
        self._live = live

    def do(self, deed: Callable[[], object]) -> bool:
        before = len(self._live.season.news)
        succeeded = self.app.attempt(deed)
        if succeeded and len(self._live.season.news) > before:
            self.app.tell(self._live.season.news[-1].text, "good")
        return succeeded

    def pick(self, question: str, rows: Iterable[Row], then: Callable[[str], object], at: str | None = None) -> None:
        """Ask for a row, which `then` takes. `at`: initial cursor."""
        self.app.ask(Pick(question, rows, at), then)

    def ask_why(self, question: str, then: Callable[[str], object]) -> None:
        self.app.push_screen(AskLine(question, REASON, longest=200, take=then))

    def confirm(self, question: str, rows: Iterable[text.Part], deed: Callable[[], object]) -> None:
        self.app.ask(Confirm(question, rows), lambda _: self.do(deed))
