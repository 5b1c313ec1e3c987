"""What is painted first: never the narrow layout of a wide terminal, nor a table without its panes."""

from __future__ import annotations

from datetime import UTC

import pytest

from storage.memory import MemoryStore
from tests.kit.house import Clock, open_house
from tests.kit.screens import drive
from tests.kit.script import NAMES
from tests.tui.test_painting import Drawn
from tui.app.hotseat import HotseatApp
from tui.screens.table.screen import TableScreen

pytestmark = pytest.mark.usefixtures("drawn")


class Filmed(Drawn, HotseatApp):
    """Keeps what the terminal shows after each paint, as text."""

    frames = ()

    def _display(self, screen, renderable):
        super()._display(screen, renderable)
        if self._running and not self._batch_count and renderable is not None:
            rows = ("".join(cell[0] if cell else " " for cell in line) for line in self.lines())
            self.frames = (*self.frames, "\n".join(rows))


@pytest.mark.parametrize("size", [(120, 30), (160, 45)])
@pytest.mark.parametrize("game", ["exodus", "drifting_ship"])
async def test_the_first_paint_of_a_table_is_what_it_looks_like(game, size):
    house = open_house(MemoryStore(), Clock())
    seats = NAMES[: 9 if game == "exodus" else 4]
    house.make(game, seats, holders=dict.fromkeys(seats, "local"))
    app = Filmed(house, match_id=f"{game.replace('_', '-')}-1", zone=UTC)
    async with drive(app, size) as at:
        await at.press("enter")
        app.frames = ()
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
        assert "Talk" in app.frames[0]
        assert "Say something" in app.frames[0]
        assert app.frames[0].splitlines()[2:-2] == app.frames[-1].splitlines()[2:-2]
