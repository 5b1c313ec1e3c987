"""What people wrote reaches no terminal as it is: all that commands of the shell print or write into files shows
control characters and marks of direction, and sends none."""

from __future__ import annotations

import ast
import io
import json
import secrets
import time
from pathlib import Path

import pytest

from cli.admin.commands import BY_NAME
from cli.admin.seasons import BY_NAME as OF_SEASONS
from cli.main import HANDLERS, main
from core.house.house import House
from core.refusal import Refused
from core.seasons import journal as sj
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.talk.acts import Ask, Claim, Warn
from storage import open_house as open_folder
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.kit.source import tree

MARKS = "\0\7\b\x1b\x7f\x85\x9b\x9d\u061c\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff\U000e0041"
HOSTILE = f"hostile \x1b[2J\x1b]52;c;aGVsbG8=\7 words{MARKS}of mine\r\x1b[31m"
SHOWN = "hostile ␛[2J␛]52;c;aGVsbG8=␇ words"
FORM = '[[field]]\nid = "why"\nask = "Why?"\nkind = "text"\n'
APART = (
    "hotseat",
    "practice",
    "watch",
    "try",
    "bots",
    "new-game",
    "check",
    "serve",
    "restore",
    "board",
    "rules",
    "scenario",
)
"""Commands that open screens, or show nothing that people of the house wrote."""


def command(folder: Path, *words: str) -> int:
    try:
        return main([*words, "--data", str(folder)])
    except SystemExit as mistyped:
        return int(mistyped.code or 0)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which hostile words stand wherever people can write."""
    folder = tmp_path_factory.mktemp("house") / "data"
    (form := folder.with_name("form.toml")).write_text(FORM)
    seats = ("--seat", "Ada=open", "--seat", "Bo=open")
    assert (
        command(folder, "host", "new", "refereed", *seats, "--seats", "2", "--form", str(form), "--gallery", "live")
        == 0
    )
    assert command(folder, "host", "new", "exodus", *seats, "--fill", "random") == 0
    cast = ("--cast", "Ada=open", "--cast", "Bo=open", "--cast", "Cy=open")
    assert command(folder, "host", "season", "new", "--title", "Spring", *cast) == 0
    with open_folder(folder) as store:
        house = House(store, time.time, secrets.token_hex)
        house.seasons.start()
        for table in map(house.table, ("refereed-1", "exodus-1")):
            for to in ("lounge", ["Bo"], "host", "confessional"):
                Seat(table, "Ada").say(to, HOSTILE)
            desk = HostControls(table)
            desk.announce(HOSTILE)
            desk.answer(1, HOSTILE, publish=True, words=HOSTILE)
            desk.plan(HOSTILE, time.time() + 9e6)
            Seat(table, "Ada").keep_notes(HOSTILE)
        Seat(house.table("refereed-1"), "Ada").seal({"answers": {"why": HOSTILE}})
        desk = HostControls(house.table("refereed-1"))
        desk.close()
        desk.judge({"points": {"Ada": 1}, "public": HOSTILE, "told": {"Ada": HOSTILE}, "finish": {}})
        season = house.seasons.find("spring-1")
        for to in ("cast", "host", "confessional"):
            season.submit(sj.SeasonSaid(author="Ada", name="Ada", to=to, text=HOSTILE, at=time.time()))
        season.submit(sj.SeasonAnswered(name="Ada", text=HOSTILE, question=1, at=time.time()))
        season.submit(sj.SeasonAnnounced(text=HOSTILE, at=time.time()))
        season.submit(sj.NewsPlanned(text=HOSTILE, due=time.time() + 9e6, at=time.time()))
    return folder


LOOKS = (
    "replay refereed-1 --round 1", "replay refereed-1 --round 1 --json", "export refereed-1", "export exodus-1",
    "export refereed-1 --story --json", "season spring-1", "season spring-1 --json",
    "host submissions refereed-1 --round 1", "host submissions refereed-1 --round 1 --csv",
    "host submissions refereed-1 --round 1 --json", "host questions exodus-1", "host questions exodus-1 --json",
    "host confessionals exodus-1", "host confessionals exodus-1 --json", "host announcements exodus-1",
    "host announcements exodus-1 --json",
    "host season questions spring-1", "host season talk spring-1",
    "host season talk spring-1 --json", "host season confessionals spring-1", "host season announce spring-1",
)  # fmt: skip
"""Commands that print words of people."""


def test_no_command_prints_what_a_terminal_would_act_upon(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    deeds = [*(f"host {deed}" for deed in BY_NAME), *(f"host season {deed}" for deed in OF_SEASONS)]
    deeds += [name for name in HANDLERS if name not in (None, "host", *APART)]
    others = [f"{deed}{name}" for deed in deeds for name in ("", " refereed-1", " exodus-1", " spring-1")]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.chdir(tmp_path)
    unshown = []
    for words in dict.fromkeys((*LOOKS, *others)):
        command(house, *words.split())
        printed = "".join(capsys.readouterr()).replace("\r\n", "\n")
        assert {char for char in printed if char != "\n" and not char.isprintable()} == set(), words
        if words in LOOKS and "hostile" not in printed:
            unshown.append(words)
    assert unshown == []


@pytest.mark.parametrize(
    "words", ["export exodus-1", "export refereed-1 --as text", "export refereed-1 --story --json"]
)
def test_an_exported_file_holds_nothing_either(house: Path, tmp_path: Path, words: str) -> None:
    assert command(house, *words.split(), "--output", str(tmp_path / "file")) == 0
    text = (tmp_path / "file").read_text("utf-8")
    assert {char for char in text if char != "\n" and not char.isprintable()} == set()


def test_json_keeps_what_was_written_and_text_shows_it(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    command(house, "host", "questions", "exodus-1", "--json")
    assert json.loads(capsys.readouterr().out)["questions"][0]["text"] == HOSTILE
    command(house, "host", "submissions", "refereed-1", "--round", "1", "--csv")
    assert SHOWN in capsys.readouterr().out


def test_commands_print_by_one_function_alone() -> None:
    for path in Path("cli").rglob("*.py"):
        names = {ast.unparse(node.func) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}
        assert path.name == "printing.py" or not names & {"print", "sys.stdout.write", "sys.stderr.write"}, path


@pytest.mark.parametrize("act", [Claim("3\0"), Claim("\x1b]2;x\7"), Ask("fact", "\u202e"), Warn("Bo\x9b")])
def test_HH_58_an_act_made_by_hand_with_control_characters_is_refused(act: Claim | Ask | Warn) -> None:
    table = open_house().make("exodus", NAMES[:9])
    with pytest.raises(Refused) as refusal:
        Seat(table, "Ada").say(["Bo"], "this", act=act)
    assert (refusal.value.code, refusal.value.ruling) == ("bad_act", "HH-58")
