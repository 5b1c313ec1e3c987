"""What scripts pipe into one-shot commands: whole or not at all, read strictly, up to the limit; and leaving again."""

from __future__ import annotations

import asyncio
import json

import pytest

from core.match import journal as j
from core.refusal import Refused
from ssh_server.commands.parsing import UsageError, addressed, take_apart
from ssh_server.server import CLOSING
from ssh_server.session.terminal import LARGEST
from tests.kit import NAMES
from tests.ssh.callers import HANDS, SEATS, Caller, a_house
from tests.ssh.house import SOON, until


async def test_a_message_of_many_bytes_is_said_whole_or_refused(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        faces = "\U0001f600" * 2_000
        assert (await ada("say exodus-1 lounge", faces)).exit_status == 0
        assert [message.text for message in table.match.messages] == [faces]
        refused = await ada("say exodus-1 lounge", faces + "!")
        assert (refused.exit_status, "2,001" in refused.stderr) == (1, True)
        assert len(table.match.messages) == 1


@pytest.mark.parametrize(("more", "status"), [(0, 0), (1, 1)])
async def test_orders_have_room_up_to_the_limit_and_not_a_byte_beyond(tmp_path, more, status):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        text = '{"offers": []' + " " * (LARGEST - 14 + more) + "}"
        told = await ada("orders exodus-1", text)
        assert told.exit_status == status, told.stderr
        assert len(table.match.sealed) == 1 - status


@pytest.mark.parametrize("command", ["say exodus-1 lounge", "orders exodus-1"])
async def test_input_that_breaks_off_does_nothing(tmp_path, command):
    """A client that is killed has not said that this was all: half a sentence is not said, no orders are sealed."""
    async with a_house(tmp_path, "Ada") as (_, table, [ada], server):
        connection = await server.connect("Ada", ada._key)
        process = await connection.create_process(command)
        process.stdin.write('{"offers": []}')
        await process.stdin.drain()
        await until(
            lambda: any(t.command == command and t._hear for c in server.server.connections for t in c._terminals)
        )
        connection.abort()
        await until(lambda: not server.server.connections)
        assert (await ada("matches")).exit_status == 0
        assert (table.match.messages, table.match.sealed) == ((), {})


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ('{"offers": [], "offers": [{"to": "Bo", "give": "red"}]}', "key_twice"),
        ('{"offers": [{"to": "Bo", "give": "red", "give": "blue"}]}', "key_twice"),
        ('{"offers": NaN}', "no_json"),
        ('{"offers": []} {}', "no_json"),
        ('{"offers": ' + "[" * 20_000 + "]" * 20_000 + "}", "no_json"),
        ('{"offers": [1e999]}', "no_json"),
        ("null", "no_json"),
    ],
)
async def test_CM_25_json_that_can_be_read_in_two_ways_or_in_none_is_refused(tmp_path, given, code):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}) as (_, table, [ada], _):
        told = await ada("orders exodus-1 --json", given)
        error = json.loads(told.stdout)["error"]
        assert (told.exit_status, error["code"]) == (1, code)
        assert not any(mark in error["message"] for mark in ("`", "$["))
        assert table.match.sealed == {}


async def test_a_byte_order_mark_means_nothing_and_an_action_needs_an_input(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        assert (await ada("orders exodus-1", '\ufeff{"offers": []}')).exit_status == 0
        assert list(table.match.sealed) == ["Ada"]
        assert (await ada("say exodus-1 lounge", "\ufeffhello")).exit_status == 0
        assert table.match.messages[0].text == "hello"
        assert "the input is empty" in (await ada("act exodus-1")).stderr


async def test_what_a_command_does_not_take_is_typed_wrongly_and_does_nothing(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        for line in ("ready exodus-1 --withdraw", "ready exodus-1 not", "orders exodus-1 orders.json", "keys exodus-1"):
            told = await ada(line, '{"offers": []}' if line.startswith("orders") else "")
            assert (told.exit_status, told.stdout) == (2, ""), line
            assert line.split()[-1] in told.stderr
        assert (table.match.ready, table.match.sealed) == ((), {})
        assert (await ada("say exodus-1 lounge -- --not a word of it")).exit_status == 0
        assert table.match.messages[0].text == "--not a word of it"
        with pytest.raises(UsageError):
            take_apart("orders exodus-1 --not")
        told = await ada("say exodus-1 nobody 'said --json'")
        assert (told.stdout, told.stderr != "") == ("", True), "what is said is no option"


async def test_CM_27_a_proposal_can_be_made_by_command_and_asks_for_an_answer(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, bo], _):
        await bo("ready exodus-1")
        assert (await ada("say exodus-1 Bo --give red --want 'dark blue'")).exit_status == 0
        [message] = (await bo.json("view exodus-1"))["messages"]
        assert message["deal"] == {"give": "red", "want": "dark blue"}
        assert message["text"] == "My red for your dark blue?"
        assert table.match.ready == ()
        assert (await ada("say exodus-1 Bo --give red")).exit_status == 2
        assert (await ada("orders exodus-1 --give red --want blue")).exit_status == 2
        assert (await ada(f"say exodus-1 Bo --give {'x' * 41} --want blue")).exit_status == 1
        assert len(table.match.messages) == 1


async def test_CM_01_what_was_meant_for_a_round_that_closed_meanwhile_is_refused(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        assert (await ada("orders exodus-1 --round 1", '{"offers": []}')).exit_status == 0
        table.submit(j.Closed())
        for line, given in (("orders", '{"offers": []}'), ("act", "{}"), ("ready", ""), ("orders --withdraw", "")):
            command, *more = line.split()
            told = await ada(" ".join([command, "exodus-1", "--round 1 --json", *more]), given)
            assert (told.exit_status, json.loads(told.stdout)["error"]["code"]) == (1, "too_late"), line
        assert (table.match.round, table.match.sealed, table.match.ready) == (2, {}, ())
        assert (await ada("ready exodus-1 --round 2")).exit_status == 0
        for wrong in ("two", "-1", "", "2.0"):
            assert (await ada(f"ready exodus-1 --round '{wrong}'")).exit_status == 2


async def test_a_seat_with_a_comma_is_one(tmp_path):
    seats = ("Ada", "Bo, the bold", *SEATS[2:])
    async with a_house(tmp_path, "Ada", seats=seats) as (_, table, [ada], _):
        assert (await ada("say exodus-1 'Bo, the bold'", "psst")).exit_status == 0
        assert table.match.messages[0].readers == ("Ada", "Bo, the bold")


def test_a_seat_called_lounge_in_a_match_from_before_is_not_taken_for_the_room():
    with pytest.raises(Refused) as error:
        addressed("lounge", ("Ada", "lounge"))
    assert error.value.code == "two_of_that_name"
    assert addressed("lounge", ("Ada", "Bo")) == "lounge"


async def test_refusals_name_the_way_out(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, _, [ada], server):
        eve = Caller(server, "Eve", server.newcomer("Eve"))
        assert "`matches`" in (await ada("view exodus-7")).stderr
        assert "`view`" in (await eve("log exodus-1")).stderr


async def test_PR_01_before_runes_begin_only_ready_is_waited_for(tmp_path):
    async with a_house(tmp_path, "Ada", game="pantheic_runes", seats=NAMES[:5]) as (_, table, [ada], _):
        assert (table.match.phase, table.match.round) == ("pregame", 0)
        assert (await ada.json("matches"))["matches"][0]["waits_for_you"] == "ready"
        await ada("ready pantheic-runes-1")
        assert (await ada.json("matches"))["matches"][0]["waits_for_you"] == "nothing"
        table.submit(j.Closed())
        assert (await ada.json("matches"))["matches"][0]["waits_for_you"] == "orders"


async def test_watch_tells_every_message_once_and_no_empty_line(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], server), await server.connect("Ada", ada._key) as client:
        watch = await client.create_process("watch exodus-1 --json")
        await watch.stdout.readline()
        for text in ("one", "two", "three"):
            table.submit(j.Said(author="Bo", to="lounge", text=text))
        table.submit(j.Sealed(author="Bo", orders={"offers": []}))
        lines = []
        async with asyncio.timeout(SOON):
            while not lines or lines[-1]["change"] != "seals":
                lines.append(json.loads(await watch.stdout.readline()))
        assert [m["text"] for line in lines for m in line.get("messages", [])] == ["one", "two", "three"]
        assert all(line["messages"] for line in lines[:-1])


@pytest.mark.parametrize("key", ["\x03", "\x04"])
async def test_at_a_terminal_watch_ends_by_control_c(tmp_path, key):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], server):
        async with await server.connect("Ada", ada._key) as connection:
            watch = await connection.create_process("watch exodus-1", term_type="xterm")
            await watch.stdout.readline()
            watch.stdin.write(f"x{key}")
            async with asyncio.timeout(SOON):
                assert (await watch.wait()).exit_status == 0
        await until(lambda: len(table._subscribers) == 1)  # the house's own


async def test_a_closing_house_tells_those_who_watch_and_waits_for_none_of_them(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], server):
        connection = await server.connect("Ada", ada._key)
        watch = await connection.create_process("watch exodus-1 --json")
        waiting = await connection.create_process("orders exodus-1")
        await watch.stdout.readline()
        await until(lambda: len(server.server._commanding) == 2)
        asked = asyncio.get_running_loop().create_task(server.server.stop(seconds=600))
        async with asyncio.timeout(SOON):
            for process in (watch, waiting):
                told = await process.wait()
                assert (told.exit_status, told.stdout) == (1, "")
                assert told.stderr.strip() == CLOSING
            connection.close()
            await asked
        assert table.match.sealed == {}


async def test_a_client_that_does_not_read_what_it_watches_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr("ssh_server.session.terminal.Terminal.patience", 0.2)
    async with a_house(tmp_path, "Ada", seats=SEATS) as (_, table, [ada], server):
        connection = await server.connect("Ada", ada._key)
        watch = await connection.create_process("watch exodus-1", window=4096)
        await watch.stdout.readline()
        watch.channel.pause_reading()
        async with asyncio.timeout(SOON):
            while len(table._subscribers) > 1:
                for on in (True, False):
                    table.submit(j.Readied(author="Bo", ready=on))
                await asyncio.sleep(0)
        connection.abort()
