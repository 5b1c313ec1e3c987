"""Old names of the contract's functions still work in games from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.contract import RENAMED
from core.games.one_file import build
from core.story.parts import GameStory
from core.usual import UsualGame


def test_a_function_of_an_old_name_is_called_by_its_new_one_and_the_other_way_round() -> None:
    class Old(UsualGame):
        tale: Any = staticmethod(lambda record: GameStory(won="old"))

    class New(Old):
        full_story: Any = staticmethod(lambda record: GameStory(won="new"))

    assert [vars(Old)["full_story"](None).won, vars(New)["tale"](None).won] == ["old", "new"]
    assert {old for old in RENAMED if hasattr(UsualGame, old)} == {"tale", "own_tale", "told_at_end"}


def test_a_game_of_one_file_may_keep_the_old_names() -> None:
    file = Path("tests/packages/one_file/lifeboat.py")
    source = f"{file.read_text('utf-8')}\n\ndef gist(sight):\n    return 'facts'\n"
    assert build("lifeboat", source, str(file)).talk_facts(None) == "facts"  # type: ignore[arg-type]
