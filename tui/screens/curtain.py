"""The screens between the seats of one keyboard: the curtain, without any private information, and the public page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from textual import events
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.match.records import Change
from core.story.parts import Story
from core.table.seat import Seat
from tui.app.services import PaletteCommand
from tui.drawings import draw, frame_of
from tui.games import panel_class
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Dialog, ReadScreen
from tui.widgets.boxes import Horizontal, Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import FrameLine
from tui.widgets.lines import Paper, Words
from tui.widgets.watching import WatchLines
from tui.words import text
from tui.words.ending_rows import decision_rows, outcome_rows
from tui.words.log_rows import opened_words, public_rows
from tui.words.notices import fold_bot_news, told_words

Waiting = tuple[str, str, bool]
"""A seat, the public reason why it is awaited, and whether it is awaited at all."""


REPLAY = ""
"""Id of the replay row of a finished match. No seat can have this name (HH-01)."""


class CurtainTable(Protocol):
    """The table behind a curtain, as the curtain uses it."""

    match: str

    @property
    def alone(self) -> bool:
        """True if a single person plays, so that nothing has to be hidden."""

    def waiting(self) -> Sequence[Waiting]:
        """Return each person's seat and what it is awaited for; empty once the curtain was left."""

    def asks_pin(self, name: str) -> bool:
        """Does this seat ask for a PIN?"""

    def take(self, name: str) -> None:
        """Hand the keyboard to a player."""

    def show_news(self) -> None:
        """A public fact on the curtain changed."""

    def let_fall(self) -> None:
        """Remove all private information from the terminal."""

    def close_round(self) -> None:
        """Close the open round as the host, after a question."""

    def commands(self) -> tuple[PaletteCommand, ...]:
        """Return the host's commands for the palette."""


BESIDE = 130
"""Columns from which the public board is shown beside the names."""


class Curtain(GarnetScreen[None]):
    """Shows the seat on turn and missing orders. Enter names the next player."""

    AUTO_FOCUS = "#next"
    TOPIC = """\
The keyboard goes round. Choose your name with the arrows and Enter, or with its number: your seat opens at once, or
asks for your PIN. Everybody else looks away. Right after somebody has left, the first Enter only says who is next.

Sealing your orders drops the curtain again, and so does z, or leaving the keyboard alone for a while. The round closes
when everybody is ready, or when the host closes it (c)."""
    BINDINGS = [
        Binding("enter", "take", "take a seat", show=False, id="curtain.take", tooltip="Take the seat you are at."),
        *(
            Binding(
                str(number),
                f"number({number})",
                "your seat",
                show=number == 1,
                id=f"curtain.number-{number}",
                key_display="1-9" if number == 1 else None,
                tooltip="Take the seat with this number: it opens at once.",
            )
            for number in range(1, 10)
        ),
        Binding("c", "close", "close the round", id="curtain.close", tooltip="As the host: close what is open, now."),
        Binding("v", "replay", "replay", id="curtain.replay", tooltip="The finished match, round by round."),
        Binding("R", "rules", "rules", id="curtain.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, watch: Seat, shared: CurtainTable) -> None:
        """`watch`: a spectator's seat. `shared`: the table behind the curtain."""
        super().__init__(id="curtain")
        self.watch_seat = watch
        self.shared = shared
        self._again = False
        self._shown_at: str | None = None
        """Name under the cursor as the curtain set it."""
        self._resting = True
        """True until a name was chosen by hand. Until then a hasty Enter opens nothing."""

    def body(self) -> Iterable[Widget]:
        yield FrameLine(self.watch_seat, self.services.zone)
        menu = Vertical(
            Paper(id="public"),
            Choices(id="next", empty="Only bots sit here."),
            Paper(id="curtain-news"),
            classes="house-menu house-pane",
        )
        page = WatchLines(self.watch_seat, self.services.zone)
        page.can_focus = False
        yield Horizontal(menu, page, id="curtain-body")

    def on_mount(self) -> None:
        self.watch_seat.listen(self._update_soon)
        self.show()

    def on_unmount(self) -> None:
        self.watch_seat.depart()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        if self.is_mounted and self.query("#next"):
            self._resting = True
            self.show()

    def _update_soon(self, change: Change) -> None:
        if not self._again:
            self._again = True
            self.call_later(self._hear_all)

    def _hear_all(self) -> None:
        self._again = False
        self.show()
        self.refresh_bindings()
        if self.is_current:
            self.shared.show_news()

    def show(self) -> None:
        self.query_one(FrameLine).redraw()
        waiting = self.shared.waiting()
        owing = [name for name, _, owes in waiting if owes]
        seat = self.watch_seat
        news: list[text.Part] = [
            (told_words(item, seat.now, self.services.zone), "$faint") for item in fold_bot_news(seat.news())[-3:]
        ]
        public = [] if self.size.width >= BESIDE else panel_class(seat.frame().game).public(seat)
        between = [*public, ""] if public else []
        title = "The table is kept as it is" if self.shared.alone else "The keyboard is free"
        head: list[text.Part] = [(title, "$accent"), "", *between, self._headline(seat, owing), ""]
        self.query_one("#public", Paper).update(text.lines(head))
        for page in self.query(WatchLines):
            page.display = self.size.width >= BESIDE and seat.frame().phase in ("pregame", "round")
            page.show(moving=False)
        self.query_one("#curtain-news", Paper).update(text.lines(["", *news]))
        choices = self.query_one("#next", Choices)
        rows = [
            Row(name, _numbered_name(number, name, owes), note=(note, "$warn" if owes else "$faint"))
            for number, (name, note, owes) in enumerate(waiting, 1)
        ]
        if seat.frame().phase == "finished":
            rows.append(Row(REPLAY, text.fit("What happened", 26), note=("the replay, round by round", "$faint")))
        choices.show(rows)
        under = choices.row
        if under is not None and under.id not in owing and owing:
            self._shown_at = owing[0]
            choices.point(owing[0])

    def _headline(self, seat: Seat, owing: Sequence[str]) -> text.Part:
        awaited = seat.awaited()
        if awaited is not None:
            return text.line((text.joined(awaited.by), "$strong"), " must choose.")
        if seat.frame().phase == "finished":
            mine = "Read your last reports; v replays it." if self.shared.waiting() else "Enter replays it."
            return (f"The match has finished. {mine}", "$good")
        if self.shared.alone:
            return text.line(("Enter", "$key"), " goes back to it, ", ("q", "$key"), " to the start menu.")
        if owing:
            return text.line("Waiting for ", (text.joined(owing), "$strong"), ".")
        return ("Everybody here is ready." + (" The bots are at work." if seat.thinking else ""), "$good")

    def on_choices_picked(self, message: Choices.Picked) -> None:
        if not self.is_current:
            return
        if message.row.id == REPLAY:
            self.action_replay()
        elif self._resting and not self.shared.alone and not self.shared.asks_pin(message.row.id):
            self._resting = False
            self.tell(f"Enter again, or a number, opens {message.row.id}'s seat. Everybody else looks away.")
        else:
            self.shared.take(message.row.id)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        super().on_choices_moved(message)
        if message.row.id != self._shown_at:
            self._resting = False  # a player looks for a name
        self._shown_at = None

    def action_number(self, number: int) -> None:
        names = [row.id for row in self.query_one("#next", Choices).rows if row.id != REPLAY]
        if self.is_current and number <= len(names):
            self.shared.take(names[number - 1])

    def action_close(self) -> None:
        self.shared.close_round()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        finished = self.watch_seat.frame().phase == "finished"
        return finished if action == "replay" else not finished if action == "close" else True

    def action_replay(self) -> None:
        self.services.replay(self.watch_seat.frame().match, 0)

    def action_rules(self) -> None:
        self.services.open_rules(self.watch_seat.frame().game, self.watch_seat)

    def commands(self) -> tuple[PaletteCommand, ...]:
        return self.shared.commands()

    def text_to_copy(self) -> str:
        return ""


def _numbered_name(number: int, name: str, owes: bool) -> text.Part:
    """`3 Cy`; there are nine keys for it."""
    return text.line((f"{number} " if number < 10 else "  ", "$key"), text.fit((name, "$strong" if owes else ""), 24))


class Handover(Dialog[bool]):
    """Asks the named player to take over: any other key goes back."""

    BINDINGS = [Binding("enter", "mine", "show my seat", id="handover.mine", tooltip="You are alone with the screen.")]

    def __init__(self, name: str) -> None:
        super().__init__("Handover")
        self._player = name

    def body(self) -> Iterable[Widget]:
        rows: list[text.Part] = [
            text.line("The keyboard goes to ", (self._player, "$strong"), "."),
            "",
            "Everybody else looks away.",
            text.line("Enter shows ", self._player, "'s seat; q goes back."),
        ]
        yield Paper(text.lines(rows), id="dialog-text")

    def action_mine(self) -> None:
        self.dismiss(True)


LIT = 0.35
"""Seconds between the highlighted steps of a close."""


class PublicPage(ReadScreen):
    """Public text after a close, to be read together."""

    TOPIC = "What everyone was told. Enter goes to the curtain; each player's own report comes at their handover."

    def __init__(self, seat: Seat, since: int = 0) -> None:
        """`seat`: a spectator's. `since`: number of closes that were shown already."""
        super().__init__(id="public-page")
        self._seat = seat
        self._since = since
        self._lit: int | None = None
        """Number of steps of the close that the drawing shows; None for all."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """If motion is on, highlight the steps of the close one after the other. The words are shown at once, and
        Enter goes on at any time."""
        story = self._seat.story()
        if self.services.settings().get("motion") and self._draws(story) and len(story.scenes[-1].steps) > 1:
            self._lit = 0
            self._timer = self.set_interval(LIT, self.light)
            self._show()

    def light(self) -> None:
        steps = len(self._seat.story().scenes[-1].steps)
        self._lit = None if self._lit is None or self._lit + 1 >= steps else self._lit + 1
        if self._lit is None and self._timer is not None:
            self._timer.stop()
        self._show()

    def _show(self) -> None:
        self.query_one("#read-text", Words).update(text.lines(self.rows()))

    def _draws(self, story: Story) -> bool:
        seat = self._seat
        fresh = any(entry["round"] >= self._since for entry in seat.view_json()["public"])
        return fresh and seat.outcome() is None and bool(story.scenes)

    @staticmethod
    def has_news(seat: Seat, since: int) -> bool:
        """True if closes from number `since` on have public text."""
        closed = [entry for entry in seat.view_json()["public"] if public_rows(seat.game, entry["told"])]
        return any(entry["round"] >= since for entry in closed)

    def rows(self) -> list[text.Part]:
        seat, frame = self._seat, self._seat.frame()
        outcome, end = seat.outcome(), seat.end()
        rows: list[text.Part] = [(f"{frame.title}: for everybody", "$accent"), ""]
        known = [entry for entry in seat.view_json()["public"] if entry["round"] >= self._since]
        closed = frame.round - 1 if frame.phase == "round" else frame.round
        if closed > 0 and frame.when(closed) != frame.when(closed + 1):
            rows.append((f"{frame.when(closed).capitalize()} is over.", "$strong"))
        rows += [row for entry in known[-1:] for row in public_rows(seat.game, entry["told"])]
        story = seat.story()
        if self._draws(story):
            last = len(story.scenes[-1].steps)
            at = last if self._lit is None else min(self._lit, last)
            rows += ["", *draw(frame_of(story, len(story.scenes) - 1, at, self.app.size.width - 6, 30))]
        if closed > 0 and not known and frame.phase == "round":
            rows.append("Nothing about it is public: each player reads their own report at the handover.")
        rows.append("")
        if outcome is not None:
            rows += outcome_rows(outcome, frame.seats)
            rows += ["", *(news.text for news in fold_bot_news(seat.news()))]
        elif end is not None:
            rows += decision_rows(end, seat)
        elif frame.phase == "finished":
            rows.append("The match was ended without a result.")
        elif frame.phase == "judging":
            rows.append((opened_words(frame), "$strong"))
        else:
            rows.append((f"{frame.progress(frame.round, ' of ').capitalize()} is open.", "$strong"))
        return rows
