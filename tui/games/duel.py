"""What the panels of both duels share: the score in big figures, the table between the two, and the past by columns.

The board fills the panel; a game adds what its player chooses with below it. Nothing covers the board between turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.contract import Struct
from core.games.duel.course import PAIRS, DuelPast, DuelTold, DuelView, match_point
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
"""Columns beside the board, and rows below it for what the player chooses with."""
GAP = 5
"""Empty rows between the parts of the board, at most."""
SCORE = 9
"""Columns of the points on a small board, in big figures, with the colon between them."""
COLUMN = 26
"""Columns of a seat on the curtain: a name has at most 24."""
SIDE = 24
"""Columns of what stands beside the table, for each seat."""


def scale_for(width: int, height: int) -> Scale:
    """How large things are drawn on a board of so many columns and rows."""
    if width < NARROW or height < LOW:
        return "small"
    return "usual" if height < TALL else "large" if width >= BROAD else "tall"


class Board(Lines):
    """What is between the two, drawn for the room that there is."""

    def __init__(self, draw: Callable[[int, int], Sequence[Content]]) -> None:
        super().__init__(id="board")
        self._draw = draw

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        return [text.fit(row, width) for row in self._draw(width, height)][:height] if width and height else []


O = TypeVar("O", bound=Struct)  # noqa: E741 - the contract's own word is "orders"
V = TypeVar("V", bound=DuelView)
R = TypeVar("R", bound=DuelTold)


class DuelPanel(GamePanel[O, V, R], Generic[O, V, R]):
    """The board of a duel. A game says what its numbers are, and what is known of the other's rest."""

    QUICK = True
    LEAST = (40, 11)
    WHAT: ClassVar[str]
    """`trick` or `bout`."""
    THING: ClassVar[str]
    """What is led: `tile` or `bid`."""
    PASSED: ClassVar[str]
    """What becomes of a turn in which nothing was sealed."""
    DIGITS: ClassVar[int] = 1
    """Of the greatest number."""

    DEFAULT_CSS = """
    DuelPanel { height: 1fr; }
    DuelPanel #board { height: 1fr; padding: 0 1; }
    DuelPanel #hand { height: auto; padding: 0 1; }
    """
    BINDINGS = [Binding("enter", "play", "play it", show=False, id="duel.play", tooltip="Seal what is chosen.")]

    # --- what a game says --------------------------------------------------------------------------------------------
    def hand(self) -> Widget:
        """What the player chooses with; its id is `hand`."""
        raise NotImplementedError

    def rest(self, name: str, view: V) -> list[text.Part]:
        """What is known of the rest of one seat, one or two short lines."""
        raise NotImplementedError

    def over(self, score: Mapping[str, int], left: int) -> bool:
        """Has somebody won the duel with these points, with so many tricks or bouts to come?"""
        raise NotImplementedError

    def extra_past(self, name: str, past: DuelPast) -> text.Part | None:
        """What stands below a seat's chip in the past, if anything."""
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
        """Paint what the player chooses with."""
        raise NotImplementedError

    @property
    def scale(self) -> Scale:
        """How large things are drawn."""
        return scale_for(self.size.width - MARGIN, self.size.height - HAND)

    def action_play(self) -> None:
        """Seal what is chosen: it is restated, and asked once more."""
        self.screen.action_seal()  # type: ignore[attr-defined]

    # --- words -------------------------------------------------------------------------------------------------------
    def names(self, view: DuelView) -> tuple[str, str]:
        """The reader first, then the other; for a spectator in seat order."""
        first, second = view.score
        return (second, first) if view.seat == second else (first, second)

    def headline(self, view: DuelView) -> text.Part:
        """Whose turn it is and what for."""
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
        return text.line(number, ("You answer.", "$good"), f" {other} led a {view.table} {self.THING}.")

    # --- drawing -----------------------------------------------------------------------------------------------------
    def _board(self, width: int, height: int) -> list[Content]:
        view, scale = self.seat.view(), scale_for(width, height)
        rows = self._short(view, width) if scale == "small" else self._full(view, width, height, scale)
        return [text.line(row) for row in rows]

    def _full(self, view: V, width: int, height: int, scale: Scale) -> list[text.Part]:
        middle, past = self._middle(view, width, scale), self._past(view, width)
        spare = height - 1 - len(middle) - len(past)
        gap: list[text.Part] = [""] * max(0, min(GAP, spare // 3))
        return [self.headline(view), *(gap or [""] * (spare > 1)), *middle, *(gap or [""] * (spare > 0)), *past]

    def _middle(self, view: V, width: int, scale: Scale) -> list[text.Part]:
        """Both seats with their points, and the table between them."""
        first, second = self.names(view)
        room = max(0, width - 2 * SIDE)
        table = [text.centred(row, room) for row in self._table(view, scale)]
        sides = [self._side(name, view) for name in (first, second)]
        above: list[text.Part] = [""] * max(0, (len(table) - max(map(len, sides))) // 2)
        return list(text.beside([above + sides[0], table, above + sides[1]], [SIDE, room, SIDE], 0))

    def _side(self, name: str, view: V) -> list[text.Part]:
        """One seat: its name, its points, what is known of its rest."""
        turn = ("\u25b6 ", "$warn") if view.turn == name else "  "
        said = text.line(turn, (name, "$strong"), (" (you)", "$faint") if view.seat == name else "")
        won = "$good" if view.score[name] == max(view.score.values()) else "$strong"
        figures: list[text.Part] = [text.line("    ", row) for row in big(view.score[name], won)]
        return [said, *figures, *(text.line("  ", row) for row in self.rest(name, view))]

    def _table(self, view: DuelView, scale: Scale) -> list[text.Part]:
        """What was led in the open pair, or how the last one came out."""
        first, second = self.names(view)
        if view.table is None and view.past:
            past = view.past[-1]
            told: text.Part = ("equal: no point", "$faint") if past.taken is None else f"{past.taken} took the last"
            cards = [
                table_card(shown(known_number(past, name, view)), past.colours[name], scale) for name in (first, second)
            ]
        else:
            told = "" if view.table is None else f"{view.leader} led"
            cards = []
            for name in (first, second):
                mine = view.led if name == view.seat else None
                led = view.table if name == view.leader else None
                cards.append(table_card(shown(mine) if led else "", led, scale))
        return [told, *row_of(cards, 4), self.match_point(view)]

    def match_point(self, view: DuelView) -> text.Part:
        """For whom it is match point; nothing where it is for nobody."""
        number = (view.round + 1) // 2
        who = () if view.turn is None else match_point(view.score, PAIRS - number, self.over)
        if len(who) == 2:
            return (f"whoever takes this {self.WHAT} wins", "$warn")
        return text.line(("match point: ", "$warn"), (who[0], "$strong")) if who else ""

    def _past(self, view: V, width: int) -> list[text.Part]:
        """The pairs that are over, by columns: who led, the colours, own numbers, who took the point."""
        lead = 10
        cell = max(self.DIGITS + 5, min(10, (width - lead) // PAIRS))
        heads = text.line(*[text.fit(f"{number:>{self.DIGITS + 2}}", cell) for number in range(1, PAIRS + 1)])
        rows: list[text.Part] = [text.line(text.fit((self.WHAT.capitalize(), "$faint"), lead), (heads.plain, "$faint"))]
        for name in self.names(view):
            rows.append(text.line(text.fit(name, lead - 1), " ", *self._chips(view, name, cell)))
            below = [self.extra_past(name, past) for past in view.past]
            if any(part is not None for part in below):
                blank = [text.fit("", cell)] * self._over_before(view)
                cells = [text.fit(text.line(" " * self.DIGITS, part or ""), cell) for part in below]
                rows.append(text.line(" " * lead, *blank, *cells))
        return rows

    @staticmethod
    def _over_before(view: DuelView) -> int:
        """Pairs that were over when this match began: of them nothing is known."""
        over = PAIRS if view.turn is None else (view.round - 1) // 2
        return max(0, over - len(view.past))

    def _chips(self, view: V, name: str, cell: int) -> list[Content]:
        found = [text.fit(("-".rjust(self.DIGITS + 2), "$faint"), cell)] * self._over_before(view)
        for past in view.past:
            lead = (LEADS, "$warn") if past.leader == name else " "
            mark = (EVEN, "$faint") if past.taken is None else (TOOK, "$good") if past.taken == name else " "
            own = known_number(past, name, view)
            found.append(text.fit(text.line(lead, chip(own, past.colours[name], self.DIGITS + 1), mark), cell))
        return found

    def _short(self, view: V, width: int) -> list[text.Part]:
        """Everything close together, for a small terminal: the points between the two, below them what is over."""
        first, second = self.names(view)
        room = (width - SCORE) // 2
        sides = [self._aside(name, view, room) for name in (first, second)]
        figures = [big(view.score[name], "$good" if view.turn == name else "$strong") for name in (first, second)]
        colon = [text.line(" "), text.line((":", "$faint")), text.line(" ")]
        middle = row_of([figures[0], colon, figures[1]], 1)
        said, stakes = text.wrapped(self.headline(view), width), text.line(self.match_point(view))
        rows: list[text.Part] = [said[0], stakes] if stakes.plain else [*said]
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

    def _aside(self, name: str, view: V, room: int) -> list[Content]:
        """A seat beside its points, in three lines."""
        lead = text.line(("\u25b6 ", "$warn")) if view.turn == name else text.line()
        rows = [text.line(lead, (name, "$strong")), *map(text.line, self.rest(name, view))]
        return [text.centred(rows[place] if place < len(rows) else "", room) for place in range(3)]

    @classmethod
    def report(cls, seat: Seat[O, V, R], entry: RoundLog[O, R], memory: SeatMemory | None = None) -> list[text.Part]:
        passed = entry.told.by == seat.name and entry.orders is None
        return [*([cls.PASSED] if passed else []), *seat.game.tell_to(entry.told, seat.view())]

    @classmethod
    def watched(cls, seat: Seat[O, V, R], width: int, height: int) -> Sequence[text.Part]:
        """The board that both players see, with what everybody knows on it."""
        return cls(seat, SeatMemory(Forgetful(), seat.frame().match, None), read_only=True)._board(width, height)

    @classmethod
    def stakes(cls, seat: Seat[O, V, R]) -> Sequence[text.Part]:
        view = seat.view()
        left = PAIRS - max(0, (view.round - 1) // 2)
        said = f"a point for every {cls.WHAT}, {left} still to come; who cannot be caught any more has won the duel."
        return [text.line(("At stake: ", "$accent"), said)]

    @classmethod
    def headlines(cls, seat: Seat[O, V, R], told: Story) -> Sequence[tuple[str, Sequence[str]]]:
        """Trick by trick: who led what, what was answered, who took it."""
        view, score, found = seat.view(), dict.fromkeys(seat.view().score, 0), list[tuple[str, Sequence[str]]]()
        before = cls._over_before(view)
        for number, past in enumerate(view.past, before + 1):
            other = next(name for name in past.colours if name != past.leader)
            if past.taken:
                score[past.taken] += 1
            who = f"{past.taken} takes the {cls.WHAT}" if past.taken else "Equal: nobody takes it"
            stands = "" if before else f", {' to '.join(str(points) for points in score.values())}"
            said = (f"{past.leader} led {past.colours[past.leader]}, {other} answered {past.colours[other]}.",
                    f"{who}{stands}.")  # fmt: skip
            found.append((f"{cls.WHAT.capitalize()} {number}", said))
        if view.table is not None:
            title = f"{cls.WHAT.capitalize()} {before + len(view.past) + 1}"
            found.append((title, [f"{view.leader} led a {view.table} {cls.THING}."]))
        return found[::-1]

    @classmethod
    def public(cls, seat: Seat[O, V, R]) -> list[text.Part]:
        """What everybody may see between two turns at one keyboard."""
        view = seat.view()
        sides = [[text.centred(row, COLUMN) for row in big(points)] for points in view.score.values()]
        names = text.line(*[text.centred((name, "$strong"), COLUMN) for name in view.score])
        rows: list[text.Part] = [names, *row_of(sides, 0)]
        known = seat.view_json()["public"]
        if known:
            rows += ["", *seat.game.tell_public(known[-1]["told"])]
        return rows


def known_number(past: DuelPast, name: str, view: DuelView) -> int | None:
    """What the reader knows of a seat's number in a pair that is over: its own, and after equals the other's too."""
    return past.own if name == view.seat or past.taken is None else None


def shown(number: int | None) -> str:
    """A number, or that it is not known."""
    return "?" if number is None else str(number)
