"""The Seven Years' Famine's panel."""

from __future__ import annotations

from tui.widgets.desk import TradeDesk


class FaminePanel(TradeDesk):
    """The trade desk with gemstones."""

    HUES = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}
