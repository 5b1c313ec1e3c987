"""Canaries over the wire: every seat has a real terminal, and no byte sent to one holds another's secret.

A word is planted in everything secret that can hold text, and a number that is nowhere else in what cannot. Everybody
looks at everything there is to look at, is refused something, seals and closes rounds; then all that was ever sent to
each session is searched, raw and as its terminal showed it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from core.botplay.playing import entry_for, make_bot
from core.bots.contract import Do, Seal
from core.match.views import sight
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from tests.kit.depth import deep, games
from tests.ssh.seated import NUMBER, OWNER, SETUP, Terminal, quiet, table_of

ESC = "\x1b\x1b[I"
"""The key Esc, and that the terminal has the focus: a bare escape is only known by the silence after it."""


async def press(terminals: list[Terminal], *keys: str) -> None:
    """Everybody presses the same keys, one after the other."""
    for key in keys:
        for terminal in terminals:
            terminal.screen.type(key)
        await quiet(terminals)


def bots_play(table: Table, bots: dict[str, Any]) -> None:
    """Every seat does what a bot would: live actions and seals, no talk."""
    for seat in table.match.seats:
        for move in bots[seat].turn(sight(table.match, seat)):
            if isinstance(move, Seal | Do):
                with contextlib.suppress(Refused):
                    table.submit(entry_for(move, seat))


def plant(table: Table, game: str) -> dict[str, set[str]]:
    """Secrets of the first seat, with those who may know them."""
    owner = Seat(table, OWNER)
    planted = {"zqnote": {OWNER}}
    owner.keep_notes("zqnote")
    if owner.partners():
        friend = owner.partners()[-1]  # who is not at a terminal, so that no other session may be sent this
        owner.say([friend], "zqdirect")
        planted["zqdirect"] = {OWNER, friend}
    if len(owner.partners()) > 1:
        group = owner.partners()[:2]
        owner.say(group, "zqgroup")
        planted["zqgroup"] = {OWNER, *group}
    if game == "drifting_ship":
        crew = [{"name": "zqcrew1", "start": "M"}, {"name": "zqcrew2", "start": "M"}]
        with contextlib.suppress(Refused):
            owner.keep_draft({"crew": crew})
        planted["zqcrew1"] = planted["zqcrew2"] = {OWNER}
    if game in SETUP:
        planted[str(NUMBER)] = {OWNER}
    return planted


@pytest.mark.parametrize("game", games("exodus", "drifting_ship"))
async def test_no_byte_sent_to_a_session_holds_anothers_secret(game: str, tmp_path: Path) -> None:
    await play_and_search(game, tmp_path, present=2)


async def play_and_search(game: str, folder: Path, present: int = 13) -> None:
    """Rounds with so many terminals; fails with the secret that reached somebody else."""
    async with table_of(game, folder, present) as (table, players, eve):
        match, everyone = table.match.header.match, [*players, eve]
        owner, others = players[0], [*players[1:], eve]
        bots = {seat: make_bot(table.match, seat, "random") for seat in table.match.seats}
        await asyncio.gather(*(terminal.follow(match) for terminal in players))
        planted = plant(table, game)
        await quiet(everyone)

        # The owner types a secret of each kind; what they type is on their own screen alone.
        await press([owner], "n")
        await owner.screen.shows("after Esc")
        await press([owner], "zqtyped", ESC + ESC)
        planted["zqtyped"] = {OWNER}
        # Everybody looks at everything.
        await press(players, ":", f"{ESC}?", f"{ESC}L", f"{ESC}t", f"{ESC}n", f"{ESC}{ESC}w", "d", "u")
        await press([eve], "\r", "?", f"{ESC}:", ESC)
        # Everybody is refused something, and told why; a refusal quotes its own sender.
        planted["zqrefused"] = {OWNER}
        await owner.command(f"orders {match} --json", json.dumps({"zqrefused": 1}))
        for terminal in others:
            for line in (f"view {match} --json", f"log {match}", f"orders {match}", "matches --json"):
                await terminal.command(line)
            await terminal.command(f"orders {match} --json", "[]")
            await terminal.command(f"act {match} --json", '{"kind": "nothing"}')
            await terminal.command(f"say {match} {OWNER}", "hello")
        check(planted, everyone)

        assert all(not terminal.screen.over for terminal in everyone)

        # Rounds are sealed, restated and closed.
        for _ in range(deep(2, 1)):
            bots_play(table, bots)
            await press(players, "s", f"{ESC}r")
            host = HostControls(table)
            if table.match.phase == "round":
                host.close()
            if table.match.phase == "judging":
                host.judge({"points": dict.fromkeys(table.match.seats, 1)})
            await quiet(everyone)
            await press(players, "\rL", ESC)
            for terminal in others:
                await terminal.command(f"view {match} --json")
                await terminal.command(f"log {match} --json")
        check(planted, everyone)
        assert all(not terminal.screen.over for terminal in everyone)


def check(planted: dict[str, set[str]], everyone: list[Terminal]) -> None:
    """Every secret has reached those who may know it, as far as they have looked, and nobody else."""
    for canary, allowed in planted.items():
        told = {terminal.name for terminal in everyone if terminal.was_sent(canary)}
        assert told <= allowed, f"{canary!r} was sent to {sorted(told - allowed)}"
    seen = {canary for canary in planted for terminal in everyone if terminal.was_sent(canary)}
    assert seen == set(planted), "a canary that not even its owner was sent proves nothing"
