"""Games from outside the house: found by their entry point, refused with a sentence, and missed without harm."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core import games
from core.house.guest import Guest
from core.house.todo import todo
from core.kit import PROPERTIES
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls
from core.words import rulebook
from storage.memory import MemoryStore
from tests.kit import packages
from tests.kit.house import open_house
from tests.kit.packages import offer, on_the_path
from tests.kit.screens import sit
from tui.app.followed_seats import owes
from tui.games import panel_class

SEATS = ("Ada", "Bo", "Cy")
GAME = packages.GAME.replace("{contract}", "1").replace("{calls_itself}", "guest")
ODD = "contract = property(lambda self: 1 / 0)"
MUTE = "class Mute(Exception):\n    __str__ = None\nraise Mute"
UNTOLD = (
    "from tests.kit.chips import Chips\nclass Guest(Chips):\n    contract = 1\n    spec = property()\nGAME = Guest()"
)


def test_a_game_from_outside_is_found_listed_and_played(tmp_path):
    offer(tmp_path)
    with on_the_path(tmp_path):
        assert games.ids()[-1] == "guest"
        assert games.game("guest").spec.title == "A Guest"
        table = open_house().make("guest", SEATS, seed=1)
        for _ in range(4):
            HostControls(table).close()
        assert table.match.phase == "finished"
    assert "guest" not in games.ids()


def test_a_game_from_outside_keeps_what_the_house_promises(tmp_path):
    offer(tmp_path)
    with on_the_path(tmp_path):
        for promise in PROPERTIES:
            promise(games.game("guest"))


@pytest.mark.parametrize(
    ("offered", "why"),
    [
        ({"contract": 3}, "it is written for contract 3 of Garnet House, and this is 2. Update one of them."),
        ({"game": "exodus"}, "the house has a game of that id. Its author must give it another."),
        ({"prefix": "EX"}, "the prefix EX of its rulings belongs to exodus. Choose another."),
        ({"prefix": "CM"}, "the prefix CM of its rulings belongs to the house. Choose another."),
        ({"prefix": "long"}, "the prefix of its rulings must be two capital letters, not 'long'."),
        ({"calls_itself": "other"}, "it calls itself 'other'. The entry point must have the same name."),
        ({"source": "import nowhere_to_be_found"}, "its import failed with ModuleNotFoundError: No module named"),
        (
            {"source": "raise SystemExit(3)"},
            "its import failed with SystemExit: 3 (guest_game.py, line 1). Tell its author.",
        ),
        ({"source": "GAME = 7"}, "guest_game:GAME is no Game but int."),
        ({"game": "Guest"}, "an id has 2 to 32 small letters, digits and underscores."),
        (
            {"source": "x = 1\ndef (\n"},
            "failed with SyntaxError: invalid syntax (guest_game.py, line 2). Tell its author.",
        ),
        ({"source": "class Odd(BaseException): ...\nraise Odd('so')"}, "failed with Odd: so (guest_game.py, line 2)."),
        ({"source": MUTE}, "its import failed with Mute (guest_game.py, line 3). Tell its author."),
        ({"source": UNTOLD}, "it has no Spec that can be read (AttributeError). Tell its author."),
        ({"source": GAME.replace('"{prefix}"', "None")}, "its Spec does not hold: ruling_prefix: expected text, got"),
        (
            {"source": GAME.replace("contract = 1", ODD)},
            "looking at it failed with ZeroDivisionError: division by zero (guest_game.py, line 6). Tell its author.",
        ),
        (
            {"source": GAME.replace('"A Guest"', "7")},
            "its Spec does not hold: title: expected text, got a whole number.",
        ),
    ],
)
def test_a_game_that_does_not_fit_is_left_out_with_a_sentence_and_all_others_stay(tmp_path, offered, why):
    offer(tmp_path, **offered)
    with on_the_path(tmp_path):
        assert games.ids() == tuple(games.MODULES)
        (told,) = games.refused().values()
        assert why in told
        assert "1.0) is left out: " in told
        assert games.game("exodus").spec.title == "The Exodus Game"


def test_a_package_whose_list_cannot_be_read_hides_no_game_of_another_and_a_frozen_game_is_one(tmp_path):
    frozen = GAME.format(prefix="GU").replace(
        "class Guest", "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Guest"
    )
    offer(tmp_path, source=frozen)
    offer(tmp_path, "torn")
    (tmp_path / "torn_game-1.0.dist-info" / "entry_points.txt").write_text("[garnet.games]\ntorn")
    with on_the_path(tmp_path):
        assert games.ids()[len(games.MODULES) :] == ("guest",)


def test_a_game_that_two_packages_offer_is_left_out_and_both_are_named(tmp_path):
    offer(tmp_path, package="one_game")
    offer(tmp_path, package="two_game")
    with on_the_path(tmp_path):
        with pytest.raises(NotAMatch) as refused:
            games.game("guest")
        assert refused.value.code == "game_refused"
        assert "(package one-game 1.0 and two-game 1.0)" in refused.value.message


def test_of_two_games_with_one_prefix_the_second_is_left_out(tmp_path):
    offer(tmp_path, "ante")
    offer(tmp_path, "bluff")
    with on_the_path(tmp_path):
        assert games.ids()[-1] == "ante"
        assert "belongs to ante" in games.refused()["bluff"]


def test_a_match_whose_game_is_not_installed_is_listed_untouched_and_goes_on_once_it_is(tmp_path):
    offer(tmp_path)
    store = MemoryStore()
    with on_the_path(tmp_path):
        house = open_house(store)
        name = house.make("guest", SEATS, seed=1).match.header.match
        HostControls(house.table(name)).close()
        house.make("exodus", tuple("ABCDEFGHI"))
    kept = store.read(name)
    house = open_house(store)
    assert house.damaged == {}
    assert [task.kind for task in todo(house)] == ["damaged"]
    assert todo(house)[0].text in house.not_installed.values()
    assert house.not_installed == {
        name: f"The match {name} is of the game 'guest', which is not installed here. It goes on once that game is "
        "installed."
    }
    assert [one.game for one in house.matches()] == ["exodus"]
    with pytest.raises(Refused) as refused:
        house.table(name)
    assert refused.value.code == "not_installed"
    assert store.read(name) == kept
    with on_the_path(tmp_path):
        table = open_house(store).table(name)
        assert table.match.round == 2
        HostControls(table).close()


def test_a_match_whose_game_was_refused_says_why(tmp_path):
    offer(tmp_path)
    store = MemoryStore()
    with on_the_path(tmp_path):
        name = open_house(store).make("guest", SEATS).match.header.match
    (tmp_path / "guest_game.py").write_text("raise RuntimeError('torn')")
    with on_the_path(tmp_path):
        assert "its import failed with RuntimeError: torn" in open_house(store).not_installed[name]


def test_a_match_whose_rules_fail_does_not_keep_the_house_closed(tmp_path):
    offer(tmp_path)
    store = MemoryStore()
    with on_the_path(tmp_path):
        house = open_house(store)
        name = house.make("guest", SEATS).match.header.match
        house.make("exodus", tuple("ABCDEFGHI"))
        games.game("guest").setup = lambda *_: 1 / 0
        house = open_house(store)
        assert "its rules failed with ZeroDivisionError" in house.damaged[name]
        assert [one.game for one in house.matches()] == ["exodus"]


def test_a_game_that_is_one_module_has_the_rulings_of_all_games_as_its_rules(tmp_path):
    offer(tmp_path)
    with on_the_path(tmp_path):
        assert rulebook.book("guest") == rulebook.common_rulings()
    rulebook._read_book.cache_clear()


async def test_a_match_whose_rules_fail_or_end_the_program_in_play_leaves_people_and_bots_their_other_matches(tmp_path):
    offer(tmp_path, source=GAME.format(prefix="GU").replace("\nGAME = Guest()\n", ENDS))
    held = {"Ada": "person:ada", "Bo": "bot:steady", "Cy": "bot:steady"}
    with on_the_path(tmp_path):
        store = MemoryStore()
        house = open_house(store)
        torn = house.make("guest", SEATS, holders=held)
        house.make("exodus", tuple("ABCDEFGHI"), holders={"A": "person:ada"})
        with pytest.raises(Refused, match="stands still"):
            HostControls(torn).close()  # at the next position its rules are torn
        assert "view failed with SystemExit: 7 (guest_game.py, line 10)" in str(torn.fault)
        torn.start()
        await torn.quiet()
        assert torn.match.round == 1
        torn.view("Ada")
        assert [(one.summary.game, one.waits) for one in Guest(house, "ada").lobby_rows()] == [
            ("guest", "orders"), ("exodus", "orders"),
        ]  # fmt: skip
        assert owes(Guest(house, "ada").seat(torn.match.header.match))
        house.stop()
        opened_again = open_house(store)
        assert [one.game for one in opened_again.matches()] == ["guest", "exodus"]
        opened_again.stop()  # its bots end while their game is there


@pytest.mark.parametrize("panel", ["raise SystemExit(3)", "class Panel: ...", "Panel = 7"])
def test_the_general_panel_stands_in_for_one_that_would_end_the_program_or_is_none(tmp_path, panel):
    offer(tmp_path, panel="guest_panel:Panel")
    (tmp_path / "guest_panel.py").write_text(panel)
    with on_the_path(tmp_path):
        assert panel_class("guest").__name__ == "GenericPanel"


async def test_the_general_panel_plays_a_game_without_one_and_one_whose_panel_fails(tmp_path):
    offer(tmp_path, panel="nowhere_to_be_found:Panel")
    with on_the_path(tmp_path):
        assert panel_class("guest").__name__ == "GenericPanel"
        async with sit("guest") as at:
            assert "A Guest" in at.text
            assert "What you know" in at.text


def test_the_rules_of_a_game_come_out_of_its_package(tmp_path):
    package = tmp_path / "guest_pack"
    package.mkdir()
    offer(tmp_path, package="guest_pack")
    (package / "__init__.py").write_text((tmp_path / "guest_pack.py").read_text())
    (package / "help.md").write_text("# A Guest\n\nBid and bide.\n")
    with on_the_path(tmp_path):
        assert rulebook.book("guest")[1].words == "Bid and bide."
    rulebook._read_book.cache_clear()


ENDS = """
    def view(self, state, seat):
        return super().view(state, seat) if state.round == 1 else exit(7)

    def asks(self, state, seat, sealed):
        return super().asks(state, seat, sealed) if state.round == 1 else 1 / 0

    def bot(self, level, seat, seed):
        return super().bot(level, seat, seed) if seat == "Bo" else exit(7)

GAME = Guest()
"""

LOOK = """
import sys, cli.main
from core.games import game
from core.games import meant
game(meant("Exodus"))
print("core.games.outside" in sys.modules, "guest_game" in sys.modules)
"""


def test_nothing_from_outside_is_imported_before_it_is_needed(tmp_path):
    offer(tmp_path, source="raise RuntimeError('imported too early')")
    told = subprocess.run(
        [sys.executable, "-c", LOOK],
        env={"PYTHONPATH": f".:{tmp_path}"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.split() == ["True", "False"]
    assert "imported too early" not in told.stderr


def test_a_finished_match_of_a_missing_game_keeps_its_result_and_can_be_opened_again(tmp_path):
    offer(tmp_path)
    store = MemoryStore()
    with on_the_path(tmp_path):
        house = open_house(store)
        table = house.make("guest", SEATS, seed=1)
        name = table.match.header.match
        for _ in range(4):
            HostControls(table).close()
    for _ in range(2):
        house = open_house(store)
        if name not in house.not_installed:
            assert [one.game_title for one in house.matches()] == ["A Guest"]
        with pytest.raises(Refused) as refused:
            house.table(name)
        assert refused.value.code == "not_installed"
        assert house.damaged == {}
    with on_the_path(tmp_path):
        assert open_house(store).table(name).match.phase == "finished"
