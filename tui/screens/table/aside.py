"""What stands beside the game: talk and notes; for whoever watches, what everyone was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import tzinfo

from textual.app import ComposeResult
from textual.widget import Widget

from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Message
from tui.app.memory import SeatMemory
from tui.games.base import AnyPanel
from tui.screens.table.log import PublicPane
from tui.widgets.boxes import Vertical
from tui.widgets.notes import Notes
from tui.widgets.talk import Talk
from tui.words import text


class Side(Vertical):
    """The side of the table. It is empty until it is opened, which may be from the start: what comes later is laid out,
    and all that stands beside it, a second time."""

    def __init__(
        self,
        seat: Seat,
        memory: SeatMemory,
        zone: tzinfo | None,
        panel: Callable[[], AnyPanel | None],
        taken: Callable[[], None],
        *,
        read_only: bool,
        opened: bool,
    ) -> None:
        """`panel`: the game's panel now, for what is proposed in talk. `taken` is called when a deal of talk has been
        put into the draft. `opened`: from the start."""
        super().__init__(id="side")
        self._seat, self._memory, self._zone, self._read_only = seat, memory, zone, read_only
        self._panel, self._taken, self._opened = panel, taken, opened

    def compose(self) -> ComposeResult:
        if self._opened:
            yield from self._panes()

    async def open(self) -> None:
        """Put the panes there, if they are not yet."""
        if not self._opened:
            self._opened = True
            await self.mount_all(self._panes())

    def _panes(self) -> Iterable[Widget]:
        if self._seat.name is None:
            yield PublicPane(self._seat)
            return
        yield Talk(
            self._seat,
            self._memory,
            self._zone,
            accept=self._accept,
            words=self._deals,
            propose=self._propose,
            worth=self._worth,
            frozen=self._read_only,
        )
        yield Notes(self._seat, frozen=self._read_only)

    def show(self, heard: set[str]) -> None:
        """Paint what these changes have changed."""
        if heard & {"said", "apart", "closed", "told", "news"}:
            for talk in self.query(Talk):
                if talk.query("#messages"):  # else it is about to open, and shows everything when it does
                    talk.show()
        for told in self.query(PublicPane):
            told.show()

    # --- what talk asks of the game -----------------------------------------------------------------------------------
    def _accept(self, message: Message) -> None:
        panel = self._panel()
        if panel is None:
            raise Refused("no_round", "No round is open any more.")
        panel.accept(message)
        self._taken()

    def _propose(self, to: str) -> bool:
        panel = self._panel()
        return panel is not None and panel.propose(to)

    def _worth(self, give: str, get: str) -> text.Part:
        panel = self._panel()
        return "" if panel is None else panel.worth(give, get)

    def _deals(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        panel = self._panel()
        give, want = panel.deals() if panel is not None else ((), ())
        return tuple(give), tuple(want)
