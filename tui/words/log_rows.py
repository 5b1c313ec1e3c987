"""A seat's log or the public log as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from core.contract import AnyGame, NoOrders
from core.decoding import plain
from core.match.closing import READS
from core.narration.text import leaders_sentence, spark
from core.story.parts import Story
from core.story.reviewing import Counted, Deed, Hoped, RoundReview, because, figure, headed
from core.story.turning import number
from core.table.seat import Frame, Seat
from tui.app.memory import SeatMemory
from tui.drawings import draw, frame_of
from tui.games import panel_class
from tui.words import text
from tui.words.notices import fold_bot_news, told_words

DONE, FAILED, NEITHER = "\u2713", "\u2717", "\u00b7"
MARKS = {"done": (DONE, "$good"), "failed": (FAILED, "$bad"), "": (NEITHER, "$faint")}


def review_rows(review: RoundReview, title: str = "", drawn: str = "") -> list[text.Part]:
    """Return the page after a close. `drawn` is the curve of `title`, beside its count."""
    parts: list[list[text.Part]] = [
        [*(_expectation_words(item) for item in review.hoped), *review.said],
        [*_deeds(review.deeds)],
        list(review.befell),
        list(review.promised),
        [_figure_row(item, drawn if item.what == title else "") for item in review.counted],
        [text.line(("\u203a ", "$key"), line) for line in review.ahead],
    ]
    rows: list[text.Part] = []
    for part in parts:
        if part:
            rows += ["", *part] if rows else part
    return rows


def _expectation_words(hoped: Hoped) -> text.Part:
    """Return `Expected +12 sins, got +9: −2 stolen from you, −1 in great crowds`."""
    tone = "$good" if hoped.got >= hoped.expected else "$warn"
    return text.line(
        ("Expected ", "$faint"), (figure(hoped.expected, hoped.gain), "$strong"), (f" {hoped.what}, got ", "$faint"),
        (figure(hoped.got, hoped.gain), tone),
        (f": {because(hoped)}." if hoped.why else ".", "$warn" if hoped.why else "$faint"),
    )  # fmt: skip


def _deeds(deeds: Sequence[Deed]) -> Iterator[text.Part]:
    for heading, deed in headed(deeds):
        yield from [(heading, "$accent")] if heading else []
        mark, tone = MARKS[deed.mark]
        result = (f": {deed.came}", "$warn" if deed.mark == "failed" else "$strong") if deed.came else ""
        yield text.line("  " if deed.at else "", (f"{mark} ", tone), deed.text, result)


def _figure_row(counted: Counted, drawn: str) -> text.Part:
    """Return `Points 64 → 70 (+6)  ▁▃▆█  +6 interest`."""
    change: text.Part = ""
    was: text.Part = ""
    if counted.before != counted.after:
        was = (f"{figure(counted.before)} \u2192 ", "$faint")
        if counted.before is not None and counted.after is not None:
            by = counted.after - counted.before
            change = (f" ({figure(by, gain=True)})", "$good" if by > 0 else "$bad")
    curve: text.Part = (f"  {drawn}", "$accent") if drawn else ""
    of: text.Part = (f"  {counted.of}", "$faint") if counted.of else ""
    return text.line(f"{counted.what} ", was, (figure(counted.after), "$strong"), change, curve, of)


NARROWEST = 40
"""Columns below which no round is drawn."""
PICTURED = ("drifting_ship",)
"""Games with a picture in the report: the board that the seat saw."""
PICTURED_BESIDE = (*PICTURED, "pantheic_runes")
"""Games with a drawing beside a report's words. Matrices of others are left out: a dot for the unknown would read as
nothing given."""


def public_rows(game: AnyGame, public: Any) -> list[text.Part]:
    if public is None:
        return []
    from tui.games.known import tree

    json = plain(public)
    if words := game.tell_public(json):
        return list(words)
    return [json] if isinstance(json, str) else tree(json, game.labels)


def _round_title(seat: Seat, number: int) -> str:
    return text.round_title(seat.spec, number).capitalize()


def round_rows(
    seat: Seat, entry: Any, memory: SeatMemory | None = None, course: Course | None = None
) -> list[text.Part]:
    """Return a round of a seat's log in words. `memory`: the player's own expectations; `course`: the curve beside
    it."""
    spec = seat.spec
    rows: list[text.Part] = [(_round_title(seat, entry.round), "$accent")]
    report_lines: list[str] = []
    drawn = [] if entry.report is None else panel_class(seat.frame().game).report(seat, entry, memory)
    if drawn:
        curve: list[text.Part] = (
            []
            if course is None
            else ["", text.line(f"{course.title} by {spec.round_word} ", (course.drawn, "$accent"))]
        )
        told_of = seat.review(entry.round)
        promised = () if told_of is None else told_of.promised
        return [*rows, *[text.line("  ", row) for row in (*drawn, *curve, *promised)], *_public(seat, entry), ""]
    review = None if entry.report is None else seat.review(entry.round)
    if review is not None:
        title, small = ("", "") if course is None else (course.title, course.drawn)
        reckoned = review_rows(review, title, small)
        public = _public(seat, entry)
        return [*rows, *[text.line("  ", row) for row in reckoned], *([""] if public else []), *public, ""]
    if entry.report is None:
        rows.append(("  Still open.", "$faint"))
    else:
        ordered = list(seat.ordered(entry))
        has_orders = seat.game.Orders is not NoOrders
        if ordered or (entry.round > 0 and has_orders):  # before the start there may be nothing to order
            rows.append(("  You ordered", "$strong"))
            rows += [f"    {line}" for line in ordered] or [("    nothing", "$faint")]
    if entry.notices:
        rows.append((f"  During the {spec.round_word}", "$strong"))
        rows += [f"    {notice.text}" for notice in entry.notices]
    if entry.report is not None:
        rows.append(("  You were told", "$strong"))
        report_lines = list(seat.game.tell_to(entry.report, seat.view()))
        rows += [f"    {line}" for line in report_lines] or [("    nothing", "$faint")]
    if course is not None:
        went = (f"  {course.title} {course.was} \u2192 {course.now}   by {spec.round_word} ", "$faint")
        rows.append(text.line(went, (course.drawn, "$accent")))
    return [*rows, *_public(seat, entry, report_lines), ""]


class Course(NamedTuple):
    """A value of a seat over the rounds so far, with its small curve."""

    title: str
    drawn: str
    was: str
    now: str


def course_of(tale: Story, seat: Seat, round_: int) -> Course | None:
    """Return the curve up to this round of the game's first series; None unless it moves."""
    for series in tale.series[:1]:
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
    tale: Story, round_: int, width: int, games: Sequence[str] = PICTURED, height: int = 30
) -> list[text.Part]:
    place = next((n for n, scene in enumerate(tale.scenes) if scene.round == round_), None)
    if place is None or tale.game not in games:
        return []
    return [*draw(frame_of(tale, place, len(tale.scenes[place].steps), width, height)), ""]


def _public(seat: Seat, entry: Any, own: Sequence[str] = ()) -> list[text.Part]:
    rows = [row for row in public_rows(seat.game, entry.public) if row not in own]
    return [("  Everyone was told", "$strong"), *[text.line("    ", row) for row in rows]] if rows else []


def watched_rows(seat: Seat) -> list[text.Part]:
    """Return public reports, latest first; for late onlookers the standing and whole rounds (HH-71)."""
    tale, public = seat.story(), {entry["round"]: entry["told"] for entry in seat.view_json()["public"]}
    whole = {scene.round: [step.text for step in scene.steps] for scene in tale.scenes[: tale.opened]}
    rows: list[text.Part] = []
    if whole:
        stands = (leaders_sentence(tale), *(turn.text for turn in tale.turns))
        rows += [(f"After {tale.when(max(whole))}", "$accent"), *(f"  {line}" for line in stands if line), ""]
    for number_ in sorted({*whole, *public}, reverse=True):
        told = whole.get(number_) or public_rows(seat.game, public.get(number_))
        rows += [(_round_title(seat, number_), "$accent"), *(text.line("  ", row) for row in told), ""]
    return rows


def announced_rows(seat: Seat, zone: tzinfo | None) -> list[text.Part]:
    news = seat.news()
    head: list[text.Part] = [("Announced to everyone", "$accent")] if news else []
    spec = seat.spec
    latest = reversed(fold_bot_news(news))
    lines = ((text.round_title(spec, item.round), told_words(item, seat.now, zone)) for item in latest)
    return [*head, *(f"  {when}: {words}" for when, words in lines)]


def drawn_rows(seat: Seat, width: int) -> list[text.Part]:
    tale = seat.story()
    if not tale.scenes or width < NARROWEST:
        return []
    at = (tale.opened or len(tale.scenes)) - 1
    rows = draw(frame_of(tale, at, len(tale.scenes[at].steps) + 1, width, 30))
    return [*rows, ""] if rows else []


def opened_words(frame: Frame) -> str:
    if frame.phase == "judging":
        return READS
    return "The briefing is over." if frame.phase == "pregame" else f"{frame.when(frame.round).capitalize()} is open."
