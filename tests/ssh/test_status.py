"""The health of a served house: at a host's page, by command, for Prometheus, in the log; and its own backups."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import msgspec
import pytest

from cli.admin.commands import AdminCommands
from cli.commands.serve import Apps, check_upkeep
from core.house.people import People
from core.refusal import Refused
from core.words.health import Backups, Figures, Seated, Trouble, summary
from ssh_server.session.colours import Colours
from ssh_server.session.key_times import KeyTimer, Slowest
from ssh_server.session.session import Environment
from ssh_server.upkeep.backing_up import AGAIN_SECONDS, Keeper, read_span
from ssh_server.upkeep.vitals import Daily, LastTroubles, Metrics, exposition
from storage import check, open_house
from tests.kit.hall import Hall
from tests.ssh.house import key_for, until
from tests.ssh.served import Player, Served, serving

HOUR = 3_600.0
FIGURES = Figures(
    at=1_000_000.0, since=900_000.0, version="1", seated=(Seated("Zoe", "192.0.2.7", 999_000.0),), connections=3,
    strangers=1, running=2, finished=5, load=(0.5, 0.25, 0.1), processors=2, memory=80_000_000, keys=40,
    slowest_key=0.031, slowest_today=0.4, longest_turn=0.0, disk_free=5_000_000_000, disk_size=9_000_000_000,
    backups=Backups("/backups", 6 * HOUR, 4, 990_000.0, 1, "No backup was made: the disk is full."), warnings=1,
    errors=2,
    troubles=(Trouble(999_500.0, "error", "The screen of Zoe crashed."),),
)  # fmt: skip


NINE = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")


async def until_backups(house: Served, what: str) -> None:
    """Until there is one, or a failure."""
    while not (await house.do("status"))["status"]["backups"][what]:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)


def invite_host(house: Served, name: str) -> None:
    with open_house(house.folder) as store:
        people = People(store, time.time, secrets.token_bytes)
        house.keys[name] = asyncssh.generate_private_key("ssh-ed25519")
        _, code = people.invite("host", host=True)
        people.enrol(code, name, key_for(house.keys[name]), None)


async def fetched(url: str) -> str:
    def get() -> str:
        with urllib.request.urlopen(url, timeout=300) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(get)


async def test_a_served_house_tells_its_hosts_and_keeps_backups(tmp_path: Path) -> None:
    into = tmp_path / "backups"
    async with serving(tmp_path / "house", tmp_path / "log", fresh=False) as house:
        house.prepare("exodus", NINE)
        await house.start("--backup", str(into), "--every", "1h", "--keep", "3", "--metrics", "127.0.0.1:0")
        ada = Player(house, "Ada")
        await ada.arrive()
        await ada.sees("Exodus")
        for _ in range(3):
            ada.type("?")
            await ada.sees("Write your orders on the table")
            ada.type("\x1b")
            await ada.sees(lambda text: "Write your orders on the table" not in text)
        await until_backups(house, "kept")
        told = await house.do("status")
        now = told["status"]
        assert [(one["name"], one["address"]) for one in now["seated"]] == [("Ada", "127.0.0.1")]
        assert now["running"] == 1
        assert now["connections"] == 2
        assert now["keys"] > 0
        assert 0 < now["slowest_key"] <= now["slowest_today"]
        assert now["disk_free"] > 0
        assert now["memory"] > 1_000_000
        assert "Ada" in "\n".join(told["told"])
        (copy,) = into.iterdir()
        assert check(copy).well
        assert (copy / "host_key").exists()
        status, words = await house.services("host", "status")
        assert status == 0
        assert "slowest of the last minute" in words
        status, document = await house.services("host", "status", "--json")
        assert json.loads(document)["status"]["backups"]["folder"] == str(into)
        log = [json.loads(line)["said"] for line in (tmp_path / "log").read_text().splitlines()]
        port = next(line for line in log if line.startswith("Metrics")).split("port ")[1].split()[0]
        text = await fetched(f"http://127.0.0.1:{port}/metrics")
        assert "garnet_seated 1\n" in text
        assert "garnet_backups 1\n" in text
        assert "Ada" not in text
        assert "127.0.0.1" not in text
        await ada.leave()
        assert await house.stop() == 0
        status, words = await house.services("host", "status")
        assert status == 1
        assert "Nobody serves this house now" in words


async def test_failing_backups_are_told_to_hosts_at_their_screens_and_in_the_log(tmp_path: Path) -> None:
    into = tmp_path / "backups"
    into.write_text("a file where a folder should be")
    async with serving(tmp_path / "house", tmp_path / "log", fresh=False) as house:
        house.prepare("exodus", NINE)
        invite_host(house, "Gwen")
        await house.start("--backup", str(into))
        await until_backups(house, "failures")
        gwen = Player(house, "Gwen")
        await gwen.arrive()
        await gwen.sees("The backups need you")
        await gwen.leave()
        told = (await house.do("status"))["status"]
        assert "a folder should be" not in told["backups"]["trouble"]
        assert str(into) in told["backups"]["trouble"]
        assert told["errors"] == 1
        assert any("No backup was made" in trouble["said"] for trouble in told["troubles"])
        assert "No backup was made" in (tmp_path / "log").read_text()
        assert await house.stop() == 0


# --- who may look
async def test_the_page_is_for_hosts_alone_and_stays_up_to_date() -> None:
    hall = Hall("Gwen", "Ada", host="Gwen", health=lambda: FIGURES)
    async with hall.enter("Ada") as at:
        assert not [one for one in at.app.lobby.commands() if one.word == "Health of the house"]
        assert "backups" not in at.told
    async with hall.enter("Gwen") as at:
        assert "The backups need you" in at.told
        (found,) = [one for one in at.app.lobby.commands() if one.word == "Health of the house"]
        found.do()
        await at.pilot.pause()
        for words in (
            "the disk is full",
            "Zoe",
            "192.0.2.7",
            "31 ms",
            "4 kept in /backups",
            "The screen of Zoe crashed.",
            "5.0 GB",
        ):
            assert words in at.text
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        assert not [one for one in at.app.lobby.commands() if one.word == "Health of the house"]


async def test_hosts_at_their_screens_hear_of_a_failure_and_nobody_else_does() -> None:
    hall = Hall("Gwen", "Ada", host="Gwen")
    apps = Apps(hall.house, hall.people, hall.door)
    environment = Environment("xterm", Colours.FULL, {}, "192.0.2.7")
    for name, heard in (("Gwen", True), ("Ada", False)):
        app: Any = apps((80, 24), hall.people.find(name), environment)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            apps.tell_hosts("No backup was made.")
            await pilot.pause()
            assert (app.screen.query_one("#status").message == "No backup was made.") is heard


def test_a_house_that_nobody_serves_has_nothing_to_tell() -> None:
    hall = Hall("Gwen", host="Gwen")
    assert AdminCommands(hall.house, hall.people, hall.door).do({"do": "status"})["error"]["code"] == "not_served"


# --- Prometheus
def test_metrics_and_the_line_of_the_day_name_nobody() -> None:
    other = msgspec.structs.replace(
        FIGURES,
        seated=(Seated("Bo", "203.0.113.9", 1.0),),
        troubles=(Trouble(1.0, "error", "zqsecret"),),
        backups=Backups("/elsewhere", 6 * HOUR, 4, 990_000.0, 1, "zqsecret"),
    )
    assert exposition(FIGURES) == exposition(other)
    assert summary(FIGURES) == summary(other)
    assert "Zoe" not in exposition(FIGURES) + summary(FIGURES)


def test_the_text_is_as_prometheus_reads_it() -> None:
    samples: dict[str, float] = {}
    told: set[str] = set()
    for line in exposition(FIGURES).splitlines():
        if line.startswith("# TYPE "):
            name, kind = line.removeprefix("# TYPE ").split()
            assert kind in ("gauge", "counter")
            assert name not in told
            assert (kind == "counter") == name.endswith("_total")
            told.add(name)
        elif not line.startswith("# HELP "):
            name, value = line.rsplit(" ", 1)
            samples[name] = float(value)
            assert name.partition("{")[0] in told
    assert samples["garnet_slowest_key_seconds"] == 0.031
    assert samples['garnet_matches{state="running"}'] == 2
    assert samples["garnet_backup_time_seconds"] == 990_000.0


async def test_only_get_of_metrics_is_answered_and_who_says_nothing_is_let_go() -> None:
    metrics = Metrics("127.0.0.1", 0, lambda: FIGURES)
    await metrics.start()
    try:
        where = f"http://127.0.0.1:{metrics.port}"
        assert "garnet_seated 1" in await fetched(where + "/metrics")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            await fetched(where + "/")
        for words in (b"POST /metrics HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"nonsense\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", metrics.port)
            writer.write(words)
            assert (await reader.read()).startswith(b"HTTP/1.1 405")
            writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", metrics.port)
        writer.write(b"G" * 100_000)
        with_nothing = await asyncio.gather(reader.read(), return_exceptions=True)
        assert with_nothing[0] == b"" or isinstance(with_nothing[0], ConnectionError)
        writer.close()
    finally:
        await metrics.stop()


@pytest.mark.parametrize("host", ["0.0.0.0", "", "192.0.2.1", "house.example.org", "::"])
def test_metrics_are_for_this_machine_alone(host: str) -> None:
    with pytest.raises(Refused, match="this machine alone"):
        Metrics(host, 9100, lambda: FIGURES)


# --- what is typed
def typed(**more: Any) -> Any:
    return SimpleNamespace(**{"backup": None, "every": "6h", "keep": 20, "metrics": None} | more)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"every": "often"}, "bad_span"),
        ({"every": "5s"}, "bad_span"),
        ({"every": "0h"}, "bad_span"),
        ({"keep": 0}, "bad_keep"),
        ({"backup": "house/backups"}, "house_closed"),
        ({"metrics": "0.0.0.0:9100"}, "not_loopback"),
        ({"metrics": ":9100"}, "not_loopback"),
        ({"metrics": "here"}, "bad_address"),
    ],
)
def test_what_cannot_be_is_refused_before_the_house_is_opened(more: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_upkeep(typed(**more), Path("house"))
    assert refused.value.code == code
    check_upkeep(typed(backup="elsewhere", metrics="[::1]:9100"), Path("house"))


def test_spans() -> None:
    assert [read_span(words) for words in ("30m", "6h", "1d")] == [1_800.0, 21_600.0, 86_400.0]


# --- backups by the clock
class Made(msgspec.Struct):
    at: float
    told: str = ""


class Disk:
    """Where backups go, without files."""

    def __init__(self, *there: float) -> None:
        self.now = 1_000_000.0
        self.there = list(there)
        self.full = False
        self.told: list[int] = []
        self.keeper = Keeper(
            self.make, lambda: tuple(self.there), 6 * HOUR, lambda: self.now, tell=lambda: self.told.append(1)
        )

    def make(self, now: float) -> Made:
        if self.full:
            raise Refused("house_closed", "The disk is full.")
        self.there.append(now)
        return Made(now)


async def test_the_first_is_made_at_once_and_the_next_when_its_time_has_come() -> None:
    disk = Disk()
    assert disk.keeper.due() == 0
    await disk.keeper.once()
    assert disk.keeper.due() == 6 * HOUR
    disk.now += 6 * HOUR
    assert disk.keeper.due() == 0
    disk.now -= 7 * HOUR  # the clock is set back
    assert disk.keeper.due() == 0
    await disk.keeper.once()
    assert disk.keeper.due() == 6 * HOUR
    assert len(disk.there) == 2


async def test_after_a_restart_a_recent_one_is_enough() -> None:
    disk = Disk(1_000_000.0 - HOUR)
    disk.keeper.start()
    await until(lambda: disk.keeper.state().kept == 1)
    assert disk.keeper.due() == 5 * HOUR
    await disk.keeper.stop()
    assert len(disk.there) == 1


async def test_a_failure_is_told_once_and_it_is_tried_again_soon() -> None:
    disk = Disk()
    disk.full = True
    await disk.keeper.once()
    assert disk.keeper.due() == AGAIN_SECONDS
    disk.now += AGAIN_SECONDS
    assert disk.keeper.due() == 0
    await disk.keeper.once()
    assert disk.told == [1]
    assert disk.keeper.state().failures == 2
    disk.full = False
    await disk.keeper.once()
    assert disk.keeper.state().trouble == ""
    assert disk.keeper.due() == 6 * HOUR


# --- what is counted
def test_the_slowest_of_a_minute_is_forgotten_and_that_of_a_day_is_not() -> None:
    now = [0.0]
    slowest = Slowest(lambda: now[0])
    slowest.note(0.2)
    now[0] = 50.0
    slowest.note(0.1)
    assert slowest.minute() == (2, 0.2)
    now[0] = 70.0
    assert slowest.minute() == (1, 0.1)
    assert slowest.today == 0.2
    slowest.new_day()
    assert slowest.today == 0.0


async def test_a_key_is_timed_to_its_frame_and_one_at_a_time() -> None:
    slowest = Slowest()
    timer = KeyTimer(slowest)
    timer.frame()  # a clock on the screen
    assert timer.begin()
    assert not timer.begin()
    timer.frame()  # of something else: the key has not been dealt with
    assert slowest.minute()[0] == 0
    timer.dealt_with()
    timer.frame()
    assert slowest.minute()[0] == 1
    assert timer.begin()
    timer.dealt_with()  # and nothing changes on the screen
    await until(lambda: slowest.minute()[0] == 2)
    assert slowest.minute()[1] < 60.0


def test_the_last_troubles_quote_no_strangers() -> None:
    last = LastTroubles()
    for n in range(12):
        last.handle(logging.makeLogRecord({"name": "garnet.server", "levelno": logging.WARNING, "msg": f"w{n}"}))
    last.handle(logging.makeLogRecord({"name": "asyncio", "levelno": logging.ERROR, "msg": "zqsecret"}))
    assert last.counts == {"warning": 12, "error": 1}
    assert "zqsecret" not in str(last.last)
    assert [one.message for one in last.last][1:3] == ["w11", "w10"]
    assert len(last.last) == 10


def test_one_line_a_day(caplog: pytest.LogCaptureFixture) -> None:
    now, days = [1_000_000.0], []
    vitals: Any = SimpleNamespace(figures=lambda: FIGURES, new_day=lambda: days.append(1))
    daily = Daily(vitals, lambda: now[0])
    with caplog.at_level(logging.INFO, "garnet.server"):
        daily.log_new_day()
        now[0] += 86_400.0
        daily.log_new_day()
        daily.log_new_day()
    assert [record.getMessage() for record in caplog.records] == [f"The day 1970-01-12: {summary(FIGURES)}"]
    assert days == [1]
