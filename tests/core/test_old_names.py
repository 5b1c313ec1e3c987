"""Old names of the contract's functions still work in games from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.bots.company.talk_facts import TalkFacts
from core.contract import RENAMED
from core.games.one_file import build
from core.story.parts import GameStory
from core.usual import UsualGame
from tests.kit.chips import Chips


class Mixin:
    def tale(self, record: Any) -> GameStory:
        return GameStory(won="mixed in")


def test_a_function_of_an_old_name_is_called_by_its_new_one_and_the_other_way_round() -> None:
    class Old(UsualGame):
        tale: Any = staticmethod(lambda record: GameStory(won="old"))

    class New(Old):
        full_story: Any = staticmethod(lambda record: GameStory(won="new"))

    class Plain(UsualGame):
        pass

    class Mixed(Mixin, Plain, Chips):
        gist: Any = lambda self, sight: super().gist(sight)  # type: ignore[misc]

    assert [vars(Old)["full_story"](None).won, vars(New)["tale"](None).won] == ["old", "new"]
    assert Mixed.full_story is Mixin.tale
    assert vars(Plain).keys().isdisjoint({*RENAMED, *RENAMED.values()})
    assert Mixed().talk_facts(None) == TalkFacts()  # type: ignore[arg-type]
    assert all(getattr(UsualGame, old) is getattr(UsualGame, new) for old, new in RENAMED.items())


def test_a_game_of_one_file_may_keep_the_old_names() -> None:
    file = Path("cli/shelf/lifeboat.py")
    source = f"{file.read_text('utf-8')}\n\ndef gist(sight):\n    return 'facts'\n"
    assert build("lifeboat", source, str(file)).talk_facts(None) == "facts"  # type: ignore[arg-type]
