"""The other levels of Day of Mercury, each by what sets it apart from `steady`."""

from __future__ import annotations

from msgspec import structs

from core.dice import Draw
from core.games.day_of_mercury.bots.planning import Stand
from core.games.day_of_mercury.bots.steady import SteadyBot, fill
from core.games.day_of_mercury.spec import ACTIONS, SIN_LOCATIONS, VISITS
from core.games.day_of_mercury.structs import Orders, Sight, Trade


class TrustingBot(SteadyBot):
    """Simple and honest: gathers where it holds least, and leaves the Shrine to the end of the match."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        view = sight.view
        forced = view.effects.forced
        places = list(SIN_LOCATIONS)
        draw.shuffle(places)
        found = [*([forced] if forced is not None else []), *(place for place in places if place != forced)][:VISITS]
        first = min(2, ACTIONS)
        gathers = {found[0]: first, found[1]: ACTIONS - first}
        return Orders(tuple(fill(view, Stand(False, tuple(found), gathers, 0.0), draw)))


class RogueBot(SteadyBot):
    """Shakes hands on every good trade, and three times in ten is not there."""

    BREAKS = 0.3

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        found = super().consider(sight, trade, place, draw)
        breaks = found is not None and self.draw(f"breaks with {trade.partner}").chance(self.BREAKS)
        return structs.replace(found, trade=None) if breaks and found is not None else found
