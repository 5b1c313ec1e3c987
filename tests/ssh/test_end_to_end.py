"""`garnet serve` as a process of its own, played by real clients from the invitation to the last close."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from core.house.house import House
from core.match import views
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from storage import visit_house
from tests.kit import NAMES
from tests.kit.house import Clock, Tokens, open_house
from tests.ssh.house import SOON, Screen, sit, until
from tests.ssh.openssh import Person
from tests.ssh.served import Served, serving

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="the OpenSSH client is not installed")

SEATS = NAMES[:9]
ME, OTHERS = SEATS[0], SEATS[1:]
STAYING = 2
"""How many of the others stay at their terminals; what is drawn for one more is drawn as for these. All of them at
work at once: test_kill_server.py."""
SEED = 7
TALKATIVE = ("LogLevel=INFO",)
"""An ssh that shows what a server says beside its questions, as it does unless told otherwise."""


async def join(house: Served, seat: str) -> tuple[asyncssh.SSHClientConnection, Screen]:
    """Come in with an invitation to a seat, under its name: a screen, and a connection for commands."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    code = (await house.do("invite", match="exodus-1", seat=seat))["code"]
    screen = await sit(await house.connect("join", key))
    await screen.shows("Your code:")
    screen.type(f"{code}\r")
    await screen.shows("The name you want")
    screen.type(f"{seat}\r")
    await screen.shows("1/7")
    return await house.connect(seat, key), screen


async def test_a_password_set_in_the_house_opens_it_to_an_ssh_without_a_key(tmp_path: Path) -> None:
    """From the invitation to a new password and back, with the real client, the real hashes, and no key at all."""
    async with serving(tmp_path / "house", fresh=False) as house:
        await house.start()
        ada = Person(house, tmp_path / "home")
        code = (await house.do("invite"))["code"]
        async with ada.sit(ada.command("join", keys=(), options=TALKATIVE)) as terminal:
            await terminal.shows("Type the code that the host gave you.")
            await terminal.asks("Your code:")
            terminal.type("AAAA-BBBB-CCCC-DDDD\r")
            await terminal.shows("This code opens nothing.")
            await terminal.asks("Your code:")
            terminal.type(f"{code}\r")
            await terminal.shows("The name you want")
            terminal.type("Ada\r")
            await terminal.shows("A password")
            terminal.type("correct horse\rcorrect horse\r")
            await terminal.shows("Garnet House \u00b7 Ada")
            assert code.encode() in terminal.raw, "a code is shown as it is typed"
            terminal.type("K")
            await terminal.shows("Your password")
            terminal.type("p\r")
            await terminal.shows("At least 10 characters.")
            terminal.type("battery staple\rbattery staple\r")
            await terminal.shows("Your new password is kept.")
            terminal.type("qq\r")
            assert await terminal.ends() == 0
        async with ada.sit(ada.command("Ada", keys=(), options=TALKATIVE)) as terminal:
            await terminal.shows("New here? Come as join@.")
            await terminal.asks("Password of Ada:")
            terminal.type("correct horse\r")
            await terminal.shows("That opens nothing.")
            await terminal.asks("Password of Ada:")
            terminal.type("battery staple\r")
            await terminal.shows("Garnet House \u00b7 Ada")
            assert b"battery" not in terminal.raw
        assert "argon2id" in (house.folder / "house.jsonl").read_text()
        assert "battery" not in (house.folder / "house.jsonl").read_text()
        lost = await house.do("link", to="ada")
        async with ada.sit(ada.command("join", keys=(), options=TALKATIVE)) as terminal:
            await terminal.asks("Your code:")
            terminal.type(f"{lost['code']}\r")
            await terminal.shows("Garnet House \u00b7 Ada")
            assert b"K in the lobby sets another password." in terminal.raw


def some_order(seat: Seat, partners: tuple[str, ...]) -> dict[str, Any]:
    """An offer that this seat may seal: something it holds, to the first partner that takes it."""
    for kind, held in seat.view_json()["view"]["cubes"].items():
        for partner in partners:
            orders = {"offers": [{"to": partner, "give": kind}]}
            try:
                seat.check(orders)
            except Refused:
                continue
            if held:
                return orders
    return {"offers": []}


def hotseat() -> tuple[House, Table]:
    """The same match at one keyboard: the calls that its screens make, without any server."""
    house = House(open_house().store, Clock(), Tokens())
    return house, house.make("exodus", SEATS, seed=SEED)


async def seal(connection: asyncssh.SSHClientConnection, orders: dict[str, Any]) -> None:
    async with asyncio.timeout(SOON):
        done = await connection.run("orders exodus-1", input=json.dumps(orders), check=False)
    assert done.exit_status == 0, done.stderr


async def test_a_match_from_the_invitation_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    _, twin = hotseat()
    twins = {seat: Seat(twin, seat) for seat in SEATS}
    async with serving(folder, tmp_path / "log") as house:
        await house.start()
        seats = [word for seat in SEATS for word in ("--seat", seat)]
        status, told = await house.services("host", "new", "exodus", *seats, "--seed", str(SEED))
        assert (status, "Made exodus-1" in told) == (0, True), told
        person = Person(house, tmp_path / "home")
        person.key("id")
        code = (await house.do("invite", match="exodus-1", seat=ME))["code"]
        async with person.sit(person.command("join")) as terminal:
            await terminal.asks("Your code:")
            terminal.type(f"{code}\r")
            await terminal.shows("The name you want")
            terminal.type(f"{ME}\r")
            await terminal.shows("Talk (t)")  # straight at the order that waits
            terminal.type("q")
            await terminal.shows("Waits for you")
            terminal.type("\r")
            await terminal.shows("0/9 sealed")
            players = dict(zip(OTHERS, await asyncio.gather(*(join(house, seat) for seat in OTHERS)), strict=True))
            for seat in OTHERS[STAYING:]:  # their window is closed: from here on they play by command
                players[seat][1].process.close()
                await players[seat][1].process.wait_closed()

            # Round 1: Ada by keystrokes, the others by command; her screen follows.
            for number, seat in enumerate(OTHERS):
                orders = some_order(twins[seat], (ME, *OTHERS[number + 1 :], *OTHERS[:number]))
                twins[seat].seal(orders)
                await seal(players[seat][0], orders)
                await terminal.shows(f"{number + 1}/9 sealed")
            held = next(kind for kind, n in twins[ME].view_json()["view"]["cubes"].items() if n)
            terminal.type("\r")
            await terminal.shows("Offer to")
            terminal.type("\r")
            await terminal.shows("anything")
            terminal.type("\r")
            await terminal.shows("Give which cube")
            terminal.type("\r")
            await terminal.shows("all fail")
            terminal.type("s")
            await terminal.shows("Seal these orders?")
            terminal.type("\r")
            await terminal.shows("SEALED")
            sealed = House(visit_house(folder), Clock(), Tokens()).table("exodus-1").match.sealed[ME].orders
            assert views.plain(sealed)["offers"] == [{"to": "Bo", "give": held}]
            twins[ME].seal({"offers": [{"to": "Bo", "give": held}]})
            status, told = await house.services("host", "close", "exodus-1")
            assert (status, "round 2" in told) == (0, True), told
            HostControls(twin).close()
            await terminal.shows("what happened")
            terminal.type("\r")
            await terminal.shows("round 2/7")

            # On to the end, and the choices after it.
            for round_ in range(2, 8):
                for number, seat in enumerate(OTHERS):
                    orders = some_order(twins[seat], (*OTHERS[number + 1 :], *OTHERS[:number]))
                    twins[seat].seal(orders)
                    await seal(players[seat][0], orders)
                await house.do("close", match="exodus-1")
                HostControls(twin).close()
                await terminal.shows("what happened")
                terminal.type("\r")
                await terminal.shows(f"round {round_ + 1}/7" if round_ < 7 else "decisions")
            while twin.match.phase != "finished":
                HostControls(twin).close()
                told_now = await house.do("close", match="exodus-1")
            assert told_now["phase"] == "finished"
            await terminal.shows("finished")
            served = House(visit_house(folder), Clock(), Tokens()).table("exodus-1").match
            assert views.digest(served) == views.digest(twin.match), "hotseat and SSH: the same inputs, one digest"

            # A clean stop tells everybody.
            assert await house.stop() == 0
            assert await terminal.ends() == 0
            assert b"The house closes for a moment" in terminal.raw
            for _, screen in [players[seat] for seat in OTHERS[:STAYING]]:
                await screen.ends()
                assert b"The house closes for a moment" in screen.raw
            for connection, _ in players.values():
                connection.close()
    assert not (folder / "desk").exists()
    for line in (tmp_path / "log").read_text().splitlines():
        assert {"at", "level", "from", "said"} <= set(json.loads(line))
        assert json.loads(line)["level"] in ("info", "warning"), line


async def test_commands_work_on_a_house_that_nobody_serves_and_a_second_server_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "house", tmp_path / "log", fresh=False) as house:
        await house.start()
        made = await house.do("invite", host=True)
        status, told = await house.services("serve", "--listen", "127.0.0.1:0")
        assert (status, "is open already" in told) == (1, True), told
        fingerprint = (await house.do("fingerprint"))["fingerprint"]
        await house.stop()
        status, told = await house.services("host", "invitations", "--json")
        assert status == 0
        assert [one["id"] for one in json.loads(told)["invitations"]] == [made["id"]]
        assert fingerprint in (await house.services("host", "fingerprint"))[1]
        status, told = await house.services("host", "pause", "nothing")
        assert (status, told) == (1, "garnet: There is no match 'nothing' in this house.\n")


async def test_doctor_matches_and_the_webhook_beside_a_running_house(tmp_path: Path) -> None:
    async with serving(tmp_path / "house", tmp_path / "log", fresh=False) as house:
        await house.start()
        status, told = await house.services("host", "new", "exodus", "--seat", "Zoe", "--minutes", "none")
        assert (status, "Made exodus-1" in told) == (0, True), told
        status, told = await house.services("matches")
        assert (status, "Zoe" in told) == (0, True), told
        status, told = await house.services("doctor", "--server", f"127.0.0.1:{house.port}")
        assert status == 0, told
        assert f"An SSH server answers at 127.0.0.1:{house.port}" in told
        assert "The house is open" in told
        assert (await house.services("host", "webhook", "https://chat.example/hook"))[0] == 0
        assert "https://chat.example/hook" in (await house.services("host", "webhook"))[1]
        assert (await house.services("host", "deadline", "exodus-1", "+30m"))[1].count("by this machine's clock") == 1
        assert (await house.services("host", "new", "exodus", "--minutes", "soon"))[0] == 2


async def test_HH_51_whoever_is_given_the_seat_of_a_bot_finds_what_it_had_sealed_as_a_draft(tmp_path: Path) -> None:
    async with serving(tmp_path / "house", tmp_path / "log") as house:
        match = house.prepare("exodus", SEATS)
        await house.start()
        await house.do("hand-over", match=match, seat=ME, to="bot:steady")
        await until(lambda: ME in house.found().table(match).match.sealed)
        await house.do("hand-over", match=match, seat=ME, to=ME)
        person = Person(house, tmp_path / "home")
        house.keys[ME].write_private_key(person.home / "id")
        (person.home / "id").chmod(0o600)
        async with person.sit(person.command(ME)) as terminal:
            await terminal.shows("DRAFT")
            await terminal.shows("A bot had sealed this before you sat down")
