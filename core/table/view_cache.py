"""Keeps views and choices of a position, so that they are worked out once and not with every key and in every list.

A position is the game's state in one phase of the match; the game makes another state whenever something changes, so
that what was reckoned holds for as long as the state is the same object. Whoever is given a view only reads it.
"""

from __future__ import annotations

import logging
from typing import Any

from msgspec import Struct

from core.match import views
from core.match.state import Match, takes_orders
from core.parts import Asks

log = logging.getLogger(__name__)


class Position:
    """What is known of the position in which a match was seen last."""

    def __init__(self) -> None:
        self._phase = ""
        self._state: Any = None
        self._views: dict[str | None, Struct] = {}
        self._asks: dict[str, tuple[Struct | None, bool, Asks]] = {}
        """With what was sealed then, and whether orders were taken."""
        self._can_act: dict[str, bool] = {}

    def _look(self, match: Match) -> None:
        """Forget what is of another position."""
        if self._state is not match.state or self._phase != match.phase:
            self._phase, self._state = match.phase, match.state
            self._views.clear()
            self._asks.clear()
            self._can_act.clear()

    def view(self, match: Match, seat: str | None) -> Struct:
        """The game's View for one seat, or for a spectator (None)."""
        self._look(match)
        if seat not in self._views:
            self._views[seat] = views.game_view(match, seat)
        return self._views[seat]

    def asks(self, match: Match, seat: str) -> Asks:
        """What the seat may order or do now, after what it has sealed."""
        self._look(match)
        sealed, taken = views.own_orders(match, seat), takes_orders(match)
        known = self._asks.get(seat)
        if known is None or known[0] is not sealed or known[1] is not taken:
            known = self._asks[seat] = (sealed, taken, views.asks(match, seat))
        return known[2]

    def can_act(self, match: Match, seat: str) -> bool:
        """May the seat seal orders, or do anything else, while this round is open (CM-29)? Lists of matches and
        that person's other tables ask it, too: where rules fail it may, as far as is known, and is not passed over."""
        self._look(match)
        if seat not in self._can_act:
            try:
                self._can_act[seat] = views.can_act(match, seat)
            except Exception:
                log.exception("the rules of %s failed: what %s may do is not known", match.header.match, seat)
                self._can_act[seat] = True
        return self._can_act[seat]
