"""Deeds by which a host speaks in a season: rooms, announcements, questions and talk."""

from __future__ import annotations

import argparse
from typing import Annotated, Literal

import msgspec

from cli.admin.deeds import Argument, HouseAccess, Text, Webhook
from cli.admin.requests import Answer, room_asked
from cli.admin.season_forms import Named, SeasonDeed
from cli.setting_arguments import declare_room
from core.narration.feed_shelf import ROOMS
from core.refusal import Refused
from core.seasons.feeds import SeasonFeeds
from core.seasons.season_controls import SeasonControls
from core.seasons.talk import message_lines, questions, readable_messages
from core.words.moments import moment_in_zone, read_moment
from tui.app.house_zone import HouseZone


class SeasonFeedDeed(SeasonDeed, frozen=True, kw_only=True, tag="feed"):
    HELP = "tell a chat room of the season and of every match that it makes; an address, none, or look"
    ALSO = (declare_room,)

    url: Webhook = None
    late: Annotated[bool, Argument("--spectators-late", "the spectators' room, a round behind")] = False
    kind: Literal["rich", "plain"] | None = None
    threads: bool | None = None

    def carry_out(self, host: HouseAccess) -> Answer:
        feeds = SeasonFeeds(host.house.store)
        season = host.house.seasons.find(self.season).season
        if self.url is not None:
            matches = [match for episode in season.episodes for match in (episode.match, *episode.duels) if match]
            feeds.set(self.season, "spectators" if self.late else "players", self.url, tuple(matches), len(season.news),
                      **room_asked(self.kind, self.threads))  # fmt: skip
            host.house.seasons.tell(self.season)
        urls = {room: feed.url for room in ROOMS if (feed := feeds.get(self.season, room)) is not None}
        lines = [
            f"The {room}' room is told of the season and of every match from its beginning: {url}"
            for room, url in urls.items()
        ]
        return {"told": lines or [f"No chat room is told of {self.season}."], "feeds": urls}


class SeasonAnnounceDeed(SeasonDeed, frozen=True, kw_only=True, tag="announce"):
    HELP = "tell everybody who reads the season something"
    DRY = True

    text: Annotated[str, Argument("text", "the words; none lists those that wait", nargs="*")] = ""
    when: Annotated[str, Argument("--at", "then, and not now: 21:00, Fri 21:00, +2h", metavar="WHEN")] = ""
    number: Annotated[int | None, Argument("--drop", "take back one that waits", metavar="NUMBER")] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        now, zone = host.house.clock(), HouseZone()
        planned = host.house.seasons.find(self.season).season.planned
        if self.number is not None:
            return self.answer_to(host, lambda desk: desk.drop_planned(self.number or 0))
        if not self.text:
            rows = [f"{n} {moment_in_zone(item.due, now, zone)}: {item.text}" for n, item in enumerate(planned, 1)]
            return {"told": rows or ["No announcement waits for its time."]}
        if not self.when:
            return self.answer_to(host, lambda desk: desk.announce(self.text))
        due = read_moment(self.when, now, zone)
        if due is None:
            raise Refused("bad_moment", "Say when it is to be announced: 21:00, Fri 21:00, +2h.")
        answer = self.answer_to(host, lambda desk: desk.plan_news(self.text, due))
        return {**answer, "told": [f"It is announced {moment_in_zone(due, now, zone)}.", *answer["told"][-1:]]}


class SeasonTellDeed(SeasonDeed, frozen=True, kw_only=True, tag="tell"):
    HELP = "say something to one of the cast alone"
    DRY = True

    name: Named = ""
    text: Text = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.answer(self.name, self.text)


class SeasonQuestionsDeed(SeasonDeed, frozen=True, kw_only=True, tag="questions"):
    HELP = "what its cast has asked you, numbered, unanswered first"

    def carry_out(self, host: HouseAccess) -> Answer:
        season = host.house.seasons.find(self.season).season
        listed = sorted(questions(season), key=lambda item: item.answered)
        rows = [f"{item.number:>3} {item.name}: {item.text}{' (answered)' if item.answered else ''}" for item in listed]
        return {"told": rows or ["Nothing was asked."], "questions": [item._asdict() for item in listed]}


class SeasonAnswerDeed(SeasonDeed, frozen=True, kw_only=True, tag="answer"):
    HELP = "answer a question by its number: to its player, or --publish"
    DRY = True

    number: Annotated[int, Argument("number", metavar="NUMBER")] = 0
    text: Text = ""
    publish: Annotated[bool, Argument("--publish", "everybody reads question and answer, without a name")] = False

    def act(self, desk: SeasonControls) -> object:
        return desk.answer_question(self.number, self.text, publish=self.publish)


class SeasonTalkDeed(SeasonDeed, frozen=True, kw_only=True, tag="talk"):
    HELP = "what its cast says among themselves and to you"

    out: Annotated[
        bool | None,
        Argument(
            "--out-may-write",
            "those who are out may write to the cast, too (default: they read)",
            action=argparse.BooleanOptionalAction,
        ),
    ] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host)
        if self.out is not None:
            return self.answer_to(host, lambda desk: desk.let_out_write(self.out is True))
        messages = readable_messages(desk.season, (), hosts=True)
        return {"told": message_lines(messages) or ["Nothing was said yet."], "talk": msgspec.to_builtins(messages)}


class SeasonConfessionalsDeed(SeasonDeed, frozen=True, kw_only=True, tag="confessionals"):
    HELP = "what was confided between episodes (on record)"

    def carry_out(self, host: HouseAccess) -> Answer:
        """Read confessionals between episodes, on record (HH-29)."""
        messages = self.desk(host).confessionals()
        lines = [f"It is on record that you looked at {self.season}'s confessionals."]
        return {"told": [*lines, *message_lines(messages)], "confessionals": msgspec.to_builtins(messages)}
