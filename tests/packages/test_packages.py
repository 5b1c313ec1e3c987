"""Two games from outside: installed in an environment of their own, held to their own tests, played over ssh to the
end; and what their authors could get wrong is found by their own `pytest`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.author import author, environment, run
from tests.kit.depth import deep

PACKAGES = Path("tests/packages").resolve()
GAMES = {"minus_auction": "On the table", "one_two_three": "You meet"}
"""With what the screen of each shows."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with both games installed, and a copy of each beside it."""
    folder = author(tmp_path_factory.mktemp("author"))
    for game in GAMES:
        shutil.copytree(PACKAGES / game, folder / game)
        done = run("pip", "install", ".", cwd=folder / game, env=environment(folder))
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_package_holds_its_own_tests_and_every_promise(place: Path, game: str) -> None:
    done = run("pytest", "-q", cwd=place / game, env=environment(place))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("ssh") is None, reason="the OpenSSH client is not installed")
@pytest.mark.parametrize(("game", "words"), GAMES.items())
def test_a_package_is_played_over_ssh_to_the_end(place: Path, tmp_path: Path, game: str, words: str) -> None:
    done = run(place / "env" / "bin" / "python", "-m", "tests.packages.over_ssh", game, tmp_path, words,
               env=environment(place))  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("finished")


class Planted(NamedTuple):
    """A mistake: in which file what is written instead of what, and the test that finds it."""

    game: str
    file: str
    right: str
    wrong: str
    found_by: str


MISTAKES = {
    "a notice that tells the others the next card": Planted(
        "minus_auction", "src/minus_auction/acting.py",
        "    return Acted(replace(state, chips=chips, pot=state.pot + 1, turn=after))",
        "    from core.contract import Notice\n"
        "    told = {one: [Notice('paid', f'{seat} paid; next {state.deck[:1]}')] for one in state.seats}\n"
        "    return Acted(replace(state, chips=chips, pot=state.pot + 1, turn=after), told)",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a refusal that differs by it in a rare state": Planted(
        "minus_auction", "src/minus_auction/acting.py",
        '"You have no chips left: take the card."',
        '"You have no chips left: take the card" + ("!" if state.deck[:1] > (30,) else ".")',
        "what_is_hidden_may_lie_otherwise",
    ),
    "a bot that never ends its turn": Planted(
        "minus_auction", "src/minus_auction/bots.py",
        "        view = sight.view\n", "        view = sight.view\n        if view.pot == 4:\n            return []\n",
        "bots_of_every_level_end_their_turns",
    ),
    "a bot that never says Done": Planted(
        "one_two_three", "src/one_two_three/bots.py",
        'return [Seal({"card": self._best(sight.view)}), Done()]',
        'return [] if sight.sealed else [Seal({"card": self._best(sight.view)})]',
        "bots_of_every_level_end_their_turns",
    ),
    "a close that nobody can reach": Planted(
        "minus_auction", "src/minus_auction/acting.py",
        "() if state.taken else (state.turn,)", "(state.turn,)",
        "the_clock_alone_ends_a_match",
    ),
    "an action that is told twice": Planted(
        "one_two_three", "src/one_two_three/acting.py",
        '{"card": action.card})],', '{"card": action.card})] * 2,',
        "nobody_is_told_twice",
    ),
    "points that hint at a removed card": Planted(
        "minus_auction", "src/minus_auction/views.py",
        "minus(state.cards[other]) for other", "minus(state.cards[other]) + (35 in state.removed) for other",
        "what_is_hidden_may_lie_otherwise",
    ),
    "points that hint at a removed card, of a hand": Planted(
        "one_two_three", "src/one_two_three/views.py",
        "        points=state.points,\n        met",
        "        points={one: n + ('3a' in state.removed) for one, n in state.points.items()},\n        met",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a notice that tells a bystander of what was shown": Planted(
        "one_two_three", "src/one_two_three/acting.py",
        "        action.to: [", "        **{one: [Notice('seen', f'A {action.card[0]} beside {state.removed[0]}')]"
        " for one in state.seats if one not in (seat, action.to)},\n        action.to: [",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a rule without a test": Planted(
        "one_two_three", "src/one_two_three/rulings.md", "\n## Report", "- OT-07 Nobody plays twice.\n\n## Report",
        "test_every_ruling_has_a_test_that_names_it",
    ),
    "a rule of turns without a test": Planted(
        "minus_auction", "src/minus_auction/rulings.md", "\n## Report", "- MN-09 Nobody pays twice.\n\n## Report",
        "test_every_ruling_has_a_test_that_names_it",
    ),
    "a report's field without words": Planted(
        "minus_auction", "src/minus_auction/words.py", "You have {counted(report.held)}.", "Well.",
        "every_field_of_a_report_has_words",
    ),
    "a report's field without words, of a hand": Planted(
        "one_two_three", "src/one_two_three/words.py", "You have {report.points} points.", "Well.",
        "every_field_of_a_report_has_words",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_an_author_gets_wrong_is_found_by_pytest_in_the_package(place: Path, tmp_path: Path, mistake: str) -> None:
    planted = MISTAKES[mistake]
    shutil.copytree(PACKAGES / planted.game, tmp_path / planted.game)
    file = tmp_path / planted.game / planted.file
    text = file.read_text(encoding="utf-8")
    assert planted.right in text
    file.write_text(text.replace(planted.right, planted.wrong, 1), encoding="utf-8")
    some = deep((), ("-k", planted.found_by))  # all of them take under a minute; here the one that should find it
    done = run("pytest", "-q", "--tb=line", *some, cwd=tmp_path / planted.game, env=environment(place))
    assert done.returncode == 1, done.stdout
    assert planted.found_by in done.stdout.partition("short test summary")[2], done.stdout
