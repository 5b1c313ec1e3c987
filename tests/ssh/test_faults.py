"""Functions of games that raise, loop, exit or print, in a served house: no session ends, the match beside them is
played on, and the host reads file and line."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from cli import alarm
from core import games
from core.games import guard
from tests.core.test_guard import FAULTS, HOOKS, RULES, SOURCE, torn
from tests.kit.depth import deep
from tests.ssh.served import Player, Served, serving

CASES = deep(
    [case for case in product(HOOKS, FAULTS) if case[0] != "talk_facts"],  # no bot sits here
    [
        ("view", "exits"),
        ("close", "loops"),
        ("asks", "raises"),
        ("board", "loops"),
        ("tell", "raises"),
        ("view", "prints"),
    ],
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if "GARNET_DEEP" not in os.environ:
        monkeypatch.setattr(alarm, "BEAT", 0.1)  # the served process is forked from this one
    yield
    games.look_again()
    guard.faults.clear()


def written(folder: Path, name: str, text: str, number: int) -> None:
    prefix = f"{chr(88 + number // 26)}{chr(65 + number % 26)}"
    text = text.replace("8), 2", "8), 3").replace("HB-", f"{prefix}-").replace("Hidden Bids", name.capitalize())
    (folder / f"{name}.py").write_text(text)


async def close(house: Served, match: str) -> str:
    status, words = await house.services("host", "close", match)
    assert status == 0 or "stands still" in words, words
    return words


async def ended(house: Served) -> int:
    assert house._process is not None
    async with asyncio.timeout(60):
        return await house._process.wait()


async def test_HH_78_no_session_ends_and_the_second_match_is_played_on(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    async with serving(tmp_path, fresh=False) as house:
        written(tmp_path / "games", "whole", SOURCE.replace("ROUNDS = (3, 8), 6", "ROUNDS = (3, 8), 99"), 0)
        for number, (hook, fault) in enumerate(CASES, 1):
            written(tmp_path / "games", f"g{number}x", torn(hook, fault), number)
        whole = house.prepare("whole", ("Wa", "Wb", "Wc"))
        matches = [house.prepare(f"g{n}x", (f"P{n}", f"Q{n}", f"R{n}")) for n in range(1, len(CASES) + 1)]
        await house.start()
        beside = Player(house, "Wa")
        await beside.arrive()
        await close(house, whole)
        for number, (match, (hook, fault)) in enumerate(zip(matches, CASES, strict=True), 1):
            player = Player(house, f"P{number}")
            await player.arrive()
            await player.command(f"orders {match}", {"bid": 1})
            words = "".join([await close(house, match) for _ in range(3 if hook == "pending" else 2)])
            stands = hook in RULES and fault != "prints"
            assert ("stands still" in words) == stands, (hook, fault, words)
            await player.sees(lambda text: "go on" in text or "stands still" in text, 20)
            player.type("\r")  # from a report
            if stands:
                await player.sees("stands still", 20)
            await player.command(f"say {match} lounge", "Still here.")
            assert not player.screen.over, (hook, fault)
            await player.leave()
            await close(house, whole)
            await beside.sees(f"Round {number + 1}", 20)
            beside.type("\r")
            await beside.sees(f"round {number + 2}/99", 20)
        assert not beside.screen.over
        status, answer = await house.services("host", "todo", "--json")
        assert status == 0
        texts = [task["text"] for task in json.loads(answer)["todo"] if task["kind"] == "damaged"]
        for number, (hook, fault) in enumerate(CASES, 1):
            line = torn(hook, fault).splitlines().index(f"        {FAULTS[fault]}") + 1
            known = any(f"(g{number}x.py, line {line})" in text for text in texts)
            assert known == (fault != "prints"), (hook, fault, texts)
        await beside.leave()
        assert await house.stop() == 0


async def test_HH_78_a_game_that_holds_the_interpreter_ends_the_house_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarm, "HELD", 2.0)
    (tmp_path / "games").mkdir()
    holds = torn("close", "raises").replace("        1 / 0", "        sum(range(10**12))")
    async with serving(tmp_path, fresh=False) as house:
        written(tmp_path / "games", "whole", SOURCE, 0)
        written(tmp_path / "games", "holds", holds, 1)
        whole, held = house.prepare("whole", ("Wa", "Wb", "Wc")), house.prepare("holds", ("P", "Q", "R"))
        await house.start()
        await close(house, held)
        await house.services("host", "close", held)  # the second close never returns
        assert await ended(house) == -signal.SIGPROF
        games.look_again()  # the next process is forked from this one
        await house.start()
        line = holds.splitlines().index("        sum(range(10**12))") + 1
        _, words = await house.services("host", "games")
        assert f"held up the whole house, which ended itself (line {line})" in words
        await close(house, whole)
        written(tmp_path / "games", "holds", torn("close", "prints"), 1)
        _, words = await house.services("host", "games", "--reload")
        assert "holds is changed" in words
        assert await house.stop() == 0
        games.look_again()
        await house.start()
        status, words = await house.services("host", "reopen", held, "--yes")
        assert status == 0, words
        await close(house, held)
        assert await house.stop() == 0


STOPPED = """
import asyncio, os, pathlib, signal, sys
from cli import alarm
alarm.HELD = 0.2
async def main():
    with alarm.last_resort(pathlib.Path(sys.argv[1])):
        print("here", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.sleep(0)
        print("still here", flush=True)
asyncio.run(main())
"""


def test_HH_78_time_in_which_the_process_was_stopped_does_not_end_it(tmp_path: Path) -> None:
    run = subprocess.Popen([sys.executable, "-c", STOPPED, str(tmp_path / "held.txt")], text=True,
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
    assert run.stdout is not None
    assert run.stdout.readline() == "here\n"
    run.send_signal(signal.SIGSTOP)
    time.sleep(0.5)  # longer than HELD, and the process does nothing in it
    run.send_signal(signal.SIGCONT)
    assert run.communicate("\n")[0] == "still here\n"
    assert run.returncode == 0
