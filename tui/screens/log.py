"""A seat's own past: the report of the last close, and the log round by round (CM-10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from core.closing import called
from core.contract import AnyGame
from core.decoding import plain
from core.seat import Frame, Seat
from core.story.parts import Story
from core.story.text import spark
from core.story.turning import number
from tui import text
from tui.drawings import draw, frame_of
from tui.games import panel_class
from tui.memory import SeatMemory
from tui.motion import Lane
from tui.newswords import folded, told_words
from tui.reckoned import reckoned_rows
from tui.report_page import BESIDE, laid_out
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Read
from tui.widgets.boxes import VerticalScroll
from tui.widgets.lanes import Lanes
from tui.widgets.words import Words

ROWS_FOR_LANES = 20
"""Rows of the terminal with fewer of which a report is its words alone."""
NARROWEST = 40
"""Columns below which no round is drawn."""
PICTURED = ("drifting_ship",)
"""Games whose report has a picture of what the seat saw: a board says more than sentences."""
PICTURED_BESIDE = (*PICTURED, "pantheic_runes")
"""Games whose report has one where it stands beside the words: the temple, too. Not places and matrices of the others:
the words name who was there, and a dot for what the seat cannot know would read as nothing given."""


def public_rows(game: AnyGame, public: Any) -> list[text.Part]:
    """What everyone was told, in words."""
    if public is None:
        return []
    from tui.games.generic import tree

    told = plain(public)
    if words := game.tell_public(told):
        return list(words)
    return [told] if isinstance(told, str) else tree(told)


def _when(seat: Seat, number: int) -> str:
    return text.round_title(seat.game.spec.round_word, number).capitalize()


def round_rows(
    seat: Seat, entry: Any, memory: SeatMemory | None = None, course: Course | None = None
) -> list[text.Part]:
    """One round of a seat's log in words; `memory` for what its player expected, where it is their own, `course` for
    the curve that stands with it."""
    spec = seat.game.spec
    rows: list[text.Part] = [(_when(seat, entry.round), "$accent")]
    told: list[str] = []
    drawn = [] if entry.report is None else panel_class(seat.frame().game).report(seat, entry, memory)
    if drawn:
        curve: list[text.Part] = (
            []
            if course is None
            else ["", text.line(f"{course.title} by {spec.round_word} ", (course.drawn, "$accent"))]
        )
        return [*rows, *[text.line("  ", row) for row in (*drawn, *curve)], *_public(seat, entry), ""]
    reckoning = None if entry.report is None else seat.reckoning(entry.round)
    if reckoning is not None:
        title, small = ("", "") if course is None else (course.title, course.drawn)
        found = reckoned_rows(reckoning, title, small)
        public = _public(seat, entry)
        return [*rows, *[text.line("  ", row) for row in found], *([""] if public else []), *public, ""]
    if entry.report is None:
        rows.append(("  Still open.", "$faint"))
    else:
        ordered = [] if entry.orders is None else list(seat.game.restate_to(entry.orders, seat.view()))
        if ordered or entry.round > 0:  # before the start there may have been nothing to order
            rows.append(("  You ordered", "$strong"))
            rows += [f"    {line}" for line in ordered] or [("    nothing", "$faint")]
    if entry.notices:
        rows.append((f"  During the {spec.round_word}", "$strong"))
        rows += [f"    {notice.text}" for notice in entry.notices]
    if entry.report is not None:
        rows.append(("  You were told", "$strong"))
        told = list(seat.game.tell_to(entry.report, seat.view()))
        rows += [f"    {line}" for line in told] or [("    nothing", "$faint")]
    if course is not None:
        went = (f"  {course.title} {course.was} \u2192 {course.now}   by {spec.round_word} ", "$faint")
        rows.append(text.line(went, (course.drawn, "$accent")))
    return [*rows, *_public(seat, entry, told), ""]


class Course(NamedTuple):
    """What is counted for a seat, and how it went so far, drawn small."""

    title: str
    drawn: str
    was: str
    now: str


def course_of(told: Story, seat: Seat, round_: int) -> Course | None:
    """The curve of a seat's rounds up to this one, of what its game counts first."""
    for series in told.series[:1]:
        curve = series.curves.get(seat.name or "")
        if curve is None or round_ not in series.rounds[1:]:
            continue
        drawn = curve[: series.rounds.index(round_) + 1]
        known = [value for value in drawn if value is not None]
        if len(set(known)) > 1:
            was, now = (number(value) for value in known[-2:])
            return Course(series.title, spark(drawn, min(known), max(known)), was, now)
    return None


def picture_rows(
    told: Story, round_: int, width: int, games: Sequence[str] = PICTURED, height: int = 30
) -> list[text.Part]:
    """What this seat saw of the round, where a drawing says more than words: in `games`."""
    place = next((n for n, scene in enumerate(told.scenes) if scene.round == round_), None)
    if place is None or told.game not in games:
        return []
    return [*draw(frame_of(told, place, len(told.scenes[place].steps), width, height)), ""]


def _public(seat: Seat, entry: Any, own: Sequence[str] = ()) -> list[text.Part]:
    """What everyone was told, but for what the seat's own report says already."""
    told = [row for row in public_rows(seat.game, entry.public) if row not in own]
    return [("  Everyone was told", "$strong"), *[text.line("    ", row) for row in told]] if told else []


def watched_rows(seat: Seat) -> list[text.Part]:
    """What everyone was told at each close, the latest first, for somebody who only watches."""
    rows: list[text.Part] = []
    for told in reversed(seat.view_json()["public"]):
        rows.append((_when(seat, told["round"]), "$accent"))
        rows += [*(text.line("  ", row) for row in public_rows(seat.game, told["told"])), ""]
    return rows


def announced_rows(seat: Seat, zone: tzinfo | None) -> list[text.Part]:
    """What was announced, the latest first."""
    news = seat.news()
    head: list[text.Part] = [("Announced to everyone", "$accent")] if news else []
    word = seat.game.spec.round_word
    told = ((text.round_title(word, item.round), told_words(item, seat.now, zone)) for item in reversed(folded(news)))
    return [*head, *(f"  {when}: {words}" for when, words in told)]


def drawn_rows(seat: Seat, width: int) -> list[text.Part]:
    """The last closed round as the replay draws it, from what `seat` knows: for spectators the public facts alone."""
    told = seat.story()
    if not told.scenes or width < NARROWEST:
        return []
    rows = draw(frame_of(told, len(told.scenes) - 1, len(told.scenes[-1].steps), width, 30))
    return [*rows, ""] if rows else []


class PublicPane(VerticalScroll):
    """What everyone was told, at the side of somebody who watches and has no talk and no notes."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(Words(id="public-text"), id="public-log")
        self._seat = seat
        self.border_title = "What everyone was told"

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Paint it anew."""
        news = announced_rows(self._seat, self.app.zone)  # type: ignore[attr-defined]
        rows = [*watched_rows(self._seat), *news] or [("Nothing yet.", "$faint")]
        self.query_one("#public-text", Words).update(text.lines(rows))


class ReadScreen(GarnetScreen[None]):
    """Something long to read, with arrows and pages."""

    AUTO_FOCUS = "#read"
    _written: Size | None = None
    """The terminal for which it was written."""
    BINDINGS = [Binding("enter", "back", "go on", id="read.on", tooltip="Close this page.")]

    def rows(self) -> list[text.Part]:
        """What there is to read."""
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        self._written = self.app.size
        shown = Words(text.lines(self.rows()), id="read-text")
        yield VerticalScroll(shown, id="read", classes="house-pane")

    def on_resize(self) -> None:
        super().on_resize()
        if self._written not in (None, self.app.size):  # what is drawn was drawn for so many columns
            self._written = self.app.size
            self.reflow()

    def reflow(self) -> None:
        """Write it anew, for another size."""
        self.query_one("#read-text", Words).update(text.lines(self.rows()))

    def copied(self) -> str:
        return text.lines(self.rows()).plain


def opened_words(frame: Frame) -> str:
    """What is open now, where nothing that closed has a report."""
    return (
        "The briefing is over."
        if frame.phase == "pregame"
        else f"{frame.round_word.capitalize()} {frame.round} is open."
    )


def went_back(seat: Seat, announced: str) -> Read:
    """Over the table: the host went back a round, and what became of this seat's orders."""
    frame, draft = seat.frame(), seat.draft()
    now = called(frame.round_word, frame.round)
    own = (
        f"Your orders of {now} are your draft: s seals them, as they are or changed."
        if draft is not None
        else f"You had ordered nothing in {now}."
    )
    rows: list[text.Part] = [
        announced,
        "",
        own,
        "Talk and notes stay.",
        "",
        ("Enter closes this; L has your log.", "$faint"),
    ]
    return Read(f"Back at the start of {now}", rows)


class LogScreen(ReadScreen):
    """My log, the latest round first."""

    TOPIC = "Everything you ordered, were told, and were publicly told; the latest round first."

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat

    def rows(self) -> list[text.Part]:
        seat = self._seat
        rows: list[text.Part] = [("What is public" if seat.name is None else f"{seat.name}'s log", "$strong"), ""]
        if seat.name is None:
            rows += watched_rows(seat)
        for entry in reversed(seat.log()):
            rows += round_rows(seat, entry)
        drawn = drawn_rows(seat, self.app.size.width - 6) if seat.name is None else []
        return [*rows, *announced_rows(seat, self.garnet.zone), *([""] if drawn else []), *drawn]


class ReportScreen(ReadScreen):
    """What happened at the last close: what all were told, then what this seat was told."""

    TOPIC = """\
What the last close brought: first what the preview of your orders had promised, against what came and why. Then each
of your orders, \u2713 done or \u2717 failed, what others did and what you saw, what changed with a small curve of your
rounds, and after \u203a what holds next. Enter goes on; L has all rounds."""

    def __init__(self, seat: Seat, since: int | None = None) -> None:
        """`since`: how many closed rounds were seen already; None shows only the last one."""
        super().__init__(id="report")
        self._seat = seat
        closed = len(seat.closed_rounds())
        self._since = max(0, closed - 1) if since is None else since

    def body(self) -> Iterable[Widget]:
        if (lanes := self._moved()) and self.app.size.height >= ROWS_FOR_LANES:
            yield Lanes(lanes, moving=lambda: bool(self.garnet.settings().get("motion")))
        yield from super().body()

    def _moved(self) -> Sequence[Lane]:
        """What moved at the last close, if this page is about that one alone."""
        shown = self._seat.closed_rounds()[self._since :]
        if len(shown) != 1:
            return ()
        return panel_class(self._seat.frame().game).lanes(self._seat, shown[0])

    def again(self) -> None:
        """Another close came while this page was being read: it goes on the same page."""
        self.query(Lanes).remove()  # they were of one close
        for words in self.query("#read-text").results(Words):  # none yet: it is painted with this close in it
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        seat = self._seat
        shown = seat.closed_rounds()[self._since :]
        many = f" while you were busy, {len(shown)} {seat.game.spec.round_word}s" if len(shown) > 1 else ""
        head: list[text.Part] = [(f"{seat.name}: what happened{many}", "$strong"), ""]
        if not shown:
            return [*head, "What stood here is undone: the host went back."]
        memory = self.garnet.seat_memory(seat.frame().match, seat.name)
        told = seat.story()
        width, height = self.app.size.width - 6, self._height()
        courses = {entry.round: course_of(told, seat, entry.round) for entry in shown}

        def words(small: bool) -> list[text.Part]:
            rows = list(head)
            for entry in shown:
                rows += round_rows(seat, entry, memory, courses[entry.round] if small else None)
                rows += [] if self._beside else picture_rows(told, entry.round, width)
            return rows

        def drawn(room: int, high: int) -> list[Content]:
            return [*map(text.line, picture_rows(told, shown[-1].round, room, PICTURED_BESIDE, high))]

        return laid_out(seat, told, words, drawn, width, height) if self._one else words(True)

    def _height(self) -> int:
        """Rows of the page that are seen at once: all but the lanes, the edges and the keys."""
        lanes = len(self._moved())
        return self.app.size.height - 4 - (lanes + 1 if lanes else 0)

    @property
    def _one(self) -> bool:
        """Is this page about one close alone?"""
        return len(self._seat.closed_rounds()[self._since :]) == 1

    @property
    def _beside(self) -> bool:
        """Is there room for something beside the words? Of one round: of several each stands under its own."""
        return self._one and self.app.size.width >= BESIDE

    def reflow(self) -> None:
        super().reflow()
        self._widen()

    def _widen(self) -> None:
        """Words alone are read best in a column of their own width; a drawing beside them has all there is."""
        self.query_one("#read-text").styles.max_width = "100%" if self._beside else None

    def on_mount(self) -> None:
        if self._beside:
            self._widen()
