"""The rules of the house: pure, without screens, network, store or clock.

A game is made to `core.contract`. One match is the fold of its journal (`core.match`); people sit at a live one
(`core.table`) in a house (`core.house`). pyproject.toml lists the floors of the packages.

    cards.py     decks and hands
    contract.py  the Game contract: everything that a game is asked for
    decoding.py  decoding of what people and files bring
    dice.py      named, seeded draws and the commitment to the seed
    json.py      the type of JSON values
    ledger.py    tokens, garnets, and how a match ends
    levels.py    levels and tempers of bots
    parts.py     the data that the contract is made of
    person.py    a person of the house, with keys and codes
    refusal.py   refusals: code, sentence, ruling
    store.py     the interface of the store
    usual.py     usual ways of a game, for authors
    botplay/     bots at a match
    bots/        bots and coach of a game
    games/       the registry and the games
    house/       all matches and people
    kit/         promises of every game, as tests
    match/       the fold of one match
    narration/   stories and reports of a match
    seasons/     matches chained into a season
    story/       parts of a story, for games
    table/       one live match
    talk/        messages, acts, promises
    training/    lessons and practice
    words/       rows and sentences for screens and commands
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

MOVED: Final = {
    "core.bots.company.gist": "core.bots.company.talk_facts",
    "core.bots.company.voices": "core.talk.voices",
    "core.bots.hindsight": "core.botplay.hindsight",
    "core.bots.lessons": "core.training.lessons",
    "core.bots.levels": "core.levels",
    "core.bots.pairings": "core.botplay.pairings",
    "core.bots.playing": "core.botplay.playing",
    "core.closing": "core.match.closing",
    "core.coach": "core.bots.coach",
    "core.company": "core.bots.company",
    "core.company.gist": "core.bots.company.talk_facts",
    "core.deals": "core.talk.deals",
    "core.hearing": "core.talk.parsing",
    "core.hearing.replies": "core.talk.parsing.replies",
    "core.match.ledger": "core.ledger",
    "core.seating": "core.match.seating",
    "core.story.feed": "core.narration.feed",
    "core.story.promises": "core.narration.promises",
    "core.story.reckoning": "core.story.reviewing",
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
"""Old names of modules, for games from outside; dropped with the next number of the contract
(`core.contract.CONTRACT`)."""


class _Moved(MetaPathFinder, Loader):
    """Finds a module by its old name, if no other finder does."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = import_module(MOVED[module.__name__])


sys.meta_path.append(_Moved())
