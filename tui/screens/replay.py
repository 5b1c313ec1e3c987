"""A finished match, round by round, from any seat's eyes or from everyone's, with the checked commitment."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widget import Widget

from tui import text
from tui.games import panel_class
from tui.memory import Forgetful, SeatMemory
from tui.replaying import Moment, Replay
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.screens.log import public_rows
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Row
from tui.widgets.ending import commitment_rows, ledger_rows, outcome_rows
from tui.widgets.words import Paper, Words

EVERYONE = "*"
May = Callable[[str, Callable[[], None]], None]
"""Asks whether these eyes may be looked through, and calls back if so (a PIN, say)."""


class ReplayScreen(GarnetScreen[None]):
    """Rounds left and right; whose eyes with `e`; Enter changes between the table and what was told."""

    TOPIC = """\
Left and right go from round to round; after the last one comes the result.

e chooses whose eyes: a seat sees its own table as it stood just before the close, everyone's eyes see all orders and
reports. Enter changes between the table and what was told at the close."""
    BINDINGS = [
        Binding("left,less_than_sign", "go(-1)", "earlier", id="replay.back", key_display="←", tooltip="A round back."),
        Binding("right,greater_than_sign", "go(1)", "later", id="replay.on", key_display="→", tooltip="A round on."),
        Binding("e", "eyes", "eyes", id="replay.eyes", tooltip="Whose eyes to look through."),
        Binding("enter", "turn", "table or report", id="replay.turn", tooltip="The table, or what was told."),
        Binding("R", "rules", "rules", id="replay.rules", tooltip="How to play, with the rulings."),
    ]  # fmt: skip

    def __init__(self, replay: Replay, eyes: tuple[str, ...], at: str | None = None, may: May | None = None) -> None:
        """`eyes`: the seats that may be looked through, and EVERYONE if all may."""
        super().__init__(id="replay")
        self.replay = replay
        self.allowed = eyes
        self.eyes = at or eyes[-1]
        self._may = may
        self.place = 0
        """Which round is shown; one past the last for the result."""
        self.told = self.eyes == EVERYONE
        """What was told, rather than the table."""

    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Vertical(id="replay-body", classes="pane")

    async def on_mount(self) -> None:
        await self._paint()

    @property
    def moment(self) -> Moment | None:
        """The round that is shown; None at the result."""
        moments = self.replay.moments
        return moments[self.place] if self.place < len(moments) else None

    async def _paint(self) -> None:
        moment, spec = self.moment, self.replay.final.game.spec
        where = "the result" if moment is None else f"{spec.round_word} {moment.round}/{spec.rounds}"
        whose = "everyone's eyes" if self.eyes == EVERYONE else f"{self.eyes}'s eyes"
        shown = "" if moment is None else ("what was told" if self.told else "the table before the close")
        title = self.replay.header.title or spec.title
        parts: list[text.Part] = [(f" {title}", "$strong")]
        for part in ("replay", where, whose, shown):
            parts += [(" · ", "$faint"), part] if part else []
        self.query_one("#frame", Paper).update(text.line(*parts))
        body = self.query_one("#replay-body")
        await body.remove_children()
        if moment is not None and not self.told and self.eyes != EVERYONE:
            seat = moment.seat(self.eyes)
            # What a player expected or remembered is theirs alone: these eyes remember nothing.
            memory = SeatMemory(Forgetful(), self.replay.header.match, self.eyes)
            panel = panel_class(self.replay.header.game)(seat, memory, read_only=True)
            await body.mount(panel)
            self.set_focus(None)  # so that the arrows turn rounds; Tab goes into the panel
            return
        rows = self._rows(moment)
        words = Words(text.lines(rows), id="replay-text")
        scroll = VerticalScroll(words, id="replay-scroll", classes="pane")
        await body.mount(scroll)
        scroll.focus()

    def _rows(self, moment: Moment | None) -> list[text.Part]:
        if moment is None:
            return result_rows(self.replay, None if self.eyes == EVERYONE else self.eyes)
        if self.eyes == EVERYONE:
            return everyone_rows(self.replay, moment)
        return seat_rows(self.replay, moment, self.eyes)

    async def action_go(self, by: int) -> None:
        self.place = max(0, min(len(self.replay.moments), self.place + by))
        await self._paint()

    async def action_turn(self) -> None:
        if self.eyes == EVERYONE:
            self.tell("Everyone's orders and reports are all here; e chooses one seat's table.")
            return
        self.told = not self.told
        await self._paint()

    def action_eyes(self) -> None:
        rows = [Row(eyes, "Everyone" if eyes == EVERYONE else eyes) for eyes in self.allowed]

        def look(eyes: str) -> None:
            self.eyes = eyes
            self.told = eyes == EVERYONE
            self.call_later(self._paint)

        def chosen(eyes: str | None) -> None:
            if eyes is not None:
                if self._may is None or eyes == EVERYONE:
                    look(eyes)
                else:
                    self._may(eyes, lambda: look(eyes))

        self.app.push_screen(Pick("Whose eyes?", rows, self.eyes), chosen)

    def action_rules(self) -> None:
        self.garnet.open_rules(self.replay.header.game)

    def copied(self) -> str:
        return "\n".join(str(paper.content) for paper in self.query(Paper))


def seat_rows(replay: Replay, moment: Moment, seat: str) -> list[text.Part]:
    """What one seat ordered in a round, what it was told, and what all were told."""
    return [*own_rows(replay, moment, seat), "", *told_rows(replay, moment)]


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


def result_rows(replay: Replay, seat: str | None) -> list[text.Part]:
    """The result, the announcements, the ledger and the checked dice."""
    place = replay.seat(seat or replay.header.seats[0])
    outcome = place.outcome()
    rows: list[text.Part] = []
    rows += outcome_rows(outcome, replay.header.seats) if outcome else [("Ended without a result.", "$strong")]
    rows += ["", *(news.text for news in place.news())]
    if ledger := ledger_rows(place):
        rows += ["", *ledger]
    if (record := place.record()) is not None:
        rows += ["", *commitment_rows(place, record)]
    return rows
