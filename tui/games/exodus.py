"""The Exodus Game's panel: the trade desk with coloured cubes."""

from __future__ import annotations

from core.games.exodus.structs import Report, View
from tui.games.trade_form.panel import TradeDesk
from tui.games.trade_form.panes import desk_table, slim_table
from tui.games.trade_form.words import DeskWords


class ExodusPanel(TradeDesk[View, Report]):
    SECRET = (
        "Points and cubes are secret until the end, and who swapped what stays with the two: guess from what a round "
        "pays, and from who has reason to want it."
    )
    WORDS = DeskWords({kind: kind for kind in ("red", "blue", "yellow", "green", "white", "black")})
    TABLE = desk_table(2, 8)
    SLIM_TABLE = slim_table(2, 8)
