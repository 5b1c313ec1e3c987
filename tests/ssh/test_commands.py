"""One-shot commands over SSH, by real clients, at a real table in memory."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from core.match import journal as j
from core.table.host_controls import HostControls
from core.table.seat import Seat
from ssh_server.commands.parsing import UsageError, take_apart
from ssh_server.door.guard import RateLimit
from ssh_server.session.terminal import Terminal
from tests.kit import NAMES
from tests.ssh.callers import HANDS, SEATS, Caller, a_house
from tests.ssh.chat_room import ChatRoom, answer
from tests.ssh.house import until


async def test_help_and_what_is_typed_wrongly(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, _, [ada], _):
        told = await ada("help")
        assert told.exit_status == 0
        assert "orders MATCH < FILE" in told.stdout
        for line in ("frobnicate", "view", "view exodus-1 --frob", "rules chess", "say exodus-1", 'view "exodus-1'):
            told = await ada(line)
            assert (told.exit_status, told.stdout) == (2, ""), line
            assert told.stderr.strip()


async def test_matches_and_what_waits(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        told = await ada.json("matches")
        assert [one["match"] for one in told["matches"]] == ["exodus-1"]
        assert told["matches"][0]["your_seats"] == ["Ada"]
        assert told["matches"][0]["waits_for_you"] == "orders"
        assert "holders" not in told["matches"][0]
        assert "your orders are awaited" in (await ada("matches")).stdout
        assert table.match.round == 1


async def test_orders_are_sealed_shown_and_withdrawn(tmp_path):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}) as (_, table, [ada], _):
        orders = {"offers": [{"to": "Bo", "give": "red"}]}
        assert await ada.json("orders exodus-1", orders) == {"ok": True, "round": 1}
        assert table.match.sealed["Ada"].orders.offers[0].to == "Bo"
        assert await ada.json("orders exodus-1") == {"orders": orders}
        assert "Bo" in (await ada("orders exodus-1")).stdout
        refused = await ada("orders exodus-1 --json", json.dumps({"offers": [{"to": "Ada", "give": "red"}]}))
        assert refused.exit_status == 1
        assert json.loads(refused.stdout)["error"]["code"] == "to_oneself"
        for given in ("not json", "[]", "[" * 5000):
            refused = await ada("orders exodus-1", given)
            assert refused.exit_status == 1
            assert "JSON" in refused.stderr
        assert await ada.json("orders exodus-1") == {"orders": orders}
        assert (await ada("orders exodus-1 --withdraw")).exit_status == 0
        assert table.match.sealed == {}


async def test_view_log_say_and_ready(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", setup={"hands": HANDS}) as (_, table, [ada, bo], _):
        await ada.json("orders exodus-1", {"offers": [{"to": "Bo", "give": "red"}]})
        await bo.json("orders exodus-1", {"offers": [{"to": "Ada", "give": "green"}]})
        assert (await ada("say exodus-1 Bo", "as agreed?")).exit_status == 0
        assert (await ada("say exodus-1 lounge hello all")).exit_status == 0
        assert (await ada("say exodus-1 Ada", "me")).exit_status == 1
        assert [m["text"] for m in (await bo.json("view exodus-1"))["messages"]] == ["as agreed?", "hello all"]
        assert (await ada("ready exodus-1")).exit_status == 0
        assert table.match.ready == ("Ada",)
        assert (await ada("ready exodus-1 --not")).exit_status == 0
        table.submit(j.Closed())
        report = (await ada.json("log exodus-1"))["log"][0]["report"]
        assert report["trades"] == [{"with": "Bo", "gave": "red", "got": "green"}]
        assert "Round 1" in (await ada("log exodus-1")).stdout
        assert (await ada.json("view exodus-1"))["view"]["cubes"]["green"] == 2
        words = (await ada("view exodus-1 --text")).stdout
        assert words.startswith("The Exodus Game, round 2/7")
        assert "\n  green: 2\n" in words
        assert "{" not in words


async def test_terms_are_offered_agreed_to_and_read_in_the_book_by_command(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", setup={"hands": HANDS}) as (_, _table, [ada, bo], _):
        offer = (
            '{"kind":"offer","clauses":[{"who":"Bo","term":"give","what":"red","to":"Ada","first":1,"last":1},'
            '{"who":"Ada","term":"give","what":"blue","to":"Bo","first":2,"last":2,"after":0}]}'
        )
        assert (await ada(f"say exodus-1 Bo --act '{offer}'")).exit_status == 0
        said = json.loads((await ada("say --json exodus-1 Bo my red for your blue every round")).stdout)
        assert [clause["what"] for clause in said["heard"]["clauses"]] == ["red", "blue"]
        assert "last" not in said["heard"]["clauses"][0]
        assert (await bo("""say exodus-1 Ada --act '{"kind":"accept","of":"Ada-7"}'""")).exit_status == 1
        assert (await bo("""say exodus-1 Ada --act '{"kind":"accept","of":"Ada-1"}'""")).exit_status == 0
        assert "Bo gives you a red cube this round" in (await ada("book exodus-1")).stdout
        assert "You give Ada a red cube this round" in (await bo("book exodus-1 Ada")).stdout
        assert (await ada("say exodus-1 Bo --act '{}' --give red --want blue")).exit_status == 2
        for wrong in (offer.replace('"after":0', '"after":2'), offer.replace('"give"', '"juggle"')):
            refused = await ada(f"say --json exodus-1 Bo --act '{wrong}'")
            assert json.loads(refused.stdout)["error"]["code"] == "bad_act"


async def test_CM_09_a_story_is_told_from_what_the_seat_knew(tmp_path):
    """While the match runs the story of a seat holds its own orders and reports; a spectator's holds nobody's."""
    async with a_house(tmp_path, "Ada", "Bo", setup={"hands": HANDS}) as (_, table, [ada, bo], server):
        eve = Caller(server, "Eve", server.newcomer("Eve"))
        await ada.json("orders exodus-1", {"offers": [{"to": "Bo", "give": "red"}]})
        await bo.json("orders exodus-1", {"offers": [{"to": "Cy", "give": "green"}]})
        table.submit(j.Closed())
        own = await ada.json("story exodus-1")
        assert (own["reader"], own["whole"]) == ("Ada", False)
        assert [set(scene["reports"]) | set(scene["orders"]) for scene in own["scenes"]] == [{"Ada"}]
        assert [step["text"] for step in own["scenes"][0]["steps"]] == [
            "Ada offered Bo 1 red cube; Bo offered nothing back."
        ]
        assert [set(scene["reckonings"]) for scene in own["scenes"]] == [{"Ada"}]
        theirs = await eve.json("story exodus-1")
        assert not any(scene["reckonings"] for scene in theirs["scenes"])
        assert not any(scene["reports"] or scene["orders"] for scene in theirs["scenes"])
        assert not any(scene["steps"] for scene in theirs["scenes"]), "what others traded is their own"
        assert "Not over yet: 1 of 7 rounds have closed." in (await eve("story exodus-1")).stdout


async def test_HH_56_a_finished_match_is_replayed_by_command_for_whoever_may_read_its_record(tmp_path):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS, "round": 7}) as (_, table, [ada], server):
        eve = Caller(server, "Eve", server.newcomer("Eve"))
        await ada.json("orders exodus-1", {"offers": [{"to": "Bo", "give": "red"}]})
        for who in (ada, eve):
            assert (await who.json("replay exodus-1"))["error"]["code"] == "not_finished"
        while table.match.phase != "finished":
            HostControls(table).close()
        told = await ada.json("replay exodus-1")
        assert (told["eyes"], told["whole"], told["rounds"]) == (None, True, [{"round": 7, "steps": 1}])
        shown = await ada.json("replay exodus-1 --round 7")
        assert shown["steps"][0]["text"] == "Ada offered Bo 1 red cube; Bo offered nothing back."
        assert shown["orders"]["Ada"]
        before = await ada.json("replay exodus-1 --round 7 --step 0")
        assert (before["steps"], "orders" in before) == ([], False)
        words = (await ada("replay exodus-1 --round 7 --eyes Bo")).stdout
        assert "Bo's eyes" in words
        for line, code in (("--round 6", "no_such_round"), ("--round 7 --step 2", "no_such_step"),
                           ("--step 1", "no_such_round"), ("--eyes Zoe", "not_seated")):  # fmt: skip
            assert (await ada.json(f"replay exodus-1 {line}"))["error"]["code"] == code
        for line in ("", "--eyes Ada", "--round 7"):
            assert (await eve.json(f"replay exodus-1 {line}"))["error"]["code"] == "not_your_eyes"
        HostControls(table).publish()
        assert (await eve.json("replay exodus-1 --eyes Ada"))["eyes"] == "Ada"
        assert "exodus" in (await eve("replay exodus-1")).stdout.casefold()


async def test_live_actions_and_choices(tmp_path):
    async with a_house(tmp_path, "Ada", game="parley-open", seats=NAMES[:4]) as (_, table, [ada], _):
        told = await ada.json("act parley-open-1", {"kind": "wave", "to": "Bo"})
        assert told["notices"][0]["text"] == "You turned to Bo."
        assert (await ada("act parley-open-1", json.dumps({"kind": "wave", "to": "Ada"}))).exit_status == 1
        for _ in range(3):
            await ada.json("orders parley-open-1", {"number": 5})
            table.submit(j.Closed())
        choose = (await ada.json("view parley-open-1"))["choose"]
        assert choose["kind"] == "choose_candidate"
        assert await ada.json("act parley-open-1", {"kind": "choose_candidate", "player": "Cy"})
        assert table.match.state.ending.candidate == "Cy"


async def test_someone_without_a_seat_sees_public_facts_and_does_nothing(tmp_path):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}) as (_, table, [ada], server):
        eve = Caller(server, "Eve", server.newcomer("Eve"))
        await ada.json("orders exodus-1", {"offers": [{"to": "Bo", "give": "red"}]})
        await ada("say exodus-1 lounge", "canary-talk")
        seen = await eve.json("view exodus-1")
        assert "canary" not in str(seen)
        assert "orders" not in seen
        for line in ("orders exodus-1", "ready exodus-1", "log exodus-1", "say exodus-1 lounge"):
            told = await eve(line)
            assert (told.exit_status, told.stdout) == (1, ""), line
        assert (await eve("view nothing-1")).exit_status == 1
        assert (await eve.json("matches"))["matches"] == []
        assert list(table.match.sealed) == ["Ada"]


async def test_watch_tells_each_change_that_the_seat_may_know_of(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [_], server):
        key = server.newcomer("Zoe")
        table.submit(j.HandedOver(seat="Bo", holder="person:zoe"))
        async with await server.connect("Zoe", key) as connection:
            watch = await connection.create_process("watch exodus-1")
            first = json.loads(await watch.stdout.readline())
            assert (first["change"], first["round"], first["sealed"]) == ("here", 1, 0)
            table.submit(j.Said(author="Ada", to=("Cy",), text="canary-psst"))
            table.submit(j.Noted(author="Ada", text="canary-note"))
            table.submit(j.Sealed(author="Ada", orders={"offers": []}))
            told = json.loads(await watch.stdout.readline())
            assert (told["change"], told["sealed"]) == ("seals", 1)
            table.submit(j.Said(author="Ada", to=("Bo",), text="to you"))
            told = json.loads(await watch.stdout.readline())
            assert [m["text"] for m in told["messages"]] == ["to you"]
            watch.terminate()
        await until(lambda: len(table._subscribers) == 1)  # the house's own


async def test_CM_28_watch_says_nothing_of_counts_that_are_kept_back(tmp_path):
    async with a_house(tmp_path, "Ada") as (house, _, [_], server):
        table = house.make("exodus", SEATS, counts=False)
        eve = server.newcomer("Eve")
        async with await server.connect("Eve", eve) as connection:
            table.submit(j.HandedOver(seat="Bo", holder="person:eve"))
            watch = await connection.create_process(f"watch {table.match.header.match} --json")
            first = json.loads(await watch.stdout.readline())
            table.submit(j.Sealed(author="Ada", orders={"offers": []}))
            table.submit(j.Readied(author="Ada"))
            table.submit(j.Said(author="Ada", to=("Bo",), text="to you"))
            told = json.loads(await watch.stdout.readline())
            assert [(line["change"], line["sealed"], line["ready"]) for line in (first, told)] == [
                ("here", None, None), ("said", None, None),
            ]  # fmt: skip
            watch.terminate()


async def test_of_several_seats_one_must_be_named(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        table.submit(j.HandedOver(seat="Bo", holder="person:ada"))
        assert (await ada.json("orders exodus-1"))["error"]["code"] == "which_seat"
        assert await ada.json("orders exodus-1 --seat Bo", {"offers": []}) == {"ok": True, "round": 1}
        assert list(table.match.sealed) == ["Bo"]
        assert (await ada.json("orders exodus-1 --seat Cy"))["error"]["code"] == "not_your_seat"


async def test_rules_and_keys(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, _, [ada], _):
        assert "EX-07" in (await ada("rules exodus")).stdout
        assert (await ada("keys")).stdout.startswith("SHA256:")
        assert len((await ada.json("keys"))["keys"]) == 1


async def test_input_without_end_is_refused_and_harms_nobody(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        told = await ada("orders exodus-1", "x" * 1_000_000)
        assert told.exit_status == 1
        assert "65,536" in told.stderr
        assert (await ada("matches")).exit_status == 0
        assert table.match.sealed == {}


@pytest.mark.parametrize("line", ["--seat", "view 'x", "orders m --what"])
def test_command_lines_that_cannot_be_read(line):
    with pytest.raises(UsageError):
        take_apart(line)


def test_a_command_line_is_taken_apart():
    typed = take_apart("orders exodus-1 --seat 'Mary Ann' --json")
    assert (typed.words, typed.seat, typed.json, typed.match) == (("orders", "exodus-1"), "Mary Ann", True, "exodus-1")
    assert take_apart("").words == ("help",)
    typed = take_apart("act m --round 03 --turn 000")
    assert (typed.round, typed.turn) == (3, 0)


def test_a_text_of_which_a_shell_took_the_quotation_marks_keeps_its_apostrophes():
    assert take_apart("say m Bo I won't").words == ("say", "m", "Bo", "I", "won't")
    assert take_apart("say m Bo I won't, he won't").words[3:] == ("I", "won't,", "he", "won't")
    assert take_apart('say m Bo "I won\'t"').words == ("say", "m", "Bo", "I won't")
    assert take_apart("remark m the players' choice").words == ("remark", "m", "the", "players'", "choice")
    assert take_apart("say m 'Mary Ann' hi --act '{\"kind\": \"warn\"}'").act == '{"kind": "warn"}'


def openssh(server, folder, name, key):
    """The words that a script is given to reach the house as somebody."""
    file = folder / "key"
    key.write_private_key(str(file))
    file.chmod(0o600)
    ssh = ["ssh", "-p", str(server.server.port), "-i", str(file), "-o", "StrictHostKeyChecking=no"]
    known = f"UserKnownHostsFile={folder / 'known'}"
    return [*ssh, "-o", known, "-o", "LogLevel=ERROR", "-F", "none", f"{name}@127.0.0.1"]


async def test_who_holds_no_seat_watches_what_spectators_know(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, _, server):
        async with await server.connect("Eve", server.newcomer("Eve")) as connection:
            watch = await connection.create_process("watch exodus-1 --json")
            first = json.loads(await watch.stdout.readline())
            assert (first["change"], first["orders"], first["sealed"]) == ("here", "NONE", 0)
            table.submit(j.Said(author="Ada", to=("Bo",), text="canary-psst"))
            table.submit(j.Noted(author="Ada", text="canary-note"))
            table.submit(j.Drafted(author="Ada", orders={"canary": 1}))
            table.submit(j.Announced(text="Tea at five."))
            assert json.loads(await watch.stdout.readline())["change"] == "news"
            watch.terminate()
        await until(lambda: len(table._subscribers) == 1)  # the house's own


@pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the OpenSSH client")
async def test_the_bridge_of_the_scripting_page_tells_a_chat_room(tmp_path):
    async with a_house(tmp_path, "Ada") as (_, table, _, server), ChatRoom(answer(500)) as room:
        ssh = openssh(server, tmp_path, "eve", server.newcomer("Eve"))
        script = Path(__file__).parents[2] / "docs" / "scripting_bridge.py"
        bridge = await asyncio.create_subprocess_exec(sys.executable, str(script), "exodus-1", room.url, *ssh)
        try:
            async with asyncio.timeout(300):
                await until(lambda: len(room.texts) == 1)
                HostControls(table).announce("Tea at five.")
                await until(lambda: len(room.texts) == 2)
                HostControls(table).close()
                await until(lambda: len(room.texts) == 3)
                HostControls(table).end("No time.")
                await bridge.wait()
        finally:
            if bridge.returncode is None:
                bridge.kill()
        assert bridge.returncode == 0
        assert room.texts == [
            "exodus-1: round 1", "Tea at five.", "exodus-1: round 2",
            "The host ended the match without a result. No time.", "exodus-1: finished 2",
        ]  # fmt: skip


@pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the OpenSSH client")
async def test_the_bot_of_the_scripting_page_plays_a_match_through_ssh(tmp_path):
    bots = {name: "bot:steady" for name in SEATS if name != "Ada"}
    async with a_house(tmp_path, "Ada") as (house, _, _, server):
        table = house.make("exodus", SEATS, holders={**bots, "Ada": "person:ada"}, seed=5)
        key = server.newcomer("Ann")
        HostControls(table).hand_over("Ada", "person:ann")
        ssh = openssh(server, tmp_path, "ann", key)
        script = Path(__file__).parents[2] / "docs" / "scripting_bot.py"
        bot = await asyncio.create_subprocess_exec(sys.executable, str(script), "exodus-2", *ssh)
        try:
            async with asyncio.timeout(300):
                await bot.wait()
        finally:
            if bot.returncode is None:
                bot.kill()
        assert bot.returncode == 0
        assert table.match.phase == "finished"
        assert sum(len(record.orders["Ada"].offers) for record in table.match.rounds) > 0


async def test_a_watch_that_is_not_read_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(Terminal, "patience", 0.3)
    async with a_house(tmp_path, "Ada") as (_, table, [ada], server):
        connection = await server.connect("Ada", ada._key)
        process = await connection.create_process("watch exodus-1 --json", window=2048)
        await until(lambda: any(one.place == 0 for one in table._subscribers))
        process.channel.pause_reading()
        for _ in range(60):
            table.submit(j.Said(author="Bo", to=("Ada",), text="x" * 2_000))
        await until(lambda: not any(one.place == 0 for one in table._subscribers))
        await until(lambda: not server.server.connections)


async def test_what_others_wrote_reaches_no_terminal_as_commands(tmp_path):
    evil = "\x9b2J\x1b]52;c;AAAA\x07 \u202eabc\u2066 \x7f\x00\u200b\U000e0041 \u6f22 end"
    async with a_house(tmp_path, "Ada") as (_, table, [ada], _):
        watching = asyncio.ensure_future(ada("watch exodus-1 --json"))
        await until(lambda: any(one.place == 0 for one in table._subscribers))
        Seat(table, "Bo").say(["Ada"], evil)
        HostControls(table).announce(evil)
        await asyncio.sleep(0.1)
        table.submit(j.HandedOver(seat="Bo", holder="open"))
        told = [(await ada(line)).stdout for line in ("view exodus-1", "view exodus-1 --json", "log exodus-1 --json")]
        table.submit(j.HandedOver(seat="Ada", holder="open"))
        told.append((await watching).stdout)
    for output in told:
        assert output.replace("\n", "").isprintable()
    assert json.loads(told[1])["messages"][0]["text"] == evil
    assert "\u6f22" in told[1]
    assert [line["messages"][0]["text"] for line in map(json.loads, told[3].splitlines()) if "messages" in line] == [
        evil
    ]


async def test_a_flood_of_commands_is_slowed_down_and_looking_is_not(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, bo], server):
        line = server.server._commands
        line._rate_limit = RateLimit(burst=2, gap=30.0)
        for _ in range(3):
            assert (await ada("say exodus-1 lounge hi")).exit_status == 0
        one_more = asyncio.ensure_future(ada("say exodus-1 lounge again"))
        assert (await ada("view exodus-1")).exit_status == 0
        assert (await bo("say exodus-1 lounge hello")).exit_status == 0
        assert [message.sender for message in table.match.messages] == ["Ada", "Ada", "Ada", "Bo"]
        one_more.cancel()


async def test_HH_11_a_command_counts_for_the_round_in_which_it_set_out_or_is_refused_by_name(tmp_path, monkeypatch):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}) as (_, table, [ada], server):
        async with await server.connect("Ada", ada._key) as connection:  # a client on its way
            table.submit(j.Closed())
            late = await connection.run("orders exodus-1", input='{"offers": []}')
            assert late.exit_status == 1
            assert "Round 1 closed while that was on its way, and nothing is done." in late.stderr
            assert table.match.sealed == {}
            again = await connection.run("orders exodus-1", input='{"offers": []}')
            assert again.stdout.startswith("Sealed for round 2:")
            begun, real = asyncio.Event(), Terminal.read_all
            monkeypatch.setattr(Terminal, "read_all", lambda terminal: (begun.set(), real(terminal))[1])
            async with connection.create_process("orders exodus-1 --json") as process:  # its input comes later
                await begun.wait()
                table.submit(j.Closed())
                process.stdin.write('{"offers": []}')
                process.stdin.write_eof()
                answer = json.loads(await process.stdout.read())
            assert answer["error"]["code"] == "too_late"
            assert "Round 2" in answer["error"]["message"]
        assert (await ada("ready exodus-1")).stdout == "You are ready for the end of round 3.\n"
        assert (await ada.json("ready exodus-1 --not"))["round"] == 3


async def test_HH_11_after_a_close_that_came_late_what_waited_outside_is_refused_by_name(tmp_path, monkeypatch):
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}, round_seconds=60.0) as (house, table, [ada], _):
        house.start()
        loop, real = asyncio.get_running_loop(), asyncio.get_running_loop().time
        house.clock.advance(70)
        stood = 70.0
        monkeypatch.setattr(loop, "time", lambda: real() + stood)  # the house stood still past its deadline
        table.catch_up()
        assert table.match.round == 2
        late = await ada("orders exodus-1", '{"offers": []}')
        assert "Round 1 closed while that was on its way" in late.stderr
        stood = 75.0
        assert (await ada("orders exodus-1", '{"offers": []}')).stdout.startswith("Sealed for round 2:")
