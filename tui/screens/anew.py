"""Play a match again, or on from one of its rounds (HH-81): two keys of a table and of a replay."""

from __future__ import annotations

from textual.binding import Binding

from tui.screens.base import GarnetScreen


class PlaysAnew(GarnetScreen[None]):
    BINDINGS = [
        Binding("A", "again", "play again", id="anew.again", tooltip="The same table anew, with other dice."),
        Binding("V", "play_on", "play on", id="anew.on", tooltip="From one of its rounds on, in practice."),
    ]

    def match_and_round(self) -> tuple[str, int | None]:
        """Return the match, and the round that is shown if it has closed."""
        raise NotImplementedError

    def action_again(self) -> None:
        """Leave, and sit down at the same table anew."""
        self.attempt(lambda: self.services.again(self.match_and_round()[0]))

    def action_play_on(self) -> None:
        self.services.play_on(*self.match_and_round())
