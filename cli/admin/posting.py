"""Messages of the house to the outside, by command: nudges, their webhook, feeds into chat rooms."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cli.admin.deeds import Argument, HouseAccess, HouseDeed, MatchDeed, Webhook
from cli.admin.requests import Answer, room_asked
from cli.setting_arguments import declare_room
from core.house.settings import MUTED, HouseSettings
from core.house.todo import WAITING_SINCE, todo
from core.narration.feed_shelf import ROOMS, Feeds
from core.refusal import Refused
from core.words import wording
from core.words.health import health_rows
from core.words.moments import moment_in_zone
from tui.app.house_zone import HouseZone

SPEAKS = (
    "posts and nudges from now on. Its rooms are told what they were not told when it was made: where the other house "
    "went on telling them, they read that twice."
)


def _silence(host: HouseAccess) -> list[str]:
    return [MUTED] if HouseSettings(host.house.store).muted else []


class NudgeDeed(HouseDeed, frozen=True, kw_only=True, tag="nudge"):
    HELP = "remind the missing by the webhook"

    match: Annotated[str, Argument("match")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        if host.door.nudge is None:
            raise Refused("not_served", "Nudges are sent by the house while it is served: garnet serve")
        return {"told": [host.door.nudge(self.match)]}


class WebhookDeed(HouseDeed, frozen=True, kw_only=True, tag="webhook"):
    HELP = "where nudges are sent; an address, none, or nothing to look"

    url: Annotated[str | None, Argument("url", "http:// or https://", nargs="?", metavar="URL|none")] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        settings = HouseSettings(host.house.store)
        url = settings.webhook if self.url is None else settings.set_webhook(self.url)
        lines = ["No webhook is set." if url is None else f"Nudges are sent to {url}"]
        if host.door.webhook:
            lines.append(f"As long as this house runs they are sent to {host.door.webhook}: it was started with that.")
        return {"told": [*lines, *_silence(host)], "webhook": url, "started_with": host.door.webhook or None}


class UnmuteDeed(HouseDeed, frozen=True, kw_only=True, tag="unmute"):
    HELP = "let a copy of a house, restored or backed up, tell chat rooms and send nudges again"

    def carry_out(self, host: HouseAccess) -> Answer:
        """Let a copy of a house post, from where it stood when it was copied (HH-48)."""
        copy = HouseSettings(host.house.store).unmute()
        if host.door.unmuted is not None:
            host.door.unmuted()
        copied = wording.moment(copy.made, host.house.clock(), HouseZone())
        return {"told": [f"This copy, made {copied}, {SPEAKS}"], "id": copy.id}


class FeedDeed(MatchDeed, frozen=True, kw_only=True, tag="feed"):
    HELP = "tell a chat room what happens at a match; an address, none, or nothing to look"
    ALSO = (declare_room,)

    url: Webhook = None
    late: Annotated[bool, Argument("--spectators-late", "the spectators' room, which is told one round behind")] = False
    kind: Literal["rich", "plain"] | None = None
    """Style of the room; None for the one that its address implies."""
    threads: bool | None = None

    def carry_out(self, host: HouseAccess) -> Answer:
        match, feeds = host.desk(self).table.match, Feeds(host.house.store)
        if self.url is not None:
            feeds.set(match, "spectators" if self.late else "players", self.url, **room_asked(self.kind, self.threads))
            if host.door.feed is not None:
                host.door.feed(self.match)
        set_feeds = {room: feeds.get(self.match, room) for room in ROOMS}
        behind = {"players": "at once", "spectators": "one round behind"}
        lines = [f"The {room}' room is told {behind[room]}: {feed.url}" for room, feed in set_feeds.items() if feed]
        urls = {room: feed.url if feed else None for room, feed in set_feeds.items()}
        lines = lines or [f"No chat room is told of {self.match}."]
        return {"told": [*lines, *_silence(host)], "match": self.match, "feeds": urls}


class TodoDeed(HouseDeed, frozen=True, kw_only=True, tag="todo"):
    HELP = "what waits for you: choices, Death Matches, questions, results, old backups"

    match: Annotated[str, Argument("match", "of this one alone", nargs="?", metavar="MATCH|SEASON")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        outside = None if host.door.outside is None else host.door.outside()
        items = [
            item for item in todo(host.house, outside) if not self.match or self.match in (item.match, item.season)
        ]
        now, zone, lines = host.house.clock(), HouseZone(), list[str]()
        for item in items:
            word = "since" if item.kind in WAITING_SINCE else "until"
            at = "" if item.at is None else f" ({word} {moment_in_zone(item.at, now, zone)})"
            lines += [f"- {item.text}{at}", *([f"    garnet host {item.do}"] if item.do else [])]
        if host.door.outside is None:
            lines.append("Nobody serves this house now: nothing is known of backups and chat rooms.")
        return {"told": lines or ["Nothing waits for you."], "todo": msgspec.to_builtins(items)}


class StatusDeed(HouseDeed, frozen=True, kw_only=True, tag="status"):
    HELP = "how the served house is: who is seated, load, slowest key, disk, backups, last errors"

    def carry_out(self, host: HouseAccess) -> Answer:
        if host.door.health is None:
            raise Refused("not_served", "Nobody serves this house now, so there is nothing to tell: garnet serve")
        now = host.door.health()
        stopped = [task.text for task in todo(host.house) if task.kind == "damaged"]
        rows = [*wording.unstyled(health_rows(now, HouseZone())), *stopped]
        return {"told": rows, "status": msgspec.to_builtins(now), "damaged": stopped}
