"""The rules of the house: pure, without screens, network, store or clock.

A game is what `core.contract` asks for, made of `core.parts`; `core.refusal`, `core.decoding`, `core.dice` and
`core.usual` are what every game uses. One match is the fold of its journal (`core.match`); people sit down at a live
one (`core.table`) in a house (`core.house`)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

MOVED: Final = {
    "core.bots.company.voices": "core.talk.voices",
    "core.bots.hindsight": "core.botplay.hindsight",
    "core.bots.lessons": "core.training.lessons",
    "core.bots.levels": "core.levels",
    "core.bots.pairings": "core.botplay.pairings",
    "core.bots.playing": "core.botplay.playing",
    "core.closing": "core.match.closing",
    "core.coach": "core.bots.coach",
    "core.company": "core.bots.company",
    "core.company.gist": "core.bots.company.gist",
    "core.deals": "core.talk.deals",
    "core.hearing": "core.talk.parsing",
    "core.hearing.replies": "core.talk.parsing.replies",
    "core.match.ledger": "core.ledger",
    "core.seating": "core.match.seating",
    "core.story.feed": "core.narration.feed",
    "core.story.promises": "core.narration.promises",
    "core.story.reasons": "core.narration.reasons",
    "core.story.recall": "core.narration.recall",
    "core.story.telling": "core.narration.telling",
    "core.story.text": "core.narration.text",
    "core.talk.parsing.claims": "core.talk.parsing.asks",
    "core.talk_parsing": "core.talk.parsing",
    "core.talk_parsing.claims": "core.talk.parsing.asks",
    "core.talk_parsing.replies": "core.talk.parsing.replies",
    "tui.layout": "tui.widgets.layout",
    "tui.text": "tui.words.text",
    "tui.wording": "core.words.wording",
    "tui.words.marks": "core.words.marks",
    "tui.words.moments": "core.words.moments",
    "tui.words.wording": "core.words.wording",
}
"""Old name of a module to the new one, for games from outside that were written to it. They go with the next number of
the contract (`core.contract.CONTRACT`)."""


class _Moved(MetaPathFinder, Loader):
    """Finds a module by its old name, where nothing else was found by it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = import_module(MOVED[module.__name__])


sys.meta_path.append(_Moved())
