"""The Drifting Ship (docs/rulings/drifting_ship.md)."""

from core.games.drifting_ship.game import TheDriftingShip

GAME = TheDriftingShip()
