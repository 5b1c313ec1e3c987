"""Who gave the code of a season (SE-23), kept by the house."""

from __future__ import annotations

import hmac

from core import codes
from core.seasons.season import Season
from core.store import Store

SHELF = "season_readers"


class Readers:
    """Who gave the code of each season: a document for each code, so that another code begins with nobody."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, season: Season) -> tuple[str, ...]:
        """Their ids; nobody where it is not read by code."""
        if season.watch != "code":
            return ()
        return tuple((self._store.get(SHELF, _key(season)) or {}).get("who", ()))

    def let_in(self, season: Season, code: str, who: str) -> bool:
        """Add `who` if that is the code of the season. Was it?"""
        if season.watch != "code" or not hmac.compare_digest(season.watch_code, codes.digest(code)):
            return False
        if who not in (known := self.of(season)):
            self._store.put(SHELF, _key(season), {"who": [*known, who]})
        return True


def _key(season: Season) -> str:
    return f"{season.header.season} {season.watch_code}"
