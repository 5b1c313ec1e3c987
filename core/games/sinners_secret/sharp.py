"""`sharp`: believes more carefully."""

from __future__ import annotations

from core.games.sinners_secret.steady import SteadyBot


class SharpBot(SteadyBot):
    """Thinks of many more deals."""

    DEALS, APART = 180, 30
