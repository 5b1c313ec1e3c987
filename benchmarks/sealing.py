"""Orders for a bench: what random bots would seal."""

from __future__ import annotations

from core.botplay.playing import entry_for, make_bot
from core.bots.contract import Seal
from core.match.views import sight
from core.refusal import Refused
from core.table.table import Table


def seal_all(table: Table) -> None:
    """Everybody seals what a random bot would; what is refused is left out."""
    for seat in table.match.seats:
        for move in make_bot(table.match, seat, "random").turn(sight(table.match, seat)):
            if isinstance(move, Seal):
                try:
                    table.submit(entry_for(move, seat))
                except Refused:
                    continue
