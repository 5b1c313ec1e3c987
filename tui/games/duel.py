"""Base of both duels' panels: score, table and past."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.contract import Struct
from core.games.duel.course import PAIRS, DuelPast, DuelReport, DuelView, match_point, stake_words
from core.match.views import RoundLog
from core.story.parts import Story
from core.table.seat import Seat
from tui.app.memory import Forgetful, SeatMemory
from tui.drawings.tiles import EVEN, LEADS, TOOK, Scale, big, chip, row_of, table_card
from tui.games.base import GamePanel
from tui.widgets.boxes import Vertical
from tui.widgets.lines import Lines
from tui.words import text

NARROW, LOW = 74, 11
"""Columns and rows of the board below which everything is written in lines."""
BROAD, TALL = 102, 22
"""Columns of the board from which all tiles are larger, and rows from which those on the table are."""
MARGIN, HAND = 2, 6
"""Columns beside the board, and rows below it for the input."""
WITH_LAST = 76
"""Columns from which the headline of who answers tells the part before."""
GAP = 5
"""Most empty rows between the parts of the board."""
SCORE = 9
"""Columns of the points on a small board: big figures with a colon between."""
COLUMN = 26
"""Columns of a seat on the curtain: a name has at most 24."""
SIDE = 24


def scale_for(width: int, height: int) -> Scale:
    if width < NARROW or height < LOW:
        return "small"
    return "usual" if height < TALL else "large" if width >= BROAD else "tall"


class Board(Lines):
    def __init__(self, draw: Callable[[int, int], Sequence[Content]]) -> None:
        super().__init__(id="board")
        self._draw = draw

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        return [text.fit(row, width) for row in self._draw(width, height)][:height] if width and height else []


O = TypeVar("O", bound=Struct)  # noqa: E741 - the contract's own word is "orders"
V = TypeVar("V", bound=DuelView)
R = TypeVar("R", bound=DuelReport)


class DuelPanel(GamePanel[O, V, R], Generic[O, V, R]):
    """The board of a duel. A game names its numbers and describes the known rest of each seat."""

    QUICK = True
    LEAST = (40, 11)
    WHAT: ClassVar[str]
    """`trick` or `bout`."""
    THING: ClassVar[str]
    """`tile` or `bid`."""
    PASSED: ClassVar[str]
    """Line of the report if the seat let its turn pass."""
    DIGITS: ClassVar[int] = 1

    DEFAULT_CSS = """
    DuelPanel #board { height: 1fr; padding: 0 1; }
    DuelPanel #hand { height: auto; padding: 0 1; }
    """
    BINDINGS = [Binding("enter", "play", "play it", show=False, id="duel.play", tooltip="Seal what is chosen.")]

    # --- for a game to define ----------------------------------------------------------------------------------------
    def hand(self) -> Widget:
        raise NotImplementedError

    def rest_rows(self, name: str, view: V) -> list[text.Part]:
        raise NotImplementedError

    @staticmethod
    def is_over(score: Mapping[str, int], left: int) -> bool:
        """True if these points have won the duel, with `left` tricks or bouts to come."""
        raise NotImplementedError

    def extra_past(self, name: str, past: DuelPast) -> text.Part | None:
        return None

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        with Vertical():
            yield Board(self._board)
            yield self.hand()

    def show(self) -> None:
        self.query_one("#board", Board).redraw()
        hand = self.query_one("#hand")
        hand.display = self.seat.view().turn is not None
        self.show_hand()

    def show_hand(self) -> None:
        raise NotImplementedError

    @property
    def scale(self) -> Scale:
        return scale_for(self.size.width - MARGIN, self.size.height - HAND)

    def action_play(self) -> None:
        self.screen.action_seal()  # type: ignore[attr-defined]

    # --- words -------------------------------------------------------------------------------------------------------
    def names(self, view: DuelView) -> tuple[str, str]:
        first, second = view.score
        return (second, first) if view.seat == second else (first, second)

    def headline(self, view: DuelView) -> text.Part:
        frame = self.seat.frame()
        number = text.line((f"{self.WHAT.capitalize()} {(view.round + 1) // 2} of {PAIRS}", "$accent"), "  ")
        if frame.phase == "briefing":
            mine = view.seat is not None and not frame.ready
            tail = text.line(": press ", ("r", "$key"), ".") if mine else "."
            return text.line("It begins when both are ready", tail, f" {view.leader} leads first.")
        if view.turn is None:
            return text.line(number, "The duel is over.")
        if view.turn != view.seat:
            doing = "to lead" if view.table is None else f"to answer a {view.table} {self.THING}"
            return text.line(number, (view.turn, "$strong"), f" is {doing}.")
        other = self.names(view)[1]
        if self.seat.sealed() is not None:
            return text.line(number, ("Sealed.", "$good"), " It counts at the close.")
        if view.table is None:
            return text.line(number, ("You lead.", "$good"), f" {other} will see its colour and no more.")
        last = self._last(view) if self.size.width >= WITH_LAST else ""
        return text.line(number, ("You answer.", "$good"), f" {other} led a {view.table} {self.THING}.", last)

    def _last(self, view: DuelView) -> text.Part:
        """Say who took the part before: once its winner leads the next, only the row of all parts tells it."""
        if not view.past:
            return ""
        past, (mine, other) = view.past[-1], self.names(view)
        loser = other if past.taken == mine else mine
        outcome = "The last was equal" if past.taken is None else f"{past.taken} took the last"
        if past.taken is not None and self.size.width >= BROAD:
            outcome += f", {past.colours[past.taken]} over {past.colours[loser]}"
        return text.line("  ", (f"{outcome}: {view.score[mine]} to {view.score[other]}.", "$strong"))

    # --- drawing -----------------------------------------------------------------------------------------------------
    def _board(self, width: int, height: int) -> list[Content]:
        view, scale = self.seat.view(), scale_for(width, height)
        rows = self._small_rows(view, width) if scale == "small" else self._tile_rows(view, width, height, scale)
        return [text.line(row) for row in rows]

    def _tile_rows(self, view: V, width: int, height: int, scale: Scale) -> list[text.Part]:
        middle, past = self._middle(view, width, scale), self._past(view, width)
        spare = height - 1 - len(middle) - len(past)
        gap: list[text.Part] = [""] * max(0, min(GAP, spare // 3))
        return [self.headline(view), *(gap or [""] * (spare > 1)), *middle, *(gap or [""] * (spare > 0)), *past]

    def _middle(self, view: V, width: int, scale: Scale) -> list[text.Part]:
        first, second = self.names(view)
        room = max(0, width - 2 * SIDE)
        table = [text.centred(row, room) for row in self._table(view, scale)]
        sides = [self._side(name, view) for name in (first, second)]
        above: list[text.Part] = [""] * max(0, (len(table) - max(map(len, sides))) // 2)
        return list(text.beside([above + sides[0], table, above + sides[1]], [SIDE, room, SIDE], 0))

    def _side(self, name: str, view: V) -> list[text.Part]:
        turn = ("\u25b6 ", "$warn") if view.turn == name else "  "
        title = text.line(turn, (name, "$strong"), (" (you)", "$faint") if view.seat == name else "")
        style = "$good" if view.score[name] == max(view.score.values()) else "$strong"
        figures: list[text.Part] = [text.line("    ", row) for row in big(view.score[name], style)]
        return [title, *figures, *(text.line("  ", row) for row in self.rest_rows(name, view))]

    def _table(self, view: DuelView, scale: Scale) -> list[text.Part]:
        first, second = self.names(view)
        if view.table is None and view.past:
            past = view.past[-1]
            caption: text.Part = ("equal: no point", "$faint") if past.taken is None else f"{past.taken} took the last"
            cards = [
                table_card(number_words(known_number(past, name, view)), past.colours[name], scale)
                for name in (first, second)
            ]
        else:
            caption = "" if view.table is None else f"{view.leader} led"
            cards = []
            for name in (first, second):
                mine = view.led if name == view.seat else None
                led = view.table if name == view.leader else None
                cards.append(table_card(number_words(mine) if led else "", led, scale))
        return [caption, *row_of(cards, 4), self.match_point(view)]

    def match_point(self, view: DuelView) -> text.Part:
        number = (view.round + 1) // 2
        seats = () if view.turn is None else match_point(view.score, PAIRS - number, self.is_over)
        if len(seats) == 2:
            return (f"this {self.WHAT} wins the match", "$warn")
        return text.line(("match point: ", "$warn"), (seats[0], "$strong")) if seats else ""

    def _past(self, view: V, width: int) -> list[text.Part]:
        lead = 10  # columns of the names
        cell = max(self.DIGITS + 5, min(10, (width - lead) // PAIRS))
        heads = text.line(*[text.fit(f"{number:>{self.DIGITS + 2}}", cell) for number in range(1, PAIRS + 1)])
        rows: list[text.Part] = [text.line(text.fit((self.WHAT.capitalize(), "$faint"), lead), (heads.plain, "$faint"))]
        for name in self.names(view):
            rows.append(text.line(text.fit(name, lead - 1), " ", *self._chips(view, name, cell)))
            marks = [self.extra_past(name, past) for past in view.past]
            if any(mark is not None for mark in marks):
                blank = [text.fit("", cell)] * self._unknown_pairs(view)
                cells = [text.fit(text.line(" " * self.DIGITS, mark or ""), cell) for mark in marks]
                rows.append(text.line(" " * lead, *blank, *cells))
        return rows

    @staticmethod
    def _unknown_pairs(view: DuelView) -> int:
        """Pairs played before the first known: of a set-up."""
        over = PAIRS if view.turn is None else (view.round - 1) // 2
        return max(0, over - len(view.past))

    def _chips(self, view: V, name: str, cell: int) -> list[Content]:
        chips = [text.fit(("-".rjust(self.DIGITS + 2), "$faint"), cell)] * self._unknown_pairs(view)
        for past in view.past:
            lead = (LEADS, "$warn") if past.leader == name else " "
            mark = (EVEN, "$faint") if past.taken is None else (TOOK, "$good") if past.taken == name else " "
            own = known_number(past, name, view)
            chips.append(text.fit(text.line(lead, chip(own, past.colours[name], self.DIGITS + 1), mark), cell))
        return chips

    def _small_rows(self, view: V, width: int) -> list[text.Part]:
        first, second = self.names(view)
        room = (width - SCORE) // 2
        sides = [self._small_side(name, view, room) for name in (first, second)]
        figures = [big(view.score[name], "$good" if view.turn == name else "$strong") for name in (first, second)]
        colon = [text.line(" "), text.line((":", "$faint")), text.line(" ")]
        middle = row_of([figures[0], colon, figures[1]], 1)
        headline, stakes = text.wrapped(self.headline(view), width), text.line(self.match_point(view))
        rows: list[text.Part] = [headline[0], stakes] if stakes.plain else [*headline]
        rows += [text.line(left, row, right) for left, row, right in zip(sides[0], middle, sides[1], strict=True)]
        cell = self.DIGITS + 3
        latest = view.past[-max(1, (width - 4) // cell) :]
        for name in (first, second):
            chips = [
                text.fit(
                    text.line(
                        chip(known_number(past, name, view), past.colours[name], self.DIGITS)[1:],
                        TOOK if past.taken == name else EVEN if past.taken is None else " ",
                    ),
                    cell,
                )
                for past in latest
            ]
            rows.append(text.line(text.fit(name, 3), " ", *chips))
        return rows

    def _small_side(self, name: str, view: V, room: int) -> list[Content]:
        lead = text.line(("\u25b6 ", "$warn")) if view.turn == name else text.line()
        rows = [text.line(lead, (name, "$strong")), *map(text.line, self.rest_rows(name, view))]
        return [text.centred(rows[place] if place < len(rows) else "", room) for place in range(3)]

    @classmethod
    def report(cls, seat: Seat[O, V, R], entry: RoundLog[O, R], memory: SeatMemory | None = None) -> list[text.Part]:
        passed = entry.closed_report.by == seat.name and entry.orders is None
        return [*([cls.PASSED] if passed else []), *seat.game.tell_to(entry.closed_report, seat.view())]

    @classmethod
    def watched(cls, seat: Seat[O, V, R], width: int, height: int) -> Sequence[text.Part]:
        return cls(seat, SeatMemory(Forgetful(), seat.frame().match, None), read_only=True)._board(width, height)

    @classmethod
    def stakes(cls, seat: Seat[O, V, R]) -> Sequence[text.Part]:
        view = seat.view()
        left = PAIRS - max(0, (view.round - 1) // 2)
        score = ", ".join(f"{name} {points}" for name, points in view.score.items())
        to_come = f"{text.counted(left, cls.WHAT)} to come" if view.turn is not None else "it is over"
        now = stake_words(view.score, left, cls.WHAT, cls.is_over) if view.turn is not None else ""
        rule = f"{score}, {to_come}{now}; who cannot be caught any more has won the duel."
        return [text.line(("At stake: ", "$accent"), rule)]

    @classmethod
    def headlines(cls, seat: Seat[O, V, R], story: Story) -> Sequence[tuple[str, Sequence[str]]]:
        view, score, titled = seat.view(), dict.fromkeys(seat.view().score, 0), list[tuple[str, Sequence[str]]]()
        before = cls._unknown_pairs(view)
        for number, past in enumerate(view.past, before + 1):
            other = next(name for name in past.colours if name != past.leader)
            if past.taken:
                score[past.taken] += 1
            outcome = f"{past.taken} takes the {cls.WHAT}" if past.taken else "Equal: nobody takes it"
            standing = "" if before else f", {' to '.join(str(points) for points in score.values())}"
            sentences = (f"{past.leader} led {past.colours[past.leader]}, {other} answered {past.colours[other]}.",
                    f"{outcome}{standing}.")  # fmt: skip
            titled.append((f"{cls.WHAT.capitalize()} {number}", sentences))
        if view.table is not None:
            title = f"{cls.WHAT.capitalize()} {before + len(view.past) + 1}"
            titled.append((title, [f"{view.leader} led a {view.table} {cls.THING}."]))
        return titled[::-1]

    @classmethod
    def public(cls, seat: Seat[O, V, R]) -> list[text.Part]:
        view = seat.view()
        sides = [[text.centred(row, COLUMN) for row in big(points)] for points in view.score.values()]
        names = text.line(*[text.centred((name, "$strong"), COLUMN) for name in view.score])
        rows: list[text.Part] = [names, *row_of(sides, 0)]
        known = seat.view_json()["public"]
        if known:
            rows += ["", *seat.game.tell_public(known[-1]["told"])]
        return rows


def known_number(past: DuelPast, name: str, view: DuelView) -> int | None:
    """Return the reader's knowledge of a number in a past pair: its own, and after equals the other's too."""
    return past.own if name == view.seat or past.taken is None else None


def number_words(number: int | None) -> str:
    return "?" if number is None else str(number)
