"""What people let the archive tell of them, asked in the lobby and to be found in the palette."""

from __future__ import annotations

from core.match import journal as j
from core.match.consent import released_talk
from core.table.host_controls import HostControls
from tests.kit.hall import Hall
from tests.kit.screens import LARGE
from tui.screens.lobby.screen import Lobby
from tui.screens.releasing import Releasing


def finished(hall: Hall, *, talk: bool = True):
    """A duel of Ada and Bo that is over and public, with talk and notes."""
    table = hall.match("black_and_white", seats=("Ada", "Bo"))
    if talk:
        hall.seat(table, "Ada").say(["Bo"], "Good luck!")
        hall.seat(table, "Ada").say("lounge", "Hello")
        hall.seat(table, "Ada").keep_notes("He never plays the 8 first.")
    while table.match.phase != "finished":
        table.submit(j.Closed())
    HostControls(table).publish()
    return table


async def test_HH_27_everybody_is_asked_once_in_the_lobby_and_silence_stays_silence():
    hall = Hall("Ada", "Bo")
    table = finished(hall)
    row = "asked:black-and-white-1\nAda"
    async with hall.enter("Ada", LARGE) as at:
        assert isinstance(at.screen, Lobby)
        assert row in at.rows
        assert "may your talk be read there?" in at.text
        at.screen.query_one("#matches").point(row)
        await at.press("enter")
        assert isinstance(at.screen, Releasing)
        assert "your talk with Bo, 1 message" in at.text
        assert "your notes of 1 round" in at.text
        await at.press("q")
        assert row not in at.rows, "asked once"
    assert table.match.releases == ()


async def test_HH_27_yes_and_no_are_kept_and_can_be_changed_from_the_palette():
    hall = Hall("Ada", "Bo")
    table = finished(hall)
    async with hall.enter("Ada", LARGE) as at:
        at.app.release("black-and-white-1", "Ada")
        await at.settle()
        await at.press("y", "down", "n", "down", "enter")
        assert [one.answer for one in hall.seat(table, "Ada").questions()] == [True, False, True]
        assert released_talk(table.match) == {}
        hall.seat(table, "Bo").answer(("seats", ("Ada", "Bo")), True)
        assert list(released_talk(table.match)) == [("seats", ("Ada", "Bo"))]
        await at.press("up", "up", "n")
        assert released_talk(table.match) == {}
        await at.press("q")
        at.screen.query_one("#matches").point("mine:black-and-white-1\nAda")
        words = [command.word for command in at.screen.commands()]
        assert "What of my talk may be published" in words


async def test_HH_27_of_a_match_that_is_not_public_nobody_is_asked():
    hall = Hall("Ada", "Bo")
    HostControls(finished(hall)).publish(False)
    async with hall.enter("Ada", LARGE) as at:
        assert not any(row.startswith("asked") for row in at.rows)


async def test_HH_27_whoever_said_nothing_is_asked_nothing():
    hall = Hall("Ada", "Bo")
    finished(hall, talk=False)
    async with hall.enter("Bo", LARGE) as at:
        assert not any(row.startswith("asked") for row in at.rows)


async def test_HH_26_how_one_appears_is_chosen_in_the_palette():
    hall = Hall("Ada", "Bo")
    async with hall.enter("Ada", LARGE) as at:
        command = next(one for one in at.app.house_commands() if one.word == "How I appear in the archive")
        for keys, wanted in ((["down", "down", "enter"], ""), (["up", "enter", *"Falcon", "enter"], "Falcon")):
            command.do()
            await at.settle()
            await at.press(*keys)
            assert hall.people.find("Ada").appears == wanted
            assert "Pages of the archive call you" in at.told
        command.do()
        await at.settle()
        await at.press("enter", *["backspace"] * 6, "B", "o", "enter")
        assert "looks like the name of somebody here" in at.text, "a refusal is said in the box"
        assert hall.people.find("Ada").appears == "Falcon"
