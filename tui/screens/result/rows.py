"""What a replay says in rows: the line of all rounds, the steps of one, what a seat or everybody was told of it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from core.story.parts import Story
from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.screens.result.past_tables import Moment, Replay
from tui.words import text
from tui.words.log_rows import course_of, picture_rows, public_rows, round_rows


def scrub(told: Story, place: int, width: int) -> Content:
    """All rounds in a line, the one that is shown lit, turning points by their digits, the result at the end."""
    parts: list[text.Part] = [" "]
    for number_, scene in enumerate(told.scenes):
        turns = "".join(str(n) for n, turn in enumerate(told.turns, 1) if turn.round == scene.round)
        here = number_ == place
        parts.append((f" {scene.round} ", "$pick" if here else "$ink"))
        parts.append((f"{turns}" if turns else "", "$key"))
        parts.append((" \u2500 " if width >= 100 else " ", "$faint"))
    parts.append((" result ", "$pick" if place >= len(told.scenes) else "$ink"))
    return text.line(*parts).truncate(width, ellipsis=True)


def step_rows(steps: Sequence[Sequence[str]], at: int) -> list[text.Part]:
    """The steps of a round, each in its lines: those that have happened, the last one marked, those to come faint."""
    rows: list[text.Part] = [(f"What happened: {len(steps)} steps", "$accent")]
    for number_, wrapped in enumerate(steps, 1):
        style = "$strong" if number_ == at else "$ink" if number_ < at else "$faint"
        mark = "\u25b8 " if number_ == at else "  "
        rows += [text.line((mark if n == 0 else "  ", "$key"), (line, style)) for n, line in enumerate(wrapped)]
    return rows


def report_page(told: Story, seat: Seat, round_: int, width: int, memory: SeatMemory | None = None) -> list[text.Part]:
    """What came of a round for one seat, as its report told it; `memory` for what its player had expected."""
    entry = next(entry for entry in seat.closed_rounds() if entry.round == round_)
    course = course_of(told, seat, round_)
    return [*round_rows(seat, entry, memory, course)[1:-1], *picture_rows(told, round_, width)]


def own_rows(replay: Replay, moment: Moment, seat: str) -> list[text.Part]:
    """What one seat ordered and was told."""
    game, record, sight = replay.final.game, moment.record, replay.seat(seat).view()
    orders = record.orders.get(seat)
    rows: list[text.Part] = [(f"{seat} ordered", "$accent")]
    rows += (
        [f"  {line}" for line in game.restate_to(orders, sight)] if orders is not None else [("  nothing", "$faint")]
    )
    told = [t.notice.text for t in replay.final.told.get(seat, ()) if t.round == record.round]
    rows += [f"  {line}" for line in told]
    told_now = game.tell_to(record.reports[seat], sight)
    return [*rows, ("  and was told", "$strong"), *(f"  {line}" for line in told_now)]


def told_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """What all were told at a close."""
    told = public_rows(replay.final.game, moment.record.public)
    return [("Everyone was told", "$accent"), *(text.line("  ", row) for row in told)] if told else []


def everyone_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """Every seat's orders and report of a round, then what all were told."""
    rows: list[text.Part] = []
    for seat in replay.header.seats:
        rows += [*own_rows(replay, moment, seat), ""]
    return [*rows, *told_rows(replay, moment)]
