"""The gallery over ssh: what it is told, what its players are not, and the word of a seat."""

from __future__ import annotations

import json

import pytest

from core.refusal import Refused
from core.table.host_controls import HostControls
from ssh_server.door.join import SeatClaims
from tests.kit.hall import Hall
from tests.ssh.callers import HANDS, Caller, a_house

WATCHERS = ("Eve", "Fay", "Gil")


async def told_to_ada(tmp_path, *, looking: bool) -> list[str]:
    """Every byte that Ada is sent in a match with three in its gallery, who look at everything or never come."""
    found: list[str] = []
    async with a_house(tmp_path, "Ada", "Bo", gallery="live", setup={"hands": HANDS}) as (_, table, [ada, bo], server):
        watchers = [Caller(server, name, server.newcomer(name)) for name in WATCHERS]
        for name in WATCHERS:
            HostControls(table).gallery(f"person:{name.lower()}", name)
        async with await server.connect("Ada", ada._key) as connection:
            watch = await connection.create_process("watch exodus-1 --json")
            found.append(await watch.stdout.readline())
            for number in range(2):
                for one in watchers if looking else ():
                    assert (await one("gallery exodus-1")).exit_status == 0
                    assert (await one(f"remark exodus-1 nobody hears this {number}")).exit_status == 0
                await bo.json("orders exodus-1", {"offers": [{"to": "Cy", "give": "red"}]})
                found.append(await watch.stdout.readline())
                for command in ("view exodus-1 --json", "log exodus-1", "story exodus-1 --json", "matches --json"):
                    done = await ada(command)
                    found.append(done.stdout + done.stderr)
                HostControls(table).close()
                found.append(await watch.stdout.readline())
            watch.terminate()
    return found


async def test_HH_61_on_the_wire_a_player_is_sent_the_same_whether_the_gallery_looks_or_not(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    watched = await told_to_ada(tmp_path / "a", looking=True)
    assert watched == await told_to_ada(tmp_path / "b", looking=False)
    assert "nobody hears this" not in "".join(watched)
    assert not any(name in "".join(watched) for name in WATCHERS)


async def test_HH_62_a_seat_says_by_command_what_the_gallery_may_read_and_the_gallery_reads_it(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo", gallery="live", setup={"hands": HANDS}) as (_, table, [ada, bo], server):
        eve, gil = (Caller(server, name, server.newcomer(name)) for name in ("Eve", "Gil"))
        assert (await eve.json("gallery exodus-1"))["error"]["code"] == "not_your_match"
        HostControls(table).gallery("person:eve", "Eve")
        assert "nothing of yours is read there" in (await ada("gallery exodus-1")).stdout
        for caller in (ada, bo):
            assert (await caller.json("gallery exodus-1 talk yes"))["talk"]
        assert (await ada("gallery exodus-1 notes yes")).exit_status == 2
        await ada("say exodus-1 Bo red for blue, then")
        await ada("say exodus-1 confessional not really")
        await bo.json("orders exodus-1", {"offers": [{"to": "Ada", "give": "red"}]})
        seen = await eve.json("gallery exodus-1")
        assert [message["text"] for message in seen["messages"]] == ["red for blue, then"]
        assert seen["confessionals"] == []
        assert seen["orders"]["Bo"]
        assert not seen["orders"]["Ada"]
        words = (await eve("gallery exodus-1")).stdout
        assert "on record" in words
        assert "Ada to Bo: red for blue, then" in words
        await eve("remark exodus-1 she lies")
        assert (await eve.json("remark exodus-1"))["remarks"][0]["text"] == "she lies"
        assert (await gil.json("remark exodus-1"))["remarks"] == []
        refused = json.loads((await ada("remark exodus-1 hello --json")).stdout)
        assert refused["error"]["code"] == "seated"


def test_HH_63_an_invitation_to_a_seat_of_it_stays_unused():
    hall = Hall("Ada", "Bo", "Cy", "Eve")
    table = hall.match(gallery="live", holders={"Di": "open"})
    HostControls(table).gallery("person:eve", "Eve")
    made, _ = hall.people.invite("host", table.match.header.match, "Di")
    claims = SeatClaims(hall.house)
    with pytest.raises(Refused) as refused:
        claims.expects(made, hall.people.find("Eve"))
    assert refused.value.code == "in_gallery"
    claims.expects(made)


async def test_HH_63_nobody_of_it_says_anything_by_how_the_archive_calls_them(tmp_path):
    async with a_house(tmp_path, "Ada", gallery="live", setup={"hands": HANDS}) as (_, table, _, server):
        eve = Caller(server, "Eve", server.newcomer("Eve"))
        assert (await eve("appear as Falcon")).exit_status == 0
        HostControls(table).gallery("person:eve", "Eve")
        assert (await eve.json("appear as Bo-lies"))["error"]["code"] == "gallery_wall"
        assert (await eve.json("appear as usual"))["appears"] is None


@pytest.mark.parametrize("words", ["", "Eve", "Eve --out"])
async def test_HH_61_a_host_lets_in_by_command(words):
    from tests.core.test_match_settings import a_desk, typed  # a desk with the words of the shell

    hall, desk = a_desk()
    hall.join("Eve")
    made = desk.do(typed("new", "exodus", "--gallery", "live"))
    answer = desk.do(typed("gallery", made["match"], *words.split()[:1], *words.split()[1:]))
    if words.endswith("--out"):
        assert answer["error"]["code"] == "not_in_gallery"
        desk.do(typed("gallery", made["match"], "Eve"))
        assert desk.do(typed("gallery", made["match"], "Eve", "--out"))["gallery"] == []
    else:
        assert answer["gallery"] == ([words] if words else [])
    plain = desk.do(typed("new", "exodus"))
    assert desk.do(typed("gallery", plain["match"]))["error"]["code"] == "no_gallery"
