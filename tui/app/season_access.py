"""The seasons of a served house for one person: those that may be read, and those that are hosted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.refusal import Refused
from core.seasons.live import LiveSeason
from tui.app.services import SessionServices
from tui.screens.base import GarnetScreen
from tui.screens.host.newmatch import Hosting
from tui.screens.host.season_controls import SeasonHost
from tui.screens.lobby.newseason import NewSeason
from tui.screens.season import SeasonScreen, choose_season
from tui.screens.season_rooms import SeasonHand


class SeasonVisit:
    """Opens seasons. `go(match)` opens a match as this person may see it."""

    def __init__(self, visit: SessionServices, go: Callable[[str], object]) -> None:
        self._visit = visit
        self._go = go

    def choose(self, screen: GarnetScreen[Any]) -> None:
        """Open the only readable season, or ask which (SE-02)."""
        visit = self._visit
        choose_season(screen, visit.guest.seasons(), self.open, self._make if visit.hosts else None)

    def open(self, live: LiveSeason) -> None:
        visit = self._visit

        def gone() -> Refused | None:
            sentence = f"You may not read {live.id} any more: its host has narrowed who may."
            return None if visit.guest.reads(live.id) else Refused("not_read", sentence, "SE-23")

        host = SeasonHost(visit, live, self._hosting()) if visit.guest.hosts_season(live.id) else None
        if visit.attempt(lambda: visit.guest.season(live.id)):
            hand = SeasonHand(visit.guest, live, visit.called)
            visit.push_screen(SeasonScreen(live, hand.you, self._go, host, gone, hand))

    def _make(self) -> None:
        self._visit.push_screen(NewSeason(self._hosting(), self.open))

    def _hosting(self) -> Hosting:
        visit = self._visit
        return Hosting(visit.house, self._go_to_made, visit.guest.host_author, visit.guest.holder, visit.people)

    def _go_to_made(self, match: str) -> None:
        if any(at == match for at, _ in self._visit.house.seats_of(self._visit.guest.holder)):
            self._go(match)
        else:
            self._visit.host_match(match)
