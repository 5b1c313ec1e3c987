"""Who of the hosts did what, in a match and in a season, with the name of whoever typed it; what a booking changes."""

from __future__ import annotations

import pytest

from cli.main import main
from tests.ssh.test_season_commands import season_of, the_desk


def logged(desk, what, user=""):
    found = desk.do({"do": "log", "match": what, "user": user})
    assert found["ok"], found
    return [line.split("  ", 1)[1].strip() if "  " in line else line for line in found["told"]]


def test_HH_37_the_log_of_a_season_names_who_did_it():
    _, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada", "Bo", "Cy", "Di"], about={"purse": 2})
    do("correct", name="Bo", change={"purse": 5}, text="a bet", user="root")
    do("open", game="elsewhere", user="eve")
    do("book", outcome={"ranking": [["Ada", "Bo", "Cy", "Di"]]})
    do("leave-out", text="peace", user="root")
    assert logged(desk, "spring-1") == [
        "root (shell) corrected Bo. a bet",
        "eve (shell)  opened an episode: elsewhere",
        "the shell    booked the main match",
        "root (shell) left the Death Match out. peace",
    ]


def test_HH_37_beginning_a_match_is_no_close_of_a_round():
    hall, desk, _ = the_desk()
    hall.match(briefing=True)
    for deed in ("start", "close"):
        assert desk.do({"do": deed, "match": "parley-open-1", "user": "root"})["ok"]
    assert logged(desk, "parley-open-1") == ["root (shell) began the match", "root (shell) closed the round"]


def test_HH_37_who_did_what_to_people_is_named_too():
    _, desk, _ = the_desk()
    assert desk.do({"do": "rights", "to": "Bo", "host": True, "user": "root"})["ok"]
    (line,) = logged(desk, "")
    assert line.startswith("root (shell) Bo is a host")


def test_going_back_says_why():
    hall, desk, _ = the_desk()
    table = hall.match()
    desk.do({"do": "close", "match": "parley-open-1"})
    desk.do({"do": "rewind", "match": "parley-open-1", "round": 1, "text": "A slip of the host"})
    assert table.match.news[-1].text.endswith("the dice stay. A slip of the host.")


def test_a_booking_that_was_typed_shows_where_it_is_another_than_the_match():
    hall, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada", "Bo=bot:random", "Cy=bot:random", "Di=bot:random"])
    do("open", game="drifting_ship", fill="random")
    while hall.house.table("drifting-ship-1").match.phase != "finished":
        desk.do({"do": "close", "match": "drifting-ship-1"})
    played = hall.house.table("drifting-ship-1").match
    ranking = [["Bo"], ["Ada"], ["Cy"], ["Di"]]
    told = do("book", outcome={"ranking": ranking, "garnets": {"Ada": 77}}, dry_run=True)["told"]
    assert told[0] == "Otherwise than the match ended:"
    assert any(line.startswith("  garnets: Ada ") and " to 77" in line for line in told), told
    assert any(line.startswith("  ranking: ") for line in told)
    assert season_of(hall).phase == "main"
    assert played.phase == "finished"
    assert not any("Otherwise" in line for line in do("book", dry_run=True)["told"])


@pytest.mark.parametrize(
    ("deed", "more"),
    [
        ("add", {"name": "Ed"}), ("hand-over", {"name": "Ada", "to": "bot:random"}), ("end", {}),
        ("rename", {"name": "Ada", "to": "Eve"}), ("open", {"game": "elsewhere"}),
        ("correct", {"name": "Ada", "change": {"purse": 1}, "text": "why"}),
    ],
)  # fmt: skip
def test_a_dry_run_of_a_season_s_deed_enters_nothing(deed, more):
    hall, _, do = the_desk()
    do("new", title="Spring", cast=["Ada", "Bo", "Cy", "Di"])
    before = season_of(hall)
    told = do(deed, **more, dry_run=True)["told"]
    assert any("dry run" in line for line in told)
    assert season_of(hall) is before


def test_in_the_shell_it_is_the_system_s_user(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LOGNAME", "margit")
    house = ["--data", str(tmp_path)]
    main(["host", "new", "exodus", *house])
    main(["host", "pause", "exodus-1", *house])
    main(["host", "log", "exodus-1", *house])
    assert "margit (shell) stopped the clock" in capsys.readouterr().out
