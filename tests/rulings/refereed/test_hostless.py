"""A host's script as a game without a host (RF-15)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from core.contract import AnyGame
from core.games import GameFile, guard, look_again, try_file
from core.games.guard import GameFault
from core.kit import Script
from core.words.rulebook import as_text, book

SOURCE = (Path(__file__).parents[2] / "kit" / "power.txt").read_text("utf-8")
SEATS = ("Ada", "Bo", "Cy")


def offered(source: str, name: str = "power") -> AnyGame:
    game = try_file(GameFile(name, source, f"{name}.py"))
    assert not isinstance(game, str), game
    return game


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    look_again()
    guard.faults.clear()


def test_RF_15_a_script_keeps_every_promise_of_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    leak = "    now.tell(now.seats[0], now.influence[now.seats[1]])\n    now.all"  # a column that others do not see
    for source, told in ((SOURCE, False), (SOURCE.replace("    now.all", leak), True)):
        (tmp_path / "power.py").write_text(source)
        assert main(["check", str(tmp_path / "power.py")]) == 0
        printed = capsys.readouterr().out
        assert "keeps all 33 promises" in printed
        assert ("report.told" in printed) == told, printed


def test_RF_15_each_close_takes_what_the_script_proposes() -> None:
    game = offered(SOURCE)
    assert (game.spec.title, game.spec.seat_range, game.spec.rounds) == ("Power and Influence", (3, 12), 4)
    at = Script.of(game, seats=SEATS)
    at.seal("Ada", {"answers": {"room": "kitchen"}})
    at.seal("Bo", {"answers": {"room": "garden", "worth": 3}})
    reports = at.close()
    assert reports["Ada"]["told"] == "0 others were with you."
    state: Any = at.match.state
    assert state.values["power"] == {"Ada": 12, "Bo": 12, "Cy": 0}
    assert [(line.seat, line.amount) for line in at.match.state.ledger if line.amount < 0] == [("Bo", -3)]
    for _ in range(3):
        at.close()
    assert at.match.state.ending is not None
    assert at.match.state.ending.winners == ("Bo",)  # places: power, influence


def test_RF_15_its_purse_is_the_usual_one_and_a_season_lends_others() -> None:
    game = offered(SOURCE)
    for options, held in (({}, 3), ({"purse": 5}, 5), ({"purses": {"Ada": 1, "Bo": 0, "Cy": 2}}, 1)):
        at = Script.of(game, seats=SEATS, options=options)
        assert sum(line.amount for line in at.match.state.ledger if line.seat == "Ada") == held


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("now.power['x'] += 1", "KeyError: 'x' (power.py, line 22)"),
        ("now.garnets['Ada'] -= 9", "Ada holds 3 garnets, and cannot lose 9."),
        ("raise SystemExit", "SystemExit (power.py, line 22)"),
    ],
)
def test_RF_15_a_fault_of_the_script_is_one_of_the_game(line: str, words: str) -> None:
    at = Script.of(offered(SOURCE.replace("    count = now.count", f"    {line}\n    count = now.count")), seats=SEATS)
    with pytest.raises(GameFault) as fault:
        at.close()
    assert words in str(fault.value)


def test_RF_15_its_rule_book_has_the_rulings_of_forms_and_what_all_read() -> None:
    offered(SOURCE)
    text = as_text(book("power"))
    for words in ("- PI-01 The kitchen gives power", "All read Power.", "- RF-13 A question may have when"):
        assert words in text
