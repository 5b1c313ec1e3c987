"""The `garnet` command, typed as people type it."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time

import msgspec
import pytest

from cli.main import build_parser
from core.botplay.playing import make_bot, play_out
from core.house.house import House
from core.match.journal import as_json
from core.match.summary import SCHEMA, KeptSummary
from storage import open_house
from tests.kit import NAMES, play
from tests.kit.depth import deep
from tests.kit.forked import services


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A data folder with one match of bots played to the end, and one just begun."""
    folder = tmp_path_factory.mktemp("house")
    with open_house(folder) as store:
        for name, to_the_end in (("exodus-1", True), ("exodus-2", False)):
            start = play("exodus", players=NAMES[:9], seed=5).match
            store.create(
                name, {**as_json(start.header), "match": name, "holders": dict.fromkeys(NAMES[:9], "bot:random")}
            )
            if to_the_end:
                bots = {seat: make_bot(start, seat, "random") for seat in start.seats}
                play_out(start, bots, each=lambda match, entry, name=name: store.append(name, as_json(entry)))
    return folder


def test_help_has_examples_and_version_is_printed():
    command = [sys.executable, "-m", "cli.main", "--help"]  # a Python of its own, as the program starts
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0
    assert "garnet hotseat exodus --seat Ada --seat Bo --bots 7" in told.stdout
    assert services("--version").stdout.startswith("garnet ")


@pytest.mark.parametrize("encoding", deep(["cp1252", "iso-8859-1", "ascii"], ["ascii"]))
def test_a_sign_that_the_output_cannot_hold_is_replaced(house, tmp_path, encoding):
    """A pipe on Windows, and terminals of before. A file that is asked for is UTF-8."""
    file = tmp_path / "exodus.txt"
    script = (
        "import sys; from cli.main import main; file, *data = sys.argv[1:]; story = ['export', 'exodus-1', '--story']\n"
        "for words in (['rules', 'exodus'], ['matches', *data], [*story, *data], [*story, '--output', file, *data],"
        " ['export', '\\u25b4', *data]):\n"
        "    print(main(words))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(file), "--data", str(house)], capture_output=True, check=False,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert told.stdout.decode(encoding).splitlines()[-1] == "1"
    assert b"Traceback" not in told.stderr
    assert b"There is no match" in told.stderr
    assert file.read_text("utf-8")


@pytest.mark.parametrize("words", [["frobnicate"], ["export"], ["hotseat", "exodus", "--bots", "many"]])
def test_what_is_typed_wrongly_is_answered_in_one_line(words):
    told = services(*words)
    assert told.returncode == 2
    assert len(told.stderr.strip().splitlines()) == 1
    assert "--help" in told.stderr


def parsers(parser: argparse.ArgumentParser):
    """A parser with those of its commands, and of theirs."""
    yield parser
    for action in parser._actions:
        for one in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from parsers(one)


def test_no_option_is_taken_for_another_by_its_beginning(capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(["serve", "--webhoo", "http://127.0.0.1:9/"])
    assert "There is no --webhoo here." in capsys.readouterr().err
    assert [one.prog for one in parsers(build_parser()) if one.allow_abbrev] == []


def test_matches_are_listed_with_where_they_stand(house):
    told = services("matches", "--data", house)
    assert told.returncode == 0
    assert [told.stdout.splitlines()[1].split()[i] for i in (0, 4)] == ["exodus-1", "finished"]
    assert "round 1 of 7" in told.stdout
    facts = json.loads(services("matches", "--json", "--data", house).stdout)
    assert [one["match"] for one in facts["matches"]] == ["exodus-1", "exodus-2"]


def test_an_empty_place_is_no_trouble(tmp_path):
    told = services("matches", "--data", tmp_path / "nothing")
    assert "Traceback" not in told.stderr
    assert told.stdout + told.stderr


def test_a_result_is_exported_as_text_and_csv_and_the_match_as_json(house, tmp_path):
    text = services("export", "exodus-1", "--as", "text", "--data", house).stdout
    assert text.startswith("The Exodus Game\nWinner: ")
    rows = list(csv.DictReader(io.StringIO(services("export", "exodus-1", "--as", "csv", "--data", house).stdout)))
    assert sorted(row["seat"] for row in rows) == sorted(NAMES[:9])
    file = tmp_path / "match.json"
    assert services("export", "exodus-1", "--output", file, "--data", house).returncode == 0
    assert file.stat().st_mode & 0o077 == 0, "it holds everything, also of a match that runs"
    assert json.loads(file.read_text())["header"]["game"] == "exodus"


def test_a_story_is_exported_for_a_chat_room_as_json_and_as_csv(house):
    text = services("export", "exodus-1", "--story", "--data", house).stdout
    assert text.startswith("**The Exodus Game**\nWon by ")
    assert "Turning points" in text
    whole = json.loads(services("export", "exodus-1", "--story", "--json", "--data", house).stdout)
    assert whole["whole"]
    assert whole["standing"]["rows"][0]["place"] == 1
    rows = list(csv.DictReader(io.StringIO(services("export", "exodus-1", "--story", "--csv", "--data", house).stdout)))
    curve = next(series for series in whole["series"] if series["id"] == "score")
    told = [row["value"] for row in rows if row["series"] == "score" and row["seat"] == NAMES[0]]
    assert told == [f"{value:g}" for value in curve["curves"][NAMES[0]]]


def test_CM_09_the_story_of_a_running_match_is_what_spectators_know(house):
    told = json.loads(services("export", "exodus-2", "--story", "--json", "--data", house).stdout)
    assert not told["whole"]
    assert all(not scene["orders"] and not scene["reports"] for scene in told["scenes"])
    wrong = services("export", "exodus-2", "--json", "--data", house)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "go with --story" in wrong.stderr


def test_a_running_match_has_no_result_yet(house):
    told = services("export", "exodus-2", "--as", "text", "--data", house)
    assert (told.returncode, told.stdout) == (1, "")
    assert "still being played" in told.stderr


def test_an_unknown_match_is_refused_in_words(house):
    told = services("export", "chess-1", "--data", house)
    assert told.returncode == 1
    assert "no match 'chess-1'" in told.stderr


def test_the_doctor_finds_the_house_well_and_a_damaged_file_bad(house, tmp_path):
    told = services("doctor", "--data", house)
    assert told.returncode == 0, told.stdout
    assert "Everything is well." in told.stdout
    broken = tmp_path / "broken"
    with open_house(broken) as store:
        store.create("exodus-1", {})
        for number in range(3):
            store.append("exodus-1", {"n": number})
    file = next((broken / "matches").iterdir())
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-2], b"garbage\n", lines[-1]]))
    told = services("doctor", "--data", broken)
    assert told.returncode == 1
    assert "BAD" in told.stdout
    assert "to mend" in told.stdout


def test_the_doctor_looks_at_what_changed_alone_if_it_is_told_to(house, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(house, folder)
    assert "exodus-1.jsonl: " in services("doctor", "--changed", "--data", folder).stdout, "nothing is known of it yet"
    House(open_house(folder), time.time, secrets.token_hex).store.close()
    told = services("doctor", "--changed", "--data", folder)
    assert (told.returncode, told.stderr) == (0, "")
    assert "exodus-1.jsonl" not in told.stdout
    assert "1 finished match has not been touched since the last look" in told.stdout
    assert "exodus-2.jsonl: " in told.stdout
    assert "exodus-1.jsonl: " in services("doctor", "--data", folder).stdout
    journal = folder / "matches" / "exodus-1.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"closed", b"cl0sed", 1))
    told = services("doctor", "--changed", "--data", folder)
    assert told.returncode == 1
    assert "exodus-1.jsonl, entry" in told.stdout


def test_the_doctor_finds_a_summary_that_says_something_else_than_its_journal(house, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(house, folder)
    with open_house(folder) as store:
        (told,) = House(store, time.time, secrets.token_hex).finished()
        store.keep_summary("exodus-1", to_keep_of(told, title="Another"))
    told = services("doctor", "--data", folder)
    assert told.returncode == 1
    assert "matches/exodus-1.summary does not say what its journal says." in told.stdout
    assert f"rm {folder / 'matches' / 'exodus-1.summary'}" in told.stdout
    (folder / "matches" / "exodus-1.summary").unlink()
    assert services("doctor", "--data", folder).returncode == 0


def to_keep_of(told, **other):
    """What would be kept, had the match been another."""
    changed = msgspec.structs.replace(told, **other)
    return msgspec.to_builtins(KeptSummary(schema=SCHEMA, rules_version=1, summary=changed))


def test_a_moment_of_two_words_needs_no_quotes(house):
    told = services("host", "deadline", "exodus-2", "2099-11-22", "14:30", "--data", house)
    assert told.returncode == 0, told.stderr
    assert "The deadline is 22 Nov 14:30 " in told.stdout
    assert "move the deadline: +10m" in services("host", "deadline", "--help").stdout


def test_a_house_that_cannot_be_opened_there_says_why_and_the_way_out(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        told = services("serve", "--listen", where, "--data", tmp_path / "house")
    assert told.returncode == 1
    said = told.stderr.strip().splitlines()[-1]
    assert said == f"The house cannot be opened at {where}: Address already in use. --listen names another."


def test_a_board_is_checked_and_drawn(tmp_path):
    from core.games.drifting_ship.board import DEFAULT_BOARD as BOARD
    from tests.rulings.drifting_ship.script import board_text

    good = tmp_path / "good.toml"
    good.write_text(board_text(BOARD))
    told = services("board", "check", good)
    assert told.returncode == 0, told.stderr
    assert "can be played" in told.stdout
    bad = tmp_path / "bad.toml"
    bad.write_text(board_text(BOARD).replace("13C", "13A", 1))
    told = services("board", "check", bad)
    assert told.returncode == 1
    assert "13C" in told.stderr
    assert services("board", "check", tmp_path / "missing.toml").returncode == 1


SEATING = {
    "unknown game": (["chess", "--seat", "Ada"], "There is no game 'chess'"),
    "no game": (["--seat", "Ada"], "Name the game"),
    "too few": (["exodus", "--seat", "Ada", "--bots", "3"], "9 seats; 1 person and 3 bots do not fill them"),
    "too many": (["exodus", *(word for n in range(10) for word in ("--seat", f"P{n}"))], "10 people do not fit"),
    "equal names": (["exodus", "--seat", "Ada", "--seat", "ADA"], "the same name, 'ADA'"),
    "control characters": (["exodus", "--seat", "B\x1b[2Jo"], "printable characters"),
    "markup": (["exodus", "--seat", "[b]Bo[/b]"], "no brackets"),
    "unknown theme": (["exodus", "--seat", "Ada", "--theme", "plaid"], "There is no theme 'plaid'"),
}


@pytest.mark.parametrize(("words", "told"), SEATING.values(), ids=SEATING)
def test_a_seating_that_makes_no_match_is_refused_and_makes_nothing(words, told, tmp_path):
    done = services("hotseat", *words, "--data", tmp_path / "house")
    assert done.returncode == 1
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "house").exists()


def test_a_damaged_match_is_told_once_with_file_and_entry(tmp_path):
    with open_house(tmp_path) as store:
        start = play("exodus", players=NAMES[:9], seed=5).match
        store.create("exodus-1", {**as_json(start.header), "match": "exodus-1"})
        store.append("exodus-1", {"kind": "withdrew", "by": NAMES[0], "at": 1.0})
        store.append("exodus-1", {"kind": "teleported", "by": NAMES[0], "at": 2.0})
    told = services("matches", "--data", tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("exodus-1 cannot be opened: entry 2: ") == 1
    health = services("doctor", "--data", tmp_path)
    assert health.returncode == 1, "the file is whole, but no match of these rules"
    assert "entry 2: " in health.stdout


def test_a_torn_end_is_told_where_matches_are_listed(tmp_path):
    with open_house(tmp_path) as store:
        start = play("exodus", players=NAMES[:9], seed=5).match
        store.create("exodus-1", {**as_json(start.header), "match": "exodus-1"})
        store.append("exodus-1", {"kind": "withdrew", "by": NAMES[0], "at": 1.0})
    file = next((tmp_path / "matches").iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    told = services("matches", "--data", tmp_path)
    assert told.returncode == 0
    assert "exodus-1" in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_the_doctor_sees_where_no_house_can_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    told = services("doctor", "--data", tmp_path / "file" / "house")
    assert told.returncode == 1
    assert f"{tmp_path / 'file'} is a file" in told.stdout


@pytest.mark.parametrize("words", ["day-of-mercury", "Day of Mercury", "mercury", "secret", "SINNER'S", "ship"])
def test_a_game_is_known_by_any_part_of_its_title_that_no_other_has(words):
    told = services("rules", words)
    assert told.returncode == 0, told.stderr
    named = {"s": "A SINNER'S SECRET", "d": "DAY OF MERCURY", "m": "DAY OF MERCURY"}
    assert told.stdout.startswith("THE DRIFTING SHIP" if words == "ship" else named[words[0].lower()])


def test_what_could_be_several_games_or_none_is_said():
    several, none = services("rules", "the"), services("rules", "chess")
    assert "'the' could be drifting_ship or exodus or" in several.stderr
    assert "There is no game 'chess'. There are: day_of_mercury" in none.stderr


def test_hotseat_takes_a_part_of_a_title_and_without_words_the_match_that_goes_on(house, tmp_path):
    told = services("hotseat", "secret", "--bots", "2", "--data", tmp_path)
    assert "garnet hotseat sinners_secret --seat Ada" in told.stderr
    from cli.commands.play import _match, game_or_match
    from core.house.house import House

    with open_house(house) as store:
        here = House(store, lambda: 0.0, lambda n: "00" * n)
        assert _match(here, argparse.Namespace(game=None)) == "exodus-2"
        assert game_or_match("exodus-2") == "exodus-2"
        assert game_or_match("Exodus Game") == "exodus"


def test_a_host_s_command_waits_for_no_screen_and_no_network(house):
    commands = (["pause", "exodus-2"], ["resume", "exodus-2"], ["schedule", "exodus-2"], ["people"])
    script = f"""
import sys
from cli.main import main
for words in {commands!r}:
    main(["host", *words, "--data", {str(house)!r}])
print(sorted({{name.partition(".")[0] for name in sys.modules}} & {{"textual", "asyncssh", "argon2"}}))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.startswith("exodus-2: "), done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_HH_50_a_match_is_ended_only_by_who_says_that_they_mean_it(house):
    def end(typed):
        script = (
            "import sys, os; sys.stdin.isatty = lambda: True; from cli.main import main; sys.exit(main(sys.argv[1:]))"
        )
        line = [sys.executable, "-c", script, "host", "end", "exodus-2", "--data", str(house)]
        return subprocess.run(line, input=typed, capture_output=True, text=True, timeout=300, check=False)

    script = services("host", "end", "exodus-2", "--data", house)
    assert script.returncode == 1
    for told in ("exodus-2, The Exodus Game, stands in round 1 of 7", "Nothing is done: --yes does it."):
        assert told in script.stderr
    assert "Nothing is done." in end("no\n").stdout
    assert "round 1 of 7" in services("matches", "--data", house).stdout
    assert "Ended." in end("yes\n").stdout
    for words, answer in (("--undo", "It goes on where it stood."), ("--yes", "Ended."), ("--undo", "")):
        done = services("host", "end", "exodus-2", words, "--data", house)
        assert (done.returncode, answer in done.stdout) == (0, True)


def test_help_waits_for_nothing_that_only_commands_need():
    heavy = ("asyncio", "asyncssh", "filelock", "httpx", "msgspec", "storage", "textual", "tinydb")
    script = f"""
import sys
from cli.main import build_parser
build_parser().format_help()
print([name for name in {heavy!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.strip() == "[]"


def test_the_data_folder_stands_before_the_command_or_behind_it() -> None:
    read = build_parser().parse_args
    for words in (
        ["--data", "/x", "matches"],
        ["matches", "--data", "/x"],
        ["--data", "/y", "matches", "--data", "/x"],
    ):
        assert read(words).data == "/x"
    assert read(["--data", "/x", "host", "new", "exodus"]).data == "/x"
    assert read(["matches"]).data is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("host new exodus --grase 15", "garnet host new: There is no --grase here. Did you mean --grace? Try: "),
        ("rules exodus --serch=x", "garnet rules: There is no --serch here. Did you mean --search? Try: "),
        ("host deadine x +2h", "garnet host: 'deadine' is no command. Did you mean deadline? Try: "),
        ("host new exodus --bot-talk loud", "'loud' is no --bot-talk. There are: talkative, sparing, silent. Try: "),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_the_nearest_one(words, told, capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(words.split())
    assert told in capsys.readouterr().err
