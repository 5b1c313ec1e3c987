"""What the host at the one keyboard can do to a match from its curtain (CM-11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.closing import called
from core.host_desk import HostDesk
from core.seating import BOTS, OPEN, bot_level, bot_words
from tui.garnet import Command, Garnet
from tui.handing import holder_words
from tui.screens.dialogs import Confirm, Pick
from tui.screens.foretold import ask_to_do
from tui.screens.handing import ask_to_hand_over
from tui.widgets.choices import Row


class HostHere:
    """The host's deeds, each behind its question."""

    def __init__(self, app: Garnet, desk: HostDesk) -> None:
        """`app` asks the questions, and says what came of a deed."""
        self._app = app
        self._desk = desk

    def commands(self) -> tuple[Command, ...]:
        """What can be done to a match that is going on."""
        app, desk = self._app, self._desk
        clock = (
            Command("Start the clock", "With the time that was left.",
                    lambda: ask_to_do(app, desk, "Let the clock run?", lambda desk: desk.resume()))
            if desk.table.match.paused
            else Command("Stop the clock", "Orders and talk go on.",
                         lambda: ask_to_do(app, desk, "Stop the clock?", lambda desk: desk.pause()))
        )  # fmt: skip
        return (
            clock,
            Command("Go back", "To the start of a round; its orders become drafts.", self._rewind),
            Command("Hand a seat over", "To a bot, or back to a person.", self._hand_over),
        )

    def close(self, owing: Sequence[str]) -> None:
        """Close what is open; `owing` are the seats that are still waited for."""
        if self._desk.table.match.phase == "finished":
            self._app.tell("The match has finished.")
            return
        rows = ["Closes what is open, for everybody, now."]
        if owing:
            rows.append(f"Not ready: {', '.join(owing)}. What is not sealed does not count.")

        def sure(yes: bool | None) -> None:
            if yes:
                self._attempt(self._desk.close)

        self._app.push_screen(Confirm("Close now?", rows), sure)

    def _attempt(self, deed: Callable[[], object]) -> None:
        self._app.attempt(deed)

    def _rewind(self) -> None:
        match = self._desk.table.match
        word = match.game.spec.round_word
        rows = [Row(str(number), f"The start of {called(word, number)}") for number in sorted(match.starts)]

        def chosen(number: str | None) -> None:
            if number is not None:
                ask_to_do(self._app, self._desk, "Go back?", lambda desk: desk.rewind(int(number)))

        self._app.push_screen(Pick("Go back to", rows), chosen)

    def _hand_over(self) -> None:
        match = self._desk.table.match
        rows = [
            Row(seat, seat, note=(holder_words(match.holders.get(seat, OPEN), None), "$faint")) for seat in match.seats
        ]
        to = [
            Row("local", "a person at this keyboard"),
            *(Row(bot, f"a {bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS),
        ]

        def seat_chosen(seat: str | None) -> None:
            def holder_chosen(holder: str | None) -> None:
                if holder is not None and seat is not None:
                    ask_to_hand_over(self._app, self._desk, None, seat, holder)

            if seat is not None:
                self._app.push_screen(Pick(f"{seat} is played by", to), holder_chosen)

        self._app.push_screen(Pick("Which seat?", rows), seat_chosen)
