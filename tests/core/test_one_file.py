"""Games of one file: bound by names, refused in a sentence, and changed in a house while their matches go on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import fields

from cli.main import main
from core import games
from core.decoding import plain
from core.games.one_file import NoGame, build, labels, version_of
from core.house.house import House
from core.kit import Script
from core.kit.played import SECONDS
from core.refusal import NotAMatch
from core.words.rulebook import as_text, book
from storage import backup, open_house
from tests.kit.alarms import quick_alarm
from tests.kit.depth import deep
from tests.kit.house import open_house as memory_house
from tests.kit.seasons import Told

SOURCE = Path("cli/scaffold/one_file/game.py.tmpl").read_text(encoding="utf-8")
SOURCE = SOURCE.replace("@Title@", "Hidden Bids").replace("@PREFIX@", "HB")
SEATS = ("Ada", "Bo", "Cy")


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(import_module("core.kit.played"), "SECONDS", deep(SECONDS, 0.02))  # for `garnet check`
    yield
    games.look_again()
    games._REGISTERED.pop("lost_gold", None)


def offered(source: str, name: str = "hidden_bids") -> games.AnyGame | str:
    return games.try_file(games.GameFile(name, source, f"{name}.py"))


def house(folder: Path) -> House:
    return House(open_house(folder), time.time, secrets.token_hex)


def test_what_is_not_written_follows_from_what_is() -> None:
    game = build("hidden_bids", SOURCE, "hidden_bids.py")
    spec = game.spec
    assert (spec.title, spec.blurb) == ("Hidden Bids", "Bid from a purse that nobody else sees.")
    assert (spec.seat_range, spec.rounds, spec.ruling_prefix, spec.hides) == ((3, 8), 6, "HB", True)
    assert spec.rules_version == version_of(SOURCE)
    games.bring(games.GameFile("hidden_bids", SOURCE, "hidden_bids.py"))
    at = Script.of(games.game("hidden_bids"), seats=SEATS)
    at.seal("Ada", {"bid": 4})
    assert list(at.match.game.restate(at.match.sealed["Ada"].orders)) == ["You bid 4 chips."]
    assert at.refused("Bo", {"bid": 16}).ruling == "HB-01"
    at.close()
    assert at.host["chips"] == {"Ada": 11, "Bo": 15, "Cy": 15}
    assert plain(at.match.game.view(at.match.state, "Bo")) == {"chips": 15, "points": {"Ada": 1, "Bo": 0, "Cy": 0}}
    assert list(at.match.game.tell_public({"seat": "Ada"})) == ["Ada scores a point."]


def test_functions_name_the_parameters_that_they_use_and_a_module_without_hidden_things_hides_nothing() -> None:
    source = SOURCE.replace('hidden = (Hidden("chips", by="holder"),)', "").replace(
        "def asks(state, seat)", "def asks(seat, state)"
    )
    game = build("hidden_bids", source, "hidden_bids.py")
    assert not game.spec.hides
    state = game.setup(SEATS, game.Options(), game.Given(), None)  # type: ignore[arg-type]
    assert game.asks(state, "Ada", None).limits == {"chips": 15}


SIZE = "SEATS, ROUNDS = (3, 8), 6"


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("def close(", "def closes(", "it has no close: write `def close(state, orders, dice)`."),
        ("class View(", "class Seen(", "it has no View: write `class View(Struct, frozen=True, kw_only=True)`."),
        ("def asks(state, seat)", "def asks(state, player)", "asks takes state, seat, sealed: it names 'player'."),
        (SIZE, "ROUNDS = 6", "it has no SEATS: write `SEATS = 6`."),
        (SIZE, "SEAT, ROUNDS = (3, 8), 6", "it has no SEATS, but SEAT: write `SEATS = 6`."),
        (SIZE, "SEATS, ROUNDS = (8, 3), 6", "SEATS is a number from 2, or the fewest and the most: `SEATS = (2, 6)`."),
        (SIZE, "SEATS, ROUNDS = (3,), 6", "SEATS is a number from 2, or the fewest and the most: `SEATS = (2, 6)`."),
        (SIZE, "SEATS, ROUNDS = 4, 0", "its Spec does not hold: expected a round or more, and a usual number within"),
        (SIZE, f"{SIZE}\nUSUAL_SEATS = 9", "expected a round or more, and a usual number within the range of seats"),
        (SIZE, f'{SIZE}\nHIDES = "no"', "its Spec does not hold: hides: expected true or false, got text."),
        ("    chips: int | None\n", "    purse: int | None\n", "the View's purse is no field of the State"),
        ('"""Hidden Bids\n', '"""\n', "its docstring begins with the title in a line"),
        ("CHIPS = 15", "CHIPS = 15 / 0", "failed with ZeroDivisionError: division by zero (hidden_bids.py, line"),
        ("CHIPS = 15", "CHIPS = (", "SyntaxError: '(' was never closed (hidden_bids.py, line"),
        (SIZE, "SEATS, ROUNDS = (3, 8), 'six'", "its Spec does not hold: rounds: expected a whole number, got text."),
        ("HB-0", "EX-0", "the prefix EX of its rulings belongs to exodus. Choose another."),
    ],
)  # fmt: skip
def test_a_file_without_a_game_is_left_out_with_a_sentence(right: str, wrong: str, why: str) -> None:
    assert right in SOURCE
    tried = offered(SOURCE.replace(right, wrong))
    assert isinstance(tried, str)
    assert why in tried


def test_a_module_with_a_game_of_its_own_is_taken_as_it_is() -> None:
    source = '"""Chips"""\nfrom tests.kit.chips import Chips\nGAME = Chips()\n'
    tried = offered(source, "chips")
    assert not isinstance(tried, str)
    assert tried.spec.rules_version == version_of(source)
    with pytest.raises(NoGame, match="GAME is no Game but int"):
        build("chips", "GAME = 7", "chips.py")


def test_docstrings_of_fields_are_their_words() -> None:
    source = 'class View:\n    a: int\n    """Your\n    chips"""\n    b: int\n    c: int = 1\n    """{} left."""\n'
    assert labels(source) == {"View.a": "Your chips", "View.c": "{} left."}


def test_rules_and_rulings_of_the_docstring_are_its_rule_book() -> None:
    games.bring(games.GameFile("hidden_bids", SOURCE, "hidden_bids.py"))
    text = as_text(book("hidden_bids"))
    assert text.startswith("HIDDEN BIDS\n\nBid from a purse that nobody else sees.")
    assert "- HB-02 Equal highest bids pay nothing and score nothing." in text
    assert "CM-01" in text


# --- in a house -------------------------------------------------------------------------------------------------------
def test_a_changed_file_counts_for_new_matches_and_running_ones_go_on_as_they_began(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    file = tmp_path / "games" / "hidden_bids.py"
    file.write_text(SOURCE)
    first = house(tmp_path)
    old = first.make("hidden_bids", SEATS).match.header.match
    file.write_text(SOURCE.replace("CHIPS = 15", "CHIPS = 20"))
    assert first.store.reload_games() == ["hidden_bids is changed: Hidden Bids."]
    new = first.make("hidden_bids", SEATS).match.header.match
    assert (first.table(old).match.state.chips["Ada"], first.table(new).match.state.chips["Ada"]) == (15, 20)
    first.store.close()
    games.look_again()  # as after a restart
    second = house(tmp_path)
    assert not second.damaged
    at = second.table(old)
    assert at.match.state.chips["Ada"] == 15
    assert at.match.game.asks(at.match.state, "Ada", None).choices[-1].value == 15
    assert second.table(new).match.state.chips["Ada"] == 20
    second.store.close()


def test_a_file_that_fails_or_goes_leaves_matches_alone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    file = tmp_path / "games" / "hidden_bids.py"
    file.write_text(SOURCE)
    at = house(tmp_path)
    match = at.make("hidden_bids", SEATS)
    file.write_text(SOURCE + "\n1 / 0\n")
    (why,) = at.store.reload_games()
    assert "division by zero (hidden_bids.py, line" in why
    assert why.endswith("The version before it stays.")
    assert games.known("hidden_bids")
    file.unlink()
    assert at.store.reload_games() == ["hidden_bids is gone: its matches go on, and no new one can be made."]
    assert at.store.reload_games() == []
    with pytest.raises(NotAMatch, match="There is no game 'hidden_bids'"):
        at.make("hidden_bids", SEATS)
    assert match.match.game.spec.title == "Hidden Bids"
    at.store.close()
    games.look_again()
    again = house(tmp_path)
    assert again.table(match.match.header.match).match.game.spec.title == "Hidden Bids"
    again.store.close()


def test_a_backup_holds_the_games_with_the_versions_that_are_played(tmp_path: Path) -> None:
    (tmp_path / "house" / "games").mkdir(parents=True)
    (tmp_path / "house" / "games" / "hidden_bids.py").write_text(SOURCE)
    open_house(tmp_path / "house").close()
    assert backup(tmp_path / "house", tmp_path / "copy") == ()
    copied = sorted(path.name for path in (tmp_path / "copy" / "games").rglob("*.py"))
    assert copied == [f"hidden_bids.{version_of(SOURCE):08x}.py", "hidden_bids.py"]


def test_a_house_in_memory_plays_such_a_game_with_bots_of_every_level() -> None:
    games.bring(games.GameFile("hidden_bids", SOURCE, "hidden_bids.py"))
    table = memory_house().make("hidden_bids", SEATS, seed=1)
    assert table.match.game.levels == ("steady", "random")


# --- the commands -----------------------------------------------------------------------------------------------------
def test_a_new_file_keeps_every_promise_and_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", "lost_gold", "--one-file", "--folder", str(tmp_path)]) == 0
    assert "garnet check" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "lost_gold.py")]) == 0
    assert capsys.readouterr().out.startswith("Lost Gold keeps all 3")
    assert main(["new-game", "lost_gold", "--one-file", "--folder", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("Report(chips[seat])", "Report(most)", "a close of round 1 teaches Ada the same, and tells it more"),
        ("return Asks(True", "return Asks([][0]", "- your code failed with IndexError: list index out of range (lost_"),
        ('hidden = (Hidden("chips", by="holder"),)', "hidden = ()", "what it cannot know, or say `hides=False` in the"),
        ("which `seat` scored", "who scored", "- everybody is told seat, and no ruling discloses it"),
        ("- HB-0", "* ", "- The docstring has no rulings: a list of lines like `- HI-01 ...`."),
        (SIZE, f"{SIZE}\nHIDE = False", "- HIDE is no field of the Spec: write HIDES, or call your own constant"),
    ],
)
def test_a_broken_promise_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, why: str
) -> None:
    (tmp_path / "lost_gold.py").write_text(SOURCE.replace(right, wrong))
    assert main(["check", str(tmp_path / "lost_gold.py")]) == 1
    told = capsys.readouterr().out
    assert why.replace("HI-", "LG-") in told
    assert told.count("your code failed") <= 1


def test_more_than_thirteen_seats_are_checked_and_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lost_gold.py"
    file.write_text(SOURCE.replace("SEATS, ROUNDS = (3, 8), 6", "SEATS, ROUNDS, USUAL_SEATS = (14, 20), 6, 15"))
    assert main(["check", str(file)]) == 0
    assert main(["bots", str(file), "--matches", "2", "--processes", "1"]) == 0
    assert "steady        random" in capsys.readouterr().out


def test_a_promise_that_fails_at_the_fewest_seats_is_told_with_their_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lost_gold.py"
    file.write_text(SOURCE.replace("    most = max", "    assert len(bids) > 3\n    most = max"))
    assert main(["check", str(file)]) == 1
    assert "- with 3 seats: your code failed with AssertionError (lost_gold.py, line" in capsys.readouterr().out


def test_a_game_of_the_data_folder_is_known_to_the_commands_at_one_keyboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "hidden_bids.py").write_text(SOURCE)
    assert main(["rules", "hidden_bids", "--data", str(tmp_path)]) == 0
    by_file = str(tmp_path / "games" / "hidden_bids.py")
    assert main(["rules", by_file, "--search", "HB-01", "--data", str(tmp_path / "elsewhere")]) == 0
    assert "HB-02" in capsys.readouterr().out
    assert main(["hotseat", "hidden_bids", "--data", str(tmp_path)]) == 1
    assert "need a terminal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "    most = max",
            "    while state.round == 3: pass\n    most = max",
            "no end after 2 seconds (hidden_bids.py, line",
        ),
        (
            "    return Closing(after,",
            "    after = replace(after, round=min(after.round, 3))\n    return Closing(after,",
            "close() of round 3 leads to round 3 of 6",
        ),
        ('return {"bid":', 'return {"bid": 99 +', "the steady bot of Ada was refused: You have 15 chips and bid"),
        ("        chips[best[0]] -= most", "        chips[best[0]] -= most", ""),
    ],
)
def test_a_check_names_what_is_wrong_and_stops_at_what_has_no_end(
    old: str, new: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hidden_bids.py"
    file.write_text(SOURCE.replace(old, new))
    with quick_alarm(monkeypatch):
        assert main(["check", str(file)]) == bool(words)
    printed = capsys.readouterr().out
    assert words in printed
    assert printed.count("\n") < 4


# --- purses -----------------------------------------------------------------------------------------------------------
BOUGHT = '''"""Bought Points

Buy points with garnets.

Each round you may pay one garnet for a point. The most points win.

## Rulings
- BP-01 A point costs a garnet, and everybody learns who bought one.
"""
from msgspec.structs import replace

from core.contract import Asks, Closing, Struct
from core.usual import PurseOptions, PurseState, choices, in_purse, onward, purses, said, spend

SEATS, ROUNDS = (2, 6), 2
Options = PurseOptions


class State(PurseState, frozen=True, kw_only=True):
    points: dict[str, int]


class View(Struct, frozen=True):
    garnets: int | None
    points: dict[str, int]


class Orders(Struct, frozen=True):
    buy: int = 0


def setup(seats, options):
    return State(seats=seats, round=1, points=dict.fromkeys(seats, 0), **purses(seats, options))


def view(state, seat):
    return View(None if seat is None else in_purse(state, seat), state.points)


def asks(state, seat):
    return Asks(True, {}, choices("buy", (0, 1), Orders, lambda orders: spend(state, seat, orders.buy, "a point")))


def check(state, seat, orders):
    spend(state, seat, orders.buy, "a point")


def close(state, orders, dice):
    bought = [seat for seat in state.seats if seat in orders and orders[seat].buy]
    for seat in bought:
        state = spend(state, seat, 1, "a point")
    points = {seat: n + (seat in bought) for seat, n in state.points.items()}
    public = said(f"{', '.join(bought) or 'Nobody'} bought a point.")
    after = onward(replace(state, points=points), state.round == ROUNDS, points, dice)
    return Closing(after, dict.fromkeys(state.seats, public), public)
'''


def test_a_season_lends_purses_and_learns_what_was_spent() -> None:
    games.bring(games.GameFile("bought_points", BOUGHT, "bought_points.py"))
    game = games.game("bought_points")
    assert "purses" in {field.name for field in fields(game.Options)}
    at = Script.of(game, seats=SEATS, options={"purses": {"Ada": 1, "Bo": 0, "Cy": 4}})
    at.seal("Ada", {"buy": 1})
    assert at.refused("Bo", {"buy": 1}).message == "You have 0 garnets, and this costs 1."
    at.close()
    assert at.refused("Ada", {"buy": 1}).code == "purse_too_small"
    at.close()
    while at.phase != "finished":
        at.close()
    assert (at.result["spent"], at.result["garnets"], at.result["winners"]) == ({"Ada": 1}, {}, ["Ada"])
    season = Told(SEATS)
    season.correct("Cy", purse=5)
    opened = season.open("bought_points")
    assert (opened.seats, opened.options["purses"]) == (SEATS, {"Ada": 0, "Bo": 0, "Cy": 5})
    own = Script.of(game, seats=SEATS, options={"purse": 2})
    while own.phase != "finished":
        own.close()
    assert "spent" not in own.result
    with pytest.raises(NotAMatch, match="purses gives each seat of the match its garnets"):
        Script.of(game, seats=SEATS, options={"purses": {"Ada": 1}})


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ("*(f'{seat} paid {orders[seat].buy}.' for seat in state.seats if seat in orders)", "Ada paid 0."),
        ("f'{len(bought)} of you paid.'", ""),
    ],
)
def test_sentences_that_repeat_what_one_player_sealed_are_named(
    told: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = BOUGHT.replace("f\"{', '.join(bought) or 'Nobody'} bought a point.\"", told)
    assert source != BOUGHT
    (tmp_path / "bought.py").write_text(source)
    assert main(["check", str(tmp_path / "bought.py")]) == 0
    printed = capsys.readouterr().out
    assert ("change with one player's orders alone: " in printed) == bool(named)
    assert named.replace("0", "") in printed.replace("0", "").replace("1", "")
