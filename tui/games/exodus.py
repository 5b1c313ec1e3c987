"""The Exodus Game's panel: the trade desk with coloured cubes."""

from __future__ import annotations

from tui.widgets.desk import TradeDesk
from tui.widgets.desk_words import DeskWords


class ExodusPanel(TradeDesk):
    """Nothing but the desk: everything that Exodus has, the desk shows."""

    WORDS = DeskWords({kind: kind for kind in ("red", "blue", "yellow", "green", "white", "black")})
