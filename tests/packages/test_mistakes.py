"""What the author of a package gets wrong, planted in both packages: the test of the package that should find it
does. That `pytest` in the package runs all of these, tests/packages/test_packages.py shows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, util
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core import games
from core.kit import PROPERTIES, Broken
from tests.kit.packages import on_the_path

PACKAGES = Path("tests/packages").resolve()
PROMISES = {promise.__name__: promise for promise in PROPERTIES}


class Planted(NamedTuple):
    """A mistake: what is written instead of what, and the test that finds it."""

    file: str
    right: str
    wrong: str
    found_by: str


MINUS = {
    "a notice that tells the others the next card": Planted(
        "src/minus_auction/acting.py",
        "    return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after))",
        "    from core.contract import Notice\n"
        "    told = {one: [Notice('paid', f'{seat} paid; next {state.deck[:1]}')] for one in state.seats}\n"
        "    return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after), told)",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a refusal that differs by it in a rare state": Planted(
        "src/minus_auction/acting.py",
        '"You have no chips left: take the card."',
        '"You have no chips left: take the card" + ("!" if state.deck[:1] > (30,) else ".")',
        "what_is_hidden_may_lie_otherwise",
    ),
    "a bot that never ends its turn": Planted(
        "src/minus_auction/bots.py",
        "        view = sight.view\n", "        view = sight.view\n        if view.pot == 4:\n            return []\n",
        "bots_of_every_level_end_their_turns",
    ),
    "a close that nobody can reach": Planted(
        "src/minus_auction/acting.py",
        "() if state.taken else (state.turn,)", "(state.turn,)",
        "the_clock_alone_ends_a_match",
    ),
    "an action that is told twice": Planted(
        "src/minus_auction/acting.py",
        "    return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after))",
        "    from core.contract import Notice\n"
        "    told = {seat: [Notice('paid', 'You paid a chip.')] * 2}\n"
        "    return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after), told)",
        "nobody_is_told_twice",
    ),
    "points that hint at a removed card": Planted(
        "src/minus_auction/views.py",
        "minus(state.cards[other]) for other", "minus(state.cards[other]) + (35 in state.removed) for other",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a rule without a test": Planted(
        "src/minus_auction/rulings.md", "\n## Report", "- MN-09 Nobody pays twice.\n\n## Report",
        "test_every_ruling_has_a_test_that_names_it",
    ),
    "a report's field without words": Planted(
        "src/minus_auction/words.py", "You have {counted(report.held)}.", "Well.",
        "every_field_of_a_report_has_words",
    ),
    "a drawing that fails at a later step": Planted(
        "src/minus_auction/drawing.py",
        "_card(card, None if card in before else 1)", "_card(card, None if card in before else before[9])",
        "every_moment_can_be_drawn",
    ),
}  # fmt: skip

HAND = {
    "a notice that tells the others the next card": Planted(
        "src/one_two_three/acting.py",
        "        action.to: [", "        **{one: [Notice('seen', f'A {action.card[0]} beside {state.removed[0]}')]"
        " for one in state.seats if one not in (seat, action.to)},\n        action.to: [",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a refusal that differs by it in a rare state": Planted(
        "src/one_two_three/acting.py",
        '"You have shown a card this round: one a round is all."',
        '"You have shown a card this round" + ("!" if "3a" in state.removed else ".")',
        "what_is_hidden_may_lie_otherwise",
    ),
    "a bot that never ends its turn": Planted(
        "src/one_two_three/bots.py",
        'return [Seal({"card": self._best(sight.view, draw)}), Done()]',
        'return [] if sight.sealed else [Seal({"card": self._best(sight.view, draw)})]',
        "bots_of_every_level_end_their_turns",
    ),
    "a close that nobody can reach": Planted(
        "src/one_two_three/acting.py",
        ', by="orders", free=("show",))', ")",
        "who_is_on_turn_can_move_and_nobody_else",
    ),
    "an action that is told twice": Planted(
        "src/one_two_three/acting.py",
        '{"card": action.card})],', '{"card": action.card})] * 2,',
        "nobody_is_told_twice",
    ),
    "points that hint at a removed card": Planted(
        "src/one_two_three/views.py",
        "        points=state.points,\n        met",
        "        points={one: n + ('3a' in state.removed) for one, n in state.points.items()},\n        met",
        "what_is_hidden_may_lie_otherwise",
    ),
    "a rule without a test": Planted(
        "src/one_two_three/rulings.md", "\n## Report", "- OT-07 Nobody plays twice.\n\n## Report",
        "test_every_ruling_has_a_test_that_names_it",
    ),
    "a report's field without words": Planted(
        "src/one_two_three/words.py", "You have {report.points} points.", "Well.",
        "every_field_of_a_report_has_words",
    ),
    "a drawing that fails at a later step": Planted(
        "src/one_two_three/drawing.py",
        "_piece(met, steps[seat] if fresh else None)", "_piece(met, steps[seat])",
        "every_moment_can_be_drawn",
    ),
}  # fmt: skip
MISTAKES = [(game, name, one) for game, table in (("minus_auction", MINUS), ("one_two_three", HAND))
            for name, one in table.items()]  # fmt: skip


def test_each_mistake_is_planted_in_both() -> None:
    assert MINUS.keys() == HAND.keys()


@contextmanager
def installed(folder: Path, name: str) -> Iterator[Any]:
    """The game of a package's folder, as if it were installed."""
    with on_the_path(folder / "src"):
        try:
            yield import_module(name).GAME
        finally:
            games.unregister(name)


@pytest.mark.parametrize(("name", "mistake", "planted"), MISTAKES, ids=[f"{game}-{name}" for game, name, _ in MISTAKES])
def test_what_an_author_gets_wrong_is_found(tmp_path: Path, name: str, mistake: str, planted: Planted) -> None:
    folder = tmp_path / name
    shutil.copytree(PACKAGES / name, folder)
    file = folder / planted.file
    text = file.read_text(encoding="utf-8")
    assert planted.right in text
    file.write_text(text.replace(planted.right, planted.wrong, 1), encoding="utf-8")
    with installed(folder, name) as game:
        if planted.found_by in PROMISES:
            with pytest.raises((Broken, LookupError, NotImplementedError)):
                PROMISES[planted.found_by](game)
            return
        spec = util.spec_from_file_location("planted", folder / "tests" / "test_rulings.py")
        assert spec is not None
        assert spec.loader is not None
        tests = util.module_from_spec(spec)
        spec.loader.exec_module(tests)
        with pytest.raises(AssertionError):
            getattr(tests, planted.found_by)()
