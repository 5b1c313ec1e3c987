"""Keeping order by command: muted, slowed down, blocked, removed, rights withdrawn, and the log of who did what."""

from __future__ import annotations

import asyncssh
import pytest

from cli.admin.commands import AdminCommands
from core.house.guest import Guest
from core.house.league import named_rows
from core.house.moderation import WORDS, deed
from core.house.people import People
from core.match import journal as j
from core.match.pace import MESSAGES
from core.person import Key
from core.refusal import Refused
from core.seasons.options import SeasonOptions
from core.table.seat import Seat
from tests.kit.hall import Hall
from tests.ssh.house import new_people, running
from tests.ssh.test_week_commands import code, told

MATCH = "parley-open-1"


def a_hall():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    return hall, hall.match(), AdminCommands(hall.house, hall.people, hall.door)


def test_HH_33_a_seat_is_muted_for_a_while_and_keeps_its_line():
    hall, table, desk = a_hall()
    ada = Seat(table, "Ada")
    told(desk, "mute", MATCH, "Ada", "--room", "lounge", "--until", "+30m")
    with pytest.raises(Refused, match="muted you in the lounge until"):
        ada.say("lounge", "Hello")
    ada.say(["Bo"], "Hello Bo")
    ada.say("host", "Why?")
    ada.say("confessional", "I am angry.")
    assert "You are muted in the lounge" in ada.apart()[0].text
    assert Seat(table, "Bo").view_json()["announcements"] == []
    hall.clock.advance(1801)
    ada.say("lounge", "Hello")
    told(desk, "mute", MATCH, "Ada")
    with pytest.raises(Refused, match="for the rest of the match"):
        ada.say(["Bo"], "Hello")
    told(desk, "mute", MATCH, "Ada", "--not")
    ada.say(["Bo"], "Hello")
    assert code(desk, "mute", MATCH, "Ada", "--not") == "not_muted"
    assert code(desk, "mute", MATCH, "Ada", "--room", "kitchen") == "unknown_channel"


def test_HH_34_who_types_in_haste_is_told_when_it_is_said():
    hall, table, _ = a_hall()
    ada = Seat(table, "Ada")
    for number in range(MESSAGES):
        hall.clock.advance(1)
        ada.say("lounge" if number % 2 else ["Bo"], f"{number}")
    assert ada.say("host", "And another").words.startswith("It waits, and is said in 41 s: ")
    assert ada.view_json()["waiting"] == [{"to": "host", "text": "And another", "why": None}]
    assert "waiting" not in Seat(table, "Bo").view_json()
    Seat(table, "Bo").say("lounge", "I may")


def test_HH_40_orders_are_corrected_by_command_and_HH_42_what_is_told_is_said_beforehand():
    _, table, desk = a_hall()
    Seat(table, "Ada").seal({"number": 4})
    before = table.match
    line = ("correct", MATCH, "Ada", "--orders", '{"number": 7}', "--reason", "She meant seven")
    answer = told(desk, *line, "--dry-run")
    assert table.match is before
    assert list(answer["would_tell"]["everybody"]) == [
        "The host corrected one seat's orders for round 1: She meant seven."
    ]
    assert "  A host corrected your orders for round 1." in "\n".join(answer["told"])
    told(desk, *line)
    assert table.match.sealed["Ada"].orders.number == 7
    assert code(desk, *line) == "nothing_to_correct"
    told(desk, "correct", MATCH, "Ada", "--nothing", "--reason", "She wants none.", "--round", "1")
    assert "Ada" not in table.match.sealed
    assert "corrected Ada's orders for round 1. She wants none." in "\n".join(told(desk, "log", MATCH)["told"])


def test_HH_41_a_closed_round_is_tried_by_command():
    _, table, desk = a_hall()
    Seat(table, "Ada").seal({"number": 4})
    told(desk, "close", MATCH)
    answer = told(desk, "what-if", MATCH, "1", "Bo", "--orders", '{"number": 9}')
    assert set(answer["what_if"]["seats"]) == {"Ada", "Bo"}
    assert "and would have been told" in "\n".join(answer["told"])
    assert "told the same" in "\n".join(told(desk, "what-if", MATCH, "1", "Di", "--nothing")["told"])


DRY_LINES = [
    ("pause", MATCH), ("close", MATCH), ("deadline", MATCH, "+10m"), ("schedule", MATCH, "every day 21:00"),
    ("hand-over", MATCH, "Bo", "open"), ("rewind", MATCH, "1"), ("announce", MATCH, "Dinner."),
    ("announce", MATCH, "Dinner.", "--at", "+2h"), ("tell", MATCH, "Bo", "Hello."), ("mute", MATCH, "Ada"),
    ("answer", MATCH, "1", "No.", "--publish"), ("fill", MATCH, "steady"), ("public", MATCH), ("end", MATCH),
    ("remove", "Ada"),
]  # fmt: skip


def test_HH_42_a_dry_run_of_any_deed_changes_nothing():
    hall, table, desk = a_hall()
    Seat(table, "Ada").say("host", "May I?")
    before, kept = table.match, hall.house.store.read(MATCH).entries
    for line in DRY_LINES:
        answer = told(desk, *line, "--dry-run")
        assert answer["dry_run"], line
        assert "dry run" in answer["told"][0]
        assert len(answer["told"]) > 1
        assert table.match is before
    assert hall.house.store.read(MATCH).entries == kept
    assert hall.people.find("Ada") is not None
    assert desk.do({"do": "people", "dry_run": True})["error"]["code"] == "no_dry_run"


def test_HH_44_whoever_is_called_otherwise_keeps_what_is_theirs():
    hall, table, desk = a_hall()
    people, key = hall.people, hall.people.find("Ada").keys[0].fingerprint
    people.set_hosting("Ada", MATCH)
    told(desk, "rename-person", "Ada", "Bea")
    for name in ("Bea", "ada", "BEA"):
        assert people.find(name).name == "Bea"
        assert people.knows(name, key)
    assert people.find("Bea").id == "ada"
    assert Guest(hall.house, people.find("Bea").id).seat(MATCH).name == "Ada"
    assert [one.name for one in people.everyone()] == ["Bea", "Bo", "Gwen"]
    assert named_rows(people)("person:ada", "Ada") == "Bea"
    assert people.find("Bea").hosts == (MATCH,)
    for taken in ("Ada", "bea", "Bo"):
        with pytest.raises(Refused, match="taken"):
            people.take(taken, Key("ssh-ed25519 other", "SHA256:other", 0.0))
    assert code(desk, "rename-person", "Bo", "ada") == "name_taken"
    assert code(desk, "rename-person", "Bo", "host") == "name_reserved"
    told(desk, "rename-person", "Bea", "Cleo")
    told(desk, "rename-person", "cleo", "Ada")
    again = People(hall.house.store, hall.clock, lambda n: b"x" * n)
    assert (again.find("Bea").name, again.find("Ada").id, again.find("Cleo").names) == (
        "Ada",
        "ada",
        ("Ada", "Bea", "Cleo", "Ada"),
    )
    assert table.match.seats[0] == "Ada"


def test_HH_45_a_host_of_one_match_hosts_nothing_else():
    hall, table, desk = a_hall()
    other = hall.match(seats=("Cy", "Di", "Ed", "Flo")).match.header.match
    told(desk, "rights", "Bo", "--at", MATCH)
    bo = Guest(hall.house, "bo", also_hosted=lambda: hall.people.find("Bo").hosts)
    bo.host_controls(MATCH).pause()
    assert "Bo " in told(desk, "log", MATCH)["told"][-1]
    assert bo.row_of_running(table).hosted
    with pytest.raises(Refused, match="do not host"):
        bo.host_controls(other)
    told(desk, "rights", "Bo", "--at", MATCH, "--not")
    with pytest.raises(Refused, match="do not host"):
        bo.host_controls(MATCH)
    assert code(desk, "rights", "Bo", "--at", "chess-1") == "no_such_match"


def test_HH_46_a_match_is_found_and_watched_by_whom_its_host_says():
    hall, table, desk = a_hall()
    hall.join("Zed")
    ada, zed, gwen = (Guest(hall.house, who, host=lambda who=who: who == "gwen") for who in ("ada", "zed", "gwen"))
    zed.watch(MATCH)
    told(desk, "watching", MATCH, "cast")
    assert "Those seated alone" in table.match.news[-1].text
    for guest in (ada, gwen):
        guest.watch(MATCH)
        assert [one.summary.match for one in guest.lobby_rows()] == [MATCH]
    assert zed.lobby_rows() == ()
    for refused in (
        lambda: zed.watch(MATCH),
        lambda: zed.take_seat(MATCH, "Cy"),
        lambda: zed.enter_match_code(MATCH, "XXXX"),
    ):
        with pytest.raises(Refused) as said:
            refused()
        assert said.value.code in ("no_such_match", "code_unknown")
    first = told(desk, "watching", MATCH, "code")["code"]
    assert first not in table.match.news[-1].text
    zed.enter_match_code(MATCH, first)
    zed.watch(MATCH)
    assert zed.take_seat(MATCH, "Cy", "Zed").name == "Cy"
    second = told(desk, "watching", MATCH, "code")["code"]
    bea = Guest(hall.house, "bea")
    with pytest.raises(Refused):
        bea.enter_match_code(MATCH, first)
    bea.enter_match_code(MATCH, second)
    told(desk, "watching", MATCH, "cast")
    told(desk, "end", MATCH, "--yes")
    assert hall.house.summary(MATCH).watch == "cast"
    with pytest.raises(Refused, match="no match"):
        bea.watch(MATCH)
    assert code(desk, "watching", MATCH, "nobody") == "bad_watch"


def test_HH_46_matches_of_a_private_season_are_found_by_its_readers_and_HH_45_by_its_hosts():
    hall, _, _ = a_hall()
    live = hall.house.seasons.make(("Ada", "Cy"), options=SeasonOptions(private=True), holders={"Ada": "person:ada"})
    match = hall.match(season=live.id, seats=("Ed", "Flo", "Gus", "Hal")).match.header.match
    for who, hosts, finds in (("ada", (), True), ("bo", (), False), ("bo", (live.id,), True)):
        guest = Guest(hall.house, who, also_hosted=lambda hosts=hosts: hosts)
        assert (match in [one.summary.match for one in guest.lobby_rows()]) == finds


def test_invitations_to_every_free_seat_and_many_to_the_house():
    hall, _, desk = a_hall()
    found = told(desk, "invite", "--match", MATCH)
    assert [one["seat"] for one in found["invitations"]] == ["Cy", "Di"]
    assert hall.people.examine(found["invitations"][1]["code"]).seat == "Di"
    many = told(desk, "invite", "--count", "13")
    assert len({one["code"] for one in many["invitations"]}) == 13
    assert "\n".join(many["told"]).count("The house:") == 13
    assert code(desk, "invite", "--count", "200") == "bad_count"
    assert code(desk, "invite", "--match", MATCH, "--seat", "Zed") == "not_seated"


def test_HH_35_blocked_people_and_keys_open_nothing():
    hall, _, desk = a_hall()
    people = hall.people
    key = people.find("Ada").keys[0].fingerprint
    told(desk, "block", "Ada")
    assert not people.knows("Ada", key)
    assert not people.admits(key)
    assert told(desk, "block")["people"] == ["Ada"]
    told(desk, "block", "Ada", "--not")
    assert people.knows("Ada", key)
    told(desk, "block", key)
    assert not people.knows("Ada", key)
    with pytest.raises(Refused, match="opens nothing"):
        people.take("Zoe", people.find("Ada").keys[0])
    told(desk, "block", key, "--not")
    assert people.knows("Ada", key)
    assert code(desk, "block", "SHA1:x") == "no_such_person"
    again = type(people)(hall.house.store, hall.clock, lambda n: b"x" * n)
    told(desk, "block", key)
    assert not type(people)(hall.house.store, hall.clock, lambda n: b"x" * n).admits(key), "kept on disk"
    assert again.admits(key)


def test_HH_35_a_hosts_rights_are_withdrawn():
    hall, _, desk = a_hall()
    seen = []
    hall.people.seen_out = lambda name, why: seen.append(name)
    told(desk, "rights", "Gwen", "--not")
    assert not hall.people.find("Gwen").host
    assert seen == ["gwen"]
    told(desk, "rights", "Bo")
    assert hall.people.find("Bo").host


def test_HH_36_whoever_is_removed_leaves_a_name_that_nobody_gets():
    hall, table, desk = a_hall()
    key = hall.people.find("Ada").keys[0]
    answer = told(desk, "remove", "Ada")
    assert answer["freed"] == ["Ada at parley-open-1"]
    assert table.match.holders["Ada"] == "open"
    assert hall.people.find("Ada") is None
    assert "Ada" not in [one.name for one in hall.people.everyone()]
    assert "Ada" in [one.name for one in hall.people.ever()]
    assert not hall.people.knows("Ada", key.fingerprint)
    with pytest.raises(Refused, match="taken"):
        hall.people.take("ada", key)
    assert code(desk, "remove", "Ada") == "no_such_person"
    assert type(hall.people)(hall.house.store, hall.clock, lambda n: b"x" * n).find("Ada") is None


def test_HH_37_hosts_read_who_of_them_did_what():
    hall, table, desk = a_hall()
    Guest(hall.house, "gwen", host=lambda: True).host_controls(MATCH).pause()
    told(desk, "mute", MATCH, "Ada")
    told(desk, "block", "Bo")
    assert [one["who"] for one in told(desk, "log", MATCH)["log"]] == ["host:gwen", "host"]
    lines = told(desk, "log", MATCH)["told"]
    assert "Gwen         stopped the clock" in lines[0]
    assert "the shell    muted Ada (the lounge, its realm, single seats)" in lines[1]
    assert [one["what"] for one in told(desk, "log")["log"]] == ["Bo is not let in any more."]
    assert "host:gwen" not in str(Seat(table, "Ada").view_json())
    assert code(desk, "log", "nowhere") == "no_such_match"


def test_HH_37_the_log_has_words_for_every_entry_and_none_for_what_the_house_did_by_itself():
    at = {"seat": "Ada", "holder": "bot:steady", "name": "Eve", "round": 2, "what": "a dry run", "reason": "",
          "direction": {"rooms": [["one", ["Ada", "Bo"]]]}}  # fmt: skip
    made = {str(tag): at | {"kind": tag} for tag in sorted(WORDS)}
    assert all(deed(one) for tag, one in made.items() if tag != "graced")
    assert deed(made["handed_over"]) == "gave the seat Ada to a steady bot"
    assert deed(made["muted"] | {"rooms": []}) == "let Ada speak again"
    assert deed(made["rewound"]) == "went back to round 2"
    assert deed(made["closed"]) == "closed the round"
    assert deed(made["closed"] | {"cause": "deadline"}) == ""
    assert deed(made["corrected"] | {"orders": {"number": 7}, "reason": "A lost train."}) == (
        "corrected Ada's orders for round 2. A lost train."
    )
    for secret in ("answered", "announced", "planned"):
        assert "psst" not in deed(made[secret] | {"text": "psst", "words": "psst"})


async def test_HH_35_whoever_is_blocked_is_seen_out_and_does_not_come_in_again(tmp_path):
    people = new_people()
    async with running(tmp_path, people=people) as server:
        key = server.newcomer("Ada")
        connection = await server.connect("Ada", key)
        people.block("Ada")
        await connection.wait_closed()
        with pytest.raises(asyncssh.PermissionDenied):
            await server.connect("Ada", key)
        people.block("Ada", False)
        async with await server.connect("Ada", key):
            pass


def test_HH_33_a_mute_of_others_is_nobodys_business():
    _, table, desk = a_hall()
    before = Seat(table, "Bo").view_json()
    told(desk, "mute", MATCH, "Ada")
    assert Seat(table, "Bo").view_json() == before
    assert isinstance(j.entry_from_json({"kind": "muted", "seat": "Ada"}), j.Muted)
