"""The Exodus Game's panel: the trade desk with coloured cubes."""

from __future__ import annotations

from tui.widgets.desk import TradeDesk


class ExodusPanel(TradeDesk):
    """Nothing but the desk: everything that Exodus has, the desk shows."""

    HUES = {kind: kind for kind in ("red", "blue", "yellow", "green", "white", "black")}
