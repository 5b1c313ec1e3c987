"""What the house tells people outside, by command: nudges, their webhook, the feeds of chat rooms."""

from __future__ import annotations

from cli.admin.requests import Answer, Deed, Request, desk_of
from core.feed import ROOMS, Feeds
from core.house import House
from core.refusal import Refused
from core.settings import HouseSettings
from tui.door import Door


class PostingDeeds:
    """Where a house posts."""

    def __init__(self, house: House, door: Door) -> None:
        self._house = house
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"nudge": self._nudge, "webhook": self._webhook, "feed": self._feed}

    def _nudge(self, asked: Request) -> Answer:
        if self._door.nudge is None:
            raise Refused("not_served", "Nudges are sent by the house while it is served: garnet serve")
        return {"told": [self._door.nudge(asked.match)]}

    def _webhook(self, asked: Request) -> Answer:
        settings = HouseSettings(self._house.store)
        url = settings.webhook if asked.url is None else settings.set_webhook(asked.url)
        lines = ["No webhook is set." if url is None else f"Nudges are sent to {url}"]
        if self._door.webhook:
            lines.append(f"As long as this house runs they are sent to {self._door.webhook}: it was started with that.")
        return {"told": lines, "webhook": url, "started_with": self._door.webhook or None}

    def _feed(self, asked: Request) -> Answer:
        match, feeds = desk_of(self._house, asked).table.match, Feeds(self._house.store)
        if asked.url is not None:
            feeds.set(match, "spectators" if asked.late else "players", asked.url)
            if self._door.feed is not None:
                self._door.feed(asked.match)
        found = {room: feeds.get(asked.match, room) for room in ROOMS}
        behind = {"players": "at once", "spectators": "one round behind"}
        lines = [f"The {room}' room is told {behind[room]}: {feed.url}" for room, feed in found.items() if feed]
        urls = {room: feed.url if feed else None for room, feed in found.items()}
        return {"told": lines or [f"No chat room is told of {asked.match}."], "match": asked.match, "feeds": urls}
