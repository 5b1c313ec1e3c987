"""`watch`: a line of JSON for each change that a seat or spectator may know of."""

from __future__ import annotations

import asyncio

from core.json import Json, json_line
from core.table.seat import Seat
from ssh_server.session.terminal import Terminal

HANG_UP = frozenset(b"\x03\x04")


TALK = {"said": "messages", "apart": "apart"}


class Watch:
    def __init__(self, seat: Seat, terminal: Terminal) -> None:
        self._seat = seat
        self._terminal = terminal
        self._told = {"said": len(seat.messages()), "apart": len(seat.apart())}
        self._over = False
        self._stirred = asyncio.Event()

    async def run(self) -> None:
        """Send the present state, then each change, until the client hangs up or the seat is handed over. Raises
        Refused (`not_watched`) once this person may not watch any more."""
        self._terminal.on_end = self._stirred.set
        self._terminal.listen(self._typed)
        leave = self._seat.listen(lambda change: self._tell(change.kind))
        try:
            self._tell("here")
            # A closed input is no reason to go while the connection stands: `ssh -n` closes it at once.
            while not (self._terminal.lost or self._over):
                await self._stirred.wait()
                self._stirred.clear()
        finally:
            leave()
        gone = self._seat.gone()
        if gone is not None and gone.code != "not_your_seat":  # a seat handed over ends the watch like a hang-up
            raise gone

    def _typed(self, data: bytes) -> None:
        if self._terminal.term is not None and HANG_UP & set(data):  # a terminal sends its Ctrl-C as a key
            self._end()

    def _end(self) -> None:
        self._over = True
        self._stirred.set()

    def _tell(self, kind: str) -> None:
        if kind == "gone" or self._seat.gone() is not None:
            self._end()
            return
        fresh = self._seat.view_json()[TALK[kind]][self._told[kind] :] if kind in TALK else []
        if kind in TALK and not fresh:
            return  # sent with the change before
        if kind in TALK:
            self._told[kind] += len(fresh)
        frame = self._seat.frame()
        line: Json = {
            "change": kind,
            "phase": frame.phase,
            "round": frame.round,
            "orders": frame.orders,
            "sealed": frame.sealed_count,
            "ready": frame.ready_count,
            "deadline": frame.deadline,
        }
        if frame.stage is not None:
            line["turn"] = {"name": frame.stage.name, "seats": list(frame.stage.seats)}
        if fresh:
            line[TALK[kind]] = fresh
        self._terminal.say(json_line(line))
