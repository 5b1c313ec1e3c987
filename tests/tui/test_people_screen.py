"""The people of the house on a host's screen: each deed behind a question that says what it means."""

from __future__ import annotations

import pytest

from tests.kit.hall import Hall
from tests.kit.screens import LARGE, SMALL
from tui.screens.host.house import PeopleScreen


async def pick(at, what: str) -> None:
    """On the list of what can be done to whoever the cursor is on."""
    await at.press("enter")
    at.find("#pick").point(what)
    await at.press("enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_35_HH_36_HH_44_and_HH_45_on_the_screen(size):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match()
    async with hall.enter("Gwen", size) as at:
        await at.press("P")
        assert isinstance(at.screen, PeopleScreen)
        assert "host of the house" in at.text
        await pick(at, "rename")
        at.find("#answer").value = "Bo"
        await at.press("enter")
        assert "is taken" in at.told
        at.find("#answer").value = "Bea"
        await at.press("enter")
        assert hall.people.find("Bea").id == "ada"
        await pick(at, "at")
        await at.press("enter")
        assert "Make Bea a host of parley-open-1?" in at.text
        await at.press("enter")
        assert hall.people.find("Bea").hosts == ("parley-open-1",)
        assert "hosts parley-open-1" in at.text
        await pick(at, "block")
        assert "No key and no password" in at.screen.plain()
        await at.press("enter")
        assert hall.people.find("Bea").blocked
        await pick(at, "remove")
        shown = " ".join(at.screen.plain().split())
        assert "Everybody at parley-open-1 is told: Ada is now played by nobody yet." in shown
        assert table.match.holders["Ada"] == "person:ada"
        await at.press("enter")
        assert table.match.holders["Ada"] == "open"
        assert hall.people.find("Bea") is None
        await at.press("L")
        assert "Gwen  Ada is called Bea now" in " ".join(at.screen.plain().split()).replace("Gwen Ada", "Gwen  Ada")


async def test_HH_35_nobody_shuts_themselves_out_and_players_have_no_such_page():
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        await at.press("P", "end", "enter")
        at.find("#pick").point("remove")
        await at.press("enter")
        assert "That is yourself" in at.told
    async with hall.enter("Ada") as at:
        await at.press("P")
        assert not isinstance(at.screen, PeopleScreen)


async def test_HH_46_who_may_watch_is_said_at_the_console_and_the_code_is_used_in_the_lobby():
    hall = Hall("Ada", "Gwen", "Zed", host="Gwen")
    table = hall.match()
    async with hall.enter("Gwen") as at:
        at.app.host_match("parley-open-1")
        await at.settle()
        at.screen._ask_readers()
        await at.settle()
        at.find("#pick").point("code")
        await at.press("enter")
        assert "people with its code" in " ".join(at.screen.plain().split())
        await at.press("enter")
        assert table.match.watch == "code"
        code = at.screen.plain().split("shown this once: ")[1].split()[0]
    async with hall.enter("Zed") as at:
        assert at.rows == []
        at.app.lobby._by_code()
        await at.settle()
        at.find("#answer").value = f"parley-open-1 {code}"
        await at.press("enter", "q")
        assert any("parley-open-1" in row for row in at.rows)


@pytest.mark.parametrize("key", ["end", "enter", "h", "S", "K"])
async def test_HH_36_a_person_who_is_removed_while_seated_breaks_no_screen(key):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    hall.match()
    hall.match()
    async with hall.enter("Ada") as at:
        await at.press(key)
        hall.people.remove("Ada")
        at.app.update_all()  # seats become free before the session has ended
        await at.press("down")
