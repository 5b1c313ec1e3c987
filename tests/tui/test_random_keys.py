"""Random keys, clicks and sizes, by somebody who does not know the screens: nothing crashes, nothing private leaks.

The suite plays a few hundred keys. For more: `GARNET_KEYS=5000 pytest tests/tui/test_random_keys.py -n0`, and
`GARNET_KEYS_SEED=17` begins at another seed. What fails names its seed and its last keys.
"""

from __future__ import annotations

import os
import random
from datetime import UTC

import pytest
from textual import events

from core.games import MODULES
from core.games import game as find_game
from storage.appending import HouseClosed
from storage.memory import MemoryStore
from tests.kit.depth import deep, games
from tests.kit.house import Clock, open_house
from tests.kit.screens import LARGE, NAMED_KEYS, SMALL, OneScreen, drive
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.app.memory import StoredShelf
from tui.screens.table.screen import TableScreen

pytestmark = pytest.mark.usefixtures("drawn")

KEYS = int(os.environ.get("GARNET_KEYS", deep("60", "30")))
"""How many keys each wanderer presses."""
SEED = int(os.environ.get("GARNET_KEYS_SEED", "1"))
SIZES = (SMALL, LARGE, (100, 30), (79, 24), (80, 23), (20, 5), (300, 100), (1, 1))
GAMES = tuple(game for game in MODULES if not game.startswith("parley"))

WORDS = (
    *["enter"] * 12, *["down", "up", "right", "left"] * 4, *["tab", "shift+tab", "escape", "space", "home", "end"],
    *"qqsssrrtnRLzywudxcevbpgaohjklmiSE0123456789", "pageup", "pagedown", "backspace", "delete", "colon",
    "question_mark", "less_than_sign", "greater_than_sign", "slash", "left_square_bracket", "right_square_bracket",
    "minus", "comma", "full_stop", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+w", "ctrl+u", "ctrl+z", "ctrl+p",
    "ctrl+l", "ctrl+d", "f1", "f5", "\u00e9", "\u77f3",
)  # fmt: skip


CHARACTERS = {name: char for char, name in NAMED_KEYS.items()}


class Wanderer:
    """Presses keys drawn from a seed, and remembers the last ones."""

    def __init__(self, at, seed):
        self.at = at
        self.dice = random.Random(seed)
        self.seed = seed
        self.last = []

    async def step(self):
        """One key, now and then a click or another size."""
        kind = self.dice.random()
        if kind < 0.03:
            size = self.dice.choice(SIZES)
            self.last.append(f"size {size}")
            await self.at.pilot.resize_terminal(*size)
        elif kind < 0.07:
            spot = self.dice.randrange(self.at.app.size.width), self.dice.randrange(self.at.app.size.height)
            self.last.append(f"click {spot}")
            await self.at.pilot.click(offset=spot)
        elif kind < 0.09:
            self.last.append("paste")
            self.send(events.Paste("pasted [b]\x1b[2J\n" * self.dice.randint(1, 30)))
        else:
            for _ in range(self.dice.choice((1, 1, 1, 1, 2, 4))):  # some are in haste
                key = self.dice.choice(WORDS)
                self.last.append(key)
                self.send(events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
        await self.settle()
        assert self.at.app._exception is None, self.story(repr(self.at.app._exception))

    def send(self, event):
        """As the driver does: pilot.press waits by the clock."""
        event.set_sender(self.at.app)
        self.at.app._driver.send_message(event)

    async def settle(self):
        """Until everything that was sent has been dealt with; without a look at the clock."""
        for _ in range(3):
            await self.at.pilot._wait_for_screen()
        if not self.at.app._exit:
            self.at.screen._on_timer_update()

    def story(self, what):
        """What a failure says."""
        return f"seed {self.seed}: {what} after {' '.join(self.last[-30:])}"

    def everything(self):
        """All that a terminal is told, but for its history."""
        app = self.at.app
        told = [self.at.text, app.clipboard, app.title, app.sub_title, *(note.message for note in app._notifications)]
        return "\n".join(told)


def canary(seat):
    return f"canary{NAMES.index(seat)}x"


def plant(house, match):
    """A word of its own in every seat's notes, and in what it says to its neighbour where that is allowed."""
    table = house.table(match)
    for seat in table.match.seats:
        house.seat(match, seat).keep_notes(f"{canary(seat)} notes")
        for other in house.seat(match, seat).partners()[:1]:
            house.seat(match, seat).say([other], f"{canary(seat)} said")


def known(house, match, seat):
    """The planted words that a seat may see."""
    return {canary(seat)} | {
        canary(name)
        for message in house.seat(match, seat).messages()
        for name in house.table(match).match.seats
        if canary(name) in message.text
    }


def leaks(house, match, seat, shown):
    """The planted words in `shown` that `seat` (None: nobody) may not see."""
    may = set() if seat is None else known(house, match, seat)
    return [word for word in map(canary, house.table(match).match.seats) if word in shown and word not in may]


class Fickle(MemoryStore):
    """A store whose disk is full now and then."""

    full = False

    def put(self, shelf, key, document, *, soon=False):
        self._room()
        super().put(shelf, key, document, soon=soon)

    def append(self, match, *entries):
        self._room()
        super().append(match, *entries)

    def create(self, match, header):
        self._room()
        super().create(match, header)

    def _room(self):
        if self.full:
            raise HouseClosed("The disk is full, so this was not kept and nothing has changed.")


async def wander(opening, house, match, keys, seed, *, full=0.0):
    """Press so many keys in the app that `opening` makes, and in the next one whenever it was left."""
    left = keys
    while left > 0:
        house.store.full = False
        app = opening()
        async with drive(app) as at:
            wanderer = Wanderer(at, seed * 100_000 + left)
            while left > 0 and not app._exit:
                left -= 1
                house.store.full = wanderer.dice.random() < full
                if wanderer.dice.random() < 0.02:
                    house.clock.advance(200)
                await wanderer.step()
                if app._exit:
                    break
                tables = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
                here = next((screen.seat.name for screen in tables if screen.seat.frame().match == match), None)
                found = leaks(house, match, here, wanderer.everything())
                assert not found, wanderer.story(f"{here or 'nobody'} sees {found}")


def seated(game, people, seed, **more):
    """A match with people in the first seats, random bots in the others, and words planted everywhere."""
    house = open_house(Fickle(), clock=Clock())
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: "local" if seat in seats[:people] else "bot:random" for seat in seats}
    table = house.make(game, seats, holders=holders, seed=seed, **more)
    plant(house, table.match.header.match)
    return house, table.match.header.match


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "sinners_secret"))
async def test_random_keys_at_a_table(game):
    seed = SEED + GAMES.index(game)
    house, match = seated(game, 2, seed)

    def opening():
        return OneScreen(lambda: TableScreen(house.seat(match, "Ada")), memory=StoredShelf(house.store))

    house.start()
    await wander(opening, house, match, KEYS, seed)
    house.stop()


@pytest.mark.parametrize("full", [0.0, 0.3], ids=["", "disk full now and then"])
async def test_random_keys_around_one_keyboard(full):
    seed = SEED + 100
    house, match = seated("exodus", 3, seed, setup={"round": 6}, round_seconds=600.0)

    def opening():
        return HotseatApp(house, zone=UTC, match_id=match if len(house.tables) % 2 else None)

    await wander(opening, house, match, KEYS * 2, seed, full=full)
    house.stop()
