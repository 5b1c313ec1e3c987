"""Any screen, for any seat, at any position, under Textual's pilot; see docs/testing.md.

    async with sit("exodus", "Ada", setup={"round": 4}, size=(80, 24)) as at:
        await at.press("s", "enter")
        assert "SEALED" in at.text

`python -m tests.kit.screens exodus --seat Ada --setup '{"round": 4}'` opens a screen in the terminal; `--size 80x24
--keys "t enter" --picture desk.svg` draws it instead.
"""

from __future__ import annotations

import argparse
import asyncio
import builtins
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from typing import Any

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from core.games import game as find_game
from core.house.house import House
from core.table.seat import Seat
from core.table.table import Table
from tests.kit import quiet
from tests.kit.house import Clock, open_house
from tests.kit.script import NAMES
from tui.app.app import GarnetApp
from tui.app.memory import StoredShelf
from tui.screens.table.screen import TableScreen

SMALL, LARGE = (80, 24), (160, 45)

quiet.install()


class OneScreen(GarnetApp):
    def __init__(self, opening: Callable[[], Screen[Any]], **options: Any) -> None:
        super().__init__(zone=UTC, **options)
        self._opening = opening

    def on_mount(self) -> None:
        self.push_screen(self._opening(), lambda _: self.exit())


class Driven:
    """An app under the pilot, with a tester's words for it."""

    def __init__(self, app: App[Any], pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self._seen: tuple[tuple[object, ...], str] = ((), "")
        """Latest text of the terminal, and its time."""

    async def press(self, *keys: str) -> None:
        """Press keys in turn, and wait until all their effects are on the screen."""
        for key in keys:
            await self.pilot.press(key)
        await self.settle()

    async def type(self, words: str) -> None:
        await self.press(*(NAMED_KEYS.get(char, char) for char in words))

    async def settle(self) -> None:
        """Wait until nothing is left to do."""
        for _ in range(2):
            await self.pilot.pause()

    @property
    def screen(self) -> Screen[Any]:
        return self.app.screen

    def find(self, selector: str, kind: builtins.type[Any] = Widget) -> Any:
        """A widget of the top screen by its id, for example `#offers`."""
        return self.screen.query_one(selector, kind)

    @property
    def text(self) -> str:
        """Text of the terminal, line by line; cached until a paint."""
        now = (quiet.paints, self.app.size, *map(id, self.app.screen_stack))
        if self._seen[0] != now or quiet.owed(self.app):
            self._seen = now, self._drawn()
        return self._seen[1]

    def _drawn(self) -> str:
        visible_screen_stack.set(self.app._background_screens)  # what shines through, as when the app draws
        strips = self.screen._compositor.render_strips(self.app.size)
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    def look(self) -> None:
        """Draw the present screen and drop it, so that errors of drawing fail the test. Reading `text` draws too."""
        if not self._seen[1] and self.app.is_running and self.app.screen_stack:
            assert self.text is not None

    def picture(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.app.export_screenshot())


class Sitting(Driven):
    """A seat's table under the pilot, with its match."""

    def __init__(self, app: App[Any], pilot: Pilot[Any], house: House, table: Table, clock: Clock) -> None:
        super().__init__(app, pilot)
        self.house = house
        self.table = table
        self.clock = clock

    def seat(self, name: str) -> Seat:
        """Another seat of the table, for acting outside of the screen."""
        return self.house.seat(self.table.match.header.match, name)


NAMED_KEYS = {
    " ": "space", ",": "comma", ".": "full_stop", "?": "question_mark", ":": "colon", "/": "slash", "-": "minus",
    "<": "less_than_sign", ">": "greater_than_sign", "!": "exclamation_mark", "[": "left_square_bracket",
    "]": "right_square_bracket",
}  # fmt: skip


def position(
    game: str, *, setup: dict[str, Any] | None = None, players: tuple[str, ...] | None = None, seed: int = 7,
    house: House | None = None, **more: Any,
) -> tuple[House, Table]:  # fmt: skip
    """A match at the position of `setup` (the set-up keys of the rulings) in a house in memory."""
    house = house or open_house(clock=Clock())
    seats = players or NAMES[: find_game(game).spec.seats]
    return house, house.make(game, seats, setup=setup, seed=seed, **{"judged": False, **more})


@asynccontextmanager
async def sit(
    game: str, seat: str | None = "Ada", *, size: tuple[int, int] = SMALL, theme: str | None = None,
    no_color: bool = False, idle_seconds: float | None = None, table_options: dict[str, Any] | None = None,
    before: Callable[[Table], None] | None = None, **where: Any,
) -> AsyncIterator[Sitting]:  # fmt: skip
    """Sit down at a table (None: as a spectator). `where` goes to `position`; `before(table)` runs first."""
    house, table = position(game, **where)
    if before is not None:
        before(table)
    clock = house.clock
    assert isinstance(clock, Clock)

    def opening() -> TableScreen:
        return TableScreen(Seat(table, seat), **(table_options or {}))

    app = OneScreen(
        opening, theme=theme, no_color=no_color, idle_seconds=idle_seconds, memory=StoredShelf(house.store)
    )  # fmt: skip
    try:
        async with app.run_test(size=size) as pilot:
            at = Sitting(app, pilot, house, table, clock)
            await at.settle()
            yield at
            at.look()
            table.stop()
    finally:  # where a session fails its bots end with it, and not in another test
        table.stop()


@asynccontextmanager
async def show(
    opening: Callable[[], Screen[Any]], *, size: tuple[int, int] = SMALL, **options: Any
) -> AsyncIterator[Driven]:
    """Any single screen."""
    app = OneScreen(opening, **options)
    async with app.run_test(size=size) as pilot:
        at = Driven(app, pilot)
        await at.settle()
        yield at
        at.look()


@asynccontextmanager
async def drive(app: App[Any], size: tuple[int, int] = SMALL) -> AsyncIterator[Driven]:
    """Any app."""
    async with app.run_test(size=size) as pilot:
        at = Driven(app, pilot)
        await at.settle()
        yield at
        at.look()


# --- from a shell -----------------------------------------------------------------------------------------------------
def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.screens", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seat", default="Ada", help="- for a spectator")
    parser.add_argument("--setup", default="{}", help="set-up keys, as JSON")
    parser.add_argument("--options", default="{}", help="options of the game, as JSON")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bots", default="", help="level of the bots in the other seats")
    parser.add_argument("--theme")
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--keys", default="", help="keys to press first, separated by spaces")
    parser.add_argument("--picture", metavar="FILE.svg", help="draw it instead of opening it")
    parser.add_argument("--print", action="store_true", help="print its text instead of opening it")
    return parser.parse_args()


async def _draw(arguments: argparse.Namespace, where: dict[str, Any]) -> None:
    width, _, height = arguments.size.partition("x")
    seat = None if arguments.seat == "-" else arguments.seat
    async with sit(
        arguments.game, seat, size=(int(width), int(height)), theme=arguments.theme, **where
    ) as at:  # fmt: skip
        await at.table.quiet()
        await at.settle()
        await at.press(*arguments.keys.split())
        if arguments.picture:
            at.picture(arguments.picture)
        if arguments.print:
            print(at.text)


async def _open(arguments: argparse.Namespace, where: dict[str, Any]) -> None:
    import time

    house, table = position(arguments.game, house=open_house(clock=Clock(time.time())), **where)
    seat = None if arguments.seat == "-" else arguments.seat
    app = OneScreen(lambda: TableScreen(Seat(table, seat)), theme=arguments.theme, memory=StoredShelf(house.store))
    await app.run_async()
    table.stop()


def main() -> None:
    arguments = _arguments()
    where: dict[str, Any] = {
        "setup": json.loads(arguments.setup),
        "options": json.loads(arguments.options),
        "seed": arguments.seed,
    }
    if arguments.bots:
        seats = NAMES[: find_game(arguments.game).spec.seats]
        where["holders"] = {s: "local" if s == arguments.seat else f"bot:{arguments.bots}" for s in seats}
    asyncio.run(_draw(arguments, where) if arguments.picture or arguments.print else _open(arguments, where))


if __name__ == "__main__":
    main()
