"""What only one seat may know makes no sound at the others: not one byte, on any screen or followed by any command.

How many bytes somebody is sent, and when, are outputs too. Here each secret thing is done in turn, and whoever may not
know of it must be sent nothing at all; what they ask for afterwards must be as it was before.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from core.botplay.playing import make_bot
from core.bots.contract import Do, Seal
from core.match.views import sight
from core.refusal import Refused
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from tests.kit.depth import DEEP, games
from tests.ssh.seated import Terminal, quiet, table_of


def sent(terminal: Terminal) -> tuple[int, int]:
    """How much somebody was sent so far, on the screen and by commands."""
    return len(terminal.screen.raw), len(terminal._answers)


async def asked(terminal: Terminal, match: str) -> bytes:
    """All that somebody is told on request."""
    before = len(terminal._answers)
    for line in (f"view {match} --json", f"log {match} --json", "matches --json"):
        await terminal.command(line)
    if terminal.name == "Eve" and not DEEP:  # who only watches is refused the rest before anything is looked at
        return bytes(terminal._answers[before:])
    await terminal.command(f"orders {match} --json")
    for line, given in (
        (f"act {match} --json", '{"kind": "nothing"}'),
        (f"orders {match} --json", '{"nothing": 1}'),
        (f"say {match} Ada,Ada --json", "twice"),
    ):
        await terminal.command(line, given)
    return bytes(terminal._answers[before:])


def bot_orders(table: Table, seat: str) -> dict[str, object]:
    """Orders that this seat could seal now."""
    for level in ("steady", "random"):
        for move in make_bot(table.match, seat, level).turn(sight(table.match, seat)):
            if isinstance(move, Seal):
                return move.orders
    return {}


def secrets_of(table: Table) -> dict[str, tuple[Callable[[], object], set[str]]]:
    """Things that the first seat does, and those besides it who may notice."""
    ada, third = Seat(table, "Ada"), table.match.seats[min(2, len(table.match.seats) - 1)]
    found: dict[str, tuple[Callable[[], object], set[str]]] = {
        "notes": (lambda: ada.keep_notes("zq"), set()),
        "no notes": (lambda: ada.keep_notes(""), set()),
        "a draft": (lambda: ada.keep_draft({"zq": 1}), set()),
        "a draft that counts": (lambda: ada.keep_draft({"zq": 1}, counts=True), set()),
        "no draft": (lambda: ada.keep_draft(None), set()),
        "withdrawing what is not there": (ada.withdraw, set()),
        "refused orders": (lambda: ada.seal({"zq": 1}), set()),
        "a refused action": (lambda: ada.do({"kind": "zq"}), set()),
        "a refused message": (lambda: ada.say([], "zq"), set()),
        "not ready, as before": (lambda: ada.ready(False), set()),
        "somebody at the keyboard": (ada.arrive, set()),
        "nobody at the keyboard": (ada.depart, set()),
    }
    if third in ada.partners():
        found["a message"] = (lambda: ada.say([third], "zq"), {third})
        found["a proposal"] = (lambda: ada.say([third], "zq", Deal("red", "blue")), {third})
    if table.match.talk.realms and "realm" in ada.rooms():
        mine = {seat for seat in table.match.seats if table.match.talk.realms[seat] == table.match.talk.realms["Ada"]}
        found["a message to the realm"] = (lambda: ada.say("realm", "zq"), mine)
    return found


@pytest.mark.parametrize("game", games("exodus", "sinners_secret"))
async def test_what_others_may_not_know_makes_no_sound(game: str, tmp_path: Path) -> None:
    async with table_of(game, tmp_path, 3) as (table, players, eve):
        match = table.match.header.match
        everyone = [*players, eve]
        eve.screen.type("\r")
        await eve.screen.shows("Watching")
        await asyncio.gather(*(terminal.follow(match) for terminal in players))
        for terminal in everyone:
            await asked(terminal, match)
        await quiet(everyone)
        noticed: list[str] = []
        knew: dict[str, bytes] = {}
        """What each was told last, for as long as nothing public has happened since."""

        async def do(what: str, deed: Callable[[], object], may: set[str]) -> None:
            others = [one for one in everyone if one.name != "Ada" and one.name not in may]
            for one in others:
                if one.name not in knew:
                    knew[one.name] = await asked(one, match)
            await quiet(everyone)
            before = {one.name: sent(one) for one in others}
            with contextlib.suppress(Refused):
                deed()
            await asyncio.sleep(0.05)
            await quiet(everyone)
            noticed.extend(f"{one.name} was sent something: {what}" for one in others if sent(one) != before[one.name])
            for one in everyone:
                if one in others:
                    if (told := await asked(one, match)) != knew[one.name]:
                        noticed.append(f"{one.name} is told something else: {what}")
                    knew[one.name] = told
                else:
                    knew.pop(one.name, None)

        for what, (deed, may) in secrets_of(table).items():
            await do(what, deed, may)
        ada = Seat(table, "Ada")
        if not table.match.shows_counts:
            await do("CM-28: orders", lambda: ada.seal(bot_orders(table, "Ada")), set())
            await do("CM-28: withdrawn", ada.withdraw, set())
        ada.ready()
        knew.clear()
        await quiet(everyone)
        await do("ready, as before", ada.ready, set())
        ada.ready(False)
        knew.clear()
        orders = bot_orders(table, "Ada")
        with contextlib.suppress(Refused):
            ada.seal(orders)  # how many have sealed is public
            knew.clear()
            await quiet(everyone)
            await do("the same orders again", lambda: ada.seal(orders), set())
            await do("other orders", lambda: ada.seal({}), set())
            await do("a draft beside a seal", lambda: ada.keep_draft(orders), set())
        for move in make_bot(table.match, "Ada", "random").turn(sight(table.match, "Ada")):
            if isinstance(move, Do):
                await do(f"{move.action}", lambda move=move: ada.do(move.action), set())  # type: ignore[misc]
        assert noticed == [], "\n".join(noticed)
