"""Nudges: one message to the host's webhook (a chat room, say) when seats are missing. Public-safe, one sender.

What is sent names the match, the round, how much time is left and how many seats have not sealed, and with `names` who
they are: that is for the host to decide, who sees it anyway. Of a match that keeps its counts back (CM-28) it says
neither. It never holds anything that was sealed or said.
"""

from __future__ import annotations

import asyncio
import logging

import httpx
import msgspec

from core.house.house import House
from core.house.settings import MUTED, HouseSettings, check_webhook
from core.json import Json
from core.refusal import Refused
from core.story.feed import harmless
from core.table.host_controls import HostControls
from ssh_server.feeds.lookups import trusted

log = logging.getLogger("garnet.nudge")

PATIENCE = 10.0
"""Seconds that a webhook may take to answer."""
TRIES = 3
PAUSE = 5.0
"""Seconds before the second try; each further pause is twice as long."""
BACKLOG = 100
"""Nudges that may wait to be sent; more are refused."""
SHELF = "nudges"
NO_WEBHOOK = "No webhook is set yet: `:` webhook, or garnet host webhook URL"


class Nudge(msgspec.Struct, frozen=True):
    """What is sent, as JSON: chat rooms read `text` or `content`, programs the rest."""

    match: str
    round: int
    missing: tuple[str, ...]
    """The seats. They are kept, so that nobody is nudged twice, and sent only where the host has names sent."""
    text: str
    counted: bool = True
    """False where the match keeps its counts back (CM-28): a chat room is no place to learn them."""
    choice: int | None = None
    """Of the choices after the last round: how many were made before this one."""

    def body(self) -> Json:
        return {
            "text": harmless(self.text),
            "content": harmless(self.text),
            "allowed_mentions": {"parse": []},
            "match": self.match,
            "round": self.round,
            "missing": len(self.missing) if self.counted else None,
        }


def words(house: House, match: str, *, names: bool) -> Nudge:
    """The nudge for a match as it stands. Refused if no round is open or nobody is missing."""
    table = house.table(match)
    spec = table.match.game.spec
    if table.match.phase not in ("pregame", "round", "decision"):
        raise Refused("no_round", f"No {spec.round_word} is open at {match}, so nobody is missing.")
    missing = HostControls(table).missing()
    if not missing:
        raise Refused("nobody_missing", f"Nobody is missing at {match}: no orders are awaited from any person.")
    title = table.match.title
    choosing = table.match.phase == "decision"
    counted = table.match.shows_counts and (names or not choosing)  # how many have chosen, everybody learns at the end
    who = ", ".join(missing) if names else f"{len(missing)} of {len(table.match.seats)} seats"
    whose = f" from {who}" if counted else ""
    left = _left(table.match.deadline, house.clock())
    awaited = f"a move is awaited{whose}" if table.match.turns else f"orders are still missing{whose}"
    if choosing:
        awaited = f"a choice is awaited{whose}"
    text = f"{title}, {spec.round_word} {table.match.round}: {awaited}.{left}"
    return Nudge(match, table.match.round, missing, text, counted, table.match.settled if choosing else None)


def _left(deadline: float | None, now: float) -> str:
    if deadline is None:
        return ""
    minutes = max(0, int((deadline - now) // 60))
    if minutes >= 2 * 24 * 60:
        return f" About {minutes // (24 * 60)} days are left."
    if minutes >= 120:
        return f" About {minutes // 60} hours are left."
    return f" {minutes} minute{'s' * (minutes != 1)} are left." if minutes != 1 else " 1 minute is left."


class Nudger:
    """Sends nudges one after the other. A dead webhook never hurts a match: trouble is logged, and that is all."""

    def __init__(
        self, house: House, url: str | None = None, *, names: bool = False, pause: float = PAUSE
    ) -> None:  # fmt: skip
        """`url`: where to send, in place of the webhook in the house's settings. Refused: `bad_webhook`."""
        self._house = house
        self._fixed = None if url is None else check_webhook(url)
        self._settings = HouseSettings(house.store)
        self._names = names
        self._pause = pause
        self._queue: asyncio.Queue[Nudge] = asyncio.Queue(BACKLOG)
        self._sender: asyncio.Task[None] | None = None

    @property
    def url(self) -> str | None:
        """Where a nudge goes now: the settings may change while the house is open."""
        return self._fixed or self._settings.webhook

    def start(self) -> None:
        """Begin to send, on the event loop."""
        self._sender = asyncio.get_running_loop().create_task(self._send_all())

    async def stop(self) -> None:
        """Stop sending; what still waits is dropped."""
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)

    def nudge(self, match: str) -> str:
        """Put a nudge for a match in the queue; a sentence for the host. Refused if this round had one already, or
        nobody is missing: no doubles, also after a restart. `no_webhook` where none is known."""
        if self.url is None:
            raise Refused("no_webhook", NO_WEBHOOK)
        if self._settings.muted:
            raise Refused("muted", MUTED, "HH-48")
        found = words(self._house, match, names=self._names)
        kept = {"round": found.round, "missing": list(found.missing)}
        if found.choice is not None:
            kept["choice"] = found.choice
        if self._house.store.get(SHELF, match) == kept:
            raise Refused("nudged", f"Those who are missing at {match} have been nudged for this round.")
        if self._queue.full():
            raise Refused("busy", "Too many nudges are waiting to be sent; try again in a while.")
        # Kept before it is sent: a house that falls over in between stays silent rather than repeating itself.
        self._house.store.put(SHELF, match, kept)
        self._queue.put_nowait(found)
        return f"Nudged: {found.text}"

    async def quiet(self) -> None:
        """Wait until everything in the queue has been sent or given up."""
        await self._queue.join()

    async def _send_all(self) -> None:
        while True:
            nudge = await self._queue.get()
            try:
                await self._send(nudge)
            except Exception:  # a nudge's trouble is the log's, never the match's
                log.exception("the nudge for %s failed", nudge.match)
            finally:
                self._queue.task_done()

    async def _send(self, nudge: Nudge) -> None:
        verify = await trusted()
        async with httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, verify=verify) as client:
            await self._try(client, nudge)

    async def _try(self, client: httpx.AsyncClient, nudge: Nudge) -> None:
        for number in range(TRIES):
            url = self.url
            if url is None:
                log.info("the webhook was taken away; the nudge for %s is dropped", nudge.match)
                return
            try:
                answer = await client.post(url, json=nudge.body())
            except httpx.HTTPError as trouble:
                log.warning("the webhook cannot be reached: %s", type(trouble).__name__)
            else:
                if answer.status_code < 500 and answer.status_code != 429:
                    level = logging.INFO if answer.is_success else logging.WARNING
                    log.log(level, "the webhook answered %d for %s", answer.status_code, nudge.match)
                    return
                log.warning("the webhook answered %d", answer.status_code)
            if number < TRIES - 1:
                await asyncio.sleep(self._pause * 2**number)
