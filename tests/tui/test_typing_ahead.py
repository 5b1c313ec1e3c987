"""Keys that arrive in one piece go where each was meant to go, as if one had waited for the screen after each."""

from __future__ import annotations

import pytest
from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen

from storage.memory import MemoryStore
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tests.kit.script import NAMES
from tui.app import stack
from tui.app.hotseat import HotseatApp
from tui.app.stack import Keyboard

HANDS = {"hands": {seat: ["red"] for seat in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")}}


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """A machine with much else to do may hold a key up for more than the second that a person would wait."""
    monkeypatch.setattr(stack, "LONGEST", 20.0)


async def burst(at, *keys):
    """All at once, as one read from a terminal brings them."""
    for key in keys:
        name = "space" if key == " " else key
        event = events.Key(name, " " if name == "space" else key if len(key) == 1 else None)
        event.set_sender(at.app)
        at.app.post_message(event)
    for _ in range(200):
        await at.pilot._wait_for_screen()
        if at.app._keyboard.idle:
            break
    await at.settle()


async def test_notes_typed_at_once_are_notes_and_no_commands():
    async with sit("exodus", setup=HANDS) as at:
        await burst(at, "n", *"sqruttzw", "space", *"Lx", "escape")
        assert at.seat("Ada").notes() == "sqruttzw Lx"
        assert at.screen.id == "table"


async def test_sealing_at_once_seals():
    async with sit("exodus", setup=HANDS) as at:
        await burst(at, "s", "enter")
        assert at.seat("Ada").sealed() is not None


async def test_a_name_typed_at_once_is_a_name_and_seating_twice_seats_once():
    house = open_house(MemoryStore())
    async with drive(HotseatApp(house)) as at:
        await burst(at, "enter", "end", "up", "up", "enter")
        await burst(at, "down", "enter", "end", *"quest", "enter", "s", "s", "enter")
        assert len(house.matches()) == 1
        assert house.matches()[0].seats[1] == "Boquest"
        for table in house.tables.values():
            table.stop()


async def test_one_question_after_the_other_is_answered_at_once():
    async def hashed(password: str) -> str:
        return f"hash of {password}"

    hall = Hall("Ada", hash_password=hashed)
    async with hall.enter("Ada") as at:
        await burst(at, "K", "p", *"battery staple", "enter", *"battery staple", "enter")
        assert at.told == "Your new password is kept."
        assert at.app.person.password == "hash of battery staple"


async def test_a_letter_too_many_after_leaving_is_nobodys():
    house = open_house(MemoryStore())
    async with drive(HotseatApp(house)) as at:
        await burst(at, "ctrl+q", "x", "enter")
        assert at.app._exception is None


async def test_a_match_that_takes_a_while_says_so_at_once_and_keys_typed_meanwhile_do_nothing():
    house = open_house(MemoryStore())
    table = house.make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "bot:random") | {"Ada": "local"}, seed=5)
    async with drive(HotseatApp(house)) as at:
        play, said = at.app.play, []

        def playing(match):
            said.append(at.text)
            play(match)

        at.app.play = playing
        await at.press("down", "enter")
        await burst(at, "enter", *"srq", "enter", "q", *"srq")
        assert "Opening The Exodus Game ..." in said[0]
        assert at.screen.id == "table", "nobody left it"
        assert house.seat(table.match.header.match, "Ada").sealed() is None
        assert not house.seat(table.match.header.match, "Ada").frame().ready
        await at.press("s")
        assert at.screen.id != "table", "and from then on they count"
    table.stop()


class Crashing:
    """An app whose only screen goes with the first key, before the app says that it ends."""

    _exit = False
    focused = None
    is_running = True

    def __init__(self):
        self.screen_stack = [Screen()]

    @property
    def screen(self):
        if not self.screen_stack:
            raise ScreenStackError("No screens on stack")
        return self.screen_stack[-1]


async def test_after_a_crash_no_key_waits_for_a_screen_that_is_gone():
    app = Crashing()

    async def crash(_):
        app.screen_stack.clear()

    keyboard = Keyboard(app, crash)
    await keyboard.take(events.Key("s", "s"))
    await keyboard.take(events.Key("enter", None))
    keyboard._too_long(1)
    assert keyboard.idle


async def test_a_key_whose_app_was_taken_apart_ends_without_an_error():
    app = Crashing()

    async def handle(_):
        return

    keyboard = Keyboard(app, handle)
    await keyboard.take(events.Key("s", "s"))
    app.is_running = False
    del app.screen_stack
    keyboard._too_long(1)
    assert keyboard._patience is None


def written_cell(at, words):
    """The cell behind the last of `words` on the screen."""
    row = next(n for n, line in enumerate(at.text.splitlines()) if words in line)
    return (at.text.splitlines()[row].index(words) + len(words), row)


@pytest.mark.parametrize(("keys", "words"), [(("t", "enter"), "psst"), (("colon",), "rul"), (("n",), "mine")])
async def test_the_terminal_s_own_cursor_is_shown_and_exact_while_a_field_has_the_focus(keys, words, monkeypatch):
    async with sit("exodus", setup=HANDS) as at:
        sent = []
        monkeypatch.setattr(at.app._driver, "write", sent.append)
        await at.press(*keys)
        await at.type(words)
        await at.settle()
        assert sent[-1] == "\x1b[?25h"
        assert tuple(at.app.cursor_position) == written_cell(at, words)
        await at.press("escape")
        await at.settle()
        assert sent[-1] == "\x1b[?25l"
