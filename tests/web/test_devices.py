"""What lets a device in, seen from where one is in already: the screen of keys, links and their QR codes, commands, and
the host's arguments."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
import segno

from cli.commands import browsers
from core.person import Key
from core.refusal import Refused
from core.words.door import Door, qr
from ssh_server.commands.command_line import CommandLine
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.ssh.callers import Caller
from tests.ssh.house import new_people, running
from tui.screens.host.invitations import Code, Codes

WEB = "https://play.example.org"
SIZES = [(40, 15), (42, 26), (80, 24), (120, 40), (160, 45)]
PLAIN: dict[str, Any] = {
    "web": "127.0.0.1:8022", "web_url": "", "web_cert": None, "web_key": None, "web_proxy": [], "web_archive": None,
    "web_publish": False,
    "web_plain": False,
}  # fmt: skip


def a_hall() -> Hall:
    def read_key(line: str) -> Key:
        if not line.startswith("ssh-"):
            raise Refused("bad_key", "That is no public key.")
        return Key(line, f"SHA256:of-{line[-3:]}", 0.0)

    hall = Hall("Ada", host="Ada", web=WEB, read_key=read_key)
    hall.people.let_browser_in("Ada", hall.people.new_browser("Firefox on Android")[0])
    return hall


def modules(rows: list[str]) -> list[str]:
    """A QR code as its modules, from lines of two rows each."""
    upper, lower = str.maketrans(" ▀▄█", "0101"), str.maketrans(" ▀▄█", "0011")
    return [row.translate(part) for row in rows for part in (upper, lower)]


def test_a_link_as_a_qr_code_is_the_code_of_that_link() -> None:
    link = f"{WEB}/j/WEZK-99WK-GXNF-QWQR"
    drawn = modules([row for row, _ in qr(link)])
    own = ["".join(map(str, row)) for row in segno.make_qr(link, error="l").matrix_iter(border=2)]
    assert [row.strip("0") for row in drawn if row.strip("0")] == [row.strip("0") for row in own if row.strip("0")]


async def test_HH_54_all_other_browsers_are_logged_out_by_a_key_and_this_one_stays() -> None:
    hall = a_hall()
    browser, secret = hall.people.new_browser("Chrome on Windows")
    hall.people.let_browser_in("Ada", browser)
    closed: list[str] = []
    hall.people.revoked = closed.append
    async with hall.enter("Ada", (80, 24)) as at:
        at.app.browser = browser.digest
        await at.press("K")
        assert "this one, since" in at.text
        await at.press("o")
        assert "Firefox on Android" in at.text
        await at.press("enter")
        assert hall.people.find("Ada").browsers == (browser,)
        assert len(closed) == 1
        await at.press("o")
        assert "No other browser" in at.text
        assert hall.people.by_browser(secret) is not None
        at.app.browser = ""
        await at.press("o", "enter")
        assert hall.people.by_browser(secret) is None, "over SSH no browser stays"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_link_for_another_device_is_shown_with_its_qr_code(size: tuple[int, int]) -> None:
    hall = a_hall()
    async with hall.enter("Ada", size) as at:
        await at.press("K")
        await at.press("l")
        assert "Another device" in at.text
        assert "█▀▀▀▀▀█" in at.text
        if size[1] >= 24:  # whole: two marks above, one below
            assert at.text.count("█▀▀▀▀▀█") == 3
        await at.press("y")
        link = at.app.clipboard
    assert link.startswith(f"{WEB}/j/")
    assert hall.people.examine(link.rpartition("/")[2]).name == "ada"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_browsers_are_listed_with_keys_and_forgotten_there(size: tuple[int, int]) -> None:
    hall = a_hall()
    revoked: list[str] = []
    hall.people.revoked = revoked.append
    async with hall.enter("Ada", size) as at:
        await at.press("K")
        assert "Firefox on Android" in at.text
        assert "since" in at.text
        await at.press("down")
        await at.press("enter")
        assert "Forget this browser?" in at.text
        await at.press("enter")
        assert "Firefox on Android" not in at.text
    assert len(revoked) == 1
    assert hall.people.find("Ada").browsers == ()  # type: ignore[union-attr]


async def test_whoever_came_by_a_browser_adds_a_key() -> None:
    hall = a_hall()
    async with hall.enter("Ada", (80, 24)) as at:
        await at.press("K")
        for line in ("no key", "ssh-ed25519 new"):
            await at.press("a")
            await at.type(line)
            await at.press("enter")
            if line == "no key":
                assert "no public key" in at.text
        assert "SHA256:of-new" in at.text
    assert hall.people.holder("SHA256:of-new") is not None


async def test_an_invitation_is_shown_for_a_phones_camera() -> None:
    hall = a_hall()
    async with hall.enter("Ada", (80, 24)) as at:
        at.app.push_screen(Codes(hall.door, [Code("Bo", "WEZK-99WK-GXNF-QWQR", "the seat Bo")], "exodus-1"))
        await at.settle()
        await at.press("v")
        assert "For Bo" in at.text
        assert at.text.count("█▀▀▀▀▀█") == 3


async def test_where_no_browsers_are_let_in_there_is_a_code_and_no_link() -> None:
    hall = Hall("Ada")
    async with hall.enter("Ada", (80, 24)) as at:
        await at.press("K")
        await at.press("l")
        assert "█▀▀▀▀▀█" not in at.text
        assert "with the code:" in at.text


async def test_link_and_keys_by_command(tmp_path: Path) -> None:
    house, known = open_house(), new_people()
    commands = CommandLine(house, known, lambda: Door(address="house.example", web=WEB))
    async with running(tmp_path, people=known, commands=commands) as server:
        ada = Caller(server, "Ada", server.newcomer("Ada"))
        told = await ada.json("link")
        assert told["link"] == f"{WEB}/j/{told['code']}"
        assert f"In a browser: {WEB}/j/" in (await ada("link")).stdout
        browser, _ = known.new_browser("Firefox on Android")
        known.let_browser_in("Ada", browser)
        assert f"{browser.id}  Firefox on Android, since" in (await ada("keys")).stdout
        refused = await ada("keys forget 12345678 --json")
        assert json.loads(refused.stdout)["error"]["code"] == "no_such_browser"
        assert (await ada("keys drop it")).exit_status == 2
        assert (await ada(f"keys forget {browser.id}")).exit_status == 0
        assert (await ada.json("keys"))["browsers"] == []
        [key] = (await ada.json("keys"))["keys"]
        refused = await ada(f"keys forget {key['fingerprint']} --json")
        assert json.loads(refused.stdout)["error"]["code"] == "last_key"
    house.stop()


@pytest.mark.parametrize(
    ("given", "code"),
    [({"web": None, "web_url": WEB}, "no_web"), ({"web": None, "web_plain": True}, "no_web"),
     ({"web_cert": "c"}, "half_tls"), ({"web_key": "k"}, "half_tls"), ({"web": "0.0.0.0:80"}, "plain_http"),
     ({"web": "0.0.0.0:80", "web_plain": True}, "no_url"), ({"web_url": "play.example.org"}, "bad_url"),
     ({"web_url": f"{WEB}/path"}, "bad_url"), ({"web_archive": "/no/such/folder"}, "no_archive"),
     ({"web_publish": True}, "no_archive")],
    ids=range(10),
)  # fmt: skip
def test_arguments_that_cannot_be_are_refused_before_the_house_is_opened(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        browsers.check(argparse.Namespace(**(PLAIN | given)))
    assert refused.value.code == code


def test_arguments_that_can_be() -> None:
    assert browsers.check(argparse.Namespace(**(PLAIN | {"web": None}))) is None
    asked = {"web": "0.0.0.0:443", "web_url": f"{WEB}/", "web_cert": "c", "web_key": "k", "web_proxy": ["10.0.0.1"]}
    found = browsers.check(argparse.Namespace(**(PLAIN | asked)))
    assert found is not None
    assert (found.url, found.certificate, found.proxies) == (WEB, Path("c"), ("10.0.0.1",))
