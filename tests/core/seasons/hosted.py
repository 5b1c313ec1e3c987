"""A house with one season, for the tests of seasons in a house."""

from __future__ import annotations

from typing import Any

from core.house.house import House
from core.match import journal as matches
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.seasons.words import season_json
from storage.memory import MemoryStore
from tests.kit.house import open_house

CAST = ("Ada", "Bo", "Cy", "Di", "Ed")
HELD = {"Ada": "person:ada", "Bo": "person:bo", "Cy": "bot:random"}


class Hosted:
    """A house with one season, and its desk."""

    def __init__(self, house: House | None = None, **options: Any) -> None:
        self.house = house or open_house()
        self.seasons = self.house.seasons
        if not self.seasons.live:
            made = SeasonOptions(**options)
            self.seasons.make(CAST, title="Spring", options=made, holders=HELD, seed=3, season="spring-1")
        self.seasons.start()
        self.live = self.seasons.live["spring-1"]
        self.desk = SeasonControls(self.seasons, self.live)

    def again(self) -> Hosted:
        """The house after a restart."""
        store: Any = self.house.store
        store.close()
        return Hosted(open_house(MemoryStore(store.contents)))

    @property
    def json(self) -> dict[str, Any]:
        return season_json(self.live.season)

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.json["episodes"][-1]
        return found

    def finish(self, match: str) -> None:
        """Close a match until it has finished."""
        table = self.house.table(match)
        while table.match.phase != "finished":
            table.submit(matches.Closed())
