"""What the house tells people outside, by command: nudges, their webhook, the feeds of chat rooms."""

from __future__ import annotations

import msgspec

from cli.admin.requests import Answer, Deed, Request, desk_of, room_asked
from core.house.house import House
from core.house.settings import MUTED, HouseSettings
from core.house.todo import todo
from core.narration.feed import ROOMS, Feeds
from core.refusal import Refused
from core.words import wording
from core.words.door import Door
from core.words.health import health_rows
from core.words.moments import zoned
from tui.app.house_zone import HouseZone

SPEAKS = (
    "posts and nudges from now on. Its rooms are told what they were not told when it was made: where the other house "
    "went on telling them, they read that twice."
)


class PostingDeeds:
    """Where a house posts."""

    def __init__(self, house: House, door: Door) -> None:
        self._house = house
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"nudge": self._nudge, "webhook": self._webhook, "feed": self._feed, "unmute": self._unmute}

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
        return {"told": [*lines, *self._silence()], "webhook": url, "started_with": self._door.webhook or None}

    def _silence(self) -> list[str]:
        return [MUTED] if HouseSettings(self._house.store).muted else []

    def _unmute(self, asked: Request) -> Answer:
        """Let a copy of a house tell its rooms, from where it stood when it was made (HH-48)."""
        copy = HouseSettings(self._house.store).unmute()
        if self._door.unmuted is not None:
            self._door.unmuted()
        made = wording.moment(copy.made, self._house.clock(), HouseZone())
        return {"told": [f"This copy, made {made}, {SPEAKS}"], "id": copy.id}

    def _feed(self, asked: Request) -> Answer:
        match, feeds = desk_of(self._house, asked).table.match, Feeds(self._house.store)
        if asked.url is not None:
            feeds.set(
                match, "spectators" if asked.late else "players", asked.url, **room_asked(asked.kind, asked.threads)
            )
            if self._door.feed is not None:
                self._door.feed(asked.match)
        found = {room: feeds.get(asked.match, room) for room in ROOMS}
        behind = {"players": "at once", "spectators": "one round behind"}
        lines = [f"The {room}' room is told {behind[room]}: {feed.url}" for room, feed in found.items() if feed]
        urls = {room: feed.url if feed else None for room, feed in found.items()}
        lines = lines or [f"No chat room is told of {asked.match}."]
        return {"told": [*lines, *self._silence()], "match": asked.match, "feeds": urls}


class StatusDeeds:
    """What the machine's owner looks at."""

    def __init__(self, house: House, door: Door) -> None:
        self._house = house
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"status": self._status, "todo": self._todo}

    def _todo(self, asked: Request) -> Answer:
        """What waits for a host, of the whole house or of one match or season."""
        outside = None if self._door.outside is None else self._door.outside()
        found = [one for one in todo(self._house, outside) if not asked.match or asked.match in (one.match, one.season)]
        now, zone, lines = self._house.clock(), HouseZone(), list[str]()
        for one in found:
            word = "since" if one.kind in ("room", "backup") else "until"
            at = "" if one.at is None else f" ({word} {zoned(one.at, now, zone)})"
            lines += [f"- {one.text}{at}", *([f"    garnet host {one.do}"] if one.do else [])]
        if self._door.outside is None:
            lines.append("Nobody serves this house now: nothing is known of backups and chat rooms.")
        return {"told": lines or ["Nothing waits for you."], "todo": msgspec.to_builtins(found)}

    def _status(self, asked: Request) -> Answer:
        if self._door.health is None:
            raise Refused("not_served", "Nobody serves this house now, so there is nothing to tell: garnet serve")
        now = self._door.health()
        rows = wording.unstyled(health_rows(now, HouseZone()))
        return {"told": rows, "status": msgspec.to_builtins(now)}
