"""Orders for a bench, as random bots seal them."""

from __future__ import annotations

from core.botplay.playing import entry_for, make_bot
from core.bots.contract import Seal
from core.match.views import sight
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.table import Table


def close(table: Table) -> None:
    """Close the round, and publish results without points where the host judges it."""
    desk = HostControls(table)
    desk.close()
    if table.match.held_close is not None:
        desk.judge({})


def seal_all(table: Table) -> None:
    """Seal for every seat; refused orders are skipped."""
    for seat in table.match.seats:
        for move in make_bot(table.match, seat, "random").turn(sight(table.match, seat)):
            if isinstance(move, Seal):
                try:
                    table.submit(entry_for(move, seat))
                except Refused:
                    continue
