"""The host's commands on one machine: every deed, the socket they come by, and seats for those who are invited."""

from __future__ import annotations

import asyncio
import contextlib
import json
import stat
from pathlib import Path

import pytest

from cli.admin.commands import AdminCommands
from cli.admin.socket import LONGEST, AdminSocket, ask, reachable
from core.refusal import Refused
from core.words.moments import moment_in_zone
from ssh_server.door.join import SeatClaims
from tests.kit.hall import Hall
from tests.ssh.house import SOON
from tui.app.house_zone import HouseZone

MATCH = "parley-open-1"


def deeds(*names, **more):
    hall = Hall(*(names or ("Ada", "Bo")))
    return hall, hall.match(**more), AdminCommands(hall.house, hall.people, hall.door)


def done(desk, deed, **more):
    answer = desk.do({"do": deed, "match": MATCH, **more})
    assert answer["ok"], answer
    return answer


def refused(desk, deed, **more):
    answer = desk.do({"do": deed, **more})
    assert not answer["ok"], answer
    return answer["error"]["code"]


def test_the_clock_and_the_closes():
    hall, table, desk = deeds(briefing=True, round_seconds=600.0)
    begun = done(desk, "start")
    assert begun["phase"] == "round"
    assert "2 free seats left" in begun["told"][-1]  # Cy and Di
    assert done(desk, "pause")["paused"]
    assert not done(desk, "resume")["paused"]
    assert done(desk, "deadline", when="+1h", text="Take your time.")["deadline"] == hall.clock() + 4200
    assert table.match.news[-1].text == (
        f"The deadline was moved to {moment_in_zone(hall.clock() + 4200, hall.clock(), HouseZone())}. Take your time."
    )
    hall.seat(table, "Ada").seal({"number": 7})
    tried = done(desk, "dry-run")
    assert tried["reports"]["Ada"] == {"points": 1, "won": True, "number": 7}
    assert "  You have 1 points." in tried["told"]
    assert done(desk, "close")["round"] == 2
    assert done(desk, "rewind", round=1)["round"] == 1
    assert done(desk, "seats")["seats"][0]["state"] == "draft"
    ended = done(desk, "end", text="No time.", yes=True)
    assert ended["phase"] == "finished"
    assert ended["told"] == [f"{MATCH}: Ended. To take that back: end {MATCH} --undo. It has finished."]
    assert refused(desk, "start", match=MATCH) == "begun"


def test_HH_50_an_end_is_asked_for_twice_naming_the_match_and_can_be_taken_back():
    hall, table, desk = deeds()
    asked = desk.do({"do": "end", "match": MATCH})
    assert asked["error"]["code"] == "say_yes"
    for word in (MATCH, "round 1 of 3", "Ada (Ada), Bo (Bo), Cy (free) and Di (free)"):
        assert word in asked["error"]["message"]
    assert table.match.phase == "round"
    assert "would be told" in done(desk, "end", dry_run=True)["told"][1]
    done(desk, "end", yes=True)
    assert refused(desk, "end", match=MATCH) == "finished"
    assert refused(desk, "rewind", match=MATCH, round=1) == "finished"
    tried = done(desk, "end", undo=True, dry_run=True)
    assert "took the end back" in "".join(tried["told"])
    assert hall.house.is_finished(MATCH)
    back = done(desk, "end", undo=True, text="The wrong id.")
    assert back["told"] == [f"{MATCH}: It goes on where it stood. It stands at round 1 of 3 now."]
    assert hall.house.table(MATCH).match.news[-1].text.endswith("The wrong id.")
    assert refused(desk, "end", match=MATCH, undo=True) == "not_ended"


def test_CM_28_a_match_is_made_whose_counts_are_kept_back():
    hall, table, desk = deeds()
    assert table.match.shows_counts
    told = done(desk, "new", match="", game="exodus", counts=False)
    assert not hall.house.table(told["match"]).match.shows_counts


def test_a_deadline_moved_while_the_clock_is_stopped_counts_from_what_is_left():
    hall, table, desk = deeds(round_seconds=600.0)
    done(desk, "pause")
    hall.clock.advance(3600)
    answer = done(desk, "deadline", when="+10m")
    assert "when it runs again there are 20m left" in answer["told"][0]
    assert done(desk, "resume")["deadline"] == hall.clock() + 1200
    assert table.match.deadline == hall.clock() + 1200


def test_seats_are_handed_over_to_people_and_bots_by_name():
    _, table, desk = deeds()
    assert refused(desk, "hand-over", match=MATCH, seat="Cy", to="ADA") == "second_seat"
    done(desk, "hand-over", seat="Ada", to="open")
    told = done(desk, "hand-over", seat="Cy", to="ADA")["told"]
    assert "from nobody yet" in told[0]
    assert any("Ada reads from then on" in line for line in told)
    assert table.match.holders == {"Ada": "open", "Bo": "person:bo", "Cy": "person:ada", "Di": "open"}
    assert refused(desk, "hand-over", match=MATCH, seat="Cy", to="Zed") == "no_such_person"
    assert refused(desk, "hand-over", match=MATCH, seat="Zed", to="ada") == "not_seated"
    done(desk, "announce", text="Be quick.")
    assert table.match.news[-1].text == "Be quick."


def test_BW_91_a_duel_is_made_with_a_minute_a_part_and_a_briefing_unless_the_host_says_otherwise():
    hall, _, desk = deeds()

    def made(game, **more):
        header = hall.house.table(done(desk, "new", match="", game=game, **more)["match"]).match.header
        return header.round_seconds, header.briefing

    assert made("black_and_white") == made("ninety_nine") == (60.0, True)
    assert made("black_and_white", seconds="none", briefing=False) == (None, False)
    assert made("ninety_nine", seconds=300.0) == (300.0, True)
    assert made("exodus") == (None, False)


def test_a_match_is_made_of_the_seats_that_were_named_and_free_ones():
    hall, _, desk = deeds()
    seats = ("Ada", "Zoe", "Bot=bot:random", "Two=bo")
    answer = done(desk, "new", match="", game="pantheic_runes", seats=seats, seconds=300.0, options={"reveal": False})
    table = hall.house.table(answer["match"])
    assert answer["holders"] == {
        "Ada": "person:ada", "Zoe": "open", "Bot": "bot:random", "Two": "person:bo",
        "open seat 5": "open",
    }  # fmt: skip
    assert (table.match.header.round_seconds, table.match.header.options) == (300.0, {"reveal": False})
    assert refused(desk, "new", game="chess") == "no_such_game"
    assert refused(desk, "new", game="drifting_ship", seats=("A", "B", "C", "D", "E")) == "wrong_seats"
    assert refused(desk, "new", game="drifting_ship", seats=("A", "A")) == "equal_names"
    assert refused(desk, "new", game="drifting_ship", seconds=0.0) == "bad_clock"
    assert refused(desk, "new", game="drifting_ship", options={"purse": "much"}) == "wrong_form"


def test_invitations_people_and_the_key():
    hall, _, desk = deeds()
    made = done(desk, "invite", seat="Cy")
    assert hall.people.examine(made["code"]).seat == "Cy"
    for told in (made["code"], "ssh -p 2222 join@house.example", "SHA256:abc"):
        assert told in "\n".join(made["told"])
    assert made["code"] not in str(done(desk, "invitations"))
    done(desk, "revoke", number=f"#{made['id']}")
    with pytest.raises(Refused):
        hall.people.examine(made["code"])
    assert refused(desk, "invite", match=MATCH, seat="Zed") == "not_seated"
    assert refused(desk, "invite", match="chess-1", seat="Zed") == "no_such_match"
    assert [one["name"] for one in done(desk, "people")["people"]] == ["Ada", "Bo"]
    lost = done(desk, "link", match="", to="ADA")
    assert hall.people.examine(lost["code"]).name == "ada"
    assert "Ada connects with:" in lost["told"]
    assert lost["link"] == hall.door.link(lost["code"])
    assert refused(desk, "link", to="Zed") == "no_such_person"
    assert done(desk, "fingerprint")["told"] == ["SHA256:abc"]
    assert refused(desk, "nudge", match=MATCH) == "not_served"


def test_the_rooms_that_are_told_of_a_match_are_looked_at_set_and_forgotten():
    told = []
    hall = Hall("Ada", "Bo", feed=told.append)
    hall.match()
    desk = AdminCommands(hall.house, hall.people, hall.door)
    assert done(desk, "feed")["told"] == [f"No chat room is told of {MATCH}."]
    done(desk, "feed", url="https://chat.example/all")
    found = done(desk, "feed", url="https://chat.example/late", late=True)
    assert found["feeds"] == {"players": "https://chat.example/all", "spectators": "https://chat.example/late"}
    assert found["told"][1] == "The spectators' room is told one round behind: https://chat.example/late"
    assert done(desk, "feed", url="none")["feeds"]["players"] is None
    assert told == [MATCH] * 3, "the house that is served hears of each"
    assert refused(desk, "feed", match=MATCH, url="chat.example") == "bad_webhook"
    assert refused(desk, "feed", match="exodus-9") == "no_such_match"


def test_the_webhook_is_looked_at_set_and_forgotten():
    _, _, desk = deeds()
    assert done(desk, "webhook", match="")["told"] == ["No webhook is set."]
    assert done(desk, "webhook", match="", url="https://chat.example/hook")["webhook"] == "https://chat.example/hook"
    assert "https://chat.example/hook" in done(desk, "webhook", match="")["told"][0]
    assert refused(desk, "webhook", url="chat.example") == "bad_webhook"
    assert done(desk, "webhook", match="", url="none")["webhook"] is None


@pytest.mark.parametrize(
    "given", [None, [], {}, {"do": "fly"}, {"do": "pause", "more": 1}, {"do": "rewind", "match": MATCH}]
)
def test_what_is_no_request_is_refused_in_words(given):
    _, _, desk = deeds()
    answer = desk.do(given)
    assert not answer["ok"]
    assert answer["error"]["message"].endswith(".")


@pytest.mark.parametrize("deep", [0, 120])
async def test_the_socket_is_its_owner_s_and_answers_line_by_line(tmp_path: Path, deep):
    """Also where the folder's name is longer than a socket's may be."""
    hall, _, _ = deeds()
    folder = tmp_path / ("f" * deep or "f")
    folder.mkdir()
    (folder / "desk").write_text("left by a process that was killed")
    desk = AdminSocket(folder, hall.house, hall.people, hall.door)
    await desk.start()
    try:
        assert stat.S_IMODE((folder / "desk").stat().st_mode) == 0o600
        answer = await asyncio.to_thread(ask, folder, {"do": "pause", "match": MATCH})
        assert answer is not None
        assert answer["paused"]
        with reachable(folder) as path:
            reader, writer = await asyncio.open_unix_connection(path)
        async with asyncio.timeout(SOON):
            writer.write(b'not json\n{"do": "resume", "match": "parley-open-1"}\n')
            assert json.loads(await reader.readline())["error"]["code"] == "no_json"
            assert json.loads(await reader.readline())["ok"]
            writer.write(b"x" * (LONGEST + 100_000) + b"\n")
            with contextlib.suppress(ConnectionResetError):  # it was hung up on with bytes unread
                assert await reader.read() == b"", "whoever sends no end of a line is hung up on"
        writer.close()
        assert (await asyncio.to_thread(ask, folder, {"do": "pause", "match": MATCH}))["ok"]
    finally:
        await desk.stop()
    assert ask(folder, {"do": "people"}) is None


async def test_a_command_that_fails_is_logged_and_not_blamed_on_its_request(tmp_path, monkeypatch, caplog):
    hall, _, _ = deeds()
    desk = AdminSocket(tmp_path, hall.house, hall.people, hall.door)
    monkeypatch.setattr(AdminCommands, "do", lambda *_: int("none"))
    await desk.start()
    try:
        answer = await asyncio.to_thread(ask, tmp_path, {"do": "people"})
    finally:
        await desk.stop()
    assert answer is not None
    assert answer["error"]["code"] == "trouble"
    assert "A command on this machine failed." in caplog.text


def test_an_invitation_hands_the_seat_over_and_a_bot_gives_it_up():
    hall, table, desk = deeds()
    claims = SeatClaims(hall.house)
    hall.join("Eve")
    free, taken = (hall.people.invite("host", MATCH, seat)[0] for seat in ("Cy", "Ada"))
    eve = hall.people.find("Eve")
    claims.expects(free)
    claims.arrived(eve, free)
    assert table.match.holders["Cy"] == "person:eve"
    claims.arrived(eve, free)
    with pytest.raises(Refused, match="Somebody else plays Ada"):
        claims.expects(taken)
    with pytest.raises(Refused, match="Somebody else plays Ada"):
        claims.arrived(eve, taken)
    claims.expects(hall.people.invite("host")[0])
    done(desk, "end", yes=True)
    with pytest.raises(Refused, match="is over"):
        claims.expects(free)
