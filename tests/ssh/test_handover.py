"""Somebody who no longer holds a seat hears nothing more of it, whatever was left running."""

from __future__ import annotations

import asyncio

import pytest

from core.house.guest import Guest
from core.match import journal as j
from core.refusal import Refused
from core.table.seat import Seat
from tests.ssh.callers import a_house
from tests.ssh.house import SOON


async def test_a_watch_ends_with_the_seat_that_it_was_for(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, _], _):
        watching = asyncio.ensure_future(ada("watch exodus-1 --json"))
        async with asyncio.timeout(SOON):
            while not any(one.place == 0 for one in table._subscribers):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
        Seat(table, "Cy").say(["Ada"], "canary")
        done = await watching
    assert done.exit_status == 0
    assert '"change":"here"' in done.stdout
    assert "canary" not in done.stdout


async def test_a_command_that_waits_for_its_input_does_nothing_at_a_seat_that_was_handed_over(tmp_path):
    async with (
        a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, _], server),
        await server.connect("Ada", ada._key) as connection,
    ):
        looking = await connection.create_process("orders exodus-1 --json")
        sealing = await connection.create_process("orders exodus-1 --json")
        saying = await connection.create_process("say exodus-1 Bo --json")
        await asyncio.sleep(0.2)
        table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
        Seat(table, "Ada", "person:bo").seal({"offers": []})
        looking.stdin.write_eof()
        sealing.stdin.write('{"offers": [{"to": "Bo", "give": "red"}]}')
        saying.stdin.write("it is still me")
        for process in (sealing, saying):
            process.stdin.write_eof()
        async with asyncio.timeout(SOON):
            done = [await process.wait() for process in (looking, sealing, saying)]
    assert [one.exit_status for one in done] == [1, 1, 1]
    assert all("not_your_match" in one.stdout for one in done)
    assert "offers" not in done[0].stdout, "the orders of whoever plays the seat now"
    assert table.match.sealed["Ada"].orders.offers == ()
    assert not table.match.messages


async def test_a_seat_takes_no_inputs_of_those_who_no_longer_hold_it(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, table, _, _):
        old = Guest(house, "ada").seat("exodus-1")
        old.keep_notes("mine")
        table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
        for deed in (
            lambda: old.seal({"offers": []}),
            old.withdraw,
            old.ready,
            lambda: old.say("lounge", "me"),
            lambda: old.keep_draft({}),
            lambda: old.keep_notes("still mine"),
        ):
            with pytest.raises(Refused, match="somebody else now"):
                deed()
        assert table.match.notes["Ada"] == "mine"
