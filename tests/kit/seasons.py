"""A season played by script: given, steps, expect."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons import script as scripts
from core.seasons.reducer import apply
from core.seasons.season import Season
from core.seasons.words import season_json

CAST = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


class Told:
    """A season under test, by the steps of the script contract."""

    def __init__(self, cast: tuple[str, ...] = CAST, seed: int = 0, **options: Any) -> None:
        script = scripts.read({"season": {"options": options}, "cast": list(cast), "seed": seed})
        self.season: Season = scripts.start(script)
        self.header = self.season.header
        self.entries: list[j.AnyEntry] = []

    def do(self, verb: str, given: Any = True) -> Any:
        """Do a step. Returns its entry. Raises Refused if the season refuses."""
        entry = scripts.entry_of(self.season, {verb: given})
        self.season = apply(self.season, entry)
        self.entries.append(entry)
        return entry

    def refused(self, verb: str, given: Any = True) -> str:
        """Code of the refusal of a step, which must change nothing; the test fails if it is accepted."""
        before = self.season
        with pytest.raises(Refused) as caught:
            self.do(verb, given)
        assert self.season is before
        assert caught.value.message.strip()
        return caught.value.code

    # --- steps that most stories have
    def open(self, game: str = "elsewhere", **wish: Any) -> Any:
        return self.do("open", {"game": game, **wish})

    def book(self, *ranking: Any, **outcome: Any) -> Any:
        """Book an outcome; without a ranking in seat order."""
        seats = self.season.episodes[-1].seats
        groups = [[name] if isinstance(name, str) else list(name) for name in (ranking or seats)]
        return self.do("book", {"ranking": groups, **outcome})

    def episode(self, loser: str, winner: str, **outcome: Any) -> None:
        """Play an episode elsewhere, after which `loser` is out."""
        self.open()
        self.book(elimination_candidate=loser, death_match_opponent=winner, **outcome)
        self.do("death_match", {"winner": winner})

    def correct(self, name: str, **change: Any) -> None:
        wanted = {key.rstrip("_"): value for key, value in change.items()}
        self.do("correct", {"changes": {name: wanted}, "why": "put right"})

    # --- what is there
    @property
    def json(self) -> dict[str, Any]:
        return season_json(self.season)

    @property
    def phase(self) -> str:
        return self.season.phase

    def one(self, name: str) -> dict[str, Any]:
        player: dict[str, Any] = self.json["cast"][name]
        return player

    @property
    def last(self) -> dict[str, Any]:
        latest: dict[str, Any] = self.json["episodes"][-1]
        return latest

    @property
    def news(self) -> list[str]:
        return [news["text"] for news in self.json["news"]]
