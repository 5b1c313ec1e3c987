"""The shelf: games of one file that a host lists and copies into the house."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.commands.bots import play
from cli.main import main
from core import games
from core.botplay.pairings import interval, one_among
from core.contract import AnyGame
from core.games import register
from core.kit import Broken
from core.kit.moves import what_is_hidden_may_lie_otherwise
from core.kit.secrecy import SECRECY
from core.words.rulebook import as_text, book
from tests.packages.test_one_file import GAMES, game

MATCHES = 60


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    games.look_again()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_steady_bot_beats_random_ones(path: Path) -> None:
    rules = game(path)
    register(rules)
    name, won = rules.spec.id, 0.0
    for seed in range(MATCHES):
        bots = one_among(name, "steady", "random", seed)
        played = play(name, seed, bots)
        assert [words for words in played.refused if ", steady " in words] == []
        won += played.won(next(seat for seat, who in bots.items() if who == "steady"))
    assert interval(won / MATCHES, MATCHES)[0] > 1 / rules.spec.seats


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_rule_book_has_how_to_play_and_rulings(path: Path) -> None:
    rules = game(path)
    register(rules)
    text = as_text(book(path.stem))
    assert f"- {rules.spec.ruling_prefix}-01 " in text
    assert rules.spec.blurb in " ".join(text.split())


OTHER = "state.seats[state.seats.index(seat) - 1]"
LEAKS = {
    "cups_and_lies": ('"dice in all": most', '"dice in all": sum(cup.count(6) for cup in state.cups.values())'),
    "ferry_rope": ('{"strength": most}', f'{{"strength": state.strength[{OTHER}]}}'),
    "guild_auction": ('{"coins": state.coins[seat]}', f'{{"coins": state.coins[{OTHER}]}}'),
    "lone_lantern": ("Asks(True, {}", 'Asks(True, {"next": sum(state.deck[:1])}'),
    "quiet_well": ('asks():\n    return Asks(True, {"most": MOST}',
                   f'asks(state, seat):\n    return Asks(True, {{"most": state.jars[{OTHER}]}}'),
    "the_dyke": ('{"sacks": state.store[seat]}', f'{{"sacks": state.store[{OTHER}]}}'),
}  # fmt: skip
"""What `asks` of each game with hidden things tells too much: right, and wrong."""


def keeps_secrets(rules: AnyGame) -> None:
    for promise in (what_is_hidden_may_lie_otherwise, *SECRECY):
        promise(rules)


def test_each_game_that_hides_has_a_planted_leak() -> None:
    assert {path.stem for path in GAMES if game(path).spec.hides} == LEAKS.keys()


@pytest.mark.parametrize("name", LEAKS)
def test_a_limit_that_shows_what_is_hidden_is_found(name: str) -> None:
    source = next(path for path in GAMES if path.stem == name).read_text("utf-8")
    right, wrong = LEAKS[name]
    assert right in source
    leak = games.try_file(games.GameFile(name, source.replace(right, wrong), f"{name}.py"))
    assert not isinstance(leak, str), leak
    with pytest.raises(Broken, match="limits"):
        keeps_secrets(leak)


def test_prefixes_of_rulings_differ() -> None:
    prefixes = {path.stem: game(path).spec.ruling_prefix for path in GAMES}
    assert len({*prefixes.values()}) == len(prefixes)


def test_the_shelf_lists_each_game_with_seats_and_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host", "games", "--shelf", "--json", "--data", str(tmp_path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["games"] == [path.stem for path in GAMES]
    assert any(line.startswith("quiet_well ") and "3 to 16 seats, 7 rounds" in line for line in answer["told"])
    assert any(line.endswith("Vote in secret who leaves the boat, until two are left.") for line in answer["told"])


def test_all_games_are_copied_beside_each_other_and_counted_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in GAMES:
        assert main(["host", "games", "--add", path.stem, "--data", str(tmp_path)]) == 0
        assert f"{path.stem} is new: {game(path).spec.title}." in capsys.readouterr().out
        assert (tmp_path / "games" / path.name).read_bytes() == path.read_bytes()
    assert main(["host", "new", "ice_floes", "--fill", "steady", "--data", str(tmp_path)]) == 0
    assert "Made ice-floes-1: Ice Floes." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "there", "why"),
    [
        ("quiet_well", {"quiet_well": "# mine"}, "quiet_well.py is in the folder games already. Delete or rename"),
        ("nothing", {}, "There is no game 'nothing' on the shelf. There are: "),
        ("../quiet_well", {}, "There is no game '../quiet_well' on the shelf."),
        ("lifeboat", {"mine": "lifeboat"}, "Nothing is copied. The game 'lifeboat'"),
    ],
)
def test_a_copy_writes_over_nothing_and_fits_beside_the_games_of_the_house(
    name: str, there: dict[str, str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    shelf = {path.stem: path.read_text("utf-8") for path in GAMES}
    for file, source in there.items():
        (tmp_path / "games" / f"{file}.py").write_text(shelf.get(source, source), "utf-8")
    assert main(["host", "games", "--add", name, "--data", str(tmp_path)]) == 1
    assert why in capsys.readouterr().err
    left = {path.stem: path.read_text("utf-8") for path in (tmp_path / "games").glob("*.py")}
    assert left == {file: shelf.get(source, source) for file, source in there.items()}
